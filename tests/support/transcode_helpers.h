// Translating in a line, and looking at what failed.

#ifndef TRANSCDR_TESTS_SUPPORT_TRANSCODE_HELPERS_H_
#define TRANSCDR_TESTS_SUPPORT_TRANSCODE_HELPERS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "codec/base/fault.h"
#include "codec/plan/codec_plan.h"
#include "codec/transcode/options.h"

namespace transcdr {

// What one translation gave: an output, or a status with its detail.
struct Outcome {
  absl::Status status;
  std::string output;
  // Decode.
  uint64_t trailing_bytes = 0;
  uint64_t defaulted_members = 0;
  std::string first_defaulted_member;
  std::string ros_service_header;
  // Where it was wanted.
  std::string key_hash;

  bool ok() const { return status.ok(); }
  // The detail of a failure; kNone where there is none.
  FaultReason reason() const;
  // A word of the detail's metadata; "" where there is none.
  std::string word(const std::string& key) const;
  std::string path() const { return word("field_path"); }
  // byte_offset, UINT64_MAX where there is none.
  uint64_t offset() const;
  std::string message() const;
};

// The input is copied into a heap block of exactly its size, so that
// AddressSanitizer sees every read outside of it.
Outcome TryDecode(const CodecPlan& plan, std::string_view payload,
                  const DecodeOptions& options);
Outcome TryEncode(const CodecPlan& plan, std::string_view document,
                  const EncodeOptions& options);

// With default options of the format.
DecodeOptions JsonDecode();
DecodeOptions MsgpackDecode();
EncodeOptions JsonEncode();
EncodeOptions MsgpackEncode();
// What takes back what `options` gave.
EncodeOptions EncodeLike(const DecodeOptions& options,
                         std::endian order = std::endian::little);

// The same, in the representation and byte order of a payload, key-only where
// `options` are.
EncodeOptions EncodeAs(std::string_view payload, const DecodeOptions& options);

// For what has to succeed: the output; a failure is added to the test, and
// gives "".
std::string ToJson(const CodecPlan& plan, std::string_view payload,
                   const MappingOptions& mapping = {});
std::string FromJson(const CodecPlan& plan, std::string_view json,
                     const MappingOptions& mapping = {},
                     std::endian order = std::endian::little);
// MessagePack, as hex (tests/support/hex.h) on the way out.
std::string ToMsgpackHex(const CodecPlan& plan, std::string_view payload,
                         const MappingOptions& mapping = {});
std::string FromMsgpack(const CodecPlan& plan, std::string_view document,
                        const MappingOptions& mapping = {});

// Expects payload -> JSON -> the same payload, and payload -> MessagePack ->
// the same payload, in its representation and byte order.
void ExpectBothWays(const CodecPlan& plan, std::string_view payload,
                    std::string_view json, const MappingOptions& mapping = {},
                    bool key_only = false);

// Expects a failure of that reason whose metadata has (at least) these words,
// and which keeps what every failure has to: a code, an offset within the
// input.
void ExpectFailure(const Outcome& outcome, FaultReason reason,
                   const std::map<std::string, std::string>& words);

std::ostream& operator<<(std::ostream& out, const Outcome& outcome);

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_SUPPORT_TRANSCODE_HELPERS_H_
