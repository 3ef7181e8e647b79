// The one loop: runs a program, reading from a source and writing to a sink.

#ifndef TRANSCDR_CODEC_TRANSCODE_INTERPRETER_H_
#define TRANSCDR_CODEC_TRANSCODE_INTERPRETER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "codec/plan/form_pair.h"
#include "codec/plan/number_span.h"
#include "codec/plan/program.h"
#include "codec/plan/union_value.h"
#include "codec/transcode/default_source.h"
#include "codec/transcode/scratch.h"
#include "codec/transcode/sink.h"
#include "codec/transcode/source.h"

namespace transcdr {

// What the loop itself does with missing members.
struct RunOptions {
  // A member that the source does not have is an error; else it takes its
  // default.
  bool require_all = false;
};

// Runs from op `at` to op `stop` (not included; reached with the frames as they
// were at `at`). False: the fault and the frames that led to it are in `state`.
// Source and sink were made with &state.fault.
template <Source S, Sink K>
class Interpreter {
 public:
  Interpreter(const Program& program, S& source, K& sink,
              TranscodeScratch::State& state, const RunOptions& options)
      : p_(program),
        source_(source),
        sink_(sink),
        state_(state),
        options_(options) {}

  bool Run(uint32_t at, uint32_t stop) {
    const Op* const ops = p_.ops.data();
    const Op* op = ops + at;
    const Op* const end = ops + stop;
    const uint32_t base = state_.depth;
    // A called body may pass through `end`'s address only at its own depth.
    while (op != end || state_.depth != base) {
      switch (op->code) {
        case OpCode::kBoolean: {
          bool value = false;
          if (!source_.ReadBoolean(&value)) return false;
          if (!sink_.WriteBoolean(value)) return SinkFault();
          break;
        }
        case OpCode::kInt8:
          if (!Number<int8_t>()) return false;
          break;
        case OpCode::kUInt8:
          if (!Number<uint8_t>()) return false;
          break;
        case OpCode::kInt16:
          if (!Number<int16_t>()) return false;
          break;
        case OpCode::kUInt16:
          if (!Number<uint16_t>()) return false;
          break;
        case OpCode::kInt32:
          if (!Number<int32_t>()) return false;
          break;
        case OpCode::kUInt32:
          if (!Number<uint32_t>()) return false;
          break;
        case OpCode::kInt64:
          if (!Number<int64_t>()) return false;
          break;
        case OpCode::kUInt64:
          if (!Number<uint64_t>()) return false;
          break;
        case OpCode::kFloat32:
          if (!Number<float>()) return false;
          break;
        case OpCode::kFloat64:
          if (!Number<double>()) return false;
          break;
        case OpCode::kFloat128: {
          Float128 value{};
          if (!source_.ReadFloat128(&value)) return false;
          if (!sink_.WriteFloat128(value)) return SinkFault();
          break;
        }
        case OpCode::kChar8: {
          uint8_t value{};
          if (!source_.ReadChar8(&value)) return false;
          if (!sink_.WriteChar8(value)) return SinkFault();
          break;
        }
        case OpCode::kChar16: {
          const auto width = FormPair<WcharWidth>::Unpack(op->flags);
          char16_t value{};
          if (!source_.ReadChar16(width, &value)) return false;
          if (!sink_.WriteChar16(width, value)) return SinkFault();
          break;
        }
        case OpCode::kString: {
          std::string_view value{};
          if (!source_.ReadString(op->arg, &value)) return false;
          if (!sink_.WriteString(value)) return SinkFault();
          break;
        }
        case OpCode::kWString: {
          const auto form = FormPair<WstringForm>::Unpack(op->flags);
          std::u16string_view value{};
          if (!source_.ReadWString(form, op->arg, &value)) return false;
          if (!sink_.WriteWString(form, value)) return SinkFault();
          break;
        }
        case OpCode::kEnum: {
          int32_t value{};
          if (!source_.ReadEnum(p_.enums[op->info], &value)) return false;
          if (!sink_.WriteEnum(p_.enums[op->info], value)) return SinkFault();
          break;
        }
        case OpCode::kBitmask: {
          const BitmaskInfo& info = p_.bitmasks[op->info];
          uint64_t value{};
          if (!source_.ReadBitmask(info, &value)) return false;
          if (!sink_.WriteBitmask(info, value)) return SinkFault();
          break;
        }
        case OpCode::kBitset: {
          const BitsetInfo& info = p_.bitsets[op->info];
          uint64_t value{};
          if (!source_.ReadBitset(info, &value)) return false;
          if (!sink_.WriteBitset(info, value)) return SinkFault();
          break;
        }
        case OpCode::kByteArray:
        case OpCode::kByteSequence: {
          std::string_view value{};
          if (!source_.ReadBytes(*op, &value)) return false;
          if (!sink_.WriteBytes(*op, value)) return SinkFault();
          break;
        }
        case OpCode::kCharArray:
        case OpCode::kCharSequence: {
          std::string_view value{};
          if (!source_.ReadChars(*op, &value)) return false;
          if (!sink_.WriteChars(*op, value)) return SinkFault();
          break;
        }
        case OpCode::kNumberArray:
        case OpCode::kNumberSequence:
          if (!Numbers(*op)) return false;
          break;
        case OpCode::kStruct: {
          Frame* frame = state_.Push(op);
          if (frame == nullptr) return SinkFault();
          const StructInfo& info = p_.structs[op->info];
          if (info.may_be_without_bytes && !state_.CountNothing()) {
            return SinkFault();
          }
          if (!source_.BeginStruct(info, *frame)) return false;
          if (!sink_.BeginStruct(info, *frame)) return SinkFault();
          break;
        }
        case OpCode::kMember: {
          Frame& frame = state_.top();
          const StructInfo& info = p_.structs[op->info];
          frame.slot = Frame::kNoSlot;  // finding it is the struct's matter
          if constexpr (kIsMadeUp) {
            if (!state_.CountNothing()) return SinkFault();
          }
          bool present = false;
          if (!source_.ReadMember(info, op->slot, frame, &present)) {
            return false;
          }
          frame.slot = op->slot;
          if (!present) {
            if (!Absent(info, *op, frame)) return false;
            op = ops + op->target;
            continue;
          }
          if (!sink_.BeginMember(info, op->slot, frame)) return SinkFault();
          break;
        }
        case OpCode::kEndStruct: {
          const StructInfo& info = p_.structs[op->info];
          Frame& frame = state_.top();
          // What is left over in the source belongs to no member.
          frame.slot = Frame::kNoSlot;
          if (!source_.EndStruct(info, frame)) return false;
          if (!sink_.EndStruct(info, frame)) return SinkFault();
          state_.Pop();
          break;
        }
        case OpCode::kArray:
        case OpCode::kSequence: {
          Frame* frame = state_.Push(op);
          if (frame == nullptr) return SinkFault();
          const ElementInfo& info = p_.elements[op->info];
          if (op->code == OpCode::kArray) {
            frame->count = op->arg;
            if (!source_.BeginArray(info, *frame)) return false;
            if (!sink_.BeginArray(info, *frame)) return SinkFault();
          } else {
            if (!source_.BeginSequence(info, *frame)) return false;
            if (!sink_.BeginSequence(info, *frame)) return SinkFault();
          }
          bool more = false;
          if (!Element(*frame, &more)) return false;
          if (!more) {
            op = ops + op->target;
            continue;
          }
          break;
        }
        case OpCode::kNext: {
          Frame& frame = state_.top();
          ++frame.index;
          bool more = false;
          if (!Element(frame, &more)) return false;
          if (more) {
            op = ops + op->target;
            continue;
          }
          break;
        }
        case OpCode::kMap: {
          Frame* frame = state_.Push(op);
          if (frame == nullptr) return SinkFault();
          const MapInfo& info = p_.maps[op->info];
          if (!source_.BeginMap(info, *frame)) return false;
          if (!sink_.BeginMap(info, *frame)) return SinkFault();
          if (state_.keys.size() < state_.depth) {
            state_.keys.resize(state_.depth);
          }
          state_.keys[state_.depth - 1].clear();
          bool more = false;
          if (!Entry(info, *frame, &more)) return false;
          if (!more) {
            op = ops + op->target;
            continue;
          }
          break;
        }
        case OpCode::kMapValue: {
          const MapInfo& info = p_.maps[op->info];
          Frame& frame = state_.top();
          if (!CheckKey(info, frame)) return SinkFault();
          if (!source_.BeginMapValue(info, frame)) return false;
          if (!sink_.BeginMapValue(info, frame)) return SinkFault();
          frame.in_key = false;
          break;
        }
        case OpCode::kNextEntry: {
          const MapInfo& info = p_.maps[op->info];
          Frame& frame = state_.top();
          if (!source_.EndEntry(info, frame)) return false;
          if (!sink_.EndEntry(info, frame)) return SinkFault();
          ++frame.index;
          bool more = false;
          if (!Entry(info, frame, &more)) return false;
          if (more) {
            op = ops + op->target;
            continue;
          }
          break;
        }
        case OpCode::kUnion: {
          Frame* frame = state_.Push(op);
          if (frame == nullptr) return SinkFault();
          const UnionInfo& info = p_.unions[op->info];
          UnionValue value{};
          if (!source_.BeginUnion(info, EnumOf(info), *frame, &value)) {
            return false;
          }
          if (!sink_.BeginUnion(info, EnumOf(info), *frame, value)) {
            return SinkFault();
          }
          if (value.selected == UnionInfo::kNoCase) {
            if (!EndUnion(info, *frame)) return false;
            op = ops + op->target;
            continue;
          }
          frame->slot = value.selected;
          if (!sink_.BeginCase(info, value, *frame)) return SinkFault();
          const uint32_t body = info.cases[value.selected].body;
          if (!value.has_member) {
            if constexpr (S::kIsPayload) state_.CountDefaulted();
            const uint32_t behind = EndOfCase(info, value.selected, *op);
            if (!Default(info.cases[value.selected].member, body, behind)) {
              return false;
            }
            op = ops + behind;
          } else {
            op = ops + body;
          }
          continue;
        }
        case OpCode::kEndCase:
          if (!EndUnion(p_.unions[op->info], state_.top())) return false;
          op = ops + op->target;
          continue;
        case OpCode::kDummyOctet:
          if (!source_.ReadDummyOctet()) return false;
          if (!sink_.WriteDummyOctet()) return SinkFault();
          break;
        case OpCode::kCall: {
          Frame* frame = state_.Push(op);
          if (frame == nullptr) return SinkFault();
          frame->return_to = Index(op) + 1;
          op = ops + op->target;
          continue;
        }
        case OpCode::kReturn:
          op = ops + state_.top().return_to;
          state_.Pop();
          continue;
        case OpCode::kEnd:
          return true;  // `stop` of a whole program
      }
      ++op;
    }
    return true;
  }

 private:
  // No input bounds what defaults make of a schema: their members are counted.
  static constexpr bool kIsMadeUp = std::is_same_v<S, DefaultSource>;

  uint32_t Index(const Op* op) const {
    return static_cast<uint32_t>(op - p_.ops.data());
  }
  const EnumInfo* EnumOf(const UnionInfo& info) const {
    return info.discriminator == TypeKind::kEnum ? &p_.enums[info.enum_row]
                                                 : nullptr;
  }
  // The kEndCase behind a case's body: before the next body, or the union's
  // end.
  uint32_t EndOfCase(const UnionInfo& info, uint32_t selected,
                     const Op& op) const {
    return selected + 1 < info.cases.size() ? info.cases[selected + 1].body - 1
                                            : op.target - 1;
  }

  template <typename T>
  bool Number() {
    T value{};
    if (!source_.ReadNumber(&value)) return false;
    return sink_.WriteNumber(value) || SinkFault();
  }

  bool Numbers(const Op& op) {
    return DispatchNumber(static_cast<NumberKind>(op.flags), [&]<typename T>() {
      NumberSpan span{};
      if (!source_.template ReadNumbers<T>(op, &span)) return false;
      return sink_.template WriteNumbers<T>(op, span) || SinkFault();
    });
  }

  // Asks for another element and begins it, or ends the collection.
  bool Element(Frame& frame, bool* more) {
    frame.slot = Frame::kNoSlot;  // no element is in work
    if (!source_.MoreElements(frame, more)) return false;
    if (*more) {
      frame.slot = 0;
      if (!state_.CountElement()) return SinkFault();
      return sink_.BeginElement(frame) || SinkFault();
    }
    const ElementInfo& info = p_.elements[frame.op->info];
    if (!source_.EndElements(info, frame)) return false;
    if (!sink_.EndElements(info, frame)) return SinkFault();
    state_.Pop();
    return true;
  }

  bool Entry(const MapInfo& info, Frame& frame, bool* more) {
    frame.slot = Frame::kNoSlot;  // no entry is in work
    if (!source_.MoreEntries(info, frame, more)) return false;
    if (*more) {
      frame.slot = 0;
      if (!state_.CountElement()) return SinkFault();
      frame.in_key = true;
      return sink_.BeginMapKey(info, frame) || SinkFault();
    }
    if (!source_.EndMap(info, frame)) return false;
    if (!sink_.EndMap(info, frame)) return SinkFault();
    state_.Pop();
    return true;
  }

  // The key just written, against those before it.
  bool CheckKey(const MapInfo& info, Frame& frame) {
    if (!source_.KeysMustDiffer(info, frame) &&
        !sink_.KeysMustDiffer(info, frame)) {
      return true;
    }
    const std::string_view key = sink_.KeyBytes(info, frame);
    if (state_.keys[state_.depth - 1].emplace(key).second) return true;
    state_.fault = {.reason = FaultReason::kMemberDuplicate,
                    .what = "map key",
                    .expected = "once"};
    return false;
  }

  bool EndUnion(const UnionInfo& info, Frame& frame) {
    if (!source_.EndUnion(info, frame)) return false;
    if (!sink_.EndUnion(info, frame)) return SinkFault();
    state_.Pop();
    return true;
  }

  // A member that the source does not have: nothing where it is optional, else
  // its default.
  [[gnu::noinline]] bool Absent(const StructInfo& info, const Op& op,
                                Frame& frame) {
    const MemberInfo& member = info.members[op.slot];
    if (!state_.CountNothing()) return SinkFault();
    if (member.is_optional) {
      return sink_.SkipMember(info, op.slot, frame) || SinkFault();
    }
    if constexpr (S::kIsPayload) state_.CountDefaulted();
    if (!sink_.BeginMember(info, op.slot, frame)) return SinkFault();
    return Default(member, Index(&op) + 1, op.target);
  }

  // Writes what a member is that the source does not have: ops [at, stop).
  bool Default(const MemberInfo& member, uint32_t at, uint32_t stop) {
    if (options_.require_all) {
      state_.fault = {.reason = FaultReason::kMemberMissing,
                      .byte_offset = source_.value_offset(),
                      .what = "member",
                      .actual = member.name.plain};
      return false;
    }
    const Literal* literal =
        member.default_value.has_value() ? &*member.default_value : nullptr;
    DefaultSource defaults(literal, source_.value_offset(), &state_.read,
                           &state_.fault);
    return Interpreter<DefaultSource, K>(p_, defaults, sink_, state_, options_)
        .Run(at, stop);
  }

  // The sink, or the loop, has set the fault: it happened at the source's
  // value.
  bool SinkFault() {
    state_.fault.byte_offset = source_.value_offset();
    return false;
  }

  const Program& p_;
  S& source_;
  K& sink_;
  TranscodeScratch::State& state_;
  const RunOptions& options_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_INTERPRETER_H_
