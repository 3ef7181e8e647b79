// Documents: mapping.md, row by row.

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "codec/base/base64.h"
#include "codec/base/number_format.h"
#include "codec/base/utf8.h"
#include "tests/support/reference_codec.h"

namespace transcdr::reference {
namespace {

// Thrown where the options make a value an error. Tests only: the shortest way
// out of a recursion.
struct NoDocument {};

// The bytes of text, or text that takes their place.
struct Text {
  std::string text;
  bool is_bytes = false;
};

// What the two formats have in common: a document is written by these calls.
class Emitter {
 public:
  explicit Emitter(const Variation& variation) : variation_(variation) {}
  virtual ~Emitter() = default;

  virtual void Boolean(bool value) = 0;
  // `is_wide`: of a 64-bit type.
  virtual void Integer(bool is_signed, uint64_t bits, bool is_wide) = 0;
  virtual void Float32(float value) = 0;
  virtual void Float64(double value) = 0;
  virtual void String(std::string_view text) = 0;
  virtual void Bytes(std::string_view bytes) = 0;  // float128, bytes
  virtual void BytesForText(std::string_view bytes) = 0;
  virtual void BeginArray(size_t count) = 0;
  virtual void EndArray() = 0;
  virtual void BeginObject(size_t count) = 0;
  virtual void EndObject() = 0;
  virtual void BeginItem() = 0;    // before each element or key
  virtual void BetweenPair() = 0;  // between key and value
  virtual void Key(std::string_view name) { String(name); }
  // The key of struct_form MAP_BY_ID.
  virtual void IdKey(uint32_t id) = 0;

  std::string out;

 protected:
  const Variation& variation_;
};

class JsonEmitter : public Emitter {
 public:
  JsonEmitter(const MappingOptions& options, const Variation& variation)
      : Emitter(variation), options_(options) {}

  bool in_key = false;

  void Boolean(bool value) override { Word(value ? "true" : "false", in_key); }
  void Integer(bool is_signed, uint64_t bits, bool is_wide) override {
    const auto number = static_cast<int64_t>(bits);
    const bool is_exact =
        is_signed ? number <= 9007199254740991 && number >= -9007199254740991
                  : bits <= 9007199254740991;
    bool quoted = in_key;
    if (is_wide) {
      quoted |= options_.int64_form == Int64Form::kString ||
                (options_.int64_form == Int64Form::kAuto && !is_exact);
    }
    Word(is_signed ? std::to_string(number) : std::to_string(bits), quoted);
  }
  void Float32(float value) override { Float(value); }
  void Float64(double value) override { Float(value); }
  void String(std::string_view text) override {
    std::string quoted = "\"";
    for (const char c : text) {
      char escape[8];
      switch (c) {
        case '"':
          quoted += "\\\"";
          break;
        case '\\':
          quoted += "\\\\";
          break;
        case '\b':
          quoted += "\\b";
          break;
        case '\f':
          quoted += "\\f";
          break;
        case '\n':
          quoted += "\\n";
          break;
        case '\r':
          quoted += "\\r";
          break;
        case '\t':
          quoted += "\\t";
          break;
        default:
          if (static_cast<unsigned char>(c) < 0x20) {
            std::snprintf(escape, sizeof(escape), "\\u%04x", c);
            quoted += escape;
          } else {
            quoted += c;
          }
      }
    }
    Put(quoted + "\"");
  }
  void Bytes(std::string_view bytes) override {
    Word(Base64Encode(bytes), true);
  }
  void BytesForText(std::string_view bytes) override {
    if (in_key) throw NoDocument();
    Put("{");
    Word("$bytes", true);
    Put(":");
    Bytes(bytes);
    Put("}");
  }
  void BeginArray(size_t) override { Open("["); }
  void EndArray() override { Close("]"); }
  void BeginObject(size_t) override { Open("{"); }
  void EndObject() override { Close("}"); }
  void BeginItem() override {
    if (!is_first_.back()) Put(",");
    is_first_.back() = false;
  }
  void BetweenPair() override { Put(":"); }
  void IdKey(uint32_t id) override { Word(std::to_string(id), true); }

  // A number, literal or base64, quoted or not.
  void Word(const std::string& text, bool quoted) {
    Put(quoted ? "\"" + text + "\"" : text);
  }

 private:
  void Put(const std::string& text) {
    MaybeSpace();
    out += text;
    MaybeSpace();
  }
  void MaybeSpace() {
    if (!variation_.add_white_space) return;
    static const std::vector<std::string> kSpaces = {"",   "",   "",      " ",
                                                     "\n", "\t", " \r\n "};
    out += variation_.random->Pick(kSpaces);
  }
  void Open(const char* bracket) {
    Put(bracket);
    is_first_.push_back(true);
  }
  void Close(const char* bracket) {
    Put(bracket);
    is_first_.pop_back();
  }
  template <typename T>
  void Float(T value) {
    if (std::isfinite(value)) {
      char text[kMaxNumberText];
      Word({text, FormatFloat(value, text)}, false);
      return;
    }
    if (options_.non_finite_form == NonFiniteForm::kError) throw NoDocument();
    if (std::isnan(value)) {
      const bool null = options_.non_finite_form == NonFiniteForm::kNull;
      Word(null ? "null" : "NaN", !null);
    } else {
      Word(value > 0 ? "Infinity" : "-Infinity", true);
    }
  }

  const MappingOptions& options_;
  std::vector<bool> is_first_;
};

class MsgpackEmitter : public Emitter {
 public:
  MsgpackEmitter(const MappingOptions& options, const Variation& variation)
      : Emitter(variation), options_(options) {}

  void Boolean(bool value) override { Tag(value ? 0xc3 : 0xc2); }
  void Integer(bool is_signed, uint64_t bits, bool is_wide) override {
    const auto number = static_cast<int64_t>(bits);
    if (is_wide && options_.int64_width == Int64Width::kFixed) {
      Tag(is_signed ? 0xd3 : 0xcf);
      Big(8, bits);
    } else if (is_signed && number < 0) {
      if (number >= -32) {
        Tag(static_cast<uint8_t>(number));
      } else if (number >= -0x80) {
        Tag(0xd0);
        Big(1, bits);
      } else if (number >= -0x8000) {
        Tag(0xd1);
        Big(2, bits);
      } else if (number >= -0x80000000ll) {
        Tag(0xd2);
        Big(4, bits);
      } else {
        Tag(0xd3);
        Big(8, bits);
      }
    } else if (bits < 0x80) {
      Tag(static_cast<uint8_t>(bits));
    } else if (bits <= 0xff) {
      Tag(0xcc);
      Big(1, bits);
    } else if (bits <= 0xffff) {
      Tag(0xcd);
      Big(2, bits);
    } else if (bits <= 0xffffffff) {
      Tag(0xce);
      Big(4, bits);
    } else {
      Tag(0xcf);
      Big(8, bits);
    }
  }
  void Float32(float value) override {
    Tag(0xca);
    Big(4, std::bit_cast<uint32_t>(value));
  }
  void Float64(double value) override {
    Tag(0xcb);
    Big(8, std::bit_cast<uint64_t>(value));
  }
  void String(std::string_view text) override {
    if (text.size() < 32) {
      Tag(static_cast<uint8_t>(0xa0 + text.size()));
    } else {
      Sized(0xd9, 0xda, 0xdb, text.size());
    }
    out += text;
  }
  void Bytes(std::string_view bytes) override {
    Sized(0xc4, 0xc5, 0xc6, bytes.size());
    out += bytes;
  }
  void BytesForText(std::string_view bytes) override { Bytes(bytes); }
  void Extension(uint8_t type, std::string_view bytes) {
    switch (bytes.size()) {
      case 1:
        Tag(0xd4);
        break;
      case 2:
        Tag(0xd5);
        break;
      case 4:
        Tag(0xd6);
        break;
      case 8:
        Tag(0xd7);
        break;
      case 16:
        Tag(0xd8);
        break;
      default:
        Sized(0xc7, 0xc8, 0xc9, bytes.size());
    }
    Tag(type);
    out += bytes;
  }
  void BeginArray(size_t count) override { Counted(0x90, 0xdc, 0xdd, count); }
  void EndArray() override {}
  void BeginObject(size_t count) override { Counted(0x80, 0xde, 0xdf, count); }
  void EndObject() override {}
  void BeginItem() override {}
  void BetweenPair() override {}
  void IdKey(uint32_t id) override { Integer(false, id, false); }

 private:
  void Tag(uint8_t tag) { out.push_back(static_cast<char>(tag)); }
  void Big(int size, uint64_t bits) {
    for (int i = size - 1; i >= 0; --i) {
      out.push_back(static_cast<char>(bits >> (8 * i)));
    }
  }
  void Sized(uint8_t tag8, uint8_t tag16, uint8_t tag32, size_t size) {
    const int width = size <= 0xff ? 1 : size <= 0xffff ? 2 : 4;
    Tag(width == 1 ? tag8 : width == 2 ? tag16 : tag32);
    Big(width, size);
  }
  void Counted(uint8_t fix, uint8_t tag16, uint8_t tag32, size_t count) {
    if (count < 16) {
      Tag(static_cast<uint8_t>(fix + count));
      return;
    }
    Tag(count <= 0xffff ? tag16 : tag32);
    Big(count <= 0xffff ? 2 : 4, count);
  }

  const MappingOptions& options_;
};

class DocumentWalker {
 public:
  DocumentWalker(const Schema& schema, const MappingOptions& options,
                 const Variation& variation, JsonEmitter* json,
                 MsgpackEmitter* msgpack)
      : schema_(schema),
        options_(options),
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
        const auto members = schema_.AllMembers(schema_.Resolve(index));
        std::vector<Part> parts;
        for (size_t i = 0; i < members.size(); ++i) {
          parts.push_back(
              {members[i]->name, *members[i]->id,
               [=, this, &value] { Write(members[i]->type, value.items[i]); }});
        }
        Parts(std::move(parts));
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
        Object(std::move(parts), StructForm::kMap);
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

  void Parts(std::vector<Part> parts) {
    if (options_.struct_form != StructForm::kArray) {
      Object(std::move(parts), options_.struct_form);
      return;
    }
    to_.BeginArray(parts.size());
    for (const Part& part : parts) {
      to_.BeginItem();
      part.write();
    }
    to_.EndArray();
  }

  void Object(std::vector<Part> parts, StructForm form) {
    if (variation_.add_unknown_members) AddUnknown(&parts);
    if (variation_.shuffle_members) variation_.random->Shuffle(&parts);
    to_.BeginObject(parts.size());
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
    Parts(std::move(parts));
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
  const Variation& variation_;
  JsonEmitter* json_;        // null: MessagePack
  MsgpackEmitter* msgpack_;  // null: JSON
  Emitter& to_;
};

}  // namespace

std::optional<std::string> WriteDocument(const Schema& schema,
                                         const Value& value,
                                         DocumentFormat format,
                                         const MappingOptions& options,
                                         const Variation& variation) {
  JsonEmitter json(options, variation);
  MsgpackEmitter msgpack(options, variation);
  const bool is_json = format == DocumentFormat::kJson;
  DocumentWalker walker(schema, options, variation, is_json ? &json : nullptr,
                        is_json ? nullptr : &msgpack);
  try {
    walker.Write(schema.root(), value);
  } catch (const NoDocument&) {
    return std::nullopt;
  }
  return is_json ? json.out : msgpack.out;
}

}  // namespace transcdr::reference
