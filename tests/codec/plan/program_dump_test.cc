// What schemas compile to, as golden files: one op a line.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "codec/plan/op.h"
#include "tests/support/golden.h"
#include "tests/support/schema_builder.h"

namespace transcdr {
namespace {

TEST(Dump, EveryOp) {
  Types t;
  const TypeIndex color = t.Enum("Color", {{"RED"}, {"GREEN"}}, 8);
  const TypeIndex point = t.Struct("Point", {{"x", t.f64}, {"y", t.f64}});
  const TypeIndex empty = t.Struct("Empty", {});
  const TypeIndex choice =
      t.Union("Choice", color,
              {{{0}, "point", point}, {{1}, "text", t.str}, {{}, "n", t.i8}});
  t.Struct(
      "S",
      {{"boolean", t.boolean, Literal{true}},
       {"octet", t.byte},
       {"i8", t.i8},
       {"u8", t.u8},
       {"i16", t.i16},
       {"u16", t.u16},
       {"i32", t.i32},
       {"u32", t.u32},
       {"i64", t.i64},
       {"u64", t.u64},
       {"f32", t.f32},
       {"f64", t.f64},
       {"f128", t.f128},
       {"c8", t.c8},
       {"c16", t.c16},
       {"text", t.String(7)},
       {"wide", t.wstr},
       {"color", color},
       {"mask", t.Bitmask("Mask", {{"A"}, {"B"}}, 16)},
       {"set", t.Bitset("Set", {{"a", 3}, {"", 2}, {"b", 9}})},
       {"bytes", t.Array(t.byte, {3})},
       {"byte_list", t.Seq(t.u8, 4)},
       {"chars", t.Array(t.c8, {3})},
       {"char_list", t.Seq(t.c8)},
       {"numbers", t.Array(t.i16, {2, 3})},
       {"number_list", t.Seq(t.f32)},
       {"flags", t.Seq(t.boolean, 5)},
       {"point", point},
       {"points", t.Array(point, {2})},
       {"texts", t.Seq(t.str)},
       {"ages", t.Map(t.str, t.u8, 9)},
       {"pairs", t.Map(t.f32, empty)},
       {"choice", choice},
       {"empty", empty},
       {"node", t.Seq(t.Struct("Node", {{"next", t.Seq(t.Named("Node"))}}))}});
  const Plan plan = t.PlanOrDie("S", WireProfile::Ros2());
  ExpectGolden("plan/every_op.txt", plan->program().Dump());
  std::set<OpCode> used;
  for (const Op& op : plan->program().ops) used.insert(op.code);
  for (int i = 0; i <= static_cast<int>(OpCode::kEnd); ++i) {
    EXPECT_TRUE(used.contains(static_cast<OpCode>(i)))
        << OpCodeName(static_cast<OpCode>(i));
  }
}

TEST(Dump, JointState) {
  const Plan plan = RosPlanOrDie(R"(std_msgs/Header header
string[] name
float64[] position
float64[] velocity
float64[] effort
===
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
===
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
)");
  ExpectGolden("plan/joint_state.txt", plan->program().Dump());
}

// Types that hold themselves are called; so are large ones that are used twice.
TEST(Dump, RecursionAndCalls) {
  Types t;
  t.Struct("Tree", {{"value", t.i32}, {"children", t.Seq(t.Named("Tree"))}});
  std::vector<Types::Field> fields;
  for (int i = 0; i < 70; ++i)
    fields.push_back({"m" + std::to_string(i), t.u8});
  const TypeIndex large = t.Struct("Large", std::move(fields));
  const TypeIndex small = t.Struct("Small", {{"n", t.u8}});
  t.Struct("S", {{"tree", t.Named("Tree")},
                 {"a", large},
                 {"b", large},
                 {"c", small},
                 {"d", small}});
  const Plan plan = t.PlanOrDie("S");
  ExpectGolden("plan/recursion_and_calls.txt", plan->program().Dump());
}

TEST(Dump, MutualRecursionThroughUnions) {
  Types t;
  t.Union("A", t.boolean, {{{1}, "b", t.Seq(t.Named("B"))}});
  t.Struct("B", {{"a", t.Named("A")}, {"by_name", t.Map(t.str, t.Named("B"))}});
  ExpectGolden("plan/mutual_recursion.txt", t.PlanOrDie("B")->program().Dump());
}

TEST(Names, OfOpsAndKindsDiffer) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(OpCode::kEnd); ++i) {
    EXPECT_TRUE(names.insert(OpCodeName(static_cast<OpCode>(i))).second) << i;
  }
  names.clear();
  for (int i = 0; i <= static_cast<int>(NumberKind::kFloat64); ++i) {
    const auto kind = static_cast<NumberKind>(i);
    EXPECT_TRUE(names.insert(NumberKindName(kind)).second) << i;
    EXPECT_GE(NumberSize(kind), 1u);
  }
}

}  // namespace
}  // namespace transcdr
