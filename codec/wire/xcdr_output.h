// The bytes of an XCDR payload as they are written: alignment, numbers, faults.
// What xcdr_member_writer.h and xcdr_writer.h build on.

#ifndef TRANSCDR_CODEC_WIRE_XCDR_OUTPUT_H_
#define TRANSCDR_CODEC_WIRE_XCDR_OUTPUT_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "codec/base/byte_order.h"
#include "codec/base/fault.h"
#include "codec/base/output_buffer.h"
#include "codec/type/wire_profile.h"
#include "codec/wire/encapsulation.h"

namespace transcdr {

// Leaves the reason of a failure in `fault`, without an offset: that is the
// source's to tell.
template <std::endian kOrder, XcdrVersion kVersion>
class XcdrOutput {
 public:
  static constexpr bool kIsXcdr2 = kVersion == XcdrVersion::k2;
  static constexpr size_t kMaxAlignment = kIsXcdr2 ? 4 : 8;

  XcdrOutput(const WireProfile& profile, OutputBuffer* out, Fault* fault)
      : out_(*out), profile_(profile), fault_(fault) {}

  template <Scalar T>
  bool WriteNumber(T value) {
    uint8_t* to = Place(sizeof(T), sizeof(T));
    if (to == nullptr) return Full();
    Store<kOrder>(to, value);
    out_.Advance(to + sizeof(T));
    return true;
  }

 protected:
  // Zero padding, then room for `size` bytes at the returned address; the
  // position is behind the padding. Null when the output is full.
  uint8_t* Place(size_t alignment, size_t size) {
    alignment = std::min(alignment, kMaxAlignment);
    const size_t padding = (origin_ - out_.size()) & (alignment - 1);
    // Clears 8 bytes always: a store, where a variable number is a call.
    constexpr size_t kMaxPadding = 8;
    uint8_t* to = out_.Ensure(kMaxPadding + size);
    if (to == nullptr) return nullptr;
    std::memset(to, 0, kMaxPadding);
    out_.Advance(to + padding);
    value_start_ = out_.size();
    return to + padding;
  }

  bool WriteSized(uint8_t size, uint64_t value) {
    switch (size) {
      case 1:
        return WriteNumber(static_cast<uint8_t>(value));
      case 2:
        return WriteNumber(static_cast<uint16_t>(value));
      case 4:
        return WriteNumber(static_cast<uint32_t>(value));
      default:
        return WriteNumber(value);
    }
  }

  // The uint32 at `offset` of the output, written before its value was known.
  bool Patch(uint64_t offset, uint64_t value, const char* what) {
    if (value > UINT32_MAX) return TooLong(what, value);
    Store<kOrder>(out_.At(offset), static_cast<uint32_t>(value));
    return true;
  }
  // A uint32 to be patched; *offset is where it is in the output.
  bool Reserve(uint64_t* offset) {
    if (!WriteNumber(uint32_t{0})) return false;
    *offset = out_.size() - sizeof(uint32_t);
    return true;
  }

  bool Full() {
    *fault_ = {.reason = FaultReason::kLimitExceeded,
               .what = "output bytes",
               .expected_number = static_cast<int64_t>(out_.max_bytes()),
               .limit_name = "max_output_bytes"};
    return false;
  }
  bool TooLong(const char* what, uint64_t size) {
    *fault_ = {.reason = FaultReason::kValueOutOfRange,
               .what = what,
               .actual_number = static_cast<int64_t>(size),
               .expected = "at most 4294967295"};
    return false;
  }
  bool Refuse(const char* what, const char* expected, const char* actual) {
    *fault_ = {.reason = FaultReason::kValueOutOfRange,
               .what = what,
               .expected = expected,
               .actual = actual};
    return false;
  }

  OutputBuffer& out_;
  const WireProfile& profile_;
  Fault* fault_;
  size_t origin_ = 0;       // alignment counts from here (of out_.size())
  size_t value_start_ = 0;  // where the scalar written last begins
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_XCDR_OUTPUT_H_
