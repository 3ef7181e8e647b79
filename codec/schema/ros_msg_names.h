// Names in ROS 2: what rosidl allows, and the many ways to write a type's name.

#ifndef TRANSCDR_CODEC_SCHEMA_ROS_MSG_NAMES_H_
#define TRANSCDR_CODEC_SCHEMA_ROS_MSG_NAMES_H_

#include <optional>
#include <string>
#include <string_view>

namespace transcdr::ros_msg {

// rosidl's rules, stricter than those for identifiers: fields and packages
// [a-z][a-z0-9_]* without "__" and without '_' at the end; messages
// [A-Z][A-Za-z0-9]* with affixes like "_Request"; constants in upper case.
bool IsRosidlFieldName(std::string_view name);
bool IsRosidlPackageName(std::string_view name);
bool IsRosidlMessageName(std::string_view name);
bool IsRosidlConstantName(std::string_view name);

// The full name of a type in one form, "pkg::msg::Name". Takes pkg/Name,
// pkg/msg/Name, any/thing/before/pkg/msg/Name, each with "::" as well, the DDS
// name pkg::msg::dds_::Name_, and Name alone, which it gives back as it is.
// nullopt where a part is no identifier.
std::optional<std::string> FullTypeName(std::string_view written);

// "pkg::msg::Name" as ROS writes it: "pkg/msg/Name".
std::string DisplayName(std::string_view full_name);
// "pkg" of "pkg::msg::Name"; empty for a name without package.
std::string_view PackageOf(std::string_view full_name);
// "Name" of "pkg::msg::Name".
std::string_view ShortNameOf(std::string_view full_name);

}  // namespace transcdr::ros_msg

#endif  // TRANSCDR_CODEC_SCHEMA_ROS_MSG_NAMES_H_
