// The IDL schemas of the test vectors, which other implementations wrote bytes
// for: all of them parse. They lie outside the project, in
// $TRANSCDR_SHARED/vectors.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "codec/schema/ros_msg_names.h"
#include "tests/codec/schema/idl_fixtures.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

std::string Text(simdjson::simdjson_result<simdjson::dom::element> value) {
  std::string_view text;
  EXPECT_FALSE(value.get(text));
  return std::string(text);
}

// The number of rows in IDL.
int CheckFile(const std::filesystem::path& path) {
  int count = 0;
  simdjson::dom::parser parser;
  simdjson::dom::document_stream rows;
  const auto error = parser.load_many(path.string(), 16 << 20).get(rows);
  EXPECT_FALSE(error) << path << ": " << error;
  if (error) return 0;
  for (auto row : rows) {
    const std::string kind = Text(row["schema_kind"]);
    if (kind != "idl" && kind != "ros2idl") continue;
    ++count;
    SCOPED_TRACE(Text(row["id"]));
    SchemaSource source = Idl(Text(row["root_type"]), Text(row["schema"]));
    if (kind == "ros2idl") source.language = SchemaLanguage::kRos2Idl;
    const ParsedIdl parsed = ParseIdlSource(source);
    // Some are written with what is used behind what uses it.
    for (const Diagnostic& diagnostic : parsed.diagnostics) {
      EXPECT_THAT(Render(diagnostic), HasSubstr("is used before"))
          << source.text;
    }
    EXPECT_TRUE(parsed.schema.has_value());
    if (!parsed.schema.has_value()) continue;
    // One row names an alias.
    if (source.text.find(" " + source.root_type + ";") != std::string::npos) {
      continue;
    }
    EXPECT_EQ(ros_msg::DisplayName(parsed.schema->root_name()),
              ros_msg::DisplayName(source.root_type));
  }
  return count;
}

TEST(IdlVectorsTest, EverySchemaParses) {
  const char* shared = std::getenv("TRANSCDR_SHARED");
  if (shared == nullptr) GTEST_SKIP() << "TRANSCDR_SHARED is not set";
  const std::filesystem::path vectors =
      std::filesystem::path(shared) / "vectors";
  EXPECT_EQ(CheckFile(vectors / "xcdr1.jsonl"), 2023);
  EXPECT_EQ(CheckFile(vectors / "xcdr2.jsonl"), 2375);
  EXPECT_EQ(CheckFile(vectors / "recorded-messages.jsonl"), 14);
  EXPECT_EQ(CheckFile(vectors / "vendor-bugs.jsonl"), 32);
}

}  // namespace
}  // namespace transcdr
