#include "server/status_mapping.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "codec/base/fault.h"
#include "codec/base/utf8.h"
#include "google/rpc/error_details.pb.h"
#include "server/limit_flags.h"

namespace transcdr {
namespace {

constexpr char kDomain[] = "transcdr";
constexpr int kRetryDelayMillis = 100;

// Metadata are words, not texts.
constexpr size_t kMaxMetadataValue = 512;
constexpr size_t kLeastMetadataValue = 16;
constexpr size_t kMaxMetadata = 3'000;  // all keys and values
constexpr size_t kMaxViolation = 512;
constexpr size_t kMaxMessage = 8'192;

// The trailers of a call have to stay below 8 KiB. They hold the details in
// base64 (4/3) and the message percent-encoded (3, at worst).
constexpr size_t kMaxTrailerMessage = 1'000;
constexpr size_t kMaxTrailerDetails = 4'600;
// Room for the violation that counts those left out.
constexpr size_t kCountRoom = 100;

// Well-formed, and at most `max_bytes` long.
std::string Clean(std::string_view text, size_t max_bytes) {
  constexpr std::string_view kCut = "...";
  std::string clean;
  AppendReplacingInvalidUtf8(text.substr(0, max_bytes + 1), &clean);
  if (clean.size() <= max_bytes) return clean;
  clean.resize(max_bytes - kCut.size());
  clean.resize(ValidUtf8Prefix(clean));
  clean += kCut;
  return clean;
}

// How gRPC writes a message into the trailers.
size_t PercentEncodedSize(std::string_view text) {
  size_t size = 0;
  for (char c : text) size += c >= 0x20 && c <= 0x7e && c != '%' ? 1 : 3;
  return size;
}

std::string CleanForTrailer(std::string_view text) {
  size_t max_bytes = kMaxTrailerMessage;
  std::string clean = Clean(text, max_bytes);
  while (PercentEncodedSize(clean) > kMaxTrailerMessage) {
    max_bytes = clean.size() * 3 / 4;
    clean = Clean(text, max_bytes);
  }
  return clean;
}

bool NeedsDetail(absl::StatusCode code) {
  return code != absl::StatusCode::kCancelled &&
         code != absl::StatusCode::kDeadlineExceeded &&
         code != absl::StatusCode::kUnavailable;
}

// The detail as it is sent: with one for every status that needs it, and with
// the flag of a limit.
std::optional<ErrorDetail> DetailOf(const absl::Status& status) {
  std::optional<ErrorDetail> detail = GetErrorDetail(status);
  if (!detail.has_value() && NeedsDetail(status.code())) {
    detail = ErrorDetail{FaultReason::kInternal, {}};
  }
  if (detail.has_value() && detail->reason == FaultReason::kLimitExceeded) {
    const auto limit = detail->metadata.find("limit");
    if (limit != detail->metadata.end()) {
      const std::string_view flag = FlagOfLimit(limit->second);
      if (!flag.empty()) detail->metadata["flag"] = flag;
    }
  }
  return detail;
}

// Message and details, without diagnostics. The message is not yet cut.
void FillRpcStatus(const absl::Status& status, std::string* message,
                   google::rpc::Status* rpc) {
  rpc->Clear();
  rpc->set_code(static_cast<int>(status.code()));
  *message = std::string(status.message());
  const std::optional<ErrorDetail> detail = DetailOf(status);
  if (!detail.has_value()) return;
  google::rpc::ErrorInfo info;
  info.set_reason(std::string(FaultReasonName(detail->reason)));
  info.set_domain(kDomain);
  size_t room = kMaxMetadata;
  for (const auto& [key, value] : detail->metadata) {
    if (key.size() + kLeastMetadataValue > room) break;
    room -= key.size();
    std::string word = Clean(value, std::min(kMaxMetadataValue, room));
    room -= word.size();
    (*info.mutable_metadata())[key] = std::move(word);
  }
  const auto flag = detail->metadata.find("flag");
  if (flag != detail->metadata.end() &&
      message->find(flag->second) == std::string::npos) {
    absl::StrAppend(message, " (the daemon's ", flag->second, ")");
  }
  rpc->add_details()->PackFrom(info);
  if (detail->reason == FaultReason::kServerBusy) {
    google::rpc::RetryInfo retry;
    retry.mutable_retry_delay()->set_nanos(kRetryDelayMillis * 1'000'000);
    rpc->add_details()->PackFrom(retry);
  }
}

// As many errors as fit `max_bytes`, serialized; then a count of the others.
google::rpc::BadRequest ViolationsOf(std::span<const Diagnostic> diagnostics,
                                     size_t max_bytes) {
  google::rpc::BadRequest bad_request;
  size_t size = kCountRoom;
  size_t left_out = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    google::rpc::BadRequest::FieldViolation violation;
    violation.set_field(
        Clean(LocationText(diagnostic.location), kMaxViolation));
    violation.set_description(Clean(diagnostic.message, kMaxViolation));
    // Its tag and length too.
    const size_t more = violation.ByteSizeLong() + 4;
    if (left_out > 0 || size + more > max_bytes) {
      ++left_out;
      continue;
    }
    size += more;
    *bad_request.add_field_violations() = std::move(violation);
  }
  if (left_out > 0) {
    bad_request.add_field_violations()->set_description(
        absl::StrCat("and ", left_out, " more"));
  }
  return bad_request;
}

}  // namespace

std::string LocationText(const SourceLocation& location) {
  std::string text = location.file;
  if (location.line > 0) absl::StrAppend(&text, ":", location.line);
  if (location.line > 0 && location.column > 0) {
    absl::StrAppend(&text, ":", location.column);
  }
  return text;
}

void ToRpcStatus(const absl::Status& status, google::rpc::Status* rpc) {
  std::string message;
  FillRpcStatus(status, &message, rpc);
  rpc->set_message(Clean(message, kMaxMessage));
}

grpc::Status ToGrpcStatus(const absl::Status& status,
                          std::span<const Diagnostic> diagnostics) {
  if (status.ok()) return grpc::Status::OK;
  google::rpc::Status rpc;
  std::string message;
  FillRpcStatus(status, &message, &rpc);
  rpc.set_message(CleanForTrailer(message));
  const size_t size = rpc.ByteSizeLong();
  if (!diagnostics.empty() && size + kCountRoom < kMaxTrailerDetails) {
    const auto violations =
        ViolationsOf(diagnostics, kMaxTrailerDetails - size);
    if (violations.field_violations_size() > 0) {
      rpc.add_details()->PackFrom(violations);
    }
  }
  return grpc::Status(static_cast<grpc::StatusCode>(rpc.code()), rpc.message(),
                      rpc.SerializeAsString());
}

absl::Status SchemaNotFoundError(std::string_view schema_id) {
  std::string message = "no schema with id ";
  message.append(schema_id).append(
      " is registered here: register it and call again");
  return MakeError(
      {FaultReason::kSchemaNotFound, {{"schema_id", std::string(schema_id)}}},
      message);
}

absl::Status RequestInvalidError(std::string_view field,
                                 std::string_view message) {
  return MakeError(
      {FaultReason::kRequestInvalid, {{"name", std::string(field)}}},
      std::string(field) + ": " + std::string(message));
}

absl::Status RequestInvalidError(std::string_view field,
                                 std::string_view message,
                                 std::string_view actual) {
  return MakeError({FaultReason::kRequestInvalid,
                    {{"name", std::string(field)},
                     {"actual", Clean(actual, kMaxMetadataValue)}}},
                   std::string(field) + ": " + std::string(message) + ", got " +
                       Clean(actual, kMaxMetadataValue));
}

absl::Status LimitExceededError(std::string_view limit, std::string_view what,
                                uint64_t actual, uint64_t allowed) {
  std::string message(what);
  absl::StrAppend(&message, " ", actual, ", at most ", allowed, " are allowed");
  return MakeError({FaultReason::kLimitExceeded,
                    {{"limit", std::string(limit)},
                     {"expected", absl::StrCat(allowed)},
                     {"actual", absl::StrCat(actual)}}},
                   message);
}

absl::Status ServerBusyError(uint64_t in_flight_bytes, uint64_t budget_bytes) {
  return MakeError(
      {FaultReason::kServerBusy,
       {{"limit", "max_in_flight_bytes"},
        {"flag", "--max-in-flight-bytes"},
        {"actual", absl::StrCat(in_flight_bytes)},
        {"expected", absl::StrCat(budget_bytes)}}},
      absl::StrCat("the daemon has too much in work (", in_flight_bytes, " of ",
                   budget_bytes, " bytes): try again"));
}

}  // namespace transcdr
