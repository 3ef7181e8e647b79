// The schemas of real recordings and of the ROS 2 typesupport's messages: all
// of them parse. They lie outside the project, in $TRANSCDR_SHARED/vectors.

#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "codec/type/schema_id.h"
#include "tests/codec/schema/ros_msg_fixtures.h"

namespace transcdr {
namespace {

// Rows seen and rows that were services.
struct Counts {
  int messages = 0;
  int services = 0;
};

std::string Text(simdjson::simdjson_result<simdjson::dom::element> value) {
  std::string_view text;
  EXPECT_FALSE(value.get(text));
  return std::string(text);
}

Counts CheckFile(const std::filesystem::path& path) {
  Counts counts;
  simdjson::dom::parser parser;
  simdjson::dom::document_stream rows;
  const auto error = parser.load_many(path.string(), 16 << 20).get(rows);
  EXPECT_FALSE(error) << path << ": " << error;
  if (error) return counts;
  for (auto row : rows) {
    if (Text(row["schema_kind"]) != "ros2msg") continue;
    SCOPED_TRACE(Text(row["id"]));
    const SchemaSource source =
        Source(Text(row["root_type"]), Text(row["schema"]));
    bool is_service = false;
    simdjson::dom::array quirks;
    if (!row["quirks"].get(quirks)) {
      for (std::string_view quirk : quirks) {
        is_service = is_service || quirk == "service-event-schema";
      }
    }
    const ParsedSchema parsed = ParseSource(source);
    if (is_service) {
      ++counts.services;
    } else {
      ++counts.messages;
    }
    EXPECT_EQ(parsed.text(), "");
    EXPECT_TRUE(parsed.schema.has_value());
    // Registering again what is written out in another order of files gives
    // the same id; here: the same text with CRLF.
    if (!parsed.schema.has_value()) continue;
    SchemaSource crlf = source;
    crlf.text.clear();
    for (char c : source.text) crlf.text += c == '\n' ? "\r\n" : std::string{c};
    EXPECT_EQ(SchemaId::Of(ParseOrDie(crlf)), SchemaId::Of(*parsed.schema));
  }
  return counts;
}

TEST(RosMsgVectorsTest, EverySchemaParses) {
  const char* shared = std::getenv("TRANSCDR_SHARED");
  if (shared == nullptr) GTEST_SKIP() << "TRANSCDR_SHARED is not set";
  const std::filesystem::path vectors =
      std::filesystem::path(shared) / "vectors";
  const Counts messages = CheckFile(vectors / "ros2-messages.jsonl");
  EXPECT_EQ(messages.messages, 444);
  EXPECT_EQ(messages.services, 0);
  const Counts recorded = CheckFile(vectors / "recorded-messages.jsonl");
  EXPECT_EQ(recorded.messages, 65);
  EXPECT_EQ(recorded.services, 9);
}

}  // namespace
}  // namespace transcdr
