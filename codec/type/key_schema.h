// The schema of what DDS sends to name an instance: the key members alone.
// XTypes 1.3, 7.6.8; RTPS 2.5, 9.6.4.8.

#ifndef TRANSCDR_CODEC_TYPE_KEY_SCHEMA_H_
#define TRANSCDR_CODEC_TYPE_KEY_SCHEMA_H_

#include <optional>

#include "codec/type/schema.h"

namespace transcdr {

enum class KeyForm : uint8_t {
  kPayload,  // as payloads hold it: declared order, the types' extensibility
  kHash,  // as the key hash covers it: by member id, all types final, profile
          // Omg
};

// The schema with the key members of the root alone. Of a nested struct its own
// key members; all of them where it has none. Of a union whose discriminator is
// a key, the discriminator, which is then the only member, "$discriminator", of
// a struct. nullopt when the root has no key: it is a struct without key
// members or a union whose discriminator is none.
std::optional<Schema> KeySchema(const Schema& schema, KeyForm form);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPE_KEY_SCHEMA_H_
