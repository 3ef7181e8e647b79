// MCAP's "ros2idl" bundles: IDL files behind each other, before each a line of
// '=' and a line "IDL: pkg/msg/Name".

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_BUNDLE_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_BUNDLE_H_

#include <string_view>
#include <vector>

namespace transcdr::idl {

// One file of a bundle. Borrows from the text.
struct BundledFile {
  std::string_view name;  // "pkg/msg/Name"; empty for what comes before
  std::string_view text;
};

// The files of a bundle; what comes before the first separator only where it is
// not blank. A text without separators is one file without a name.
// Separators: three or more '=' on a line, then, maybe after blank lines,
// "IDL:" and the name, ".idl" left out. Lines of '=' before anything else are
// text.
std::vector<BundledFile> SplitIdlBundle(std::string_view text);

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_BUNDLE_H_
