#include "codec/schema/idl_literals.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include "codec/base/utf8.h"
#include "codec/type/message_text.h"

namespace transcdr::idl {
namespace {

using message_text::Concat;
using message_text::Quoted;
using Fault = std::optional<std::string>;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool IsHighSurrogate(uint32_t code) { return code >> 10 == 0xd800 >> 10; }
bool IsLowSurrogate(uint32_t code) { return code >> 10 == 0xdc00 >> 10; }

// What follows a backslash, which is taken already.
struct Escape {
  uint32_t code = 0;
  bool is_unicode = false;  // \u
};

Fault TakeEscape(std::string_view* text, Escape* escape) {
  if (text->empty()) return "nothing follows the '\\'";
  const char c = text->front();
  text->remove_prefix(1);
  static constexpr std::string_view kNames = "ntvbrfa\\?'\"";
  static constexpr std::string_view kCodes = "\n\t\v\b\r\f\a\\?'\"";
  const size_t simple = kNames.find(c);
  if (simple != std::string_view::npos) {
    escape->code = static_cast<unsigned char>(kCodes[simple]);
    return std::nullopt;
  }
  if (c >= '0' && c <= '7') {
    uint32_t code = static_cast<uint32_t>(c - '0');
    for (int i = 0; i < 2 && !text->empty() && text->front() >= '0' &&
                    text->front() <= '7';
         ++i) {
      code = code * 8 + static_cast<uint32_t>(text->front() - '0');
      text->remove_prefix(1);
    }
    escape->code = code;
    if (code > 0xff) return "an octal escape is at most \\377";
    return std::nullopt;
  }
  if (c == 'x' || c == 'u') {
    const int most = c == 'x' ? 2 : 4;
    int count = 0;
    while (count < most && !text->empty() && HexDigit(text->front()) >= 0) {
      escape->code =
          escape->code * 16 + static_cast<uint32_t>(HexDigit(text->front()));
      text->remove_prefix(1);
      ++count;
    }
    escape->is_unicode = c == 'u';
    if (count > 0) return std::nullopt;
    return Concat("expected hex digits after '\\", std::string(1, c), "'");
  }
  return Concat("there is no escape ", Quoted(std::string{'\\', c}));
}

std::string_view Unquoted(std::string_view token) {
  if (token.starts_with('L')) token.remove_prefix(1);
  return token.substr(1, token.size() - 2);
}

// Takes one UTF-8 character, or one byte where there is none.
uint32_t TakeCharacter(std::string_view* text) {
  const auto lead = static_cast<unsigned char>(text->front());
  for (size_t n = 2; lead >= 0xc0 && n <= 4 && n <= text->size(); ++n) {
    if (!IsValidUtf8(text->substr(0, n))) continue;
    uint32_t code = lead & (0x7f >> n);
    for (size_t i = 1; i < n; ++i) {
      code = code << 6 | (static_cast<unsigned char>((*text)[i]) & 0x3f);
    }
    text->remove_prefix(n);
    return code;
  }
  text->remove_prefix(1);
  return lead;
}

size_t JoinedLineEnd(std::string_view text) {
  if (text.starts_with("\\\r\n")) return 3;
  return text.starts_with("\\\n") || text.starts_with("\\\r") ? 2 : 0;
}

Fault DecodeFloat(std::string_view text, Number* number) {
  number->is_floating = true;
  std::string_view digits = text;
  const char suffix = static_cast<char>(digits.back() | 0x20);
  if (suffix == 'd') {
    return Concat("the fixed-point number ", Quoted(text),
                  " is not supported: expected an integer or a float");
  }
  if (suffix == 'f' || suffix == 'l') digits.remove_suffix(1);
  const auto [end, error] = std::from_chars(
      digits.data(), digits.data() + digits.size(), number->floating);
  if (error == std::errc::result_out_of_range) {
    return Concat("the number ", Quoted(text),
                  " is out of the range of double");
  }
  if (error != std::errc() || end != digits.data() + digits.size() ||
      !std::isfinite(number->floating)) {
    return Concat(Quoted(text), " is not a number");
  }
  return std::nullopt;
}

}  // namespace

Fault DecodeNumber(std::string_view text, Number* number) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (!is_hex &&
      (text.find_first_of(".eE") != std::string_view::npos ||
       ((text.back() | 0x20) == 'd') || ((text.back() | 0x20) == 'f'))) {
    return DecodeFloat(text, number);
  }
  std::string_view digits = text;
  while (!digits.empty() &&
         (((digits.back() | 0x20) == 'u') || ((digits.back() | 0x20) == 'l'))) {
    digits.remove_suffix(1);
  }
  const std::string_view suffix = text.substr(digits.size());
  const bool is_suffix = suffix.size() <= 3;
  int base = 10;
  if (is_hex) {
    base = 16;
    digits.remove_prefix(2);
  } else if (digits.size() > 1 && digits[0] == '0') {
    base = 8;
    digits.remove_prefix(1);
  }
  const auto [end, error] = std::from_chars(
      digits.data(), digits.data() + digits.size(), number->integer, base);
  if (error == std::errc::result_out_of_range) {
    return Concat("the number ", Quoted(text), " is 2^64 or more");
  }
  if (error == std::errc() && end == digits.data() + digits.size() &&
      is_suffix) {
    return std::nullopt;
  }
  return Concat(Quoted(text), " is not ",
                base == 8 ? "an octal number, which the 0 says" : "a number");
}

Fault DecodeText(std::string_view token, bool is_wide, std::string* text,
                 bool allow_nul) {
  std::string_view left = Unquoted(token);
  std::string out;
  uint32_t pending_high = 0;  // a high surrogate that waits for the low one
  while (!left.empty()) {
    if (const size_t joined = JoinedLineEnd(left); joined > 0) {
      left.remove_prefix(joined);
      continue;
    }
    uint32_t code;
    bool is_byte = false;
    if (left.front() == '\\') {
      left.remove_prefix(1);
      Escape escape;
      if (Fault fault = TakeEscape(&left, &escape)) return fault;
      code = escape.code;
      if (code == 0 && !allow_nul) return "a string cannot hold NUL";
      is_byte = !is_wide && !escape.is_unicode;
    } else if (is_wide) {
      code = TakeCharacter(&left);
    } else {
      code = static_cast<unsigned char>(left.front());
      left.remove_prefix(1);
      is_byte = true;
    }
    if (pending_high != 0) {
      if (is_byte || !IsLowSurrogate(code)) break;
      code = 0x10000 + ((pending_high - 0xd800) << 10) + (code - 0xdc00);
      pending_high = 0;
    } else if (!is_byte && IsHighSurrogate(code)) {
      pending_high = code;
      continue;
    } else if (!is_byte && IsLowSurrogate(code)) {
      pending_high = code;
      break;
    }
    if (is_byte) {
      out += static_cast<char>(code);
    } else {
      AppendUtf8(code, &out);
    }
  }
  if (pending_high != 0) return "a surrogate stands alone in this string";
  if (IsValidUtf8(out)) {
    *text += out;
    return std::nullopt;
  }
  AppendLatin1AsUtf8(out, text);
  return std::nullopt;
}

Fault DecodeCharacter(std::string_view token, bool is_wide, uint32_t* code) {
  std::string_view left = Unquoted(token);
  if (left.empty()) return "expected one character, found none";
  if (left.front() == '\\') {
    left.remove_prefix(1);
    Escape escape;
    if (Fault fault = TakeEscape(&left, &escape)) return fault;
    *code = escape.code;
  } else {
    *code = TakeCharacter(&left);
  }
  if (!left.empty()) {
    return Concat("expected one character, found ", Quoted(Unquoted(token)));
  }
  if (is_wide && (IsHighSurrogate(*code) || IsLowSurrogate(*code))) {
    return "a surrogate is no character";
  }
  if (*code > (is_wide ? 0xffffu : 0xffu)) {
    return is_wide ? "a wide character is at most U+FFFF"
                   : "a character is at most U+00FF";
  }
  return std::nullopt;
}

std::string CharacterText(uint32_t code) {
  std::string text;
  AppendUtf8(code, &text);
  return text;
}

namespace {

// Lists within each other: more than collections may nest.
constexpr int kMaxListDepth = 128;

void SkipBlanks(std::string_view* left) {
  while (left->starts_with(' ') || left->starts_with('\t')) {
    left->remove_prefix(1);
  }
}

Fault TakeList(std::string_view* left, int depth, Literal* list);

// One element of a tuple, taken from `left`.
Fault TakeElement(std::string_view* left, int depth, Literal* element) {
  const char first = left->front();
  if (first == '(' || first == '[') return TakeList(left, depth + 1, element);
  if (first == '\'' || first == '"') {
    size_t end = 1;
    while (end < left->size() && (*left)[end] != first) {
      end += (*left)[end] == '\\' ? 2 : 1;
    }
    if (end >= left->size()) return "a string in it has no end";
    std::string text;
    // A character may be NUL; TypeBuilder refuses strings that hold one.
    if (Fault fault =
            DecodeText(left->substr(0, end + 1), false, &text, true)) {
      return fault;
    }
    element->value = std::move(text);
    left->remove_prefix(end + 1);
    return std::nullopt;
  }
  const size_t end = std::min(left->find_first_of(",)] \t"), left->size());
  std::string_view word = left->substr(0, end);
  left->remove_prefix(end);
  if (word == "True" || word == "False") {
    element->value = word == "True";
    return std::nullopt;
  }
  const bool is_negative = word.starts_with('-');
  if (is_negative || word.starts_with('+')) word.remove_prefix(1);
  if (word == "nan" || word == "inf") {
    const double value = word == "nan"
                             ? std::numeric_limits<double>::quiet_NaN()
                             : std::numeric_limits<double>::infinity();
    element->value = is_negative ? -value : value;
    return std::nullopt;
  }
  // Python has no octal numbers of this form.
  if (word.empty() || (!IsDigit(word[0]) && word[0] != '.') ||
      (word.size() > 1 && word[0] == '0' && IsDigit(word[1]))) {
    return Concat(Quoted(word), " in it is not a value");
  }
  Number number;
  if (Fault fault = DecodeNumber(word, &number)) return fault;
  if (number.is_floating) {
    element->value = is_negative ? -number.floating : number.floating;
  } else if (!is_negative) {
    element->value = number.integer;
  } else if (number.integer <= uint64_t{1} << 63) {
    element->value = static_cast<int64_t>(0 - number.integer);
  } else {
    return Concat("'-", word, "' in it is below -2^63");
  }
  return std::nullopt;
}

Fault TakeList(std::string_view* left, int depth, Literal* list) {
  if (depth > kMaxListDepth) return "lists in it are nested too deeply";
  const auto take = [&](char c) {
    SkipBlanks(left);
    if (!left->starts_with(c)) return false;
    left->remove_prefix(1);
    return true;
  };
  std::vector<Literal> elements;
  const char close = left->starts_with('[') ? ']' : ')';
  left->remove_prefix(1);
  while (!take(close)) {
    if (left->empty()) return "expected ')' at its end";
    if (!elements.empty() && !take(',')) {
      return "expected ',' between the elements";
    }
    if (take(close)) break;
    if (left->empty()) return "expected ')' at its end";
    Literal element;
    if (Fault fault = TakeElement(left, depth, &element)) return fault;
    elements.push_back(std::move(element));
  }
  list->value = std::move(elements);
  return std::nullopt;
}

}  // namespace

Fault DecodeTuple(std::string_view text, Literal* list) {
  SkipBlanks(&text);
  if (!text.starts_with('(') && !text.starts_with('[')) {
    return "expected a list like \"(1, 2)\"";
  }
  if (Fault fault = TakeList(&text, 0, list)) return fault;
  SkipBlanks(&text);
  if (!text.empty()) return "something follows the ')'";
  return std::nullopt;
}

}  // namespace transcdr::idl
