#include "codec/plan/shape.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/support/schema_builder.h"

namespace transcdr {
namespace {

TypeIndex MemberType(const Schema& schema, size_t member) {
  return schema.Resolve(schema.type(schema.root()).members[member].type);
}

uint64_t MinSizeOf(const std::function<TypeIndex(Types&)>& type,
                   WireProfile profile = WireProfile::Omg()) {
  Types t;
  const TypeIndex index = type(t);
  t.Struct("S", {{"v", index}});
  const Schema schema = t.BuildOrDie("S", profile);
  return Shape(schema).MinSize(MemberType(schema, 0));
}

TEST(MinSize, OfEveryKind) {
  const std::pair<TypeIndex Types::*, uint64_t> rows[] = {
      {&Types::boolean, 1}, {&Types::byte, 1}, {&Types::i8, 1},
      {&Types::u8, 1},      {&Types::c8, 1},   {&Types::i16, 2},
      {&Types::u16, 2},     {&Types::c16, 2},  {&Types::i32, 4},
      {&Types::u32, 4},     {&Types::f32, 4},  {&Types::i64, 8},
      {&Types::u64, 8},     {&Types::f64, 8},  {&Types::f128, 16},
      {&Types::str, 4},     {&Types::wstr, 4}};
  for (const auto& [kind, size] : rows) {
    EXPECT_EQ(size, MinSizeOf([&](Types& t) { return t.*kind; }));
  }
  EXPECT_EQ(4u, MinSizeOf([](Types& t) { return t.c16; }, WireProfile::Ros2()));
  EXPECT_EQ(4u, MinSizeOf([](Types& t) { return t.Seq(t.f64); }));
  EXPECT_EQ(4u, MinSizeOf([](Types& t) { return t.Map(t.u8, t.u8); }));
  EXPECT_EQ(48u, MinSizeOf([](Types& t) { return t.Array(t.f64, {2, 3}); }));
  EXPECT_EQ(2u, MinSizeOf([](Types& t) { return t.Enum("E", {{"A"}}, 9); }));
  EXPECT_EQ(8u,
            MinSizeOf([](Types& t) { return t.Bitmask("M", {{"A"}}, 33); }));
  EXPECT_EQ(4u, MinSizeOf([](Types& t) { return t.Bitset("B", {{"a", 17}}); }));
}

TEST(MinSize, OfStructsAndUnions) {
  EXPECT_EQ(9u, MinSizeOf([](Types& t) {
              return t.Struct("P", {{"a", t.u8}, {"b", t.f64}});
            }))
      << "without padding";
  EXPECT_EQ(3u, MinSizeOf([](Types& t) {
              const TypeIndex base = t.Struct("Base", {{"a", t.u8}});
              return t.Struct("D", {{"b", t.u16}}, base);
            }));
  EXPECT_EQ(1u, MinSizeOf([](Types& t) {
              return t.Union("U", t.u8, {{{1}, "a", t.f64}});
            }))
      << "there may be no member";
  const auto empty = [](Types& t) { return t.Struct("E", {}); };
  EXPECT_EQ(0u, MinSizeOf(empty));
  EXPECT_EQ(1u, MinSizeOf(empty, WireProfile::Ros2()));
}

TEST(MinSize, Saturates) {
  EXPECT_EQ(uint64_t{1} << 32, MinSizeOf([](Types& t) {
              const TypeIndex big = t.Array(t.f64, {1u << 30});
              return t.Struct("P", {{"a", big}, {"b", big}});
            }));
}

TEST(Recursion, IsFoundThroughEveryKindOfEdge) {
  Types t;
  t.Struct("Self", {{"list", t.Seq(t.Named("Self"))}});
  t.Struct("A", {{"b", t.Map(t.str, t.Named("B"))}});
  t.Struct("B", {{"c", t.Named("Alias")}});
  t.Alias("Alias", t.Seq(t.Array(t.Named("C"), {2})));
  t.Union("C", t.u8, {{{1}, "a", t.Named("A")}});
  t.Struct("Plain", {{"x", t.u8}});
  t.Struct("S", {{"self", t.Named("Self")},
                 {"a", t.Named("A")},
                 {"plain", t.Named("Plain")},
                 {"again", t.Named("Plain")}});
  const Schema schema = t.BuildOrDie("S");
  const Shape shape(schema);
  EXPECT_FALSE(shape.IsRecursive(schema.root()));
  for (TypeIndex i = 0; i < schema.types().size(); ++i) {
    const std::string& name = schema.type(i).name;
    if (name == "Self" || name == "A" || name == "B" || name == "C") {
      EXPECT_TRUE(shape.IsRecursive(i)) << name;
    }
    if (name == "Plain" || name == "S") {
      EXPECT_FALSE(shape.IsRecursive(i)) << name;
    }
    if (name == "Plain") {
      EXPECT_EQ(2u, shape.Uses(i));
    }
  }
}

// 2^40 ops in place: the number saturates, and takes no time to find.
TEST(InlineOps, Saturate) {
  Types t;
  TypeIndex inner = t.Struct("S0", {{"a", t.u8}});
  for (int i = 1; i <= 60; ++i) {
    inner = t.Struct("S" + std::to_string(i), {{"a", inner}, {"b", inner}});
  }
  const Schema schema = t.BuildOrDie("S60");
  EXPECT_EQ(uint64_t{1} << 32, Shape(schema).InlineOps(schema.root()));
}

// Deep graphs are walked without recursion.
TEST(Shape, TakesDeepGraphs) {
  Types t;
  TypeIndex inner = t.Struct("S0", {{"a", t.u8}});
  for (int i = 1; i < 15000; ++i) {
    inner = t.Struct("S" + std::to_string(i), {{"a", inner}});
  }
  const Schema schema = t.BuildOrDie("S14999");
  const Shape shape(schema);
  EXPECT_EQ(1u, shape.MinSize(schema.root()));
  EXPECT_FALSE(shape.IsRecursive(schema.root()));
}

}  // namespace
}  // namespace transcdr
