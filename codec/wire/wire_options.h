// How forgiving the reading of payloads is: transcdr.v1.MappingOptions
// documents each.

#ifndef TRANSCDR_CODEC_WIRE_WIRE_OPTIONS_H_
#define TRANSCDR_CODEC_WIRE_WIRE_OPTIONS_H_

#include <cstdint>

namespace transcdr {

enum class BoundsPolicy : uint8_t { kError, kIgnore };

struct WireOptions {
  BoundsPolicy bounds_policy = BoundsPolicy::kError;
  // Any non-zero boolean byte is true; false: a byte above 1 is an error.
  bool lenient_booleans = true;
  // What is tolerated otherwise is an error.
  bool strict = false;

  bool operator==(const WireOptions&) const = default;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_WIRE_OPTIONS_H_
