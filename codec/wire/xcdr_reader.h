// XCDR1 plain payloads as a Source (transcode/source.h). Rules: xcdr.md.

#ifndef TRANSCDR_CODEC_WIRE_XCDR_READER_H_
#define TRANSCDR_CODEC_WIRE_XCDR_READER_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "codec/base/byte_order.h"
#include "codec/base/fault.h"
#include "codec/plan/frame.h"
#include "codec/plan/number_span.h"
#include "codec/plan/tables.h"
#include "codec/plan/union_value.h"
#include "codec/type/wire_profile.h"
#include "codec/wire/encapsulation.h"
#include "codec/wire/wire_options.h"

namespace transcdr {

// Reads one payload front to back. Never reads outside of it; the first failure
// is left in `fault`. Borrows everything it is given.
template <std::endian kOrder>
class XcdrReader {
 public:
  // `payload` has its encapsulation header, which the caller has read.
  // REQUIRES: payload.size() >= kEncapsulationSize.
  XcdrReader(std::string_view payload, const WireOptions& options,
             std::u16string* wide_scratch, Fault* fault)
      : begin_(reinterpret_cast<const uint8_t*>(payload.data())),
        origin_(begin_ + kEncapsulationSize),
        position_(origin_),
        end_(begin_ + payload.size()),
        value_(position_),
        options_(options),
        wide_scratch_(wide_scratch),
        fault_(fault) {}

  // Where the value read last began, from the first byte of the payload.
  uint64_t value_offset() const { return Offset(value_); }
  // Bytes behind the value.
  size_t remaining() const { return static_cast<size_t>(end_ - position_); }
  uint64_t offset() const { return Offset(position_); }
  const uint8_t* position() const { return position_; }

  bool ReadBoolean(bool* value) {
    uint8_t byte{};
    if (!ReadNumber(&byte)) return false;
    if (byte > 1 && !CheckBoolean(value_, 1)) return false;
    *value = byte != 0;
    return true;
  }

  template <Scalar T>
  [[gnu::always_inline]] bool ReadNumber(T* value) {
    if (!Take(sizeof(T), sizeof(T))) return false;
    *value = Load<kOrder, T>(value_);
    return true;
  }

  // 16 bytes, aligned to 8.
  bool ReadFloat128(Float128* value) {
    if (!Take(8, sizeof(value->bytes))) return false;
    std::memcpy(value->bytes, value_, sizeof(value->bytes));
    if constexpr (kOrder == std::endian::big) {
      std::reverse(std::begin(value->bytes), std::end(value->bytes));
    }
    return true;
  }

  bool ReadChar8(uint8_t* value) { return ReadNumber(value); }

  bool ReadChar16(WcharWidth width, char16_t* value) {
    if (width == WcharWidth::k16) return ReadNumber(value);
    uint32_t wide{};
    if (!ReadNumber(&wide)) return false;
    if (wide > 0xffff) return BadWideUnit(value_, wide);
    *value = static_cast<char16_t>(wide);
    return true;
  }

  // uint32 length with the NUL, then the bytes. Tolerated unless strict: length
  // 0 for "", a missing NUL.
  [[gnu::always_inline]] bool ReadString(uint32_t bound,
                                         std::string_view* value) {
    uint32_t length{};
    if (!ReadNumber(&length)) return false;
    // What nearly all strings are: whole, with their NUL, and without a bound.
    const size_t last = size_t{length} - 1;  // huge when length is 0
    if (last < remaining() && position_[last] == 0 && bound == 0) {
      *value = {reinterpret_cast<const char*>(position_), last};
      position_ += length;
      return true;
    }
    return ReadUncommonString(length, bound, value);
  }

  bool ReadWString(WstringForm form, uint32_t bound,
                   std::u16string_view* value) {
    uint32_t length{};
    if (!ReadNumber(&length)) return false;
    const uint8_t* start = value_;
    const bool wide =
        form == WstringForm::kUnits32 || form == WstringForm::kUnits32Nul;
    const bool counts_bytes =
        form == WstringForm::kBytes16 || form == WstringForm::kBytes16Nul;
    const bool has_nul =
        form == WstringForm::kBytes16Nul || form == WstringForm::kUnits32Nul;
    if (counts_bytes && length % 2 != 0) {
      return Malformed(start, "byte length of a wide string", "an even number",
                       length, "");
    }
    uint64_t units = counts_bytes ? length / 2 : length;
    const uint64_t bytes = units * (wide ? 4 : 2);
    if (bytes > remaining()) return Truncated(position_, bytes);
    const uint8_t* at = position_;
    position_ += bytes;
    if (has_nul && units == 0 && options_.strict) {
      return Malformed(start, "wide string length", "at least 1 unit", 0,
                       "0, without a NUL");
    }
    wide_scratch_->clear();
    for (; at < position_; at += wide ? 4 : 2) {
      const uint32_t unit =
          wide ? Load<kOrder, uint32_t>(at) : Load<kOrder, uint16_t>(at);
      if (unit <= 0xffff) {
        wide_scratch_->push_back(static_cast<char16_t>(unit));
      } else if (unit <= 0x10ffff && !options_.strict) {
        // Fast CDR 1 widens code points where ROS 2 widens units.
        wide_scratch_->push_back(static_cast<char16_t>(0xd7c0 + (unit >> 10)));
        wide_scratch_->push_back(
            static_cast<char16_t>(0xdc00 | (unit & 0x3ff)));
      } else {
        return BadWideUnit(at, unit);
      }
    }
    if (has_nul && !wide_scratch_->empty()) {
      if (wide_scratch_->back() == 0) {
        wide_scratch_->pop_back();
      } else if (options_.strict) {
        return Malformed(start, "last unit of a wide string", "a NUL",
                         wide_scratch_->back(), "");
      }
    }
    *value = *wide_scratch_;
    return CheckBound("wide string units", bound, value->size(), start);
  }

  // Signed, as wide as the bit bound asks (XTypes 1.3, 7.3.1.2.1.5).
  bool ReadEnum(const EnumInfo& info, int32_t* value) {
    int64_t number{};
    if (!ReadSigned(info.size, &number)) return false;
    *value = static_cast<int32_t>(number);
    return true;
  }

  bool ReadBitmask(const BitmaskInfo& info, uint64_t* value) {
    if (!ReadUnsigned(info.size, value)) return false;
    if (info.bit_bound < 64 && *value >> info.bit_bound != 0) {
      return Malformed(value_, "bitmask", "no bit at or above the bit bound",
                       static_cast<int64_t>(*value), "");
    }
    return true;
  }

  // Fields from the least significant bit on; bits without a field are dropped.
  bool ReadBitset(const BitsetInfo& info, uint64_t* value) {
    return ReadUnsigned(info.size, value);
  }

  bool ReadDummyOctet() {
    uint8_t octet{};
    return ReadNumber(&octet);
  }

  bool BeginStruct(const StructInfo&, Frame&) { return true; }
  bool ReadMember(const StructInfo&, uint32_t, Frame&, bool* present) {
    *present = true;
    return true;
  }
  bool EndStruct(const StructInfo&, Frame&) { return true; }

  bool BeginArray(Frame&) { return true; }
  bool BeginSequence(const ElementInfo& info, Frame& frame) {
    return ReadCount(info.min_size, frame.op->arg, &frame.count);
  }
  bool MoreElements(Frame& frame, bool* more) {
    *more = frame.index < frame.count;
    return true;
  }

  bool BeginMap(const MapInfo& info, Frame& frame) {
    return ReadCount(info.entry.min_size, frame.op->arg, &frame.count);
  }
  bool MoreEntries(const MapInfo&, Frame& frame, bool* more) {
    *more = frame.index < frame.count;
    return true;
  }
  bool BeginMapValue(const MapInfo&, Frame&) { return true; }
  bool EndEntry(const MapInfo&, Frame&) { return true; }
  // Duplicate keys are the document's matter.
  bool KeysMustDiffer(const MapInfo&, const Frame&) const { return false; }

  bool BeginUnion(const UnionInfo& info, const EnumInfo* enum_info, Frame&,
                  UnionValue* value) {
    if (!ReadDiscriminator(info, enum_info, &value->discriminator)) {
      return false;
    }
    value->selected = info.FindCase(value->discriminator);
    return true;
  }
  bool EndUnion(const UnionInfo&, Frame&) { return true; }

  bool ReadBytes(const Op& op, std::string_view* value) {
    uint64_t count = op.arg;
    if (op.code == OpCode::kByteSequence && !ReadCount(1, op.arg, &count)) {
      return false;
    }
    return TakeBytes(count, value);
  }
  bool ReadChars(const Op& op, std::string_view* value) {
    uint64_t count = op.arg;
    if (op.code == OpCode::kCharSequence && !ReadCount(1, op.arg, &count)) {
      return false;
    }
    return TakeBytes(count, value);
  }

  // An empty sequence is not followed by alignment for elements that are not
  // there.
  template <typename T>
  bool ReadNumbers(const Op& op, NumberSpan* value) {
    uint64_t count = op.arg;
    if (op.code == OpCode::kNumberSequence &&
        !ReadCount(sizeof(T), op.arg, &count)) {
      return false;
    }
    value->count = static_cast<size_t>(count);
    value->order = kOrder;
    value->data = position_;
    if (count == 0) return true;
    if (!Take(sizeof(T), count * sizeof(T))) return false;
    value->data = value_;
    if constexpr (std::is_same_v<T, BooleanByte>) {
      return CheckBoolean(value_, value->count);
    }
    return true;
  }

 private:
  uint64_t Offset(const uint8_t* at) const {
    return static_cast<uint64_t>(at - begin_);
  }

  // Steps over padding and `size` bytes, which then begin at value_. Inlined,
  // so that alignment and size are constants: a scalar costs two comparisons.
  [[gnu::always_inline]] bool Take(size_t alignment, uint64_t size) {
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

  // An element count: checked against the bound and against what is left,
  // before anything is done with it.
  bool ReadCount(uint32_t min_size, uint32_t bound, uint64_t* count) {
    uint32_t number{};
    if (!ReadNumber(&number)) return false;
    *count = number;
    if (!CheckBound("elements", bound, number, value_)) return false;
    const uint64_t needed = static_cast<uint64_t>(number) * min_size;
    return needed <= remaining() || Truncated(position_, needed);
  }

  // Any string, behind its length.
  [[gnu::noinline]] bool ReadUncommonString(uint32_t length, uint32_t bound,
                                            std::string_view* value) {
    const uint8_t* start = value_;
    if (length == 0) {
      *value = {};
      return !options_.strict || Malformed(start, "string length", "at least 1",
                                           0, "0, without a NUL");
    }
    if (length > remaining()) return Truncated(position_, length);
    const auto* text = reinterpret_cast<const char*>(position_);
    position_ += length;
    if (text[length - 1] == '\0') {
      *value = {text, length - 1};
    } else if (options_.strict) {
      return Malformed(position_ - 1, "last byte of a string", "a NUL",
                       static_cast<uint8_t>(text[length - 1]), "");
    } else {
      *value = {text, length};
    }
    return CheckBound("string bytes", bound, value->size(), start);
  }

  bool ReadSigned(uint8_t size, int64_t* value) {
    switch (size) {
      case 1:
        return ReadAs<int8_t>(value);
      case 2:
        return ReadAs<int16_t>(value);
      case 4:
        return ReadAs<int32_t>(value);
      default:
        return ReadAs<int64_t>(value);
    }
  }
  bool ReadUnsigned(uint8_t size, uint64_t* value) {
    switch (size) {
      case 1:
        return ReadAs<uint8_t>(value);
      case 2:
        return ReadAs<uint16_t>(value);
      case 4:
        return ReadAs<uint32_t>(value);
      default:
        return ReadAs<uint64_t>(value);
    }
  }
  template <typename T, typename Wide>
  bool ReadAs(Wide* value) {
    T narrow{};
    if (!ReadNumber(&narrow)) return false;
    *value = static_cast<Wide>(narrow);
    return true;
  }

  bool ReadDiscriminator(const UnionInfo& info, const EnumInfo* enum_info,
                         int64_t* value) {
    switch (info.discriminator) {
      case TypeKind::kBoolean: {
        bool boolean = false;
        if (!ReadBoolean(&boolean)) return false;
        *value = boolean ? 1 : 0;
        return true;
      }
      case TypeKind::kByte:
      case TypeKind::kUInt8:
      case TypeKind::kChar8:
        return ReadAs<uint8_t>(value);
      case TypeKind::kInt8:
        return ReadAs<int8_t>(value);
      case TypeKind::kInt16:
        return ReadAs<int16_t>(value);
      case TypeKind::kUInt16:
        return ReadAs<uint16_t>(value);
      case TypeKind::kInt32:
        return ReadAs<int32_t>(value);
      case TypeKind::kUInt32:
        return ReadAs<uint32_t>(value);
      case TypeKind::kInt64:
        return ReadAs<int64_t>(value);
      case TypeKind::kUInt64:
        return ReadAs<uint64_t>(value);
      case TypeKind::kChar16: {
        char16_t unit{};
        if (!ReadChar16(static_cast<WcharWidth>(info.wchar_flags), &unit)) {
          return false;
        }
        *value = unit;
        return true;
      }
      default:  // kEnum: TypeBuilder lets no other kind through
        return ReadSigned(enum_info->size, value);
    }
  }

  bool CheckBound(const char* what, uint32_t bound, uint64_t size,
                  const uint8_t* at) {
    if (bound == 0 || size <= bound ||
        options_.bounds_policy == BoundsPolicy::kIgnore) {
      return true;
    }
    *fault_ = {.reason = FaultReason::kBoundExceeded,
               .byte_offset = Offset(at),
               .what = what,
               .expected_number = bound,
               .actual_number = static_cast<int64_t>(size)};
    return false;
  }

  bool CheckBoolean(const uint8_t* bytes, size_t count) {
    if (options_.lenient_booleans && !options_.strict) return true;
    for (const uint8_t* at = bytes; at < bytes + count; ++at) {
      if (*at > 1) return Malformed(at, "boolean byte", "0 or 1", *at, "");
    }
    return true;
  }

  bool CheckPadding(size_t padding) {
    for (size_t i = 0; i < padding; ++i) {
      if (position_[i] != 0) {
        return Malformed(position_ + i, "padding byte", "0", position_[i], "");
      }
    }
    return true;
  }

  bool BadWideUnit(const uint8_t* at, uint32_t unit) {
    return Malformed(at, "wide character", "a UTF-16 unit, 0 to 65535", unit,
                     "");
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
                                              const char* words) {
    *fault_ = {.reason = FaultReason::kPayloadMalformed,
               .byte_offset = Offset(at),
               .what = what,
               .actual_number = number,
               .expected = expected,
               .actual = words};
    return false;
  }

  const uint8_t* begin_;
  const uint8_t* origin_;  // alignment counts from here
  const uint8_t* position_;
  const uint8_t* end_;
  const uint8_t* value_;
  const WireOptions options_;
  std::u16string* wide_scratch_;
  Fault* fault_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_XCDR_READER_H_
