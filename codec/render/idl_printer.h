// A Schema as OMG IDL 4.2: what GetSchema gives back, and what other tools of
// DDS read.

#ifndef TRANSCDR_CODEC_RENDER_IDL_PRINTER_H_
#define TRANSCDR_CODEC_RENDER_IDL_PRINTER_H_

#include <string>

#include "absl/status/statusor.h"
#include "codec/type/schema.h"

namespace transcdr {

// IDL text that ParseIdl (language kOmgIdl) reads as a schema of the same id,
// given the same root type and profile: both are not in the text, a comment on
// its first line names the root. Types come before what uses them, structs and
// unions that are used earlier are announced; every struct and union says its
// extensibility; ids are written where they are not those of the rule.
//
// Aliases are typedefs where IDL has a place for their names, else what they
// stand for; arrays within collections, which IDL cannot write in place, get a
// typedef "Type_partN".
//
// Fails with SCHEMA_UNSUPPORTED where IDL has no words for the schema. Its
// names are at fault then, or labels that are half a surrogate pair: an
// enumerator and a type of one name in one module ("a::E" with a literal X, and
// "a::X"); a type within an enum, bitmask or bitset by its name; names of more
// than 24 parts; a type within a union of which no case has it.
absl::StatusOr<std::string> PrintIdl(const Schema& schema);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_RENDER_IDL_PRINTER_H_
