// The equivalence hashes that a TypeObject goes by where it comes from, which
// are of more than a Schema keeps.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/base/base64.h"
#include "codec/type/schema_id.h"
#include "codec/typeobject/equivalence_hash.h"
#include "tests/codec/typeobject/type_object_fixtures.h"

namespace transcdr {
namespace {

using message_text::Concat;
using ::testing::ElementsAre;

constexpr int kNested = 1 << 3;    // TypeFlag IS_NESTED
constexpr int kAutoid = 1 << 4;    // TypeFlag IS_AUTOID_HASH
constexpr int kExternal = 1 << 2;  // MemberFlag IS_EXTERNAL

// Of bytes without header; what pads the payload is not hashed.
std::string AliasOf(std::string_view bytes) {
  const size_t size = 4 + static_cast<uint8_t>(bytes[0]) +
                      256 * size_t{static_cast<uint8_t>(bytes[1])};
  return EquivalenceAlias(typeobject::EquivalenceHash(bytes.substr(0, size)));
}

// @final struct S { long x; }; with flags and annotations as JSON members.
struct Parts {
  int type_flags = 1;
  int member_flags = 1;
  std::string type_detail;
  std::string member_detail;
};
std::string S(const Parts& parts) {
  return ObjectOf(
      Concat(R"({"$discriminator":242,"complete":{"$discriminator":81,)"
             R"("struct_type":{"flags":)",
             parts.type_flags, R"(,"header":{"detail":{"type_name":"S")",
             parts.type_detail,
             R"(}},"members":[{"common":{"member_id":0,"member_flags":)",
             parts.member_flags, R"(,"type":{"$discriminator":4}},)",
             R"("detail":{"name":"x")", parts.member_detail, "}}]}}}"));
}

TEST(GivenAliases, AreOfTheBytesWhateverASchemaKeeps) {
  const std::string custom =
      R"(,"ann_custom":[{"annotation_typeid":{"$discriminator":242,"hash":)"
      R"([1,2,3,4,5,6,7,8,9,10,11,12,13,14]}}])";
  const struct {
    const char* what;
    Parts parts;
  } cases[] = {
      {"nested", {.type_flags = 1 | kNested}},
      {"autoid", {.type_flags = 1 | kAutoid}},
      {"external", {.member_flags = 1 | kExternal}},
      {"try_construct", {.member_flags = 2}},
      {"unit", {.member_detail = R"(,"ann_builtin":{"unit":"m"})"}},
      {"verbatim",
       {.type_detail = R"(,"ann_builtin":{"verbatim":{"placement":"x",)"
                       R"("language":"c","text":"y"}})"}},
      {"user's, of the type", {.type_detail = custom}},
      {"user's, of the member", {.member_detail = custom}},
  };
  const Schema plain = IdlOrDie("S", "@final struct S { long x; };");
  const std::string plain_alias = AliasOf(S({}));
  EXPECT_THAT(plain.given_aliases(), ElementsAre());
  for (const auto& one : cases) {
    const std::string bytes = S(one.parts);
    const auto parsed = ParseObjects(bytes);
    ASSERT_TRUE(parsed.schema.has_value()) << one.what << parsed.text();
    EXPECT_THAT(parsed.schema->given_aliases(), ElementsAre(AliasOf(bytes)))
        << one.what;
    EXPECT_NE(plain_alias, AliasOf(bytes)) << one.what;
    EXPECT_EQ(SchemaId::Of(plain), SchemaId::Of(*parsed.schema)) << one.what;
  }
}

// The bytes of type_object_frontend_test.cc but for the flag, with the hash
// that md5sum gives.
TEST(GivenAliases, AreTheDigestsOfMd5sum) {
  constexpr std::string_view kBytes(
      "\x30\0\0\0"            // what follows: 48 bytes
      "\xF2\x51"              // complete; a structure
      "\x09\0"                // final, nested
      "\x0A\0\0\0"            // its header: 10 bytes
      "\0\0\0\0"              // no base, no annotations; padding
      "\x02\0\0\0S\0\0\0"     // the name; padding
      "\x18\0\0\0\x01\0\0\0"  // members: 24 bytes, one
      "\x10\0\0\0"            // it: 16 bytes
      "\0\0\0\0\x01\0\x04\0"  // id 0; TRY_CONSTRUCT1; int32; padding
      "\x02\0\0\0x\0\0\0",    // the name; no annotations
      52);
  const std::string alias = "EQUIVALENCE_89d4f0416624af1b3da01f730cf1";
  for (const std::string& bytes :
       {std::string(kBytes),
        // What is no part of the TypeObject does not count.
        Concat(std::string("\0\x09\0\0", 4), kBytes),
        Concat(kBytes, std::string(3, '\0'))}) {
    const auto parsed = ParseObjects(bytes);
    ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
    EXPECT_THAT(parsed.schema->given_aliases(), ElementsAre(alias))
        << HexEncode(bytes);
  }
}

TEST(GivenAliases, AreOfTheLittleEndianForm) {
  EncodeOptions options;
  options.format = DocumentFormat::kJson;
  options.representation = Representation::kXcdr2;
  options.order = std::endian::big;
  TranscodeScratch scratch;
  std::string payload;
  const std::string json = StructJson("S", "x", R"({"$discriminator":4})");
  ASSERT_TRUE(
      Encode(typeobject::TypeObjectPlan(), json, options, scratch, &payload)
          .ok());
  const auto parsed = ParseObjects(payload);
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  EXPECT_THAT(parsed.schema->given_aliases(),
              ElementsAre(AliasOf(ObjectOf(json))));
}

std::string Identifier(uint8_t kind, char digit) {
  return Concat(std::string(1, static_cast<char>(kind)),
                std::string(14, digit));
}
std::string Component(char digit, uint32_t length, uint32_t index) {
  std::string identifier("\xB0\0\0\0", 4);
  Append32(24, &identifier);
  identifier += Identifier(0xF2, digit);
  Append32(length, &identifier);
  Append32(index, &identifier);
  return identifier;
}
std::string AliasOfDigit(char digit) {
  return EquivalenceAlias(std::string(14, digit));
}

// Pairs name the root where they hold its bytes.
TEST(GivenAliases, AreThoseOfPairsToo) {
  const std::string root = S({.type_flags = 1 | kNested});
  const auto parsed = ParseObjects(
      root, {PairsOf({{Identifier(0xF2, 'a'), root},
                      {Identifier(0xF2, 'b'), S({})},  // another one's
                      {Identifier(0xF1, 'c'), root},   // minimal
                      {Component('d', 2, 1), root}}),  // one of two
             root});
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  EXPECT_THAT(parsed.schema->given_aliases(),
              ElementsAre(AliasOf(root), AliasOfDigit('a')));

  const auto as_pair = ParseObjects(PairsOf({{Identifier(0xF2, 'a'), root}}));
  ASSERT_TRUE(as_pair.schema.has_value()) << as_pair.text();
  EXPECT_THAT(as_pair.schema->given_aliases(),
              ElementsAre(AliasOf(root), AliasOfDigit('a')));
}

constexpr char kSequenceOfSelf[] =
    R"({"$discriminator":128,"seq_s":{"header":{"equiv_kind":242,)"
    R"("element_flags":1},"bound":0,"element":{"$discriminator":176,)"
    R"("component":{"sc_component_id":{"$discriminator":242,"hash":)"
    R"([115,115,115,115,115,115,115,115,115,115,115,115,115,115]},)"
    R"("scc_length":1,"scc_index":1}}}})";

// A type that holds itself goes by the hash of its component of one.
TEST(GivenAliases, OfATypeThatHoldsItself) {
  const std::string root = ObjectOf(StructJson("S", "more", kSequenceOfSelf));
  const auto parsed =
      ParseObjects(root, {PairsOf({{Component('s', 1, 1), root}})});
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  EXPECT_THAT(parsed.schema->given_aliases(),
              ElementsAre(AliasOf(root), AliasOfDigit('s')));
  EXPECT_FALSE(ComputeEquivalenceHashes(*parsed.schema).has_value());
}

// Its users have hashes of their own, which the Schema cannot tell.
TEST(GivenAliases, OfATypeThatUsesOneThatHoldsItself) {
  const std::string part = ObjectOf(StructJson("S", "more", kSequenceOfSelf));
  const std::string root = ObjectOf(StructJson("T", "s", kSequenceOfSelf));
  const auto parsed =
      ParseObjects(root, {PairsOf({{Component('s', 1, 1), part}})});
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  EXPECT_THAT(parsed.schema->given_aliases(), ElementsAre(AliasOf(root)));
  EXPECT_FALSE(ComputeEquivalenceHashes(*parsed.schema).has_value());
}

TEST(GivenAliases, AreOnlySoMany) {
  const std::string root = S({});
  std::vector<std::pair<std::string, std::string>> pairs;
  for (char digit = 'a'; digit <= 'z'; ++digit) {
    pairs.emplace_back(Identifier(0xF2, digit), root);
  }
  const auto parsed = ParseObjects(root, {PairsOf(pairs)});
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  const auto& aliases = parsed.schema->given_aliases();
  ASSERT_EQ(kMaxGivenAliases, aliases.size());
  EXPECT_EQ(AliasOf(root), aliases.front());
  EXPECT_EQ(AliasOfDigit('o'), aliases.back());
}

}  // namespace
}  // namespace transcdr
