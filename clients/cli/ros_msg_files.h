// Finding the .msg, .srv and .action files that a schema needs. Reads the texts
// only as far as the names of field types: judging them is the business of the
// codec.

#ifndef TRANSCDR_CLIENTS_CLI_ROS_MSG_FILES_H_
#define TRANSCDR_CLIENTS_CLI_ROS_MSG_FILES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transcdr::cli {

// A .msg text and where it came from.
struct MsgFile {
  std::string type_name;  // "pkg/msg/Name", "pkg/srv/Name"
  std::string path;
  std::string text;
  // Where `text` begins in the file; not 1 for the parts of a bundle.
  uint64_t first_line = 1;
};

// "DIR/pkg/msg/Name.msg" to "pkg/msg/Name", .srv and .action likewise; nullopt
// for other paths. Relative paths are completed with the working directory
// first.
std::optional<std::string> GuessTypeName(const std::string& path);
// DIR of such a path: where the packages beside it are.
std::string PackageRoot(const std::string& path);

// The names of the types that the fields of `text` use and that are not built
// in, as "pkg/msg/Name", each once; the text belongs to `package`. A bundle is
// read section by section, and what it holds itself is left out.
std::vector<std::string> ReferencedTypes(std::string_view text,
                                         const std::string& package);

// The named parts of a bundle: what follows each line "MSG: pkg/Name" (SRV,
// ACTION). None in a single text.
std::vector<MsgFile> BundleParts(std::string_view text,
                                 const std::string& path);

// The files that `text` needs, and those that they need: the first
// DIR/pkg/msg/Name.msg (srv, action) that exists, in the order of
// `directories`. What is found nowhere is left out: the codec reports all
// missing types at once, but those that are built in.
std::vector<MsgFile> FindDependencies(
    std::string_view text, const std::string& type_name,
    const std::vector<std::string>& directories);

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_ROS_MSG_FILES_H_
