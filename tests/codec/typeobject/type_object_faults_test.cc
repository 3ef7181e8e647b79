// What is refused, and what users then read:
// tests/golden/diagnostics/type_object.txt.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/codec/typeobject/type_object_fixtures.h"
#include "tests/support/golden.h"

namespace transcdr {
namespace {

using message_text::Concat;

std::string HashId(int kind, int digit) {
  std::string bytes;
  for (int i = 0; i < 14; ++i) {
    bytes += Concat(i == 0 ? "" : ",", digit);
  }
  return Concat("{\"$discriminator\":", kind, ",\"hash\":[", bytes, "]}");
}

std::string Root() {
  return WriteTypeObjects(IdlOrDie("S", "struct S { long x; };"),
                          TypeObjectForm::kComplete)
      ->back()
      .bytes;
}

std::string Flip(std::string bytes, size_t bit) {
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
  return bytes;
}

TEST(TypeObjectFaults, AreExplained) {
  const std::string minimal =
      WriteTypeObjects(IdlOrDie("S", "struct S { long x; };"),
                       TypeObjectForm::kMinimal)
          ->back()
          .bytes;
  const std::string root = Root();
  const std::string enumeration =
      WriteTypeObjects(IdlOrDie("S", "enum E { A }; struct S { E e; };"),
                       TypeObjectForm::kComplete)
          ->front()
          .bytes;
  const std::string two_missing = ObjectOf(StructJson(
      "S", "x",
      Concat(R"({"$discriminator":160,"map_s":{"header":{"equiv_kind":242,)"
             R"("element_flags":1},"bound":0,"element":)",
             HashId(242, 1), R"(,"key_flags":1,"key":)", HashId(242, 2),
             "}}")));
  const struct {
    const char* what;
    ParsedTypeObject parsed;
  } cases[] = {
      {"nothing", ParseObjects("")},
      {"text", ParseObjects("struct S { long x; };")},
      {"cut short", ParseObjects(root.substr(0, root.size() - 9))},
      {"minimal", ParseObjects(minimal)},
      {"an enum as root", ParseObjects(enumeration)},
      {"another root", ParseObjects(root, {}, "T")},
      {"missing dependencies", ParseObjects(two_missing)},
      {"a minimal dependency", ParseObjects(root, {minimal})},
      {"a reference to a minimal one",
       ParseObjects(ObjectOf(StructJson("S", "x", HashId(241, 3))))},
      {"an unknown TypeIdentifier",
       ParseObjects(
           ObjectOf(StructJson("S", "x", R"({"$discriminator":99})")))},
      {"no name",
       ParseObjects(ObjectOf(StructJson("", "x", R"({"$discriminator":4})")))},
      {"a wrong name", ParseObjects(ObjectOf(
                           StructJson("S", "x y", R"({"$discriminator":4})")))},
      {"pairs that are cut short",
       ParseObjects(root, {PairsOf({{"\xF2", ""}})})},
  };
  std::string text;
  for (const auto& one : cases) {
    EXPECT_FALSE(one.parsed.schema.has_value()) << one.what;
    text += Concat(one.what, "\n", one.parsed.text(), "\n\n");
  }
  ExpectGolden("diagnostics/type_object.txt", text);
}

// Whichever bit is wrong and wherever the bytes end, there is a schema or a
// reason: of the root, of what it uses, and of those in pairs.
TEST(TypeObjectFaults, AnyBitMayBeWrong) {
  const Schema schema =
      IdlOrDie("S",
               "enum E { A, B }; union U switch (E) { case A: long a; };"
               "struct S { U u; sequence<E> e; map<string, long> m; @key long "
               "k[2][3]; };");
  const auto written = WriteTypeObjects(schema, TypeObjectForm::kComplete);
  ASSERT_TRUE(written.has_value());
  std::vector<std::string> dependencies;
  for (const WrittenTypeObject& object : *written) {
    dependencies.push_back(object.bytes);
  }
  const std::string root = dependencies.back();
  const auto has_outcome = [](const ParsedTypeObject& parsed) {
    return parsed.schema.has_value() || !parsed.text().empty();
  };
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const WrittenTypeObject& object : *written) {
    pairs.emplace_back("\xF2" + object.hash, object.bytes);
  }
  const std::string all = PairsOf(pairs);
  ASSERT_TRUE(ParseObjects(root, {all}).schema.has_value());
  for (size_t bit = 0; bit < 8 * root.size(); ++bit) {
    EXPECT_TRUE(has_outcome(ParseObjects(Flip(root, bit), dependencies)));
  }
  for (size_t bit = 0; bit < 8 * all.size(); ++bit) {
    EXPECT_TRUE(has_outcome(ParseObjects(root, {Flip(all, bit)})));
  }
  for (size_t size = 0; size < root.size(); ++size) {
    const auto cut = ParseObjects(root.substr(0, size), dependencies);
    EXPECT_FALSE(cut.schema.has_value()) << size;
    EXPECT_FALSE(cut.text().empty());
  }
  for (size_t size = 0; size < all.size(); ++size) {
    EXPECT_TRUE(has_outcome(ParseObjects(root, {all.substr(0, size)})));
  }
}

// 4 bytes that claim to be a member may not become a member of defaults.
TEST(TypeObjectFaults, AMemberWithoutContentIsRefused) {
  constexpr uint32_t kMembers = 100'000;
  const std::string one = Root();
  // As in `one`: all before the members.
  std::string hollow = one.substr(4, 20);
  Append32(4 + 4 * kMembers, &hollow);
  Append32(kMembers, &hollow);
  hollow.resize(hollow.size() + 4 * kMembers);
  std::string bytes;
  Append32(static_cast<uint32_t>(hollow.size()), &bytes);
  const auto parsed = ParseObjects(bytes + hollow);
  EXPECT_FALSE(parsed.schema.has_value());
  EXPECT_EQ(
      "type_object: error: no TypeObject in XCDR2: without "
      "complete.struct_type.members[0].common, which every one has",
      parsed.text());
}

// A collection by hash whose element is itself.
TEST(TypeObjectFaults, ACollectionThatHoldsItself) {
  const std::string itself = ObjectOf(
      Concat(R"({"$discriminator":242,"complete":{"$discriminator":96,)"
             R"("sequence_type":{"flags":0,"header":{"common":{"bound":0}},)"
             R"("element":{"common":{"flags":1,"type":)",
             HashId(242, 104), "}}}}}"));
  const auto parsed =
      ParseObjects(ObjectOf(StructJson("S", "x", HashId(242, 104))),
                   {PairsOf({{Concat("\xF2", std::string(14, 'h')), itself}})});
  EXPECT_FALSE(parsed.schema.has_value());
  EXPECT_NE(std::string::npos, parsed.text().find("holds itself"))
      << parsed.text();
}

}  // namespace
}  // namespace transcdr
