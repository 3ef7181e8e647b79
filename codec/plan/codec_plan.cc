#include "codec/plan/codec_plan.h"

#include <algorithm>
#include <optional>
#include <string>

#include "codec/plan/lowering.h"
#include "codec/plan/verifier.h"

namespace transcdr {
namespace {

size_t CountErrors(const std::vector<Diagnostic>& diagnostics) {
  return static_cast<size_t>(std::count_if(
      diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::kError;
      }));
}

bool VerifyOne(const Program& program, std::vector<Diagnostic>* diagnostics) {
  const absl::Status status = Verify(program);
  if (status.ok()) return true;
  Diagnostic broken;  // by name: gcc 12 -O3 warns about a temporary
  broken.message = status.ToString();
  diagnostics->push_back(std::move(broken));
  return false;
}

bool VerifyAll(const Program& program, const std::optional<KeyPlan>& key,
               std::vector<Diagnostic>* diagnostics) {
  return VerifyOne(program, diagnostics) &&
         (!key.has_value() || (VerifyOne(key->payload, diagnostics) &&
                               VerifyOne(key->hash_input, diagnostics)));
}

}  // namespace

size_t CodecPlan::EstimateBytes() const {
  size_t bytes = sizeof(*this) + program_.EstimateBytes();
  if (key_.has_value()) {
    bytes += key_->payload.EstimateBytes() + key_->hash_input.EstimateBytes();
  }
  for (const std::string& alias : schema_.given_aliases()) {
    bytes += sizeof(alias) + alias.size();
  }
  for (const TypeDescriptor& type : schema_.types()) {
    bytes += sizeof(type) + type.name.size();
    for (const Member& m : type.members) bytes += sizeof(m) + m.name.size();
    bytes += type.cases.size() * sizeof(UnionCase);
    bytes += type.enumerators.size() * sizeof(Enumerator);
    bytes += type.flags.size() * sizeof(Flag);
    bytes += type.bitfields.size() * sizeof(Bitfield);
  }
  return bytes;
}

std::shared_ptr<const CodecPlan> CompilePlan(
    Schema schema, const FormatSet& formats, const SchemaLimits& limits,
    std::vector<Diagnostic>* diagnostics) {
  const size_t faults = CountErrors(*diagnostics);
  std::optional<Program> program = Lower(schema, formats, limits, diagnostics);
  std::optional<KeyPlan> key;
  if (program.has_value()) {
    key = CompileKeyPlan(schema, formats, limits, diagnostics);
  }
  if (CountErrors(*diagnostics) > faults ||
      !VerifyAll(*program, key, diagnostics)) {
    return nullptr;
  }
  return std::make_shared<const CodecPlan>(std::move(schema),
                                           *std::move(program), std::move(key));
}

}  // namespace transcdr
