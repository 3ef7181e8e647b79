// What is said about schemas, as messages: by the daemon and by the tool's
// --local.

#ifndef TRANSCDR_SERVER_SCHEMA_ANSWERS_H_
#define TRANSCDR_SERVER_SCHEMA_ANSWERS_H_

#include "absl/status/status.h"
#include "codec/compare/compare.h"
#include "codec/type/schema.h"
#include "transcdr/v1/schema_service.pb.h"

namespace transcdr {

// Fills the fields of `response` that request.renderings asks for. Fails with
// REQUEST_INVALID for renderings that there are not, SCHEMA_UNSUPPORTED where
// IDL has no words for the schema.
absl::Status WriteRenderings(const Schema& schema,
                             const v1::GetSchemaRequest& request,
                             v1::GetSchemaResponse* response);

// Compares, and fills all of `response`.
void WriteComparison(const Schema& a, const Schema& b,
                     v1::CompareSchemasResponse* response);

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_SCHEMA_ANSWERS_H_
