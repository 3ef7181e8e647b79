// Reports of users about IDL text, lines 33 to 36: see users_report_test.cc.
// What each construct means is tested in schema/ in full; here every text of
// the reports is read, and values go through.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "codec/registry/frontends.h"
#include "codec/type/canonical_form.h"
#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// The schema of a text that has to be right, and what is said about it.
Schema Read(const std::string& text, std::string* warnings = nullptr,
            std::vector<SchemaFile> files = {}) {
  SchemaSource source;
  source.language = SchemaLanguage::kOmgIdl;
  source.root_type = "R";
  source.text = text;
  source.files = std::move(files);
  std::vector<Diagnostic> diagnostics;
  std::optional<Schema> schema =
      ParseSchema(source, WireProfile::Omg(), {}, &diagnostics);
  EXPECT_TRUE(schema.has_value()) << Render(diagnostics) << text;
  if (!schema.has_value()) std::abort();
  if (warnings != nullptr) {
    *warnings = Render(diagnostics);
  } else {
    EXPECT_EQ(Render(diagnostics), "") << text;
  }
  return *std::move(schema);
}

void ExpectValue(const std::string& text, std::string_view hex,
                 std::string_view json, std::string* warnings = nullptr) {
  SCOPED_TRACE(text);
  ExpectBothWays(*CompileOrDie(Read(text, warnings)), Hex(hex), json);
}

TEST(UsersReport, Line33_UnknownAnnotationsAreLeftOutWithAWarning) {
  for (const char* annotation :
       {"@shape", "@shape(3)", "@shape(N)", "@shape(sides=N + 1)",
        "@shape(colour=\"red\", sides=4)", "@a::shape(TRUE)"}) {
    std::string warnings;
    ExpectValue("const long N = 3; @final struct R { " +
                    std::string(annotation) + " long x; };",
                "00010000 05000000", R"({"x":5})", &warnings);
    EXPECT_THAT(warnings, AllOf(HasSubstr("warning"), HasSubstr("shape")));
  }
}

TEST(UsersReport, Line34_MembersNamedLikeTheirTypeAndLikeDirectives) {
  ExpectValue(
      "@final struct Inner { long x; }; @final struct R { Inner Inner; };",
      "00010000 05000000", R"({"Inner":{"x":5}})");
  ExpectValue("@final struct R { octet include; octet define; octet pragma; };",
              "00010000 010203", R"({"include":1,"define":2,"pragma":3})");
}

TEST(UsersReport, Line34_EnumeratorsAreVisibleInTheParentScope) {
  ExpectValue(
      "module m { enum E { A, B }; const E WHICH = B; "
      "@final union U switch (E) { case B: octet x; }; }; "
      "@final struct R { m::U u; @default(m::B) m::E e; };",
      "00010000 01000000 07000000 01000000",
      R"({"u":{"$discriminator":"B","x":7},"e":"B"})");
}

TEST(UsersReport, Line34_HexAndOctalConstants) {
  ExpectValue(
      "const long N = 0x3; const long M = 010; "
      "@final struct R { octet a[N]; octet b[M]; };",
      "00010000 010203 0405060708090a0b", R"({"a":"AQID","b":"BAUGBwgJCgs="})");
}

TEST(UsersReport, Line34_ImplicitEnumValuesGoOnAfterExplicitOnes) {
  ExpectValue("enum E { A, @value(5) B, C }; @final struct R { E e; };",
              "00010000 06000000", R"({"e":"C"})");
}

TEST(UsersReport, Line34_AnnotationsOfUnionMembers) {
  const std::string text =
      "@final union R switch (long) { case 1: @id(7) @default(3) long x; };";
  ExpectValue(text, "00010000 01000000 05000000",
              R"({"$discriminator":1,"x":5})");
  EXPECT_THAT(CanonicalForm(Read(text)),
              HasSubstr("case 1 x 7 int32 default=3"));
}

TEST(UsersReport, Line34_ATypedefAsSwitchType) {
  ExpectValue(
      "typedef short T; typedef T TT; "
      "@final union R switch (TT) { case -1: octet x; };",
      "00010000 ffff 05", R"({"$discriminator":-1,"x":5})");
}

TEST(UsersReport, Line35_IncludesAreFoundAmongTheGivenFiles) {
  for (const char* include : {"#include \"pkg/In.idl\"",
                              "#include <pkg/In.idl>", "#include \"In.idl\""}) {
    const Schema schema =
        Read(std::string(include) + "\n@final struct R { In in; };", nullptr,
             {{"pkg/In.idl", "@final struct In { octet x; };"}});
    EXPECT_THAT(CanonicalForm(schema), HasSubstr("in 0 ::In")) << include;
  }
}

TEST(UsersReport, Line35_KeyOptionalAndIdAreKept) {
  EXPECT_THAT(
      CanonicalForm(Read("@mutable struct R { @key @id(3) long k; "
                         "@optional @id(9) long o; };")),
      AllOf(HasSubstr("k 3 int32 key\n"), HasSubstr("o 9 int32 optional\n")));
}

TEST(UsersReport, Line36_WhatParsersStumbleOver) {
  ExpectValue("@final struct R { octet a, b[2], c; };", "00010000 01 0203 04",
              R"({"a":1,"b":"AgM=","c":4})");
  ExpectValue("enum E { A, B, }; @final struct R { E e; };",
              "00010000 01000000", R"({"e":"B"})");
  ExpectValue("const long N = 2*3; @final struct R { octet a[N]; };",
              "00010000 010203040506", R"({"a":"AQIDBAUG"})");
  ExpectValue("struct R; @final struct R { sequence<R> children; };",
              "00010000 01000000 00000000",
              R"({"children":[{"children":[]}]})");
  ExpectValue(
      "module m { @final struct A { octet x; }; }; "
      "@final struct R { ::m::A a; };",
      "00010000 05", R"({"a":{"x":5}})");
  ExpectValue(
      "const wchar C = L'\\u20ac'; const wstring S = L\"w\"; "
      "@final struct R { @default(C) wchar c; };",
      "00010000 ac20", R"({"c":"€"})");
  ExpectValue("@final struct B { octet x; }; @final struct R : B { octet y; };",
              "00010000 0102", R"({"x":1,"y":2})");
  ExpectValue("@bit_bound(8) bitmask M { one, two }; @final struct R { M m; };",
              "00010000 03", R"({"m":3})");
  ExpectValue("@final struct R { map<octet, octet> m; wstring w; };",
              "00010000 01000000 0102 0000 02000000 6100",
              R"({"m":{"1":2},"w":"a"})");
}

TEST(UsersReport, Line36_PragmasAreLeftOutWithAWarning) {
  std::string warnings;
  ExpectValue("#pragma keylist R x\n@final struct R { octet x; };",
              "00010000 05", R"({"x":5})", &warnings);
  EXPECT_THAT(warnings, HasSubstr("pragma"));
}

}  // namespace
}  // namespace transcdr
