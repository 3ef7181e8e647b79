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
//
// Computed from the schema alone. Names that its source gave it besides, such
// as the hash of a TypeObject with what a Schema does not keep, are
// Schema::given_aliases.
std::vector<std::string> AliasesOf(const Schema& schema);

// Whether a text has the form of an alias of a known kind: those above, in
// lower case.
bool IsAliasForm(std::string_view text);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_REGISTRY_SCHEMA_ALIASES_H_
