// MessagePack as a Sink (transcode/sink.h). The rules: mapping.md.

#ifndef TRANSCDR_CODEC_DOCUMENT_MSGPACK_WRITER_H_
#define TRANSCDR_CODEC_DOCUMENT_MSGPACK_WRITER_H_

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "codec/base/byte_order.h"
#include "codec/base/short_copy.h"
#include "codec/document/msgpack_format.h"
#include "codec/document/token.h"
#include "codec/document/writer_base.h"
#include "codec/plan/form_pair.h"
#include "codec/plan/frame.h"
#include "codec/plan/number_span.h"
#include "codec/plan/tables.h"
#include "codec/plan/union_value.h"
#include "codec/type/wire_profile.h"

namespace transcdr {

// Writes one document. The source tells how many elements come: it is a wire.
class MsgpackWriter : public WriterBase {
 public:
  using WriterBase::WriterBase;

  bool Begin() { return true; }

  bool WriteBoolean(bool value) {
    return PutByte(value ? msgpack::kTrue : msgpack::kFalse);
  }

  template <Scalar T>
  bool WriteNumber(T value) {
    uint8_t* to = out_.Ensure(msgpack::kMaxHeader);
    if (to == nullptr) return Full();
    out_.Advance(Put(to, value));
    return true;
  }

  bool WriteFloat128(const Float128& value) {
    return WriteBin(
        {reinterpret_cast<const char*>(value.bytes), sizeof(value.bytes)});
  }
  bool WriteChar8(uint8_t value) {
    uint8_t* to = out_.Ensure(3);
    if (to == nullptr) return Full();
    out_.Advance(PutChar8(to, value));
    return true;
  }
  bool WriteChar16(FormPair<WcharWidth>, char16_t value) {
    return WriteText(std::u16string_view(&value, 1));
  }
  [[gnu::always_inline]] bool WriteString(std::string_view value) {
    // ASCII is itself under every policy, and most strings are short.
    return value.size() < kShortText && IsAscii(value) ? PutShortStr(value)
                                                       : WriteText(value);
  }
  bool WriteWString(FormPair<WstringForm>, std::u16string_view value) {
    return WriteText(value);
  }

  bool WriteEnum(const EnumInfo& info, int32_t value) {
    if (options_.enum_form == EnumForm::kName) {
      if (const EnumInfo::Row* row = info.FindValue(value)) {
        return PutEncoded(row->name);
      }
    }
    return WriteNumber(value);
  }

  bool WriteBitmask(const BitmaskInfo& info, uint64_t value) {
    if (options_.bitmask_form == BitmaskForm::kNumber) {
      return info.size == 8 ? WriteNumber(value)
                            : WriteNumber(static_cast<uint32_t>(value));
    }
    uint64_t rest = value;
    uint32_t count = 0;
    for (const BitmaskInfo::Row& row : info.rows) {
      const uint64_t bit = uint64_t{1} << row.position;
      count += (rest & bit) != 0 ? 1 : 0;
      rest &= ~bit;
    }
    if (rest != 0) return UnnamedBit(value);
    if (!PutArray(count)) return false;
    for (const BitmaskInfo::Row& row : info.rows) {
      const bool is_set = (value >> row.position & 1) != 0;
      if (is_set && !PutEncoded(row.name)) return false;
    }
    return true;
  }

  bool WriteBitset(const BitsetInfo& info, uint64_t value) {
    Frame frame;
    if (!BeginStruct(info.members, frame)) return false;
    for (uint32_t slot = 0; slot < info.fields.size(); ++slot) {
      const BitsetInfo::Field& field = info.fields[slot];
      if (!BeginMember(info.members, slot, frame)) return false;
      const bool ok =
          field.holder == TypeKind::kBoolean
              ? WriteBoolean(UnsignedField(field, value) != 0)
          : IsSignedInteger(field.holder)
              ? WriteField(field.holder, SignedField(field, value))
              : WriteField(field.holder, UnsignedField(field, value));
      if (!ok) return false;
    }
    return true;
  }

  bool WriteDummyOctet() { return true; }

  // frame.sink of a struct that may lack members: [0] where its header is, [1]
  // how many members were left out.
  bool BeginStruct(const StructInfo& info, Frame& frame) {
    if (!info.is_plain) {
      frame.sink[0] = out_.size();
      frame.sink[1] = 0;
    }
    const auto count = static_cast<uint32_t>(info.members.size());
    return options_.struct_form == StructForm::kArray ? PutArray(count)
                                                      : PutMap(count);
  }
  [[gnu::always_inline]] bool BeginMember(const StructInfo& info, uint32_t slot,
                                          Frame&) {
    const MemberInfo& member = info.members[slot];
    switch (options_.struct_form) {
      case StructForm::kMap:
        return PutEncoded(member.name);
      case StructForm::kArray:
        return true;
      case StructForm::kMapById:
        return WriteNumber(member.id);
    }
    return false;
  }
  bool SkipMember(const StructInfo& info, uint32_t slot, Frame& frame) {
    // A position of an array cannot be left out.
    if (options_.absent_form == AbsentForm::kOmit &&
        options_.struct_form != StructForm::kArray) {
      ++frame.sink[1];
      return true;
    }
    constexpr uint8_t kNil = msgpack::kNil;
    return BeginMember(info, slot, frame) && (out_.Append(&kNil, 1) || Full());
  }
  bool EndStruct(const StructInfo& info, Frame& frame) {
    if (info.is_plain || frame.sink[1] == 0) return true;
    // The header stays as wide as the largest count needs.
    const auto most = static_cast<uint32_t>(info.members.size());
    msgpack::PatchMapHeader(out_.At(frame.sink[0]), most,
                            most - static_cast<uint32_t>(frame.sink[1]));
    return true;
  }

  bool BeginArray(const ElementInfo&, Frame& frame) {
    return PutArray(static_cast<uint32_t>(frame.count));
  }
  bool BeginSequence(const ElementInfo&, Frame& frame) {
    return PutArray(static_cast<uint32_t>(frame.count));
  }
  bool BeginElement(Frame&) { return true; }
  bool EndElements(const ElementInfo&, Frame&) { return true; }

  bool BeginMap(const MapInfo&, Frame& frame) {
    return PutMap(static_cast<uint32_t>(frame.count));
  }
  bool BeginMapKey(const MapInfo&, Frame& frame) {
    frame.sink[0] = out_.size();
    return true;
  }
  bool BeginMapValue(const MapInfo&, Frame&) { return true; }
  bool EndEntry(const MapInfo&, Frame&) { return true; }
  bool EndMap(const MapInfo&, Frame&) { return true; }
  bool KeysMustDiffer(const MapInfo&, const Frame&) const { return true; }
  std::string_view KeyBytes(const MapInfo&, const Frame& frame) const {
    return {reinterpret_cast<const char*>(out_.At(frame.sink[0])),
            out_.size() - frame.sink[0]};
  }

  bool BeginUnion(const UnionInfo& info, const EnumInfo* enum_info, Frame&,
                  const UnionValue& value) {
    static constexpr std::string_view kKey = "\xae$discriminator";
    if (!PutMap(value.selected == UnionInfo::kNoCase ? 1 : 2) ||
        !(out_.Append(kKey) || Full())) {
      return false;
    }
    switch (info.discriminator) {
      case TypeKind::kBoolean:
        return WriteBoolean(value.discriminator != 0);
      case TypeKind::kChar8:
        return WriteChar8(static_cast<uint8_t>(value.discriminator));
      case TypeKind::kChar16:
        return WriteChar16({}, static_cast<char16_t>(value.discriminator));
      case TypeKind::kUInt64:
        return WriteNumber(static_cast<uint64_t>(value.discriminator));
      case TypeKind::kInt64:
        return WriteNumber(value.discriminator);
      case TypeKind::kEnum:
        return WriteEnum(*enum_info, static_cast<int32_t>(value.discriminator));
      default:
        // Narrower integers have no fixed width.
        return PutInteger(value.discriminator);
    }
  }
  bool BeginCase(const UnionInfo& info, const UnionValue& value, Frame&) {
    return PutEncoded(info.cases[value.selected].member.name);
  }
  bool EndUnion(const UnionInfo&, Frame&) { return true; }

  bool WriteBytes(const Op&, std::string_view bytes) {
    if (options_.bytes_form != BytesForm::kArray) return WriteBin(bytes);
    if (!PutArray(static_cast<uint32_t>(bytes.size()))) return false;
    return PutEach(bytes.size(), 2, [&](uint8_t* to, size_t i) {
      return msgpack::PutUnsigned(to, static_cast<uint8_t>(bytes[i]));
    });
  }

  bool WriteChars(const Op&, std::string_view bytes) {
    if (options_.char_array_form == CharArrayForm::kString) {
      scratch_.clear();
      AppendLatin1AsUtf8(bytes, &scratch_);
      return PutStr(scratch_);
    }
    if (!PutArray(static_cast<uint32_t>(bytes.size()))) return false;
    return PutEach(bytes.size(), 3, [&](uint8_t* to, size_t i) {
      return PutChar8(to, static_cast<uint8_t>(bytes[i]));
    });
  }

  template <typename T>
  bool WriteNumbers(const Op&, const NumberSpan& span) {
    switch (options_.numeric_array_form) {
      case NumericArrayForm::kList:
        return span.order == std::endian::little
                   ? WriteList<T, std::endian::little>(span)
                   : WriteList<T, std::endian::big>(span);
      case NumericArrayForm::kBin:
        return CheckSize(span.count * sizeof(T)) && PutHeader([&](uint8_t* to) {
                 return msgpack::PutBinHeader(
                     to, static_cast<uint32_t>(span.count * sizeof(T)));
               }) &&
               PutRaw<T>(span);
      case NumericArrayForm::kTyped:
        return CheckSize(1 + span.count * sizeof(T)) &&
               PutHeader([&](uint8_t* to) {
                 to = msgpack::PutExtHeader(
                     to, static_cast<uint32_t>(1 + span.count * sizeof(T)),
                     kTypedArrayExtension);
                 *to = static_cast<uint8_t>(TypedArrayOf<T>());
                 return to + 1;
               }) &&
               PutRaw<T>(span);
    }
    return false;
  }

 private:
  // A field of a bitset. The forms of 64-bit integers are for those that are
  // declared so, however few bits they have.
  template <std::integral T>
  bool WriteField(TypeKind holder, T value) {
    const bool is_wide =
        holder == TypeKind::kInt64 || holder == TypeKind::kUInt64;
    if (is_wide) return WriteNumber(value);
    if constexpr (std::is_signed_v<T>) {
      return WriteNumber(static_cast<int32_t>(value));
    } else {
      return WriteNumber(static_cast<uint32_t>(value));
    }
  }

  // Texts below this many bytes are written in one step.
  static constexpr size_t kShortText = 256;

  bool PutByte(uint8_t byte) {
    uint8_t* to = out_.Ensure(1);
    if (to == nullptr) return Full();
    *to = byte;
    out_.Advance(to + 1);
    return true;
  }
  template <typename F>
  [[gnu::always_inline]] bool PutHeader(F&& put) {
    uint8_t* to = out_.Ensure(msgpack::kMaxHeader);
    if (to == nullptr) return Full();
    out_.Advance(put(to));
    return true;
  }
  bool PutArray(uint32_t count) {
    return PutHeader(
        [&](uint8_t* to) { return msgpack::PutArrayHeader(to, count); });
  }
  bool PutMap(uint32_t count) {
    return PutHeader(
        [&](uint8_t* to) { return msgpack::PutMapHeader(to, count); });
  }
  [[gnu::always_inline]] bool PutEncoded(const EncodedName& name) {
    const std::string_view text = name.In(DocumentFormat::kMessagePack);
    uint8_t* to = out_.Ensure(text.size());
    if (to == nullptr) return Full();
    CopyShort(to, text.data(), text.size());
    out_.Advance(to + text.size());
    return true;
  }
  bool PutInteger(int64_t value) {
    return PutHeader(
        [&](uint8_t* to) { return msgpack::PutSigned(to, value); });
  }

  // REQUIRES: kMaxHeader bytes at `to`.
  template <Scalar T>
  uint8_t* Put(uint8_t* to, T value) const {
    if constexpr (std::same_as<T, float>) {
      return msgpack::PutTagged(to, msgpack::kFloat32, value);
    } else if constexpr (std::same_as<T, double>) {
      return msgpack::PutTagged(to, msgpack::kFloat64, value);
    } else {
      if constexpr (sizeof(T) == 8) {
        if (options_.int64_width == Int64Width::kFixed) {
          return msgpack::PutTagged(
              to, std::is_signed_v<T> ? msgpack::kInt64 : msgpack::kUint64,
              value);
        }
      }
      if constexpr (std::is_signed_v<T>) return msgpack::PutSigned(to, value);
      return msgpack::PutUnsigned(to, static_cast<uint64_t>(value));
    }
  }

  // One character of ISO 8859-1, at most 3 bytes.
  static uint8_t* PutChar8(uint8_t* to, uint8_t value) {
    if (value < 0x80) {
      *to++ = msgpack::kFixStr | 1;
      *to++ = value;
    } else {
      *to++ = msgpack::kFixStr | 2;
      *to++ = static_cast<uint8_t>(0xc0 | value >> 6);
      *to++ = static_cast<uint8_t>(0x80 | (value & 0x3f));
    }
    return to;
  }

  template <typename View>
  bool WriteText(View value) {
    Text text;
    if (!Prepare(value, &text)) return false;
    return text.is_bytes ? WriteBin(text.text) : PutStr(text.text);
  }
  // Header and text in one step. REQUIRES: text.size() < kShortText.
  [[gnu::always_inline]] bool PutShortStr(std::string_view text) {
    uint8_t* to = out_.Ensure(msgpack::kMaxHeader + kShortText);
    if (to == nullptr) return Full();
    to = msgpack::PutStrHeader(to, static_cast<uint32_t>(text.size()));
    CopyShort(to, text.data(), text.size());
    out_.Advance(to + text.size());
    return true;
  }
  bool PutStr(std::string_view text) {
    if (!CheckSize(text.size())) return false;
    if (text.size() < kShortText) return PutShortStr(text);
    return PutHeader([&](uint8_t* to) {
             return msgpack::PutStrHeader(to,
                                          static_cast<uint32_t>(text.size()));
           }) &&
           (out_.Append(text) || Full());
  }
  bool WriteBin(std::string_view bytes) {
    return CheckSize(bytes.size()) && PutHeader([&](uint8_t* to) {
             return msgpack::PutBinHeader(to,
                                          static_cast<uint32_t>(bytes.size()));
           }) &&
           (out_.Append(bytes) || Full());
  }
  bool CheckSize(uint64_t size) {
    if (size <= UINT32_MAX) return true;
    *fault_ = {.reason = FaultReason::kValueOutOfRange,
               .what = "bytes",
               .actual_number = static_cast<int64_t>(size),
               .expected = "at most 4294967295, MessagePack's limit"};
    return false;
  }

  // Writes `count` elements of at most `max_size` bytes each, in chunks, so
  // that room is asked for seldom but never for much more than is needed.
  template <typename F>
  bool PutEach(size_t count, size_t max_size, F&& put) {
    constexpr size_t kChunk = 512;
    for (size_t i = 0; i < count;) {
      const size_t end = std::min(count, i + kChunk);
      uint8_t* to = out_.Ensure((end - i) * max_size);
      if (to == nullptr) return Full();
      for (; i < end; ++i) to = put(to, i);
      out_.Advance(to);
    }
    return true;
  }

  template <typename T, std::endian kOrder>
  bool WriteList(const NumberSpan& span) {
    if (!PutArray(static_cast<uint32_t>(span.count))) return false;
    // A copy of the pointer: bytes written might be those of `span`, for all
    // that the compiler knows.
    const uint8_t* const data = span.data;
    return PutEach(span.count, 1 + sizeof(T), [=, this](uint8_t* to, size_t i) {
      const uint8_t* from = data + i * sizeof(T);
      if constexpr (std::same_as<T, BooleanByte>) {
        *to = *from != 0 ? msgpack::kTrue : msgpack::kFalse;
        return to + 1;
      } else {
        return Put(to, Load<kOrder, T>(from));
      }
    });
  }

  // The elements, little endian.
  template <typename T>
  bool PutRaw(const NumberSpan& span) {
    if constexpr (std::same_as<T, BooleanByte>) {
      return PutEach(span.count, 1, [&](uint8_t* to, size_t i) {
        *to = span.data[i] != 0 ? 1 : 0;
        return to + 1;
      });
    } else {
      if (span.order == std::endian::little || sizeof(T) == 1) {
        return out_.Append(span.data, span.count * sizeof(T)) || Full();
      }
      return PutEach(span.count, sizeof(T), [&](uint8_t* to, size_t i) {
        Store<std::endian::little>(
            to, Load<std::endian::big, T>(span.data + i * sizeof(T)));
        return to + sizeof(T);
      });
    }
  }

  template <typename T>
  static constexpr TypedArray TypedArrayOf() {
    if constexpr (std::same_as<T, BooleanByte>) return TypedArray::kUint8;
    if constexpr (std::same_as<T, int8_t>) return TypedArray::kInt8;
    if constexpr (std::same_as<T, int16_t>) return TypedArray::kInt16;
    if constexpr (std::same_as<T, uint16_t>) return TypedArray::kUint16;
    if constexpr (std::same_as<T, int32_t>) return TypedArray::kInt32;
    if constexpr (std::same_as<T, uint32_t>) return TypedArray::kUint32;
    if constexpr (std::same_as<T, int64_t>) return TypedArray::kBigInt64;
    if constexpr (std::same_as<T, uint64_t>) return TypedArray::kBigUint64;
    if constexpr (std::same_as<T, float>) return TypedArray::kFloat32;
    return TypedArray::kFloat64;
  }
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_MSGPACK_WRITER_H_
