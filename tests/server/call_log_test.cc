#include "server/call_log.h"

#include <gtest/gtest.h>

namespace transcdr {
namespace {

TEST(CallLogTest, PathsKeepMembersAndIndexes) {
  EXPECT_EQ(PathWithoutKeys(""), "");
  EXPECT_EQ(PathWithoutKeys("header.stamp.sec"), "header.stamp.sec");
  EXPECT_EQ(PathWithoutKeys("poses[17].orientation.w"),
            "poses[17].orientation.w");
  EXPECT_EQ(PathWithoutKeys("grid[1][22].x"), "grid[1][22].x");
}

TEST(CallLogTest, PathsLoseKeysOfMaps) {
  EXPECT_EQ(PathWithoutKeys("names[\"secret\"].x"), "names[*].x");
  EXPECT_EQ(PathWithoutKeys("names[\"secret\"]"), "names[*]");
  EXPECT_EQ(PathWithoutKeys("a[3].names[\"secret\"].x"), "a[3].names[*].x");
  // Keys that look like a path.
  EXPECT_EQ(PathWithoutKeys("names[\"a].secret[b\"].x"), "names[*].x");
  EXPECT_EQ(PathWithoutKeys("names[\"one\"].more[\"two\"].x"), "names[*].x");
  // Cut off, or odd.
  EXPECT_EQ(PathWithoutKeys("names[\"secr"), "names[*");
  EXPECT_EQ(PathWithoutKeys("names[12"), "names[*");
  EXPECT_EQ(PathWithoutKeys("names[]"), "names[*]");
  EXPECT_EQ(PathWithoutKeys("names[-5].x"), "names[*].x");
}

}  // namespace
}  // namespace transcdr
