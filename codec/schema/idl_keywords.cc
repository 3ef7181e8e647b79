#include "codec/schema/idl_keywords.h"

#include <string>
#include <unordered_map>

namespace transcdr::idl {
namespace {

// Of the building blocks that define data. Those of interfaces, values and
// components (in, raises, home, ...) are names where those blocks are not in
// use: OMG IDL 4.2, 7.4.
constexpr std::string_view kKeywords[] = {
    "any",      "bitfield", "bitmask",  "bitset", "boolean", "case",   "char",
    "const",    "default",  "double",   "enum",   "FALSE",   "fixed",  "float",
    "int16",    "int32",    "int64",    "int8",   "long",    "map",    "module",
    "native",   "octet",    "sequence", "short",  "string",  "struct", "switch",
    "TRUE",     "typedef",  "uint16",   "uint32", "uint64",  "uint8",  "union",
    "unsigned", "void",     "wchar",    "wstring"};

std::string Lower(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return lower;
}

// By the word in small letters.
const std::unordered_map<std::string, std::string_view>& Table() {
  static const auto* const table = [] {
    auto* all = new std::unordered_map<std::string, std::string_view>;
    for (std::string_view keyword : kKeywords) {
      all->emplace(Lower(keyword), keyword);
    }
    return all;
  }();
  return *table;
}

}  // namespace

bool IsKeyword(std::string_view word) {
  const auto at = Table().find(Lower(word));
  return at != Table().end() && at->second == word;
}

std::string_view KeywordInOtherCase(std::string_view word) {
  const auto at = Table().find(Lower(word));
  if (at == Table().end() || at->second == word) return {};
  return at->second;
}

}  // namespace transcdr::idl
