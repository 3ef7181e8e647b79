// The tag bytes of MessagePack, and writing of headers into a buffer.

#ifndef TRANSCDR_CODEC_DOCUMENT_MSGPACK_FORMAT_H_
#define TRANSCDR_CODEC_DOCUMENT_MSGPACK_FORMAT_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "codec/base/byte_order.h"

namespace transcdr::msgpack {

enum Tag : uint8_t {
  kFixMap = 0x80,
  kFixArray = 0x90,
  kFixStr = 0xa0,
  kNil = 0xc0,
  kNeverUsed = 0xc1,
  kFalse = 0xc2,
  kTrue = 0xc3,
  kBin8 = 0xc4,
  kBin16 = 0xc5,
  kBin32 = 0xc6,
  kExt8 = 0xc7,
  kExt16 = 0xc8,
  kExt32 = 0xc9,
  kFloat32 = 0xca,
  kFloat64 = 0xcb,
  kUint8 = 0xcc,
  kUint16 = 0xcd,
  kUint32 = 0xce,
  kUint64 = 0xcf,
  kInt8 = 0xd0,
  kInt16 = 0xd1,
  kInt32 = 0xd2,
  kInt64 = 0xd3,
  kFixExt1 = 0xd4,
  kFixExt16 = 0xd8,
  kStr8 = 0xd9,
  kStr16 = 0xda,
  kStr32 = 0xdb,
  kArray16 = 0xdc,
  kArray32 = 0xdd,
  kMap16 = 0xde,
  kMap32 = 0xdf,
  kNegativeFixInt = 0xe0,
};

// Most bytes of a header or of an integer.
inline constexpr size_t kMaxHeader = 9;

// Each writes at `to` and returns the end. REQUIRES: kMaxHeader bytes at `to`.
template <Scalar T>
inline uint8_t* PutTagged(uint8_t* to, uint8_t tag, T value) {
  *to = tag;
  Store<std::endian::big>(to + 1, value);
  return to + 1 + sizeof(T);
}

inline uint8_t* PutUnsigned(uint8_t* to, uint64_t value) {
  if (value < 0x80) {
    *to = static_cast<uint8_t>(value);
    return to + 1;
  }
  if (value <= UINT8_MAX) {
    return PutTagged(to, kUint8, static_cast<uint8_t>(value));
  }
  if (value <= UINT16_MAX) {
    return PutTagged(to, kUint16, static_cast<uint16_t>(value));
  }
  if (value <= UINT32_MAX) {
    return PutTagged(to, kUint32, static_cast<uint32_t>(value));
  }
  return PutTagged(to, kUint64, value);
}

inline uint8_t* PutSigned(uint8_t* to, int64_t value) {
  if (value >= 0) return PutUnsigned(to, static_cast<uint64_t>(value));
  if (value >= -32) {
    *to = static_cast<uint8_t>(value);
    return to + 1;
  }
  if (value >= INT8_MIN) {
    return PutTagged(to, kInt8, static_cast<int8_t>(value));
  }
  if (value >= INT16_MIN) {
    return PutTagged(to, kInt16, static_cast<int16_t>(value));
  }
  if (value >= INT32_MIN) {
    return PutTagged(to, kInt32, static_cast<int32_t>(value));
  }
  return PutTagged(to, kInt64, value);
}

// Headers; sizes are below 2^32 (the caller checks).
inline uint8_t* PutStrHeader(uint8_t* to, uint32_t size) {
  if (size < 32) {
    *to = static_cast<uint8_t>(kFixStr | size);
    return to + 1;
  }
  if (size <= UINT8_MAX) {
    return PutTagged(to, kStr8, static_cast<uint8_t>(size));
  }
  if (size <= UINT16_MAX) {
    return PutTagged(to, kStr16, static_cast<uint16_t>(size));
  }
  return PutTagged(to, kStr32, size);
}

inline uint8_t* PutBinHeader(uint8_t* to, uint32_t size) {
  if (size <= UINT8_MAX) {
    return PutTagged(to, kBin8, static_cast<uint8_t>(size));
  }
  if (size <= UINT16_MAX) {
    return PutTagged(to, kBin16, static_cast<uint16_t>(size));
  }
  return PutTagged(to, kBin32, size);
}

inline uint8_t* PutExtHeader(uint8_t* to, uint32_t size, int8_t type) {
  if (std::has_single_bit(size) && size <= 16) {
    *to++ = static_cast<uint8_t>(kFixExt1 + std::countr_zero(size));
  } else if (size <= UINT8_MAX) {
    to = PutTagged(to, kExt8, static_cast<uint8_t>(size));
  } else if (size <= UINT16_MAX) {
    to = PutTagged(to, kExt16, static_cast<uint16_t>(size));
  } else {
    to = PutTagged(to, kExt32, size);
  }
  *to = static_cast<uint8_t>(type);
  return to + 1;
}

inline uint8_t* PutArrayHeader(uint8_t* to, uint32_t count) {
  if (count < 16) {
    *to = static_cast<uint8_t>(kFixArray | count);
    return to + 1;
  }
  if (count <= UINT16_MAX) {
    return PutTagged(to, kArray16, static_cast<uint16_t>(count));
  }
  return PutTagged(to, kArray32, count);
}

inline uint8_t* PutMapHeader(uint8_t* to, uint32_t count) {
  if (count < 16) {
    *to = static_cast<uint8_t>(kFixMap | count);
    return to + 1;
  }
  if (count <= UINT16_MAX) {
    return PutTagged(to, kMap16, static_cast<uint16_t>(count));
  }
  return PutTagged(to, kMap32, count);
}

// Makes the header at `at`, which PutMapHeader wrote for `written`, one for
// fewer entries, in the same form. REQUIRES: count <= written.
inline void PatchMapHeader(uint8_t* at, uint32_t written, uint32_t count) {
  if (written < 16) {
    *at = static_cast<uint8_t>(kFixMap | count);
  } else if (written <= UINT16_MAX) {
    PutTagged(at, kMap16, static_cast<uint16_t>(count));
  } else {
    PutTagged(at, kMap32, count);
  }
}

// Text as a complete str (FormatSet). REQUIRES: below 4 GiB.
inline std::string EncodeText(std::string_view text) {
  uint8_t header[kMaxHeader];
  const uint8_t* end = PutStrHeader(header, static_cast<uint32_t>(text.size()));
  std::string out(reinterpret_cast<const char*>(header),
                  static_cast<size_t>(end - header));
  out.append(text);
  return out;
}

}  // namespace transcdr::msgpack

#endif  // TRANSCDR_CODEC_DOCUMENT_MSGPACK_FORMAT_H_
