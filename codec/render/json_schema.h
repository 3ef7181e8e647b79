// A Schema as JSON Schema of its documents.

#ifndef TRANSCDR_CODEC_RENDER_JSON_SCHEMA_H_
#define TRANSCDR_CODEC_RENDER_JSON_SCHEMA_H_

#include <string>

#include "codec/type/schema.h"

namespace transcdr {

// JSON Schema (draft 2020-12) of the JSON that Decode gives under the default
// mapping (codec/document/mapping.md), one line a named type. Each is in
// "$defs" under its full name ("a::b::C"); aliases are what they stand for;
// collections more than four deep have an entry of their own, "#12".
//
// It is exact where JSON Schema can be: ranges, bounds, names, which member
// goes with which discriminator. Encode takes more (members that are missing,
// in other forms: see mapping.md): all members but optional ones are
// "required", for Decode gives them always. Text is bounded in characters, of
// which there are never more than the bytes or units that a schema counts.
std::string PrintJsonSchema(const Schema& schema);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_RENDER_JSON_SCHEMA_H_
