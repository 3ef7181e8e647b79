#include "clients/cli/remote.h"

#include <google/protobuf/wrappers.pb.h>
#include <grpcpp/generic/generic_stub.h>

#include <future>
#include <utility>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace transcdr::cli {
namespace {

// A schema with many faults has long details; gRPC's own limit is 8 KiB.
constexpr int kMaxMetadataBytes = 1 << 20;

grpc::ChannelArguments ChannelOptions() {
  grpc::ChannelArguments options;
  options.SetMaxReceiveMessageSize(-1);
  options.SetMaxSendMessageSize(-1);
  options.SetInt(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
  // The daemon is near; a proxy for web pages does not lead to it.
  options.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  options.SetUserAgentPrefix("transcdr-cli");
  return options;
}

// One unary call with a deadline.
template <typename Stub, typename Method, typename Request, typename Response>
std::optional<Failure> Call(Stub& stub, Method method,
                            std::chrono::milliseconds timeout,
                            const Request& request, Response* response) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + timeout);
  grpc::Status status = (stub.*method)(&context, request, response);
  if (status.ok()) return std::nullopt;
  return FailureOf(status);
}

}  // namespace

Failure FailureOf(const grpc::Status& status) {
  Failure failure{.code = status.error_code(),
                  .message = status.error_message()};
  google::rpc::Status details;
  if (!details.ParseFromString(status.error_details())) return failure;
  for (const google::protobuf::Any& detail : details.details()) {
    google::rpc::ErrorInfo info;
    google::rpc::BadRequest bad_request;
    if (detail.UnpackTo(&info)) {
      failure.reason = info.reason();
      failure.metadata.insert(info.metadata().begin(), info.metadata().end());
    } else if (detail.UnpackTo(&bad_request)) {
      for (const auto& violation : bad_request.field_violations()) {
        failure.faults.push_back({violation.field(), violation.description()});
      }
    }
  }
  return failure;
}

RemoteBackend::RemoteBackend(const std::string& target,
                             std::chrono::milliseconds timeout)
    : channel_(grpc::CreateCustomChannel(
          target, grpc::InsecureChannelCredentials(), ChannelOptions())),
      timeout_(timeout),
      schemas_(v1::SchemaService::NewStub(channel_)),
      codec_(v1::CodecService::NewStub(channel_)) {}

std::optional<Failure> RemoteBackend::RegisterSchema(
    const v1::RegisterSchemaRequest& request,
    v1::RegisterSchemaResponse* response) {
  return Call(*schemas_, &v1::SchemaService::Stub::RegisterSchema, timeout_,
              request, response);
}

std::optional<Failure> RemoteBackend::Decode(const v1::DecodeRequest& request,
                                             v1::DecodeResponse* response) {
  return Call(*codec_, &v1::CodecService::Stub::Decode, timeout_, request,
              response);
}

std::optional<Failure> RemoteBackend::Encode(const v1::EncodeRequest& request,
                                             v1::EncodeResponse* response) {
  return Call(*codec_, &v1::CodecService::Stub::Encode, timeout_, request,
              response);
}

std::optional<Failure> RemoteBackend::GetSchema(
    const v1::GetSchemaRequest& request, v1::GetSchemaResponse* response) {
  return Call(*schemas_, &v1::SchemaService::Stub::GetSchema, timeout_, request,
              response);
}

std::optional<Failure> RemoteBackend::CompareSchemas(
    const v1::CompareSchemasRequest& request,
    v1::CompareSchemasResponse* response) {
  return Call(*schemas_, &v1::SchemaService::Stub::CompareSchemas, timeout_,
              request, response);
}

std::optional<Failure> RemoteBackend::ListSchemas(
    const v1::ListSchemasRequest& request, v1::ListSchemasResponse* response) {
  return Call(*schemas_, &v1::SchemaService::Stub::ListSchemas, timeout_,
              request, response);
}

std::optional<Failure> RemoteBackend::DeleteSchema(
    const v1::DeleteSchemaRequest& request,
    v1::DeleteSchemaResponse* response) {
  return Call(*schemas_, &v1::SchemaService::Stub::DeleteSchema, timeout_,
              request, response);
}

std::optional<Failure> RemoteBackend::CheckHealth(bool* is_serving) {
  // Debian ships no stub of grpc.health.v1. Its HealthCheckRequest is one
  // string with number 1, its HealthCheckResponse one enum with number 1: on
  // the wire the same as these two wrappers.
  google::protobuf::StringValue service;
  google::protobuf::UInt32Value serving_status;
  constexpr uint32_t kServing = 1;

  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + timeout_);
  std::promise<grpc::Status> done;
  grpc::TemplatedGenericStub<google::protobuf::StringValue,
                             google::protobuf::UInt32Value>
      stub(channel_);
  stub.UnaryCall(&context, "/grpc.health.v1.Health/Check", grpc::StubOptions(),
                 &service, &serving_status,
                 [&done](grpc::Status status) { done.set_value(status); });
  grpc::Status status = done.get_future().get();
  if (!status.ok()) return FailureOf(status);
  *is_serving = serving_status.value() == kServing;
  return std::nullopt;
}

}  // namespace transcdr::cli
