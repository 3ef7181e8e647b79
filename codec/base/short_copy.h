// Copies of a few bytes, whose number is known only at run time.

#ifndef TRANSCDR_CODEC_BASE_SHORT_COPY_H_
#define TRANSCDR_CODEC_BASE_SHORT_COPY_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace transcdr {

// memcpy for names and short strings: up to 32 bytes are two or four moves that
// overlap, without a call. Never touches a byte outside of [from, from + size)
// and [to, to + size). REQUIRES: the two do not overlap.
[[gnu::always_inline]] inline void CopyShort(uint8_t* to, const void* from,
                                             size_t size) {
  const auto* bytes = static_cast<const uint8_t*>(from);
  if (size > 32) {
    std::memcpy(to, bytes, size);
  } else if (size >= 16) {
    std::memcpy(to, bytes, 16);
    std::memcpy(to + size - 16, bytes + size - 16, 16);
  } else if (size >= 8) {
    std::memcpy(to, bytes, 8);
    std::memcpy(to + size - 8, bytes + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(to, bytes, 4);
    std::memcpy(to + size - 4, bytes + size - 4, 4);
  } else if (size > 0) {
    to[0] = bytes[0];
    to[size / 2] = bytes[size / 2];
    to[size - 1] = bytes[size - 1];
  }
}

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_BASE_SHORT_COPY_H_
