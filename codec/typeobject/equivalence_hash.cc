#include "codec/typeobject/equivalence_hash.h"

#include <openssl/evp.h>

#include <cstdlib>

namespace transcdr::typeobject {
namespace {

std::string Md5(std::string_view input, size_t kept) {
  unsigned char digest[EVP_MAX_MD_SIZE] = {};
  unsigned int size = 0;
  // Fails only where the library lacks MD5 altogether: no hash could then be
  // right.
  if (EVP_Digest(input.data(), input.size(), digest, &size, EVP_md5(),
                 nullptr) != 1 ||
      size < kept) {
    std::abort();
  }
  return std::string(reinterpret_cast<const char*>(digest), kept);
}

}  // namespace

std::string EquivalenceHash(std::string_view type_object) {
  return Md5(type_object, kHashSize);
}

std::string NameHash(std::string_view name) { return Md5(name, kNameHashSize); }

}  // namespace transcdr::typeobject
