// The names that TypeObjects go by: XTypes 1.3, 7.3.4.

#ifndef TRANSCDR_CODEC_TYPEOBJECT_EQUIVALENCE_HASH_H_
#define TRANSCDR_CODEC_TYPEOBJECT_EQUIVALENCE_HASH_H_

#include <string>
#include <string_view>

namespace transcdr::typeobject {

inline constexpr size_t kHashSize = 14;
inline constexpr size_t kNameHashSize = 4;

// The first 14 bytes of the MD5 of a serialized TypeObject (XCDR2, little
// endian, no encapsulation header, no padding behind).
std::string EquivalenceHash(std::string_view type_object);
// The first 4 bytes of the MD5 of a member's name.
std::string NameHash(std::string_view name);

}  // namespace transcdr::typeobject

#endif  // TRANSCDR_CODEC_TYPEOBJECT_EQUIVALENCE_HASH_H_
