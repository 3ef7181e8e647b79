// The instructions of a compiled plan. One program serves every wire and every
// document format, in both directions: an op names an event ("a float64", "a
// member begins"), the source reads it and the sink writes it.
//
// Operands (unused ones are 0). A body is a run of ops in place; `target` of an
// op that has a body is the op behind it. Rows are of the tables in tables.h.
//
//   op              arg               info         target            flags
//   kBoolean .. kFloat128, kChar8     -            -                 -
//   kChar16         -                 -            -                 widths
//   kString         bound, 0 none     -            -                 -
//   kWString        bound, 0 none     -            -                 forms
//   kEnum           -                 enum row     -                 -
//   kBitmask        -                 bitmask row  -                 -
//   kBitset         -                 bitset row   -                 -
//   kByteArray      count             -            -                 -
//   kByteSequence   bound, 0 none     -            -                 -
//   kCharArray      count             -            -                 -
//   kCharSequence   bound, 0 none     -            -                 -
//   kNumberArray    count             -            -                 NumberKind
//   kNumberSequence bound, 0 none     -            -                 NumberKind
//   kStruct         members           struct row   behind kEndStruct -
//   kMember         -                 struct row   behind the value  - (slot)
//   kEndStruct      -                 struct row   -                 -
//   kArray          count             element row  behind kNext      -
//   kSequence       bound, 0 none     element row  behind kNext      -
//   kNext           -                 -            first op of body  -
//   kMap            bound, 0 none     map row      behind kNextEntry -
//   kMapValue       -                 map row      -                 -
//   kNextEntry      -                 map row      first op of key   -
//   kUnion          cases             union row    behind the cases  -
//   kEndCase        -                 union row    behind the union  -
//   kDummyOctet     -                 -            -                 -
//   kCall           -                 -            first op of body  -
//   kReturn         -                 -            -                 -
//   kEnd            -                 -            -                 -
//
// widths, forms: a FormPair of WcharWidth or WstringForm (form_pair.h).
//
// Bodies:
//   kStruct   = { kMember value } kEndStruct; kDummyOctet before kEndStruct
//               where a struct without members has an octet on the wire
//   kArray, kSequence = value kNext
//   kMap      = key kMapValue value kNextEntry
//   kUnion    = { value kEndCase }, one for each case; a case begins where the
//               union row says
//   kCall     goes to a body that ends in kReturn: types that hold themselves,
//             and large types that are used more than once.

#ifndef TRANSCDR_CODEC_PLAN_OP_H_
#define TRANSCDR_CODEC_PLAN_OP_H_

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace transcdr {

enum class OpCode : uint8_t {
  kBoolean,
  kInt8,
  kUInt8,  // octet too
  kInt16,
  kUInt16,
  kInt32,
  kUInt32,
  kInt64,
  kUInt64,
  kFloat32,
  kFloat64,
  kFloat128,
  kChar8,
  kChar16,
  kString,
  kWString,
  kEnum,
  kBitmask,
  kBitset,
  kByteArray,
  kByteSequence,
  kCharArray,
  kCharSequence,
  kNumberArray,
  kNumberSequence,
  kStruct,
  kMember,
  kEndStruct,
  kArray,
  kSequence,
  kNext,
  kMap,
  kMapValue,
  kNextEntry,
  kUnion,
  kEndCase,
  kDummyOctet,
  kCall,
  kReturn,
  kEnd,
};

// "float64", "sequence", ...: as in a dump.
std::string_view OpCodeName(OpCode code);

// Elements that are translated in one piece.
enum class NumberKind : uint8_t {
  kBoolean,
  kInt8,
  kInt16,
  kUInt16,
  kInt32,
  kUInt32,
  kInt64,
  kUInt64,
  kFloat32,
  kFloat64,
};

// "boolean", "float64", ...
std::string_view NumberKindName(NumberKind kind);
// Bytes of one element on the wire.
uint32_t NumberSize(NumberKind kind);

struct Op {
  OpCode code = OpCode::kEnd;
  uint8_t flags = 0;
  uint16_t slot = 0;  // kMember: the member's index in its struct
  uint32_t arg = 0;
  uint32_t target = 0;
  uint32_t info = 0;

  bool operator==(const Op&) const = default;
};
// Four to a cache line; copied by value while a program is built.
static_assert(sizeof(Op) == 16 && std::is_trivially_copyable_v<Op>);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_OP_H_
