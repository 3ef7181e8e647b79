// Colours of a terminal, or none.

#ifndef TRANSCDR_CLIENTS_CLI_PALETTE_H_
#define TRANSCDR_CLIENTS_CLI_PALETTE_H_

#include <string_view>

namespace transcdr::cli {

// Escape sequences by purpose. The default, for files and pipes: empty ones.
struct Palette {
  std::string_view error;    // what went wrong
  std::string_view warning;  // what may be wrong
  std::string_view mark;     // the place
  std::string_view label;    // names of fields, byte offsets
  std::string_view reset;
};

inline constexpr Palette kNoColours{};
inline constexpr Palette kTerminalColours{
    .error = "\x1b[1;31m",
    .warning = "\x1b[1;35m",
    .mark = "\x1b[1;32m",
    .label = "\x1b[2m",
    .reset = "\x1b[0m",
};

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_PALETTE_H_
