// IEEE 754 binary128, of which a Float128 is the 16 bytes, from numbers of the
// machine.

#ifndef TRANSCDR_CODEC_BASE_FLOAT128_H_
#define TRANSCDR_CODEC_BASE_FLOAT128_H_

#include "codec/base/byte_order.h"

namespace transcdr {

// The binary128 of the same value: always exact, subnormals too. The sign of a
// zero is kept, and so are sign and payload of a NaN.
Float128 Float128FromDouble(double value);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_BASE_FLOAT128_H_
