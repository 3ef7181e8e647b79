// A value of a self-describing document as both formats' tokenizers give it:
// scalars whole, arrays and maps by their opening.

#ifndef TRANSCDR_CODEC_DOCUMENT_TOKEN_H_
#define TRANSCDR_CODEC_DOCUMENT_TOKEN_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codec/base/fault.h"

namespace transcdr {

enum class TokenKind : uint8_t {
  kNull,
  kBoolean,     // boolean
  kInteger,     // is_negative, magnitude
  kFloat32,     // float32
  kFloat64,     // float64
  kNumberText,  // text: a JSON number
  kText,        // text
  kBytes,       // text: MessagePack bin
  kExtension,   // text, extension_type: MessagePack ext
  kArray,       // count
  kMap,         // count
};

struct Token {
  static constexpr uint64_t kUnknownCount = UINT64_MAX;

  TokenKind kind = TokenKind::kNull;
  bool boolean = false;
  bool is_negative = false;
  int8_t extension_type = 0;
  uint64_t magnitude = 0;
  uint64_t count = 0;  // kUnknownCount: JSON
  float float32 = 0;
  double float64 = 0;
  // Part of the input, or of the scratch until the next token.
  std::string_view text;
};

// The kind for a message: "string", "array", ...
constexpr std::string_view TokenKindName(TokenKind kind) {
  switch (kind) {
    case TokenKind::kNull:
      return "null";
    case TokenKind::kBoolean:
      return "a boolean";
    case TokenKind::kInteger:
      return "an integer";
    case TokenKind::kFloat32:
    case TokenKind::kFloat64:
      return "a float";
    case TokenKind::kNumberText:
      return "a number";
    case TokenKind::kText:
      return "a string";
    case TokenKind::kBytes:
      return "bytes";
    case TokenKind::kExtension:
      return "an extension";
    case TokenKind::kArray:
      return "an array";
    case TokenKind::kMap:
      return "a map";
  }
  return "?";
}

// Where a tokenizer is in an array or map. Fits a frame's word.
struct ItemState {
  uint64_t bits = 0;
};

// The array type that an extension 0x74 names in its first byte, as msgpackr
// numbers them.
inline constexpr int8_t kTypedArrayExtension = 0x74;
enum class TypedArray : uint8_t {
  kInt8 = 0,
  kUint8 = 1,
  kUint8Clamped = 2,
  kInt16 = 3,
  kUint16 = 4,
  kInt32 = 5,
  kUint32 = 6,
  kFloat32 = 7,
  kFloat64 = 8,
  kBigInt64 = 9,
  kBigUint64 = 10,
};

// Memory that reading a document reuses.
struct ReadScratch {
  std::string text;                 // text with escapes resolved
  std::string bytes;                // bytes decoded, text converted
  std::u16string wide;              // wide text
  std::string numbers;              // elements, native byte order
  std::vector<uint64_t> positions;  // members out of order, all open structs'
  std::string nesting;              // what Skip is in
  // No more is made up for arrays that the document does not fill: of
  // Limits::max_output_bytes.
  uint64_t max_made_up_bytes = UINT64_MAX;

  // Whether an array of `size` bytes may be made up; false with the fault set.
  bool CanMakeUp(uint64_t size, uint64_t offset, Fault* fault) const {
    if (size <= max_made_up_bytes) return true;
    *fault = {.reason = FaultReason::kLimitExceeded,
              .byte_offset = offset,
              .what = "output bytes",
              .expected_number = static_cast<int64_t>(max_made_up_bytes),
              .limit_name = "max_output_bytes"};
    return false;
  }
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_TOKEN_H_
