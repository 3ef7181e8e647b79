// The headers before members: XCDR1 parameters and XCDR2 EMHEADERs.

#ifndef TRANSCDR_CODEC_WIRE_MEMBER_HEADER_H_
#define TRANSCDR_CODEC_WIRE_MEMBER_HEADER_H_

#include <cstdint>

namespace transcdr {

// XTypes 1.3, 7.4.1.2; RTPS 2.5, 9.4.2.11.
namespace parameter {
inline constexpr uint16_t kIdMask = 0x3fff;
inline constexpr uint16_t kMustUnderstand = 0x4000;
inline constexpr uint16_t kImplementation = 0x8000;
inline constexpr uint16_t kExtended = 0x3f01;
inline constexpr uint16_t kListEnd = 0x3f02;
inline constexpr uint16_t kIgnore = 0x3f03;  // and what is above is reserved
inline constexpr uint16_t kExtendedSize = 8;
// What ends the lists of RTPS discovery.
inline constexpr uint16_t kSentinel = 0x0001;
// The largest id and size of a short header.
inline constexpr uint32_t kMaxShortId = 0x3f00;
inline constexpr uint32_t kMaxShortSize = 0xffff;
inline constexpr uint32_t kLongIdMask = 0x0fffffff;
inline constexpr uint32_t kLongMustUnderstand = 0x40000000;
inline constexpr uint32_t kLongImplementation = 0x80000000;
}  // namespace parameter

// XTypes 1.3, 7.4.3.4.2.
namespace emheader {
inline constexpr uint32_t kMustUnderstand = 0x80000000;
inline constexpr uint32_t kIdMask = 0x0fffffff;
inline constexpr int kLengthCodeShift = 28;
}  // namespace emheader

// A header as read.
struct MemberHeader {
  enum Kind : uint8_t {
    kMember,
    kSkipped,  // a parameter that is no member
    kListEnd,
  };
  Kind kind = kMember;
  bool is_must_understand = false;
  uint32_t id = 0;
  const uint8_t* start = nullptr;  // the header's first byte
  const uint8_t* value = nullptr;
  uint64_t size = 0;  // of the value, in bytes; within the open body
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_MEMBER_HEADER_H_
