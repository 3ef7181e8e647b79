// What is wrong, or worth a remark, in a schema, and where.

#ifndef TRANSCDR_CODEC_TYPE_DIAGNOSTIC_H_
#define TRANSCDR_CODEC_TYPE_DIAGNOSTIC_H_

#include <cstdint>
#include <string>
#include <vector>

namespace transcdr {

// A place in a schema's text. Sources that are not text leave line and column
// 0.
struct SourceLocation {
  std::string file;     // as the caller named it, or the type's name
  uint32_t line = 0;    // from 1
  uint32_t column = 0;  // from 1, in bytes

  bool operator==(const SourceLocation&) const = default;
};

enum class Severity : uint8_t { kWarning, kError };

struct Diagnostic {
  Severity severity = Severity::kError;
  SourceLocation location;
  std::string message;  // without the place
  // The schema is right, but holds what this release cannot translate.
  bool is_unsupported = false;
  // The line of the text that location names, for rendering; may be empty.
  std::string source_line;

  bool operator==(const Diagnostic&) const = default;
};

// "file:line:column: error: message", then, where source_line is known, that
// line and a caret below the column (tabs kept, so that the caret stands
// right).
std::string Render(const Diagnostic& diagnostic);
// All of them, a line break between.
std::string Render(const std::vector<Diagnostic>& diagnostics);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPE_DIAGNOSTIC_H_
