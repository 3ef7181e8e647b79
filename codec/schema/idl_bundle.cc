#include "codec/schema/idl_bundle.h"

#include <cstddef>
#include <optional>

#include "codec/schema/ros_msg_bundle.h"

namespace transcdr::idl {
namespace {

bool IsSeparator(std::string_view line) {
  line = ros_msg::Trim(line);
  return line.size() >= 3 &&
         line.find_first_not_of('=') == std::string_view::npos;
}

}  // namespace

std::vector<BundledFile> SplitIdlBundle(std::string_view text) {
  std::vector<BundledFile> files(1);
  size_t begin = 0;  // of the last file's text
  constexpr size_t kNone = std::string_view::npos;
  size_t separator = kNone;  // where the line of '=' begins
  ros_msg::LineReader lines(text);
  ros_msg::LineReader::Line line;
  while (lines.Next(&line)) {
    const std::string_view content = ros_msg::Trim(line.text);
    if (content.empty()) continue;
    if (IsSeparator(content)) {
      if (separator == kNone) separator = line.begin;
      continue;
    }
    if (separator != kNone && content.starts_with("IDL:")) {
      files.back().text = text.substr(begin, separator - begin);
      BundledFile file;
      file.name = ros_msg::Trim(content.substr(4));
      if (file.name.ends_with(".idl")) file.name.remove_suffix(4);
      files.push_back(file);
      begin = line.next;
    }
    separator = kNone;
  }
  files.back().text = text.substr(begin);
  const bool is_blank =
      files[0].text.find_first_not_of(" \t\r\n") == std::string_view::npos;
  if (files.size() > 1 && is_blank) files.erase(files.begin());
  return files;
}

}  // namespace transcdr::idl
