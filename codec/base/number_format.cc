#include "codec/base/number_format.h"

#include <limits>
#include <system_error>

namespace transcdr {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

template <typename T>
bool ParseFloatImpl(std::string_view text, T* value) {
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), *value);
  if (error == std::errc()) return true;
  // from_chars does not tell too large from too small, and leaves the value
  // alone: the sign of the decimal exponent of the first digit tells.
  size_t i = text[0] == '-' ? 1 : 0;
  const bool negative = i == 1;
  int64_t exponent = 0;  // of the first non-zero digit
  bool seen_digit = false;
  bool seen_point = false;
  for (; i < text.size() && (IsDigit(text[i]) || text[i] == '.'); ++i) {
    if (text[i] == '.') {
      seen_point = true;
    } else if (text[i] != '0' || seen_digit) {
      if (!seen_point) exponent += seen_digit ? 1 : 0;
      seen_digit = true;
    }
    if (seen_point && !seen_digit && text[i] == '0') --exponent;
  }
  if (i < text.size()) {  // 'e' or 'E'
    ++i;
    const bool minus = text[i] == '-';
    if (text[i] == '-' || text[i] == '+') ++i;
    int64_t written = 0;
    for (; i < text.size(); ++i) {
      written = written * 10 + (text[i] - '0');
      if (written > 1'000'000'000) written = 1'000'000'000;
    }
    exponent += minus ? -written : written;
  }
  if (seen_digit && exponent > 0) return false;
  *value = negative ? -T{0} : T{0};
  return true;
}

}  // namespace

bool IsJsonNumber(std::string_view text) {
  size_t i = 0;
  const auto digits = [&] {
    const size_t start = i;
    while (i < text.size() && IsDigit(text[i])) ++i;
    return i > start;
  };
  if (i < text.size() && text[i] == '-') ++i;
  if (i < text.size() && text[i] == '0') {
    ++i;
  } else if (!digits()) {
    return false;
  }
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (!digits()) return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (!digits()) return false;
  }
  return i == text.size();
}

ExactInteger ParseExactInteger(std::string_view text) {
  size_t i = 0;
  const bool negative = text[0] == '-';
  if (negative) ++i;

  // Significant digits without leading zeros go to `magnitude` until it is
  // full; `scale` is the power of ten that is still to be applied.
  uint64_t magnitude = 0;
  bool overflow = false;
  bool seen_point = false;
  int64_t scale = 0;
  int64_t pending_zeros = 0;  // zeros that count only if a digit follows
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.') {
      seen_point = true;
      continue;
    }
    if (seen_point) --scale;
    if (text[i] == '0') {
      if (magnitude != 0 || overflow) ++pending_zeros;
      continue;
    }
    for (++pending_zeros; pending_zeros > 0; --pending_zeros) {
      const uint64_t digit =
          pending_zeros == 1 ? static_cast<uint64_t>(text[i] - '0') : 0;
      if (__builtin_mul_overflow(magnitude, uint64_t{10}, &magnitude) ||
          __builtin_add_overflow(magnitude, digit, &magnitude)) {
        overflow = true;
      }
    }
    pending_zeros = 0;
  }
  scale += pending_zeros;
  if (i < text.size()) {
    ++i;
    const bool minus = text[i] == '-';
    if (text[i] == '-' || text[i] == '+') ++i;
    int64_t exponent = 0;
    for (; i < text.size(); ++i) {
      exponent = exponent * 10 + (text[i] - '0');
      if (exponent > 1'000'000'000) exponent = 1'000'000'000;
    }
    scale += minus ? -exponent : exponent;
  }
  ExactInteger result;
  if (magnitude == 0 && !overflow) {
    result.kind = ExactInteger::kNonNegative;
    return result;
  }
  // The last digit taken is not 0: a negative scale leaves a fraction.
  if (scale < 0) return result;
  result.kind = ExactInteger::kTooLarge;
  if (overflow) return result;
  for (; scale > 0; --scale) {
    if (__builtin_mul_overflow(magnitude, uint64_t{10}, &magnitude)) {
      return result;
    }
  }
  result.kind = negative ? ExactInteger::kNegative : ExactInteger::kNonNegative;
  result.magnitude = magnitude;
  return result;
}

bool ParseFloat(std::string_view text, double* value) {
  return ParseFloatImpl(text, value);
}

bool ParseFloat(std::string_view text, float* value) {
  return ParseFloatImpl(text, value);
}

}  // namespace transcdr
