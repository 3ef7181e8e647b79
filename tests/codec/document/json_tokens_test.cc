// The grammar of JSON: what is taken, what is refused, and where.

#include "codec/document/json_tokens.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/transcode/encoding.h"

namespace transcdr {
namespace {

// Reads all of a document as Skip does: its grammar and nothing else.
struct Result {
  bool ok;
  Fault fault;
};
Result Parse(std::string_view text) {
  ReadScratch scratch;
  Result result;
  JsonTokens tokens(text, &scratch, &result.fault);
  result.ok = tokens.Begin() && tokens.Skip() && tokens.End();
  return result;
}

TEST(JsonTokens, Accepts) {
  for (const char* text : {"null",
                           "true",
                           "false",
                           "0",
                           "-0",
                           "1.5e-3",
                           "\"\"",
                           "[]",
                           "{}",
                           " \t\r\n[ ] ",
                           "[1]",
                           "[1,2]",
                           "[[],[[]]]",
                           "{\"a\":1}",
                           "{\"a\":{\"b\":[]},\"a\":2}",
                           "{\"\":\"\"}",
                           "[null,true,false]",
                           "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
                           "\"\\u0000\\uFFFF\\uabCD\"",
                           "\"\\ud83d\\ude00\"",
                           "\"\x7f\xc3\xa4\xf0\x9f\x98\x80\"",
                           "[\"]\",\"}\",\"\\\"\"]",
                           "\"\\u2028\"",
                           "[1 , 2 ]"}) {
    EXPECT_TRUE(Parse(text).ok) << text;
  }
}

TEST(JsonTokens, RefusesWithTheOffset) {
  struct Row {
    const char* text;
    uint64_t offset;
  };
  const Row rows[] = {
      {"", 0},        {" ", 1},         {"nul", 0},        {"nulll", 0},
      {"True", 0},    {"NaN", 0},       {"Infinity", 0},   {"-Infinity", 0},
      {"01", 0},      {"+1", 0},        {"1.", 0},         {".5", 0},
      {"0x1", 0},     {"1 2", 2},       {"[", 1},          {"]", 0},
      {"[1", 2},      {"[1,", 3},       {"[1,]", 3},       {"[,1]", 1},
      {"[1 2]", 3},   {"[1}", 2},       {"{", 1},          {"{\"a\"", 4},
      {"{\"a\":", 5}, {"{\"a\":1", 6},  {"{\"a\":1,}", 7}, {"{a:1}", 1},
      {"{1:1}", 1},   {"{\"a\" 1}", 5}, {"{\"a\":1]", 6},  {"{,}", 1},
      {"'a'", 0},     {"\"", 1},        {"\"a", 2},        {"\"\\", 2},
      {"\"\\\"", 3},  {"\"\\q\"", 1},   {"\"\\u12\"", 1},  {"\"\\u12g4\"", 1},
      {"\"\\u\"", 1}, {"\"\n\"", 1},    {"\"a\x01\"", 2},  {"\"\\n\x1f\"", 3},
      {"/**/1", 0},   {"1//", 1},       {"[1]]", 3},       {"{}{}", 2}};
  for (const Row& row : rows) {
    const Result result = Parse(row.text);
    EXPECT_FALSE(result.ok) << row.text;
    EXPECT_EQ(FaultReason::kDocumentMalformed, result.fault.reason) << row.text;
    EXPECT_EQ(row.offset, result.fault.byte_offset) << row.text;
  }
}

TEST(JsonTokens, ANulIsNoWhiteSpace) {
  EXPECT_FALSE(Parse(std::string_view("1\0", 2)).ok);
  EXPECT_FALSE(Parse(std::string_view("\"\0\"", 3)).ok);
}

TEST(JsonTokens, TextIsUtf8) {
  const std::pair<std::string, uint64_t> rows[] = {{"\"\xff\"", 1},
                                                   {"\"a\xc3\"", 2},
                                                   {"[1]\x80", 3},
                                                   {"\"\xed\xa0\x80\"", 1}};
  for (const auto& [text, offset] : rows) {
    const Result result = Parse(text);
    EXPECT_FALSE(result.ok);
    EXPECT_EQ(FaultReason::kInvalidUtf8, result.fault.reason);
    EXPECT_EQ(offset, result.fault.byte_offset);
  }
  // A byte order mark is no JSON.
  EXPECT_EQ(FaultReason::kDocumentMalformed,
            Parse("\xef\xbb\xbf{}").fault.reason);
}

TEST(JsonTokens, EscapedSurrogatesComeInPairs) {
  for (const char* text :
       {"\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\ud800\"", "\"\\ud800x\"",
        "\"\\udc00\\ud800\"", "\"\\ud800\\u0041\"", "\"\\ud800\\n\"",
        "\"\\ud83d\\ude0\""}) {
    const Result result = Parse(text);
    EXPECT_FALSE(result.ok) << text;
    EXPECT_EQ(FaultReason::kInvalidUtf8, result.fault.reason) << text;
    EXPECT_EQ(1u, result.fault.byte_offset) << text;
  }
}

// Deep nesting costs memory in proportion, and no stack.
TEST(JsonTokens, AnyDepth) {
  constexpr size_t kDepth = 1000000;
  EXPECT_TRUE(Parse(std::string(kDepth, '[') + std::string(kDepth, ']')).ok);
  std::string objects;
  for (size_t i = 0; i < kDepth / 10; ++i) objects += "{\"a\":[";
  std::string closing;
  for (size_t i = 0; i < kDepth / 10; ++i) closing += "]}";
  EXPECT_TRUE(Parse(objects + closing).ok);
  EXPECT_FALSE(Parse(objects + closing + "]").ok);
  EXPECT_FALSE(Parse(std::string(kDepth, '[')).ok);
  EXPECT_FALSE(Parse(objects + "}").ok);
}

std::string TextOf(std::string_view json) {
  ReadScratch scratch;
  Fault fault;
  JsonTokens tokens(json, &scratch, &fault);
  Token token;
  EXPECT_TRUE(tokens.Begin() && tokens.Next(&token)) << json;
  EXPECT_EQ(TokenKind::kText, token.kind);
  return std::string(token.text);
}

TEST(JsonTokens, EscapesAreResolved) {
  EXPECT_EQ("\"\\/\b\f\n\r\t", TextOf(R"("\"\\\/\b\f\n\r\t")"));
  EXPECT_EQ(std::string("a\0b", 3), TextOf(R"("a\u0000b")"));
  EXPECT_EQ("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
            TextOf(R"("\u00e4\u20AC\uD83D\uDe00")"));
  EXPECT_EQ("\xef\xbf\xbf", TextOf(R"("\uffff")"));
  EXPECT_EQ("plain", TextOf("\"plain\""));
  EXPECT_EQ("mixed\ttext", TextOf("\"mixed\\ttext\""));
}

TEST(JsonTokens, ItemsAndKeys) {
  ReadScratch scratch;
  Fault fault;
  const std::string text = R"({ "a" : [1 , 2], "b":{} })";
  JsonTokens tokens(text, &scratch, &fault);
  Token token;
  bool more = false;
  ASSERT_TRUE(tokens.Begin());
  ASSERT_TRUE(tokens.Next(&token));
  EXPECT_EQ(TokenKind::kMap, token.kind);
  EXPECT_EQ(Token::kUnknownCount, token.count);
  ItemState map = tokens.Open(token);
  ASSERT_TRUE(tokens.NextItem(&map, &more));
  ASSERT_TRUE(more);
  // The key is not "a": without the space it would be.
  EXPECT_FALSE(tokens.TryKey(EncodedName("a", AllFormats())));
  ASSERT_TRUE(tokens.ReadKey(&token));
  EXPECT_EQ("a", token.text);
  const size_t at_array = tokens.position();
  ASSERT_TRUE(tokens.Skip());
  ASSERT_TRUE(tokens.NextItem(&map, &more));
  ASSERT_TRUE(more);
  EXPECT_FALSE(tokens.TryKey(EncodedName("bb", AllFormats())));
  EXPECT_FALSE(tokens.TryKey(EncodedName("a", AllFormats())));
  EXPECT_TRUE(tokens.TryKey(EncodedName("b", AllFormats())));
  ASSERT_TRUE(tokens.Skip());
  ASSERT_TRUE(tokens.NextItem(&map, &more));
  EXPECT_FALSE(more);
  ASSERT_TRUE(tokens.End());
  // Back into the array.
  tokens.Seek(at_array);
  ASSERT_TRUE(tokens.Next(&token));
  ItemState array = tokens.Open(token);
  std::vector<std::string> numbers;
  while (tokens.NextItem(&array, &more) && more) {
    ASSERT_TRUE(tokens.Next(&token));
    numbers.emplace_back(token.text);
  }
  EXPECT_EQ((std::vector<std::string>{"1", "2"}), numbers);
}

}  // namespace
}  // namespace transcdr
