// What a schema is compiled to, once: everything that translating needs.

#ifndef TRANSCDR_CODEC_PLAN_CODEC_PLAN_H_
#define TRANSCDR_CODEC_PLAN_CODEC_PLAN_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "codec/base/limits.h"
#include "codec/plan/format_set.h"
#include "codec/plan/key_plan.h"
#include "codec/plan/program.h"
#include "codec/type/diagnostic.h"
#include "codec/type/schema.h"

namespace transcdr {

// Immutable: share it as shared_ptr<const CodecPlan>, use it from any thread.
class CodecPlan {
 public:
  CodecPlan(Schema schema, Program program, std::optional<KeyPlan> key)
      : schema_(std::move(schema)),
        program_(std::move(program)),
        key_(std::move(key)) {}
  CodecPlan(const CodecPlan&) = delete;
  CodecPlan& operator=(const CodecPlan&) = delete;

  const Schema& schema() const { return schema_; }
  const Program& program() const { return program_; }
  // Null where the root has no key.
  const KeyPlan* key() const { return key_.has_value() ? &*key_ : nullptr; }
  // Memory that the schema and the program take, estimated.
  size_t EstimateBytes() const;

 private:
  Schema schema_;
  Program program_;
  std::optional<KeyPlan> key_;
};

// Compiles and verifies. Null when `diagnostics` got errors: what this release
// cannot translate (is_unsupported), or a limit.
std::shared_ptr<const CodecPlan> CompilePlan(
    Schema schema, const FormatSet& formats, const SchemaLimits& limits,
    std::vector<Diagnostic>* diagnostics);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_CODEC_PLAN_H_
