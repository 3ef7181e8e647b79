// What a source says of a union, and a sink writes.

#ifndef TRANSCDR_CODEC_PLAN_UNION_VALUE_H_
#define TRANSCDR_CODEC_PLAN_UNION_VALUE_H_

#include <cstdint>

#include "codec/plan/tables.h"

namespace transcdr {

struct UnionValue {
  // Booleans 0 and 1, characters as code, enumerators as value, integers as
  // such (uint64_t as its two's complement).
  int64_t discriminator = 0;
  uint32_t selected = UnionInfo::kNoCase;  // the case, or kNoCase
  // False: there is a case, but the source has no member: take the default.
  bool has_member = true;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_UNION_VALUE_H_
