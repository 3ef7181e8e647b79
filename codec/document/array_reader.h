// Arrays and sequences that are translated in one piece, out of a document: of
// numbers, bytes and characters. As an array of items, as bytes, as a typed
// array.

#ifndef TRANSCDR_CODEC_DOCUMENT_ARRAY_READER_H_
#define TRANSCDR_CODEC_DOCUMENT_ARRAY_READER_H_

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codec/base/byte_order.h"
#include "codec/base/fault.h"
#include "codec/base/utf8.h"
#include "codec/document/mapping_options.h"
#include "codec/document/text_reader.h"
#include "codec/document/token.h"
#include "codec/plan/number_span.h"
#include "codec/plan/op.h"

namespace transcdr {

template <typename Tokens>
class ArrayReader : public TextReader<Tokens> {
 public:
  using Base = TextReader<Tokens>;
  using Base::Base;

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
  using Base::CheckBound;
  using Base::CheckUtf8;
  using Base::Fail;
  using Base::fault_;
  using Base::Mismatch;
  using Base::options_;
  using Base::scratch_;
  using Base::Take;
  using Base::ToBoolean;
  using Base::ToBytes;
  using Base::ToChar8;
  using Base::tokens_;
  using Base::ToNumber;

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

 private:
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
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_ARRAY_READER_H_
