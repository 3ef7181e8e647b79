// How wide characters and strings look in XCDR1 and in XCDR2, in an op's flags.

#ifndef TRANSCDR_CODEC_PLAN_FORM_PAIR_H_
#define TRANSCDR_CODEC_PLAN_FORM_PAIR_H_

#include <cstdint>

namespace transcdr {

// Form: WcharWidth or WstringForm, whose values fit 4 bits.
template <typename Form>
struct FormPair {
  Form xcdr1{};
  Form xcdr2{};

  constexpr uint8_t Pack() const {
    return static_cast<uint8_t>(static_cast<uint8_t>(xcdr1) |
                                static_cast<uint8_t>(xcdr2) << 4);
  }
  static constexpr FormPair Unpack(uint8_t flags) {
    return {static_cast<Form>(flags & 15), static_cast<Form>(flags >> 4)};
  }
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_FORM_PAIR_H_
