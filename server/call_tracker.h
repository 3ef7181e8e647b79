// The calls in flight, for a graceful stop: how many there are, and the streams
// among them that wait for their client.

#ifndef TRANSCDR_SERVER_CALL_TRACKER_H_
#define TRANSCDR_SERVER_CALL_TRACKER_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace transcdr {

// A stream that can be asked to end.
class StoppableStream {
 public:
  virtual ~StoppableStream() = default;
  // Ends the stream if it has waited for its client since `since`. May be
  // called from any thread, at any time.
  virtual void EndIfIdleSince(std::chrono::steady_clock::time_point since) = 0;
};

// Thread-safe.
class CallTracker {
 public:
  CallTracker() = default;
  CallTracker(const CallTracker&) = delete;
  CallTracker& operator=(const CallTracker&) = delete;

  // Counts a call for its own life.
  class Scope {
   public:
    explicit Scope(CallTracker* tracker) : tracker_(*tracker) {
      tracker_.active_.fetch_add(1, std::memory_order_relaxed);
    }
    ~Scope() { tracker_.active_.fetch_sub(1, std::memory_order_release); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    CallTracker& tracker_;
  };

  // Remembers a stream while others hold it.
  void AddStream(const std::weak_ptr<StoppableStream>& stream);
  void EndStreamsIdleSince(std::chrono::steady_clock::time_point since);

  uint64_t active() const { return active_.load(std::memory_order_acquire); }

 private:
  std::atomic<uint64_t> active_{0};
  std::mutex mutex_;
  std::vector<std::weak_ptr<StoppableStream>> streams_;
  // Size of streams_ at which the dead among them are swept out.
  size_t sweep_at_ = 64;
};

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_CALL_TRACKER_H_
