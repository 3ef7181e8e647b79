// The hash by which ROS 2 names a type: REP 2011, version 1, as rosidl computes
// it. Recordings and discovery carry it, without the type.

#ifndef TRANSCDR_CODEC_SCHEMA_ROS_TYPE_HASH_H_
#define TRANSCDR_CODEC_SCHEMA_ROS_TYPE_HASH_H_

#include <optional>
#include <string>

#include "codec/type/schema.h"

namespace transcdr {

// "RIHS01_" and 64 lower-case hex digits: SHA-256 of the JSON text of the
// root's type description. Names and types of members count; defaults,
// constants, keys, member ids and the wire profile do not, so that schemas with
// different ids may share a hash.
//
// nullopt where rosidl has no such type: one that is not a final struct named
// pkg::msg::Name, pkg::srv::Name or pkg::action::Name; with optional members, a
// base, arrays of several dimensions, collections of collections, maps, enums,
// unions, bitmasks or bitsets. Of a service or an action these are the hashes
// of its messages (X_Request, ...), not that of the whole.
std::optional<std::string> RosTypeHash(const Schema& schema);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_SCHEMA_ROS_TYPE_HASH_H_
