#include "codec/base/utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/hex.h"

namespace transcdr {
namespace {

// Where the ranges of Unicode, table 3-7, begin and end.
const std::vector<std::string>& WellFormed() {
  static const std::vector<std::string> kRows = {
      "00",       "7f",       "c280",     "dfbf",     "e0a080",   "e0bfbf",
      "e18080",   "ecbfbf",   "ed8080",   "ed9fbf",   "ee8080",   "efbfbf",
      "f0908080", "f0bfbfbf", "f1808080", "f3bfbfbf", "f4808080", "f48fbfbf"};
  return kRows;
}

struct IllFormed {
  std::string hex;
  int parts;  // maximal ill-formed parts: U+FFFD each
};
const std::vector<IllFormed>& IllFormedRows() {
  static const std::vector<IllFormed> kRows = {
      {"80", 1},       {"bf", 1},       {"c080", 2},     {"c1bf", 2},
      {"c2", 1},       {"c27f", 1},     {"c2c0", 2},     {"df", 1},
      {"e08080", 3},   {"e09fbf", 3},   {"e0a0", 1},     {"e0a07f", 1},
      {"eda080", 3},   {"edbfbf", 3},   {"ee80", 1},     {"f08080 80", 4},
      {"f08fbfbf", 4}, {"f0908080", 0}, {"f09080", 1},   {"f090", 1},
      {"f0", 1},       {"f4908080", 4}, {"f5808080", 4}, {"f8888080 80", 5},
      {"fe", 1},       {"ff", 1}};
  return kRows;
}

TEST(Utf8, EveryBoundaryIsWellFormed) {
  for (const std::string& hex : WellFormed()) {
    const std::string text = Hex(hex);
    EXPECT_TRUE(IsValidUtf8(text)) << hex;
    EXPECT_EQ(text.size(), ValidUtf8Prefix(text)) << hex;
    std::string replaced;
    AppendReplacingInvalidUtf8(text, &replaced);
    EXPECT_EQ(text, replaced) << hex;
    EXPECT_EQ(text[0] >= 0, IsAscii(text)) << hex;
    // The last byte missing is ill-formed, but for ASCII.
    if (text.size() > 1) {
      EXPECT_FALSE(
          IsValidUtf8(std::string_view(text).substr(0, text.size() - 1)))
          << hex;
    }
  }
}

TEST(Utf8, EveryBoundaryBeyondIsIllFormed) {
  for (const auto& [hex, parts] : IllFormedRows()) {
    const std::string bytes = Hex(hex);
    EXPECT_EQ(parts == 0, IsValidUtf8(bytes)) << hex;
    if (parts == 0) continue;
    for (const size_t before : {0, 1, 7, 8, 63, 64}) {
      const std::string text = std::string(before, 'a') + bytes + "z";
      EXPECT_FALSE(IsValidUtf8(text)) << hex;
      EXPECT_EQ(before, ValidUtf8Prefix(text)) << hex;
      std::string expected(before, 'a');
      for (int i = 0; i < parts; ++i) expected += "\xef\xbf\xbd";
      // The byte that breaks a sequence off is kept where it is ASCII.
      if (bytes.back() == '\x7f') expected += '\x7f';
      std::string replaced;
      AppendReplacingInvalidUtf8(text, &replaced);
      EXPECT_EQ(ToHex(expected + "z"), ToHex(replaced)) << hex;
    }
  }
}

TEST(Utf8, AsciiOfEveryLength) {
  for (size_t size = 0; size < 40; ++size) {
    std::string text(size, 'a');
    EXPECT_TRUE(IsAscii(text));
    for (size_t i = 0; i < size; ++i) {
      text[i] = '\x80';
      EXPECT_FALSE(IsAscii(text)) << size << " " << i;
      text[i] = 'a';
    }
  }
}

// Every scalar value, to bytes and back.
TEST(Utf8, EveryCodePointComesBack) {
  std::string text;
  std::u16string expected;
  for (uint32_t c = 0; c <= 0x10ffff; ++c) {
    if (c == 0xd800) c = 0xe000;
    AppendUtf8(c, &text);
    if (c < 0x10000) {
      expected.push_back(static_cast<char16_t>(c));
    } else {
      expected.push_back(static_cast<char16_t>(0xd800 + (c - 0x10000) / 0x400));
      expected.push_back(static_cast<char16_t>(0xdc00 + (c - 0x10000) % 0x400));
    }
  }
  ASSERT_TRUE(IsValidUtf8(text));
  std::u16string units;
  AppendUtf8AsUtf16(text, &units);
  ASSERT_EQ(expected, units);
  EXPECT_EQ(units.size(), CountUtf16Units(text));
  std::string back;
  EXPECT_EQ(units.size(), AppendUtf16AsUtf8(units, false, &back));
  EXPECT_EQ(text, back);
}

TEST(Utf8, LoneSurrogatesStopOrAreReplaced) {
  const std::vector<std::pair<std::u16string, size_t>> rows = {
      {u"ab\xd800", 2},           {u"\xdc00", 0},       {u"a\xd800z", 1},
      {u"\xd800\xd800\xdc00", 0}, {u"\xdbff\xe000", 0}, {u"\xdfff\xd800", 0}};
  for (const auto& [units, good] : rows) {
    std::string out;
    EXPECT_EQ(good, AppendUtf16AsUtf8(units, false, &out));
    std::string replaced;
    EXPECT_EQ(units.size(), AppendUtf16AsUtf8(units, true, &replaced));
    EXPECT_TRUE(IsValidUtf8(replaced));
    EXPECT_NE(std::string::npos, replaced.find("\xef\xbf\xbd"));
  }
  std::string pair;
  AppendUtf16AsUtf8(u"\xd83d\xde00", false, &pair);
  EXPECT_EQ("\xf0\x9f\x98\x80", pair);
}

TEST(Utf8, Latin1EveryByte) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<char>(i));
  std::string text = "x";
  AppendLatin1AsUtf8(bytes, &text);
  EXPECT_EQ(1u + 128 + 256, text.size());
  EXPECT_TRUE(IsValidUtf8(text));
  std::string back;
  ASSERT_TRUE(AppendUtf8AsLatin1(text.substr(1), &back));
  EXPECT_EQ(bytes, back);
  for (const char* beyond : {"\xc4\x80", "\xe2\x82\xac", "\xf0\x9f\x98\x80"}) {
    EXPECT_FALSE(AppendUtf8AsLatin1(beyond, &back)) << beyond;
  }
}

}  // namespace
}  // namespace transcdr
