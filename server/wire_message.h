// Messages between gRPC's byte buffers and Protobuf. The services take raw
// buffers, so that size and budget are checked before anything is parsed, and
// large messages are parsed on a worker.

#ifndef TRANSCDR_SERVER_WIRE_MESSAGE_H_
#define TRANSCDR_SERVER_WIRE_MESSAGE_H_

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>

#include "absl/status/status.h"

namespace transcdr {

// Parses `bytes`, which are freed in any case. REQUEST_INVALID when they are no
// such message.
absl::Status ParseMessage(grpc::ByteBuffer* bytes,
                          google::protobuf::Message* message);

// LIMIT_EXCEEDED when the message is beyond the 2 GiB of Protobuf.
absl::Status SerializeMessage(const google::protobuf::Message& message,
                              grpc::ByteBuffer* bytes);

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_WIRE_MESSAGE_H_
