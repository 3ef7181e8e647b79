#include "codec/schema/ros_interface.h"

#include <algorithm>
#include <span>

#include "codec/schema/ros_msg_names.h"
#include "codec/type/message_text.h"

namespace transcdr::ros_msg {
namespace {

// How a type is derived; '$' in `wrapper` stands for the interface's name.
struct Derivation {
  std::string_view suffix;
  int part;  // -1: a wrapper
  std::string_view wrapper;
};

// What rosidl_parser's definition.py builds.
constexpr Derivation kServiceTypes[] = {
    {"_Request", 0, ""},
    {"_Response", 1, ""},
    {"_Event", -1,
     "service_msgs/ServiceEventInfo info\n$_Request[<=1] request\n"
     "$_Response[<=1] response\n"},
};
constexpr Derivation kActionTypes[] = {
    {"_Goal", 0, ""},
    {"_Result", 1, ""},
    {"_Feedback", 2, ""},
    {"_SendGoal_Request", -1,
     "unique_identifier_msgs/UUID goal_id\n$_Goal goal\n"},
    {"_SendGoal_Response", -1,
     "bool accepted\nbuiltin_interfaces/Time stamp\n"},
    {"_SendGoal_Event", -1,
     "service_msgs/ServiceEventInfo info\n$_SendGoal_Request[<=1] request\n"
     "$_SendGoal_Response[<=1] response\n"},
    {"_GetResult_Request", -1, "unique_identifier_msgs/UUID goal_id\n"},
    {"_GetResult_Response", -1, "int8 status\n$_Result result\n"},
    {"_GetResult_Event", -1,
     "service_msgs/ServiceEventInfo info\n$_GetResult_Request[<=1] request\n"
     "$_GetResult_Response[<=1] response\n"},
    {"_FeedbackMessage", -1,
     "unique_identifier_msgs/UUID goal_id\n$_Feedback feedback\n"},
};

std::span<const Derivation> Derivations(InterfaceKind kind) {
  switch (kind) {
    case InterfaceKind::kMessage:
      return {};
    case InterfaceKind::kService:
      return kServiceTypes;
    case InterfaceKind::kAction:
      return kActionTypes;
  }
  return {};
}

std::string_view NamespaceOf(InterfaceKind kind) {
  switch (kind) {
    case InterfaceKind::kMessage:
      return "msg";
    case InterfaceKind::kService:
      return "srv";
    case InterfaceKind::kAction:
      return "action";
  }
  return "msg";
}

// "srv" of "pkg::srv::X"; empty where the name has fewer parts.
std::string_view MiddleOf(std::string_view full_name) {
  const size_t last = full_name.rfind("::");
  if (last == std::string_view::npos) return "";
  const std::string_view head = full_name.substr(0, last);
  const size_t before = head.rfind("::");
  return before == std::string_view::npos ? "" : head.substr(before + 2);
}

}  // namespace

std::string_view InterfaceNoun(InterfaceKind kind) {
  switch (kind) {
    case InterfaceKind::kMessage:
      return "message";
    case InterfaceKind::kService:
      return "service";
    case InterfaceKind::kAction:
      return "action";
  }
  return "message";
}

InterfaceKind KindOfName(std::string_view full_name) {
  const std::string_view middle = MiddleOf(full_name);
  for (InterfaceKind kind : {InterfaceKind::kService, InterfaceKind::kAction}) {
    if (middle == NamespaceOf(kind)) return kind;
  }
  return InterfaceKind::kMessage;
}

bool SaysKind(std::string_view written) {
  const auto slashes = std::count(written.begin(), written.end(), '/');
  size_t colons = 0;
  for (size_t at = written.find("::", 1); at != std::string_view::npos;
       at = written.find("::", at + 2)) {
    ++colons;
  }
  // pkg::dds_::Name_ loses a part.
  if (written.find("dds_") != std::string_view::npos && colons > 0) --colons;
  return static_cast<size_t>(slashes) + colons >= 2;
}

std::string WithKind(std::string_view full_name, InterfaceKind kind) {
  const std::string_view middle = MiddleOf(full_name);
  if (middle != "msg" && middle != "srv" && middle != "action") {
    return std::string(full_name);
  }
  return message_text::Concat(PackageOf(full_name), "::", NamespaceOf(kind),
                              "::", ShortNameOf(full_name));
}

std::string_view InterfaceOf(std::string_view full_name, InterfaceKind kind) {
  for (const Derivation& type : Derivations(kind)) {
    // The name is longer than the suffix, or nothing would be left of it.
    if (full_name.ends_with(type.suffix) &&
        ShortNameOf(full_name).size() > type.suffix.size()) {
      return full_name.substr(0, full_name.size() - type.suffix.size());
    }
  }
  return full_name;
}

InterfaceText SplitInterface(std::string_view text) {
  InterfaceText result;
  LineReader lines(text);
  LineReader::Line line;
  size_t begin = 0;
  uint32_t first_line = 1;
  while (lines.Next(&line)) {
    if (Trim(line.text) != "---") continue;
    result.parts.push_back(
        {text.substr(begin, line.begin - begin), first_line});
    result.separators.push_back(line);
    begin = line.next;
    // What ends a line is not always what an editor counts.
    first_line =
        line.number + (text.substr(0, line.next).ends_with('\n') ||
                               text.substr(0, line.next).ends_with('\r')
                           ? 1
                           : 0);
  }
  result.parts.push_back({text.substr(begin), first_line});
  return result;
}

std::vector<DerivedType> DerivedTypes(std::string_view interface_name,
                                      InterfaceKind kind) {
  const std::string display = DisplayName(interface_name);
  std::vector<DerivedType> types;
  for (const Derivation& derivation : Derivations(kind)) {
    DerivedType type;
    type.full_name = message_text::Concat(interface_name, derivation.suffix);
    if (derivation.part >= 0) {
      type.part = static_cast<size_t>(derivation.part);
    }
    for (char c : derivation.wrapper) {
      if (c == '$') {
        type.wrapper += display;
      } else {
        type.wrapper += c;
      }
    }
    types.push_back(std::move(type));
  }
  return types;
}

std::string DerivedNames(std::string_view interface_name, InterfaceKind kind) {
  const std::vector<DerivedType> types = DerivedTypes(interface_name, kind);
  std::string names;
  for (size_t i = 0; i < types.size(); ++i) {
    if (i > 0) names += i + 1 == types.size() ? " or " : ", ";
    names += DisplayName(types[i].full_name);
  }
  return names;
}

}  // namespace transcdr::ros_msg
