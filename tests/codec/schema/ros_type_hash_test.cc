// RIHS01: equal to what rosidl computed for every type of the library that
// ROS 2 Kilted has (ros_type_hashes.txt), which also proves these definitions.

#include "codec/schema/ros_type_hash.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "codec/schema/idl_frontend.h"
#include "tests/codec/schema/ros_msg_fixtures.h"

namespace transcdr {
namespace {

std::optional<std::string> HashOf(const SchemaSource& source) {
  return RosTypeHash(ParseOrDie(source));
}

std::optional<std::string> HashOfIdl(
    std::string root, std::string text,
    SchemaLanguage language = SchemaLanguage::kRos2Idl) {
  SchemaSource source = Source(std::move(root), std::move(text));
  source.language = language;
  std::vector<Diagnostic> diagnostics;
  const std::optional<Schema> schema =
      ParseIdl(source, WireProfile::Ros2(), {}, &diagnostics);
  EXPECT_TRUE(schema.has_value()) << Render(diagnostics);
  return schema.has_value() ? RosTypeHash(*schema) : std::nullopt;
}

TEST(RosTypeHashTest, TypesOfTheLibrary) {
  std::ifstream lines(TRANSCDR_ROS_TYPE_HASHES);
  std::string name;
  std::string hash;
  int count = 0;
  while (lines >> name >> hash) {
    EXPECT_EQ(HashOf(Source(name, "")), hash) << name;
    ++count;
  }
  EXPECT_EQ(count, 225);
}

TEST(RosTypeHashTest, EveryKindOfField) {
  // test_msgs, of which these are the definitions.
  EXPECT_EQ(HashOf(Source("test_msgs/msg/WStrings",
                          "wstring wstring_value\n"
                          "wstring wstring_value_default1 \"Hello world!\"\n"
                          "wstring wstring_value_default2 \"Hellö wörld!\"\n"
                          "wstring wstring_value_default3 \"ハローワールド\"\n"
                          "wstring[3] array_of_wstrings\n"
                          "wstring[<=3] bounded_sequence_of_wstrings\n"
                          "wstring[] unbounded_sequence_of_wstrings\n")),
            "RIHS01_"
            "5a2c8ddb2054600023b9a180652f2ba895373217cad4b1f0fc1258c9e4424a79");
  EXPECT_EQ(HashOf(Source("test_msgs/msg/Strings",
                          "string string_value\nstring string_value_default1\n"
                          "string string_value_default2\n"
                          "string string_value_default3\n"
                          "string string_value_default4\n"
                          "string string_value_default5\n"
                          "string STRING_CONST=\"x\"\n"
                          "string<=22 bounded_string_value\n"
                          "string<=22 bounded_string_value_default1\n"
                          "string<=22 bounded_string_value_default2\n"
                          "string<=22 bounded_string_value_default3\n"
                          "string<=22 bounded_string_value_default4\n"
                          "string<=22 bounded_string_value_default5\n")),
            "RIHS01_"
            "eee55533636293ac7c94c62432eedb5777eb849847d2a17b4dcead8c4a20ab32");
}

// What neither the hash nor ROS sees.
TEST(RosTypeHashTest, DefaultsConstantsAndProfilesDoNotCount) {
  const auto hash = HashOf(Source("a/msg/T", "int8 x\n"));
  ASSERT_TRUE(hash.has_value());
  EXPECT_EQ(HashOf(Source("a/msg/T", "int8 X=1\nint8 x 5 # x\n")), hash);
  std::vector<Diagnostic> diagnostics;
  const auto omg = ParseRosMsg(Source("a/msg/T", "int8 x\n"),
                               WireProfile::Omg(), {}, &diagnostics);
  ASSERT_TRUE(omg.has_value());
  EXPECT_EQ(RosTypeHash(*omg), hash);
  EXPECT_NE(HashOf(Source("a/msg/T", "uint8 x\n")), hash);
  EXPECT_NE(HashOf(Source("a/msg/T", "int8 y\n")), hash);
  EXPECT_NE(HashOf(Source("a/srv/T_Request", "int8 x\n")), hash);
}

TEST(RosTypeHashTest, TheSameFromIdl) {
  EXPECT_EQ(HashOfIdl("a::msg::T",
                      "module a { module msg { typedef long T__x[3];\n"
                      "struct P { octet b; };\n"
                      "struct T { T__x x; sequence<P, 4> p; string<5> s; };\n"
                      "}; };"),
            HashOf(Source("a/msg/T", "int32[3] x\nP[<=4] p\nstring<=5 s\n" +
                                         Msg("a/P") + "byte b\n")));
  EXPECT_EQ(HashOfIdl("a::msg::E",
                      "module a { module msg { struct E { uint8 "
                      "structure_needs_at_least_one_member; }; }; };"),
            HashOf(Source("a/msg/E", "# nothing\n")));
}

TEST(RosTypeHashTest, TypesThatRosCannotSay) {
  for (const char* member :
       {"@optional long x;", "long x[2][3];", "sequence<sequence<long>> x;",
        "map<long, long> x;", "E x;", "U x;", "B x;", "M x;",
        "sequence<E> x;"}) {
    EXPECT_EQ(
        HashOfIdl("a::msg::T",
                  std::string("module a { module msg {\n"
                              "enum E { A, B_ };\n"
                              "union U switch (long) { case 1: long a; };\n"
                              "bitset B { bitfield<3> f; };\n"
                              "bitmask M { F };\n"
                              "struct T { ") +
                      member + " }; }; };"),
        std::nullopt)
        << member;
  }
  EXPECT_EQ(HashOfIdl("a::msg::T",
                      "module a { module msg { @appendable struct T { long x; "
                      "}; }; };",
                      SchemaLanguage::kOmgIdl),
            std::nullopt);
  EXPECT_EQ(
      HashOfIdl("a::msg::T",
                "module a { module msg { struct B { long b; }; struct T : "
                "B { long x; }; }; };"),
      std::nullopt);
  EXPECT_EQ(HashOfIdl("T", "struct T { long x; };"), std::nullopt);
  EXPECT_EQ(HashOfIdl("a::other::T",
                      "module a { module other { struct T { long x; }; }; };"),
            std::nullopt);
}

}  // namespace
}  // namespace transcdr
