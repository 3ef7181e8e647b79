// SchemaLimits, and schemas made to take long: none may be quadratic or use up
// the stack.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/type/schema_id.h"
#include "tests/codec/type/type_fixtures.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

TypeIndex Int32(TypeBuilder& b) { return b.Primitive(TypeKind::kInt32); }

TEST(TypeBuilderLimitsTest, Types) {
  SchemaLimits limits;
  limits.max_types = 3;
  for (int extra : {0, 1}) {
    TypeBuilder b(limits);
    b.Define(Struct("m::S", {Field("x", Int32(b)), Field("y", b.String())}));
    if (extra == 1) b.WString();
    std::vector<Diagnostic> diagnostics;
    EXPECT_EQ(b.Build("m::S", {}, &diagnostics).has_value(), extra == 0);
    EXPECT_EQ(Render(diagnostics),
              extra == 0 ? ""
                         : "error: the schema has 4 types: at most 3 are "
                           "allowed");
  }
}

TEST(TypeBuilderLimitsTest, PartsOfOneType) {
  SchemaLimits limits;
  limits.max_members = 2;
  TypeBuilder b(limits);
  const TypeIndex base =
      b.Define(Struct("m::Base", {Field("a", Int32(b)), Field("b", Int32(b))}));
  b.Define(Derived("m::S", base, {Field("c", Int32(b))}));
  b.Define(
      Enum("m::E", {EnumLiteral("A"), EnumLiteral("B"), EnumLiteral("C")}));
  b.Define(Bitmask("m::F", {BitFlag("A"), BitFlag("B"), BitFlag("C")}));
  b.Define(Bitset("m::G", {Bits("a", 1), Bits("b", 1), Bits("c", 1)}));
  b.Define(
      Union("m::U", Int32(b),
            {Case({1}, Field("a", Int32(b))), Case({2}, Field("b", Int32(b))),
             Case({3}, Field("c", Int32(b)))}));
  const std::string text = BuildFaults(b, "m::S");
  EXPECT_THAT(text, HasSubstr("m::S has 3 members, those of its bases "
                              "included: at most 2 are allowed"));
  EXPECT_THAT(text, HasSubstr("m::E has 3 literals"));
  EXPECT_THAT(text, HasSubstr("m::F has 3 flags"));
  EXPECT_THAT(text, HasSubstr("m::G has 3 fields"));
  EXPECT_THAT(text, HasSubstr("m::U has 3 cases"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("m::Base has")));
}

TEST(TypeBuilderLimitsTest, ArrayElements) {
  SchemaLimits limits;
  limits.max_array_elements = 6;
  for (uint32_t last : {3u, 4u}) {
    TypeBuilder b(limits);
    b.Define(Struct("m::S", {Field("x", b.Array(Int32(b), {2, last}))}));
    std::vector<Diagnostic> diagnostics;
    EXPECT_EQ(b.Build("m::S", {}, &diagnostics).has_value(), last == 3);
  }
}

TEST(TypeBuilderLimitsTest, NameLength) {
  SchemaLimits limits;
  limits.max_name_length = 4;
  TypeBuilder fits(limits);
  fits.Define(Struct("m::S", {Field("abcd", Int32(fits))}));
  BuildOrDie(fits, "m::S");
  TypeBuilder exceeds(limits);
  exceeds.Define(Struct("m::S", {Field("abcde", Int32(exceeds))}));
  EXPECT_THAT(BuildFaults(exceeds, "m::S"), HasSubstr("has 5 characters"));
}

TEST(TypeBuilderLimitsTest, DiagnosticsAreCountedBeyondTheLimit) {
  SchemaLimits limits;
  limits.max_diagnostics = 2;
  TypeBuilder b(limits);
  Diagnostic warning;
  warning.severity = Severity::kWarning;
  warning.message = "only a warning";
  b.AddDiagnostic(warning);
  for (int i = 0; i < 5; ++i) b.Named("m::M" + std::to_string(i), Line(1));
  b.Define(Struct("m::S", {}));
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(b.Build("m::S", {}, &diagnostics).has_value());
  ASSERT_EQ(diagnostics.size(), 3u);
  EXPECT_THAT(diagnostics[1].message, HasSubstr("m::M1"));
  EXPECT_EQ(Render(diagnostics[2]), "error: ... and 4 more");
}

TEST(TypeBuilderLimitsTest, LongChainsOfStructs) {
  TypeBuilder b;
  constexpr int kDepth = 15'000;
  for (int i = 0; i < kDepth; ++i) {
    b.Define(Struct("m::S" + std::to_string(i),
                    {Field("x", b.Named("m::S" + std::to_string(i + 1)))}));
  }
  b.Define(Struct("m::S" + std::to_string(kDepth), {}));
  const Schema schema = BuildOrDie(b, "m::S0");
  EXPECT_EQ(schema.types().size(), kDepth + 1u);
  EXPECT_EQ(schema.types().back().name, "m::S" + std::to_string(kDepth));
  EXPECT_FALSE(CanonicalForm(schema).empty());
}

TEST(TypeBuilderLimitsTest, LongCircleOfStructsIsNamedInShort) {
  TypeBuilder b;
  constexpr int kDepth = 10'000;
  for (int i = 0; i < kDepth; ++i) {
    b.Define(Struct(
        "m::S" + std::to_string(i),
        {Field("x", b.Named("m::S" + std::to_string((i + 1) % kDepth)))}));
  }
  const std::string text = BuildFaults(b, "m::S0");
  EXPECT_THAT(text, HasSubstr("(9992 more) -> m::S1"));
  EXPECT_LT(text.size(), 400u);
}

TEST(TypeBuilderLimitsTest, LongChainOfAliasesUsedOften) {
  TypeBuilder b;
  constexpr int kDepth = 15'000;
  for (int i = 0; i < kDepth; ++i) {
    b.Define(Alias("m::A" + std::to_string(i),
                   b.Named("m::A" + std::to_string(i + 1))));
  }
  b.Define(Alias("m::A" + std::to_string(kDepth), Int32(b)));
  std::vector<Member> members;
  for (int i = 0; i < 60'000; ++i) {
    members.push_back(Field("x" + std::to_string(i), b.Named("m::A0")));
  }
  b.Define(Struct("m::S", members));
  const Schema schema = BuildOrDie(b, "m::S");
  // The struct, one alias and int32: aliases of aliases are shortened.
  EXPECT_EQ(schema.types().size(), 3u);
  EXPECT_EQ(schema.resolved(schema.type(0).members[0].type).kind,
            TypeKind::kInt32);
}

TEST(TypeBuilderLimitsTest, LongLineOfBasesWithMembers) {
  TypeBuilder b;
  constexpr int kDepth = 15'000;
  b.Define(Struct("m::S0", {Field("x0", Int32(b))}));
  for (int i = 1; i < kDepth; ++i) {
    b.Define(Derived("m::S" + std::to_string(i),
                     b.Named("m::S" + std::to_string(i - 1)),
                     {Field("x" + std::to_string(i), Int32(b))}));
  }
  const std::string root = "m::S" + std::to_string(kDepth - 1);
  const Schema schema = BuildOrDie(b, root);
  const std::vector<const Member*> all = schema.AllMembers(schema.root());
  ASSERT_EQ(all.size(), static_cast<size_t>(kDepth));
  EXPECT_EQ(all.front()->name, "x0");
  EXPECT_EQ(all.back()->id, kDepth - 1u);
}

TEST(TypeBuilderLimitsTest, MapsOfMapsThatDoubleAreRefused) {
  // Written out, the type would have 2^40 parts.
  TypeBuilder b;
  TypeIndex type = Int32(b);
  for (int i = 0; i < 40; ++i) {
    type = b.Define(Alias("m::A" + std::to_string(i), b.Map(type, type)));
  }
  b.Define(Struct("m::S", {Field("x", type)}));
  EXPECT_EQ(BuildFaults(b, "m::S"),
            "error: the types take more than 67108864 bytes when written out "
            "in full");
}

TEST(TypeBuilderLimitsTest, EnumsUsedOftenAreIndexedOnce) {
  TypeBuilder b;
  std::vector<Enumerator> literals;
  for (int i = 0; i < 60'000; ++i) {
    literals.push_back(EnumLiteral("L" + std::to_string(i)));
  }
  const TypeIndex type = b.Define(Enum("m::E", literals));
  std::vector<Member> members;
  for (int i = 0; i < 2'000; ++i) {
    const TypeIndex one =
        b.Define(Union("m::U" + std::to_string(i), type,
                       {Case({59'999}, Field("a", Int32(b)))}));
    members.push_back(Field("x" + std::to_string(i), one));
    members.push_back(
        WithDefault(Field("y" + std::to_string(i), type), {int64_t{59'999}}));
  }
  b.Define(Struct("m::S", members));
  const Schema schema = BuildOrDie(b, "m::S");
  EXPECT_EQ(schema.type(0).members.back().default_value, Text("L59999"));
}

}  // namespace
}  // namespace transcdr
