// XTypes TypeObjects, as DDS discovery carries them, to types.

#ifndef TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_FRONTEND_H_
#define TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_FRONTEND_H_

#include <optional>
#include <vector>

#include "codec/base/limits.h"
#include "codec/schema/schema_source.h"
#include "codec/type/diagnostic.h"
#include "codec/type/schema.h"
#include "codec/type/wire_profile.h"

namespace transcdr {

// Builds a schema of a CompleteTypeObject and those that it uses.
//
// source.text: the TypeObject of the root in XCDR2, with or without
// encapsulation header (without: little endian). source.files: the others, each
// one a TypeObject, found by its equivalence hash, or a
// sequence<TypeIdentifierTypeObjectPair> (the reply to getTypes, little endian,
// no header), found by the identifiers in it as well. Types in cycles have no
// hash of their own and need the latter. The names of files are not used.
// source.root_type may be empty; else it is the name in source.text, which
// otherwise is an error.
//
// The schema's given_aliases are the names that the root goes by where the
// bytes come from, whatever of them a Schema keeps (@nested, @external,
// annotations of users, ...): the equivalence hash of the bytes, and that of
// pairs that hold the same bytes, which are taken at their word. Of a strongly
// connected component, the hash where it has one type, which holds itself; a
// type of a larger one has none that would name it alone.
//
// What TypeObjects do not tell: defaults of members, the base of a bitset
// (its fields are there), @default of anything but literals. Annotations of
// users, units, ranges and verbatim text are left out.
//
// Locations are "type_object", "dependency 1", "dependency 1, pair 0" in place
// of files, without line; dependencies count from 1. Reports every fault at
// once, and the hashes of all dependencies that are missing. Collections
// without a name are in each other at most 16 deep.
//
// Returns nullopt when `diagnostics` holds an error.
std::optional<Schema> ParseTypeObject(const SchemaSource& source,
                                      WireProfile profile,
                                      const SchemaLimits& limits,
                                      std::vector<Diagnostic>* diagnostics);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_FRONTEND_H_
