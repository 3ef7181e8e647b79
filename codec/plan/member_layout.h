// What XCDR2 puts before values besides their members: which collections have a
// DHEADER, and how a member header tells the size of a type. XTypes 1.3,
// 7.4.3.4.2 and 7.4.3.5.3.

#ifndef TRANSCDR_CODEC_PLAN_MEMBER_LAYOUT_H_
#define TRANSCDR_CODEC_PLAN_MEMBER_LAYOUT_H_

#include <cstdint>

#include "codec/plan/tables.h"
#include "codec/type/schema.h"

namespace transcdr {

// Bytes of an enum, bitmask or bitset of that many bits: 1, 2, 4 or 8.
// REQUIRES: bits <= 64.
uint8_t BytesForBits(uint32_t bits);

// Whether a DHEADER stands before the collection, as the schema's profile has
// it. An array of arrays, which aliases make, is one array of more dimensions,
// as Cyclone DDS and Fast CDR have it. REQUIRES: a sequence, array or map.
bool HasCollectionHeader(const Schema& schema, TypeIndex collection);

// The LC that we write for a value of the type: the shortest header of those
// that fit the type as such, whatever the value.
LengthCode LengthCodeOf(const Schema& schema, TypeIndex type);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_MEMBER_LAYOUT_H_
