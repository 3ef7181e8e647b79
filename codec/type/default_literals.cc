#include "codec/type/default_literals.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "codec/base/utf8.h"
#include "codec/type/message_text.h"

namespace transcdr::type_checks {
namespace {

using message_text::Concat;
using message_text::Quoted;
using message_text::WithArticle;

using Result = std::optional<DefaultFault>;

std::string NumberText(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

// A literal for a message.
std::string LiteralText(const Literal& literal) {
  struct Visitor {
    std::string operator()(std::monostate) const { return "nothing"; }
    std::string operator()(bool value) const {
      return value ? "true" : "false";
    }
    std::string operator()(int64_t value) const {
      return std::to_string(value);
    }
    std::string operator()(uint64_t value) const {
      return std::to_string(value);
    }
    std::string operator()(double value) const { return NumberText(value); }
    std::string operator()(const std::string& value) const {
      return Concat("the text ", Quoted(value));
    }
    std::string operator()(const std::vector<Literal>& value) const {
      return Concat("a list of ", value.size());
    }
  };
  return std::visit(Visitor{}, literal.value);
}

Result Expected(const std::string& expected, const Literal& found) {
  return DefaultFault{
      Concat("expected ", expected, ", found ", LiteralText(found))};
}

struct IntegerRange {
  int64_t lowest;
  uint64_t highest;
};

IntegerRange RangeOf(TypeKind kind) {
  switch (kind) {
    case TypeKind::kInt8:
      return {-0x80, 0x7f};
    case TypeKind::kByte:
    case TypeKind::kUInt8:
      return {0, 0xff};
    case TypeKind::kInt16:
      return {-0x8000, 0x7fff};
    case TypeKind::kUInt16:
      return {0, 0xffff};
    case TypeKind::kInt32:
      return {std::numeric_limits<int32_t>::min(), 0x7fffffff};
    case TypeKind::kUInt32:
      return {0, 0xffffffff};
    case TypeKind::kInt64:
      return {std::numeric_limits<int64_t>::min(),
              std::numeric_limits<int64_t>::max()};
    default:  // uint64, the only one left
      return {0, std::numeric_limits<uint64_t>::max()};
  }
}

// Keeps an integer as int64_t where it fits; false when it is out of range.
bool TakeInteger(const IntegerRange& range, Literal* literal) {
  if (const auto* value = std::get_if<int64_t>(&literal->value)) {
    if (*value < range.lowest) return false;
    return *value < 0 || static_cast<uint64_t>(*value) <= range.highest;
  }
  const auto* value = std::get_if<uint64_t>(&literal->value);
  if (value == nullptr || *value > range.highest) return false;
  if (*value <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    literal->value = static_cast<int64_t>(*value);
  }
  return true;
}

Result NormalizeInteger(const std::string& type_text, const IntegerRange& range,
                        Literal* literal) {
  if (TakeInteger(range, literal)) return std::nullopt;
  return Expected(Concat("an integer of ", range.lowest, " to ", range.highest,
                         " for ", type_text),
                  *literal);
}

Result NormalizeFloat(TypeKind kind, Literal* literal) {
  double value;
  if (const auto* floating = std::get_if<double>(&literal->value)) {
    value = *floating;
  } else if (const auto* integer = std::get_if<int64_t>(&literal->value)) {
    value = static_cast<double>(*integer);
  } else if (const auto* large = std::get_if<uint64_t>(&literal->value)) {
    value = static_cast<double>(*large);
  } else {
    return Expected(Concat("a number for ", TypeKindName(kind)), *literal);
  }
  if (kind == TypeKind::kFloat32 && std::isfinite(value)) {
    // The cast is undefined beyond the range. What rounds to the largest
    // float32 is within it, by IEEE 754: below 2^128 - 2^103.
    if (std::fabs(value) >= 0x1.ffffffp127) {
      return Expected("a number within the range of float32", *literal);
    }
    value = static_cast<double>(static_cast<float>(value));
  }
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  literal->value = value;
  return std::nullopt;
}

Result NormalizeText(const TypeDescriptor& type, const Literal& literal) {
  const auto* text = std::get_if<std::string>(&literal.value);
  if (text == nullptr) {
    return Expected(Concat("text for ", TypeKindName(type.kind)), literal);
  }
  if (!IsValidUtf8(*text)) {
    return Expected("well-formed UTF-8", literal);
  }
  if (text->find('\0') != std::string::npos) {
    return Expected("text without NUL", literal);
  }
  const bool is_wide = type.kind == TypeKind::kString16;
  const size_t size = is_wide ? CountUtf16Units(*text) : text->size();
  if (type.bound != 0 && size > type.bound) {
    return Expected(Concat("at most ", type.bound,
                           is_wide ? " UTF-16 units" : " bytes of UTF-8"),
                    literal);
  }
  return std::nullopt;
}

Result NormalizeCharacter(TypeKind kind, const Literal& literal) {
  const auto* text = std::get_if<std::string>(&literal.value);
  const bool is_wide = kind == TypeKind::kChar16;
  std::string latin1;
  const bool is_one =
      text != nullptr && IsValidUtf8(*text) &&
      (is_wide ? CountUtf16Units(*text) == 1
               : AppendUtf8AsLatin1(*text, &latin1) && latin1.size() == 1);
  if (is_one) return std::nullopt;
  return Expected(
      is_wide ? "one character up to U+FFFF" : "one character up to U+00FF",
      literal);
}

Result NormalizeEnum(TypeTable& table, TypeIndex index, Literal* literal) {
  const TypeDescriptor& type = table.types[index];
  const EnumIndex& literals = table.EnumLiterals(index);
  if (const auto* name = std::get_if<std::string>(&literal->value)) {
    if (literals.by_name.contains(*name)) return std::nullopt;
  } else if (TakeInteger(RangeOf(TypeKind::kInt32), literal)) {
    const auto at = literals.by_value.find(std::get<int64_t>(literal->value));
    if (at != literals.by_value.end()) {
      literal->value = at->second->name;
      return std::nullopt;
    }
  }
  return Expected(Concat("a literal of enum ", type.name), *literal);
}

Result NormalizeElements(TypeTable& table, TypeIndex element,
                         std::vector<Literal>* elements) {
  for (size_t i = 0; i < elements->size(); ++i) {
    Result fault = NormalizeDefault(table, element, &(*elements)[i]);
    if (!fault.has_value()) continue;
    fault->message = Concat("element ", i, ": ", fault->message);
    return fault;
  }
  return std::nullopt;
}

// One dimension of an array, and those within it.
Result NormalizeArray(TypeTable& table, const TypeDescriptor& type,
                      size_t dimension, Literal* literal) {
  auto* elements = std::get_if<std::vector<Literal>>(&literal->value);
  const uint32_t size = type.dimensions[dimension];
  if (elements == nullptr || elements->size() != size) {
    return Expected(Concat("a list of ", size), *literal);
  }
  if (dimension + 1 == type.dimensions.size()) {
    return NormalizeElements(table, type.element, elements);
  }
  for (size_t i = 0; i < elements->size(); ++i) {
    Result fault = NormalizeArray(table, type, dimension + 1, &(*elements)[i]);
    if (!fault.has_value()) continue;
    fault->message = Concat("element ", i, ": ", fault->message);
    return fault;
  }
  return std::nullopt;
}

Result NormalizeSequence(TypeTable& table, const TypeDescriptor& type,
                         Literal* literal) {
  auto* elements = std::get_if<std::vector<Literal>>(&literal->value);
  if (elements == nullptr) return Expected("a list", *literal);
  if (type.bound != 0 && elements->size() > type.bound) {
    return Expected(Concat("a list of at most ", type.bound), *literal);
  }
  return NormalizeElements(table, type.element, elements);
}

}  // namespace

Result NormalizeDefault(TypeTable& table, TypeIndex type_index,
                        Literal* literal) {
  const TypeIndex index = table.Resolve(type_index);
  if (!table.defined[index]) return std::nullopt;  // reported as undefined
  const TypeDescriptor& type = table.types[index];
  switch (type.kind) {
    case TypeKind::kBoolean:
      if (std::holds_alternative<bool>(literal->value)) return std::nullopt;
      return Expected("true or false", *literal);
    case TypeKind::kByte:
    case TypeKind::kInt8:
    case TypeKind::kUInt8:
    case TypeKind::kInt16:
    case TypeKind::kUInt16:
    case TypeKind::kInt32:
    case TypeKind::kUInt32:
    case TypeKind::kInt64:
    case TypeKind::kUInt64:
      return NormalizeInteger(std::string(TypeKindName(type.kind)),
                              RangeOf(type.kind), literal);
    case TypeKind::kFloat32:
    case TypeKind::kFloat64:
    case TypeKind::kFloat128:
      return NormalizeFloat(type.kind, literal);
    case TypeKind::kChar8:
    case TypeKind::kChar16:
      return NormalizeCharacter(type.kind, *literal);
    case TypeKind::kString8:
    case TypeKind::kString16:
      return NormalizeText(type, *literal);
    case TypeKind::kSequence:
      return NormalizeSequence(table, type, literal);
    case TypeKind::kArray:
      if (type.dimensions.empty()) return std::nullopt;  // reported already
      return NormalizeArray(table, type, 0, literal);
    case TypeKind::kEnum:
      return NormalizeEnum(table, index, literal);
    case TypeKind::kBitmask: {
      const uint64_t all_bits = type.bit_bound >= 64
                                    ? std::numeric_limits<uint64_t>::max()
                                    : (uint64_t{1} << type.bit_bound) - 1;
      return NormalizeInteger(Concat("bitmask ", type.name), {0, all_bits},
                              literal);
    }
    case TypeKind::kMap:
    case TypeKind::kBitset:
    case TypeKind::kStruct:
    case TypeKind::kUnion:
    case TypeKind::kAlias:  // resolved above
      return DefaultFault{
          Concat(WithArticle(TypeKindName(type.kind)),
                 " cannot have one in this release: only booleans, numbers, "
                 "text, enums, bitmasks, and arrays and sequences of those"),
          true};
  }
  return std::nullopt;
}

}  // namespace transcdr::type_checks
