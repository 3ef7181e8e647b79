#include "codec/base/byte_order.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "tests/support/hex.h"

namespace transcdr {
namespace {

constexpr auto kLittle = std::endian::little;
constexpr auto kBig = std::endian::big;

// Stores and loads at every address of a cache line, in a block that ends right
// behind the value: UBSan sees misaligned loads, ASan sees ones too wide.
template <typename T>
void CheckEverywhere(T value, std::string_view little_hex) {
  const std::string little = Hex(little_hex);
  const std::string big(little.rbegin(), little.rend());
  ASSERT_EQ(sizeof(T), little.size());
  for (size_t offset = 0; offset < 64; ++offset) {
    const auto block = std::make_unique<uint8_t[]>(offset + sizeof(T));
    uint8_t* at = block.get() + offset;
    Store<kLittle>(at, value);
    EXPECT_EQ(ToHex(little), ToHex({reinterpret_cast<char*>(at), sizeof(T)}));
    const T from_little = Load<kLittle, T>(at);
    EXPECT_EQ(std::bit_cast<BitsOf<T>>(value),
              std::bit_cast<BitsOf<T>>(from_little));
    Store<kBig>(at, value);
    EXPECT_EQ(ToHex(big), ToHex({reinterpret_cast<char*>(at), sizeof(T)}));
    const T from_big = Load<kBig, T>(at);
    EXPECT_EQ(std::bit_cast<BitsOf<T>>(value),
              std::bit_cast<BitsOf<T>>(from_big));
  }
}

TEST(ByteOrder, EveryTypeAtEveryAddress) {
  CheckEverywhere<uint8_t>(0xab, "ab");
  CheckEverywhere<int8_t>(-2, "fe");
  CheckEverywhere<uint16_t>(0x1234, "3412");
  CheckEverywhere<int16_t>(-2, "feff");
  CheckEverywhere<char16_t>(0x20ac, "ac20");
  CheckEverywhere<uint32_t>(0x12345678, "78563412");
  CheckEverywhere<int32_t>(-2, "feffffff");
  CheckEverywhere<uint64_t>(0x0123456789abcdef, "efcdab8967452301");
  CheckEverywhere<int64_t>(-2, "feffffffffffffff");
  CheckEverywhere<float>(1.0f, "0000803f");
  CheckEverywhere<double>(1.0, "000000000000f03f");
}

TEST(ByteOrder, FloatsKeepEveryBit) {
  CheckEverywhere<float>(-0.0f, "00000080");
  CheckEverywhere<double>(-0.0, "0000000000000080");
  CheckEverywhere<float>(std::bit_cast<float>(0x7fc12345u), "4523c17f");
  CheckEverywhere<double>(std::bit_cast<double>(0xfff8123456789abcu),
                          "bc9a78563412f8ff");
  CheckEverywhere<double>(std::numeric_limits<double>::denorm_min(),
                          "0100000000000000");
}

TEST(ByteOrder, BooleansAreStoredAsOneByte) {
  uint8_t byte = 9;
  Store<kLittle>(&byte, true);
  EXPECT_EQ(1, byte);
  Store<kBig>(&byte, false);
  EXPECT_EQ(0, byte);
}

}  // namespace
}  // namespace transcdr
