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

// The flags of enums and bitmasks, which the standard leaves unused.
enum class EnumFlags : uint8_t {
  kNone,   // 0: the standard
  kFinal,  // as final types: Cyclone DDS
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
// any differs from what its vendor computes. Minimal forms are without most.
//
// nullopt where there are none: types in a cycle (whose hashes the standard
// makes of all of them together, which is not done here), collections without
// a name in each other more than 16 deep, names of more than 256 bytes, labels
// of more than 32 bits.
std::optional<std::vector<WrittenTypeObject>> WriteTypeObjects(
    const Schema& schema, TypeObjectForm form,
    EnumFlags enum_flags = EnumFlags::kNone);

struct EquivalenceHashes {
  std::string complete;  // 14 bytes
  std::string minimal;   // 14 bytes

  bool operator==(const EquivalenceHashes&) const = default;
};

// The equivalence hashes of the root; nullopt as above. Where the root reaches
// an enum or bitmask, the two values of enum_flags give different hashes.
std::optional<EquivalenceHashes> ComputeEquivalenceHashes(
    const Schema& schema, EnumFlags enum_flags = EnumFlags::kNone);

// "EQUIVALENCE_" and 28 hex digits (lower case): the name that a schema goes by
// besides its id. Either hash of a schema is one.
std::string EquivalenceAlias(std::string_view hash);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_WRITER_H_
