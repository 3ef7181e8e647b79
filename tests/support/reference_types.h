// What the parts of the reference codec know about types.

#ifndef TRANSCDR_TESTS_SUPPORT_REFERENCE_TYPES_H_
#define TRANSCDR_TESTS_SUPPORT_REFERENCE_TYPES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "codec/type/schema.h"
#include "tests/support/reference_codec.h"

namespace transcdr::reference {

// The index of the case that a discriminator selects.
std::optional<size_t> SelectedCase(const TypeDescriptor& union_type,
                                   uint64_t bits);
// Bytes that enums, bitmasks and bitsets of that many bits take.
uint32_t BytesForBits(uint32_t bits);
// Bits of all fields of a bitset.
uint32_t BitsetWidth(const Schema& schema, TypeIndex bitset_index);
// Of integers, floats up to 64 bits, and what takes one byte.
uint32_t PrimitiveSize(TypeKind kind);
uint64_t ElementCount(const TypeDescriptor& array);

// Whether a member belongs to a value: in one of keys alone, the key members
// of its struct, or all where that has none.
std::vector<bool> MembersInScope(const std::vector<const Member*>& members,
                                 bool key_only);

// Whether a DHEADER stands before the collection in XCDR2. An array of arrays
// is one array: its inner ones have none.
bool HasCollectionHeader(const Schema& schema, const TypeDescriptor& type);
// Whether a value of the type takes a byte at least.
bool HasBytes(const Schema& schema, TypeIndex index, bool is_xcdr2,
              bool key_only);

// What a member is that nobody gave a value.
Value DefaultValue(const Schema& schema, TypeIndex index, bool key_only);

// XTypes 1.3, 7.4.1.2 and 7.4.3.4.2.
inline constexpr uint32_t kPidExtended = 0x3f01;
inline constexpr uint32_t kPidListEnd = 0x3f02;
inline constexpr uint32_t kPidIgnore = 0x3f03;

}  // namespace transcdr::reference

#endif  // TRANSCDR_TESTS_SUPPORT_REFERENCE_TYPES_H_
