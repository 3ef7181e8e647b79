// transcdr: the command line tool. Sub-commands are in *_commands.cc.

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "clients/cli/byte_io.h"
#include "clients/cli/commands.h"

namespace transcdr::cli {
namespace {

constexpr char kFooter[] = R"(Examples:
  transcdr register --ros-msg share/sensor_msgs/msg/JointState.msg
  transcdr decode --ros-msg share/sensor_msgs/msg/JointState.msg payload.bin
  echo '{"data":"hi"}' | transcdr encode --local --output-hex \
      --ros-msg std_msgs/msg/String.msg

Exit status:
  0  it worked
  1  the schema, the payload or the document is wrong, or too large
  2  the command line is wrong, or a file cannot be read or written
  3  no answer from the daemon: not running, busy, or the time is up
  4  no such schema in the daemon
  5  compare: payloads of one schema do not decode under the other

'transcdr COMMAND --help' shows the flags of a command.)";

Palette StandardErrorPalette() {
  // https://no-color.org: set and not empty.
  const char* no_color = std::getenv("NO_COLOR");
  const bool is_off = no_color != nullptr && *no_color != '\0';
  return !is_off && IsTerminal(STDERR_FILENO) ? kTerminalColours : kNoColours;
}

// The deepest command that was named, for "Try ... --help".
std::string HelpCommand(const CLI::App& app) {
  std::string command = "transcdr";
  for (const CLI::App* chosen : app.get_subcommands()) {
    command += ' ' + chosen->get_name();
  }
  return command + " --help";
}

// What is wrong with the text of --timeout; empty: nothing.
std::string CheckTimeout(std::string& text) {
  double seconds = 0;
  if (CLI::detail::lexical_cast(text, seconds) && seconds >= 0.001 &&
      seconds <= 1e6) {
    return "";
  }
  return "'" + text + "' is not between 0.001 and 1000000 seconds";
}

int Main(int argc, char** argv) {
  Session session;
  session.palette = StandardErrorPalette();
  Action action;

  CLI::App app(
      "Translates XCDR payloads (DDS, ROS 2) to JSON and MessagePack and "
      "back,\n"
      "through the daemon transcdrd or, with --local, in this process.",
      "transcdr");
  app.set_version_flag("--version", "transcdr " TRANSCDR_VERSION);
  app.set_help_flag("--help,-h", "Print this and exit");
  app.require_subcommand(1);
  app.fallthrough();  // the flags below may follow the command
  app.footer(kFooter);
  app.add_option("--target", session.target,
                 "The daemon: HOST:PORT or unix:PATH [127.0.0.1:50051]")
      ->envname("TRANSCDR_TARGET")
      ->type_name("ADDRESS");
  app.add_option("--timeout", session.timeout_seconds,
                 "Seconds that one call may take [10]")
      ->type_name("SECONDS")
      ->check(CLI::Validator(CheckTimeout, ""));
  AddSchemaCommands(&app, &session, &action);
  AddCompareCommand(&app, &session, &action);
  AddCodecCommands(&app, &session, &action);
  AddHealthCommand(&app, &session, &action);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);  // --help, --version
  } catch (const CLI::ParseError& error) {
    const std::vector<std::string> rest = app.remaining();
    const bool is_unknown_command =
        app.get_subcommands().empty() && !rest.empty();
    ReportUsage(session, is_unknown_command
                             ? "no command is called '" + rest[0] + "'"
                             : error.what());
    std::cerr << "Try '" << HelpCommand(app) << "'.\n";
    return static_cast<int>(ExitCode::kUsage);
  }
  return static_cast<int>(action());
}

}  // namespace
}  // namespace transcdr::cli

int main(int argc, char** argv) { return transcdr::cli::Main(argc, argv); }
