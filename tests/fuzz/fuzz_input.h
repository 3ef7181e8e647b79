// The bytes of a fuzzer, taken apart, and what every outcome has to keep.

#ifndef TRANSCDR_TESTS_FUZZ_FUZZ_INPUT_H_
#define TRANSCDR_TESTS_FUZZ_FUZZ_INPUT_H_

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "codec/base/fault.h"
#include "codec/transcode/transcoder.h"
#include "tests/support/random.h"
#include "tests/support/random_schema.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr::fuzz {

// Takes bytes from the front; zeros where there are none left.
class Input {
 public:
  Input(const uint8_t* data, size_t size)
      : rest_(reinterpret_cast<const char*>(data), size) {}

  uint8_t Byte() {
    if (rest_.empty()) return 0;
    const auto byte = static_cast<uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return byte;
  }
  uint32_t Word() {
    uint32_t word = 0;
    for (int i = 0; i < 4; ++i) word = word << 8 | Byte();
    return word;
  }
  std::string_view Rest() const { return rest_; }

 private:
  std::string_view rest_;
};

inline void Expect(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

// 0: all defaults, so that small inputs mean the usual.
inline MappingOptions MappingOf(uint8_t seed) {
  if (seed == 0) return {};
  Random random(seed);
  return RandomMapping(random);
}

// Small: a fuzzer runs many inputs.
inline Limits FuzzLimits() {
  Limits limits;
  limits.max_output_bytes = 1 << 20;
  limits.max_elements = 20'000;
  return limits;
}

// A failure says why, where, and leaves no output.
inline void CheckFailure(const absl::Status& status, std::string_view output,
                         size_t input_size) {
  Expect(output.empty(), "a failure leaves no output");
  const auto detail = GetErrorDetail(status);
  Expect(detail.has_value(), "a failure has a detail");
  Expect(detail->reason != FaultReason::kNone &&
             detail->reason != FaultReason::kInternal,
         "a failure has a reason");
  const auto offset = detail->metadata.find("byte_offset");
  Expect(offset != detail->metadata.end() &&
             std::stoull(offset->second) <= input_size,
         "a failure is within the input");
}

// payload -> document -> payload -> the same document.
inline void CheckDecode(const CodecPlan& plan, std::string_view payload,
                        const DecodeOptions& options) {
  TranscodeScratch scratch;
  DecodeReport report;
  std::string document;
  const absl::Status status =
      Decode(plan, payload, options, scratch, &document, &report);
  if (!status.ok()) return CheckFailure(status, document, payload.size());
  EncodeOptions encode = EncodeAs(payload, options);
  encode.limits = options.limits;
  std::string canonical;
  // A NUL within text and what is beyond bounds are not taken back.
  if (!Encode(plan, document, encode, scratch, &canonical).ok()) return;
  std::string again;
  Expect(Decode(plan, canonical, options, scratch, &again, &report).ok(),
         "what Encode wrote decodes");
  const bool is_xcdr2 = encode.representation == Representation::kXcdr2;
  Expect(report.trailing_bytes ==
             static_cast<uint64_t>(is_xcdr2 ? canonical[3] : 0),
         "and ends where the value ends");
  Expect(report.defaulted_members == 0, "and lacks no member");
  Expect(document == again, "and is the same document");
}

// document -> payload -> document -> the same payload.
inline void CheckEncode(const CodecPlan& plan, std::string_view document,
                        const EncodeOptions& options) {
  TranscodeScratch scratch;
  std::string payload;
  const absl::Status status =
      Encode(plan, document, options, scratch, &payload);
  if (!status.ok()) return CheckFailure(status, payload, document.size());
  DecodeOptions decode{.format = DocumentFormat::kMessagePack,
                       .limits = options.limits};
  decode.key_only = options.key_only;
  decode.mapping.invalid_utf8_policy = InvalidUtf8Policy::kBytes;
  decode.wire.strict = true;
  DecodeReport report;
  std::string canonical;
  const absl::Status decoded =
      Decode(plan, payload, decode, scratch, &canonical, &report);
  if (!decoded.ok()) {
    // Keys that come twice in a list of pairs; names make it longer.
    const FaultReason reason = GetErrorDetail(decoded)->reason;
    Expect(reason == FaultReason::kMemberDuplicate ||
               reason == FaultReason::kLimitExceeded,
           "what Encode wrote decodes");
    return;
  }
  std::string again;
  EncodeOptions encode = options;
  encode.format = decode.format;
  encode.mapping = decode.mapping;
  Expect(Encode(plan, canonical, encode, scratch, &again).ok(),
         "what Decode wrote encodes");
  Expect(payload == again, "to the same payload");
}

}  // namespace transcdr::fuzz

#endif  // TRANSCDR_TESTS_FUZZ_FUZZ_INPUT_H_
