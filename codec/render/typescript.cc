#include "codec/render/typescript.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/render/document_types.h"
#include "codec/render/idl_layout.h"
#include "codec/type/message_text.h"

namespace transcdr {
namespace {

using message_text::Concat;
using render::HoldsBytes;
using render::LastPart;

// Words that cannot name a namespace or a type, in order.
constexpr std::string_view kReserved[] = {
    "any",        "arguments", "as",         "async",    "await",
    "bigint",     "boolean",   "break",      "case",     "catch",
    "class",      "const",     "continue",   "debugger", "default",
    "delete",     "do",        "else",       "enum",     "eval",
    "export",     "extends",   "false",      "finally",  "for",
    "function",   "if",        "implements", "import",   "in",
    "instanceof", "interface", "let",        "module",   "namespace",
    "never",      "new",       "null",       "number",   "object",
    "package",    "private",   "protected",  "public",   "return",
    "static",     "string",    "super",      "switch",   "symbol",
    "this",       "throw",     "true",       "try",      "type",
    "typeof",     "undefined", "unknown",    "var",      "void",
    "while",      "with",      "yield"};

std::string Indent(size_t depth) { return std::string(depth * 2, ' '); }

// A namespace with what is in it.
struct Space {
  std::string name;              // as it is written
  std::vector<TypeIndex> types;  // in the order of the schema
  std::map<std::string, std::unique_ptr<Space>, std::less<>> spaces;
  std::map<std::string, std::string, std::less<>> names;  // IDL to TypeScript
};

class Printer {
 public:
  Printer(const Schema& schema, TypeScriptFlavour flavour)
      : schema_(schema), is_json_(flavour == TypeScriptFlavour::kJson) {}

  std::string Print() {
    for (TypeIndex i = 0; i < schema_.types().size(); ++i) {
      if (IsNamed(schema_.type(i).kind)) Place(i);
    }
    NameAll(&top_);
    std::string body;
    WriteSpace(top_, 0, &body);
    while (!deep_.empty()) {
      const TypeIndex index = *deep_.begin();
      deep_.erase(deep_.begin());
      if (!written_.insert(index).second) continue;
      body +=
          Concat("export type $", index, " = ", Collection(index, 0), ";\n");
    }
    std::string aliases;
    for (const std::string& name : rooted_) {
      aliases += top_.spaces.contains(name)
                     ? Concat("import $", top_.names[name], " = ",
                              top_.names[name], ";\n")
                     : Concat("type $", top_.names[name], " = ",
                              top_.names[name], ";\n");
    }
    return Concat("// root type: ", Path(schema_.root_name()), "\n", aliases,
                  body);
  }

 private:
  // ---- names

  void Place(TypeIndex index) {
    Space* space = &top_;
    std::string_view left = schema_.type(index).name;
    size_t depth = 0;
    for (size_t end = left.find("::"); end != std::string_view::npos;
         end = left.find("::")) {
      const std::string part(left.substr(0, end));
      if (depth++ > 0) inner_names_.insert(part);
      auto& inner = space->spaces[part];
      if (inner == nullptr) inner = std::make_unique<Space>();
      space->names[part];
      space = inner.get();
      left.remove_prefix(end + 2);
    }
    if (depth > 0) inner_names_.emplace(left);
    space->names[std::string(left)];
    space->types.push_back(index);
  }

  // Chooses what each name is written as. Recursion: as deep as a name has
  // parts, some hundred.
  void NameAll(Space* space) {
    for (auto& [name, written] : space->names) {
      written = name;
      if (!std::binary_search(std::begin(kReserved), std::end(kReserved),
                              name)) {
        continue;
      }
      do written += '_';
      while (space->names.contains(written));
    }
    for (auto& [name, inner] : space->spaces) {
      inner->name = space->names[name];
      NameAll(inner.get());
    }
  }

  // "a.b.C", as it is seen from outside.
  std::string Path(std::string_view full_name) const {
    const Space* space = &top_;
    std::string out;
    while (true) {
      const size_t end = full_name.find("::");
      const std::string_view part = full_name.substr(0, end);
      out += space->names.find(part)->second;
      if (end == std::string_view::npos) return out;
      out += '.';
      space = space->spaces.find(part)->second.get();
      full_name.remove_prefix(end + 2);
    }
  }

  // The same from within any namespace: where its first part may be hidden by
  // another of that name, by another name for it.
  std::string Reference(std::string_view full_name) {
    const std::string first(full_name.substr(0, full_name.find("::")));
    if (!inner_names_.contains(first)) return Path(full_name);
    rooted_.insert(first);
    return Concat("$", Path(full_name));
  }

  // ---- declarations

  void WriteSpace(const Space& space, size_t depth, std::string* out) {
    for (const TypeIndex index : space.types) {
      const TypeDescriptor& type = schema_.type(index);
      const std::string& name = space.names.find(LastPart(type.name))->second;
      *out += Concat(Indent(depth), "export ", Declaration(index, name, depth));
    }
    for (const auto& [name, inner] : space.spaces) {
      *out += Concat(Indent(depth), "export namespace ", inner->name, " {\n");
      WriteSpace(*inner, depth + 1, out);
      *out += Concat(Indent(depth), "}\n");
    }
  }

  std::string Declaration(TypeIndex index, std::string_view name,
                          size_t depth) {
    const TypeDescriptor& type = schema_.type(index);
    switch (type.kind) {
      case TypeKind::kStruct: {
        std::string out = Concat("interface ", name, " {\n");
        for (const Member* member : schema_.AllMembers(index)) {
          out += Concat(Indent(depth + 1), member->name,
                        member->is_optional ? "?: " : ": ",
                        Use(member->type, 0), ";\n");
        }
        return Concat(out, Indent(depth), "}\n");
      }
      case TypeKind::kBitset: {
        std::string out = Concat("interface ", name, " {\n");
        for (const Bitfield* field : schema_.AllBitfields(index)) {
          if (field->name.empty()) continue;
          out += Concat(Indent(depth + 1), field->name, ": ", FieldType(*field),
                        ";\n");
        }
        return Concat(out, Indent(depth), "}\n");
      }
      case TypeKind::kUnion:
        return Union(type, name, depth);
      case TypeKind::kEnum: {
        std::string out = Concat("type ", name, " =\n");
        for (const Enumerator& literal : type.enumerators) {
          out += Concat(Indent(depth + 1), "| \"", literal.name, "\"\n");
        }
        return Concat(out, Indent(depth + 1), "| number;\n");
      }
      case TypeKind::kBitmask:
        return Concat("type ", name, " = ",
                      IntegerType(render::UnsignedRange(
                          render::HolderBits(type.bit_bound))),
                      ";\n");
      default:  // an alias: nothing else has a name
        return Concat("type ", name, " = ", Use(type.element, 0), ";\n");
    }
  }

  std::string FieldType(const Bitfield& field) const {
    const TypeKind holder = field.holder.value_or(TypeKind::kUInt64);
    if (holder == TypeKind::kBoolean) return "boolean";
    return IntegerType(IsSignedInteger(holder)
                           ? render::SignedRange(field.width)
                           : render::UnsignedRange(field.width));
  }

  std::string Union(const TypeDescriptor& type, std::string_view name,
                    size_t depth) {
    std::string out = Concat("type ", name, " =");
    for (const UnionCase& one : type.cases) {
      out += Concat("\n", Indent(depth + 1),
                    "| { $discriminator: ", Discriminator(type, one), "; ",
                    one.member.name, one.member.is_optional ? "?: " : ": ",
                    Use(one.member.type, 0), " }");
    }
    if (!render::HasMemberAlways(schema_, type)) {
      out += Concat("\n", Indent(depth + 1),
                    "| { $discriminator: ", Use(type.element, 0), " }");
    }
    return out + ";\n";
  }

  // What the discriminator of a case may be. TypeScript cannot leave numbers
  // out: of a default case it may be any.
  std::string Discriminator(const TypeDescriptor& type, const UnionCase& one) {
    if (one.is_default) return Use(type.element, 0);
    const TypeDescriptor& discriminator = schema_.resolved(type.element);
    const bool is_64 = discriminator.kind == TypeKind::kInt64 ||
                       discriminator.kind == TypeKind::kUInt64;
    std::string out;
    for (const int64_t label : one.labels) {
      if (!out.empty()) out += " | ";
      std::string text = render::JsonLabel(discriminator, label);
      if (!is_json_ && is_64) {
        std::string number = text;
        std::erase(number, '"');
        // Beyond 2^53 there is no number of that value.
        out += number == text ? Concat(number, " | ", number, "n")
                              : Concat(number, "n");
        continue;
      }
      out += text;
    }
    return out;
  }

  // ---- types where they are used

  std::string IntegerType(const render::IntegerRange& range) const {
    if (!range.is_wide()) return "number";
    return is_json_ ? "number | string" : "number | bigint";
  }

  // `level` counts the collections around it.
  std::string Use(TypeIndex index, int level) {
    const TypeDescriptor& type = schema_.type(index);
    if (IsNamed(type.kind)) return Reference(type.name);
    if (IsInteger(type.kind)) {
      return IntegerType(render::RangeOfInteger(type.kind));
    }
    switch (type.kind) {
      case TypeKind::kBoolean:
        return "boolean";
      case TypeKind::kFloat32:
      case TypeKind::kFloat64:
        return is_json_ ? R"(number | "NaN" | "Infinity" | "-Infinity")"
                        : "number";
      case TypeKind::kFloat128:
        return Bytes();
      case TypeKind::kChar8:
      case TypeKind::kChar16:
      case TypeKind::kString8:
      case TypeKind::kString16:
        return "string";
      default:
        break;
    }
    if (level < render::kMaxCollectionsInPlace) {
      return Collection(index, level);
    }
    deep_.insert(index);
    return Concat("$", index);
  }

  std::string Bytes() const { return is_json_ ? "string" : "Uint8Array"; }

  std::string Collection(TypeIndex index, int level) {
    const TypeDescriptor& type = schema_.type(index);
    if (type.kind == TypeKind::kMap) {
      const TypeKind key = schema_.resolved(type.key).kind;
      const std::string value = Use(type.element, level + 1);
      const bool is_text = key == TypeKind::kString8 ||
                           key == TypeKind::kString16 ||
                           key == TypeKind::kChar8 || key == TypeKind::kChar16;
      if (is_json_ ? render::IsObjectKey(key) : is_text) {
        return Concat("{ [key: string]: ", value, " }");
      }
      const std::string key_text = Use(type.key, level + 1);
      return is_json_ ? Concat("Array<[", key_text, ", ", value, "]>")
                      : Concat("Map<", key_text, ", ", value, ">");
    }
    std::string out = HoldsBytes(schema_, type)
                          ? Bytes()
                          : Concat("Array<", Use(type.element, level + 1), ">");
    for (size_t i = 1; i < type.dimensions.size(); ++i) {
      out = Concat("Array<", out, ">");
    }
    return out;
  }

  const Schema& schema_;
  const bool is_json_;
  Space top_;
  // First parts of names behind the first one: what may hide a top one.
  std::set<std::string, std::less<>> inner_names_;
  std::set<std::string> rooted_;
  std::set<TypeIndex> deep_;
  std::set<TypeIndex> written_;
};

}  // namespace

std::string PrintTypeScript(const Schema& schema, TypeScriptFlavour flavour) {
  return Printer(schema, flavour).Print();
}

}  // namespace transcdr
