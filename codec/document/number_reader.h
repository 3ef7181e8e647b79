// Numbers out of a document: booleans, integers, floats, enumerations,
// bitmasks. Which tokens each takes, and what they are as a value of it.

#ifndef TRANSCDR_CODEC_DOCUMENT_NUMBER_READER_H_
#define TRANSCDR_CODEC_DOCUMENT_NUMBER_READER_H_

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "codec/base/fault.h"
#include "codec/base/number_format.h"
#include "codec/document/mapping_options.h"
#include "codec/document/token.h"
#include "codec/document/token_reader.h"
#include "codec/plan/number_span.h"
#include "codec/plan/tables.h"

namespace transcdr {

// "int8, -128 to 127": what a value of an integer type is, for messages.
template <std::integral T>
constexpr const char* IntegerRange() {
  if constexpr (std::same_as<T, int8_t>) return "int8, -128 to 127";
  if constexpr (std::same_as<T, uint8_t>) return "uint8, 0 to 255";
  if constexpr (std::same_as<T, int16_t>) return "int16, -32768 to 32767";
  if constexpr (std::same_as<T, uint16_t>) return "uint16, 0 to 65535";
  if constexpr (std::same_as<T, int32_t>) {
    return "int32, -2147483648 to 2147483647";
  }
  if constexpr (std::same_as<T, uint32_t>) return "uint32, 0 to 4294967295";
  if constexpr (std::same_as<T, int64_t>) {
    return "int64, -9223372036854775808 to 9223372036854775807";
  }
  return "uint64, 0 to 18446744073709551615";
}

template <typename Tokens>
class NumberReader : public TokenReader<Tokens> {
 public:
  using Base = TokenReader<Tokens>;
  using Base::Base;

  bool ReadBoolean(bool* value) {
    Token token;
    if (!Take(&token)) return false;
    return ToBoolean(token, value);
  }

  template <Scalar T>
  bool ReadNumber(T* value) {
    Token token;
    return Take(&token) && ToNumber(token, value);
  }

  // Only the wire has it.
  bool ReadDummyOctet() { return true; }

  bool ReadEnum(const EnumInfo& info, int32_t* value) {
    Token token;
    return Take(&token) && ToEnum(token, info, value);
  }

  bool ReadBitmask(const BitmaskInfo& info, uint64_t* value) {
    Token token;
    if (!Take(&token)) return false;
    if (token.kind == TokenKind::kArray) {
      return ReadFlagNames(token, info, value);
    }
    if (!ToNumber(token, value)) return false;
    if (info.bit_bound < 64 && *value >> info.bit_bound != 0) {
      return FailUnsigned("bitmask", "no bit at or above the bit bound",
                          *value);
    }
    return true;
  }

 protected:
  using Base::Fail;
  using Base::FailUnsigned;
  using Base::fault_;
  using Base::is_key;
  using Base::Mismatch;
  using Base::options_;
  using Base::OutOfRange;
  using Base::Take;
  using Base::tokens_;

  // ---- Conversions of one token.

  bool ToBoolean(const Token& token, bool* value) {
    if (token.kind == TokenKind::kBoolean) {
      *value = token.boolean;
      return true;
    }
    if (is_key() && token.kind == TokenKind::kText &&
        (token.text == "true" || token.text == "false")) {
      *value = token.text == "true";
      return true;
    }
    return Mismatch("a boolean", token);
  }

  template <std::integral T>
  bool ToNumber(const Token& token, T* value) {
    bool negative = false;
    uint64_t magnitude = 0;
    constexpr bool kTakesText = sizeof(T) == 8;
    if (!ToWide(token, IntegerRange<T>(), kTakesText || is_key(), &negative,
                &magnitude)) {
      return false;
    }
    constexpr auto kMost = static_cast<uint64_t>(std::numeric_limits<T>::max());
    constexpr uint64_t kLeast = std::is_signed_v<T> ? kMost + 1 : 0;
    if (magnitude > (negative ? kLeast : kMost)) {
      return OutOfRange(token, IntegerRange<T>());
    }
    *value = static_cast<T>(negative ? uint64_t{0} - magnitude : magnitude);
    return true;
  }

  template <std::floating_point T>
  bool ToNumber(const Token& token, T* value) {
    constexpr const char* kName = sizeof(T) == 4 ? "float32" : "float64";
    switch (token.kind) {
      case TokenKind::kInteger:
        *value = static_cast<T>(token.magnitude);
        if (token.is_negative) *value = -*value;
        return true;
      case TokenKind::kFloat32:
        *value = token.float32;
        return true;
      case TokenKind::kFloat64:
        return Narrow(token.float64, value);
      case TokenKind::kNumberText:
        return ParseFloat(token.text, value) || OutOfRange(token, kName);
      case TokenKind::kText:
        if (token.text == "NaN") {
          *value = std::numeric_limits<T>::quiet_NaN();
        } else if (token.text == "Infinity") {
          *value = std::numeric_limits<T>::infinity();
        } else if (token.text == "-Infinity") {
          *value = -std::numeric_limits<T>::infinity();
        } else {
          return Mismatch("a number, \"NaN\", \"Infinity\" or \"-Infinity\"",
                          token);
        }
        return true;
      case TokenKind::kNull:
        if (options_.non_finite_form == NonFiniteForm::kNull) {
          *value = std::numeric_limits<T>::quiet_NaN();
          return true;
        }
        return Mismatch(
            sizeof(T) == 4 ? "a number (float32)" : "a number (float64)",
            token);
      default:
        return Mismatch(
            sizeof(T) == 4 ? "a number (float32)" : "a number (float64)",
            token);
    }
  }

  bool ToEnum(const Token& token, const EnumInfo& info, int32_t* value) {
    if (token.kind == TokenKind::kText) {
      const uint32_t row = info.by_name.Find(token.text);
      if (row != NameIndex::kNone) {
        *value = info.rows[row].value;
        return true;
      }
      const bool is_number = is_key() && IsJsonNumber(token.text);
      if (!is_number) {
        *fault_ = {.reason = FaultReason::kUnknownEnumerator,
                   .byte_offset = tokens_.token_offset(),
                   .what = "enumerator",
                   .actual = token.text};
        return false;
      }
    }
    bool negative = false;
    uint64_t magnitude = 0;
    if (!ToWide(token, "an enumerator's name or number", is_key(), &negative,
                &magnitude)) {
      return false;
    }
    // Any number that the wire holds: one without a literal stays a number.
    const uint64_t most = (uint64_t{1} << (8 * info.size - 1)) - 1;
    if (magnitude > most + (negative ? 1 : 0)) {
      return OutOfRange(token, "an enumerator, within its bit bound");
    }
    *value = static_cast<int32_t>(negative ? -static_cast<int64_t>(magnitude)
                                           : static_cast<int64_t>(magnitude));
    return true;
  }

 private:
  // An integer of any width, out of every form that is one exactly.
  bool ToWide(const Token& token, const char* expected, bool takes_text,
              bool* negative, uint64_t* magnitude) {
    switch (token.kind) {
      case TokenKind::kInteger:
        *negative = token.is_negative;
        *magnitude = token.magnitude;
        return true;
      case TokenKind::kFloat32:
      case TokenKind::kFloat64: {
        const double number = token.kind == TokenKind::kFloat32
                                  ? double{token.float32}
                                  : token.float64;
        if (!(std::abs(number) < 0x1p64) || number != std::trunc(number)) {
          return OutOfRange(token, expected);
        }
        *negative = number < 0;
        *magnitude = static_cast<uint64_t>(std::abs(number));
        return true;
      }
      case TokenKind::kText: {
        const bool is_integer =
            takes_text && IsJsonNumber(token.text) &&
            token.text.find_first_of(".eE") == std::string_view::npos;
        if (!is_integer) return Mismatch(expected, token);
        [[fallthrough]];
      }
      case TokenKind::kNumberText: {
        const ExactInteger exact = ParseExactInteger(token.text);
        if (exact.kind == ExactInteger::kFraction ||
            exact.kind == ExactInteger::kTooLarge) {
          return OutOfRange(token, expected);
        }
        *negative = exact.kind == ExactInteger::kNegative;
        *magnitude = exact.magnitude;
        return true;
      }
      default:
        return Mismatch(expected, token);
    }
  }

  bool Narrow(double number, double* value) {
    *value = number;
    return true;
  }
  bool Narrow(double number, float* value) {
    *value = static_cast<float>(number);
    if (std::isnan(number) || double{*value} == number) return true;
    const bool overflows = std::isinf(*value);
    if (!overflows &&
        options_.inexact_float32_policy == InexactFloat32Policy::kRound) {
      return true;
    }
    *fault_ = {.reason = FaultReason::kValueOutOfRange,
               .byte_offset = tokens_.token_offset(),
               .actual_float = number,
               .expected = overflows ? "float32"
                                     : "a value that float32 holds exactly "
                                       "(inexact_float32_policy ROUND rounds)"};
    return false;
  }

  bool ReadFlagNames(const Token& array, const BitmaskInfo& info,
                     uint64_t* value) {
    *value = 0;
    ItemState items = tokens_.Open(array);
    for (bool more = false;;) {
      if (!tokens_.NextItem(&items, &more)) return false;
      if (!more) return true;
      Token token;
      if (!tokens_.Next(&token)) return false;
      if (token.kind != TokenKind::kText)
        return Mismatch("a flag's name", token);
      const uint32_t row = info.by_name.Find(token.text);
      if (row == NameIndex::kNone) {
        return Fail(FaultReason::kUnknownEnumerator, "flag", "", token.text);
      }
      *value |= uint64_t{1} << info.rows[row].position;
    }
  }
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_NUMBER_READER_H_
