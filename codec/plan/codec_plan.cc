#include "codec/plan/codec_plan.h"

#include <optional>
#include <string>

#include "codec/plan/lowering.h"
#include "codec/plan/verifier.h"

namespace transcdr {

size_t CodecPlan::EstimateBytes() const {
  size_t bytes = sizeof(*this) + program_.EstimateBytes();
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
  std::optional<Program> program = Lower(schema, formats, limits, diagnostics);
  if (!program.has_value()) return nullptr;
  if (absl::Status status = Verify(*program); !status.ok()) {
    Diagnostic broken;  // by name: gcc 12 -O3 warns about a temporary
    broken.message = status.ToString();
    diagnostics->push_back(std::move(broken));
    return nullptr;
  }
  return std::make_shared<const CodecPlan>(std::move(schema),
                                           *std::move(program));
}

}  // namespace transcdr
