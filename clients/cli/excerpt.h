// The surroundings of one place of an input, with a caret below it.

#ifndef TRANSCDR_CLIENTS_CLI_EXCERPT_H_
#define TRANSCDR_CLIENTS_CLI_EXCERPT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "clients/cli/palette.h"

namespace transcdr::cli {

// A hex dump of the lines around `byte_offset`, 16 bytes a line, and a caret
// line below the byte. An offset behind the last byte is marked where the next
// byte would be. Every line ends in a line break.
std::string HexExcerpt(std::string_view bytes, uint64_t byte_offset,
                       const Palette& palette);

// Line and column of a byte, both from 1, the column in bytes.
struct TextPosition {
  uint64_t line = 1;
  uint64_t column = 1;

  bool operator==(const TextPosition&) const = default;
};
// Offsets behind the end are taken as the end.
TextPosition PositionOf(std::string_view text, uint64_t byte_offset);

// The part of one line around `column` (from 1; 0: no caret), at most about 70
// characters wide, and a caret line. What is cut away shows as "...".
std::string LineExcerpt(std::string_view line, uint64_t column,
                        const Palette& palette);
// The same for the line of `text` that holds the byte.
std::string TextExcerpt(std::string_view text, uint64_t byte_offset,
                        const Palette& palette);

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_EXCERPT_H_
