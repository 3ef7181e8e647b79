// IDL that is printed parses to the same id: schemas at random, and those of
// the test vectors ($TRANSCDR_SHARED/vectors).

#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "codec/registry/frontends.h"
#include "codec/render/idl_printer.h"
#include "codec/type/canonical_form.h"
#include "tests/support/random_schema.h"
#include "tests/support/schema_edit.h"

namespace transcdr {
namespace {

// False: reported.
bool ExpectReadsBack(const Schema& schema) {
  const absl::StatusOr<std::string> text = PrintIdl(schema);
  EXPECT_TRUE(text.ok()) << text.status() << CanonicalForm(schema);
  if (!text.ok()) return false;
  SchemaSource source;
  source.language = SchemaLanguage::kOmgIdl;
  source.root_type = schema.root_name();
  source.text = *text;
  std::vector<Diagnostic> diagnostics;
  const auto parsed = ParseSchema(source, schema.profile(), {}, &diagnostics);
  EXPECT_TRUE(parsed.has_value()) << *text << Render(diagnostics);
  if (!parsed.has_value()) return false;
  EXPECT_EQ(CanonicalForm(*parsed), CanonicalForm(schema)) << *text;
  return CanonicalForm(*parsed) == CanonicalForm(schema);
}

TEST(IdlRoundTripTest, RandomSchemas) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  for (uint64_t i = TestIterations(2'000); i > 0; --i) {
    const Schema schema = RandomSchema(random);
    if (!ExpectReadsBack(schema)) return;
    if (!ExpectReadsBack(Decorate(schema, random))) return;
  }
}

std::string Text(simdjson::simdjson_result<simdjson::dom::element> value) {
  std::string_view text;
  EXPECT_FALSE(value.get(text));
  return std::string(text);
}

// The number of rows.
int CheckRows(const std::filesystem::path& path) {
  int count = 0;
  simdjson::dom::parser parser;
  simdjson::dom::document_stream rows;
  const auto error = parser.load_many(path.string(), 16 << 20).get(rows);
  EXPECT_FALSE(error) << path << ": " << error;
  if (error) return 0;
  for (auto row : rows) {
    SCOPED_TRACE(Text(row["id"]));
    const std::string kind = Text(row["schema_kind"]);
    SchemaSource source;
    source.language = kind == "idl"       ? SchemaLanguage::kOmgIdl
                      : kind == "ros2idl" ? SchemaLanguage::kRos2Idl
                                          : SchemaLanguage::kRosMsg;
    source.root_type = Text(row["root_type"]);
    source.text = Text(row["schema"]);
    std::vector<Diagnostic> diagnostics;
    const auto schema =
        ParseSchema(source, DefaultProfile(source.language), {}, &diagnostics);
    if (!schema.has_value()) {
      // That is for the front ends' own tests to judge.
      EXPECT_FALSE(diagnostics.empty());
      continue;
    }
    if (!ExpectReadsBack(*schema)) return count;
    ++count;
  }
  return count;
}

TEST(IdlRoundTripTest, SchemasOfTheVectors) {
  const char* shared = std::getenv("TRANSCDR_SHARED");
  if (shared == nullptr) GTEST_SKIP() << "TRANSCDR_SHARED is not set";
  const auto vectors = std::filesystem::path(shared) / "vectors";
  for (const char* file : {"xcdr1.jsonl", "xcdr2.jsonl", "ros2-messages.jsonl",
                           "recorded-messages.jsonl", "vendor-bugs.jsonl"}) {
    SCOPED_TRACE(file);
    EXPECT_GT(CheckRows(vectors / file), 20);
  }
}

}  // namespace
}  // namespace transcdr
