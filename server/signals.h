// SIGTERM and SIGINT: the first asks for a graceful stop, the second for one at
// once.

#ifndef TRANSCDR_SERVER_SIGNALS_H_
#define TRANSCDR_SERVER_SIGNALS_H_

#include <csignal>
#include <thread>

namespace transcdr {

// Takes SIGTERM and SIGINT away from their default action for the life of the
// process, and lets SIGPIPE do nothing. Make it before any other thread starts:
// threads inherit the mask.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Blocks until the first signal and returns its number. From then on a second
  // one ends the process at once, with exit status 128 + its number.
  int WaitForFirst();

 private:
  void WatchForSecond();

  sigset_t set_;
  int signal_fd_ = -1;
  int wake_fd_ = -1;  // ends the watcher
  std::thread watcher_;
};

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_SIGNALS_H_
