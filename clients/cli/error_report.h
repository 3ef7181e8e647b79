// What went wrong, for people: the fault, the field, the place, what was
// expected and found, the input around it, and what to do.

#ifndef TRANSCDR_CLIENTS_CLI_ERROR_REPORT_H_
#define TRANSCDR_CLIENTS_CLI_ERROR_REPORT_H_

#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/backend.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/palette.h"
#include "clients/cli/ros_msg_files.h"

namespace transcdr::cli {

// How the surroundings of a byte offset are shown.
enum class InputKind { kNone, kBinary, kText };

// What the failed call was about. Borrows; empty fields are left out.
struct ReportContext {
  std::string action;  // "decode payload.bin": follows "cannot"
  InputKind input_kind = InputKind::kNone;
  std::string_view input;
  const std::vector<MsgFile>* schema_files = nullptr;
  std::string target;          // of the daemon; empty with --local
  double timeout_seconds = 0;  // of the call
  Palette palette;
};

// Several lines, each with its line break.
std::string DescribeFailure(const Failure& failure,
                            const ReportContext& context);

// "FILE:LINE:COLUMN: warning: MESSAGE" with the line of the text below.
std::string DescribeWarning(const v1::SchemaDiagnostic& warning,
                            const ReportContext& context);

// "transcdr: error: MESSAGE", for what failed before any call.
std::string DescribeUsageError(std::string_view message,
                               const Palette& palette);

ExitCode ExitCodeOf(const Failure& failure);

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_ERROR_REPORT_H_
