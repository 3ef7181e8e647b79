// Representative types with a document each: what corruption tests and fuzzers
// begin with.

#ifndef TRANSCDR_TESTS_SUPPORT_SAMPLES_H_
#define TRANSCDR_TESTS_SUPPORT_SAMPLES_H_

#include <bit>
#include <string>
#include <vector>

#include "codec/transcode/options.h"
#include "tests/support/schema_builder.h"

namespace transcdr {

struct Sample {
  std::string name;
  Plan plan;
  std::string json;
  Representation representation = Representation::kXcdr1;
  bool key_only = false;
  // Headers of members or of bodies: what is wrong may be no member's.
  bool is_framed = false;
  // The payload may end behind any member: an appendable root in XCDR1.
  bool may_end_early = false;
};

// Some forty, of every kind of type. Made once.
const std::vector<Sample>& Samples();

// What makes Encode write the sample's kind of payload, and Decode read it.
EncodeOptions EncodeOptionsOf(const Sample& sample, DocumentFormat format,
                              std::endian order = std::endian::little);
DecodeOptions DecodeOptionsOf(const Sample& sample, DocumentFormat format);
// The sample's payload; "" and a test failure where there is none.
std::string PayloadOf(const Sample& sample,
                      std::endian order = std::endian::little);

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_SUPPORT_SAMPLES_H_
