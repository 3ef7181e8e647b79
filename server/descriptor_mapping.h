// The structured schema language (transcdr/v1/type_descriptor.proto) to the
// type model and back.

#ifndef TRANSCDR_SERVER_DESCRIPTOR_MAPPING_H_
#define TRANSCDR_SERVER_DESCRIPTOR_MAPPING_H_

#include "codec/type/schema.h"
#include "codec/type/type_builder.h"
#include "transcdr/v1/type_descriptor.pb.h"

namespace transcdr {

// Adds every type of `set` to `builder`, and a diagnostic for each thing that
// the proto cannot express wrongly without the builder noticing: a kind, type,
// element or value that is not set, an enum value that this release does not
// know, references nested deeper than 64. All else is the builder's to check.
// Locations have the path of the field as file ("types[3].members[2]") and no
// line.
void ReadDescriptors(const v1::TypeDescriptorSet& set, TypeBuilder* builder);

// All named types of the schema, root first, with every id, value, position and
// holder explicit. Reading them, with the schema's root_name() and profile,
// gives an equal schema, and so the same id.
v1::TypeDescriptorSet WriteDescriptors(const Schema& schema);

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_DESCRIPTOR_MAPPING_H_
