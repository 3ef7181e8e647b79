#include "server/config.h"

#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/time/time.h>
#include <grpcpp/grpcpp.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>

#include "server/listeners.h"

namespace transcdr {
namespace {

constexpr uint64_t kKibi = 1024;
constexpr uint64_t kMebi = 1024 * kKibi;
constexpr uint64_t kGibi = 1024 * kMebi;
// Protobuf cannot hold more in one message; a little is left for framing.
constexpr uint64_t kMaxMessage = 2 * kGibi - kMebi;
// Enough for any machine, and sums of them do not overflow.
constexpr uint64_t kMaxBytes = 1024 * kGibi;

const std::map<std::string, LogFormat>& LogFormats() {
  static const auto* const formats = new std::map<std::string, LogFormat>{
      {"text", LogFormat::kText}, {"json", LogFormat::kJson}};
  return *formats;
}

const std::map<std::string, LogLevel>& LogLevels() {
  static const auto* const levels = new std::map<std::string, LogLevel>{
      {"trace", spdlog::level::trace}, {"debug", spdlog::level::debug},
      {"info", spdlog::level::info},   {"warn", spdlog::level::warn},
      {"error", spdlog::level::err},   {"off", spdlog::level::off}};
  return *levels;
}

template <typename T>
std::string NameOf(const std::map<std::string, T>& names, T value) {
  for (const auto& [name, named] : names) {
    if (named == value) return name;
  }
  return "?";
}

// "64MiB" or "67108864" to bytes. Empty, or what is wrong.
std::string ParseSize(const std::string& text, uint64_t* bytes) {
  static const auto* const units = new std::map<std::string, uint64_t>{
      {"", 1}, {"B", 1}, {"KiB", kKibi}, {"MiB", kMebi}, {"GiB", kGibi}};
  const size_t digits = text.find_first_not_of("0123456789");
  const std::string number = text.substr(0, digits);
  const std::string unit =
      digits == std::string::npos ? "" : text.substr(digits);
  const auto factor = units->find(unit);
  uint64_t count = 0;
  if (number.empty() || factor == units->end()) {
    return "expected a number of bytes, or one with KiB, MiB or GiB";
  }
  if (!absl::SimpleAtoi(number, &count) || count > kMaxBytes / factor->second) {
    return "is too large";
  }
  *bytes = count * factor->second;
  return "";
}

// Adds the flags to an App: each with its environment variable, its default in
// the help, and a check that names the range.
class Flags {
 public:
  explicit Flags(CLI::App* app) : app_(*app) {}

  CLI::Option* Add(const std::string& name, CLI::callback_t callback,
                   const std::string& help, const std::string& type,
                   const std::string& default_text) {
    return app_.add_option("--" + name, std::move(callback), help)
        ->type_name(type)
        ->default_str(default_text)
        ->envname(EnvName(name));
  }

  CLI::Option* Size(const std::string& name, uint64_t* target, uint64_t lowest,
                    uint64_t highest, const std::string& help) {
    const auto parse = [=](const CLI::results_t& values) {
      uint64_t bytes = 0;
      std::string fault = ParseSize(values.back(), &bytes);
      if (fault.empty() && (bytes < lowest || bytes > highest)) {
        fault = absl::StrCat("expected ", lowest, " to ", highest, " bytes");
      }
      if (!fault.empty()) Refuse(name, values.back(), fault);
      *target = bytes;
      return true;
    };
    return Add(name, parse, help, "SIZE", SizeText(*target));
  }

  template <typename T>
  CLI::Option* Count(const std::string& name, T* target, uint64_t lowest,
                     uint64_t highest, const std::string& help) {
    const auto parse = [=](const CLI::results_t& values) {
      uint64_t count = 0;
      if (!absl::SimpleAtoi(values.back(), &count) || count < lowest ||
          count > highest) {
        Refuse(
            name, values.back(),
            absl::StrCat("expected a number from ", lowest, " to ", highest));
      }
      *target = static_cast<T>(count);
      return true;
    };
    return Add(name, parse, help, "N", absl::StrCat(*target));
  }

  template <typename T>
  CLI::Option* Choice(const std::string& name, T* target,
                      const std::map<std::string, T>& names,
                      const std::string& help) {
    std::string words;
    for (const auto& [word, value] : names) {
      absl::StrAppend(&words, words.empty() ? "" : "|", word);
    }
    const auto parse = [=](const CLI::results_t& values) {
      const auto at = names.find(values.back());
      if (at == names.end()) {
        Refuse(name, values.back(), "expected " + words);
      }
      *target = at->second;
      return true;
    };
    return Add(name, parse, help, words, NameOf(names, *target));
  }

  CLI::Option* Duration(const std::string& name,
                        std::chrono::milliseconds* target,
                        std::chrono::milliseconds highest,
                        const std::string& help) {
    const auto parse = [=](const CLI::results_t& values) {
      absl::Duration duration;
      if (!absl::ParseDuration(values.back(), &duration) ||
          duration < absl::ZeroDuration() ||
          duration > absl::FromChrono(highest)) {
        Refuse(name, values.back(),
               absl::StrCat("expected a duration from 0s to ",
                            absl::FormatDuration(absl::FromChrono(highest)),
                            ", as in 500ms, 10s or 2m"));
      }
      *target = absl::ToChronoMilliseconds(duration);
      return true;
    };
    return Add(name, parse, help, "DURATION",
               absl::FormatDuration(absl::FromChrono(*target)));
  }

  [[noreturn]] static void Refuse(const std::string& name,
                                  const std::string& value,
                                  const std::string& fault) {
    throw CLI::ValidationError("--" + name + " (or " + EnvName(name) + ")",
                               absl::StrCat("\"", value, "\": ", fault));
  }

 private:
  static std::string EnvName(std::string name) {
    for (char& c : name) {
      c = c == '-' ? '_' : static_cast<char>(std::toupper(c));
    }
    return "TRANSCDRD_" + name;
  }

  static std::string SizeText(uint64_t bytes) {
    if (bytes > 0 && bytes % kMebi == 0) {
      return absl::StrCat(bytes / kMebi, "MiB");
    }
    return absl::StrCat(bytes);
  }

  CLI::App& app_;
};

void AddListeners(CLI::App* app, Flags* flags, Config* config) {
  const auto parse_listen = [=](const CLI::results_t& values) {
    config->listen.clear();
    for (const std::string& value : values) {
      const auto address = ListenAddress::Parse(value);
      if (!address.ok()) {
        Flags::Refuse("listen", value, std::string(address.status().message()));
      }
      config->listen.push_back(value);
    }
    config->listen_is_default = false;
    return true;
  };
  flags
      ->Add("listen", parse_listen,
            "Where to listen: HOST:PORT (port 0: any free one) or unix:PATH "
            "(mode 0660). May be repeated; several in the variable are "
            "separated by commas. A default Unix socket that cannot be made is "
            "left out with a warning; one that was asked for is an error.",
            "ADDRESS",
            absl::StrCat(kDefaultTcpAddress, ",", kDefaultUnixAddress))
      ->delimiter(',')
      ->expected(1, 1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  flags->Add(
      "port-file",
      [=](const CLI::results_t& values) {
        config->port_file = values.back();
        return true;
      },
      "Write the bound addresses to PATH, one a line, when they serve", "PATH",
      "");
  app->get_formatter()->column_width(34);
}

void AddFlags(Flags* flags, Config* config) {
  flags->Choice("log-format", &config->log_format, LogFormats(),
                "How log lines on stderr look");
  flags->Choice("log-level", &config->log_level, LogLevels(),
                "Least level that is logged; failed calls are debug");
  flags->Size("max-message-bytes", &config->max_message_bytes, kKibi,
              kMaxMessage, "Most bytes of one request, a batch as a whole");
  flags->Count("max-batch-items", &config->max_batch_items, 1, 16 << 20,
               "Most payloads or documents of one batch");
  flags->Count("max-depth", &config->limits.max_depth, 1, 10'000,
               "Most structs, unions, sequences, arrays and maps within each "
               "other in one message");
  flags->Size("max-output-bytes", &config->limits.max_output_bytes, 1,
              kMaxMessage,
              "Most bytes of the documents or payloads of one response");
  flags->Count("max-elements", &config->limits.max_elements, 1,
               uint64_t{1} << 40,
               "Most elements of all sequences, arrays and maps of one "
               "message, those of numbers and bytes not counted, and of "
               "members that it lacks");
  flags->Size("max-schema-bytes", &config->registry.schema.max_source_bytes,
              kKibi, kGibi, "Most bytes of one schema, all its texts together");
  flags->Count("max-schemas", &config->registry.max_schemas, 1, 100'000'000,
               "Most schemas that are kept; those not used for longest go");
  flags->Size("max-plan-cache-bytes", &config->registry.max_bytes, kKibi,
              kMaxBytes,
              "Most memory for schemas and their plans; those not used for "
              "longest go");
  flags->Size("max-in-flight-bytes", &config->max_in_flight_bytes, kKibi,
              kMaxBytes,
              "Most bytes of requests and responses in work at once; beyond, "
              "calls fail with SERVER_BUSY");
  flags->Duration("drain-timeout", &config->drain_timeout,
                  std::chrono::hours(1),
                  "How long calls may go on after SIGTERM or SIGINT");
  flags->Count("worker-threads", &config->worker_threads, 0, 1'024,
               "Threads for large payloads and for schemas; 0: one a "
               "processor");
}

}  // namespace

std::string_view VersionText() { return TRANSCDR_VERSION; }

std::string ConfigText(const Config& config) {
  std::string text;
  const auto line = [&](std::string_view name, const auto& value) {
    text.append(name).append("=");
    absl::StrAppend(&text, value, "\n");
  };
  for (const std::string& address : config.listen) line("listen", address);
  line("port-file", config.port_file);
  line("log-format", NameOf(LogFormats(), config.log_format));
  line("log-level", NameOf(LogLevels(), config.log_level));
  line("max-message-bytes", config.max_message_bytes);
  line("max-batch-items", config.max_batch_items);
  line("max-depth", config.limits.max_depth);
  line("max-output-bytes", config.limits.max_output_bytes);
  line("max-elements", config.limits.max_elements);
  line("max-schema-bytes", config.registry.schema.max_source_bytes);
  line("max-schemas", config.registry.max_schemas);
  line("max-plan-cache-bytes", config.registry.max_bytes);
  line("max-in-flight-bytes", config.max_in_flight_bytes);
  line("drain-timeout", absl::StrCat(config.drain_timeout.count(), "ms"));
  line("worker-threads", config.worker_threads);
  return text;
}

CommandLine ParseCommandLine(int argc, const char* const* argv) {
  CommandLine result;
  CLI::App app(
      "transcdrd: translates XCDR payloads to MessagePack and JSON and back, "
      "over gRPC.\nEvery flag that takes a value can be given as the "
      "environment variable that its help names; the flag wins.",
      "transcdrd");
  Flags flags(&app);
  AddListeners(&app, &flags, &result.config);
  AddFlags(&flags, &result.config);
  bool print_config = false;
  app.add_flag("--print-config", print_config,
               "Print the effective configuration, a line a flag, and exit");
  app.add_option("--probe", result.probe_address,
                 "Ask the daemon at ADDRESS for its health and exit: 0 when "
                 "it is serving, 1 otherwise or after 3 s")
      ->type_name("ADDRESS");
  app.set_version_flag("--version",
                       absl::StrCat("transcdrd ", TRANSCDR_VERSION, " (gRPC ",
                                    grpc::Version(), ")"),
                       "Print the version and exit");
  app.set_help_flag("--help", "Print this and exit");

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    result.action = CommandLine::Action::kExit;
    result.text = app.help();
    return result;
  } catch (const CLI::CallForVersion&) {
    result.action = CommandLine::Action::kExit;
    result.text = app.version() + "\n";
    return result;
  } catch (const CLI::ParseError& error) {
    result.action = CommandLine::Action::kExit;
    result.exit_status = kUsageExitStatus;
    result.text = absl::StrCat("transcdrd: ", error.what(),
                               "\nRun transcdrd --help for the flags.\n");
    return result;
  }
  if (!result.probe_address.empty()) {
    result.action = CommandLine::Action::kProbe;
  } else if (print_config) {
    result.action = CommandLine::Action::kPrintConfig;
  }
  return result;
}

}  // namespace transcdr
