// The files of ros_interfaces/, embedded by CMake. See ros_library.h.

#ifndef TRANSCDR_CODEC_SCHEMA_ROS_LIBRARY_TEXTS_H_
#define TRANSCDR_CODEC_SCHEMA_ROS_LIBRARY_TEXTS_H_

#include <span>
#include <string_view>

namespace transcdr::ros_msg {

// One text a package.
std::span<const std::string_view> LibraryTexts();

}  // namespace transcdr::ros_msg

#endif  // TRANSCDR_CODEC_SCHEMA_ROS_LIBRARY_TEXTS_H_
