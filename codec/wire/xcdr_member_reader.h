// What stands around the values of an XCDR payload: delimiters, member headers,
// lists of members, optional members. Rules: xcdr.md.

#ifndef TRANSCDR_CODEC_WIRE_XCDR_MEMBER_READER_H_
#define TRANSCDR_CODEC_WIRE_XCDR_MEMBER_READER_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codec/base/byte_order.h"
#include "codec/plan/frame.h"
#include "codec/plan/tables.h"
#include "codec/wire/member_header.h"
#include "codec/wire/wire_scratch.h"
#include "codec/wire/xcdr_cursor.h"

namespace transcdr {

// The struct part of a Source (transcode/source.h), and what unions and
// collections share with it.
//
// frame.source of a struct:
//   [0] end of the enclosing body (an offset). In a final or appendable XCDR1
//       struct: 0 but while an optional member is open.
//   [1] XCDR1: the origin to go back to (an offset).
//   [2] mutable: first row in scratch.members, with kOpen while a member is.
//       Appendable XCDR1: kMayEndEarly.
template <std::endian kOrder, XcdrVersion kVersion>
class XcdrMemberReader : public XcdrCursor<kOrder, kVersion> {
 public:
  using Cursor = XcdrCursor<kOrder, kVersion>;
  using Cursor::kIsXcdr2;
  using Cursor::ReadNumber;
  using Cursor::remaining;

  // `pad_count`: of the encapsulation header. `root_is_appendable`: the root is
  // an appendable struct, so that an XCDR1 payload may end before its last
  // members.
  XcdrMemberReader(std::string_view payload, const WireProfile& profile,
                   const WireOptions& options, uint8_t pad_count,
                   bool root_is_appendable, WireScratch* scratch, Fault* fault)
      : Cursor(payload, profile, options, fault),
        scratch_(*scratch),
        root_may_end_early_(root_is_appendable) {
    scratch_.members.clear();
    // Counts of payloads that were cut or padded otherwise are wrong.
    const bool is_padded = payload.size() % 4 == 0 && remaining() >= pad_count;
    last_value_end_ = end_ - (is_padded ? pad_count : 0);
  }

  bool BeginStruct(const StructInfo& info, Frame& frame) {
    return info.is_plain || BeginFramedStruct(info, frame);
  }
  bool ReadMember(const StructInfo& info, uint32_t slot, Frame& frame,
                  bool* present) {
    *present = true;
    return info.is_plain || ReadFramedMember(info, slot, frame, present);
  }
  bool EndStruct(const StructInfo& info, Frame& frame) {
    return info.is_plain || EndFramedStruct(info, frame);
  }

 protected:
  using Cursor::begin_;
  using Cursor::end_;
  using Cursor::Malformed;
  using Cursor::Offset;
  using Cursor::options_;
  using Cursor::origin_;
  using Cursor::position_;
  using Cursor::profile_;
  using Cursor::Take;
  using Cursor::Truncated;
  using Cursor::value_;

  // In frame.source[2]: a listed member's value is the open body.
  static constexpr uint64_t kOpen = uint64_t{1} << 63;

  const uint8_t* At(uint64_t offset) const { return begin_ + offset; }

  // XCDR2: a DHEADER, which makes its body the open one. The enclosing end is
  // kept in frame.source[0].
  bool OpenDelimited(Frame& frame) {
    uint32_t size{};
    if (!ReadNumber(&size)) return false;
    if (size > remaining()) return Truncated(position_, size);
    frame.source[0] = Offset(end_);
    end_ = position_ + size;
    return true;
  }
  void CloseDelimited(Frame& frame) {
    position_ = end_;
    end_ = At(frame.source[0]);
  }

  // The next header; the position is then that of the value.
  bool ReadMemberHeader(MemberHeader* header) {
    if constexpr (kIsXcdr2) {
      if (!ReadEmheader(header)) return false;
    } else {
      if (!ReadParameterHeader(header)) return false;
    }
    if (header->size > remaining()) {
      return Truncated(position_, header->size);
    }
    header->value = position_;
    return true;
  }

  // XCDR2: up to 3 bytes at the end of a body are no header but padding.
  bool HasHeader() const { return remaining() >= sizeof(uint32_t); }

  // Makes the value of a header the open body.
  void OpenValue(const uint8_t* value, uint64_t size) {
    position_ = value;
    end_ = value + size;
    if constexpr (!kIsXcdr2) origin_ = value;
  }

  // A parameter or EMHEADER that no member of the type has.
  bool SkipUnknown(const MemberHeader& header) {
    if (header.kind == MemberHeader::kMember && header.is_must_understand) {
      return Malformed(header.start, "member id",
                       "an id of the type, since it must be understood",
                       header.id);
    }
    position_ = header.value + header.size;
    return true;
  }

  // `strict`: the value takes all of the size in its header, but for the
  // padding that some writers count in XCDR1.
  bool CheckWholeValue() {
    const size_t most = kIsXcdr2 ? 0 : 3;
    return !options_.strict || remaining() <= most ||
           Malformed(position_, "size of a member", "that of its value",
                     static_cast<int64_t>(end_ - position_),
                     "that many bytes more");
  }

 private:
  static constexpr uint64_t kMayEndEarly = 1;

  bool ReadParameterHeader(MemberHeader* header) {
    if (!Take(sizeof(uint32_t), sizeof(uint32_t))) return false;
    header->start = value_;
    const auto pid = Load<kOrder, uint16_t>(value_);
    const auto size = Load<kOrder, uint16_t>(value_ + sizeof(pid));
    const uint16_t short_id = pid & parameter::kIdMask;
    bool is_implementation = false;
    header->kind = MemberHeader::kMember;
    if (options_.strict && (pid & parameter::kImplementation) != 0) {
      // Another parameter than the one of that id; no member has it. OpenDDS
      // sets the bit on ordinary members.
      header->is_must_understand = (pid & parameter::kMustUnderstand) != 0;
      header->id = short_id | parameter::kLongImplementation;
      header->size = size;
      return true;
    }
    if (short_id == parameter::kExtended) {
      if (size != parameter::kExtendedSize) {
        return Malformed(header->start, "size of an extended parameter header",
                         "8", size);
      }
      uint32_t id{};
      uint32_t long_size{};
      if (!ReadNumber(&id) || !ReadNumber(&long_size)) return false;
      // The flag of the short id means nothing here (XTypes 1.3, table 34).
      header->is_must_understand = (id & parameter::kLongMustUnderstand) != 0;
      is_implementation = (id & parameter::kLongImplementation) != 0;
      header->id = id & parameter::kLongIdMask;
      header->size = long_size;
    } else {
      header->is_must_understand = (pid & parameter::kMustUnderstand) != 0;
      header->id = short_id;
      header->size = size;
      if (short_id == parameter::kListEnd) {
        header->kind = MemberHeader::kListEnd;
      } else if (short_id >= parameter::kIgnore) {
        header->kind = MemberHeader::kSkipped;
      }
    }
    if (is_implementation && options_.strict) {
      header->id |= parameter::kLongImplementation;
    }
    return true;
  }

  bool ReadEmheader(MemberHeader* header) {
    uint32_t word{};
    if (!ReadNumber(&word)) return false;
    header->start = value_;
    header->kind = MemberHeader::kMember;
    header->is_must_understand = (word & emheader::kMustUnderstand) != 0;
    header->id = word & emheader::kIdMask;
    const uint32_t code = word >> emheader::kLengthCodeShift & 7;
    if (code < 4) {
      header->size = uint64_t{1} << code;
      return true;
    }
    uint32_t next{};
    if (!ReadNumber(&next)) return false;
    if (code == 4) {
      header->size = next;
      return true;
    }
    // The number is the value's own first one.
    position_ -= sizeof(next);
    header->size = sizeof(next) + (code == 5   ? uint64_t{next}
                                   : code == 6 ? uint64_t{next} * 4
                                               : uint64_t{next} * 8);
    return true;
  }

  [[gnu::noinline]] bool BeginFramedStruct(const StructInfo& info,
                                           Frame& frame) {
    frame.source[0] = 0;
    frame.source[2] = 0;
    if constexpr (kIsXcdr2) {
      if (info.extensibility != Extensibility::kFinal &&
          !OpenDelimited(frame)) {
        return false;
      }
    } else {
      frame.source[1] = Offset(origin_);
      if (info.extensibility == Extensibility::kAppendable) {
        frame.source[2] = root_may_end_early_ ? kMayEndEarly : 0;
        root_may_end_early_ = false;  // the first struct is the root
      }
      if (info.extensibility == Extensibility::kMutable) {
        frame.source[0] = Offset(end_);
      }
    }
    return info.extensibility != Extensibility::kMutable ||
           ListMembers(info, frame);
  }

  [[gnu::noinline]] bool ReadFramedMember(const StructInfo& info, uint32_t slot,
                                          Frame& frame, bool* present) {
    const MemberInfo& member = info.members[slot];
    if (info.extensibility == Extensibility::kMutable) {
      return FindMember(member, slot, frame, present);
    }
    if constexpr (!kIsXcdr2) {
      if (!CloseParameter(frame)) return false;
    }
    if (HasBytes(member) && EndsEarly(info, frame)) {
      *present = false;
      return true;
    }
    if (!member.is_optional) return true;
    frame.slot = slot;  // what is wrong from here on is the member's
    if constexpr (kIsXcdr2) {
      return ReadPresence(present);
    } else {
      return OpenParameter(member, frame, present);
    }
  }

  [[gnu::noinline]] bool EndFramedStruct(const StructInfo& info, Frame& frame) {
    if (info.extensibility == Extensibility::kMutable) {
      const size_t first = frame.source[2] & ~kOpen;
      if (!CloseListed(frame)) return false;
      position_ = At(scratch_.members[first + info.members.size()].offset);
      end_ = At(frame.source[0]);
      if constexpr (!kIsXcdr2) origin_ = At(frame.source[1]);
      scratch_.members.resize(first);
      return true;
    }
    if constexpr (kIsXcdr2) {
      // What is left are members that a newer type has.
      if (info.extensibility == Extensibility::kAppendable) {
        CloseDelimited(frame);
      }
      return true;
    } else {
      return CloseParameter(frame);
    }
  }

  // Whether the body of an appendable struct ends before the next member: the
  // writer's type is older. In XCDR1 only the root's end can be told.
  bool EndsEarly(const StructInfo& info, const Frame& frame) const {
    if (info.extensibility != Extensibility::kAppendable) return false;
    return kIsXcdr2 ? position_ >= end_
                    : frame.source[2] == kMayEndEarly &&
                          position_ >= last_value_end_;
  }

  // ---- Mutable structs: all headers are read first, then values in the order
  // of the type.

  bool ListMembers(const StructInfo& info, Frame& frame) {
    const size_t first = scratch_.members.size();
    scratch_.members.resize(first + info.members.size() + 1);
    frame.source[2] = first;
    while (!kIsXcdr2 || HasHeader()) {
      MemberHeader header;
      if (!ReadMemberHeader(&header)) return false;
      if (header.kind == MemberHeader::kListEnd || IsSentinel(info, header)) {
        break;
      }
      auto it = info.slots_by_id.find(header.id);
      if (header.kind != MemberHeader::kMember ||
          it == info.slots_by_id.end()) {
        if (!SkipUnknown(header)) return false;
        continue;
      }
      MemberSpan& span = scratch_.members[first + it->second];
      if (span.offset != 0) {
        return Malformed(header.start, "member id", "each id once", header.id,
                         "a second time");
      }
      span = {Offset(header.value), header.size};
      position_ = header.value + header.size;
    }
    if constexpr (kIsXcdr2) position_ = end_;
    scratch_.members[first + info.members.size()].offset = Offset(position_);
    return true;
  }

  // Discovery data ends in another way. An empty member that a newer type has
  // may look the same, but is not the last of a payload.
  bool IsSentinel(const StructInfo& info, const MemberHeader& header) const {
    return !kIsXcdr2 && header.id == parameter::kSentinel && header.size == 0 &&
           remaining() < sizeof(uint32_t) &&
           !info.slots_by_id.contains(parameter::kSentinel);
  }

  static bool HasBytes(const MemberInfo& member) {
    return kIsXcdr2 ? member.has_bytes_in_xcdr2 : member.has_bytes_in_xcdr1;
  }

  bool FindMember(const MemberInfo& member, uint32_t slot, Frame& frame,
                  bool* present) {
    if (!CloseListed(frame)) return false;
    const MemberSpan& span = scratch_.members[frame.source[2] + slot];
    const bool is_empty =
        member.is_optional && span.size == 0 && HasBytes(member);
    *present = span.offset != 0 && !is_empty;
    if (!*present) return true;
    OpenValue(At(span.offset), span.size);
    frame.source[2] |= kOpen;
    return true;
  }
  bool CloseListed(Frame& frame) {
    const bool is_open = (frame.source[2] & kOpen) != 0;
    frame.source[2] &= ~kOpen;
    return !is_open || CheckWholeValue();
  }

  // ---- Optional members of final and appendable structs.

  // XCDR2: a byte, 0 or 1.
  bool ReadPresence(bool* present) {
    uint8_t byte{};
    if (!ReadNumber(&byte)) return false;
    *present = byte != 0;
    return byte <= 1 || Malformed(value_, "is_present of an optional member",
                                  "0 or 1", byte);
  }

  // XCDR1: a parameter, of size 0 when the member is absent.
  bool OpenParameter(const MemberInfo& member, Frame& frame, bool* present) {
    MemberHeader header;
    if (!ReadMemberHeader(&header)) return false;
    if (header.kind != MemberHeader::kMember || header.id != member.id) {
      *this->fault_ = {.reason = FaultReason::kPayloadMalformed,
                       .byte_offset = Offset(header.start),
                       .what = "id of an optional member",
                       .expected_number = member.id,
                       .actual_number = header.id};
      return false;
    }
    *present = header.size != 0;
    if (*present) {
      frame.source[0] = Offset(end_);
      frame.source[1] = Offset(origin_);
      OpenValue(header.value, header.size);
    } else if (profile_.optional_origin == OptionalOrigin::kKept) {
      origin_ = header.value;
    }
    return true;
  }
  bool CloseParameter(Frame& frame) {
    if (frame.source[0] == 0) return true;
    if (!CheckWholeValue()) return false;
    position_ = end_;
    end_ = At(frame.source[0]);
    frame.source[0] = 0;
    if (profile_.optional_origin == OptionalOrigin::kRestored) {
      origin_ = At(frame.source[1]);
    }
    return true;
  }

 protected:
  WireScratch& scratch_;

 private:
  const uint8_t* last_value_end_;  // the payload's end without its padding
  bool root_may_end_early_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_XCDR_MEMBER_READER_H_
