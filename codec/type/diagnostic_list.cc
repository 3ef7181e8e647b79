#include "codec/type/diagnostic_list.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "codec/type/message_text.h"

namespace transcdr {

void DiagnosticList::Add(Diagnostic diagnostic) {
  const bool is_error = diagnostic.severity == Severity::kError;
  ++(is_error ? error_count_ : warning_count_);
  std::vector<Diagnostic>& kept = is_error ? errors_ : warnings_;
  if (kept.size() < max_kept_) kept.push_back(std::move(diagnostic));
}

void DiagnosticList::AddError(SourceLocation location, std::string message) {
  Diagnostic diagnostic;
  diagnostic.location = std::move(location);
  diagnostic.message = std::move(message);
  Add(std::move(diagnostic));
}

std::vector<Diagnostic> DiagnosticList::Take() {
  std::vector<Diagnostic> all = std::move(errors_);
  std::move(warnings_.begin(), warnings_.end(), std::back_inserter(all));
  if (all.size() > max_kept_) all.resize(max_kept_);
  const uint64_t hidden = error_count_ + warning_count_ - all.size();
  const bool hides_errors =
      error_count_ > static_cast<uint64_t>(std::count_if(
                         all.begin(), all.end(), [](const Diagnostic& d) {
                           return d.severity == Severity::kError;
                         }));

  std::map<std::string, size_t> file_rank;
  for (const Diagnostic& diagnostic : all) {
    file_rank.try_emplace(diagnostic.location.file, file_rank.size());
  }
  const auto position = [&](const Diagnostic& d) {
    return std::tuple(file_rank.at(d.location.file), d.location.line,
                      d.location.column);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) {
                     return position(a) < position(b);
                   });

  if (hidden > 0) {
    Diagnostic rest;
    rest.severity = hides_errors ? Severity::kError : Severity::kWarning;
    rest.message = message_text::Concat("... and ", hidden, " more");
    all.push_back(std::move(rest));
  }
  *this = DiagnosticList(max_kept_);
  return all;
}

}  // namespace transcdr
