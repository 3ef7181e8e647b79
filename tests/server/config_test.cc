#include "server/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "server/limit_flags.h"

namespace transcdr {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CommandLine Parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "transcdrd");
  return ParseCommandLine(static_cast<int>(arguments.size()), arguments.data());
}

// An environment variable for the life of the object.
class ScopedEnv {
 public:
  ScopedEnv(const char* name, const char* value) : name_(name) {
    setenv(name, value, 1);
  }
  ~ScopedEnv() { unsetenv(name_); }

 private:
  const char* name_;
};

TEST(ConfigTest, DefaultsWhenNothingIsGiven) {
  const CommandLine command = Parse({});
  EXPECT_EQ(command.action, CommandLine::Action::kServe);
  EXPECT_EQ(command.config, Config());
  EXPECT_TRUE(command.config.listen_is_default);
  EXPECT_THAT(
      command.config.listen,
      ElementsAre("127.0.0.1:50051", "unix:/run/transcdr/transcdrd.sock"));
}

TEST(ConfigTest, EveryFlag) {
  const CommandLine command =
      Parse({"--listen", "127.0.0.1:0", "--listen=unix:/x/y.sock",
             "--port-file", "/x/port", "--log-format=json", "--log-level=debug",
             "--max-message-bytes=1MiB", "--max-batch-items=7", "--max-depth=9",
             "--max-output-bytes=2KiB", "--max-elements=11",
             "--max-schema-bytes=3GiB", "--max-schemas=13"});
  EXPECT_EQ(command.exit_status, kUsageExitStatus);  // 3GiB is too much
  EXPECT_THAT(command.text, HasSubstr("--max-schema-bytes"));

  const CommandLine good =
      Parse({"--listen", "127.0.0.1:0", "--listen=unix:/x/y.sock",
             "--port-file", "/x/port", "--log-format=json", "--log-level=debug",
             "--max-message-bytes=1MiB", "--max-batch-items=7", "--max-depth=9",
             "--max-output-bytes=2KiB", "--max-elements=11",
             "--max-schema-bytes=4096", "--max-schemas=13",
             "--max-plan-cache-bytes=1GiB", "--max-in-flight-bytes=5MiB",
             "--drain-timeout=1500ms", "--worker-threads=3"});
  ASSERT_EQ(good.action, CommandLine::Action::kServe) << good.text;
  const Config& config = good.config;
  EXPECT_THAT(config.listen, ElementsAre("127.0.0.1:0", "unix:/x/y.sock"));
  EXPECT_FALSE(config.listen_is_default);
  EXPECT_EQ(config.port_file, "/x/port");
  EXPECT_EQ(config.log_format, LogFormat::kJson);
  EXPECT_EQ(config.log_level, spdlog::level::debug);
  EXPECT_EQ(config.max_message_bytes, 1u << 20);
  EXPECT_EQ(config.max_batch_items, 7u);
  EXPECT_EQ(config.limits.max_depth, 9u);
  EXPECT_EQ(config.limits.max_output_bytes, 2048u);
  EXPECT_EQ(config.limits.max_elements, 11u);
  EXPECT_EQ(config.registry.schema.max_source_bytes, 4096u);
  EXPECT_EQ(config.registry.max_schemas, 13u);
  EXPECT_EQ(config.registry.max_bytes, 1u << 30);
  EXPECT_EQ(config.max_in_flight_bytes, 5u << 20);
  EXPECT_EQ(config.drain_timeout, std::chrono::milliseconds(1500));
  EXPECT_EQ(config.worker_threads, 3u);
}

TEST(ConfigTest, EnvironmentCountsUnlessTheFlagIsGiven) {
  const ScopedEnv depth("TRANSCDRD_MAX_DEPTH", "33");
  const ScopedEnv listen("TRANSCDRD_LISTEN", "127.0.0.1:1,unix:/x/y.sock");
  const ScopedEnv format("TRANSCDRD_LOG_FORMAT", "json");
  const CommandLine from_environment = Parse({});
  EXPECT_EQ(from_environment.config.limits.max_depth, 33u);
  EXPECT_THAT(from_environment.config.listen,
              ElementsAre("127.0.0.1:1", "unix:/x/y.sock"));
  EXPECT_FALSE(from_environment.config.listen_is_default);
  EXPECT_EQ(from_environment.config.log_format, LogFormat::kJson);

  const CommandLine with_flags =
      Parse({"--max-depth=44", "--listen=127.0.0.1:2"});
  EXPECT_EQ(with_flags.config.limits.max_depth, 44u);
  EXPECT_THAT(with_flags.config.listen, ElementsAre("127.0.0.1:2"));
}

TEST(ConfigTest, BadValuesNameTheFlagAndWhatItWants) {
  const struct {
    const char* argument;
    const char* expected;
  } cases[] = {
      {"--max-depth=0", "expected a number from 1 to 10000"},
      {"--max-depth=-1", "expected a number from 1"},
      {"--max-depth=ten", "expected a number from 1"},
      {"--max-message-bytes=12parsecs", "expected a number of bytes"},
      {"--max-message-bytes=1", "expected 1024 to"},
      {"--max-message-bytes=4GiB", "expected 1024 to"},
      {"--max-message-bytes=99999999999999999999GiB", "too large"},
      {"--drain-timeout=soon", "expected a duration"},
      {"--drain-timeout=-1s", "expected a duration"},
      {"--drain-timeout=2h", "expected a duration from 0s to 1h"},
      {"--log-format=xml", "expected json|text"},
      {"--log-level=loud", "expected debug|error|info|off|trace|warn"},
      {"--listen=nowhere", "expected HOST:PORT"},
      {"--listen=127.0.0.1:99999", "expected a port"},
      {"--listen=unix:", "expected a path"},
      {"--worker-threads=100000", "expected a number from 0 to 1024"},
  };
  for (const auto& one : cases) {
    const CommandLine command = Parse({one.argument});
    EXPECT_EQ(command.action, CommandLine::Action::kExit) << one.argument;
    EXPECT_EQ(command.exit_status, kUsageExitStatus) << one.argument;
    EXPECT_THAT(command.text, HasSubstr(one.expected)) << one.argument;
    const std::string flag =
        std::string(one.argument)
            .substr(0, std::string(one.argument).find('='));
    EXPECT_THAT(command.text, HasSubstr(flag));
    EXPECT_THAT(command.text, HasSubstr("--help"));
  }
}

TEST(ConfigTest, BadEnvironmentNamesTheVariable) {
  const ScopedEnv depth("TRANSCDRD_MAX_DEPTH", "deep");
  const CommandLine command = Parse({});
  EXPECT_EQ(command.exit_status, kUsageExitStatus);
  EXPECT_THAT(command.text, HasSubstr("TRANSCDRD_MAX_DEPTH"));
  EXPECT_THAT(command.text, HasSubstr("deep"));
}

TEST(ConfigTest, UnknownFlagsAreUsageErrors) {
  EXPECT_EQ(Parse({"--lisen=x"}).exit_status, kUsageExitStatus);
  EXPECT_EQ(Parse({"serve"}).exit_status, kUsageExitStatus);
  EXPECT_EQ(Parse({"--max-depth"}).exit_status, kUsageExitStatus);
}

TEST(ConfigTest, OtherActions) {
  const CommandLine help = Parse({"--help"});
  EXPECT_EQ(help.action, CommandLine::Action::kExit);
  EXPECT_EQ(help.exit_status, 0);
  EXPECT_THAT(help.text, HasSubstr("TRANSCDRD_MAX_IN_FLIGHT_BYTES"));
  const CommandLine version = Parse({"--version"});
  EXPECT_EQ(version.exit_status, 0);
  EXPECT_THAT(version.text, HasSubstr(std::string(VersionText())));
  const CommandLine probe = Parse({"--probe", "127.0.0.1:5"});
  EXPECT_EQ(probe.action, CommandLine::Action::kProbe);
  EXPECT_EQ(probe.probe_address, "127.0.0.1:5");
  EXPECT_EQ(Parse({"--print-config"}).action,
            CommandLine::Action::kPrintConfig);
}

TEST(ConfigTest, TextReadsBackAsFlags) {
  const CommandLine command =
      Parse({"--listen=127.0.0.1:7", "--listen=unix:/x", "--max-depth=5",
             "--log-level=error", "--drain-timeout=250ms"});
  const std::string text = ConfigText(command.config);
  EXPECT_THAT(text, HasSubstr("listen=127.0.0.1:7\nlisten=unix:/x\n"));
  std::vector<std::string> flags;
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    if (!line.ends_with('=')) flags.push_back("--" + line);
    at = end + 1;
  }
  std::vector<const char*> arguments;
  for (const std::string& flag : flags) arguments.push_back(flag.c_str());
  const CommandLine again = Parse(arguments);
  ASSERT_EQ(again.action, CommandLine::Action::kServe) << again.text;
  EXPECT_EQ(again.config, command.config);
}

TEST(ConfigTest, FlagsOfLimitsExist) {
  const std::string help = Parse({"--help"}).text;
  for (const char* limit :
       {"max_message_bytes", "max_batch_items", "max_depth", "max_output_bytes",
        "max_elements", "max_schema_bytes", "max_source_bytes"}) {
    EXPECT_THAT(help, HasSubstr(std::string(FlagOfLimit(limit)) + " "))
        << limit;
  }
  EXPECT_EQ(FlagOfLimit("max_array_elements"), "");
}

}  // namespace
}  // namespace transcdr
