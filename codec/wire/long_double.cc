#include "codec/wire/long_double.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace transcdr {
namespace {

// x87: 64 bits of significand, the first of them explicit, then 15 bits of
// exponent and the sign. binary128: 112 bits of fraction, then the same. Both
// have the same exponent bias.
constexpr uint64_t kIntegerBit = uint64_t{1} << 63;
constexpr uint16_t kExponentMask = 0x7fff;
// Bits of a binary128's fraction that the x87 does not have.
constexpr int kLostBits = 112 - 63;

}  // namespace

bool Binary128FromX87(Float128* value) {
  const auto significand = Load<std::endian::little, uint64_t>(value->bytes);
  auto top = Load<std::endian::little, uint16_t>(value->bytes + 8);
  const uint16_t exponent = top & kExponentMask;
  const bool has_integer_bit = (significand & kIntegerBit) != 0;
  if (exponent != 0 && !has_integer_bit) return false;
  // A pseudo-denormal is the smallest normal number and what is above it.
  if (exponent == 0 && has_integer_bit) ++top;
  const uint64_t fraction = significand & ~kIntegerBit;
  Store<std::endian::little>(value->bytes, fraction << kLostBits);
  Store<std::endian::little>(
      value->bytes + 8, uint64_t{top} << 48 | fraction >> (64 - kLostBits));
  return true;
}

bool X87FromBinary128(Float128* value) {
  const auto low = Load<std::endian::little, uint64_t>(value->bytes);
  const auto high = Load<std::endian::little, uint64_t>(value->bytes + 8);
  if ((low & ((uint64_t{1} << kLostBits) - 1)) != 0) return false;
  const auto top = static_cast<uint16_t>(high >> 48);
  uint64_t significand =
      (high << 16 >> 16) << (64 - kLostBits) | low >> kLostBits;
  if ((top & kExponentMask) != 0) significand |= kIntegerBit;
  std::memset(value->bytes, 0, sizeof(value->bytes));
  Store<std::endian::little>(value->bytes, significand);
  Store<std::endian::little>(value->bytes + 8, top);
  return true;
}

}  // namespace transcdr
