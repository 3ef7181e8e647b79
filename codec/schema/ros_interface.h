// Services and actions in ROS 2: one text gives several types. Which ones, what
// they are called, and the text that rosidl writes for those that wrap others.

#ifndef TRANSCDR_CODEC_SCHEMA_ROS_INTERFACE_H_
#define TRANSCDR_CODEC_SCHEMA_ROS_INTERFACE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/schema/ros_msg_bundle.h"

namespace transcdr::ros_msg {

// "message", "service", "action".
std::string_view InterfaceNoun(InterfaceKind kind);

// Of "pkg::srv::X": kService. kMessage for all that is neither service nor
// action.
InterfaceKind KindOfName(std::string_view full_name);

// Whether a name as written says its kind: pkg/msg/Name does, pkg/Name does
// not, and FullTypeName takes it for a message.
bool SaysKind(std::string_view written);

// "pkg::msg::X" as "pkg::srv::X" or "pkg::action::X".
std::string WithKind(std::string_view full_name, InterfaceKind kind);

// "pkg::srv::X" of "pkg::srv::X_Event", "pkg::action::X" of
// "pkg::action::X_SendGoal_Request"; the name itself where nothing is derived.
std::string_view InterfaceOf(std::string_view full_name, InterfaceKind kind);

// A text at its lines "---".
struct InterfaceText {
  struct Part {
    std::string_view text;
    uint32_t first_line = 1;
  };
  std::vector<Part> parts;  // one more than separators
  std::vector<LineReader::Line> separators;
};
InterfaceText SplitInterface(std::string_view text);

// The separators that a text of the kind has: 0, 1, 2.
constexpr size_t SeparatorsOf(InterfaceKind kind) {
  return static_cast<size_t>(kind);
}

// A type that a service or an action gives.
struct DerivedType {
  std::string full_name;
  // The part of the text that has its fields; nullopt: `wrapper` does.
  std::optional<size_t> part;
  std::string wrapper;
};

// All types of "pkg::srv::X" or "pkg::action::X", those of parts first.
std::vector<DerivedType> DerivedTypes(std::string_view interface_name,
                                      InterfaceKind kind);

// Their names for a message: "pkg/srv/X_Request, ... or pkg/srv/X_Event".
std::string DerivedNames(std::string_view interface_name, InterfaceKind kind);

}  // namespace transcdr::ros_msg

#endif  // TRANSCDR_CODEC_SCHEMA_ROS_INTERFACE_H_
