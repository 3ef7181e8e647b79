// ROS 2 .msg text to types. The language: rosidl's, with what MCAP bundles and
// older tools write besides. Nothing here knows plans, wires or documents.

#ifndef TRANSCDR_CODEC_SCHEMA_ROS_MSG_FRONTEND_H_
#define TRANSCDR_CODEC_SCHEMA_ROS_MSG_FRONTEND_H_

#include <optional>
#include <vector>

#include "codec/base/limits.h"
#include "codec/schema/schema_source.h"
#include "codec/type/diagnostic.h"
#include "codec/type/schema.h"
#include "codec/type/wire_profile.h"

namespace transcdr {

// Parses source.text (one .msg, or a bundle with separator lines) and
// source.files, resolves names, and builds a schema of final structs named
// "pkg::msg::Name". Reports every fault of every text at once, with file (the
// type's name), line and column; all missing dependencies in one go.
// Returns nullopt when `diagnostics` holds an error.
std::optional<Schema> ParseRosMsg(const SchemaSource& source,
                                  WireProfile profile,
                                  const SchemaLimits& limits,
                                  std::vector<Diagnostic>* diagnostics);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_SCHEMA_ROS_MSG_FRONTEND_H_
