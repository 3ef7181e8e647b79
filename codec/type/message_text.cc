#include "codec/type/message_text.h"

#include <algorithm>

#include "codec/base/base64.h"
#include "codec/base/utf8.h"

namespace transcdr::message_text {
namespace {

constexpr size_t kMaxQuotedBytes = 80;

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string Quoted(std::string_view text) {
  std::string out = "'";
  std::string_view left = text;
  while (!left.empty()) {
    if (out.size() > kMaxQuotedBytes) {
      out += "...";
      break;
    }
    const auto lead = static_cast<unsigned char>(left[0]);
    if (lead >= 0x20 && lead < 0x7f) {
      out += left[0];
      left.remove_prefix(1);
      continue;
    }
    size_t length = 0;
    if (lead >= 0x80) {  // a whole character of 2 to 4 bytes, if it is one
      for (size_t n = 2; n <= std::min<size_t>(4, left.size()); ++n) {
        if (IsValidUtf8(left.substr(0, n))) {
          length = n;
          break;
        }
      }
    }
    if (length > 0) {
      out.append(left.substr(0, length));
      left.remove_prefix(length);
    } else {
      out += "\\x" + HexEncode(left.substr(0, 1));
      left.remove_prefix(1);
    }
  }
  return out += "'";
}

std::string WithArticle(std::string_view noun) {
  // "uint8" and "union" begin with a consonant when spoken.
  const bool has_vowel =
      !noun.empty() &&
      std::string_view("aeio").find(noun[0]) != std::string_view::npos;
  return Concat(has_vowel ? "an " : "a ", noun);
}

std::string PlaceText(const SourceLocation& location) {
  if (location.line == 0) return location.file;
  return Concat(location.file, ":", location.line);
}

bool IsIdentifier(std::string_view text) {
  if (text.empty() || !(IsLetter(text[0]) || text[0] == '_')) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return IsLetter(c) || (c >= '0' && c <= '9') || c == '_';
  });
}

}  // namespace transcdr::message_text
