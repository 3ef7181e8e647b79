#include "codec/type/idl_words.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <variant>
#include <vector>

#include "codec/base/utf8.h"
#include "codec/type/message_text.h"

namespace transcdr::idl_words {
namespace {

using message_text::Concat;

// Of all building blocks (OMG IDL 4.2, 7.2.3.1), in small letters, in order.
// Our front end needs fewer of them escaped: others are stricter.
constexpr std::string_view kKeywords[] = {
    "abstract",   "alias",       "any",       "attribute", "bitfield",
    "bitmask",    "bitset",      "boolean",   "case",      "char",
    "component",  "connector",   "const",     "consumes",  "context",
    "custom",     "default",     "double",    "emits",     "enum",
    "eventtype",  "exception",   "factory",   "false",     "finder",
    "fixed",      "float",       "getraises", "home",      "import",
    "in",         "inout",       "int16",     "int32",     "int64",
    "int8",       "interface",   "local",     "long",      "manages",
    "map",        "mirrorport",  "module",    "multiple",  "native",
    "object",     "octet",       "oneway",    "out",       "port",
    "porttype",   "primarykey",  "private",   "provides",  "public",
    "publishes",  "raises",      "readonly",  "sequence",  "setraises",
    "short",      "string",      "struct",    "supports",  "switch",
    "true",       "truncatable", "typedef",   "typeid",    "typename",
    "typeprefix", "uint16",      "uint32",    "uint64",    "uint8",
    "union",      "unsigned",    "uses",      "valuebase", "valuetype",
    "void",       "wchar",       "wstring"};

// A character of a literal between `quote`s.
void AppendEscaped(char c, char quote, std::string* out) {
  const auto byte = static_cast<unsigned char>(c);
  if (c == quote || c == '\\') {
    *out += '\\';
    *out += c;
  } else if (byte < 0x20 || byte == 0x7f) {
    // Three digits always, so that what follows is not taken for one.
    *out += '\\';
    for (const int shift : {6, 3, 0}) {
      *out += static_cast<char>('0' + (byte >> shift & 7));
    }
  } else {
    *out += c;
  }
}

std::string Quote(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) AppendEscaped(c, quote, &out);
  out += quote;
  return out;
}

std::string FiniteText(double value) {
  char text[32];
  std::string out(text, std::to_chars(text, text + sizeof(text), value).ptr);
  // "-0" would be an integer, which has no sign.
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

// A value in a Python tuple.
std::string TupleText(const Literal& literal) {
  struct Visitor {
    std::string operator()(std::monostate) const { return "()"; }
    std::string operator()(bool value) const {
      return value ? "True" : "False";
    }
    std::string operator()(int64_t value) const {
      return std::to_string(value);
    }
    std::string operator()(uint64_t value) const {
      return std::to_string(value);
    }
    std::string operator()(double value) const {
      if (std::isnan(value)) return "nan";
      if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
      return FiniteText(value);
    }
    std::string operator()(const std::string& value) const {
      return Quote(value, '\'');
    }
    // Recursion: as deep as collections nest, which TypeBuilder limits.
    std::string operator()(const std::vector<Literal>& elements) const {
      std::string out = "(";
      for (size_t i = 0; i < elements.size(); ++i) {
        if (i > 0) out += ", ";
        out += TupleText(elements[i]);
      }
      if (elements.size() == 1) out += ',';
      out += ')';
      return out;
    }
  };
  return std::visit(Visitor{}, literal.value);
}

// The code of the one character of a text.
uint32_t CodeOf(std::string_view text) {
  std::u16string units;
  AppendUtf8AsUtf16(text, &units);
  return units.empty() ? 0 : units[0];
}

}  // namespace

std::string IdlName(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  const bool is_keyword =
      std::binary_search(std::begin(kKeywords), std::end(kKeywords), lower);
  return is_keyword || name.starts_with('_') ? Concat("_", name)
                                             : std::string(name);
}

std::string AbsoluteIdlName(std::string_view full_name) {
  std::string out;
  while (true) {
    const size_t end = full_name.find("::");
    out += "::";
    out += IdlName(full_name.substr(0, end));
    if (end == std::string_view::npos) return out;
    full_name.remove_prefix(end + 2);
  }
}

std::string_view IdlPrimitive(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBoolean:
      return "boolean";
    case TypeKind::kByte:
      return "octet";
    case TypeKind::kInt8:
      return "int8";
    case TypeKind::kUInt8:
      return "uint8";
    // The words of before IDL 4: every tool knows them.
    case TypeKind::kInt16:
      return "short";
    case TypeKind::kUInt16:
      return "unsigned short";
    case TypeKind::kInt32:
      return "long";
    case TypeKind::kUInt32:
      return "unsigned long";
    case TypeKind::kInt64:
      return "long long";
    case TypeKind::kUInt64:
      return "unsigned long long";
    case TypeKind::kFloat32:
      return "float";
    case TypeKind::kFloat64:
      return "double";
    case TypeKind::kFloat128:
      return "long double";
    case TypeKind::kChar8:
      return "char";
    case TypeKind::kChar16:
      return "wchar";
    default:  // not primitive
      return "";
  }
}

std::string IdlCharacter(uint32_t code, bool is_wide) {
  std::string out = is_wide ? "L'" : "'";
  if (code < 0x80) {
    AppendEscaped(static_cast<char>(code), '\'', &out);
  } else {
    static constexpr char kDigits[] = "0123456789abcdef";
    out += is_wide ? "\\u" : "\\x";
    for (int shift = is_wide ? 12 : 4; shift >= 0; shift -= 4) {
      out += kDigits[code >> shift & 15];
    }
  }
  out += '\'';
  return out;
}

std::string IdlString(std::string_view text, bool is_wide) {
  return Concat(is_wide ? "L" : "", Quote(text, '"'));
}

std::string IdlDefault(const Literal& literal, TypeKind kind) {
  if (const auto* value = std::get_if<bool>(&literal.value)) {
    return *value ? "TRUE" : "FALSE";
  }
  if (const auto* value = std::get_if<int64_t>(&literal.value)) {
    return std::to_string(*value);
  }
  if (const auto* value = std::get_if<uint64_t>(&literal.value)) {
    return std::to_string(*value);
  }
  if (const auto* value = std::get_if<double>(&literal.value)) {
    if (std::isfinite(*value)) return FiniteText(*value);
    if (std::isnan(*value)) return "\"NaN\"";
    return *value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  }
  if (const auto* text = std::get_if<std::string>(&literal.value)) {
    if (kind == TypeKind::kChar8 || kind == TypeKind::kChar16) {
      return IdlCharacter(CodeOf(*text), kind == TypeKind::kChar16);
    }
    return IdlString(*text, kind == TypeKind::kString16);
  }
  return IdlString(TupleText(literal), false);
}

}  // namespace transcdr::idl_words
