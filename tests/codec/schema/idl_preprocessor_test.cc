// Directives and macros.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/codec/schema/idl_fixtures.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

// Whether `condition` counts as true in #if.
bool Holds(const std::string& condition, const std::string& before = "") {
  const std::string form =
      IdlForm(before + "@final struct S {\n#if " + condition +
              "\noctet yes;\n#else\noctet no;\n#endif\n};");
  EXPECT_NE(form.find("yes"), form.find("no")) << form;
  return form.find("yes") != std::string::npos;
}

TEST(IdlPreprocessorTest, Conditions) {
  EXPECT_TRUE(Holds("1"));
  EXPECT_FALSE(Holds("0"));
  EXPECT_TRUE(Holds("2 * 3 == 6 && !(1 > 2)"));
  EXPECT_TRUE(Holds("1 + 2 * 3 == 7"));
  EXPECT_TRUE(Holds("(1 << 4 | 1) == 0x11"));
  EXPECT_TRUE(Holds("-1 < 0 && ~0 == -1 && +1"));
  EXPECT_TRUE(Holds("5 % 3 == 2 && 7 / 2 == 3 && (6 ^ 3) == 5 && (6 & 3)"));
  EXPECT_TRUE(Holds("1 ? 2 : 0"));
  EXPECT_FALSE(Holds("0 ? 1 : 0 ? 1 : 0"));
  EXPECT_TRUE(Holds("'a' == 97"));
  EXPECT_FALSE(Holds("UNKNOWN"));
  EXPECT_TRUE(Holds("true"));
  // What is not used may be wrong.
  EXPECT_FALSE(Holds("0 && 1 / 0"));
  EXPECT_TRUE(Holds("1 || 1 / 0"));
  EXPECT_TRUE(Holds("defined(X) && defined X && !defined Y && X >= 201",
                    "#define X 201\n"));
  EXPECT_TRUE(Holds("F(2, 3) == 6", "#define F(a, b) ((a) * (b))\n"));
  EXPECT_TRUE(Holds("X /* comment */ == \\\n 1 // more", "#define X 1\n"));
}

TEST(IdlPreprocessorTest, Branches) {
  const auto members = [](const std::string& body) {
    std::string names;
    const Schema schema = IdlOrDie(Idl("", "struct S {" + body + "\n};"));
    for (const Member& member : schema.type(schema.root()).members) {
      names += member.name;
    }
    return names;
  };
  EXPECT_EQ(members("\n#ifdef A\noctet a;\n#elif 1\noctet b;\n#elif 1\noctet "
                    "c;\n#else\noctet d;\n#endif\noctet e;"),
            "be");
  EXPECT_EQ(members("\n#ifndef A\n#if 0\noctet a;\n#else\noctet b;\n#endif\n"
                    "#else\noctet c;\n#endif"),
            "b");
  // In what does not count, anything may stand.
  EXPECT_EQ(members("\n#if 0\n' \" $ \\ #if\n#if (((\n#else nonsense\n#endif\n"
                    "#include \"gone\"\n#error no\n#elif 1\n octet a;\n"
                    "#endif"),
            "a");
  EXPECT_EQ(members("\n # define A octet\n  #  ifdef A\nA a;\n#undef A\n"
                    "#endif\n#ifdef A\noctet b;\n#endif\n#\n"),
            "a");
}

TEST(IdlPreprocessorTest, Macros) {
  EXPECT_EQ(IdlForm("#define N 3\n#define TYPE(n) sequence<n, N>\n"
                    "#define TWO N\n#define EMPTY\n#define NONE() long\n"
                    "@final struct S { TYPE(octet) a; EMPTY TYPE(TYPE(long)) "
                    "b[TWO]; NONE() c; };"),
            "struct ::S final\n  a 0 sequence<byte,3>\n  b 1 "
            "array<sequence<sequence<int32,3>,3>,[3]>\n  c 2 int32\n");
  // A macro within itself stays; a function's name without arguments too.
  EXPECT_EQ(IdlForm("#define a a\n#define b c\n#define c b\n#define f(x) x\n"
                    "@final struct S { octet a, b, c, f; };"),
            "struct ::S final\n  a 0 byte\n  b 1 byte\n  c 2 byte\n  f 3 "
            "byte\n");
  EXPECT_EQ(IdlForm("#define MEMBER(type, name) \\\n  type \\\n  name\n"
                    "@final struct S { MEMBER(long,\n x); };"),
            "struct ::S final\n  x 0 int32\n");
}

// users-report.md 35: IDL-Parser#8.
TEST(IdlPreprocessorTest, IncludesAreFoundAmongTheFiles) {
  const std::string main = "struct S { P p; };";
  const std::string point = "@final struct P { octet x; };";
  const std::string form = IdlForm(Idl("S", point + main));
  EXPECT_EQ(
      IdlForm(Idl("S", "#include \"p.idl\"\n" + main, {{"p.idl", point}})),
      form);
  EXPECT_EQ(IdlForm(Idl("S", "#include <geo/p.idl> // it\n" + main,
                        {{"share/geo/p.idl", point}})),
            form);
  EXPECT_EQ(IdlForm(Idl("S", "#include \"./x/../geo/p.idl\"\n" + main,
                        {{"geo/p", point}})),
            form);
  // Beside the one that includes it, though another ends in that name.
  EXPECT_EQ(IdlForm(Idl("S", "#include \"a/q.idl\"\n" + main,
                        {{"a/q.idl", "#include \"p.idl\"\n"},
                         {"a/p.idl", point},
                         {"b/p.idl", "struct Other;"}})),
            form);
  // Once, whoever includes it, in cycles too; macros of it reach further.
  EXPECT_EQ(IdlForm(Idl("S",
                        "#include \"a\"\n#include \"a\"\n#include \"b\"\n"
                        "struct S { P p; };",
                        {{"a", "#include \"b\"\n#define POINT P\n"},
                         {"b",
                          "#include \"a\"\n@final struct P { octet x; "
                          "};"}})),
            form);
  // Files alone, in the order given.
  EXPECT_EQ(
      IdlForm(Idl("S", "", {{"s", "#include \"p\"\n" + main}, {"p", point}})),
      form);
  // All that are missing are listed.
  EXPECT_EQ(IdlFaults(Idl("S",
                          "#include \"gone.idl\"\n#include <too>\nstruct "
                          "S { octet x; };")),
            "schema.idl:1:2: error: the file 'gone.idl' is not among the texts "
            "given\n  #include \"gone.idl\"\n   ^\n"
            "schema.idl:2:2: error: the file 'too' is not among the texts "
            "given\n  #include <too>\n   ^");
  // Two that could be meant are none.
  EXPECT_THAT(IdlFaults(Idl("S", "#include \"p.idl\"\n" + main,
                            {{"a/p.idl", point}, {"b/p.idl", point}})),
              HasSubstr("'p.idl' is not among the texts given"));
}

TEST(IdlPreprocessorTest, WhatIsLeftOutWithAWarning) {
  std::string warnings;
  EXPECT_EQ(IdlForm("#pragma once\n#pragma keylist S o\n#line 3 \"x\"\n# 4\n"
                    "#ident \"x\"\n#warning look\n@final struct S { octet o; "
                    "};",
                    &warnings),
            "struct ::S final\n  o 0 byte\n");
  EXPECT_EQ(warnings,
            "schema.idl:2:2: warning: #pragma keylist S o is left out: pragmas "
            "change nothing here\n  #pragma keylist S o\n   ^\n"
            "schema.idl:5:2: warning: the directive '#ident' is not known and "
            "left out\n  #ident \"x\"\n   ^\n"
            "schema.idl:6:2: warning: #warning 'look'\n  #warning look\n   ^");
}

TEST(IdlPreprocessorTest, CommentsAndLineEnds) {
  const std::string form = "struct ::S final\n  o 0 byte\n";
  EXPECT_EQ(IdlForm("\xef\xbb\xbf/* a\n * b */ @final struct S { // c \\\n d\n"
                    "octet /**/ o; };/*"
                    "*/"),
            form);
  EXPECT_EQ(IdlForm("@final struct S {\r\noctet o;\r\n};\r\n#if 0\r\n$\r\n"
                    "#endif\r\n"),
            form);
  EXPECT_EQ(IdlForm("#define A /* x\n y */ octet\n@final struct S { A o; };"),
            form);
}

TEST(IdlPreprocessorTest, Faults) {
  const std::string good = "\nstruct S { octet o; };";
  const auto fault = [&](const std::string& text) {
    const std::string all = IdlFaults(text + good);
    const size_t begin = all.find("error: ") + 7;
    EXPECT_EQ(all.find("error: ", begin), std::string::npos) << all;
    return all.substr(begin, all.find('\n') - begin);
  };
  EXPECT_EQ(fault("#if 1"), "this condition has no #endif");
  EXPECT_EQ(fault("#endif"), "#endif without an #if before it");
  EXPECT_EQ(fault("#else"), "#else without an #if before it");
  EXPECT_EQ(fault("#elif 1"), "#elif without an #if before it");
  EXPECT_EQ(fault("#if 1\n#else\n#else\n#endif"), "#else after #else");
  EXPECT_EQ(fault("#ifdef\n#endif"),
            "expected the name of a macro after #ifdef");
  EXPECT_EQ(fault("#if\n#endif"),
            "expected a value, found the end of the line");
  EXPECT_EQ(fault("#if 1 / 0\n#endif"), "division by zero");
  EXPECT_EQ(fault("#if 1 << 64\n#endif"),
            "a shift by 64 bits: expected 0 to 63");
  EXPECT_EQ(fault("#if 1.5\n#endif"), "expected an integer, found '1.5'");
  EXPECT_EQ(fault("#if (1\n#endif"), "expected ')', found the end of the line");
  EXPECT_EQ(fault("#if 1 2\n#endif"), "did not expect '2' here");
  EXPECT_EQ(fault("#if 1 ? 2\n#endif"),
            "expected ':', found the end of the line");
  EXPECT_EQ(fault("#include x"),
            "expected \"file\" or <file> after #include, found 'x'");
  EXPECT_EQ(fault("#include"),
            "expected \"file\" or <file> after #include, found nothing");
  EXPECT_EQ(fault("#define"), "expected the name of a macro after #define");
  EXPECT_EQ(fault("#define 1"), "expected the name of a macro after #define");
  EXPECT_EQ(fault("#define F(a b) a"),
            "the parameters of macro 'F' are not valid: expected names with "
            "',' between, and ')'");
  EXPECT_EQ(fault("#define F(a) #a"),
            "'#' and '##' in macros are not supported by this release");
  EXPECT_EQ(fault("#undef"), "expected the name of a macro after #undef");
  EXPECT_EQ(fault("#error stop here"), "#error 'stop here'");
  EXPECT_EQ(fault("#define F(a) a\nconst long X = F(1, 2) 1;"),
            "macro 'F' takes 1 arguments, found 2");
  EXPECT_EQ(fault("const string X = \"a;\n\"b\";"),
            "this string has no '\"' at its end");
  EXPECT_EQ(fault("const char X = 'a';\xe2\x82\xac"),
            "this character is not part of IDL");
  EXPECT_EQ(fault("struct T { octet o; }; /* no end"),
            "this comment has no end");
}

}  // namespace
}  // namespace transcdr
