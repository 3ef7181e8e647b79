#include "codec/transcode/scratch.h"

#include "codec/transcode/fault_report.h"

namespace transcdr {
namespace {

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

void TranscodeScratch::State::Reset(const Limits& message_limits) {
  if (fault.reason != FaultReason::kNone) fault = {};
  depth = 0;
  program = nullptr;
  limits = message_limits;
  elements_left = limits.max_elements;
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

bool TranscodeScratch::State::TooManyElements() {
  fault = {.reason = FaultReason::kLimitExceeded,
           .what = "elements",
           .expected_number = static_cast<int64_t>(limits.max_elements),
           .limit_name = "max_elements"};
  return false;
}

}  // namespace transcdr
