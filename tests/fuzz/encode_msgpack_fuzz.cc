// MessagePack documents of the sample schemas. Input: sample, mapping, flags
// (bit 0 big endian), document.

#include "tests/fuzz/fuzz_input.h"
#include "tests/support/samples.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace transcdr;
  fuzz::Input input(data, size);
  const Sample& sample = Samples()[input.Byte() % Samples().size()];
  EncodeOptions options = EncodeOptionsOf(sample, DocumentFormat::kMessagePack);
  options.mapping = fuzz::MappingOf(input.Byte());
  options.order =
      (input.Byte() & 1) != 0 ? std::endian::big : std::endian::little;
  options.limits = fuzz::FuzzLimits();
  fuzz::CheckEncode(*sample.plan, input.Rest(), options);
  return 0;
}
