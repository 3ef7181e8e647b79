#include "codec/schema/ros_msg_bundle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace transcdr::ros_msg {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

struct Split {
  std::vector<std::pair<std::string, std::string>> sections;
  std::vector<uint32_t> header_lines;
  std::vector<Diagnostic> diagnostics;
};

Split SplitText(const std::string& text) {
  Split split;
  for (const Section& section :
       SplitBundle(text, "bundle", [&](Diagnostic diagnostic) {
         split.diagnostics.push_back(std::move(diagnostic));
       })) {
    split.sections.emplace_back(section.name, section.text);
    split.header_lines.push_back(section.header.line);
  }
  return split;
}

const std::string k80(80, '=');

TEST(RosMsgBundleTest, OneTextIsOneSection) {
  EXPECT_THAT(SplitText("int32 a\n").sections,
              ElementsAre(Pair("", "int32 a\n")));
  EXPECT_THAT(SplitText("").sections, ElementsAre(Pair("", "")));
}

TEST(RosMsgBundleTest, SectionsAsMcapWritesThem) {
  const Split split = SplitText("Point p\n\n" + k80 +
                                "\nMSG: geometry_msgs/Point\nfloat64 x\n\n" +
                                k80 + "\nMSG: std_msgs/msg/Header\nint32 a");
  EXPECT_THAT(split.sections,
              ElementsAre(Pair("", "Point p\n\n"),
                          Pair("geometry_msgs/Point", "float64 x\n\n"),
                          Pair("std_msgs/msg/Header", "int32 a")));
  EXPECT_THAT(split.header_lines, ElementsAre(1, 4, 8));
  EXPECT_THAT(split.diagnostics, IsEmpty());
}

TEST(RosMsgBundleTest, SeparatorsOfAnyLengthAndLineEnd) {
  EXPECT_THAT(SplitText("int32 a\r\n===\r\nMSG:a/B\r\nint8 b\r\n").sections,
              ElementsAre(Pair("", "int32 a\r\n"), Pair("a/B", "int8 b\r\n")));
  EXPECT_THAT(
      SplitText("int32 a\r  ===== \t\r\r  MSG:  a/B \rint8 b\r").sections,
      ElementsAre(Pair("", "int32 a\r"), Pair("a/B", "int8 b\r")));
  // Two are too few: that is for the parser to refuse.
  EXPECT_THAT(SplitText("int32 a\n==\nMSG: a/B\n").sections,
              ElementsAre(Pair("", "int32 a\n==\nMSG: a/B\n")));
  // A comment of '=' separates nothing.
  EXPECT_THAT(SplitText("# " + k80 + "\nint8 a").sections,
              ElementsAre(Pair("", "# " + k80 + "\nint8 a")));
}

TEST(RosMsgBundleTest, RootMayBeNamedToo) {
  EXPECT_THAT(SplitText(k80 + "\nMSG: a/B\nint8 b\n").sections,
              ElementsAre(Pair("", ""), Pair("a/B", "int8 b\n")));
}

TEST(RosMsgBundleTest, LastSectionMayBeEmpty) {
  EXPECT_THAT(SplitText("B b\n===\nMSG: a/B").sections,
              ElementsAre(Pair("", "B b\n"), Pair("a/B", "")));
}

TEST(RosMsgBundleTest, SeparatorsWithoutNameAreReported) {
  const Split split =
      SplitText("int8 a\n===\nint8 b\n===\nMSG: a/B\nint8 c\n===\n===\n\n");
  EXPECT_THAT(split.sections,
              ElementsAre(Pair("", "int8 a\n"), Pair("a/B", "int8 c\n")));
  EXPECT_EQ(Render(split.diagnostics),
            "bundle:2:1: error: expected a line 'MSG: package/Name' after this "
            "separator\n  ===\n  ^\n"
            "bundle:7:1: error: expected a line 'MSG: package/Name' after this "
            "separator\n  ===\n  ^\n"
            "bundle:8:1: error: expected a line 'MSG: package/Name' after this "
            "separator\n  ===\n  ^");
}

TEST(RosMsgBundleTest, IdlBundlesAreRefused) {
  const Split split =
      SplitText(k80 + "\nIDL: a/msg/B\nmodule a {};\n" + k80 + "\n");
  EXPECT_THAT(split.sections, IsEmpty());
  ASSERT_EQ(split.diagnostics.size(), 1u);
  EXPECT_EQ(split.diagnostics[0].location.line, 2u);
}

TEST(RosMsgBundleTest, ServicesAndActionsSayWhatTheyAre) {
  const std::vector<Section> sections = SplitBundle(
      "SRV: a/srv/B\nint8 x\n===\nACTION:  a/C\n---\n===\nMSG: "
      "a/srv/D\n",
      "bundle", [](Diagnostic) { ADD_FAILURE(); });
  ASSERT_EQ(sections.size(), 4u);
  EXPECT_EQ(sections[0].text, "");
  EXPECT_EQ(sections[1].name, "a/srv/B");
  EXPECT_EQ(sections[1].kind, InterfaceKind::kService);
  EXPECT_EQ(sections[1].text, "int8 x\n");
  EXPECT_EQ(sections[1].header.line, 1u);
  EXPECT_EQ(sections[2].name, "a/C");
  EXPECT_EQ(sections[2].kind, InterfaceKind::kAction);
  EXPECT_EQ(sections[3].kind, std::nullopt);
}

struct ReadLine {
  std::string text;
  uint32_t number;
  uint32_t column;

  bool operator==(const ReadLine&) const = default;
};
std::vector<ReadLine> ReadLines(std::string_view text) {
  std::vector<ReadLine> lines;
  LineReader reader(text);
  LineReader::Line line;
  while (reader.Next(&line)) {
    lines.push_back({std::string(line.text), line.number, line.first_column});
  }
  return lines;
}

TEST(LineReaderTest, LineEnds) {
  EXPECT_THAT(ReadLines("a\nb\r\nc\rd"),
              ElementsAre(ReadLine{"a", 1, 1}, ReadLine{"b", 2, 1},
                          ReadLine{"c", 3, 1}, ReadLine{"d", 4, 1}));
  EXPECT_THAT(
      ReadLines("\n\r\r\n"),
      ElementsAre(ReadLine{"", 1, 1}, ReadLine{"", 2, 1}, ReadLine{"", 3, 1}));
  EXPECT_THAT(ReadLines(""), IsEmpty());
}

TEST(LineReaderTest, FormFeedsEndALineButAreNotCounted) {
  EXPECT_THAT(ReadLines("\fa\vb\nc\f\nd"),
              ElementsAre(ReadLine{"", 1, 1}, ReadLine{"a", 1, 2},
                          ReadLine{"b", 1, 4}, ReadLine{"c", 2, 1},
                          ReadLine{"", 2, 3}, ReadLine{"d", 3, 1}));
}

TEST(LineReaderTest, ByteOrderMarkIsNotSeen) {
  EXPECT_THAT(ReadLines("\xef\xbb\xbfint8 a"),
              ElementsAre(ReadLine{"int8 a", 1, 1}));
}

TEST(SourceLineTest, IsCutAndWellFormed) {
  EXPECT_EQ(SourceLine("int8 a", 3), "int8 a");
  EXPECT_EQ(SourceLine(std::string(300, 'x'), 3),
            std::string(200, 'x') + "...");
  EXPECT_EQ(SourceLine(std::string(300, 'x'), 250), "");
  EXPECT_EQ(SourceLine("int8 a \xff b", 3), "int8 a ...");
  EXPECT_EQ(SourceLine("\xff b", 3), "");
}

}  // namespace
}  // namespace transcdr::ros_msg
