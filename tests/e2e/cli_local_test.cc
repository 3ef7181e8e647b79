// --local and the daemon give the same bytes, for every kind of type and under
// every mapping option, and what Decode gave, Encode takes back.

#include <gtest/gtest.h>

#include <memory>

#include "tests/e2e/cli_process.h"
#include "tests/e2e/cli_schemas.h"

namespace transcdr::e2e {
namespace {

class CliLocalTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { daemon_ = std::make_unique<Daemon>(); }
  static void TearDownTestSuite() { daemon_.reset(); }

  // Runs both ways; expects one result and gives it back.
  static std::string RunBoth(std::vector<std::string> arguments,
                             const std::string& input) {
    CliOptions options;
    options.input = input;
    options.environment["TRANSCDR_TARGET"] = daemon_->target();
    CliResult remote = RunCli(arguments, options);
    // Nobody listens there: --local must not need anyone.
    options.environment["TRANSCDR_TARGET"] = "127.0.0.1:1";
    arguments.push_back("--local");
    CliResult local = RunCli(arguments, options);
    EXPECT_EQ(local.exit_code, 0) << local.err;
    EXPECT_EQ(remote.exit_code, 0) << remote.err;
    EXPECT_EQ(local.out, remote.out);
    return local.out;
  }

  std::vector<std::string> EverythingSchema() const {
    return {"--ros-msg", share_.Path("demo_msgs", "Everything")};
  }
  std::vector<std::string> ShapeSchema() const {
    return {"--descriptor", directory_.Write("shapes.json", kShapeDescriptors)};
  }

  // Decodes under the options to both formats and back.
  static void ExpectRoundTrip(const std::vector<std::string>& schema,
                              const std::vector<std::string>& options,
                              const std::string& payload) {
    for (const char* format : {"json", "msgpack"}) {
      std::string trace = format;
      for (const std::string& option : options) trace += " " + option;
      SCOPED_TRACE(trace);
      std::vector<std::string> decode = {"decode", "--to", format};
      std::vector<std::string> encode = {"encode", "--from", format};
      for (const auto* part : {&schema, &options}) {
        decode.insert(decode.end(), part->begin(), part->end());
        encode.insert(encode.end(), part->begin(), part->end());
      }
      const std::string document = RunBoth(decode, payload);
      EXPECT_FALSE(document.empty());
      EXPECT_EQ(RunBoth(encode, document), payload);
    }
  }

  static std::unique_ptr<Daemon> daemon_;
  ShareDirectory share_;
  TempDirectory directory_;
};
std::unique_ptr<Daemon> CliLocalTest::daemon_;

std::vector<std::string> With(std::vector<std::string> first,
                              const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

TEST_F(CliLocalTest, IdlWithIncludes) {
  directory_.Write("geo/point.idl",
                   "module geo { @final struct Point { double x; short y; }; "
                   "};\n");
  directory_.Write("types/level.idl", "enum Level { LOW, HIGH };\n");
  const std::vector<std::string> schema = {
      "--idl",
      directory_.Write("main.idl",
                       "#include \"geo/point.idl\"\n#include <level.idl>\n"
                       "#define TWICE(n) ((n) * 2)\n"
                       "@final struct Root {\n  geo::Point at;\n"
                       "  octet raw[TWICE(1)];\n  Level level;\n};\n"),
      "--include", directory_.path() + "/types"};
  // Header, double, int16, two octets, enum.
  const std::string payload =
      Bytes("00010000 000000000000f83f fdff 0102 01000000");
  EXPECT_EQ(RunBoth(With({"decode"}, schema), payload),
            "{\"at\":{\"x\":1.5,\"y\":-3},\"raw\":\"AQI=\",\"level\":\"HIGH\"}"
            "\n");
  ExpectRoundTrip(schema, {}, payload);
}

TEST_F(CliLocalTest, IdlFaultsAreShownInTheirFile) {
  directory_.Write("part.idl", "struct Part {\n  float32 x;\n};\n");
  const std::string main = directory_.Write(
      "main.idl", "#include \"part.idl\"\nstruct Root { Gone g; };\n");
  for (const char* local : {"", "--local"}) {
    CliOptions options;
    options.environment["TRANSCDR_TARGET"] = daemon_->target();
    std::vector<std::string> arguments = {"decode", "--idl", main};
    if (*local != 0) arguments.push_back(local);
    const CliResult result = RunCli(arguments, options);
    EXPECT_NE(result.exit_code, 0);
    EXPECT_NE(result.err.find("part.idl:2:3: error: the type 'float32' is not "
                              "declared"),
              std::string::npos)
        << result.err;
    EXPECT_NE(result.err.find("main.idl:2:15: error: the type 'Gone' is not "
                              "declared"),
              std::string::npos)
        << result.err;
  }
}

// What a struct without annotation is, and whether a schema is ROS 2's, is said
// by flags; a plain struct has the same bytes either way.
TEST_F(CliLocalTest, IdlSettings) {
  const std::string path = directory_.Write(
      "pkg.idl",
      "module pkg { module msg { struct Name { wstring w; }; }; };\n");
  const std::string ros2 = Bytes("00010000 01000000 41000000");
  EXPECT_EQ(RunBoth({"decode", "--idl", path, "--idl-ros2"}, ros2),
            "{\"w\":\"A\"}\n");
  EXPECT_EQ(RunBoth({"decode", "--idl", path, "--default-extensibility",
                     "final", "--type", "pkg/msg/Name"},
                    Bytes("00010000 02000000 4100")),
            "{\"w\":\"A\"}\n");
}

// interop::Derived and its base, as idlc of Cyclone DDS writes them.
TEST_F(CliLocalTest, TypeObjects) {
  const std::string root = Bytes(
      "68000000f251020029000000f2342afc458515d36bf87b9374bce40000000000"
      "11000000696e7465726f703a3a44657269766564000000003000000002000000"
      "100000000200000001000a0002000000640000001400000003000000010080f3"
      "01000002020000006f000000");
  const std::string base = Bytes(
      "50000000f251020016000000000000000e000000696e7465726f703a3a426173"
      "650000002c000000020000001000000000000000010002000200000061000000"
      "1000000001000000010070000200000073000000");
  const std::vector<std::string> schema = {
      "--type-object", directory_.Write("derived.bin", root),
      "--type-object-dependency", directory_.Write("base.bin", base)};
  const std::string payload = Bytes(
      "00010000 05000000 02000000 4100 000000000000 000000000000f83f 01000000 "
      "07");
  EXPECT_EQ(RunBoth(With({"decode"}, schema), payload),
            "{\"a\":5,\"s\":\"A\",\"d\":1.5,\"o\":\"Bw==\"}\n");
  ExpectRoundTrip(schema, {}, payload);

  // The same @nested is the same schema, by another hash as well.
  std::string nested = root;
  nested[6] |= 8;
  const std::vector<std::string> again = {
      "--type-object", directory_.Write("nested.bin", nested),
      "--type-object-dependency", directory_.Write("base.bin", base)};
  CliOptions options;
  options.environment["TRANSCDR_TARGET"] = daemon_->target();
  const CliResult registered = RunCli(With({"register"}, again), options);
  ASSERT_EQ(registered.exit_code, 0) << registered.err;
  const CliResult remote =
      RunCli({"get", registered.out.substr(0, 64)}, options);
  const CliResult local = RunCli(With({"get", "--local"}, again), options);
  EXPECT_EQ(local.out, remote.out);
  for (const char* alias : {"EQUIVALENCE_1418bf179a8257d128a50b2fd04b",
                            "EQUIVALENCE_fcf754615dda5481dbec3f3327d6"}) {
    EXPECT_NE(local.out.find(std::string("alias      ") + alias + "\n"),
              std::string::npos)
        << local.out;
    options.input = payload;
    const CliResult decoded = RunCli({"decode", "--schema-id", alias}, options);
    EXPECT_EQ(decoded.out, "{\"a\":5,\"s\":\"A\",\"d\":1.5,\"o\":\"Bw==\"}\n")
        << decoded.err;
  }
}

TEST_F(CliLocalTest, BuiltInTypesByName) {
  EXPECT_EQ(RunBoth({"decode", "--type", "std_msgs/msg/String", "--hex"},
                    "00010000 03000000 686900"),
            "{\"data\":\"hi\"}\n");
  const std::string event = RunBoth(
      {"encode", "--type", "std_srvs/srv/Trigger_Response", "--output-hex"},
      R"({"success":true,"message":"ok"})");
  EXPECT_EQ(event.substr(0, 8), "00010000");
}

TEST_F(CliLocalTest, Xcdr2AndKeys) {
  const std::string idl = directory_.Write(
      "keyed.idl", "@mutable struct K { @key long id; @optional string s; };");
  EXPECT_EQ(RunBoth({"encode", "--idl", idl, "--representation", "xcdr2",
                     "--key-only", "--output-hex"},
                    R"({"id":1,"s":"x"})")
                .substr(0, 8),
            "000b0000");
}

TEST_F(CliLocalTest, HandWrittenBytes) {
  const std::vector<std::string> schema = {
      "--ros-msg", share_.Path("sensor_msgs", "JointState")};
  EXPECT_EQ(RunBoth(With({"decode"}, schema), Bytes(kJointStateHex)),
            std::string(kJointStateJson) + "\n");
  EXPECT_EQ(RunBoth(With({"encode"}, schema), kJointStateJson),
            Bytes(kJointStateHex));
}

TEST_F(CliLocalTest, IdsAreEqual) {
  EXPECT_EQ(RunBoth(With({"register"}, EverythingSchema()), "").size(), 65u);
  EXPECT_EQ(RunBoth(With({"register"}, ShapeSchema()), "").size(), 65u);
  EXPECT_EQ(RunBoth(With({"register", "--profile", "ros2"}, ShapeSchema()), "")
                .size(),
            65u);
}

TEST_F(CliLocalTest, EveryOptionOverEveryRosKind) {
  const std::string payload =
      RunBoth(With({"encode"}, EverythingSchema()), kEverythingJson);
  ASSERT_GT(payload.size(), 200u);
  const std::vector<std::vector<std::string>> all = {
      {},
      {"--struct-form", "map"},
      {"--struct-form", "array"},
      {"--struct-form", "map-by-id"},
      {"--int64-form", "number"},
      {"--int64-form", "string"},
      {"--int64-width", "fixed"},
      {"--non-finite-form", "string"},
      {"--invalid-utf8-policy", "replace"},
      {"--invalid-utf8-policy", "latin1"},
      {"--invalid-utf8-policy", "bytes"},
      {"--bytes-form", "array"},
      {"--bytes-form", "hex"},
      {"--numeric-array-form", "bin"},
      {"--numeric-array-form", "typed"},
      {"--struct-form", "array", "--bytes-form", "hex", "--int64-form",
       "string", "--numeric-array-form", "typed"},
  };
  for (const auto& options : all) {
    ExpectRoundTrip(EverythingSchema(), options, payload);
  }
}

TEST_F(CliLocalTest, EveryOptionOverDescriptors) {
  const std::string payload =
      RunBoth(With({"encode"}, ShapeSchema()), kShapeJson);
  ASSERT_GT(payload.size(), 60u);
  const std::vector<std::vector<std::string>> all = {
      {},
      {"--enum-form", "number"},
      {"--bitmask-form", "names"},
      {"--char-array-form", "string"},
      {"--absent-form", "null"},
      {"--struct-form", "array"},
      {"--struct-form", "map-by-id"},
      {"--numeric-array-form", "bin"},
      {"--profile", "ros2"},
  };
  for (const auto& options : all) {
    // A profile changes the bytes: they are made anew.
    const std::string own =
        RunBoth(With(With({"encode"}, ShapeSchema()),
                     options.size() > 0 && options[0] == "--profile"
                         ? options
                         : std::vector<std::string>{}),
                kShapeJson);
    ExpectRoundTrip(ShapeSchema(), options, own);
  }
}

TEST_F(CliLocalTest, OptionsOfOneDirection) {
  const std::vector<std::string> schema = {"--ros-msg",
                                           share_.Path("std_msgs", "String")};
  EXPECT_EQ(
      RunBoth(With({"encode", "--unknown-members-policy", "ignore"}, schema),
              R"({"other":[1,{}],"data":"hi"})"),
      Bytes(kStringHex));
  EXPECT_EQ(RunBoth(With({"encode", "--big-endian", "--require-all"}, schema),
                    R"({"data":"hi"})"),
            Bytes("00000000 00000003 686900"));

  const std::vector<std::string> floats = {
      "--ros-msg", share_.Write("demo_msgs", "F", "float32 f\n")};
  EXPECT_EQ(RunBoth(With({"encode", "--from", "msgpack", "--hex",
                          "--inexact-float32-policy", "round"},
                         floats),
                    "81 a1 66 cb 3fb999999999999a"),
            Bytes("00010000 cdcccc3d"));

  const std::vector<std::string> bounded = {
      "--ros-msg", share_.Write("demo_msgs", "B", "string<=1 s\nbool b\n")};
  EXPECT_EQ(
      RunBoth(With({"decode", "--hex", "--bounds-policy", "ignore"}, bounded),
              "00010000 03000000 686900 02"),
      "{\"s\":\"hi\",\"b\":true}\n");
}

TEST_F(CliLocalTest, ErrorsAreEqual) {
  CliOptions options;
  options.input = Bytes(kJointStateHex).substr(0, 61);
  std::vector<std::string> arguments = {
      "decode", "--ros-msg", share_.Path("sensor_msgs", "JointState")};
  options.environment["TRANSCDR_TARGET"] = daemon_->target();
  CliResult remote = RunCli(arguments, options);
  arguments.push_back("--local");
  CliResult local = RunCli(arguments, options);
  EXPECT_EQ(remote.exit_code, 1);
  EXPECT_EQ(local.exit_code, 1);
  EXPECT_EQ(local.err, remote.err);
}

}  // namespace
}  // namespace transcdr::e2e
