#include "codec/schema/idl_parser.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "codec/schema/idl_foreign.h"
#include "codec/schema/idl_keywords.h"
#include "codec/type/message_text.h"

namespace transcdr::idl {
namespace {

using message_text::Concat;
using message_text::Quoted;
using DeclarationPtr = std::unique_ptr<Declaration>;

struct PrimitiveWord {
  std::string_view word;
  TypeKind kind;
};
constexpr PrimitiveWord kPrimitiveWords[] = {
    {"boolean", TypeKind::kBoolean}, {"octet", TypeKind::kByte},
    {"char", TypeKind::kChar8},      {"wchar", TypeKind::kChar16},
    {"short", TypeKind::kInt16},     {"float", TypeKind::kFloat32},
    {"double", TypeKind::kFloat64},  {"int8", TypeKind::kInt8},
    {"uint8", TypeKind::kUInt8},     {"int16", TypeKind::kInt16},
    {"uint16", TypeKind::kUInt16},   {"int32", TypeKind::kInt32},
    {"uint32", TypeKind::kUInt32},   {"int64", TypeKind::kInt64},
    {"uint64", TypeKind::kUInt64}};

// Whether an annotation speaks of a type: in front of a member whose type is
// defined in place it is about that one.
bool IsOfTypes(std::string_view annotation) {
  for (std::string_view name :
       {"final", "appendable", "mutable", "extensibility", "nested", "autoid",
        "bit_bound"}) {
    if (annotation == name) return true;
  }
  return false;
}

// Keywords that begin no type unless '<' follows, so that older texts may have
// types of these names.
bool CanNameType(std::string_view keyword) {
  return keyword == "map" || keyword == "bitfield" || keyword == "sequence" ||
         keyword == "bitmask" || keyword == "bitset" || keyword == "module";
}

class Parser : private ForeignParser {
 public:
  Parser(Preprocessor& tokens, Dialect dialect, const SchemaLimits& limits,
         Reporter& reporter)
      : ForeignParser(tokens, dialect, limits, reporter) {}

  std::vector<DeclarationPtr> Parse() {
    std::vector<DeclarationPtr> declarations;
    while (Peek().kind != TokenKind::kEnd) {
      if (IsNext("}")) {
        reporter_.Error(Peek().place, "this '}' closes nothing");
        Take();
        Accept(";");
        continue;
      }
      TakeDeclaration(&declarations);
    }
    return declarations;
  }

 private:
  // Takes at least one token. What is faulty is reported and left out.
  void TakeDeclaration(std::vector<DeclarationPtr>* declarations) {
    if (Accept(";")) return;
    Annotations annotations;
    if (!TakeAnnotations(&annotations)) return SkipStatement();
    // Behind the declaration of an annotation there may be nothing more.
    if (annotations.empty() &&
        (IsNext("}") || Peek().kind == TokenKind::kEnd)) {
      return;
    }
    TakeAnnotated(std::move(annotations), declarations);
  }

  void TakeAnnotated(Annotations annotations,
                     std::vector<DeclarationPtr>* declarations) override {
    DeclarationPtr declaration = TakeDefinition(annotations);
    if (declaration == nullptr) {
      SkipStatement();
      return;
    }
    if (declaration->kind != Declaration::Kind::kUnsupported &&
        !ExpectSemicolon()) {
      SkipStatement();
    }
    declarations->push_back(std::move(declaration));
  }

  // Without the ';'. nullptr: reported.
  DeclarationPtr TakeDefinition(Annotations& annotations) {
    const Nesting nesting(*this);
    if (!nesting.is_ok()) return nullptr;
    DeclarationPtr declaration;
    if (IsNext("module")) {
      declaration = TakeModule();
    } else if (IsNext("typedef")) {
      declaration = TakeTypedef();
    } else if (IsNext("const")) {
      declaration = TakeConstant();
    } else if (IsTypeDefinition()) {
      return TakeTypeDefinition(annotations);
    } else {
      declaration = TakeForeign();
    }
    if (declaration != nullptr) {
      declaration->annotations = std::move(annotations);
    }
    return declaration;
  }

  bool IsDataDeclaration() override {
    return IsTypeDefinition() || IsNext("typedef") || IsNext("const");
  }

  bool IsTypeDefinition() {
    return IsNext("struct") || IsNext("union") || IsNext("enum") ||
           IsNext("bitmask") || IsNext("bitset");
  }

  DeclarationPtr TakeTypeDefinition(Annotations& annotations) {
    const std::string_view keyword = Take().text;
    DeclarationPtr declaration;
    if (keyword == "struct") declaration = TakeStruct();
    if (keyword == "union") declaration = TakeUnion();
    if (keyword == "enum") {
      declaration = TakeLiterals(Declaration::Kind::kEnum, "an enum",
                                 "the name of an enumerator");
    }
    if (keyword == "bitmask") {
      declaration = TakeLiterals(Declaration::Kind::kBitmask, "a bitmask",
                                 "the name of a flag");
    }
    if (keyword == "bitset") declaration = TakeBitset();
    if (declaration != nullptr) {
      declaration->annotations = std::move(annotations);
    }
    return declaration;
  }

  DeclarationPtr TakeModule() {
    Take();
    DeclarationPtr module =
        Named(Declaration::Kind::kModule, "the name of a module", "{");
    if (module == nullptr) return nullptr;
    if (IsNext("<")) {
      reporter_.Unsupported(module->place,
                            "template modules are not supported");
      return nullptr;
    }
    if (!Expect("{", "of the module")) return nullptr;
    while (!IsNext("}") && Peek().kind != TokenKind::kEnd) {
      TakeDeclaration(&module->declarations);
    }
    CloseBody(*module, "module");
    return module;
  }

  DeclarationPtr TakeStruct() {
    DeclarationPtr type =
        Named(Declaration::Kind::kStruct, "the name of a struct", "{:;");
    if (type == nullptr || IsForward(type.get())) return type;
    if (Accept(":")) {
      type->base = TakeScopedName("the name of the base struct");
      if (!type->base.has_value()) return nullptr;
    }
    if (!Expect("{", "of the struct")) return nullptr;
    while (!IsNext("}") && Peek().kind != TokenKind::kEnd) {
      if (TakeMembers(&type->members)) continue;
      type->is_incomplete = true;
      SkipStatement();
    }
    CloseBody(*type, "struct");
    return type;
  }

  bool IsForward(Declaration* declaration) {
    if (!IsNext(";")) return false;
    declaration->kind = Declaration::Kind::kForward;
    return true;
  }

  // "long a, b[2];". False: reported.
  bool TakeMembers(std::vector<MemberNode>* members) {
    if (Accept(";")) return true;
    Annotations annotations;
    if (!TakeAnnotations(&annotations)) return false;
    std::shared_ptr<const TypeSpec> type = TakeMemberType(&annotations);
    if (type == nullptr) return false;
    auto shared = std::make_shared<const Annotations>(std::move(annotations));
    do {
      MemberNode member;
      member.annotations = shared;
      member.type = type;
      if (IsNext("@")) {
        // Those before the type hold for every name, these for one.
        const auto own = std::make_shared<Annotations>();
        if (!TakeAnnotations(own.get())) return false;
        if (!shared->empty()) {
          reporter_.Error(member.type->place,
                          "annotations before the type and before a name: "
                          "write one line for each member");
          return false;
        }
        member.annotations = own;
      }
      if (!TakeDeclarator("the name of a member", &member.declarator)) {
        return false;
      }
      members->push_back(std::move(member));
    } while (Accept(","));
    return ExpectSemicolon();
  }

  bool TakeDeclarator(std::string_view what, Declarator* declarator) {
    std::optional<TakenName> name = TakeName(what, ",;[");
    if (!name.has_value()) return false;
    declarator->name = std::move(name->text);
    declarator->place = name->place;
    if (!CountPart(name->place)) return false;
    while (Accept("[")) {
      ExpressionPtr size = TakeExpression(false);
      if (size == nullptr || !Expect("]")) return false;
      declarator->dimensions.push_back(std::move(size));
      if (declarator->dimensions.size() > kMaxNesting) {
        reporter_.Error(name->place, Concat("an array of more than ",
                                            kMaxNesting, " dimensions"));
        return false;
      }
    }
    return true;
  }

  DeclarationPtr TakeUnion() {
    DeclarationPtr type =
        Named(Declaration::Kind::kUnion, "the name of a union", ";");
    if (type == nullptr || IsForward(type.get())) return type;
    if (!Expect("switch", "of the union") || !Expect("(")) return nullptr;
    if (!TakeAnnotations(&type->switch_annotations)) return nullptr;
    type->type = TakeMemberType(&type->switch_annotations);
    if (type->type == nullptr || !Expect(")") || !Expect("{", "of the union")) {
      return nullptr;
    }
    while (!IsNext("}") && Peek().kind != TokenKind::kEnd) {
      if (TakeCase(&type->cases)) continue;
      type->is_incomplete = true;
      SkipStatement();
    }
    CloseBody(*type, "union");
    return type;
  }

  bool TakeCase(std::vector<CaseNode>* cases) {
    CaseNode node;
    if (!IsNext("case") && !IsNext("default")) {
      ErrorExpected("'case' or 'default'");
      return false;
    }
    while (true) {
      if (Accept("case")) {
        ExpressionPtr label = TakeExpression(false);
        if (label == nullptr) return false;
        if (!CountPart(label->place)) return false;
        node.labels.push_back(std::move(label));
      } else if (Accept("default")) {
        node.is_default = true;
      } else {
        break;
      }
      if (!Expect(":", "after the label")) return false;
    }
    Annotations annotations;
    if (!TakeAnnotations(&annotations)) return false;
    node.member.type = TakeMemberType(&annotations);
    if (node.member.type == nullptr || !TakeAnnotations(&annotations)) {
      return false;
    }
    node.member.annotations =
        std::make_shared<const Annotations>(std::move(annotations));
    if (!TakeDeclarator("the name of a case's member",
                        &node.member.declarator)) {
      return false;
    }
    cases->push_back(std::move(node));
    return ExpectSemicolon();
  }

  // enum and bitmask.
  DeclarationPtr TakeLiterals(Declaration::Kind kind, std::string_view what,
                              std::string_view literal_what) {
    DeclarationPtr type = Named(kind, Concat("the name of ", what), "{;");
    if (type == nullptr || IsForward(type.get())) return type;
    if (!Expect("{", Concat("of ", what))) return nullptr;
    while (!IsNext("}") && Peek().kind != TokenKind::kEnd) {
      if (TakeLiteral(literal_what, &type->literals)) continue;
      type->is_incomplete = true;
      while (!IsNext(",") && !IsNext("}") && !IsNext(";") &&
             Peek().kind != TokenKind::kEnd) {
        Take();
      }
      if (IsNext(";")) break;  // most likely the '}' was forgotten
      Accept(",");
    }
    CloseBody(*type, kind == Declaration::Kind::kEnum ? "enum" : "bitmask");
    return type;
  }

  // With the ',' behind it. False: reported.
  bool TakeLiteral(std::string_view what, std::vector<LiteralNode>* literals) {
    LiteralNode literal;
    if (!TakeAnnotations(&literal.annotations)) return false;
    std::optional<TakenName> name = TakeName(what, ",}=");
    if (!name.has_value() || !CountPart(name->place)) return false;
    literal.name = std::move(name->text);
    literal.place = name->place;
    if (Accept("=")) {
      literal.value = TakeExpression(false);
      if (literal.value == nullptr) return false;
    }
    literals->push_back(std::move(literal));
    if (Accept(",") || IsNext("}")) return true;
    ErrorExpected("',' or '}'");
    return false;
  }

  DeclarationPtr TakeBitset() {
    DeclarationPtr type =
        Named(Declaration::Kind::kBitset, "the name of a bitset", "{:;");
    if (type == nullptr || IsForward(type.get())) return type;
    if (Accept(":")) {
      type->base = TakeScopedName("the name of the base bitset");
      if (!type->base.has_value()) return nullptr;
    }
    if (!Expect("{", "of the bitset")) return nullptr;
    while (!IsNext("}") && Peek().kind != TokenKind::kEnd) {
      if (TakeBitfields(&type->bitfields)) continue;
      type->is_incomplete = true;
      SkipStatement();
    }
    CloseBody(*type, "bitset");
    return type;
  }

  // "bitfield<3, octet> a b;", "bitfield<4>;".
  bool TakeBitfields(std::vector<BitfieldNode>* fields) {
    if (Accept(";")) return true;
    Annotations unused;
    if (!TakeAnnotations(&unused)) return false;
    BitfieldNode field;
    field.place = Peek().place;
    if (!Expect("bitfield") || !Expect("<")) return false;
    field.width = TakeExpression(true);
    if (field.width == nullptr) return false;
    if (Accept(",")) {
      field.holder = TakeType(true);
      if (field.holder == nullptr) return false;
    }
    if (!Expect(">")) return false;
    if (IsNext(";") && CountPart(field.place)) fields->push_back(field);
    while (!IsNext(";") && Peek().kind == TokenKind::kIdentifier) {
      std::optional<TakenName> name = TakeName("the name of a field", ",;");
      if (!name.has_value() || !CountPart(name->place)) return false;
      field.name = std::move(name->text);
      field.place = name->place;
      fields->push_back(field);
      Accept(",");
    }
    return ExpectSemicolon();
  }

  DeclarationPtr TakeTypedef() {
    auto declaration = std::make_unique<Declaration>();
    declaration->kind = Declaration::Kind::kTypedef;
    declaration->place = Take().place;
    if (IsNext("native")) {
      ErrorExpected("a type");
      return nullptr;
    }
    declaration->type = TakeType(false);
    if (declaration->type == nullptr) return nullptr;
    do {
      Annotations unused;
      Declarator declarator;
      if (!TakeAnnotations(&unused) ||
          !TakeDeclarator("the name of a type", &declarator)) {
        return nullptr;
      }
      declaration->declarators.push_back(std::move(declarator));
    } while (Accept(","));
    return declaration;
  }

  DeclarationPtr TakeConstant() {
    Take();
    std::shared_ptr<const TypeSpec> type = TakeType(false);
    if (type == nullptr) return nullptr;
    DeclarationPtr constant =
        Named(Declaration::Kind::kConstant, "the name of a constant", "=");
    if (constant == nullptr || !Expect("=")) return nullptr;
    constant->type = std::move(type);
    constant->value = TakeExpression(false);
    return constant->value == nullptr ? nullptr : std::move(constant);
  }

  // ---- types

  // The type of a member; takes those of its annotations that speak of a type
  // defined in place. nullptr: reported.
  std::unique_ptr<TypeSpec> TakeMemberType(Annotations* annotations) {
    Annotations of_type;
    if (IsTypeDefinition()) {
      Annotations of_member;
      for (Annotation& annotation : *annotations) {
        Annotations& to = IsOfTypes(annotation.name) ? of_type : of_member;
        to.push_back(std::move(annotation));
      }
      *annotations = std::move(of_member);
    }
    return TakeType(false, std::move(of_type));
  }

  // `of_type`: the annotations of a type that is defined in place. nullptr:
  // reported.
  std::unique_ptr<TypeSpec> TakeType(bool is_in_angle_brackets,
                                     Annotations of_type = {}) {
    const Nesting nesting(*this);
    if (!nesting.is_ok()) return nullptr;
    auto type = std::make_unique<TypeSpec>();
    type->place = Peek().place;
    if (is_in_angle_brackets) {
      // sequence<@external T>: no matter of the wire.
      if (!TakeAnnotations(&of_type)) return nullptr;
    }
    if (IsTypeDefinition() && Peek(1).kind == TokenKind::kIdentifier) {
      type->kind = TypeSpec::Kind::kInline;
      type->definition = TakeTypeDefinition(of_type);
      if (type->definition == nullptr) return nullptr;
      if (type->definition->kind != Declaration::Kind::kForward) return type;
      ErrorExpected("the body of the type");
      return nullptr;
    }
    if (TakePrimitive(type.get())) return type;
    if (IsNext("string") || IsNext("wstring"))
      return TakeString(std::move(type));
    const bool is_template = Peek(1).Is("<");
    if (IsNext("sequence") && is_template) return TakeSequence(std::move(type));
    if (IsNext("map") && is_template) return TakeMap(std::move(type));
    if (IsNext("any") || IsNext("Object") || IsNext("ValueBase") ||
        (IsNext("fixed") && is_template) || IsNext("void")) {
      reporter_.Unsupported(type->place,
                            Concat("the type ", Quoted(Peek().text),
                                   " is not supported: payloads of topics "
                                   "hold no such thing"));
      Take();
      if (Accept("<")) {
        while (!IsNext(">") && !IsNext(";") && !IsNext("}") &&
               Peek().kind != TokenKind::kEnd) {
          Take();
        }
        Accept(">");
      }
      return type;
    }
    const bool is_name =
        Peek().kind == TokenKind::kIdentifier &&
        (!IsKeyword(Peek().text) ||
         (CanNameType(Peek().text) && Peek(1).kind == TokenKind::kIdentifier));
    if (!is_name && !IsNext("::")) {
      ErrorExpected("a type");
      return nullptr;
    }
    type->kind = TypeSpec::Kind::kNamed;
    std::optional<ScopedName> name = TakeScopedName("a type");
    if (!name.has_value()) return nullptr;
    type->name = *std::move(name);
    if (IsNext("<")) {
      reporter_.Error(type->place,
                      Concat("the type ", Quoted(type->name.Text()),
                             " takes no parameters"));
      return nullptr;
    }
    return type;
  }

  // False: no primitive, and nothing is taken.
  bool TakePrimitive(TypeSpec* type) {
    const auto is = [&](TypeKind kind) {
      type->kind = TypeSpec::Kind::kPrimitive;
      type->primitive = kind;
      return true;
    };
    if (IsNext("unsigned") && (Peek(1).Is("short") || Peek(1).Is("long"))) {
      Take();
      if (Take().text == "short") return is(TypeKind::kUInt16);
      return is(Accept("long") ? TypeKind::kUInt64 : TypeKind::kUInt32);
    }
    if (Accept("long")) {
      // "long long" may also be a long by the name of 'long', but is not.
      if (Accept("long")) return is(TypeKind::kInt64);
      if (Accept("double")) return is(TypeKind::kFloat128);
      return is(TypeKind::kInt32);
    }
    for (const PrimitiveWord& primitive : kPrimitiveWords) {
      if (Accept(primitive.word)) return is(primitive.kind);
    }
    return false;
  }

  std::unique_ptr<TypeSpec> TakeString(std::unique_ptr<TypeSpec> type) {
    type->kind = Take().text == "string" ? TypeSpec::Kind::kString
                                         : TypeSpec::Kind::kWString;
    if (!Accept("<")) return type;
    type->bound = TakeExpression(true);
    if (type->bound == nullptr || !Expect(">")) return nullptr;
    return type;
  }

  std::unique_ptr<TypeSpec> TakeSequence(std::unique_ptr<TypeSpec> type) {
    type->kind = TypeSpec::Kind::kSequence;
    Take();
    Take();
    type->element = TakeType(true);
    if (type->element == nullptr) return nullptr;
    return TakeBoundAndEnd(std::move(type));
  }

  std::unique_ptr<TypeSpec> TakeMap(std::unique_ptr<TypeSpec> type) {
    type->kind = TypeSpec::Kind::kMap;
    Take();
    Take();
    type->key = TakeType(true);
    if (type->key == nullptr || !Expect(",")) return nullptr;
    type->element = TakeType(true);
    if (type->element == nullptr) return nullptr;
    return TakeBoundAndEnd(std::move(type));
  }

  std::unique_ptr<TypeSpec> TakeBoundAndEnd(std::unique_ptr<TypeSpec> type) {
    if (Accept(",")) {
      type->bound = TakeExpression(true);
      if (type->bound == nullptr) return nullptr;
    }
    if (!Expect(">")) return nullptr;
    return type;
  }
};

}  // namespace

std::vector<std::unique_ptr<Declaration>> ParseIdlTokens(
    Preprocessor& tokens, Dialect dialect, const SchemaLimits& limits,
    Reporter& reporter) {
  return Parser(tokens, dialect, limits, reporter).Parse();
}

}  // namespace transcdr::idl
