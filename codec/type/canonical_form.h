// The canonical text of a Schema: equal for equal types, whichever language
// described them. Normative: a schema's id is its digest (schema_id.h).

#ifndef TRANSCDR_CODEC_TYPE_CANONICAL_FORM_H_
#define TRANSCDR_CODEC_TYPE_CANONICAL_FORM_H_

#include <cstdint>
#include <string>

#include "codec/type/schema.h"

namespace transcdr {

// One line a type, members indented, in order of first mention from the root;
// begins with "transcdr schema 1". Holds whatever decides a translation: names,
// kinds, extensibility, ids, flags, bounds, defaults, values, the profile.
// Leaves out what does not: aliases (resolved), constants, comments, locations,
// types that the root does not reach. The grammar is in the .cc file.
std::string CanonicalForm(const Schema& schema);

// Some bytes more than CanonicalForm(schema) takes, defaults not counted,
// saturating. Found without writing it: collections used many times over can
// make it far longer than what described the schema.
uint64_t CanonicalFormSizeEstimate(const Schema& schema);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPE_CANONICAL_FORM_H_
