#include "codec/typeobject/type_object_frontend.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "codec/type/diagnostic_list.h"
#include "codec/type/message_text.h"
#include "codec/type/type_builder.h"
#include "codec/typeobject/kinds.h"
#include "codec/typeobject/type_object_bytes.h"
#include "codec/typeobject/type_object_writer.h"

namespace transcdr {
namespace {

namespace to = typeobject;
using message_text::Concat;
using message_text::Quoted;
using typeobject::Node;
using typeobject::TypeObjectValue;

// Collections that are TypeObjects of their own may be in each other this deep.
constexpr int kMaxCollectionNesting = 64;

// The header of any CompleteTypeObject's type: what the union's member holds.
const Node& TypeOf(const TypeObjectValue& value) {
  const std::vector<Node>& items = value.complete.items;
  return items.size() < 2 ? Node::Empty() : items[1];
}
int64_t KindOf(const TypeObjectValue& value) {
  return value.complete["$discriminator"].number;
}
std::string NameOf(const TypeObjectValue& value) {
  return std::string(TypeOf(value)["header"]["detail"]["type_name"].text);
}
bool IsCollection(int64_t kind) {
  return kind == to::kSequence || kind == to::kArray || kind == to::kMap;
}

// Numbers of 4 bytes, as Decode leaves them with NumericArrayForm::kBin.
std::vector<uint32_t> Numbers32(const Node& node) {
  std::vector<uint32_t> numbers;
  for (size_t at = 0; at + 4 <= node.text.size(); at += 4) {
    uint32_t number = 0;
    for (size_t byte = 0; byte < 4; ++byte) {
      number |= uint32_t{static_cast<uint8_t>(node.text[at + byte])}
                << (8 * byte);
    }
    numbers.push_back(number);
  }
  return numbers;
}
std::vector<uint32_t> Numbers8(const Node& node) {
  std::vector<uint32_t> numbers;
  for (const char c : node.text) numbers.push_back(static_cast<uint8_t>(c));
  return numbers;
}

class Reader {
 public:
  Reader(const SchemaSource& source, const SchemaLimits& limits)
      : source_(source),
        builder_(limits),
        diagnostics_(limits.max_diagnostics) {}

  std::optional<Schema> Read(WireProfile profile,
                             std::vector<Diagnostic>* diagnostics) {
    std::string root;
    if (ReadObjects()) {
      root = DefineRoot();
      while (!waiting_.empty()) {
        const TypeObjectValue* value = waiting_.front();
        waiting_.pop_front();
        Define(*value);
      }
      for (const auto& [key, user] : missing_) {
        Error(user, Concat("dependency ", to::KeyText(key),
                           " is missing: no TypeObject that was given has "
                           "this equivalence hash"));
      }
    }
    if (diagnostics_.has_errors()) {
      std::vector<Diagnostic> found = diagnostics_.Take();
      std::move(found.begin(), found.end(), std::back_inserter(*diagnostics));
      return std::nullopt;
    }
    return builder_.Build(root, profile, diagnostics);
  }

 private:
  void Error(const std::string& label, std::string message) {
    diagnostics_.AddError({.file = label}, std::move(message));
  }

  // False where the root could not be read.
  bool ReadObjects() {
    bool ok = to::ReadTypeObjects(source_.text, "type_object", &values_,
                                  &diagnostics_);
    if (ok && values_.size() != 1) {
      Error("type_object",
            Concat(values_.size(),
                   " complete TypeObjects; expected the one of the root, and "
                   "the others as dependencies"));
      ok = false;
    }
    size_t number = 0;
    for (const SchemaFile& file : source_.files) {
      to::ReadTypeObjects(file.text, Concat("dependency ", ++number), &values_,
                          &diagnostics_);
    }
    if (!ok) return false;
    for (const TypeObjectValue& value : values_) {
      for (const std::string& key : value.keys) by_key_.emplace(key, &value);
    }
    return true;
  }

  std::string DefineRoot() {
    const TypeObjectValue& root = values_.front();
    const int64_t kind = KindOf(root);
    if (kind != to::kStructure && kind != to::kUnion && kind != to::kAlias) {
      Error(root.label,
            Concat("is of kind ", kind,
                   "; payloads hold a struct, a union or an alias of one"));
      return "";
    }
    const std::string name = NormalizeTypeName(NameOf(root));
    if (!source_.root_type.empty() &&
        NormalizeTypeName(source_.root_type) != name) {
      Error(root.label, Concat("is of type ", Quoted(name), ", not of ",
                               Quoted(source_.root_type)));
    }
    Enqueue(root);
    GiveAliases(root);
    return name;
  }

  // The hashes that the root goes by where these bytes come from.
  void GiveAliases(const TypeObjectValue& root) {
    if (root.hash.empty()) return;
    // First, as the builder keeps only so many.
    builder_.AddGivenAlias(EquivalenceAlias(root.hash));
    for (const TypeObjectValue& value : values_) {
      if (value.hash != root.hash) continue;
      for (const std::string& key : value.keys) {
        if (const auto hash = to::SoleHash(key)) {
          builder_.AddGivenAlias(EquivalenceAlias(*hash));
        }
      }
    }
  }

  void Enqueue(const TypeObjectValue& value) {
    if (seen_.insert(&value).second) waiting_.push_back(&value);
  }

  // The type of an identifier in `value`, at `path`.
  TypeIndex Type(const Node& id, const TypeObjectValue& value,
                 const std::string& path, int depth) {
    const int64_t kind = id["$discriminator"].number;
    if (const auto primitive = to::PrimitiveOf(kind)) {
      return builder_.Primitive(*primitive);
    }
    const auto bound = [](const Node& of) {
      return static_cast<uint32_t>(of["bound"].number);
    };
    const auto element = [&](const Node& of) {
      return Type(of["element"], value, path, depth);
    };
    switch (kind) {
      case to::kString8Small:
        return builder_.String(bound(id["string_s"]));
      case to::kString8Large:
        return builder_.String(bound(id["string_l"]));
      case to::kString16Small:
        return builder_.WString(bound(id["string_s"]));
      case to::kString16Large:
        return builder_.WString(bound(id["string_l"]));
      case to::kPlainSequenceSmall:
      case to::kPlainSequenceLarge: {
        const Node& of =
            id[kind == to::kPlainSequenceSmall ? "seq_s" : "seq_l"];
        return builder_.Sequence(element(of), bound(of));
      }
      case to::kPlainArraySmall: {
        const Node& of = id["arr_s"];
        return Array(element(of), Numbers8(of["bounds"]), value, path);
      }
      case to::kPlainArrayLarge: {
        const Node& of = id["arr_l"];
        return Array(element(of), Numbers32(of["bounds"]), value, path);
      }
      case to::kPlainMapSmall:
      case to::kPlainMapLarge: {
        const Node& of = id[kind == to::kPlainMapSmall ? "map_s" : "map_l"];
        const TypeIndex key = Type(of["key"], value, path, depth);
        return builder_.Map(key, element(of), bound(of));
      }
      case to::kMinimal:
      case to::kComplete:
      case to::kConnectedComponent:
        return Referenced(to::IdentifierKey(id), value, path, depth);
      default:
        Error(value.label,
              Concat(path, ": unknown kind of TypeIdentifier, ", kind));
        return builder_.Primitive(TypeKind::kByte);
    }
  }

  TypeIndex Array(TypeIndex element, std::vector<uint32_t> dimensions,
                  const TypeObjectValue& value, const std::string& path) {
    if (dimensions.empty()) {
      Error(value.label, Concat(path, ": an array without dimensions"));
      dimensions = {1};
    }
    return builder_.Array(element, std::move(dimensions));
  }

  TypeIndex Referenced(const std::string& key, const TypeObjectValue& user,
                       const std::string& path, int depth) {
    const TypeIndex any = builder_.Primitive(TypeKind::kByte);
    if (static_cast<uint8_t>(key[0]) == to::kMinimal) {
      Error(user.label,
            Concat(path, ": refers to the MinimalTypeObject ", to::KeyText(key),
                   ", which holds no names of types and members"));
      return any;
    }
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) {
      missing_.emplace(key, Concat(user.label, ", ", path));
      return any;
    }
    const TypeObjectValue& value = *found->second;
    if (IsCollection(KindOf(value))) return Collection(value, depth + 1);
    const std::string name = NameOf(value);
    if (KindOf(value) == to::kAnnotation || name.empty()) {
      Error(user.label,
            Concat(path, ": ", to::KeyText(key), " (", value.label, ") is ",
                   KindOf(value) == to::kAnnotation ? "an annotation"
                                                    : "without a name",
                   ", not a type"));
      return any;
    }
    Enqueue(value);
    return builder_.Named(name, {.file = user.label});
  }

  // A collection that is a TypeObject of its own.
  TypeIndex Collection(const TypeObjectValue& value, int depth) {
    if (const auto known = collections_.find(&value);
        known != collections_.end()) {
      if (open_.contains(&value)) {
        Error(value.label, "a collection that holds itself");
      }
      return known->second;
    }
    const TypeIndex index = builder_.Primitive(TypeKind::kByte);
    collections_[&value] = index;
    if (depth > kMaxCollectionNesting) {
      Error(value.label, Concat("collections in each other more than ",
                                kMaxCollectionNesting, " deep"));
      return index;
    }
    open_.insert(&value);
    const Node& type = TypeOf(value);
    const Node& common = type["header"]["common"];
    const uint32_t bound = static_cast<uint32_t>(common["bound"].number);
    const TypeIndex element =
        Type(type["element"]["common"]["type"], value, "element", depth);
    TypeIndex made = element;
    switch (KindOf(value)) {
      case to::kSequence:
        made = builder_.Sequence(element, bound);
        break;
      case to::kArray:
        made = Array(element, Numbers32(common["bounds"]), value, "array");
        break;
      default:
        made = builder_.Map(
            Type(type["key"]["common"]["type"], value, "key", depth), element,
            bound);
    }
    open_.erase(&value);
    return collections_[&value] = made;
  }

  void Define(const TypeObjectValue& value) {
    const Node& type = TypeOf(value);
    TypeDescriptor descriptor;
    descriptor.name = NameOf(value);
    descriptor.location.file = value.label;
    if (descriptor.name.empty()) {
      Error(value.label, "the type has no name");
      return;
    }
    switch (KindOf(value)) {
      case to::kAlias:
        descriptor.kind = TypeKind::kAlias;
        descriptor.element =
            Type(type["body"]["common"]["type"], value, descriptor.name, 0);
        break;
      case to::kStructure:
        DefineStruct(value, type, &descriptor);
        break;
      case to::kUnion:
        DefineUnion(value, type, &descriptor);
        break;
      case to::kEnum:
        DefineEnum(value, type, &descriptor);
        break;
      case to::kBitmask:
        DefineBitmask(value, type, &descriptor);
        break;
      case to::kBitset:
        DefineBitset(value, type, &descriptor);
        break;
      default:
        Error(value.label,
              Concat("unknown kind of TypeObject, ", KindOf(value)));
        return;
    }
    builder_.Define(std::move(descriptor));
  }

  static SourceLocation In(const TypeObjectValue& value) {
    return {.file = value.label};
  }

  void ReadExtensibility(const TypeObjectValue& value, const Node& type,
                         TypeDescriptor* descriptor) {
    switch (type["flags"].number &
            (to::kIsFinal | to::kIsAppendable | to::kIsMutable)) {
      case to::kIsFinal:
        descriptor->extensibility = Extensibility::kFinal;
        return;
      case to::kIsAppendable:
        descriptor->extensibility = Extensibility::kAppendable;
        return;
      case to::kIsMutable:
        descriptor->extensibility = Extensibility::kMutable;
        return;
      default:
        Error(value.label,
              Concat(descriptor->name, ": flags ", type["flags"].number,
                     ", expected one of final, appendable and mutable"));
    }
  }

  Member ReadMember(const TypeObjectValue& value, const Node& node,
                    const std::string& owner) {
    const Node& common = node["common"];
    const int64_t flags = common["member_flags"].number;
    Member member;
    member.name = node["detail"]["name"].text;
    member.location = In(value);
    member.id = static_cast<uint32_t>(common["member_id"].number);
    member.is_optional = (flags & to::kIsOptional) != 0;
    member.is_key = (flags & to::kIsKey) != 0;
    // Of a key the flag is always there, and says nothing about
    // @must_understand.
    member.is_must_understand =
        !member.is_key && (flags & to::kIsMustUnderstand) != 0;
    member.type =
        Type(common["type"], value, Concat(owner, "::", member.name), 0);
    return member;
  }

  void DefineStruct(const TypeObjectValue& value, const Node& type,
                    TypeDescriptor* descriptor) {
    descriptor->kind = TypeKind::kStruct;
    ReadExtensibility(value, type, descriptor);
    const Node& base = type["header"]["base_type"];
    if (base["$discriminator"].number != to::kNone) {
      descriptor->base =
          Type(base, value, Concat(descriptor->name, ", base"), 0);
    }
    for (const Node& member : type["members"].items) {
      descriptor->members.push_back(
          ReadMember(value, member, descriptor->name));
    }
  }

  void DefineUnion(const TypeObjectValue& value, const Node& type,
                   TypeDescriptor* descriptor) {
    descriptor->kind = TypeKind::kUnion;
    ReadExtensibility(value, type, descriptor);
    const Node& discriminator = type["discriminator"]["common"];
    descriptor->is_discriminator_key =
        (discriminator["flags"].number & to::kIsKey) != 0;
    descriptor->element = Type(discriminator["type"], value,
                               Concat(descriptor->name, ", discriminator"), 0);
    // Labels of 32 bits stand for unsigned values too.
    const int64_t kind = discriminator["type"]["$discriminator"].number;
    const bool is_unsigned = kind == to::kUInt32 || kind == to::kUInt64;
    for (const Node& node : type["members"].items) {
      UnionCase one;
      one.member = ReadMember(value, node, descriptor->name);
      one.is_default =
          (node["common"]["member_flags"].number & to::kIsDefault) != 0;
      for (const uint32_t label : Numbers32(node["common"]["labels"])) {
        one.labels.push_back(is_unsigned ? int64_t{label}
                                         : static_cast<int32_t>(label));
      }
      descriptor->cases.push_back(std::move(one));
    }
  }

  void DefineEnum(const TypeObjectValue& value, const Node& type,
                  TypeDescriptor* descriptor) {
    descriptor->kind = TypeKind::kEnum;
    descriptor->bit_bound =
        static_cast<uint32_t>(type["header"]["common"]["bit_bound"].number);
    for (const Node& node : type["members"].items) {
      descriptor->enumerators.push_back(
          {.name = std::string(node["detail"]["name"].text),
           .value = static_cast<int32_t>(node["common"]["value"].number),
           .is_default = (node["common"]["flags"].number & to::kIsDefault) != 0,
           .location = In(value)});
    }
  }

  void DefineBitmask(const TypeObjectValue& value, const Node& type,
                     TypeDescriptor* descriptor) {
    descriptor->kind = TypeKind::kBitmask;
    descriptor->bit_bound =
        static_cast<uint32_t>(type["header"]["common"]["bit_bound"].number);
    for (const Node& node : type["members"].items) {
      descriptor->flags.push_back(
          {.name = std::string(node["detail"]["name"].text),
           .position = static_cast<uint32_t>(node["common"]["position"].number),
           .location = In(value)});
    }
  }

  // Bits between the fields are in none.
  void DefineBitset(const TypeObjectValue& value, const Node& type,
                    TypeDescriptor* descriptor) {
    descriptor->kind = TypeKind::kBitset;
    int64_t next = 0;
    for (const Node& node : type["members"].items) {
      const Node& common = node["common"];
      const int64_t position = common["position"].number;
      const std::string name(node["detail"]["name"].text);
      if (position < next || position > 63) {
        Error(value.label, Concat(descriptor->name, "::", name, ": at bit ",
                                  position, ", expected ", next, " to 63"));
        return;
      }
      if (position > next) {
        descriptor->bitfields.push_back(
            {.name = "",
             .width = static_cast<uint32_t>(position - next),
             .holder = std::nullopt,
             .location = In(value)});
      }
      const std::optional<TypeKind> holder =
          to::PrimitiveOf(common["holder_type"].number);
      if (!holder.has_value()) {
        Error(value.label,
              Concat(descriptor->name, "::", name, ": holder of kind ",
                     common["holder_type"].number,
                     ", expected a boolean or an integer"));
      }
      descriptor->bitfields.push_back(
          {.name = name,
           .width = static_cast<uint32_t>(common["bitcount"].number),
           .holder = holder,
           .location = In(value)});
      next = position + common["bitcount"].number;
    }
  }

  const SchemaSource& source_;
  TypeBuilder builder_;
  DiagnosticList diagnostics_;
  std::vector<TypeObjectValue> values_;  // the root first
  std::map<std::string, const TypeObjectValue*> by_key_;
  // Dependencies that are not there, and what needs them first.
  std::map<std::string, std::string> missing_;
  std::deque<const TypeObjectValue*> waiting_;  // to be defined
  std::set<const TypeObjectValue*> seen_;
  std::map<const TypeObjectValue*, TypeIndex> collections_;
  std::set<const TypeObjectValue*> open_;
};

}  // namespace

std::optional<Schema> ParseTypeObject(const SchemaSource& source,
                                      WireProfile profile,
                                      const SchemaLimits& limits,
                                      std::vector<Diagnostic>* diagnostics) {
  uint64_t size = source.text.size();
  for (const SchemaFile& file : source.files) size += file.text.size();
  if (size > limits.max_source_bytes) {
    Diagnostic diagnostic;
    diagnostic.location.file = "type_object";
    diagnostic.message =
        Concat("with its dependencies ", size, " bytes, at most are allowed ",
               limits.max_source_bytes);
    diagnostics->push_back(std::move(diagnostic));
    return std::nullopt;
  }
  return Reader(source, limits).Read(profile, diagnostics);
}

}  // namespace transcdr
