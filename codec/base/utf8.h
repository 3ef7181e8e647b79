// UTF-8 and UTF-16, checked and converted.

#ifndef TRANSCDR_CODEC_BASE_UTF8_H_
#define TRANSCDR_CODEC_BASE_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace transcdr {

// True when no byte is above 0x7f. The tail is read by loads that overlap:
// copying a variable number of bytes costs more than all the rest.
inline bool IsAscii(std::string_view text) {
  const char* at = text.data();
  const size_t size = text.size();
  const auto word = [](const char* from) {
    uint64_t bits;
    std::memcpy(&bits, from, sizeof(bits));
    return bits;
  };
  const auto half = [](const char* from) {
    uint32_t bits;
    std::memcpy(&bits, from, sizeof(bits));
    return bits;
  };
  uint64_t seen = 0;
  if (size >= 8) {
    const char* const last = at + size - 8;
    for (; at < last; at += 8) seen |= word(at);
    seen |= word(last);
  } else if (size >= 4) {
    seen = half(at) | half(at + size - 4);
  } else {
    for (const char c : text) seen |= static_cast<uint8_t>(c);
  }
  return (seen & 0x8080808080808080ull) == 0;
}

namespace internal {
bool IsValidUtf8Beyond(std::string_view text);
}  // namespace internal

// Well-formed UTF-8 (Unicode, table 3-7: no surrogates, no overlong forms).
inline bool IsValidUtf8(std::string_view text) {
  // Most strings are short and ASCII: look before calling.
  return IsAscii(text) || internal::IsValidUtf8Beyond(text);
}

// Bytes of the longest well-formed prefix; text.size() when all is well-formed.
size_t ValidUtf8Prefix(std::string_view text);

// Appends `text` with each maximal ill-formed part replaced by U+FFFD.
void AppendReplacingInvalidUtf8(std::string_view text, std::string* out);

// Appends a code point. REQUIRES: a Unicode scalar value.
void AppendUtf8(uint32_t code_point, std::string* out);

// Appends each byte as the character of ISO 8859-1.
void AppendLatin1AsUtf8(std::string_view bytes, std::string* out);
// The inverse. False (and `out` undefined) at a character above U+00FF.
// REQUIRES: well-formed text.
bool AppendUtf8AsLatin1(std::string_view text, std::string* out);

// Appends UTF-8 text as UTF-16 units. REQUIRES: well-formed text.
void AppendUtf8AsUtf16(std::string_view text, std::u16string* out);
// Appends UTF-16 as UTF-8. A surrogate without its partner becomes U+FFFD where
// `replace`, else it stops the conversion. Returns the units taken:
// units.size() unless stopped.
size_t AppendUtf16AsUtf8(std::u16string_view units, bool replace,
                         std::string* out);

// UTF-16 units of well-formed UTF-8 text.
size_t CountUtf16Units(std::string_view text);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_BASE_UTF8_H_
