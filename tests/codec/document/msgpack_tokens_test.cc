// Every tag of MessagePack, and headers that promise more than there is.

#include "codec/document/msgpack_tokens.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "codec/transcode/encoding.h"
#include "tests/support/hex.h"

namespace transcdr {
namespace {

// The first token of a document, out of a block of exactly its size.
struct Result {
  bool ok;
  Token token;
  Fault fault;
  size_t position;
  std::string text;
};
Result Next(std::string_view bytes) {
  const auto block = std::make_unique<char[]>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), block.get());
  Result result;
  MsgpackTokens tokens({block.get(), bytes.size()}, nullptr, &result.fault);
  result.ok = tokens.Next(&result.token);
  result.position = tokens.position();
  result.text = result.token.text;
  return result;
}

void ExpectInteger(std::string_view hex, bool negative, uint64_t magnitude) {
  const Result result = Next(Hex(hex));
  ASSERT_TRUE(result.ok) << hex;
  EXPECT_EQ(TokenKind::kInteger, result.token.kind) << hex;
  EXPECT_EQ(negative, result.token.is_negative) << hex;
  EXPECT_EQ(magnitude, result.token.magnitude) << hex;
  EXPECT_EQ(Hex(hex).size(), result.position);
}

TEST(MsgpackTokens, Integers) {
  ExpectInteger("00", false, 0);
  ExpectInteger("7f", false, 127);
  ExpectInteger("e0", true, 32);
  ExpectInteger("ff", true, 1);
  ExpectInteger("cc00", false, 0);
  ExpectInteger("ccff", false, 255);
  ExpectInteger("cdffff", false, 65535);
  ExpectInteger("ceffffffff", false, 4294967295);
  ExpectInteger("cfffffffffffffffff", false, UINT64_MAX);
  ExpectInteger("d080", true, 128);
  ExpectInteger("d07f", false, 127);
  ExpectInteger("d18000", true, 32768);
  ExpectInteger("d280000000", true, 2147483648);
  ExpectInteger("d38000000000000000", true, uint64_t{1} << 63);
  ExpectInteger("d30000000000000001", false, 1);
}

TEST(MsgpackTokens, NilBooleansFloats) {
  EXPECT_EQ(TokenKind::kNull, Next(Hex("c0")).token.kind);
  EXPECT_FALSE(Next(Hex("c2")).token.boolean);
  EXPECT_TRUE(Next(Hex("c3")).token.boolean);
  EXPECT_EQ(TokenKind::kBoolean, Next(Hex("c3")).token.kind);
  const Result narrow = Next(Hex("ca 3fc00000"));
  EXPECT_EQ(TokenKind::kFloat32, narrow.token.kind);
  EXPECT_EQ(1.5f, narrow.token.float32);
  const Result wide = Next(Hex("cb bff8000000000000"));
  EXPECT_EQ(TokenKind::kFloat64, wide.token.kind);
  EXPECT_EQ(-1.5, wide.token.float64);
}

TEST(MsgpackTokens, TextBytesExtensions) {
  struct Row {
    const char* header;
    size_t size;
    TokenKind kind;
  };
  const Row rows[] = {{"a0", 0, TokenKind::kText},
                      {"bf", 31, TokenKind::kText},
                      {"d900", 0, TokenKind::kText},
                      {"d9ff", 255, TokenKind::kText},
                      {"da0001", 1, TokenKind::kText},
                      {"db00010000", 65536, TokenKind::kText},
                      {"c400", 0, TokenKind::kBytes},
                      {"c4ff", 255, TokenKind::kBytes},
                      {"c50100", 256, TokenKind::kBytes},
                      {"c600000001", 1, TokenKind::kBytes},
                      {"d4fe", 1, TokenKind::kExtension},
                      {"d5fe", 2, TokenKind::kExtension},
                      {"d6fe", 4, TokenKind::kExtension},
                      {"d7fe", 8, TokenKind::kExtension},
                      {"d8fe", 16, TokenKind::kExtension},
                      {"c703fe", 3, TokenKind::kExtension},
                      {"c80003fe", 3, TokenKind::kExtension},
                      {"c900000003fe", 3, TokenKind::kExtension},
                      {"c700fe", 0, TokenKind::kExtension}};
  for (const Row& row : rows) {
    const std::string bytes = Hex(row.header) + std::string(row.size, 'x');
    const Result result = Next(bytes);
    ASSERT_TRUE(result.ok) << row.header;
    EXPECT_EQ(row.kind, result.token.kind) << row.header;
    EXPECT_EQ(row.size, result.token.text.size()) << row.header;
    EXPECT_EQ(bytes.size(), result.position) << row.header;
    if (row.kind == TokenKind::kExtension) {
      EXPECT_EQ(-2, result.token.extension_type);
    }
    // Each byte less is an error that ends within the document.
    for (size_t size = 0; size < bytes.size(); ++size) {
      const Result cut = Next(std::string_view(bytes).substr(0, size));
      ASSERT_FALSE(cut.ok) << row.header << " cut to " << size;
      ASSERT_EQ(FaultReason::kDocumentMalformed, cut.fault.reason);
      ASSERT_LE(cut.fault.byte_offset, size);
      if (size > 300) break;
    }
  }
}

TEST(MsgpackTokens, ArraysAndMaps) {
  struct Row {
    const char* header;
    uint64_t count;
    TokenKind kind;
  };
  const Row rows[] = {{"90", 0, TokenKind::kArray},
                      {"9f", 15, TokenKind::kArray},
                      {"dc0010", 16, TokenKind::kArray},
                      {"dd00010000", 65536, TokenKind::kArray},
                      {"80", 0, TokenKind::kMap},
                      {"8f", 15, TokenKind::kMap},
                      {"de0010", 16, TokenKind::kMap},
                      {"df00000001", 1, TokenKind::kMap}};
  for (const Row& row : rows) {
    const size_t needed = row.count * (row.kind == TokenKind::kMap ? 2 : 1);
    const std::string bytes = Hex(row.header) + std::string(needed, '\xc0');
    const Result result = Next(bytes);
    ASSERT_TRUE(result.ok) << row.header;
    EXPECT_EQ(row.kind, result.token.kind) << row.header;
    EXPECT_EQ(row.count, result.token.count) << row.header;
    if (needed > 0) {
      EXPECT_FALSE(Next(std::string_view(bytes).substr(0, bytes.size() - 1)).ok)
          << "a count above the bytes left";
    }
  }
  for (const char* hex : {"ddffffffff", "dfffffffff", "dbffffffff",
                          "c6ffffffff", "c9ffffffff01"}) {
    EXPECT_FALSE(Next(Hex(hex)).ok) << hex;
  }
}

TEST(MsgpackTokens, TheTagThatIsNone) {
  const Result result = Next(Hex("c1"));
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(FaultReason::kDocumentMalformed, result.fault.reason);
  EXPECT_EQ(0u, result.fault.byte_offset);
}

// Every first byte with zeros behind it is a value, but 0xc1; and Skip takes as
// much as there is of it.
TEST(MsgpackTokens, EveryTag) {
  for (int tag = 0; tag < 256; ++tag) {
    std::string bytes(1, static_cast<char>(tag));
    bytes += std::string(80, '\0');
    const Result result = Next(bytes);
    EXPECT_EQ(tag != 0xc1, result.ok) << tag;
    Fault fault;
    MsgpackTokens tokens(bytes, nullptr, &fault);
    EXPECT_EQ(tag != 0xc1, tokens.Skip()) << tag;
    EXPECT_LE(tokens.position(), bytes.size());
  }
}

TEST(MsgpackTokens, SkipTakesOneValue) {
  const std::pair<const char*, size_t> rows[] = {{"01 02", 1},
                                                 {"92 01 02 03", 3},
                                                 {"82 01 02 03 04 05", 5},
                                                 {"91 91 91 90 01", 4},
                                                 {"a3 616263 01", 4},
                                                 {"c403 616263 01", 5},
                                                 {"81 92 01 02 80 01", 5},
                                                 {"dc0001 c0 01", 4}};
  for (const auto& [hex, size] : rows) {
    const std::string bytes = Hex(hex);
    Fault fault;
    MsgpackTokens tokens(bytes, nullptr, &fault);
    EXPECT_TRUE(tokens.Skip()) << hex;
    EXPECT_EQ(size, tokens.position()) << hex;
    EXPECT_FALSE(tokens.End()) << hex;
  }
  Fault fault;
  const std::string deep(1000000, '\x91');
  MsgpackTokens tokens(deep, nullptr, &fault);
  EXPECT_FALSE(tokens.Skip());
  EXPECT_EQ(deep.size(), fault.byte_offset);
}

TEST(MsgpackTokens, Keys) {
  // A key that is an array or a map is one key.
  const std::string bytes = Hex("82 92 01 81 02 03 04 a161 05");
  Fault fault;
  MsgpackTokens tokens(bytes, nullptr, &fault);
  Token token;
  ASSERT_TRUE(tokens.Next(&token));
  ItemState items = tokens.Open(token);
  bool more = false;
  ASSERT_TRUE(tokens.NextItem(&items, &more) && more);
  ASSERT_TRUE(tokens.ReadKey(&token));
  EXPECT_EQ(TokenKind::kArray, token.kind);
  EXPECT_EQ(6u, tokens.position());
  ASSERT_TRUE(tokens.Skip());
  ASSERT_TRUE(tokens.NextItem(&items, &more) && more);
  EXPECT_FALSE(tokens.TryKey(EncodedName("b", AllFormats())));
  EXPECT_FALSE(tokens.TryKey(EncodedName("ab", AllFormats())));
  EXPECT_TRUE(tokens.TryKey(EncodedName("a", AllFormats())));
  ASSERT_TRUE(tokens.Skip());
  ASSERT_TRUE(tokens.NextItem(&items, &more));
  EXPECT_FALSE(more);
  EXPECT_TRUE(tokens.End());
}

}  // namespace
}  // namespace transcdr
