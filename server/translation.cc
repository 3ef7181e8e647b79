#include "server/translation.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "codec/base/fault.h"
#include "codec/registry/schema_aliases.h"
#include "codec/type/schema_id.h"
#include "server/proto_mapping.h"

namespace transcdr {

absl::Status DecodeDirection::ReadOptions(const Request& request,
                                          Options* options) {
  return ReadDecodeOptions(request.format(), request.options(),
                           request.payload_options(), options);
}

absl::Status DecodeDirection::ReadOptions(const BatchRequest& request,
                                          Options* options) {
  return ReadDecodeOptions(request.format(), request.options(),
                           request.payload_options(), options);
}

void DecodeDirection::CopyHeader(const BatchRequest& from, BatchRequest* to) {
  to->set_schema_id(from.schema_id());
  to->set_format(from.format());
  *to->mutable_options() = from.options();
  *to->mutable_payload_options() = from.payload_options();
}

void EncodeDirection::CopyHeader(const BatchRequest& from, BatchRequest* to) {
  to->set_schema_id(from.schema_id());
  to->set_format(from.format());
  *to->mutable_options() = from.options();
  *to->mutable_payload_options() = from.payload_options();
  to->set_byte_order(from.byte_order());
}

absl::Status EncodeDirection::ReadOptions(const Request& request,
                                          Options* options) {
  options->ros_service_header = request.ros_service_header();
  return ReadEncodeOptions(request.format(), request.options(),
                           request.byte_order(), request.payload_options(),
                           options);
}

absl::Status EncodeDirection::ReadOptions(const BatchRequest& request,
                                          Options* options) {
  const int headers = request.ros_service_headers_size();
  if (headers != 0 && headers != request.documents_size()) {
    return RequestInvalidError(
        "ros_service_headers",
        absl::StrCat("expected none, or one for each of ",
                     request.documents_size(), " documents"),
        absl::StrCat(headers));
  }
  return ReadEncodeOptions(request.format(), request.options(),
                           request.byte_order(), request.payload_options(),
                           options);
}

void EncodeDirection::ReadItemOptions(const BatchRequest& request, int i,
                                      Options* options) {
  if (request.ros_service_headers().empty()) return;
  options->ros_service_header = request.ros_service_headers(i);
}

absl::Status FindSchema(SchemaRegistry* registry, const std::string& schema_id,
                        std::shared_ptr<const RegisteredSchema>* schema) {
  const std::optional<SchemaId> id = SchemaId::TryParse(schema_id);
  if (id.has_value()) {
    *schema = registry->Find(*id);
    if (*schema == nullptr) return SchemaNotFoundError(id->ToString());
    return absl::OkStatus();
  }
  if (schema_id.empty()) {
    return RequestInvalidError("schema_id", "is required");
  }
  if (!IsAliasForm(schema_id)) {
    return RequestInvalidError(
        "schema_id",
        "expected 64 hex digits, or an alias (RIHS01_ and 64 hex digits, "
        "EQUIVALENCE_ and 28)",
        schema_id);
  }
  *schema = registry->FindAlias(schema_id);
  if (*schema == nullptr) return SchemaNotFoundError(schema_id);
  return absl::OkStatus();
}

absl::Status BlameBatch(absl::Status status, uint64_t max_output_bytes) {
  auto detail = GetErrorDetail(status);
  if (!detail.has_value() || detail->reason != FaultReason::kLimitExceeded ||
      detail->metadata["limit"] != "max_output_bytes") {
    return status;
  }
  const std::string allowed = absl::StrCat(max_output_bytes);
  detail->metadata["expected"] = allowed;
  return MakeError(*std::move(detail),
                   "limit exceeded: the results of the batch together take "
                   "more than " +
                       allowed + " bytes (max_output_bytes)");
}

TranscodeScratch& ThreadScratch() {
  thread_local TranscodeScratch scratch;
  return scratch;
}

}  // namespace transcdr
