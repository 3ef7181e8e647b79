// SchemaService over gRPC: a thin face of SchemaRegistry.

#ifndef TRANSCDR_SERVER_SCHEMA_SERVICE_H_
#define TRANSCDR_SERVER_SCHEMA_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <vector>

#include "absl/status/status.h"
#include "codec/type/diagnostic.h"
#include "server/serving_state.h"
#include "transcdr/v1/schema_service.grpc.pb.h"

namespace transcdr {

// The generated service with every method taking raw bytes: see
// wire_message.h.
using RawSchemaService =
    v1::SchemaService::WithRawCallbackMethod_RegisterSchema<
        v1::SchemaService::WithRawCallbackMethod_GetSchema<
            v1::SchemaService::WithRawCallbackMethod_ListSchemas<
                v1::SchemaService::WithRawCallbackMethod_DeleteSchema<
                    v1::SchemaService::WithRawCallbackMethod_CompareSchemas<
                        v1::SchemaService::Service>>>>>;

// Thread-safe. All of it runs on the workers: parsing and compiling take
// milliseconds.
class SchemaServiceImpl final : public RawSchemaService {
 public:
  // `state` must outlive the server that this is registered with.
  explicit SchemaServiceImpl(ServingState* state) : state_(*state) {}

  grpc::ServerUnaryReactor* RegisterSchema(grpc::CallbackServerContext* context,
                                           const grpc::ByteBuffer* request,
                                           grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* GetSchema(grpc::CallbackServerContext* context,
                                      const grpc::ByteBuffer* request,
                                      grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* ListSchemas(grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* DeleteSchema(grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* request,
                                         grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* CompareSchemas(grpc::CallbackServerContext* context,
                                           const grpc::ByteBuffer* request,
                                           grpc::ByteBuffer* response) override;

 private:
  absl::Status Register(const v1::RegisterSchemaRequest& request,
                        v1::RegisterSchemaResponse* response,
                        std::vector<Diagnostic>* diagnostics);
  absl::Status Get(const v1::GetSchemaRequest& request,
                   v1::GetSchemaResponse* response);
  absl::Status List(const v1::ListSchemasRequest& request,
                    v1::ListSchemasResponse* response);
  absl::Status Delete(const v1::DeleteSchemaRequest& request);
  absl::Status Compare(const v1::CompareSchemasRequest& request,
                       v1::CompareSchemasResponse* response,
                       std::vector<Diagnostic>* diagnostics);

  ServingState& state_;
};

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_SCHEMA_SERVICE_H_
