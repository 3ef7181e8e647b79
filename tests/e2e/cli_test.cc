// The commands of the tool against a real daemon: what they print, and how they
// end.

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <sstream>

#include "tests/e2e/cli_process.h"
#include "tests/e2e/cli_schemas.h"

namespace transcdr::e2e {
namespace {

constexpr char kUnknownId[] =
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

class CliTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { daemon_ = std::make_unique<Daemon>(); }
  static void TearDownTestSuite() { daemon_.reset(); }

  // With the daemon of this suite.
  static CliResult Run(std::vector<std::string> arguments,
                       CliOptions options = {}) {
    options.environment.try_emplace("TRANSCDR_TARGET", daemon_->target());
    return RunCli(arguments, options);
  }
  // The id of a schema that is then registered.
  static std::string Register(const std::string& path) {
    CliResult result = Run({"register", "--ros-msg", path});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out.substr(0, 64);
  }

  static std::unique_ptr<Daemon> daemon_;
  ShareDirectory share_;
  TempDirectory directory_;
};
std::unique_ptr<Daemon> CliTest::daemon_;

TEST_F(CliTest, HelpShowsCommandsAndExitCodes) {
  CliResult result = RunCli({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* word :
       {"register", "list", "get", "delete", "decode", "encode", "health",
        "--target", "TRANSCDR_TARGET", "--timeout",
        "Examples:", "Exit status:", "  4  no such schema"}) {
    EXPECT_NE(result.out.find(word), std::string::npos) << word;
  }
}

TEST_F(CliTest, HelpOfDecodeShowsItsOptionsAlone) {
  CliResult result = RunCli({"decode", "--help"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* word :
       {"--struct-form map|array|map-by-id", "--int64-form auto|number|string",
        "--int64-width shortest|fixed", "--non-finite-form string|null|error",
        "--char-array-form list|string",
        "--invalid-utf8-policy error|replace|latin1|bytes",
        "--bytes-form binary|array|hex", "--numeric-array-form list|bin|typed",
        "--enum-form name|number", "--bitmask-form number|names",
        "--absent-form omit|null", "--bounds-policy error|ignore",
        "--strict-booleans", "--strict",
        "--profile omg|ros2|fast-cdr-1|fast-cdr-2", "--wstring-form",
        "--wchar-width 16|32", "--empty-struct-form no-bytes|dummy-octet",
        "Examples:"}) {
    EXPECT_NE(result.out.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(result.out.find("--require-all"), std::string::npos);
}

TEST_F(CliTest, HelpOfEncodeShowsItsOptionsAlone) {
  CliResult result = RunCli({"encode", "--help"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* word :
       {"--unknown-members-policy error|ignore",
        "--inexact-float32-policy error|round", "--require-all", "--big-endian",
        "--from json|msgpack"}) {
    EXPECT_NE(result.out.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(result.out.find("--bounds-policy"), std::string::npos);
}

TEST_F(CliTest, VersionIsPrinted) {
  CliResult result = RunCli({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out.find("transcdr "), 0u) << result.out;
}

TEST_F(CliTest, HealthOfAServingDaemon) {
  CliResult result = Run({"health"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "SERVING\n");
}

TEST_F(CliTest, HealthWithoutADaemonIsUnavailable) {
  CliResult result = RunCli({"health", "--target", "127.0.0.1:1"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err.find("no daemon answers at 127.0.0.1:1"),
            std::string::npos)
      << result.err;
}

TEST_F(CliTest, RegisterPrintsTheSameIdAgain) {
  CliResult first =
      Run({"register", "--ros-msg", share_.Path("sensor_msgs", "JointState")});
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(first.out.size(), 65u) << first.out;
  CliResult second =
      Run({"register", "--ros-msg", share_.Path("sensor_msgs", "JointState")});
  EXPECT_EQ(second.exit_code, 0);
  EXPECT_EQ(second.out, first.out);
  EXPECT_NE(second.err.find("sensor_msgs::msg::JointState was registered "
                            "already"),
            std::string::npos)
      << second.err;
}

TEST_F(CliTest, ValidateOnlyAndLocalKeepNothing) {
  const std::string path =
      share_.Write("demo_msgs", "Unkept", "int32 validated_only\n");
  CliResult validated = Run({"register", "--validate-only", "--ros-msg", path});
  EXPECT_EQ(validated.exit_code, 0) << validated.err;
  EXPECT_NE(validated.err.find("demo_msgs::msg::Unkept is valid"),
            std::string::npos)
      << validated.err;
  CliResult local = RunCli({"register", "--local", "--ros-msg", path});
  EXPECT_EQ(local.exit_code, 0) << local.err;
  EXPECT_EQ(local.out, validated.out);
  CliResult get = Run({"get", local.out.substr(0, 64)});
  EXPECT_EQ(get.exit_code, 4) << get.out;
}

// The text with dependencies from a tree, the same as a bundle, and as a file
// whose name says nothing: one schema, one id.
TEST_F(CliTest, AllWaysToGiveAMsgMeetInOneId) {
  const std::string id = Register(share_.Path("sensor_msgs", "JointState"));
  const std::string line(80, '=');
  const std::string bundle = directory_.Write(
      "bundle.txt", std::string(kJointStateMsg) + line +
                        "\nMSG: std_msgs/Header\n" + kHeaderMsg + line +
                        "\nMSG: builtin_interfaces/Time\n" + kTimeMsg);
  CliResult bundled = Run({"register", "--ros-msg", bundle, "--type",
                           "sensor_msgs/msg/JointState"});
  EXPECT_EQ(bundled.out, id + "\n") << bundled.err;

  const std::string lone = directory_.Write("JointState.msg", kJointStateMsg);
  CliResult included =
      Run({"register", "--ros-msg", lone, "--type", "sensor_msgs/JointState",
           "--include", directory_.path(), "--include", share_.path()});
  EXPECT_EQ(included.out, id + "\n") << included.err;

  CliOptions options;
  options.input = kJointStateMsg;
  CliResult piped =
      Run({"register", "--ros-msg", "-", "--type", "sensor_msgs/msg/JointState",
           "--include", share_.path()},
          options);
  EXPECT_EQ(piped.out, id + "\n") << piped.err;

  options = {.working_directory = share_.path() + "/sensor_msgs/msg"};
  CliResult relative =
      Run({"register", "--ros-msg", "JointState.msg"}, options);
  EXPECT_EQ(relative.out, id + "\n") << relative.err;
}

TEST_F(CliTest, TypeOfAPathThatDoesNotTellIsAskedFor) {
  CliResult result = Run({"register", "--ros-msg",
                          directory_.Write("JointState.msg", kStringMsg)});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("add --type PACKAGE/msg/NAME"), std::string::npos)
      << result.err;
}

// What get shows of descriptors gives the same id in each of the three forms.
TEST_F(CliTest, DescriptorsComeBackInEveryForm) {
  const std::string path = directory_.Write("shapes.json", kShapeDescriptors);
  CliResult result = Run({"register", "--descriptor", path});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string id = result.out.substr(0, 64);
  for (const char* name : {"out.json", "out.txtpb", "out.binpb"}) {
    const std::string out = directory_.path() + "/" + name;
    CliResult get = Run({"get", id, "--show", "descriptors", "--output", out});
    EXPECT_EQ(get.exit_code, 0) << get.err;
    CliResult again =
        Run({"register", "--descriptor", out, "--type", "shapes::Shape"});
    EXPECT_EQ(again.out, id + "\n") << name << ": " << again.err;
  }
}

TEST_F(CliTest, ProfileIsPartOfTheId) {
  const std::string path = directory_.Write("shapes.json", kShapeDescriptors);
  std::set<std::string> ids;
  for (const char* profile : {"omg", "ros2", "fast-cdr-1", "fast_cdr_2"}) {
    CliResult result =
        Run({"register", "--descriptor", path, "--profile", profile});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    ids.insert(result.out);
  }
  EXPECT_EQ(ids.size(), 4u);
  // A preset with all its settings overridden is another preset.
  CliResult result = Run({"register", "--descriptor", path, "--profile", "ros2",
                          "--wstring-form", "bytes-16", "--wchar-width", "16",
                          "--empty-struct-form", "no-bytes"});
  EXPECT_TRUE(ids.contains(result.out)) << result.out << result.err;
}

TEST_F(CliTest, GetShowsWhatIsAskedFor) {
  const std::string id = Register(share_.Path("sensor_msgs", "JointState"));
  CliResult summary = Run({"get", id});
  EXPECT_EQ(summary.exit_code, 0) << summary.err;
  EXPECT_NE(summary.out.find("schema id  " + id), std::string::npos);
  EXPECT_NE(summary.out.find("root type  sensor_msgs::msg::JointState"),
            std::string::npos);
  EXPECT_NE(summary.out.find("--wstring-form units-32 --wchar-width 32 "
                             "--empty-struct-form dummy-octet"),
            std::string::npos)
      << summary.out;
  CliResult plan = Run({"get", id, "--show", "plan"});
  EXPECT_NE(plan.out.find("position"), std::string::npos) << plan.out;
  CliResult canonical = Run({"get", id, "--show", "canonical"});
  EXPECT_NE(summary.out.find(canonical.out), std::string::npos);
  CliResult descriptors = Run({"get", id, "--show", "descriptors"});
  EXPECT_NE(descriptors.out.find("\"struct_type\""), std::string::npos);
}

TEST_F(CliTest, GetWritesOtherLanguages) {
  const std::string idl = directory_.Write(
      "a.idl", "module d { @final struct A { long long x; octet o[2]; }; };");
  CliResult registered = Run({"register", "--idl", idl});
  ASSERT_EQ(registered.exit_code, 0) << registered.err;
  const std::string id = registered.out.substr(0, 64);
  const std::map<std::string, std::string> languages = {
      {"idl", "long long x;"},
      {"json-schema", "contentEncoding"},
      {"typescript", "x: number | string;"},
      {"typescript-msgpack", "x: number | bigint;"}};
  for (const auto& [language, part] : languages) {
    CliResult remote = Run({"get", id, "--as", language});
    EXPECT_EQ(remote.exit_code, 0) << remote.err;
    EXPECT_NE(remote.out.find(part), std::string::npos) << remote.out;
    CliResult local = Run({"get", "--local", "--idl", idl, "--as", language});
    EXPECT_EQ(local.out, remote.out) << local.err;
  }
  // It registers to the same id.
  const std::string again =
      directory_.Write("again.idl", Run({"get", id, "--as", "idl"}).out);
  EXPECT_EQ(Run({"register", "--idl", again}).out, registered.out);
  EXPECT_EQ(Run({"get", id, "--as", "cobol"}).exit_code, 2);
  EXPECT_EQ(Run({"get", id, "--as", "idl", "--show", "plan"}).exit_code, 2);
  EXPECT_EQ(Run({"get", "--as", "idl"}).exit_code, 2);
  EXPECT_EQ(Run({"get", id, "--local"}).exit_code, 2);
}

TEST_F(CliTest, CompareTellsByItsExitStatus) {
  const std::string a =
      directory_.Write("a.idl",
                       "@appendable struct P { long x; }; "
                       "@final struct R { sequence<P> poses; octet o; };");
  const std::string b =
      directory_.Write("b.idl",
                       "@appendable struct P { long x; long y; }; "
                       "@final struct R { sequence<P> poses; octet o; };");
  const std::string wider =
      directory_.Write("wider.idl", "@final struct R { string x; };");
  const std::string narrow =
      directory_.Write("narrow.idl", "@final struct R { string<3> x; };");
  const std::string wrong =
      directory_.Write("wrong.idl", "struct R { Gone g; };");
  const std::string id = Run({"register", "--idl", narrow}).out.substr(0, 64);
  const struct {
    std::vector<std::string> arguments;
    int exit_code;
  } kRows[] = {
      {{a, a}, 0},
      {{a, b}, 5},
      {{"--encoding", "xcdr2", a, b}, 0},
      {{"--encoding", "xcdr1", a, b}, 5},
      {{"--need", "identical", "--encoding", "xcdr2", a, b}, 5},
      {{narrow, wider}, 5},
      {{"--need", "forward", narrow, wider}, 0},
      {{"--need", "backward", narrow, wider}, 5},
      {{"--need", "backward", wider, narrow}, 0},
      {{"--need", "any", narrow, wider}, 0},
      {{"--need", "any", narrow, a}, 5},
      {{a, wrong}, 1},
      {{a, directory_.path() + "/nothing.idl"}, 2},
      {{a, "word"}, 2},
      {{a}, 2},
  };
  for (const auto& row : kRows) {
    std::vector<std::string> arguments = {"compare"};
    arguments.insert(arguments.end(), row.arguments.begin(),
                     row.arguments.end());
    CliResult remote = Run(arguments);
    EXPECT_EQ(remote.exit_code, row.exit_code) << remote.out << remote.err;
    arguments.push_back("--local");
    CliResult local = Run(arguments);
    EXPECT_EQ(local.exit_code, row.exit_code) << local.out << local.err;
    EXPECT_EQ(local.out, remote.out);
  }
  CliResult text = Run({"compare", a, b});
  EXPECT_NE(text.out.find("xcdr1 breaking, xcdr2 both\n"), std::string::npos);
  EXPECT_NE(text.out.find("poses[].y: a member was added to the end"),
            std::string::npos)
      << text.out;
  // The fault is shown within its file.
  EXPECT_NE(Run({"compare", a, wrong}).err.find("wrong.idl:1:12"),
            std::string::npos);
  // Ids, too.
  EXPECT_EQ(Run({"compare", "--need", "forward", id, wider}).exit_code, 0);
  EXPECT_EQ(Run({"compare", std::string(64, '0'), wider}).exit_code, 4);
  EXPECT_EQ(Run({"compare", "--local", id, wider}).exit_code, 4);
}

TEST_F(CliTest, ListShowsEverySchemaOnce) {
  std::set<std::string> wanted;
  for (int i = 0; i < 3; ++i) {
    wanted.insert(Register(
        share_.Write("demo_msgs", "L" + std::to_string(i), "int32 value\n")));
  }
  CliResult table = Run({"list"});
  CliResult json = Run({"list", "--json"});
  EXPECT_EQ(table.exit_code, 0) << table.err;
  EXPECT_EQ(json.exit_code, 0) << json.err;
  for (const std::string& id : wanted) {
    size_t at = table.out.find(id);
    EXPECT_NE(at, std::string::npos) << id;
    EXPECT_EQ(table.out.find(id, at + 1), std::string::npos) << id;
    EXPECT_NE(json.out.find("\"schema_id\":\"" + id + "\""), std::string::npos);
  }
  EXPECT_NE(table.out.find("demo_msgs::msg::L2"), std::string::npos);
}

TEST_F(CliTest, DeleteForgetsAndSaysWhatIsNotThere) {
  const std::string id =
      Register(share_.Write("demo_msgs", "Gone", "int32 forgotten\n"));
  CliResult result = Run({"delete", kUnknownId, id});
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_NE(result.err.find(kUnknownId), std::string::npos) << result.err;
  EXPECT_EQ(Run({"get", id}).exit_code, 4);
  EXPECT_EQ(Run({"delete", id}).exit_code, 4);
}

TEST_F(CliTest, DecodeReadsFilesPipesAndHex) {
  const std::string msg = share_.Path("sensor_msgs", "JointState");
  const std::string json = std::string(kJointStateJson) + "\n";
  const std::string file =
      directory_.Write("payload.bin", Bytes(kJointStateHex));
  EXPECT_EQ(Run({"decode", "--ros-msg", msg, file}).out, json);

  CliOptions options;
  options.input = Bytes(kJointStateHex);
  EXPECT_EQ(Run({"decode", "--ros-msg", msg}, options).out, json);
  EXPECT_EQ(Run({"decode", "--ros-msg", msg, "-"}, options).out, json);

  options.input = std::string("0x") + kJointStateHex + "\n";
  EXPECT_EQ(Run({"decode", "--hex", "--ros-msg", msg}, options).out, json);
}

TEST_F(CliTest, DecodeByIdGivesTheSameAsByFile) {
  const std::string id = Register(share_.Path("std_msgs", "String"));
  CliOptions options;
  options.input = kStringHex;
  CliResult result = Run({"decode", "--hex", "--schema-id", id}, options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "{\"data\":\"hi\"}\n");
}

TEST_F(CliTest, DecodeWritesMessagePackToAPipe) {
  CliOptions options;
  options.input = kStringHex;
  const std::string msg = share_.Path("std_msgs", "String");
  CliResult result =
      Run({"decode", "--hex", "--to", "msgpack", "--ros-msg", msg}, options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, Bytes("81 a4 64617461 a2 6869"));
  CliResult hex = Run(
      {"decode", "--hex", "--to", "msgpack", "--output-hex", "--ros-msg", msg},
      options);
  EXPECT_EQ(hex.out, "81a464617461a26869\n");
}

TEST_F(CliTest, DecodeNotesTrailingBytes) {
  CliOptions options;
  options.input = std::string(kStringHex) + " 00 00";
  const std::string msg = share_.Path("std_msgs", "String");
  CliResult result = Run({"decode", "--hex", "--ros-msg", msg}, options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "{\"data\":\"hi\"}\n");
  EXPECT_NE(result.err.find("note: the last 2 of 13 bytes"), std::string::npos)
      << result.err;
  CliResult strict =
      Run({"decode", "--hex", "--strict", "--ros-msg", msg}, options);
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_NE(strict.err.find("PAYLOAD_TRAILING_BYTES"), std::string::npos)
      << strict.err;
}

TEST_F(CliTest, EncodeGivesTheBytesBack) {
  const std::string msg = share_.Path("sensor_msgs", "JointState");
  CliOptions options;
  options.input = kJointStateJson;
  EXPECT_EQ(Run({"encode", "--ros-msg", msg}, options).out,
            Bytes(kJointStateHex));
  const std::string out = directory_.path() + "/payload.bin";
  CliResult result = Run({"encode", "--ros-msg", msg, "-o", out}, options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(directory_.Read("payload.bin"), Bytes(kJointStateHex));
}

TEST_F(CliTest, EncodeWritesBigEndianOnDemand) {
  CliOptions options;
  options.input = R"({"data":"hi"})";
  CliResult result = Run({"encode", "--big-endian", "--output-hex", "--ros-msg",
                          share_.Path("std_msgs", "String")},
                         options);
  EXPECT_EQ(result.out, "0000000000000003686900\n") << result.err;
}

TEST_F(CliTest, EncodeReadsMessagePack) {
  CliOptions options;
  options.input = "81 a4 64617461 a2 6869";
  CliResult result =
      Run({"encode", "--from", "msgpack", "--hex", "--output-hex", "--ros-msg",
           share_.Path("std_msgs", "String")},
          options);
  EXPECT_EQ(result.out, "0001000003000000686900\n") << result.err;
}

TEST_F(CliTest, TerminalsGetTextOnly) {
  const std::string msg = share_.Path("std_msgs", "String");
  CliOptions options;
  options.is_out_terminal = true;
  options.input = R"({"data":"hi"})";
  CliResult encoded = Run({"encode", "--ros-msg", msg}, options);
  EXPECT_EQ(encoded.exit_code, 0) << encoded.err;
  EXPECT_EQ(encoded.out, "0001000003000000686900\n");

  options.input = kStringHex;
  CliResult decoded = Run({"decode", "--hex", "--ros-msg", msg}, options);
  EXPECT_EQ(decoded.out, "{\"data\":\"hi\"}\n");
  CliResult refused =
      Run({"decode", "--hex", "--to", "msgpack", "--ros-msg", msg}, options);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.err.find("--output-hex"), std::string::npos) << refused.err;
}

// 32 MB of payload, 128 times what gRPC takes by default in an answer.
TEST_F(CliTest, BigMessagesPass) {
  const std::string msg = share_.Write("demo_msgs", "Blob", "uint8[] bytes\n");
  constexpr size_t kSize = 32 << 20;
  std::string payload = Bytes("00010000 00000002");
  payload.resize(8 + kSize, '\x5a');
  CliOptions options;
  options.input = payload;
  CliResult decoded =
      Run({"decode", "--to", "msgpack", "--ros-msg", msg}, options);
  ASSERT_EQ(decoded.exit_code, 0) << decoded.err;
  EXPECT_EQ(decoded.out.size(), 1 + 6 + 5 + kSize);
  options.input = decoded.out;
  CliResult encoded =
      Run({"encode", "--from", "msgpack", "--ros-msg", msg}, options);
  ASSERT_EQ(encoded.exit_code, 0) << encoded.err;
  EXPECT_TRUE(encoded.out == payload);
}

TEST_F(CliTest, TargetFlagWinsOverTheEnvironment) {
  CliOptions options;
  options.environment["TRANSCDR_TARGET"] = "127.0.0.1:1";
  EXPECT_EQ(RunCli({"health"}, options).exit_code, 3);
  EXPECT_EQ(
      RunCli({"health", "--target", daemon_->target()}, options).exit_code, 0);
  EXPECT_EQ(
      RunCli({"--target", daemon_->target(), "health"}, options).exit_code, 0);
}

TEST_F(CliTest, UnixSocketsWork) {
  const std::string socket = "unix:" + directory_.path() + "/daemon.sock";
  Daemon daemon({"--listen", socket});
  CliResult result = RunCli({"health", "--target", socket});
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST_F(CliTest, UnknownIdsAreNotFound) {
  for (std::vector<std::string> arguments :
       {std::vector<std::string>{"decode", "--schema-id", kUnknownId},
        {"encode", "--schema-id", kUnknownId},
        {"get", kUnknownId},
        {"delete", kUnknownId}}) {
    CliOptions options;
    options.input = "{}";
    CliResult result = Run(arguments, options);
    EXPECT_EQ(result.exit_code, 4) << arguments[0];
    EXPECT_NE(result.err.find("transcdr register --ros-msg FILE"),
              std::string::npos)
        << result.err;
  }
}

// Given a wrong command line: expect exit code 2 and a word that helps.
TEST_F(CliTest, WrongCommandLinesSayWhatIsWrong) {
  const std::string msg = share_.Path("std_msgs", "String");
  struct Case {
    std::vector<std::string> arguments;
    const char* word;
  };
  const Case cases[] = {
      {{}, "subcommand is required"},
      {{"frobnicate"}, "no command is called 'frobnicate'"},
      {{"decode", "--frobnicate"}, "--frobnicate"},
      {{"decode"}, "no schema"},
      {{"decode", "--ros-msg", msg, "--schema-id", kUnknownId}, "--ros-msg"},
      {{"decode", "--ros-msg", msg, "--descriptor", "x.json"}, "--descriptor"},
      {{"decode", "--schema-id", "abc"}, "64 hex digits"},
      {{"decode", "--schema-id", kUnknownId, "--profile", "omg"}, "profile"},
      {{"decode", "--local", "--schema-id", kUnknownId}, "--local"},
      {{"decode", "--ros-msg", "-", "--type", "a/msg/B"}, "standard input"},
      {{"decode", "--ros-msg", msg, "--to", "xml"}, "xml"},
      {{"decode", "--ros-msg", msg, "--struct-form", "tree"},
       "map|array|map-by-id"},
      {{"decode", "--ros-msg", "/no/such/msg/File.msg"},
       "No such file or directory"},
      {{"decode", "--ros-msg", msg, "/no/such/payload"}, "/no/such/payload"},
      {{"register", "--descriptor", msg}, ".txtpb"},
      {{"health", "--timeout", "-1"}, "--timeout: '-1' is not"},
      {{"get"}, "ID"},
      {{"get", "xyz"}, "64 hex digits"},
  };
  for (const Case& test : cases) {
    CliResult result = Run(test.arguments);
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(test.word), std::string::npos)
        << test.word << " in: " << result.err;
  }
}

TEST_F(CliTest, WrongHexIsNamed) {
  const std::string msg = share_.Path("std_msgs", "String");
  const std::pair<const char*, const char*> cases[] = {
      {"00 0g", "character 5 of the hex text is no hex digit: 'g'"},
      {"000", "odd number of digits"},
      {"0x0 0x1", "odd number of digits"},
  };
  for (const auto& [input, word] : cases) {
    CliOptions options;
    options.input = input;
    CliResult result = Run({"decode", "--hex", "--ros-msg", msg}, options);
    EXPECT_EQ(result.exit_code, 2) << input;
    EXPECT_NE(result.err.find(word), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace transcdr::e2e
