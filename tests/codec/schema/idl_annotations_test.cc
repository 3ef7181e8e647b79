// Every annotation: what it does to the type, where it has no meaning, and what
// is wrong with its arguments.

#include "codec/schema/idl_annotations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/codec/schema/idl_fixtures.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

// What is said about a text, without places and lines.
std::string MessageOf(const SchemaSource& source) {
  std::string all;
  for (const Diagnostic& diagnostic : ParseIdlSource(source).diagnostics) {
    if (!all.empty()) all += '\n';
    all += diagnostic.severity == Severity::kError ? "error: " : "warning: ";
    all += diagnostic.message;
  }
  return all;
}
std::string MessageOf(const std::string& text) {
  return MessageOf(Idl("S", text));
}

TEST(IdlAnnotationsTest, Extensibility) {
  const auto of = [](const std::string& annotation) {
    const std::string form = IdlForm(annotation + " struct S { octet o; };");
    return form.substr(0, form.find('\n'));
  };
  EXPECT_EQ(of(""), "struct ::S appendable");
  EXPECT_EQ(of("@final"), "struct ::S final");
  EXPECT_EQ(of("@appendable"), "struct ::S appendable");
  EXPECT_EQ(of("@mutable"), "struct ::S mutable");
  EXPECT_EQ(of("@extensibility(FINAL)"), "struct ::S final");
  EXPECT_EQ(of("@extensibility(APPENDABLE)"), "struct ::S appendable");
  EXPECT_EQ(of("@extensibility(MUTABLE)"), "struct ::S mutable");
  EXPECT_EQ(of("@ extensibility ( value = ExtensibilityKind::FINAL )"),
            "struct ::S final");
  EXPECT_EQ(MessageOf("@final @mutable struct S { octet o; };"),
            "error: '@mutable' contradicts '@final' before it");
  EXPECT_EQ(MessageOf("@extensibility(OPEN) struct S { octet o; };"),
            "error: expected FINAL, APPENDABLE or MUTABLE, found 'OPEN'");
  EXPECT_EQ(MessageOf("@extensibility struct S { octet o; };"),
            "error: '@extensibility' needs an argument");
  EXPECT_EQ(MessageOf("@final(1) struct S { octet o; };"),
            "error: '@final' takes no argument");
}

TEST(IdlAnnotationsTest, DefaultExtensibilityIsASetting) {
  SchemaSource source = Idl("S",
                            "union U switch(long) {case 1: octet o;};"
                            "struct S { U u; };");
  source.default_extensibility = Extensibility::kFinal;
  EXPECT_THAT(IdlForm(source), HasSubstr("struct ::S final\n"));
  EXPECT_THAT(IdlForm(source), HasSubstr("union ::U final "));
  source.default_extensibility = Extensibility::kMutable;
  EXPECT_THAT(IdlForm(source), HasSubstr("struct ::S mutable\n"));
  source.text = "@final struct S { octet o; };";
  EXPECT_THAT(IdlForm(source), HasSubstr("struct ::S final\n"));
}

TEST(IdlAnnotationsTest, MemberIds) {
  EXPECT_EQ(IdlForm("@mutable struct S { octet a; @id(0x10) octet b; octet c;"
                    " @id(5) octet d; };"),
            "struct ::S mutable\n  a 0 byte\n  b 16 byte\n  c 17 byte\n"
            "  d 5 byte\n");
  // The examples of XTypes 1.3, 7.3.1.2.1.1.
  EXPECT_EQ(idl::HashedMemberId("color"), 0x0fa5dd70u);
  EXPECT_EQ(idl::HashedMemberId("shapesize"), 0x047790dau);
  const std::string color = std::to_string(0x0fa5dd70);
  const std::string shapesize = std::to_string(0x047790da);
  EXPECT_EQ(IdlForm("@autoid(HASH) @mutable struct S { octet color; @id(3) "
                    "octet x; @hashid(\"shapesize\") octet y; };"),
            "struct ::S mutable\n  color " + color + " byte\n  x 3 byte\n  y " +
                shapesize + " byte\n");
  for (const char* hashed :
       {"@autoid @mutable struct S { octet color; };",
        "@mutable struct S { @hashid octet color; };",
        "@mutable struct S { @hashid(\"\") octet color; };",
        "@mutable struct S { @hashid(\"color\") octet color; };",
        "@mutable @autoid(AutoidKind::HASH) struct S { octet color; };"}) {
    EXPECT_EQ(IdlForm(hashed),
              "struct ::S mutable\n  color " + color + " byte\n")
        << hashed;
  }
  // A module's holds for what is in it, until a type says otherwise.
  EXPECT_THAT(IdlForm("@autoid(HASH) module m { struct S { octet color; }; };"),
              HasSubstr("color " + color + " byte"));
  EXPECT_THAT(IdlForm("@autoid(HASH) module m { @autoid(SEQUENTIAL) struct S { "
                      "octet color; }; };"),
              HasSubstr("color 0 byte"));
  EXPECT_EQ(MessageOf("struct S { @id(1) @hashid octet x; };"),
            "error: member 'x' has '@id' and '@hashid': expected one of them");
  EXPECT_EQ(MessageOf("struct S { @id(268435456) octet x; };"),
            "error: expected a number of 0 to 268435455, found 268435456");
  EXPECT_EQ(MessageOf("struct S { @id octet x; };"),
            "error: '@id' needs an argument");
  EXPECT_EQ(MessageOf("struct S { @id(1, 2) octet x; };"),
            "error: '@id' takes one argument, found another");
  EXPECT_EQ(MessageOf("struct S { @id(number=2) octet x; };"),
            "error: '@id' has no parameter 'number'");
  EXPECT_EQ(MessageOf("struct S { @id(1) octet x, y; };"),
            "error: member 'y' of S has id 1, which 'x' has");
  EXPECT_EQ(MessageOf("@autoid(RANDOM) struct S { octet x; };"),
            "error: expected SEQUENTIAL or HASH, found 'RANDOM'");
  EXPECT_EQ(MessageOf("struct S { @hashid(5) octet x; };"),
            "error: '@hashid' takes a string");
}

TEST(IdlAnnotationsTest, FlagsOfMembers) {
  EXPECT_EQ(IdlForm("@final struct S { @key octet a; @optional octet b; "
                    "@must_understand octet c; @key(FALSE) octet d; "
                    "@optional(TRUE) octet e; @key @must_understand @optional "
                    "octet f; @key(value=TRUE) octet g, h; };"),
            "struct ::S final\n  a 0 byte key\n  b 1 byte optional\n  c 2 byte "
            "must_understand\n  d 3 byte\n  e 4 byte optional\n  f 5 byte "
            "optional key must_understand\n  g 6 byte key\n  h 7 byte key\n");
  // Also before a name.
  EXPECT_EQ(IdlForm("@final struct S { octet @key a, @id(4) b; };"),
            "struct ::S final\n  a 0 byte key\n  b 4 byte\n");
  EXPECT_EQ(MessageOf("struct S { @key(1) octet a; };"),
            "error: '@key' takes TRUE or FALSE");
}

TEST(IdlAnnotationsTest, MembersThatAreNotSerializedKeepTheirId) {
  EXPECT_EQ(IdlForm("@final struct S { octet a; @non_serialized octet b; octet "
                    "c, d; };"),
            "struct ::S final\n  a 0 byte\n  c 2 byte\n  d 3 byte\n");
  EXPECT_THAT(
      IdlForm(Idl("D",
                  "@final struct B { octet a, b; }; @final struct D : B { "
                  "@non_serialized octet c; octet d; };")),
      HasSubstr("  d 3 byte\n"));
}

TEST(IdlAnnotationsTest, Unions) {
  EXPECT_EQ(IdlForm("@final union U switch (@key long) { case 1: @id(7) octet "
                    "a; case 2: @default(3) @external octet b; };"),
            "union ::U final switch int32 key\n  case 1 a 7 byte\n  case 2 b 8 "
            "byte default=3\n");
}

TEST(IdlAnnotationsTest, EnumsAndBitmasks) {
  EXPECT_THAT(IdlForm(Idl("S",
                          "@bit_bound(16) enum E { @value(3) A, "
                          "@default_literal B }; struct S { E e; };")),
              HasSubstr("enum ::E 16\n  A 3\n  B 4 default\n"));
  EXPECT_THAT(IdlForm(Idl("S",
                          "const short N = 40; @bit_bound(N) bitmask M { "
                          "@position(39) A }; struct S { M m; };")),
              HasSubstr("bitmask ::M 40\n  A 39\n"));
  EXPECT_EQ(MessageOf("@bit_bound(33) enum E { A }; struct S { E e; };"),
            "error: expected a number of 0 to 32, found 33");
  EXPECT_EQ(MessageOf("enum E { @value(1) A = 2 }; struct S { E e; };"),
            "error: a value here and '@value' before it");
  EXPECT_EQ(MessageOf("enum E { A = 2147483647, B }; struct S { E e; };"),
            "error: 'B' would get the value 2147483648: at most 2147483647 is "
            "allowed");
}

TEST(IdlAnnotationsTest, DefaultsOfLongDoubles) {
  EXPECT_EQ(IdlForm("const long double K = 0.1; const long N = 3;\n"
                    "typedef long double T;\n"
                    "@final struct S { @default(1.5) long double a; "
                    "@default(-2.5e-3) T b; @default(K * 2) long double c; "
                    "@default(N) long double d; @default(-0.0) long double e; "
                    "@default(\"-Infinity\") long double f; "
                    "@default(1e308) T g; @default(\"(1.5, -2)\") T h[2]; };"),
            "struct ::S final\n  a 0 float128 default=1.5\n"
            "  b 1 float128 default=-0.0025\n  c 2 float128 default=0.2\n"
            "  d 3 float128 default=3\n  e 4 float128 default=-0\n"
            "  f 5 float128 default=-inf\n  g 6 float128 default=1e+308\n"
            "  h 7 array<float128,[2]> default=[1.5,-2]\n");
  // A name is no literal, and beyond a double there is none.
  EXPECT_EQ(MessageOf("struct S { @default(inf) long double x; };"),
            "error: the name 'inf' is not declared");
  EXPECT_EQ(MessageOf("struct S { @default(1e400) long double x; };"),
            "error: the number '1e400' is out of the range of double");
  EXPECT_EQ(MessageOf("struct S { @default(TRUE) long double x; };"),
            "error: expected a number for float128, found TRUE");
}

TEST(IdlAnnotationsTest, DefaultsOfCollections) {
  EXPECT_THAT(IdlForm("struct S { @default(value=\"(1, 2, 3)\") long x[3]; };"),
              HasSubstr("default=[1,2,3]"));
  EXPECT_THAT(IdlForm("typedef sequence<string> T; struct S { "
                      "@default(\"('a', \\\"b\\\", )\") T x; };"),
              HasSubstr("default=[\"a\",\"b\"]"));
  EXPECT_THAT(IdlForm("struct S { @default(\"(True, False)\") "
                      "sequence<boolean> x; };"),
              HasSubstr("default=[true,false]"));
  EXPECT_THAT(IdlForm("struct S { @default(\"()\") sequence<octet> x; };"),
              HasSubstr("default=[]"));
  EXPECT_THAT(IdlForm("struct S { @default(\"(1e-05, -2.5)\") float x[2]; };"),
              HasSubstr("-2.5]"));
  EXPECT_EQ(MessageOf("struct S { @default(\"(1, x)\") long x[2]; };"),
            "error: the default '(1, x)' is not a list: 'x' in it is not a "
            "value");
  EXPECT_EQ(MessageOf("struct S { @default(\"(1\") long x[2]; };"),
            "error: the default '(1' is not a list: expected ')' at its end");
  EXPECT_EQ(MessageOf("struct S { @default(5) sequence<long> x; };"),
            "error: expected a list in a string, as \"(1, 2)\", found 5");
  EXPECT_EQ(MessageOf("struct S { @default(\"(1, 2)\") long x[3]; };"),
            "error: the default of member 'x' of S: expected a list of 3, "
            "found a list of 2");
  EXPECT_EQ(MessageOf("struct S { @default(300) octet x; };"),
            "error: expected an integer of 0 to 255 for byte, found 300");
  EXPECT_EQ(MessageOf("struct T {octet o;}; struct S { @default(1) T x; };"),
            "error: the default of member 'x' of S: a struct cannot have one "
            "in this release: only booleans, numbers, text, enums, bitmasks, "
            "and arrays and sequences of those");
}

TEST(IdlAnnotationsTest, TheRootWhereNoneIsNamed) {
  const auto root_of = [](const std::string& text) {
    return IdlOrDie(Idl("", text)).root_name();
  };
  EXPECT_EQ(root_of("struct A { long x; }; struct S { A a; };"), "S");
  EXPECT_EQ(root_of("@nested struct A { long x; }; struct S { long x; };"),
            "S");
  EXPECT_EQ(root_of("@nested(FALSE) struct A { long x; };"), "A");
  EXPECT_EQ(root_of("@topic struct A { long x; }; struct S { A a; };"), "A");
  EXPECT_EQ(root_of("@topic(name=\"t\") struct A { long x; }; struct S { A a; "
                    "};"),
            "A");
  EXPECT_EQ(root_of("@default_nested module m { struct A { long x; }; @nested("
                    "FALSE) struct B { long x; }; };"),
            "m::B");
  EXPECT_EQ(root_of("@nested struct A { long x; }; typedef A B; typedef "
                    "sequence<B> C; struct S { C a; }; @nested struct U { S s;"
                    " };"),
            "U");
  EXPECT_EQ(MessageOf(Idl("", "struct A { long x; }; struct B { long x; };")),
            "error: the root type is not given, and 2 types could be it: A, B");
}

TEST(IdlAnnotationsTest, WithoutMeaningForTheWire) {
  EXPECT_EQ(IdlForm("@verbatim (language=\"comment\", text=\"a\" \"\\n\" "
                    "\"b (c\")\n"
                    "@data_representation(XCDR1) @final struct S {\n"
                    "@unit(value=\"m/s\") @range(min=0, max=10) @min(0) "
                    "@max(value=10) @external @try_construct(DISCARD) "
                    "@verbatim(language=\"c++\", placement=BEGIN_FILE, "
                    "text=\";\") octet o; };"),
            "struct ::S final\n  o 0 byte\n");
}

// users-report.md 33: rosidl#429.
TEST(IdlAnnotationsTest, UnknownOnesAreLeftOutWithAWarning) {
  std::string warnings;
  EXPECT_EQ(IdlForm("const long N = 3;\n@Foo @bar::Baz(N, x=(1+(2)), {}) "
                    "@final struct S { @Foo(\"(\") octet o; };",
                    &warnings),
            "struct ::S final\n  o 0 byte\n");
  EXPECT_EQ(warnings,
            "schema.idl:2:1: warning: the annotation '@Foo' is not known and "
            "left out\n  @Foo @bar::Baz(N, x=(1+(2)), {}) @final struct S { "
            "@Foo(\"(\") octet o; };\n  ^\n"
            "schema.idl:2:6: warning: the annotation '@bar::Baz' is not known "
            "and left out\n  @Foo @bar::Baz(N, x=(1+(2)), {}) @final struct S "
            "{ @Foo(\"(\") octet o; };\n       ^");
}

TEST(IdlAnnotationsTest, MisplacedOnesAreLeftOutWithAWarning) {
  EXPECT_EQ(MessageOf("@key struct S { octet o; };"),
            "warning: '@key' says nothing about a struct and is left out");
  EXPECT_EQ(MessageOf("struct S { @mutable octet o; };"),
            "warning: '@mutable' says nothing about a member and is left out");
  EXPECT_EQ(MessageOf("@final typedef long T; struct S { T o; };"),
            "warning: '@final' says nothing about a typedef and is left out");
  EXPECT_EQ(MessageOf("@id(1) module m { }; struct S { octet o; };"),
            "warning: '@id' says nothing about a module and is left out");
  EXPECT_EQ(MessageOf("enum E { @position(1) A }; struct S { E e; };"),
            "warning: '@position' says nothing about an enumerator and is "
            "left out");
  EXPECT_EQ(MessageOf("bitmask M { @value(1) A }; struct S { M e; };"),
            "warning: '@value' says nothing about a flag and is left out");
  EXPECT_EQ(MessageOf("@optional const long N = 1; struct S { octet o; };"),
            "warning: '@optional' says nothing about a constant and is left "
            "out");
}

}  // namespace
}  // namespace transcdr
