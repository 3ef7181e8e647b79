// Whether a call should go on.

#ifndef TRANSCDR_SERVER_CALL_CONTROL_H_
#define TRANSCDR_SERVER_CALL_CONTROL_H_

#include <atomic>
#include <chrono>

#include "absl/status/status.h"
#include "codec/base/stop_signal.h"

namespace transcdr {

// Set by gRPC's threads, read by whoever does the work. The deadline has to be
// set before the work starts.
class CallControl final : public StopSignal {
 public:
  using Clock = std::chrono::system_clock;

  explicit CallControl(Clock::time_point deadline) : deadline_(deadline) {}
  CallControl(const CallControl&) = delete;
  CallControl& operator=(const CallControl&) = delete;

  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool is_cancelled() const {
    return cancelled_.load(std::memory_order_relaxed);
  }

  bool ShouldStop() const override { return is_cancelled() || is_late(); }

  // DEADLINE_EXCEEDED, CANCELLED or OK.
  absl::Status Check() const {
    if (is_late()) {
      return absl::DeadlineExceededError("the deadline of the call has passed");
    }
    if (is_cancelled()) return absl::CancelledError("the call was cancelled");
    return absl::OkStatus();
  }

  // What ShouldStop stands for: as Check, but never OK.
  absl::Status WhyStopped() const {
    absl::Status status = Check();
    return status.ok() ? absl::CancelledError("the call was stopped") : status;
  }

 private:
  bool is_late() const { return Clock::now() >= deadline_; }

  const Clock::time_point deadline_;
  std::atomic<bool> cancelled_{false};
};

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_CALL_CONTROL_H_
