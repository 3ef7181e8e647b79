// The numbers of TypeObjects: XTypes 1.3, annex B.

#ifndef TRANSCDR_CODEC_TYPEOBJECT_KINDS_H_
#define TRANSCDR_CODEC_TYPEOBJECT_KINDS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "codec/type/type_descriptor.h"

namespace transcdr::typeobject {

// TypeKind, TypeIdentifierKind and EquivalenceKind of the standard.
enum Kind : uint8_t {
  kNone = 0x00,
  kBoolean = 0x01,
  kByte = 0x02,
  kInt16 = 0x03,
  kInt32 = 0x04,
  kInt64 = 0x05,
  kUInt16 = 0x06,
  kUInt32 = 0x07,
  kUInt64 = 0x08,
  kFloat32 = 0x09,
  kFloat64 = 0x0A,
  kFloat128 = 0x0B,
  kInt8 = 0x0C,
  kUInt8 = 0x0D,
  kChar8 = 0x10,
  kChar16 = 0x11,
  kAlias = 0x30,
  kEnum = 0x40,
  kBitmask = 0x41,
  kAnnotation = 0x50,
  kStructure = 0x51,
  kUnion = 0x52,
  kBitset = 0x53,
  kSequence = 0x60,
  kArray = 0x61,
  kMap = 0x62,
  kString8Small = 0x70,
  kString8Large = 0x71,
  kString16Small = 0x72,
  kString16Large = 0x73,
  kPlainSequenceSmall = 0x80,
  kPlainSequenceLarge = 0x81,
  kPlainArraySmall = 0x90,
  kPlainArrayLarge = 0x91,
  kPlainMapSmall = 0xA0,
  kPlainMapLarge = 0xA1,
  kConnectedComponent = 0xB0,
  kMinimal = 0xF1,
  kComplete = 0xF2,
  kBoth = 0xF3,
};

// MemberFlag.
inline constexpr uint16_t kTryConstructDiscard = 1 << 0;
inline constexpr uint16_t kIsOptional = 1 << 3;
inline constexpr uint16_t kIsMustUnderstand = 1 << 4;
inline constexpr uint16_t kIsKey = 1 << 5;
inline constexpr uint16_t kIsDefault = 1 << 6;
// TypeFlag.
inline constexpr uint16_t kIsFinal = 1 << 0;
inline constexpr uint16_t kIsAppendable = 1 << 1;
inline constexpr uint16_t kIsMutable = 1 << 2;

inline constexpr std::array<std::pair<TypeKind, Kind>, 15> kPrimitiveKinds = {{
    {TypeKind::kBoolean, kBoolean},
    {TypeKind::kByte, kByte},
    {TypeKind::kInt8, kInt8},
    {TypeKind::kUInt8, kUInt8},
    {TypeKind::kInt16, kInt16},
    {TypeKind::kUInt16, kUInt16},
    {TypeKind::kInt32, kInt32},
    {TypeKind::kUInt32, kUInt32},
    {TypeKind::kInt64, kInt64},
    {TypeKind::kUInt64, kUInt64},
    {TypeKind::kFloat32, kFloat32},
    {TypeKind::kFloat64, kFloat64},
    {TypeKind::kFloat128, kFloat128},
    {TypeKind::kChar8, kChar8},
    {TypeKind::kChar16, kChar16},
}};

// nullopt: no primitive's kind.
constexpr std::optional<TypeKind> PrimitiveOf(int64_t kind) {
  for (const auto& [type, number] : kPrimitiveKinds) {
    if (number == kind) return type;
  }
  return std::nullopt;
}
// kNone: not primitive.
constexpr Kind KindOfPrimitive(TypeKind type) {
  for (const auto& [primitive, number] : kPrimitiveKinds) {
    if (primitive == type) return number;
  }
  return kNone;
}

}  // namespace transcdr::typeobject

#endif  // TRANSCDR_CODEC_TYPEOBJECT_KINDS_H_
