// What the daemon is told: command line flags and environment variables.

#ifndef TRANSCDR_SERVER_CONFIG_H_
#define TRANSCDR_SERVER_CONFIG_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codec/base/limits.h"
#include "codec/registry/schema_registry.h"
#include "server/logging.h"

namespace transcdr {

// The listeners of a daemon that is told none: loopback only.
inline constexpr char kDefaultTcpAddress[] = "127.0.0.1:50051";
inline constexpr char kDefaultUnixAddress[] =
    "unix:/run/transcdr/transcdrd.sock";

// The effective configuration. A value; the defaults are those of the daemon.
struct Config {
  // "HOST:PORT" (port 0: any free one) or "unix:PATH".
  std::vector<std::string> listen = {kDefaultTcpAddress, kDefaultUnixAddress};
  // Nobody asked for `listen`: a Unix socket that cannot be made is left out
  // with a warning.
  bool listen_is_default = true;
  // Gets the bound addresses, one a line, once they serve; empty: none.
  std::string port_file;

  LogFormat log_format = LogFormat::kText;
  LogLevel log_level = spdlog::level::info;

  // Bytes of one request message, a batch as a whole.
  uint64_t max_message_bytes = 64 << 20;
  // Payloads or documents of one batch.
  uint64_t max_batch_items = 65'536;
  // Of one translation. max_output_bytes also bounds all documents or payloads
  // of one response together.
  Limits limits;
  // Of the plan cache and of one schema.
  RegistryLimits registry;
  // Bytes of requests and responses in work at once.
  uint64_t max_in_flight_bytes = 512 << 20;

  // How long calls may go on after SIGTERM.
  std::chrono::milliseconds drain_timeout{10'000};
  // Threads for large payloads and schemas; 0: one a processor.
  uint32_t worker_threads = 0;

  bool operator==(const Config&) const = default;
};

// The effective configuration, a line "flag=value" a flag, without "--"; a
// repeated flag once a value. Durations in milliseconds, sizes in bytes.
std::string ConfigText(const Config& config);

// What the command line asks for.
struct CommandLine {
  enum class Action : uint8_t {
    kServe,
    kPrintConfig,
    kProbe,  // ask probe_address for its health
    kExit,   // print `text`, to stderr when exit_status is not 0, and exit
  };
  Action action = Action::kServe;
  Config config;
  std::string probe_address;
  std::string text;
  int exit_status = 0;
};

// Exit status for a command line that makes no sense.
inline constexpr int kUsageExitStatus = 2;

// Reads the flags, and for those not given the environment (TRANSCDRD_<NAME>).
// Never fails: faults come back as kExit with kUsageExitStatus and a message
// that names the flag and what it wants.
CommandLine ParseCommandLine(int argc, const char* const* argv);

// "0.1.0".
std::string_view VersionText();

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_CONFIG_H_
