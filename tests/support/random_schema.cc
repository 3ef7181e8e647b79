#include "tests/support/random_schema.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codec/type/message_text.h"
#include "tests/support/reference_types.h"
#include "tests/support/schema_builder.h"

namespace transcdr {
namespace {

using message_text::Concat;
using reference::Value;

template <typename E>
void PickUpTo(E last, Random& random, E* field) {
  *field = static_cast<E>(random.Below(static_cast<uint64_t>(last) + 1));
}

WireProfile RandomProfile(Random& random) {
  switch (random.Below(12)) {
    case 0:
      return WireProfile::Omg();
    case 1:
      return WireProfile::Ros2();
    case 2:
      return WireProfile::FastCdr1();
    case 3:
      return WireProfile::FastCdr2();
    case 4:
      return WireProfile::OpenDds();
    case 5:
      return WireProfile::Rti();
    case 6:
      return WireProfile::RtiMicro();
    default:
      break;
  }
  WireProfile profile;
  PickUpTo(WstringForm::kUnits32Nul, random, &profile.wstring_form);
  PickUpTo(WcharWidth::k32, random, &profile.wchar_width);
  PickUpTo(EmptyStructForm::kDummyOctet, random, &profile.empty_struct_form);
  PickUpTo(WstringForm::kUnits32Nul, random, &profile.wstring_form_xcdr2);
  PickUpTo(WcharWidth::k32, random, &profile.wchar_width_xcdr2);
  PickUpTo(LongDoubleForm::kX87, random, &profile.long_double_form);
  PickUpTo(OptionalOrigin::kKept, random, &profile.optional_origin);
  PickUpTo(CollectionHeaders::kFastCdr2, random, &profile.collection_headers);
  PickUpTo(AlignmentOrigin::kHeader, random, &profile.alignment_origin);
  PickUpTo(RosServiceHeader::kPresent, random, &profile.ros_service_header);
  return profile;
}

class SchemaMaker {
 public:
  explicit SchemaMaker(Random& random)
      : random_(random), profile_(RandomProfile(random)) {
    primitives_ = {types_.boolean, types_.byte, types_.i8,  types_.u8,
                   types_.i16,     types_.u16,  types_.i32, types_.u32,
                   types_.i64,     types_.u64,  types_.f32, types_.f64,
                   types_.f128,    types_.c8,   types_.c16, types_.str,
                   types_.wstr};
  }

  Schema Make() {
    if (random_.OneIn(6)) {
      MakeUnion("r::Root", 3);
    } else {
      MakeStruct("r::Root", 3, 1 + random_.Below(6), RandomExtensibility());
    }
    return types_.BuildOrDie("r::Root", profile_);
  }

 private:
  std::string NewName(const char* prefix) {
    return std::string("r::") + prefix + std::to_string(next_name_++);
  }
  uint32_t Bound() {
    return random_.OneIn(2) ? 0 : static_cast<uint32_t>(random_.Between(1, 9));
  }

  TypeIndex Any(int depth) {
    if (depth <= 0 || random_.OneIn(3)) return Leaf();
    // A type of before, now and then: used twice.
    if (!named_.empty() && random_.OneIn(6)) return random_.Pick(named_);
    switch (random_.Below(8)) {
      case 0:
      case 1:
        return types_.Seq(Any(depth - 1), Bound());
      case 2:
        return Array(depth);
      case 3:
        return types_.Map(Key(depth), Any(depth - 1), Bound());
      case 4:
      case 5:
        return MakeStruct(NewName("S"), depth, random_.Below(5),
                          RandomExtensibility());
      case 6:
        return MakeUnion(NewName("U"), depth);
      default: {
        // The definition before the alias: the order of arguments is open.
        const TypeIndex target = Any(depth - 1);
        return Keep(MaybeEmptyLike(target, types_.Alias(NewName("A"), target)));
      }
    }
  }

  TypeIndex Leaf() {
    switch (random_.Below(12)) {
      case 0:
        return types_.String(Bound());
      case 1:
        return types_.WString(Bound());
      case 2:
        return MakeEnum();
      case 3:
        return MakeBitmask();
      case 4:
        return MakeBitset();
      default:
        return random_.Pick(primitives_);
    }
  }

  // Mostly what JSON writes as the key of an object.
  TypeIndex Key(int depth) {
    if (random_.OneIn(5)) return Any(depth - 1);
    switch (random_.Below(4)) {
      case 0:
        return types_.String(Bound());
      case 1:
        return MakeEnum();
      default:
        return random_.Pick(primitives_);
    }
  }

  TypeIndex Array(int depth) {
    std::vector<uint32_t> dimensions;
    do {
      dimensions.push_back(static_cast<uint32_t>(random_.Between(1, 4)));
    } while (dimensions.size() < 3 && random_.OneIn(3));
    const TypeIndex element = Any(depth - 1);
    return MaybeEmptyLike(element,
                          types_.Array(element, std::move(dimensions)));
  }

  TypeIndex Keep(TypeIndex type) {
    named_.push_back(type);
    return type;
  }

  // Mostly final: what most types are, and what the others are made of.
  Extensibility RandomExtensibility() {
    return random_.OneIn(2) ? Extensibility::kFinal
                            : static_cast<Extensibility>(random_.Below(3));
  }

  // Types without a byte cannot be optional: in XCDR1 nobody could tell.
  bool MaybeEmpty(TypeIndex type) const { return maybe_empty_.contains(type); }
  TypeIndex MaybeEmptyLike(TypeIndex inner, TypeIndex type) {
    if (MaybeEmpty(inner)) maybe_empty_.insert(type);
    return type;
  }

  TypeIndex MakeStruct(std::string name, int depth, uint64_t members,
                       Extensibility extensibility) {
    TypeDescriptor type;
    type.kind = TypeKind::kStruct;
    type.name = std::move(name);
    bool is_empty = true;
    uint32_t next_id = 0;
    if (random_.OneIn(5)) {
      type.base =
          MakeStruct(NewName("B"), depth - 1, random_.Below(4), extensibility);
      is_empty = MaybeEmpty(*type.base);
      next_id = next_ids_[*type.base];
    }
    const bool has_keys = random_.OneIn(3);
    for (uint64_t i = 0; i < members; ++i) {
      Member member;
      // Names differ from those of all bases.
      member.name = Concat("m", next_name_++);
      // Longer than a fixstr now and then.
      if (random_.OneIn(8)) member.name += std::string(32, 'x');
      member.type = Any(depth - 1);
      member.is_optional = random_.OneIn(4) && !MaybeEmpty(member.type);
      member.is_key = has_keys && !member.is_optional &&
                      !MaybeEmpty(member.type) && random_.OneIn(2);
      member.is_must_understand = random_.OneIn(6);
      next_id = MemberId(next_id, &member) + 1;
      is_empty &= MaybeEmpty(member.type);
      type.members.push_back(std::move(member));
    }
    // The dummy octet is of ROS 2, where all is final.
    const bool is_bare =
        members == 0 && (!type.base.has_value() || bare_.contains(*type.base));
    type.extensibility =
        is_bare && profile_.empty_struct_form == EmptyStructForm::kDummyOctet
            ? Extensibility::kFinal
            : extensibility;
    const TypeIndex index = types_.builder().Define(std::move(type));
    if (is_bare) bare_.insert(index);
    if (is_empty) maybe_empty_.insert(index);
    next_ids_[index] = next_id;
    return Keep(index);
  }

  // Ids grow; now and then they are given, around where headers change.
  uint32_t MemberId(uint32_t least, Member* member) {
    if (!random_.OneIn(5)) return least;
    uint32_t id = least + static_cast<uint32_t>(random_.Below(4));
    if (random_.OneIn(2)) {
      id = std::max(id, random_.Pick<uint32_t>({0x3eff, 0x3f00, 0x3f01, 0x3f02,
                                                0x3fff, 0x4001, 0x0ffffe00}));
    }
    member->id = id;
    return id;
  }

  TypeIndex MakeEnum() {
    const uint32_t bit_bound = random_.Pick<uint32_t>({3, 8, 12, 16, 20, 32});
    const int64_t limit = int64_t{1} << (bit_bound - 1);
    std::set<int32_t> values;
    const uint64_t count = random_.Between(1, 4);
    while (values.size() < count) {
      values.insert(
          static_cast<int32_t>(static_cast<int64_t>(random_.Below(
                                   2 * static_cast<uint64_t>(limit))) -
                               limit));
    }
    std::vector<Types::EnumValue> literals;
    const std::string name = NewName("E");
    for (const int32_t value : values) {
      literals.push_back(
          {name.substr(3) + "_" + std::to_string(literals.size()), value,
           false});
    }
    return Keep(types_.Enum(name, std::move(literals), bit_bound));
  }

  TypeIndex MakeBitmask() {
    const uint32_t bit_bound =
        random_.Pick<uint32_t>({1, 7, 8, 9, 16, 31, 32, 33, 64});
    std::set<uint32_t> positions;
    for (uint64_t i = random_.Between(1, 4); i > 0; --i) {
      positions.insert(static_cast<uint32_t>(random_.Below(bit_bound)));
    }
    std::vector<Types::Bit> bits;
    for (const uint32_t position : positions) {
      bits.push_back({Concat("F", position), position});
    }
    random_.Shuffle(&bits);
    return Keep(types_.Bitmask(NewName("M"), std::move(bits), bit_bound));
  }

  TypeIndex MakeBitset() {
    std::vector<Types::Bits> fields;
    uint32_t left = random_.Pick<uint32_t>({8, 16, 32, 64});
    while (left > 0 && fields.size() < 5) {
      const auto width = static_cast<uint32_t>(random_.Between(1, left));
      left -= width;
      std::string name = Concat("f", fields.size());
      std::optional<TypeKind> holder;
      switch (random_.Below(4)) {
        case 0:
          name.clear();  // bits that are skipped
          break;
        case 1:
          holder = width <= 8    ? TypeKind::kInt8
                   : width <= 16 ? TypeKind::kInt16
                   : width <= 32 ? TypeKind::kInt32
                                 : TypeKind::kInt64;
          break;
        default:
          break;  // the usual one
      }
      fields.push_back({std::move(name), width, holder});
    }
    return Keep(types_.Bitset(NewName("T"), std::move(fields)));
  }

  TypeIndex MakeUnion(std::string name, int depth) {
    const std::vector<TypeIndex> discriminators = {
        types_.boolean, types_.byte, types_.i8,  types_.u8,
        types_.i16,     types_.u16,  types_.i32, types_.u32,
        types_.i64,     types_.u64,  types_.c8,  types_.c16};
    std::vector<Types::Case> cases;
    const auto add = [&](std::vector<int64_t> labels) {
      const TypeIndex type = Any(depth - 1);
      cases.push_back({std::move(labels), Concat("c", next_name_++), type});
    };
    if (random_.OneIn(5)) {
      const std::string enum_name = NewName("D");
      const std::string prefix = enum_name.substr(3);
      const TypeIndex discriminator = types_.Enum(
          enum_name, {{prefix + "_A", -3}, {prefix + "_B", 5}, {prefix + "_C"}},
          random_.Pick<uint32_t>({8, 16, 32}));
      add({-3});
      if (random_.OneIn(2)) add({5, 6});
      if (random_.OneIn(3)) add({});
      return Keep(
          DefineUnion(std::move(name), discriminator, std::move(cases)));
    }
    const size_t kind = random_.Below(discriminators.size());
    if (kind == 0) {
      add({1});
      if (random_.OneIn(2)) add({0});
    } else {
      add({random_.OneIn(2) ? 0 : 65});
      add({66, 67});
      if (kind == 8) add({std::numeric_limits<int64_t>::min()});
      if (kind == 9) add({-1});  // 2^64 - 1
      if (random_.OneIn(2)) add({});
    }
    return Keep(
        DefineUnion(std::move(name), discriminators[kind], std::move(cases)));
  }

  TypeIndex DefineUnion(std::string name, TypeIndex discriminator,
                        std::vector<Types::Case> cases) {
    return types_.Union(std::move(name), discriminator, std::move(cases),
                        RandomExtensibility());
  }

  Random& random_;
  const WireProfile profile_;
  Types types_;
  std::set<TypeIndex> maybe_empty_;
  std::set<TypeIndex> bare_;                // structs without members
  std::map<TypeIndex, uint32_t> next_ids_;  // of structs, behind their members
  std::vector<TypeIndex> primitives_;
  std::vector<TypeIndex> named_;
  int next_name_ = 0;
};

class ValueMaker {
 public:
  ValueMaker(const Schema& schema, Random& random, const ValueRules& rules)
      : schema_(schema), random_(random), rules_(rules) {}

  Value Make(TypeIndex index, bool in_key) {
    const TypeDescriptor& type = schema_.resolved(index);
    Value value;
    switch (type.kind) {
      case TypeKind::kBoolean:
        value.bits = random_.Below(2);
        break;
      case TypeKind::kInt8:
        value.bits = Signed(8);
        break;
      case TypeKind::kInt16:
        value.bits = Signed(16);
        break;
      case TypeKind::kInt32:
        value.bits = Signed(32);
        break;
      case TypeKind::kInt64:
      case TypeKind::kUInt64:
        value.bits = Word(64);
        break;
      case TypeKind::kByte:
      case TypeKind::kUInt8:
      case TypeKind::kChar8:
        value.bits = Word(8);
        break;
      case TypeKind::kUInt16:
        value.bits = Word(16);
        break;
      case TypeKind::kUInt32:
        value.bits = Word(32);
        break;
      case TypeKind::kFloat32:
        value.bits = Float<float, uint32_t>(32);
        break;
      case TypeKind::kFloat64:
        value.bits = Float<double, uint64_t>(64);
        break;
      case TypeKind::kFloat128:
        for (int i = 0; i < 16; ++i) {
          value.bytes.push_back(static_cast<char>(random_.Bits()));
        }
        if (schema_.profile().long_double_form == LongDoubleForm::kX87) {
          // 49 bits of the fraction are more than it has.
          value.bytes.replace(0, 6, 6, '\0');
          value.bytes[6] = static_cast<char>(value.bytes[6] & ~1);
        }
        break;
      case TypeKind::kChar16:
        value.bits = Unit(in_key);
        break;
      case TypeKind::kString8:
        value.bytes = String(type.bound, in_key);
        break;
      case TypeKind::kString16:
        value.wide = WString(type.bound, in_key);
        break;
      case TypeKind::kEnum:
        // A number without a literal now and then.
        value.bits = !rules_.named_literals_only && random_.OneIn(4)
                         ? Signed(8 * reference::BytesForBits(type.bit_bound))
                         : static_cast<uint64_t>(
                               int64_t{*random_.Pick(type.enumerators).value});
        break;
      case TypeKind::kBitmask:
        if (rules_.named_flags_only) {
          for (const Flag& flag : type.flags) {
            value.bits |= random_.Below(2) << *flag.position;
          }
        } else {
          value.bits = Word(type.bit_bound);
        }
        break;
      case TypeKind::kBitset:
        value.bits = Bitset(schema_.AllBitfields(schema_.Resolve(index)));
        break;
      case TypeKind::kArray: {
        uint64_t count = 1;
        for (const uint32_t n : type.dimensions) count *= n;
        for (uint64_t i = 0; i < count; ++i) {
          value.items.push_back(Make(type.element, in_key));
        }
        break;
      }
      case TypeKind::kSequence:
        for (uint64_t i = Count(type.bound); i > 0; --i) {
          value.items.push_back(Make(type.element, in_key));
        }
        break;
      case TypeKind::kMap:
        Map(type, in_key, &value);
        break;
      case TypeKind::kStruct:
        for (const Member* member :
             schema_.AllMembers(schema_.Resolve(index))) {
          if (member->is_optional && random_.OneIn(3)) {
            value.items.emplace_back();
            value.items.back().is_absent = true;
          } else {
            value.items.push_back(Make(member->type, in_key));
          }
        }
        break;
      case TypeKind::kUnion: {
        if (random_.OneIn(3)) {
          value.bits = Make(type.element, true).bits;
        } else {
          const UnionCase& c = random_.Pick(type.cases);
          value.bits = c.labels.empty()
                           ? Make(type.element, true).bits
                           : static_cast<uint64_t>(random_.Pick(c.labels));
        }
        const auto selected = reference::SelectedCase(type, value.bits);
        if (selected.has_value()) {
          value.items.push_back(
              Make(type.cases[*selected].member.type, in_key));
        }
        break;
      }
      case TypeKind::kAlias:
        break;  // resolved
    }
    return value;
  }

 private:
  // Small, or at the edges, or anything.
  uint64_t Word(uint32_t bits) {
    const uint64_t mask = bits == 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1;
    switch (random_.Below(4)) {
      case 0:
        return random_.Below(130) & mask;
      case 1:
        return (uint64_t{0} - random_.Between(1, 130)) & mask;
      case 2: {
        // Around a power of two: where forms change.
        const uint64_t power = uint64_t{1} << random_.Below(bits);
        return (power + random_.Below(3) - 1) & mask;
      }
      default:
        return random_.Bits() & mask;
    }
  }
  uint64_t Signed(uint32_t bits) {
    const uint64_t sign = uint64_t{1} << (bits - 1);
    return (Word(bits) ^ sign) - sign;
  }

  template <typename T, typename Bits>
  uint64_t Float(uint32_t bits) {
    T number{};
    switch (random_.Below(4)) {
      case 0:
        number =
            static_cast<T>(static_cast<int64_t>(random_.Below(2000)) - 1000);
        break;
      case 1:
        number = static_cast<T>(static_cast<double>(random_.Below(2000)) / 10);
        break;
      case 2: {
        static const std::vector<T> kSpecial = {
            T{0},
            -T{0},
            std::numeric_limits<T>::infinity(),
            -std::numeric_limits<T>::infinity(),
            std::numeric_limits<T>::quiet_NaN(),
            std::numeric_limits<T>::max(),
            std::numeric_limits<T>::min(),
            std::numeric_limits<T>::denorm_min()};
        number = random_.Pick(kSpecial);
        break;
      }
      default:
        number = std::bit_cast<T>(static_cast<Bits>(Word(bits)));
        if (std::isnan(number) && rules_.any_nan) {
          return std::bit_cast<Bits>(number);
        }
        break;
    }
    if (!std::isfinite(number) && !rules_.non_finite) number = 1;
    if (std::isnan(number)) number = std::numeric_limits<T>::quiet_NaN();
    return std::bit_cast<Bits>(number);
  }

  uint64_t Unit(bool in_key) {
    static const std::vector<uint64_t> kUnits = {
        'a', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xffff};
    if (rules_.lone_surrogates && !in_key && random_.OneIn(6)) {
      return random_.Between(0xd800, 0xdfff);
    }
    return random_.Pick(kUnits);
  }

  std::string String(uint32_t bound, bool in_key) {
    static const std::vector<std::string> kPieces = {
        "a",    "Z",    "\"",       "\\",           "\n",
        "\x01", "\x7f", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};
    static const std::vector<std::string> kInvalid = {
        "\xff", "\x80", "\xc3", "\xed\xa0\x80", "\xf0\x9f"};
    std::string text;
    const uint64_t most = bound > 0 ? bound : random_.OneIn(10) ? 300 : 12;
    uint64_t pieces = random_.Below(most + 1);
    for (; pieces > 0; --pieces) {
      const bool invalid = rules_.invalid_utf8 && !in_key && random_.OneIn(4);
      const std::string& piece = random_.Pick(invalid ? kInvalid : kPieces);
      if (text.size() + piece.size() <= most) text += piece;
    }
    return text;
  }

  std::u16string WString(uint32_t bound, bool in_key) {
    std::u16string text;
    const uint64_t most = bound > 0 ? bound : 12;
    for (uint64_t pieces = random_.Below(most + 1); pieces > 0; --pieces) {
      if (random_.OneIn(4) && text.size() + 2 <= most) {
        text += u"\U0001f600";
      } else if (text.size() < most) {
        text.push_back(static_cast<char16_t>(Unit(in_key)));
      }
    }
    return text;
  }

  // Bits without a name are not in documents: 0.
  uint64_t Bitset(const std::vector<const Bitfield*>& fields) {
    uint64_t bits = 0;
    uint32_t position = 0;
    for (const Bitfield* field : fields) {
      if (!field->name.empty()) bits |= Word(field->width) << position;
      position += field->width;
    }
    return bits;
  }

  uint64_t Count(uint32_t bound) {
    // Values of deep types grow fast: most are small.
    const uint64_t most = bound > 0 ? bound : random_.OneIn(20) ? 20 : 4;
    return random_.Below(most + 1);
  }

  void Map(const TypeDescriptor& type, bool in_key, Value* value) {
    std::set<std::string> keys;
    for (uint64_t i = Count(type.bound); i > 0; --i) {
      Value key = Make(type.key, true);
      const bool is_new =
          keys.insert(reference::WriteBody(schema_, type.key, key)).second;
      if (!is_new && !rules_.duplicate_keys) continue;
      value->items.push_back(std::move(key));
      value->items.push_back(Make(type.element, in_key));
    }
  }

  const Schema& schema_;
  Random& random_;
  const ValueRules& rules_;
};

}  // namespace

Schema RandomSchema(Random& random) { return SchemaMaker(random).Make(); }

Value RandomValue(const Schema& schema, Random& random,
                  const ValueRules& rules) {
  return ValueMaker(schema, random, rules).Make(schema.root(), false);
}

MappingOptions RandomMapping(Random& random) {
  MappingOptions mapping;
  const auto pick = [&]<typename E>(E* option, E last) {
    PickUpTo(last, random, option);
  };
  pick(&mapping.struct_form, StructForm::kMapById);
  pick(&mapping.int64_form, Int64Form::kString);
  pick(&mapping.int64_width, Int64Width::kFixed);
  pick(&mapping.non_finite_form, NonFiniteForm::kError);
  pick(&mapping.char_array_form, CharArrayForm::kString);
  pick(&mapping.invalid_utf8_policy, InvalidUtf8Policy::kBytes);
  pick(&mapping.bytes_form, BytesForm::kHex);
  pick(&mapping.numeric_array_form, NumericArrayForm::kTyped);
  pick(&mapping.enum_form, EnumForm::kNumber);
  pick(&mapping.bitmask_form, BitmaskForm::kNames);
  pick(&mapping.absent_form, AbsentForm::kNull);
  pick(&mapping.unknown_members_policy, UnknownMembersPolicy::kIgnore);
  pick(&mapping.inexact_float32_policy, InexactFloat32Policy::kRound);
  mapping.require_all = random.OneIn(2);
  return mapping;
}

WireOptions RandomWireOptions(Random& random) {
  WireOptions options;
  options.bounds_policy = static_cast<BoundsPolicy>(random.Below(2));
  options.lenient_booleans = random.OneIn(2);
  options.strict = random.OneIn(3);
  return options;
}

ValueRules LosslessRules(DocumentFormat format, const MappingOptions& mapping) {
  const bool is_json = format == DocumentFormat::kJson;
  return {.any_nan = !is_json,
          .non_finite =
              !is_json || mapping.non_finite_form != NonFiniteForm::kError,
          .invalid_utf8 =
              mapping.invalid_utf8_policy == InvalidUtf8Policy::kBytes ||
              mapping.invalid_utf8_policy == InvalidUtf8Policy::kLatin1,
          .lone_surrogates =
              mapping.invalid_utf8_policy == InvalidUtf8Policy::kBytes,
          .named_flags_only = mapping.bitmask_form == BitmaskForm::kNames,
          .duplicate_keys = false};
}

}  // namespace transcdr
