#include "codec/registry/schema_registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "codec/registry/schema_aliases.h"
#include "codec/type/type_builder.h"
#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

// A schema of its own for each number.
Schema Numbered(int i) {
  return RosSchemaOrDie("uint8 v\nstring member_" + std::to_string(i));
}

std::shared_ptr<const RegisteredSchema> RegisterOrDie(SchemaRegistry& registry,
                                                      Schema schema) {
  std::vector<Diagnostic> diagnostics;
  auto result = registry.Register(std::move(schema), &diagnostics);
  EXPECT_NE(nullptr, result.schema) << Render(diagnostics);
  return result.schema;
}

// A schema that cannot be compiled: structs in structs, deeper than plans go.
Schema Unsupported() {
  TypeBuilder builder;
  TypeIndex inner = builder.Primitive(TypeKind::kInt32);
  for (int i = 0; i < 200; ++i) {
    TypeDescriptor type;
    type.kind = TypeKind::kStruct;
    type.name = "S" + std::to_string(i);
    Member member;
    member.name = "m";
    member.type = inner;
    type.members.push_back(std::move(member));
    inner = builder.Define(std::move(type));
  }
  std::vector<Diagnostic> diagnostics;
  auto schema = builder.Build("S199", WireProfile::Omg(), &diagnostics);
  EXPECT_TRUE(schema.has_value());
  return *std::move(schema);
}

TEST(SchemaRegistry, RegistersFindsDeletes) {
  SchemaRegistry registry;
  EXPECT_EQ(0u, registry.size());
  const SchemaId id = SchemaId::Of(Numbered(1));
  EXPECT_EQ(nullptr, registry.Find(id));
  std::vector<Diagnostic> diagnostics;
  const auto result = registry.Register(Numbered(1), &diagnostics);
  ASSERT_NE(nullptr, result.schema);
  EXPECT_TRUE(result.is_new);
  EXPECT_EQ(id, result.schema->id);
  EXPECT_EQ(1u, registry.size());
  EXPECT_EQ(result.schema->bytes, registry.bytes());
  EXPECT_GT(registry.bytes(), 0u);
  EXPECT_EQ(result.schema, registry.Find(id));
  EXPECT_TRUE(registry.Delete(id));
  EXPECT_FALSE(registry.Delete(id));
  EXPECT_EQ(nullptr, registry.Find(id));
  EXPECT_EQ(0u, registry.size());
  EXPECT_EQ(0u, registry.bytes());
}

TEST(SchemaRegistry, RegisteringAgainIsTheSame) {
  SchemaRegistry registry;
  const auto first = RegisterOrDie(registry, Numbered(1));
  std::vector<Diagnostic> diagnostics;
  const auto again = registry.Register(Numbered(1), &diagnostics);
  EXPECT_EQ(first, again.schema);
  EXPECT_FALSE(again.is_new);
  EXPECT_EQ(1u, registry.size());
  EXPECT_EQ(first->bytes, registry.bytes());
}

TEST(SchemaRegistry, IdsAreOfTheContent) {
  SchemaRegistry registry;
  std::set<SchemaId> ids;
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(ids.insert(RegisterOrDie(registry, Numbered(i))->id).second);
  }
  EXPECT_EQ(100u, registry.size());
  // The profile is part of it.
  Types a;
  a.Struct("S", {{"v", a.wstr}});
  Types b;
  b.Struct("S", {{"v", b.wstr}});
  EXPECT_NE(SchemaId::Of(a.BuildOrDie("S", WireProfile::Omg())),
            SchemaId::Of(b.BuildOrDie("S", WireProfile::FastCdr1())));
  // Known for ever: clients keep ids.
  Types known;
  known.Struct("pkg::S", {{"v", known.u8}});
  const SchemaId id = SchemaId::Of(known.BuildOrDie("pkg::S"));
  EXPECT_EQ(id, SchemaId::TryParse(id.ToString()));
}

TEST(SchemaRegistry, WhatCannotBeCompiledIsNotKept) {
  SchemaRegistry registry;
  for (int i = 0; i < 2; ++i) {
    std::vector<Diagnostic> diagnostics;
    const auto result = registry.Register(Unsupported(), &diagnostics);
    EXPECT_EQ(nullptr, result.schema);
    EXPECT_FALSE(result.is_new);
    ASSERT_EQ(1u, diagnostics.size());
    EXPECT_TRUE(diagnostics[0].is_unsupported);
    EXPECT_EQ(0u, registry.size());
  }
}

TEST(SchemaRegistry, ValidateKeepsNothing) {
  SchemaRegistry registry;
  std::vector<Diagnostic> diagnostics;
  const auto result = registry.Validate(Numbered(1), &diagnostics);
  ASSERT_NE(nullptr, result.schema);
  EXPECT_FALSE(result.is_new);
  EXPECT_EQ(0u, registry.size());
  EXPECT_EQ(nullptr, registry.Find(result.schema->id));
  EXPECT_EQ(nullptr, registry.Validate(Unsupported(), &diagnostics).schema);
}

TEST(SchemaRegistry, IsFoundByAliases) {
  SchemaRegistry registry;
  const auto first = RegisterOrDie(registry, Numbered(1));
  const auto second = RegisterOrDie(registry, Numbered(2));
  ASSERT_FALSE(first->aliases.empty());
  for (const std::string& alias : first->aliases) {
    EXPECT_TRUE(IsAliasForm(alias)) << alias;
    EXPECT_EQ(first, registry.FindAlias(alias)) << alias;
  }
  for (const std::string& alias : second->aliases) {
    EXPECT_EQ(second, registry.FindAlias(alias)) << alias;
  }
  registry.Delete(first->id);
  EXPECT_EQ(nullptr, registry.FindAlias(first->aliases[0]));
  EXPECT_EQ(second, registry.FindAlias(second->aliases[0]));
  EXPECT_EQ(nullptr, registry.FindAlias("EQUIVALENCE_"));
}

TEST(SchemaRegistry, TheFirstOfThoseThatShareAnAliasIsFound) {
  const auto with_profile = [](WireProfile profile) {
    TypeBuilder builder;
    TypeDescriptor type;
    type.kind = TypeKind::kStruct;
    type.name = "pkg::msg::S";
    Member member;
    member.name = "text";
    member.type = builder.String();
    type.members.push_back(std::move(member));
    builder.Define(std::move(type));
    std::vector<Diagnostic> diagnostics;
    auto schema = builder.Build("", profile, &diagnostics);
    EXPECT_TRUE(schema.has_value());
    return *std::move(schema);
  };
  SchemaRegistry registry;
  const auto ros = RegisterOrDie(registry, with_profile(WireProfile::Ros2()));
  const auto omg = RegisterOrDie(registry, with_profile(WireProfile::Omg()));
  ASSERT_NE(ros->id, omg->id);
  EXPECT_EQ(ros->aliases, omg->aliases);
  EXPECT_EQ(0u, ros->aliases[0].find("RIHS01_"));
  for (const std::string& alias : ros->aliases) {
    EXPECT_EQ(ros, registry.FindAlias(alias)) << alias;
  }
  registry.Delete(ros->id);
  EXPECT_EQ(omg, registry.FindAlias(ros->aliases[0]));
}

TEST(SchemaRegistry, APinOutlivesTheEntry) {
  SchemaRegistry registry;
  std::shared_ptr<const CodecPlan> plan;
  {
    const auto pin = RegisterOrDie(registry, Numbered(1));
    plan = pin->plan;
    registry.Delete(pin->id);
  }
  EXPECT_EQ(R"({"v":7,"member_1":""})",
            ToJson(*plan, Hex("00010000 07 000000 01000000 00")));
  // Registered anew, it is another object of the same id.
  const auto again = RegisterOrDie(registry, Numbered(1));
  EXPECT_NE(plan, again->plan);
}

TEST(SchemaRegistry, ListsInOrderPageByPage) {
  SchemaRegistry registry;
  for (int i = 0; i < 30; ++i) RegisterOrDie(registry, Numbered(i));
  const auto all = registry.List(std::nullopt, 1000);
  ASSERT_EQ(30u, all.size());
  EXPECT_TRUE(std::is_sorted(
      all.begin(), all.end(),
      [](const auto& a, const auto& b) { return a->id < b->id; }));
  std::vector<std::shared_ptr<const RegisteredSchema>> paged;
  std::optional<SchemaId> after;
  for (;;) {
    const auto page = registry.List(after, 7);
    if (page.empty()) break;
    EXPECT_LE(page.size(), 7u);
    paged.insert(paged.end(), page.begin(), page.end());
    after = page.back()->id;
  }
  EXPECT_EQ(all, paged);
  EXPECT_TRUE(registry.List(std::nullopt, 0).empty());
}

TEST(SchemaRegistry, ForgetsWhatWasNotUsedForLongest) {
  RegistryLimits limits;
  limits.max_schemas = 3;
  SchemaRegistry registry(limits);
  std::vector<SchemaId> ids;
  for (int i = 0; i < 3; ++i) {
    ids.push_back(RegisterOrDie(registry, Numbered(i))->id);
  }
  // 0 is used now, so that 1 is the oldest.
  EXPECT_NE(nullptr, registry.Find(ids[0]));
  ids.push_back(RegisterOrDie(registry, Numbered(3))->id);
  EXPECT_EQ(3u, registry.size());
  EXPECT_EQ(nullptr, registry.Find(ids[1]));
  EXPECT_NE(nullptr, registry.Find(ids[0]));
  EXPECT_NE(nullptr, registry.Find(ids[2]));
  EXPECT_NE(nullptr, registry.Find(ids[3]));
  // Registering what is known is a use too.
  RegisterOrDie(registry, Numbered(4));  // forgets one of the three
  EXPECT_EQ(3u, registry.size());
  EXPECT_NE(nullptr, registry.Find(SchemaId::Of(Numbered(4))));
}

TEST(SchemaRegistry, BytesAreLimitedToo) {
  RegistryLimits limits;
  {
    SchemaRegistry measure;
    limits.max_bytes = RegisterOrDie(measure, Numbered(1))->bytes * 5 / 2;
  }
  SchemaRegistry registry(limits);
  for (int i = 0; i < 10; ++i) RegisterOrDie(registry, Numbered(i));
  EXPECT_EQ(2u, registry.size());
  EXPECT_LE(registry.bytes(), limits.max_bytes);
  EXPECT_NE(nullptr, registry.Find(SchemaId::Of(Numbered(9))));
  // One that is too large alone is kept until the next one comes.
  RegistryLimits tiny;
  tiny.max_bytes = 1;
  SchemaRegistry small(tiny);
  const auto pin = RegisterOrDie(small, Numbered(1));
  EXPECT_NE(nullptr, small.Find(pin->id));
  RegisterOrDie(small, Numbered(2));
  EXPECT_EQ(nullptr, small.Find(pin->id));
  EXPECT_EQ(1u, small.size());
}

// Many threads, one schema: it is compiled once, and all get the same.
TEST(SchemaRegistry, ConcurrentRegistrationCompilesOnce) {
  for (int round = 0; round < 20; ++round) {
    SchemaRegistry registry;
    constexpr int kThreads = 8;
    std::atomic<int> ready{0};
    std::atomic<int> new_ones{0};
    std::vector<std::shared_ptr<const RegisteredSchema>> found(kThreads);
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        Schema schema = Numbered(round);
        ++ready;
        while (ready < kThreads) std::this_thread::yield();
        std::vector<Diagnostic> diagnostics;
        const auto result = registry.Register(std::move(schema), &diagnostics);
        found[static_cast<size_t>(i)] = result.schema;
        new_ones += result.is_new ? 1 : 0;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(1, new_ones);
    EXPECT_EQ(1u, registry.size());
    for (const auto& schema : found) EXPECT_EQ(found[0], schema);
  }
}

TEST(SchemaRegistry, ConcurrentFailuresReachAll) {
  SchemaRegistry registry;
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      std::vector<Diagnostic> diagnostics;
      const auto result = registry.Register(Unsupported(), &diagnostics);
      if (result.schema == nullptr && diagnostics.size() == 1) ++failures;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(8, failures);
}

// Everything at once, within small limits: for ThreadSanitizer.
TEST(SchemaRegistry, ConcurrentUseOfEverything) {
  RegistryLimits limits;
  limits.max_schemas = 6;
  SchemaRegistry registry(limits);
  std::vector<SchemaId> ids;
  std::vector<std::string> aliases;
  for (int i = 0; i < 10; ++i) {
    const Schema schema = Numbered(i);
    ids.push_back(SchemaId::Of(schema));
    aliases.push_back(AliasesOf(schema).front());
  }
  std::atomic<int> used{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 6; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 150; ++i) {
        const int n = (i * 7 + thread * 3) % 10;
        switch ((i + thread) % 6) {
          case 0: {
            std::vector<Diagnostic> diagnostics;
            EXPECT_NE(nullptr,
                      registry.Register(Numbered(n), &diagnostics).schema);
            break;
          }
          case 1:
            registry.Delete(ids[static_cast<size_t>(n)]);
            break;
          case 2:
            EXPECT_LE(registry.List(std::nullopt, 3).size(), 3u);
            break;
          case 3:
            if (const auto pin =
                    registry.FindAlias(aliases[static_cast<size_t>(n)])) {
              EXPECT_EQ(ids[static_cast<size_t>(n)], pin->id);
            }
            break;
          default:
            if (const auto pin = registry.Find(ids[static_cast<size_t>(n)])) {
              EXPECT_TRUE(TryDecode(*pin->plan,
                                    Hex("00010000 07 000000 01000000 00"),
                                    JsonDecode())
                              .ok());
              ++used;
            }
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(used, 0);
  // The numbers agree in the end.
  size_t bytes = 0;
  const auto all = registry.List(std::nullopt, 1000);
  for (const auto& schema : all) bytes += schema->bytes;
  EXPECT_EQ(all.size(), registry.size());
  EXPECT_EQ(bytes, registry.bytes());
  EXPECT_LE(all.size(), limits.max_schemas);
}

Diagnostic Error(std::string message, bool is_unsupported = false) {
  return {.severity = Severity::kError,
          .location = {"a.msg", 3, 5},
          .message = std::move(message),
          .is_unsupported = is_unsupported,
          .source_line = "uint9 v"};
}

TEST(SchemaError, ShowsTheFirstFew) {
  std::vector<Diagnostic> diagnostics;
  diagnostics.push_back({.severity = Severity::kWarning,
                         .location = {},
                         .message = "only a warning"});
  for (int i = 1; i <= 5; ++i) {
    diagnostics.push_back(Error("fault " + std::to_string(i)));
  }
  const absl::Status status = SchemaError(diagnostics);
  EXPECT_EQ(absl::StatusCode::kInvalidArgument, status.code());
  EXPECT_EQ(
      "a.msg:3:5: error: fault 1\na.msg:3:5: error: fault 2\n"
      "a.msg:3:5: error: fault 3\n... and 2 more",
      std::string(status.message()));
  const auto detail = GetErrorDetail(status);
  ASSERT_TRUE(detail.has_value());
  EXPECT_EQ(FaultReason::kSchemaInvalid, detail->reason);
  EXPECT_EQ("5", detail->metadata.at("count"));
}

TEST(SchemaError, IsUnsupportedWhenAllAre) {
  EXPECT_EQ(FaultReason::kSchemaUnsupported,
            GetErrorDetail(SchemaError({Error("a", true), Error("b", true)}))
                ->reason);
  EXPECT_EQ(
      FaultReason::kSchemaInvalid,
      GetErrorDetail(SchemaError({Error("a", true), Error("b")}))->reason);
}

}  // namespace
}  // namespace transcdr
