#include "codec/schema/idl_resolver.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

#include "codec/schema/idl_annotations.h"
#include "codec/schema/idl_constants.h"
#include "codec/schema/idl_literals.h"
#include "codec/schema/idl_scopes.h"
#include "codec/type/message_text.h"

namespace transcdr::idl {
namespace {

using message_text::Concat;
using message_text::Quoted;

constexpr Integer kMaxSize = std::numeric_limits<uint32_t>::max();
constexpr std::string_view kRosPlaceholder =
    "structure_needs_at_least_one_member";

std::string_view KindText(Declaration::Kind kind) {
  switch (kind) {
    case Declaration::Kind::kModule:
      return "a module";
    case Declaration::Kind::kStruct:
      return "a struct";
    case Declaration::Kind::kUnion:
      return "a union";
    case Declaration::Kind::kEnum:
      return "an enum";
    case Declaration::Kind::kBitmask:
      return "a bitmask";
    case Declaration::Kind::kBitset:
      return "a bitset";
    case Declaration::Kind::kTypedef:
      return "a typedef";
    case Declaration::Kind::kConstant:
      return "a constant";
    case Declaration::Kind::kForward:
      return "a forward declaration";
    case Declaration::Kind::kUnsupported:
      return "this declaration";
  }
  return "";
}

class Resolver {
 public:
  Resolver(Dialect dialect, Extensibility default_extensibility,
           const SchemaLimits& limits, Reporter& reporter, TypeBuilder& builder)
      : dialect_(dialect),
        default_extensibility_(default_extensibility),
        reporter_(reporter),
        builder_(builder),
        scopes_(limits, reporter),
        constants_(scopes_, reporter) {}

  std::string Resolve(
      const std::vector<std::unique_ptr<Declaration>>& declarations) {
    scopes_.Declare(declarations);
    for (const Definition& definition : scopes_.definitions()) {
      Define(definition);
    }
    return Root();
  }

 private:
  // One definition at a time: these are about it.
  void Define(const Definition& definition) {
    const Declaration& declaration = *definition.declaration;
    site_ = {definition.scope,
             definition.symbol != nullptr ? definition.symbol->order : 0};
    user_ = nullptr;
    switch (declaration.kind) {
      case Declaration::Kind::kModule:
        modules_[&declaration] = ReadType(declaration);
        return;
      case Declaration::Kind::kStruct:
      case Declaration::Kind::kUnion:
        DefineWithMembers(definition);
        return;
      case Declaration::Kind::kEnum:
        DefineEnum(definition);
        return;
      case Declaration::Kind::kBitmask:
        DefineBitmask(definition);
        return;
      case Declaration::Kind::kBitset:
        DefineBitset(definition);
        return;
      case Declaration::Kind::kTypedef:
        DefineAliases(definition);
        return;
      case Declaration::Kind::kConstant:
        ReadType(declaration);
        constants_.Constant(*definition.symbol);
        return;
      case Declaration::Kind::kForward:
      case Declaration::Kind::kUnsupported:
        return;
    }
  }

  AnnotationReader Reader() {
    return AnnotationReader(
        reporter_,
        [this](const Expression& value,
               uint32_t highest) -> std::optional<uint32_t> {
          const auto number =
              constants_.EvaluateInteger(value, site_, 0, highest, "a number");
          if (!number.has_value()) return std::nullopt;
          return static_cast<uint32_t>(*number);
        });
  }

  TypeAnnotations ReadType(const Declaration& declaration) {
    return Reader().ReadType(declaration.annotations, declaration.kind,
                             KindText(declaration.kind));
  }

  TypeDescriptor Named(const Definition& definition, TypeKind kind) {
    TypeDescriptor type;
    type.kind = kind;
    type.name = definition.symbol->full_name;
    type.location = reporter_.sources().Locate(definition.symbol->place);
    return type;
  }

  // ---- structs and unions

  void DefineWithMembers(const Definition& definition) {
    const Declaration& declaration = *definition.declaration;
    const bool is_struct = declaration.kind == Declaration::Kind::kStruct;
    TypeDescriptor type =
        Named(definition, is_struct ? TypeKind::kStruct : TypeKind::kUnion);
    const TypeAnnotations annotations = ReadType(declaration);
    type.extensibility = ExtensibilityOf(declaration, annotations);
    NoteRoot(definition, annotations);
    user_ = &uses_[type.name];
    AutoId auto_id = AutoId::kSequential;
    if (definition.auto_id_module != nullptr) {
      auto_id = modules_[definition.auto_id_module].auto_id.value_or(auto_id);
    }
    auto_id = annotations.auto_id.value_or(auto_id);
    if (is_struct) {
      AddMembers(declaration, auto_id, &type);
    } else {
      AddCases(declaration, auto_id, &type);
    }
    builder_.Define(std::move(type));
  }

  Extensibility ExtensibilityOf(const Declaration& declaration,
                                const TypeAnnotations& annotations) {
    if (dialect_ != Dialect::kRos) {
      return annotations.extensibility.value_or(default_extensibility_);
    }
    if (annotations.extensibility.value_or(Extensibility::kFinal) !=
        Extensibility::kFinal) {
      reporter_.Warning(declaration.place,
                        Concat(Quoted(declaration.name),
                               " is taken as final, as all of ROS 2's types: "
                               "its annotation is left out"));
    }
    return Extensibility::kFinal;
  }

  void AddMembers(const Declaration& declaration, AutoId auto_id,
                  TypeDescriptor* type) {
    // What TypeBuilder would give; needed behind members that are left out.
    uint32_t next_id = 0;
    bool has_gap = false;
    if (declaration.base.has_value()) {
      const Symbol* base =
          constants_.Find(*declaration.base, site_, Scopes::Wanted::kType);
      if (base != nullptr) {
        type->base = Use(*base, declaration.base->place);
        const auto at = next_ids_.find(base->full_name);
        if (at != next_ids_.end()) next_id = at->second;
      }
    }
    if (dialect_ == Dialect::kRos && IsRosPlaceholder(declaration)) return;
    type->members.reserve(declaration.members.size());
    TypeUse last;
    for (const MemberNode& node : declaration.members) {
      Member member;
      const MemberAnnotations annotations =
          ReadMember(node, auto_id, &last, &member);
      if (member.id.has_value()) {
        next_id = *member.id;
      } else if (has_gap) {
        member.id = next_id;
      }
      ++next_id;
      if (!annotations.is_serialized) {
        has_gap = true;
        continue;
      }
      type->members.push_back(std::move(member));
    }
    next_ids_[type->name] = next_id;
  }

  static bool IsRosPlaceholder(const Declaration& declaration) {
    return declaration.members.size() == 1 &&
           declaration.members[0].declarator.name == kRosPlaceholder &&
           declaration.members[0].declarator.dimensions.empty() &&
           declaration.members[0].type->kind == TypeSpec::Kind::kPrimitive &&
           declaration.members[0].type->primitive == TypeKind::kUInt8;
  }

  // The type of the line before, which "long a, b" share.
  struct TypeUse {
    const TypeSpec* spec = nullptr;
    TypeIndex index = 0;
  };

  MemberAnnotations ReadMember(const MemberNode& node, AutoId auto_id,
                               TypeUse* last, Member* member) {
    const MemberAnnotations annotations =
        Reader().ReadMember(*node.annotations);
    member->name = node.declarator.name;
    member->location = reporter_.sources().Locate(node.declarator.place);
    if (last->spec != node.type.get()) {
      *last = {node.type.get(), IndexOf(*node.type)};
    }
    member->type = ArrayOf(last->index, node.declarator);
    member->is_optional = annotations.is_optional.value_or(false);
    member->is_key = annotations.is_key.value_or(false);
    member->is_must_understand = annotations.is_must_understand.value_or(false);
    if (annotations.id.has_value() && annotations.hash_name.has_value()) {
      reporter_.Error(node.declarator.place,
                      Concat("member ", Quoted(member->name),
                             " has '@id' and '@hashid': expected one of them"));
    }
    if (annotations.id.has_value()) {
      member->id = annotations.id;
    } else if (annotations.hash_name.has_value() || auto_id == AutoId::kHash) {
      const std::string name = annotations.hash_name.value_or("");
      member->id = HashedMemberId(name.empty() ? member->name : name);
    }
    if (annotations.default_value != nullptr) {
      member->default_value = Default(*annotations.default_value, node);
    }
    return annotations;
  }

  std::optional<Literal> Default(const Expression& expression,
                                 const MemberNode& node) {
    Target target;
    if (!node.declarator.dimensions.empty()) {
      target.kind = Target::Kind::kCollection;
    } else {
      target = constants_.TargetOf(*node.type, site_);
    }
    if (target.kind == Target::Kind::kOther) target.kind = Target::Kind::kNone;
    const bool is_list = target.kind == Target::Kind::kCollection;
    const std::optional<Value> value =
        constants_.Evaluate(expression, site_, target);
    if (!value.has_value()) return std::nullopt;
    struct Visitor {
      Literal operator()(bool boolean) const { return {boolean}; }
      Literal operator()(Integer integer) const {
        if (integer < 0) return {static_cast<int64_t>(integer)};
        return {static_cast<uint64_t>(integer)};
      }
      Literal operator()(double floating) const { return {floating}; }
      Literal operator()(const Character& character) const {
        return {CharacterText(character.code)};
      }
      Literal operator()(const Text& text) const { return {text.text}; }
      Literal operator()(const LiteralName& name) const {
        return {name.type->literals[name.index].name};
      }
    };
    Literal literal = std::visit(Visitor{}, *value);
    if (!is_list) return literal;
    const std::string text = std::get<std::string>(literal.value);
    // Elements take more room than their text.
    if (!constants_.Charge(text.size() * sizeof(Literal) / 2,
                           expression.place)) {
      return std::nullopt;
    }
    if (const auto fault = DecodeTuple(text, &literal)) {
      reporter_.Error(expression.place, Concat("the default ", Quoted(text),
                                               " is not a list: ", *fault));
      return std::nullopt;
    }
    return literal;
  }

  void AddCases(const Declaration& declaration, AutoId auto_id,
                TypeDescriptor* type) {
    type->is_discriminator_key =
        Reader().ReadDiscriminator(declaration.switch_annotations);
    type->element = IndexOf(*declaration.type);
    const Target target = constants_.TargetOf(*declaration.type, site_);
    UnionCase faulty;
    for (const CaseNode& node : declaration.cases) {
      UnionCase one;
      one.is_default = node.is_default;
      // Without a value the label was reported: what is left may have none.
      for (const ExpressionPtr& label : node.labels) {
        const std::optional<int64_t> value = Label(*label, target);
        if (value.has_value()) one.labels.push_back(*value);
      }
      TypeUse last;
      const MemberAnnotations annotations =
          ReadMember(node.member, auto_id, &last, &one.member);
      if (!annotations.is_serialized) {
        reporter_.Unsupported(node.member.declarator.place,
                              "'@non_serialized' in a union is not supported");
      }
      if (one.labels.size() < node.labels.size() && !one.is_default) {
        faulty = std::move(one);
        continue;
      }
      type->cases.push_back(std::move(one));
    }
    // One that was left out is no reason to say that there are none.
    if (type->cases.empty() &&
        (declaration.is_incomplete || !declaration.cases.empty())) {
      faulty.is_default = true;
      if (faulty.member.name.empty()) faulty.member.name = "faulty";
      type->cases.push_back(std::move(faulty));
    }
  }

  std::optional<int64_t> Label(const Expression& label, const Target& target) {
    const std::optional<Value> value =
        constants_.Evaluate(label, site_, target);
    if (!value.has_value()) return std::nullopt;
    if (const auto* boolean = std::get_if<bool>(&*value)) return *boolean;
    if (const auto* character = std::get_if<Character>(&*value)) {
      return character->code;
    }
    if (const auto* integer = std::get_if<Integer>(&*value)) {
      return static_cast<int64_t>(static_cast<uint64_t>(*integer));
    }
    if (const auto* name = std::get_if<LiteralName>(&*value)) {
      const std::optional<Integer> integer = constants_.LiteralValue(*name);
      if (!integer.has_value()) return std::nullopt;
      return static_cast<int64_t>(*integer);
    }
    return 0;  // of a discriminator that is none: TypeBuilder says so
  }

  // ---- what has no members

  void DefineEnum(const Definition& definition) {
    const Declaration& declaration = *definition.declaration;
    TypeDescriptor type = Named(definition, TypeKind::kEnum);
    const TypeAnnotations annotations = ReadType(declaration);
    type.bit_bound = annotations.bit_bound.value_or(32);
    const auto& values = constants_.Literals(declaration);
    AnnotationReader quiet = QuietReader();
    for (size_t i = 0; i < declaration.literals.size(); ++i) {
      const LiteralNode& node = declaration.literals[i];
      Enumerator literal;
      literal.name = node.name;
      literal.location = reporter_.sources().Locate(node.place);
      literal.is_default =
          quiet.ReadLiteral(node.annotations, false).is_default;
      if (!values[i].has_value()) continue;  // reported
      if (*values[i] > std::numeric_limits<int32_t>::max()) {
        reporter_.Error(
            node.place,
            Concat(Quoted(node.name), " would get the value ",
                   IntegerText(*values[i]), ": at most 2147483647 is allowed"));
        continue;
      }
      literal.value = static_cast<int32_t>(*values[i]);
      type.enumerators.push_back(std::move(literal));
    }
    if (type.enumerators.empty() &&
        (declaration.is_incomplete || !declaration.literals.empty())) {
      Enumerator faulty;
      faulty.name = "faulty";
      type.enumerators.push_back(std::move(faulty));
    }
    builder_.Define(std::move(type));
  }

  void DefineBitmask(const Definition& definition) {
    const Declaration& declaration = *definition.declaration;
    TypeDescriptor type = Named(definition, TypeKind::kBitmask);
    const TypeAnnotations annotations = ReadType(declaration);
    type.bit_bound = annotations.bit_bound.value_or(32);
    const auto& positions = constants_.Literals(declaration);
    for (size_t i = 0; i < declaration.literals.size(); ++i) {
      if (!positions[i].has_value()) continue;  // reported
      const LiteralNode& node = declaration.literals[i];
      Flag flag;
      flag.name = node.name;
      flag.location = reporter_.sources().Locate(node.place);
      flag.position = static_cast<uint32_t>(*positions[i]);
      type.flags.push_back(std::move(flag));
    }
    builder_.Define(std::move(type));
  }

  void DefineBitset(const Definition& definition) {
    const Declaration& declaration = *definition.declaration;
    TypeDescriptor type = Named(definition, TypeKind::kBitset);
    ReadType(declaration);
    if (declaration.base.has_value()) {
      const Symbol* base =
          constants_.Find(*declaration.base, site_, Scopes::Wanted::kType);
      if (base != nullptr) type.base = Use(*base, declaration.base->place);
    }
    for (const BitfieldNode& node : declaration.bitfields) {
      Bitfield field;
      field.name = node.name;
      field.location = reporter_.sources().Locate(node.place);
      const std::optional<Integer> width =
          constants_.EvaluateInteger(*node.width, site_, 1, 64, "a width");
      if (!width.has_value()) continue;
      field.width = static_cast<uint32_t>(*width);
      if (node.holder != nullptr) {
        const Target holder = constants_.TargetOf(*node.holder, site_);
        if (holder.kind != Target::Kind::kPrimitive) {
          reporter_.Error(node.holder->place,
                          "a field of bits is held by a boolean, octet or "
                          "integer");
          continue;
        }
        field.holder = holder.primitive;
      }
      type.bitfields.push_back(std::move(field));
    }
    if (type.bitfields.empty() &&
        (declaration.is_incomplete || !declaration.bitfields.empty())) {
      Bitfield faulty;
      faulty.width = 1;
      type.bitfields.push_back(std::move(faulty));
    }
    builder_.Define(std::move(type));
  }

  void DefineAliases(const Definition& definition) {
    const Declaration& declaration = *definition.declaration;
    for (size_t i = 0; i < definition.aliases.size(); ++i) {
      const Symbol* alias = definition.aliases[i];
      if (alias == nullptr) continue;
      site_.order = alias->order;
      if (i == 0) ReadType(declaration);
      user_ = &uses_[alias->full_name];
      TypeDescriptor type;
      type.kind = TypeKind::kAlias;
      type.name = alias->full_name;
      type.location = reporter_.sources().Locate(alias->place);
      type.element =
          ArrayOf(IndexOf(*declaration.type), declaration.declarators[i]);
      builder_.Define(std::move(type));
    }
  }

  // ---- types where they are used

  TypeIndex ArrayOf(TypeIndex element, const Declarator& declarator) {
    if (declarator.dimensions.empty()) return element;
    std::vector<uint32_t> dimensions;
    for (const ExpressionPtr& dimension : declarator.dimensions) {
      dimensions.push_back(
          Size(*dimension, "an array size").value_or(1));  // reported
    }
    return builder_.Array(element, std::move(dimensions));
  }

  std::optional<uint32_t> Size(const Expression& expression,
                               std::string_view what) {
    const std::optional<Integer> size =
        constants_.EvaluateInteger(expression, site_, 1, kMaxSize, what);
    if (!size.has_value()) return std::nullopt;
    return static_cast<uint32_t>(*size);
  }

  uint32_t Bound(const TypeSpec& type) {
    if (type.bound == nullptr) return 0;
    return Size(*type.bound, "a bound").value_or(0);
  }

  // Something in place of what was reported.
  TypeIndex StandIn() { return builder_.Primitive(TypeKind::kByte); }

  TypeIndex Use(const Symbol& symbol, const Place& place) {
    if (user_ != nullptr) user_->insert(symbol.full_name);
    return builder_.Named(symbol.full_name, reporter_.sources().Locate(place));
  }

  TypeIndex IndexOf(const TypeSpec& type) {
    switch (type.kind) {
      case TypeSpec::Kind::kPrimitive:
        return builder_.Primitive(type.primitive);
      case TypeSpec::Kind::kString:
        return builder_.String(Bound(type));
      case TypeSpec::Kind::kWString:
        return builder_.WString(Bound(type));
      case TypeSpec::Kind::kSequence: {
        const TypeIndex element = IndexOf(*type.element);
        return builder_.Sequence(element, Bound(type));
      }
      case TypeSpec::Kind::kMap: {
        const TypeIndex key = IndexOf(*type.key);
        const TypeIndex value = IndexOf(*type.element);
        return builder_.Map(key, value, Bound(type));
      }
      case TypeSpec::Kind::kNamed: {
        const Symbol* symbol =
            constants_.Find(type.name, site_, Scopes::Wanted::kType);
        return symbol == nullptr ? StandIn() : Use(*symbol, type.place);
      }
      case TypeSpec::Kind::kInline: {
        const Symbol* symbol = scopes_.SymbolOf(type.definition.get());
        return symbol == nullptr ? StandIn() : Use(*symbol, type.place);
      }
      case TypeSpec::Kind::kUnsupported:
        return StandIn();
    }
    return StandIn();
  }

  // ---- the root

  void NoteRoot(const Definition& definition,
                const TypeAnnotations& annotations) {
    const std::string& name = definition.symbol->full_name;
    bool is_nested = false;
    if (definition.default_nested_module != nullptr) {
      is_nested = modules_[definition.default_nested_module]
                      .are_nested_by_default.value_or(false);
    }
    if (annotations.is_topic) {
      topics_.insert(name);
      is_nested = false;
    }
    is_nested = annotations.is_nested.value_or(is_nested);
    if (is_nested) {
      nested_.insert(name);
    } else {
      possible_roots_.insert(name);
    }
  }

  std::string Root() const {
    if (topics_.size() == 1) return *topics_.begin();
    if (nested_.empty()) return "";
    // What structs and unions use, through aliases.
    std::set<std::string> used;
    std::vector<std::string> pending;
    for (const auto* roots : {&possible_roots_, &nested_}) {
      for (const std::string& user : *roots) {
        for (const std::string& name : uses_.at(user)) {
          if (name != user && used.insert(name).second) pending.push_back(name);
        }
      }
    }
    while (!pending.empty()) {
      const auto at = uses_.find(pending.back());
      pending.pop_back();
      if (at == uses_.end() || possible_roots_.contains(at->first) ||
          nested_.contains(at->first)) {
        continue;
      }
      for (const std::string& name : at->second) {
        if (used.insert(name).second) pending.push_back(name);
      }
    }
    std::string root;
    for (const std::string& name : possible_roots_) {
      if (used.contains(name)) continue;
      if (!root.empty()) return "";
      root = name;
    }
    return root;
  }

  // For annotations that were read, and reported, before.
  AnnotationReader QuietReader() {
    return AnnotationReader(
        silence_, [](const Expression&, uint32_t) -> std::optional<uint32_t> {
          return 0;
        });
  }

  const Dialect dialect_;
  const Extensibility default_extensibility_;
  Reporter& reporter_;
  TypeBuilder& builder_;
  Scopes scopes_;
  Constants constants_;
  Reporter silence_{reporter_.sources(), [](Diagnostic) {}};

  Site site_;
  // The types that what is being defined uses; nullptr: not of interest.
  std::set<std::string>* user_ = nullptr;
  std::map<std::string, std::set<std::string>> uses_;
  std::unordered_map<const Declaration*, TypeAnnotations> modules_;
  std::unordered_map<std::string, uint32_t> next_ids_;
  std::set<std::string> topics_;
  std::set<std::string> nested_;
  std::set<std::string> possible_roots_;
};

}  // namespace

std::string ResolveIdl(
    const std::vector<std::unique_ptr<Declaration>>& declarations,
    Dialect dialect, Extensibility default_extensibility,
    const SchemaLimits& limits, Reporter& reporter, TypeBuilder& builder) {
  return Resolver(dialect, default_extensibility, limits, reporter, builder)
      .Resolve(declarations);
}

}  // namespace transcdr::idl
