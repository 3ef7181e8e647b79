#include "codec/schema/ros_msg_names.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "codec/type/message_text.h"

namespace transcdr::ros_msg {
namespace {

using message_text::IsIdentifier;

bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsKindOfInterface(std::string_view part) {
  return part == "msg" || part == "srv" || part == "action";
}

std::vector<std::string_view> SplitName(std::string_view name) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t slash = name.find('/');
    const size_t colons = name.find("::");
    const size_t end = std::min(slash, colons);
    parts.push_back(name.substr(0, end));
    if (end == std::string_view::npos) return parts;
    name.remove_prefix(end + (end == slash ? 1 : 2));
  }
}

}  // namespace

bool IsRosidlFieldName(std::string_view name) {
  return !name.empty() && IsLower(name.front()) && name.back() != '_' &&
         name.find("__") == std::string_view::npos &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return IsLower(c) || IsDigit(c) || c == '_';
         });
}

bool IsRosidlPackageName(std::string_view name) {
  return IsRosidlFieldName(name);
}

bool IsRosidlMessageName(std::string_view name) {
  if (name.starts_with("Sample_")) name.remove_prefix(7);
  for (std::string_view suffix :
       {"_Event", "_Request", "_Response", "_Goal", "_Result", "_Feedback"}) {
    if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  }
  return !name.empty() && IsUpper(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return IsLower(c) || IsUpper(c) || IsDigit(c);
         });
}

bool IsRosidlConstantName(std::string_view name) {
  return !name.empty() && IsUpper(name.front()) && name.back() != '_' &&
         name.find("__") == std::string_view::npos &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return IsUpper(c) || IsDigit(c) || c == '_';
         });
}

std::optional<std::string> FullTypeName(std::string_view written) {
  if (written.starts_with("::")) written.remove_prefix(2);
  std::vector<std::string_view> parts = SplitName(written);
  if (parts.size() >= 2 && parts[parts.size() - 2] == "dds_" &&
      parts.back().size() > 1 && parts.back().ends_with('_')) {
    parts.back().remove_suffix(1);
    parts.erase(parts.end() - 2);
  }
  if (parts.size() > 3 && IsKindOfInterface(parts[parts.size() - 2])) {
    parts.erase(parts.begin(), parts.end() - 3);
  }
  if (parts.size() == 2) parts.insert(parts.begin() + 1, "msg");
  std::string full;
  for (std::string_view part : parts) {
    if (!IsIdentifier(part)) return std::nullopt;
    if (!full.empty()) full += "::";
    full += part;
  }
  return full;
}

std::string DisplayName(std::string_view full_name) {
  std::string display;
  for (std::string_view part : SplitName(full_name)) {
    if (!display.empty()) display += '/';
    display += part;
  }
  return display;
}

std::string_view PackageOf(std::string_view full_name) {
  const size_t end = full_name.find("::");
  return end == std::string_view::npos ? std::string_view()
                                       : full_name.substr(0, end);
}

std::string_view ShortNameOf(std::string_view full_name) {
  const size_t separator = full_name.rfind("::");
  return separator == std::string_view::npos ? full_name
                                             : full_name.substr(separator + 2);
}

}  // namespace transcdr::ros_msg
