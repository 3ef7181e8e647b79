// What Decode tolerates of a payload, and what `strict` makes an error: given
// bytes that some writer makes, expect a value, or a refusal at the right byte.

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

DecodeOptions Strict() {
  DecodeOptions options = JsonDecode();
  options.wire.strict = true;
  return options;
}

// struct S { octet a; long n; };
Plan OctetAndLong() {
  Types t;
  t.Struct("S", {{"a", t.byte}, {"n", t.i32}});
  return t.PlanOrDie("S");
}

// Tolerated: gives `json`. Strict: PAYLOAD_MALFORMED at `offset`.
void ExpectTolerated(const CodecPlan& plan, const std::string& payload,
                     std::string_view json, uint64_t offset) {
  EXPECT_EQ(json, ToJson(plan, payload)) << ToHex(payload);
  const Outcome strict = TryDecode(plan, payload, Strict());
  EXPECT_EQ(FaultReason::kPayloadMalformed, strict.reason()) << strict;
  EXPECT_EQ(offset, strict.offset()) << strict;
}

TEST(Tolerance, GarbageInPadding) {
  ExpectTolerated(*OctetAndLong(), Hex("00010000 01 000061 02000000"),
                  R"({"a":1,"n":2})", 7);
}

TEST(Tolerance, UnusedOptionBits) {
  ExpectTolerated(*OctetAndLong(), Hex("00011200 01 000000 02000000"),
                  R"({"a":1,"n":2})", 2);
}

TEST(Tolerance, APadCountWithoutPadding) {
  ExpectTolerated(*OctetAndLong(), Hex("00010003 01 000000 02000000"),
                  R"({"a":1,"n":2})", 3);
}

TEST(Tolerance, PadBytesThatAreNotZero) {
  Types t;
  t.Struct("S", {{"a", t.byte}});
  const Plan plan = t.PlanOrDie("S");
  ExpectTolerated(*plan, Hex("00010003 05 000001"), R"({"a":5})", 7);
  EXPECT_TRUE(TryDecode(*plan, Hex("00010003 05 000000"), Strict()).ok());
}

TEST(Tolerance, AnyNumberOfTrailingBytes) {
  const Plan plan = OctetAndLong();
  const std::string payload = Hex("00010000 01 000000 02000000");
  for (size_t n = 0; n <= 40; ++n) {
    const Outcome decoded =
        TryDecode(*plan, payload + std::string(n, '\x55'), JsonDecode());
    EXPECT_EQ(R"({"a":1,"n":2})", decoded.output);
    EXPECT_EQ(n, decoded.trailing_bytes);
    const Outcome strict =
        TryDecode(*plan, payload + std::string(n, '\0'), Strict());
    EXPECT_EQ(n == 0, strict.ok());
    if (n > 0) {
      ExpectFailure(strict, FaultReason::kPayloadTrailingBytes,
                    {{"byte_offset", "12"}, {"actual", std::to_string(n)}});
    }
  }
}

TEST(Tolerance, StringsOfLengthZero) {
  Types t;
  t.Struct("S", {{"s", t.str}, {"n", t.i32}});
  ExpectTolerated(*t.PlanOrDie("S"), Hex("00010000 00000000 05000000"),
                  R"({"s":"","n":5})", 4);
}

TEST(Tolerance, StringsWithoutANul) {
  Types t;
  t.Struct("S", {{"s", t.str}});
  ExpectTolerated(*t.PlanOrDie("S"), Hex("00010000 02000000 6162"),
                  R"({"s":"ab"})", 9);
}

TEST(Tolerance, AnEmbeddedNulIsKeptAndNotWritten) {
  Types t;
  t.Struct("S", {{"s", t.str}});
  const Plan plan = t.PlanOrDie("S");
  EXPECT_EQ(R"({"s":"a\u0000b"})",
            ToJson(*plan, Hex("00010000 04000000 61006200")));
  ExpectFailure(TryEncode(*plan, R"({"s":"a\u0000b"})", JsonEncode()),
                FaultReason::kValueOutOfRange, {{"field_path", "s"}});
  Types wide;
  wide.Struct("S", {{"s", wide.wstr}});
  const Plan wide_plan = wide.PlanOrDie("S");
  EXPECT_EQ(R"({"s":"a\u0000"})",
            ToJson(*wide_plan, Hex("00010000 04000000 61000000")));
  ExpectFailure(TryEncode(*wide_plan, R"({"s":"\u0000"})", JsonEncode()),
                FaultReason::kValueOutOfRange, {{"field_path", "s"}});
}

TEST(Tolerance, BooleansAboveOne) {
  Types t;
  t.Struct("S", {{"b", t.boolean}, {"list", t.Seq(t.boolean)}});
  const Plan plan = t.PlanOrDie("S");
  const std::string single = Hex("00010000 02 000000 00000000");
  ExpectTolerated(*plan, single, R"({"b":true,"list":[]})", 4);
  const std::string in_list = Hex("00010000 01 000000 03000000 00 ff 01");
  ExpectTolerated(*plan, in_list, R"({"b":true,"list":[false,true,true]})", 13);
  DecodeOptions options = JsonDecode();
  options.wire.lenient_booleans = false;
  EXPECT_EQ(4u, TryDecode(*plan, single, options).offset());
  EXPECT_EQ(13u, TryDecode(*plan, in_list, options).offset());
  EXPECT_TRUE(
      TryDecode(*plan, Hex("00010000 01 000000 02000000 00 01"), options).ok());
  // Canonical on the way back.
  EXPECT_EQ(ToHex(Hex("00010000 01 000000 03000000 00 01 01")),
            ToHex(FromJson(*plan, ToJson(*plan, in_list))));
}

TEST(Tolerance, CodePointsInWideStringsOfFourByteUnits) {
  Types t;
  t.Struct("S", {{"s", t.wstr}});
  const Plan plan = t.PlanOrDie("S", WireProfile::Ros2());
  ExpectTolerated(*plan, Hex("00010000 01000000 00f60100"), R"({"s":"😀"})", 8);
  // No Unicode at all.
  ExpectFailure(
      TryDecode(*plan, Hex("00010000 01000000 00001100"), JsonDecode()),
      FaultReason::kPayloadMalformed, {{"byte_offset", "8"}});
}

TEST(Tolerance, WideStringsWithoutTheirNul) {
  Types t;
  t.Struct("S", {{"s", t.wstr}});
  const Plan plan =
      t.PlanOrDie("S", {.wstring_form = WstringForm::kBytes16Nul});
  ExpectTolerated(*plan, Hex("00010000 04000000 61006200"), R"({"s":"ab"})", 4);
  ExpectTolerated(*plan, Hex("00010000 00000000"), R"({"s":""})", 4);
}

TEST(Tolerance, OddByteLengthsOfWideStringsAreAnError) {
  Types t;
  t.Struct("S", {{"s", t.wstr}});
  ExpectFailure(TryDecode(*t.PlanOrDie("S"), Hex("00010000 03000000 616200"),
                          JsonDecode()),
                FaultReason::kPayloadMalformed, {{"byte_offset", "4"}});
}

TEST(Tolerance, ParameterListIdsBeforeRosBodies) {
  const Plan ros = RosPlanOrDie("uint8 v");
  EXPECT_EQ(R"({"v":94})", ToJson(*ros, Hex("00030000 5e")));
  EXPECT_FALSE(TryDecode(*ros, Hex("00030000 5e"), Strict()).ok());
  Types t;
  t.Struct("S", {{"v", t.u8}});
  ExpectFailure(TryDecode(*t.PlanOrDie("S"), Hex("00030000 5e"), JsonDecode()),
                FaultReason::kPayloadMalformed, {{"byte_offset", "0"}});
}

// Never tolerated, whatever the options: what is not there.
TEST(Truncation, NamesTheMemberAndTheByte) {
  Types t;
  const TypeIndex point = t.Struct("P", {{"x", t.f64}, {"y", t.f64}});
  t.Struct("S", {{"name", t.str}, {"points", t.Seq(point)}});
  const Plan plan = t.PlanOrDie("S");
  const Outcome outcome = TryDecode(*plan, Hex(R"(
    00010000
    02000000 6100 0000
    01000000 00000000 00000000     # one point, padding to 16, half of x
  )"),
                                    JsonDecode());
  ExpectFailure(outcome, FaultReason::kPayloadTruncated,
                {{"byte_offset", "16"}, {"expected", "16"}, {"actual", "8"}});
  const Outcome in_padding =
      TryDecode(*plan, Hex("00010000 03000000 616200 00"), JsonDecode());
  ExpectFailure(in_padding, FaultReason::kPayloadTruncated,
                {{"byte_offset", "12"}, {"field_path", "points"}});
}

// A count that cannot be true is an error before anything is allocated.
TEST(Truncation, CountsAreHeldAgainstTheBytesLeft) {
  const std::function<TypeIndex(Types&)> types[] = {
      [](Types& t) { return t.Seq(t.u8); },
      [](Types& t) { return t.Seq(t.f64); },
      [](Types& t) { return t.Seq(t.Seq(t.u8)); },
      [](Types& t) { return t.Seq(t.str); },
      [](Types& t) { return t.Seq(t.Array(t.f64, {1u << 20})); },
      [](Types& t) { return t.Map(t.u8, t.f64); }};
  for (const auto& type : types) {
    Types t;
    t.Struct("S", {{"v", type(t)}});
    const Plan plan = t.PlanOrDie("S");
    const Outcome outcome =
        TryDecode(*plan, Hex("00010000 ffffffff 0000"), JsonDecode());
    EXPECT_EQ(FaultReason::kPayloadTruncated, outcome.reason()) << outcome;
    EXPECT_EQ("v", outcome.path()) << outcome;
    EXPECT_EQ("2", outcome.word("actual")) << outcome;
  }
}

}  // namespace
}  // namespace transcdr
