#include "codec/registry/schema_registry.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "codec/base/fault.h"
#include "codec/registry/schema_aliases.h"
#include "codec/transcode/encoding.h"

namespace transcdr {
namespace {

constexpr size_t kShards = 16;
// Errors shown in the message of a status; all of them are in the answer.
constexpr size_t kShownErrors = 3;

bool IsError(const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::kError;
}

// The standard library's locks, not Abseil's: ThreadSanitizer sees into them,
// where it does not see into a library that was built without it.

// What registering compiles to: once for all that wait for it. `mutex` guards
// all of it.
struct Compilation {
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;
  std::shared_ptr<const RegisteredSchema> schema;
  std::vector<Diagnostic> diagnostics;
};

bool Contains(const std::vector<std::string>& aliases,
              const std::string& alias) {
  return std::find(aliases.begin(), aliases.end(), alias) != aliases.end();
}

// Each alias is held here and in the table, there with the id.
size_t AliasBytes(const std::vector<std::string>& aliases) {
  size_t bytes = 0;
  for (const std::string& alias : aliases) {
    bytes += 2 * (sizeof(alias) + alias.size()) + sizeof(SchemaId);
  }
  return bytes;
}

// The schema with these aliases besides; itself where it has all of them. The
// oldest given ones make room.
std::shared_ptr<const RegisteredSchema> WithAliases(
    std::shared_ptr<const RegisteredSchema> schema,
    const std::vector<std::string>& given) {
  const auto known = [&](const std::string& alias) {
    return Contains(schema->aliases, alias);
  };
  if (std::all_of(given.begin(), given.end(), known)) return schema;
  const auto computed_end =
      schema->aliases.begin() +
      static_cast<std::ptrdiff_t>(schema->computed_aliases);
  const std::vector<std::string> computed(schema->aliases.begin(),
                                          computed_end);
  // Those of this time are the latest, the ones that it has already too: none
  // of them makes room for another.
  std::vector<std::string> kept;
  for (auto at = computed_end; at != schema->aliases.end(); ++at) {
    if (!Contains(given, *at)) kept.push_back(*at);
  }
  for (const std::string& alias : given) {
    if (!Contains(computed, alias)) kept.push_back(alias);
  }
  const size_t surplus =
      kept.size() > kMaxGivenAliases ? kept.size() - kMaxGivenAliases : 0;
  auto copy = std::make_shared<RegisteredSchema>(*schema);
  copy->aliases = computed;
  copy->aliases.insert(copy->aliases.end(),
                       kept.begin() + static_cast<std::ptrdiff_t>(surplus),
                       kept.end());
  copy->bytes += AliasBytes(copy->aliases);
  copy->bytes -= AliasBytes(schema->aliases);
  return copy;
}

std::shared_ptr<const RegisteredSchema> Compile(
    Schema schema, const SchemaId& id, const SchemaLimits& limits,
    std::vector<Diagnostic>* diagnostics) {
  auto plan = CompilePlan(std::move(schema), AllFormats(), limits, diagnostics);
  if (plan == nullptr) return nullptr;
  auto registered = std::make_shared<RegisteredSchema>();
  registered->id = id;
  registered->aliases = AliasesOf(plan->schema());
  registered->computed_aliases = registered->aliases.size();
  registered->bytes = plan->EstimateBytes() + AliasBytes(registered->aliases);
  registered->plan = plan;
  registered->register_time = absl::Now();
  return WithAliases(std::move(registered), plan->schema().given_aliases());
}

}  // namespace

struct SchemaRegistry::Shard {
  struct Entry {
    std::shared_ptr<const RegisteredSchema> schema;
    // Of `Shared::clock` when it was used last. Written under a shared lock.
    std::atomic<uint64_t> last_use{0};
  };

  mutable std::shared_mutex mutex;  // guards both maps
  absl::flat_hash_map<SchemaId, std::unique_ptr<Entry>> entries;
  absl::flat_hash_map<SchemaId, std::shared_ptr<Compilation>> compiling;
};

// Which schemas have an alias, in the order in which they got it. Locked within
// a shard's lock, never the other way round. Says of each schema what its entry
// says whenever the lock of its shard is free.
class SchemaRegistry::AliasTable {
 public:
  void Add(const RegisteredSchema& schema) {
    std::lock_guard lock(mutex_);
    for (const std::string& alias : schema.aliases) Add(alias, schema.id);
  }

  void Remove(const RegisteredSchema& schema) {
    std::lock_guard lock(mutex_);
    for (const std::string& alias : schema.aliases) Remove(alias, schema.id);
  }

  // REQUIRES: both have one id.
  void Replace(const RegisteredSchema& before, const RegisteredSchema& after) {
    std::lock_guard lock(mutex_);
    for (const std::string& alias : before.aliases) {
      if (!Contains(after.aliases, alias)) Remove(alias, before.id);
    }
    for (const std::string& alias : after.aliases) {
      if (!Contains(before.aliases, alias)) Add(alias, after.id);
    }
  }

  // The first schema that has the alias.
  std::optional<SchemaId> First(std::string_view alias) const {
    std::shared_lock lock(mutex_);
    // Our Abseil's string_view is another type than std's.
    const auto at = ids_.find(absl::string_view(alias.data(), alias.size()));
    if (at == ids_.end()) return std::nullopt;
    return at->second.front();
  }

 private:
  void Add(const std::string& alias, const SchemaId& id) {
    ids_[alias].push_back(id);
  }
  void Remove(const std::string& alias, const SchemaId& id) {
    const auto at = ids_.find(alias);
    if (at == ids_.end()) return;
    std::erase(at->second, id);
    if (at->second.empty()) ids_.erase(at);
  }

  mutable std::shared_mutex mutex_;
  absl::flat_hash_map<std::string, std::vector<SchemaId>> ids_;
};

struct SchemaRegistry::Shared {
  std::array<Shard, kShards> shards;
  AliasTable aliases;
  std::atomic<uint64_t> clock{1};
  std::atomic<size_t> schemas{0};
  std::atomic<size_t> bytes{0};
  std::mutex eviction;  // one thread evicts
};

SchemaRegistry::SchemaRegistry(RegistryLimits limits)
    : limits_(limits), shared_(std::make_unique<Shared>()) {}
SchemaRegistry::~SchemaRegistry() = default;

SchemaRegistry::Shard& SchemaRegistry::ShardOf(const SchemaId& id) const {
  return shared_->shards[absl::HashOf(id) % kShards];
}

SchemaRegistry::RegisterResult SchemaRegistry::Register(
    Schema schema, std::vector<Diagnostic>* diagnostics) {
  const SchemaId id = SchemaId::Of(schema);
  Shard& shard = ShardOf(id);
  std::shared_ptr<const RegisteredSchema> known;
  std::shared_ptr<Compilation> compilation;
  bool is_first = false;
  {
    std::lock_guard lock(shard.mutex);
    known = GiveAliases(&shard, id, schema.given_aliases());
    if (known == nullptr) {
      std::shared_ptr<Compilation>& slot = shard.compiling[id];
      is_first = slot == nullptr;
      if (is_first) slot = std::make_shared<Compilation>();
      compilation = slot;
    }
  }
  if (known != nullptr) {
    EvictIfFull(id);  // the aliases take room
    return {std::move(known), false};
  }
  if (!is_first) {
    std::shared_ptr<const RegisteredSchema> compiled;
    {
      std::unique_lock lock(compilation->mutex);
      compilation->finished.wait(lock, [&] { return compilation->done; });
      diagnostics->insert(diagnostics->end(), compilation->diagnostics.begin(),
                          compilation->diagnostics.end());
      compiled = compilation->schema;
    }
    if (compiled == nullptr) return {};
    {
      std::lock_guard lock(shard.mutex);
      known = GiveAliases(&shard, id, schema.given_aliases());
    }
    // Deleted by now: as if that had come behind this call.
    if (known == nullptr) {
      known = WithAliases(std::move(compiled), schema.given_aliases());
    }
    EvictIfFull(id);
    return {std::move(known), false};
  }

  std::vector<Diagnostic> found;
  auto registered = Compile(std::move(schema), id, limits_.schema, &found);
  {
    std::lock_guard lock(shard.mutex);
    if (registered != nullptr) {
      auto entry = std::make_unique<Shard::Entry>();
      entry->schema = registered;
      entry->last_use = ++shared_->clock;
      shard.entries[id] = std::move(entry);
      shared_->aliases.Add(*registered);
      ++shared_->schemas;
      shared_->bytes += registered->bytes;
    }
    shard.compiling.erase(id);
  }
  {
    std::lock_guard lock(compilation->mutex);
    compilation->schema = registered;
    compilation->diagnostics = found;
    compilation->done = true;
  }
  compilation->finished.notify_all();
  diagnostics->insert(diagnostics->end(), found.begin(), found.end());
  EvictIfFull(id);
  return {registered, registered != nullptr};
}

SchemaRegistry::RegisterResult SchemaRegistry::Validate(
    Schema schema, std::vector<Diagnostic>* diagnostics) const {
  const SchemaId id = SchemaId::Of(schema);
  const Shard& shard = ShardOf(id);
  {
    std::shared_lock lock(shard.mutex);
    if (auto it = shard.entries.find(id); it != shard.entries.end()) {
      return {WithAliases(it->second->schema, schema.given_aliases()), false};
    }
  }
  return {Compile(std::move(schema), id, limits_.schema, diagnostics), false};
}

std::shared_ptr<const RegisteredSchema> SchemaRegistry::GiveAliases(
    Shard* shard, const SchemaId& id, const std::vector<std::string>& given) {
  const auto it = shard->entries.find(id);
  if (it == shard->entries.end()) return nullptr;
  Shard::Entry& entry = *it->second;
  entry.last_use = ++shared_->clock;
  auto with_aliases = WithAliases(entry.schema, given);
  if (with_aliases != entry.schema) {
    shared_->aliases.Replace(*entry.schema, *with_aliases);
    // In one step, so that no one sees both; less wraps around as it should.
    shared_->bytes += with_aliases->bytes - entry.schema->bytes;
    entry.schema = with_aliases;
  }
  return with_aliases;
}

std::shared_ptr<const RegisteredSchema> SchemaRegistry::Find(
    const SchemaId& id) {
  Shard& shard = ShardOf(id);
  std::shared_lock lock(shard.mutex);
  auto it = shard.entries.find(id);
  if (it == shard.entries.end()) return nullptr;
  // An old reading of the clock is good enough, and no write to a shared line
  // in the usual case that nothing was registered in between.
  const uint64_t now = shared_->clock.load(std::memory_order_relaxed);
  if (it->second->last_use.load(std::memory_order_relaxed) != now) {
    it->second->last_use.store(now, std::memory_order_relaxed);
  }
  return it->second->schema;
}

std::shared_ptr<const RegisteredSchema> SchemaRegistry::FindAlias(
    std::string_view alias) {
  // One that was deleted since is in the table no more: the next one is first.
  while (const std::optional<SchemaId> id = shared_->aliases.First(alias)) {
    auto schema = Find(*id);
    if (schema != nullptr) return schema;
  }
  return nullptr;
}

std::vector<std::shared_ptr<const RegisteredSchema>> SchemaRegistry::List(
    const std::optional<SchemaId>& after, size_t count) const {
  std::vector<std::shared_ptr<const RegisteredSchema>> all;
  for (const Shard& shard : shared_->shards) {
    std::shared_lock lock(shard.mutex);
    for (const auto& [id, entry] : shard.entries) {
      if (!after.has_value() || id > *after) all.push_back(entry->schema);
    }
  }
  const size_t n = std::min(count, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n),
                    all.end(),
                    [](const auto& a, const auto& b) { return a->id < b->id; });
  all.resize(n);
  return all;
}

bool SchemaRegistry::Delete(const SchemaId& id) {
  Shard& shard = ShardOf(id);
  std::lock_guard lock(shard.mutex);
  auto it = shard.entries.find(id);
  if (it == shard.entries.end()) return false;
  --shared_->schemas;
  shared_->bytes -= it->second->schema->bytes;
  shared_->aliases.Remove(*it->second->schema);
  shard.entries.erase(it);
  return true;
}

size_t SchemaRegistry::size() const { return shared_->schemas; }
size_t SchemaRegistry::bytes() const { return shared_->bytes; }

void SchemaRegistry::EvictIfFull(const SchemaId& keep) {
  const auto full = [&] {
    return shared_->schemas > limits_.max_schemas ||
           shared_->bytes > limits_.max_bytes;
  };
  if (!full()) return;
  std::lock_guard one_at_a_time(shared_->eviction);
  // Oldest first; enough of them at once that eviction stays rare.
  std::vector<std::pair<uint64_t, SchemaId>> by_age;
  for (const Shard& shard : shared_->shards) {
    std::shared_lock lock(shard.mutex);
    for (const auto& [id, entry] : shard.entries) {
      if (id != keep) by_age.emplace_back(entry->last_use.load(), id);
    }
  }
  std::sort(by_age.begin(), by_age.end());
  for (const auto& [age, id] : by_age) {
    if (!full()) return;
    Delete(id);
  }
}

absl::Status SchemaError(const std::vector<Diagnostic>& diagnostics) {
  ErrorDetail detail;
  detail.reason = FaultReason::kSchemaUnsupported;
  std::string message;
  size_t errors = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!IsError(diagnostic)) continue;
    if (!diagnostic.is_unsupported) detail.reason = FaultReason::kSchemaInvalid;
    if (++errors > kShownErrors) continue;
    Diagnostic one_line = diagnostic;
    one_line.source_line.clear();
    absl::StrAppend(&message, message.empty() ? "" : "\n", Render(one_line));
  }
  if (errors > kShownErrors) {
    absl::StrAppend(&message, "\n... and ", errors - kShownErrors, " more");
  }
  detail.metadata["count"] = absl::StrCat(errors);
  return MakeError(std::move(detail), message);
}

}  // namespace transcdr
