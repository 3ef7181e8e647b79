// Whether payloads of one schema decode under another: what a change of a type
// breaks. The rules, row by row: rules.md.

#ifndef TRANSCDR_CODEC_COMPARE_COMPARE_H_
#define TRANSCDR_CODEC_COMPARE_COMPARE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codec/type/schema.h"

namespace transcdr {

// Between schema a (the older one, say) and schema b.
enum class Verdict : uint8_t {
  kIdentical,  // a value has the same bytes under both
  kBoth,       // payloads of either decode under the other
  kForward,    // payloads of a decode under b
  kBackward,   // payloads of b decode under a
  kBreaking,   // neither
};

// "identical", "both", "forward", "backward", "breaking".
std::string_view VerdictName(Verdict verdict);

// What two verdicts come to: a direction is kept where both have it.
Verdict Combine(Verdict one, Verdict other);

// One thing that changed.
struct Change {
  // The member in documents: "poses[].orientation.w", "table{key}" and
  // "table{}" (a map's key and value), "choice.$discriminator". Empty: the
  // root. A type that is used in many places is judged once: at the place where
  // the change does most harm, the first of equal ones.
  std::string path;
  // The type in which it changed, as a names it; empty: none with a name.
  std::string type_name;
  // What changed, in words: "the type changed".
  std::string message;
  // What was there in a, and what is in b; empty: nothing.
  std::string before;
  std::string after;
  Verdict xcdr1 = Verdict::kIdentical;
  Verdict xcdr2 = Verdict::kIdentical;

  bool operator==(const Change&) const = default;
};

// "path: message: before -> after".
std::string ChangeText(const Change& change);

struct Comparison {
  // In the order of a's text, types as they are first mentioned. At most
  // kMaxChanges; verdicts count all.
  std::vector<Change> changes;
  // How many more there are.
  uint64_t left_out = 0;
  // All changes together.
  Verdict xcdr1 = Verdict::kIdentical;
  Verdict xcdr2 = Verdict::kIdentical;
};

inline constexpr size_t kMaxChanges = 1000;

// Compares by the rules of assignability of XTypes 1.3, 7.2.4, as far as
// payloads go: a verdict promises that every payload that our Encode writes
// under one schema decodes, without strict options, under the other, and that
// members mean the same. Names of types do not count, names of members do where
// they say that something moved. Takes time that is linear in the sizes of the
// schemas, in most cases; recursive types are fine.
Comparison CompareSchemas(const Schema& a, const Schema& b);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_COMPARE_COMPARE_H_
