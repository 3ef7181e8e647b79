// Finding the IDL files that a schema includes. Reads the texts only as far as
// their #include lines: judging them is the business of the codec.

#ifndef TRANSCDR_CLIENTS_CLI_IDL_FILES_H_
#define TRANSCDR_CLIENTS_CLI_IDL_FILES_H_

#include <string>
#include <string_view>
#include <vector>

namespace transcdr::cli {

// What stands between the quotes or angle brackets of the #include lines of
// `text`, in their order; conditions are not looked at.
std::vector<std::string> IncludedNames(std::string_view text);

// An IDL text and where it came from.
struct IncludedFile {
  std::string name;  // as the first #include calls it
  std::string path;
  std::string text;
};

// The files that `text` includes, and those that they include: beside the file
// that includes them, else the first DIR/NAME that exists, in the order of
// `directories`. What is found nowhere is left out: the codec reports all
// missing files at once, unless a condition leaves them out.
std::vector<IncludedFile> FindIncludes(
    std::string_view text, const std::string& path,
    const std::vector<std::string>& directories);

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_IDL_FILES_H_
