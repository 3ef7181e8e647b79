#include "codec/base/utf8.h"

#include "simdjson.h"

namespace transcdr {
namespace {

// Bytes of the well-formed character at text[0], or minus the bytes of the
// maximal ill-formed part there (at least 1). REQUIRES: !text.empty().
int CharacterLength(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const auto in = [&](size_t i, uint8_t low, uint8_t high) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  if (lead < 0xe0) return in(1, 0x80, 0xbf) ? 2 : -1;
  // The second byte's range excludes overlong forms, surrogates and what is
  // above U+10FFFF (Unicode, table 3-7).
  uint8_t low = 0x80;
  uint8_t high = 0xbf;
  if (lead == 0xe0) low = 0xa0;
  if (lead == 0xed) high = 0x9f;
  if (lead == 0xf0) low = 0x90;
  if (lead == 0xf4) high = 0x8f;
  if (!in(1, low, high)) return -1;
  if (!in(2, 0x80, 0xbf)) return -2;
  if (lead < 0xf0) return 3;
  return in(3, 0x80, 0xbf) ? 4 : -3;
}

uint32_t DecodeCharacter(std::string_view text, size_t* at) {
  const uint8_t lead = static_cast<uint8_t>(text[*at]);
  const int length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  uint32_t code_point = length == 1 ? lead : lead & (0xff >> (length + 1));
  for (int i = 1; i < length; ++i) {
    code_point =
        code_point << 6 |
        (static_cast<uint8_t>(text[*at + static_cast<size_t>(i)]) & 0x3f);
  }
  *at += static_cast<size_t>(length);
  return code_point;
}

}  // namespace

bool internal::IsValidUtf8Beyond(std::string_view text) {
  return simdjson::validate_utf8(text.data(), text.size());
}

size_t ValidUtf8Prefix(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const int length = CharacterLength(text.substr(at));
    if (length < 0) break;
    at += static_cast<size_t>(length);
  }
  return at;
}

void AppendReplacingInvalidUtf8(std::string_view text, std::string* out) {
  while (!text.empty()) {
    const size_t good = ValidUtf8Prefix(text);
    out->append(text.substr(0, good));
    text.remove_prefix(good);
    if (text.empty()) return;
    out->append("\xef\xbf\xbd");
    text.remove_prefix(static_cast<size_t>(-CharacterLength(text)));
  }
}

void AppendUtf8(uint32_t code_point, std::string* out) {
  const auto byte = [&](uint32_t bits) {
    out->push_back(static_cast<char>(bits));
  };
  const auto tail = [&](int shift) {
    byte(0x80 | ((code_point >> shift) & 0x3f));
  };
  if (code_point < 0x80) {
    byte(code_point);
  } else if (code_point < 0x800) {
    byte(0xc0 | code_point >> 6);
    tail(0);
  } else if (code_point < 0x10000) {
    byte(0xe0 | code_point >> 12);
    tail(6);
    tail(0);
  } else {
    byte(0xf0 | code_point >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

void AppendLatin1AsUtf8(std::string_view bytes, std::string* out) {
  for (const char c : bytes) AppendUtf8(static_cast<uint8_t>(c), out);
}

bool AppendUtf8AsLatin1(std::string_view text, std::string* out) {
  for (size_t at = 0; at < text.size();) {
    const uint32_t code_point = DecodeCharacter(text, &at);
    if (code_point > 0xff) return false;
    out->push_back(static_cast<char>(code_point));
  }
  return true;
}

void AppendUtf8AsUtf16(std::string_view text, std::u16string* out) {
  for (size_t at = 0; at < text.size();) {
    const uint32_t code_point = DecodeCharacter(text, &at);
    if (code_point < 0x10000) {
      out->push_back(static_cast<char16_t>(code_point));
    } else {
      out->push_back(static_cast<char16_t>(0xd7c0 + (code_point >> 10)));
      out->push_back(static_cast<char16_t>(0xdc00 | (code_point & 0x3ff)));
    }
  }
}

size_t AppendUtf16AsUtf8(std::u16string_view units, bool replace,
                         std::string* out) {
  for (size_t i = 0; i < units.size(); ++i) {
    uint32_t code_point = units[i];
    if (code_point >= 0xd800 && code_point < 0xe000) {
      const bool paired = code_point < 0xdc00 && i + 1 < units.size() &&
                          (units[i + 1] & 0xfc00) == 0xdc00;
      if (paired) {
        code_point =
            0x10000 + ((code_point & 0x3ff) << 10) + (units[i + 1] & 0x3ffu);
        ++i;
      } else if (replace) {
        code_point = 0xfffd;
      } else {
        return i;
      }
    }
    AppendUtf8(code_point, out);
  }
  return units.size();
}

size_t CountUtf16Units(std::string_view text) {
  size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    // A unit for each character, a second one above U+FFFF.
    if ((byte & 0xc0) != 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

}  // namespace transcdr
