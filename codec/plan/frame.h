// What the interpreter knows of a body that is open. The stack of frames is the
// field path of an error.

#ifndef TRANSCDR_CODEC_PLAN_FRAME_H_
#define TRANSCDR_CODEC_PLAN_FRAME_H_

#include <cstdint>

#include "codec/plan/op.h"

namespace transcdr {

struct Frame {
  static constexpr uint64_t kUnknownCount = UINT64_MAX;
  static constexpr uint32_t kNoSlot = UINT32_MAX;

  const Op* op = nullptr;  // the op that opened the body
  // kStruct: the member in work; kUnion: the case; collections: 0 while an
  // element is in work. kNoSlot before, between and behind.
  uint32_t slot = kNoSlot;
  // kCall: where to go on.
  uint32_t return_to = 0;
  // kArray, kSequence, kMap: elements or entries done, and how many there are.
  uint64_t index = 0;
  uint64_t count = 0;
  // kMap: the key is in work (else the value).
  bool in_key = false;
  // For the source and for the sink, to keep what they like while the body is
  // open; undefined when it opens.
  uint64_t source[3];
  uint64_t sink[3];
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_FRAME_H_
