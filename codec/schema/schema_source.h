// A schema as text, before anything is known about it.

#ifndef TRANSCDR_CODEC_SCHEMA_SCHEMA_SOURCE_H_
#define TRANSCDR_CODEC_SCHEMA_SCHEMA_SOURCE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codec/type/type_descriptor.h"

namespace transcdr {

enum class SchemaLanguage : uint8_t {
  kRosMsg,   // ROS 2 .msg, single texts or an MCAP "ros2msg" bundle
  kOmgIdl,   // OMG IDL 4.2, one text or several files; MCAP "omgidl"
  kRos2Idl,  // the same as rosidl writes it, or an MCAP "ros2idl" bundle
  kTypeObject,  // OMG XTypes TypeObjects: bytes in place of text; see
                // codec/typeobject/type_object_frontend.h
};

struct SchemaFile {
  // kRosMsg: "geometry_msgs/msg/Point", "geometry_msgs/Point". IDL: what
  // #include and diagnostics call it, "geometry_msgs/msg/Point.idl".
  std::string name;
  std::string text;
};

struct SchemaSource {
  SchemaLanguage language = SchemaLanguage::kRosMsg;
  // The type that payloads hold. Required for kRosMsg; for IDL see
  // idl_frontend.h.
  std::string root_type;
  // The text of root_type (.msg), or a bundle; IDL: may be empty where all is
  // in files.
  std::string text;
  // Texts of other types.
  std::vector<SchemaFile> files;
  // kOmgIdl: of structs and unions without annotation; absent: appendable, the
  // specification's. Vendors differ.
  std::optional<Extensibility> default_extensibility = std::nullopt;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_SCHEMA_SCHEMA_SOURCE_H_
