// decode and encode.

#include <unistd.h>

#include <iostream>
#include <memory>
#include <utility>

#include "clients/cli/byte_io.h"
#include "clients/cli/commands.h"
#include "clients/cli/local.h"
#include "clients/cli/options_flags.h"
#include "codec/base/base64.h"

namespace transcdr::cli {
namespace {

// The flags of one command; decode and encode have most of them in common.
struct CodecFlags {
  SchemaFlags schema;
  v1::MappingOptions mapping;
  v1::PayloadOptions payload;
  std::string input_path;
  bool is_hex = false;
  std::string output_path;
  bool is_output_hex = false;
  std::string format = "json";
  bool is_big_endian = false;
  bool is_local = false;
};

constexpr char kDecodeFooter[] = R"(Examples:
  transcdr decode --ros-msg share/sensor_msgs/msg/Imu.msg payload.bin
  echo 00010000 03000000 686900 | transcdr decode --local --hex \
      --ros-msg std_msgs/msg/String.msg
  transcdr decode --schema-id ID --to msgpack --output imu.msgpack payload.bin

Exit status: see 'transcdr --help'.)";

constexpr char kEncodeFooter[] = R"(Examples:
  echo '{"data":"hi"}' | transcdr encode --local --output-hex \
      --ros-msg std_msgs/msg/String.msg
  transcdr encode --schema-id ID --output payload.bin imu.json
  transcdr encode --schema-id ID --from msgpack --big-endian imu.msgpack | xxd

Exit status: see 'transcdr --help'.)";

bool IsStandardInput(const std::string& path) {
  return path.empty() || path == "-";
}

std::string InputName(const std::string& path) {
  return IsStandardInput(path) ? "standard input" : path;
}

v1::DocumentFormat FormatOf(const CodecFlags& flags) {
  return flags.format == "json" ? v1::DOCUMENT_FORMAT_JSON
                                : v1::DOCUMENT_FORMAT_MESSAGE_PACK;
}

bool IsBinaryToTerminal(const CodecFlags& flags) {
  return IsStandardInput(flags.output_path) && !flags.is_output_hex &&
         IsTerminal(STDOUT_FILENO);
}

absl::Status CheckFlags(const CodecFlags& flags) {
  absl::Status status = CheckSchemaFlags(flags.schema);
  if (!status.ok()) return status;
  if (flags.is_local && !flags.schema.schema_id.empty()) {
    return absl::InvalidArgumentError(
        "--local knows no schema ids: name the schema's file with --ros-msg, "
        "--idl or --descriptor");
  }
  if (IsStandardInput(flags.input_path) &&
      (flags.schema.ros_msg_path == "-" || flags.schema.idl_path == "-" ||
       flags.schema.descriptor_path == "-")) {
    return absl::InvalidArgumentError(
        "standard input cannot be both the schema and the input: name a file "
        "for one of them");
  }
  return absl::OkStatus();
}

// The input's bytes, hex text already undone.
absl::StatusOr<std::string> LoadInput(const CodecFlags& flags) {
  absl::StatusOr<std::string> bytes = ReadInput(flags.input_path);
  if (!bytes.ok() || !flags.is_hex) return bytes;
  absl::StatusOr<std::string> parsed = ParseHex(*bytes);
  if (parsed.ok()) return parsed;
  return absl::InvalidArgumentError(InputName(flags.input_path) + ": " +
                                    std::string(parsed.status().message()));
}

// The beginning of a line about the result, on standard error.
std::ostream& Note(const Session& session) {
  return std::cerr << "transcdr: " << session.palette.warning
                   << "note:" << session.palette.reset << " ";
}

// Text gets a line break at its end, bytes do not.
ExitCode Write(const Session& session, const CodecFlags& flags,
               const std::string& bytes, bool as_hex, bool is_text) {
  std::string text = as_hex ? HexText(bytes) : bytes;
  if (as_hex || is_text) text += '\n';
  absl::Status written = WriteOutput(flags.output_path, text);
  if (!written.ok()) {
    return ReportUsage(session, std::string(written.message()));
  }
  return ExitCode::kOk;
}

// What a call needs: who carries it out, the schema's id, and the input.
struct Prepared {
  std::unique_ptr<Backend> backend;
  std::string schema_id;
  std::string input;
};

// False: `exit_code` says how it ended.
bool Prepare(const Session& session, const CodecFlags& flags,
             Prepared* prepared, ExitCode* exit_code) {
  absl::Status checked = CheckFlags(flags);
  if (!checked.ok()) {
    *exit_code = ReportUsage(session, std::string(checked.message()));
    return false;
  }
  // Before the call: a wrong path should not register anything.
  absl::StatusOr<std::string> input = LoadInput(flags);
  if (!input.ok()) {
    *exit_code = ReportUsage(session, std::string(input.status().message()));
    return false;
  }
  prepared->input = *std::move(input);
  if (flags.is_local) {
    prepared->backend = MakeLocalBackend();
  } else {
    prepared->backend = Connect(session);
  }
  prepared->schema_id = flags.schema.schema_id;
  if (!prepared->schema_id.empty()) return true;
  v1::RegisterSchemaResponse response;
  if (!RegisterFlags(session, flags.schema, /*validate_only=*/false,
                     prepared->backend.get(), &response, exit_code)) {
    return false;
  }
  prepared->schema_id = response.schema_id();
  return true;
}

ExitCode RunDecode(const Session& session, const CodecFlags& flags) {
  const bool is_json = FormatOf(flags) == v1::DOCUMENT_FORMAT_JSON;
  if (!is_json && IsBinaryToTerminal(flags)) {
    return ReportUsage(session,
                       "MessagePack is not for terminals: add --output-hex, "
                       "--output FILE, or send it through a pipe");
  }
  Prepared prepared;
  ExitCode exit_code = ExitCode::kOk;
  if (!Prepare(session, flags, &prepared, &exit_code)) return exit_code;

  v1::DecodeRequest request;
  request.set_schema_id(prepared.schema_id);
  request.set_payload(prepared.input);
  request.set_format(FormatOf(flags));
  *request.mutable_options() = flags.mapping;
  *request.mutable_payload_options() = flags.payload;
  v1::DecodeResponse response;
  if (auto failure = prepared.backend->Decode(request, &response)) {
    ReportContext context =
        ContextOf(session, "decode " + InputName(flags.input_path));
    context.input_kind = InputKind::kBinary;
    context.input = prepared.input;
    return ReportFailure(*failure, context);
  }
  if (response.trailing_bytes() > 0) {
    Note(session) << "the last " << response.trailing_bytes() << " of "
                  << prepared.input.size()
                  << " bytes lie behind the value and were not read (--strict "
                     "makes that an error)\n";
  }
  const v1::DecodeReport& report = response.report();
  if (report.defaulted_members() > 0) {
    Note(session) << report.defaulted_members()
                  << " members are not in the payload and have their defaults, "
                     "the first being "
                  << report.first_defaulted_member() << "\n";
  }
  if (!report.key_hash().empty()) {
    Note(session) << "key hash " << HexEncode(report.key_hash()) << "\n";
  }
  if (!report.ros_service_header().empty()) {
    Note(session) << "service header " << HexEncode(report.ros_service_header())
                  << "\n";
  }
  return Write(session, flags, response.document(), flags.is_output_hex,
               is_json);
}

ExitCode RunEncode(const Session& session, const CodecFlags& flags) {
  Prepared prepared;
  ExitCode exit_code = ExitCode::kOk;
  if (!Prepare(session, flags, &prepared, &exit_code)) return exit_code;

  v1::EncodeRequest request;
  request.set_schema_id(prepared.schema_id);
  request.set_document(prepared.input);
  request.set_format(FormatOf(flags));
  *request.mutable_options() = flags.mapping;
  *request.mutable_payload_options() = flags.payload;
  request.set_byte_order(flags.is_big_endian ? v1::BYTE_ORDER_BIG_ENDIAN
                                             : v1::BYTE_ORDER_LITTLE_ENDIAN);
  v1::EncodeResponse response;
  if (auto failure = prepared.backend->Encode(request, &response)) {
    ReportContext context =
        ContextOf(session, "encode " + InputName(flags.input_path));
    context.input_kind = request.format() == v1::DOCUMENT_FORMAT_JSON
                             ? InputKind::kText
                             : InputKind::kBinary;
    context.input = prepared.input;
    return ReportFailure(*failure, context);
  }
  if (!response.key_hash().empty()) {
    Note(session) << "key hash " << HexEncode(response.key_hash()) << "\n";
  }
  return Write(session, flags, response.payload(),
               flags.is_output_hex || IsBinaryToTerminal(flags),
               /*is_text=*/false);
}

void AddInputFlags(CLI::App* command, const std::string& what,
                   CodecFlags* flags) {
  command
      ->add_option("FILE", flags->input_path,
                   what + " [standard input; also as '-']")
      ->type_name("");
  command->add_flag("--hex", flags->is_hex,
                    "The input is hex text; white space, commas and 0x are "
                    "skipped");
  command
      ->add_option("--output,-o", flags->output_path,
                   "Where the result goes [standard output]")
      ->type_name("FILE");
  AddLocalFlag(command, &flags->is_local);
}

void AddKeyFlags(CLI::App* command, const std::string& key_only,
                 CodecFlags* flags) {
  command->add_flag_callback(
      "--key-only", [=] { flags->payload.set_key_only(true); }, key_only);
  command->add_flag_callback(
      "--key-hash", [=] { flags->payload.set_want_key_hash(true); },
      "Tell the key hash on standard error");
}

void AddFormatFlag(CLI::App* command, const std::string& flag,
                   const std::string& help, CodecFlags* flags) {
  command->add_option(flag, flags->format, help + " [json]")
      ->type_name("json|msgpack")
      ->check(CLI::IsMember({"json", "msgpack"}).description(""));
}

}  // namespace

void AddCodecCommands(CLI::App* app, const Session* session, Action* action) {
  // Shared with the callbacks: parsing writes to them, the action reads them.
  auto decode_flags = std::make_shared<CodecFlags>();
  CLI::App* decode = app->add_subcommand(
      "decode", "A payload (XCDR) to a document (JSON or MessagePack)");
  AddInputFlags(decode, "The payload, encapsulation header included",
                decode_flags.get());
  decode->add_flag("--output-hex", decode_flags->is_output_hex,
                   "The result as hex text");
  AddFormatFlag(decode, "--to", "The document's format", decode_flags.get());
  AddKeyFlags(decode,
              "The payload holds the key members alone, as that of an instance "
              "disposed of",
              decode_flags.get());
  AddSchemaFlags(SchemaIdFlag::kWanted, decode, &decode_flags->schema);
  AddMappingFlags(Direction::kDecode, decode, &decode_flags->mapping);
  decode->footer(kDecodeFooter);
  decode->callback(
      [=] { *action = [=] { return RunDecode(*session, *decode_flags); }; });

  auto encode_flags = std::make_shared<CodecFlags>();
  CLI::App* encode = app->add_subcommand(
      "encode", "A document (JSON or MessagePack) to a payload (XCDR)");
  AddInputFlags(encode, "The document", encode_flags.get());
  encode->add_flag("--output-hex", encode_flags->is_output_hex,
                   "The payload as hex text [on a terminal always]");
  AddFormatFlag(encode, "--from", "The document's format", encode_flags.get());
  encode->add_flag("--big-endian", encode_flags->is_big_endian,
                   "Write the payload in big endian [little endian]");
  encode
      ->add_option_function<std::string>(
          "--representation",
          [flags = encode_flags.get()](const std::string& text) {
            flags->payload.set_representation(text == "xcdr2"
                                                  ? v1::REPRESENTATION_XCDR2
                                                  : v1::REPRESENTATION_XCDR1);
          },
          "Which rules the payload follows [xcdr1]")
      ->type_name("xcdr1|xcdr2")
      ->check(CLI::IsMember({"xcdr1", "xcdr2"}).description(""));
  AddKeyFlags(encode, "Write the key members alone", encode_flags.get());
  AddSchemaFlags(SchemaIdFlag::kWanted, encode, &encode_flags->schema);
  AddMappingFlags(Direction::kEncode, encode, &encode_flags->mapping);
  encode->footer(kEncodeFooter);
  encode->callback(
      [=] { *action = [=] { return RunEncode(*session, *encode_flags); }; });
}

}  // namespace transcdr::cli
