#include "clients/cli/ros_msg_files.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "clients/cli/byte_io.h"

namespace transcdr::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBlanks = " \t\r\f\v";

bool IsBuiltIn(std::string_view type) {
  static constexpr std::string_view kNames[] = {
      "bool",   "byte",    "char",    "int8",   "uint8",
      "int16",  "uint16",  "int32",   "uint32", "int64",
      "uint64", "float32", "float64", "string", "wstring",
  };
  return std::find(std::begin(kNames), std::end(kNames), type) !=
         std::end(kNames);
}

std::string_view Trim(std::string_view text) {
  size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool IsKindFolder(std::string_view name) {
  return name == "msg" || name == "srv" || name == "action";
}

// "pkg/Name" and "prefix/pkg/msg/Name" to "pkg/msg/Name"; "Name" belongs to
// `package`.
std::string FullName(std::string_view written, const std::string& package) {
  std::vector<std::string_view> parts;
  while (true) {
    size_t slash = written.find('/');
    parts.push_back(written.substr(0, slash));
    if (slash == std::string_view::npos) break;
    written.remove_prefix(slash + 1);
  }
  std::string_view name = parts.back();
  if (parts.size() == 1) return package + "/msg/" + std::string(name);
  const bool has_kind =
      parts.size() > 2 && IsKindFolder(parts[parts.size() - 2]);
  std::string_view owner = parts[parts.size() - (has_kind ? 3 : 2)];
  return std::string(owner) + "/" +
         std::string(has_kind ? parts[parts.size() - 2] : "msg") + "/" +
         std::string(name);
}

// The name in a line "MSG: pkg/Name" and its like; empty in other lines.
std::string_view NameInHeader(std::string_view line) {
  for (std::string_view label : {"MSG:", "SRV:", "ACTION:"}) {
    if (line.starts_with(label)) return Trim(line.substr(label.size()));
  }
  return "";
}

std::string PackageOf(const std::string& type_name) {
  return type_name.substr(0, type_name.find('/'));
}

// The type at the start of a line without its "[N]" and "<=N"; empty where the
// line declares nothing.
std::string_view TypeOnLine(std::string_view line) {
  line = Trim(line.substr(0, line.find('#')));
  return line.substr(0, line.find_first_of(" \t[<"));
}

bool IsSeparator(std::string_view line) {
  return line.size() >= 3 &&
         line.find_first_not_of('=') == std::string_view::npos;
}

// What a file needs that its own text does not hold.
class ReferenceScan {
 public:
  ReferenceScan(std::string_view text, const std::string& package) {
    std::string section_package = package;
    while (!text.empty()) {
      size_t end = text.find('\n');
      std::string_view line = Trim(text.substr(0, end));
      text = end == std::string_view::npos ? "" : text.substr(end + 1);
      if (IsSeparator(line)) continue;
      if (!NameInHeader(line).empty()) {
        std::string held = FullName(NameInHeader(line), package);
        section_package = PackageOf(held);
        held_.insert(std::move(held));
        continue;
      }
      std::string_view type = TypeOnLine(line);
      if (type.empty() || IsBuiltIn(type)) continue;
      Add(type, section_package);
    }
  }

  std::vector<std::string> Take() {
    std::erase_if(
        names_, [&](const std::string& name) { return held_.contains(name); });
    return std::move(names_);
  }

 private:
  void Add(std::string_view type, const std::string& package) {
    AddName(FullName(type, package));
    // ROS 1 habits that live on in .msg texts.
    if (type == "Header") AddName("std_msgs/msg/Header");
    if (type == "time") AddName("builtin_interfaces/msg/Time");
    if (type == "duration") AddName("builtin_interfaces/msg/Duration");
  }
  void AddName(std::string name) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
      names_.push_back(std::move(name));
    }
  }

  std::vector<std::string> names_;
  std::set<std::string> held_;
};

}  // namespace

std::optional<std::string> GuessTypeName(const std::string& path) {
  std::error_code error;
  fs::path full = fs::absolute(path, error).lexically_normal();
  if (error) return std::nullopt;
  fs::path directory = full.parent_path();
  std::string package = directory.parent_path().filename();
  const std::string kind = directory.filename();
  if (!IsKindFolder(kind) || full.extension() != "." + kind ||
      package.empty()) {
    return std::nullopt;
  }
  return package + "/" + kind + "/" + full.stem().string();
}

std::string PackageRoot(const std::string& path) {
  std::error_code error;
  fs::path full = fs::absolute(path, error).lexically_normal();
  return full.parent_path().parent_path().parent_path();
}

std::vector<std::string> ReferencedTypes(std::string_view text,
                                         const std::string& package) {
  return ReferenceScan(text, package).Take();
}

std::vector<MsgFile> BundleParts(std::string_view text,
                                 const std::string& path) {
  std::vector<MsgFile> parts;
  uint64_t line_number = 0;
  while (!text.empty()) {
    ++line_number;
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    std::string_view whole = text.substr(0, end);
    text.remove_prefix(end);
    whole.remove_suffix(whole.ends_with('\n') ? 1 : 0);
    std::string_view line = Trim(whole);
    if (!NameInHeader(line).empty()) {
      parts.push_back({.type_name = FullName(NameInHeader(line), ""),
                       .path = path,
                       .first_line = line_number + 1});
    } else if (!parts.empty()) {
      parts.back().text.append(whole).push_back('\n');
    }
  }
  return parts;
}

std::vector<MsgFile> FindDependencies(
    std::string_view text, const std::string& type_name,
    const std::vector<std::string>& directories) {
  std::vector<MsgFile> found;
  std::set<std::string> seen{type_name};
  std::deque<std::string> wanted;
  const auto want_all = [&](std::string_view referring,
                            const std::string& referring_type) {
    for (std::string& name :
         ReferencedTypes(referring, PackageOf(referring_type))) {
      if (seen.insert(name).second) wanted.push_back(std::move(name));
    }
  };
  want_all(text, type_name);
  while (!wanted.empty()) {
    std::string name = std::move(wanted.front());
    wanted.pop_front();
    for (const std::string& directory : directories) {
      const std::string kind = fs::path(name).parent_path().filename();
      std::string path = (fs::path(directory) / (name + "." + kind)).string();
      std::error_code error;
      if (!fs::is_regular_file(path, error)) continue;
      auto read = ReadInput(path);
      if (!read.ok()) continue;
      want_all(*read, name);
      found.push_back({name, path, *std::move(read)});
      break;
    }
  }
  return found;
}

}  // namespace transcdr::cli
