// XCDR1 plain payloads as a Sink (transcode/sink.h). Rules: xcdr.md.

#ifndef TRANSCDR_CODEC_WIRE_XCDR_WRITER_H_
#define TRANSCDR_CODEC_WIRE_XCDR_WRITER_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "codec/base/byte_order.h"
#include "codec/base/fault.h"
#include "codec/base/output_buffer.h"
#include "codec/plan/frame.h"
#include "codec/plan/number_span.h"
#include "codec/plan/tables.h"
#include "codec/plan/union_value.h"
#include "codec/type/wire_profile.h"
#include "codec/wire/encapsulation.h"

namespace transcdr {

// Writes one payload in canonical form: zero padding, NUL behind every string,
// options 0. Leaves the reason of a failure in `fault`, without an offset: that
// is the source's to tell. Bounds and ranges are the source's matter too.
template <std::endian kOrder>
class XcdrWriter {
 public:
  XcdrWriter(OutputBuffer* out, Fault* fault) : out_(*out), fault_(fault) {}

  // The encapsulation header. First of all.
  bool Begin() {
    const auto header = PlainHeader(kOrder);
    if (!out_.Append(header.data(), header.size())) return Full();
    origin_ = out_.size();
    return true;
  }

  bool WriteBoolean(bool value) {
    return WriteNumber(static_cast<uint8_t>(value ? 1 : 0));
  }

  template <Scalar T>
  bool WriteNumber(T value) {
    uint8_t* to = Place(sizeof(T), sizeof(T));
    if (to == nullptr) return Full();
    Store<kOrder>(to, value);
    out_.Advance(to + sizeof(T));
    return true;
  }

  bool WriteFloat128(const Float128& value) {
    uint8_t* to = Place(8, sizeof(value.bytes));
    if (to == nullptr) return Full();
    std::memcpy(to, value.bytes, sizeof(value.bytes));
    if constexpr (kOrder == std::endian::big) {
      std::reverse(to, to + sizeof(value.bytes));
    }
    out_.Advance(to + sizeof(value.bytes));
    return true;
  }

  bool WriteChar8(uint8_t value) { return WriteNumber(value); }
  bool WriteChar16(WcharWidth width, char16_t value) {
    return width == WcharWidth::k16 ? WriteNumber(value)
                                    : WriteNumber(uint32_t{value});
  }

  bool WriteString(std::string_view value) {
    if (value.size() >= UINT32_MAX)
      return TooLong("string bytes", value.size());
    if (value.find('\0') != std::string_view::npos) {
      // Readers in C would cut the text there.
      return Refuse("string", "no NUL within", "a NUL");
    }
    const auto length = static_cast<uint32_t>(value.size() + 1);
    return WriteNumber(length) && (out_.Append(value) || Full()) &&
           WriteNumber(uint8_t{0});
  }

  bool WriteWString(WstringForm form, std::u16string_view value) {
    if (value.size() >= UINT32_MAX / 4) {
      return TooLong("wide string units", value.size());
    }
    if (value.find(u'\0') != std::u16string_view::npos) {
      return Refuse("wide string", "no NUL within", "a NUL");
    }
    const auto units = static_cast<uint32_t>(value.size());
    switch (form) {
      case WstringForm::kBytes16:
        return WriteNumber(2 * units) && WriteUnits<uint16_t>(value);
      case WstringForm::kBytes16Nul:
        return WriteNumber(2 * (units + 1)) && WriteUnits<uint16_t>(value) &&
               WriteNumber(uint16_t{0});
      case WstringForm::kUnits16:
        return WriteNumber(units) && WriteUnits<uint16_t>(value);
      case WstringForm::kUnits32:
        return WriteNumber(units) && WriteUnits<uint32_t>(value);
      case WstringForm::kUnits32Nul:
        return WriteNumber(units + 1) && WriteUnits<uint32_t>(value) &&
               WriteNumber(uint32_t{0});
    }
    return false;
  }

  bool WriteEnum(const EnumInfo& info, int32_t value) {
    return WriteSized(info.size, static_cast<uint64_t>(int64_t{value}));
  }
  bool WriteBitmask(const BitmaskInfo& info, uint64_t value) {
    return WriteSized(info.size, value);
  }
  bool WriteBitset(const BitsetInfo& info, uint64_t value) {
    return WriteSized(info.size, value);
  }
  bool WriteDummyOctet() { return WriteNumber(uint8_t{0}); }

  bool BeginStruct(const StructInfo&, Frame&) { return true; }
  bool BeginMember(const StructInfo&, uint32_t, Frame&) { return true; }
  bool EndStruct(const StructInfo&, Frame&) { return true; }

  bool BeginArray(Frame&) { return true; }
  bool BeginSequence(Frame& frame) { return ReserveCount(&frame.sink[0]); }
  bool BeginElement(Frame&) { return true; }
  bool EndElements(Frame& frame) {
    return frame.op->code == OpCode::kArray ||
           PatchCount(frame.sink[0], frame.index);
  }

  bool BeginMap(const MapInfo&, Frame& frame) {
    return ReserveCount(&frame.sink[0]);
  }
  bool BeginMapKey(const MapInfo&, Frame& frame) {
    frame.sink[1] = out_.size();
    return true;
  }
  bool BeginMapValue(const MapInfo&, Frame&) { return true; }
  bool EndEntry(const MapInfo&, Frame&) { return true; }
  bool EndMap(const MapInfo&, Frame& frame) {
    return PatchCount(frame.sink[0], frame.index);
  }
  bool KeysMustDiffer(const MapInfo&, const Frame&) const { return false; }
  // The key just written, without the padding before it where the key is a
  // scalar or a string. REQUIRES: called before BeginMapValue.
  std::string_view KeyBytes(const MapInfo& info, const Frame& frame) const {
    size_t start = frame.sink[1];
    const bool is_string = info.key_kind == TypeKind::kString8 ||
                           info.key_kind == TypeKind::kString16;
    if (is_string) {
      start += (origin_ - start) & 3;
    } else if (IsPrimitive(info.key_kind) || info.key_kind == TypeKind::kEnum ||
               info.key_kind == TypeKind::kBitmask ||
               info.key_kind == TypeKind::kBitset) {
      start = value_start_;
    }
    return {reinterpret_cast<const char*>(out_.At(start)), out_.size() - start};
  }

  bool BeginUnion(const UnionInfo& info, const EnumInfo* enum_info, Frame&,
                  const UnionValue& value) {
    const int64_t number = value.discriminator;
    switch (info.discriminator) {
      case TypeKind::kBoolean:
      case TypeKind::kByte:
      case TypeKind::kInt8:
      case TypeKind::kUInt8:
      case TypeKind::kChar8:
        return WriteNumber(static_cast<uint8_t>(number));
      case TypeKind::kInt16:
      case TypeKind::kUInt16:
        return WriteNumber(static_cast<uint16_t>(number));
      case TypeKind::kInt32:
      case TypeKind::kUInt32:
        return WriteNumber(static_cast<uint32_t>(number));
      case TypeKind::kInt64:
      case TypeKind::kUInt64:
        return WriteNumber(number);
      case TypeKind::kChar16:
        return WriteChar16(static_cast<WcharWidth>(info.wchar_flags),
                           static_cast<char16_t>(number));
      default:  // kEnum: TypeBuilder lets no other kind through
        return WriteEnum(*enum_info, static_cast<int32_t>(number));
    }
  }
  bool BeginCase(const UnionInfo&, const UnionValue&) { return true; }
  bool EndUnion(const UnionInfo&, Frame&) { return true; }

  bool WriteBytes(const Op& op, std::string_view bytes) {
    return (op.code == OpCode::kByteArray || WriteCount(bytes.size())) &&
           (out_.Append(bytes) || Full());
  }
  bool WriteChars(const Op& op, std::string_view bytes) {
    return (op.code == OpCode::kCharArray || WriteCount(bytes.size())) &&
           (out_.Append(bytes) || Full());
  }

  template <typename T>
  bool WriteNumbers(const Op& op, const NumberSpan& span) {
    if (op.code == OpCode::kNumberSequence && !WriteCount(span.count)) {
      return false;
    }
    if (span.count == 0) return true;
    if (Place(sizeof(T), 0) == nullptr) return Full();
    if constexpr (sizeof(T) == 1 && !std::is_same_v<T, BooleanByte>) {
      return out_.Append(span.data, span.count) || Full();
    } else if constexpr (!std::is_same_v<T, BooleanByte>) {
      if (span.order == kOrder) {
        return out_.Append(span.data, span.count * sizeof(T)) || Full();
      }
    }
    return ConvertNumbers<T>(span);
  }

 private:
  // Zero padding, then room for `size` bytes at the returned address; the
  // position is behind the padding. Null when the output is full.
  uint8_t* Place(size_t alignment, size_t size) {
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

  template <typename T>
  bool WriteUnits(std::u16string_view units) {
    for (const char16_t unit : units) {
      if (!WriteNumber(static_cast<T>(unit))) return false;
    }
    return true;
  }

  // Element by element: another byte order, or booleans to be made 0 and 1.
  template <typename T>
  bool ConvertNumbers(const NumberSpan& span) {
    constexpr size_t kChunk = 512;
    for (size_t done = 0; done < span.count;) {
      const size_t n = std::min(kChunk, span.count - done);
      uint8_t* to = out_.Ensure(n * sizeof(T));
      if (to == nullptr) return Full();
      const uint8_t* from = span.data + done * sizeof(T);
      for (size_t i = 0; i < n; ++i, to += sizeof(T), from += sizeof(T)) {
        if constexpr (std::is_same_v<T, BooleanByte>) {
          *to = *from != 0 ? 1 : 0;
        } else {
          BitsOf<T> bits;
          std::memcpy(&bits, from, sizeof(bits));
          bits = ByteSwap(bits);
          std::memcpy(to, &bits, sizeof(bits));
        }
      }
      out_.Advance(to);
      done += n;
    }
    return true;
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

  bool WriteCount(uint64_t count) {
    if (count > UINT32_MAX) return TooLong("elements", count);
    return WriteNumber(static_cast<uint32_t>(count));
  }
  bool ReserveCount(uint64_t* offset) {
    if (!WriteNumber(uint32_t{0})) return false;
    *offset = out_.size() - sizeof(uint32_t);
    return true;
  }
  bool PatchCount(uint64_t offset, uint64_t count) {
    if (count > UINT32_MAX) return TooLong("elements", count);
    Store<kOrder>(out_.At(offset), static_cast<uint32_t>(count));
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
  Fault* fault_;
  size_t origin_ = 0;       // alignment counts from here (of out_.size())
  size_t value_start_ = 0;  // where the scalar written last begins
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_XCDR_WRITER_H_
