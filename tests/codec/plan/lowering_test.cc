#include "codec/plan/lowering.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/plan/codec_plan.h"
#include "codec/transcode/encoding.h"
#include "tests/support/schema_builder.h"

namespace transcdr {
namespace {

// The diagnostics of a schema that cannot be compiled; all are unsupported.
std::string Refusal(Schema schema, SchemaLimits limits = {}) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_EQ(nullptr,
            CompilePlan(std::move(schema), AllFormats(), limits, &diagnostics));
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    EXPECT_TRUE(diagnostic.is_unsupported);
    EXPECT_EQ(Severity::kError, diagnostic.severity);
    text += diagnostic.message + "\n";
  }
  return text;
}

// A struct of two of a struct of two of ...: 2^40 members in place, a few
// hundred ops with calls.
TEST(Lowering, ExponentialSchemasStaySmall) {
  Types t;
  TypeIndex inner = t.Struct("S0", {{"a", t.u8}, {"b", t.str}});
  for (int i = 1; i <= 40; ++i) {
    inner = t.Struct("S" + std::to_string(i), {{"a", inner}, {"b", inner}});
  }
  const Plan plan = t.PlanOrDie("S40");
  EXPECT_LT(plan->program().ops.size(), 2000u);
}

TEST(Lowering, ExponentialUnionsStaySmall) {
  Types t;
  TypeIndex inner = t.str;
  for (int i = 1; i <= 40; ++i) {
    inner = t.Union("U" + std::to_string(i), t.boolean,
                    {{{1}, "a", t.Seq(inner)}, {{0}, "b", t.Seq(inner)}});
  }
  t.Struct("S", {{"u", inner}});
  EXPECT_LT(t.PlanOrDie("S")->program().ops.size(), 3000u);
}

TEST(Lowering, DepthIsLimited) {
  Types t;
  TypeIndex inner = t.Struct("S0", {{"a", t.u8}});
  for (int i = 1; i <= 140; ++i) {
    inner = t.Struct("S" + std::to_string(i), {{"a", inner}});
  }
  EXPECT_EQ("types are nested deeper than 128 (limit max_depth)\n",
            Refusal(t.BuildOrDie("S140")));
}

TEST(Lowering, OpsAreLimited) {
  Types t;
  std::vector<Types::Field> fields;
  for (int i = 0; i < 100; ++i) {
    fields.push_back({"m" + std::to_string(i), t.u8});
  }
  t.Struct("S", std::move(fields));
  SchemaLimits limits;
  limits.max_ops = 100;
  EXPECT_EQ("the compiled plan needs more than 100 ops (limit max_ops)\n",
            Refusal(t.BuildOrDie("S"), limits));
}

TEST(TypeText, IsShortAndReadable) {
  Types t;
  const TypeIndex point = t.Struct("geo::Point", {{"x", t.f64}});
  const TypeIndex alias = t.Alias("geo::Line", t.Seq(point, 9));
  TypeIndex deep = t.u8;
  for (int i = 0; i < 20; ++i) deep = t.Seq(deep);
  t.Struct("S", {{"a", t.u8},
                 {"b", t.String(5)},
                 {"c", t.WString(0)},
                 {"d", alias},
                 {"e", t.Array(t.i16, {2, 3})},
                 {"f", t.Map(t.str, point, 4)},
                 {"g", deep}});
  const Schema schema = t.BuildOrDie("S");
  std::vector<std::string> texts;
  for (const Member& member : schema.type(schema.root()).members) {
    texts.push_back(TypeText(schema, member.type));
  }
  EXPECT_EQ((std::vector<std::string>{
                "uint8", "string<=5", "wstring", "sequence<geo::Point><=9",
                "int16[2][3]", "map<string, geo::Point><=4",
                "sequence<sequence<sequence<sequence<sequence<sequence<"
                "sequence<...>>>>>>>"}),
            texts);
}

TEST(CodecPlan, EstimatesGrowWithTheSchema) {
  Types small;
  small.Struct("S", {{"a", small.u8}});
  Types large;
  std::vector<Types::Field> fields;
  for (int i = 0; i < 100; ++i) {
    fields.push_back({"member_" + std::to_string(i), large.u8});
  }
  large.Struct("S", std::move(fields));
  const size_t less = small.PlanOrDie("S")->EstimateBytes();
  EXPECT_GT(less, 100u);
  EXPECT_GT(large.PlanOrDie("S")->EstimateBytes(), 20 * 100 + less);
}

}  // namespace
}  // namespace transcdr
