#include "clients/cli/schema_input.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/json_util.h>

#include <optional>
#include <string_view>
#include <utility>

#include "clients/cli/byte_io.h"
#include "clients/cli/idl_files.h"
#include "clients/cli/options_flags.h"
#include "codec/registry/schema_aliases.h"
#include "codec/schema/ros_interface.h"
#include "codec/schema/ros_msg_names.h"
#include "codec/type/schema_id.h"

namespace transcdr::cli {
namespace {

// Keeps the first error of the text format with its place.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string& message) override {
    if (!text_.empty()) return;
    // Protobuf counts from 0.
    text_ = std::to_string(line + 1) + ":" + std::to_string(column + 1) + ": " +
            message;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

bool HasExtension(const std::string& path, std::string_view extension) {
  return path.size() > extension.size() && path.ends_with(extension);
}

absl::Status ParseDescriptors(const std::string& path, const std::string& bytes,
                              v1::TypeDescriptorSet* descriptors) {
  if (HasExtension(path, ".json")) {
    auto status =
        google::protobuf::util::JsonStringToMessage(bytes, descriptors);
    if (status.ok()) return absl::OkStatus();
    return absl::InvalidArgumentError(
        path + " is no TypeDescriptorSet in JSON: " +
        std::string(status.message().data(), status.message().size()));
  }
  if (HasExtension(path, ".txtpb")) {
    FirstError error;
    google::protobuf::TextFormat::Parser parser;
    parser.RecordErrorsTo(&error);
    if (parser.ParseFromString(bytes, descriptors)) return absl::OkStatus();
    return absl::InvalidArgumentError(path + ":" + error.text());
  }
  if (HasExtension(path, ".binpb")) {
    if (descriptors->ParseFromString(bytes)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        path + " is no TypeDescriptorSet in Protobuf's binary form");
  }
  return absl::InvalidArgumentError(
      path + ": the name has to end in .json, .txtpb or .binpb");
}

// What diagnostics call the text of a type: the service or action that it is
// of, "pkg/srv/X" for pkg/srv/X_Event.
std::string FileNameOf(const std::string& type) {
  const std::string full = ros_msg::FullTypeName(type).value_or(type);
  return ros_msg::DisplayName(
      ros_msg::InterfaceOf(full, ros_msg::KindOfName(full)));
}

// A name alone: a built-in type, or one in the directories.
SchemaInput LoadByName(const SchemaFlags& flags) {
  SchemaInput input;
  input.request.set_root_type(flags.root_type);
  auto* source = input.request.mutable_ros_msg();
  // As if a text had a field of that type.
  const std::string field = FileNameOf(flags.root_type) + " root\n";
  for (MsgFile& file : FindDependencies(field, "", flags.include_directories)) {
    auto* dependency = source->add_dependencies();
    dependency->set_type_name(file.type_name);
    dependency->set_text(file.text);
    input.files.push_back(std::move(file));
  }
  return input;
}

absl::StatusOr<SchemaInput> LoadRosMsg(const SchemaFlags& flags) {
  const std::string& path = flags.ros_msg_path;
  absl::StatusOr<std::string> text = ReadInput(path);
  if (!text.ok()) return text.status();

  const std::optional<std::string> guess = GuessTypeName(path);
  std::string type = flags.root_type;
  if (type.empty() && guess.has_value()) type = *guess;
  if (type.empty()) {
    return absl::InvalidArgumentError(
        "the path " + path +
        " does not end in PACKAGE/msg/NAME.msg (srv, action), so the type's "
        "name is not known: add --type PACKAGE/msg/NAME");
  }
  std::vector<std::string> directories = flags.include_directories;
  // The packages beside it come last: what was asked for wins.
  if (guess.has_value()) directories.push_back(PackageRoot(path));

  SchemaInput input;
  input.request.set_root_type(type);
  auto* source = input.request.mutable_ros_msg();
  source->set_text(*text);
  input.files.push_back({type, path, *std::move(text)});
  if (FileNameOf(type) != type) {
    input.files.push_back({FileNameOf(type), path, source->text()});
  }
  for (MsgFile& part : BundleParts(source->text(), path)) {
    input.files.push_back(std::move(part));
  }
  for (MsgFile& file : FindDependencies(source->text(), type, directories)) {
    auto* dependency = source->add_dependencies();
    dependency->set_type_name(file.type_name);
    dependency->set_text(file.text);
    input.files.push_back(std::move(file));
  }
  return input;
}

absl::StatusOr<SchemaInput> LoadIdl(const SchemaFlags& flags) {
  absl::StatusOr<std::string> text = ReadInput(flags.idl_path);
  if (!text.ok()) return text.status();
  SchemaInput input;
  input.request.set_root_type(flags.root_type);
  auto* source = input.request.mutable_idl();
  if (flags.is_ros_idl) source->set_dialect(v1::IDL_DIALECT_ROS2);
  source->set_text(*text);
  for (IncludedFile& file :
       FindIncludes(*text, flags.idl_path, flags.include_directories)) {
    auto* to = source->add_files();
    to->set_name(file.name);
    to->set_text(file.text);
    input.files.push_back({file.name, file.path, std::move(file.text)});
  }
  // What diagnostics call the text (IdlSource.text).
  input.files.push_back({"schema.idl", flags.idl_path, *std::move(text)});
  return input;
}

absl::StatusOr<SchemaInput> LoadTypeObject(const SchemaFlags& flags) {
  absl::StatusOr<std::string> bytes = ReadInput(flags.type_object_path);
  if (!bytes.ok()) return bytes.status();
  SchemaInput input;
  input.request.set_root_type(flags.root_type);
  auto* source = input.request.mutable_type_object();
  source->set_type_object(*std::move(bytes));
  for (const std::string& path : flags.type_object_dependencies) {
    absl::StatusOr<std::string> dependency = ReadInput(path);
    if (!dependency.ok()) return dependency.status();
    source->add_dependencies(*std::move(dependency));
  }
  return input;
}

absl::StatusOr<SchemaInput> LoadDescriptors(const SchemaFlags& flags) {
  absl::StatusOr<std::string> bytes = ReadInput(flags.descriptor_path);
  if (!bytes.ok()) return bytes.status();
  SchemaInput input;
  input.request.set_root_type(flags.root_type);
  absl::Status parsed = ParseDescriptors(flags.descriptor_path, *bytes,
                                         input.request.mutable_descriptors());
  if (!parsed.ok()) return parsed;
  return input;
}

}  // namespace

void AddSchemaFlags(SchemaIdFlag id_flag, CLI::App* command,
                    SchemaFlags* flags) {
  constexpr char kGroup[] = "Schema (exactly one source)";
  auto* ros_msg = command
                      ->add_option("--ros-msg", flags->ros_msg_path,
                                   "A .msg, .srv or .action text, or an MCAP "
                                   "\"ros2msg\" bundle")
                      ->type_name("FILE")
                      ->group(kGroup);
  auto* descriptor =
      command
          ->add_option("--descriptor", flags->descriptor_path,
                       "A TypeDescriptorSet: .json, .txtpb or .binpb")
          ->type_name("FILE")
          ->group(kGroup);
  auto* idl = command
                  ->add_option("--idl", flags->idl_path,
                               "An OMG IDL text, or an MCAP \"omgidl\" or "
                               "\"ros2idl\" text")
                  ->type_name("FILE")
                  ->group(kGroup);
  command
      ->add_flag("--idl-ros2", flags->is_ros_idl,
                 "Take the IDL as ROS 2's, with all types final")
      ->needs(idl)
      ->group(kGroup);
  auto* type_object =
      command
          ->add_option("--type-object", flags->type_object_path,
                       "An XTypes CompleteTypeObject in XCDR2, as DDS "
                       "discovery carries it")
          ->type_name("FILE")
          ->group(kGroup);
  command
      ->add_option("--type-object-dependency", flags->type_object_dependencies,
                   "A TypeObject that it uses, or the pairs of a getTypes "
                   "reply; repeatable")
      ->type_name("FILE")
      ->needs(type_object)
      ->group(kGroup);
  type_object->excludes(ros_msg)->excludes(idl)->excludes(descriptor);
  ros_msg->excludes(descriptor);
  idl->excludes(ros_msg)->excludes(descriptor);
  auto* type =
      command
          ->add_option("--type", flags->root_type,
                       "The root type, as PACKAGE/msg/NAME or MODULE::NAME; "
                       "alone, a built-in type of ROS 2 or one in --include "
                       "[for --ros-msg: from the path "
                       ".../PACKAGE/msg/NAME.msg; else the only one that no "
                       "other type uses]")
          ->type_name("NAME")
          ->group(kGroup);
  auto* include =
      command
          ->add_option("--include", flags->include_directories,
                       "Where used types are, as DIR/PACKAGE/msg/NAME.msg, or "
                       "what IDL includes; repeatable [the directory of the "
                       "package, or of the file, itself]")
          ->type_name("DIR")
          ->expected(1)
          ->take_all()
          ->group(kGroup);
  include->excludes(descriptor)->excludes(type_object);
  AddProfileFlags(command, &flags->profile);
  CLI::Option* schema_id = nullptr;
  if (id_flag == SchemaIdFlag::kWanted) {
    schema_id = command
                    ->add_option("--schema-id", flags->schema_id,
                                 "A schema that the daemon knows already, or "
                                 "an alias of it")
                    ->type_name("ID")
                    ->group(kGroup);
    schema_id->excludes(ros_msg)
        ->excludes(idl)
        ->excludes(descriptor)
        ->excludes(type_object)
        ->excludes(type)
        ->excludes(include);
  }
}

bool IsSchemaId(std::string_view text) {
  return SchemaId::TryParse(text).has_value() || IsAliasForm(text);
}

absl::Status CheckSchemaFlags(const SchemaFlags& flags) {
  if (flags.schema_id.empty()) {
    if (flags.ros_msg_path.empty() && flags.idl_path.empty() &&
        flags.descriptor_path.empty() && flags.type_object_path.empty() &&
        flags.root_type.empty()) {
      return absl::InvalidArgumentError(
          "no schema: add --ros-msg FILE, --idl FILE, --descriptor FILE, "
          "--type-object FILE, --type NAME for a built-in type or, where the "
          "daemon knows it, --schema-id ID");
    }
    return absl::OkStatus();
  }
  if (!IsSchemaId(flags.schema_id)) {
    return absl::InvalidArgumentError(
        "'" + flags.schema_id +
        "' is no schema id: 64 hex digits, or an alias "
        "such as RIHS01_...");
  }
  if (flags.profile.ByteSizeLong() > 0) {
    return absl::InvalidArgumentError(
        "the profile is part of the schema: give it when registering, not with "
        "--schema-id");
  }
  return absl::OkStatus();
}

absl::StatusOr<SchemaInput> LoadSchema(const SchemaFlags& flags) {
  absl::StatusOr<SchemaInput> input =
      !flags.idl_path.empty()           ? LoadIdl(flags)
      : !flags.ros_msg_path.empty()     ? LoadRosMsg(flags)
      : !flags.type_object_path.empty() ? LoadTypeObject(flags)
      : !flags.descriptor_path.empty()  ? LoadDescriptors(flags)
                                        : LoadByName(flags);
  if (input.ok()) *input->request.mutable_profile() = flags.profile;
  return input;
}

}  // namespace transcdr::cli
