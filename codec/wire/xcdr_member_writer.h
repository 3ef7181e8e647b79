// What stands around the values of an XCDR payload as it is written:
// delimiters, member headers, optional members. Rules: xcdr.md.

#ifndef TRANSCDR_CODEC_WIRE_XCDR_MEMBER_WRITER_H_
#define TRANSCDR_CODEC_WIRE_XCDR_MEMBER_WRITER_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "codec/plan/frame.h"
#include "codec/plan/tables.h"
#include "codec/wire/member_header.h"
#include "codec/wire/xcdr_output.h"

namespace transcdr {

// The struct part of a Sink (transcode/sink.h), and what unions and collections
// share with it.
//
// frame.sink of a struct or union:
//   [0] XCDR2: where the DHEADER is. XCDR1: the origin to go back to.
//   [1] where the header of the open member is that its size goes in; 0: none.
template <std::endian kOrder, XcdrVersion kVersion>
class XcdrMemberWriter : public XcdrOutput<kOrder, kVersion> {
 public:
  using Output = XcdrOutput<kOrder, kVersion>;
  using Output::kIsXcdr2;
  using Output::Output;
  using Output::WriteNumber;

  bool BeginStruct(const StructInfo& info, Frame& frame) {
    return info.is_plain || OpenBody(info.extensibility, frame);
  }
  bool BeginMember(const StructInfo& info, uint32_t slot, Frame& frame) {
    return info.is_plain || BeginFramedMember(info, slot, frame);
  }
  // An optional member that is absent.
  bool SkipMember(const StructInfo& info, uint32_t slot, Frame& frame) {
    if (!CloseEntry(info.extensibility, frame)) return false;
    if (info.extensibility == Extensibility::kMutable) return true;
    if constexpr (kIsXcdr2) {
      return WriteNumber(uint8_t{0});
    } else {
      return SkipParameter(info.members[slot]);
    }
  }
  bool EndStruct(const StructInfo& info, Frame& frame) {
    return info.is_plain || (CloseEntry(info.extensibility, frame) &&
                             CloseBody(info.extensibility, frame));
  }

 protected:
  using Output::Full;
  using Output::origin_;
  using Output::out_;
  using Output::Patch;
  using Output::Place;
  using Output::profile_;
  using Output::Refuse;
  using Output::Reserve;

  // A struct or union begins.
  bool OpenBody(Extensibility extensibility, Frame& frame) {
    frame.sink[1] = 0;
    if constexpr (kIsXcdr2) {
      return extensibility == Extensibility::kFinal || Reserve(&frame.sink[0]);
    } else {
      frame.sink[0] = origin_;
      return true;
    }
  }
  // REQUIRES: no entry is open.
  bool CloseBody(Extensibility extensibility, Frame& frame) {
    if constexpr (kIsXcdr2) {
      return extensibility == Extensibility::kFinal || PatchSize(frame.sink[0]);
    } else {
      if (extensibility != Extensibility::kMutable) return true;
      if (!WriteShortHeader(parameter::kListEnd, 0)) return false;
      origin_ = frame.sink[0];
      return true;
    }
  }

  // The header of a member in the list of a mutable type; CloseEntry writes the
  // size of its value.
  bool OpenEntry(uint32_t id, bool is_must_understand, LengthCode length_code,
                 Frame& frame) {
    if constexpr (kIsXcdr2) {
      const uint32_t word =
          id |
          static_cast<uint32_t>(length_code) << emheader::kLengthCodeShift |
          (is_must_understand ? emheader::kMustUnderstand : 0);
      return WriteNumber(word) &&
             (length_code != LengthCode::kNextInt || Reserve(&frame.sink[1]));
    } else {
      return OpenParameter(id, is_must_understand, frame);
    }
  }
  bool CloseEntry(Extensibility extensibility, Frame& frame) {
    const size_t header = frame.sink[1];
    if (header == 0) return true;
    frame.sink[1] = 0;
    if constexpr (kIsXcdr2) {
      return PatchSize(header);
    } else {
      if (!PatchParameter(header)) return false;
      if (extensibility != Extensibility::kMutable &&
          profile_.optional_origin == OptionalOrigin::kRestored) {
        origin_ = frame.sink[0];
      }
      return true;
    }
  }

  // A size that is the number of bytes behind it.
  bool PatchSize(uint64_t offset) {
    return Patch(offset, out_.size() - offset - sizeof(uint32_t), "bytes");
  }

 private:
  [[gnu::noinline]] bool BeginFramedMember(const StructInfo& info,
                                           uint32_t slot, Frame& frame) {
    if (!CloseEntry(info.extensibility, frame)) return false;
    const MemberInfo& member = info.members[slot];
    if (info.extensibility == Extensibility::kMutable) {
      return OpenEntry(member.id, member.is_must_understand, member.length_code,
                       frame);
    }
    if (!member.is_optional) return true;
    if constexpr (kIsXcdr2) {
      return WriteNumber(uint8_t{1});
    } else {
      if (!member.has_bytes_in_xcdr1) {
        frame.slot = slot;
        return Refuse("optional member",
                      "a value of at least one byte: XCDR1 tells one that is "
                      "absent by its size, 0",
                      "a value without bytes");
      }
      frame.sink[0] = origin_;
      return OpenParameter(member.id, member.is_must_understand, frame);
    }
  }

  // XCDR1. Short where the id allows it; PatchParameter makes it long where the
  // size does not.
  bool OpenParameter(uint32_t id, bool is_must_understand, Frame& frame) {
    if (Place(sizeof(uint32_t), 0) == nullptr) return Full();
    frame.sink[1] = out_.size();
    const bool ok =
        id <= parameter::kMaxShortId
            ? WriteShortHeader(
                  static_cast<uint16_t>(
                      id |
                      (is_must_understand ? parameter::kMustUnderstand : 0)),
                  0)
            : WriteLongHeader(
                  id |
                  (is_must_understand ? parameter::kLongMustUnderstand : 0));
    origin_ = out_.size();
    return ok;
  }
  bool SkipParameter(const MemberInfo& member) {
    const uint32_t long_flag =
        member.is_must_understand ? parameter::kLongMustUnderstand : 0;
    const uint16_t flag =
        member.is_must_understand ? parameter::kMustUnderstand : 0;
    const bool ok =
        member.id <= parameter::kMaxShortId
            ? WriteShortHeader(static_cast<uint16_t>(member.id | flag), 0)
            : WriteLongHeader(member.id | long_flag);
    if (profile_.optional_origin == OptionalOrigin::kKept) {
      origin_ = out_.size();
    }
    return ok;
  }

  bool WriteShortHeader(uint16_t pid, uint16_t size) {
    return (Place(sizeof(uint32_t), 0) != nullptr || Full()) &&
           WriteNumber(pid) && WriteNumber(size);
  }
  bool WriteLongHeader(uint32_t id) {
    return WriteShortHeader(parameter::kExtended, parameter::kExtendedSize) &&
           WriteNumber(id) && WriteNumber(uint32_t{0});
  }

  bool PatchParameter(size_t header) {
    constexpr size_t kShort = 4;
    constexpr size_t kLong = 12;
    const auto pid = Load<kOrder, uint16_t>(out_.At(header));
    if ((pid & parameter::kIdMask) == parameter::kExtended) {
      return Patch(header + kLong - sizeof(uint32_t),
                   out_.size() - header - kLong, "bytes");
    }
    const size_t size = out_.size() - header - kShort;
    if (size <= parameter::kMaxShortSize) {
      Store<kOrder>(out_.At(header + 2), static_cast<uint16_t>(size));
      return true;
    }
    // The value moves to make room for a long header. Its own alignment is
    // counted from its first byte, so it stays as it is.
    constexpr char kRoom[kLong - kShort] = {};
    if (!out_.Append(kRoom, sizeof(kRoom))) return Full();
    uint8_t* at = out_.At(header);
    std::memmove(at + kLong, at + kShort, size);
    Store<kOrder>(at, parameter::kExtended);
    Store<kOrder>(at + 2, parameter::kExtendedSize);
    uint32_t id = pid & parameter::kIdMask;
    if ((pid & parameter::kMustUnderstand) != 0) {
      id |= parameter::kLongMustUnderstand;
    }
    Store<kOrder>(at + 4, id);
    origin_ += sizeof(kRoom);
    return Patch(header + kLong - sizeof(uint32_t), size, "bytes");
  }
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_XCDR_MEMBER_WRITER_H_
