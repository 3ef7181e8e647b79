#include "clients/cli/idl_files.h"

#include <cstddef>
#include <filesystem>
#include <set>
#include <utility>

#include "absl/status/statusor.h"
#include "clients/cli/byte_io.h"

namespace transcdr::cli {
namespace {

std::string_view WithoutBlanks(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : text.substr(begin);
}

}  // namespace

std::vector<std::string> IncludedNames(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const size_t end = text.find_first_of("\r\n");
    std::string_view line = WithoutBlanks(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.starts_with('#')) continue;
    line = WithoutBlanks(line.substr(1));
    if (!line.starts_with("include")) continue;
    line = WithoutBlanks(line.substr(7));
    if (line.empty() || (line[0] != '"' && line[0] != '<')) continue;
    const size_t close = line.find(line[0] == '<' ? '>' : '"', 1);
    if (close == std::string_view::npos) continue;
    names.emplace_back(line.substr(1, close - 1));
  }
  return names;
}

std::vector<IncludedFile> FindIncludes(
    std::string_view text, const std::string& path,
    const std::vector<std::string>& directories) {
  namespace fs = std::filesystem;
  std::vector<IncludedFile> files;
  std::set<std::string> seen = {fs::path(path).lexically_normal().string()};
  const auto add_includes_of = [&](std::string_view of,
                                   const std::string& of_path) {
    for (const std::string& name : IncludedNames(of)) {
      std::vector<fs::path> candidates = {fs::path(of_path).parent_path() /
                                          name};
      for (const std::string& directory : directories) {
        candidates.push_back(fs::path(directory) / name);
      }
      for (const fs::path& candidate : candidates) {
        std::error_code error;
        if (!fs::is_regular_file(candidate, error)) continue;
        const std::string found = candidate.lexically_normal().string();
        if (!seen.insert(found).second) break;
        absl::StatusOr<std::string> read = ReadInput(found);
        if (read.ok()) files.push_back({name, found, *std::move(read)});
        break;
      }
    }
  };
  add_includes_of(text, path);
  for (size_t i = 0; i < files.size(); ++i) {
    // A copy: the vector grows.
    const IncludedFile file = files[i];
    add_includes_of(file.text, file.path);
  }
  return files;
}

}  // namespace transcdr::cli
