// The language-neutral description of one type: OMG XTypes 1.3, 7.2, without
// anything about text, wire or documents. Plain values; TypeBuilder checks them
// and Schema holds the checked ones.

#ifndef TRANSCDR_CODEC_TYPE_TYPE_DESCRIPTOR_H_
#define TRANSCDR_CODEC_TYPE_TYPE_DESCRIPTOR_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codec/type/diagnostic.h"

namespace transcdr {

enum class TypeKind : uint8_t {
  kBoolean,
  kByte,  // octet: an opaque byte
  kInt8,
  kUInt8,
  kInt16,
  kUInt16,
  kInt32,
  kUInt32,
  kInt64,
  kUInt64,
  kFloat32,
  kFloat64,
  kFloat128,  // 16 bytes, passed on uninterpreted
  kChar8,     // IDL char
  kChar16,    // IDL wchar: one UTF-16 unit
  kString8,
  kString16,
  kSequence,
  kArray,
  kMap,
  kAlias,
  kEnum,
  kBitmask,
  kBitset,
  kStruct,
  kUnion,
};

// The IDL-like name of a kind: "boolean", "uint8", "float64", "sequence", ...
std::string_view TypeKindName(TypeKind kind);

// kBoolean to kChar16: what XTypes calls primitive.
constexpr bool IsPrimitive(TypeKind kind) { return kind <= TypeKind::kChar16; }
// Signed and unsigned integers of 8 to 64 bits and octet.
constexpr bool IsInteger(TypeKind kind) {
  return kind >= TypeKind::kByte && kind <= TypeKind::kUInt64;
}
constexpr bool IsSignedInteger(TypeKind kind) {
  return kind == TypeKind::kInt8 || kind == TypeKind::kInt16 ||
         kind == TypeKind::kInt32 || kind == TypeKind::kInt64;
}
// Kinds that have a name of their own.
constexpr bool IsNamed(TypeKind kind) { return kind >= TypeKind::kAlias; }

// XTypes 1.3, 7.2.3.
enum class Extensibility : uint8_t { kFinal, kAppendable, kMutable };

// Where a type is in its Schema (or TypeBuilder).
using TypeIndex = uint32_t;

// A value in a schema: the default of a member. monostate: none.
struct Literal {
  std::variant<std::monostate, bool, int64_t, uint64_t, double, std::string,
               std::vector<Literal>>
      value;

  bool operator==(const Literal&) const = default;
};

// A member of a struct, or the member of a union's case.
struct Member {
  std::string name;
  TypeIndex type = 0;
  // Member id, 28 bits. Absent before Build: the previous member's + 1 (the
  // first: 0 in a struct, 1 in a union). Always set in a Schema.
  std::optional<uint32_t> id;
  bool is_optional = false;
  bool is_key = false;
  bool is_must_understand = false;
  // What Encode takes when the document has none. In a Schema it is normalised:
  // int64_t for integers that fit, else uint64_t; double for floats (float128
  // too, which has no more precision here); the literal's name for enums;
  // one-character text for characters.
  std::optional<Literal> default_value;
  SourceLocation location;  // not part of the identity
};

struct Enumerator {
  std::string name;
  // Absent before Build: the previous one's + 1, the first 0.
  std::optional<int32_t> value;
  bool is_default = false;
  SourceLocation location;
};

struct Flag {
  std::string name;
  // Absent before Build: the previous one's + 1, the first 0.
  std::optional<uint32_t> position;
  SourceLocation location;
};

struct Bitfield {
  std::string name;    // empty: bits that are skipped
  uint32_t width = 0;  // bits, 1 to 64
  // Absent before Build: kBoolean for one bit, else the smallest unsigned
  // integer that holds the width.
  std::optional<TypeKind> holder;
  SourceLocation location;
};

struct UnionCase {
  // Booleans 0 and 1, characters as code, enumerators as value, integers as
  // such (uint64_t as its two's complement).
  std::vector<int64_t> labels;
  bool is_default = false;
  Member member;
};

// One type. Which fields count depends on the kind; the others keep their
// defaults.
struct TypeDescriptor {
  TypeKind kind = TypeKind::kBoolean;

  // Named kinds: fully scoped, parts joined by "::".
  std::string name;
  SourceLocation location;

  // kStruct, kUnion.
  Extensibility extensibility = Extensibility::kFinal;

  // kSequence, kArray, kMap (the value), kAlias; kUnion: the discriminator.
  TypeIndex element = 0;
  // kMap.
  TypeIndex key = 0;
  // kString8 (bytes), kString16 (units), kSequence, kMap; 0: unbounded.
  uint32_t bound = 0;
  // kArray: outermost first.
  std::vector<uint32_t> dimensions;

  // kStruct, kBitset: inherited from; its members come first.
  std::optional<TypeIndex> base;
  std::vector<Member> members;          // kStruct: own ones, without the base's
  bool is_discriminator_key = false;    // kUnion
  std::vector<UnionCase> cases;         // kUnion
  uint32_t bit_bound = 32;              // kEnum 1-32, kBitmask 1-64
  std::vector<Enumerator> enumerators;  // kEnum
  std::vector<Flag> flags;              // kBitmask
  std::vector<Bitfield> bitfields;      // kBitset: own ones
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPE_TYPE_DESCRIPTOR_H_
