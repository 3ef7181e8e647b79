#include "codec/transcode/key_hash.h"

#include <openssl/evp.h>

#include <cstdlib>

#include "codec/base/output_buffer.h"
#include "codec/document/msgpack_tokens.h"
#include "codec/transcode/pairs.h"

namespace transcdr {
namespace {

std::string Md5(std::string_view bytes) {
  std::string digest(EVP_MAX_MD_SIZE, '\0');
  unsigned int size = 0;
  // Fails only where the library lacks MD5 altogether: no hash could be right.
  if (EVP_Digest(bytes.data(), bytes.size(),
                 reinterpret_cast<unsigned char*>(digest.data()), &size,
                 EVP_md5(), nullptr) != 1 ||
      size != kKeyHashSize) {
    std::abort();
  }
  digest.resize(size);
  return digest;
}

}  // namespace

MappingOptions KeyHashMapping() {
  MappingOptions mapping;
  mapping.invalid_utf8_policy = InvalidUtf8Policy::kBytes;
  mapping.unknown_members_policy = UnknownMembersPolicy::kIgnore;
  return mapping;
}

bool ComputeKeyHash(const KeyPlan& key, std::string_view document,
                    TranscodeScratch::State& state, std::string* hash) {
  EncodeOptions options;
  options.mapping = KeyHashMapping();
  options.limits = state.limits;
  // The types of a hash's input are final, and its profile is the
  // specification's: KeyForm::kHash.
  static const TypeDescriptor kRoot;
  static constexpr WireProfile kProfile = WireProfile::Omg();
  std::string input;
  OutputBuffer out(&input, options.limits.max_output_bytes);
  if (!RunEncode<MsgpackTokens, std::endian::big, XcdrVersion::k2>(
          {key.hash_input, kProfile, kRoot}, document, options, state, &out)) {
    return false;
  }
  if (!out.Finish()) {
    state.fault = {.reason = FaultReason::kLimitExceeded,
                   .what = "output bytes",
                   .expected_number = static_cast<int64_t>(out.max_bytes()),
                   .limit_name = "max_output_bytes"};
    return false;
  }
  // Neither the encapsulation header nor the padding that it counts.
  const size_t padding = input[kEncapsulationSize - 1] & 3;
  input.resize(input.size() - padding);
  input.erase(0, kEncapsulationSize);
  if (!key.hash_is_input) {
    *hash = Md5(input);
    return true;
  }
  input.resize(kKeyHashSize, '\0');
  *hash = std::move(input);
  return true;
}

}  // namespace transcdr
