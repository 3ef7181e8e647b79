// Which flag of the daemon sets a limit that an error names.

#ifndef TRANSCDR_SERVER_LIMIT_FLAGS_H_
#define TRANSCDR_SERVER_LIMIT_FLAGS_H_

#include <string_view>

namespace transcdr {

// "max_output_bytes" to "--max-output-bytes"; empty when no flag sets it.
std::string_view FlagOfLimit(std::string_view limit);

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_LIMIT_FLAGS_H_
