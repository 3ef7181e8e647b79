#include "tests/corruption/allocation_count.h"

#include <cstdlib>
#include <new>

namespace transcdr {
namespace {

thread_local size_t allocated_bytes = 0;

void* Allocate(size_t size) {
  allocated_bytes += size;
  // malloc is what sanitizers watch.
  void* block = std::malloc(size > 0 ? size : 1);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

}  // namespace

void ResetAllocated() { allocated_bytes = 0; }
size_t AllocatedBytes() { return allocated_bytes; }

}  // namespace transcdr

void* operator new(size_t size) { return transcdr::Allocate(size); }
void* operator new[](size_t size) { return transcdr::Allocate(size); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, size_t) noexcept { std::free(block); }
void operator delete[](void* block, size_t) noexcept { std::free(block); }
