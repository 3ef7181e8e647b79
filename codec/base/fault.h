// Why a translation stopped, recorded where it happened: no allocation, no
// text. transcode/fault_report.h turns a Fault with the interpreter's frames
// into an absl::Status; ErrorDetail is what programs read from that status.

#ifndef TRANSCDR_CODEC_BASE_FAULT_H_
#define TRANSCDR_CODEC_BASE_FAULT_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "absl/status/status.h"

namespace transcdr {

// The same names as transcdr.v1.ErrorReason, whose comments say what each
// means.
enum class FaultReason : uint8_t {
  kNone,
  kSchemaNotFound,
  kSchemaInvalid,
  kSchemaUnsupported,
  kPayloadTruncated,
  kPayloadMalformed,
  kPayloadTrailingBytes,
  kBoundExceeded,
  kValueOutOfRange,
  kTypeMismatch,
  kMemberMissing,
  kMemberUnknown,
  kMemberDuplicate,
  kInvalidUtf8,
  kUnknownEnumerator,
  kDocumentMalformed,
  kLimitExceeded,
  kServerBusy,
  kRequestInvalid,
  kInternal,
};

// "PAYLOAD_TRUNCATED", ...; kNone is "".
std::string_view FaultReasonName(FaultReason reason);
// The status code that goes with it.
absl::StatusCode FaultReasonCode(FaultReason reason);

// The numbers and words of a fault. Which fields count, and the sentence that
// they make, is decided by `reason` and `what` in transcode/fault_report.cc.
struct Fault {
  FaultReason reason = FaultReason::kNone;
  // From the first byte of the input, encapsulation header included.
  uint64_t byte_offset = 0;
  // What the sentence is about, in words: "boolean byte", "array length". A
  // literal.
  const char* what = "";
  // What was wanted and what was there: numbers, or words, or both.
  std::optional<int64_t> expected_number;
  std::optional<int64_t> actual_number;
  std::optional<uint64_t> actual_unsigned;  // where int64_t may not hold it
  std::optional<double> actual_float;
  const char* expected = "";  // a literal
  std::string_view actual;    // a literal, or part of the input
  // The element of a sequence or array that is translated in one piece.
  std::optional<uint64_t> element_index;
  // The field of a bitset, which is translated in one piece too.
  std::string_view bit_field;
  // FaultReason::kLimitExceeded: the field of Limits that was exceeded.
  const char* limit_name = "";
};
static_assert(std::is_trivially_copyable_v<std::string_view>);

// What a status carries for programs: the reason and the dynamic words.
struct ErrorDetail {
  FaultReason reason = FaultReason::kNone;
  // Keys: see transcdr.v1.ErrorReason.
  std::map<std::string, std::string> metadata;

  bool operator==(const ErrorDetail&) const = default;
};

// A status of that reason's code, message and detail.
// REQUIRES: detail.reason is not kNone.
absl::Status MakeError(ErrorDetail detail, std::string_view message);
// The detail of a status that MakeError made; nullopt for others.
std::optional<ErrorDetail> GetErrorDetail(const absl::Status& status);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_BASE_FAULT_H_
