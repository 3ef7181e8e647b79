// The daemon as an object: listeners, services, health, reflection; start,
// drain, stop.

#ifndef TRANSCDR_SERVER_SERVER_H_
#define TRANSCDR_SERVER_SERVER_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/codec_service.h"
#include "server/config.h"
#include "server/listeners.h"
#include "server/schema_service.h"
#include "server/serving_state.h"

namespace transcdr {

// How long a stream may wait for its client once the daemon drains.
inline constexpr std::chrono::milliseconds kIdleStreamGrace{500};

// A running daemon. Several may live in one process (tests do that).
class Server {
 public:
  // Binds every listener, serves, and writes the port file. Fails, with a
  // message that names the address, when a listener cannot be made; a Unix
  // socket that is there by default only is left out with a warning instead.
  static absl::StatusOr<std::unique_ptr<Server>> Start(Config config);

  // Drains.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Stops gracefully; returns when nothing runs any more:
  // 1. health says NOT_SERVING, listeners close, new calls are refused;
  // 2. calls and batches that run go on for at most config.drain_timeout;
  //    streams go on while their clients send, and end with UNAVAILABLE when
  //    they waited for kIdleStreamGrace;
  // 3. what is left is cancelled (health watches and reflection as soon as
  //    nothing else runs); Unix sockets and the port file are removed.
  // May be called again, from one thread at a time.
  void Drain();

  // What is bound, in the order of config.listen, with real port numbers.
  const std::vector<std::string>& addresses() const { return addresses_; }
  ServingState& state() { return state_; }
  // For clients in the same process.
  grpc::Server& grpc_server() { return *server_; }

 private:
  explicit Server(Config config);
  absl::Status Listen();

  ServingState state_;
  CodecServiceImpl codec_service_;
  SchemaServiceImpl schema_service_;
  std::unique_ptr<grpc::Server> server_;
  std::vector<ListenAddress> bound_;
  std::vector<std::string> addresses_;
};

// Raises the soft limit of open files to the hard one; every connection is a
// file. gRPC 1.51 stops accepting for ever on a listener that once ran out of
// them (CVE-2023-4785), so the limit must not be reached.
void RaiseFileLimit();

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_SERVER_H_
