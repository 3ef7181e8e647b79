// The operators of constant expressions: OMG IDL 4.2, 7.4.1.4.3. Names,
// literals and conversions are in idl_constants.cc.

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "codec/schema/idl_constants.h"
#include "codec/type/message_text.h"

namespace transcdr::idl {
namespace {

using message_text::Concat;
using message_text::Quoted;

constexpr Integer kLowest = std::numeric_limits<int64_t>::min();
constexpr Integer kHighest = std::numeric_limits<uint64_t>::max();

std::string_view OperatorText(Operator operation) {
  switch (operation) {
    case Operator::kOr:
      return "|";
    case Operator::kXor:
      return "^";
    case Operator::kAnd:
      return "&";
    case Operator::kShiftLeft:
      return "<<";
    case Operator::kShiftRight:
      return ">>";
    case Operator::kAdd:
    case Operator::kPlus:
      return "+";
    case Operator::kSubtract:
    case Operator::kNegate:
      return "-";
    case Operator::kMultiply:
      return "*";
    case Operator::kDivide:
      return "/";
    case Operator::kRemainder:
      return "%";
    case Operator::kComplement:
      return "~";
  }
  return "";
}

}  // namespace

std::optional<Value> Constants::InRange(const Expression& expression,
                                        Integer value) {
  if (value >= kLowest && value <= kHighest) return Value(value);
  reporter_.Error(
      expression.place,
      Concat("the result of ", Quoted(OperatorText(expression.operation)),
             " does not fit into 64 bits"));
  return std::nullopt;
}

std::optional<Value> Constants::Unary(const Expression& expression,
                                      const Value& value,
                                      const Target& target) {
  const Operator operation = expression.operation;
  if (const auto* floating = std::get_if<double>(&value)) {
    if (operation == Operator::kNegate) return Value(-*floating);
    if (operation == Operator::kPlus) return value;
  } else if (const std::optional<Integer> integer = AsInteger(value)) {
    if (operation == Operator::kPlus) return Value(*integer);
    if (operation == Operator::kNegate) return InRange(expression, -*integer);
    // Of the bits of the type it is for (OMG IDL 4.2, 7.4.1.4.3); signed ones
    // where there is none.
    const bool is_unsigned =
        (target.kind == Target::Kind::kPrimitive &&
         IsInteger(target.primitive) && !IsSignedInteger(target.primitive)) ||
        target.kind == Target::Kind::kBitmask;
    if (is_unsigned && *integer >= 0) {
      const int bits =
          target.kind == Target::Kind::kBitmask ? 64 : BitsOf(target.primitive);
      const Integer all = (Integer{1} << bits) - 1;
      if (*integer <= all) return Value(all - *integer);
    }
    return InRange(expression, -*integer - 1);
  } else if (std::holds_alternative<LiteralName>(value)) {
    return std::nullopt;  // without a value, reported
  }
  reporter_.Error(expression.place,
                  Concat(Quoted(OperatorText(operation)),
                         " takes a number, found ", ValueText(value)));
  return std::nullopt;
}

std::optional<Value> Constants::Binary(const Expression& expression,
                                       const Value& left, const Value& right) {
  const Operator operation = expression.operation;
  const auto* left_bool = std::get_if<bool>(&left);
  const auto* right_bool = std::get_if<bool>(&right);
  if (left_bool != nullptr && right_bool != nullptr) {
    if (operation == Operator::kOr) return Value(*left_bool || *right_bool);
    if (operation == Operator::kAnd) return Value(*left_bool && *right_bool);
    if (operation == Operator::kXor) return Value(*left_bool != *right_bool);
  }
  const auto* left_text = std::get_if<Text>(&left);
  const auto* right_text = std::get_if<Text>(&right);
  if (left_text != nullptr && right_text != nullptr &&
      operation == Operator::kAdd) {
    if (!Charge(left_text->text.size() + right_text->text.size(),
                expression.place)) {
      return std::nullopt;
    }
    return Value(Text{left_text->text + right_text->text,
                      left_text->is_wide || right_text->is_wide});
  }
  const auto* left_float = std::get_if<double>(&left);
  const auto* right_float = std::get_if<double>(&right);
  const std::optional<Integer> left_integer = AsInteger(left);
  const std::optional<Integer> right_integer = AsInteger(right);
  if (left_integer.has_value() && right_integer.has_value()) {
    return Arithmetic(expression, *left_integer, *right_integer);
  }
  if ((left_float != nullptr || left_integer.has_value()) &&
      (right_float != nullptr || right_integer.has_value())) {
    const auto as_double = [](const double* floating,
                              const std::optional<Integer>& integer) {
      return floating != nullptr ? *floating : static_cast<double>(*integer);
    };
    return Arithmetic(expression, as_double(left_float, left_integer),
                      as_double(right_float, right_integer));
  }
  for (const auto& [value, integer] :
       {std::pair(&left, &left_integer), std::pair(&right, &right_integer)}) {
    if (std::holds_alternative<LiteralName>(*value) && !integer->has_value()) {
      return std::nullopt;  // reported
    }
  }
  reporter_.Error(expression.place,
                  Concat(Quoted(OperatorText(operation)), " does not take ",
                         ValueText(left), " and ", ValueText(right)));
  return std::nullopt;
}

std::optional<Value> Constants::Arithmetic(const Expression& expression,
                                           Integer left, Integer right) {
  const auto fail = [&](std::string message) -> std::optional<Value> {
    reporter_.Error(expression.place, std::move(message));
    return std::nullopt;
  };
  switch (expression.operation) {
    case Operator::kOr:
      return InRange(expression, left | right);
    case Operator::kXor:
      return InRange(expression, left ^ right);
    case Operator::kAnd:
      return InRange(expression, left & right);
    case Operator::kShiftLeft:
    case Operator::kShiftRight:
      if (right < 0 || right > 63) {
        return fail(Concat("a shift by ", IntegerText(right),
                           " bits: expected 0 to 63"));
      }
      if (expression.operation == Operator::kShiftRight) {
        return Value(left >> static_cast<int>(right));
      }
      // No bits of 64 can be lost in 128.
      return InRange(expression,
                     left * (Integer{1} << static_cast<int>(right)));
    case Operator::kAdd:
      return InRange(expression, left + right);
    case Operator::kSubtract:
      return InRange(expression, left - right);
    case Operator::kMultiply: {
      Integer product = 0;
      if (__builtin_mul_overflow(left, right, &product)) product = kHighest + 1;
      return InRange(expression, product);
    }
    case Operator::kDivide:
    case Operator::kRemainder:
      if (right == 0) return fail("division by zero");
      return InRange(expression, expression.operation == Operator::kDivide
                                     ? left / right
                                     : left % right);
    case Operator::kNegate:
    case Operator::kPlus:
    case Operator::kComplement:
      break;  // not binary
  }
  return std::nullopt;
}

std::optional<Value> Constants::Arithmetic(const Expression& expression,
                                           double left, double right) {
  double result = 0;
  switch (expression.operation) {
    case Operator::kAdd:
      result = left + right;
      break;
    case Operator::kSubtract:
      result = left - right;
      break;
    case Operator::kMultiply:
      result = left * right;
      break;
    case Operator::kDivide:
      if (right == 0) {
        reporter_.Error(expression.place, "division by zero");
        return std::nullopt;
      }
      result = left / right;
      break;
    default:  // those of bits, and remainders
      reporter_.Error(expression.place,
                      Concat(Quoted(OperatorText(expression.operation)),
                             " takes integers, found a float"));
      return std::nullopt;
  }
  if (std::isfinite(result)) return Value(result);
  reporter_.Error(
      expression.place,
      Concat("the result of ", Quoted(OperatorText(expression.operation)),
             " is out of the range of double"));
  return std::nullopt;
}

}  // namespace transcdr::idl
