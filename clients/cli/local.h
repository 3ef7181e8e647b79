// The codec in this process as a Backend: the same answers without a daemon.
// The only file here that includes codec/; the daemon's own mapping between
// messages and the codec's types is in server/proto_mapping.h.

#ifndef TRANSCDR_CLIENTS_CLI_LOCAL_H_
#define TRANSCDR_CLIENTS_CLI_LOCAL_H_

#include <memory>

#include "clients/cli/backend.h"

namespace transcdr::cli {

// Holds the schemas registered with it, with the limits that a daemon has by
// default. Never fails for want of a connection.
std::unique_ptr<Backend> MakeLocalBackend();

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_LOCAL_H_
