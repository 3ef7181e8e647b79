#include "tests/support/schema_edit.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "codec/type/type_builder.h"

namespace transcdr {
namespace {

// Adds types to a builder, each once.
class Assembler {
 public:
  Assembler(const SchemaParts& parts, TypeBuilder* builder)
      : parts_(parts), builder_(*builder) {}

  void DefineAll() {
    for (const TypeDescriptor& type : parts_.types) {
      if (!IsNamed(type.kind)) continue;
      TypeDescriptor copy = type;
      if (copy.kind == TypeKind::kAlias || copy.kind == TypeKind::kUnion) {
        copy.element = Index(copy.element);
      }
      if (copy.base.has_value()) copy.base = Index(*copy.base);
      for (Member& member : copy.members) member.type = Index(member.type);
      for (UnionCase& one : copy.cases) {
        one.member.type = Index(one.member.type);
      }
      builder_.Define(std::move(copy));
    }
  }

 private:
  TypeIndex Index(TypeIndex index) {
    const TypeDescriptor& type = parts_.types[index];
    if (IsNamed(type.kind)) return builder_.Named(type.name);
    if (IsPrimitive(type.kind)) return builder_.Primitive(type.kind);
    if (type.kind == TypeKind::kString8) return builder_.String(type.bound);
    if (type.kind == TypeKind::kString16) return builder_.WString(type.bound);
    if (type.kind == TypeKind::kArray) {
      return builder_.Array(Index(type.element), type.dimensions);
    }
    if (type.kind == TypeKind::kMap) {
      const TypeIndex key = Index(type.key);
      return builder_.Map(key, Index(type.element), type.bound);
    }
    return builder_.Sequence(Index(type.element), type.bound);
  }

  const SchemaParts& parts_;
  TypeBuilder& builder_;
};

TypeIndex Resolved(const SchemaParts& parts, TypeIndex index) {
  while (parts.types[index].kind == TypeKind::kAlias) {
    index = parts.types[index].element;
  }
  return index;
}

int64_t Lowest(TypeKind kind) {
  switch (kind) {
    case TypeKind::kInt8:
      return std::numeric_limits<int8_t>::min();
    case TypeKind::kInt16:
      return std::numeric_limits<int16_t>::min();
    case TypeKind::kInt32:
      return std::numeric_limits<int32_t>::min();
    case TypeKind::kInt64:
      return std::numeric_limits<int64_t>::min();
    default:
      return 0;
  }
}

std::string RandomText(Random& random, uint64_t most) {
  static const std::vector<std::string> kPieces = {
      "a",    "'", "\"", "\\", "\n",       "\x01",
      "\x7f", "?", "7",  "(",  "\xc3\xa4", "\xe2\x82\xac"};
  std::string text;
  for (uint64_t n = random.Below(6); n > 0; --n) {
    const std::string& piece = random.Pick(kPieces);
    if (text.size() + piece.size() <= most) text += piece;
  }
  return text;
}

}  // namespace

SchemaParts TakeApart(const Schema& schema) {
  return {schema.types(), schema.root(), schema.profile()};
}

std::optional<Schema> PutTogether(const SchemaParts& parts,
                                  std::vector<Diagnostic>* diagnostics) {
  TypeBuilder builder;
  Assembler(parts, &builder).DefineAll();
  std::vector<Diagnostic> unread;
  return builder.Build(parts.types[parts.root].name, parts.profile,
                       diagnostics != nullptr ? diagnostics : &unread);
}

std::optional<Literal> RandomDefault(const SchemaParts& parts, TypeIndex index,
                                     Random& random) {
  const TypeDescriptor& type = parts.types[Resolved(parts, index)];
  const auto list = [&](uint64_t count) -> std::optional<Literal> {
    std::vector<Literal> items;
    for (; count > 0; --count) {
      auto item = RandomDefault(parts, type.element, random);
      if (!item.has_value()) return std::nullopt;
      items.push_back(*std::move(item));
    }
    return Literal{std::move(items)};
  };
  switch (type.kind) {
    case TypeKind::kBoolean:
      return Literal{random.OneIn(2)};
    case TypeKind::kInt8:
    case TypeKind::kInt16:
    case TypeKind::kInt32:
    case TypeKind::kInt64:
      if (random.OneIn(2)) return Literal{Lowest(type.kind)};
      return Literal{static_cast<int64_t>(random.Below(128))};
    case TypeKind::kUInt64:
      return Literal{random.Bits()};
    case TypeKind::kByte:
    case TypeKind::kUInt8:
    case TypeKind::kUInt16:
    case TypeKind::kUInt32:
      return Literal{static_cast<int64_t>(random.Below(256))};
    case TypeKind::kFloat32:
    case TypeKind::kFloat64:
    case TypeKind::kFloat128: {
      static const std::vector<double> kFloats = {
          0.0,
          -0.0,
          1.0,
          -2.5,
          0.1,
          1e30,
          -1e-30,
          std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::quiet_NaN()};
      return Literal{random.Pick(kFloats)};
    }
    case TypeKind::kChar8: {
      static const std::vector<std::string> kCharacters = {
          "a", "'", "\\", "\n", std::string(1, '\0'), "\xc3\xbf"};
      return Literal{random.Pick(kCharacters)};
    }
    case TypeKind::kChar16: {
      static const std::vector<std::string> kCharacters = {
          "a", "\"", std::string(1, '\0'), "\xc3\xbf", "\xef\xbf\xbd"};
      return Literal{random.Pick(kCharacters)};
    }
    case TypeKind::kString8:
    case TypeKind::kString16:
      return Literal{RandomText(random, type.bound == 0 ? 99 : type.bound)};
    case TypeKind::kEnum:
      return Literal{random.Pick(type.enumerators).name};
    case TypeKind::kBitmask:
      return Literal{static_cast<int64_t>(random.Below(2))};
    case TypeKind::kSequence:
      return list(random.Below((type.bound == 0 ? 3 : type.bound) + 1));
    case TypeKind::kArray: {
      // From the innermost dimension outwards.
      const std::function<std::optional<Literal>(size_t)> one =
          [&](size_t dimension) -> std::optional<Literal> {
        if (dimension + 1 == type.dimensions.size()) {
          return list(type.dimensions[dimension]);
        }
        std::vector<Literal> items;
        for (uint32_t i = 0; i < type.dimensions[dimension]; ++i) {
          auto item = one(dimension + 1);
          if (!item.has_value()) return std::nullopt;
          items.push_back(*std::move(item));
        }
        return Literal{std::move(items)};
      };
      return one(0);
    }
    default:
      return std::nullopt;
  }
}

namespace {

class Decorator {
 public:
  Decorator(SchemaParts* parts, Random& random)
      : parts_(*parts), random_(random) {}

  void Decorate() {
    const size_t count = parts_.types.size();
    for (TypeIndex i = 0; i < count; ++i) {
      // Appending members' types moves the table: no references across it.
      switch (parts_.types[i].kind) {
        case TypeKind::kStruct:
          DecorateStruct(i);
          break;
        case TypeKind::kUnion:
          DecorateUnion(i);
          break;
        case TypeKind::kEnum:
          if (random_.OneIn(2)) {
            auto& literals = parts_.types[i].enumerators;
            literals[random_.Below(literals.size())].is_default = true;
          }
          break;
        default:
          break;
      }
    }
    Rename();
  }

 private:
  Extensibility RandomExtensibility() {
    return static_cast<Extensibility>(random_.Below(3));
  }

  void DecorateMember(TypeIndex owner, Member* member) {
    member->is_key = random_.OneIn(5);
    member->is_optional = !member->is_key && random_.OneIn(4);
    member->is_must_understand = random_.OneIn(5);
    if (random_.OneIn(2)) {
      member->default_value = RandomDefault(parts_, member->type, random_);
    }
    if (parts_.types[owner].kind == TypeKind::kStruct && random_.OneIn(12)) {
      // Of the type that it is in.
      TypeDescriptor children;
      children.kind = TypeKind::kSequence;
      children.element = owner;
      member->type = static_cast<TypeIndex>(parts_.types.size());
      member->default_value.reset();
      parts_.types.push_back(std::move(children));
    }
  }

  void DecorateStruct(TypeIndex index) {
    parts_.types[index].extensibility = RandomExtensibility();
    std::vector<Member> members = parts_.types[index].members;
    for (Member& member : members) {
      DecorateMember(index, &member);
      // Unique over bases too.
      if (random_.OneIn(4))
        member.id = next_id_ += 1000;
      else
        member.id.reset();
    }
    parts_.types[index].members = std::move(members);
  }

  void DecorateUnion(TypeIndex index) {
    parts_.types[index].extensibility = RandomExtensibility();
    parts_.types[index].is_discriminator_key = random_.OneIn(4);
    std::vector<UnionCase> cases = parts_.types[index].cases;
    for (UnionCase& one : cases) {
      DecorateMember(index, &one.member);
      one.member.is_optional = false;
      one.member.is_key = false;
      if (random_.OneIn(4))
        one.member.id = next_id_ += 1000;
      else
        one.member.id.reset();
    }
    parts_.types[index].cases = std::move(cases);
  }

  // Keywords, '_' in front, deeper modules, and types within what uses them.
  void Rename() {
    static const std::vector<std::string> kWords = {
        "_x", "struct", "Boolean", "object", "default", "__LINE__", "Long"};
    for (TypeIndex i = 0; i < parts_.types.size(); ++i) {
      TypeDescriptor& type = parts_.types[i];
      if (type.kind == TypeKind::kStruct && random_.OneIn(3)) {
        std::set<std::string> used;
        for (Member& member : type.members) {
          const std::string& word = random_.Pick(kWords);
          // Bases and heirs keep their own names.
          if (type.base.has_value() || IsBase(i) || !used.insert(word).second) {
            continue;
          }
          member.name = word;
        }
        for (const Member& member : type.members) {
          TypeDescriptor& used_type = parts_.types[member.type];
          if (member.type == parts_.root || !IsNamed(used_type.kind) ||
              used_type.kind == TypeKind::kAlias ||
              !renamed_.insert(member.type).second || renamed_.contains(i)) {
            continue;
          }
          used_type.name = type.name + "::" + LastPart(used_type.name);
          break;
        }
        renamed_.insert(i);
      }
      if (IsNamed(type.kind) && i != parts_.root && random_.OneIn(4) &&
          renamed_.insert(i).second) {
        type.name =
            "r::" + random_.Pick(kWords) + "::m::" + LastPart(type.name);
      }
    }
  }

  bool IsBase(TypeIndex index) const {
    for (const TypeDescriptor& type : parts_.types) {
      if (type.base == index) return true;
    }
    return false;
  }

  static std::string LastPart(const std::string& name) {
    return name.substr(name.rfind(':') + 1);
  }

  SchemaParts& parts_;
  Random& random_;
  uint32_t next_id_ = 10'000;
  std::set<TypeIndex> renamed_;
};

}  // namespace

Schema Decorate(const Schema& schema, Random& random) {
  SchemaParts parts = TakeApart(schema);
  Decorator(&parts, random).Decorate();
  std::vector<Diagnostic> diagnostics;
  std::optional<Schema> decorated = PutTogether(parts, &diagnostics);
  if (!decorated.has_value()) {
    std::fprintf(stderr, "not a schema:\n%s\n", Render(diagnostics).c_str());
    std::abort();
  }
  return *std::move(decorated);
}

}  // namespace transcdr
