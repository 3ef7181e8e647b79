// Numbers to text and back, for JSON.

#ifndef TRANSCDR_CODEC_BASE_NUMBER_FORMAT_H_
#define TRANSCDR_CODEC_BASE_NUMBER_FORMAT_H_

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace transcdr {

// Room for any number written below.
inline constexpr size_t kMaxNumberText = 32;

// Writes an integer in decimal; returns the end.
// REQUIRES: kMaxNumberText bytes at `to`.
template <std::integral T>
inline char* FormatInteger(T value, char* to) {
  return std::to_chars(to, to + kMaxNumberText, value).ptr;
}

// Writes the shortest decimal text that reads back as the same value of the
// same type, as a JSON number; -0 as "-0.0", which readers that know integers
// keep. Returns the end. REQUIRES: value is finite; kMaxNumberText bytes at
// `to`.
template <std::floating_point T>
inline char* FormatFloat(T value, char* to) {
  char* end = std::to_chars(to, to + kMaxNumberText, value).ptr;
  if (end - to == 2 && to[0] == '-' && to[1] == '0') {
    *end++ = '.';
    *end++ = '0';
  }
  return end;
}

// What the text of a JSON number is as an integer.
struct ExactInteger {
  enum Kind : uint8_t {
    kNonNegative,  // `magnitude`
    kNegative,     // -`magnitude`; magnitude may exceed 2^63
    kFraction,     // not integral
    kTooLarge,     // integral, beyond 64 bits
  };
  Kind kind = kFraction;
  uint64_t magnitude = 0;
};

// Reads a JSON number exactly, exponents and zero fractions included ("1e3",
// "2.50e1", "1.0"). "-0" and "-0.0" are kNonNegative 0.
// REQUIRES: `text` follows the number grammar of RFC 8259.
ExactInteger ParseExactInteger(std::string_view text);

// True when `text` is a JSON number, whole (RFC 8259, section 6).
bool IsJsonNumber(std::string_view text);

// Reads a JSON number to the nearest value. False when it is beyond the type's
// range; what is too small becomes zero or a denormal.
// REQUIRES: `text` follows the number grammar of RFC 8259.
bool ParseFloat(std::string_view text, double* value);
bool ParseFloat(std::string_view text, float* value);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_BASE_NUMBER_FORMAT_H_
