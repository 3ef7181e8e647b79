// What two wire profiles write differently, where the types are the same.

#ifndef TRANSCDR_CODEC_COMPARE_COMPARE_PROFILES_H_
#define TRANSCDR_CODEC_COMPARE_COMPARE_PROFILES_H_

#include <string_view>
#include <vector>

#include "codec/type/schema.h"

namespace transcdr::compare {

struct WireDifference {
  std::string_view what;  // "wide strings"
  bool in_xcdr1 = false;
  bool in_xcdr2 = false;
};

// At a use of a type that has no name. REQUIRES: the two are of one kind.
WireDifference DifferenceAtUse(const Schema& a, TypeIndex a_type,
                               const Schema& b);

// Behind the optional members of a struct with these members.
WireDifference DifferenceAtOptionals(const Schema& a, const Schema& b,
                                     const std::vector<const Member*>& members);

// Before every value.
std::vector<WireDifference> DifferencesAtRoot(const Schema& a, const Schema& b);

}  // namespace transcdr::compare

#endif  // TRANSCDR_CODEC_COMPARE_COMPARE_PROFILES_H_
