// Schemas to XTypes TypeObjects and their equivalence hashes.

#ifndef TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_WRITER_H_
#define TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_WRITER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/type/schema.h"

namespace transcdr {

enum class TypeObjectForm : uint8_t {
  kComplete,  // with names: what ParseTypeObject takes
  kMinimal,   // hashes of member names: what assignability needs
};

// Which flags are set: vendors differ, and so do their hashes then.
enum class TypeObjectHabits : uint8_t {
  kStandard,
  // Enums and bitmasks, whose flags are unused, are marked final; minimal forms
  // have all flags that complete ones have.
  kCyclone,
};

struct WrittenTypeObject {
  std::string name;  // of the type
  std::string hash;  // 14 bytes: the equivalence hash
  // XCDR2, little endian, without encapsulation header.
  std::string bytes;
};

// The TypeObjects of the named types that a schema holds, each behind those
// that it uses, the root last. Members' defaults, @nested, @autoid, @external,
// @try_construct and users' annotations are not in a Schema: complete forms
// have the standard's defaults for them, so that the hash of a type that has
// any differs from what its vendor computes (a schema that was read from the
// vendor's TypeObject has that in given_aliases). Minimal forms are without
// most.
//
// nullopt where there are none: types in a cycle (whose hashes the standard
// makes of all of them together, which is not done here), collections without
// a name in each other more than 16 deep, names of more than 256 bytes, labels
// of more than 32 bits.
std::optional<std::vector<WrittenTypeObject>> WriteTypeObjects(
    const Schema& schema, TypeObjectForm form,
    TypeObjectHabits habits = TypeObjectHabits::kStandard);

struct EquivalenceHashes {
  std::string complete;  // 14 bytes
  std::string minimal;   // 14 bytes

  bool operator==(const EquivalenceHashes&) const = default;
};

// The equivalence hashes of the root; nullopt as above. The habits make a
// difference where it reaches an enum, a bitmask or a union with a default.
std::optional<EquivalenceHashes> ComputeEquivalenceHashes(
    const Schema& schema,
    TypeObjectHabits habits = TypeObjectHabits::kStandard);

// "EQUIVALENCE_" and 28 hex digits (lower case): the name that a schema goes by
// besides its id. Either hash of a schema is one.
std::string EquivalenceAlias(std::string_view hash);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_WRITER_H_
