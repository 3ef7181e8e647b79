#include "codec/typeobject/type_object_writer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "codec/base/base64.h"
#include "codec/transcode/transcoder.h"
#include "codec/type/message_text.h"
#include "codec/typeobject/equivalence_hash.h"
#include "codec/typeobject/kinds.h"
#include "codec/typeobject/type_object_plan.h"

namespace transcdr {
namespace {

namespace to = typeobject;
using message_text::Concat;

// MemberFlagMinimalMask.
constexpr uint16_t kMinimalMemberFlags = 0x3f;
// Bounds up to here have the short form of TypeIdentifiers.
constexpr uint32_t kMaxSmallBound = 255;

std::string JsonBytes(std::string_view bytes) {
  std::string text = "[";
  for (const char c : bytes) {
    text += Concat(text.size() == 1 ? "" : ",", static_cast<uint8_t>(c));
  }
  return text + "]";
}

template <typename T>
std::string JsonNumbers(const std::vector<T>& numbers) {
  std::string text = "[";
  for (const T number : numbers) {
    text += Concat(text.size() == 1 ? "" : ",", number);
  }
  return text + "]";
}

// The types that a type names in itself.
std::vector<TypeIndex> Used(const TypeDescriptor& type) {
  std::vector<TypeIndex> used;
  switch (type.kind) {
    case TypeKind::kMap:
      used = {type.key, type.element};
      break;
    case TypeKind::kSequence:
    case TypeKind::kArray:
    case TypeKind::kAlias:
    case TypeKind::kUnion:
      used = {type.element};
      break;
    default:
      break;
  }
  if (type.base.has_value() && type.kind == TypeKind::kStruct) {
    used.push_back(*type.base);
  }
  for (const Member& member : type.members) used.push_back(member.type);
  for (const UnionCase& one : type.cases) used.push_back(one.member.type);
  return used;
}

// All types in order, each behind those that it uses; nullopt: a cycle.
std::optional<std::vector<TypeIndex>> InOrderOfUse(const Schema& schema) {
  enum class State : uint8_t { kNew, kOpen, kDone };
  struct Visit {
    TypeIndex index;
    std::vector<TypeIndex> used;
    size_t next = 0;
  };
  std::vector<State> states(schema.types().size(), State::kNew);
  std::vector<TypeIndex> order;
  std::vector<Visit> stack;
  const auto open = [&](TypeIndex index) {
    states[index] = State::kOpen;
    stack.push_back({.index = index, .used = Used(schema.type(index))});
  };
  open(schema.root());
  while (!stack.empty()) {
    Visit& visit = stack.back();
    if (visit.next == visit.used.size()) {
      states[visit.index] = State::kDone;
      order.push_back(visit.index);
      stack.pop_back();
      continue;
    }
    const TypeIndex used = visit.used[visit.next++];
    if (states[used] == State::kOpen) return std::nullopt;
    if (states[used] == State::kNew) open(used);
  }
  return order;
}

// The TypeObjects of a schema as documents of TypeObjectPlan, in JSON: names
// are identifiers, so that no text needs an escape.
class Writer {
 public:
  Writer(const Schema& schema, TypeObjectForm form, TypeObjectHabits habits)
      : schema_(schema),
        is_complete_(form == TypeObjectForm::kComplete),
        kind_(is_complete_ ? to::kComplete : to::kMinimal),
        habits_(habits),
        types_(schema.types().size()) {}

  std::optional<std::vector<WrittenTypeObject>> Write() {
    const auto order = InOrderOfUse(schema_);
    if (!order.has_value()) return std::nullopt;
    std::vector<WrittenTypeObject> written;
    for (const TypeIndex index : *order) {
      const TypeDescriptor& type = schema_.type(index);
      if (!IsNamed(type.kind)) {
        if (!Describe(type, &types_[index])) return std::nullopt;
        continue;
      }
      WrittenTypeObject object;
      if (!WriteNamed(type, &object)) return std::nullopt;
      types_[index] = {
          .identifier = Concat("{\"$discriminator\":", +kind_,
                               ",\"hash\":", JsonBytes(object.hash), "}"),
          .has_hash = true};
      written.push_back(std::move(object));
    }
    return written;
  }

 private:
  struct Identified {
    std::string identifier;
    bool has_hash = false;  // in it, or of an element
    int nesting = 0;        // plain collections in each other
  };

  // What TypeIdentifier says itself.
  bool Describe(const TypeDescriptor& type, Identified* to) {
    const to::Kind primitive = to::KindOfPrimitive(type.kind);
    const bool is_small = type.bound <= kMaxSmallBound;
    const auto put = [&](to::Kind kind, std::string_view name,
                         const std::string& body) {
      to->identifier = Concat("{\"$discriminator\":", +kind, ",\"", name,
                              "\":{", body, "}}");
    };
    const std::string bound = Concat("\"bound\":", type.bound);
    switch (type.kind) {
      case TypeKind::kString8:
        put(is_small ? to::kString8Small : to::kString8Large,
            is_small ? "string_s" : "string_l", bound);
        return true;
      case TypeKind::kString16:
        put(is_small ? to::kString16Small : to::kString16Large,
            is_small ? "string_s" : "string_l", bound);
        return true;
      case TypeKind::kSequence:
      case TypeKind::kArray:
      case TypeKind::kMap:
        break;
      default:
        to->identifier = Concat("{\"$discriminator\":", +primitive, "}");
        return true;
    }
    const Identified& element = types_[type.element];
    to->has_hash = element.has_hash;
    to->nesting = element.nesting + 1;
    if (type.kind == TypeKind::kMap) {
      to->has_hash |= types_[type.key].has_hash;
      to->nesting = std::max(to->nesting, types_[type.key].nesting + 1);
    }
    if (to->nesting > to::kMaxPlainNesting) return false;
    const std::string header = Concat(
        "\"header\":{\"equiv_kind\":", +(to->has_hash ? kind_ : to::kBoth),
        ",\"element_flags\":", to::kTryConstructDiscard,
        "},\"element\":", element.identifier, ",");
    if (type.kind == TypeKind::kSequence) {
      put(is_small ? to::kPlainSequenceSmall : to::kPlainSequenceLarge,
          is_small ? "seq_s" : "seq_l", header + bound);
    } else if (type.kind == TypeKind::kMap) {
      put(is_small ? to::kPlainMapSmall : to::kPlainMapLarge,
          is_small ? "map_s" : "map_l",
          Concat(header, bound, ",\"key_flags\":", to::kTryConstructDiscard,
                 ",\"key\":", types_[type.key].identifier));
    } else {
      const bool all_small =
          std::all_of(type.dimensions.begin(), type.dimensions.end(),
                      [](uint32_t d) { return d <= kMaxSmallBound; });
      put(all_small ? to::kPlainArraySmall : to::kPlainArrayLarge,
          all_small ? "arr_s" : "arr_l",
          Concat(header, "\"bounds\":", JsonNumbers(type.dimensions)));
    }
    return true;
  }

  bool WriteNamed(const TypeDescriptor& type, WrittenTypeObject* object) {
    std::string body;
    to::Kind kind = to::kNone;
    const char* name = "";
    switch (type.kind) {
      case TypeKind::kAlias:
        kind = to::kAlias;
        name = "alias_type";
        body = Concat("\"flags\":0,\"header\":{", TypeName(type),
                      "},\"body\":{\"common\":{\"flags\":0,\"type\":",
                      types_[type.element].identifier, "}}");
        break;
      case TypeKind::kStruct:
        kind = to::kStructure;
        name = "struct_type";
        body = StructBody(type);
        break;
      case TypeKind::kUnion:
        kind = to::kUnion;
        name = "union_type";
        if (!UnionBody(type, &body)) return false;
        break;
      case TypeKind::kEnum:
        kind = to::kEnum;
        name = "enumerated_type";
        body = EnumBody(type);
        break;
      case TypeKind::kBitmask:
        kind = to::kBitmask;
        name = "bitmask_type";
        body = BitmaskBody(type);
        break;
      default:
        kind = to::kBitset;
        name = "bitset_type";
        body = BitsetBody(type);
    }
    const std::string document = Concat("{\"$discriminator\":", +kind_, ",\"",
                                        is_complete_ ? "complete" : "minimal",
                                        "\":{\"$discriminator\":", +kind, ",\"",
                                        name, "\":{", body, "}}}");
    EncodeOptions options;
    options.format = DocumentFormat::kJson;
    options.representation = Representation::kXcdr2;
    std::string payload;
    if (!Encode(to::TypeObjectPlan(), document, options, scratch_, &payload)
             .ok()) {
      return false;
    }
    // The low two bits of the header's options count the padding behind.
    const size_t padding = static_cast<uint8_t>(payload[3]) & 3;
    object->name = type.name;
    object->bytes = payload.substr(4, payload.size() - 4 - padding);
    object->hash = to::EquivalenceHash(object->bytes);
    return true;
  }

  std::string TypeName(const TypeDescriptor& type) const {
    if (!is_complete_) return "";
    return Concat("\"detail\":{\"type_name\":\"", type.name, "\"}");
  }
  std::string MemberName(const std::string& name) const {
    if (!is_complete_) {
      return Concat("\"detail\":{\"name_hash\":", JsonBytes(to::NameHash(name)),
                    "}");
    }
    return Concat("\"detail\":{\"name\":\"", name, "\"}");
  }
  uint16_t MemberFlags(uint16_t flags) const {
    if (is_complete_ || habits_ == TypeObjectHabits::kCyclone) return flags;
    return static_cast<uint16_t>(flags & kMinimalMemberFlags);
  }
  static uint16_t ExtensibilityFlag(const TypeDescriptor& type) {
    switch (type.extensibility) {
      case Extensibility::kFinal:
        return to::kIsFinal;
      case Extensibility::kAppendable:
        return to::kIsAppendable;
      case Extensibility::kMutable:
        break;
    }
    return to::kIsMutable;
  }
  std::string MemberCommon(const Member& member, bool is_default) const {
    uint16_t flags = to::kTryConstructDiscard;
    if (member.is_optional) flags |= to::kIsOptional;
    if (member.is_must_understand) flags |= to::kIsMustUnderstand;
    // Readers have to understand keys.
    if (member.is_key) flags |= to::kIsKey | to::kIsMustUnderstand;
    if (is_default) flags |= to::kIsDefault;
    return Concat("\"member_id\":", *member.id,
                  ",\"member_flags\":", MemberFlags(flags),
                  ",\"type\":", types_[member.type].identifier);
  }

  std::string StructBody(const TypeDescriptor& type) const {
    std::string body = Concat(
        "\"flags\":", ExtensibilityFlag(type), ",\"header\":{\"base_type\":",
        type.base.has_value() ? types_[*type.base].identifier
                              : std::string("{\"$discriminator\":0}"),
        is_complete_ ? "," : "", TypeName(type), "},\"members\":[");
    const char* separator = "";
    for (const Member& member : type.members) {
      body += Concat(separator, "{\"common\":{", MemberCommon(member, false),
                     "},", MemberName(member.name), "}");
      separator = ",";
    }
    return body + "]";
  }

  bool UnionBody(const TypeDescriptor& type, std::string* body) const {
    uint16_t flags = to::kTryConstructDiscard | to::kIsMustUnderstand;
    if (type.is_discriminator_key) flags |= to::kIsKey;
    *body = Concat(
        "\"flags\":", ExtensibilityFlag(type), ",\"header\":{", TypeName(type),
        "},\"discriminator\":{\"common\":{\"flags\":", flags,
        ",\"type\":", types_[type.element].identifier, "}},\"members\":[");
    const char* separator = "";
    for (const UnionCase& one : type.cases) {
      std::vector<int32_t> labels;
      for (const int64_t label : one.labels) {
        if (label < std::numeric_limits<int32_t>::min() ||
            label > std::numeric_limits<uint32_t>::max()) {
          return false;
        }
        labels.push_back(static_cast<int32_t>(label));
      }
      *body += Concat(separator, "{\"common\":{",
                      MemberCommon(one.member, one.is_default),
                      ",\"labels\":", JsonNumbers(labels), "},",
                      MemberName(one.member.name), "}");
      separator = ",";
    }
    *body += "]";
    return true;
  }

  // The header of enums and bitmasks.
  std::string BitBoundHeader(const TypeDescriptor& type) const {
    const uint16_t flags =
        habits_ == TypeObjectHabits::kCyclone ? to::kIsFinal : uint16_t{0};
    return Concat("\"flags\":", flags,
                  ",\"header\":{\"common\":{\"bit_bound\":", type.bit_bound,
                  "}", is_complete_ ? "," : "", TypeName(type),
                  "},\"members\":[");
  }

  std::string EnumBody(const TypeDescriptor& type) const {
    std::string body = BitBoundHeader(type);
    const char* separator = "";
    for (const Enumerator& one : type.enumerators) {
      body += Concat(separator, "{\"common\":{\"value\":", *one.value,
                     ",\"flags\":",
                     MemberFlags(one.is_default ? to::kIsDefault : uint16_t{0}),
                     "},", MemberName(one.name), "}");
      separator = ",";
    }
    return body + "]";
  }

  std::string BitmaskBody(const TypeDescriptor& type) const {
    std::string body = BitBoundHeader(type);
    const char* separator = "";
    for (const Flag& flag : type.flags) {
      body += Concat(separator, "{\"common\":{\"position\":", *flag.position,
                     ",\"flags\":0},", MemberName(flag.name), "}");
      separator = ",";
    }
    return body + "]";
  }

  // With the fields of the bases: a TypeObject names no base of a bitset.
  std::string BitsetBody(const TypeDescriptor& type) const {
    std::string body =
        Concat("\"flags\":0,\"header\":{", TypeName(type), "},\"members\":[");
    const TypeIndex index =
        static_cast<TypeIndex>(&type - schema_.types().data());
    uint32_t position = 0;
    const char* separator = "";
    for (const Bitfield* field : schema_.AllBitfields(index)) {
      if (!field->name.empty()) {
        const to::Kind holder = field->holder.has_value()
                                    ? to::KindOfPrimitive(*field->holder)
                                    : to::kNone;
        body +=
            Concat(separator, "{\"common\":{\"position\":", position,
                   ",\"flags\":0,\"bitcount\":", field->width,
                   ",\"holder_type\":", +holder, "},",
                   is_complete_ ? MemberName(field->name)
                                : Concat("\"name_hash\":",
                                         JsonBytes(to::NameHash(field->name))),
                   "}");
        separator = ",";
      }
      position += field->width;
    }
    return body + "]";
  }

  const Schema& schema_;
  bool is_complete_;
  to::Kind kind_;
  TypeObjectHabits habits_;
  std::vector<Identified> types_;  // by index
  TranscodeScratch scratch_;
};

}  // namespace

std::optional<std::vector<WrittenTypeObject>> WriteTypeObjects(
    const Schema& schema, TypeObjectForm form, TypeObjectHabits habits) {
  return Writer(schema, form, habits).Write();
}

std::optional<EquivalenceHashes> ComputeEquivalenceHashes(
    const Schema& schema, TypeObjectHabits habits) {
  const auto complete =
      WriteTypeObjects(schema, TypeObjectForm::kComplete, habits);
  if (!complete.has_value()) return std::nullopt;
  const auto minimal =
      WriteTypeObjects(schema, TypeObjectForm::kMinimal, habits);
  if (!minimal.has_value()) return std::nullopt;
  return EquivalenceHashes{.complete = complete->back().hash,
                           .minimal = minimal->back().hash};
}

std::string EquivalenceAlias(std::string_view hash) {
  return "EQUIVALENCE_" + HexEncode(hash);
}

}  // namespace transcdr
