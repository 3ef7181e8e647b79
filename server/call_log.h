// What is logged about calls that failed: reason, place and ids; never a
// message or a value, since those quote payloads.

#ifndef TRANSCDR_SERVER_CALL_LOG_H_
#define TRANSCDR_SERVER_CALL_LOG_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace transcdr {

// Of an id or an alias that a client sent; the longest one is shorter.
inline constexpr size_t kMaxLoggedId = 80;

// A field path with the keys of maps, which are content, replaced by '*':
// poses["secret"].x becomes poses[*].x. Indexes stay.
std::string PathWithoutKeys(std::string_view field_path);

// One line: faults of our own (INTERNAL) as errors, all else as debug.
// `schema_id` may be empty.
void LogFailedCall(std::string_view method, std::string_view schema_id,
                   const absl::Status& status);

// One line for the items of a batch that failed, with the first one's details.
void LogFailedItems(std::string_view method, std::string_view schema_id,
                    size_t failed, size_t items, size_t first_index,
                    const absl::Status& first);

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_CALL_LOG_H_
