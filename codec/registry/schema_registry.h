// Schemas by id, each compiled once: the plan cache of the daemon.

#ifndef TRANSCDR_CODEC_REGISTRY_SCHEMA_REGISTRY_H_
#define TRANSCDR_CODEC_REGISTRY_SCHEMA_REGISTRY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "codec/base/limits.h"
#include "codec/plan/codec_plan.h"
#include "codec/type/diagnostic.h"
#include "codec/type/schema_id.h"

namespace transcdr {

// A registered schema. Immutable; pin it with the shared_ptr.
struct RegisteredSchema {
  SchemaId id;
  std::shared_ptr<const CodecPlan> plan;
  absl::Time register_time;
  size_t bytes = 0;  // memory that it takes, estimated
  // AliasesOf its schema, then those that its sources gave it (of all that it
  // was registered from: Register), the latest at the end.
  std::vector<std::string> aliases;
  size_t computed_aliases = 0;  // how many of them are AliasesOf its schema
};

struct RegistryLimits {
  // When either is exceeded, the schemas that were not used for longest are
  // forgotten: clients register them again when they are told SCHEMA_NOT_FOUND.
  size_t max_schemas = 10'000;
  size_t max_bytes = 256 << 20;
  SchemaLimits schema;

  bool operator==(const RegistryLimits&) const = default;
};

// Thread-safe. A look-up takes one shared lock of one of several shards. What
// was looked up stays valid as long as its shared_ptr, deleted or not.
class SchemaRegistry {
 public:
  explicit SchemaRegistry(RegistryLimits limits = {});
  ~SchemaRegistry();
  SchemaRegistry(const SchemaRegistry&) = delete;
  SchemaRegistry& operator=(const SchemaRegistry&) = delete;

  struct RegisterResult {
    std::shared_ptr<const RegisteredSchema> schema;
    bool is_new = false;
  };
  // Compiles the schema unless its id is known, and keeps it. Concurrent calls
  // for one id compile once; the others wait. Null `schema` when `diagnostics`
  // got errors (what this release cannot translate; limits).
  //
  // An id that is known gets those of schema.given_aliases() that it does not
  // have yet: the result is then another object with the same plan, and what
  // was pinned before does not change. Of given aliases the latest
  // kMaxGivenAliases are kept: whoever misses an older one registers again, as
  // for a schema that was forgotten.
  RegisterResult Register(Schema schema, std::vector<Diagnostic>* diagnostics);
  // The same without keeping anything, aliases included; is_new is false.
  RegisterResult Validate(Schema schema,
                          std::vector<Diagnostic>* diagnostics) const;

  // Null when there is none. Counts as a use.
  std::shared_ptr<const RegisteredSchema> Find(const SchemaId& id);

  // By an alias (schema_aliases.h, or given by a source); null when there is
  // none. Counts as a use. Where several schemas share it, the one that got it
  // first of those that are there.
  std::shared_ptr<const RegisteredSchema> FindAlias(std::string_view alias);

  // Up to `count` schemas with an id above `after`, ordered by id.
  std::vector<std::shared_ptr<const RegisteredSchema>> List(
      const std::optional<SchemaId>& after, size_t count) const;

  // False when there was none.
  bool Delete(const SchemaId& id);

  size_t size() const;
  size_t bytes() const;
  const RegistryLimits& limits() const { return limits_; }

 private:
  struct Shard;
  class AliasTable;
  Shard& ShardOf(const SchemaId& id) const;
  // The schema of that id, which has these aliases from now on; null when there
  // is none. Counts as a use. REQUIRES: the shard is locked.
  std::shared_ptr<const RegisteredSchema> GiveAliases(
      Shard* shard, const SchemaId& id, const std::vector<std::string>& given);
  void EvictIfFull(const SchemaId& keep);

  const RegistryLimits limits_;
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

// An error status for diagnostics that hold at least one error:
// SCHEMA_UNSUPPORTED when all errors are is_unsupported, else SCHEMA_INVALID.
// The message shows the first few errors; metadata has "count".
absl::Status SchemaError(const std::vector<Diagnostic>& diagnostics);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_REGISTRY_SCHEMA_REGISTRY_H_
