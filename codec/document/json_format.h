// JSON text pieces: escaping.

#ifndef TRANSCDR_CODEC_DOCUMENT_JSON_FORMAT_H_
#define TRANSCDR_CODEC_DOCUMENT_JSON_FORMAT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace transcdr::json {

// True for what RFC 8259, section 7, has to be escaped: quotation mark, reverse
// solidus and control characters.
constexpr bool NeedsEscape(char c) {
  return static_cast<uint8_t>(c) < 0x20 || c == '"' || c == '\\';
}

// Most bytes of one escape.
inline constexpr size_t kMaxEscape = 6;

// Writes the escape of a character; returns the end.
// REQUIRES: NeedsEscape(c); kMaxEscape bytes at `to`.
inline char* PutEscape(char* to, char c) {
  *to++ = '\\';
  switch (c) {
    case '"':
    case '\\':
      *to++ = c;
      return to;
    case '\b':
      *to++ = 'b';
      return to;
    case '\f':
      *to++ = 'f';
      return to;
    case '\n':
      *to++ = 'n';
      return to;
    case '\r':
      *to++ = 'r';
      return to;
    case '\t':
      *to++ = 't';
      return to;
    default: {
      constexpr char kDigits[] = "0123456789abcdef";
      for (const char u : {'u', '0', '0'}) *to++ = u;
      *to++ = kDigits[static_cast<uint8_t>(c) >> 4];
      *to++ = kDigits[c & 15];
      return to;
    }
  }
}

// Text as a complete JSON string (FormatSet).
inline std::string EncodeText(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (NeedsEscape(c)) {
      char escape[kMaxEscape];
      out.append(escape, PutEscape(escape, c));
    } else {
      out.push_back(c);
    }
  }
  out.push_back('"');
  return out;
}

}  // namespace transcdr::json

#endif  // TRANSCDR_CODEC_DOCUMENT_JSON_FORMAT_H_
