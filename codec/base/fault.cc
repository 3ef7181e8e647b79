#include "codec/base/fault.h"

#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace transcdr {
namespace {

constexpr char kDetailUrl[] = "type.transcdr/error-detail";

struct ReasonRow {
  std::string_view name;
  absl::StatusCode code;
};

ReasonRow Row(FaultReason reason) {
  using absl::StatusCode;
  switch (reason) {
    case FaultReason::kNone:
      return {"", StatusCode::kOk};
    case FaultReason::kSchemaNotFound:
      return {"SCHEMA_NOT_FOUND", StatusCode::kNotFound};
    case FaultReason::kSchemaInvalid:
      return {"SCHEMA_INVALID", StatusCode::kInvalidArgument};
    case FaultReason::kSchemaUnsupported:
      return {"SCHEMA_UNSUPPORTED", StatusCode::kUnimplemented};
    case FaultReason::kPayloadTruncated:
      return {"PAYLOAD_TRUNCATED", StatusCode::kInvalidArgument};
    case FaultReason::kPayloadMalformed:
      return {"PAYLOAD_MALFORMED", StatusCode::kInvalidArgument};
    case FaultReason::kPayloadTrailingBytes:
      return {"PAYLOAD_TRAILING_BYTES", StatusCode::kInvalidArgument};
    case FaultReason::kBoundExceeded:
      return {"BOUND_EXCEEDED", StatusCode::kInvalidArgument};
    case FaultReason::kValueOutOfRange:
      return {"VALUE_OUT_OF_RANGE", StatusCode::kInvalidArgument};
    case FaultReason::kTypeMismatch:
      return {"TYPE_MISMATCH", StatusCode::kInvalidArgument};
    case FaultReason::kMemberMissing:
      return {"MEMBER_MISSING", StatusCode::kInvalidArgument};
    case FaultReason::kMemberUnknown:
      return {"MEMBER_UNKNOWN", StatusCode::kInvalidArgument};
    case FaultReason::kMemberDuplicate:
      return {"MEMBER_DUPLICATE", StatusCode::kInvalidArgument};
    case FaultReason::kInvalidUtf8:
      return {"INVALID_UTF8", StatusCode::kInvalidArgument};
    case FaultReason::kUnknownEnumerator:
      return {"UNKNOWN_ENUMERATOR", StatusCode::kInvalidArgument};
    case FaultReason::kDocumentMalformed:
      return {"DOCUMENT_MALFORMED", StatusCode::kInvalidArgument};
    case FaultReason::kLimitExceeded:
      return {"LIMIT_EXCEEDED", StatusCode::kResourceExhausted};
    case FaultReason::kServerBusy:
      return {"SERVER_BUSY", StatusCode::kResourceExhausted};
    case FaultReason::kRequestInvalid:
      return {"REQUEST_INVALID", StatusCode::kInvalidArgument};
    case FaultReason::kInternal:
      return {"INTERNAL", StatusCode::kInternal};
  }
  return {"INTERNAL", StatusCode::kInternal};
}

// A detail as text: the reason's number, then each key and value behind its
// length ("3:abc"), since values may hold any byte.
void AppendField(std::string_view field, std::string* out) {
  absl::StrAppend(out, field.size(), ":");
  out->append(field);
}

bool TakeField(std::string_view* in, std::string* field) {
  size_t size = 0;
  size_t i = 0;
  for (; i < in->size() && (*in)[i] >= '0' && (*in)[i] <= '9'; ++i) {
    size = size * 10 + static_cast<size_t>((*in)[i] - '0');
  }
  if (i == in->size() || (*in)[i] != ':' || in->size() - i - 1 < size) {
    return false;
  }
  field->assign(in->substr(i + 1, size));
  in->remove_prefix(i + 1 + size);
  return true;
}

}  // namespace

std::string_view FaultReasonName(FaultReason reason) {
  return Row(reason).name;
}

absl::StatusCode FaultReasonCode(FaultReason reason) {
  return Row(reason).code;
}

absl::Status MakeError(ErrorDetail detail, std::string_view message) {
  absl::Status status(FaultReasonCode(detail.reason),
                      absl::string_view(message.data(), message.size()));
  std::string text(1, static_cast<char>(detail.reason));
  for (const auto& [key, value] : detail.metadata) {
    AppendField(key, &text);
    AppendField(value, &text);
  }
  status.SetPayload(kDetailUrl, absl::Cord(text));
  return status;
}

std::optional<ErrorDetail> GetErrorDetail(const absl::Status& status) {
  auto payload = status.GetPayload(kDetailUrl);
  if (!payload.has_value() || payload->empty()) return std::nullopt;
  const std::string text(*payload);
  ErrorDetail detail;
  detail.reason = static_cast<FaultReason>(text[0]);
  std::string_view rest = std::string_view(text).substr(1);
  std::string key;
  std::string value;
  while (TakeField(&rest, &key) && TakeField(&rest, &value)) {
    detail.metadata[std::move(key)] = std::move(value);
  }
  return detail;
}

}  // namespace transcdr
