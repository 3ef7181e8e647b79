// Bytes in and out of the tool: files, standard streams, hex text.

#ifndef TRANSCDR_CLIENTS_CLI_BYTE_IO_H_
#define TRANSCDR_CLIENTS_CLI_BYTE_IO_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace transcdr::cli {

// The whole of a file; "-" and "" are standard input. The error's message
// names the file and what the system says.
absl::StatusOr<std::string> ReadInput(const std::string& path);

// Bytes of hex text in either case: groups of digit pairs with white space or
// commas between, "0x" before a group is skipped. Fails on anything else, and
// on a group with an odd number of digits.
absl::StatusOr<std::string> ParseHex(std::string_view text);

// Lower-case digits without separators.
std::string HexText(std::string_view bytes);

// Writes to the file, or to standard output when `path` is empty or "-".
absl::Status WriteOutput(const std::string& path, std::string_view bytes);

bool IsTerminal(int file_descriptor);

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_BYTE_IO_H_
