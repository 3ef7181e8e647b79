// Payloads of the sample schemas. Input: sample, mapping, flags (bit 0 JSON, 1
// strict, 2 bounds ignored, 3 booleans 0 and 1 only, 4 key hash; key-only
// payloads: the sample says so), payload.

#include "tests/fuzz/fuzz_input.h"
#include "tests/support/samples.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace transcdr;
  fuzz::Input input(data, size);
  const Sample& sample = Samples()[input.Byte() % Samples().size()];
  DecodeOptions options;
  options.mapping = fuzz::MappingOf(input.Byte());
  const uint8_t flags = input.Byte();
  options.format = static_cast<DocumentFormat>(flags & 1);
  options.wire.strict = (flags & 2) != 0;
  options.wire.bounds_policy = static_cast<BoundsPolicy>(flags >> 2 & 1);
  options.wire.lenient_booleans = (flags & 8) == 0;
  options.key_only = sample.key_only;
  options.want_key_hash = (flags & 16) != 0 && sample.plan->key() != nullptr;
  options.limits = fuzz::FuzzLimits();
  fuzz::CheckDecode(*sample.plan, input.Rest(), options);
  return 0;
}
