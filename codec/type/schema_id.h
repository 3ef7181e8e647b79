// The name of a schema: SHA-256 of its canonical form.

#ifndef TRANSCDR_CODEC_TYPE_SCHEMA_ID_H_
#define TRANSCDR_CODEC_TYPE_SCHEMA_ID_H_

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace transcdr {

class Schema;

// A value: comparable, ordered, hashable (absl::Hash), 32 bytes.
class SchemaId {
 public:
  SchemaId() = default;

  // The id of a schema: digest of CanonicalForm(schema).
  static SchemaId Of(const Schema& schema);
  // The digest of a canonical form at hand.
  static SchemaId OfCanonicalForm(std::string_view canonical_form);
  // From 64 hex digits (either case); nullopt for anything else.
  static std::optional<SchemaId> TryParse(std::string_view text);

  // 64 lower-case hex digits.
  std::string ToString() const;

  auto operator<=>(const SchemaId&) const = default;

  template <typename H>
  friend H AbslHashValue(H state, const SchemaId& id) {
    uint64_t prefix;  // the digest is uniform: eight bytes of it are a hash
    static_assert(sizeof(prefix) <= sizeof(id.digest_));
    std::memcpy(&prefix, id.digest_.data(), sizeof(prefix));
    return H::combine(std::move(state), prefix);
  }

 private:
  std::array<uint8_t, 32> digest_{};
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPE_SCHEMA_ID_H_
