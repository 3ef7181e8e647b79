#include "server/codec_service.h"

#include <vector>

#include "server/codec_stream.h"
#include "server/translation.h"
#include "server/unary_call.h"

namespace transcdr {
namespace {

template <typename Direction>
grpc::ServerUnaryReactor* StartOne(ServingState* state,
                                   grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request_bytes,
                                   grpc::ByteBuffer* response_bytes) {
  using Request = typename Direction::Request;
  using Response = typename Direction::Response;
  return UnaryCall<Request, Response>::Start(
      state, Direction::kMethod, WorkPlace::kBySize, context, request_bytes,
      response_bytes,
      [state](const Request& request, const CallControl& control,
              Response* response, std::vector<Diagnostic>*) {
        return TranslateOne<Direction>(state, request, control, response);
      });
}

template <typename Direction>
grpc::ServerUnaryReactor* StartBatch(ServingState* state,
                                     grpc::CallbackServerContext* context,
                                     const grpc::ByteBuffer* request_bytes,
                                     grpc::ByteBuffer* response_bytes) {
  using Request = typename Direction::BatchRequest;
  using Response = typename Direction::BatchResponse;
  return UnaryCall<Request, Response>::Start(
      state, Direction::kBatchMethod, WorkPlace::kBySize, context,
      request_bytes, response_bytes,
      [state](const Request& request, const CallControl& control,
              Response* response, std::vector<Diagnostic>*) {
        Job<Direction> job;
        absl::Status status =
            PrepareJob<Direction>(state, control, request, &job);
        if (!status.ok()) return status;
        return TranslateBatch<Direction>(*state, Direction::kBatchMethod, job,
                                         request, control, response);
      });
}

}  // namespace

grpc::ServerUnaryReactor* CodecServiceImpl::Decode(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  return StartOne<DecodeDirection>(&state_, context, request, response);
}

grpc::ServerUnaryReactor* CodecServiceImpl::Encode(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  return StartOne<EncodeDirection>(&state_, context, request, response);
}

grpc::ServerUnaryReactor* CodecServiceImpl::DecodeBatch(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  return StartBatch<DecodeDirection>(&state_, context, request, response);
}

grpc::ServerUnaryReactor* CodecServiceImpl::EncodeBatch(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  return StartBatch<EncodeDirection>(&state_, context, request, response);
}

grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>*
CodecServiceImpl::DecodeStream(grpc::CallbackServerContext* context) {
  return StartDecodeStream(&state_, context);
}

grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>*
CodecServiceImpl::EncodeStream(grpc::CallbackServerContext* context) {
  return StartEncodeStream(&state_, context);
}

}  // namespace transcdr
