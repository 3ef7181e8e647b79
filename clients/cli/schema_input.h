// The schema that a command works with: from a ROS 2 interface file, an IDL
// file, a file of descriptors, TypeObjects, by the name of a built-in type, or
// by its id.

#ifndef TRANSCDR_CLIENTS_CLI_SCHEMA_INPUT_H_
#define TRANSCDR_CLIENTS_CLI_SCHEMA_INPUT_H_

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cli/ros_msg_files.h"
#include "transcdr/v1/schema_service.pb.h"

namespace transcdr::cli {

// What the flags say.
struct SchemaFlags {
  std::string ros_msg_path;
  std::string descriptor_path;
  std::string idl_path;
  bool is_ros_idl = false;
  std::string type_object_path;
  std::vector<std::string> type_object_dependencies;
  std::string schema_id;
  std::string root_type;
  std::vector<std::string> include_directories;
  v1::WireProfile profile;
};

enum class SchemaIdFlag { kWanted, kLeftOut };

// Adds --ros-msg, --idl, --idl-ros2, --descriptor, --type-object,
// --type-object-dependency, --type, --include, the
// profile flags and, where wanted, --schema-id. Parsing fills `flags`, which
// has to outlive `command`.
void AddSchemaFlags(SchemaIdFlag id_flag, CLI::App* command,
                    SchemaFlags* flags);

// Checks what the parser of the command line cannot: that there is a source,
// and that an id is one and stands alone. The error's message is for people.
absl::Status CheckSchemaFlags(const SchemaFlags& flags);

// 64 hex digits, or an alias.
bool IsSchemaId(std::string_view text);

// A schema as it goes to RegisterSchema.
struct SchemaInput {
  v1::RegisterSchemaRequest request;
  // The .msg or IDL texts in it: faults are shown within them. Empty for
  // descriptors and TypeObjects.
  std::vector<MsgFile> files;
};

// Reads the files. REQUIRES: flags.schema_id is empty. The error's message is
// for people.
absl::StatusOr<SchemaInput> LoadSchema(const SchemaFlags& flags);

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_SCHEMA_INPUT_H_
