// Decode and Encode as callers use them: outputs appended, failures without a
// trace, scratch reused.

#include "codec/transcode/transcoder.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

TEST(Transcoder, AppendsToItsOutput) {
  const Plan plan = RosPlanOrDie("uint8 v");
  TranscodeScratch scratch;
  DecodeReport report;
  std::string batch = "[";
  for (int i = 0; i < 3; ++i) {
    const std::string payload =
        Hex("00010000") + std::string(1, static_cast<char>(i));
    ASSERT_TRUE(
        Decode(*plan, payload, JsonDecode(), scratch, &batch, &report).ok());
  }
  EXPECT_EQ(R"([{"v":0}{"v":1}{"v":2})", batch);
  // One that fails leaves what was there.
  EXPECT_FALSE(Decode(*plan, "", JsonDecode(), scratch, &batch, &report).ok());
  EXPECT_EQ(R"([{"v":0}{"v":1}{"v":2})", batch);
  std::string payloads;
  ASSERT_TRUE(
      Encode(*plan, R"({"v":7})", JsonEncode(), scratch, &payloads).ok());
  EXPECT_FALSE(
      Encode(*plan, R"({"v":700})", JsonEncode(), scratch, &payloads).ok());
  // Alignment counts from this payload's own header.
  ASSERT_TRUE(
      Encode(*plan, R"({"v":8})", JsonEncode(), scratch, &payloads).ok());
  EXPECT_EQ(ToHex(Hex("00010000 07 00010000 08")), ToHex(payloads));
}

TEST(Transcoder, AlignsWithinEachPayloadOfABatch) {
  const Plan plan = RosPlanOrDie("uint8 a\nfloat64 b");
  TranscodeScratch scratch;
  std::string payloads = "x";
  ASSERT_TRUE(
      Encode(*plan, R"({"a":1,"b":1})", JsonEncode(), scratch, &payloads).ok());
  EXPECT_EQ(ToHex("x" + Hex("00010000 01 00000000000000 000000000000f03f")),
            ToHex(payloads));
}

TEST(Transcoder, ReportsTrailingBytes) {
  const Plan plan = RosPlanOrDie("uint8 v");
  TranscodeScratch scratch;
  DecodeReport report;
  report.trailing_bytes = 99;
  std::string document;
  ASSERT_TRUE(Decode(*plan, Hex("00010000 05"), JsonDecode(), scratch,
                     &document, &report)
                  .ok());
  EXPECT_EQ(0u, report.trailing_bytes);
  ASSERT_TRUE(Decode(*plan, Hex("00010000 05 000000"), JsonDecode(), scratch,
                     &document, &report)
                  .ok());
  EXPECT_EQ(3u, report.trailing_bytes);
}

TEST(Transcoder, AFailureLeavesNothingToTheNextMessage) {
  Types t;
  const TypeIndex in = t.Struct("In", {{"a", t.u8}, {"b", t.u8}});
  t.Struct("S", {{"list", t.Seq(in)}, {"m", t.Map(t.str, in)}, {"n", t.u8}});
  const Plan plan = t.PlanOrDie("S");
  const char good[] =
      R"({"n":1,"m":{"x":{"b":2,"a":1}},"list":[{"b":4,"a":3}]})";
  const std::string payload = FromJson(*plan, good);
  // Each fails within open structs, maps and lists, out of order members and
  // all.
  const char* bad[] = {R"({"n":1,"m":{"x":{"b":2,"a":1},"x":{}}})",
                       R"({"n":1,"list":[{"b":4,"a":3},{"b":4,"a":300}]})",
                       R"({"n":1,"list":[{"b":4,"a":3},{"b":4,"c":300}]})",
                       R"({"m":{"x":{"b":2,"a":1},"y":[]}})",
                       R"({"n":1,"m":{"x":{"b")"};
  for (const char* document : bad) {
    EXPECT_FALSE(TryEncode(*plan, document, JsonEncode()).ok()) << document;
    EXPECT_EQ(ToHex(payload), ToHex(FromJson(*plan, good)));
    EXPECT_FALSE(
        TryDecode(*plan, payload.substr(0, payload.size() - 1), MsgpackDecode())
            .ok());
    EXPECT_EQ(R"({"list":[{"a":3,"b":4}],"m":{"x":{"a":1,"b":2}},"n":1})",
              ToJson(*plan, payload));
  }
}

TEST(Transcoder, LargeMessagesAreFollowedBySmallOnes) {
  const Plan plan = RosPlanOrDie("string s\nfloat64[] d");
  std::string json = R"({"s":")" + std::string(3 << 20, 'x') + R"(\n","d":[)";
  for (int i = 0; i < 300000; ++i) json += i == 0 ? "1" : ",1";
  json += "]}";
  const std::string payload = FromJson(*plan, json);
  EXPECT_EQ(json, ToJson(*plan, payload));
  EXPECT_EQ(R"({"s":"a","d":[]})",
            ToJson(*plan, FromJson(*plan, R"({"s":"\u0061","d":[]})")));
}

// Recursive types, both ways.
TEST(Transcoder, RecursiveTypes) {
  Types t;
  const TypeIndex tree =
      t.Struct("Tree", {{"name", t.str},
                        {"children", t.Seq(t.Named("Tree"))},
                        {"by_name", t.Map(t.str, t.Named("Tree"))}});
  const TypeIndex either =
      t.Union("Either", t.boolean,
              {{{1}, "tree", tree}, {{0}, "list", t.Seq(t.Named("Either"))}});
  t.Struct("Root", {{"a", either}, {"b", tree}});
  const Plan plan = t.PlanOrDie("Root");
  const std::string leaf = R"({"name":"leaf","children":[],"by_name":{}})";
  const std::string node = R"({"name":"node","children":[)" + leaf + "," +
                           leaf + R"(],"by_name":{"x":)" + leaf + "}}";
  const std::string json =
      R"({"a":{"$discriminator":false,"list":[{"$discriminator":true,"tree":)" +
      node + R"(},{"$discriminator":false,"list":[]}]},"b":)" + node + "}";
  const std::string payload = FromJson(*plan, json);
  ExpectBothWays(*plan, payload, json);
  const Outcome outcome =
      TryDecode(*plan, payload.substr(0, payload.size() - 1), JsonDecode());
  ExpectFailure(outcome, FaultReason::kPayloadTruncated,
                {{"field_path", "b.by_name[0].by_name"}});
}

// One plan, many threads.
TEST(Transcoder, PlansAreShared) {
  const Plan plan = RosPlanOrDie("string s\nfloat64[] d\nbool b");
  const std::string json = R"({"s":"text","d":[0.1,2],"b":true})";
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 200; ++j) {
        const std::string payload = FromJson(*plan, json);
        EXPECT_EQ(json, ToJson(*plan, payload));
        EXPECT_EQ("",
                  TryDecode(*plan, payload.substr(0, 9), JsonDecode()).output);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace transcdr
