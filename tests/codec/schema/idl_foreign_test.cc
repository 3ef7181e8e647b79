// Interfaces and the like: no data types themselves, but types and constants
// may be defined in them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/codec/schema/idl_fixtures.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The form of the root S; warnings are not of interest.
std::string FormOf(const std::string& text) {
  std::string warnings;
  return IdlForm(Idl("S", text), &warnings);
}

TEST(IdlForeignTest, TypesAndConstantsOfAnInterface) {
  std::string warnings;
  EXPECT_EQ(
      IdlForm(Idl("S",
                  "interface I { @final struct X { long a; }; const long N = 3;"
                  " long f(in long x); attribute long q; };\n"
                  "@final struct S { I::X x; long b[I::N]; };"),
              &warnings),
      "struct ::S final\n  x 0 ::I::X\n  b 1 array<int32,[3]>\n"
      "struct ::I::X final\n  a 0 int32\n");
  EXPECT_EQ(warnings,
            "schema.idl:1:11: warning: an interface is passed over: only the "
            "data types and constants in it are read\n  interface I { @final "
            "struct X { long a; }; const long N = 3; long f(in long x); "
            "attribute long q; };\n            ^");
}

TEST(IdlForeignTest, EveryKindOfDefinition) {
  EXPECT_EQ(FormOf(R"(module m { local interface I {
  struct Later;
  typedef sequence<Later, 2> Some;
  enum E { A, B };
  @bit_bound(8) bitmask F { f0 };
  bitset Z { bitfield<3> low; };
  @final union U switch (E) { case A: long a; };
  const E e = B;
  @final struct Later { E e; F f; Z z; U u; };
}; };
@final struct S { m::I::Some a; @default(m::I::e) m::I::E b;
  @default(m::I::A) ::m::I::E c; @default(m::I::E::B) m::I::E d; };)"),
            "struct ::S final\n  a 0 sequence<::m::I::Later,2>\n"
            "  b 1 ::m::I::E default=\"B\"\n  c 2 ::m::I::E default=\"A\"\n"
            "  d 3 ::m::I::E default=\"B\"\n"
            "struct ::m::I::Later final\n  e 0 ::m::I::E\n  f 1 ::m::I::F\n"
            "  z 2 ::m::I::Z\n  u 3 ::m::I::U\n"
            "enum ::m::I::E 32\n  A 0\n  B 1\n"
            "bitmask ::m::I::F 8\n  f0 0\n"
            "bitset ::m::I::Z\n  low 3 uint8\n"
            "union ::m::I::U final switch ::m::I::E\n  case 0 a 1 int32\n");
}

TEST(IdlForeignTest, TheRestOfTheBodyIsPassedOver) {
  std::string warnings;
  EXPECT_EQ(IdlForm(Idl("S", R"(abstract interface I {
  exception E { long a; struct { q } b; };
  @oneway void f(in long x, out string<3> y) raises (E, ::F) context ("a;b");
  readonly attribute long p, q getraises (E);
  ;
  @verbatim(text="}") const octet N = 2;
  native T;
  void g();
  @final struct X { octet o[N]; };
}
@final struct S { I::X x; };)"),
                    &warnings),
            "struct ::S final\n  x 0 ::I::X\n"
            "struct ::I::X final\n  o 0 array<byte,[2]>\n");
  EXPECT_EQ(warnings.find("warning"), warnings.rfind("warning")) << warnings;
}

TEST(IdlForeignTest, FaultsInABodyAreReported) {
  const std::string faults = IdlFaults(
      "interface I { struct X { long; };\n long f();\n const long N = ;\n"
      "struct Y { Missing m; }; };\nstruct S { I::Y y; I::Z z; };");
  EXPECT_THAT(faults, HasSubstr("schema.idl:1:30: error: expected the name of "
                                "a member, found ';'"));
  EXPECT_THAT(faults, HasSubstr("schema.idl:3:17: error: expected a value"));
  EXPECT_THAT(faults, HasSubstr("error: the type 'Missing' is not declared"));
  EXPECT_THAT(faults, HasSubstr("error: the type 'I::Z' is not declared"));
  EXPECT_THAT(IdlFaults("interface I { struct X { long a; };"),
              HasSubstr("expected '}' at the end of interface 'I', found the "
                        "end of the text"));
  EXPECT_THAT(IdlFaults("interface I : { }; struct S { long a; };"),
              HasSubstr("expected the name of a base interface, found '{'"));
}

TEST(IdlForeignTest, AnInterfaceIsNoType) {
  EXPECT_THAT(IdlFaults("interface I {}; struct S { I i; };"),
              HasSubstr("error: 'I' is an interface, which no payload of a "
                        "topic holds"));
  EXPECT_THAT(IdlFaults("module m { interface I { struct X {long a;}; }; };"
                        "struct S { m::I i; };"),
              HasSubstr("error: 'm::I' is an interface, which"));
  // Announced, but given nowhere.
  EXPECT_THAT(IdlFaults("interface I; struct S { I::X x; };"),
              HasSubstr("error: 'I' is an interface, which"));
  EXPECT_THAT(IdlFaults("interface I {}; struct I { long a; };"),
              HasSubstr("error: 'I' is declared twice"));
}

TEST(IdlForeignTest, AnnouncedOrGivenAgain) {
  std::string announced;
  for (int i = 0; i < 20; ++i) announced += "interface I; ";
  EXPECT_EQ(FormOf(announced +
                   "interface I { @final struct X { long a; }; }; interface I "
                   "{ @final struct X { long a; }; const long N = 2; }; "
                   "interface I; @final struct S { I::X x[I::N]; };"),
            "struct ::S final\n  x 0 array<::I::X,[2]>\n"
            "struct ::I::X final\n  a 0 int32\n");
}

TEST(IdlForeignTest, NamesOfBases) {
  const std::string bases =
      "const long N = 1; const long M = 1;"
      "interface A { const long N = 2; typedef octet T; };"
      "module m { interface B : A { enum E { X, Y }; const long M = 5; }; };"
      "interface C : A { const long K = 7; };";
  // Through the derived one, whose own names hide those.
  EXPECT_EQ(
      FormOf(bases + "interface D : Unknown, m::B, ::C { const long M = N + 1; "
                     "@final struct X { T t[N]; E e; octet k[K]; }; };"
                     "@final struct S { D::X x; D::T t[D::M]; "
                     "@default(D::Y) D::E e; };"),
      "struct ::S final\n  x 0 ::D::X\n  t 1 array<byte,[3]>\n"
      "  e 2 ::m::B::E default=\"Y\"\n"
      "struct ::D::X final\n  t 0 array<byte,[2]>\n  e 1 ::m::B::E\n"
      "  k 2 array<byte,[7]>\n"
      "enum ::m::B::E 32\n  X 0\n  Y 1\n");
  // No type of the outside is in it.
  EXPECT_THAT(IdlFaults(bases + "interface D : C {}; struct S { D::E e; };"),
              HasSubstr("error: the type 'D::E' is not declared"));
}

TEST(IdlForeignTest, InheritanceIsFinite) {
  EXPECT_THAT(IdlFaults("interface A : A { const long N = 1; };"
                        "interface B : A {}; interface A : B {};"
                        "struct S { octet o[B::Missing]; octet p[B::N]; };"),
              HasSubstr("error: the name 'B::Missing' is not declared"));
  // Of 64 it is fine, and diamonds do not count twice.
  std::string text = "interface I0 { const long N = 2; };";
  int last = 0;
  const auto add = [&](const std::string& bases) {
    text += "interface I" + std::to_string(++last) + " : " + bases + " {};";
  };
  for (int i = 0; i < 32; ++i) {
    const std::string before = "I" + std::to_string(last);
    add(before);
    add(before + ", I" + std::to_string(last));
  }
  const auto use = [&] {
    return "@final struct S { octet o[I" + std::to_string(last) + "::N]; };";
  };
  EXPECT_EQ(FormOf(text + use()), "struct ::S final\n  o 0 array<byte,[2]>\n");
  add("I" + std::to_string(last));
  EXPECT_THAT(IdlFaults(text + use()),
              HasSubstr("error: 'I65' inherits from more than 64 interfaces"));
}

// As many as fit: of each one all that it inherits from is known.
TEST(IdlForeignTest, ManyInterfacesTakeNoTime) {
  std::string text = "interface I0 {};";
  for (int i = 1; i <= 63; ++i) {
    text += "interface I" + std::to_string(i) + " : I0 {};";
  }
  std::string bases = " : I1";
  for (int i = 2; i <= 63; ++i) bases += ", I" + std::to_string(i);
  for (int i = 0; i < 10'000; ++i) {
    text += "interface D" + std::to_string(i) + bases + " {};";
  }
  EXPECT_THAT(IdlFaults(text + "struct S { D9999::T t; };"),
              HasSubstr("error: the type 'D9999::T' is not declared"));
}

TEST(IdlForeignTest, ValueTypesHaveTypesToo) {
  EXPECT_EQ(FormOf("valuetype Box sequence<long>;"
                   "custom valuetype V : truncatable W, U supports I {"
                   "  public long l; factory make(in long x);"
                   "  typedef octet T[2]; };"
                   "@final struct S { V::T t; };"),
            "struct ::S final\n  t 0 array<byte,[2]>\n");
  EXPECT_THAT(IdlFaults("valuetype V { public long l; }; struct S { V v; };"),
              HasSubstr("error: 'V' is a value type, which no payload"));
}

TEST(IdlForeignTest, LimitsHold) {
  std::string deep = "interface I { struct A { ";
  for (int i = 0; i < 100'000; ++i) deep += "struct A { ";
  EXPECT_THAT(IdlFaults(deep), HasSubstr("nested more than 64 levels deep"));
  // Interfaces do not nest: the inner one is passed over.
  std::string nested;
  for (int i = 0; i < 100'000; ++i) nested += "interface I { ";
  EXPECT_THAT(IdlFaults(nested), HasSubstr("expected '}' at the end of"));
  SchemaLimits limits;
  limits.max_ops = 100;
  std::string bases = "interface I : A";
  for (int i = 0; i < 200; ++i) bases += ", A";
  EXPECT_THAT(
      IdlFaults(Idl("S", bases + " {}; struct S { octet o; };"), limits),
      HasSubstr("more than 100 members, literals and fields"));
}

TEST(IdlForeignTest, OthersArePassedOverWhole) {
  std::string warnings;
  EXPECT_EQ(IdlForm("exception X { long a; }; component C { provides I i; };"
                    "@final struct S { octet o; };",
                    &warnings),
            "struct ::S final\n  o 0 byte\n");
  EXPECT_THAT(warnings, HasSubstr("an exception is passed over: only data "
                                  "types are read"));
  EXPECT_THAT(warnings, Not(HasSubstr("constants")));
}

}  // namespace
}  // namespace transcdr
