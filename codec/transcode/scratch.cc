#include "codec/transcode/scratch.h"

#include <algorithm>

#include "codec/transcode/fault_report.h"

namespace transcdr {
namespace {

// What is counted between two looks at the stop signal: within the time of a
// scheduler's slice, and too rare to be felt.
constexpr uint64_t kElementsPerLook = 65'536;

// A thread keeps this much of each buffer between messages.
constexpr size_t kKeep = 1 << 20;

template <typename Buffer>
void ShrinkBuffer(Buffer* buffer) {
  if (buffer->capacity() * sizeof(*buffer->data()) > kKeep) {
    Buffer().swap(*buffer);
  }
}

}  // namespace

TranscodeScratch::TranscodeScratch() : state_(std::make_unique<State>()) {}
TranscodeScratch::~TranscodeScratch() = default;

void TranscodeScratch::State::Reset(const Limits& message_limits,
                                    const StopSignal* stop_signal) {
  if (fault.reason != FaultReason::kNone) fault = {};
  depth = 0;
  program = nullptr;
  limits = message_limits;
  elements_left = std::min(limits.max_elements, kElementsPerLook);
  elements_behind = limits.max_elements - elements_left;
  stop = stop_signal;
  is_stopped = false;
  if (frames.size() < limits.max_depth) frames.resize(limits.max_depth);
  read.positions.clear();
  defaulted_members = 0;
  read.max_made_up_bytes = limits.max_output_bytes;
}

void TranscodeScratch::State::Shrink() {
  ShrinkBuffer(&read.text);
  ShrinkBuffer(&read.bytes);
  ShrinkBuffer(&read.wide);
  ShrinkBuffer(&read.numbers);
  ShrinkBuffer(&read.positions);
  ShrinkBuffer(&read.nesting);
  ShrinkBuffer(&wire.wide);
  ShrinkBuffer(&wire.members);
  ShrinkBuffer(&write_text);
  if (!keys.empty()) keys.clear();
}

void TranscodeScratch::State::CountDefaulted() {
  if (defaulted_members++ == 0) {
    first_defaulted_member = FieldPath(*program, *this);
  }
}

Frame* TranscodeScratch::State::TooDeep() {
  fault = {.reason = FaultReason::kLimitExceeded,
           .what = "nesting",
           .expected_number = limits.max_depth,
           .limit_name = "max_depth"};
  return nullptr;
}

bool TranscodeScratch::State::CountBeyond(uint64_t elements) {
  const uint64_t left = elements_left + elements_behind;
  if (left >= elements) {
    is_stopped = stop != nullptr && stop->ShouldStop();
    elements_left = std::min(left - elements, kElementsPerLook);
    elements_behind = left - elements - elements_left;
    return !is_stopped;
  }
  fault = {.reason = FaultReason::kLimitExceeded,
           .what = "elements",
           .expected_number = static_cast<int64_t>(limits.max_elements),
           .limit_name = "max_elements"};
  return false;
}

}  // namespace transcdr
