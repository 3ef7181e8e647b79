// How verdicts are made.

#ifndef TRANSCDR_CODEC_COMPARE_VERDICT_H_
#define TRANSCDR_CODEC_COMPARE_VERDICT_H_

#include "codec/compare/compare.h"

namespace transcdr::compare {

// The verdict where payloads of a decode under b, and of b under a, or not, and
// bytes differ.
inline Verdict Directions(bool forward, bool backward) {
  if (forward) return backward ? Verdict::kBoth : Verdict::kForward;
  return backward ? Verdict::kBackward : Verdict::kBreaking;
}

}  // namespace transcdr::compare

#endif  // TRANSCDR_CODEC_COMPARE_VERDICT_H_
