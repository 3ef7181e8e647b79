#include "codec/compare/verdict.h"

#include "codec/type/message_text.h"

namespace transcdr {
namespace {

using message_text::Concat;

constexpr Verdict kSame = Verdict::kIdentical;
constexpr Verdict kBoth = Verdict::kBoth;
constexpr Verdict kForward = Verdict::kForward;
constexpr Verdict kBackward = Verdict::kBackward;

bool HasForward(Verdict verdict) {
  return verdict == kSame || verdict == kBoth || verdict == kForward;
}
bool HasBackward(Verdict verdict) {
  return verdict == kSame || verdict == kBoth || verdict == kBackward;
}

}  // namespace

std::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kIdentical:
      return "identical";
    case Verdict::kBoth:
      return "both";
    case Verdict::kForward:
      return "forward";
    case Verdict::kBackward:
      return "backward";
    case Verdict::kBreaking:
      return "breaking";
  }
  return "";
}

Verdict Combine(Verdict one, Verdict other) {
  if (one == Verdict::kIdentical) return other;
  if (other == Verdict::kIdentical) return one;
  return compare::Directions(HasForward(one) && HasForward(other),
                             HasBackward(one) && HasBackward(other));
}

std::string ChangeText(const Change& change) {
  std::string text = Concat(change.path.empty() ? "(root)" : change.path, ": ",
                            change.message);
  if (!change.before.empty() && !change.after.empty()) {
    return Concat(text, ": ", change.before, " -> ", change.after);
  }
  if (!change.before.empty()) return Concat(text, ": ", change.before);
  if (!change.after.empty()) return Concat(text, ": ", change.after);
  return text;
}

}  // namespace transcdr
