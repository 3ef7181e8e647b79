// What is refused, and what users then read:
// tests/golden/diagnostics/type_object.txt.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
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

// Whatever a byte is changed to, there is a schema or a reason.
TEST(TypeObjectFaults, AnyByteMayBeWrong) {
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
  for (size_t at = 0; at < root.size(); ++at) {
    for (const int change : {1, 0x80, 0xff}) {
      std::string changed = root;
      changed[at] = static_cast<char>(changed[at] ^ change);
      const auto parsed = ParseObjects(changed, dependencies);
      EXPECT_TRUE(parsed.schema.has_value() || !parsed.text().empty());
    }
    const auto cut = ParseObjects(root.substr(0, at), dependencies);
    EXPECT_FALSE(cut.schema.has_value()) << at;
    EXPECT_FALSE(cut.text().empty());
  }
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
