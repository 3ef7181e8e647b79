// What OMG IDL can say, and which type it is: seen in the canonical form, whose
// grammar is in codec/type/canonical_form.cc.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "codec/type/schema_id.h"
#include "tests/codec/schema/idl_fixtures.h"
#include "tests/support/golden.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

// The type of a member x, written as `type`.
std::string TypeOf(const std::string& type, const std::string& before = "",
                   const std::string& after = "") {
  const std::string form = IdlForm(
      Idl("S", before + "@final struct S { " + type + " x" + after + "; };"));
  const std::string start = "struct ::S final\n  x 0 ";
  EXPECT_TRUE(form.starts_with(start)) << form;
  return form.substr(start.size(),
                     form.find('\n', start.size()) - start.size());
}

TEST(IdlGrammarTest, EveryPrimitive) {
  EXPECT_EQ(TypeOf("boolean"), "boolean");
  EXPECT_EQ(TypeOf("octet"), "byte");
  EXPECT_EQ(TypeOf("char"), "char8");
  EXPECT_EQ(TypeOf("wchar"), "char16");
  EXPECT_EQ(TypeOf("short"), "int16");
  EXPECT_EQ(TypeOf("unsigned short"), "uint16");
  EXPECT_EQ(TypeOf("long"), "int32");
  EXPECT_EQ(TypeOf("unsigned long"), "uint32");
  EXPECT_EQ(TypeOf("long long"), "int64");
  EXPECT_EQ(TypeOf("unsigned long long"), "uint64");
  EXPECT_EQ(TypeOf("float"), "float32");
  EXPECT_EQ(TypeOf("double"), "float64");
  EXPECT_EQ(TypeOf("long double"), "float128");
  for (const char* name : {"int8", "uint8", "int16", "uint16", "int32",
                           "uint32", "int64", "uint64"}) {
    EXPECT_EQ(TypeOf(name), name);
  }
}

TEST(IdlGrammarTest, StringsAndCollections) {
  EXPECT_EQ(TypeOf("string"), "string");
  EXPECT_EQ(TypeOf("string<5>"), "string<5>");
  EXPECT_EQ(TypeOf("wstring"), "wstring");
  EXPECT_EQ(TypeOf("wstring<2*3>"), "wstring<6>");
  EXPECT_EQ(TypeOf("sequence<long>"), "sequence<int32>");
  EXPECT_EQ(TypeOf("sequence<long, 0x10>"), "sequence<int32,16>");
  EXPECT_EQ(TypeOf("sequence<sequence<string<3>>, 010>"),
            "sequence<sequence<string<3>>,8>");
  EXPECT_EQ(TypeOf("sequence<sequence<long> >"), "sequence<sequence<int32>>");
  EXPECT_EQ(TypeOf("map<string, long>"), "map<string,int32>");
  EXPECT_EQ(TypeOf("map<short, sequence<octet,2>, (8>>1)>"),
            "map<int16,sequence<byte,2>,4>");
  EXPECT_EQ(TypeOf("sequence<@external long>"), "sequence<int32>");
}

TEST(IdlGrammarTest, ArraysAndTypedefsOfAnything) {
  EXPECT_EQ(TypeOf("long", "", "[3]"), "array<int32,[3]>");
  EXPECT_EQ(TypeOf("long", "const short N = 2;", "[N][N+1][4]"),
            "array<int32,[2,3,4]>");
  EXPECT_EQ(TypeOf("T", "typedef double T[9];"), "array<float64,[9]>");
  EXPECT_EQ(TypeOf("V", "typedef double T[9]; typedef T U; typedef U V;"),
            "array<float64,[9]>");
  EXPECT_EQ(TypeOf("T", "typedef sequence<string, 4> T;"),
            "sequence<string,4>");
  // Several names in one typedef.
  EXPECT_EQ(TypeOf("B", "typedef long A, B[2], C;"), "array<int32,[2]>");
  // An array of arrays is not one of two dimensions.
  EXPECT_EQ(TypeOf("T", "typedef long T[2];", "[3]"),
            "array<array<int32,[2]>,[3]>");
  EXPECT_EQ(TypeOf("T", "typedef map<long, string> T;"), "map<int32,string>");
}

TEST(IdlGrammarTest, ModulesAndScopes) {
  const std::string form = IdlForm(Idl("a::b::S", R"(
    module a { module b { struct P { long x; }; }; };
    module a { struct P { octet x; }; module b { struct Q { P p; }; }; };
    struct P { double x; };
    module a { module b {
      @final struct S {
        P inner;          // a::b::P
        ::P outer;
        ::a::P middle;
        a::b::P same;
        b::Q q;
      };
    }; };
  )"));
  EXPECT_THAT(form, HasSubstr("struct ::a::b::S final\n"
                              "  inner 0 ::a::b::P\n"
                              "  outer 1 ::P\n"
                              "  middle 2 ::a::P\n"
                              "  same 3 ::a::b::P\n"
                              "  q 4 ::a::b::Q\n"));
}

TEST(IdlGrammarTest, ForwardDeclarationsAndRecursion) {
  EXPECT_EQ(IdlForm("@final struct Node; typedef sequence<Node> Nodes;"
                    "@final struct Node { long v; Nodes children; };"),
            "struct ::Node final\n  v 0 int32\n  children 1 "
            "sequence<::Node>\n");
  EXPECT_THAT(IdlForm(Idl("S",
                          "union U; struct S { sequence<U> u; };"
                          "union U switch(boolean) { case TRUE: S s; };")),
              HasSubstr("union ::U appendable switch boolean\n"));
  // Announced, but of no use.
  EXPECT_EQ(IdlForm("struct Gone; @final struct S { octet o; };"),
            "struct ::S final\n  o 0 byte\n");
}

TEST(IdlGrammarTest, Inheritance) {
  EXPECT_EQ(IdlForm(Idl("D",
                        "@final struct B { long a; };"
                        "@final struct D : B { long b; };")),
            "struct ::D final : ::B\n  b 1 int32\nstruct ::B final\n  a 0 "
            "int32\n");
  EXPECT_THAT(IdlForm(Idl("D",
                          "module m { @final struct B { long a; }; };"
                          "@final struct D : ::m::B { };")),
              HasSubstr("struct ::D final : ::m::B\n"));
}

TEST(IdlGrammarTest, UnionsOverEveryDiscriminator) {
  const auto union_of = [](const std::string& type, const std::string& labels,
                           const std::string& before = "") {
    std::string form =
        IdlForm(Idl("U", before + "@final union U switch (" + type + ") { " +
                             labels + " octet x; };"));
    return form.substr(0, form.find('\n', form.find('\n') + 1));
  };
  const std::string start = "union ::U final switch ";
  EXPECT_EQ(union_of("boolean", "case TRUE:"),
            start + "boolean\n  case 1 x 1 byte");
  EXPECT_EQ(union_of("octet", "case 255:"),
            start + "byte\n  case 255 x 1 byte");
  EXPECT_EQ(union_of("char", "case 'a': case '\\n': case '\\x41':"),
            start + "char8\n  case 97,10,65 x 1 byte");
  EXPECT_EQ(union_of("wchar", "case L'\\u20ac':"),
            start + "char16\n  case 8364 x 1 byte");
  EXPECT_EQ(union_of("short", "case -1:"), start + "int16\n  case -1 x 1 byte");
  EXPECT_EQ(union_of("long", "case 1: case 2+1: default:"),
            start + "int32\n  case 1,3,default x 1 byte");
  EXPECT_EQ(union_of("unsigned long long", "case 0xffffffffffffffff:"),
            start + "uint64\n  case 18446744073709551615 x 1 byte");
  EXPECT_EQ(union_of("int8", "case -128:"),
            start + "int8\n  case -128 x 1 byte");
  EXPECT_EQ(union_of("E", "case B:", "enum E { A, B };"),
            start + "::E\n  case 1 x 1 byte");
  EXPECT_EQ(
      union_of("m::E", "case m::B: case A:", "module m { enum E { A, B }; };"),
      start + "::m::E\n  case 1,0 x 1 byte");
  EXPECT_EQ(union_of("T", "case E::B:", "enum E { A, B }; typedef E T;"),
            start + "::E\n  case 1 x 1 byte");
  EXPECT_EQ(union_of("@key long", "case 1:"),
            start + "int32 key\n  case 1 x 1 byte");
}

TEST(IdlGrammarTest, EnumsBitmasksAndBitsets) {
  EXPECT_THAT(IdlForm(Idl("S",
                          "enum E { A, @value(5) B, C, D = 9, };"
                          "struct S { E e; };")),
              HasSubstr("enum ::E 32\n  A 0\n  B 5\n  C 6\n  D 9\n"));
  EXPECT_THAT(IdlForm(Idl("S",
                          "@bit_bound(8) bitmask M { A, @position(5) B, C };"
                          "struct S { M m; };")),
              HasSubstr("bitmask ::M 8\n  A 0\n  B 5\n  C 6\n"));
  EXPECT_THAT(
      IdlForm(Idl("S",
                  "bitset B { bitfield<3> a; bitfield<4>; bitfield<1> f;"
                  "bitfield<10, short> g h; };"
                  "bitset C : B { bitfield<12> i; };"
                  "struct S { C c; };")),
      HasSubstr("bitset ::C : ::B\n  i 12 uint16\nbitset ::B\n  a 3 uint8\n"
                "  - 4\n  f 1 boolean\n  g 10 int16\n  h 10 int16\n"));
}

TEST(IdlGrammarTest, TypesDefinedWhereTheyAreUsed) {
  EXPECT_THAT(IdlForm(Idl("T", "typedef struct S_ { long x; } T;")),
              HasSubstr("struct ::S_ appendable\n  x 0 int32\n"));
  EXPECT_THAT(
      IdlForm(Idl("S",
                  "@final struct S { struct I { octet o; } a, b[2]; "
                  "enum E { X, Y } e; I c; };")),
      HasSubstr("struct ::S final\n  a 0 ::S::I\n  b 1 array<::S::I,[2]>\n"
                "  e 2 ::S::E\n  c 3 ::S::I\n"));
}

TEST(IdlGrammarTest, NamesThatLookLikeSomethingElse) {
  // Escaped, and words that are keywords only where interfaces are in use.
  EXPECT_EQ(IdlForm("@final struct S { long _struct, __x, in, include, home; "
                    "};"),
            "struct ::S final\n  struct 0 int32\n  _x 1 int32\n  in 2 int32\n"
            "  include 3 int32\n  home 4 int32\n");
  std::string warnings;
  EXPECT_EQ(IdlForm("@final struct S { long map, string; octet sequence[2]; };",
                    &warnings),
            "struct ::S final\n  map 0 int32\n  string 1 int32\n  sequence 2 "
            "array<byte,[2]>\n");
  EXPECT_THAT(warnings, HasSubstr("'map' is a keyword of IDL; as a name, other "
                                  "tools want it as '_map'"));
  EXPECT_THAT(IdlForm("@final struct String { long x; };", &warnings),
              HasSubstr("struct ::String final\n"));
  EXPECT_THAT(warnings,
              HasSubstr("the name 'String' differs from the keyword 'string' "
                        "only in case"));
}

TEST(IdlGrammarTest, OrderIsFreeWithAWarning) {
  std::string warnings;
  EXPECT_THAT(
      IdlForm(Idl("S", "struct S { T t; }; struct T { long x; };"), &warnings),
      HasSubstr("struct ::S appendable\n  t 0 ::T\n"));
  EXPECT_EQ(warnings,
            "schema.idl:1:12: warning: 'T' is used before it is declared, "
            "which other tools refuse\n"
            "  struct S { T t; }; struct T { long x; };\n             ^");
  // What is declared before wins over what comes later, nearer.
  EXPECT_THAT(IdlForm(Idl("m::S",
                          "struct T { octet o; }; module m { struct S {"
                          " T t; }; struct T { long x; }; };")),
              HasSubstr("t 0 ::T\n"));
}

TEST(IdlGrammarTest, WhatHoldsNoDataIsPassedOver) {
  std::string warnings;
  EXPECT_EQ(IdlForm("interface I : A, B { void f(in long x); attribute long y; "
                    "};\nlocal interface L {};\nexception X { long a; };\n"
                    "native N;\ninterface Later;\nimport ::q;\n"
                    "valuetype V { public long l; };\n"
                    "@annotation Mine { long value default 3; };\n"
                    "@Mine(4) @final struct S { octet o; };",
                    &warnings),
            "struct ::S final\n  o 0 byte\n");
  EXPECT_THAT(warnings, HasSubstr("an interface is passed over: only the data "
                                  "types and constants in it are read"));
  EXPECT_THAT(warnings, HasSubstr("an exception is passed over"));
  EXPECT_THAT(warnings, Not(HasSubstr("Mine")));
}

TEST(IdlGrammarTest, EveryKindAtOnce) {
  ExpectGolden("canonical/idl_every_kind.txt",
               CanonicalForm(IdlOrDie(Idl("demo::Everything", R"(
#pragma once
#ifndef DEMO_IDL
#define DEMO_IDL
#define COUNT 3
module demo {
  const unsigned short LIMIT = (1 << 4) | 2;
  enum Color { RED, @default_literal GREEN, @value(7) BLUE };
  @bit_bound(16) bitmask Flags { READY, @position(9) BUSY };
  bitset Bits { bitfield<3> low; bitfield<2>; bitfield<1> on; };
  typedef sequence<float, LIMIT> Samples;
  typedef Samples Grid[COUNT][2];
  @mutable struct Base { @key long id; };
  @appendable union Choice switch (Color) {
    case RED: string<8> text;
    case GREEN: case BLUE: @id(9) Grid grid;
    default: Base other;
  };
  @mutable struct Everything : Base {
    @id(40) @optional double maybe;
    @must_understand wstring<5> wide;
    map<string, Choice, 4> choices;
    sequence<Everything> children;
    Flags flags; Bits bits;
    @default(TRUE) boolean yes;
    @default(BLUE) Color color;
    @default('x') char letter;
    @default(-1.5) float ratio;
    @default("a\tb") string name;
    @hashid("shapesize") long shape;
    long double big; wchar wc; octet raw[2]; int8 tiny; uint64 huge;
  };
};
#endif
)"))));
}

}  // namespace
}  // namespace transcdr
