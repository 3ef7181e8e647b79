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

// What Decode tells besides the document.
struct DecodeReport {
  // Bytes of the payload behind the value.
  uint64_t trailing_bytes = 0;
};

// Translates a payload (encapsulation header and body) to a document, which is
// appended to `document`. On failure `document` is as before, and the status
// carries an ErrorDetail (codec/base/fault.h) with reason, byte_offset,
// field_path, and what was expected and found. Never reads outside `payload`.
absl::Status Decode(const CodecPlan& plan, std::string_view payload,
                    const DecodeOptions& options, TranscodeScratch& scratch,
                    std::string* document, DecodeReport* report);

// Translates a document to a payload in canonical form (plain XCDR1, zero
// padding), which is appended to `payload`. Failure as in Decode.
absl::Status Encode(const CodecPlan& plan, std::string_view document,
                    const EncodeOptions& options, TranscodeScratch& scratch,
                    std::string* payload);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_TRANSCODER_H_
