// What one translation keeps while it runs: reused from message to message.

#ifndef TRANSCDR_CODEC_TRANSCODE_SCRATCH_H_
#define TRANSCDR_CODEC_TRANSCODE_SCRATCH_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "codec/base/fault.h"
#include "codec/base/limits.h"
#include "codec/base/stop_signal.h"
#include "codec/document/token.h"
#include "codec/plan/frame.h"
#include "codec/plan/program.h"
#include "codec/transcode/transcoder.h"
#include "codec/wire/wire_scratch.h"

namespace transcdr {

struct TranscodeScratch::State {
  // Makes ready for a message.
  void Reset(const Limits& message_limits, const StopSignal* stop_signal);
  // Gives back what an unusually large message took.
  void Shrink();

  // The next frame, zeroed but for what the source and the sink keep; null at
  // the depth limit, with the fault set.
  [[gnu::always_inline]] Frame* Push(const Op* op) {
    if (depth == limits.max_depth) return TooDeep();
    top_frame = &frames[depth++];
    top_frame->op = op;
    top_frame->slot = Frame::kNoSlot;
    top_frame->index = 0;
    top_frame->count = 0;
    top_frame->in_key = false;
    return top_frame;
  }
  Frame* TooDeep();
  void Pop() {
    if (--depth > 0) --top_frame;
  }
  Frame& top() { return *top_frame; }
  // Counts an element or entry. False at the limit, with the fault set, and
  // where the caller wants no more of it, with is_stopped set.
  bool CountElement() { return Count(1); }
  // Counts what took no input: Limits::max_elements.
  bool CountNothing() { return Count(4); }
  bool Count(uint64_t elements) {
    if (elements <= elements_left) {
      elements_left -= elements;
      return true;
    }
    return CountBeyond(elements);
  }
  // Behind what may be counted without asking `stop`.
  bool CountBeyond(uint64_t elements);
  // A member that takes its default, since the payload lacks it: the top
  // frame's slot. The first one's path is kept.
  void CountDefaulted();

  // What runs, or ran last: the frames are its. Null before anything did.
  const Program* program = nullptr;
  Fault fault;
  std::vector<Frame> frames;
  uint32_t depth = 0;
  Frame* top_frame = nullptr;  // &frames[depth - 1], when depth is not 0
  Limits limits;
  uint64_t elements_left = 0;    // before the next look at `stop`
  uint64_t elements_behind = 0;  // and after that
  const StopSignal* stop = nullptr;
  bool is_stopped = false;
  uint64_t defaulted_members = 0;
  std::string first_defaulted_member;
  ReadScratch read;        // a document source's
  WireScratch wire;        // a wire source's
  std::string write_text;  // a document sink's
  // Keys of the maps that are open, by depth of their frame.
  std::vector<absl::flat_hash_set<std::string>> keys;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_SCRATCH_H_
