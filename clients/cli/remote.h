// The daemon as a Backend, and the calls that only a daemon can answer.

#ifndef TRANSCDR_CLIENTS_CLI_REMOTE_H_
#define TRANSCDR_CLIENTS_CLI_REMOTE_H_

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "clients/cli/backend.h"
#include "transcdr/v1/codec_service.grpc.pb.h"
#include "transcdr/v1/schema_service.grpc.pb.h"

namespace transcdr::cli {

class RemoteBackend : public Backend {
 public:
  // `target`: "HOST:PORT" or "unix:PATH". Connects with the first call; each
  // call may take `timeout`. Messages may have any size that the daemon takes.
  RemoteBackend(const std::string& target, std::chrono::milliseconds timeout);

  std::optional<Failure> RegisterSchema(
      const v1::RegisterSchemaRequest& request,
      v1::RegisterSchemaResponse* response) override;
  std::optional<Failure> Decode(const v1::DecodeRequest& request,
                                v1::DecodeResponse* response) override;
  std::optional<Failure> Encode(const v1::EncodeRequest& request,
                                v1::EncodeResponse* response) override;

  std::optional<Failure> GetSchema(const v1::GetSchemaRequest& request,
                                   v1::GetSchemaResponse* response) override;
  std::optional<Failure> CompareSchemas(
      const v1::CompareSchemasRequest& request,
      v1::CompareSchemasResponse* response) override;
  std::optional<Failure> ListSchemas(const v1::ListSchemasRequest& request,
                                     v1::ListSchemasResponse* response);
  std::optional<Failure> DeleteSchema(const v1::DeleteSchemaRequest& request,
                                      v1::DeleteSchemaResponse* response);

  // grpc.health.v1 of the whole server: true when it is SERVING.
  std::optional<Failure> CheckHealth(bool* is_serving);

 private:
  std::shared_ptr<grpc::Channel> channel_;
  std::chrono::milliseconds timeout_;
  std::unique_ptr<v1::SchemaService::Stub> schemas_;
  std::unique_ptr<v1::CodecService::Stub> codec_;
};

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_REMOTE_H_
