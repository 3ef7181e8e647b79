#include "server/schema_answers.h"

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "codec/base/status_macros.h"
#include "codec/render/idl_printer.h"
#include "codec/render/json_schema.h"
#include "codec/render/typescript.h"
#include "codec/type/schema_id.h"
#include "server/status_mapping.h"

namespace transcdr {
namespace {

v1::CompareVerdict WriteVerdict(Verdict verdict) {
  switch (verdict) {
    case Verdict::kIdentical:
      return v1::COMPARE_VERDICT_IDENTICAL;
    case Verdict::kBoth:
      return v1::COMPARE_VERDICT_BOTH;
    case Verdict::kForward:
      return v1::COMPARE_VERDICT_FORWARD;
    case Verdict::kBackward:
      return v1::COMPARE_VERDICT_BACKWARD;
    case Verdict::kBreaking:
      return v1::COMPARE_VERDICT_BREAKING;
  }
  return v1::COMPARE_VERDICT_UNSPECIFIED;
}

}  // namespace

absl::Status WriteRenderings(const Schema& schema,
                             const v1::GetSchemaRequest& request,
                             v1::GetSchemaResponse* response) {
  for (const int rendering : request.renderings()) {
    switch (rendering) {
      case v1::SCHEMA_RENDERING_IDL: {
        TRANSCDR_ASSIGN_OR_RETURN(*response->mutable_idl(), PrintIdl(schema));
        break;
      }
      case v1::SCHEMA_RENDERING_JSON_SCHEMA:
        response->set_json_schema(PrintJsonSchema(schema));
        break;
      case v1::SCHEMA_RENDERING_TYPESCRIPT_JSON:
        response->set_typescript_json(
            PrintTypeScript(schema, TypeScriptFlavour::kJson));
        break;
      case v1::SCHEMA_RENDERING_TYPESCRIPT_MESSAGE_PACK:
        response->set_typescript_message_pack(
            PrintTypeScript(schema, TypeScriptFlavour::kMessagePack));
        break;
      default:
        return RequestInvalidError("renderings", "is no SchemaRendering",
                                   std::to_string(rendering));
    }
  }
  return absl::OkStatus();
}

void WriteComparison(const Schema& a, const Schema& b,
                     v1::CompareSchemasResponse* response) {
  Comparison comparison = CompareSchemas(a, b);
  response->set_xcdr1(WriteVerdict(comparison.xcdr1));
  response->set_xcdr2(WriteVerdict(comparison.xcdr2));
  for (Change& change : comparison.changes) {
    v1::SchemaChange* message = response->add_changes();
    message->set_path(std::move(change.path));
    message->set_type_name(std::move(change.type_name));
    message->set_message(std::move(change.message));
    message->set_before(std::move(change.before));
    message->set_after(std::move(change.after));
    message->set_xcdr1(WriteVerdict(change.xcdr1));
    message->set_xcdr2(WriteVerdict(change.xcdr2));
  }
  response->set_left_out_changes(comparison.left_out);
  response->set_schema_id_a(SchemaId::Of(a).ToString());
  response->set_schema_id_b(SchemaId::Of(b).ToString());
}

}  // namespace transcdr
