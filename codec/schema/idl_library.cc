#include "codec/schema/idl_library.h"

#include "codec/schema/ros_interface.h"
#include "codec/schema/ros_interface_idl.h"
#include "codec/schema/ros_msg_names.h"

namespace transcdr::idl {
namespace {

// Each compares with every name of the library; hundreds of missing files are
// no slips of the pen.
constexpr size_t kMaxSuggestions = 50;

// "pkg::msg::Name" of ".../pkg/msg/Name"; empty where there are fewer parts.
std::string TypeNameOf(std::string_view path) {
  constexpr int kParts = 3;
  std::string name;
  for (int part = 1; part <= kParts; ++part) {
    const size_t slash = path.rfind('/');
    if (slash == std::string_view::npos && part < kParts) return "";
    name.insert(0, path.substr(slash + 1));  // npos + 1 is 0
    if (part < kParts) {
      name.insert(0, "::");
      path = path.substr(0, slash);
    }
  }
  return name;
}

}  // namespace

std::optional<uint32_t> LibraryFiles::FindFile(std::string_view path) {
  return Add(ros_msg::FindInLibrary(TypeNameOf(path)));
}

std::optional<uint32_t> LibraryFiles::FindFileOf(
    std::string_view full_type_name) {
  return Add(ros_msg::FindInLibrary(ros_msg::InterfaceOf(
      full_type_name, ros_msg::KindOfName(full_type_name))));
}

std::optional<uint32_t> LibraryFiles::Add(
    const ros_msg::LibraryText* interface) {
  if (interface == nullptr) return std::nullopt;
  const auto at = files_.find(interface);
  if (at != files_.end()) return at->second;
  texts_.push_back(ros_msg::InterfaceIdl(*interface));
  bool is_conflict = false;  // a given one of that name was not what was meant
  const uint32_t file = sources_.Add(ros_msg::DisplayName(interface->full_name),
                                     texts_.back(), &is_conflict);
  files_.emplace(interface, file);
  return file;
}

std::string LibraryFiles::Suggestion(std::string_view path) {
  const std::string name = TypeNameOf(path);
  if (name.empty() || ++suggestion_count_ > kMaxSuggestions) return "";
  return ros_msg::LibrarySuggestion(name);
}

}  // namespace transcdr::idl
