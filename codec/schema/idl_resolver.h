// The syntax tree of IDL to types: names looked up, constants evaluated,
// annotations applied.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_RESOLVER_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_RESOLVER_H_

#include <memory>
#include <string>
#include <vector>

#include "codec/base/limits.h"
#include "codec/schema/idl_ast.h"
#include "codec/schema/idl_parser.h"
#include "codec/schema/idl_sources.h"
#include "codec/type/type_builder.h"
#include "codec/type/type_descriptor.h"

namespace transcdr::idl {

// Adds every type of the trees to `builder`, and reports every fault.
//
// Dialect::kRos: all types are final; a struct with nothing but rosidl's member
// structure_needs_at_least_one_member has no members.
// Constants are checked and then forgotten, members with @non_serialized are
// left out: neither is part of a Schema.
//
// Returns the type to take as root where the caller names none: the only one
// with @topic, else the only struct or union without @nested that no other one
// uses; empty where no annotation decides it, which leaves it to TypeBuilder.
std::string ResolveIdl(
    const std::vector<std::unique_ptr<Declaration>>& declarations,
    Dialect dialect, Extensibility default_extensibility,
    const SchemaLimits& limits, Reporter& reporter, TypeBuilder& builder);

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_RESOLVER_H_
