// Texts that are made to hurt: each ends soon, with an error or a schema.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

#include "tests/codec/schema/idl_fixtures.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

std::string Repeat(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(IdlHostileTest, DeepNesting) {
  constexpr int kDeep = 100'000;
  const std::string good = "struct S { octet o; };";
  for (const std::string& text :
       {Repeat("module m {", kDeep), "struct S { " + Repeat("sequence<", kDeep),
        "const long X = " + Repeat("(", kDeep) + "1;" + good,
        "typedef " + Repeat("struct A { ", kDeep),
        "struct S { " + Repeat("struct A { ", kDeep)}) {
    EXPECT_THAT(IdlFaults(text), HasSubstr("nested more than 64 levels deep"));
  }
  EXPECT_THAT(IdlFaults("const long X = " + Repeat("1+", kDeep) + "1;" + good),
              HasSubstr("more than 400 operators deep"));
  EXPECT_THAT(IdlFaults("const long X = " + Repeat("-", kDeep) + "1;" + good),
              HasSubstr("more than 400 operators deep"));
  EXPECT_THAT(IdlFaults("#if " + Repeat("(", kDeep) + "1\n#endif\n" + good),
              HasSubstr("more than 256 levels deep"));
  EXPECT_THAT(IdlFaults("#if " + Repeat("1?", kDeep) + "1\n#endif\n" + good),
              HasSubstr("more than 256 levels deep"));
  EXPECT_THAT(IdlFaults(Repeat("#if 1\n", kDeep)),
              HasSubstr("at most 64 levels are allowed"));
  EXPECT_THAT(IdlFaults("struct S { octet o" + Repeat("[2]", kDeep) + "; };"),
              HasSubstr("an array of more than 64 dimensions"));
  EXPECT_THAT(IdlFaults("struct S { " + Repeat("a::", kDeep) + "b c; };"),
              HasSubstr("this name has more than 64 parts"));
}

TEST(IdlHostileTest, MacroBombs) {
  std::string bomb = "#define A0 1 +\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "A" + std::to_string(i - 1);
    bomb +=
        "#define A" + std::to_string(i) + " " + before + " " + before + "\n";
  }
  EXPECT_THAT(IdlFaults(bomb + "const long X = A39 1;"),
              HasSubstr("macros give more than 1048576 tokens in all"));
  std::string calls = "#define F0(x) x x\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "F" + std::to_string(i - 1);
    calls += "#define F" + std::to_string(i) + "(x) " + before + "(x x)\n";
  }
  EXPECT_THAT(IdlFaults(calls + "F29(a)"), HasSubstr("macros"));
  std::string chain = "#define B0 1\n";
  for (int i = 1; i < 200; ++i) {
    chain += "#define B" + std::to_string(i) + " B" + std::to_string(i - 1) +
             " +0\n";
  }
  EXPECT_THAT(IdlFaults(chain + "const long X = B199;"),
              HasSubstr("macros within each other: at most 64 levels"));
  EXPECT_THAT(IdlFaults("#define F(x) x\nconst long X = " + Repeat("F(", 5000) +
                        "1" + Repeat(")", 5000) + ";"),
              HasSubstr("macros within arguments of macros: at most 64"));
  EXPECT_THAT(IdlFaults("#define F(x) x\nF(" + Repeat("a ", 1000)),
              HasSubstr("the arguments of macro 'F' have no ')'"));
  // Without end in C's rules too, but each name only once.
  IdlForm("#define f(x) g(x)\n#define g(x) f(x)\nstruct S { octet g; };");
}

TEST(IdlHostileTest, Includes) {
  std::vector<SchemaFile> files;
  for (int i = 0; i < 100; ++i) {
    files.push_back({"f" + std::to_string(i),
                     "#include \"f" + std::to_string(i + 1) + "\"\n"});
  }
  EXPECT_THAT(IdlFaults(Idl("S", "#include \"f0\"\n", files)),
              HasSubstr("files that include each other: at most 64"));
  files.clear();
  for (int i = 0; i < 5000; ++i) {
    files.push_back({"f" + std::to_string(i), ";"});
  }
  EXPECT_THAT(IdlFaults(Idl("S", "struct S { octet o; };", files)),
              HasSubstr("files: at most 4096 are allowed"));
}

TEST(IdlHostileTest, SizeIsLimited) {
  SchemaLimits limits;
  limits.max_source_bytes = 10;
  EXPECT_EQ(IdlFaults(Idl("S", "struct S {};"), limits),
            "error: the schema has 12 bytes: at most 10 are allowed");
  limits = {};
  limits.max_ops = 100;
  EXPECT_THAT(
      IdlFaults(Idl("S", "struct S { octet a" + Repeat(", a", 200) + "; };"),
                limits),
      HasSubstr("more than 100 members, literals and fields in all"));
  limits = {};
  limits.max_types = 10;
  std::string text;
  for (int i = 0; i < 20; ++i) {
    text += "struct S" + std::to_string(i) + " { octet o; };";
  }
  EXPECT_THAT(IdlFaults(Idl("S1", text), limits),
              HasSubstr("at most 10 are allowed"));
  EXPECT_THAT(IdlFaults("module " + std::string(2000, 'a') +
                        " { struct S { octet o; }; };"),
              HasSubstr("characters"));
}

TEST(IdlHostileTest, ManyFaultsAreCounted) {
  const std::string faults = IdlFaults(Repeat("struct S { long; };\n", 10'000));
  EXPECT_THAT(faults, HasSubstr("more"));
  EXPECT_LT(faults.size(), 50'000u);
}

TEST(IdlHostileTest, LongChainsBackwards) {
  constexpr int kLong = 20'000;
  std::string constants;
  std::string aliases;
  for (int i = 0; i < kLong; ++i) {
    const std::string next = std::to_string(i + 1);
    constants += "const long C" + std::to_string(i) + " = C" + next + ";\n";
    aliases += "typedef T" + next + " T" + std::to_string(i) + ";\n";
  }
  EXPECT_THAT(IdlFaults(constants + "struct S { octet o; };"),
              HasSubstr("constants are made of each other more than 500"));
  SchemaLimits limits;
  limits.max_types = 100'000;
  const SchemaSource source =
      Idl("U", aliases + "typedef long T" + std::to_string(kLong) +
                   ";\n@final union U switch (T0) { case 1: T0 x; };");
  const ParsedIdl parsed = ParseIdlSource(source, limits);
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  EXPECT_THAT(CanonicalForm(*parsed.schema),
              HasSubstr("union ::U final switch int32\n  case 1 x 1 int32"));
}

// Every prefix of a text, and the text with bytes changed: an answer, whatever
// it is. TRANSCDR_IDL_FUZZ_ROUNDS in the environment: more of them.
TEST(IdlHostileTest, BrokenTexts) {
  const std::string text = R"idl(#include "q"
#define N(x) ((x) << 2)
#if defined(A) || N(1) == 4
module m { /* c */
  enum E { A, @value(3) B, C = 7, };
  bitmask M { @position(1) F, G };
  bitset T { bitfield<3> a; bitfield<4, octet> b; };
  typedef sequence<map<string<5>, E>, N(2)> L[2][3];
  @autoid(HASH) union U switch (E) { case A: case m::B: L l; default: M m; };
  struct P; typedef struct P { @default("x\n") string s; wchar w; } Q;
  @mutable struct S : ::m::P { @key @id(0x1F) long a, b[010]; T t; U u;
    @default(value="(1, 2)") sequence<long double> d; @default(L'\u20ac') wchar
    e; @foo(1, {}) sequence<sequence<S>> f; }; // end
};
#endif
interface J { typedef octet T; };
interface I : J { void f(in T t); @final struct X { T t[N]; }; const long N = 2;
  exception E { X x; }; };
struct R { I::X x; I::T t[I::N]; };
)idl";
  const auto parse = [](const std::string& broken) {
    SchemaSource source = Idl("m::S", broken, {{"q", "const long Q = 1;"}});
    ParsedIdl parsed = ParseIdlSource(source);
    const bool has_error = parsed.text().find("error: ") != std::string::npos;
    EXPECT_NE(parsed.schema.has_value(), has_error) << broken;
    source.language = SchemaLanguage::kRos2Idl;
    parsed = ParseIdlSource(source);
  };
  for (size_t length = 0; length <= text.size(); ++length) {
    parse(text.substr(0, length));
    parse(text.substr(length));
  }
  const char* rounds_text = std::getenv("TRANSCDR_IDL_FUZZ_ROUNDS");
  const int rounds = rounds_text == nullptr ? 500 : std::atoi(rounds_text);
  const uint32_t seed = rounds_text == nullptr ? 1 : std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const std::string alphabet = "{}()[]<>;,:=+-*/%&|^~@#.!?\"'\\\n \0aSEL019x_$";
  for (int round = 0; round < rounds; ++round) {
    std::string broken = text;
    for (uint32_t i = 0, changes = 1 + random() % 6; i < changes; ++i) {
      const size_t at = random() % broken.size();
      switch (random() % 4) {
        case 0:
          broken[at] = alphabet[random() % alphabet.size()];
          break;
        case 1:
          broken.erase(at, 1 + random() % 10);
          break;
        case 2:
          broken.insert(at,
                        broken.substr(random() % broken.size(), random() % 40));
          break;
        default:
          broken.insert(at, 1, static_cast<char>(random()));
      }
    }
    parse(broken);
  }
}

}  // namespace
}  // namespace transcdr
