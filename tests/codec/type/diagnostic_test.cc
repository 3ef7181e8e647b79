#include "codec/type/diagnostic.h"

#include <gtest/gtest.h>

#include "codec/type/diagnostic_list.h"
#include "codec/type/message_text.h"

namespace transcdr {
namespace {

Diagnostic Make(SourceLocation location, std::string message,
                std::string line = "") {
  Diagnostic diagnostic;
  diagnostic.location = std::move(location);
  diagnostic.message = std::move(message);
  diagnostic.source_line = std::move(line);
  return diagnostic;
}

TEST(DiagnosticTest, PlaceAsFarAsItIsKnown) {
  EXPECT_EQ(Render(Make({"a.msg", 3, 7}, "bad")), "a.msg:3:7: error: bad");
  EXPECT_EQ(Render(Make({"a.msg", 3, 0}, "bad")), "a.msg:3: error: bad");
  EXPECT_EQ(Render(Make({"m::S", 0, 0}, "bad")), "m::S: error: bad");
  EXPECT_EQ(Render(Make({}, "bad")), "error: bad");
  Diagnostic warning = Make({"a.msg", 1, 1}, "hm");
  warning.severity = Severity::kWarning;
  EXPECT_EQ(Render(warning), "a.msg:1:1: warning: hm");
}

TEST(DiagnosticTest, CaretBelowTheColumn) {
  EXPECT_EQ(Render(Make({"a", 1, 7}, "bad", "int32 x")),
            "a:1:7: error: bad\n  int32 x\n        ^");
  EXPECT_EQ(Render(Make({"a", 1, 8}, "bad", "int32 x")),
            "a:1:8: error: bad\n  int32 x\n         ^");
}

TEST(DiagnosticTest, CaretKeepsTabsAndCountsCharacters) {
  EXPECT_EQ(Render(Make({"a", 1, 7}, "bad", "int8\t\tx")),
            "a:1:7: error: bad\n  int8\t\tx\n      \t\t^");
  // The column counts bytes, the terminal characters.
  EXPECT_EQ(Render(Make({"a", 1, 4}, "bad", "\xc3\xa9 x")),
            "a:1:4: error: bad\n  \xc3\xa9 x\n    ^");
}

TEST(DiagnosticTest, CaretIsLeftOutBeyondTheLine) {
  EXPECT_EQ(Render(Make({"a", 1, 9}, "bad", "int32 x")),
            "a:1:9: error: bad\n  int32 x");
  EXPECT_EQ(Render(Make({"a", 1, 0}, "bad", "int32 x")),
            "a:1: error: bad\n  int32 x");
}

TEST(DiagnosticTest, ControlCharactersDoNotReachTheTerminal) {
  EXPECT_EQ(Render(Make({"a", 1, 3}, "bad", "\x1b[2Jx")),
            "a:1:3: error: bad\n  ?[2Jx\n    ^");
}

TEST(DiagnosticTest, SeveralStandBelowEachOther) {
  EXPECT_EQ(Render(std::vector<Diagnostic>{Make({"a", 1, 1}, "x"),
                                           Make({"b", 2, 1}, "y")}),
            "a:1:1: error: x\nb:2:1: error: y");
  EXPECT_EQ(Render(std::vector<Diagnostic>{}), "");
}

TEST(DiagnosticListTest, OrderOfTheTextFilesAsTheyCame) {
  DiagnosticList list(10);
  list.AddError({"b", 5, 1}, "1");
  list.AddError({"a", 9, 1}, "2");
  list.AddError({"b", 2, 8}, "3");
  list.AddError({"b", 2, 3}, "4");
  EXPECT_EQ(Render(list.Take()),
            "b:2:3: error: 4\nb:2:8: error: 3\nb:5:1: error: 1\n"
            "a:9:1: error: 2");
  EXPECT_FALSE(list.has_errors());
  EXPECT_TRUE(list.Take().empty());
}

TEST(DiagnosticListTest, WarningsGiveWayToErrors) {
  DiagnosticList list(2);
  for (int i = 0; i < 5; ++i) {
    Diagnostic warning = Make({"a", 1, 1}, "w");
    warning.severity = Severity::kWarning;
    list.Add(warning);
  }
  EXPECT_FALSE(list.has_errors());
  list.AddError({"a", 2, 1}, "e");
  EXPECT_TRUE(list.has_errors());
  EXPECT_EQ(Render(list.Take()),
            "a:1:1: warning: w\na:2:1: error: e\nwarning: ... and 4 more");
}

TEST(MessageTextTest, QuotedIsOneLineOfUtf8) {
  using message_text::Quoted;
  EXPECT_EQ(Quoted("a b"), "'a b'");
  EXPECT_EQ(Quoted(""), "''");
  EXPECT_EQ(Quoted("a\nb\x01"), "'a\\x0ab\\x01'");
  EXPECT_EQ(Quoted("\xc3\xa9\xf0\x9f\x98\x80"), "'\xc3\xa9\xf0\x9f\x98\x80'");
  EXPECT_EQ(Quoted("\xc3(\xff"), "'\\xc3(\\xff'");
  EXPECT_EQ(Quoted(std::string(1000, 'x')),
            "'" + std::string(80, 'x') + "...'");
}

TEST(MessageTextTest, Identifiers) {
  using message_text::IsIdentifier;
  for (const char* good : {"a", "_", "_a1", "A_b"}) {
    EXPECT_TRUE(IsIdentifier(good)) << good;
  }
  for (const char* bad : {"", "1a", "a-b", "a b", "\xc3\xa9"}) {
    EXPECT_FALSE(IsIdentifier(bad)) << bad;
  }
}

}  // namespace
}  // namespace transcdr
