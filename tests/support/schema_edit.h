// Schemas taken apart, changed and put together again.

#ifndef TRANSCDR_TESTS_SUPPORT_SCHEMA_EDIT_H_
#define TRANSCDR_TESTS_SUPPORT_SCHEMA_EDIT_H_

#include <optional>
#include <string>
#include <vector>

#include "codec/type/diagnostic.h"
#include "codec/type/schema.h"
#include "tests/support/random.h"

namespace transcdr {

// The types of a schema: indexes are positions in `types`. Names may be
// changed, types appended; types that nothing mentions fall out.
struct SchemaParts {
  std::vector<TypeDescriptor> types;
  TypeIndex root = 0;
  WireProfile profile;
};

SchemaParts TakeApart(const Schema& schema);

// nullopt: what TypeBuilder says is in `diagnostics`, which may be nullptr.
std::optional<Schema> PutTogether(
    const SchemaParts& parts, std::vector<Diagnostic>* diagnostics = nullptr);

// Adds at random what RandomSchema leaves out and documents do not show: every
// extensibility, ids, keys, optional and must_understand members, defaults of
// every kind, default literals, discriminators that are keys, recursion, names
// that are keywords, types within types. The result may be of no use to the
// codec; it is a Schema.
Schema Decorate(const Schema& schema, Random& random);

// A default that fits the type; nullopt: it can have none.
std::optional<Literal> RandomDefault(const SchemaParts& parts, TypeIndex type,
                                     Random& random);

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_SUPPORT_SCHEMA_EDIT_H_
