// What the interpreter wants of a source: something that values are read from.
// Models: XcdrReader (a payload), DocumentReader (MessagePack, JSON),
// DefaultSource (the schema's defaults).
//
// Every call returns false on failure and has then left the reason in the Fault
// that the source was made with. Calls come in the order of the program:
//
//   BeginStruct, { ReadMember, value }, EndStruct
//     ReadMember makes the value of a member next. Members are asked for in
//     declared order, whatever order the input has; `present` is false for one
//     that the input does not have.
//   BeginArray or BeginSequence, { MoreElements, value }
//     BeginSequence sets frame.count, or leaves it kUnknownCount. MoreElements
//     is asked before each element, and once more; it checks counts and bounds.
//   BeginMap, { MoreEntries, key, BeginMapValue, value, EndEntry }
//     as a sequence. KeysMustDiffer: two equal keys are an error.
//   BeginUnion, [ value ], EndUnion
//     BeginUnion says which case is selected, and makes its value next.
//   ReadBytes, ReadChars, ReadNumbers
//     a whole array or sequence, as a view that is valid until the next call.

#ifndef TRANSCDR_CODEC_TRANSCODE_SOURCE_H_
#define TRANSCDR_CODEC_TRANSCODE_SOURCE_H_

#include <concepts>
#include <cstdint>
#include <string_view>

#include "codec/base/byte_order.h"
#include "codec/plan/form_pair.h"
#include "codec/plan/frame.h"
#include "codec/plan/number_span.h"
#include "codec/plan/tables.h"
#include "codec/plan/union_value.h"
#include "codec/type/wire_profile.h"

namespace transcdr {

template <typename S>
concept Source = requires(
    S s, const S cs, Frame& frame, bool* flag, uint8_t* u8, int64_t* i64,
    double* f64, Float128* f128, char16_t* unit, std::string_view* view,
    std::u16string_view* wide, int32_t* i32, uint64_t* u64, UnionValue* choice,
    NumberSpan* span, const Op& op, const StructInfo& struct_info,
    const EnumInfo& enum_info, const BitmaskInfo& bitmask_info,
    const BitsetInfo& bitset_info, const UnionInfo& union_info,
    const ElementInfo& element_info, const MapInfo& map_info) {
  // A payload: members that it lacks are counted.
  { S::kIsPayload } -> std::convertible_to<bool>;
  // Where the value read last began, from the first byte of the input.
  { cs.value_offset() } -> std::same_as<uint64_t>;
  { s.ReadBoolean(flag) } -> std::same_as<bool>;
  { s.ReadNumber(i64) } -> std::same_as<bool>;
  { s.ReadNumber(f64) } -> std::same_as<bool>;
  { s.ReadFloat128(f128) } -> std::same_as<bool>;
  { s.ReadChar8(u8) } -> std::same_as<bool>;
  { s.ReadChar16(FormPair<WcharWidth>{}, unit) } -> std::same_as<bool>;
  { s.ReadString(uint32_t{}, view) } -> std::same_as<bool>;
  {
    s.ReadWString(FormPair<WstringForm>{}, uint32_t{}, wide)
    } -> std::same_as<bool>;
  { s.ReadEnum(enum_info, i32) } -> std::same_as<bool>;
  { s.ReadBitmask(bitmask_info, u64) } -> std::same_as<bool>;
  { s.ReadBitset(bitset_info, u64) } -> std::same_as<bool>;
  // Steps over the octet of a ROS message without members, on the wire.
  { s.ReadDummyOctet() } -> std::same_as<bool>;
  { s.BeginStruct(struct_info, frame) } -> std::same_as<bool>;
  { s.ReadMember(struct_info, uint32_t{}, frame, flag) } -> std::same_as<bool>;
  { s.EndStruct(struct_info, frame) } -> std::same_as<bool>;
  { s.BeginArray(element_info, frame) } -> std::same_as<bool>;
  { s.BeginSequence(element_info, frame) } -> std::same_as<bool>;
  { s.MoreElements(frame, flag) } -> std::same_as<bool>;
  { s.EndElements(element_info, frame) } -> std::same_as<bool>;
  { s.BeginMap(map_info, frame) } -> std::same_as<bool>;
  { s.MoreEntries(map_info, frame, flag) } -> std::same_as<bool>;
  { s.BeginMapValue(map_info, frame) } -> std::same_as<bool>;
  { s.EndEntry(map_info, frame) } -> std::same_as<bool>;
  { s.EndMap(map_info, frame) } -> std::same_as<bool>;
  { cs.KeysMustDiffer(map_info, frame) } -> std::same_as<bool>;
  { s.BeginUnion(union_info, &enum_info, frame, choice) } -> std::same_as<bool>;
  { s.EndUnion(union_info, frame) } -> std::same_as<bool>;
  { s.ReadBytes(op, view) } -> std::same_as<bool>;
  { s.ReadChars(op, view) } -> std::same_as<bool>;
  { s.template ReadNumbers<double>(op, span) } -> std::same_as<bool>;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_SOURCE_H_
