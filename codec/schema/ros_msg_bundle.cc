#include "codec/schema/ros_msg_bundle.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "codec/base/utf8.h"

namespace transcdr::ros_msg {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr size_t kMaxSourceLine = 200;

// Form feed, vertical tab, and the file, group and record separators.
bool IsSeparatorCharacter(char c) {
  return c == '\f' || c == '\v' || (c >= '\x1c' && c <= '\x1e');
}

bool IsSeparatorLine(std::string_view line) {
  line = Trim(line);
  return line.size() >= 3 &&
         line.find_first_not_of('=') == std::string_view::npos;
}

// "MSG: pkg/Name" and its like; without label: some other line.
struct NameLine {
  std::string_view label;
  std::string_view name;
  std::optional<InterfaceKind> kind;
};

NameLine ReadNameLine(std::string_view content) {
  for (std::string_view label : {"MSG:", "SRV:", "ACTION:", "IDL:"}) {
    if (!content.starts_with(label)) continue;
    NameLine line;
    line.label = label;
    line.name = Trim(content.substr(label.size()));
    if (label == "SRV:") line.kind = InterfaceKind::kService;
    if (label == "ACTION:") line.kind = InterfaceKind::kAction;
    return line;
  }
  return {};
}

Diagnostic At(const std::string& file, const LineReader::Line& line,
              std::string message) {
  Diagnostic diagnostic;
  diagnostic.location = {file, line.number, line.first_column};
  diagnostic.message = std::move(message);
  diagnostic.source_line = SourceLine(line.whole, line.first_column);
  return diagnostic;
}

}  // namespace

std::string_view Trim(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

std::string SourceLine(std::string_view line, uint32_t column) {
  if (line.size() <= kMaxSourceLine && IsValidUtf8(line)) {
    return std::string(line);
  }
  if (column > kMaxSourceLine) return "";
  std::string_view kept = line.substr(0, kMaxSourceLine);
  const size_t valid = ValidUtf8Prefix(kept);
  // Bad bytes right of the caret are cut off; those left of it would move it.
  if (valid < column) return "";
  return std::string(kept.substr(0, valid)) + "...";
}

LineReader::LineReader(std::string_view text, uint32_t first_line)
    : text_(text), number_(first_line) {
  if (text_.starts_with(kByteOrderMark)) {
    at_ = kByteOrderMark.size();
  }
  whole_begin_ = at_;
  whole_end_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
}

bool LineReader::Next(Line* line) {
  if (at_ >= text_.size()) return false;
  if (at_ > whole_end_) {  // the last line ended with an editor's line
    ++number_;
    whole_begin_ = at_;
    whole_end_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
  }
  size_t end = at_;
  while (end < whole_end_ && !IsSeparatorCharacter(text_[end])) ++end;
  line->text = text_.substr(at_, end - at_);
  line->whole = text_.substr(whole_begin_, whole_end_ - whole_begin_);
  line->number = number_;
  line->first_column = static_cast<uint32_t>(at_ - whole_begin_ + 1);
  line->begin = at_;
  at_ = end + 1;
  if (end == whole_end_ && text_.substr(end).starts_with("\r\n")) ++at_;
  at_ = std::min(at_, text_.size());
  line->next = at_;
  return true;
}

std::vector<Section> SplitBundle(std::string_view text, const std::string& file,
                                 const Report& report) {
  std::vector<Section> sections(1);
  sections[0].header = {file, 1, 1};
  size_t section_begin = 0;
  bool is_after_separator = false;
  bool is_nameless = false;  // what follows a separator without a name
  bool is_first = true;      // nothing but blank lines before
  LineReader::Line separator;
  const auto report_separator = [&] {
    report(At(file, separator,
              "expected a line 'MSG: package/Name' after this separator"));
  };

  LineReader lines(text);
  LineReader::Line line;
  while (lines.Next(&line)) {
    if (IsSeparatorLine(line.text)) {
      if (is_after_separator) {
        report_separator();
      } else if (!is_nameless) {
        sections.back().text =
            text.substr(section_begin, line.begin - section_begin);
      }
      is_after_separator = true;
      separator = line;
      continue;
    }
    const std::string_view content = Trim(line.text);
    if (content.empty()) continue;
    const bool may_be_header = is_after_separator || is_first;
    is_first = false;
    if (!may_be_header) continue;
    const NameLine name_line = ReadNameLine(content);
    if (!is_after_separator && name_line.label.empty()) continue;
    is_after_separator = false;
    is_nameless = false;
    section_begin = line.next;
    if (name_line.label == "IDL:") {
      report(At(file, line,
                "this is a bundle of IDL texts: expected .msg texts; it is "
                "taken where IDL is expected"));
      return {};
    }
    if (!name_line.label.empty()) {
      Section section;
      section.name = name_line.name;
      section.kind = name_line.kind;
      section.header = {file, line.number, line.first_column};
      section.header_line = line.whole;
      sections.push_back(section);
      continue;
    }
    report_separator();
    is_nameless = true;
  }
  if (is_after_separator) {
    report_separator();
  } else if (!is_nameless) {
    sections.back().text = text.substr(section_begin);
  }
  return sections;
}

}  // namespace transcdr::ros_msg
