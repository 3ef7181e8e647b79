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
  // ROS 2 .msg, .srv and .action, single texts or an MCAP "ros2msg" bundle; or
  // a name alone
  kRosMsg,
  kOmgIdl,  // OMG IDL 4.2, one text or several files; MCAP "omgidl"
  // The same as rosidl writes it, or an MCAP "ros2idl" bundle; or a name alone
  kRos2Idl,
  kTypeObject,  // OMG XTypes TypeObjects: bytes in place of text; see
                // codec/typeobject/type_object_frontend.h
};

struct SchemaFile {
  // kRosMsg: "geometry_msgs/msg/Point", "geometry_msgs/Point", "pkg/srv/Name";
  // an extension (.msg, .srv, .action) is left out. IDL: what
  // #include and diagnostics call it, "geometry_msgs/msg/Point.idl".
  std::string name;
  std::string text;
};

struct SchemaSource {
  SchemaLanguage language = SchemaLanguage::kRosMsg;
  // The type that payloads hold. Required for kRosMsg; for IDL see
  // idl_frontend.h.
  std::string root_type;
  // The text of root_type (.msg, .srv, .action), or a bundle; IDL: may be empty
  // where all is in files, or (kRos2Idl) root_type is a built-in type.
  std::string text;
  // kRosMsg: false where there is no text at all, and root_type is a built-in
  // type or among the files. An empty text that is there is a built-in type as
  // well, else a message without fields.
  bool has_text = true;
  // Texts of other types.
  std::vector<SchemaFile> files;
  // kOmgIdl: of structs and unions without annotation; absent: appendable, the
  // specification's. Vendors differ.
  std::optional<Extensibility> default_extensibility = std::nullopt;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_SCHEMA_SCHEMA_SOURCE_H_
