// Vendor habits that the bytes of a payload do not tell. Part of the identity
// of a schema. The rules and who follows which: codec/wire/xcdr.md.

#ifndef TRANSCDR_CODEC_TYPE_WIRE_PROFILE_H_
#define TRANSCDR_CODEC_TYPE_WIRE_PROFILE_H_

#include <cstdint>

namespace transcdr {

// What precedes the units of a wide string, how wide they are, what ends them.
enum class WstringForm : uint8_t {
  kBytes16,     // byte count, 2-byte units, no NUL: the specification
  kBytes16Nul,  // byte count with the NUL, 2-byte units, NUL: OpenDDS XCDR1
  kUnits16,     // unit count, 2-byte units, no NUL: Fast CDR 2
  kUnits32,     // unit count, 4 bytes a UTF-16 unit, no NUL: ROS 2, Fast CDR 1
  kUnits32Nul,  // unit count with the NUL, 4 bytes a unit, NUL: RTI XCDR1
};

enum class WcharWidth : uint8_t { k16, k32 };

// What a struct without members occupies.
enum class EmptyStructForm : uint8_t { kNoBytes, kDummyOctet };

struct WireProfile {
  WstringForm wstring_form = WstringForm::kBytes16;
  WcharWidth wchar_width = WcharWidth::k16;
  EmptyStructForm empty_struct_form = EmptyStructForm::kNoBytes;

  // The OMG specification: the defaults above.
  static constexpr WireProfile Omg() { return {}; }
  // Every ROS 2 middleware.
  static constexpr WireProfile Ros2() {
    return {WstringForm::kUnits32, WcharWidth::k32,
            EmptyStructForm::kDummyOctet};
  }
  // Fast CDR 1 on Linux.
  static constexpr WireProfile FastCdr1() {
    return {WstringForm::kUnits32, WcharWidth::k32, EmptyStructForm::kNoBytes};
  }
  // Fast CDR 2.
  static constexpr WireProfile FastCdr2() {
    return {WstringForm::kUnits16, WcharWidth::k16, EmptyStructForm::kNoBytes};
  }

  bool operator==(const WireProfile&) const = default;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPE_WIRE_PROFILE_H_
