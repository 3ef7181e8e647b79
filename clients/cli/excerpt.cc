#include "clients/cli/excerpt.h"

#include <algorithm>

namespace transcdr::cli {
namespace {

constexpr uint64_t kBytesPerLine = 16;
constexpr uint64_t kLinesBefore = 2;
constexpr uint64_t kLinesAfter = 1;
// Two blanks, eight digits of the offset, two blanks.
constexpr size_t kFirstByteColumn = 12;

// Characters of a text line shown on either side of the place.
constexpr uint64_t kTextBefore = 40;
constexpr uint64_t kTextAfter = 30;

void AppendHexDigits(uint64_t value, int count, std::string* out) {
  constexpr char kDigits[] = "0123456789abcdef";
  for (int i = count - 1; i >= 0; --i) {
    out->push_back(kDigits[(value >> (4 * i)) & 15]);
  }
}

// Where byte `index` of a line starts: a blank more behind the eighth.
size_t ByteColumn(uint64_t index) {
  return kFirstByteColumn + 3 * index + (index >= 8 ? 1 : 0);
}

bool IsPrintable(char c) { return c >= ' ' && c < 0x7f; }

// The byte is the second or later one of a UTF-8 character.
bool IsContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

void AppendHexLine(std::string_view bytes, uint64_t start,
                   const Palette& palette, std::string* out) {
  std::string line = "  ";
  line += palette.label;
  AppendHexDigits(start, 8, &line);
  line += palette.reset;
  line += "  ";
  const uint64_t end = std::min<uint64_t>(start + kBytesPerLine, bytes.size());
  std::string characters;
  for (uint64_t i = start; i < start + kBytesPerLine; ++i) {
    if (i - start == 8) line += ' ';
    if (i < end) {
      AppendHexDigits(static_cast<unsigned char>(bytes[i]), 2, &line);
      line += ' ';
      characters += IsPrintable(bytes[i]) ? bytes[i] : '.';
    } else {
      line += "   ";
    }
  }
  line += " |" + characters + "|\n";
  *out += line;
}

void AppendCaret(size_t column, std::string_view caret, const Palette& palette,
                 std::string* out) {
  out->append(column, ' ');
  out->append(palette.mark).append(caret).append(palette.reset);
  out->push_back('\n');
}

}  // namespace

std::string HexExcerpt(std::string_view bytes, uint64_t byte_offset,
                       const Palette& palette) {
  byte_offset = std::min<uint64_t>(byte_offset, bytes.size());
  const uint64_t marked = byte_offset - byte_offset % kBytesPerLine;
  uint64_t first = marked;
  for (uint64_t i = 0; i < kLinesBefore && first > 0; ++i) {
    first -= kBytesPerLine;
  }
  std::string out;
  for (uint64_t start = first; start <= marked + kLinesAfter * kBytesPerLine;
       start += kBytesPerLine) {
    // The marked line is shown even when it is empty: the input ends there.
    if (start >= bytes.size() && start != marked) break;
    AppendHexLine(bytes, start, palette, &out);
    if (start == marked) {
      AppendCaret(ByteColumn(byte_offset - marked), "^^", palette, &out);
    }
  }
  return out;
}

TextPosition PositionOf(std::string_view text, uint64_t byte_offset) {
  std::string_view before =
      text.substr(0, std::min<uint64_t>(byte_offset, text.size()));
  size_t line_break = before.rfind('\n');
  return {
      .line = 1 + static_cast<uint64_t>(
                      std::count(before.begin(), before.end(), '\n')),
      .column = before.size() -
                (line_break == std::string_view::npos ? 0 : line_break + 1) + 1,
  };
}

std::string LineExcerpt(std::string_view line, uint64_t column,
                        const Palette& palette) {
  const uint64_t place =
      std::min<uint64_t>(column == 0 ? 0 : column - 1, line.size());
  uint64_t start = place > kTextBefore ? place - kTextBefore : 0;
  uint64_t end = std::min<uint64_t>(place + kTextAfter, line.size());
  // Never in the middle of a character.
  while (start > 0 && IsContinuation(line[start])) --start;
  while (end < line.size() && IsContinuation(line[end])) ++end;

  std::string out = start > 0 ? "  ..." : "  ";
  size_t caret_column = out.size();
  for (uint64_t i = start; i < end; ++i) {
    const char c = line[i];
    // Control characters (tabs among them) would move what follows.
    out += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? ' ' : c;
    if (i < place && !IsContinuation(c)) ++caret_column;
  }
  if (end < line.size()) out += "...";
  out += '\n';
  if (column > 0) AppendCaret(caret_column, "^", palette, &out);
  return out;
}

std::string TextExcerpt(std::string_view text, uint64_t byte_offset,
                        const Palette& palette) {
  byte_offset = std::min<uint64_t>(byte_offset, text.size());
  TextPosition position = PositionOf(text, byte_offset);
  const uint64_t line_start = byte_offset - (position.column - 1);
  size_t line_end = text.find('\n', byte_offset);
  if (line_end == std::string_view::npos) line_end = text.size();
  return LineExcerpt(text.substr(line_start, line_end - line_start),
                     position.column, palette);
}

}  // namespace transcdr::cli
