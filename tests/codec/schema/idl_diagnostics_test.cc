// What users read when IDL is wrong: tests/golden/diagnostics/idl*.txt.

#include <gtest/gtest.h>

#include <string>

#include "tests/codec/schema/idl_fixtures.h"
#include "tests/support/golden.h"

namespace transcdr {
namespace {

// Texts with one fault each, root S.
constexpr const char* kWrong[] = {
    "struct S { long x }; ",
    "struct S { long; };",
    "struct S { x; };",
    "struct S { long x y; };",
    "struct S { long x[]; };",
    "struct S { long x[0]; };",
    "struct S { long x[-1]; };",
    "struct S { long x[4294967296]; };",
    "struct S { long x[1.5]; };",
    "struct S { long x[\"2\"]; };",
    "struct S { string<0> x; };",
    "struct S { sequence<long, TRUE> x; };",
    "struct S { sequence<> x; };",
    "struct S { sequence<long x; };",
    "struct S { map<long> x; };",
    "struct S { Gone x; };",
    "struct S { m::Gone x; }; module m {};",
    "module m {}; struct S { m x; };",
    "const long N = 1; struct S { N x; };",
    "struct T { octet o; }; struct S { long x[T]; };",
    "struct S { long x; long x; };",
    "struct S { S inner; };",
    "struct S : S { long x; };",
    "typedef long B; struct S : B { long x; };",
    "struct S { any x; };",
    "struct S { fixed<5,2> x; };",
    "struct S { Object x; };",
    "struct S { void x; };",
    "struct S { list<long> x; };",
    "struct S { long struct; ",
    "struct S { unsigned x; };",
    "struct S { long long double x; };",
    "struct S { octet x; } struct T { octet y; };",
    "struct { long x; }; struct S { octet o; };",
    "struct 5 { long x; }; struct S { octet o; };",
    "S { long x; };",
    "struct S { octet o; }; };",
    "struct S { octet o; ",
    "module m { struct S { octet o; };",
    "module m<typename T> { }; struct S { octet o; };",
    "typedef T T; struct S { T x; };",
    "typedef long T[2]; struct T { long x; }; struct S { T t; };",
    "const long T = 1; struct T { long x; }; struct S { T t; };",
    "struct S { long x; }; struct S { octet x; };",
    "union U switch (float) { case 1: long x; }; struct S { U u; };",
    "union U switch (string) { case \"a\": long x; }; struct S { U u; };",
    "union U switch (long) { }; struct S { U u; };",
    "union U switch (long) { long x; }; struct S { U u; };",
    "union U switch (long) { case 1 long x; }; struct S { U u; };",
    "union U switch (long) { case 1: long x; case 1: long y; }; struct S { U u;"
    " };",
    "union U switch (octet) { case 256: long x; }; struct S { U u; };",
    "union U switch (boolean) { case 2: long x; }; struct S { U u; };",
    "enum E { A }; union U switch (E) { case B: long x; }; struct S { U u; };",
    "union U switch (long) { default: long x; default: long y; }; struct S { U "
    "u; };",
    "union U (long) { case 1: long x; }; struct S { U u; };",
    "union U switch (Gone) { case 1: long x; }; struct S { U u; };",
    "enum E { }; struct S { E e; };",
    "enum E { A B }; struct S { E e; };",
    "enum E { A, A }; struct S { E e; };",
    "enum E { A = 1, B = 1 }; struct S { E e; };",
    "enum E { A = 2147483648 }; struct S { E e; };",
    "enum E { A = B, B }; struct S { E e; };",
    "bitmask M { @position(64) A }; struct S { M m; };",
    "@bit_bound(2) bitmask M { A, B, C }; struct S { M m; };",
    "bitset B { bitfield<65> a; }; struct S { B b; };",
    "bitset B { bitfield<9, octet> a; }; struct S { B b; };",
    "bitset B { bitfield<9, string> a; }; struct S { B b; };",
    "bitset B { long a; }; struct S { B b; };",
    "const long N; struct S { octet o; };",
    "const long N = ; struct S { octet o; };",
    "const long N = (1; struct S { octet o; };",
    "const long N = 1 +; struct S { octet o; };",
    "const S N = 1; struct S { octet o; };",
    "@ struct S { octet o; };",
    "struct S { @id( octet o; };",
    "struct S { @optional long a, @key b; };",
};

TEST(IdlDiagnosticsTest, EveryFault) {
  std::string golden;
  for (const char* text : kWrong) {
    const ParsedIdl parsed = ParseIdlSource(Idl("S", text));
    EXPECT_FALSE(parsed.schema.has_value()) << text << "\n" << parsed.text();
    for (const Diagnostic& diagnostic : parsed.diagnostics) {
      EXPECT_EQ(diagnostic.location.file, "schema.idl") << text;
      EXPECT_GT(diagnostic.location.line, 0u) << text;
      EXPECT_GT(diagnostic.location.column, 0u) << text;
      EXPECT_FALSE(diagnostic.source_line.empty()) << text;
    }
    golden += parsed.text() + "\n";
  }
  ExpectGolden("diagnostics/idl.txt", golden);
}

// One run finds them all, in all files.
TEST(IdlDiagnosticsTest, ASchemaWithFaultsOfAllKinds) {
  const std::string text = R"(#include "types.idl"
#include "missing.idl"
#define TWICE(x) ((x) * 2)
module demo {
  const octet BIG = TWICE(200);
  enum Level { LOW, HIGH = LOW - 1, TOP = "three" };
  struct Point {
    double x
    double y;
	float32 z;   // no such type
    long 3d;
  };
  union Choice switch (Level) {
    case LOW: Point point;
    case MIDDLE: string name;
    case HIGH: sequence<Pint> points
  };
  @mutable @final
  struct Root : demo::Base {
    @key @id(0x10000000) long id;
    Choice choice
    string<n> text;
    types::Thing thing[SIZE][2];
  }
};
)";
  ExpectGolden(
      "diagnostics/idl_files.txt",
      ParseIdlSource(Idl("demo::Root", text,
                         {{"types.idl",
                           "module types {\n  struct Thing {\n    octet raw[4;"
                           "\n    octet ok;\n    wide wide;\n  };\n};\n"}}))
          .text());
}

}  // namespace
}  // namespace transcdr
