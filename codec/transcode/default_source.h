// The schema's defaults as a Source: what a member is that the document does
// not have. A member's own default where the schema has one; else false, 0, "",
// the default (or first) literal, an empty sequence or map, arrays of those,
// structs of their members' defaults.

#ifndef TRANSCDR_CODEC_TRANSCODE_DEFAULT_SOURCE_H_
#define TRANSCDR_CODEC_TRANSCODE_DEFAULT_SOURCE_H_

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codec/base/byte_order.h"
#include "codec/base/fault.h"
#include "codec/base/float128.h"
#include "codec/base/utf8.h"
#include "codec/document/token.h"
#include "codec/plan/form_pair.h"
#include "codec/plan/frame.h"
#include "codec/plan/number_span.h"
#include "codec/plan/tables.h"
#include "codec/plan/union_value.h"
#include "codec/type/type_descriptor.h"
#include "codec/type/wire_profile.h"

namespace transcdr {

// Literals fit their types: TypeBuilder has checked and normalised them. All
// that fails is an array larger than the output may be.
class DefaultSource {
 public:
  // `literal`: of the value, or null. `offset`: where in the document the value
  // is missing.
  DefaultSource(const Literal* literal, uint64_t offset, ReadScratch* scratch,
                Fault* fault)
      : literal_(literal), offset_(offset), scratch_(*scratch), fault_(fault) {}

  static constexpr bool kIsPayload = false;

  uint64_t value_offset() const { return offset_; }

  bool ReadBoolean(bool* value) {
    const auto* boolean = Get<bool>(Take());
    *value = boolean != nullptr && *boolean;
    return true;
  }
  template <Scalar T>
  bool ReadNumber(T* value) {
    *value = Number<T>(Take());
    return true;
  }
  bool ReadFloat128(Float128* value) {
    const auto* number = Get<double>(Take());
    *value = Float128FromDouble(number == nullptr ? 0.0 : *number);
    return true;
  }
  bool ReadChar8(uint8_t* value) {
    const auto* text = Get<std::string>(Take());
    scratch_.bytes.clear();
    if (text != nullptr) AppendUtf8AsLatin1(*text, &scratch_.bytes);
    *value =
        scratch_.bytes.empty() ? 0 : static_cast<uint8_t>(scratch_.bytes[0]);
    return true;
  }
  bool ReadChar16(FormPair<WcharWidth>, char16_t* value) {
    std::u16string_view units;
    ReadWString({}, 0, &units);
    *value = units.empty() ? u'\0' : units[0];
    return true;
  }
  bool ReadString(uint32_t, std::string_view* value) {
    const auto* text = Get<std::string>(Take());
    *value = text == nullptr ? std::string_view() : std::string_view(*text);
    return true;
  }
  bool ReadWString(FormPair<WstringForm>, uint32_t,
                   std::u16string_view* value) {
    const auto* text = Get<std::string>(Take());
    scratch_.wide.clear();
    if (text != nullptr) AppendUtf8AsUtf16(*text, &scratch_.wide);
    *value = scratch_.wide;
    return true;
  }
  bool ReadEnum(const EnumInfo& info, int32_t* value) {
    const auto* name = Get<std::string>(Take());
    const uint32_t row =
        name == nullptr ? NameIndex::kNone : info.by_name.Find(*name);
    *value = info.rows[row == NameIndex::kNone ? info.default_row : row].value;
    return true;
  }
  bool ReadBitmask(const BitmaskInfo&, uint64_t* value) {
    *value = Number<uint64_t>(Take());
    return true;
  }
  bool ReadBitset(const BitsetInfo&, uint64_t* value) {
    *value = Number<uint64_t>(Take());
    return true;
  }
  bool ReadDummyOctet() { return true; }

  bool BeginStruct(const StructInfo&, Frame&) {
    Take();
    return true;
  }
  bool ReadMember(const StructInfo& info, uint32_t slot, Frame&,
                  bool* present) {
    const MemberInfo& member = info.members[slot];
    const auto& value = member.default_value;
    literal_ = value.has_value() ? &*value : nullptr;
    *present = !member.is_optional;
    return true;
  }
  bool EndStruct(const StructInfo&, Frame&) { return true; }

  // The list literal, if there is one, is kept in frame.source[0].
  bool BeginArray(const ElementInfo&, Frame& frame) {
    KeepList(frame);
    return true;
  }
  bool BeginSequence(const ElementInfo&, Frame& frame) {
    const auto* list = KeepList(frame);
    frame.count = list == nullptr ? 0 : list->size();
    return true;
  }
  bool MoreElements(Frame& frame, bool* more) {
    const auto* list =
        reinterpret_cast<const std::vector<Literal>*>(frame.source[0]);
    *more = frame.index < frame.count;
    literal_ = list != nullptr && frame.index < list->size()
                   ? &(*list)[frame.index]
                   : nullptr;
    return true;
  }

  bool EndElements(const ElementInfo&, Frame&) { return true; }

  bool BeginMap(const MapInfo&, Frame& frame) {
    Take();
    frame.count = 0;
    return true;
  }
  bool MoreEntries(const MapInfo&, Frame&, bool* more) {
    *more = false;
    return true;
  }
  bool BeginMapValue(const MapInfo&, Frame&) { return true; }
  bool EndEntry(const MapInfo&, Frame&) { return true; }
  bool EndMap(const MapInfo&, Frame&) { return true; }
  bool KeysMustDiffer(const MapInfo&, const Frame&) const { return false; }

  // Discriminator 0, or the default literal, with the case it selects.
  bool BeginUnion(const UnionInfo& info, const EnumInfo* enum_info, Frame&,
                  UnionValue* value) {
    Take();
    value->discriminator = info.discriminator == TypeKind::kEnum
                               ? enum_info->rows[enum_info->default_row].value
                               : 0;
    value->selected = info.FindCase(value->discriminator);
    if (value->selected != UnionInfo::kNoCase) {
      const auto& member = info.cases[value->selected].member;
      literal_ =
          member.default_value.has_value() ? &*member.default_value : nullptr;
    }
    return true;
  }
  bool EndUnion(const UnionInfo&, Frame&) { return true; }

  bool ReadBytes(const Op& op, std::string_view* value) {
    NumberSpan span;
    if (!ReadElements<uint8_t>(op, op.code == OpCode::kByteArray, &span)) {
      return false;
    }
    *value = {reinterpret_cast<const char*>(span.data), span.count};
    return true;
  }
  bool ReadChars(const Op& op, std::string_view* value) {
    const auto* list = Get<std::vector<Literal>>(Take());
    scratch_.bytes.clear();
    if (list != nullptr) {
      for (const Literal& item : *list) {
        const auto* text = Get<std::string>(&item);
        if (text != nullptr) AppendUtf8AsLatin1(*text, &scratch_.bytes);
      }
    }
    if (op.code == OpCode::kCharArray) {
      if (!scratch_.CanMakeUp(op.arg, offset_, fault_)) return false;
      scratch_.bytes.resize(op.arg, '\0');
    }
    *value = scratch_.bytes;
    return true;
  }
  template <typename T>
  bool ReadNumbers(const Op& op, NumberSpan* span) {
    return ReadElements<T>(op, op.code == OpCode::kNumberArray, span);
  }

 private:
  // The literal of the value that is next; it is used up.
  const Literal* Take() {
    const Literal* literal = literal_;
    literal_ = nullptr;
    return literal;
  }

  template <typename T>
  static const T* Get(const Literal* literal) {
    return literal == nullptr ? nullptr : std::get_if<T>(&literal->value);
  }

  template <typename T>
  static T Number(const Literal* literal) {
    if (const auto* number = Get<int64_t>(literal)) {
      return static_cast<T>(*number);
    }
    if (const auto* number = Get<uint64_t>(literal)) {
      return static_cast<T>(*number);
    }
    if (const auto* number = Get<double>(literal)) {
      return static_cast<T>(*number);
    }
    return T{};
  }

  const std::vector<Literal>* KeepList(Frame& frame) {
    const auto* list = Get<std::vector<Literal>>(Take());
    frame.source[0] = reinterpret_cast<uintptr_t>(list);
    return list;
  }

  template <typename T>
  bool ReadElements(const Op& op, bool is_array, NumberSpan* span) {
    const auto* list = Get<std::vector<Literal>>(Take());
    const size_t given = list == nullptr ? 0 : list->size();
    const size_t count = is_array ? op.arg : given;
    if (!scratch_.CanMakeUp(count * sizeof(T), offset_, fault_)) return false;
    scratch_.numbers.assign(count * sizeof(T), '\0');
    for (size_t i = 0; i < given && i < count; ++i) {
      T number{};
      if constexpr (std::same_as<T, BooleanByte>) {
        const auto* boolean = Get<bool>(&(*list)[i]);
        number.byte = boolean != nullptr && *boolean ? 1 : 0;
      } else {
        number = Number<T>(&(*list)[i]);
      }
      std::memcpy(scratch_.numbers.data() + i * sizeof(T), &number, sizeof(T));
    }
    *span = {reinterpret_cast<const uint8_t*>(scratch_.numbers.data()), count,
             std::endian::native};
    return true;
  }

  const Literal* literal_;
  const uint64_t offset_;
  ReadScratch& scratch_;
  Fault* fault_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_DEFAULT_SOURCE_H_
