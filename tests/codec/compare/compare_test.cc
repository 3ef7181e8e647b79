// codec/compare/rules.md, row by row.

#include "codec/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "tests/codec/schema/idl_fixtures.h"
#include "tests/support/schema_builder.h"

namespace transcdr {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Lines(const Comparison& comparison) {
  std::string text;
  for (const Change& change : comparison.changes) {
    text += std::string(VerdictName(change.xcdr1)) + " " +
            std::string(VerdictName(change.xcdr2)) + " " + ChangeText(change) +
            "\n";
  }
  return text;
}

Comparison CompareIdl(const std::string& a, const std::string& b,
                      const std::string& root = "R") {
  return CompareSchemas(IdlOrDie(Idl(root, a)), IdlOrDie(Idl(root, b)));
}

struct Row {
  std::string a;
  std::string b;
  // All that is said: "XCDR1 XCDR2 path: message".
  std::string lines;
};

class CompareRowTest : public ::testing::TestWithParam<Row> {};

TEST_P(CompareRowTest, Says) {
  const Row& row = GetParam();
  const Comparison comparison = CompareIdl(row.a, row.b);
  EXPECT_EQ(Lines(comparison), row.lines) << row.a << "\n" << row.b;
  // The other way round: the other direction.
  const Comparison back = CompareIdl(row.b, row.a);
  const auto turned = [](Verdict verdict) {
    if (verdict == Verdict::kForward) return Verdict::kBackward;
    if (verdict == Verdict::kBackward) return Verdict::kForward;
    return verdict;
  };
  EXPECT_EQ(back.xcdr1, turned(comparison.xcdr1)) << Lines(back);
  EXPECT_EQ(back.xcdr2, turned(comparison.xcdr2)) << Lines(back);
  EXPECT_EQ(Lines(CompareIdl(row.a, row.a)), "");
}

const Row kStructs[] = {
    {"@final struct R { long x; };", "@final struct R { long x; };", ""},
    {"@final struct R { long x; };",
     "typedef long T; @final struct R { T x; };", ""},
    {"@final struct R { long x; };", "@appendable struct R { long x; };",
     "identical breaking (root): the extensibility changed: final -> "
     "appendable\n"},
    {"@mutable struct R { long x; };", "@appendable struct R { long x; };",
     "breaking breaking (root): the extensibility changed: mutable -> "
     "appendable\n"},
    {"@final struct R { long x; };", "@final struct R { long x; long y; };",
     "breaking breaking y: a member was added to the end of a final type: "
     "int32\n"},
    {"@appendable struct R { long x; string y; };",
     "@appendable struct R { long x; };",
     "both both y: a member was removed from the end: string\n"},
    {"@appendable struct S { long x; }; @appendable struct R { S s; };",
     "@appendable struct S { long x; long y; }; @appendable struct R { S s; };",
     "backward both s.y: a member was added to the end, within others where "
     "XCDR1 has no delimiter: int32\n"},
    {"@appendable struct S { long x; }; @final struct R { S s; octet o; };",
     "@appendable struct S { long x; long y; }; "
     "@final struct R { S s; octet o; };",
     "breaking both s.y: a member was added to the end, within others where "
     "XCDR1 has no delimiter: int32\n"},
    {"@appendable struct S { long x; }; "
     "@final struct R { sequence<S> poses; };",
     "@appendable struct S { long x; long y; }; "
     "@final struct R { sequence<S> poses; };",
     "breaking both poses[].y: a member was added to the end, within others "
     "where XCDR1 has no delimiter: int32\n"},
    {"@appendable struct R { long x; };",
     "@appendable struct R { long x; @must_understand long y; };",
     "forward forward y: a member was added to the end, which has to be "
     "understood: int32\n"},
    {"@appendable struct R { long x; };",
     "@appendable struct R { long x; @key long y; };",
     "breaking breaking y: a member was added to the end, a key: int32\n"},
    {"@appendable struct R { long x; double y; };",
     "@appendable struct R { long z; long x; double y; };",
     "breaking breaking x: another member is in place 1: x -> z\n"
     "breaking breaking y: another member is in place 2: y -> x\n"
     "both both y: a member was added to the end: float64\n"},
    {"@final struct R { long x; };", "@final struct R { long xx; };",
     "identical identical x: the member's name changed: x -> xx\n"},
    {"@final struct R { @id(1) long x; };",
     "@final struct R { @id(2) long x; };",
     "identical identical x: the member's id changed: 1 -> 2\n"},
    {"@final struct R { @id(1) @optional long x; };",
     "@final struct R { @id(2) @optional long x; };",
     "breaking identical x: the member's id changed: 1 -> 2\n"},
    {"@final struct R { @optional long x; };", "@final struct R { long x; };",
     "breaking breaking x: the member's optionality changed: optional -> not "
     "optional\n"},
    {"@final struct R { long x; };", "@final struct R { @key long x; };",
     "breaking breaking x: the member became a key\n"},
    {"@final struct R { @must_understand long x; };",
     "@final struct R { long x; };",
     "identical identical x: the member need not be understood any more\n"},
    {"@final struct R { @default(1) long x; };",
     "@final struct R { @default(2) long x; };",
     "identical identical x: the member's default changed: 1 -> 2\n"},
    {"@final struct R { @default(1.5) long double x; };",
     "@final struct R { @default(2) long double x; };",
     "identical identical x: the member's default changed: 1.5 -> 2\n"},
    {"@final struct B { long x; }; @final struct R : B { long y; };",
     "@final struct R { long x; long y; };", ""},
};
INSTANTIATE_TEST_SUITE_P(Structs, CompareRowTest,
                         ::testing::ValuesIn(kStructs));

const Row kMutable[] = {
    {"@mutable struct R { @id(1) long x; };",
     "@mutable struct R { @id(1) long x; @id(2) string y; };",
     "both both y: a member was added: string\n"},
    {"@mutable struct R { @id(1) long x; };",
     "@mutable struct R { @id(1) long x; @id(2) @must_understand string y; };",
     "forward forward y: a member was added, which has to be understood: "
     "string\n"},
    {"@mutable struct R { @id(1) long x; };",
     "@mutable struct R { @id(1) long x; @id(2) @key string y; };",
     "breaking breaking y: a member was added, a key: string\n"},
    {"@mutable struct R { @id(1) long x; @id(2) long y; };",
     "@mutable struct R { @id(2) long y; @id(1) long x; };",
     "both both (root): the order of the members changed\n"},
    {"@mutable struct R { @id(1) long x; };",
     "@mutable struct R { @id(2) long x; };",
     "breaking breaking x: the member's id changed: 1 -> 2\n"},
    {"@mutable struct R { @id(1) long x; };",
     "@mutable struct R { @id(1) long z; };",
     "identical identical x: the member's name changed: x -> z\n"},
    {"@mutable struct R { @id(1) long x; };",
     "@mutable struct R { @id(1) @optional long x; };",
     "both both x: the member's optionality changed: not optional -> "
     "optional\n"},
    {"@mutable struct R { @must_understand long x; };",
     "@mutable struct R { long x; };",
     "both both x: the member need not be understood any more\n"},
    {"@mutable struct R { long x; };", "@mutable struct R { double x; };",
     "breaking breaking x: the type changed: int32 -> float64\n"},
};
INSTANTIATE_TEST_SUITE_P(Mutable, CompareRowTest,
                         ::testing::ValuesIn(kMutable));

const Row kUnions[] = {
    {"@final union R switch (long) { case 1: long x; };",
     "@final union R switch (short) { case 1: long x; };",
     "breaking breaking $discriminator: the type changed: int32 -> int16\n"},
    {"@final union R switch (octet) { case 1: long x; };",
     "@final union R switch (uint8) { case 1: float x; };",
     "identical identical $discriminator: the type changed: byte -> uint8\n"
     "breaking breaking x: the type changed: int32 -> float32\n"},
    {"@final union R switch (long) { case 1: long x; };",
     "@final union R switch (@key long) { case 1: long x; };",
     "breaking breaking $discriminator: the discriminator became a key\n"},
    {"@final union R switch (long) { case 1: long x; };",
     "@final union R switch (long) { case 1: long x; case 2: float y; };",
     "breaking breaking y: label 2 selects a member: float32\n"},
    {"@appendable union R switch (long) { case 1: long x; };",
     "@appendable union R switch (long) { case 1: long x; case 2: float y; };",
     "backward backward y: label 2 selects a member: float32\n"},
    {"@appendable union U switch (long) { case 1: long x; }; "
     "@final struct R { U u; octet o; };",
     "@appendable union U switch (long) { case 1: long x; case 2: float y; }; "
     "@final struct R { U u; octet o; };",
     "breaking backward u.y: label 2 selects a member: float32\n"},
    {"enum E { A, B }; @mutable union R switch (E) { case A: long x; "
     "case B: float y; };",
     "enum E { A, B }; @mutable union R switch (E) { case A: long x; };",
     "forward forward y: label B selects no member any more: float32\n"},
    {"@final union R switch (long) { case 1: long x; default: long y; };",
     "@final union R switch (long) { case 1: long x; default: float y; };",
     "breaking breaking y: the type changed: int32 -> float32\n"},
    {"@mutable union R switch (long) { case 1: @id(1) long x; };",
     "@mutable union R switch (long) { case 1: @id(2) long x; };",
     "breaking breaking x: the member's id changed: 1 -> 2\n"},
    {"@final union R switch (long) { case 1: @id(1) long x; };",
     "@final union R switch (long) { case 1: @id(2) long x; };",
     "identical identical x: the member's id changed: 1 -> 2\n"},
};
INSTANTIATE_TEST_SUITE_P(Unions, CompareRowTest, ::testing::ValuesIn(kUnions));

const Row kLiterals[] = {
    {"enum E { A, B }; @final struct R { E e; };",
     "enum E { A, B, C }; @final struct R { E e; };",
     "both both e: a literal was added: C 2\n"},
    {"enum E { A, B }; @final struct R { E e; };",
     "enum E { A, BB }; @final struct R { E e; };",
     "identical identical e: the name of a literal changed: B -> BB\n"},
    {"enum E { A, B }; @final struct R { E e; };",
     "enum E { A, @value(5) B }; @final struct R { E e; };",
     "breaking breaking e: the value of literal B changed: 1 -> 5\n"},
    {"enum E { A, B }; @final struct R { E e; };",
     "enum E { A, @default_literal B }; @final struct R { E e; };",
     "identical identical e: the default literal changed: A -> B\n"},
    {"@bit_bound(9) enum E { A }; @final struct R { E e; };",
     "@bit_bound(16) enum E { A }; @final struct R { E e; };",
     "identical identical e: the number of bits changed: 9 -> 16\n"},
    {"@bit_bound(8) enum E { A }; @final struct R { E e; };",
     "enum E { A }; @final struct R { E e; };",
     "breaking breaking e: the number of bits changed: 8 -> 32\n"},
    {"bitmask M { x }; @final struct R { M m; };",
     "bitmask M { x, y }; @final struct R { M m; };",
     "identical identical m: a flag was added: y 1\n"},
    {"bitmask M { x }; @final struct R { M m; };",
     "bitmask M { xx }; @final struct R { M m; };",
     "identical identical m: the name of a flag changed: x -> xx\n"},
    {"bitmask M { x }; @final struct R { M m; };",
     "bitmask M { @position(3) x }; @final struct R { M m; };",
     "breaking breaking m: the position of flag x changed: 0 -> 3\n"},
    {"bitset B { bitfield<3> x; }; @final struct R { B b; };",
     "bitset B { bitfield<3> x; bitfield<4> y; }; @final struct R { B b; };",
     "identical identical b: the number of bits changed: 3 -> 7\n"
     "both both b.y: a field was added: uint8 of 4 bits from bit 3\n"},
    {"bitset B { bitfield<3> x; }; @final struct R { B b; };",
     "bitset B { bitfield<3, int8> x; }; @final struct R { B b; };",
     "breaking breaking b.x: the bits of the field changed: uint8 of 3 bits "
     "from bit 0 -> int8 of 3 bits from bit 0\n"},
};
INSTANTIATE_TEST_SUITE_P(Literals, CompareRowTest,
                         ::testing::ValuesIn(kLiterals));

const Row kOthers[] = {
    {"@final struct R { string<5> x; };", "@final struct R { string<9> x; };",
     "forward forward x: the bound of the string changed: 5 -> 9\n"},
    {"@final struct R { sequence<long> x; };",
     "@final struct R { sequence<long, 9> x; };",
     "backward backward x: the bound of the sequence changed: unbounded -> "
     "9\n"},
    {"@final struct R { map<string<2>, long> x; };",
     "@final struct R { map<string<3>, double> x; };",
     "forward forward x{key}: the bound of the string changed: 2 -> 3\n"
     "breaking breaking x{}: the type changed: int32 -> float64\n"},
    {"@appendable struct K { long x; }; @final struct R { map<K, long> m; };",
     "@appendable struct K { long x; long y; }; "
     "@final struct R { map<K, long> m; };",
     "breaking breaking m{key}.y: a member was added to the end, within others "
     "where XCDR1 has no delimiter: int32\n"},
    {"bitset K { bitfield<1> x; }; @final struct R { map<K, long> m; };",
     "bitset K { bitfield<1> x; bitfield<2> y; }; "
     "@final struct R { map<K, long> m; };",
     "identical identical m{key}: the number of bits changed: 1 -> 3\n"
     "breaking breaking m{key}.y: a field was added: uint8 of 2 bits from bit "
     "1\n"},
    {"@final struct R { long x[2][3]; };", "@final struct R { long x[3][2]; };",
     "breaking breaking x: the size of the array changed: int32[2][3] -> "
     "int32[3][2]\n"},
    {"@final struct S { float w; }; @final struct R { S x[2][3]; };",
     "@final struct S { double w; }; @final struct R { S x[2][3]; };",
     "breaking breaking x[][].w: the type changed: float32 -> float64\n"},
    {"@final struct R { octet x; };", "@final struct R { uint8 x; };",
     "identical identical x: the type changed: byte -> uint8\n"},
    {"@final struct R { string x; };", "@final struct R { wstring x; };",
     "breaking breaking x: the type changed: string -> wstring\n"},
    {"@final struct S { long x; }; @final struct R { S s; };",
     "@final struct T { long x; }; @final struct R { T s; };",
     "identical identical s: the name of the type changed: S -> T\n"},
};
INSTANTIATE_TEST_SUITE_P(Others, CompareRowTest, ::testing::ValuesIn(kOthers));

TEST(CompareTest, AllTogether) {
  const Comparison comparison =
      CompareIdl("@final struct R { string<5> x; string<5> y; };",
                 "@final struct R { string<9> x; string<3> y; };");
  EXPECT_EQ(comparison.xcdr1, Verdict::kBreaking);
  EXPECT_EQ(comparison.xcdr2, Verdict::kBreaking);
}

TEST(CompareTest, VerdictsCombine) {
  using enum Verdict;
  EXPECT_EQ(Combine(kIdentical, kForward), kForward);
  EXPECT_EQ(Combine(kBoth, kForward), kForward);
  EXPECT_EQ(Combine(kForward, kBackward), kBreaking);
  EXPECT_EQ(Combine(kBoth, kIdentical), kBoth);
  EXPECT_EQ(Combine(kBreaking, kBoth), kBreaking);
}

TEST(CompareTest, RecursionEnds) {
  const std::string before =
      "@appendable struct R; typedef sequence<R> Rs; "
      "@appendable struct R { Rs children; };";
  const std::string after =
      "@appendable struct R; typedef sequence<R> Rs; "
      "@appendable struct R { Rs children; long x; };";
  std::string warnings;
  const Comparison comparison = CompareSchemas(
      IdlOrDie(Idl("R", before.substr(before.find("struct"))), &warnings),
      IdlOrDie(Idl("R", after.substr(after.find("struct"))), &warnings));
  // Once: where XCDR1 suffers.
  EXPECT_EQ(Lines(comparison),
            "breaking both children[].x: a member was added to the end, within "
            "others where XCDR1 has no delimiter: int32\n");
}

TEST(CompareTest, DeepTypesTakeLinearTimeAndNoStack) {
  const auto make = [](TypeKind kind) {
    Types types;
    TypeIndex last = types.builder().Primitive(kind);
    for (int i = 0; i < 15'000; ++i) {
      last = types.Struct("S" + std::to_string(i), {{"m", last}});
    }
    return types.BuildOrDie("S14999");
  };
  const Comparison comparison =
      CompareSchemas(make(TypeKind::kInt8), make(TypeKind::kInt16));
  ASSERT_EQ(comparison.changes.size(), 1u);
  EXPECT_THAT(comparison.changes[0].path, HasSubstr("....m.m.m"));
  EXPECT_LT(comparison.changes[0].path.size(), 3000u);
  EXPECT_EQ(comparison.xcdr2, Verdict::kBreaking);
}

TEST(CompareTest, ChangesAreCountedBeyondTheLimit) {
  const auto make = [](const char* suffix) {
    Types types;
    std::vector<Types::Field> fields;
    for (int i = 0; i < 1500; ++i) {
      fields.push_back({"m" + std::to_string(i) + suffix, types.i32});
    }
    types.Struct("R", std::move(fields));
    return types.BuildOrDie("R");
  };
  const Comparison comparison = CompareSchemas(make(""), make("x"));
  EXPECT_EQ(comparison.changes.size(), kMaxChanges);
  EXPECT_EQ(comparison.left_out, 500u);
  EXPECT_EQ(comparison.xcdr1, Verdict::kIdentical);
}

TEST(CompareTest, Profiles) {
  const auto make = [](WireProfile profile) {
    Types types;
    const TypeIndex empty = types.Struct("Empty", {});
    types.Struct(
        "R",
        {{"x", types.i32}, {"w", types.wstr}, {"c", types.c16}, {"e", empty}});
    return types.BuildOrDie("R", profile);
  };
  EXPECT_EQ(
      Lines(CompareSchemas(make(WireProfile::Omg()), make(WireProfile::Omg()))),
      "");
  const std::string lines = Lines(
      CompareSchemas(make(WireProfile::Omg()), make(WireProfile::Ros2())));
  EXPECT_THAT(lines, HasSubstr("breaking breaking w: the profiles write wide "
                               "strings differently"));
  EXPECT_THAT(lines, HasSubstr("breaking breaking c: the profiles write wide "
                               "characters differently"));
  // Empty on both sides, an octet on one.
  EXPECT_THAT(lines, HasSubstr("breaking breaking e: an octet stands for no "
                               "members: no octet -> an octet"));
}

// One setting at a time: what it makes of the encodings, and of which member.
TEST(CompareTest, EverySettingOfProfiles) {
  const auto make = [](const WireProfile& profile) {
    Types types;
    const TypeIndex color = types.Enum("Color", {{"RED"}}, 8);
    types.Struct("R", {{"w", types.wstr},
                       {"c", types.c16},
                       {"d", types.f128},
                       {"colors", types.Seq(color)},
                       {"numbers", types.Seq(types.i32)},
                       {"table", types.Map(types.str, types.i32)}});
    return types.BuildOrDie("R", profile);
  };
  const auto lines = [&](void (*change)(WireProfile*)) {
    WireProfile profile;
    change(&profile);
    return Lines(CompareSchemas(make(WireProfile::Omg()), make(profile)));
  };
  EXPECT_THAT(lines([](WireProfile* p) {
                p->wstring_form_xcdr2 = WstringForm::kUnits16;
              }),
              HasSubstr("identical breaking w: "));
  EXPECT_THAT(
      lines([](WireProfile* p) { p->wstring_form = WstringForm::kUnits32Nul; }),
      HasSubstr("breaking identical w: "));
  EXPECT_THAT(
      lines([](WireProfile* p) { p->wchar_width_xcdr2 = WcharWidth::k32; }),
      HasSubstr("identical breaking c: "));
  EXPECT_THAT(
      lines([](WireProfile* p) { p->long_double_form = LongDoubleForm::kX87; }),
      HasSubstr("breaking breaking d: "));
  const std::string headers = lines([](WireProfile* p) {
    p->collection_headers = CollectionHeaders::kFastCdr2;
  });
  EXPECT_THAT(headers, HasSubstr("identical breaking colors: "));
  EXPECT_THAT(headers, HasSubstr("identical breaking table: "));
  EXPECT_THAT(headers, testing::Not(HasSubstr("numbers")));
  EXPECT_THAT(lines([](WireProfile* p) {
                p->alignment_origin = AlignmentOrigin::kHeader;
              }),
              HasSubstr("breaking breaking "));
  EXPECT_THAT(lines([](WireProfile* p) {
                p->ros_service_header = RosServiceHeader::kPresent;
              }),
              HasSubstr("breaking breaking "));
  // Without optional members it does not matter.
  EXPECT_EQ(
      lines([](WireProfile* p) { p->optional_origin = OptionalOrigin::kKept; }),
      "");
}

TEST(CompareTest, TheTypeOfAChangeIsNamed) {
  const Comparison comparison = CompareIdl(
      "module g { @final struct P { long x; }; }; "
      "@final struct R { sequence<g::P> p; };",
      "module g { @final struct P { short x; }; }; "
      "@final struct R { sequence<g::P> p; };");
  ASSERT_EQ(comparison.changes.size(), 1u);
  EXPECT_EQ(comparison.changes[0].type_name, "g::P");
  EXPECT_EQ(comparison.changes[0].path, "p[].x");
}

}  // namespace
}  // namespace transcdr
