// Other names of a schema, computed from its content, by which others know it.

#ifndef TRANSCDR_CODEC_REGISTRY_SCHEMA_ALIASES_H_
#define TRANSCDR_CODEC_REGISTRY_SCHEMA_ALIASES_H_

#include <string>
#include <string_view>
#include <vector>

#include "codec/type/schema.h"

namespace transcdr {

// All kinds that apply:
//   "RIHS01_" and 64 hex digits   the ROS 2 type hash (ros_type_hash.h)
//   "EQUIVALENCE_" and 28 hex digits
//       the XTypes equivalence hashes (type_object_writer.h): the complete one,
//       the minimal one, and both as Cyclone DDS computes them, where it
//       differs
// Lower-case digits. An alias says less than an id (no defaults, no profile),
// so several schemas may share one.
std::vector<std::string> AliasesOf(const Schema& schema);

// Whether a text has the form of an alias of a known kind, the XTypes
// equivalence hash ("EQUIVALENCE_" and 28 hex digits) among them.
bool IsAliasForm(std::string_view text);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_REGISTRY_SCHEMA_ALIASES_H_
