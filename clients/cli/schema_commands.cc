// register, list, get and delete.

#include <google/protobuf/text_format.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/time_util.h>

#include <cstdio>
#include <iostream>
#include <memory>
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
  std::string show = "summary";
  std::string output_path;
};

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

Examples:
  transcdr get ID
  transcdr get ID --show descriptors --output imu.json

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

ExitCode RunGet(const Session& session, const GetFlagValues& flags) {
  if (!IsSchemaId(flags.schema_id)) {
    return ReportUsage(session,
                       "'" + flags.schema_id +
                           "' is no schema id: 64 hex digits, or an alias");
  }
  v1::GetSchemaRequest request;
  request.set_schema_id(flags.schema_id);
  v1::GetSchemaResponse response;
  if (auto failure = Connect(session)->GetSchema(request, &response)) {
    return ReportFailure(*failure,
                         ContextOf(session, "get schema " + flags.schema_id));
  }
  std::string text;
  if (flags.show == "descriptors") {
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
  CLI::App* command = app->add_subcommand("get", "Show a registered schema");
  command->add_option("ID", flags->schema_id, "The schema's id")
      ->type_name("")
      ->required();
  command->add_option("--show", flags->show, "What to show [summary]")
      ->type_name("summary|canonical|plan|descriptors")
      ->check(CLI::IsMember({"summary", "canonical", "plan", "descriptors"})
                  .description(""));
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
