// What all services share.

#ifndef TRANSCDR_SERVER_SERVING_STATE_H_
#define TRANSCDR_SERVER_SERVING_STATE_H_

#include <algorithm>
#include <asio/thread_pool.hpp>
#include <cstddef>
#include <thread>
#include <utility>

#include "codec/registry/schema_registry.h"
#include "server/admission.h"
#include "server/call_tracker.h"
#include "server/config.h"

namespace transcdr {

// Requests from this size on are parsed and translated by the workers, so that
// an image does not hold up the threads on which gRPC delivers small calls.
// Below it the way to another thread would cost more than the work.
inline constexpr size_t kWorkerBytes = 64 << 10;

// Owned by Server; outlives every call.
struct ServingState {
  explicit ServingState(Config configuration)
      : config(std::move(configuration)),
        registry(config.registry),
        admission(config.max_in_flight_bytes),
        workers(config.worker_threads != 0
                    ? config.worker_threads
                    : std::max(1u, std::thread::hardware_concurrency())) {}

  const Config config;
  SchemaRegistry registry;
  Admission admission;
  CallTracker calls;
  asio::thread_pool workers;
};

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_SERVING_STATE_H_
