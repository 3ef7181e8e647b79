// Scalars, text and bytes out of a document: which tokens a type takes, and
// what they are as a value of it. Shared by all formats; DocumentReader adds
// structs, sequences, maps and unions.

#ifndef TRANSCDR_CODEC_DOCUMENT_VALUE_READER_H_
#define TRANSCDR_CODEC_DOCUMENT_VALUE_READER_H_

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "codec/base/base64.h"
#include "codec/base/byte_order.h"
#include "codec/base/fault.h"
#include "codec/base/number_format.h"
#include "codec/base/utf8.h"
#include "codec/document/mapping_options.h"
#include "codec/document/token.h"
#include "codec/plan/form_pair.h"
#include "codec/plan/number_span.h"
#include "codec/plan/tables.h"
#include "codec/type/wire_profile.h"

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
class ValueReader {
 public:
  ValueReader(Tokens* tokens, const MappingOptions& options,
              ReadScratch* scratch, Fault* fault)
      : tokens_(*tokens),
        options_(options),
        scratch_(*scratch),
        fault_(fault) {}

  static constexpr bool kIsPayload = false;

  // Where the value read last began, from the first byte of the document.
  uint64_t value_offset() const { return tokens_.token_offset(); }

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

  // 16 bytes, little endian: bin, or base64 text.
  bool ReadFloat128(Float128* value) {
    Token token;
    std::string_view bytes{};
    if (!Take(&token)) return false;
    if (token.kind != TokenKind::kBytes && token.kind != TokenKind::kText) {
      return Mismatch("16 bytes (float128)", token);
    }
    // Base64, whatever `bytes_form` makes of sequences.
    if (!ToBytes(token, BytesForm::kBinary, &bytes)) return false;
    if (bytes.size() != sizeof(value->bytes)) {
      return Fail(FaultReason::kValueOutOfRange, "float128", "16 bytes",
                  static_cast<int64_t>(bytes.size()));
    }
    std::copy(bytes.begin(), bytes.end(), value->bytes);
    return true;
  }

  // Only the wire has it.
  bool ReadDummyOctet() { return true; }

  bool ReadChar8(uint8_t* value) {
    Token token;
    return Take(&token) && ToChar8(token, value);
  }

  bool ReadChar16(FormPair<WcharWidth>, char16_t* value) {
    Token token;
    std::u16string_view units;
    if (!Take(&token) || !ToUtf16(token, "a string of one character", &units)) {
      return false;
    }
    if (units.size() != 1) {
      return Fail(FaultReason::kValueOutOfRange, "char16", "one UTF-16 unit",
                  static_cast<int64_t>(units.size()));
    }
    *value = units[0];
    return true;
  }

  bool ReadString(uint32_t bound, std::string_view* value) {
    Token token;
    if (!Take(&token)) return false;
    switch (token.kind) {
      case TokenKind::kText:
        if (!CheckUtf8(token.text)) return false;
        if (options_.invalid_utf8_policy == InvalidUtf8Policy::kLatin1 &&
            !IsAscii(token.text)) {
          scratch_.bytes.clear();
          if (!AppendUtf8AsLatin1(token.text, &scratch_.bytes)) {
            return Fail(FaultReason::kValueOutOfRange, "string",
                        "characters up to U+00FF (LATIN1)", "others");
          }
          *value = scratch_.bytes;
        } else {
          *value = token.text;
        }
        break;
      case TokenKind::kMap:
        if (!ReadBytesObject(token, value)) return false;
        if (!CheckBytesAreText(*value)) return false;
        break;
      case TokenKind::kBytes:
        *value = token.text;
        if (!CheckBytesAreText(*value)) return false;
        break;
      default:
        return Mismatch("a string", token);
    }
    return CheckBound("string bytes", bound, value->size());
  }

  bool ReadWString(FormPair<WstringForm>, uint32_t bound,
                   std::u16string_view* value) {
    Token token;
    return Take(&token) && ToUtf16(token, "a string", value) &&
           CheckBound("wide string units", bound, value->size());
  }

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

  // kByteArray, kByteSequence.
  bool ReadBytes(const Op& op, std::string_view* value) {
    Token token;
    if (!Take(&token)) return false;
    if (token.kind == TokenKind::kArray) {
      scratch_.bytes.clear();
      const auto element = [&](const Token& item) {
        uint8_t byte{};
        if (!ToNumber(item, &byte)) return false;
        scratch_.bytes.push_back(static_cast<char>(byte));
        return true;
      };
      if (!ReadItems(token, op, element)) return false;
      *value = scratch_.bytes;
      return true;
    }
    if (token.kind == TokenKind::kExtension) {
      NumberSpan span;
      if (!ReadTypedArray<uint8_t>(op, token, &span)) return false;
      *value = {reinterpret_cast<const char*>(span.data), span.count};
      return true;
    }
    return ToBytes(token, options_.bytes_form, value) &&
           CheckCount(op, value->size());
  }

  // kCharArray, kCharSequence: one byte a character.
  bool ReadChars(const Op& op, std::string_view* value) {
    Token token;
    if (!Take(&token)) return false;
    scratch_.bytes.clear();
    if (token.kind == TokenKind::kArray) {
      const auto element = [&](const Token& item) {
        uint8_t byte{};
        if (!ToChar8(item, &byte)) return false;
        scratch_.bytes.push_back(static_cast<char>(byte));
        return true;
      };
      if (!ReadItems(token, op, element)) return false;
    } else if (token.kind == TokenKind::kText) {
      if (!CheckUtf8(token.text)) return false;
      if (!AppendUtf8AsLatin1(token.text, &scratch_.bytes)) {
        return Fail(FaultReason::kValueOutOfRange, "char8",
                    "characters up to U+00FF", "others");
      }
      // A shorter string is padded in a fixed array.
      if (op.code == OpCode::kCharArray && scratch_.bytes.size() < op.arg) {
        if (!scratch_.CanMakeUp(op.arg, tokens_.token_offset(), fault_)) {
          return false;
        }
        scratch_.bytes.resize(op.arg, '\0');
      }
      if (!CheckCount(op, scratch_.bytes.size())) return false;
    } else {
      return Mismatch("an array of characters or a string", token);
    }
    *value = scratch_.bytes;
    return true;
  }

  // kNumberArray, kNumberSequence.
  template <typename T>
  bool ReadNumbers(const Op& op, NumberSpan* span) {
    Token token;
    if (!Take(&token)) return false;
    switch (token.kind) {
      case TokenKind::kArray: {
        scratch_.numbers.clear();
        const auto element = [&](const Token& item) {
          T number{};
          if (!ToElement(item, &number)) return false;
          scratch_.numbers.append(reinterpret_cast<const char*>(&number),
                                  sizeof(T));
          return true;
        };
        if (!ReadItems(token, op, element)) return false;
        *span = {reinterpret_cast<const uint8_t*>(scratch_.numbers.data()),
                 scratch_.numbers.size() / sizeof(T), std::endian::native};
        return true;
      }
      case TokenKind::kBytes:
        return ToSpan<T>(op, token.text, span);
      case TokenKind::kExtension:
        return ReadTypedArray<T>(op, token, span);
      default:
        return Mismatch("an array of numbers", token);
    }
  }

 protected:
  // The next value, or the key of a map that is pending.
  bool Take(Token* token) {
    if (has_key_) {
      *token = key_;
      has_key_ = false;
      is_key_ = true;
      return true;
    }
    is_key_ = false;
    return tokens_.Next(token);
  }
  // Makes a key text the next value: booleans, integers and enumerators are
  // then taken from text.
  void PushKey(const Token& key) {
    key_ = key;
    has_key_ = true;
  }

  // ---- Conversions of one token.

  bool ToBoolean(const Token& token, bool* value) {
    if (token.kind == TokenKind::kBoolean) {
      *value = token.boolean;
      return true;
    }
    if (is_key_ && token.kind == TokenKind::kText &&
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
    if (!ToWide(token, IntegerRange<T>(), kTakesText || is_key_, &negative,
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
      const bool is_number = is_key_ && IsJsonNumber(token.text);
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
    if (!ToWide(token, "an enumerator's name or number", is_key_, &negative,
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

  bool ToChar8(const Token& token, uint8_t* value) {
    if (token.kind != TokenKind::kText) {
      return Mismatch("a string of one character", token);
    }
    if (!CheckUtf8(token.text)) return false;
    std::string& latin1 = char_scratch_;
    latin1.clear();
    if (!AppendUtf8AsLatin1(token.text, &latin1) || latin1.size() != 1) {
      return Fail(FaultReason::kValueOutOfRange, "char8",
                  "one character up to U+00FF", token.text);
    }
    *value = static_cast<uint8_t>(latin1[0]);
    return true;
  }

  // ---- Failures; all return false.

  bool Fail(FaultReason reason, const char* what, const char* expected,
            int64_t actual) {
    *fault_ = {.reason = reason,
               .byte_offset = tokens_.token_offset(),
               .what = what,
               .actual_number = actual,
               .expected = expected};
    return false;
  }
  bool Fail(FaultReason reason, const char* what, const char* expected,
            std::string_view actual) {
    *fault_ = {.reason = reason,
               .byte_offset = tokens_.token_offset(),
               .what = what,
               .expected = expected,
               .actual = actual};
    return false;
  }
  bool FailUnsigned(const char* what, const char* expected, uint64_t actual) {
    *fault_ = {.reason = FaultReason::kValueOutOfRange,
               .byte_offset = tokens_.token_offset(),
               .what = what,
               .actual_unsigned = actual,
               .expected = expected};
    return false;
  }
  bool Mismatch(const char* expected, const Token& token) {
    *fault_ = {.reason = FaultReason::kTypeMismatch,
               .byte_offset = tokens_.token_offset(),
               .expected = expected,
               .actual = TokenKindName(token.kind)};
    return false;
  }
  bool OutOfRange(const Token& token, const char* expected) {
    *fault_ = {.reason = FaultReason::kValueOutOfRange,
               .byte_offset = tokens_.token_offset(),
               .expected = expected,
               .actual = token.text};
    if (token.kind == TokenKind::kInteger) {
      fault_->actual = {};
      if (token.is_negative) {
        fault_->actual_number =
            static_cast<int64_t>(uint64_t{0} - token.magnitude);
      } else {
        fault_->actual_unsigned = token.magnitude;
      }
    } else if (token.kind == TokenKind::kFloat32 ||
               token.kind == TokenKind::kFloat64) {
      fault_->actual = {};
      fault_->actual_float = token.kind == TokenKind::kFloat32
                                 ? double{token.float32}
                                 : token.float64;
    }
    return false;
  }

  bool CheckBound(const char* what, uint32_t bound, uint64_t size) {
    if (bound == 0 || size <= bound) return true;
    *fault_ = {.reason = FaultReason::kBoundExceeded,
               .byte_offset = tokens_.token_offset(),
               .what = what,
               .expected_number = bound,
               .actual_number = static_cast<int64_t>(size)};
    return false;
  }

  // Of what is translated in one piece: an array, not a sequence.
  static bool IsArray(const Op& op) {
    return op.code == OpCode::kByteArray || op.code == OpCode::kCharArray ||
           op.code == OpCode::kNumberArray;
  }
  // The count of a fixed array has to be exact, that of a sequence within its
  // bound.
  bool CheckCount(const Op& op, uint64_t count) {
    if (!IsArray(op)) return CheckBound("elements", op.arg, count);
    return count == op.arg || WrongCount(op.arg, count);
  }
  bool WrongCount(uint64_t expected, uint64_t actual) {
    *fault_ = {.reason = FaultReason::kValueOutOfRange,
               .byte_offset = tokens_.token_offset(),
               .what = "array elements",
               .expected_number = static_cast<int64_t>(expected),
               .actual_number = static_cast<int64_t>(actual)};
    return false;
  }

  bool CheckUtf8(std::string_view text) {
    if (Tokens::kTextIsValidated || IsValidUtf8(text)) return true;
    *fault_ = {.reason = FaultReason::kInvalidUtf8,
               .byte_offset = tokens_.token_offset(),
               .what = "string",
               .expected = "UTF-8"};
    return false;
  }

  Tokens& tokens_;
  const MappingOptions& options_;
  ReadScratch& scratch_;
  Fault* fault_;

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

  bool ToElement(const Token& token, BooleanByte* value) {
    bool boolean = false;
    if (!ToBoolean(token, &boolean)) return false;
    value->byte = boolean ? 1 : 0;
    return true;
  }
  template <Scalar T>
  bool ToElement(const Token& token, T* value) {
    return ToNumber(token, value);
  }

  // Text as UTF-16, or bytes as UTF-16 units, little endian.
  bool ToUtf16(const Token& token, const char* expected,
               std::u16string_view* units) {
    scratch_.wide.clear();
    std::string_view bytes{};
    switch (token.kind) {
      case TokenKind::kText:
        if (!CheckUtf8(token.text)) return false;
        AppendUtf8AsUtf16(token.text, &scratch_.wide);
        *units = scratch_.wide;
        return true;
      case TokenKind::kMap:
        if (!ReadBytesObject(token, &bytes)) return false;
        break;
      case TokenKind::kBytes:
        bytes = token.text;
        break;
      default:
        return Mismatch(expected, token);
    }
    if (bytes.size() % 2 != 0) {
      return Fail(FaultReason::kValueOutOfRange, "UTF-16 bytes",
                  "an even number", static_cast<int64_t>(bytes.size()));
    }
    for (size_t i = 0; i < bytes.size(); i += 2) {
      scratch_.wide.push_back(Load<std::endian::little, char16_t>(
          reinterpret_cast<const uint8_t*>(bytes.data()) + i));
    }
    *units = scratch_.wide;
    return true;
  }

  // Bytes for a string: kept as they are where the caller asked for bytes.
  bool CheckBytesAreText(std::string_view bytes) {
    if (options_.invalid_utf8_policy == InvalidUtf8Policy::kBytes ||
        IsValidUtf8(bytes)) {
      return true;
    }
    return Fail(FaultReason::kInvalidUtf8, "string",
                "UTF-8 (invalid_utf8_policy BYTES takes any bytes)", "");
  }

  // {"$bytes": base64}, of which `map` is the opening.
  bool ReadBytesObject(const Token& map, std::string_view* value) {
    ItemState items = tokens_.Open(map);
    bool more = false;
    Token token;
    if (!tokens_.NextItem(&items, &more)) return false;
    if (!more) return Mismatch("a string", map);
    if (!tokens_.ReadKey(&token)) return false;
    if (token.kind != TokenKind::kText || token.text != "$bytes") {
      return Mismatch("a string", map);
    }
    if (!tokens_.Next(&token)) return false;
    if (token.kind != TokenKind::kText ||
        !Base64Decode(token.text, &scratch_.bytes)) {
      return Mismatch("base64 text in $bytes", token);
    }
    *value = scratch_.bytes;
    if (!tokens_.NextItem(&items, &more)) return false;
    return !more || Mismatch("a string", map);
  }

  // bin, base64 or hex text.
  bool ToBytes(const Token& token, BytesForm form, std::string_view* value) {
    switch (token.kind) {
      case TokenKind::kBytes:
        *value = token.text;
        return true;
      case TokenKind::kText: {
        const bool hex = form == BytesForm::kHex;
        if (hex ? !HexDecode(token.text, &scratch_.bytes)
                : !Base64Decode(token.text, &scratch_.bytes)) {
          return Fail(FaultReason::kTypeMismatch, "bytes",
                      hex ? "hex digits" : "base64 text", "other text");
        }
        *value = scratch_.bytes;
        return true;
      }
      default:
        return Mismatch("bytes, base64 text or an array of 0 to 255", token);
    }
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

  // Each item of an array that is translated in one piece. The op's arg is a
  // count (array) or a bound (sequence).
  template <typename F>
  bool ReadItems(const Token& array, const Op& op, F&& element) {
    const bool is_array = IsArray(op);
    if (array.count != Token::kUnknownCount) {
      // Known beforehand: say so before anything is read.
      if (is_array && array.count != op.arg) {
        return WrongCount(op.arg, array.count);
      }
      if (!is_array && !CheckBound("elements", op.arg, array.count)) {
        return false;
      }
    }
    ItemState items = tokens_.Open(array);
    uint64_t index = 0;
    for (bool more = false;; ++index) {
      if (!tokens_.NextItem(&items, &more)) return false;
      if (!more) break;
      if (is_array && index == op.arg) return WrongCount(op.arg, index + 1);
      if (!is_array && !CheckBound("elements", op.arg, index + 1)) return false;
      Token token;
      if (!tokens_.Next(&token) || !element(token)) {
        fault_->element_index = index;
        return false;
      }
    }
    return !is_array || index == op.arg || WrongCount(op.arg, index);
  }

  // Raw elements, little endian.
  template <typename T>
  bool ToSpan(const Op& op, std::string_view bytes, NumberSpan* span) {
    if (bytes.size() % sizeof(T) != 0) {
      *fault_ = {.reason = FaultReason::kValueOutOfRange,
                 .byte_offset = tokens_.token_offset(),
                 .what = "bytes of a numeric array",
                 .actual_number = static_cast<int64_t>(bytes.size()),
                 .expected = "a multiple of the element size"};
      return false;
    }
    *span = {reinterpret_cast<const uint8_t*>(bytes.data()),
             bytes.size() / sizeof(T), std::endian::little};
    if constexpr (std::same_as<T, BooleanByte>) {
      for (size_t i = 0; i < span->count; ++i) {
        if (span->data[i] > 1) {
          fault_->element_index = i;
          Fail(FaultReason::kValueOutOfRange, "boolean", "0 or 1",
               span->data[i]);
          fault_->element_index = i;
          return false;
        }
      }
    }
    return CheckCount(op, span->count);
  }

  // Extension 0x74. The element type may differ from the schema's where each
  // value fits.
  template <typename T>
  bool ReadTypedArray(const Op& op, const Token& token, NumberSpan* span) {
    if (token.extension_type != kTypedArrayExtension || token.text.empty()) {
      return Mismatch("an array of numbers", token);
    }
    const auto type = static_cast<TypedArray>(token.text[0]);
    const std::string_view raw = token.text.substr(1);
    switch (type) {
      case TypedArray::kInt8:
        return FromTyped<T, int8_t>(op, raw, span);
      case TypedArray::kUint8:
      case TypedArray::kUint8Clamped:
        return FromTyped<T, uint8_t>(op, raw, span);
      case TypedArray::kInt16:
        return FromTyped<T, int16_t>(op, raw, span);
      case TypedArray::kUint16:
        return FromTyped<T, uint16_t>(op, raw, span);
      case TypedArray::kInt32:
        return FromTyped<T, int32_t>(op, raw, span);
      case TypedArray::kUint32:
        return FromTyped<T, uint32_t>(op, raw, span);
      case TypedArray::kFloat32:
        return FromTyped<T, float>(op, raw, span);
      case TypedArray::kFloat64:
        return FromTyped<T, double>(op, raw, span);
      case TypedArray::kBigInt64:
        return FromTyped<T, int64_t>(op, raw, span);
      case TypedArray::kBigUint64:
        return FromTyped<T, uint64_t>(op, raw, span);
    }
    return Mismatch("a typed array (extension 0x74) of a known type", token);
  }

  template <typename T, typename From>
  bool FromTyped(const Op& op, std::string_view raw, NumberSpan* span) {
    if constexpr (std::same_as<T, From>) {
      return ToSpan<T>(op, raw, span);
    } else if constexpr (std::same_as<T, BooleanByte>) {
      if constexpr (sizeof(From) == 1) return ToSpan<T>(op, raw, span);
      Token token;
      token.kind = TokenKind::kExtension;
      return Mismatch("an array of booleans", token);
    } else {
      NumberSpan from;
      if (!ToSpan<From>(op, raw, &from)) return false;
      scratch_.numbers.clear();
      for (size_t i = 0; i < from.count; ++i) {
        const From number =
            Load<std::endian::little, From>(from.data + i * sizeof(From));
        Token token;
        if constexpr (std::same_as<From, float>) {
          token.kind = TokenKind::kFloat32;
          token.float32 = number;
        } else if constexpr (std::same_as<From, double>) {
          token.kind = TokenKind::kFloat64;
          token.float64 = number;
        } else {
          token.kind = TokenKind::kInteger;
          token.is_negative = number < 0;
          token.magnitude = token.is_negative
                                ? uint64_t{0} - static_cast<uint64_t>(number)
                                : static_cast<uint64_t>(number);
        }
        T value{};
        if (!ToNumber(token, &value)) {
          fault_->element_index = i;
          return false;
        }
        scratch_.numbers.append(reinterpret_cast<const char*>(&value),
                                sizeof(T));
      }
      *span = {reinterpret_cast<const uint8_t*>(scratch_.numbers.data()),
               from.count, std::endian::native};
      return true;
    }
  }

  Token key_;
  bool has_key_ = false;
  bool is_key_ = false;
  std::string char_scratch_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_VALUE_READER_H_
