#include "codec/schema/idl_scopes.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "codec/type/message_text.h"

namespace transcdr::idl {
namespace {

using message_text::Concat;
using message_text::PlaceText;
using message_text::Quoted;

// Declarations of one name that are kept: what is beyond is judged, not found.
constexpr size_t kMaxNamesakes = 8;

// Interfaces that one inherits from, in all: every one of them is searched.
constexpr size_t kMaxBases = 64;

std::string Joined(const std::string& scope, const std::string& name) {
  return scope.empty() ? name : Concat(scope, "::", name);
}

bool HasAnnotation(const Declaration& declaration, std::string_view name) {
  return std::any_of(
      declaration.annotations.begin(), declaration.annotations.end(),
      [&](const Annotation& annotation) { return annotation.name == name; });
}

bool Fits(const Symbol& symbol, Scopes::Wanted wanted) {
  switch (symbol.kind) {
    case Symbol::Kind::kModule:
      return false;
    case Symbol::Kind::kType:
    case Symbol::Kind::kForward:
      return wanted == Scopes::Wanted::kType;
    case Symbol::Kind::kConstant:
    case Symbol::Kind::kEnumerator:
    case Symbol::Kind::kFlag:
      return wanted == Scopes::Wanted::kValue;
    case Symbol::Kind::kUnsupported:
      return true;
  }
  return false;
}

// The best of the symbols of a name: of the right kind, then declared up to
// `order`, then defined rather than announced, then the first.
Scopes::Found Best(const std::vector<const Symbol*>& symbols, uint32_t order,
                   Scopes::Wanted wanted) {
  Scopes::Found best;
  for (const Symbol* symbol : symbols) {
    if (!Fits(*symbol, wanted)) continue;
    const bool is_later = symbol->order > order;
    if (best.symbol != nullptr && (is_later || !best.is_later)) continue;
    best = {symbol, is_later};
  }
  return best;
}

// The declarations of a name in a scope and what it inherits; nullptr: none.
const std::vector<const Symbol*>* Namesakes(const Scope& scope,
                                            const std::string& name) {
  const auto own = scope.symbols.find(name);
  if (own != scope.symbols.end()) return &own->second;
  for (const Scope* base : scope.bases) {
    const auto at = base->symbols.find(name);
    if (at != base->symbols.end()) return &at->second;
  }
  return nullptr;
}

}  // namespace

std::string_view SymbolKindText(const Symbol& symbol) {
  switch (symbol.kind) {
    case Symbol::Kind::kModule:
      return "a module";
    case Symbol::Kind::kType:
    case Symbol::Kind::kForward:
      return "a type";
    case Symbol::Kind::kConstant:
      return "a constant";
    case Symbol::Kind::kEnumerator:
      return "an enumerator";
    case Symbol::Kind::kFlag:
      return "a flag";
    case Symbol::Kind::kUnsupported:
      return symbol.declaration->what;
  }
  return "";
}

Scope* Scopes::NewScope(std::string full_name, Scope* parent) {
  Scope& scope = scopes_.emplace_back();
  scope.parent = parent;
  scope.full_name = std::move(full_name);
  return &scope;
}

void Scopes::Declare(
    const std::vector<std::unique_ptr<Declaration>>& declarations) {
  if (scopes_.empty()) NewScope("", nullptr);
  DeclareAll(declarations, {&scopes_.front(), nullptr, nullptr});
}

void Scopes::DeclareAll(
    const std::vector<std::unique_ptr<Declaration>>& declarations,
    const Around& around) {
  for (const auto& declaration : declarations) DeclareOne(*declaration, around);
}

void Scopes::CheckAgain(const std::string& name, const Symbol& first,
                        const Symbol& second) {
  using Kind = Symbol::Kind;
  const auto is_type = [](Kind kind) {
    return kind == Kind::kType || kind == Kind::kForward;
  };
  // TypeBuilder compares definitions of one type.
  if (is_type(first.kind) && is_type(second.kind)) return;
  if (first.kind == Kind::kUnsupported && second.kind == Kind::kUnsupported) {
    return;
  }
  const bool are_literals =
      first.kind == second.kind &&
      (first.kind == Kind::kEnumerator || first.kind == Kind::kFlag);
  // Of two definitions of one type: see above. Two of one name in one type:
  // TypeBuilder says so.
  if (are_literals && first.declaration->name == second.declaration->name &&
      first.scope == second.scope) {
    return;
  }
  const std::string where = PlaceText(reporter_.sources().Locate(first.place));
  if (are_literals) {
    reporter_.Warning(second.place,
                      Concat(Quoted(name), " is an enumerator of ",
                             Quoted(first.declaration->name), " too, at ",
                             where, ": other tools refuse that"));
    return;
  }
  reporter_.Error(second.place,
                  Concat(Quoted(name), " is declared twice: at ", where,
                         " it is ", SymbolKindText(first)));
}

Symbol* Scopes::Add(const std::string& name, Symbol symbol, Scope* scope) {
  if (scope->full_name.size() + name.size() + 2 > limits_.max_name_length) {
    reporter_.Error(
        symbol.place,
        Concat("the name ", Quoted(Joined(scope->full_name, name)),
               " has more than ", limits_.max_name_length - 2, " characters"));
    return nullptr;
  }
  symbol.scope = scope;
  symbol.order = ++order_;
  if (symbol.kind == Symbol::Kind::kType ||
      symbol.kind == Symbol::Kind::kForward) {
    symbol.full_name = Joined(scope->full_name, name);
  }
  symbols_.push_back(std::move(symbol));
  Symbol* added = &symbols_.back();
  std::vector<const Symbol*>& namesakes = scope->symbols[name];
  if (!namesakes.empty()) CheckAgain(name, *namesakes.front(), *added);
  if (namesakes.size() < kMaxNamesakes) namesakes.push_back(added);
  return added;
}

void Scopes::DeclareModule(const Declaration& declaration,
                           const Around& around) {
  Symbol* module = nullptr;
  const auto at = around.scope->symbols.find(declaration.name);
  if (at != around.scope->symbols.end()) {
    for (const Symbol* symbol : at->second) {
      // Opened again: the same module.
      if (symbol->kind == Symbol::Kind::kModule) {
        module = const_cast<Symbol*>(symbol);
      }
    }
  }
  if (module == nullptr) {
    Symbol symbol;
    symbol.kind = Symbol::Kind::kModule;
    symbol.place = declaration.place;
    symbol.declaration = &declaration;
    module = Add(declaration.name, std::move(symbol), around.scope);
    if (module == nullptr) return;
    module->inside = NewScope(Joined(around.scope->full_name, declaration.name),
                              around.scope);
  }
  Around inside = around;
  inside.scope = module->inside;
  if (HasAnnotation(declaration, "autoid"))
    inside.auto_id_module = &declaration;
  if (HasAnnotation(declaration, "default_nested")) {
    inside.default_nested_module = &declaration;
  }
  Definition definition;
  definition.declaration = &declaration;
  definition.symbol = module;
  definition.scope = around.scope;
  definitions_.push_back(std::move(definition));
  DeclareAll(declaration.declarations, inside);
}

std::vector<const Scope*> Scopes::BasesOf(const Declaration& declaration,
                                          const Scope* scope) {
  std::vector<const Scope*> bases;
  std::unordered_set<const Scope*> seen;
  const auto add = [&](const Scope* base) {
    if (seen.insert(base).second) bases.push_back(base);
  };
  for (const ScopedName& name : declaration.bases) {
    // Those that no text here declares are no matter of data types.
    const Found found = Find(name, scope, order_, Wanted::kType);
    if (found.symbol == nullptr ||
        found.symbol->kind != Symbol::Kind::kUnsupported ||
        found.symbol->inside == nullptr) {
      continue;
    }
    add(found.symbol->inside);
    for (const Scope* base : found.symbol->inside->bases) add(base);
    if (bases.size() > kMaxBases) {
      reporter_.Error(name.place, Concat(Quoted(declaration.name),
                                         " inherits from more than ", kMaxBases,
                                         " interfaces"));
      bases.resize(kMaxBases);
      break;
    }
  }
  return bases;
}

void Scopes::DeclareForeign(const Declaration& declaration,
                            const Around& around) {
  if (declaration.name.empty()) return;
  // Those that are declared before it: so nothing inherits from itself.
  std::vector<const Scope*> bases = BasesOf(declaration, around.scope);
  Symbol symbol;
  symbol.kind = Symbol::Kind::kUnsupported;
  symbol.place = declaration.place;
  symbol.declaration = &declaration;
  Symbol* added = Add(declaration.name, std::move(symbol), around.scope);
  if (added == nullptr || !declaration.has_body) return;
  // "interface I;" before it, or the same text again: one scope for all, which
  // the first has.
  for (const Symbol* one : around.scope->symbols[declaration.name]) {
    if (one->kind != Symbol::Kind::kUnsupported) continue;
    added = const_cast<Symbol*>(one);
    break;
  }
  if (added->inside == nullptr) {
    added->inside = NewScope(Joined(around.scope->full_name, declaration.name),
                             around.scope);
    added->inside->bases = std::move(bases);
  }
  Around inside = around;
  inside.scope = added->inside;
  DeclareAll(declaration.declarations, inside);
}

void Scopes::DeclareLiterals(const Declaration& declaration, Symbol* type,
                             Scope* parent) {
  const bool is_enum = declaration.kind == Declaration::Kind::kEnum;
  type->inside = NewScope(type->full_name, parent);
  for (size_t i = 0; i < declaration.literals.size(); ++i) {
    Symbol literal;
    literal.kind = is_enum ? Symbol::Kind::kEnumerator : Symbol::Kind::kFlag;
    literal.place = declaration.literals[i].place;
    literal.declaration = &declaration;
    literal.literal = i;
    // Enumerators stand beside their enum (OMG IDL 4.2, 7.5.2), and as in C++
    // also within it; flags only within.
    if (is_enum) Add(declaration.literals[i].name, literal, parent);
    literal.scope = type->inside;
    literal.order = type->order;
    symbols_.push_back(std::move(literal));
    type->inside->symbols[declaration.literals[i].name] = {&symbols_.back()};
  }
}

void Scopes::DeclareInline(const TypeSpec& type, const Around& around) {
  if (type.kind == TypeSpec::Kind::kInline) {
    DeclareOne(*type.definition, around);
  }
  if (type.element != nullptr) DeclareInline(*type.element, around);
  if (type.key != nullptr) DeclareInline(*type.key, around);
}

void Scopes::DeclareTypedef(const Declaration& declaration,
                            const Around& around) {
  DeclareInline(*declaration.type, around);
  Definition definition;
  definition.declaration = &declaration;
  definition.scope = around.scope;
  for (const Declarator& declarator : declaration.declarators) {
    Symbol alias;
    alias.kind = Symbol::Kind::kType;
    alias.place = declarator.place;
    alias.declaration = &declaration;
    alias.declarator = &declarator;
    definition.aliases.push_back(
        Add(declarator.name, std::move(alias), around.scope));
  }
  definitions_.push_back(std::move(definition));
}

void Scopes::DeclareOne(const Declaration& declaration, const Around& around) {
  using Kind = Declaration::Kind;
  if (declaration.kind == Kind::kModule) {
    return DeclareModule(declaration, around);
  }
  if (declaration.kind == Kind::kTypedef) {
    return DeclareTypedef(declaration, around);
  }
  if (declaration.kind == Kind::kUnsupported) {
    return DeclareForeign(declaration, around);
  }
  Symbol symbol;
  symbol.place = declaration.place;
  symbol.declaration = &declaration;
  symbol.kind = Symbol::Kind::kType;
  if (declaration.kind == Kind::kConstant)
    symbol.kind = Symbol::Kind::kConstant;
  if (declaration.kind == Kind::kForward) symbol.kind = Symbol::Kind::kForward;
  Symbol* added = Add(declaration.name, std::move(symbol), around.scope);
  if (added == nullptr) return;
  Definition definition;
  definition.declaration = &declaration;
  definition.symbol = added;
  definition.scope = around.scope;
  definition.auto_id_module = around.auto_id_module;
  definition.default_nested_module = around.default_nested_module;
  if (declaration.kind == Kind::kEnum || declaration.kind == Kind::kBitmask) {
    DeclareLiterals(declaration, added, around.scope);
    added->order = order_;  // its literals may name each other
  }
  if (declaration.kind == Kind::kStruct || declaration.kind == Kind::kUnion) {
    added->inside = NewScope(added->full_name, around.scope);
    definition.scope = added->inside;
    Around inside = around;
    inside.scope = added->inside;
    const TypeSpec* last = nullptr;  // "struct A {...} a, b;" is one type
    for (const MemberNode& member : declaration.members) {
      if (member.type.get() != last) DeclareInline(*member.type, inside);
      last = member.type.get();
    }
    if (declaration.type != nullptr) DeclareInline(*declaration.type, inside);
    for (const CaseNode& one : declaration.cases) {
      DeclareInline(*one.member.type, inside);
    }
    // What was declared within it stands before it, as seen from its members.
    added->order = order_;
  }
  symbol_of_[&declaration] = added;
  definitions_.push_back(std::move(definition));
}

const Symbol* Scopes::SymbolOf(const Declaration* definition) const {
  const auto at = symbol_of_.find(definition);
  return at == symbol_of_.end() ? nullptr : at->second;
}

Scopes::Found Scopes::Find(const ScopedName& name, const Scope* scope,
                           uint32_t order, Wanted wanted) const {
  Found later;          // right, but behind
  Found of_other_kind;  // to say what it is
  if (name.is_absolute) scope = &scopes_.front();
  for (; scope != nullptr; scope = name.is_absolute ? nullptr : scope->parent) {
    const Scope* inside = scope;
    for (size_t i = 0; inside != nullptr; ++i) {
      const auto* namesakes = Namesakes(*inside, name.parts[i]);
      if (namesakes == nullptr) break;
      if (i + 1 == name.parts.size()) {
        const Found found = Best(*namesakes, order, wanted);
        if (found.symbol != nullptr && !found.is_later) return found;
        if (later.symbol == nullptr) later = found;
        if (of_other_kind.symbol == nullptr) {
          of_other_kind.symbol = namesakes->front();
        }
        break;
      }
      inside = nullptr;
      for (const Symbol* symbol : *namesakes) {
        if (symbol->kind == Symbol::Kind::kUnsupported &&
            symbol->inside == nullptr && of_other_kind.symbol == nullptr) {
          of_other_kind.symbol = symbol;
        }
        if (symbol->inside == nullptr) continue;
        inside = symbol->inside;
        break;
      }
    }
  }
  return later.symbol != nullptr ? later : of_other_kind;
}

}  // namespace transcdr::idl
