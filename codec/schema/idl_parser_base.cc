#include "codec/schema/idl_parser_base.h"

#include <algorithm>
#include <utility>

#include "codec/schema/idl_annotations.h"
#include "codec/schema/idl_keywords.h"
#include "codec/schema/idl_literals.h"
#include "codec/type/message_text.h"

namespace transcdr::idl {
namespace {

using message_text::Concat;
using message_text::Quoted;

constexpr uint16_t kMaxExpressionDepth = 400;

std::string Describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::kEnd:
      return "the end of the text";
    case TokenKind::kIdentifier:
      if (IsKeyword(token.text)) {
        return Concat("the keyword ", Quoted(token.text));
      }
      return Quoted(token.text);
    case TokenKind::kNumber:
    case TokenKind::kCharacter:
    case TokenKind::kWideCharacter:
    case TokenKind::kString:
    case TokenKind::kWideString:
    case TokenKind::kPunctuation:
    case TokenKind::kBad:
      return Quoted(token.text);
  }
  return "";
}

struct BinaryOperator {
  std::string_view text;
  int precedence;
  Operator operation;
};
constexpr BinaryOperator kBinaryOperators[] = {
    {"|", 1, Operator::kOr},          {"^", 2, Operator::kXor},
    {"&", 3, Operator::kAnd},         {"<<", 4, Operator::kShiftLeft},
    {">>", 4, Operator::kShiftRight}, {"+", 5, Operator::kAdd},
    {"-", 5, Operator::kSubtract},    {"*", 6, Operator::kMultiply},
    {"/", 6, Operator::kDivide},      {"%", 6, Operator::kRemainder}};

const BinaryOperator* FindOperator(const Token& token) {
  if (token.kind != TokenKind::kPunctuation) return nullptr;
  for (const BinaryOperator& one : kBinaryOperators) {
    if (one.text == token.text) return &one;
  }
  return nullptr;
}

}  // namespace

ParserBase::Nesting::Nesting(ParserBase& parser) : parser_(parser) {
  if (++parser_.nesting_ == kMaxNesting + 1) {
    parser_.reporter_.Error(
        parser_.Peek().place,
        Concat("this is nested more than ", kMaxNesting, " levels deep"));
    parser_.Stop();
  }
}

const Token& ParserBase::Peek(size_t ahead) {
  static const Token kEnd;
  while (!is_stopped_ && ahead_.size() <= ahead) {
    ahead_.push_back(tokens_.Next());
  }
  return is_stopped_ ? kEnd : ahead_[ahead];
}

Token ParserBase::Take() {
  const Token token = Peek();
  if (token.kind == TokenKind::kEnd) return token;
  ahead_.pop_front();
  last_ = token;
  return token;
}

bool ParserBase::Accept(std::string_view word) {
  if (!IsNext(word)) return false;
  Take();
  return true;
}

void ParserBase::ErrorExpected(std::string_view expected) {
  if (is_stopped_) return;
  const Token& found = Peek();
  reporter_.Error(found.place,
                  Concat("expected ", expected, ", found ", Describe(found)));
}

bool ParserBase::Expect(std::string_view word, std::string_view where) {
  // The end of two templates within each other is no shift.
  if (word == ">" && IsNext(">>")) {
    ahead_.front().text.remove_prefix(1);
    ++ahead_.front().place.column;
    return true;
  }
  if (Accept(word)) return true;
  ErrorExpected(Concat("'", word, "'", where.empty() ? "" : " ", where));
  return false;
}

bool ParserBase::ExpectSemicolon() {
  if (Accept(";")) return true;
  if (is_stopped_) return false;
  const Token& found = Peek();
  const bool can_go_on =
      found.is_line_start || found.Is("}") || found.kind == TokenKind::kEnd;
  if (!can_go_on) {
    ErrorExpected("';'");
    return false;
  }
  Place end = last_.place;
  end.column += static_cast<uint32_t>(last_.text.size());
  reporter_.Error(end, Concat("expected ';' here, before ", Describe(found)));
  return true;
}

std::optional<ParserBase::TakenName> ParserBase::TakeName(
    std::string_view what, std::string_view followers) {
  if (Peek().kind != TokenKind::kIdentifier) {
    ErrorExpected(what);
    return std::nullopt;
  }
  const std::string_view text = Peek().text;
  TakenName name{std::string(text), Peek().place};
  if (text.size() > 1 && text[0] == '_') {
    name.text.erase(0, 1);
  } else if (IsKeyword(text)) {
    const Token& follower = Peek(1);
    if (follower.kind != TokenKind::kPunctuation || follower.text.size() != 1 ||
        followers.find(follower.text[0]) == std::string_view::npos) {
      ErrorExpected(what);
      return std::nullopt;
    }
    reporter_.Warning(name.place, Concat(Quoted(text),
                                         " is a keyword of IDL; as a name, "
                                         "other tools want it as '_",
                                         text, "'"));
  } else if (dialect_ == Dialect::kOmg) {
    const std::string_view keyword = KeywordInOtherCase(text);
    if (!keyword.empty() && warned_names_.emplace(text).second) {
      reporter_.Warning(
          name.place,
          Concat("the name ", Quoted(text), " differs from the keyword ",
                 Quoted(keyword), " only in case, which other tools refuse"));
    }
  }
  Take();
  return name;
}

std::optional<ScopedName> ParserBase::TakeScopedName(std::string_view what) {
  ScopedName name;
  name.place = Peek().place;
  name.is_absolute = Accept("::");
  do {
    if (Peek().kind != TokenKind::kIdentifier) {
      ErrorExpected(name.parts.empty() ? what : "a name after '::'");
      return std::nullopt;
    }
    std::string part(Take().text);
    if (part.size() > 1 && part[0] == '_') part.erase(0, 1);
    name.parts.push_back(std::move(part));
    if (name.parts.size() > kMaxNesting) {
      reporter_.Error(name.place, Concat("this name has more than ",
                                         kMaxNesting, " parts"));
      return std::nullopt;
    }
  } while (Accept("::"));
  return name;
}

void ParserBase::SkipStatement() {
  uint64_t depth = 0;
  while (Peek().kind != TokenKind::kEnd) {
    if (depth == 0 && IsNext("}")) return;
    const Token token = Take();
    if (token.Is("{")) ++depth;
    if (token.Is("}")) {
      // A body without ';' behind it ends the statement as well.
      if (--depth == 0 && !IsNext(";")) return;
    }
    if (depth == 0 && token.Is(";")) return;
  }
}

void ParserBase::SkipArguments() {
  uint64_t depth = 1;
  uint64_t braces = 0;
  while (depth > 0 && Peek().kind != TokenKind::kEnd && !IsNext(";") &&
         !(braces == 0 && IsNext("}"))) {
    const Token token = Take();
    if (token.Is("(")) ++depth;
    if (token.Is(")")) --depth;
    if (token.Is("{")) ++braces;
    if (token.Is("}")) --braces;
  }
}

bool ParserBase::CountPart(const Place& place) {
  if (++part_count_ <= limits_.max_ops) return !is_stopped_;
  if (!is_stopped_) {
    reporter_.Error(place, Concat("the schema has more than ", limits_.max_ops,
                                  " members, literals and fields in all"));
  }
  Stop();
  return false;
}

ExpressionPtr ParserBase::TakeExpression(bool is_in_angle_brackets) {
  const Nesting nesting(*this);
  if (!nesting.is_ok()) return nullptr;
  return TakeBinary(1, is_in_angle_brackets);
}

ExpressionPtr ParserBase::Finish(ExpressionPtr expression) {
  uint16_t below = 0;
  for (const ExpressionPtr* part : {&expression->left, &expression->right}) {
    if (*part != nullptr) below = std::max(below, (*part)->depth);
  }
  expression->depth = static_cast<uint16_t>(below + 1);
  if (expression->depth <= kMaxExpressionDepth) return expression;
  reporter_.Error(expression->place,
                  Concat("this expression is more than ", kMaxExpressionDepth,
                         " operators deep"));
  return nullptr;
}

ExpressionPtr ParserBase::TakeBinary(int least, bool is_in_angle_brackets) {
  ExpressionPtr left = TakeUnary();
  while (left != nullptr) {
    const BinaryOperator* found = FindOperator(Peek());
    if (found == nullptr || found->precedence < least) break;
    if (is_in_angle_brackets && found->text == ">>") break;
    auto binary = std::make_unique<Expression>();
    binary->kind = Expression::Kind::kBinary;
    binary->operation = found->operation;
    binary->place = Take().place;
    binary->left = std::move(left);
    binary->right = TakeBinary(found->precedence + 1, is_in_angle_brackets);
    if (binary->right == nullptr) return nullptr;
    left = Finish(std::move(binary));
  }
  return left;
}

ExpressionPtr ParserBase::TakeUnary() {
  std::vector<std::pair<Operator, Place>> operators;
  while (true) {
    if (IsNext("-")) {
      operators.emplace_back(Operator::kNegate, Take().place);
    } else if (IsNext("+")) {
      operators.emplace_back(Operator::kPlus, Take().place);
    } else if (IsNext("~")) {
      operators.emplace_back(Operator::kComplement, Take().place);
    } else {
      break;
    }
  }
  ExpressionPtr value = TakePrimary();
  while (value != nullptr && !operators.empty()) {
    auto unary = std::make_unique<Expression>();
    unary->kind = Expression::Kind::kUnary;
    unary->operation = operators.back().first;
    unary->place = operators.back().second;
    operators.pop_back();
    unary->left = std::move(value);
    value = Finish(std::move(unary));
  }
  return value;
}

ExpressionPtr ParserBase::TakePrimary() {
  if (Accept("(")) {
    ExpressionPtr value = TakeExpression(false);
    if (value == nullptr || !Expect(")")) return nullptr;
    return value;
  }
  const Token& token = Peek();
  auto value = std::make_unique<Expression>();
  value->place = token.place;
  switch (token.kind) {
    case TokenKind::kNumber: {
      Number number;
      if (const auto fault = DecodeNumber(token.text, &number)) {
        reporter_.Error(token.place, *fault);
      }
      value->kind = number.is_floating ? Expression::Kind::kFloat
                                       : Expression::Kind::kInteger;
      value->integer = number.integer;
      value->floating = number.floating;
      break;
    }
    case TokenKind::kCharacter:
    case TokenKind::kWideCharacter: {
      const bool is_wide = token.kind == TokenKind::kWideCharacter;
      uint32_t code = 0;
      if (const auto fault = DecodeCharacter(token.text, is_wide, &code)) {
        reporter_.Error(token.place, *fault);
        code = 0;
      }
      value->kind = is_wide ? Expression::Kind::kWideCharacter
                            : Expression::Kind::kCharacter;
      value->integer = code;
      break;
    }
    case TokenKind::kString:
    case TokenKind::kWideString:
      return TakeString();
    case TokenKind::kIdentifier:
      if (token.text == "TRUE" || token.text == "FALSE" ||
          token.text == "true" || token.text == "false") {
        value->kind = Expression::Kind::kBoolean;
        value->integer = (token.text[0] | 0x20) == 't' ? 1 : 0;
        break;
      }
      [[fallthrough]];
    case TokenKind::kPunctuation:
      if (token.kind == TokenKind::kIdentifier ? !IsKeyword(token.text)
                                               : token.Is("::")) {
        value->kind = Expression::Kind::kName;
        std::optional<ScopedName> name = TakeScopedName("a name");
        if (!name.has_value()) return nullptr;
        value->name = *std::move(name);
        return value;
      }
      [[fallthrough]];
    case TokenKind::kBad:
    case TokenKind::kEnd:
      ErrorExpected("a value");
      return nullptr;
  }
  Take();
  return value;
}

ExpressionPtr ParserBase::TakeString() {
  auto value = std::make_unique<Expression>();
  value->place = Peek().place;
  value->kind = Expression::Kind::kString;
  while (Peek().kind == TokenKind::kString ||
         Peek().kind == TokenKind::kWideString) {
    const Token token = Take();
    const bool is_wide = token.kind == TokenKind::kWideString;
    if (is_wide) value->kind = Expression::Kind::kWideString;
    if (const auto fault = DecodeText(token.text, is_wide, &value->text)) {
      reporter_.Error(token.place, *fault);
    }
  }
  return value;
}

bool ParserBase::TakeAnnotations(Annotations* annotations) {
  while (IsNext("@")) {
    Annotation annotation;
    annotation.place = Take().place;
    if (IsNext("annotation") && Peek(1).kind == TokenKind::kIdentifier) {
      Take();
      declared_annotations_.emplace(Take().text);
      SkipStatement();
      continue;
    }
    std::optional<ScopedName> name =
        TakeScopedName("the name of an annotation");
    if (!name.has_value()) return false;
    name->is_absolute = false;
    annotation.name = name->Text();
    const AnnotationRole role = RoleOf(annotation.name);
    if (role == AnnotationRole::kUnknown &&
        !declared_annotations_.contains(annotation.name) &&
        warned_annotations_.insert(annotation.name).second) {
      reporter_.Warning(annotation.place,
                        Concat("the annotation '@", annotation.name,
                               "' is not known and left out"));
    }
    if (role != AnnotationRole::kApplied) {
      if (Accept("(")) SkipArguments();
      continue;
    }
    if (Accept("(") && !TakeArguments(&annotation)) {
      SkipArguments();
      continue;
    }
    annotations->push_back(std::move(annotation));
  }
  return true;
}

bool ParserBase::TakeArguments(Annotation* annotation) {
  while (!Accept(")")) {
    if (!annotation->arguments.empty() && !Expect(",")) return false;
    AnnotationArgument argument;
    argument.place = Peek().place;
    if (Peek().kind == TokenKind::kIdentifier && Peek(1).Is("=")) {
      argument.name = Take().text;
      Take();
    }
    argument.value = TakeExpression(false);
    if (argument.value == nullptr) return false;
    annotation->arguments.push_back(std::move(argument));
  }
  return true;
}

std::unique_ptr<Declaration> ParserBase::Named(Declaration::Kind kind,
                                               std::string_view what,
                                               std::string_view followers) {
  std::optional<TakenName> name = TakeName(what, followers);
  if (!name.has_value()) return nullptr;
  auto declaration = std::make_unique<Declaration>();
  declaration->kind = kind;
  declaration->name = std::move(name->text);
  declaration->place = name->place;
  return declaration;
}

void ParserBase::CloseBody(const Declaration& declaration,
                           std::string_view what) {
  if (Accept("}")) return;
  ErrorExpected(
      Concat("'}' at the end of ", what, " ", Quoted(declaration.name)));
}

}  // namespace transcdr::idl
