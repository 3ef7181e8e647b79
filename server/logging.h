// Logs: one line an event, to stderr, as text or JSON, through spdlog.
//
// The rule of the house: no byte of a payload or document is ever logged, at
// any level. Call sites pass ids, names of schemas, counts, offsets and
// reasons.

#ifndef TRANSCDR_SERVER_LOGGING_H_
#define TRANSCDR_SERVER_LOGGING_H_

#include <spdlog/common.h>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace transcdr {

enum class LogFormat : uint8_t {
  kText,  // time level event key=value ...
  kJson,  // {"time":...,"level":...,"event":...,"key":value,...}
};

using LogLevel = spdlog::level::level_enum;

// A key with a value. Text may hold anything; it is escaped. Empty text is left
// out of the line, key and all.
struct LogField {
  template <typename T>
  LogField(std::string_view name, T&& content) : key(name) {
    using Plain = std::remove_cvref_t<T>;
    if constexpr (std::same_as<Plain, bool>) {
      value = content;
    } else if constexpr (std::signed_integral<Plain>) {
      value = static_cast<int64_t>(content);
    } else if constexpr (std::unsigned_integral<Plain>) {
      value = static_cast<uint64_t>(content);
    } else if constexpr (std::floating_point<Plain>) {
      value = static_cast<double>(content);
    } else {
      value = std::string_view(content);
    }
  }

  std::string_view key;
  std::variant<bool, int64_t, uint64_t, double, std::string_view> value;
};

// Sets up spdlog's default logger, and gRPC's own log to go through it. Call
// before other threads log; calling again replaces the set-up.
void SetUpLogging(LogFormat format, LogLevel level);

// True when events of that level are written: ask before costly preparations.
bool IsLogged(LogLevel level);

// Writes one line. `event` is a short constant phrase: "schema registered".
// Text with line breaks stays on one line (escaped).
void LogEvent(LogLevel level, std::string_view event,
              std::initializer_list<LogField> fields = {});

// The line that LogEvent writes, without the line break. For tests too.
std::string FormatLogLine(LogFormat format, std::string_view time,
                          std::string_view level, std::string_view event,
                          std::initializer_list<LogField> fields);

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_LOGGING_H_
