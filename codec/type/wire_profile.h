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

// What the 16 bytes of a long double hold.
enum class LongDoubleForm : uint8_t {
  kBinary128,  // IEEE 754: the specification
  kX87,        // the 10 bytes of the x87 format and 6 undefined ones: Fast CDR
};

// What alignment counts from behind an optional member of a final or appendable
// XCDR1 struct, present or not.
enum class OptionalOrigin : uint8_t {
  kRestored,  // what it counted from before: Cyclone, OpenDDS
  kKept,      // the first byte of the member's value: Fast CDR 2
};

// Which collections have a DHEADER in XCDR2.
enum class CollectionHeaders : uint8_t {
  kSpecification,  // those with an element, key or value that is not primitive
  kFastCdr2,       // enums and bitmasks count as primitive; of a map, the value
                   // alone counts
};

// The byte of a payload that alignment counts from.
enum class AlignmentOrigin : uint8_t {
  kBody,    // behind the encapsulation header: the specification
  kHeader,  // the header's first: RTI Connext Micro
};

// The client's guid (8 bytes) and a sequence number (8 bytes) before requests
// and replies of ROS 2 services: rmw_cyclonedds, rmw_connextdds.
enum class RosServiceHeader : uint8_t { kAbsent, kPresent };

struct WireProfile {
  WstringForm wstring_form = WstringForm::kBytes16;  // in XCDR1
  WcharWidth wchar_width = WcharWidth::k16;          // in XCDR1
  EmptyStructForm empty_struct_form = EmptyStructForm::kNoBytes;
  WstringForm wstring_form_xcdr2 = WstringForm::kBytes16;
  WcharWidth wchar_width_xcdr2 = WcharWidth::k16;
  LongDoubleForm long_double_form = LongDoubleForm::kBinary128;
  OptionalOrigin optional_origin = OptionalOrigin::kRestored;
  CollectionHeaders collection_headers = CollectionHeaders::kSpecification;
  AlignmentOrigin alignment_origin = AlignmentOrigin::kBody;
  RosServiceHeader ros_service_header = RosServiceHeader::kAbsent;

  // The OMG specification: the defaults above. Cyclone DDS writes as it says.
  static constexpr WireProfile Omg() { return {}; }
  // Every ROS 2 middleware.
  static constexpr WireProfile Ros2() {
    WireProfile profile;
    profile.SetWide(WstringForm::kUnits32, WcharWidth::k32);
    profile.empty_struct_form = EmptyStructForm::kDummyOctet;
    return profile;
  }
  // Fast CDR 1 on Linux.
  static constexpr WireProfile FastCdr1() {
    WireProfile profile;
    profile.SetWide(WstringForm::kUnits32, WcharWidth::k32);
    profile.long_double_form = LongDoubleForm::kX87;
    return profile;
  }
  // Fast CDR 2.
  static constexpr WireProfile FastCdr2() {
    WireProfile profile;
    profile.SetWide(WstringForm::kUnits16, WcharWidth::k16);
    profile.long_double_form = LongDoubleForm::kX87;
    profile.optional_origin = OptionalOrigin::kKept;
    profile.collection_headers = CollectionHeaders::kFastCdr2;
    return profile;
  }
  static constexpr WireProfile OpenDds() {
    WireProfile profile;
    profile.wstring_form = WstringForm::kBytes16Nul;
    return profile;
  }
  // RTI Connext.
  static constexpr WireProfile Rti() {
    WireProfile profile;
    profile.wstring_form = WstringForm::kUnits32Nul;
    profile.wchar_width = WcharWidth::k32;
    return profile;
  }
  // RTI Connext Micro.
  static constexpr WireProfile RtiMicro() {
    WireProfile profile = Rti();
    profile.alignment_origin = AlignmentOrigin::kHeader;
    return profile;
  }

  bool operator==(const WireProfile&) const = default;

 private:
  // The same forms in XCDR1 and XCDR2.
  constexpr void SetWide(WstringForm form, WcharWidth width) {
    wstring_form = wstring_form_xcdr2 = form;
    wchar_width = wchar_width_xcdr2 = width;
  }
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPE_WIRE_PROFILE_H_
