// Law 1 of the mapping over random schemas, values and options, and the codec
// against the reference codec: the same documents, the same payloads, the same
// failures.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
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

// Values of one schema: compiling costs more than translating.
constexpr int kValuesPerSchema = 6;

DocumentFormat RandomFormat(Random& random) {
  return static_cast<DocumentFormat>(random.Below(kDocumentFormatCount));
}
std::endian RandomOrder(Random& random) {
  return random.OneIn(2) ? std::endian::little : std::endian::big;
}

// Of payloads of a schema.
reference::WireForm RandomForm(const CodecPlan& plan, Random& random) {
  reference::WireForm form;
  form.is_xcdr2 = random.OneIn(2);
  form.order = RandomOrder(random);
  form.key_only = plan.key() != nullptr && random.OneIn(3);
  for (char& byte : form.ros_service_header) {
    byte = static_cast<char>(random.Bits());
  }
  return form;
}

// What makes Encode write it.
void SetForm(const CodecPlan& plan, const reference::WireForm& form,
             EncodeOptions* options) {
  options->order = form.order;
  options->representation =
      form.is_xcdr2 ? Representation::kXcdr2 : Representation::kXcdr1;
  options->key_only = form.key_only;
  if (plan.schema().profile().ros_service_header ==
      RosServiceHeader::kPresent) {
    options->ros_service_header = form.ros_service_header;
  }
}

// What makes a failing case readable.
std::string Describe(const CodecPlan& plan, std::string_view payload,
                     std::string_view document) {
  return plan.program().Dump() + "payload " + ToHex(payload) + "\ndocument " +
         (document.starts_with('{') || document.starts_with('[')
              ? std::string(document)
              : ToHex(document));
}

TEST(RoundTrip, EveryDocumentGivesItsPayloadBack) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  for (uint64_t i = TestIterations(1500); i > 0; --i) {
    const Plan plan = CompileOrDie(RandomSchema(random));
    for (int j = 0; j < kValuesPerSchema; ++j) {
      DecodeOptions options;
      options.format = RandomFormat(random);
      options.mapping = RandomMapping(random);
      const reference::WireForm form = RandomForm(*plan, random);
      options.key_only = form.key_only;
      const Value value =
          RandomValue(plan->schema(), random,
                      LosslessRules(options.format, options.mapping));
      const std::string payload =
          reference::WritePayload(plan->schema(), value, form);
      const auto expected =
          reference::WriteDocument(plan->schema(), value, options.format,
                                   options.mapping, form.key_only);
      if (!expected.has_value()) {
        // Keys of maps are equal when only their key members are left.
        ASSERT_TRUE(form.key_only) << Describe(*plan, payload, "");
        continue;
      }

      // The writer is canonical: strict takes all of it.
      options.wire.strict = random.OneIn(2);
      const Outcome decoded = TryDecode(*plan, payload, options);
      ASSERT_TRUE(decoded.ok())
          << decoded << Describe(*plan, payload, *expected);
      ASSERT_EQ(*expected, decoded.output)
          << Describe(*plan, payload, *expected);
      ASSERT_EQ(form.is_xcdr2 ? payload[3] : 0, decoded.trailing_bytes);
      ASSERT_EQ(0u, decoded.defaulted_members);

      EncodeOptions back = EncodeLike(options);
      SetForm(*plan, form, &back);
      const Outcome encoded = TryEncode(*plan, decoded.output, back);
      ASSERT_TRUE(encoded.ok())
          << encoded << Describe(*plan, payload, *expected);
      ASSERT_EQ(ToHex(payload), ToHex(encoded.output))
          << Describe(*plan, payload, *expected);
    }
  }
}

TEST(RoundTrip, MembersMayComeInAnyOrderWithUnknownOnesBetween) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  for (uint64_t i = TestIterations(800); i > 0; --i) {
    const Plan plan = CompileOrDie(RandomSchema(random));
    for (int j = 0; j < kValuesPerSchema; ++j) {
      EncodeOptions options;
      options.format = RandomFormat(random);
      options.mapping = RandomMapping(random);
      const reference::WireForm form = RandomForm(*plan, random);
      SetForm(*plan, form, &options);
      reference::Variation variation;
      variation.random = &random;
      variation.shuffle_members = random.OneIn(2);
      variation.add_white_space = random.OneIn(2);
      variation.add_unknown_members = random.OneIn(2);
      if (variation.add_unknown_members) {
        options.mapping.unknown_members_policy = UnknownMembersPolicy::kIgnore;
      }
      const Value value =
          RandomValue(plan->schema(), random,
                      LosslessRules(options.format, options.mapping));
      const auto document =
          reference::WriteDocument(plan->schema(), value, options.format,
                                   options.mapping, form.key_only, variation);
      const std::string payload =
          reference::WritePayload(plan->schema(), value, form);
      if (!document.has_value()) {
        ASSERT_TRUE(form.key_only);
        continue;
      }
      const Outcome encoded = TryEncode(*plan, *document, options);
      ASSERT_TRUE(encoded.ok())
          << encoded << Describe(*plan, payload, *document);
      ASSERT_EQ(ToHex(payload), ToHex(encoded.output))
          << Describe(*plan, payload, *document);
    }
  }
}

// A few bytes changed, cut off or added.
std::string Corrupt(std::string bytes, Random& random) {
  for (uint64_t n = random.Below(4); n > 0 && !bytes.empty(); --n) {
    const size_t at = random.Below(bytes.size());
    switch (random.Below(5)) {
      case 0:
        bytes[at] = static_cast<char>(random.Bits());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.Below(8)));
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes.insert(at, 1, static_cast<char>(random.Below(3)));
        break;
      default:
        for (size_t i = at; i < std::min(at + 4, bytes.size()); ++i) {
          bytes[i] = '\xff';
        }
    }
  }
  return bytes;
}

TEST(Differential, CorruptPayloadsFailOrGiveTheSameInBothCodecs) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  uint64_t failed = 0;
  uint64_t taken = 0;
  for (uint64_t i = TestIterations(1000); i > 0; --i) {
    const Plan plan = CompileOrDie(RandomSchema(random));
    const Schema& schema = plan->schema();
    const ValueRules rules = {.any_nan = true,
                              .non_finite = true,
                              .invalid_utf8 = random.OneIn(4),
                              .lone_surrogates = random.OneIn(4),
                              .named_flags_only = false,
                              .duplicate_keys = random.OneIn(4)};
    const reference::WireForm form = RandomForm(*plan, random);
    const Value original = RandomValue(schema, random, rules);
    const std::string good =
        random.OneIn(2) ? reference::WritePayload(schema, original, form)
                        : reference::WriteWildPayload(schema, original, form,
                                                      {.random = &random,
                                                       .may_omit = true,
                                                       .dirty_padding = false});
    for (int j = 0; j < 12; ++j) {
      const std::string payload = Corrupt(good, random);
      DecodeOptions options;
      options.format = RandomFormat(random);
      options.mapping = RandomMapping(random);
      options.wire = RandomWireOptions(random);
      options.limits.max_elements = 1'000'000;
      options.key_only = form.key_only;
      reference::ReadReport report;
      const auto value = reference::ReadPayload(schema, payload, options.wire,
                                                {.max_elements = 2000},
                                                form.key_only, &report);
      // Limits are not what is compared: the codec counts more than elements.
      if (report.is_over_limit) continue;
      const auto document =
          value.has_value()
              ? reference::WriteDocument(schema, *value, options.format,
                                         options.mapping, form.key_only)
              : std::nullopt;
      const Outcome decoded = TryDecode(*plan, payload, options);
      ASSERT_EQ(document.has_value(), decoded.ok())
          << decoded << Describe(*plan, payload, document.value_or(""));
      if (decoded.ok()) {
        ++taken;
        ASSERT_EQ(*document, decoded.output)
            << Describe(*plan, payload, *document);
        ASSERT_EQ(report.trailing_bytes, decoded.trailing_bytes);
        ASSERT_EQ(report.defaulted_members, decoded.defaulted_members)
            << Describe(*plan, payload, *document);
        ASSERT_EQ(report.first_defaulted_member,
                  decoded.first_defaulted_member);
      } else {
        ++failed;
        ASSERT_NE(FaultReason::kNone, decoded.reason());
        ASSERT_NE(FaultReason::kInternal, decoded.reason());
        ASSERT_LE(decoded.offset(), payload.size()) << decoded;
      }
    }
  }
  // Both happen, or the test looks at one side only.
  EXPECT_GT(failed, 0u);
  EXPECT_GT(taken, 0u);
}

TEST(Differential, CorruptDocumentsFailOrGiveAPayloadThatDecodes) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  for (uint64_t i = TestIterations(1000); i > 0; --i) {
    const Plan plan = CompileOrDie(RandomSchema(random));
    const Schema& schema = plan->schema();
    EncodeOptions options;
    options.format = RandomFormat(random);
    options.mapping = RandomMapping(random);
    const reference::WireForm form = RandomForm(*plan, random);
    SetForm(*plan, form, &options);
    const auto good = reference::WriteDocument(
        schema,
        RandomValue(schema, random,
                    LosslessRules(options.format, options.mapping)),
        options.format, options.mapping, form.key_only);
    if (!good.has_value()) {
      ASSERT_TRUE(form.key_only);
      continue;
    }
    for (int j = 0; j < 12; ++j) {
      const std::string document = Corrupt(*good, random);
      const Outcome encoded = TryEncode(*plan, document, options);
      if (!encoded.ok()) {
        ASSERT_NE(FaultReason::kNone, encoded.reason());
        ASSERT_NE(FaultReason::kInternal, encoded.reason());
        ASSERT_LE(encoded.offset(), document.size()) << encoded;
        continue;
      }
      // Whatever was taken is a canonical payload of the schema.
      reference::ReadReport report;
      const auto value = reference::ReadPayload(
          schema, encoded.output, {.strict = true}, {}, form.key_only, &report);
      ASSERT_TRUE(value.has_value())
          << Describe(*plan, encoded.output, document);
      ASSERT_EQ(0u, report.defaulted_members);
      ASSERT_EQ(ToHex(encoded.output),
                ToHex(reference::WritePayload(schema, *value, form)))
          << Describe(*plan, encoded.output, document);
    }
  }
}

}  // namespace
}  // namespace transcdr
