#include "codec/render/idl_printer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "codec/base/fault.h"
#include "codec/render/idl_layout.h"
#include "codec/type/idl_words.h"
#include "codec/type/message_text.h"

namespace transcdr {
namespace {

using idl_words::AbsoluteIdlName;
using idl_words::IdlName;
using message_text::Concat;
using message_text::Quoted;
using render::IdlLayout;
using render::LastPart;
using render::ScopeOf;

// Collections deeper than that within each other get names.
constexpr int kMaxInPlace = 8;

absl::Status Inexpressible(const Schema& schema, const std::string& why) {
  return MakeError({FaultReason::kSchemaUnsupported, {}},
                   Concat(schema.root_name(), " has no form in IDL: ", why));
}

std::string_view ExtensibilityAnnotation(Extensibility extensibility) {
  switch (extensibility) {
    case Extensibility::kFinal:
      return "@final";
    case Extensibility::kAppendable:
      return "@appendable";
    case Extensibility::kMutable:
      return "@mutable";
  }
  return "";
}

class Printer {
 public:
  explicit Printer(const Schema& schema) : schema_(schema) {}

  absl::StatusOr<std::string> Print() {
    if (const auto why = LayOut(schema_, &layout_)) {
      return Inexpressible(schema_, *why);
    }
    out_ = Concat("// root type: ", schema_.root_name(), "\n");
    for (const IdlLayout::Step& step : layout_.steps) {
      const TypeDescriptor& type = schema_.type(step.type);
      std::string text;
      if (step.is_announcement) {
        text = Concat(Indent(ModuleDepth(type.name)),
                      type.kind == TypeKind::kStruct ? "struct " : "union ",
                      IdlName(LastPart(type.name)), ";\n");
      } else {
        helper_scope_ = ScopeOf(type.name);
        helper_base_ = LastPart(type.name);
        text = Definition(step.type, ModuleDepth(type.name));
        if (!why_.empty()) return Inexpressible(schema_, why_);
        text += type.kind == TypeKind::kAlias ? "" : ";\n";
      }
      EnterModule(ScopeOf(type.name));
      // In front of what needs them.
      out_ += helpers_;
      helpers_.clear();
      out_ += text;
    }
    EnterModule("");
    return std::move(out_);
  }

 private:
  static std::string Indent(size_t depth) {
    return std::string(depth * 2, ' ');
  }

  static size_t ModuleDepth(std::string_view name) {
    size_t depth = 0;
    for (std::string_view scope = ScopeOf(name); !scope.empty();
         scope = ScopeOf(scope)) {
      ++depth;
    }
    return depth;
  }

  // Closes modules that `scope` is not in, opens those that it is in.
  void EnterModule(std::string_view scope) {
    std::vector<std::string_view> wanted;
    while (!scope.empty()) {
      const size_t end = scope.find("::");
      wanted.push_back(scope.substr(0, end));
      if (end == std::string_view::npos) break;
      scope.remove_prefix(end + 2);
    }
    size_t shared = 0;
    while (shared < wanted.size() && shared < modules_.size() &&
           wanted[shared] == modules_[shared]) {
      ++shared;
    }
    while (modules_.size() > shared) {
      modules_.pop_back();
      out_ += Concat(Indent(modules_.size()), "};\n");
    }
    while (modules_.size() < wanted.size()) {
      const std::string_view name = wanted[modules_.size()];
      out_ += Concat(Indent(modules_.size()), "module ", IdlName(name), " {\n");
      modules_.emplace_back(name);
    }
  }

  // ---- definitions: without the ';' behind them, but for typedefs

  std::string Definition(TypeIndex index, size_t depth) {
    const TypeDescriptor& type = schema_.type(index);
    switch (type.kind) {
      case TypeKind::kStruct:
        return Struct(index, depth);
      case TypeKind::kUnion:
        return Union(index, depth);
      case TypeKind::kEnum:
        return Enum(type, depth);
      case TypeKind::kBitmask:
        return Bitmask(type, depth);
      case TypeKind::kBitset:
        return Bitset(type, depth);
      default:  // an alias: nothing else has a name
        return Concat(Indent(depth), "typedef ",
                      Declared(type.element, LastPart(type.name), depth),
                      ";\n");
    }
  }

  // The body of a struct or union writes inner types where they are mentioned
  // first. Those that wait, of the one that is being written:
  struct Inner {
    std::unordered_set<TypeIndex> waiting;
    size_t depth = 0;
  };

  // Those of `waiting` that are mentioned in place by a member of that type.
  void TakeInPlace(TypeIndex index, int level,
                   std::unordered_set<TypeIndex>* waiting) const {
    if (layout_.has_name[index]) {
      waiting->erase(index);
      return;
    }
    const TypeDescriptor& type = schema_.type(index);
    switch (type.kind) {
      case TypeKind::kAlias:
        return TakeInPlace(type.element, level, waiting);
      case TypeKind::kArray:
        // One within a collection gets a typedef elsewhere.
        if (level == 0) TakeInPlace(type.element, 1, waiting);
        return;
      case TypeKind::kMap:
        if (level >= kMaxInPlace) return;
        TakeInPlace(type.key, level + 1, waiting);
        return TakeInPlace(type.element, level + 1, waiting);
      case TypeKind::kSequence:
        if (level >= kMaxInPlace) return;
        return TakeInPlace(type.element, level + 1, waiting);
      default:  // mentions nothing
        return;
    }
  }

  std::string Struct(TypeIndex index, size_t depth) {
    const TypeDescriptor& type = schema_.type(index);
    const std::vector<TypeIndex>& all = layout_.inner[index];
    // What no member mentions in place stands before them, as a member that is
    // not serialized.
    std::unordered_set<TypeIndex> unmentioned(all.begin(), all.end());
    for (const Member& member : type.members) {
      if (!unmentioned.empty()) TakeInPlace(member.type, 0, &unmentioned);
    }
    Inner around = std::exchange(inner_, {{all.begin(), all.end()}, depth + 1});
    std::string out =
        Concat(Indent(depth), ExtensibilityAnnotation(type.extensibility), "\n",
               Indent(depth), "struct ", IdlName(LastPart(type.name)),
               Base(type), " {\n");
    for (const TypeIndex one : all) {
      if (!unmentioned.contains(one)) continue;
      out +=
          Concat(Indent(depth + 1), "@non_serialized ", Use(one, 0), " ",
                 IdlName(LastPart(schema_.type(one).name)), "_declaration;\n");
    }
    // Members that are left out take ids too: then all are written.
    std::optional<uint32_t> next;
    if (unmentioned.empty()) next = FirstId(type);
    for (const Member& member : type.members) {
      out += Indent(depth + 1);
      out += MemberText(member, next, depth + 1);
      if (next.has_value()) next = member.id.value_or(0) + 1;
    }
    inner_ = std::move(around);
    return Concat(out, Indent(depth), "}");
  }

  // As TypeBuilder gives it where there is none.
  uint32_t FirstId(const TypeDescriptor& type) const {
    if (!type.base.has_value()) return 0;
    const auto before = schema_.AllMembers(schema_.Resolve(*type.base));
    return before.empty() ? 0 : before.back()->id.value_or(0) + 1;
  }

  std::string Base(const TypeDescriptor& type) const {
    if (!type.base.has_value()) return "";
    return Concat(" : ", AbsoluteIdlName(schema_.resolved(*type.base).name));
  }

  std::string Union(TypeIndex index, size_t depth) {
    const TypeDescriptor& type = schema_.type(index);
    const std::vector<TypeIndex>& all = layout_.inner[index];
    Inner around = std::exchange(inner_, {{all.begin(), all.end()}, depth + 1});
    const std::string discriminator = Use(type.element, 0);
    const std::string key =
        Apart(type.is_discriminator_key ? "@key " : "", discriminator);
    std::string out =
        Concat(Indent(depth), ExtensibilityAnnotation(type.extensibility), "\n",
               Indent(depth), "union ", IdlName(LastPart(type.name)),
               " switch (", key, discriminator, ") {\n");
    uint32_t next = 1;
    for (const UnionCase& one : type.cases) {
      for (const int64_t label : one.labels) {
        out += Concat(Indent(depth + 1), "case ",
                      Label(schema_.resolved(type.element), label), ":\n");
      }
      if (one.is_default) out += Concat(Indent(depth + 1), "default:\n");
      out += Indent(depth + 2);
      out += MemberText(one.member, next, depth + 2);
      next = one.member.id.value_or(0) + 1;
    }
    if (!inner_.waiting.empty()) {
      why_ = Concat(
          "the name ", Quoted(schema_.type(*inner_.waiting.begin()).name),
          " is within union ", type.name, ", of which no case has it in place");
    }
    inner_ = std::move(around);
    return Concat(out, Indent(depth), "}");
  }

  std::string Label(const TypeDescriptor& discriminator, int64_t label) {
    switch (discriminator.kind) {
      case TypeKind::kBoolean:
        return label != 0 ? "TRUE" : "FALSE";
      case TypeKind::kChar8:
        return idl_words::IdlCharacter(static_cast<uint32_t>(label), false);
      case TypeKind::kChar16:
        if (label >> 11 == 0xd800 >> 11) {
          why_ = Concat("a label is half a surrogate pair, ", label);
          return "";
        }
        return idl_words::IdlCharacter(static_cast<uint32_t>(label), true);
      case TypeKind::kUInt64:
        return std::to_string(static_cast<uint64_t>(label));
      case TypeKind::kEnum:
        for (const Enumerator& literal : discriminator.enumerators) {
          if (literal.value == label) {
            return EnumeratorText(discriminator, literal.name);
          }
        }
        return std::to_string(label);  // TypeBuilder lets none through
      default:                         // the other integers
        return std::to_string(label);
    }
  }

  // Scoped, as other tools want it; where another enum has that literal too, by
  // the name alone, which our front end looks for in the right enum.
  std::string EnumeratorText(const TypeDescriptor& type,
                             const std::string& literal) const {
    const std::string_view scope = ScopeOf(type.name);
    const std::string full_name =
        scope.empty() ? literal : Concat(scope, "::", literal);
    return layout_.shared_enumerators.contains(full_name)
               ? IdlName(literal)
               : AbsoluteIdlName(full_name);
  }

  std::string DefaultText(const Member& member) const {
    const TypeDescriptor& type = schema_.resolved(member.type);
    const auto* text = std::get_if<std::string>(&member.default_value->value);
    if (type.kind == TypeKind::kEnum && text != nullptr) {
      return EnumeratorText(type, *text);
    }
    return idl_words::IdlDefault(*member.default_value, type.kind);
  }

  // With the line break.
  std::string MemberText(const Member& member, std::optional<uint32_t> next,
                         size_t depth) {
    std::string out;
    const uint32_t id = member.id.value_or(0);
    if (next != id) out += Concat("@id(", id, ") ");
    if (member.is_key) out += "@key ";
    if (member.is_optional) out += "@optional ";
    if (member.is_must_understand) out += "@must_understand ";
    if (member.default_value.has_value()) {
      out += Concat("@default(", DefaultText(member), ") ");
    }
    const std::string declared = Declared(member.type, member.name, depth);
    return Concat(Apart(out, declared), declared, ";\n");
  }

  // Annotations in front of a type: "@key ::a::B" would be one name.
  static std::string Apart(std::string annotations, std::string_view type) {
    if (type.starts_with("::") && annotations.size() > 1 &&
        annotations[annotations.size() - 2] != ')') {
      annotations.insert(annotations.size() - 1, "(TRUE)");
    }
    return annotations;
  }

  std::string Enum(const TypeDescriptor& type, size_t depth) {
    std::string out = Indent(depth);
    if (type.bit_bound != 32) {
      out += Concat("@bit_bound(", type.bit_bound, ")\n", Indent(depth));
    }
    out += Concat("enum ", IdlName(LastPart(type.name)), " {\n");
    int64_t next = 0;
    for (size_t i = 0; i < type.enumerators.size(); ++i) {
      const Enumerator& literal = type.enumerators[i];
      const int64_t value = literal.value.value_or(0);
      out += Indent(depth + 1);
      if (literal.is_default && i > 0) out += "@default_literal ";
      if (value != next) out += Concat("@value(", value, ") ");
      next = value + 1;
      out += IdlName(literal.name);
      out += i + 1 < type.enumerators.size() ? ",\n" : "\n";
    }
    return Concat(out, Indent(depth), "}");
  }

  static std::string Bitmask(const TypeDescriptor& type, size_t depth) {
    std::string out = Indent(depth);
    if (type.bit_bound != 32) {
      out += Concat("@bit_bound(", type.bit_bound, ")\n", Indent(depth));
    }
    out += Concat("bitmask ", IdlName(LastPart(type.name)), " {\n");
    uint64_t next = 0;
    for (size_t i = 0; i < type.flags.size(); ++i) {
      const uint64_t position = type.flags[i].position.value_or(0);
      out += Indent(depth + 1);
      if (position != next) out += Concat("@position(", position, ") ");
      next = position + 1;
      out += IdlName(type.flags[i].name);
      out += i + 1 < type.flags.size() ? ",\n" : "\n";
    }
    return Concat(out, Indent(depth), "}");
  }

  std::string Bitset(const TypeDescriptor& type, size_t depth) const {
    std::string out = Concat(Indent(depth), "bitset ",
                             IdlName(LastPart(type.name)), Base(type), " {\n");
    for (const Bitfield& field : type.bitfields) {
      out += Concat(Indent(depth + 1), "bitfield<", field.width);
      if (field.name.empty()) {
        out += ">;\n";
        continue;
      }
      if (field.holder.has_value() && field.holder != UsualHolder(field)) {
        out += Concat(", ", idl_words::IdlPrimitive(*field.holder));
      }
      out += Concat("> ", IdlName(field.name), ";\n");
    }
    return Concat(out, Indent(depth), "}");
  }

  static TypeKind UsualHolder(const Bitfield& field) {
    if (field.width == 1) return TypeKind::kBoolean;
    if (field.width <= 8) return TypeKind::kUInt8;
    if (field.width <= 16) return TypeKind::kUInt16;
    return field.width <= 32 ? TypeKind::kUInt32 : TypeKind::kUInt64;
  }

  // ---- types where they are used

  // What stands for an alias that has no typedef.
  TypeIndex WithoutNameless(TypeIndex index) const {
    while (schema_.type(index).kind == TypeKind::kAlias &&
           !layout_.has_name[index]) {
      index = schema_.type(index).element;
    }
    return index;
  }

  // "long name[2][3]".
  std::string Declared(TypeIndex index, std::string_view name, size_t depth) {
    inner_.depth = depth;
    index = WithoutNameless(index);
    const TypeDescriptor& type = schema_.type(index);
    if (type.kind != TypeKind::kArray) {
      return Concat(Use(index, 0), " ", IdlName(name));
    }
    std::string out = Concat(Use(type.element, 1), " ", IdlName(name));
    for (const uint32_t size : type.dimensions) out += Concat("[", size, "]");
    return out;
  }

  // A type without array dimensions; `level` counts the collections around it.
  std::string Use(TypeIndex index, int level) {
    index = WithoutNameless(index);
    const TypeDescriptor& type = schema_.type(index);
    if (IsNamed(type.kind)) {
      if (inner_.waiting.erase(index) == 0) return AbsoluteIdlName(type.name);
      // In place: annotations and all go on behind what stands there.
      std::string text = Definition(index, inner_.depth);
      return text.substr(text.find_first_not_of(' '));
    }
    if (IsPrimitive(type.kind)) {
      return std::string(idl_words::IdlPrimitive(type.kind));
    }
    if (type.kind == TypeKind::kString8 || type.kind == TypeKind::kString16) {
      const std::string_view word =
          type.kind == TypeKind::kString8 ? "string" : "wstring";
      if (type.bound == 0) return std::string(word);
      return Concat(word, "<", type.bound, ">");
    }
    if (type.kind == TypeKind::kArray || level >= kMaxInPlace) {
      return Helper(index);
    }
    std::string out;
    if (type.kind == TypeKind::kMap) {
      // The order of evaluation is that of the text: of inner types too.
      const std::string key = Use(type.key, level + 1);
      out = Concat("map<", key, ", ", Use(type.element, level + 1));
    } else {
      out = Concat("sequence<", Use(type.element, level + 1));
    }
    if (type.bound != 0) out += Concat(", ", type.bound);
    // Older tools take ">>" for a shift.
    return out + (out.ends_with('>') ? " >" : ">");
  }

  // The name of a typedef for what IDL does not write in place.
  std::string Helper(TypeIndex index) {
    const auto known = helper_names_.find(index);
    if (known != helper_names_.end()) return known->second;
    std::string name;
    std::string full_name;
    do {
      name = Concat(helper_base_, "_part", ++helper_count_);
      full_name =
          helper_scope_.empty() ? name : Concat(helper_scope_, "::", name);
    } while (!layout_.names.insert(full_name).second);
    const size_t depth = ModuleDepth(full_name);
    // Nothing is defined within it, and its own helpers stand before it.
    Inner around = std::exchange(inner_, {});
    const std::string text = Declared(index, name, depth);
    inner_ = std::move(around);
    helpers_ += Concat(Indent(depth), "typedef ", text, ";\n");
    return helper_names_[index] = AbsoluteIdlName(full_name);
  }

  const Schema& schema_;
  IdlLayout layout_;
  std::string out_;
  std::string why_;                   // why a definition cannot be printed
  std::vector<std::string> modules_;  // those that are open
  Inner inner_;

  std::string_view helper_scope_;
  std::string_view helper_base_;
  uint32_t helper_count_ = 0;
  std::string helpers_;
  std::unordered_map<TypeIndex, std::string> helper_names_;
};

}  // namespace

absl::StatusOr<std::string> PrintIdl(const Schema& schema) {
  return Printer(schema).Print();
}

}  // namespace transcdr
