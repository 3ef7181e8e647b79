// The budget of bytes in work: what bounds the daemon's memory under load.

#ifndef TRANSCDR_SERVER_ADMISSION_H_
#define TRANSCDR_SERVER_ADMISSION_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

namespace transcdr {

// Counts bytes, not calls: a thousand small calls weigh what one image does.
// Thread-safe.
class Admission {
 public:
  // At most `budget` bytes in work at once.
  explicit Admission(uint64_t budget) : budget_(budget) {}
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  // Bytes of the budget; they come back when it is destroyed or released. Must
  // not outlive its Admission.
  class Ticket {
   public:
    Ticket() = default;
    Ticket(Ticket&& other) noexcept
        : admission_(std::exchange(other.admission_, nullptr)),
          bytes_(std::exchange(other.bytes_, 0)) {}
    Ticket& operator=(Ticket&& other) noexcept {
      if (this != &other) {
        Release();
        admission_ = std::exchange(other.admission_, nullptr);
        bytes_ = std::exchange(other.bytes_, 0);
      }
      return *this;
    }
    ~Ticket() { Release(); }

    // Counts `bytes` more, whether they fit or not: what was written because of
    // an admitted request has to be held anyway, but keeps others out. Does
    // nothing for a ticket that holds no place.
    void Add(uint64_t bytes);
    // Gives everything back. May be called again.
    void Release();

   private:
    friend class Admission;
    Ticket(Admission* admission, uint64_t bytes)
        : admission_(admission), bytes_(bytes) {}

    Admission* admission_ = nullptr;
    uint64_t bytes_ = 0;
  };

  // Takes `bytes` from the budget; nullopt when they do not fit. What does not
  // fit at all is let in while nothing else is in work, so that a request that
  // is within the other limits succeeds some time.
  std::optional<Ticket> TryAdmit(uint64_t bytes);

  uint64_t budget() const { return budget_; }
  uint64_t in_flight() const {
    return in_flight_.load(std::memory_order_relaxed);
  }

 private:
  const uint64_t budget_;
  std::atomic<uint64_t> in_flight_{0};
};

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_ADMISSION_H_
