// XCDR payloads as a Source (transcode/source.h): values, collections, unions.
// Rules: xcdr.md.

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
#include "codec/plan/form_pair.h"
#include "codec/plan/frame.h"
#include "codec/plan/number_span.h"
#include "codec/plan/tables.h"
#include "codec/plan/union_value.h"
#include "codec/type/wire_profile.h"
#include "codec/wire/long_double.h"
#include "codec/wire/xcdr_member_reader.h"

namespace transcdr {

// Reads one payload front to back.
template <std::endian kOrder, XcdrVersion kVersion>
class XcdrReader : public XcdrMemberReader<kOrder, kVersion> {
 public:
  using Members = XcdrMemberReader<kOrder, kVersion>;
  using Members::kIsXcdr2;
  using Members::Members;
  using Members::ReadNumber;
  using Members::remaining;
  static constexpr bool kIsPayload = true;

  // First of all. `ros_service_header`: the 16 bytes of a profile that has it,
  // else "".
  bool Begin(std::string_view* ros_service_header) {
    *ros_service_header = {};
    return profile_.ros_service_header == RosServiceHeader::kAbsent ||
           TakeBytes(kRosServiceHeaderSize, ros_service_header);
  }

  bool ReadBoolean(bool* value) {
    uint8_t byte{};
    if (!ReadNumber(&byte)) return false;
    if (byte > 1 && !CheckBoolean(value_, 1)) return false;
    *value = byte != 0;
    return true;
  }

  // 16 bytes, aligned as 8 are.
  bool ReadFloat128(Float128* value) {
    if (!Take(8, sizeof(value->bytes))) return false;
    std::memcpy(value->bytes, value_, sizeof(value->bytes));
    if constexpr (kOrder == std::endian::big) {
      std::reverse(std::begin(value->bytes), std::end(value->bytes));
    }
    if (profile_.long_double_form == LongDoubleForm::kBinary128) return true;
    return Binary128FromX87(value) ||
           Malformed(value_, "long double", "a number of the x87 format", 0,
                     "an encoding without a meaning");
  }

  bool ReadChar8(uint8_t* value) { return ReadNumber(value); }

  bool ReadChar16(FormPair<WcharWidth> width, char16_t* value) {
    if (InThisVersion(width) == WcharWidth::k16) return ReadNumber(value);
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

  bool ReadWString(FormPair<WstringForm> forms, uint32_t bound,
                   std::u16string_view* value) {
    const WstringForm form = InThisVersion(forms);
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
                       length);
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
    std::u16string& text = scratch_.wide;
    text.clear();
    for (; at < position_; at += wide ? 4 : 2) {
      const uint32_t unit =
          wide ? Load<kOrder, uint32_t>(at) : Load<kOrder, uint16_t>(at);
      if (unit <= 0xffff) {
        text.push_back(static_cast<char16_t>(unit));
      } else if (unit <= 0x10ffff && !options_.strict) {
        // Fast CDR 1 widens code points where ROS 2 widens units.
        text.push_back(static_cast<char16_t>(0xd7c0 + (unit >> 10)));
        text.push_back(static_cast<char16_t>(0xdc00 | (unit & 0x3ff)));
      } else {
        return BadWideUnit(at, unit);
      }
    }
    if (has_nul && !text.empty()) {
      if (text.back() == 0) {
        text.pop_back();
      } else if (options_.strict) {
        return Malformed(start, "last unit of a wide string", "a NUL",
                         text.back());
      }
    }
    *value = text;
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
                       static_cast<int64_t>(*value));
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

  bool BeginArray(const ElementInfo& info, Frame& frame) {
    return OpenCollection(info, frame);
  }
  bool BeginSequence(const ElementInfo& info, Frame& frame) {
    return OpenCollection(info, frame) &&
           ReadCount(info.min_size, frame.op->arg, &frame.count);
  }
  bool MoreElements(Frame& frame, bool* more) {
    *more = frame.index < frame.count;
    return true;
  }
  bool EndElements(const ElementInfo& info, Frame& frame) {
    return CloseCollection(info, frame);
  }

  bool BeginMap(const MapInfo& info, Frame& frame) {
    return OpenCollection(info.entry, frame) &&
           ReadCount(info.entry.min_size, frame.op->arg, &frame.count);
  }
  bool MoreEntries(const MapInfo&, Frame& frame, bool* more) {
    *more = frame.index < frame.count;
    return true;
  }
  bool BeginMapValue(const MapInfo&, Frame&) { return true; }
  bool EndEntry(const MapInfo&, Frame&) { return true; }
  bool EndMap(const MapInfo& info, Frame& frame) {
    return CloseCollection(info.entry, frame);
  }
  // Duplicate keys are the document's matter.
  bool KeysMustDiffer(const MapInfo&, const Frame&) const { return false; }

  // frame.source of a mutable union: [0] end of the enclosing body, [1] XCDR1:
  // origin to go back to, [2] end of the union's body, 0 when its list has
  // ended, with kOpen while the member is. Of an appendable one in XCDR2: [0].
  bool BeginUnion(const UnionInfo& info, const EnumInfo* enum_info,
                  Frame& frame, UnionValue* value) {
    if (info.extensibility == Extensibility::kMutable) {
      return BeginMutableUnion(info, enum_info, frame, value);
    }
    if constexpr (kIsXcdr2) {
      if (info.extensibility == Extensibility::kAppendable &&
          !this->OpenDelimited(frame)) {
        return false;
      }
    }
    return ReadDiscriminator(info, enum_info, &value->discriminator) &&
           Select(info, value);
  }
  bool EndUnion(const UnionInfo& info, Frame& frame) {
    if (info.extensibility == Extensibility::kMutable) {
      return EndMutableUnion(frame);
    }
    if constexpr (kIsXcdr2) {
      if (info.extensibility == Extensibility::kAppendable) {
        this->CloseDelimited(frame);
      }
    }
    return true;
  }

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
  using Members::At;
  using Members::begin_;
  using Members::end_;
  using Members::fault_;
  using Members::kOpen;
  using Members::Malformed;
  using Members::Offset;
  using Members::options_;
  using Members::origin_;
  using Members::position_;
  using Members::profile_;
  using Members::scratch_;
  using Members::Take;
  using Members::TakeBytes;
  using Members::Truncated;
  using Members::value_;

  template <typename Form>
  static Form InThisVersion(FormPair<Form> forms) {
    return kIsXcdr2 ? forms.xcdr2 : forms.xcdr1;
  }

  // XCDR2: the DHEADER of a collection, where it has one.
  bool OpenCollection(const ElementInfo& info, Frame& frame) {
    if constexpr (kIsXcdr2) {
      if (info.has_header) return this->OpenDelimited(frame);
    }
    return true;
  }
  bool CloseCollection(const ElementInfo& info, Frame& frame) {
    if constexpr (kIsXcdr2) {
      if (info.has_header) {
        if (remaining() != 0) {
          return Malformed(
              position_, "DHEADER of a collection", "the bytes of its elements",
              static_cast<int64_t>(remaining()), "that many bytes more");
        }
        this->CloseDelimited(frame);
      }
    }
    return true;
  }

  static bool Select(const UnionInfo& info, UnionValue* value) {
    value->selected = info.FindCase(value->discriminator);
    return true;
  }

  // The first entry of the list is the discriminator, the next the member,
  // whatever their ids: OpenDDS counts them in another way.
  [[gnu::noinline]] bool BeginMutableUnion(const UnionInfo& info,
                                           const EnumInfo* enum_info,
                                           Frame& frame, UnionValue* value) {
    if constexpr (kIsXcdr2) {
      if (!this->OpenDelimited(frame)) return false;
    } else {
      frame.source[0] = Offset(end_);
      frame.source[1] = Offset(origin_);
    }
    const uint8_t* body_end = end_;
    frame.source[2] = Offset(body_end);
    MemberHeader header;
    bool more = true;
    if constexpr (kIsXcdr2) {
      if (!this->ReadMemberHeader(&header)) return false;
    } else {
      if (!NextEntry(frame, &header, &more)) return false;
    }
    if (!more) {
      return Malformed(header.start, "first entry of a mutable union",
                       "its discriminator", header.id, "the end of the list");
    }
    this->OpenValue(header.value, header.size);
    if (!ReadDiscriminator(info, enum_info, &value->discriminator) ||
        !this->CheckWholeValue() || !Select(info, value)) {
      return false;
    }
    position_ = end_;
    end_ = body_end;
    if (value->selected == UnionInfo::kNoCase) return true;
    if (!NextEntry(frame, &header, &more)) return false;
    value->has_member = more;
    if (more) {
      this->OpenValue(header.value, header.size);
      frame.source[2] |= kOpen;
    }
    return true;
  }

  [[gnu::noinline]] bool EndMutableUnion(Frame& frame) {
    if ((frame.source[2] & kOpen) != 0) {
      if (!this->CheckWholeValue()) return false;
      frame.source[2] &= ~kOpen;
      position_ = end_;
      end_ = At(frame.source[2]);
    }
    if (frame.source[2] != 0) {
      for (bool more = true; more;) {
        MemberHeader header;
        if (!NextEntry(frame, &header, &more)) return false;
        if (more && !this->SkipUnknown(header)) return false;
      }
    }
    if constexpr (kIsXcdr2) {
      position_ = At(frame.source[2]);
    } else {
      origin_ = At(frame.source[1]);
    }
    end_ = At(frame.source[0]);
    return true;
  }

  // The next entry of a mutable union's list, or its end.
  bool NextEntry(Frame& frame, MemberHeader* header, bool* more) {
    if constexpr (kIsXcdr2) {
      *more = this->HasHeader();
      return !*more || this->ReadMemberHeader(header);
    } else {
      while (true) {
        if (!this->ReadMemberHeader(header)) return false;
        if (header->kind != MemberHeader::kSkipped) break;
        position_ = header->value + header->size;
      }
      *more = header->kind != MemberHeader::kListEnd;
      if (!*more) frame.source[2] = 0;
      return true;
    }
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
                       static_cast<uint8_t>(text[length - 1]));
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
        if (!ReadChar16(info.wchar_width, &unit)) return false;
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
      if (*at > 1) return Malformed(at, "boolean byte", "0 or 1", *at);
    }
    return true;
  }

  bool BadWideUnit(const uint8_t* at, uint32_t unit) {
    return Malformed(at, "wide character", "a UTF-16 unit, 0 to 65535", unit,
                     "");
  }
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_XCDR_READER_H_
