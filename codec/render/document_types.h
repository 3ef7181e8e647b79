// What documents of a type look like under the default mapping: questions that
// JSON Schema and TypeScript share. The rules are codec/document/mapping.md's.

#ifndef TRANSCDR_CODEC_RENDER_DOCUMENT_TYPES_H_
#define TRANSCDR_CODEC_RENDER_DOCUMENT_TYPES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codec/type/schema.h"

namespace transcdr::render {

// Integers beyond that are text in JSON: 2^53 - 1.
inline constexpr int64_t kMaxJsonInteger = 9007199254740991;

// Collections deeper than that within each other get names of their own, so
// that what shares types does not grow with every use.
inline constexpr int kMaxCollectionsInPlace = 4;

// A sequence or array of bytes (the innermost dimension of an array).
inline bool HoldsBytes(const Schema& schema, const TypeDescriptor& type) {
  const TypeKind kind = schema.resolved(type.element).kind;
  return kind == TypeKind::kByte || kind == TypeKind::kUInt8;
}

// Whether JSON writes a map with that key as an object.
inline bool IsObjectKey(TypeKind kind) {
  return kind == TypeKind::kBoolean || IsInteger(kind) ||
         kind == TypeKind::kChar8 || kind == TypeKind::kChar16 ||
         kind == TypeKind::kString8 || kind == TypeKind::kString16 ||
         kind == TypeKind::kEnum;
}

struct IntegerRange {
  int64_t lowest;
  uint64_t highest;
  bool is_wide() const {
    return lowest < -kMaxJsonInteger ||
           highest > static_cast<uint64_t>(kMaxJsonInteger);
  }
};
IntegerRange SignedRange(uint32_t bits);
IntegerRange UnsignedRange(uint32_t bits);
// REQUIRES: IsInteger(kind).
IntegerRange RangeOfInteger(TypeKind kind);
// 8, 16, 32 or 64: what the wire takes for so many bits.
uint32_t HolderBits(uint32_t bits);

// JSON text of a string: in quotes.
std::string JsonText(std::string_view text);

// The label of a union as JSON: true, 3, "9223372036854775807", "a", "RED".
// Half a surrogate pair, which no document holds, gives U+FFFD.
std::string JsonLabel(const TypeDescriptor& discriminator, int64_t label);

// Whether a union has a member whatever its discriminator is.
bool HasMemberAlways(const Schema& schema, const TypeDescriptor& type);

}  // namespace transcdr::render

#endif  // TRANSCDR_CODEC_RENDER_DOCUMENT_TYPES_H_
