// What the tool says when something is wrong: the fault, the place, the input
// around it, and what to do. The same from the daemon and with --local.

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>

#include "tests/e2e/cli_process.h"
#include "tests/e2e/cli_schemas.h"

namespace transcdr::e2e {
namespace {

class CliErrorTest : public testing::TestWithParam<bool> {
 protected:
  static void SetUpTestSuite() { daemon_ = std::make_unique<Daemon>(); }
  static void TearDownTestSuite() { daemon_.reset(); }

  // With --local or with the daemon of this suite, as the parameter says.
  static CliResult Run(std::vector<std::string> arguments,
                       const std::string& input = "") {
    CliOptions options;
    options.input = input;
    if (GetParam()) {
      arguments.push_back("--local");
    } else {
      options.environment["TRANSCDR_TARGET"] = daemon_->target();
    }
    return RunCli(arguments, options);
  }

  static std::unique_ptr<Daemon> daemon_;
  ShareDirectory share_;
  TempDirectory directory_;
};
std::unique_ptr<Daemon> CliErrorTest::daemon_;

void ExpectWords(const CliResult& result,
                 const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    EXPECT_NE(result.err.find(word), std::string::npos)
        << "no <<" << word << ">> in:\n"
        << result.err;
  }
}

TEST_P(CliErrorTest, TruncatedPayloadShowsPathOffsetAndHex) {
  const std::string payload = Bytes(kJointStateHex).substr(0, 56);
  CliResult result =
      Run({"decode", "--ros-msg", share_.Path("sensor_msgs", "JointState")},
          payload);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  // position[1] begins at 52: 4 of its 8 bytes are there.
  ExpectWords(result, {
                          "transcdr: error: cannot decode standard input: ",
                          "  reason    PAYLOAD_TRUNCATED\n",
                          "  field     position",
                          " of 56\n",
                          "  00000030  00 00 e0 3f 00 00 00 00 ",
                          "^^\n",
                      });
}

// The caret stands below the byte that the line "byte" names.
TEST_P(CliErrorTest, CaretStandsBelowTheByte) {
  const std::string path =
      share_.Write("demo_msgs", "Flagged", "uint8[5] bytes\nbool flag\n");
  CliResult result =
      Run({"decode", "--hex", "--ros-msg", path, "--strict-booleans"},
          "00010000 6162636465 02");
  EXPECT_EQ(result.exit_code, 1);
  ExpectWords(result,
              {
                  "  field     flag\n",
                  "  byte      9 (0x9) of 10\n",
                  "\n\n  00000000  00 01 00 00 61 62 63 64  65 02 ",
                  "|....abcde.|\n" + std::string(12 + 9 * 3 + 1, ' ') + "^^\n",
              });
}

TEST_P(CliErrorTest, OffsetAtTheEndIsMarkedBehindTheLastByte) {
  CliResult result =
      Run({"decode", "--hex", "--ros-msg", share_.Path("std_msgs", "String")},
          "00010000");
  EXPECT_EQ(result.exit_code, 1);
  ExpectWords(result, {"PAYLOAD_TRUNCATED", "byte      4 (0x4) of 4\n",
                       "|....|\n" + std::string(12 + 4 * 3, ' ') + "^^\n"});
}

TEST_P(CliErrorTest, UnknownEncapsulationIsNamed) {
  CliResult result =
      Run({"decode", "--hex", "--ros-msg", share_.Path("std_msgs", "String")},
          "01030000 03000000 686900");
  EXPECT_EQ(result.exit_code, 1);
  ExpectWords(result, {"PAYLOAD_MALFORMED", "encapsulation id 0x0103"});
}

TEST_P(CliErrorTest, JsonErrorShowsLineColumnAndText) {
  CliResult result =
      Run({"encode", "--ros-msg", share_.Path("sensor_msgs", "JointState")},
          "{\n  \"name\": [\"x\"],\n  \"position\": [0.5, \"far\"]\n}\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  ExpectWords(result, {"  field     position[1]\n", "line      3, column 21\n",
                       "\n    \"position\": [0.5, \"far\"]\n",
                       "\n" + std::string(2 + 20, ' ') + "^\n"});
}

TEST_P(CliErrorTest, LongJsonLinesAreCutAroundThePlace) {
  std::string document = R"({"name":[)";
  for (int i = 0; i < 1000; ++i) document += "\"joint\",";
  document += "7]}";
  CliResult result =
      Run({"encode", "--ros-msg", share_.Path("sensor_msgs", "JointState")},
          document);
  EXPECT_EQ(result.exit_code, 1);
  ExpectWords(result,
              {"TYPE_MISMATCH", "field     name[1000]\n", "  ...",
               "\"joint\",7]}\n" + std::string(2 + 3 + 40, ' ') + "^\n"});
  EXPECT_LT(result.err.size(), 1000u);
}

TEST_P(CliErrorTest, MessagePackErrorShowsHex) {
  CliResult result = Run({"encode", "--hex", "--from", "msgpack", "--ros-msg",
                          share_.Path("std_msgs", "String")},
                         "81 a4 64617461 07");
  EXPECT_EQ(result.exit_code, 1);
  ExpectWords(result, {"TYPE_MISMATCH", "field     data\n",
                       "|..data.|\n" + std::string(12 + 6 * 3, ' ') + "^^\n"});
}

TEST_P(CliErrorTest, UnknownMemberIsNamed) {
  CliResult result =
      Run({"encode", "--ros-msg", share_.Path("std_msgs", "String")},
          R"({"data":"hi","date":1})");
  EXPECT_EQ(result.exit_code, 1);
  ExpectWords(result, {"MEMBER_UNKNOWN", "name      date\n"});
}

// Words of the input cannot steer the terminal.
TEST_P(CliErrorTest, ControlCharactersAreNotPassedOn) {
  CliResult result =
      Run({"encode", "--ros-msg", share_.Path("std_msgs", "String")},
          "{\"\\u001b[31mred\":1,\n\"\x1b[31m\":2}");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err.find('\x1b'), std::string::npos) << result.err;
}

TEST_P(CliErrorTest, SchemaFaultsComeAllAtOnceWithTheirLines) {
  const std::string path = share_.Write("demo_msgs", "Broken",
                                        "int32 fine\n"
                                        "int33 wrong\n"
                                        "float64[-1] worse  # no such size\n");
  CliResult result = Run({"register", "--ros-msg", path});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  ExpectWords(result, {"cannot register " + path + ": the schema is not valid",
                       path + ":2:1: error: ", "\n  int33 wrong\n  ^\n",
                       path + ":3:", "\n  float64[-1] worse  # no such size\n",
                       "  reason    SCHEMA_INVALID\n"});
}

TEST_P(CliErrorTest, FaultsOfDependenciesNameTheirFile) {
  const std::string bad =
      share_.Write("other_msgs", "Bad", "string ok\nstring 9lives\n");
  const std::string path =
      share_.Write("demo_msgs", "User", "other_msgs/Bad bad\n");
  CliResult result = Run({"register", "--ros-msg", path});
  EXPECT_EQ(result.exit_code, 1);
  ExpectWords(result, {bad + ":2:", "string 9lives"});
}

// Lines are those of the bundle, as an editor counts them.
TEST_P(CliErrorTest, FaultsOfBundlePartsHaveLinesOfTheBundle) {
  const std::string path = directory_.Write(
      "bundle.msg", "other_msgs/Bad bad\n" + std::string(80, '=') +
                        "\nMSG: other_msgs/Bad\nstring ok\nstring 9lives\n");
  CliResult result =
      Run({"register", "--ros-msg", path, "--type", "demo_msgs/msg/User"});
  EXPECT_EQ(result.exit_code, 1);
  ExpectWords(result, {path + ":5:", "\n  string 9lives\n"});
}

TEST_P(CliErrorTest, MissingDependenciesAreListedTogether) {
  const std::string path = share_.Write(
      "demo_msgs", "Lost", "lost_msgs/One one\nlost_msgs/Two two\n");
  CliResult result = Run({"register", "--ros-msg", path});
  EXPECT_EQ(result.exit_code, 1);
  ExpectWords(result,
              {"lost_msgs/msg/One", "lost_msgs/msg/Two", "add --include DIR"});
}

TEST_P(CliErrorTest, FaultsOfDescriptorsNameTheType) {
  const std::string path = directory_.Write("bad.json", R"({"types": [
      {"name": "a::B", "struct_type": {"members": [
        {"name": "x", "type": {"name": "a::Missing"}}]}}]})");
  CliResult result = Run({"register", "--descriptor", path});
  EXPECT_EQ(result.exit_code, 1);
  ExpectWords(result, {"SCHEMA_INVALID", "a::Missing"});
}

TEST_P(CliErrorTest, MalformedDescriptorFilesAreUsageErrors) {
  CliResult json = Run({"register", "--descriptor",
                        directory_.Write("a.json", "{\"typos\":1}")});
  EXPECT_EQ(json.exit_code, 2);
  ExpectWords(json, {"a.json is no TypeDescriptorSet in JSON", "typos"});
  CliResult text = Run(
      {"register", "--descriptor", directory_.Write("a.txtpb", "\ntypos: 1")});
  EXPECT_EQ(text.exit_code, 2);
  ExpectWords(text, {"a.txtpb:2:", "typos"});
  CliResult binary = Run(
      {"register", "--descriptor", directory_.Write("a.binpb", "\x0a\xff")});
  EXPECT_EQ(binary.exit_code, 2);
  ExpectWords(binary, {"a.binpb is no TypeDescriptorSet"});
}

INSTANTIATE_TEST_SUITE_P(Where, CliErrorTest, testing::Values(false, true),
                         [](const auto& where) {
                           return where.param ? "Local" : "Daemon";
                         });

TEST(CliConnectionTest, NoDaemonIsExplained) {
  ShareDirectory share;
  CliOptions options;
  options.input = "{}";
  CliResult result = RunCli({"encode", "--target", "127.0.0.1:1", "--ros-msg",
                             share.Path("std_msgs", "String")},
                            options);
  EXPECT_EQ(result.exit_code, 3);
  ExpectWords(result, {"no daemon answers at 127.0.0.1:1", "--local"});
}

TEST(CliConnectionTest, MissingSocketIsExplained) {
  CliResult result = RunCli({"list", "--target", "unix:/no/such/socket"});
  EXPECT_EQ(result.exit_code, 3);
  ExpectWords(result, {"no daemon answers at unix:/no/such/socket"});
}

// Given a port that takes connections and never answers: expect the time to be
// named.
TEST(CliConnectionTest, SilentServerEndsWithTheTimeout) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ASSERT_GE(listener, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(listener, 4), 0);
  ASSERT_EQ(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size),
            0);
  const std::string target =
      "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  CliResult result = RunCli({"list", "--target", target, "--timeout", "0.3"});
  close(listener);
  EXPECT_EQ(result.exit_code, 3);
  ExpectWords(result, {"no answer from " + target + " within 0.3 s",
                       "--timeout SECONDS"});
}

TEST(CliConnectionTest, MessagesBeyondTheDaemonsLimitNameItsFlag) {
  Daemon daemon({"--max-message-bytes", "100000"});
  ShareDirectory share;
  CliOptions options;
  options.input = "{\"data\":\"" + std::string(200'000, 'x') + "\"}";
  CliResult result = RunCli({"encode", "--target", daemon.target(), "--ros-msg",
                             share.Path("std_msgs", "String")},
                            options);
  EXPECT_EQ(result.exit_code, 1);
  ExpectWords(result, {"--max-message-bytes"});
}

// Colours only where a terminal shows them and nobody objects.
TEST(CliColourTest, OnlyOnTerminalsAndWithoutNoColor) {
  CliOptions options;
  const std::vector<std::string> arguments = {"get", "xyz"};
  EXPECT_EQ(RunCli(arguments, options).err.find('\x1b'), std::string::npos);
  options.is_err_terminal = true;
  EXPECT_NE(RunCli(arguments, options).err.find("\x1b[1;31merror:\x1b[0m"),
            std::string::npos);
  options.environment["NO_COLOR"] = "1";
  EXPECT_EQ(RunCli(arguments, options).err.find('\x1b'), std::string::npos);
  options.environment["NO_COLOR"] = "";
  EXPECT_NE(RunCli(arguments, options).err.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace transcdr::e2e
