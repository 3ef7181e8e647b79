// One text to the texts within it: a single text, or a bundle as MCAP files
// hold it: texts behind each other, between them a line of '=' and a line "MSG:
// pkg/Name" ("SRV: ...", "ACTION: ..." for services and actions).

#ifndef TRANSCDR_CODEC_SCHEMA_ROS_MSG_BUNDLE_H_
#define TRANSCDR_CODEC_SCHEMA_ROS_MSG_BUNDLE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/type/diagnostic.h"

namespace transcdr::ros_msg {

using Report = std::function<void(Diagnostic)>;

// What a text describes; the value is the number of its lines "---".
enum class InterfaceKind : uint8_t { kMessage = 0, kService = 1, kAction = 2 };

// One text of a bundle. Borrows from the source.
struct Section {
  // As written behind "MSG:"; empty for what comes before the first separator.
  std::string_view name;
  // What "SRV:", "ACTION:" or a file's name say; nullopt: nothing, or "MSG:",
  // which stands before services too.
  std::optional<InterfaceKind> kind = std::nullopt;
  std::string_view text;
  // The line with the name in the bundle; the bundle's first line where there
  // is none.
  SourceLocation header;
  std::string_view header_line;
};

// Splits `text`; `file` names it in locations. The first section is what comes
// before the first separator, always there, maybe blank. Separators are lines
// of three or more '=' and nothing else; the very first may be left out.
// Reports separators without a name and leaves out what follows them; reports a
// bundle of IDL texts, and then returns nothing.
std::vector<Section> SplitBundle(std::string_view text, const std::string& file,
                                 const Report& report);

// A line for Diagnostic::source_line: cut to a few hundred bytes, well-formed
// UTF-8; empty where the column is beyond what is left.
std::string SourceLine(std::string_view line, uint32_t column);

// The lines of a text. A line ends with \n, \r\n or \r; as for rosidl also with
// form feed and the other ASCII separators, which do not count as new lines.
class LineReader {
 public:
  struct Line {
    std::string_view text;   // without its end
    std::string_view whole;  // up to \n or \r: what an editor shows
    uint32_t number = 1;
    uint32_t first_column = 1;  // of `text` in `whole`
    size_t begin = 0;           // offset of `text` in the text read
    size_t next = 0;            // offset of what follows the line's end
  };

  // `first_line`: the number of the text's first line.
  explicit LineReader(std::string_view text, uint32_t first_line = 1);

  // False at the end.
  bool Next(Line* line);

 private:
  std::string_view text_;
  size_t at_ = 0;
  size_t whole_begin_ = 0;
  size_t whole_end_ = 0;
  uint32_t number_;
};

// White space within a line.
inline bool IsBlank(char c) { return c == ' ' || c == '\t'; }
std::string_view Trim(std::string_view text);

}  // namespace transcdr::ros_msg

#endif  // TRANSCDR_CODEC_SCHEMA_ROS_MSG_BUNDLE_H_
