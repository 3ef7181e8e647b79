// The programs that translate the key of a type: the payloads of its instances'
// ends, and what the key hash is made of.

#ifndef TRANSCDR_CODEC_PLAN_KEY_PLAN_H_
#define TRANSCDR_CODEC_PLAN_KEY_PLAN_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "codec/base/limits.h"
#include "codec/plan/format_set.h"
#include "codec/plan/program.h"
#include "codec/type/diagnostic.h"
#include "codec/type/schema.h"

namespace transcdr {

inline constexpr uint32_t kKeyHashSize = 16;  // bytes

struct KeyPlan {
  Program payload;  // KeyForm::kPayload
  // KeyForm::kHash; its input is written in XCDR2, big endian, without an
  // encapsulation header.
  Program hash_input;
  // Whether the hash is the input itself, padded with zeros, since it never has
  // more than kKeyHashSize bytes; else it is the input's MD5.
  bool hash_is_input = false;
};

// nullopt when the root has no key, or when `diagnostics` got errors.
std::optional<KeyPlan> CompileKeyPlan(const Schema& schema,
                                      const FormatSet& formats,
                                      const SchemaLimits& limits,
                                      std::vector<Diagnostic>* diagnostics);

// The most bytes that a value of the root takes in XCDR2, `limit` + 1 for more
// than that and for what has no bound. REQUIRES: limit is small (below 2^16).
uint32_t MaxXcdr2Size(const Schema& schema, uint32_t limit);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_KEY_PLAN_H_
