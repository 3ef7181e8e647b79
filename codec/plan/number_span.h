// Numbers in one piece, as they lie in memory: what a source hands to a sink
// for kNumberArray and kNumberSequence.

#ifndef TRANSCDR_CODEC_PLAN_NUMBER_SPAN_H_
#define TRANSCDR_CODEC_PLAN_NUMBER_SPAN_H_

#include <bit>
#include <cstddef>
#include <cstdint>

#include "codec/base/byte_order.h"
#include "codec/plan/op.h"

namespace transcdr {

// Borrowed, unaligned. Valid until the source's next call.
struct NumberSpan {
  const uint8_t* data = nullptr;
  size_t count = 0;  // elements
  std::endian order = std::endian::native;
};

// A boolean element: any non-zero byte is true.
struct BooleanByte {
  uint8_t byte = 0;
};

// Calls `f.template operator()<T>()` with the C++ type of a kind: BooleanByte,
// int8_t, ..., double.
template <typename F>
inline bool DispatchNumber(NumberKind kind, F&& f) {
  switch (kind) {
    case NumberKind::kBoolean:
      return f.template operator()<BooleanByte>();
    case NumberKind::kInt8:
      return f.template operator()<int8_t>();
    case NumberKind::kInt16:
      return f.template operator()<int16_t>();
    case NumberKind::kUInt16:
      return f.template operator()<uint16_t>();
    case NumberKind::kInt32:
      return f.template operator()<int32_t>();
    case NumberKind::kUInt32:
      return f.template operator()<uint32_t>();
    case NumberKind::kInt64:
      return f.template operator()<int64_t>();
    case NumberKind::kUInt64:
      return f.template operator()<uint64_t>();
    case NumberKind::kFloat32:
      return f.template operator()<float>();
    case NumberKind::kFloat64:
      return f.template operator()<double>();
  }
  return false;
}

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_NUMBER_SPAN_H_
