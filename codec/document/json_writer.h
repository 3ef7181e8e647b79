// JSON as a Sink (transcode/sink.h). The rules: mapping.md.

#ifndef TRANSCDR_CODEC_DOCUMENT_JSON_WRITER_H_
#define TRANSCDR_CODEC_DOCUMENT_JSON_WRITER_H_

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "codec/base/base64.h"
#include "codec/base/byte_order.h"
#include "codec/base/number_format.h"
#include "codec/document/json_format.h"
#include "codec/document/writer_base.h"
#include "codec/plan/form_pair.h"
#include "codec/plan/frame.h"
#include "codec/plan/number_span.h"
#include "codec/plan/tables.h"
#include "codec/plan/union_value.h"
#include "codec/type/wire_profile.h"

namespace transcdr {

// Writes one document without insignificant white space.
class JsonWriter : public WriterBase {
 public:
  using WriterBase::WriterBase;

  bool Begin() { return true; }

  bool WriteBoolean(bool value) {
    const std::string_view text = value ? "true" : "false";
    return in_key_ ? PutQuoted(text) : PutRaw(text);
  }

  template <Scalar T>
  bool WriteNumber(T value) {
    char* to = Room(kMaxNumberRoom);
    if (to == nullptr) return Full();
    to = in_key_ ? FormatKey(to, value) : Format(to, value);
    if (to == nullptr) return false;
    Advance(to);
    return true;
  }

  bool WriteFloat128(const Float128& value) {
    return PutQuoted(Base64Encode(
        {reinterpret_cast<const char*>(value.bytes), sizeof(value.bytes)}));
  }
  bool WriteChar8(uint8_t value) {
    scratch_.clear();
    AppendUtf8(value, &scratch_);
    return PutString(scratch_);
  }
  bool WriteChar16(FormPair<WcharWidth>, char16_t value) {
    return WriteText(std::u16string_view(&value, 1));
  }
  bool WriteString(std::string_view value) { return WriteText(value); }
  bool WriteWString(FormPair<WstringForm>, std::u16string_view value) {
    return WriteText(value);
  }

  bool WriteEnum(const EnumInfo& info, int32_t value) {
    if (options_.enum_form == EnumForm::kName) {
      if (const EnumInfo::Row* row = info.FindValue(value)) {
        return PutRaw(row->name.In(DocumentFormat::kJson));
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
    if (!PutRaw("[")) return false;
    for (const BitmaskInfo::Row& row : info.rows) {
      const uint64_t bit = uint64_t{1} << row.position;
      if ((rest & bit) == 0) continue;
      rest &= ~bit;
      if (!Separate() || !PutRaw(row.name.In(DocumentFormat::kJson))) {
        return false;
      }
    }
    return rest == 0 ? PutRaw("]") : UnnamedBit(value);
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
    return EndStruct(info.members, frame);
  }

  bool WriteDummyOctet() { return true; }

  bool BeginStruct(const StructInfo&, Frame&) {
    return PutRaw(IsArray() ? "[" : "{");
  }
  bool BeginMember(const StructInfo& info, uint32_t slot, Frame&) {
    if (!Separate()) return false;
    const MemberInfo& member = info.members[slot];
    null_is_absent_ = member.is_optional;
    switch (options_.struct_form) {
      case StructForm::kMap:
        return PutKey(member.name);
      case StructForm::kArray:
        return true;
      case StructForm::kMapById: {
        char* to = Room(kMaxNumberRoom);
        if (to == nullptr) return Full();
        to = FormatKey(to, member.id);
        *to++ = ':';
        Advance(to);
        return true;
      }
    }
    return false;
  }
  bool SkipMember(const StructInfo& info, uint32_t slot, Frame& frame) {
    // A position of an array cannot be left out.
    return (options_.absent_form == AbsentForm::kOmit && !IsArray()) ||
           (BeginMember(info, slot, frame) && PutRaw("null"));
  }
  bool EndStruct(const StructInfo&, Frame&) {
    return PutRaw(IsArray() ? "]" : "}");
  }

  bool BeginArray(const ElementInfo&, Frame&) { return PutRaw("["); }
  bool BeginSequence(const ElementInfo&, Frame&) { return PutRaw("["); }
  bool BeginElement(Frame&) {
    null_is_absent_ = false;
    return Separate();
  }
  bool EndElements(const ElementInfo&, Frame&) { return PutRaw("]"); }

  bool BeginMap(const MapInfo& info, Frame&) {
    return PutRaw(info.has_text_keys ? "{" : "[");
  }
  bool BeginMapKey(const MapInfo& info, Frame& frame) {
    null_is_absent_ = false;
    if (!Separate()) return false;
    if (!info.has_text_keys) return PutRaw("[");
    frame.sink[0] = out_.size();
    in_key_ = true;
    return true;
  }
  bool BeginMapValue(const MapInfo& info, Frame&) {
    in_key_ = false;
    null_is_absent_ = false;
    return PutRaw(info.has_text_keys ? ":" : ",");
  }
  bool EndEntry(const MapInfo& info, Frame&) {
    return info.has_text_keys || PutRaw("]");
  }
  bool EndMap(const MapInfo& info, Frame&) {
    return PutRaw(info.has_text_keys ? "}" : "]");
  }
  // The list of pairs keeps duplicates.
  bool KeysMustDiffer(const MapInfo& info, const Frame&) const {
    return info.has_text_keys;
  }
  std::string_view KeyBytes(const MapInfo&, const Frame& frame) const {
    return {reinterpret_cast<const char*>(out_.At(frame.sink[0])),
            out_.size() - frame.sink[0]};
  }

  bool BeginUnion(const UnionInfo& info, const EnumInfo* enum_info, Frame&,
                  const UnionValue& value) {
    if (!PutRaw("{\"$discriminator\":")) return false;
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
      case TypeKind::kUInt32:
        return WriteNumber(static_cast<uint32_t>(value.discriminator));
      default:
        return WriteNumber(static_cast<int32_t>(value.discriminator));
    }
  }
  bool BeginCase(const UnionInfo& info, const UnionValue& value, Frame&) {
    null_is_absent_ = false;
    return PutRaw(",") && PutKey(info.cases[value.selected].member.name);
  }
  bool EndUnion(const UnionInfo&, Frame&) { return PutRaw("}"); }

  bool WriteBytes(const Op&, std::string_view bytes) {
    switch (options_.bytes_form) {
      case BytesForm::kBinary:
        return PutQuoted(Base64Encode(bytes));
      case BytesForm::kHex:
        return PutQuoted(HexEncode(bytes));
      case BytesForm::kArray:
        return PutList(bytes.size(), [&](char* to, size_t i) {
          return FormatInteger(static_cast<uint8_t>(bytes[i]), to);
        });
    }
    return false;
  }

  bool WriteChars(const Op&, std::string_view bytes) {
    if (options_.char_array_form == CharArrayForm::kString) {
      scratch_.clear();
      AppendLatin1AsUtf8(bytes, &scratch_);
      return PutString(scratch_);
    }
    if (!PutRaw("[")) return false;
    for (const char c : bytes) {
      if (!Separate() || !WriteChar8(static_cast<uint8_t>(c))) return false;
    }
    return PutRaw("]");
  }

  template <typename T>
  bool WriteNumbers(const Op&, const NumberSpan& span) {
    null_is_absent_ = false;
    return span.order == std::endian::little
               ? WriteList<T, std::endian::little>(span)
               : WriteList<T, std::endian::big>(span);
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

  // A number, quotes, and what separates it.
  static constexpr size_t kMaxNumberRoom = kMaxNumberText + 4;
  static constexpr int64_t kMaxExact = (int64_t{1} << 53) - 1;

  bool IsArray() const { return options_.struct_form == StructForm::kArray; }

  char* Room(size_t size) { return reinterpret_cast<char*>(out_.Ensure(size)); }
  void Advance(char* to) { out_.Advance(reinterpret_cast<uint8_t*>(to)); }
  bool PutRaw(std::string_view text) { return out_.Append(text) || Full(); }
  bool PutKey(const EncodedName& name) {
    const std::string& text = name.In(DocumentFormat::kJson);
    char* to = Room(text.size() + 1);
    if (to == nullptr) return Full();
    to = std::copy(text.begin(), text.end(), to);
    *to++ = ':';
    Advance(to);
    return true;
  }
  // REQUIRES: nothing to escape.
  bool PutQuoted(std::string_view text) {
    return PutRaw("\"") && PutRaw(text) && PutRaw("\"");
  }

  // A comma, unless an array or object has just begun. (A string ends in a
  // quote, so that its last character is not mistaken for a bracket.)
  bool Separate() {
    const uint8_t last = out_.back();
    return last == '[' || last == '{' || PutRaw(",");
  }

  template <typename View>
  bool WriteText(View value) {
    Text text;
    if (!Prepare(value, &text)) return false;
    if (!text.is_bytes) return PutString(text.text);
    if (in_key_) {
      *fault_ = {.reason = FaultReason::kInvalidUtf8,
                 .what = "map key",
                 .expected = "UTF-8: a key of a JSON object is text"};
      return false;
    }
    return PutRaw("{\"$bytes\":") && PutQuoted(Base64Encode(text.text)) &&
           PutRaw("}");
  }

  bool PutString(std::string_view text) {
    if (!PutRaw("\"")) return false;
    while (!text.empty()) {
      size_t plain = 0;
      while (plain < text.size() && !json::NeedsEscape(text[plain])) ++plain;
      if (!PutRaw(text.substr(0, plain))) return false;
      text.remove_prefix(plain);
      if (text.empty()) break;
      char* to = Room(json::kMaxEscape);
      if (to == nullptr) return Full();
      Advance(json::PutEscape(to, text[0]));
      text.remove_prefix(1);
    }
    return PutRaw("\"");
  }

  template <Scalar T>
  char* FormatKey(char* to, T value) {
    *to++ = '"';
    if constexpr (std::integral<T>) {
      to = FormatInteger(value, to);
    } else {
      to = FormatFloat(value, to);  // never: floats are not text keys
    }
    *to++ = '"';
    return to;
  }

  // Null when the value is not finite and that is an error.
  // REQUIRES: kMaxNumberRoom bytes at `to`.
  template <Scalar T>
  char* Format(char* to, T value) {
    if constexpr (std::floating_point<T>) {
      return std::isfinite(value) ? FormatFloat(value, to)
                                  : FormatNonFinite(to, value);
    } else if constexpr (sizeof(T) == 8) {
      const bool exact = std::is_signed_v<T>
                             ? value <= static_cast<T>(kMaxExact) &&
                                   value >= static_cast<T>(-kMaxExact)
                             : value <= static_cast<T>(kMaxExact);
      const bool quoted = options_.int64_form == Int64Form::kString ||
                          (options_.int64_form == Int64Form::kAuto && !exact);
      return quoted ? FormatKey(to, value) : FormatInteger(value, to);
    } else {
      return FormatInteger(value, to);
    }
  }

  char* FormatNonFinite(char* to, double value) {
    std::string_view text = std::isnan(value) ? "\"NaN\""
                            : value > 0       ? "\"Infinity\""
                                              : "\"-Infinity\"";
    switch (options_.non_finite_form) {
      case NonFiniteForm::kString:
        break;
      case NonFiniteForm::kNull:
        if (std::isnan(value) && !null_is_absent_) text = "null";
        break;
      case NonFiniteForm::kError:
        *fault_ = {.reason = FaultReason::kValueOutOfRange,
                   .expected = "a finite number (non_finite_form ERROR)",
                   .actual = text.substr(1, text.size() - 2)};
        return nullptr;
    }
    return std::copy(text.begin(), text.end(), to);
  }

  // '[', elements that `format` writes, ']'.
  template <typename F>
  bool PutList(size_t count, F&& format) {
    constexpr size_t kChunk = 128;
    if (!PutRaw("[")) return false;
    for (size_t i = 0; i < count;) {
      const size_t end = std::min(count, i + kChunk);
      char* to = Room((end - i) * kMaxNumberRoom);
      if (to == nullptr) return Full();
      for (; i < end; ++i) {
        if (i > 0) *to++ = ',';
        to = format(to, i);
        if (to == nullptr) {
          fault_->element_index = i;
          return false;
        }
      }
      Advance(to);
    }
    return PutRaw("]");
  }

  template <typename T, std::endian kOrder>
  bool WriteList(const NumberSpan& span) {
    return PutList(span.count, [&](char* to, size_t i) {
      const uint8_t* from = span.data + i * sizeof(T);
      if constexpr (std::same_as<T, BooleanByte>) {
        const std::string_view text = *from != 0 ? "true" : "false";
        return std::copy(text.begin(), text.end(), to);
      } else {
        return Format(to, Load<kOrder, T>(from));
      }
    });
  }

  bool in_key_ = false;
  // The value is an optional member's, where null means that it is absent.
  bool null_is_absent_ = false;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_JSON_WRITER_H_
