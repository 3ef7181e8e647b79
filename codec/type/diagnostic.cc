#include "codec/type/diagnostic.h"

#include <algorithm>
#include <cstddef>

namespace transcdr {
namespace {

std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return "";
}

bool IsContinuationByte(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

// Control characters would move the cursor of a terminal; a tab may stay, for
// the line below has it too.
std::string Printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\t') || byte == 0x7f;
      },
      '?');
  return text;
}

}  // namespace

std::string Render(const Diagnostic& diagnostic) {
  const SourceLocation& at = diagnostic.location;
  std::string out = at.file;
  if (!out.empty()) {
    if (at.line > 0) out += ':' + std::to_string(at.line);
    if (at.line > 0 && at.column > 0) out += ':' + std::to_string(at.column);
    out += ": ";
  }
  out += SeverityName(diagnostic.severity);
  out += ": ";
  out += diagnostic.message;
  if (diagnostic.source_line.empty()) return out;

  const std::string line = Printable(diagnostic.source_line);
  out += "\n  " + line;
  if (at.column == 0 || at.column > line.size() + 1) return out;
  out += "\n  ";
  for (size_t i = 0; i + 1 < at.column; ++i) {
    if (line[i] == '\t') {
      out += '\t';
    } else if (!IsContinuationByte(line[i])) {
      out += ' ';
    }
  }
  return out += '^';
}

std::string Render(const std::vector<Diagnostic>& diagnostics) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!out.empty()) out += '\n';
    out += Render(diagnostic);
  }
  return out;
}

}  // namespace transcdr
