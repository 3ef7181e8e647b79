// health.

#include <iostream>

#include "clients/cli/commands.h"

namespace transcdr::cli {

void AddHealthCommand(CLI::App* app, const Session* session, Action* action) {
  CLI::App* health = app->add_subcommand(
      "health", "Ask the daemon whether it is ready: SERVING or NOT_SERVING");
  health->footer(
      "Examples:\n"
      "  transcdr health --target unix:/run/transcdr/transcdrd.sock\n\n"
      "Exit status: 0 SERVING; 3 NOT_SERVING, or no answer.");
  health->callback([=] {
    *action = [=]() -> ExitCode {
      bool is_serving = false;
      if (auto failure = Connect(*session)->CheckHealth(&is_serving)) {
        return ReportFailure(*failure,
                             ContextOf(*session, "ask for the health"));
      }
      std::cout << (is_serving ? "SERVING" : "NOT_SERVING") << '\n';
      return is_serving ? ExitCode::kOk : ExitCode::kUnavailable;
    };
  });
}

}  // namespace transcdr::cli
