#include "codec/schema/idl_sources.h"

#include <utility>

#include "codec/schema/ros_msg_bundle.h"

namespace transcdr::idl {

uint32_t Sources::Add(std::string name, std::string_view text,
                      bool* is_conflict) {
  for (size_t i = 0; i < files_.size(); ++i) {
    if (files_[i].name != name) continue;
    if (files_[i].text == text) return static_cast<uint32_t>(i);
    *is_conflict = true;
    break;
  }
  File file{std::move(name), text, {0}};
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_end =
        text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n");
    if (is_end) file.line_starts.push_back(i + 1);
  }
  files_.push_back(std::move(file));
  return static_cast<uint32_t>(files_.size() - 1);
}

SourceLocation Sources::Locate(const Place& place) const {
  return {files_[place.file].name, place.line, place.column};
}

std::string Sources::Line(uint32_t file, uint32_t line, uint32_t column) const {
  const File& of = files_[file];
  if (line == 0 || line > of.line_starts.size()) return "";
  // More is not shown, and a line may be as long as the text.
  constexpr size_t kMaxScanned = 1024;
  const std::string_view rest =
      of.text.substr(of.line_starts[line - 1], kMaxScanned);
  return ros_msg::SourceLine(rest.substr(0, rest.find_first_of("\r\n")),
                             column);
}

std::string Sources::Line(const SourceLocation& location) const {
  for (size_t i = 0; i < files_.size(); ++i) {
    if (files_[i].name != location.file) continue;
    return Line(static_cast<uint32_t>(i), location.line, location.column);
  }
  return "";
}

void Reporter::Report(const Place& place, std::string message,
                      Severity severity, bool is_unsupported) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.location = sources_.Locate(place);
  diagnostic.message = std::move(message);
  diagnostic.is_unsupported = is_unsupported;
  diagnostic.source_line = sources_.Line(place.file, place.line, place.column);
  sink_(std::move(diagnostic));
}

void Reporter::Error(const Place& place, std::string message) {
  Report(place, std::move(message), Severity::kError, false);
}

void Reporter::Warning(const Place& place, std::string message) {
  Report(place, std::move(message), Severity::kWarning, false);
}

void Reporter::Unsupported(const Place& place, std::string message) {
  Report(place, std::move(message), Severity::kError, true);
}

void Reporter::Error(std::string message) {
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  sink_(std::move(diagnostic));
}

}  // namespace transcdr::idl
