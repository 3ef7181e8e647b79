// The texts of one IDL schema, places in them, and the reporting of faults with
// the line that they are in.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_SOURCES_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_SOURCES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/type/diagnostic.h"

namespace transcdr::idl {

// A place in one of the texts. Smaller than SourceLocation: every token has
// one.
struct Place {
  uint32_t file = 0;    // index in Sources
  uint32_t line = 0;    // from 1
  uint32_t column = 0;  // from 1, in bytes
};

// The texts. Borrows them: they outlive it.
class Sources {
 public:
  // Returns the index of the file. A text that is there under that name already
  // is not added again; one that differs is, and `*is_conflict` is set.
  uint32_t Add(std::string name, std::string_view text, bool* is_conflict);

  size_t size() const { return files_.size(); }
  const std::string& name(uint32_t file) const { return files_[file].name; }
  std::string_view text(uint32_t file) const { return files_[file].text; }

  SourceLocation Locate(const Place& place) const;
  // The line, cut to what a message can show; empty where it cannot be shown.
  std::string Line(uint32_t file, uint32_t line, uint32_t column) const;
  // The same for a place that names the file.
  std::string Line(const SourceLocation& location) const;

 private:
  struct File {
    std::string name;
    std::string_view text;
    std::vector<size_t> line_starts;  // offsets
  };
  std::vector<File> files_;
};

// Where the stages of the front end say what is wrong.
class Reporter {
 public:
  Reporter(const Sources& sources, std::function<void(Diagnostic)> sink)
      : sources_(sources), sink_(std::move(sink)) {}

  void Error(const Place& place, std::string message);
  void Warning(const Place& place, std::string message);
  // An error: right IDL that this release does not take.
  void Unsupported(const Place& place, std::string message);
  // An error that is not about one place.
  void Error(std::string message);

  const Sources& sources() const { return sources_; }

 private:
  void Report(const Place& place, std::string message, Severity severity,
              bool is_unsupported);

  const Sources& sources_;
  std::function<void(Diagnostic)> sink_;
};

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_SOURCES_H_
