// How a run of transcdr ends. Scripts rely on these numbers: README.md and
// --help list them.

#ifndef TRANSCDR_CLIENTS_CLI_EXIT_CODE_H_
#define TRANSCDR_CLIENTS_CLI_EXIT_CODE_H_

namespace transcdr::cli {

enum class ExitCode : int {
  kOk = 0,
  // The schema, the payload or the document is wrong, or too large.
  kFailed = 1,
  // The command line is wrong, or a file cannot be read or written.
  kUsage = 2,
  // No answer from the daemon: not running, busy, or the time is up.
  kUnavailable = 3,
  // No such schema in the daemon.
  kNotFound = 4,
  // compare: payloads of one schema do not decode under the other.
  kBreaking = 5,
};

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_EXIT_CODE_H_
