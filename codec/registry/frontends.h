// The list of schema languages: text to Schema.

#ifndef TRANSCDR_CODEC_REGISTRY_FRONTENDS_H_
#define TRANSCDR_CODEC_REGISTRY_FRONTENDS_H_

#include <optional>
#include <vector>

#include "codec/base/limits.h"
#include "codec/schema/schema_source.h"
#include "codec/type/diagnostic.h"
#include "codec/type/schema.h"
#include "codec/type/wire_profile.h"

namespace transcdr {

// The profile of a language where the caller names none: Ros2 for kRosMsg and
// kRos2Idl, Omg for kOmgIdl and kTypeObject.
constexpr WireProfile DefaultProfile(SchemaLanguage language) {
  switch (language) {
    case SchemaLanguage::kRosMsg:
    case SchemaLanguage::kRos2Idl:
      return WireProfile::Ros2();
    case SchemaLanguage::kOmgIdl:
    case SchemaLanguage::kTypeObject:
      return WireProfile::Omg();
  }
  return WireProfile::Omg();
}

// Parses and builds. nullopt when `diagnostics` holds an error; it may hold
// warnings otherwise.
std::optional<Schema> ParseSchema(const SchemaSource& source,
                                  WireProfile profile,
                                  const SchemaLimits& limits,
                                  std::vector<Diagnostic>* diagnostics);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_REGISTRY_FRONTENDS_H_
