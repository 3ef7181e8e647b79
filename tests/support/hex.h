// Bytes in tests, written as annotated hex: one field a line.

#ifndef TRANSCDR_TESTS_SUPPORT_HEX_H_
#define TRANSCDR_TESTS_SUPPORT_HEX_H_

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace transcdr {

// "00010000 | 05000000  # count" to bytes: white space and '|' separate, '#'
// begins a comment that ends with the line. Anything else than pairs of hex
// digits ends the test program: it is a mistake in the test.
inline std::string Hex(std::string_view text) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  std::string bytes;
  int high = -1;
  bool in_comment = false;
  for (const char c : text) {
    if (in_comment) {
      in_comment = c != '\n';
      continue;
    }
    const bool separates =
        c == ' ' || c == '\t' || c == '\n' || c == '|' || c == '#';
    const int value = digit(c);
    if (separates ? high >= 0 : value < 0) {
      std::fprintf(stderr, "not annotated hex: %.*s\n",
                   static_cast<int>(text.size()), text.data());
      std::abort();
    }
    if (separates) {
      in_comment = c == '#';
    } else if (high < 0) {
      high = value;
    } else {
      bytes.push_back(static_cast<char>(high << 4 | value));
      high = -1;
    }
  }
  if (high >= 0) std::abort();
  return bytes;
}

// Bytes to lower-case hex, a blank behind every four: what a failing test
// shows.
inline std::string ToHex(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i > 0 && i % 4 == 0) text.push_back(' ');
    text.push_back(kDigits[static_cast<unsigned char>(bytes[i]) >> 4]);
    text.push_back(kDigits[static_cast<unsigned char>(bytes[i]) & 15]);
  }
  return text;
}

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_SUPPORT_HEX_H_
