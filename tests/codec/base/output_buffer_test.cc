#include "codec/base/output_buffer.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/random.h"

namespace transcdr {
namespace {

TEST(OutputBuffer, WritesWhatItIsGiven) {
  std::string target;
  OutputBuffer out(&target, 1000);
  EXPECT_EQ(0u, out.size());
  uint8_t* to = out.Ensure(3);
  ASSERT_NE(nullptr, to);
  to[0] = 'a';
  to[1] = 'b';
  out.Advance(to + 2);  // less than was asked for
  EXPECT_EQ(2u, out.size());
  EXPECT_EQ('b', out.back());
  EXPECT_TRUE(out.Append("cd"));
  EXPECT_TRUE(out.Append(nullptr, 0));
  *out.At(0) = 'A';
  EXPECT_EQ('c', *out.At(2));
  ASSERT_TRUE(out.Finish());
  EXPECT_EQ("Abcd", target);
}

TEST(OutputBuffer, NothingWrittenIsEmpty) {
  std::string target;
  OutputBuffer out(&target, 0);
  ASSERT_TRUE(out.Finish());
  EXPECT_EQ("", target);
}

// A batch: many outputs in one string.
TEST(OutputBuffer, AppendsBehindWhatIsThere) {
  std::string target = "before";
  for (const char* text : {"one", "", "two"}) {
    OutputBuffer out(&target, 100);
    out.Hint(50);
    EXPECT_EQ(0u, out.size());
    EXPECT_TRUE(out.Append(std::string_view(text)));
    ASSERT_TRUE(out.Finish());
  }
  EXPECT_EQ("beforeonetwo", target);
}

TEST(OutputBuffer, DiscardGivesTheTargetBack) {
  std::string target = "before";
  {
    OutputBuffer out(&target, 100);
    EXPECT_TRUE(out.Append("lost"));
    out.Discard();
    EXPECT_EQ("before", target);
    out.Discard();
  }
  {
    OutputBuffer out(&target, 1 << 20);
    EXPECT_TRUE(out.Append(std::string(10000, 'x')));
  }
  EXPECT_EQ("before", target) << "the destructor discards";
}

TEST(OutputBuffer, LimitCountsWhatThisOneWrote) {
  std::string target(50, 'b');
  {
    OutputBuffer out(&target, 10);
    EXPECT_TRUE(out.Append("0123456789"));
    ASSERT_TRUE(out.Finish()) << "exactly the limit";
  }
  EXPECT_EQ(60u, target.size());
  {
    OutputBuffer out(&target, 10);
    out.Append("01234567890");
    EXPECT_FALSE(out.Finish());
  }
  EXPECT_EQ(60u, target.size()) << "as before";
}

TEST(OutputBuffer, BeyondTheLimitEnsureFailsSoon) {
  std::string target;
  OutputBuffer out(&target, 10000);
  size_t written = 0;
  while (uint8_t* to = out.Ensure(100)) {
    out.Advance(to + 100);
    written += 100;
    ASSERT_LT(written, 100000u);
  }
  // At most the window's worth beyond it.
  EXPECT_GT(written, 10000u);
  EXPECT_LE(written, 10000u + 8192);
  EXPECT_FALSE(out.Finish());
  EXPECT_EQ("", target);
}

TEST(OutputBuffer, LargeAppendsAreCheckedBeforehand) {
  std::string target;
  const std::string large(20000, 'x');
  OutputBuffer out(&target, 30000);
  EXPECT_TRUE(out.Append(large));
  EXPECT_FALSE(out.Append(large));
  EXPECT_EQ(20000u, out.size());
  EXPECT_TRUE(out.Append(std::string(10000, 'y')));
  EXPECT_FALSE(out.Append(std::string(5000, 'z')));
  ASSERT_TRUE(out.Finish());
  EXPECT_EQ(large + std::string(10000, 'y'), target);
}

TEST(OutputBuffer, AHintIsNoMoreThanTheLimit) {
  std::string target;
  OutputBuffer out(&target, 1000);
  out.Hint(size_t{1} << 40);
  EXPECT_TRUE(out.Append("x"));
  ASSERT_TRUE(out.Finish());
  EXPECT_LT(target.capacity(), 100000u);
}

TEST(OutputBuffer, AnySequenceOfWritesIsTheConcatenation) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  for (int round = 0; round < 50; ++round) {
    std::string expected(random.Below(100), 'p');
    std::string target = expected;
    OutputBuffer out(&target, 1 << 20);
    for (int i = 0; i < 40; ++i) {
      const std::string piece(random.Below(random.OneIn(4) ? 9000 : 40),
                              static_cast<char>('a' + random.Below(26)));
      if (random.OneIn(2)) {
        ASSERT_TRUE(out.Append(piece));
      } else {
        uint8_t* to = out.Ensure(piece.size() + random.Below(50));
        ASSERT_NE(nullptr, to);
        std::memcpy(to, piece.data(), piece.size());
        out.Advance(to + piece.size());
      }
      if (random.OneIn(10)) out.Hint(random.Below(20000));
      expected += piece;
    }
    ASSERT_TRUE(out.Finish());
    ASSERT_EQ(expected, target);
  }
}

}  // namespace
}  // namespace transcdr
