// Against Cyclone DDS for C, both directions, by the types of
// cyclone_types.idl: what it writes of a sample decodes here, what we encode
// becomes that sample there.

#include "tests/interop/cyclone.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "cyclone_types.h"
#include "tests/support/hex.h"
#include "tests/support/random.h"
#include "tests/support/random_schema.h"
#include "tests/support/reference_codec.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

constexpr std::endian kOrders[] = {std::endian::little, std::endian::big};

struct TypeRow {
  const char* name;
  const dds_topic_descriptor_t* descriptor;
  // Cyclone 0.10 writes XCDR1 of final types alone.
  bool has_xcdr1 = false;
  // The writer chooses length codes in lists.
  bool same_bytes = true;
};

const TypeRow kTypes[] = {
    {"Primitives", &interop_Primitives_desc, true},
    {"Collections", &interop_Collections_desc, true},
    {"AliasedArrays", &interop_AliasedArrays_desc, true},
    {"FinalNest", &interop_FinalNest_desc, false, false},
    {"AppendableNest", &interop_AppendableNest_desc, false, false},
    {"MutableNest", &interop_MutableNest_desc, false, false},
    {"Unions", &interop_Unions_desc},
    {"FinalOptionals", &interop_FinalOptionals_desc},
    {"AppendableOptionals", &interop_AppendableOptionals_desc},
    {"MutableOptionals", &interop_MutableOptionals_desc, false, false},
    {"Derived", &interop_Derived_desc},
    {"MutableDerived", &interop_MutableDerived_desc, false, false},
    {"Keyed", &interop_Keyed_desc},
};

Plan PlanOf(const char* name) {
  std::ifstream file(TRANSCDR_CYCLONE_IDL);
  const std::string text{std::istreambuf_iterator<char>(file),
                         std::istreambuf_iterator<char>()};
  return IdlPlanOrDie(text, std::string("interop::") + name);
}

// The body of a payload in XCDR2, without the padding that its header counts.
std::string BodyOf(const std::string& payload) {
  return payload.substr(4, payload.size() - 4 - (payload[3] & 3));
}

// Cyclone's body as it puts it on the network.
std::string PayloadOf(const std::string& header, std::string body,
                      bool is_xcdr2) {
  const size_t padding = is_xcdr2 ? (4 - body.size() % 4) % 4 : 0;
  std::string payload = header.substr(0, 4);
  payload[3] = static_cast<char>(padding);
  return payload + body.append(padding, '\0');
}

class Cyclone : public ::testing::TestWithParam<TypeRow> {
 protected:
  // A value, as our payload, through Cyclone and back.
  void Check(const CodecPlan& plan, const reference::Value& value,
             bool is_xcdr2, std::endian order) {
    DecodeOptions decode;
    EncodeOptions encode = EncodeLike(decode, order);
    encode.representation =
        is_xcdr2 ? Representation::kXcdr2 : Representation::kXcdr1;
    const auto document =
        reference::WriteDocument(plan.schema(), value, decode.format, {});
    ASSERT_TRUE(document.has_value());
    const Outcome ours = TryEncode(plan, *document, encode);
    ASSERT_TRUE(ours.ok()) << ours;
    const uint32_t version = is_xcdr2 ? 2 : 1;
    const std::string our_body =
        is_xcdr2 ? BodyOf(ours.output) : ours.output.substr(4);

    const auto sample =
        cyclone::ReadBody(*GetParam().descriptor, our_body, version, order);
    ASSERT_NE(nullptr, sample) << "Cyclone refuses " << ToHex(ours.output);
    const auto theirs = cyclone::WriteBody(*sample, version, order);
    ASSERT_TRUE(theirs.has_value());
    if (GetParam().same_bytes) {
      ASSERT_EQ(ToHex(*theirs), ToHex(our_body));
    }
    const std::string payload = PayloadOf(ours.output, *theirs, is_xcdr2);
    const Outcome decoded = TryDecode(plan, payload, decode);
    ASSERT_TRUE(decoded.ok()) << decoded << ToHex(payload);
    ASSERT_EQ(ToHex(*document), ToHex(decoded.output)) << ToHex(payload);
    ASSERT_EQ(0u, decoded.defaulted_members);
  }
};

TEST_P(Cyclone, TakesOurPayloadsAndGivesThemBack) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  const Plan plan = PlanOf(GetParam().name);
  ValueRules rules;
  rules.named_flags_only = true;
  rules.named_literals_only = true;
  for (uint64_t i = TestIterations(300); i > 0; --i) {
    const reference::Value value = RandomValue(plan->schema(), random, rules);
    for (const std::endian order : kOrders) {
      Check(*plan, value, true, order);
      if (HasFatalFailure()) return;
      if (!GetParam().has_xcdr1) continue;
      Check(*plan, value, false, order);
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Cyclone, ::testing::ValuesIn(kTypes),
                         [](const auto& test) { return test.param.name; });

// ---- Samples filled here, so that no member can be taken for another.

std::string Json(const char* type, const void* data,
                 const dds_topic_descriptor_t& descriptor) {
  dds_ostream_t stream;
  dds_ostream_init(&stream, 0, 2);
  std::string payload;
  if (dds_stream_write(&stream, static_cast<const char*>(data),
                       descriptor.m_ops) == nullptr) {
    ADD_FAILURE() << "Cyclone does not write " << type;
  } else {
    payload.assign(reinterpret_cast<const char*>(stream.m_buffer),
                   stream.m_index);
  }
  dds_ostream_fini(&stream);
  const Plan plan = PlanOf(type);
  const Extensibility extensibility =
      plan->schema().type(plan->schema().root()).extensibility;
  std::string header = Hex("00070000");
  if (extensibility == Extensibility::kAppendable) header[1] = 9;
  if (extensibility == Extensibility::kMutable) header[1] = 11;
  return ToJson(*plan, PayloadOf(header, payload, true));
}

TEST(CycloneSamples, Primitives) {
  interop_Primitives value = {};
  value.o = 1;
  value.b = true;
  value.c = 'x';
  value.i8 = -2;
  value.u8 = 200;
  value.i16 = -300;
  value.u16 = 60000;
  value.p = 3;
  value.i32 = -70000;
  value.u32 = 4000000000u;
  value.q = 4;
  value.i64 = -5000000000;
  value.u64 = 18446744073709551615u;
  value.r = 5;
  value.f32 = 0.5f;
  value.f64 = -0.1;
  EXPECT_EQ(
      R"({"o":1,"b":true,"c":"x","i8":-2,"u8":200,"i16":-300,"u16":60000,)"
      R"("p":3,"i32":-70000,"u32":4000000000,"q":4,"i64":-5000000000,)"
      R"("u64":"18446744073709551615","r":5,"f32":0.5,"f64":-0.1})",
      Json("Primitives", &value, interop_Primitives_desc));
}

TEST(CycloneSamples, MutableMembersHaveTheirIds) {
  char text[] = "text";
  char named[] = "named";
  interop_MutableNest value = {};
  value.o = 1;
  value.a_point = {2, 2.5};
  value.a_delimited = {3, 4};
  value.a_listed.a = 5;
  value.a_listed.b = 6;
  value.a_listed.s = text;
  value.a_listed.array[0] = 7;
  value.a_listed.array[1] = 8;
  value.one_color = interop_BLUE;
  value.named = named;
  value.must = 9;
  value.tail = 10;
  EXPECT_EQ(R"({"o":1,"a_point":{"tag":2,"x":2.5},"a_delimited":{"a":3,"b":4},)"
            R"("a_listed":{"a":5,"b":6,"s":"text","d":[],"l":[],"o":"",)"
            R"("array":[7,8]},"listeds":[],"one_color":"BLUE","colors":[],)"
            R"("strings":[],"named":"named","must":9,"tail":10})",
            Json("MutableNest", &value, interop_MutableNest_desc));
}

TEST(CycloneSamples, UnionsAndOptionals) {
  char text[] = "s";
  interop_Unions value = {};
  value.o = 1;
  value.final_choice._d = 7;
  value.final_choice._u.s = text;
  value.appendable_choice._d = interop_RED;
  value.appendable_choice._u.a_delimited = {2, 3};
  value.tail = 4;
  EXPECT_EQ(
      R"({"o":1,"final_choice":{"$discriminator":7,"s":"s"},)"
      R"("appendable_choice":{"$discriminator":"RED",)"
      R"("a_delimited":{"a":2,"b":3}},"choices":[],"appendable_choices":[],)"
      R"("tail":4})",
      Json("Unions", &value, interop_Unions_desc));
  double d = 1.5;
  interop_FinalOptionals optionals = {};
  optionals.o = 1;
  optionals.d = &d;
  optionals.tail = 2;
  EXPECT_EQ(R"({"o":1,"d":1.5,"tail":2})",
            Json("FinalOptionals", &optionals, interop_FinalOptionals_desc));
}

TEST(CycloneSamples, BasesComeFirst) {
  char text[] = "s";
  interop_Derived value = {};
  value.parent.a = 1;
  value.parent.s = text;
  value.d = 2.5;
  EXPECT_EQ(R"({"a":1,"s":"s","d":2.5,"o":""})",
            Json("Derived", &value, interop_Derived_desc));
}

}  // namespace
}  // namespace transcdr
