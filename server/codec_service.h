// CodecService over gRPC.

#ifndef TRANSCDR_SERVER_CODEC_SERVICE_H_
#define TRANSCDR_SERVER_CODEC_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include "server/serving_state.h"
#include "transcdr/v1/codec_service.grpc.pb.h"

namespace transcdr {

// The generated service with every method taking raw bytes: see
// wire_message.h.
using RawCodecService = v1::CodecService::WithRawCallbackMethod_Decode<
    v1::CodecService::WithRawCallbackMethod_Encode<
        v1::CodecService::WithRawCallbackMethod_DecodeBatch<
            v1::CodecService::WithRawCallbackMethod_EncodeBatch<
                v1::CodecService::WithRawCallbackMethod_DecodeStream<
                    v1::CodecService::WithRawCallbackMethod_EncodeStream<
                        v1::CodecService::Service>>>>>>;

// Unary calls and batches; streams are in codec_stream.h. Thread-safe.
class CodecServiceImpl final : public RawCodecService {
 public:
  // `state` must outlive the server that this is registered with.
  explicit CodecServiceImpl(ServingState* state) : state_(*state) {}

  grpc::ServerUnaryReactor* Decode(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* Encode(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* DecodeBatch(grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* EncodeBatch(grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) override;
  grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* DecodeStream(
      grpc::CallbackServerContext* context) override;
  grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* EncodeStream(
      grpc::CallbackServerContext* context) override;

 private:
  ServingState& state_;
};

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_CODEC_SERVICE_H_
