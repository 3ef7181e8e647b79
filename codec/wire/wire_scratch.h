// Memory that reading payloads reuses from message to message.

#ifndef TRANSCDR_CODEC_WIRE_WIRE_SCRATCH_H_
#define TRANSCDR_CODEC_WIRE_WIRE_SCRATCH_H_

#include <cstdint>
#include <string>
#include <vector>

namespace transcdr {

// Where the value of a listed member is, from the first byte of the payload.
struct MemberSpan {
  uint64_t offset = 0;  // 0: the list does not have the member
  uint64_t size = 0;    // bytes
};

struct WireScratch {
  std::u16string wide;              // units of a wide string
  std::vector<MemberSpan> members;  // of all mutable structs that are open
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_WIRE_SCRATCH_H_
