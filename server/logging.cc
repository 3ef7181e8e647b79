#include "server/logging.h"

#include <absl/strings/str_cat.h>
#include <absl/time/clock.h>
#include <absl/time/time.h>
#include <grpc/support/log.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <memory>

#include "codec/base/utf8.h"

namespace transcdr {
namespace {

std::atomic<LogFormat> log_format{LogFormat::kText};

// Escaped as in JSON; what is no UTF-8 is replaced.
void AppendEscaped(std::string_view text, std::string* out) {
  std::string clean;
  AppendReplacingInvalidUtf8(text, &clean);
  for (char c : clean) {
    switch (c) {
      case '"':
      case '\\':
        out->push_back('\\');
        out->push_back(c);
        break;
      case '\n':
        out->append("\\n");
        break;
      case '\t':
        out->append("\\t");
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
          absl::StrAppend(out, "\\u", absl::Hex(c, absl::kZeroPad4));
        } else {
          out->push_back(c);
        }
    }
  }
}

void AppendQuoted(std::string_view text, std::string* out) {
  out->push_back('"');
  AppendEscaped(text, out);
  out->push_back('"');
}

// Text that can stand behind key= without quotes.
bool IsPlainWord(std::string_view text) {
  if (text.empty()) return false;
  for (char c : text) {
    if (c <= ' ' || c == '"' || c == '\\' || c == '=' || c == 0x7f) {
      return false;
    }
  }
  return IsValidUtf8(text);
}

struct ValueWriter {
  LogFormat format;
  std::string* out;

  void operator()(bool value) const { out->append(value ? "true" : "false"); }
  void operator()(int64_t value) const { absl::StrAppend(out, value); }
  void operator()(uint64_t value) const { absl::StrAppend(out, value); }
  void operator()(double value) const { absl::StrAppend(out, value); }
  void operator()(std::string_view value) const {
    if (format == LogFormat::kText && IsPlainWord(value)) {
      out->append(value);
    } else {
      AppendQuoted(value, out);
    }
  }
};

void LogGrpc(gpr_log_func_args* args) {
  // What gRPC calls errors are mostly troubles of one connection.
  LogLevel level = spdlog::level::debug;
  if (args->severity == GPR_LOG_SEVERITY_ERROR) level = spdlog::level::warn;
  LogEvent(level, "grpc", {{"message", args->message}});
}

}  // namespace

void SetUpLogging(LogFormat format, LogLevel level) {
  log_format = format;
  auto logger = std::make_shared<spdlog::logger>(
      "transcdrd", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_pattern("%v");  // the line is made here
  logger->set_level(level);
  spdlog::set_default_logger(std::move(logger));
  gpr_set_log_function(LogGrpc);
}

bool IsLogged(LogLevel level) {
  return spdlog::default_logger_raw()->should_log(level);
}

std::string FormatLogLine(LogFormat format, std::string_view time,
                          std::string_view level, std::string_view event,
                          std::initializer_list<LogField> fields) {
  std::string line;
  switch (format) {
    case LogFormat::kText:
      line.append(time).append(" ").append(level).append(" ");
      AppendEscaped(event, &line);
      break;
    case LogFormat::kJson:
      line.append("{\"time\":");
      AppendQuoted(time, &line);
      line.append(",\"level\":");
      AppendQuoted(level, &line);
      line.append(",\"event\":");
      AppendQuoted(event, &line);
      break;
  }
  for (const LogField& field : fields) {
    const auto* text = std::get_if<std::string_view>(&field.value);
    if (text != nullptr && text->empty()) continue;
    if (format == LogFormat::kJson) {
      line.push_back(',');
      AppendQuoted(field.key, &line);
      line.push_back(':');
    } else {
      line.append(" ").append(field.key).append("=");
    }
    std::visit(ValueWriter{format, &line}, field.value);
  }
  if (format == LogFormat::kJson) line.push_back('}');
  return line;
}

void LogEvent(LogLevel level, std::string_view event,
              std::initializer_list<LogField> fields) {
  if (!IsLogged(level)) return;
  const std::string time = absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::Now(),
                                            absl::UTCTimeZone());
  const auto name = spdlog::level::to_string_view(level);
  spdlog::default_logger_raw()->log(
      level, spdlog::string_view_t(FormatLogLine(
                 log_format, time, std::string_view(name.data(), name.size()),
                 event, fields)));
}

}  // namespace transcdr
