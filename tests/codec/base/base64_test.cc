#include "codec/base/base64.h"

#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace transcdr {
namespace {

TEST(Base64, RfcVectors) {
  const std::pair<std::string, std::string> rows[] = {{"", ""},
                                                      {"f", "Zg=="},
                                                      {"fo", "Zm8="},
                                                      {"foo", "Zm9v"},
                                                      {"foob", "Zm9vYg=="},
                                                      {"fooba", "Zm9vYmE="},
                                                      {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : rows) {
    EXPECT_EQ(text, Base64Encode(bytes));
    std::string decoded = "old";
    EXPECT_TRUE(Base64Decode(text, &decoded)) << text;
    EXPECT_EQ(bytes, decoded);
  }
}

TEST(Base64, TakesBothAlphabetsPaddedOrNot) {
  std::string decoded;
  for (const char* text : {"+/+/", "-_-_"}) {
    ASSERT_TRUE(Base64Decode(text, &decoded)) << text;
    EXPECT_EQ("\xfb\xff\xbf", decoded);
  }
  for (const char* text : {"/w==", "/w", "_w==", "_w"}) {
    ASSERT_TRUE(Base64Decode(text, &decoded)) << text;
    EXPECT_EQ("\xff", decoded);
  }
  for (const char* text : {"//8=", "//8", "__8=", "__8"}) {
    ASSERT_TRUE(Base64Decode(text, &decoded)) << text;
    EXPECT_EQ("\xff\xff", decoded);
  }
}

TEST(Base64, RefusesEverythingElse) {
  std::string decoded;
  for (const char* text : {"A", "AAAAA", "AA=A", "=", "==", "AA===", "A===",
                           "AA AA", "AAAA\n", " AAAA", "AA.=", "AA..", "A*AA",
                           "\xc3\xa4", "AAA\xff", "AA\tAA", "====", "AAAA="}) {
    EXPECT_FALSE(Base64Decode(text, &decoded)) << text;
  }
  // One text, one alphabet.
  EXPECT_FALSE(Base64Decode("+_AA", &decoded));
  EXPECT_FALSE(Base64Decode(std::string("AA\0A", 4), &decoded));
}

TEST(Base64, AnyBytesComeBack) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  for (size_t size = 0; size < 200; ++size) {
    std::string bytes;
    while (bytes.size() < size)
      bytes.push_back(static_cast<char>(random.Bits()));
    std::string decoded;
    ASSERT_TRUE(Base64Decode(Base64Encode(bytes), &decoded));
    ASSERT_EQ(bytes, decoded);
    ASSERT_TRUE(HexDecode(HexEncode(bytes), &decoded));
    ASSERT_EQ(bytes, decoded);
  }
}

TEST(Hex, EveryByte) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<char>(i));
  const std::string text = HexEncode(bytes);
  EXPECT_EQ("000102030405060708090a0b0c0d0e0f", text.substr(0, 32));
  EXPECT_EQ("fdfeff", text.substr(506));
  std::string decoded;
  ASSERT_TRUE(HexDecode(text, &decoded));
  EXPECT_EQ(bytes, decoded);
  ASSERT_TRUE(HexDecode("aBCdEf", &decoded));
  EXPECT_EQ("\xab\xcd\xef", decoded);
  ASSERT_TRUE(HexDecode("", &decoded));
  EXPECT_EQ("", decoded);
}

TEST(Hex, RefusesEverythingElse) {
  std::string decoded;
  for (const char* text : {"0", "000", "0g", "g0", "0x00", "00 00", " 00", "/0",
                           ":0", "@0", "`0", "\xc3\xa4"}) {
    EXPECT_FALSE(HexDecode(text, &decoded)) << text;
  }
}

}  // namespace
}  // namespace transcdr
