#include "codec/schema/idl_constants.h"

#include <charconv>
#include <limits>
#include <utility>

#include "codec/schema/idl_annotations.h"
#include "codec/schema/idl_literals.h"
#include "codec/type/message_text.h"

namespace transcdr::idl {
namespace {

using message_text::Concat;
using message_text::Quoted;
using message_text::WithArticle;

// Of recursion: some 4 KiB of stack a level with sanitizers.
constexpr uint32_t kMaxDepth = 500;
constexpr uint64_t kMaxTextBytes = 256 << 20;
struct Range {
  Integer lowest;
  Integer highest;
};

Range RangeOf(TypeKind kind) {
  const int bits = BitsOf(kind);
  if (!IsSignedInteger(kind)) return {0, (Integer{1} << bits) - 1};
  return {-(Integer{1} << (bits - 1)), (Integer{1} << (bits - 1)) - 1};
}

// The value of a text that is one character.
std::optional<uint32_t> SingleCharacter(const std::string& text) {
  uint32_t code = 0;
  if (text.empty() || text == "\\" ||
      DecodeCharacter(Concat("'", text, "'"), true, &code).has_value()) {
    return std::nullopt;
  }
  return code;
}

}  // namespace

int BitsOf(TypeKind kind) {
  switch (kind) {
    case TypeKind::kByte:
    case TypeKind::kInt8:
    case TypeKind::kUInt8:
      return 8;
    case TypeKind::kInt16:
    case TypeKind::kUInt16:
      return 16;
    case TypeKind::kInt32:
    case TypeKind::kUInt32:
      return 32;
    default:  // 64 bits, the only ones left
      return 64;
  }
}

std::string IntegerText(Integer value) {
  if (value < 0) return std::to_string(static_cast<int64_t>(value));
  return std::to_string(static_cast<uint64_t>(value));
}

std::optional<Value> Constants::Evaluate(const Expression& expression,
                                         const Site& site,
                                         const Target& target) {
  std::optional<Value> value = Raw(expression, site, target);
  if (!value.has_value()) return std::nullopt;
  return Convert(expression.place, *std::move(value), target);
}

std::optional<Integer> Constants::EvaluateInteger(const Expression& expression,
                                                  const Site& site,
                                                  Integer lowest,
                                                  Integer highest,
                                                  std::string_view what) {
  const std::optional<Value> value = Raw(expression, site, {});
  if (!value.has_value()) return std::nullopt;
  const bool can_be_number = !std::holds_alternative<double>(*value);
  const std::optional<Integer> integer =
      can_be_number ? AsInteger(*value) : std::nullopt;
  if (integer.has_value() && *integer >= lowest && *integer <= highest) {
    return integer;
  }
  // Without a value, that is reported already.
  if (std::holds_alternative<LiteralName>(*value) && !integer.has_value()) {
    return std::nullopt;
  }
  reporter_.Error(expression.place,
                  Concat("expected ", what, " of ", IntegerText(lowest), " to ",
                         IntegerText(highest), ", found ", ValueText(*value)));
  return std::nullopt;
}

const Symbol* Constants::Find(const ScopedName& name, const Site& site,
                              Scopes::Wanted wanted) {
  const Scopes::Found found =
      scopes_.Find(name, site.scope, site.order, wanted);
  const bool is_type = wanted == Scopes::Wanted::kType;
  const auto is_new = [&](std::string_view fault) {
    return reported_names_.insert(Concat(fault, name.Text())).second;
  };
  if (found.symbol == nullptr) {
    if (is_new(is_type ? "type " : "value ")) {
      reporter_.Error(name.place,
                      Concat(is_type ? "the type " : "the name ",
                             Quoted(name.Text()), " is not declared"));
    }
    return nullptr;
  }
  const Symbol& symbol = *found.symbol;
  if (symbol.kind == Symbol::Kind::kUnsupported) {
    if (is_new("unsupported ")) {
      // Of "C::X" it may be C alone that is known.
      const std::string& own_name = symbol.declaration->name;
      reporter_.Unsupported(
          name.place,
          Concat(Quoted(name.parts.back() == own_name ? name.Text() : own_name),
                 " is ", SymbolKindText(symbol),
                 ", which no payload of a topic holds"));
    }
    return nullptr;
  }
  const bool is_symbol_type = symbol.kind == Symbol::Kind::kType ||
                              symbol.kind == Symbol::Kind::kForward;
  if (symbol.kind == Symbol::Kind::kModule || is_symbol_type != is_type) {
    reporter_.Error(
        name.place,
        Concat("expected ", is_type ? "a type" : "a value", ", ",
               Quoted(name.Text()), " is ", SymbolKindText(symbol)));
    return nullptr;
  }
  if (found.is_later && is_new("later ")) {
    reporter_.Warning(name.place, Concat(Quoted(name.Text()),
                                         " is used before it is declared, "
                                         "which other tools refuse"));
  }
  return &symbol;
}

std::optional<Value> Constants::Raw(const Expression& expression,
                                    const Site& site, const Target& target) {
  struct Depth {
    explicit Depth(uint32_t* counter) : depth(counter) { ++*depth; }
    ~Depth() { --*depth; }
    uint32_t* depth;
  };
  const Depth depth(&depth_);
  if (depth_ > kMaxDepth) {
    reporter_.Error(expression.place,
                    Concat("constants are made of each other more than ",
                           kMaxDepth, " levels deep"));
    return std::nullopt;
  }
  switch (expression.kind) {
    case Expression::Kind::kInteger:
      return Value(Integer{expression.integer});
    case Expression::Kind::kFloat:
      return Value(expression.floating);
    case Expression::Kind::kBoolean:
      return Value(expression.integer != 0);
    case Expression::Kind::kCharacter:
    case Expression::Kind::kWideCharacter:
      return Value(
          Character{static_cast<uint32_t>(expression.integer),
                    expression.kind == Expression::Kind::kWideCharacter});
    case Expression::Kind::kString:
    case Expression::Kind::kWideString:
      if (!Charge(expression.text.size(), expression.place)) {
        return std::nullopt;
      }
      return Value(Text{expression.text,
                        expression.kind == Expression::Kind::kWideString});
    case Expression::Kind::kName:
      return RawName(expression, site, target);
    case Expression::Kind::kUnary: {
      const std::optional<Value> value = Raw(*expression.left, site, target);
      if (!value.has_value()) return std::nullopt;
      return Unary(expression, *value, target);
    }
    case Expression::Kind::kBinary: {
      const std::optional<Value> left = Raw(*expression.left, site, target);
      const std::optional<Value> right = Raw(*expression.right, site, target);
      if (!left.has_value() || !right.has_value()) return std::nullopt;
      return Binary(expression, *left, *right);
    }
  }
  return std::nullopt;
}

std::optional<Value> Constants::RawName(const Expression& expression,
                                        const Site& site,
                                        const Target& target) {
  const ScopedName& name = expression.name;
  if (target.type != nullptr && name.parts.size() == 1) {
    const auto literal = LiteralNamed(*target.type, name.parts[0]);
    if (literal.has_value()) return Value(LiteralName{target.type, *literal});
  }
  const Symbol* symbol = Find(name, site, Scopes::Wanted::kValue);
  if (symbol == nullptr) return std::nullopt;
  if (symbol->kind != Symbol::Kind::kConstant) {
    return Value(LiteralName{symbol->declaration, symbol->literal});
  }
  std::optional<Value> value = Constant(*symbol);
  if (!value.has_value()) return std::nullopt;
  const auto* text = std::get_if<Text>(&*value);
  if (text != nullptr && !Charge(text->text.size(), name.place)) {
    return std::nullopt;
  }
  return value;
}

std::optional<size_t> Constants::LiteralNamed(const Declaration& type,
                                              const std::string& name) const {
  // Through the scope of the type: enums may be long.
  const Symbol* symbol = scopes_.SymbolOf(&type);
  if (symbol == nullptr || symbol->inside == nullptr) return std::nullopt;
  const auto at = symbol->inside->symbols.find(name);
  if (at == symbol->inside->symbols.end()) return std::nullopt;
  return at->second.front()->literal;
}

bool Constants::Charge(size_t bytes, const Place& place) {
  const bool was_in_limit = charged_ <= kMaxTextBytes;
  charged_ += bytes;
  if (charged_ <= kMaxTextBytes) return true;
  if (was_in_limit) {
    reporter_.Error(place, Concat("the strings of the schema take more than ",
                                  kMaxTextBytes, " bytes in all"));
  }
  return false;
}

std::optional<Value> Constants::Constant(const Symbol& symbol) {
  const auto known = constants_.find(&symbol);
  if (known != constants_.end()) return known->second;
  if (!open_constants_.insert(&symbol).second) {
    reporter_.Error(symbol.place,
                    Concat("the constant ", Quoted(symbol.declaration->name),
                           " is made of itself"));
    return std::nullopt;
  }
  const Site site{symbol.scope, symbol.order};
  const Declaration& declaration = *symbol.declaration;
  const Target target = TargetOf(*declaration.type, site);
  std::optional<Value> value;
  if (target.kind == Target::Kind::kOther ||
      target.kind == Target::Kind::kCollection) {
    // A type that is not known is reported already.
    const bool is_known =
        declaration.type->kind != TypeSpec::Kind::kUnsupported &&
        (declaration.type->kind != TypeSpec::Kind::kNamed ||
         scopes_.Find(declaration.type->name, site.scope, site.order,
                      Scopes::Wanted::kType)
                 .symbol != nullptr);
    if (is_known) {
      reporter_.Error(declaration.type->place,
                      "a constant is a boolean, number, character, string or "
                      "enumerator: not of this type");
    }
  } else {
    value = Evaluate(*declaration.value, site, target);
  }
  open_constants_.erase(&symbol);
  constants_[&symbol] = value;
  return value;
}

const std::vector<std::optional<Integer>>& Constants::Literals(
    const Declaration& type) {
  const auto [at, is_new] = literals_.try_emplace(&type);
  std::vector<std::optional<Integer>>& values = at->second;
  if (!is_new) return values;
  Site site;
  if (const Symbol* symbol = scopes_.SymbolOf(&type)) {
    site = {symbol->scope, symbol->order};
  }
  const bool is_flag = type.kind == Declaration::Kind::kBitmask;
  AnnotationReader reader(reporter_,
                          [&](const Expression& expression,
                              uint32_t highest) -> std::optional<uint32_t> {
                            const auto number = EvaluateInteger(
                                expression, site, 0, highest, "a number");
                            if (!number.has_value()) return std::nullopt;
                            return static_cast<uint32_t>(*number);
                          });
  Integer next = 0;
  for (const LiteralNode& literal : type.literals) {
    const LiteralAnnotations annotations =
        reader.ReadLiteral(literal.annotations, is_flag);
    std::optional<Integer> value = next;
    const Expression* given =
        literal.value != nullptr ? literal.value.get() : annotations.value;
    if (literal.value != nullptr && annotations.value != nullptr) {
      reporter_.Error(literal.value->place,
                      "a value here and '@value' before it");
    }
    if (annotations.position.has_value()) {
      value = *annotations.position;
    } else if (given != nullptr && is_flag) {
      value = EvaluateInteger(*given, site, 0, 63, "a position");
    } else if (given != nullptr) {
      value = EvaluateInteger(*given, site, std::numeric_limits<int32_t>::min(),
                              std::numeric_limits<int32_t>::max(), "a value");
    }
    // After a fault those that follow are as if it had been right.
    next = value.value_or(next) + 1;
    values.push_back(value);
  }
  return values;
}

std::optional<Integer> Constants::LiteralValue(const LiteralName& name) {
  const std::vector<std::optional<Integer>>& values = Literals(*name.type);
  const bool is_flag = name.type->kind == Declaration::Kind::kBitmask;
  if (name.index >= values.size()) {  // while its type is being evaluated
    const LiteralNode& literal = name.type->literals[name.index];
    reporter_.Error(literal.place, Concat("the value of ", Quoted(literal.name),
                                          " is made of itself"));
    return std::nullopt;
  }
  const std::optional<Integer> value = values[name.index];
  if (!value.has_value() || !is_flag) return value;
  if (*value > 63) return std::nullopt;  // TypeBuilder reports it
  return Integer{1} << static_cast<int>(*value);
}

Target Constants::TargetOf(const TypeSpec& type, const Site& site) {
  Target target;
  switch (type.kind) {
    case TypeSpec::Kind::kPrimitive:
      target.kind = Target::Kind::kPrimitive;
      target.primitive = type.primitive;
      return target;
    case TypeSpec::Kind::kString:
      target.kind = Target::Kind::kString;
      return target;
    case TypeSpec::Kind::kWString:
      target.kind = Target::Kind::kWString;
      return target;
    case TypeSpec::Kind::kSequence:
      target.kind = Target::Kind::kCollection;
      return target;
    case TypeSpec::Kind::kNamed: {
      const Symbol* symbol = Find(type.name, site, Scopes::Wanted::kType);
      if (symbol != nullptr) return TargetOf(*symbol);
      break;
    }
    case TypeSpec::Kind::kInline: {
      const Symbol* symbol = scopes_.SymbolOf(type.definition.get());
      if (symbol != nullptr) return TargetOf(*symbol);
      break;
    }
    case TypeSpec::Kind::kMap:
    case TypeSpec::Kind::kUnsupported:
      break;
  }
  target.kind = Target::Kind::kOther;
  return target;
}

Target Constants::TargetOf(const Symbol& symbol) {
  // Aliases of aliases, without recursion: there may be many.
  std::vector<const Symbol*> path;
  const Symbol* current = &symbol;
  Target target;
  target.kind = Target::Kind::kOther;
  while (current != nullptr) {
    // Until it is known; an alias that leads to itself stays so.
    const auto [at, is_new] = targets_.try_emplace(current, target);
    if (!is_new) {
      target = at->second;
      break;
    }
    path.push_back(current);
    const Declaration& declaration = *current->declaration;
    if (declaration.kind == Declaration::Kind::kEnum ||
        declaration.kind == Declaration::Kind::kBitmask) {
      target.kind = declaration.kind == Declaration::Kind::kEnum
                        ? Target::Kind::kEnum
                        : Target::Kind::kBitmask;
      target.type = &declaration;
    }
    if (declaration.kind != Declaration::Kind::kTypedef) break;
    const Site site{current->scope, current->order};
    if (!current->declarator->dimensions.empty()) {
      target.kind = Target::Kind::kCollection;
      break;
    }
    const TypeSpec& type = *declaration.type;
    if (type.kind == TypeSpec::Kind::kNamed) {
      current = Find(type.name, site, Scopes::Wanted::kType);
    } else if (type.kind == TypeSpec::Kind::kInline) {
      current = scopes_.SymbolOf(type.definition.get());
    } else {
      target = TargetOf(type, site);
      break;
    }
  }
  for (const Symbol* on_path : path) targets_[on_path] = target;
  return target;
}

std::optional<Integer> Constants::AsInteger(const Value& value) {
  if (const auto* integer = std::get_if<Integer>(&value)) return *integer;
  if (const auto* name = std::get_if<LiteralName>(&value)) {
    return LiteralValue(*name);
  }
  return std::nullopt;
}

std::string Constants::ValueText(const Value& value) {
  struct Visitor {
    std::string operator()(bool boolean) const {
      return boolean ? "TRUE" : "FALSE";
    }
    std::string operator()(Integer integer) const {
      return IntegerText(integer);
    }
    std::string operator()(double floating) const {
      char text[32];
      return {text, std::to_chars(text, text + sizeof(text), floating).ptr};
    }
    std::string operator()(const Character& character) const {
      return Concat("the character ", Quoted(CharacterText(character.code)));
    }
    std::string operator()(const Text& text) const {
      return Concat("the text ", Quoted(text.text));
    }
    std::string operator()(const LiteralName& name) const {
      return Concat(name.type->literals[name.index].name, " of ",
                    name.type->name);
    }
  };
  return std::visit(Visitor{}, value);
}

std::string Constants::TargetText(const Target& target) {
  switch (target.kind) {
    case Target::Kind::kPrimitive: {
      const TypeKind kind = target.primitive;
      if (IsInteger(kind)) {
        const Range range = RangeOf(kind);
        return Concat("an integer of ", IntegerText(range.lowest), " to ",
                      IntegerText(range.highest), " for ", TypeKindName(kind));
      }
      if (kind == TypeKind::kBoolean) return "TRUE or FALSE";
      if (kind == TypeKind::kChar8) return "a character up to U+00FF";
      if (kind == TypeKind::kChar16) return "a character up to U+FFFF";
      return Concat("a number for ", TypeKindName(kind));
    }
    case Target::Kind::kString:
    case Target::Kind::kWString:
      return "a string";
    case Target::Kind::kEnum:
      return Concat("a literal of enum ", target.type->name);
    case Target::Kind::kBitmask:
      return Concat("flags of bitmask ", target.type->name);
    case Target::Kind::kCollection:
      return "a list in a string, as \"(1, 2)\"";
    case Target::Kind::kNone:
    case Target::Kind::kOther:
      break;
  }
  return "something else";
}

std::optional<Value> Constants::Convert(const Place& place, Value value,
                                        const Target& target) {
  const auto fail = [&]() -> std::optional<Value> {
    reporter_.Error(place, Concat("expected ", TargetText(target), ", found ",
                                  ValueText(value)));
    return std::nullopt;
  };
  switch (target.kind) {
    case Target::Kind::kNone:
    case Target::Kind::kOther:
      return value;
    case Target::Kind::kString:
    case Target::Kind::kWString:
    case Target::Kind::kCollection:
      if (std::holds_alternative<Text>(value)) return value;
      return fail();
    case Target::Kind::kEnum: {
      if (const auto* name = std::get_if<LiteralName>(&value)) {
        if (name->type == target.type) return value;
        return fail();
      }
      if (const auto* text = std::get_if<Text>(&value)) {
        const auto literal = LiteralNamed(*target.type, text->text);
        if (!literal.has_value()) return fail();
        return Value(LiteralName{target.type, *literal});
      }
      const auto* integer = std::get_if<Integer>(&value);
      if (integer == nullptr ||
          *integer > std::numeric_limits<int64_t>::max()) {
        return fail();
      }
      const auto [index, is_new] = by_value_.try_emplace(target.type);
      if (is_new) {
        const auto& values = Literals(*target.type);
        for (size_t i = 0; i < values.size(); ++i) {
          if (!values[i].has_value()) continue;
          index->second.try_emplace(static_cast<int64_t>(*values[i]), i);
        }
      }
      const auto at = index->second.find(static_cast<int64_t>(*integer));
      if (at == index->second.end()) return fail();
      return Value(LiteralName{target.type, at->second});
    }
    case Target::Kind::kBitmask: {
      const std::optional<Integer> integer = AsInteger(value);
      if (integer.has_value() && *integer >= 0) return Value(*integer);
      return fail();
    }
    case Target::Kind::kPrimitive:
      break;
  }
  const TypeKind kind = target.primitive;
  if (kind == TypeKind::kBoolean) {
    if (std::holds_alternative<bool>(value)) return value;
    const auto* integer = std::get_if<Integer>(&value);
    if (integer != nullptr && (*integer == 0 || *integer == 1)) {
      return Value(*integer == 1);
    }
    return fail();
  }
  if (kind == TypeKind::kChar8 || kind == TypeKind::kChar16) {
    const uint32_t highest = kind == TypeKind::kChar8 ? 0xff : 0xffff;
    std::optional<uint32_t> code;
    if (const auto* character = std::get_if<Character>(&value)) {
      code = character->code;
    } else if (const auto* text = std::get_if<Text>(&value)) {
      code = SingleCharacter(text->text);
    }
    if (!code.has_value() || *code > highest) return fail();
    return Value(Character{*code, kind == TypeKind::kChar16});
  }
  const std::optional<Integer> integer = AsInteger(value);
  if (std::holds_alternative<LiteralName>(value) && !integer.has_value()) {
    return std::nullopt;  // reported
  }
  if (IsInteger(kind)) {
    const Range range = RangeOf(kind);
    if (integer.has_value() && *integer >= range.lowest &&
        *integer <= range.highest) {
      return Value(*integer);
    }
    return fail();
  }
  if (integer.has_value()) return Value(static_cast<double>(*integer));
  if (std::holds_alternative<double>(value)) return value;
  if (const auto* text = std::get_if<Text>(&value)) {
    // IDL has no literals for these; the words are those of documents.
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (text->text == "NaN") {
      return Value(std::numeric_limits<double>::quiet_NaN());
    }
    if (text->text == "Infinity") return Value(kInfinity);
    if (text->text == "-Infinity") return Value(-kInfinity);
  }
  return fail();
}

}  // namespace transcdr::idl
