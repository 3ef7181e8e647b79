// The sub-commands. Each Add function adds some to `app`; parsing then puts
// what to do into `action`, which main.cc runs.

#ifndef TRANSCDR_CLIENTS_CLI_COMMANDS_H_
#define TRANSCDR_CLIENTS_CLI_COMMANDS_H_

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "clients/cli/backend.h"
#include "clients/cli/error_report.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/palette.h"
#include "clients/cli/remote.h"
#include "clients/cli/schema_input.h"

namespace transcdr::cli {

using Action = std::function<ExitCode()>;

// What holds for every command.
struct Session {
  std::string target = "127.0.0.1:50051";
  double timeout_seconds = 10;
  Palette palette;  // of standard error
};

// register, list, get, delete. `session` outlives the action.
void AddSchemaCommands(CLI::App* app, const Session* session, Action* action);
// compare.
void AddCompareCommand(CLI::App* app, const Session* session, Action* action);
// decode, encode.
void AddCodecCommands(CLI::App* app, const Session* session, Action* action);
// health.
void AddHealthCommand(CLI::App* app, const Session* session, Action* action);

// What the commands share, in session.cc.

// The daemon that the session names.
std::unique_ptr<RemoteBackend> Connect(const Session& session);
// --local.
CLI::Option* AddLocalFlag(CLI::App* command, bool* is_local);
// A context without an input.
ReportContext ContextOf(const Session& session, const std::string& action);
// Prints to standard error; returns the exit code.
ExitCode ReportFailure(const Failure& failure, const ReportContext& context);
ExitCode ReportUsage(const Session& session, std::string_view message);
// Prints the registration's warnings to standard error.
void ReportWarnings(const v1::RegisterSchemaResponse& response,
                    const ReportContext& context);
// Loads what the flags name, registers it and prints warnings. False: it
// failed, was reported, and `exit_code` is set.
// REQUIRES: flags.schema_id is empty; CheckSchemaFlags(flags).ok().
bool RegisterFlags(const Session& session, const SchemaFlags& flags,
                   bool validate_only, Backend* backend,
                   v1::RegisterSchemaResponse* response, ExitCode* exit_code);

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_COMMANDS_H_
