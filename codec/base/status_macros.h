// Early returns for absl::Status and absl::StatusOr (our Abseil has none).

#ifndef TRANSCDR_CODEC_BASE_STATUS_MACROS_H_
#define TRANSCDR_CODEC_BASE_STATUS_MACROS_H_

#include <utility>

// Returns the status of `expr` from the enclosing function unless it is OK.
#define TRANSCDR_RETURN_IF_ERROR(expr)                 \
  do {                                                 \
    auto transcdr_status = (expr);                     \
    if (!transcdr_status.ok()) return transcdr_status; \
  } while (false)

#define TRANSCDR_CONCAT_INNER(a, b) a##b
#define TRANSCDR_CONCAT(a, b) TRANSCDR_CONCAT_INNER(a, b)

// Assigns the value of the StatusOr `expr` to `lhs` (which may declare), or
// returns its status.
#define TRANSCDR_ASSIGN_OR_RETURN(lhs, expr) \
  TRANSCDR_ASSIGN_OR_RETURN_IMPL(            \
      TRANSCDR_CONCAT(transcdr_statusor_, __LINE__), lhs, expr)
#define TRANSCDR_ASSIGN_OR_RETURN_IMPL(statusor, lhs, expr) \
  auto statusor = (expr);                                   \
  if (!statusor.ok()) return statusor.status();             \
  lhs = *std::move(statusor)

#endif  // TRANSCDR_CODEC_BASE_STATUS_MACROS_H_
