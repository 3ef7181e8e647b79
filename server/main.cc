// transcdrd: flags to Config to Server.

#include <cstdio>
#include <exception>

#include "server/config.h"
#include "server/health_probe.h"
#include "server/logging.h"
#include "server/server.h"
#include "server/signals.h"

namespace transcdr {
namespace {

void LogStart(const Config& config) {
  std::string text = ConfigText(config);
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  if (!text.empty()) text.pop_back();
  LogEvent(spdlog::level::info, "starting",
           {{"version", VersionText()}, {"config", text}});
}

int Serve(const Config& config) {
  StopSignals signals;  // before any other thread
  SetUpLogging(config.log_format, config.log_level);
  LogStart(config);
  RaiseFileLimit();
  auto server = Server::Start(config);
  if (!server.ok()) {
    LogEvent(spdlog::level::critical, "cannot start",
             {{"why", std::string(server.status().message())}});
    return 1;
  }
  const int signal = signals.WaitForFirst();
  LogEvent(spdlog::level::info, "stopping", {{"signal", signal}});
  (*server)->Drain();
  return 0;
}

int Main(int argc, char** argv) {
  const CommandLine command = ParseCommandLine(argc, argv);
  switch (command.action) {
    case CommandLine::Action::kServe:
      return Serve(command.config);
    case CommandLine::Action::kPrintConfig:
      std::fputs(ConfigText(command.config).c_str(), stdout);
      return 0;
    case CommandLine::Action::kProbe: {
      const ProbeResult result = ProbeHealth(command.probe_address);
      std::fprintf(result.is_serving ? stdout : stderr, "%s\n",
                   result.text.c_str());
      return result.is_serving ? 0 : 1;
    }
    case CommandLine::Action::kExit:
      std::fputs(command.text.c_str(),
                 command.exit_status == 0 ? stdout : stderr);
      return command.exit_status;
  }
  return 1;
}

}  // namespace
}  // namespace transcdr

int main(int argc, char** argv) {
  try {
    return transcdr::Main(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "transcdrd: %s\n", error.what());
    return 1;
  }
}
