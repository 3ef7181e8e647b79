#include "server/admission.h"

namespace transcdr {

void Admission::Ticket::Add(uint64_t bytes) {
  if (admission_ == nullptr) return;
  admission_->in_flight_.fetch_add(bytes, std::memory_order_relaxed);
  bytes_ += bytes;
}

void Admission::Ticket::Release() {
  if (admission_ == nullptr) return;
  admission_->in_flight_.fetch_sub(bytes_, std::memory_order_relaxed);
  admission_ = nullptr;
  bytes_ = 0;
}

std::optional<Admission::Ticket> Admission::TryAdmit(uint64_t bytes) {
  uint64_t before = in_flight_.load(std::memory_order_relaxed);
  do {
    const bool fits = before <= budget_ && bytes <= budget_ - before;
    if (!fits && before != 0) return std::nullopt;
  } while (!in_flight_.compare_exchange_weak(before, before + bytes,
                                             std::memory_order_relaxed));
  return Ticket(this, bytes);
}

}  // namespace transcdr
