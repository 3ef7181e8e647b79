// A schema at random with payloads for it. Input: seed of the schema (4 bytes),
// mapping, flags (bit 0 JSON, 1 strict, 2 key-only where there is a key, 3 key
// hash), payload.

#include "tests/fuzz/fuzz_input.h"
#include "tests/support/schema_builder.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace transcdr;
  fuzz::Input input(data, size);
  Random random(input.Word());
  const Plan plan = CompileOrDie(RandomSchema(random));
  DecodeOptions options;
  options.mapping = fuzz::MappingOf(input.Byte());
  const uint8_t flags = input.Byte();
  options.format = static_cast<DocumentFormat>(flags & 1);
  options.wire.strict = (flags & 2) != 0;
  options.key_only = (flags & 4) != 0 && plan->key() != nullptr;
  options.want_key_hash = (flags & 8) != 0 && plan->key() != nullptr;
  options.limits = fuzz::FuzzLimits();
  fuzz::CheckDecode(*plan, input.Rest(), options);
  return 0;
}
