// What large messages cost: memory in proportion to them, in every version and
// format (rclpy#763, rmw_cyclonedds#346, mcap#1791: users-report line 47).

#include <gtest/gtest.h>

#include <string>

#include "codec/transcode/transcoder.h"
#include "tests/corruption/allocation_count.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

struct Kind {
  const char* name;
  const char* idl;
  // Of a sequence, without its brackets.
  const char* element;
  size_t count;
};

const Kind kKinds[] = {
    {"structs", "struct P { double x; double y; octet z; };",
     R"({"x":0.5,"y":-1.5,"z":3})", 50'000},
    {"appendables", "@appendable struct P { double x; octet z; };",
     R"({"x":0.5,"z":3})", 50'000},
    {"mutables", "@mutable struct P { double x; @optional octet z; };",
     R"({"x":0.5,"z":3})", 30'000},
    {"optionals", "struct P { @optional double x; @optional octet z; };",
     R"({"x":0.5})", 50'000},
    {"numbers", "typedef double P;", "0.5", 200'000},
    {"strings", "typedef string P;", R"("some text")", 50'000},
};

class LargeMessages : public ::testing::TestWithParam<Kind> {};

TEST_P(LargeMessages, TakeMemoryInProportion) {
  const Plan plan = IdlPlanOrDie(
      std::string(GetParam().idl) + "struct S { sequence<P> list; };", "S");
  std::string json = R"({"list":[)";
  for (size_t i = 0; i < GetParam().count; ++i) {
    if (i > 0) json += ',';
    json += GetParam().element;
  }
  json += "]}";
  for (const Representation representation :
       {Representation::kXcdr1, Representation::kXcdr2}) {
    EncodeOptions encode = JsonEncode();
    encode.representation = representation;
    const Outcome payload = TryEncode(*plan, json, encode);
    ASSERT_TRUE(payload.ok()) << payload;
    for (const DocumentFormat format :
         {DocumentFormat::kJson, DocumentFormat::kMessagePack}) {
      DecodeOptions options;
      options.format = format;
      TranscodeScratch scratch;
      DecodeReport report;
      std::string document;
      ResetAllocated();
      const absl::Status status =
          Decode(*plan, payload.output, options, scratch, &document, &report);
      // All that was ever asked for: an output that doubles as it grows.
      const size_t decoding = AllocatedBytes();
      ASSERT_TRUE(status.ok()) << status;
      EXPECT_LE(decoding, 6 * document.size() + 4 * payload.output.size());

      EncodeOptions back = EncodeAs(payload.output, options);
      std::string again;
      ResetAllocated();
      ASSERT_TRUE(Encode(*plan, document, back, scratch, &again).ok());
      EXPECT_LE(AllocatedBytes(),
                6 * document.size() + 6 * payload.output.size());
      EXPECT_EQ(payload.output, again);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, LargeMessages, ::testing::ValuesIn(kKinds),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace transcdr
