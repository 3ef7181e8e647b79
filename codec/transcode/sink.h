// What the interpreter wants of a sink: something that values are written to.
// Models: XcdrWriter (a payload), MsgpackWriter, JsonWriter.
//
// Every call returns false on failure and has then left the reason in the Fault
// that the sink was made with, without a byte offset: the interpreter adds the
// one of the value in the source. Calls come in the order of the program, as
// source.h says:
//
//   BeginStruct, { BeginMember, value | SkipMember }, EndStruct
//     SkipMember: an optional member that is absent.
//   BeginArray or BeginSequence, { BeginElement, value }, EndElements
//     frame.count is what the source knows; frame.index is the true count at
//     EndElements.
//   BeginMap, { BeginMapKey, key, BeginMapValue, value, EndEntry }, EndMap
//     KeyBytes: the key just written, to compare; asked before BeginMapValue.
//   BeginUnion, [ BeginCase, value ], EndUnion
//   WriteBytes, WriteChars, WriteNumbers: a whole array or sequence.

#ifndef TRANSCDR_CODEC_TRANSCODE_SINK_H_
#define TRANSCDR_CODEC_TRANSCODE_SINK_H_

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

template <typename K>
concept Sink = requires(
    K k, const K ck, Frame& frame, const UnionValue& choice,
    const NumberSpan& span, const Op& op, const StructInfo& struct_info,
    const EnumInfo& enum_info, const BitmaskInfo& bitmask_info,
    const BitsetInfo& bitset_info, const UnionInfo& union_info,
    const ElementInfo& element_info, const MapInfo& map_info) {
  { k.WriteBoolean(bool{}) } -> std::same_as<bool>;
  { k.WriteNumber(int64_t{}) } -> std::same_as<bool>;
  { k.WriteNumber(double{}) } -> std::same_as<bool>;
  { k.WriteFloat128(Float128{}) } -> std::same_as<bool>;
  { k.WriteChar8(uint8_t{}) } -> std::same_as<bool>;
  { k.WriteChar16(FormPair<WcharWidth>{}, char16_t{}) } -> std::same_as<bool>;
  { k.WriteString(std::string_view{}) } -> std::same_as<bool>;
  {
    k.WriteWString(FormPair<WstringForm>{}, std::u16string_view{})
    } -> std::same_as<bool>;
  { k.WriteEnum(enum_info, int32_t{}) } -> std::same_as<bool>;
  { k.WriteBitmask(bitmask_info, uint64_t{}) } -> std::same_as<bool>;
  { k.WriteBitset(bitset_info, uint64_t{}) } -> std::same_as<bool>;
  { k.WriteDummyOctet() } -> std::same_as<bool>;
  { k.BeginStruct(struct_info, frame) } -> std::same_as<bool>;
  { k.BeginMember(struct_info, uint32_t{}, frame) } -> std::same_as<bool>;
  { k.SkipMember(struct_info, uint32_t{}, frame) } -> std::same_as<bool>;
  { k.EndStruct(struct_info, frame) } -> std::same_as<bool>;
  { k.BeginArray(element_info, frame) } -> std::same_as<bool>;
  { k.BeginSequence(element_info, frame) } -> std::same_as<bool>;
  { k.BeginElement(frame) } -> std::same_as<bool>;
  { k.EndElements(element_info, frame) } -> std::same_as<bool>;
  { k.BeginMap(map_info, frame) } -> std::same_as<bool>;
  { k.BeginMapKey(map_info, frame) } -> std::same_as<bool>;
  { k.BeginMapValue(map_info, frame) } -> std::same_as<bool>;
  { k.EndEntry(map_info, frame) } -> std::same_as<bool>;
  { k.EndMap(map_info, frame) } -> std::same_as<bool>;
  { ck.KeysMustDiffer(map_info, frame) } -> std::same_as<bool>;
  { ck.KeyBytes(map_info, frame) } -> std::same_as<std::string_view>;
  { k.BeginUnion(union_info, &enum_info, frame, choice) } -> std::same_as<bool>;
  { k.BeginCase(union_info, choice, frame) } -> std::same_as<bool>;
  { k.EndUnion(union_info, frame) } -> std::same_as<bool>;
  { k.WriteBytes(op, std::string_view{}) } -> std::same_as<bool>;
  { k.WriteChars(op, std::string_view{}) } -> std::same_as<bool>;
  { k.template WriteNumbers<double>(op, span) } -> std::same_as<bool>;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_SINK_H_
