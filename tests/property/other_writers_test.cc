// Payloads as other writers may make them, legal and not ours: given a value
// and a wild writer, expect the value's document; given an older writer, expect
// the defaults of what it lacks, and their count.

#include <gtest/gtest.h>

#include <string>

#include "tests/support/hex.h"
#include "tests/support/random.h"
#include "tests/support/random_schema.h"
#include "tests/support/reference_codec.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

using reference::Value;

constexpr int kValuesPerSchema = 6;
constexpr ValueRules kAnyText = {.any_nan = true,
                                 .non_finite = true,
                                 .invalid_utf8 = false,
                                 .lone_surrogates = false,
                                 .named_flags_only = false,
                                 .duplicate_keys = false};

reference::WireForm RandomForm(const CodecPlan& plan, Random& random) {
  reference::WireForm form;
  form.is_xcdr2 = random.OneIn(2);
  form.order = random.OneIn(2) ? std::endian::little : std::endian::big;
  form.key_only = plan.key() != nullptr && random.OneIn(3);
  for (char& byte : form.ros_service_header) {
    byte = static_cast<char>(random.Bits());
  }
  return form;
}

std::string Describe(const CodecPlan& plan, std::string_view payload,
                     std::string_view canonical) {
  return plan.program().Dump() + "payload   " + ToHex(payload) +
         "\ncanonical " + ToHex(canonical);
}

DecodeOptions Msgpack(bool key_only) {
  DecodeOptions options;
  options.format = DocumentFormat::kMessagePack;
  options.key_only = key_only;
  return options;
}

TEST(OtherWriters, PayloadsGiveTheSameDocument) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  uint64_t differ = 0;
  for (uint64_t i = TestIterations(1500); i > 0; --i) {
    const Plan plan = CompileOrDie(RandomSchema(random));
    const Schema& schema = plan->schema();
    for (int j = 0; j < kValuesPerSchema; ++j) {
      const reference::WireForm form = RandomForm(*plan, random);
      const Value value = RandomValue(schema, random, kAnyText);
      const std::string canonical =
          reference::WritePayload(schema, value, form);
      const std::string payload =
          reference::WriteWildPayload(schema, value, form,
                                      {.random = &random,
                                       .may_omit = false,
                                       .dirty_padding = random.OneIn(2)});
      if (payload != canonical) ++differ;
      const DecodeOptions options = Msgpack(form.key_only);
      const auto expected = reference::WriteDocument(
          schema, value, options.format, options.mapping, form.key_only);
      if (!expected.has_value()) {
        // Keys of maps are equal when only their key members are left.
        ASSERT_TRUE(form.key_only);
        continue;
      }

      // The reference reader first: it must not be what is wrong.
      reference::ReadReport report;
      const auto again = reference::ReadPayload(schema, payload, options.wire,
                                                {}, form.key_only, &report);
      ASSERT_TRUE(again.has_value()) << Describe(*plan, payload, canonical);
      ASSERT_EQ(*expected,
                reference::WriteDocument(schema, *again, options.format,
                                         options.mapping, form.key_only))
          << Describe(*plan, payload, canonical);

      const Outcome decoded = TryDecode(*plan, payload, options);
      ASSERT_TRUE(decoded.ok())
          << decoded << Describe(*plan, payload, canonical);
      ASSERT_EQ(ToHex(*expected), ToHex(decoded.output))
          << Describe(*plan, payload, canonical);
      ASSERT_EQ(0u, decoded.defaulted_members)
          << decoded.first_defaulted_member;
      ASSERT_EQ(report.trailing_bytes, decoded.trailing_bytes);
      ASSERT_EQ(ToHex(report.ros_service_header),
                ToHex(decoded.ros_service_header));
    }
  }
  EXPECT_GT(differ, 0u);
}

TEST(OtherWriters, WhatAnOlderOneLacksHasItsDefault) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  uint64_t defaulted = 0;
  for (uint64_t i = TestIterations(1500); i > 0; --i) {
    const Plan plan = CompileOrDie(RandomSchema(random));
    const Schema& schema = plan->schema();
    for (int j = 0; j < kValuesPerSchema; ++j) {
      const reference::WireForm form = RandomForm(*plan, random);
      const Value value = RandomValue(schema, random, kAnyText);
      const std::string payload = reference::WriteWildPayload(
          schema, value, form,
          {.random = &random, .may_omit = true, .dirty_padding = false});
      const DecodeOptions options = Msgpack(form.key_only);
      reference::ReadReport report;
      const auto read = reference::ReadPayload(schema, payload, options.wire,
                                               {}, form.key_only, &report);
      ASSERT_TRUE(read.has_value()) << Describe(*plan, payload, "");
      const auto expected = reference::WriteDocument(
          schema, *read, options.format, options.mapping, form.key_only);
      // Keys of maps may be equal when members have their defaults.
      if (!expected.has_value()) continue;
      const Outcome decoded = TryDecode(*plan, payload, options);
      ASSERT_TRUE(decoded.ok()) << decoded << Describe(*plan, payload, "");
      ASSERT_EQ(ToHex(*expected), ToHex(decoded.output))
          << Describe(*plan, payload, "");
      ASSERT_EQ(report.defaulted_members, decoded.defaulted_members)
          << Describe(*plan, payload, "");
      ASSERT_EQ(report.first_defaulted_member, decoded.first_defaulted_member)
          << Describe(*plan, payload, "");
      defaulted += report.defaulted_members;
    }
  }
  EXPECT_GT(defaulted, 0u);
}

// A whole document, encoded as a key, gives what its key members alone give.
TEST(OtherWriters, AKeyIsTakenFromAWholeDocument) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  uint64_t keyed = 0;
  for (uint64_t i = TestIterations(1500); i > 0; --i) {
    const Plan plan = CompileOrDie(RandomSchema(random));
    if (plan->key() == nullptr) continue;
    ++keyed;
    reference::WireForm form = RandomForm(*plan, random);
    const Value value = RandomValue(plan->schema(), random, kAnyText);
    form.key_only = false;
    const std::string whole =
        reference::WritePayload(plan->schema(), value, form);
    form.key_only = true;
    const std::string key =
        reference::WritePayload(plan->schema(), value, form);

    // Keys of maps may be equal when only their key members are left.
    if (!reference::WriteDocument(plan->schema(), value,
                                  DocumentFormat::kMessagePack, {}, true)) {
      continue;
    }

    DecodeOptions decode = Msgpack(false);
    decode.want_key_hash = true;
    const Outcome document = TryDecode(*plan, whole, decode);
    ASSERT_TRUE(document.ok()) << document << Describe(*plan, whole, key);
    ASSERT_EQ(16u, document.key_hash.size());
    EncodeOptions encode = EncodeLike(decode, form.order);
    encode.representation =
        form.is_xcdr2 ? Representation::kXcdr2 : Representation::kXcdr1;
    encode.key_only = true;
    encode.want_key_hash = true;
    if (!document.ros_service_header.empty()) {
      encode.ros_service_header = form.ros_service_header;
    }
    const Outcome encoded = TryEncode(*plan, document.output, encode);
    ASSERT_TRUE(encoded.ok()) << encoded << Describe(*plan, whole, key);
    ASSERT_EQ(ToHex(key), ToHex(encoded.output)) << Describe(*plan, whole, key);
    // The hash is of the instance, however it is told.
    ASSERT_EQ(ToHex(document.key_hash), ToHex(encoded.key_hash));
    decode.key_only = true;
    const Outcome key_document = TryDecode(*plan, key, decode);
    ASSERT_TRUE(key_document.ok()) << key_document;
    ASSERT_EQ(ToHex(document.key_hash), ToHex(key_document.key_hash));
  }
  EXPECT_GT(keyed, 0u);
}

}  // namespace
}  // namespace transcdr
