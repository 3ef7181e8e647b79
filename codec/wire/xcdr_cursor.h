// The bytes of an XCDR payload, front to back: alignment, numbers, ends,
// faults. What xcdr_member_reader.h and xcdr_reader.h build on.

#ifndef TRANSCDR_CODEC_WIRE_XCDR_CURSOR_H_
#define TRANSCDR_CODEC_WIRE_XCDR_CURSOR_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codec/base/byte_order.h"
#include "codec/base/fault.h"
#include "codec/type/wire_profile.h"
#include "codec/wire/encapsulation.h"
#include "codec/wire/wire_options.h"

namespace transcdr {

// Never reads outside of the payload, nor behind the end of the body that is
// open. The first failure is left in `fault`. Borrows everything it is given.
template <std::endian kOrder, XcdrVersion kVersion>
class XcdrCursor {
 public:
  static constexpr bool kIsXcdr2 = kVersion == XcdrVersion::k2;
  // XTypes 1.3, 7.4.1.1 and 7.4.2.
  static constexpr size_t kMaxAlignment = kIsXcdr2 ? 4 : 8;

  // `payload` has its encapsulation header, which the caller has read.
  // REQUIRES: payload.size() >= kEncapsulationSize.
  XcdrCursor(std::string_view payload, const WireProfile& profile,
             const WireOptions& options, Fault* fault)
      : begin_(reinterpret_cast<const uint8_t*>(payload.data())),
        position_(begin_ + kEncapsulationSize),
        end_(begin_ + payload.size()),
        value_(position_),
        origin_(profile.alignment_origin == AlignmentOrigin::kHeader
                    ? begin_
                    : position_),
        profile_(profile),
        options_(options),
        fault_(fault) {}

  // Where the value read last began, from the first byte of the payload.
  uint64_t value_offset() const { return Offset(value_); }
  // Bytes behind the value, up to the end of the open body.
  size_t remaining() const { return static_cast<size_t>(end_ - position_); }

  template <Scalar T>
  [[gnu::always_inline]] bool ReadNumber(T* value) {
    if (!Take(sizeof(T), sizeof(T))) return false;
    *value = Load<kOrder, T>(value_);
    return true;
  }

 protected:
  uint64_t Offset(const uint8_t* at) const {
    return static_cast<uint64_t>(at - begin_);
  }

  // Steps over padding and `size` bytes, which then begin at value_. Inlined,
  // so that alignment and size are constants: a scalar costs two comparisons.
  [[gnu::always_inline]] bool Take(size_t alignment, uint64_t size) {
    alignment = std::min(alignment, kMaxAlignment);
    const size_t padding =
        (origin_ - position_) & static_cast<ptrdiff_t>(alignment - 1);
    const size_t left = remaining();
    // `size` is far below 2^64 - 8: at most a count of 32 bits times 8.
    if (left < padding + size) {
      return Truncated(position_ + std::min(padding, left), size);
    }
    if (options_.strict && !CheckPadding(padding)) return false;
    value_ = position_ + padding;
    position_ = value_ + size;
    return true;
  }

  bool TakeBytes(uint64_t count, std::string_view* value) {
    if (count > remaining()) return Truncated(position_, count);
    *value = {reinterpret_cast<const char*>(position_),
              static_cast<size_t>(count)};
    value_ = position_;
    position_ += count;
    return true;
  }

  bool CheckPadding(size_t padding) {
    for (size_t i = 0; i < padding; ++i) {
      if (position_[i] != 0) {
        return Malformed(position_ + i, "padding byte", "0", position_[i]);
      }
    }
    return true;
  }

  // Failures stay out of the way of what does not fail.
  [[gnu::noinline, gnu::cold]] bool Truncated(const uint8_t* at,
                                              uint64_t needed) {
    *fault_ = {.reason = FaultReason::kPayloadTruncated,
               .byte_offset = Offset(at),
               .expected_number = static_cast<int64_t>(needed),
               .actual_number = static_cast<int64_t>(end_ - at)};
    return false;
  }

  [[gnu::noinline, gnu::cold]] bool Malformed(const uint8_t* at,
                                              const char* what,
                                              const char* expected,
                                              int64_t number,
                                              const char* words = "") {
    *fault_ = {.reason = FaultReason::kPayloadMalformed,
               .byte_offset = Offset(at),
               .what = what,
               .actual_number = number,
               .expected = expected,
               .actual = words};
    return false;
  }

  const uint8_t* begin_;
  const uint8_t* position_;
  const uint8_t* end_;  // of the open body: the payload's, or a nested one's
  const uint8_t* value_;
  const uint8_t* origin_;  // alignment counts from here
  const WireProfile& profile_;
  const WireOptions options_;
  Fault* fault_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_XCDR_CURSOR_H_
