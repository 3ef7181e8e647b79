#include "server/signals.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include "server/logging.h"

namespace transcdr {
namespace {

// The number of the next signal, or 0 when `wake_fd` (unless -1) is signalled.
int NextSignal(int signal_fd, int wake_fd) {
  while (true) {
    pollfd fds[2] = {{signal_fd, POLLIN, 0}, {wake_fd, POLLIN, 0}};
    if (poll(fds, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return 0;
    }
    if (fds[1].revents != 0) return 0;
    signalfd_siginfo info;
    if (read(signal_fd, &info, sizeof(info)) == sizeof(info)) {
      return static_cast<int>(info.ssi_signo);
    }
  }
}

}  // namespace

StopSignals::StopSignals() {
  sigemptyset(&set_);
  sigaddset(&set_, SIGTERM);
  sigaddset(&set_, SIGINT);
  pthread_sigmask(SIG_BLOCK, &set_, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  signal_fd_ = signalfd(-1, &set_, SFD_CLOEXEC);
  wake_fd_ = eventfd(0, EFD_CLOEXEC);
  if (signal_fd_ < 0 || wake_fd_ < 0) {
    throw std::system_error(errno, std::generic_category(), "signalfd");
  }
}

StopSignals::~StopSignals() {
  if (watcher_.joinable()) {
    const uint64_t one = 1;
    // An eventfd takes eight bytes or fails; it cannot be full here.
    [[maybe_unused]] const ssize_t written = write(wake_fd_, &one, sizeof(one));
    watcher_.join();
  }
  close(signal_fd_);
  close(wake_fd_);
}

int StopSignals::WaitForFirst() {
  const int signal = NextSignal(signal_fd_, -1);
  watcher_ = std::thread([this] { WatchForSecond(); });
  return signal;
}

void StopSignals::WatchForSecond() {
  const int signal = NextSignal(signal_fd_, wake_fd_);
  if (signal == 0) return;
  LogEvent(spdlog::level::warn, "stopped at once", {{"signal", signal}});
  _exit(128 + signal);
}

}  // namespace transcdr
