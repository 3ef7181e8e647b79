// Names that sources give schemas: found, added later, bounded, under races.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "codec/registry/schema_aliases.h"
#include "codec/registry/schema_registry.h"
#include "codec/type/type_builder.h"
#include "tests/codec/typeobject/type_object_fixtures.h"

namespace transcdr {
namespace {

using ::testing::Contains;
using ::testing::Not;

// One schema for each number, with these names besides.
Schema Named(const std::vector<std::string>& aliases, int number = 0) {
  TypeBuilder builder;
  TypeDescriptor type;
  type.kind = TypeKind::kStruct;
  type.name = "S";
  Member& member = type.members.emplace_back();
  member.name = message_text::Concat("m", number);
  member.type = builder.Primitive(TypeKind::kInt32);
  builder.Define(std::move(type));
  for (const std::string& alias : aliases) builder.AddGivenAlias(alias);
  std::vector<Diagnostic> diagnostics;
  auto schema = builder.Build("S", WireProfile::Omg(), &diagnostics);
  EXPECT_TRUE(schema.has_value()) << Render(diagnostics);
  return *std::move(schema);
}

std::string Name(size_t i) { return message_text::Concat("name ", i); }

SchemaRegistry::RegisterResult Register(SchemaRegistry& registry,
                                        Schema schema) {
  std::vector<Diagnostic> diagnostics;
  auto result = registry.Register(std::move(schema), &diagnostics);
  EXPECT_NE(nullptr, result.schema) << Render(diagnostics);
  return result;
}

size_t BytesOfAll(const SchemaRegistry& registry) {
  size_t bytes = 0;
  for (const auto& schema : registry.List(std::nullopt, 10'000)) {
    bytes += schema->bytes;
  }
  return bytes;
}

// @nested is nothing that a Schema keeps.
std::string NestedObject() {
  std::string json = StructJson("S", "x", R"({"$discriminator":4})");
  const std::string final_type = R"("flags":1,"header")";
  json.replace(json.find(final_type), final_type.size(),
               R"("flags":9,"header")");
  return ObjectOf(json);
}
constexpr char kNestedAlias[] = "EQUIVALENCE_89d4f0416624af1b3da01f730cf1";
constexpr char kPlainAlias[] = "EQUIVALENCE_a50932ce4815009c7c88af9cf36a";

TEST(GivenAliases, OfATypeObjectFindItBesidesTheComputedOnes) {
  SchemaRegistry registry;
  auto parsed = ParseObjects(NestedObject());
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  const auto result = Register(registry, *std::move(parsed.schema));
  EXPECT_THAT(result.schema->aliases, Contains(kNestedAlias));
  EXPECT_EQ(result.schema, registry.FindAlias(kNestedAlias));
  EXPECT_EQ(result.schema, registry.FindAlias(kPlainAlias));
  EXPECT_EQ(result.schema->bytes, registry.bytes());
  EXPECT_TRUE(registry.Delete(result.schema->id));
  EXPECT_EQ(nullptr, registry.FindAlias(kNestedAlias));
  EXPECT_EQ(nullptr, registry.FindAlias(kPlainAlias));
  EXPECT_EQ(0u, registry.bytes());
}

// One that is computed anyway is there once.
TEST(GivenAliases, AreNoneTwice) {
  SchemaRegistry registry;
  auto parsed =
      ParseObjects(ObjectOf(StructJson("S", "x", R"({"$discriminator":4})")));
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  const auto computed = AliasesOf(*parsed.schema);
  EXPECT_THAT(computed, Contains(kPlainAlias));
  EXPECT_EQ(computed,
            Register(registry, *std::move(parsed.schema)).schema->aliases);
}

TEST(GivenAliases, OfALaterSourceAreAdded) {
  SchemaRegistry registry;
  const auto idl =
      Register(registry, IdlOrDie("S", "@final struct S { long x; };"));
  EXPECT_TRUE(idl.is_new);
  EXPECT_EQ(nullptr, registry.FindAlias(kNestedAlias));

  auto parsed = ParseObjects(NestedObject());
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  const auto again = Register(registry, *std::move(parsed.schema));
  EXPECT_FALSE(again.is_new);
  EXPECT_EQ(idl.schema->id, again.schema->id);
  EXPECT_EQ(idl.schema->plan, again.schema->plan);
  EXPECT_EQ(idl.schema->register_time, again.schema->register_time);
  EXPECT_THAT(again.schema->aliases, Contains(kNestedAlias));
  EXPECT_THAT(again.schema->aliases, Contains(kPlainAlias));
  // What was pinned stays as it was.
  EXPECT_THAT(idl.schema->aliases, Not(Contains(kNestedAlias)));

  EXPECT_EQ(again.schema, registry.FindAlias(kNestedAlias));
  EXPECT_EQ(again.schema, registry.FindAlias(kPlainAlias));
  EXPECT_EQ(again.schema, registry.Find(idl.schema->id));
  EXPECT_GT(again.schema->bytes, idl.schema->bytes);
  EXPECT_EQ(again.schema->bytes, registry.bytes());
  EXPECT_EQ(1u, registry.size());

  // From the IDL once more: it loses nothing.
  const auto third =
      Register(registry, IdlOrDie("S", "@final struct S { long x; };"));
  EXPECT_EQ(again.schema, third.schema);
  EXPECT_TRUE(registry.Delete(idl.schema->id));
  EXPECT_EQ(nullptr, registry.FindAlias(kNestedAlias));
  EXPECT_EQ(0u, registry.bytes());
}

TEST(GivenAliases, TheLatestAreKept) {
  SchemaRegistry registry;
  const size_t computed = AliasesOf(Named({})).size();
  for (size_t i = 0; i < kMaxGivenAliases; ++i) {
    Register(registry, Named({Name(i)}));
  }
  for (size_t i = 0; i < kMaxGivenAliases; ++i) {
    EXPECT_NE(nullptr, registry.FindAlias(Name(i))) << i;
  }
  const size_t bytes = registry.bytes();
  // One more, with the oldest again, which so is none of the oldest.
  const auto more =
      Register(registry, Named({Name(0), Name(kMaxGivenAliases)})).schema;
  EXPECT_EQ(computed + kMaxGivenAliases, more->aliases.size());
  EXPECT_EQ(computed, more->computed_aliases);
  EXPECT_EQ(more, registry.FindAlias(Name(0)));
  EXPECT_EQ(more, registry.FindAlias(Name(kMaxGivenAliases)));
  EXPECT_EQ(nullptr, registry.FindAlias(Name(1)));
  EXPECT_EQ(more, registry.FindAlias(Name(2)));
  for (const std::string& alias : AliasesOf(Named({}))) {
    EXPECT_EQ(more, registry.FindAlias(alias)) << alias;
  }
  EXPECT_EQ(more->bytes, registry.bytes());
  EXPECT_EQ(bytes + 2, registry.bytes());  // "name 16" for "name 1"
}

TEST(GivenAliases, AreSharedInTheOrderInWhichSchemasGotThem) {
  SchemaRegistry registry;
  const auto late = Register(registry, Named({}, 1)).schema;
  const auto early = Register(registry, Named({"name"}, 2)).schema;
  Register(registry, Named({"name"}, 1));
  EXPECT_EQ(early, registry.FindAlias("name"));
  registry.Delete(early->id);
  ASSERT_NE(nullptr, registry.FindAlias("name"));
  EXPECT_EQ(late->id, registry.FindAlias("name")->id);
}

// Thousands of schemas may share a name: one after another is found by it.
TEST(GivenAliases, FindTheNextOneWhenTheFirstIsDeleted) {
  SchemaRegistry registry;
  std::vector<SchemaId> ids;
  for (int i = 0; i < 500; ++i) {
    ids.push_back(Register(registry, Named({"name"}, i)).schema->id);
  }
  for (const SchemaId& id : ids) {
    const auto found = registry.FindAlias("name");
    ASSERT_NE(nullptr, found);
    EXPECT_EQ(id, found->id);
    registry.Delete(id);
  }
  EXPECT_EQ(nullptr, registry.FindAlias("name"));
}

TEST(GivenAliases, ValidateShowsThem) {
  SchemaRegistry registry;
  std::vector<Diagnostic> diagnostics;
  const auto fresh = registry.Validate(Named({"a"}), &diagnostics);
  ASSERT_NE(nullptr, fresh.schema) << Render(diagnostics);
  EXPECT_THAT(fresh.schema->aliases, Contains("a"));
  EXPECT_EQ(nullptr, registry.FindAlias("a"));

  // As registering would answer, with those that are known.
  const auto kept = Register(registry, Named({"b"})).schema;
  const auto known = registry.Validate(Named({"a"}), &diagnostics);
  ASSERT_NE(nullptr, known.schema) << Render(diagnostics);
  EXPECT_FALSE(known.is_new);
  EXPECT_THAT(known.schema->aliases, Contains("a"));
  EXPECT_THAT(known.schema->aliases, Contains("b"));
  EXPECT_EQ(nullptr, registry.FindAlias("a"));
  EXPECT_EQ(kept, registry.FindAlias("b"));
  EXPECT_EQ(kept->bytes, registry.bytes());
}

TEST(GivenAliases, CountAgainstTheLimitOfBytes) {
  RegistryLimits limits;
  {
    SchemaRegistry measure;
    Register(measure, Named({}, 1));
    Register(measure, Named({}, 2));
    limits.max_bytes = measure.bytes() + 100;
  }
  SchemaRegistry registry(limits);
  const auto first = Register(registry, Named({}, 1)).schema;
  const auto second = Register(registry, Named({}, 2)).schema;
  EXPECT_EQ(2u, registry.size());
  Register(registry, Named({std::string(100, 'n')}, 2));
  EXPECT_EQ(nullptr, registry.Find(first->id));
  EXPECT_NE(nullptr, registry.Find(second->id));
  EXPECT_LE(registry.bytes(), limits.max_bytes);
}

// Many threads register one schema at once, each from a source of its own: it
// is compiled once and has all the names.
TEST(GivenAliases, OfConcurrentRegistrationsAreAllThere) {
  for (int round = 0; round < 20; ++round) {
    SchemaRegistry registry;
    constexpr size_t kThreads = 8;
    std::atomic<size_t> ready{0};
    std::atomic<int> new_ones{0};
    std::array<std::shared_ptr<const RegisteredSchema>, kThreads> found;
    std::vector<std::thread> threads;
    for (size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        Schema schema = Named({Name(i)}, round);
        ++ready;
        while (ready < kThreads) std::this_thread::yield();
        const auto result = Register(registry, std::move(schema));
        found[i] = result.schema;
        new_ones += result.is_new ? 1 : 0;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(1, new_ones);
    for (size_t i = 0; i < kThreads; ++i) {
      EXPECT_THAT(found[i]->aliases, Contains(Name(i)));
      EXPECT_EQ(found[0]->plan, found[i]->plan);
      const auto by_name = registry.FindAlias(Name(i));
      ASSERT_NE(nullptr, by_name) << i;
      EXPECT_EQ(found[0]->id, by_name->id);
    }
    EXPECT_EQ(BytesOfAll(registry), registry.bytes());
  }
}

// The same with look-ups and deletions in between, and more names than are
// kept: for ThreadSanitizer.
TEST(GivenAliases, SurviveConcurrentUseOfEverything) {
  SchemaRegistry registry;
  constexpr size_t kSchemas = 3;
  constexpr size_t kNames = kMaxGivenAliases + 4;
  std::array<SchemaId, kSchemas> ids;
  for (size_t i = 0; i < kSchemas; ++i) {
    ids[i] = SchemaId::Of(Named({}, static_cast<int>(i)));
  }
  std::atomic<int> found{0};
  std::vector<std::thread> threads;
  for (size_t thread = 0; thread < 6; ++thread) {
    threads.emplace_back([&, thread] {
      for (size_t i = 0; i < 300; ++i) {
        const size_t n = (i * 7 + thread * 3) % kSchemas;
        const std::string name = Name((i * 5 + thread) % kNames);
        switch ((i + thread) % 6) {
          case 0:
          case 1:
          case 2: {
            const auto result = Register(
                registry, Named({name, "shared"}, static_cast<int>(n)));
            EXPECT_EQ(ids[n], result.schema->id);
            EXPECT_THAT(result.schema->aliases, Contains(name));
            break;
          }
          case 3:
            if (i % 24 == 0) registry.Delete(ids[n]);
            break;
          default:
            if (const auto pin =
                    registry.FindAlias(i % 2 == 0 ? name : "shared")) {
              EXPECT_THAT(ids, Contains(pin->id));
              ++found;
            }
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(found, 0);
  // Entries and table agree in the end.
  EXPECT_EQ(BytesOfAll(registry), registry.bytes());
  const auto all = registry.List(std::nullopt, 1000);
  EXPECT_EQ(all.size(), registry.size());
  for (const auto& schema : all) {
    EXPECT_LE(schema->aliases.size(),
              schema->computed_aliases + kMaxGivenAliases);
    for (const std::string& alias : schema->aliases) {
      const auto by_name = registry.FindAlias(alias);
      ASSERT_NE(nullptr, by_name) << alias;
      EXPECT_THAT(by_name->aliases, Contains(alias));
    }
  }
  for (const SchemaId& id : ids) registry.Delete(id);
  for (size_t i = 0; i < kNames; ++i) {
    EXPECT_EQ(nullptr, registry.FindAlias(Name(i))) << i;
  }
  EXPECT_EQ(0u, registry.bytes());
}

}  // namespace
}  // namespace transcdr
