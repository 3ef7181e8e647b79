#include "server/call_log.h"

#include <absl/status/status.h>

#include <algorithm>

#include "codec/base/fault.h"
#include "server/logging.h"

namespace transcdr {
namespace {

// The loggable words of a status.
struct Words {
  std::string reason;
  std::string byte_offset;
  std::string field_path;
  std::string limit;
  LogLevel level = spdlog::level::debug;
};

Words WordsOf(const absl::Status& status) {
  Words words;
  ErrorDetail detail;
  if (auto found = GetErrorDetail(status)) detail = *std::move(found);
  words.reason = FaultReasonName(detail.reason);
  if (words.reason.empty()) {
    words.reason = absl::StatusCodeToString(status.code());
  }
  const auto take = [&](const char* key) {
    const auto at = detail.metadata.find(key);
    return at == detail.metadata.end() ? std::string() : at->second;
  };
  words.byte_offset = take("byte_offset");
  words.field_path = PathWithoutKeys(take("field_path"));
  words.limit = take("limit");
  if (status.code() == absl::StatusCode::kInternal) {
    words.level = spdlog::level::err;
  }
  return words;
}

}  // namespace

std::string PathWithoutKeys(std::string_view field_path) {
  std::string path;
  size_t at = 0;
  while (at < field_path.size()) {
    const size_t open = field_path.find('[', at);
    if (open == std::string_view::npos) break;
    path.append(field_path.substr(at, open + 1 - at));
    size_t close = open + 1;
    while (close < field_path.size() && field_path[close] >= '0' &&
           field_path[close] <= '9') {
      ++close;
    }
    if (close > open + 1 && close < field_path.size() &&
        field_path[close] == ']') {
      path.append(field_path.substr(open + 1, close - open));
      at = close + 1;
      continue;
    }
    // Not an index. A key may hold brackets itself: nothing behind it is
    // trusted but what follows the last "]" of the path.
    path.push_back('*');
    const size_t end = field_path.rfind(']');
    if (end == std::string_view::npos || end < open) return path;
    at = end;
    break;
  }
  path.append(field_path.substr(std::min(at, field_path.size())));
  return path;
}

void LogFailedCall(std::string_view method, std::string_view schema_id,
                   const absl::Status& status) {
  if (status.code() != absl::StatusCode::kInternal &&
      !IsLogged(spdlog::level::debug)) {
    return;
  }
  const Words words = WordsOf(status);
  LogEvent(words.level, "call failed",
           {{"method", method},
            {"reason", words.reason},
            {"schema_id", schema_id},
            {"byte_offset", words.byte_offset},
            {"field_path", words.field_path},
            {"limit", words.limit}});
}

void LogFailedItems(std::string_view method, std::string_view schema_id,
                    size_t failed, size_t items, size_t first_index,
                    const absl::Status& first) {
  if (first.code() != absl::StatusCode::kInternal &&
      !IsLogged(spdlog::level::debug)) {
    return;
  }
  const Words words = WordsOf(first);
  LogEvent(words.level, "items failed",
           {{"method", method},
            {"schema_id", schema_id},
            {"failed", failed},
            {"items", items},
            {"first_index", first_index},
            {"reason", words.reason},
            {"byte_offset", words.byte_offset},
            {"field_path", words.field_path},
            {"limit", words.limit}});
}

}  // namespace transcdr
