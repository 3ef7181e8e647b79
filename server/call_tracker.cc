#include "server/call_tracker.h"

#include <algorithm>

namespace transcdr {

void CallTracker::AddStream(const std::weak_ptr<StoppableStream>& stream) {
  const std::lock_guard lock(mutex_);
  if (streams_.size() >= sweep_at_) {
    std::erase_if(streams_, [](const auto& one) { return one.expired(); });
    // Sweeping costs as much as was added since the last time.
    sweep_at_ = std::max<size_t>(64, 2 * streams_.size());
  }
  streams_.push_back(stream);
}

void CallTracker::EndStreamsIdleSince(
    std::chrono::steady_clock::time_point since) {
  std::vector<std::shared_ptr<StoppableStream>> alive;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& one : streams_) {
      if (auto stream = one.lock()) alive.push_back(std::move(stream));
    }
  }
  // Without the lock: ending a stream calls into gRPC.
  for (const auto& stream : alive) stream->EndIfIdleSince(since);
}

}  // namespace transcdr
