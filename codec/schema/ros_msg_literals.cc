#include "codec/schema/ros_msg_literals.h"

#include <cstddef>
#include <limits>
#include <utility>

#include "codec/base/number_format.h"
#include "codec/base/utf8.h"
#include "codec/type/message_text.h"

namespace transcdr::ros_msg {
namespace {

using message_text::Concat;
using message_text::Quoted;

int DigitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

LiteralOrFault Fault(std::string expected, std::string_view found) {
  LiteralOrFault result;
  result.fault = Concat("expected ", expected, ", found ",
                        found.empty() ? std::string("nothing") : Quoted(found));
  return result;
}

LiteralOrFault Value(Literal literal) { return {std::move(literal), ""}; }

LiteralOrFault ParseBoolean(std::string_view text) {
  const std::string lower = Lower(text);
  if (lower == "true" || lower == "1") return Value({true});
  if (lower == "false" || lower == "0") return Value({false});
  return Fault("true, false, 1 or 0", text);
}

struct Integer {
  bool is_negative = false;
  uint64_t magnitude = 0;
  bool is_too_large = false;  // beyond 64 bits
};

// Digits of a base, with single '_' between them (after a prefix also before).
std::optional<Integer> ParseDigits(std::string_view text, int base,
                                   bool has_prefix) {
  Integer integer;
  bool may_be_underscore = has_prefix;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '_') {
      if (!may_be_underscore || i + 1 == text.size()) return std::nullopt;
      may_be_underscore = false;
      continue;
    }
    may_be_underscore = true;
    const int digit = DigitValue(text[i]);
    if (digit >= base) return std::nullopt;
    if (__builtin_mul_overflow(integer.magnitude, static_cast<uint64_t>(base),
                               &integer.magnitude) ||
        __builtin_add_overflow(integer.magnitude, static_cast<uint64_t>(digit),
                               &integer.magnitude)) {
      integer.is_too_large = true;
    }
  }
  if (text.empty()) return std::nullopt;
  return integer;
}

std::optional<Integer> ParseInteger(std::string_view text) {
  bool is_negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    is_negative = text[0] == '-';
    text.remove_prefix(1);
  }
  int base = 10;
  if (text.size() > 2 && text[0] == '0') {
    const char prefix = text[1];
    if (prefix == 'x' || prefix == 'X') base = 16;
    if (prefix == 'o' || prefix == 'O') base = 8;
    if (prefix == 'b' || prefix == 'B') base = 2;
    if (base != 10) text.remove_prefix(2);
  }
  std::optional<Integer> integer = ParseDigits(text, base, base != 10);
  if (integer.has_value()) integer->is_negative = is_negative;
  return integer;
}

LiteralOrFault ParseIntegerOf(TypeKind kind, std::string_view text) {
  int64_t lowest = 0;
  uint64_t highest = 0;
  switch (kind) {
    case TypeKind::kInt8:
      lowest = -0x80;
      highest = 0x7f;
      break;
    case TypeKind::kInt16:
      lowest = -0x8000;
      highest = 0x7fff;
      break;
    case TypeKind::kUInt16:
      highest = 0xffff;
      break;
    case TypeKind::kInt32:
      lowest = std::numeric_limits<int32_t>::min();
      highest = 0x7fffffff;
      break;
    case TypeKind::kUInt32:
      highest = 0xffffffff;
      break;
    case TypeKind::kInt64:
      lowest = std::numeric_limits<int64_t>::min();
      highest = std::numeric_limits<int64_t>::max();
      break;
    case TypeKind::kUInt64:
      highest = std::numeric_limits<uint64_t>::max();
      break;
    default:  // byte and uint8
      highest = 0xff;
      break;
  }
  const std::string expected = Concat("an integer of ", lowest, " to ", highest,
                                      " for ", TypeKindName(kind));
  const std::optional<Integer> integer = ParseInteger(text);
  if (!integer.has_value() || integer->is_too_large) {
    return Fault(expected, text);
  }
  if (integer->is_negative) {
    // -2^63 has a magnitude that int64_t does not hold.
    const uint64_t most = uint64_t{0} - static_cast<uint64_t>(lowest);
    if (integer->magnitude > most) return Fault(expected, text);
    return Value({static_cast<int64_t>(uint64_t{0} - integer->magnitude)});
  }
  if (integer->magnitude > highest) return Fault(expected, text);
  if (integer->magnitude <=
      static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return Value({static_cast<int64_t>(integer->magnitude)});
  }
  return Value({integer->magnitude});
}

// Digits with single '_' between them, '_' left out; stops at anything else.
std::optional<std::string> TakeDigits(std::string_view* text) {
  std::string digits;
  size_t i = 0;
  for (; i < text->size(); ++i) {
    const char c = (*text)[i];
    if (c == '_') {
      const bool is_between = i > 0 && (*text)[i - 1] != '_' &&
                              i + 1 < text->size() && IsDigit((*text)[i + 1]);
      if (!is_between) return std::nullopt;
    } else if (IsDigit(c)) {
      digits += c;
    } else {
      break;
    }
  }
  text->remove_prefix(i);
  return digits;
}

// A Python float as a JSON number; nullopt for what is neither.
std::optional<std::string> ToJsonNumber(std::string_view text) {
  std::string json;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    if (text[0] == '-') json += '-';
    text.remove_prefix(1);
  }
  const std::optional<std::string> whole = TakeDigits(&text);
  if (!whole.has_value()) return std::nullopt;
  const size_t first = whole->find_first_not_of('0');
  json += first == std::string::npos ? "0" : whole->substr(first);
  bool has_digits = !whole->empty();
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::optional<std::string> fraction = TakeDigits(&text);
    if (!fraction.has_value()) return std::nullopt;
    if (!fraction->empty()) json += "." + *fraction;
    has_digits = has_digits || !fraction->empty();
  }
  if (!has_digits) return std::nullopt;
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    json += 'e';
    if (text.starts_with('-') || text.starts_with('+')) {
      json += text[0];
      text.remove_prefix(1);
    }
    const std::optional<std::string> exponent = TakeDigits(&text);
    if (!exponent.has_value() || exponent->empty()) return std::nullopt;
    json += *exponent;
  }
  if (!text.empty()) return std::nullopt;
  return json;
}

LiteralOrFault ParseFloatOf(TypeKind kind, std::string_view text) {
  std::string lower = Lower(text);
  const bool is_negative = lower.starts_with('-');
  if (is_negative || lower.starts_with('+')) lower.erase(0, 1);
  if (lower == "nan") {
    return Value({std::numeric_limits<double>::quiet_NaN()});
  }
  if (lower == "inf" || lower == "infinity") {
    const double infinity = std::numeric_limits<double>::infinity();
    return Value({is_negative ? -infinity : infinity});
  }
  const std::string kind_name(TypeKindName(kind));
  const std::optional<std::string> json = ToJsonNumber(text);
  if (!json.has_value()) return Fault("a number for " + kind_name, text);
  double value = 0;
  float narrow = 0;
  if (!ParseFloat(*json, &value) ||
      (kind == TypeKind::kFloat32 && !ParseFloat(*json, &narrow))) {
    return Fault("a number within the range of " + kind_name, text);
  }
  return Value({value});
}

// Reads up to `most` digits of a base at `*at`; nullopt where there are fewer
// than `least`.
std::optional<uint32_t> TakeCode(std::string_view text, size_t* at, int base,
                                 size_t least, size_t most) {
  uint32_t code = 0;
  size_t count = 0;
  while (count < most && *at < text.size() && DigitValue(text[*at]) < base) {
    code = code * static_cast<uint32_t>(base) +
           static_cast<uint32_t>(DigitValue(text[*at]));
    ++*at;
    ++count;
  }
  if (count < least) return std::nullopt;
  return code;
}

// The escape behind a backslash, `*at` on the character after it. False: it is
// cut off or no character.
bool DecodeEscape(std::string_view text, size_t* at, std::string* out) {
  static constexpr std::string_view kNames = "abfnrtv\\'\"";
  static constexpr std::string_view kCharacters = "\a\b\f\n\r\t\v\\'\"";
  const char name = text[*at];
  const size_t simple = kNames.find(name);
  if (simple != std::string_view::npos) {
    *out += kCharacters[simple];
    ++*at;
    return true;
  }
  if (name >= '0' && name <= '7') {
    const std::optional<uint32_t> code = TakeCode(text, at, 8, 1, 3);
    if (!code.has_value() || *code > 0xff) return false;
    *out += static_cast<char>(*code);
    return true;
  }
  if (name == 'x') {
    ++*at;
    const std::optional<uint32_t> code = TakeCode(text, at, 16, 2, 2);
    if (!code.has_value()) return false;
    *out += static_cast<char>(*code);
    return true;
  }
  if (name == 'u' || name == 'U') {
    ++*at;
    const size_t digits = name == 'u' ? 4 : 8;
    const std::optional<uint32_t> code = TakeCode(text, at, 16, digits, digits);
    const bool is_scalar_value =
        code.has_value() && *code <= 0x10ffff && (*code >> 11) != 0x1b;
    if (!is_scalar_value) return false;
    AppendUtf8(*code, out);
    return true;
  }
  *out += '\\';  // no escape after all
  return true;
}

}  // namespace

LiteralOrFault ParseNumber(TypeKind kind, std::string_view text) {
  if (kind == TypeKind::kBoolean) return ParseBoolean(text);
  if (IsInteger(kind)) return ParseIntegerOf(kind, text);
  return ParseFloatOf(kind, text);
}

std::optional<uint32_t> ParseSize(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::optional<Integer> integer = ParseDigits(text, 10, false);
  if (!integer.has_value() || integer->is_too_large ||
      integer->magnitude == 0 ||
      integer->magnitude > std::numeric_limits<uint32_t>::max()) {
    return std::nullopt;
  }
  return static_cast<uint32_t>(integer->magnitude);
}

LiteralOrFault DecodeText(std::string_view text) {
  std::string decoded;
  size_t at = 0;
  while (at < text.size()) {
    const size_t backslash = text.find('\\', at);
    decoded += text.substr(at, backslash - at);
    if (backslash == std::string_view::npos) break;
    at = backslash + 1;
    if (at == text.size() || !DecodeEscape(text, &at, &decoded)) {
      return Fault("an escape such as \\n, \\\\ or \\x41",
                   text.substr(backslash));
    }
  }
  if (!IsValidUtf8(decoded)) return Fault("well-formed UTF-8", text);
  if (decoded.find('\0') != std::string::npos) {
    return Fault("text without NUL", text);
  }
  return Value({std::move(decoded)});
}

}  // namespace transcdr::ros_msg
