// Schemas, values and options at random.

#ifndef TRANSCDR_TESTS_SUPPORT_RANDOM_SCHEMA_H_
#define TRANSCDR_TESTS_SUPPORT_RANDOM_SCHEMA_H_

#include "codec/document/mapping_options.h"
#include "codec/type/schema.h"
#include "codec/wire/wire_options.h"
#include "tests/support/random.h"
#include "tests/support/reference_codec.h"

namespace transcdr {

// A schema named "r::Root" of every kind that the codec translates: nesting,
// bounds, unions with every discriminator kind, maps, bitsets, arrays of many
// dimensions, inheritance, aliases, optional and key members, every
// extensibility, every WireProfile. Not recursive.
Schema RandomSchema(Random& random);

// What values are allowed to hold, so that a document can give them back.
struct ValueRules {
  // Else NaN is the one that readers of text give, ...
  bool any_nan = true;
  // ... or there is nothing but finite numbers.
  bool non_finite = true;
  // Bytes that are not UTF-8 in strings.
  bool invalid_utf8 = false;
  // Halves of surrogate pairs in wide strings and characters.
  bool lone_surrogates = false;
  // Bitmasks have only bits that have names.
  bool named_flags_only = false;
  // Enumerations, those of discriminators too, have only values with names.
  bool named_literals_only = false;
  // Map keys that are equal.
  bool duplicate_keys = false;
};

reference::Value RandomValue(const Schema& schema, Random& random,
                             const ValueRules& rules);

// Each option at random.
MappingOptions RandomMapping(Random& random);
WireOptions RandomWireOptions(Random& random);

// What a value may hold so that `mapping` loses nothing.
ValueRules LosslessRules(DocumentFormat format, const MappingOptions& mapping);

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_SUPPORT_RANDOM_SCHEMA_H_
