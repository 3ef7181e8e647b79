// Addresses to listen on, Unix socket files, and the port file.

#ifndef TRANSCDR_SERVER_LISTENERS_H_
#define TRANSCDR_SERVER_LISTENERS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace transcdr {

// An address of --listen: "HOST:PORT", "[IPV6]:PORT" or "unix:PATH".
struct ListenAddress {
  bool is_unix = false;
  std::string path;   // is_unix
  std::string host;   // else; IPv6 in brackets
  uint16_t port = 0;  // else; 0: any free one

  // Fails with a message that says what is wrong, without the text itself.
  static absl::StatusOr<ListenAddress> Parse(std::string_view text);
  // As gRPC and --listen write it.
  std::string ToString() const;

  bool operator==(const ListenAddress&) const = default;
};

// Makes way for a Unix socket at `path`: removes a socket file on which nobody
// listens. Fails when a daemon listens there, or when the path holds something
// else or cannot be used. Does not bind: two daemons that start at the same
// moment can both get this far.
absl::Status PrepareUnixSocket(const std::string& path);

// Tries to bind a TCP address and says why that fails ("Address already in
// use"), in words; for the message after gRPC, which does not tell, failed to.
std::string WhyNotBound(const ListenAddress& address);

// Writes the addresses, one a line, so that a reader sees all or nothing: a
// temporary file in the same folder is renamed to `path`.
absl::Status WritePortFile(const std::string& path,
                           const std::vector<std::string>& addresses);

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_LISTENERS_H_
