// Documents: mapping.md, row by row.

#include <algorithm>
#include <bit>
#include <functional>
#include <set>
#include <utility>

#include "codec/base/base64.h"
#include "codec/base/utf8.h"
#include "tests/support/reference_emitters.h"
#include "tests/support/reference_types.h"

namespace transcdr::reference {
namespace {

// The bytes of text, or text that takes their place.
struct Text {
  std::string text;
  bool is_bytes = false;
};

class DocumentWalker {
 public:
  DocumentWalker(const Schema& schema, const MappingOptions& options,
                 bool key_only, const Variation& variation, JsonEmitter* json,
                 MsgpackEmitter* msgpack)
      : schema_(schema),
        options_(options),
        key_only_(key_only),
        variation_(variation),
        json_(json),
        msgpack_(msgpack),
        to_(json != nullptr ? static_cast<Emitter&>(*json) : *msgpack) {}

  void Write(TypeIndex index, const Value& value) {
    const TypeDescriptor& type = schema_.resolved(index);
    switch (type.kind) {
      case TypeKind::kBoolean:
        to_.Boolean(value.bits != 0);
        return;
      case TypeKind::kByte:
      case TypeKind::kInt8:
      case TypeKind::kUInt8:
      case TypeKind::kInt16:
      case TypeKind::kUInt16:
      case TypeKind::kInt32:
      case TypeKind::kUInt32:
      case TypeKind::kInt64:
      case TypeKind::kUInt64:
        Integer(type.kind, value.bits);
        return;
      case TypeKind::kFloat32:
        to_.Float32(std::bit_cast<float>(static_cast<uint32_t>(value.bits)));
        return;
      case TypeKind::kFloat64:
        to_.Float64(std::bit_cast<double>(value.bits));
        return;
      case TypeKind::kFloat128:
        to_.Bytes(value.bytes);
        return;
      case TypeKind::kChar8:
        to_.String(Latin1(std::string(1, static_cast<char>(value.bits))));
        return;
      case TypeKind::kChar16:
        Put(FromUtf16(std::u16string(1, static_cast<char16_t>(value.bits))));
        return;
      case TypeKind::kString8:
        Put(FromBytes(value.bytes));
        return;
      case TypeKind::kString16:
        Put(FromUtf16(value.wide));
        return;
      case TypeKind::kEnum:
        Enum(type, value.bits);
        return;
      case TypeKind::kBitmask:
        Bitmask(type, value.bits);
        return;
      case TypeKind::kBitset:
        Bitset(schema_.AllBitfields(schema_.Resolve(index)), value.bits);
        return;
      case TypeKind::kSequence:
        Sequence(type.element, value.items.data(), value.items.size());
        return;
      case TypeKind::kArray: {
        const Value* next = value.items.data();
        Array(type, 0, &next);
        return;
      }
      case TypeKind::kMap:
        Map(type, value);
        return;
      case TypeKind::kStruct: {
        Struct(schema_.AllMembers(schema_.Resolve(index)), value);
        return;
      }
      case TypeKind::kUnion: {
        std::vector<Part> parts;
        parts.push_back({"$discriminator", 0, [&] {
                           Value discriminator;
                           discriminator.bits = value.bits;
                           Write(type.element, discriminator);
                         }});
        if (const auto selected = SelectedCase(type, value.bits)) {
          const Member& member = type.cases[*selected].member;
          parts.push_back(
              {member.name, 0, [&] { Write(member.type, value.items[0]); }});
        }
        Object(std::move(parts), StructForm::kMap, 0);
        return;
      }
      case TypeKind::kAlias:
        return;  // resolved
    }
  }

 private:
  // A member: its name, its id, and what writes its value.
  struct Part {
    std::string name;
    uint32_t id;
    std::function<void()> write;
  };

  void Struct(const std::vector<const Member*>& members, const Value& value) {
    const auto in_scope = MembersInScope(members, key_only_);
    std::vector<Part> parts;
    size_t most = 0;
    for (size_t i = 0; i < members.size(); ++i) {
      const Value& item = value.items[i];
      if (!in_scope[i]) continue;
      ++most;
      if (item.is_absent && options_.struct_form != StructForm::kArray &&
          options_.absent_form == AbsentForm::kOmit) {
        continue;
      }
      parts.push_back(
          {members[i]->name, *members[i]->id,
           [this, &item, member = members[i]] { MemberValue(*member, item); }});
    }
    Parts(std::move(parts), most);
  }

  void MemberValue(const Member& member, const Value& value) {
    if (value.is_absent) {
      to_.Null();
      return;
    }
    const TypeKind kind = schema_.resolved(member.type).kind;
    const bool is_float =
        kind == TypeKind::kFloat32 || kind == TypeKind::kFloat64;
    if (json_ != nullptr) json_->null_is_taken = member.is_optional && is_float;
    Write(member.type, value);
    if (json_ != nullptr) json_->null_is_taken = false;
  }

  // `most`: how many there may be.
  void Parts(std::vector<Part> parts, size_t most) {
    if (options_.struct_form != StructForm::kArray) {
      Object(std::move(parts), options_.struct_form, most);
      return;
    }
    to_.BeginArray(parts.size());
    for (const Part& part : parts) {
      to_.BeginItem();
      part.write();
    }
    to_.EndArray();
  }

  void Object(std::vector<Part> parts, StructForm form, size_t most) {
    if (variation_.add_unknown_members) AddUnknown(&parts);
    if (variation_.shuffle_members) variation_.random->Shuffle(&parts);
    to_.BeginObject(parts.size(), std::max(parts.size(), most));
    for (const Part& part : parts) {
      to_.BeginItem();
      if (form == StructForm::kMapById) {
        to_.IdKey(part.id);
      } else {
        to_.Key(part.name);
      }
      to_.BetweenPair();
      part.write();
    }
    to_.EndObject();
  }

  // One at a random place, of a random kind. Its name and id are nobody's.
  void AddUnknown(std::vector<Part>* parts) {
    Random& random = *variation_.random;
    const uint64_t kind = random.Below(5);
    Part part{"no such \"member\"", 0x0fffffff, [this, kind] {
                switch (kind) {
                  case 0:
                    to_.Boolean(true);
                    return;
                  case 1:
                    to_.Integer(true, static_cast<uint64_t>(-1234567), false);
                    return;
                  case 2:
                    to_.String("\"}],{[\\");
                    return;
                  case 3:
                    to_.BeginArray(2);
                    to_.BeginItem();
                    to_.BeginArray(0);
                    to_.EndArray();
                    to_.BeginItem();
                    to_.Float64(0.5);
                    to_.EndArray();
                    return;
                  default:
                    to_.BeginObject(1);
                    to_.BeginItem();
                    to_.Key("a");
                    to_.BetweenPair();
                    to_.BeginObject(0);
                    to_.EndObject();
                    to_.EndObject();
                }
              }};
    const auto place =
        static_cast<std::ptrdiff_t>(random.Below(parts->size() + 1));
    parts->insert(parts->begin() + place, std::move(part));
  }

  void Integer(TypeKind kind, uint64_t bits) {
    to_.Integer(IsSignedInteger(kind), bits,
                kind == TypeKind::kInt64 || kind == TypeKind::kUInt64);
  }

  static std::string Latin1(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
      const auto byte = static_cast<uint8_t>(c);
      if (byte < 0x80) {
        text.push_back(c);
      } else {
        text.push_back(static_cast<char>(0xc0 + byte / 64));
        text.push_back(static_cast<char>(0x80 + byte % 64));
      }
    }
    return text;
  }

  void Put(const Text& text) {
    if (text.is_bytes) {
      to_.BytesForText(text.text);
    } else {
      to_.String(text.text);
    }
  }

  Text FromBytes(const std::string& bytes) const {
    const InvalidUtf8Policy policy = options_.invalid_utf8_policy;
    if (policy == InvalidUtf8Policy::kLatin1) return {Latin1(bytes)};
    if (IsValidUtf8(bytes)) return {bytes};
    switch (policy) {
      case InvalidUtf8Policy::kReplace: {
        std::string text;
        AppendReplacingInvalidUtf8(bytes, &text);
        return {text};
      }
      case InvalidUtf8Policy::kBytes:
        return {bytes, true};
      default:
        throw NoDocument();
    }
  }

  Text FromUtf16(const std::u16string& units) const {
    std::string text;
    for (size_t i = 0; i < units.size(); ++i) {
      const uint32_t unit = units[i];
      const bool is_high = unit >= 0xd800 && unit <= 0xdbff;
      const bool is_low = unit >= 0xdc00 && unit <= 0xdfff;
      if (is_high && i + 1 < units.size() && units[i + 1] >= 0xdc00 &&
          units[i + 1] <= 0xdfff) {
        AppendUtf8((unit - 0xd800) * 0x400 + (units[i + 1] - 0xdc00u) + 0x10000,
                   &text);
        ++i;
      } else if (!is_high && !is_low) {
        AppendUtf8(unit, &text);
      } else if (options_.invalid_utf8_policy == InvalidUtf8Policy::kReplace) {
        text += "\xef\xbf\xbd";
      } else if (options_.invalid_utf8_policy == InvalidUtf8Policy::kBytes) {
        std::string bytes;
        for (const char16_t each : units) {
          bytes.push_back(static_cast<char>(each & 0xff));
          bytes.push_back(static_cast<char>(each >> 8));
        }
        return {bytes, true};
      } else {
        throw NoDocument();
      }
    }
    return {text};
  }

  void Enum(const TypeDescriptor& type, uint64_t bits) {
    if (options_.enum_form == EnumForm::kName) {
      for (const Enumerator& literal : type.enumerators) {
        if (*literal.value == static_cast<int64_t>(bits)) {
          to_.String(literal.name);
          return;
        }
      }
    }
    to_.Integer(true, bits, false);
  }

  void Bitmask(const TypeDescriptor& type, uint64_t bits) {
    if (options_.bitmask_form == BitmaskForm::kNumber) {
      to_.Integer(false, bits, BytesForBits(type.bit_bound) == 8);
      return;
    }
    std::vector<std::string> names;
    for (const Flag& flag : type.flags) {
      const uint64_t bit = uint64_t{1} << *flag.position;
      if ((bits & bit) == 0) continue;
      names.push_back(flag.name);
      bits -= bit;
    }
    if (bits != 0) throw NoDocument();
    to_.BeginArray(names.size());
    for (const std::string& name : names) {
      to_.BeginItem();
      to_.String(name);
    }
    to_.EndArray();
  }

  void Bitset(const std::vector<const Bitfield*>& fields, uint64_t bits) {
    std::vector<Part> parts;
    uint32_t position = 0;
    for (const Bitfield* field : fields) {
      uint64_t number = bits >> position;
      if (field->width < 64) number &= (uint64_t{1} << field->width) - 1;
      const bool is_negative =
          IsSignedInteger(*field->holder) && number >> (field->width - 1) != 0;
      if (is_negative && field->width < 64)
        number |= ~uint64_t{0} << field->width;
      if (!field->name.empty()) {
        parts.push_back({field->name, position, [this, field, number] {
                           if (*field->holder == TypeKind::kBoolean) {
                             to_.Boolean(number != 0);
                           } else {
                             Integer(*field->holder, number);
                           }
                         }});
      }
      position += field->width;
    }
    Parts(std::move(parts), 0);
  }

  void Array(const TypeDescriptor& type, size_t dimension, const Value** next) {
    const uint32_t count = type.dimensions[dimension];
    if (dimension + 1 == type.dimensions.size()) {
      Sequence(type.element, *next, count);
      *next += count;
      return;
    }
    to_.BeginArray(count);
    for (uint32_t i = 0; i < count; ++i) {
      to_.BeginItem();
      Array(type, dimension + 1, next);
    }
    to_.EndArray();
  }

  // A sequence, or the innermost dimension of an array.
  void Sequence(TypeIndex element, const Value* items, size_t count) {
    const TypeKind kind = schema_.resolved(element).kind;
    std::string bytes;
    for (size_t i = 0; i < count; ++i) {
      bytes.push_back(static_cast<char>(items[i].bits));
    }
    if (kind == TypeKind::kByte || kind == TypeKind::kUInt8) {
      if (options_.bytes_form != BytesForm::kArray) {
        if (json_ != nullptr && options_.bytes_form == BytesForm::kHex) {
          json_->Word(HexEncode(bytes), true);
        } else {
          to_.Bytes(bytes);
        }
        return;
      }
    } else if (kind == TypeKind::kChar8) {
      if (options_.char_array_form == CharArrayForm::kString) {
        to_.String(Latin1(bytes));
        return;
      }
    } else if (msgpack_ != nullptr &&
               options_.numeric_array_form != NumericArrayForm::kList &&
               TypedArrayCode(kind) >= 0) {
      bytes.clear();
      for (size_t i = 0; i < count; ++i) {
        bytes += WriteBody(schema_, element, items[i]);
      }
      if (options_.numeric_array_form == NumericArrayForm::kBin) {
        msgpack_->Bytes(bytes);
      } else {
        bytes.insert(bytes.begin(), static_cast<char>(TypedArrayCode(kind)));
        msgpack_->Extension(0x74, bytes);
      }
      return;
    }
    to_.BeginArray(count);
    for (size_t i = 0; i < count; ++i) {
      to_.BeginItem();
      Write(element, items[i]);
    }
    to_.EndArray();
  }

  // The first byte of msgpackr's extension 0x74; -1: no number.
  static int TypedArrayCode(TypeKind kind) {
    switch (kind) {
      case TypeKind::kBoolean:
        return 1;
      case TypeKind::kInt8:
        return 0;
      case TypeKind::kInt16:
        return 3;
      case TypeKind::kUInt16:
        return 4;
      case TypeKind::kInt32:
        return 5;
      case TypeKind::kUInt32:
        return 6;
      case TypeKind::kFloat32:
        return 7;
      case TypeKind::kFloat64:
        return 8;
      case TypeKind::kInt64:
        return 9;
      case TypeKind::kUInt64:
        return 10;
      default:
        return -1;
    }
  }

  static bool IsJsonKey(TypeKind kind) {
    return kind == TypeKind::kBoolean || IsInteger(kind) ||
           kind == TypeKind::kChar8 || kind == TypeKind::kChar16 ||
           kind == TypeKind::kString8 || kind == TypeKind::kString16 ||
           kind == TypeKind::kEnum;
  }

  void Map(const TypeDescriptor& type, const Value& value) {
    const size_t count = value.items.size() / 2;
    const bool is_object =
        json_ == nullptr || IsJsonKey(schema_.resolved(type.key).kind);
    std::set<std::string> keys;
    if (is_object) {
      to_.BeginObject(count);
    } else {
      to_.BeginArray(count);
    }
    for (size_t i = 0; i < value.items.size(); i += 2) {
      to_.BeginItem();
      if (!is_object) {
        to_.BeginArray(2);
        to_.BeginItem();
      }
      const size_t start = to_.out.size();
      if (json_ != nullptr) json_->in_key = is_object;
      Write(type.key, value.items[i]);
      if (json_ != nullptr) json_->in_key = false;
      if (is_object) {
        std::string key = to_.out.substr(start);
        if (!keys.insert(std::move(key)).second) throw NoDocument();
        to_.BetweenPair();
      } else {
        to_.BeginItem();
      }
      Write(type.element, value.items[i + 1]);
      if (!is_object) to_.EndArray();
    }
    if (is_object) {
      to_.EndObject();
    } else {
      to_.EndArray();
    }
  }

  const Schema& schema_;
  const MappingOptions& options_;
  const bool key_only_;
  const Variation& variation_;
  JsonEmitter* json_;        // null: MessagePack
  MsgpackEmitter* msgpack_;  // null: JSON
  Emitter& to_;
};

}  // namespace

std::optional<std::string> WriteDocument(
    const Schema& schema, const Value& value, DocumentFormat format,
    const MappingOptions& options, bool key_only, const Variation& variation) {
  JsonEmitter json(options, variation);
  MsgpackEmitter msgpack(options, variation);
  const bool is_json = format == DocumentFormat::kJson;
  DocumentWalker walker(schema, options, key_only, variation,
                        is_json ? &json : nullptr,
                        is_json ? nullptr : &msgpack);
  try {
    walker.Write(schema.root(), value);
  } catch (const NoDocument&) {
    return std::nullopt;
  }
  return is_json ? json.out : msgpack.out;
}

}  // namespace transcdr::reference
