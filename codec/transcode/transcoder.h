// Translating one payload or document: the only functions that callers need.

#ifndef TRANSCDR_CODEC_TRANSCODE_TRANSCODER_H_
#define TRANSCDR_CODEC_TRANSCODE_TRANSCODER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "codec/plan/codec_plan.h"
#include "codec/transcode/options.h"

namespace transcdr {

// Memory that translations reuse: one a thread, for as many messages as you
// like. Not thread-safe. Cheap to make, cheaper to keep. Gives memory back
// after unusually large messages.
class TranscodeScratch {
 public:
  TranscodeScratch();
  ~TranscodeScratch();
  TranscodeScratch(const TranscodeScratch&) = delete;
  TranscodeScratch& operator=(const TranscodeScratch&) = delete;

  struct State;  // transcode/scratch.h
  State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

// What Decode tells besides the document: see transcdr.v1.DecodeReport.
struct DecodeReport {
  // Bytes of the payload behind the value.
  uint64_t trailing_bytes = 0;
  // Members that the payload lacks and that took their defaults, and the path
  // of the first.
  uint64_t defaulted_members = 0;
  std::string first_defaulted_member;
  // 16 bytes where DecodeOptions::want_key_hash is set, else "".
  std::string key_hash;
  // 16 bytes where the schema's profile has one, else "".
  std::string ros_service_header;
};

// What Encode tells besides the payload.
struct EncodeReport {
  // 16 bytes where EncodeOptions::want_key_hash is set, else "".
  std::string key_hash;
};

// Translates a payload (encapsulation header and body) to a document, which is
// appended to `document`. On failure `document` is as before, and the status
// carries an ErrorDetail (codec/base/fault.h) with reason, byte_offset,
// field_path, and what was expected and found; kRequestInvalid for key_only and
// want_key_hash where the schema has no key. CANCELLED, without a detail, where
// DecodeOptions::stop asks for it. Never reads outside `payload`.
absl::Status Decode(const CodecPlan& plan, std::string_view payload,
                    const DecodeOptions& options, TranscodeScratch& scratch,
                    std::string* document, DecodeReport* report);

// Translates a document to a payload in canonical form (codec/wire/xcdr.md),
// which is appended to `payload`. Failure as in Decode. `report` may be null.
absl::Status Encode(const CodecPlan& plan, std::string_view document,
                    const EncodeOptions& options, TranscodeScratch& scratch,
                    std::string* payload, EncodeReport* report = nullptr);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_TRANSCODER_H_
