#include "codec/type/schema_id.h"

#include <openssl/evp.h>

#include <cstdlib>

#include "codec/base/base64.h"
#include "codec/type/canonical_form.h"

namespace transcdr {

SchemaId SchemaId::Of(const Schema& schema) {
  return OfCanonicalForm(CanonicalForm(schema));
}

SchemaId SchemaId::OfCanonicalForm(std::string_view canonical_form) {
  SchemaId id;
  unsigned int size = 0;
  // Fails only where the library lacks SHA-256 altogether: no id could then be
  // right.
  if (EVP_Digest(canonical_form.data(), canonical_form.size(),
                 id.digest_.data(), &size, EVP_sha256(), nullptr) != 1 ||
      size != id.digest_.size()) {
    std::abort();
  }
  return id;
}

std::optional<SchemaId> SchemaId::TryParse(std::string_view text) {
  SchemaId id;
  std::string bytes;
  if (text.size() != 2 * id.digest_.size() || !HexDecode(text, &bytes)) {
    return std::nullopt;
  }
  std::memcpy(id.digest_.data(), bytes.data(), id.digest_.size());
  return id;
}

std::string SchemaId::ToString() const {
  return HexEncode(
      {reinterpret_cast<const char*>(digest_.data()), digest_.size()});
}

}  // namespace transcdr
