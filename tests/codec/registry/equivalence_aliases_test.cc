// Schemas by their XTypes equivalence hash.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "codec/registry/frontends.h"
#include "codec/registry/schema_aliases.h"
#include "codec/registry/schema_registry.h"

namespace transcdr {
namespace {

Schema FromIdl(const std::string& text) {
  SchemaSource source;
  source.language = SchemaLanguage::kOmgIdl;
  source.root_type = "S";
  source.text = text;
  std::vector<Diagnostic> diagnostics;
  auto schema = ParseSchema(source, WireProfile::Omg(), {}, &diagnostics);
  EXPECT_TRUE(schema.has_value()) << Render(diagnostics);
  if (!schema.has_value()) std::abort();
  return *std::move(schema);
}

std::vector<std::string> EquivalenceAliases(const Schema& schema) {
  std::vector<std::string> aliases = AliasesOf(schema);
  std::erase_if(aliases, [](const std::string& alias) {
    return !alias.starts_with("EQUIVALENCE_");
  });
  return aliases;
}

TEST(EquivalenceAliases, AreOfTheBytesOfTheStandard) {
  const auto aliases =
      EquivalenceAliases(FromIdl("@final struct S { long x; };"));
  ASSERT_EQ(2u, aliases.size());
  EXPECT_EQ("EQUIVALENCE_a50932ce4815009c7c88af9cf36a", aliases[0]);
  for (const std::string& alias : aliases) EXPECT_TRUE(IsAliasForm(alias));
}

TEST(EquivalenceAliases, AreThoseOfCycloneTooWhereTheyDiffer) {
  EXPECT_EQ(4u,
            EquivalenceAliases(FromIdl("enum E { A, B }; struct S { E e; };"))
                .size());
}

TEST(EquivalenceAliases, AreNoneOfTypesInACycle) {
  EXPECT_TRUE(
      EquivalenceAliases(FromIdl("struct S { sequence<S> more; };")).empty());
}

TEST(EquivalenceAliases, FindTheSchema) {
  SchemaRegistry registry;
  std::vector<Diagnostic> diagnostics;
  const auto result = registry.Register(
      FromIdl("enum E { A, B }; struct S { E e; };"), &diagnostics);
  ASSERT_NE(nullptr, result.schema) << Render(diagnostics);
  const auto aliases = EquivalenceAliases(result.schema->plan->schema());
  ASSERT_FALSE(aliases.empty());
  for (const std::string& alias : aliases) {
    EXPECT_EQ(result.schema, registry.FindAlias(alias)) << alias;
  }
  EXPECT_TRUE(registry.Delete(result.schema->id));
  EXPECT_EQ(nullptr, registry.FindAlias(aliases.front()));
  EXPECT_EQ(0u, registry.bytes());
}

}  // namespace
}  // namespace transcdr
