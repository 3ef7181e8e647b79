// compare: what a change of a schema breaks.

#include <iostream>
#include <memory>
#include <sstream>
#include <string>

#include "clients/cli/byte_io.h"
#include "clients/cli/commands.h"
#include "clients/cli/local.h"
#include "clients/cli/options_flags.h"

namespace transcdr::cli {
namespace {

struct CompareFlagValues {
  std::string a;
  std::string b;
  // What holds for files on both sides.
  SchemaFlags schema;
  std::string type_b;
  std::string encoding = "both";
  std::string need = "both";
  bool is_local = false;
};

constexpr char kFooter[] =
    R"(A and B are files (.msg, .idl, or a TypeDescriptorSet: .json, .txtpb, .binpb) or,
with a daemon, ids of schemas that it knows. Prints the verdicts, then a line
for each change with its verdicts:

  identical  a value has the same bytes under both
  both       payloads of either decode under the other
  forward    payloads of A decode under B (old writers, new readers)
  backward   payloads of B decode under A (new writers, old readers)
  breaking   neither, or members would mean something else

Examples:
  transcdr compare --local old/Pose.idl new/Pose.idl
  transcdr compare --local --need forward --encoding xcdr2 a.idl b.idl
  transcdr compare ID share/sensor_msgs/msg/Imu.msg

Exit status:
  0  payloads decode as --need asks for, in each --encoding
  5  they do not: the change is breaking
  else as 'transcdr --help' says: 1 a schema is wrong, 2 the command line or a
  file, 3 no answer from the daemon, 4 no such schema in the daemon)";

const char* VerdictText(v1::CompareVerdict verdict) {
  switch (verdict) {
    case v1::COMPARE_VERDICT_IDENTICAL:
      return "identical";
    case v1::COMPARE_VERDICT_BOTH:
      return "both";
    case v1::COMPARE_VERDICT_FORWARD:
      return "forward";
    case v1::COMPARE_VERDICT_BACKWARD:
      return "backward";
    case v1::COMPARE_VERDICT_BREAKING:
      return "breaking";
    default:  // a newer daemon's
      return "unknown";
  }
}

// Whether a verdict gives what --need asks for.
bool Satisfies(v1::CompareVerdict verdict, const std::string& need) {
  switch (verdict) {
    case v1::COMPARE_VERDICT_IDENTICAL:
      return true;
    case v1::COMPARE_VERDICT_BOTH:
      return need != "identical";
    case v1::COMPARE_VERDICT_FORWARD:
      return need == "forward" || need == "any";
    case v1::COMPARE_VERDICT_BACKWARD:
      return need == "backward" || need == "any";
    default:
      return false;
  }
}

bool EndsWithAnyOf(const std::string& path,
                   std::initializer_list<const char*> endings) {
  for (const char* ending : endings) {
    if (path.ends_with(ending)) return true;
  }
  return false;
}

// One side of the comparison. False: it was reported.
bool LoadSide(const Session& session, const std::string& argument,
              SchemaFlags flags, v1::SchemaReference* reference,
              SchemaInput* input) {
  if (IsSchemaId(argument)) {
    reference->set_schema_id(argument);
    return true;
  }
  if (EndsWithAnyOf(argument, {".msg", ".srv", ".action"})) {
    flags.ros_msg_path = argument;
  } else if (EndsWithAnyOf(argument, {".idl"})) {
    flags.idl_path = argument;
  } else if (EndsWithAnyOf(argument, {".json", ".txtpb", ".binpb"})) {
    flags.descriptor_path = argument;
  } else {
    ReportUsage(session, "'" + argument +
                             "' is no schema id (64 hex digits) and no file "
                             "that ends in .msg, .srv, .action, .idl, .json, "
                             ".txtpb or .binpb");
    return false;
  }
  absl::StatusOr<SchemaInput> loaded = LoadSchema(flags);
  if (!loaded.ok()) {
    ReportUsage(session, std::string(loaded.status().message()));
    return false;
  }
  *input = *std::move(loaded);
  *reference->mutable_source() = input->request;
  return true;
}

std::string ReportText(const v1::CompareSchemasResponse& response) {
  std::ostringstream text;
  text << "xcdr1 " << VerdictText(response.xcdr1()) << ", xcdr2 "
       << VerdictText(response.xcdr2()) << '\n';
  for (const v1::SchemaChange& change : response.changes()) {
    text << "  " << VerdictText(change.xcdr1());
    if (change.xcdr1() != change.xcdr2()) {
      text << " (xcdr2: " << VerdictText(change.xcdr2()) << ')';
    }
    text << "  " << (change.path().empty() ? "(root)" : change.path()) << ": "
         << change.message();
    if (!change.before().empty() || !change.after().empty()) text << ": ";
    text << change.before();
    if (!change.before().empty() && !change.after().empty()) text << " -> ";
    text << change.after() << '\n';
  }
  if (response.left_out_changes() > 0) {
    text << "  ... and " << response.left_out_changes() << " more\n";
  }
  return text.str();
}

ExitCode RunCompare(const Session& session, const CompareFlagValues& flags) {
  v1::CompareSchemasRequest request;
  SchemaInput inputs[2];
  SchemaFlags flags_b = flags.schema;
  if (!flags.type_b.empty()) flags_b.root_type = flags.type_b;
  if (!LoadSide(session, flags.a, flags.schema, request.mutable_a(),
                &inputs[0]) ||
      !LoadSide(session, flags.b, flags_b, request.mutable_b(), &inputs[1])) {
    return ExitCode::kUsage;
  }
  std::unique_ptr<Backend> backend;
  if (flags.is_local) {
    backend = MakeLocalBackend();
  } else {
    backend = Connect(session);
  }
  v1::CompareSchemasResponse response;
  if (auto failure = backend->CompareSchemas(request, &response)) {
    ReportContext context =
        ContextOf(session, "compare " + flags.a + " and " + flags.b);
    const bool is_b = failure->metadata["field"] == "b";
    context.schema_files = &inputs[is_b ? 1 : 0].files;
    return ReportFailure(*failure, context);
  }
  absl::Status written = WriteOutput("", ReportText(response));
  if (!written.ok()) {
    return ReportUsage(session, std::string(written.message()));
  }
  const bool is_right =
      (flags.encoding == "xcdr2" || Satisfies(response.xcdr1(), flags.need)) &&
      (flags.encoding == "xcdr1" || Satisfies(response.xcdr2(), flags.need));
  return is_right ? ExitCode::kOk : ExitCode::kBreaking;
}

}  // namespace

void AddCompareCommand(CLI::App* app, const Session* session, Action* action) {
  auto flags = std::make_shared<CompareFlagValues>();
  CLI::App* command = app->add_subcommand(
      "compare", "Say whether payloads of one schema decode under another");
  command->add_option("A", flags->a, "The older schema: a file or an id")
      ->type_name("")
      ->required();
  command->add_option("B", flags->b, "The newer one")
      ->type_name("")
      ->required();
  command
      ->add_option("--encoding", flags->encoding,
                   "The encoding that counts [both]")
      ->type_name("xcdr1|xcdr2|both")
      ->check(CLI::IsMember({"xcdr1", "xcdr2", "both"}).description(""));
  command
      ->add_option("--need", flags->need,
                   "What has to decode, or the exit status is 5; any: at least "
                   "one direction [both]")
      ->type_name("identical|both|forward|backward|any")
      ->check(CLI::IsMember({"identical", "both", "forward", "backward", "any"})
                  .description(""));
  command
      ->add_option("--type", flags->schema.root_type,
                   "The root type in the files [as for register]")
      ->type_name("NAME");
  command
      ->add_option("--type-b", flags->type_b,
                   "The root type in B, where it has another name [--type]")
      ->type_name("NAME");
  command
      ->add_option("--include", flags->schema.include_directories,
                   "Where used types and included files are; repeatable")
      ->type_name("DIR")
      ->expected(1)
      ->take_all();
  command->add_flag("--idl-ros2", flags->schema.is_ros_idl,
                    "Take IDL as ROS 2's, with all types final");
  AddProfileFlags(command, &flags->schema.profile);
  AddLocalFlag(command, &flags->is_local);
  command->footer(kFooter);
  command->callback(
      [=] { *action = [=] { return RunCompare(*session, *flags); }; });
}

}  // namespace transcdr::cli
