// What people and programs are told: a failure of each reason, as a golden
// file. Given a schema and an input, expect the sentence and the metadata.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/golden.h"
#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

class ErrorMessages : public ::testing::Test {
 protected:
  ErrorMessages() {
    Types t;
    const TypeIndex color = t.Enum("demo::Color", {{"RED"}, {"GREEN"}});
    const TypeIndex point =
        t.Struct("demo::Point", {{"x", t.f64}, {"y", t.f64}});
    const TypeIndex choice = t.Union(
        "demo::Choice", t.u8,
        {{{1}, "point", point}, {{2}, "text", t.str}, {{3, 4}, "n", t.i32}});
    t.Struct("demo::Root", {{"id", t.u8},
                            {"points", t.Seq(point, 2)},
                            {"name", t.String(4)},
                            {"color", color},
                            {"flags", t.Bitmask("demo::Flags", {{"A"}}, 4)},
                            {"bits", t.Bitset("demo::Bits", {{"b", 3}})},
                            {"choice", choice},
                            {"ages", t.Map(t.String(4), t.u8, 2)},
                            {"pair", t.Array(t.i16, {2})},
                            {"raw", t.Seq(t.byte, 4)},
                            {"wide", t.wstr},
                            {"ratio", t.f32},
                            {"ok", t.boolean}});
    plan_ = t.PlanOrDie("demo::Root");
  }

  void Add(const std::string& title, const Outcome& outcome) {
    ASSERT_FALSE(outcome.ok()) << title;
    reasons_.insert(outcome.reason());
    text_ += "# " + title + "\n" + outcome.message() + "\n";
    const auto detail = GetErrorDetail(outcome.status);
    ASSERT_TRUE(detail.has_value()) << title;
    for (const auto& [key, value] : detail->metadata) {
      text_ += "  " + key + ": " + value + "\n";
    }
  }
  void Payload(const std::string& title, std::string_view hex,
               const DecodeOptions& options = JsonDecode()) {
    Add(title, TryDecode(*plan_, Hex(hex), options));
  }
  void Json(const std::string& title, std::string_view json,
            const EncodeOptions& options = JsonEncode()) {
    Add(title, TryEncode(*plan_, json, options));
  }
  void Msgpack(const std::string& title, std::string_view hex) {
    Add(title, TryEncode(*plan_, Hex(hex), MsgpackEncode()));
  }

  Plan plan_;
  std::string text_;
  std::set<FaultReason> reasons_;
};

// All members of demo::Root up to one, with empty values.
constexpr char kUpToName[] = "00010000 01 000000 00000000";
constexpr char kWhole[] =
    "00010000 01 000000 00000000 01000000 00 000000 00000000 00 00 00 00 "
    "00000000 0000 0000 00000000 00000000 00000000 00";

TEST_F(ErrorMessages, Golden) {
  DecodeOptions strict = JsonDecode();
  strict.wire.strict = true;
  const std::string up_to_name = kUpToName;
  const std::string whole = kWhole;
  ASSERT_TRUE(TryDecode(*plan_, Hex(whole), strict).ok())
      << TryDecode(*plan_, Hex(whole), strict);

  Payload("no header", "0001");
  Payload("no body", "00010000");
  Payload("fewer bytes than the elements need",
          "00010000 01 000000 01000000 00000000 00000000 0000f03f 0000");
  Payload("part of a length",
          "00010000 01 00 00 00 02000000 " + std::string(70, '0'));
  Payload("a count that cannot be true", up_to_name + "ffffffff");
  Payload("an unknown representation", "01030000 00");
  Payload("a known one", "00090000 00");
  Payload("more elements than the bound", "00010000 01 000000 03000000");
  Payload("more text than the bound",
          up_to_name + "06000000 616263646500 0000");
  Payload("text that is not UTF-8",
          up_to_name + "03000000 61ff00 00" +
              whole.substr(whole.find("00000000 00 00 00 00")));
  Payload("half of a surrogate pair",
          "00010000 01 000000 00000000 01000000 00 000000 00000000 00 00 00 00 "
          "00000000 0000 0000 00000000 02000000 00d8");
  Payload("bits above a bound", up_to_name + "01000000 00 000000 00000000 10");
  Payload("padding, strictly", "00010000 01 000001" + whole.substr(18), strict);
  Payload("options, strictly", "00018000" + whole.substr(8), strict);
  Payload("bytes behind the value, strictly", whole + "0000", strict);
  {
    DecodeOptions few = JsonDecode();
    few.limits.max_depth = 1;
    Payload("depth", whole, few);
    DecodeOptions short_output = JsonDecode();
    short_output.limits.max_output_bytes = 10;
    Payload("output", whole, short_output);
  }

  Json("not JSON", "{\"id\":1,}");
  Json("ends early", "{\"id\":");
  Json("two documents", "{} {}");
  Json("not UTF-8", "{\"name\":\"\xff\"}");
  Json("root of another kind", "[1]");
  Json("number out of range", "{\"id\":300}");
  Json("fraction for an integer", "{\"id\":1.5}");
  Json("text for an integer", "{\"id\":\"1\"}");
  Json("in an element", R"({"points":[{"x":1},{"y":"2"}]})");
  Json("unknown member", R"({"id":1,"idd":2})");
  Json("unknown member of an element", R"({"points":[{"z":1}]})");
  Json("duplicate member", R"({"id":1,"name":"a","id":2})");
  Json("too many elements", R"({"points":[{},{},{}]})");
  Json("too much text", R"({"name":"12345"})");
  Json("a NUL in text", R"({"name":"a\u0000"})");
  Json("unknown enumerator", R"({"color":"BLUE"})");
  Json("unknown flag", R"({"flags":["B"]})");
  Json("bit field out of range", R"({"bits":{"b":8}})");
  Json("no discriminator", R"({"choice":{"n":1}})");
  Json("another case's member", R"({"choice":{"$discriminator":1,"n":1}})");
  Json("two members of a union", R"({"choice":{"text":"a","n":1}})");
  Json("in a union", R"({"choice":{"point":{"x":[]}}})");
  Json("key of a map", R"({"ages":{"12345":1}})");
  Json("value of a map", R"({"ages":{"a":1,"b":256}})");
  Json("key that comes twice", R"({"ages":{"a":1,"a":2}})");
  Json("not a pair", R"({"ages":[["a"]]})");
  Json("array of another size", R"({"pair":[1]})");
  Json("element of an array", R"({"pair":[1,40000]})");
  Json("not base64", R"({"raw":"*"})");
  Json("float out of range", R"({"ratio":1e39})");
  Json("half of an escaped pair", R"({"wide":"\ud800"})");
  {
    EncodeOptions all = JsonEncode();
    all.mapping.require_all = true;
    Json("missing member", R"({"id":1,"points":[{"x":1}]})", all);
    EncodeOptions few = JsonEncode();
    few.limits.max_elements = 1;
    Json("elements", R"({"id":1,"points":[{"x":1,"y":1},{}]})", few);
  }
  Msgpack("not MessagePack", "81 a26964 c1");
  Msgpack("MessagePack ends early", "81 a26964 cd01");
  Msgpack("more bytes", "80 80");
  Msgpack("a count above the bytes left", "dfffffffff");
  Msgpack("not UTF-8 in MessagePack", "81 a46e616d65 a1ff");
  Msgpack("inexact float32", "81 a5726174696f cb3fb999999999999a");
  ExpectGolden("errors/transcode.txt", text_);

  // Every reason that a translation can give is among them.
  for (const FaultReason reason :
       {FaultReason::kPayloadTruncated, FaultReason::kPayloadMalformed,
        FaultReason::kPayloadTrailingBytes, FaultReason::kBoundExceeded,
        FaultReason::kValueOutOfRange, FaultReason::kTypeMismatch,
        FaultReason::kMemberMissing, FaultReason::kMemberUnknown,
        FaultReason::kMemberDuplicate, FaultReason::kInvalidUtf8,
        FaultReason::kUnknownEnumerator, FaultReason::kDocumentMalformed,
        FaultReason::kLimitExceeded}) {
    EXPECT_TRUE(reasons_.contains(reason)) << FaultReasonName(reason);
  }
}

// What is shown of an input is short and fit for a terminal.
TEST_F(ErrorMessages, ShowLittleOfTheInput) {
  const Outcome control =
      TryEncode(*plan_, R"({"a\u001b[31m\n":1})", JsonEncode());
  EXPECT_EQ(FaultReason::kMemberUnknown, control.reason());
  EXPECT_EQ(std::string::npos, control.message().find('\x1b'));
  EXPECT_EQ(std::string::npos, control.message().find('\n'));
  const Outcome longer = TryEncode(
      *plan_, "{\"" + std::string(100000, 'x') + "\":1}", JsonEncode());
  EXPECT_LT(longer.message().size(), 400u);
  EXPECT_LT(longer.word("name").size(), 100u);
  const Outcome bytes =
      TryEncode(*plan_, Hex("81 a2 ff00 01"), MsgpackEncode());
  EXPECT_EQ(std::string::npos, bytes.message().find('\xff'));
}

}  // namespace
}  // namespace transcdr
