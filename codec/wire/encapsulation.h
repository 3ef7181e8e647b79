// The 4 bytes before every serialized sample (XTypes 1.3, 7.6.3.1.2; RTPS 2.5,
// clause 10): a representation identifier, always big endian, and options whose
// low two bits count padding bytes behind the body.

#ifndef TRANSCDR_CODEC_WIRE_ENCAPSULATION_H_
#define TRANSCDR_CODEC_WIRE_ENCAPSULATION_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codec/base/fault.h"
#include "codec/type/type_descriptor.h"

namespace transcdr {

inline constexpr size_t kEncapsulationSize = 4;
// Behind it, where a profile has RosServiceHeader::kPresent.
inline constexpr size_t kRosServiceHeaderSize = 16;

// Which rules a payload follows. They differ in the largest alignment (8, 4)
// and in what stands before members and collections.
enum class XcdrVersion : uint8_t { k1, k2 };

// What the root is wrapped in. XCDR1 knows no delimiter.
enum class Framing : uint8_t { kPlain, kDelimited, kParameterList };

struct Encapsulation {
  XcdrVersion version = XcdrVersion::k1;
  Framing framing = Framing::kPlain;
  std::endian order = std::endian::little;
  uint8_t pad_count = 0;         // low two bits of the options
  bool has_unused_bits = false;  // any of the other 14 is set
};

// The framing of a root type of that extensibility.
Framing FramingOf(XcdrVersion version, Extensibility root);

// Reads the header. Ids 0x0000 to 0x0003 and 0x0006 to 0x000b, and 0x0010 to
// 0x0015, which older DDS versions wrote for XCDR2. False, with `fault` set,
// when the payload is too short or has another id (XML is named).
bool ReadEncapsulation(std::string_view payload, Encapsulation* encapsulation,
                       Fault* fault);

// Whether the header fits a root type of that extensibility; false with `fault`
// set. `any_parameter_list`: a parameter list's id before a plain XCDR1 body is
// accepted, since some ROS 2 tools write that.
bool CheckFraming(const Encapsulation& encapsulation, Extensibility root,
                  bool any_parameter_list, Fault* fault);

// The header to write, options 0.
std::array<uint8_t, kEncapsulationSize> EncapsulationHeader(XcdrVersion version,
                                                            Framing framing,
                                                            std::endian order);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_ENCAPSULATION_H_
