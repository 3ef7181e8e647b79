// The common ROS 2 interface types, built in: those of Kilted (RIHS01 equal),
// and what Lyrical added. Definitions alone, in ros_interfaces/PACKAGE.txt: the
// texts of a package behind each other as in a bundle, without comments.

#ifndef TRANSCDR_CODEC_SCHEMA_ROS_LIBRARY_H_
#define TRANSCDR_CODEC_SCHEMA_ROS_LIBRARY_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/schema/ros_msg_bundle.h"

namespace transcdr::ros_msg {

// A text of the library; lives as long as the program.
struct LibraryText {
  std::string_view
      full_name;  // "std_msgs::msg::Header", "std_srvs::srv::Empty"
  InterfaceKind kind;
  std::string_view text;
};

// All of them, ordered by name. Thread-safe.
std::span<const LibraryText> Library();

// By the full name of a message, a service or an action (not of a type that
// these give); null where there is none.
const LibraryText* FindInLibrary(std::string_view full_name);

// "; did you mean sensor_msgs/msg/Imu?" with a few names of the library that
// are near a full name, or have its last part; empty where none is.
std::string LibrarySuggestion(std::string_view full_name);

}  // namespace transcdr::ros_msg

#endif  // TRANSCDR_CODEC_SCHEMA_ROS_LIBRARY_H_
