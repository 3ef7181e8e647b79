#include "codec/base/float128.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "codec/base/base64.h"

namespace transcdr {
namespace {

// Big endian, as one reads numbers.
std::string Image(double value) {
  const Float128 wide = Float128FromDouble(value);
  const std::string little(reinterpret_cast<const char*>(wide.bytes),
                           sizeof(wide.bytes));
  return HexEncode(std::string(little.rbegin(), little.rend()));
}

TEST(Float128, OfNormalNumbers) {
  EXPECT_EQ(Image(1), "3fff0000000000000000000000000000");
  EXPECT_EQ(Image(1.5), "3fff8000000000000000000000000000");
  EXPECT_EQ(Image(-2), "c0000000000000000000000000000000");
  EXPECT_EQ(Image(0.1), "3ffb999999999999a000000000000000");
  EXPECT_EQ(Image(std::numeric_limits<double>::max()),
            "43fefffffffffffff000000000000000");
  EXPECT_EQ(Image(std::numeric_limits<double>::lowest()),
            "c3fefffffffffffff000000000000000");
  EXPECT_EQ(Image(std::numeric_limits<double>::min()),
            "3c010000000000000000000000000000");
}

TEST(Float128, OfZeros) {
  EXPECT_EQ(Image(0.0), "00000000000000000000000000000000");
  EXPECT_EQ(Image(-0.0), "80000000000000000000000000000000");
}

TEST(Float128, OfSubnormals) {
  EXPECT_EQ(Image(std::numeric_limits<double>::denorm_min()),
            "3bcd0000000000000000000000000000");
  EXPECT_EQ(Image(-3 * std::numeric_limits<double>::denorm_min()),
            "bbce8000000000000000000000000000");
  EXPECT_EQ(Image(std::bit_cast<double>(uint64_t{0x000fffffffffffff})),
            "3c00ffffffffffffe000000000000000");
  EXPECT_EQ(Image(std::bit_cast<double>(uint64_t{0x0008000000000000})),
            "3c000000000000000000000000000000");
}

TEST(Float128, OfInfinitiesAndNaNs) {
  EXPECT_EQ(Image(HUGE_VAL), "7fff0000000000000000000000000000");
  EXPECT_EQ(Image(-HUGE_VAL), "ffff0000000000000000000000000000");
  EXPECT_EQ(Image(std::numeric_limits<double>::quiet_NaN()),
            "7fff8000000000000000000000000000");
  EXPECT_EQ(Image(std::bit_cast<double>(uint64_t{0xfff8000000000001})),
            "ffff8000000000001000000000000000");
}

}  // namespace
}  // namespace transcdr
