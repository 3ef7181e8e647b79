#include "server/logging.h"

#include <gtest/gtest.h>

#include <string>

namespace transcdr {
namespace {

TEST(LoggingTest, TextLines) {
  EXPECT_EQ(FormatLogLine(LogFormat::kText, "T", "info", "schema registered",
                          {{"schema_id", "ab12"},
                           {"bytes", 12u},
                           {"offset", -3},
                           {"new", true},
                           {"ms", 1.5}}),
            "T info schema registered schema_id=ab12 bytes=12 offset=-3 "
            "new=true ms=1.5");
}

TEST(LoggingTest, TextQuotesWhatIsNoWord) {
  EXPECT_EQ(FormatLogLine(LogFormat::kText, "T", "info", "e",
                          {{"a", "two words"},
                           {"b", std::string("line\nbreak \"q\" \\ \x01")},
                           {"c", "x=y"}}),
            "T info e a=\"two words\" b=\"line\\nbreak \\\"q\\\" \\\\ "
            "\\u0001\" c=\"x=y\"");
}

TEST(LoggingTest, EmptyTextIsLeftOut) {
  EXPECT_EQ(FormatLogLine(LogFormat::kText, "T", "info", "e",
                          {{"a", ""}, {"b", 1}, {"c", std::string()}}),
            "T info e b=1");
  EXPECT_EQ(FormatLogLine(LogFormat::kJson, "T", "info", "e", {{"a", ""}}),
            "{\"time\":\"T\",\"level\":\"info\",\"event\":\"e\"}");
}

TEST(LoggingTest, JsonLines) {
  EXPECT_EQ(FormatLogLine(LogFormat::kJson, "T", "warn", "e",
                          {{"text", "a\"b\\c\n\t\x7f"},
                           {"count", uint64_t{18446744073709551615u}},
                           {"flag", false}}),
            "{\"time\":\"T\",\"level\":\"warn\",\"event\":\"e\","
            "\"text\":\"a\\\"b\\\\c\\n\\t\\u007f\","
            "\"count\":18446744073709551615,\"flag\":false}");
}

TEST(LoggingTest, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(FormatLogLine(LogFormat::kJson, "T", "info", "e",
                          {{"x",
                            "a\xff"
                            "b"}}),
            "{\"time\":\"T\",\"level\":\"info\",\"event\":\"e\","
            "\"x\":\"a\xef\xbf\xbd"
            "b\"}");
}

}  // namespace
}  // namespace transcdr
