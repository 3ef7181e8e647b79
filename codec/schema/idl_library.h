// The common ROS 2 interfaces (ros_library.h) as IDL files, for texts that
// include them and do not bring them.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_LIBRARY_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_LIBRARY_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "codec/schema/idl_sources.h"
#include "codec/schema/ros_library.h"

namespace transcdr::idl {

class LibraryFiles {
 public:
  // Files that are asked for go to `sources`, each once, and borrow from this,
  // which has to live as long. There they are called "pkg/msg/Name".
  explicit LibraryFiles(Sources& sources) : sources_(sources) {}
  LibraryFiles(const LibraryFiles&) = delete;
  LibraryFiles& operator=(const LibraryFiles&) = delete;

  // The index in the sources of "pkg/msg/Name" ("pkg/srv/Name",
  // "pkg/action/Name"), folders before it aside; without ".idl". nullopt: there
  // is no such file.
  std::optional<uint32_t> FindFile(std::string_view path);
  // That of the file which defines a type, "pkg::srv::Name_Request".
  std::optional<uint32_t> FindFileOf(std::string_view full_type_name);

  // "; did you mean std_msgs/msg/Header?" for a path of that form which is no
  // file here; empty where nothing is near.
  std::string Suggestion(std::string_view path);

 private:
  std::optional<uint32_t> Add(const ros_msg::LibraryText* interface);

  Sources& sources_;
  std::deque<std::string> texts_;
  std::unordered_map<const ros_msg::LibraryText*, uint32_t> files_;
  size_t suggestion_count_ = 0;
};

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_LIBRARY_H_
