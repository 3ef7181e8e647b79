#include "codec/base/number_format.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "tests/support/random.h"

namespace transcdr {
namespace {

template <typename T>
std::string Text(T value) {
  char text[kMaxNumberText];
  if constexpr (std::floating_point<T>) {
    return {text, FormatFloat(value, text)};
  } else {
    return {text, FormatInteger(value, text)};
  }
}

TEST(FormatInteger, Edges) {
  EXPECT_EQ("0", Text(0));
  EXPECT_EQ("-128", Text(std::numeric_limits<int8_t>::min()));
  EXPECT_EQ("255", Text(uint8_t{255}));
  EXPECT_EQ("-9223372036854775808", Text(std::numeric_limits<int64_t>::min()));
  EXPECT_EQ("18446744073709551615", Text(UINT64_MAX));
  EXPECT_EQ("9007199254740993", Text(int64_t{9007199254740993}));
}

TEST(FormatFloat, ShortestOfItsOwnType) {
  EXPECT_EQ("0", Text(0.0));
  EXPECT_EQ("-0.0", Text(-0.0));
  EXPECT_EQ("-0.0", Text(-0.0f));
  EXPECT_EQ("1", Text(1.0));
  EXPECT_EQ("0.1", Text(0.1));
  EXPECT_EQ("0.1", Text(0.1f)) << "not 0.10000000149011612";
  EXPECT_EQ("16777216", Text(16777216.0f));
  EXPECT_EQ("9007199254740992", Text(9007199254740992.0));
  EXPECT_EQ("1.7976931348623157e+308",
            Text(std::numeric_limits<double>::max()));
  EXPECT_EQ("5e-324", Text(std::numeric_limits<double>::denorm_min()));
  EXPECT_EQ("1e-45", Text(std::numeric_limits<float>::denorm_min()));
  EXPECT_EQ("3.4028235e+38", Text(std::numeric_limits<float>::max()));
  EXPECT_EQ("0.3333333333333333", Text(1.0 / 3));
  EXPECT_EQ("-2.2250738585072014e-308", Text(-2.2250738585072014e-308));
}

TEST(FormatFloat, AnyValueIsAJsonNumberThatReadsBack) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  for (uint64_t i = TestIterations(200000); i > 0; --i) {
    const auto wide = std::bit_cast<double>(random.Bits());
    if (std::isfinite(wide)) {
      const std::string text = Text(wide);
      double back{};
      ASSERT_TRUE(IsJsonNumber(text)) << text;
      ASSERT_TRUE(ParseFloat(text, &back)) << text;
      ASSERT_EQ(std::bit_cast<uint64_t>(wide), std::bit_cast<uint64_t>(back));
    }
    const auto narrow =
        std::bit_cast<float>(static_cast<uint32_t>(random.Bits()));
    if (std::isfinite(narrow)) {
      const std::string text = Text(narrow);
      float back{};
      ASSERT_TRUE(IsJsonNumber(text)) << text;
      ASSERT_TRUE(ParseFloat(text, &back)) << text;
      ASSERT_EQ(std::bit_cast<uint32_t>(narrow), std::bit_cast<uint32_t>(back));
    }
  }
}

TEST(IsJsonNumber, Grammar) {
  for (const char* text :
       {"0", "-0", "1", "10", "-1", "0.0", "0.10", "1e0", "1E5", "1e+5", "1e-5",
        "0e0", "1.5e10", "123456789012345678901234567890", "-0.0e-0",
        "1e00007"}) {
    EXPECT_TRUE(IsJsonNumber(text)) << text;
  }
  for (const char* text :
       {"",          "-",     "+1",  "01",  "00",  "-01",   ".5",
        "5.",        "1.e5",  "1e",  "1e+", "1e-", "1.5.5", "1e5.5",
        "0x10",      "1_000", " 1",  "1 ",  "--1", "NaN",   "Infinity",
        "-Infinity", "1e5e5", "1,5", "e5",  "-.5"}) {
    EXPECT_FALSE(IsJsonNumber(text)) << text;
  }
}

void ExpectExact(const std::string& text, ExactInteger::Kind kind,
                 uint64_t magnitude) {
  const ExactInteger exact = ParseExactInteger(text);
  EXPECT_EQ(kind, exact.kind) << text;
  if (kind <= ExactInteger::kNegative) {
    EXPECT_EQ(magnitude, exact.magnitude) << text;
  }
}

TEST(ParseExactInteger, PlainIntegers) {
  ExpectExact("0", ExactInteger::kNonNegative, 0);
  ExpectExact("-0", ExactInteger::kNonNegative, 0);
  ExpectExact("7", ExactInteger::kNonNegative, 7);
  ExpectExact("-7", ExactInteger::kNegative, 7);
  ExpectExact("9007199254740993", ExactInteger::kNonNegative, 9007199254740993);
  ExpectExact("18446744073709551615", ExactInteger::kNonNegative, UINT64_MAX);
  ExpectExact("18446744073709551616", ExactInteger::kTooLarge, 0);
  ExpectExact("-9223372036854775808", ExactInteger::kNegative,
              uint64_t{1} << 63);
  ExpectExact("-18446744073709551615", ExactInteger::kNegative, UINT64_MAX);
  ExpectExact("100000000000000000000", ExactInteger::kTooLarge, 0);
}

TEST(ParseExactInteger, FractionsAndExponents) {
  ExpectExact("1.0", ExactInteger::kNonNegative, 1);
  ExpectExact("-1.000", ExactInteger::kNegative, 1);
  ExpectExact("0.0", ExactInteger::kNonNegative, 0);
  ExpectExact("0e5", ExactInteger::kNonNegative, 0);
  ExpectExact("0e999999999999999999999", ExactInteger::kNonNegative, 0);
  ExpectExact("1e3", ExactInteger::kNonNegative, 1000);
  ExpectExact("2.50e1", ExactInteger::kNonNegative, 25);
  ExpectExact("2.5e0", ExactInteger::kFraction, 0);
  ExpectExact("100e-2", ExactInteger::kNonNegative, 1);
  ExpectExact("100e-3", ExactInteger::kFraction, 0);
  ExpectExact("0.001e3", ExactInteger::kNonNegative, 1);
  ExpectExact("0.0010e3", ExactInteger::kNonNegative, 1);
  ExpectExact("1.5", ExactInteger::kFraction, 0);
  ExpectExact("1e19", ExactInteger::kNonNegative, 10000000000000000000u);
  ExpectExact("1e20", ExactInteger::kTooLarge, 0);
  ExpectExact("1.8446744073709551615e19", ExactInteger::kNonNegative,
              UINT64_MAX);
  ExpectExact("1.8446744073709551616e19", ExactInteger::kTooLarge, 0);
  ExpectExact("1e-1", ExactInteger::kFraction, 0);
  ExpectExact("1e999999999999999999999", ExactInteger::kTooLarge, 0);
  ExpectExact("1e-999999999999999999999", ExactInteger::kFraction, 0);
}

// More digits than any type holds, in time that grows with the text.
TEST(ParseExactInteger, HugeTexts) {
  const std::string zeros(1000000, '0');
  ExpectExact("1" + zeros, ExactInteger::kTooLarge, 0);
  ExpectExact("1" + zeros + "e-1000000", ExactInteger::kNonNegative, 1);
  ExpectExact("1." + zeros, ExactInteger::kNonNegative, 1);
  ExpectExact("0." + zeros + "1e1000001", ExactInteger::kNonNegative, 1);
  ExpectExact("0." + zeros, ExactInteger::kNonNegative, 0);
  ExpectExact(std::string(100000, '9'), ExactInteger::kTooLarge, 0);
  ExpectExact("0." + std::string(100000, '9'), ExactInteger::kFraction, 0);
  ExpectExact(std::string(1000, '9') + "e-999", ExactInteger::kFraction, 0);
}

template <typename T>
void ExpectFloat(const std::string& text, T expected) {
  T value = 77;
  EXPECT_TRUE(ParseFloat(text, &value)) << text;
  EXPECT_EQ(expected, value) << text;
  EXPECT_EQ(std::signbit(expected), std::signbit(value)) << text;
}

template <typename T>
void ExpectTooLarge(const std::string& text) {
  T value = 77;
  EXPECT_FALSE(ParseFloat(text, &value)) << text << " gave " << value;
}

TEST(ParseFloat, NearestValue) {
  ExpectFloat<double>("0", 0);
  ExpectFloat<double>("-0", -0.0);
  ExpectFloat<double>("-0.0", -0.0);
  ExpectFloat<double>("0.1", 0.1);
  ExpectFloat<float>("0.1", 0.1f);
  ExpectFloat<double>("9007199254740993", 9007199254740992.0);
  ExpectFloat<float>("16777217", 16777216.0f);
  ExpectFloat<double>("1e308", 1e308);
  ExpectFloat<double>("1E-5", 1e-5);
  ExpectFloat<double>("0.1e309", 1e308);
  ExpectFloat<double>("5e-324", 5e-324);
  ExpectFloat<double>("2.4703282292062328e-324", 5e-324);
  ExpectFloat<float>("3.4028235e38", std::numeric_limits<float>::max());
  ExpectFloat<double>("1" + std::string(400, '0') + "e-400", 1);
  ExpectFloat<double>("0." + std::string(400, '0') + "1e401", 1);
}

TEST(ParseFloat, TooLargeIsNoValue) {
  ExpectTooLarge<double>("1e309");
  ExpectTooLarge<double>("-1e309");
  ExpectTooLarge<double>("1.8e308");
  ExpectTooLarge<double>("0.5e309");
  ExpectTooLarge<double>("1" + std::string(400, '0'));
  ExpectTooLarge<double>("0.001e400");
  ExpectTooLarge<double>("1e999999999999999999999");
  ExpectTooLarge<float>("1e39");
  ExpectTooLarge<float>("3.5e38");
  ExpectTooLarge<float>("-1e309");
}

TEST(ParseFloat, TooSmallIsZero) {
  ExpectFloat<double>("1e-400", 0);
  ExpectFloat<double>("-1e-400", -0.0);
  ExpectFloat<float>("1e-50", 0);
  ExpectFloat<double>("0." + std::string(400, '0') + "1", 0);
  ExpectFloat<double>("1e-999999999999999999999", 0);
  ExpectFloat<double>("0e999999999999999999999", 0);
  ExpectFloat<double>("1000e-400", 0);
}

}  // namespace
}  // namespace transcdr
