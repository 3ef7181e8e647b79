// The flags of the mapping options and of the wire profile. They are made from
// the messages of proto/transcdr/v1 by reflection: field struct_form with value
// STRUCT_FORM_MAP_BY_ID becomes "--struct-form map-by-id".

#ifndef TRANSCDR_CLIENTS_CLI_OPTIONS_FLAGS_H_
#define TRANSCDR_CLIENTS_CLI_OPTIONS_FLAGS_H_

#include <CLI/CLI.hpp>
#include <string>

#include "transcdr/v1/encoding.pb.h"
#include "transcdr/v1/schema_service.pb.h"

namespace transcdr::cli {

// Which call the flags are for: an option of the other one is left out.
enum class Direction { kDecode, kEncode };

// Adds a flag for every field of MappingOptions that the direction looks at.
// Parsing sets the fields of `options`, which has to outlive `command`.
void AddMappingFlags(Direction direction, CLI::App* command,
                     v1::MappingOptions* options);

// --profile, --wstring-form, --wchar-width, --empty-struct-form. As above.
void AddProfileFlags(CLI::App* command, v1::WireProfile* profile);

// The flags that give this profile, "--wstring-form units-32 ...".
std::string ProfileFlagText(const v1::WireProfile& profile);

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_OPTIONS_FLAGS_H_
