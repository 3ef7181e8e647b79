#include "server/wire_message.h"

#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/proto_buffer_writer.h>

#include <climits>
#include <string>

#include "server/status_mapping.h"

namespace transcdr {

absl::Status ParseMessage(grpc::ByteBuffer* bytes,
                          google::protobuf::Message* message) {
  const grpc::Status parsed =
      grpc::GenericDeserialize<grpc::ProtoBufferReader,
                               google::protobuf::Message>(bytes, message);
  bytes->Clear();
  if (parsed.ok()) return absl::OkStatus();
  return RequestInvalidError(
      "request",
      "the bytes are not a message " + message->GetDescriptor()->full_name());
}

absl::Status SerializeMessage(const google::protobuf::Message& message,
                              grpc::ByteBuffer* bytes) {
  const size_t size = message.ByteSizeLong();
  if (size > INT_MAX) {
    return LimitExceededError("max_output_bytes",
                              "the response has bytes:", size, INT_MAX);
  }
  bool own_buffer = false;
  const grpc::Status written =
      grpc::GenericSerialize<grpc::ProtoBufferWriter,
                             google::protobuf::Message>(message, bytes,
                                                        &own_buffer);
  if (written.ok()) return absl::OkStatus();
  return absl::InternalError("a response could not be serialized");
}

}  // namespace transcdr
