// Representative types with a document each: what corruption tests and fuzzers
// begin with.

#ifndef TRANSCDR_TESTS_SUPPORT_SAMPLES_H_
#define TRANSCDR_TESTS_SUPPORT_SAMPLES_H_

#include <string>
#include <vector>

#include "tests/support/schema_builder.h"

namespace transcdr {

struct Sample {
  std::string name;
  Plan plan;
  std::string json;
};

// Some twenty, of every kind of type. Made once.
const std::vector<Sample>& Samples();

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_SUPPORT_SAMPLES_H_
