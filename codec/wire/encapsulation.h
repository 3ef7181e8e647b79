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

namespace transcdr {

inline constexpr size_t kEncapsulationSize = 4;

enum class RepresentationId : uint16_t {
  kCdrBe = 0x0000,
  kCdrLe = 0x0001,
  kPlCdrBe = 0x0002,
  kPlCdrLe = 0x0003,
};

struct Encapsulation {
  std::endian order = std::endian::little;
  uint8_t pad_count = 0;         // low two bits of the options
  bool has_unused_bits = false;  // any of the other 14 is set
};

// Reads the header of a plain XCDR1 payload. `accept_parameter_list`: take
// PL_CDR ids for their byte order alone, as some ROS 2 tools write them before
// plain bodies. False, with `fault` set, when the payload is too short or has
// another representation (the fault names a known one).
bool ReadEncapsulation(std::string_view payload, bool accept_parameter_list,
                       Encapsulation* encapsulation, Fault* fault);

// The header that Encode writes: CDR_LE or CDR_BE, options 0.
std::array<uint8_t, kEncapsulationSize> PlainHeader(std::endian order);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_ENCAPSULATION_H_
