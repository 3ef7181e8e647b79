// register, list, get and delete.

#include <google/protobuf/text_format.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/time_util.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <vector>

#include "clients/cli/byte_io.h"
#include "clients/cli/commands.h"
#include "clients/cli/local.h"
#include "clients/cli/options_flags.h"

namespace transcdr::cli {
namespace {

struct RegisterFlagValues {
  SchemaFlags schema;
  bool is_validate_only = false;
  bool is_local = false;
};

struct GetFlagValues {
  std::string schema_id;
  SchemaFlags schema;  // with --local, instead of the id
  bool is_local = false;
  std::string show = "summary";
  std::string language;  // --as
  std::string output_path;
};

// What --as takes.
struct Language {
  const char* name;
  v1::SchemaRendering rendering;
  const std::string& (v1::GetSchemaResponse::*text)() const;
};
constexpr Language kLanguages[] = {
    {"idl", v1::SCHEMA_RENDERING_IDL, &v1::GetSchemaResponse::idl},
    {"json-schema", v1::SCHEMA_RENDERING_JSON_SCHEMA,
     &v1::GetSchemaResponse::json_schema},
    {"typescript", v1::SCHEMA_RENDERING_TYPESCRIPT_JSON,
     &v1::GetSchemaResponse::typescript_json},
    {"typescript-msgpack", v1::SCHEMA_RENDERING_TYPESCRIPT_MESSAGE_PACK,
     &v1::GetSchemaResponse::typescript_message_pack}};

constexpr char kRegisterFooter[] = R"(Prints the schema's id on standard output.

Examples:
  transcdr register sensor_msgs/msg/Imu
  transcdr register --ros-msg share/sensor_msgs/msg/Imu.msg
  transcdr register --ros-msg Pose.msg --type my_msgs/msg/Pose --include share
  transcdr register --local --descriptor shapes.json --profile fast-cdr-2

Exit status: see 'transcdr --help'.)";

constexpr char kGetFooter[] = R"(What --show takes:
  summary      id, root type, profile and canonical form
  canonical    the text whose SHA-256 is the id
  plan         the compiled plan
  descriptors  the types, for --descriptor; as JSON, or as --output says:
               .json, .txtpb or .binpb

What --as takes:
  idl                 OMG IDL that registers to the same id with the same
                      --type and --profile
  json-schema         JSON Schema of the JSON that decode gives
  typescript          TypeScript types of the same
  typescript-msgpack  TypeScript types of the MessagePack that decode gives

Examples:
  transcdr get ID
  transcdr get ID --show descriptors --output imu.json
  transcdr get ID --as typescript --output imu.ts
  transcdr get --local --ros-msg share/sensor_msgs/msg/Imu.msg --as idl

Exit status: see 'transcdr --help'.)";

ExitCode RunRegister(const Session& session, const RegisterFlagValues& flags) {
  absl::Status checked = CheckSchemaFlags(flags.schema);
  if (!checked.ok()) {
    return ReportUsage(session, std::string(checked.message()));
  }
  std::unique_ptr<Backend> backend;
  if (flags.is_local) {
    backend = MakeLocalBackend();
  } else {
    backend = Connect(session);
  }
  const bool is_kept = !flags.is_local && !flags.is_validate_only;
  v1::RegisterSchemaResponse response;
  ExitCode exit_code = ExitCode::kOk;
  if (!RegisterFlags(session, flags.schema, !is_kept, backend.get(), &response,
                     &exit_code)) {
    return exit_code;
  }
  std::cerr << response.root_type() << ' '
            << (!is_kept            ? "is valid"
                : response.is_new() ? "registered"
                                    : "was registered already")
            << '\n';
  std::cout << response.schema_id() << '\n';
  return ExitCode::kOk;
}

// One line a schema.
void PrintLine(const v1::SchemaSummary& schema) {
  std::printf("%s  %8llu B  %s  %s\n", schema.schema_id().c_str(),
              static_cast<unsigned long long>(schema.plan_bytes()),
              google::protobuf::util::TimeUtil::ToString(schema.register_time())
                  .substr(0, 19)
                  .c_str(),
              schema.root_type().c_str());
}

ExitCode RunList(const Session& session, bool is_json) {
  auto backend = Connect(session);
  v1::ListSchemasRequest request;
  request.set_page_size(1000);
  uint64_t count = 0;
  do {
    v1::ListSchemasResponse response;
    if (auto failure = backend->ListSchemas(request, &response)) {
      return ReportFailure(*failure, ContextOf(session, "list the schemas"));
    }
    for (const v1::SchemaSummary& schema : response.schemas()) {
      ++count;
      if (!is_json) {
        PrintLine(schema);
        continue;
      }
      google::protobuf::util::JsonPrintOptions options;
      options.preserve_proto_field_names = true;
      options.always_print_primitive_fields = true;
      std::string line;
      // Cannot fail: no Any within.
      (void)google::protobuf::util::MessageToJsonString(schema, &line, options);
      std::printf("%s\n", line.c_str());
    }
    request.set_page_token(response.next_page_token());
  } while (!request.page_token().empty());
  if (std::fflush(stdout) != 0) {
    return ReportUsage(session, "cannot write to standard output");
  }
  if (count == 0) std::cerr << "no schemas are registered\n";
  return ExitCode::kOk;
}

std::string DescriptorText(const v1::TypeDescriptorSet& descriptors,
                           const std::string& path) {
  std::string text;
  if (path.ends_with(".binpb")) {
    descriptors.SerializeToString(&text);
  } else if (path.ends_with(".txtpb")) {
    google::protobuf::TextFormat::PrintToString(descriptors, &text);
  } else {
    google::protobuf::util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    options.add_whitespace = true;
    // Cannot fail: no Any within.
    (void)google::protobuf::util::MessageToJsonString(descriptors, &text,
                                                      options);
  }
  return text;
}

std::string WithLineBreak(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

std::string SummaryText(const v1::GetSchemaResponse& schema) {
  std::ostringstream text;
  text << "schema id  " << schema.schema_id() << '\n'
       << "root type  " << schema.root_type() << '\n';
  for (const std::string& alias : schema.aliases()) {
    text << "alias      " << alias << '\n';
  }
  text << "profile    " << ProfileFlagText(schema.profile()) << "\n\n"
       << WithLineBreak(schema.canonical_form());
  return text.str();
}

// The id to get: the command line's, or that of files registered in `backend`.
// nullopt: it was reported, and `exit_code` is set.
std::optional<std::string> FindIdToGet(const Session& session,
                                       const GetFlagValues& flags,
                                       Backend* backend, ExitCode* exit_code) {
  *exit_code = ExitCode::kUsage;
  if (!flags.is_local) {
    if (IsSchemaId(flags.schema_id)) return flags.schema_id;
    ReportUsage(session,
                flags.schema_id.empty()
                    ? "no schema: name an ID or, with --local, a file"
                    : "'" + flags.schema_id +
                          "' is no schema id: 64 hex digits, or an alias");
    return std::nullopt;
  }
  if (!flags.schema_id.empty()) {
    ReportUsage(session,
                "--local knows no ids: name a file, with --ros-msg, "
                "--idl or --descriptor");
    return std::nullopt;
  }
  absl::Status checked = CheckSchemaFlags(flags.schema);
  if (!checked.ok()) {
    ReportUsage(session, std::string(checked.message()));
    return std::nullopt;
  }
  v1::RegisterSchemaResponse response;
  if (!RegisterFlags(session, flags.schema, false, backend, &response,
                     exit_code)) {
    return std::nullopt;
  }
  return response.schema_id();
}

ExitCode RunGet(const Session& session, const GetFlagValues& flags) {
  std::unique_ptr<Backend> backend;
  if (flags.is_local) {
    backend = MakeLocalBackend();
  } else {
    backend = Connect(session);
  }
  ExitCode exit_code = ExitCode::kOk;
  const auto id = FindIdToGet(session, flags, backend.get(), &exit_code);
  if (!id.has_value()) return exit_code;
  v1::GetSchemaRequest request;
  request.set_schema_id(*id);
  const Language* language = nullptr;
  for (const Language& one : kLanguages) {
    if (flags.language == one.name) language = &one;
  }
  if (language != nullptr) request.add_renderings(language->rendering);
  v1::GetSchemaResponse response;
  if (auto failure = backend->GetSchema(request, &response)) {
    return ReportFailure(*failure, ContextOf(session, "get schema " + *id));
  }
  std::string text;
  if (language != nullptr) {
    text = (response.*language->text)();
  } else if (flags.show == "descriptors") {
    text = DescriptorText(response.descriptors(), flags.output_path);
  } else if (flags.show == "canonical") {
    text = response.canonical_form();  // its digest is the id: not a byte more
  } else if (flags.show == "plan") {
    text = WithLineBreak(response.plan_dump());
  } else {
    text = SummaryText(response);
  }
  absl::Status written = WriteOutput(flags.output_path, text);
  if (!written.ok()) {
    return ReportUsage(session, std::string(written.message()));
  }
  return ExitCode::kOk;
}

// Goes on after an id that is not there; ends with the first failure's code.
ExitCode RunDelete(const Session& session,
                   const std::vector<std::string>& schema_ids) {
  for (const std::string& id : schema_ids) {
    if (IsSchemaId(id)) continue;
    return ReportUsage(
        session, "'" + id + "' is no schema id: 64 hex digits, or an alias");
  }
  auto backend = Connect(session);
  ExitCode exit_code = ExitCode::kOk;
  for (const std::string& id : schema_ids) {
    v1::DeleteSchemaRequest request;
    request.set_schema_id(id);
    v1::DeleteSchemaResponse response;
    auto failure = backend->DeleteSchema(request, &response);
    if (!failure.has_value()) continue;
    ExitCode code =
        ReportFailure(*failure, ContextOf(session, "delete schema " + id));
    if (exit_code == ExitCode::kOk) exit_code = code;
    if (code == ExitCode::kUnavailable) break;
  }
  return exit_code;
}

void AddRegister(CLI::App* app, const Session* session, Action* action) {
  auto flags = std::make_shared<RegisterFlagValues>();
  CLI::App* command = app->add_subcommand(
      "register", "Check and keep a schema, and print its id");
  AddSchemaFlags(SchemaIdFlag::kLeftOut, command, &flags->schema);
  command
      ->add_option("NAME", flags->schema.root_type,
                   "A built-in type of ROS 2, or one in --include: as --type")
      ->type_name("")
      ->excludes("--type");
  command->add_flag("--validate-only", flags->is_validate_only,
                    "Check it in the daemon without keeping it");
  AddLocalFlag(command, &flags->is_local);
  command->footer(kRegisterFooter);
  command->callback(
      [=] { *action = [=] { return RunRegister(*session, *flags); }; });
}

void AddList(CLI::App* app, const Session* session, Action* action) {
  auto is_json = std::make_shared<bool>(false);
  CLI::App* command = app->add_subcommand(
      "list", "List the schemas: id, memory, time of registration, root type");
  command->add_flag("--json", *is_json, "A JSON object a line, for programs");
  command->footer("Examples:\n  transcdr list\n  transcdr list --json | jq .");
  command->callback(
      [=] { *action = [=] { return RunList(*session, *is_json); }; });
}

void AddGet(CLI::App* app, const Session* session, Action* action) {
  auto flags = std::make_shared<GetFlagValues>();
  CLI::App* command = app->add_subcommand(
      "get", "Show a registered schema, or one of a file in other languages");
  command->add_option("ID", flags->schema_id, "The schema's id")->type_name("");
  auto* show =
      command->add_option("--show", flags->show, "What to show [summary]")
          ->type_name("summary|canonical|plan|descriptors")
          ->check(CLI::IsMember({"summary", "canonical", "plan", "descriptors"})
                      .description(""));
  command->add_option("--as", flags->language, "The language to write it in")
      ->type_name("idl|json-schema|typescript|typescript-msgpack")
      ->check(CLI::IsMember(
                  {"idl", "json-schema", "typescript", "typescript-msgpack"})
                  .description(""))
      ->excludes(show);
  AddSchemaFlags(SchemaIdFlag::kLeftOut, command, &flags->schema);
  AddLocalFlag(command, &flags->is_local);
  command
      ->add_option("--output,-o", flags->output_path,
                   "Where it goes [standard output]")
      ->type_name("FILE");
  command->footer(kGetFooter);
  command->callback(
      [=] { *action = [=] { return RunGet(*session, *flags); }; });
}

void AddDelete(CLI::App* app, const Session* session, Action* action) {
  auto ids = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app->add_subcommand(
      "delete", "Make the daemon forget schemas; calls in flight finish");
  command->add_option("ID", *ids, "The schemas' ids")
      ->type_name("")
      ->required();
  command->footer("Examples:\n  transcdr delete ID");
  command->callback(
      [=] { *action = [=] { return RunDelete(*session, *ids); }; });
}

}  // namespace

void AddSchemaCommands(CLI::App* app, const Session* session, Action* action) {
  AddRegister(app, session, action);
  AddList(app, session, action);
  AddGet(app, session, action);
  AddDelete(app, session, action);
}

}  // namespace transcdr::cli
