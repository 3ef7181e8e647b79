// What IDL looks like, and which schemas have none.

#include "codec/render/idl_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/base/fault.h"
#include "codec/type/canonical_form.h"
#include "tests/codec/schema/idl_fixtures.h"
#include "tests/support/golden.h"
#include "tests/support/schema_builder.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

// The text, which has to read back.
std::string Printed(const Schema& schema) {
  const absl::StatusOr<std::string> text = PrintIdl(schema);
  EXPECT_TRUE(text.ok()) << text.status();
  if (!text.ok()) return "";
  std::string warnings;
  const Schema again = IdlOrDie(Idl(schema.root_name(), *text), &warnings);
  EXPECT_EQ(warnings, "") << *text;
  EXPECT_EQ(CanonicalForm(again), CanonicalForm(schema)) << *text;
  return *text;
}

// Why a schema has no form in IDL.
std::string Refusal(const Schema& schema) {
  const absl::StatusOr<std::string> text = PrintIdl(schema);
  EXPECT_FALSE(text.ok()) << *text;
  if (text.ok()) return "";
  const auto detail = GetErrorDetail(text.status());
  EXPECT_TRUE(detail.has_value());
  if (!detail.has_value()) return "";
  EXPECT_EQ(detail->reason, FaultReason::kSchemaUnsupported);
  return std::string(text.status().message());
}

TEST(IdlPrinterTest, EveryKind) {
  ExpectGolden("render/every_kind.idl", Printed(IdlOrDie(Idl("a::Root", R"(
module a {
  module b {
    enum Colour { RED, @value(5) GREEN, @default_literal BLUE };
    @bit_bound(8) enum Small { @value(-3) LOW, HIGH };
    @bit_bound(16) bitmask Flags { @position(2) two, three, @position(9) nine };
    bitset Base { bitfield<3> low; bitfield<1> bit; };
    bitset Bits : Base { bitfield<4>; bitfield<10, long> wide; };
  };
  typedef b::Colour Colours[2];
  typedef sequence<Colours, 4> ColourList;
  struct Node;
  typedef sequence<Node> Nodes;
  @mutable struct Node { Nodes children; @id(7) sequence<a::Node, 3> more;
                         @key string<12> name; };
  @final struct Parent { @key long id; @optional double x; };
  @appendable struct Child : Parent {
    @must_understand @id(0x100) wstring<5> text;
    unsigned long long after;
  };
  @final union Choice switch (b::Colour) {
    case RED: case BLUE: long number;
    case GREEN: @id(9) string list[2][3];
  };
  @mutable union Wide switch (@key wchar) {
    case L'a': case L'\u20ac': octet o;
    default: char c;
  };
  @appendable union Huge switch (unsigned long long) {
    case 18446744073709551615: float f;
  };
  @final union Truth switch (boolean) { case TRUE: long double d; };
  @final struct Empty {};
  @appendable struct Root {
    Child child; Nodes nodes; ColourList colours; Choice choice; Wide wide;
    Huge huge; Truth truth; Empty empty; b::Flags flags; b::Bits bits;
    b::Small small;
    map<string<4>, sequence<map<long, wchar>>, 6> table;
    boolean a; octet b; int8 c; uint8 d; short e; unsigned short f; long g;
    unsigned long h; long long i; wchar w;
  };
};
)"))));
}

TEST(IdlPrinterTest, DefaultsOfEveryKind) {
  ExpectGolden("render/defaults.idl", Printed(IdlOrDie(Idl("D", R"~(
enum E { A, _default };
bitmask F { x, y };
struct D {
  @default(TRUE) boolean b;
  @default(-128) int8 i;
  @default(18446744073709551615) unsigned long long u;
  @default(-9223372036854775808) long long least;
  @default(-0.0) double zero;
  @default(1e300) double big;
  @default("NaN") float nan;
  @default("-Infinity") double inf;
  @default(1.5) long double wide;
  @default("NaN") long double wide_nan;
  @default("(-0.0, 3)") sequence<long double> wides;
  @default('\'') char quote;
  @default('\0') char nul;
  @default('\xe4') char umlaut;
  @default(L'\u20ac') wchar euro;
  @default("a\"b\\c\n\x01" "7 \xc3\xa4") string s;
  @default(L"w\u00e4") wstring w;
  @default(_default) E e;
  @default(x | y) F f;
  @default("(1, -2)") long list[2];
  @default("('it\\'s', \"\\\\\")") sequence<string> texts;
  @default("((1.5, nan), (-inf, 2))") double table[2][2];
  @default("(True,)") sequence<boolean, 1> flags;
  @default("('\\000', 'b')") char chars[2];
};
)~"))));
}

// An interface becomes a module.
TEST(IdlPrinterTest, TypesOfInterfaces) {
  std::string warnings;
  const std::string text = Printed(IdlOrDie(Idl("S", R"(
interface A { enum E { X, Y }; };
module m { interface I : A {
  @final struct Arm { @default(Y) E e; };
  typedef sequence<Arm, 2> Some;
}; };
@final struct S { m::I::Some some; A::E e; };
)"),
                                            &warnings));
  EXPECT_EQ(text, R"(// root type: S
module A {
  enum E {
    X,
    Y
  };
};
module m {
  module I {
    @final
    struct Arm {
      @default(::A::Y) ::A::E e;
    };
    typedef sequence<::m::I::Arm, 2> Some;
  };
};
@final
struct S {
  ::m::I::Some some;
  ::A::E e;
};
)");
}

TEST(IdlPrinterTest, TypesWithinTypes) {
  ExpectGolden("render/inner_types.idl", Printed(IdlOrDie(Idl("m::S", R"(
module m {
  struct S {
    @final struct In { @bit_bound(8) enum Mode { ON, OFF } mode; } one[2];
    @id(4) @mutable union Either switch (enum Which { L, R }) {
      case L: sequence<@final struct Left { long x; }, 2> l;
      case R: In r;
    } either;
    @key In again;
  };
};
)"))));
}

TEST(IdlPrinterTest, AnInnerTypeThatNoMemberNames) {
  Types types;
  const TypeIndex inner = types.Struct("S::In", {{"x", types.i32}});
  const TypeIndex list = types.Alias("List", types.Seq(inner));
  types.Struct("S", {{"a", types.i8}, {"list", list}});
  std::string warnings;
  const Schema schema = types.BuildOrDie("S");
  const absl::StatusOr<std::string> text = PrintIdl(schema);
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_THAT(*text, HasSubstr("@non_serialized @final"));
  const Schema again = IdlOrDie(Idl("S", *text), &warnings);
  EXPECT_EQ(CanonicalForm(again), CanonicalForm(schema)) << *text;
}

TEST(IdlPrinterTest, ArraysInCollectionsGetNames) {
  Types types;
  const TypeIndex grid = types.Array(types.Array(types.f32, {2}), {3});
  types.Struct("g::Grid_part1", {});
  types.Struct("g::Grid", {{"grid", grid},
                           {"list", types.Seq(grid)},
                           {"other", types.Named("g::Grid_part1")}});
  EXPECT_EQ(Printed(types.BuildOrDie("g::Grid")), R"(// root type: g::Grid
module g {
  @final
  struct Grid_part1 {
  };
  typedef float Grid_part2[2];
  typedef ::g::Grid_part2 Grid_part3[3];
  @final
  struct Grid {
    ::g::Grid_part2 grid[3];
    sequence<::g::Grid_part3> list;
    ::g::Grid_part1 other;
  };
};
)");
}

TEST(IdlPrinterTest, AliasesWithoutAPlaceAreLeftOut) {
  Types types;
  const TypeIndex alias = types.Alias("S::Number", types.i32);
  types.Struct("S", {{"x", alias}});
  EXPECT_EQ(Printed(types.BuildOrDie("S")), R"(// root type: S
@final
struct S {
  long x;
};
)");
}

TEST(IdlPrinterTest, DeepTypes) {
  // One after another, and one within another.
  Types types;
  TypeIndex last = types.i32;
  for (int i = 0; i < 15'000; ++i) {
    last = types.Struct("S" + std::to_string(i), {{"m", last}});
  }
  TypeIndex nested = types.i8;
  for (int i = 0; i < 60; ++i) nested = types.Seq(nested);
  types.Struct("Root", {{"a", last}, {"b", nested}});
  EXPECT_THAT(Printed(types.BuildOrDie("Root")),
              HasSubstr("typedef sequence<sequence<"));
}

TEST(IdlPrinterTest, WhatIdlCannotSay) {
  {
    Types types;
    const TypeIndex colour = types.Enum("a::Colour", {{"Red"}, {"Green"}});
    const TypeIndex red = types.Struct("a::Red", {});
    types.Struct("a::R", {{"c", colour}, {"r", red}});
    EXPECT_THAT(Refusal(types.BuildOrDie("a::R")),
                HasSubstr("the enumerator 'Red' of a::Colour stands beside"));
  }
  {
    Types types;
    const TypeIndex colour = types.Enum("E", {{"Red"}});
    const TypeIndex in = types.Struct("E::In", {});
    types.Struct("R", {{"c", colour}, {"r", in}});
    EXPECT_THAT(Refusal(types.BuildOrDie("R")),
                HasSubstr("'E::In' is within enum E"));
  }
  {
    Types types;
    const TypeIndex deep = types.Struct("R::m::Deep", {});
    types.Struct("R", {{"r", deep}});
    EXPECT_THAT(Refusal(types.BuildOrDie("R")),
                HasSubstr("has a module within 'R'"));
  }
  {
    Types types;
    std::string name = "a";
    for (int i = 0; i < 24; ++i) name += "::a";
    types.Struct(name, {});
    EXPECT_THAT(Refusal(types.BuildOrDie(name)),
                HasSubstr("has more than 24 parts"));
  }
  {
    Types types;
    const TypeIndex in = types.Struct("U::In", {});
    const TypeIndex list = types.Alias("List", types.Seq(in));
    types.Union("U", types.i32, {{{1}, "c", list}});
    EXPECT_THAT(Refusal(types.BuildOrDie("U")),
                HasSubstr("'U::In' is within union U"));
  }
  {
    Types types;
    types.Union("U", types.c16, {{{0xd800}, "c", types.i32}});
    EXPECT_THAT(Refusal(types.BuildOrDie("U")),
                HasSubstr("half a surrogate pair, 55296"));
  }
}

}  // namespace
}  // namespace transcdr
