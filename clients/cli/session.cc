// What the commands share; declared in commands.h.

#include <chrono>
#include <iostream>
#include <string_view>

#include "clients/cli/commands.h"

namespace transcdr::cli {

std::unique_ptr<RemoteBackend> Connect(const Session& session) {
  return std::make_unique<RemoteBackend>(
      session.target, std::chrono::milliseconds(static_cast<int64_t>(
                          session.timeout_seconds * 1000)));
}

CLI::Option* AddLocalFlag(CLI::App* command, bool* is_local) {
  return command->add_flag(
      "--local", *is_local,
      "Work in this process, without a daemon; nothing is kept");
}

ReportContext ContextOf(const Session& session, const std::string& action) {
  return {.action = action,
          .target = session.target,
          .timeout_seconds = session.timeout_seconds,
          .palette = session.palette};
}

ExitCode ReportFailure(const Failure& failure, const ReportContext& context) {
  std::cerr << DescribeFailure(failure, context);
  return ExitCodeOf(failure);
}

ExitCode ReportUsage(const Session& session, std::string_view message) {
  std::cerr << DescribeUsageError(message, session.palette);
  return ExitCode::kUsage;
}

void ReportWarnings(const v1::RegisterSchemaResponse& response,
                    const ReportContext& context) {
  for (const v1::SchemaDiagnostic& warning : response.warnings()) {
    std::cerr << DescribeWarning(warning, context);
  }
}

bool RegisterFlags(const Session& session, const SchemaFlags& flags,
                   bool validate_only, Backend* backend,
                   v1::RegisterSchemaResponse* response, ExitCode* exit_code) {
  absl::StatusOr<SchemaInput> input = LoadSchema(flags);
  if (!input.ok()) {
    *exit_code = ReportUsage(session, std::string(input.status().message()));
    return false;
  }
  // One of them, the others are empty.
  ReportContext context =
      ContextOf(session, "register " + flags.ros_msg_path + flags.idl_path +
                             flags.descriptor_path);
  context.schema_files = &input->files;
  input->request.set_validate_only(validate_only);
  if (auto failure = backend->RegisterSchema(input->request, response)) {
    *exit_code = ReportFailure(*failure, context);
    return false;
  }
  ReportWarnings(*response, context);
  return true;
}

}  // namespace transcdr::cli
