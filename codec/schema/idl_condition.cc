#include "codec/schema/idl_condition.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "codec/schema/idl_literals.h"
#include "codec/type/message_text.h"

namespace transcdr::idl {
namespace {

using message_text::Concat;
using message_text::Quoted;

constexpr int kMaxDepth = 256;

// How strongly a binary operator binds; 0: it is none.
int Precedence(const Token& token) {
  static constexpr std::pair<std::string_view, int> kOperators[] = {
      {"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
      {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
      {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};
  if (token.kind != TokenKind::kPunctuation) return 0;
  for (const auto& [text, precedence] : kOperators) {
    if (token.text == text) return precedence;
  }
  return 0;
}

class Evaluator {
 public:
  Evaluator(const std::vector<Token>& tokens, const Token& directive,
            Reporter& reporter)
      : tokens_(tokens), directive_(directive), reporter_(reporter) {}

  bool Evaluate() {
    const int64_t value = Ternary(true);
    if (at_ < tokens_.size()) {
      Fail(tokens_[at_].place, Concat("did not expect ", Found(), " here"));
    }
    return !has_failed_ && value != 0;
  }

 private:
  // Only the first fault; those after it follow from it.
  int64_t Fail(const Place& place, std::string message) {
    if (!has_failed_) reporter_.Error(place, std::move(message));
    has_failed_ = true;
    at_ = tokens_.size();
    return 0;
  }

  const Token& Current() const {
    static const Token kEnd;
    return at_ < tokens_.size() ? tokens_[at_] : kEnd;
  }
  std::string Found() const {
    return at_ < tokens_.size() ? Quoted(tokens_[at_].text)
                                : std::string("the end of the line");
  }
  Place Here() const {
    return at_ < tokens_.size() ? tokens_[at_].place : directive_.place;
  }

  // `counts`: false where the value is not used, as right of "0 &&".
  int64_t Ternary(bool counts) {
    if (++depth_ > kMaxDepth) {
      return Fail(Here(), Concat("this expression is more than ", kMaxDepth,
                                 " levels deep"));
    }
    int64_t value = Binary(1, counts);
    if (Current().Is("?")) {
      ++at_;
      const int64_t then = Ternary(counts && value != 0);
      if (!Current().Is(":")) {
        return Fail(Here(), Concat("expected ':', found ", Found()));
      }
      ++at_;
      const int64_t otherwise = Ternary(counts && value == 0);
      value = value != 0 ? then : otherwise;
    }
    --depth_;
    return value;
  }

  int64_t Binary(int least, bool counts) {
    int64_t left = Unary(counts);
    while (true) {
      const Token operation = Current();
      const int precedence = Precedence(operation);
      if (precedence < least || precedence == 0) return left;
      ++at_;
      const bool right_counts = counts &&
                                !(operation.text == "&&" && left == 0) &&
                                !(operation.text == "||" && left != 0);
      const int64_t right = Binary(precedence + 1, right_counts);
      if (has_failed_) return 0;
      left = Apply(operation, left, right, right_counts);
    }
  }

  int64_t Apply(const Token& operation, int64_t left, int64_t right,
                bool counts) {
    const std::string_view name = operation.text;
    const auto a = static_cast<uint64_t>(left);
    const auto b = static_cast<uint64_t>(right);
    if (name == "||") return left != 0 || right != 0;
    if (name == "&&") return left != 0 && right != 0;
    if (name == "|") return left | right;
    if (name == "^") return left ^ right;
    if (name == "&") return left & right;
    if (name == "==") return left == right;
    if (name == "!=") return left != right;
    if (name == "<") return left < right;
    if (name == ">") return left > right;
    if (name == "<=") return left <= right;
    if (name == ">=") return left >= right;
    if (name == "+") return static_cast<int64_t>(a + b);
    if (name == "-") return static_cast<int64_t>(a - b);
    if (name == "*") return static_cast<int64_t>(a * b);
    if (name == "<<" || name == ">>") {
      if (right < 0 || right > 63) {
        if (!counts) return 0;
        return Fail(operation.place,
                    Concat("a shift by ", right, " bits: expected 0 to 63"));
      }
      return name == "<<" ? static_cast<int64_t>(a << right) : left >> right;
    }
    if (right == 0) {
      return counts ? Fail(operation.place, "division by zero") : 0;
    }
    // The one quotient that does not fit.
    if (right == -1) {
      return name == "/" ? static_cast<int64_t>(0 - a) : 0;
    }
    return name == "/" ? left / right : left % right;
  }

  int64_t Unary(bool counts) {
    const size_t first = at_;
    while (Current().Is("!") || Current().Is("~") || Current().Is("-") ||
           Current().Is("+")) {
      ++at_;
    }
    const size_t operand = at_;
    int64_t value = Primary(counts);
    if (has_failed_) return 0;
    for (size_t i = operand; i-- > first;) {
      const Token& operation = tokens_[i];
      if (operation.text == "!") value = value == 0;
      if (operation.text == "~") value = ~value;
      if (operation.text == "-") {
        value = static_cast<int64_t>(0 - static_cast<uint64_t>(value));
      }
    }
    return value;
  }

  int64_t Primary(bool counts) {
    const Token token = Current();
    if (token.Is("(")) {
      ++at_;
      const int64_t value = Ternary(counts);
      if (has_failed_) return 0;
      if (!Current().Is(")")) {
        return Fail(Here(), Concat("expected ')', found ", Found()));
      }
      ++at_;
      return value;
    }
    if (token.kind == TokenKind::kIdentifier && token.text != "defined") {
      ++at_;
      return token.text == "true" ? 1 : 0;
    }
    uint32_t character = 0;
    if (token.kind == TokenKind::kCharacter) {
      ++at_;
      const auto fault = DecodeCharacter(token.text, false, &character);
      return fault.has_value() ? Fail(token.place, *fault) : character;
    }
    if (token.kind != TokenKind::kNumber) {
      return Fail(Here(), Concat("expected a value, found ", Found()));
    }
    ++at_;
    Number number;
    if (const auto fault = DecodeNumber(token.text, &number)) {
      return Fail(token.place, *fault);
    }
    if (number.is_floating) {
      return Fail(token.place,
                  Concat("expected an integer, found ", Quoted(token.text)));
    }
    return static_cast<int64_t>(number.integer);
  }

  const std::vector<Token>& tokens_;
  const Token& directive_;
  Reporter& reporter_;
  size_t at_ = 0;
  int depth_ = 0;
  bool has_failed_ = false;
};

}  // namespace

bool EvaluateCondition(const std::vector<Token>& tokens, const Token& directive,
                       Reporter& reporter) {
  return Evaluator(tokens, directive, reporter).Evaluate();
}

}  // namespace transcdr::idl
