// How much memory a call takes: operator new of this executable counts.

#ifndef TRANSCDR_TESTS_CORRUPTION_ALLOCATION_COUNT_H_
#define TRANSCDR_TESTS_CORRUPTION_ALLOCATION_COUNT_H_

#include <cstddef>

namespace transcdr {

// Bytes asked for with operator new on this thread since ResetAllocated.
void ResetAllocated();
size_t AllocatedBytes();

// What one translation may allocate: a small multiple of the input, and a
// constant for frames and first windows.
constexpr size_t AllocationBound(size_t input_size) {
  return 64 * input_size + (256 << 10);
}

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_CORRUPTION_ALLOCATION_COUNT_H_
