#include "codec/base/float128.h"

#include <bit>
#include <cstdint>

namespace transcdr {
namespace {

// double: 52 bits of fraction, 11 of exponent, the sign. binary128: 112 bits,
// 15 bits, the sign.
constexpr int kFractionBits = 52;
constexpr uint64_t kFractionMask = (uint64_t{1} << kFractionBits) - 1;
constexpr uint64_t kExponentMask = 0x7ff;
constexpr uint64_t kWideExponentMask = 0x7fff;
constexpr uint64_t kBiasDifference = 16383 - 1023;
// Where the fraction begins in the upper 8 bytes.
constexpr int kUpperFractionBits = 48;

}  // namespace

Float128 Float128FromDouble(double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  const uint64_t sign = bits >> 63;
  uint64_t exponent = bits >> kFractionBits & kExponentMask;
  uint64_t fraction = bits & kFractionMask;
  if (exponent == kExponentMask) {  // infinities and NaNs
    exponent = kWideExponentMask;
  } else if (exponent != 0) {
    exponent += kBiasDifference;
  } else if (fraction != 0) {
    // A subnormal has its first 1 in the fraction; a binary128 of that size is
    // normal, with that bit implied.
    const int shift = std::countl_zero(fraction) - (63 - kFractionBits);
    fraction = fraction << shift & kFractionMask;
    exponent = kBiasDifference + 1 - static_cast<uint64_t>(shift);
  }
  constexpr int kLowBits = kFractionBits - kUpperFractionBits;
  Float128 wide{};
  Store<std::endian::little>(wide.bytes, fraction << (64 - kLowBits));
  Store<std::endian::little>(
      wide.bytes + 8,
      sign << 63 | exponent << kUpperFractionBits | fraction >> kLowBits);
  return wide;
}

}  // namespace transcdr
