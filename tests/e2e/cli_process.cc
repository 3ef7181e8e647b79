#include "tests/e2e/cli_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

namespace transcdr::e2e {
namespace {

namespace fs = std::filesystem;

constexpr int kTimeoutMillis = 60'000;

[[noreturn]] void Die(const std::string& what) {
  ADD_FAILURE() << what << ": " << std::strerror(errno);
  std::abort();
}

std::string BinaryPath(const char* variable) {
  const char* path = std::getenv(variable);
  if (path == nullptr) {
    ADD_FAILURE() << variable << " has to name the binary";
    std::abort();
  }
  return path;
}

// Two ends of a pipe, or of a terminal: what the child writes to `child` can be
// read from `parent`.
struct Channel {
  int parent = -1;
  int child = -1;
};

Channel OpenPipe(bool is_to_child) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) Die("pipe");
  Channel channel =
      is_to_child ? Channel{ends[1], ends[0]} : Channel{ends[0], ends[1]};
  // The tool may write before it has read everything.
  if (fcntl(channel.parent, F_SETFL, O_NONBLOCK) != 0) Die("fcntl");
  return channel;
}

Channel OpenTerminal() {
  Channel channel;
  channel.parent = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (channel.parent < 0 || grantpt(channel.parent) != 0 ||
      unlockpt(channel.parent) != 0) {
    Die("terminal");
  }
  channel.child = open(ptsname(channel.parent), O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (channel.child < 0) Die("terminal");
  // Line breaks come out as they were written.
  termios settings;
  if (tcgetattr(channel.child, &settings) != 0) Die("tcgetattr");
  settings.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  if (tcsetattr(channel.child, TCSANOW, &settings) != 0) Die("tcsetattr");
  return channel;
}

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& text : strings) {
    pointers.push_back(const_cast<char*>(text.c_str()));
  }
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> Environment(
    const std::map<std::string, std::string>& changes) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string text = *entry;
    size_t equals = text.find('=');
    variables[text.substr(0, equals)] = text.substr(equals + 1);
  }
  variables.erase("NO_COLOR");
  variables.erase("TRANSCDR_TARGET");
  for (const auto& [name, value] : changes) variables[name] = value;
  std::vector<std::string> environment;
  for (const auto& [name, value] : variables) {
    environment.push_back(name + "=" + value);
  }
  return environment;
}

int ExitCodeOf(int wait_status) {
  return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status)
                                : 128 + WTERMSIG(wait_status);
}

// Feeds `input` and collects both outputs until the child has closed them.
void Exchange(int in, int out, int err, std::string_view input,
              CliResult* result) {
  const auto deadline = std::chrono::steady_clock::now() +
                        std::chrono::milliseconds(kTimeoutMillis);
  std::array<pollfd, 3> polled{
      {{in, POLLOUT, 0}, {out, POLLIN, 0}, {err, POLLIN, 0}}};
  const auto close_at = [&](size_t index) {
    close(polled[index].fd);
    polled[index].fd = -1;  // poll leaves it out
  };
  if (input.empty()) close_at(0);
  while (polled[1].fd >= 0 || polled[2].fd >= 0) {
    if (std::chrono::steady_clock::now() > deadline) Die("the tool hangs");
    if (poll(polled.data(), polled.size(), 1000) < 0) Die("poll");
    if (polled[0].fd >= 0 && polled[0].revents != 0) {
      ssize_t count = write(polled[0].fd, input.data(), input.size());
      if (count > 0) input.remove_prefix(static_cast<size_t>(count));
      const bool is_full = count < 0 && errno == EAGAIN;
      if (input.empty() || (count <= 0 && !is_full)) close_at(0);
    }
    for (size_t i : {size_t{1}, size_t{2}}) {
      if (polled[i].fd < 0 || polled[i].revents == 0) continue;
      char buffer[1 << 16];
      ssize_t count = read(polled[i].fd, buffer, sizeof(buffer));
      if (count < 0 && errno == EAGAIN) continue;
      // A terminal whose other end is closed gives EIO.
      if (count <= 0) {
        close_at(i);
      } else {
        (i == 1 ? result->out : result->err)
            .append(buffer, static_cast<size_t>(count));
      }
    }
  }
  if (polled[0].fd >= 0) close_at(0);
}

}  // namespace

CliResult RunCli(const std::vector<std::string>& arguments,
                 const CliOptions& options) {
  signal(SIGPIPE, SIG_IGN);  // the tool may end before it read everything
  std::vector<std::string> command{BinaryPath("TRANSCDR_CLI")};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const std::vector<std::string> environment = Environment(options.environment);
  std::vector<char*> argv = Pointers(command);
  std::vector<char*> envp = Pointers(environment);

  Channel in = OpenPipe(/*is_to_child=*/true);
  Channel out = options.is_out_terminal ? OpenTerminal() : OpenPipe(false);
  Channel err = options.is_err_terminal ? OpenTerminal() : OpenPipe(false);
  const pid_t pid = fork();
  if (pid < 0) Die("fork");
  if (pid == 0) {
    signal(SIGPIPE, SIG_DFL);
    dup2(in.child, STDIN_FILENO);
    dup2(out.child, STDOUT_FILENO);
    dup2(err.child, STDERR_FILENO);
    if (!options.working_directory.empty() &&
        chdir(options.working_directory.c_str()) != 0) {
      _exit(126);
    }
    execve(argv[0], argv.data(), envp.data());
    _exit(127);
  }
  close(in.child);
  close(out.child);
  close(err.child);
  CliResult result;
  Exchange(in.parent, out.parent, err.parent, options.input, &result);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) Die("waitpid");
  }
  result.exit_code = ExitCodeOf(status);
  return result;
}

Daemon::Daemon(const std::vector<std::string>& flags) {
  TempDirectory directory;
  const std::string port_file = directory.path() + "/port";
  std::vector<std::string> command{BinaryPath("TRANSCDRD"),
                                   "--listen",
                                   "127.0.0.1:0",
                                   "--port-file",
                                   port_file,
                                   "--log-level",
                                   "warn"};
  command.insert(command.end(), flags.begin(), flags.end());
  std::vector<char*> argv = Pointers(command);
  pid_ = fork();
  if (pid_ < 0) Die("fork");
  if (pid_ == 0) {
    execv(argv[0], argv.data());
    _exit(127);
  }
  for (int waited = 0; waited < kTimeoutMillis; waited += 20) {
    std::ifstream file(port_file);
    // The line is whole once its end is there.
    if (std::getline(file, target_) && !file.eof()) return;
    if (waitpid(pid_, nullptr, WNOHANG) == pid_) {
      pid_ = -1;
      Die("the daemon ended at once");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  Die("the daemon does not serve");
}

Daemon::~Daemon() {
  if (pid_ < 0) return;
  kill(pid_, SIGTERM);
  int status = 0;
  waitpid(pid_, &status, 0);
  EXPECT_EQ(ExitCodeOf(status), 0) << "of the daemon";
}

TempDirectory::TempDirectory() {
  std::string pattern =
      (fs::temp_directory_path() / "transcdr.XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) Die("mkdtemp");
  path_ = pattern;
}

TempDirectory::~TempDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TempDirectory::Write(const std::string& name,
                                 std::string_view content) const {
  fs::path path = fs::path(path_) / name;
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) Die("cannot write " + path.string());
  return path.string();
}

std::string TempDirectory::Read(const std::string& name) const {
  std::ifstream file(fs::path(path_) / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string Bytes(std::string_view hex) {
  std::string bytes;
  std::string digits;
  for (char c : hex) {
    if (c == ' ' || c == '\n') continue;
    digits += c;
    if (digits.size() < 2) continue;
    bytes += static_cast<char>(std::stoi(digits, nullptr, 16));
    digits.clear();
  }
  return bytes;
}

}  // namespace transcdr::e2e
