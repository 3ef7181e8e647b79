// Every scalar kind at every alignment, in both byte orders, over all of its
// values where those are few, else over the interesting ones.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/hex.h"
#include "tests/support/reference_codec.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

using reference::Value;

constexpr std::endian kOrders[] = {std::endian::little, std::endian::big};
constexpr DocumentFormat kFormats[] = {DocumentFormat::kMessagePack,
                                       DocumentFormat::kJson};

// struct S { octet lead[N]; T value; octet tail; }; no lead for N = 0.
Plan Behind(size_t octets, TypeKind kind, WireProfile profile) {
  Types types;
  std::vector<Types::Field> fields;
  if (octets > 0) {
    fields.push_back(
        {"lead", types.Array(types.byte, {static_cast<uint32_t>(octets)})});
  }
  const TypeIndex type = kind == TypeKind::kString8 ? types.str
                         : kind == TypeKind::kString16
                             ? types.wstr
                             : types.builder().Primitive(kind);
  fields.push_back({"value", type});
  fields.push_back({"tail", types.byte});
  types.Struct("S", std::move(fields));
  return types.PlanOrDie("S", profile);
}

Value Octet(uint8_t bits) { return {.bits = bits}; }

Value Whole(size_t octets, Value value) {
  Value whole;
  if (octets > 0) {
    Value lead;
    for (size_t i = 0; i < octets; ++i) {
      lead.items.push_back(Octet(static_cast<uint8_t>(0xa0 + i)));
    }
    whole.items.push_back(std::move(lead));
  }
  whole.items.push_back(std::move(value));
  whole.items.push_back(Octet(0x7e));
  return whole;
}

// Both directions, against the reference codec.
void Check(const CodecPlan& plan, const Value& value) {
  for (const std::endian order : kOrders) {
    const std::string payload =
        reference::WritePayload(plan.schema(), value, order);
    for (const DocumentFormat format : kFormats) {
      DecodeOptions options{.format = format};
      options.wire.strict = true;
      const auto expected =
          reference::WriteDocument(plan.schema(), value, format, {});
      ASSERT_TRUE(expected.has_value());
      const Outcome decoded = TryDecode(plan, payload, options);
      ASSERT_EQ(*expected, decoded.output) << decoded << ToHex(payload);
      const Outcome encoded =
          TryEncode(plan, decoded.output, EncodeLike(options, order));
      ASSERT_EQ(ToHex(payload), ToHex(encoded.output)) << encoded;
      // One octet less is an error, at every alignment.
      const Outcome cut = TryDecode(
          plan, std::string_view(payload).substr(0, payload.size() - 1),
          options);
      ASSERT_EQ(FaultReason::kPayloadTruncated, cut.reason()) << cut;
    }
  }
}

std::vector<uint64_t> IntegerValues(TypeKind kind) {
  std::vector<uint64_t> values;
  switch (kind) {
    case TypeKind::kBoolean:
      return {0, 1};
    case TypeKind::kByte:
    case TypeKind::kUInt8:
    case TypeKind::kChar8:
      for (uint64_t i = 0; i < 256; ++i) values.push_back(i);
      return values;
    case TypeKind::kInt8:
      for (int i = -128; i < 128; ++i) {
        values.push_back(static_cast<uint64_t>(int64_t{i}));
      }
      return values;
    case TypeKind::kUInt16:
      return {0, 1, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x1234};
    case TypeKind::kChar16:
      return {0, 'a', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff};
    case TypeKind::kUInt32:
    case TypeKind::kUInt64: {
      const int bits = kind == TypeKind::kUInt32 ? 32 : 64;
      for (int i = 0; i < bits; ++i) {
        values.push_back(uint64_t{1} << i);
        values.push_back((uint64_t{1} << i) - 1);
      }
      values.push_back(bits == 32 ? UINT32_MAX : UINT64_MAX);
      values.push_back((uint64_t{1} << (bits - 11)) + 1);
      return values;
    }
    default: {  // signed, 16 to 64
      const int bits = kind == TypeKind::kInt16   ? 16
                       : kind == TypeKind::kInt32 ? 32
                                                  : 64;
      for (int i = 0; i < bits - 1; ++i) {
        const uint64_t power = uint64_t{1} << i;
        for (const uint64_t v : {power, power - 1, power + 1}) {
          if (v >> (bits - 1) == 0) values.push_back(v);
          values.push_back(uint64_t{0} - (v >> (bits - 1) == 0 ? v : power));
        }
      }
      values.push_back(uint64_t{0} - (uint64_t{1} << (bits - 1)));
      return values;
    }
  }
}

class SmallTypes : public ::testing::TestWithParam<TypeKind> {};

TEST_P(SmallTypes, AreTheSameAtEveryAlignment) {
  const TypeKind kind = GetParam();
  for (size_t octets = 0; octets <= 8; ++octets) {
    SCOPED_TRACE(octets);
    const WireProfile profile =
        octets % 2 == 0 ? WireProfile::Omg() : WireProfile::Ros2();
    const Plan plan = Behind(octets, kind, profile);
    std::vector<Value> values;
    switch (kind) {
      case TypeKind::kFloat32:
        for (const float f :
             {0.0f, -0.0f, 1.0f, 0.1f, 16777216.0f, 3.4028235e38f, 1e-45f,
              std::numeric_limits<float>::infinity(),
              std::numeric_limits<float>::quiet_NaN()}) {
          values.push_back({.bits = std::bit_cast<uint32_t>(f)});
        }
        break;
      case TypeKind::kFloat64:
        for (const double f :
             {0.0, -0.0, 1.0, 0.1, 9007199254740993.0, 1.7976931348623157e308,
              5e-324, -std::numeric_limits<double>::infinity(),
              std::numeric_limits<double>::quiet_NaN()}) {
          values.push_back({.bits = std::bit_cast<uint64_t>(f)});
        }
        break;
      case TypeKind::kFloat128:
        values.push_back({.bytes = Hex("000102030405060708090a0b0c0d0e0f")});
        values.push_back({.bytes = std::string(16, '\xff')});
        break;
      case TypeKind::kString8:
        for (const char* text : {"", "a", "ab", "abc", "abcd", "\xc3\xa4"}) {
          values.push_back({.bytes = text});
        }
        break;
      case TypeKind::kString16:
        for (const char16_t* text : {u"", u"a", u"ab", u"\U0001f600"}) {
          values.push_back({.wide = text});
        }
        break;
      default:
        for (const uint64_t bits : IntegerValues(kind)) {
          values.push_back({.bits = bits});
        }
    }
    for (Value& value : values) {
      Check(*plan, Whole(octets, std::move(value)));
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, SmallTypes,
    ::testing::Values(TypeKind::kBoolean, TypeKind::kByte, TypeKind::kInt8,
                      TypeKind::kUInt8, TypeKind::kInt16, TypeKind::kUInt16,
                      TypeKind::kInt32, TypeKind::kUInt32, TypeKind::kInt64,
                      TypeKind::kUInt64, TypeKind::kFloat32, TypeKind::kFloat64,
                      TypeKind::kFloat128, TypeKind::kChar8, TypeKind::kChar16,
                      TypeKind::kString8, TypeKind::kString16),
    [](const auto& test) { return std::string(TypeKindName(test.param)); });

// All values of a 16-bit type, in one sequence each way.
TEST(SixteenBits, EveryValueIsTheSame) {
  Types types;
  types.Struct("S", {{"i", types.Seq(types.i16)}, {"u", types.Seq(types.u16)}});
  const Plan plan = types.PlanOrDie("S");
  Value signed_values;
  Value unsigned_values;
  for (int64_t i = 0; i < 65536; ++i) {
    signed_values.items.push_back({.bits = static_cast<uint64_t>(i - 32768)});
    unsigned_values.items.push_back({.bits = static_cast<uint64_t>(i)});
  }
  Value value;
  value.items = {std::move(signed_values), std::move(unsigned_values)};
  Check(*plan, value);
}

// All of char16 that are no half of a pair, one by one.
TEST(SixteenBits, EveryWideCharacterIsTheSame) {
  Types types;
  types.Struct("S", {{"c", types.Seq(types.c16)}});
  const Plan plan = types.PlanOrDie("S");
  Value list;
  for (uint64_t i = 0; i < 65536; ++i) {
    if (i < 0xd800 || i > 0xdfff) list.items.push_back({.bits = i});
  }
  Value value;
  value.items = {std::move(list)};
  Check(*plan, value);
}

}  // namespace
}  // namespace transcdr
