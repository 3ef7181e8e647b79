// Collects the diagnostics of one schema, no more of them than an answer holds.

#ifndef TRANSCDR_CODEC_TYPE_DIAGNOSTIC_LIST_H_
#define TRANSCDR_CODEC_TYPE_DIAGNOSTIC_LIST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "codec/type/diagnostic.h"

namespace transcdr {

class DiagnosticList {
 public:
  // Keeps the first `max_kept` errors and the first `max_kept` warnings; the
  // others are counted.
  explicit DiagnosticList(uint32_t max_kept) : max_kept_(max_kept) {}

  void Add(Diagnostic diagnostic);
  // An error without a source line.
  void AddError(SourceLocation location, std::string message);

  bool has_errors() const { return error_count_ > 0; }

  // At most max_kept of them, warnings giving way to errors, in the order of
  // the text (files as they appeared); then, where there were others, one line
  // "... and N more". The list is empty afterwards.
  std::vector<Diagnostic> Take();

 private:
  uint32_t max_kept_;
  std::vector<Diagnostic> errors_;
  std::vector<Diagnostic> warnings_;
  uint64_t error_count_ = 0;
  uint64_t warning_count_ = 0;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPE_DIAGNOSTIC_LIST_H_
