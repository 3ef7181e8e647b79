// The x87 extended format that Fast CDR writes for a long double on x86, and
// the IEEE 754 binary128 that the specification and documents have.

#ifndef TRANSCDR_CODEC_WIRE_LONG_DOUBLE_H_
#define TRANSCDR_CODEC_WIRE_LONG_DOUBLE_H_

#include "codec/base/byte_order.h"

namespace transcdr {

// Turns the 10 low bytes, an x87 number, into the binary128 of the same value:
// always exact. The other 6 bytes are ignored. False for what the x87 calls
// unsupported: unnormals, pseudo-infinities, pseudo-NaNs.
bool Binary128FromX87(Float128* value);

// Turns a binary128 into the x87 number of the same value, the 6 high bytes 0.
// False, with `value` as it was, when the 64 bits of the x87's significand
// cannot hold it.
bool X87FromBinary128(Float128* value);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_WIRE_LONG_DOUBLE_H_
