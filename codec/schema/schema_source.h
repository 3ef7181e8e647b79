// A schema as text, before anything is known about it.

#ifndef TRANSCDR_CODEC_SCHEMA_SCHEMA_SOURCE_H_
#define TRANSCDR_CODEC_SCHEMA_SCHEMA_SOURCE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace transcdr {

enum class SchemaLanguage : uint8_t {
  kRosMsg,  // ROS 2 .msg, single texts or an MCAP "ros2msg" bundle
};

struct SchemaFile {
  std::string name;  // "geometry_msgs/msg/Point", "geometry_msgs/Point"
  std::string text;
};

struct SchemaSource {
  SchemaLanguage language = SchemaLanguage::kRosMsg;
  // The type that payloads hold. Required for kRosMsg.
  std::string root_type;
  // The text of root_type (.msg), or a bundle.
  std::string text;
  // Texts of other types.
  std::vector<SchemaFile> files;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_SCHEMA_SCHEMA_SOURCE_H_
