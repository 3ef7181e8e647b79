// Loads and stores of scalars in either byte order, at any address.

#ifndef TRANSCDR_CODEC_BASE_BYTE_ORDER_H_
#define TRANSCDR_CODEC_BASE_BYTE_ORDER_H_

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace transcdr {

static_assert(std::endian::native == std::endian::little ||
                  std::endian::native == std::endian::big,
              "mixed byte orders are not supported");

namespace internal {
template <size_t kSize>
struct UnsignedOfSize;
template <>
struct UnsignedOfSize<1> {
  using type = uint8_t;
};
template <>
struct UnsignedOfSize<2> {
  using type = uint16_t;
};
template <>
struct UnsignedOfSize<4> {
  using type = uint32_t;
};
template <>
struct UnsignedOfSize<8> {
  using type = uint64_t;
};
}  // namespace internal

// Numbers, char16_t and bool: what has 1, 2, 4 or 8 bytes.
template <typename T>
concept Scalar = std::is_arithmetic_v<T> && sizeof(T) <= 8;

template <Scalar T>
using BitsOf = typename internal::UnsignedOfSize<sizeof(T)>::type;

inline constexpr uint8_t ByteSwap(uint8_t v) { return v; }
inline constexpr uint16_t ByteSwap(uint16_t v) { return __builtin_bswap16(v); }
inline constexpr uint32_t ByteSwap(uint32_t v) { return __builtin_bswap32(v); }
inline constexpr uint64_t ByteSwap(uint64_t v) { return __builtin_bswap64(v); }

// Reads the sizeof(T) bytes at `from`, which may be unaligned. Not for bool: a
// byte above 1 is no bool (read a uint8_t).
template <std::endian kOrder, Scalar T>
requires(!std::same_as<T, bool>) inline T Load(const uint8_t* from) {
  BitsOf<T> bits;
  std::memcpy(&bits, from, sizeof(bits));
  if constexpr (kOrder != std::endian::native) bits = ByteSwap(bits);
  return std::bit_cast<T>(bits);
}

// Writes the sizeof(T) bytes at `to`, which may be unaligned.
template <std::endian kOrder, Scalar T>
inline void Store(uint8_t* to, T value) {
  auto bits = std::bit_cast<BitsOf<T>>(value);
  if constexpr (kOrder != std::endian::native) bits = ByteSwap(bits);
  std::memcpy(to, &bits, sizeof(bits));
}

// A 16-byte value that nobody interprets (IDL long double), little endian.
struct Float128 {
  uint8_t bytes[16];

  bool operator==(const Float128&) const = default;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_BASE_BYTE_ORDER_H_
