#include "codec/base/short_copy.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gtest/gtest.h"

namespace transcdr {
namespace {

// Exact allocations: a byte read or written outside is seen by
// AddressSanitizer.
TEST(CopyShort, CopiesEverySizeAndNoByteMore) {
  for (size_t size = 0; size <= 100; ++size) {
    const auto from = std::make_unique<uint8_t[]>(size);
    for (size_t i = 0; i < size; ++i) from[i] = static_cast<uint8_t>(i + 1);
    std::vector<uint8_t> to(size + 2, 0xee);
    CopyShort(to.data() + 1, from.get(), size);
    EXPECT_EQ(to.front(), 0xee) << size;
    EXPECT_EQ(to.back(), 0xee) << size;
    for (size_t i = 0; i < size; ++i) {
      EXPECT_EQ(to[i + 1], i + 1) << size << " " << i;
    }
    const auto exact = std::make_unique<uint8_t[]>(size);
    CopyShort(exact.get(), from.get(), size);
  }
}

TEST(CopyShort, TakesNullForNothing) { CopyShort(nullptr, nullptr, 0); }

}  // namespace
}  // namespace transcdr
