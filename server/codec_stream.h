// DecodeStream and EncodeStream: streams of batches.

#ifndef TRANSCDR_SERVER_CODEC_STREAM_H_
#define TRANSCDR_SERVER_CODEC_STREAM_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "server/serving_state.h"

namespace transcdr {

// Start a stream; it deletes itself when gRPC is done with it. `state` must
// outlive it.
grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* StartDecodeStream(
    ServingState* state, grpc::CallbackServerContext* context);
grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* StartEncodeStream(
    ServingState* state, grpc::CallbackServerContext* context);

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_CODEC_STREAM_H_
