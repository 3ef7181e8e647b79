// --probe: asks a daemon for its health, so that containers need no second
// binary.

#ifndef TRANSCDR_SERVER_HEALTH_PROBE_H_
#define TRANSCDR_SERVER_HEALTH_PROBE_H_

#include <chrono>
#include <string>

namespace transcdr {

inline constexpr std::chrono::seconds kProbeTimeout{3};

struct ProbeResult {
  bool is_serving = false;
  // One line for people: "SERVING", "NOT_SERVING", or what went wrong.
  std::string text;
};

// Asks grpc.health.v1 at `address` ("127.0.0.1:50051", "unix:/path") about the
// whole daemon; takes at most `timeout`.
ProbeResult ProbeHealth(const std::string& address,
                        std::chrono::milliseconds timeout = kProbeTimeout);

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_HEALTH_PROBE_H_
