#include "codec/registry/frontends.h"

#include "codec/schema/idl_frontend.h"
#include "codec/schema/ros_msg_frontend.h"
#include "codec/typeobject/type_object_frontend.h"

namespace transcdr {

std::optional<Schema> ParseSchema(const SchemaSource& source,
                                  WireProfile profile,
                                  const SchemaLimits& limits,
                                  std::vector<Diagnostic>* diagnostics) {
  switch (source.language) {
    case SchemaLanguage::kRosMsg:
      return ParseRosMsg(source, profile, limits, diagnostics);
    case SchemaLanguage::kOmgIdl:
    case SchemaLanguage::kRos2Idl:
      return ParseIdl(source, profile, limits, diagnostics);
    case SchemaLanguage::kTypeObject:
      return ParseTypeObject(source, profile, limits, diagnostics);
  }
  return std::nullopt;
}

}  // namespace transcdr
