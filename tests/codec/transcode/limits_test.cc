// Limits of one translation: depth, output bytes, elements. Given hostile or
// large input, expect LIMIT_EXCEEDED, soon and with little memory.

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "codec/transcode/transcoder.h"
#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

// struct Node { sequence<Node> next; };
Plan RecursivePlan() {
  Types t;
  t.Struct("Node", {{"next", t.Seq(t.Named("Node"))}});
  return t.PlanOrDie("Node");
}

std::string NestedNodes(int depth) {
  std::string opening;
  std::string closing;
  for (int i = 0; i < depth; ++i) {
    opening += "{\"next\":[";
    closing += "]}";
  }
  return opening + "{\"next\":[]}" + closing;
}

TEST(Depth, RecursionEndsAtTheLimit) {
  const Plan plan = RecursivePlan();
  const std::string shallow = NestedNodes(20);
  const std::string payload = FromJson(*plan, shallow);
  EXPECT_EQ(shallow, ToJson(*plan, payload));
  const Outcome deep = TryEncode(*plan, NestedNodes(50000), JsonEncode());
  ExpectFailure(deep, FaultReason::kLimitExceeded, {{"limit", "max_depth"}});
  EXPECT_EQ("128", deep.word("expected"));
  std::string hostile = Hex("00010000");
  for (int i = 0; i < 100000; ++i) hostile += Hex("01000000");
  for (const DecodeOptions& options : {JsonDecode(), MsgpackDecode()}) {
    ExpectFailure(TryDecode(*plan, hostile, options),
                  FaultReason::kLimitExceeded, {{"limit", "max_depth"}});
  }
}

TEST(Depth, IsAnOption) {
  const Plan plan = RecursivePlan();
  const std::string payload = FromJson(*plan, NestedNodes(5));
  for (uint32_t depth = 1; depth < 40; ++depth) {
    DecodeOptions options = JsonDecode();
    options.limits.max_depth = depth;
    const Outcome outcome = TryDecode(*plan, payload, options);
    if (outcome.ok()) {
      EXPECT_GE(depth, 12u) << "6 structs and 6 sequences are open at once";
      return;
    }
    EXPECT_EQ(FaultReason::kLimitExceeded, outcome.reason());
  }
  FAIL() << "never deep enough";
}

TEST(Output, IsLimited) {
  const Plan plan = RosPlanOrDie("uint8[] data");
  std::string payload = Hex("00010000 e8030000") + std::string(1000, 'x');
  for (const DocumentFormat format :
       {DocumentFormat::kJson, DocumentFormat::kMessagePack}) {
    DecodeOptions options{.format = format};
    const size_t size = TryDecode(*plan, payload, options).output.size();
    options.limits.max_output_bytes = size;
    EXPECT_TRUE(TryDecode(*plan, payload, options).ok());
    options.limits.max_output_bytes = size - 1;
    ExpectFailure(TryDecode(*plan, payload, options),
                  FaultReason::kLimitExceeded,
                  {{"limit", "max_output_bytes"},
                   {"expected", std::to_string(size - 1)}});
    options.limits.max_output_bytes = 0;
    EXPECT_EQ(FaultReason::kLimitExceeded,
              TryDecode(*plan, payload, options).reason());
  }
  EncodeOptions options = JsonEncode();
  const std::string json = ToJson(*plan, payload);
  options.limits.max_output_bytes = payload.size();
  EXPECT_TRUE(TryEncode(*plan, json, options).ok());
  options.limits.max_output_bytes = payload.size() - 1;
  ExpectFailure(TryEncode(*plan, json, options), FaultReason::kLimitExceeded,
                {{"limit", "max_output_bytes"}});
}

// One payload in, one document of 36 times its size out: cut at the limit.
TEST(Output, ExpansionIsCutEarly) {
  const Plan plan = RosPlanOrDie("int64[] data");
  const std::string payload =
      Hex("00010000 00000400 00000000") + std::string(8 * 0x40000, '\x80');
  DecodeOptions options = JsonDecode();
  options.limits.max_output_bytes = 1000;
  std::string document;
  TranscodeScratch scratch;
  DecodeReport report;
  const absl::Status status =
      Decode(*plan, payload, options, scratch, &document, &report);
  EXPECT_FALSE(status.ok());
  EXPECT_LT(document.capacity(), 200000u);
}

TEST(Elements, OfNoBytesCannotLoopForEver) {
  Types t;
  const TypeIndex empty = t.Struct("Empty", {});
  t.Struct("S", {{"list", t.Seq(empty)}});
  const Plan plan = t.PlanOrDie("S");
  const std::string payload = Hex("00010000 ffffffff");
  DecodeOptions options = JsonDecode();
  options.limits.max_elements = 1000;
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = TryDecode(*plan, payload, options);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  ExpectFailure(outcome, FaultReason::kLimitExceeded,
                {{"limit", "max_elements"},
                 {"expected", "1000"},
                 {"field_path", "list[200]"}});
  // With the default limits too: output or elements end it.
  DecodeOptions small = MsgpackDecode();
  small.limits.max_output_bytes = 1 << 20;
  EXPECT_EQ(FaultReason::kLimitExceeded,
            TryDecode(*plan, payload, small).reason());
}

TEST(Elements, OfNestedEmptyArraysCannotEither) {
  Types t;
  const TypeIndex empty = t.Struct("Empty", {});
  t.Struct("S", {{"a", t.Array(empty, {30000, 30000})}});
  const Plan plan = t.PlanOrDie("S");
  DecodeOptions options = JsonDecode();
  options.limits.max_elements = 10000;
  EXPECT_EQ(FaultReason::kLimitExceeded,
            TryDecode(*plan, Hex("00010000"), options).reason());
  // Nor can what a document leaves out.
  EncodeOptions encode = JsonEncode();
  encode.limits.max_elements = 10000;
  EXPECT_EQ(FaultReason::kLimitExceeded,
            TryEncode(*plan, "{}", encode).reason());
}

// Levels of structs within each other, ten of the level before in each: 10^40
// values of the innermost type.
std::string TenfoldIdl(const std::string& annotation,
                       const std::string& innermost) {
  std::string text = annotation + " struct S0 {" + innermost + "};\n";
  for (int i = 1; i < 40; ++i) {
    text += annotation + " struct S" + std::to_string(i) + " { S" +
            std::to_string(i - 1) + " a, b, c, d, e, f, g, h, i, j; };\n";
  }
  return text;
}

TEST(Elements, StructsWithoutBytesCannotMultiply) {
  const Plan plan = IdlPlanOrDie(TenfoldIdl("@final", ""), "S39");
  for (DecodeOptions options : {JsonDecode(), MsgpackDecode()}) {
    options.limits.max_elements = 10000;
    ExpectFailure(TryDecode(*plan, Hex("00010000"), options),
                  FaultReason::kLimitExceeded, {{"limit", "max_elements"}});
    ExpectFailure(TryDecode(*plan, Hex("00060000"), options),
                  FaultReason::kLimitExceeded, {{"limit", "max_elements"}});
  }
}

// Each of 1,000 elements is a header of 4 bytes, and has 1,000 members.
TEST(Elements, AbsentMembersAreCounted) {
  std::string members;
  for (int i = 0; i < 1000; ++i) {
    members += "@optional long m" + std::to_string(i) + ";";
  }
  const Plan plan =
      IdlPlanOrDie("@mutable struct Wide {" + members +
                       "}; @final struct S { sequence<Wide> s; };",
                   "S");
  std::string payload = Hex("00010000 e8030000");
  for (int i = 0; i < 1000; ++i) payload += Hex("023f0000");
  DecodeOptions options = MsgpackDecode();
  options.limits.max_elements = 4'001'000;  // absent ones count fourfold
  EXPECT_TRUE(TryDecode(*plan, payload, options).ok());
  options.limits.max_elements = 4'000'999;
  ExpectFailure(TryDecode(*plan, payload, options), FaultReason::kLimitExceeded,
                {{"limit", "max_elements"}, {"field_path", "s[999].m999"}});
}

// What takes long asks whether it is still wanted.
TEST(Elements, AreNotTranslatedForACallerThatIsGone) {
  struct After final : public StopSignal {
    explicit After(int looks) : looks_left(looks) {}
    bool ShouldStop() const override { return looks_left-- == 0; }
    mutable int looks_left;
  };
  Types t;
  t.Struct("S", {{"list", t.Seq(t.str)}});
  const Plan plan = t.PlanOrDie("S");
  std::string json = R"({"list":[)";
  for (int i = 0; i < 300'000; ++i) json += R"("",)";
  json.back() = ']';
  json += '}';
  const std::string payload = FromJson(*plan, json);
  for (const int looks : {0, 2}) {
    After encode_stop(looks);
    EncodeOptions encode = JsonEncode();
    encode.stop = &encode_stop;
    const Outcome encoded = TryEncode(*plan, json, encode);
    EXPECT_TRUE(absl::IsCancelled(encoded.status)) << encoded;
    EXPECT_EQ(-1, encode_stop.looks_left);
    After decode_stop(looks);
    DecodeOptions decode = JsonDecode();
    decode.stop = &decode_stop;
    const Outcome decoded = TryDecode(*plan, payload, decode);
    EXPECT_TRUE(absl::IsCancelled(decoded.status)) << decoded;
    EXPECT_EQ("", decoded.output);
  }
  After never(1000);
  DecodeOptions decode = JsonDecode();
  decode.stop = &never;
  EXPECT_EQ(json, TryDecode(*plan, payload, decode).output);
  EXPECT_EQ(1000 - 4, never.looks_left) << "300,000 elements are 4 x 65,536";
}

TEST(Elements, AreCountedOverTheWholeMessage) {
  Types t;
  t.Struct("S", {{"a", t.Seq(t.str)},
                 {"m", t.Map(t.u8, t.u8)},
                 {"r", t.Array(t.str, {2})},
                 {"numbers", t.Seq(t.i32)}});
  const Plan plan = t.PlanOrDie("S");
  const std::string json =
      R"({"a":["",""],"m":{"1":1},"r":["",""],"numbers":[1,2,3,4,5,6,7]})";
  EncodeOptions options = JsonEncode();
  options.limits.max_elements = 5;
  EXPECT_TRUE(TryEncode(*plan, json, options).ok());
  options.limits.max_elements = 4;
  ExpectFailure(TryEncode(*plan, json, options), FaultReason::kLimitExceeded,
                {{"field_path", "r[1]"}, {"limit", "max_elements"}});
}

// What a document leaves out is made up within the limit of the output.
TEST(Defaults, OfHugeArraysAreLimited) {
  for (const char* type : {"f64", "u8", "c8"}) {
    Types t;
    const std::string name(type);
    const TypeIndex element = name == "f64"  ? t.f64
                              : name == "u8" ? t.u8
                                             : t.c8;
    t.Struct("S", {{"a", t.Array(element, {1u << 30})}});
    const Plan plan = t.PlanOrDie("S");
    EncodeOptions options = JsonEncode();
    options.limits.max_output_bytes = 1 << 20;
    ExpectFailure(TryEncode(*plan, "{}", options), FaultReason::kLimitExceeded,
                  {{"field_path", "a"}, {"limit", "max_output_bytes"}});
    if (name == "c8") {
      ExpectFailure(TryEncode(*plan, R"({"a":"x"})", options),
                    FaultReason::kLimitExceeded,
                    {{"field_path", "a"}, {"limit", "max_output_bytes"}});
    }
  }
}

// A struct of structs of ... of 2 each: 2^n defaults of a tiny document.
TEST(Defaults, OfManyMembersAreLimited) {
  Types t;
  TypeIndex inner = t.Array(t.str, {1u << 16});
  for (int i = 0; i < 12; ++i) {
    inner = t.Struct("S" + std::to_string(i), {{"a", inner}, {"b", inner}});
  }
  const Plan plan = t.PlanOrDie("S11");
  EncodeOptions options = JsonEncode();
  options.limits.max_elements = 100000;
  ExpectFailure(TryEncode(*plan, "{}", options), FaultReason::kLimitExceeded,
                {{"limit", "max_elements"}});
}

// 10^40 of them, without an array.
TEST(Defaults, OfMembersWithoutArraysAreLimited) {
  for (const char* annotation : {"@final", "@appendable", "@mutable"}) {
    const Plan plan = IdlPlanOrDie(TenfoldIdl(annotation, "octet o;"), "S39");
    for (const Representation representation :
         {Representation::kXcdr1, Representation::kXcdr2}) {
      EncodeOptions options = JsonEncode();
      options.representation = representation;
      options.limits.max_elements = 10000;
      ExpectFailure(TryEncode(*plan, "{}", options),
                    FaultReason::kLimitExceeded, {{"limit", "max_elements"}});
    }
  }
  DecodeOptions options = JsonDecode();
  options.limits.max_elements = 10000;
  ExpectFailure(
      TryDecode(*IdlPlanOrDie(TenfoldIdl("@appendable", "octet o;"), "S39"),
                Hex("00090000 00000000"), options),
      FaultReason::kLimitExceeded, {{"limit", "max_elements"}});
  const Plan plan = IdlPlanOrDie(TenfoldIdl("@mutable", "octet o;"), "S39");
  for (const char* payload : {"00030000 023f0000", "000b0000 00000000"}) {
    ExpectFailure(TryDecode(*plan, Hex(payload), options),
                  FaultReason::kLimitExceeded, {{"limit", "max_elements"}});
  }
}

}  // namespace
}  // namespace transcdr
