// XCDR payloads as a Sink (transcode/sink.h): values, collections, unions.
// Rules: xcdr.md.

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
#include "codec/plan/form_pair.h"
#include "codec/plan/frame.h"
#include "codec/plan/number_span.h"
#include "codec/plan/tables.h"
#include "codec/plan/union_value.h"
#include "codec/type/wire_profile.h"
#include "codec/wire/encapsulation.h"
#include "codec/wire/long_double.h"
#include "codec/wire/xcdr_member_writer.h"

namespace transcdr {

// Writes one payload in canonical form: zero padding, NUL behind every string,
// no flags in headers but must-understand. Bounds and ranges are the source's
// matter.
template <std::endian kOrder, XcdrVersion kVersion>
class XcdrWriter : public XcdrMemberWriter<kOrder, kVersion> {
 public:
  using Members = XcdrMemberWriter<kOrder, kVersion>;
  using Members::kIsXcdr2;
  using Members::Members;
  using Members::WriteNumber;

  // The encapsulation header that fits the root. First of all.
  // `ros_service_header`: of 16 bytes; "" stands for zeros. It counts only
  // where the profile has one.
  bool Begin(Extensibility root, std::string_view ros_service_header) {
    const auto header =
        EncapsulationHeader(kVersion, FramingOf(kVersion, root), kOrder);
    if (!out_.Append(header.data(), header.size())) return Full();
    origin_ = profile_.alignment_origin == AlignmentOrigin::kHeader
                  ? 0
                  : kEncapsulationSize;
    if (profile_.ros_service_header == RosServiceHeader::kAbsent) return true;
    constexpr char kZeros[kRosServiceHeaderSize] = {};
    return out_.Append(ros_service_header.empty()
                           ? std::string_view(kZeros, sizeof(kZeros))
                           : ros_service_header) ||
           Full();
  }
  // Behind the value. XCDR2 payloads are padded to a multiple of 4, and the
  // options say with how many bytes (XTypes 1.3, 7.6.3.1.2).
  bool End() {
    if constexpr (kIsXcdr2) {
      constexpr char kZeros[3] = {};
      const size_t padding = (0 - out_.size()) & 3;
      if (!out_.Append(kZeros, padding)) return Full();
      *out_.At(kEncapsulationSize - 1) = static_cast<uint8_t>(padding);
    }
    return true;
  }

  bool WriteBoolean(bool value) {
    return WriteNumber(static_cast<uint8_t>(value ? 1 : 0));
  }

  bool WriteFloat128(Float128 value) {
    if (profile_.long_double_form == LongDoubleForm::kX87 &&
        !X87FromBinary128(&value)) {
      return Refuse("long double", "a number that 64 bits of significand hold",
                    "more bits");
    }
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
  bool WriteChar16(FormPair<WcharWidth> width, char16_t value) {
    return InThisVersion(width) == WcharWidth::k16
               ? WriteNumber(value)
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

  bool WriteWString(FormPair<WstringForm> forms, std::u16string_view value) {
    if (value.size() >= UINT32_MAX / 4) {
      return TooLong("wide string units", value.size());
    }
    if (value.find(u'\0') != std::u16string_view::npos) {
      return Refuse("wide string", "no NUL within", "a NUL");
    }
    const auto units = static_cast<uint32_t>(value.size());
    switch (InThisVersion(forms)) {
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

  // frame.sink of a collection: [0] where its count is, [1] of a map where the
  // key is, [2] where its DHEADER is.
  bool BeginArray(const ElementInfo& info, Frame& frame) {
    return OpenCollection(info, frame);
  }
  bool BeginSequence(const ElementInfo& info, Frame& frame) {
    return OpenCollection(info, frame) && Reserve(&frame.sink[0]);
  }
  bool BeginElement(Frame&) { return true; }
  bool EndElements(const ElementInfo& info, Frame& frame) {
    return (frame.op->code == OpCode::kArray ||
            Patch(frame.sink[0], frame.index, "elements")) &&
           CloseCollection(info, frame);
  }

  bool BeginMap(const MapInfo& info, Frame& frame) {
    return OpenCollection(info.entry, frame) && Reserve(&frame.sink[0]);
  }
  bool BeginMapKey(const MapInfo&, Frame& frame) {
    frame.sink[1] = out_.size();
    return true;
  }
  bool BeginMapValue(const MapInfo&, Frame&) { return true; }
  bool EndEntry(const MapInfo&, Frame&) { return true; }
  bool EndMap(const MapInfo& info, Frame& frame) {
    return Patch(frame.sink[0], frame.index, "elements") &&
           CloseCollection(info.entry, frame);
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

  bool BeginUnion(const UnionInfo& info, const EnumInfo* enum_info,
                  Frame& frame, const UnionValue& value) {
    if (info.extensibility != Extensibility::kFinal &&
        !this->OpenBody(info.extensibility, frame)) {
      return false;
    }
    if (info.extensibility != Extensibility::kMutable) {
      return WriteDiscriminator(info, enum_info, value);
    }
    // XTypes 1.3, 7.2.2.4.4.4: 0 is the discriminator's id.
    return this->OpenEntry(0, false, info.discriminator_length_code, frame) &&
           WriteDiscriminator(info, enum_info, value) &&
           this->CloseEntry(info.extensibility, frame);
  }
  bool BeginCase(const UnionInfo& info, const UnionValue& value, Frame& frame) {
    if (info.extensibility != Extensibility::kMutable) return true;
    const MemberInfo& member = info.cases[value.selected].member;
    return this->OpenEntry(member.id, member.is_must_understand,
                           member.length_code, frame);
  }
  bool EndUnion(const UnionInfo& info, Frame& frame) {
    return info.extensibility == Extensibility::kFinal ||
           (this->CloseEntry(info.extensibility, frame) &&
            this->CloseBody(info.extensibility, frame));
  }

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
  using Members::fault_;
  using Members::Full;
  using Members::origin_;
  using Members::out_;
  using Members::Patch;
  using Members::Place;
  using Members::profile_;
  using Members::Refuse;
  using Members::Reserve;
  using Members::TooLong;
  using Members::value_start_;
  using Members::WriteSized;

  template <typename Form>
  static Form InThisVersion(FormPair<Form> forms) {
    return kIsXcdr2 ? forms.xcdr2 : forms.xcdr1;
  }

  bool OpenCollection(const ElementInfo& info, Frame& frame) {
    if constexpr (kIsXcdr2) {
      if (info.has_header) return Reserve(&frame.sink[2]);
    }
    return true;
  }
  bool CloseCollection(const ElementInfo& info, Frame& frame) {
    if constexpr (kIsXcdr2) {
      if (info.has_header) return this->PatchSize(frame.sink[2]);
    }
    return true;
  }

  bool WriteDiscriminator(const UnionInfo& info, const EnumInfo* enum_info,
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
        return WriteChar16(info.wchar_width, static_cast<char16_t>(number));
      default:  // kEnum: TypeBuilder lets no other kind through
        return WriteEnum(*enum_info, static_cast<int32_t>(number));
    }
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

  bool WriteCount(uint64_t count) {
    if (count > UINT32_MAX) return TooLong("elements", count);
    return WriteNumber(static_cast<uint32_t>(count));
  }
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_XCDR_WRITER_H_
