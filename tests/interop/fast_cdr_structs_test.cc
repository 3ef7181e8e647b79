// Fast CDR 1 and ours on structs and unions: nesting, inheritance, every kind
// of discriminator.

#include <limits>
#include <string>
#include <vector>

#include "tests/interop/fast_cdr.h"

namespace transcdr {
namespace {

// struct Point { octet tag; double x; }; as Fast-DDS-Gen's code does it.
struct Point {
  uint8_t tag = 0;
  double x = 0;

  void serialize(Cdr& cdr) const { cdr << tag << x; }
  void deserialize(Cdr& cdr) { cdr >> tag >> x; }
  bool operator==(const Point&) const = default;
};

TypeIndex PointType(Types& t) {
  return t.Struct("geo::Point", {{"tag", t.byte}, {"x", t.f64}});
}

TEST(FastCdr, NestedStructs) {
  Types t;
  const TypeIndex point = PointType(t);
  const TypeIndex segment = t.Struct(
      "geo::Segment", {{"from", point}, {"name", t.str}, {"to", point}});
  t.Struct("S", {{"p", t.byte},
                 {"segment", segment},
                 {"points", t.Seq(point)},
                 {"pair", t.Array(point, {2})},
                 {"by_name", t.Map(t.str, point)}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const Point a{1, 0.5};
  const Point b{2, -1.5};
  const std::vector<Point> points = {a, b, a};
  const std::array<Point, 2> pair = {b, a};
  const std::map<std::string, Point> by_name = {{"b", b}};
  ExpectSameAsFastCdr(
      *plan,
      R"({"p":9,"segment":{"from":{"tag":1,"x":0.5},"name":"n",)"
      R"("to":{"tag":2,"x":-1.5}},"points":[{"tag":1,"x":0.5},)"
      R"({"tag":2,"x":-1.5},{"tag":1,"x":0.5}],"pair":[{"tag":2,"x":-1.5},)"
      R"({"tag":1,"x":0.5}],"by_name":{"b":{"tag":2,"x":-1.5}}})",
      [&](Cdr& cdr) {
        cdr << uint8_t{9} << a << std::string("n") << b << points << pair
            << by_name;
      },
      [&](Cdr& cdr) {
        ExpectNext(cdr, uint8_t{9});
        ExpectNext(cdr, a);
        ExpectNext(cdr, std::string("n"));
        ExpectNext(cdr, b);
        ExpectNext(cdr, points);
        ExpectNext(cdr, pair);
        ExpectNext(cdr, by_name);
      });
}

// Fast-DDS-Gen's derived classes write their base first.
TEST(FastCdr, Inheritance) {
  Types t;
  const TypeIndex grand = t.Struct("Grand", {{"g", t.byte}});
  const TypeIndex base = t.Struct("Base", {{"b", t.i64}}, grand);
  const TypeIndex alias = t.Alias("BaseAlias", base);
  t.Struct("Derived", {{"d", t.byte}, {"s", t.str}}, alias);
  const Plan plan = t.PlanOrDie("Derived", WireProfile::FastCdr1());
  ExpectSameAsFastCdr(
      *plan, R"({"g":1,"b":-2,"d":3,"s":"derived"})",
      [](Cdr& cdr) {
        cdr << uint8_t{1} << int64_t{-2} << uint8_t{3}
            << std::string("derived");
      },
      [](Cdr& cdr) {
        ExpectNext(cdr, uint8_t{1});
        ExpectNext(cdr, int64_t{-2});
        ExpectNext(cdr, uint8_t{3});
        ExpectNext(cdr, std::string("derived"));
      });
}

TEST(FastCdr, EmptyStructsHaveNoBytes) {
  Types t;
  const TypeIndex empty = t.Struct("Empty", {});
  t.Struct("S", {{"a", empty}, {"list", t.Seq(empty)}, {"n", t.i32}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  ExpectSameAsFastCdr(
      *plan, R"({"a":{},"list":[{},{},{}],"n":7})",
      [](Cdr& cdr) { cdr << uint32_t{3} << int32_t{7}; },
      [](Cdr& cdr) {
        ExpectNext(cdr, uint32_t{3});
        ExpectNext(cdr, int32_t{7});
      });
}

// union U switch (D) { case labels...: double d; case ...: string s; } in
// struct { octet p; U u; octet tail; }: `text` is the discriminator in JSON.
template <typename D>
void CheckUnion(const CodecPlan& plan, D discriminator, const std::string& text,
                char selected) {
  SCOPED_TRACE(text);
  const std::string member = selected == 'd'   ? ",\"d\":0.5"
                             : selected == 's' ? ",\"s\":\"text\""
                             : selected == 'o' ? ",\"other\":-7"
                                               : "";
  ExpectSameAsFastCdr(
      plan,
      "{\"p\":1,\"u\":{\"$discriminator\":" + text + member + "},\"tail\":2}",
      [&](Cdr& cdr) {
        cdr << uint8_t{1} << discriminator;
        if (selected == 'd') cdr << 0.5;
        if (selected == 's') cdr << std::string("text");
        if (selected == 'o') cdr << int16_t{-7};
        cdr << uint8_t{2};
      },
      [&](Cdr& cdr) {
        ExpectNext(cdr, uint8_t{1});
        ExpectNext(cdr, discriminator);
        if (selected == 'd') ExpectNext(cdr, 0.5);
        if (selected == 's') ExpectNext(cdr, std::string("text"));
        if (selected == 'o') ExpectNext(cdr, int16_t{-7});
        ExpectNext(cdr, uint8_t{2});
      });
}

// Cases: 1 -> d; 2 and 3 -> s; with_default: any other -> other.
Plan UnionPlan(Types& t, TypeIndex discriminator, bool with_default,
               std::vector<int64_t> d = {1}, std::vector<int64_t> s = {2, 3}) {
  std::vector<Types::Case> cases = {{std::move(d), "d", t.f64},
                                    {std::move(s), "s", t.str}};
  if (with_default) cases.push_back({{}, "other", t.i16});
  const TypeIndex u = t.Union("U", discriminator, std::move(cases));
  t.Struct("S", {{"p", t.byte}, {"u", u}, {"tail", t.byte}});
  return t.PlanOrDie("S", WireProfile::FastCdr1());
}

template <typename D>
void CheckIntegerUnion(TypeIndex Types::*kind, D other,
                       const std::string& other_text) {
  for (const bool with_default : {false, true}) {
    Types t;
    const Plan plan = UnionPlan(t, t.*kind, with_default);
    CheckUnion(*plan, D{1}, "1", 'd');
    CheckUnion(*plan, D{2}, "2", 's');
    CheckUnion(*plan, D{3}, "3", 's');
    CheckUnion(*plan, other, other_text, with_default ? 'o' : '-');
  }
}

TEST(FastCdr, UnionsOnIntegers) {
  CheckIntegerUnion<uint8_t>(&Types::byte, 255, "255");
  CheckIntegerUnion<int8_t>(&Types::i8, -128, "-128");
  CheckIntegerUnion<uint8_t>(&Types::u8, 255, "255");
  CheckIntegerUnion<int16_t>(&Types::i16, -32768, "-32768");
  CheckIntegerUnion<uint16_t>(&Types::u16, 65535, "65535");
  CheckIntegerUnion<int32_t>(&Types::i32, -1, "-1");
  CheckIntegerUnion<uint32_t>(&Types::u32, 4294967295, "4294967295");
  CheckIntegerUnion<int64_t>(&Types::i64, std::numeric_limits<int64_t>::min(),
                             "\"-9223372036854775808\"");
  CheckIntegerUnion<uint64_t>(&Types::u64, UINT64_MAX,
                              "\"18446744073709551615\"");
}

TEST(FastCdr, UnionsOnExtremeLabels) {
  Types t;
  const Plan plan =
      UnionPlan(t, t.i64, true, {std::numeric_limits<int64_t>::min()}, {-1});
  CheckUnion(*plan, std::numeric_limits<int64_t>::min(),
             "\"-9223372036854775808\"", 'd');
  CheckUnion(*plan, int64_t{-1}, "-1", 's');
  CheckUnion(*plan, int64_t{0}, "0", 'o');
}

TEST(FastCdr, UnionsOnBooleans) {
  Types both;
  const Plan whole = UnionPlan(both, both.boolean, false, {1}, {0});
  CheckUnion(*whole, true, "true", 'd');
  CheckUnion(*whole, false, "false", 's');
  // Common: a value or nothing.
  Types one;
  const TypeIndex u = one.Union("U", one.boolean, {{{1}, "d", one.f64}});
  one.Struct("S", {{"p", one.byte}, {"u", u}, {"tail", one.byte}});
  const Plan maybe = one.PlanOrDie("S", WireProfile::FastCdr1());
  CheckUnion(*maybe, true, "true", 'd');
  CheckUnion(*maybe, false, "false", '-');
}

TEST(FastCdr, UnionsOnCharacters) {
  Types narrow;
  const Plan plan = UnionPlan(narrow, narrow.c8, true, {'a'}, {'b', 0xe4});
  CheckUnion(*plan, 'a', "\"a\"", 'd');
  CheckUnion(*plan, '\xe4', "\"ä\"", 's');
  CheckUnion(*plan, 'z', "\"z\"", 'o');
  Types wide;
  const Plan wide_plan = UnionPlan(wide, wide.c16, true, {L'a'}, {L'€'});
  CheckUnion(*wide_plan, L'a', "\"a\"", 'd');
  CheckUnion(*wide_plan, L'€', "\"€\"", 's');
  CheckUnion(*wide_plan, L'z', "\"z\"", 'o');
}

TEST(FastCdr, UnionsOnEnums) {
  for (const bool with_default : {false, true}) {
    Types t;
    const TypeIndex color =
        t.Enum("Color", {{"RED", 1}, {"GREEN", 2}, {"BLUE", 3}, {"DARK", -9}});
    const Plan plan = UnionPlan(t, color, with_default);
    CheckUnion(*plan, int32_t{1}, "\"RED\"", 'd');
    CheckUnion(*plan, int32_t{3}, "\"BLUE\"", 's');
    CheckUnion(*plan, int32_t{-9}, "\"DARK\"", with_default ? 'o' : '-');
    CheckUnion(*plan, int32_t{40}, "40", with_default ? 'o' : '-');
  }
  Types t;
  const TypeIndex tiny =
      t.Enum("Tiny", {{"ONE", 1}, {"TWO", 2}, {"THREE", 3}}, 8);
  const Plan plan = UnionPlan(t, t.Alias("Alias", tiny), false);
  CheckUnion(*plan, int8_t{1}, "\"ONE\"", 'd');
  CheckUnion(*plan, int8_t{2}, "\"TWO\"", 's');
}

// A union may be the root, and hold structs, unions and collections.
TEST(FastCdr, UnionsWithinUnions) {
  Types t;
  const TypeIndex point = PointType(t);
  const TypeIndex inner = t.Union(
      "Inner", t.u8, {{{1}, "point", point}, {{2}, "list", t.Seq(t.i32)}});
  t.Union("Outer", t.i32, {{{1}, "inner", inner}, {{2}, "all", t.Seq(inner)}});
  const Plan plan = t.PlanOrDie("Outer", WireProfile::FastCdr1());
  const Point p{7, 2.5};
  const std::vector<int32_t> list = {4, 5};
  ExpectSameAsFastCdr(
      *plan,
      R"({"$discriminator":1,"inner":{"$discriminator":1,)"
      R"("point":{"tag":7,"x":2.5}}})",
      [&](Cdr& cdr) { cdr << int32_t{1} << uint8_t{1} << p; },
      [&](Cdr& cdr) {
        ExpectNext(cdr, int32_t{1});
        ExpectNext(cdr, uint8_t{1});
        ExpectNext(cdr, p);
      });
  ExpectSameAsFastCdr(
      *plan,
      R"({"$discriminator":2,"all":[{"$discriminator":2,"list":[4,5]},)"
      R"({"$discriminator":9},{"$discriminator":1,"point":{"tag":7,"x":2.5}}]})",
      [&](Cdr& cdr) {
        cdr << int32_t{2} << uint32_t{3} << uint8_t{2} << list << uint8_t{9}
            << uint8_t{1} << p;
      },
      [&](Cdr& cdr) {
        ExpectNext(cdr, int32_t{2});
        ExpectNext(cdr, uint32_t{3});
        ExpectNext(cdr, uint8_t{2});
        ExpectNext(cdr, list);
        ExpectNext(cdr, uint8_t{9});
        ExpectNext(cdr, uint8_t{1});
        ExpectNext(cdr, p);
      });
}

}  // namespace
}  // namespace transcdr
