// Errors on their way out: absl::Status with ErrorDetail to grpc::Status and
// google.rpc.Status. The only place that knows google.rpc.

#ifndef TRANSCDR_SERVER_STATUS_MAPPING_H_
#define TRANSCDR_SERVER_STATUS_MAPPING_H_

#include <grpcpp/support/status.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "codec/type/diagnostic.h"
#include "google/rpc/status.pb.h"

namespace transcdr {

// What a status becomes, whoever carries it:
// - the code and the message, cut where very long;
// - ErrorInfo{reason, domain "transcdr", metadata} from the ErrorDetail; a
//   status without one gets reason INTERNAL, but for cancelled, deadline
//   exceeded and unavailable, which need none;
// - for LIMIT_EXCEEDED metadata "flag" with the daemon's flag, which the
// message
//   names too;
// - RetryInfo with SERVER_BUSY;
// - a violation of BadRequest for every error among `diagnostics`.
// Bytes that are no UTF-8 are replaced: google.rpc cannot hold them.

// As one item of a batch, or one response of a stream.
void ToRpcStatus(const absl::Status& status, google::rpc::Status* rpc);

// As the end of a call, with the google.rpc.Status in error_details. HTTP/2
// peers take 8 KiB of trailers by default, so diagnostics that do not fit are
// left out; the last violation then counts them.
grpc::Status ToGrpcStatus(const absl::Status& status,
                          std::span<const Diagnostic> diagnostics = {});

// "file:line:column", "file:line" or "file", as far as it is known.
std::string LocationText(const SourceLocation& location);

// Errors that the daemon finds itself.
absl::Status SchemaNotFoundError(std::string_view schema_id);
// `field` is the path of the request's field: "options.struct_form".
absl::Status RequestInvalidError(std::string_view field,
                                 std::string_view message);
// The same with what stood there, in metadata "actual".
absl::Status RequestInvalidError(std::string_view field,
                                 std::string_view message,
                                 std::string_view actual);
// `limit` as FlagOfLimit knows it; `what` as in "the request has".
absl::Status LimitExceededError(std::string_view limit, std::string_view what,
                                uint64_t actual, uint64_t allowed);
absl::Status ServerBusyError(uint64_t in_flight_bytes, uint64_t budget_bytes);

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_STATUS_MAPPING_H_
