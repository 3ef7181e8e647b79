// Runs the real binaries: the tool once a call, the daemon as long as an object
// lives. Where they are is told by TRANSCDR_CLI and TRANSCDRD.

#ifndef TRANSCDR_TESTS_E2E_CLI_PROCESS_H_
#define TRANSCDR_TESTS_E2E_CLI_PROCESS_H_

#include <sys/types.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace transcdr::e2e {

// How a run of the tool ended.
struct CliResult {
  int exit_code = -1;  // 128 + signal when one ended it
  std::string out;
  std::string err;
};

struct CliOptions {
  std::string input;
  // Beside those of the test itself; NO_COLOR and TRANSCDR_TARGET are unset
  // unless named here.
  std::map<std::string, std::string> environment;
  std::string working_directory;
  bool is_out_terminal = false;
  bool is_err_terminal = false;
};

// Runs the tool to its end. Aborts the test when it takes over 60 seconds.
CliResult RunCli(const std::vector<std::string>& arguments,
                 const CliOptions& options = {});

// A daemon of its own on a free loopback port. Stopped with SIGTERM.
class Daemon {
 public:
  // `flags` beside --listen and --port-file.
  explicit Daemon(const std::vector<std::string>& flags = {});
  ~Daemon();
  Daemon(const Daemon&) = delete;
  Daemon& operator=(const Daemon&) = delete;

  // "127.0.0.1:PORT".
  const std::string& target() const { return target_; }

 private:
  pid_t pid_ = -1;
  std::string target_;
};

// A directory that goes away with the object.
class TempDirectory {
 public:
  TempDirectory();
  ~TempDirectory();
  TempDirectory(const TempDirectory&) = delete;
  TempDirectory& operator=(const TempDirectory&) = delete;

  const std::string& path() const { return path_; }
  // Writes a file, its directories included; returns its path.
  std::string Write(const std::string& name, std::string_view content) const;
  std::string Read(const std::string& name) const;

 private:
  std::string path_;
};

// The bytes of hex digits with blanks.
std::string Bytes(std::string_view hex);

}  // namespace transcdr::e2e

#endif  // TRANSCDR_TESTS_E2E_CLI_PROCESS_H_
