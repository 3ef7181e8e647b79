// What carries out the calls: the daemon (remote.h) or this process (local.h).
// Both speak the messages of proto/transcdr/v1 and fail in the same words.

#ifndef TRANSCDR_CLIENTS_CLI_BACKEND_H_
#define TRANSCDR_CLIENTS_CLI_BACKEND_H_

#include <grpcpp/support/status.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "transcdr/v1/codec_service.pb.h"
#include "transcdr/v1/schema_service.pb.h"

namespace transcdr::cli {

// One fault of a schema.
struct SchemaFault {
  std::string place;    // "file:line:column", "file" or ""
  std::string message;  // without the place
};

// Why a call gave no result.
struct Failure {
  grpc::StatusCode code = grpc::StatusCode::UNKNOWN;
  std::string message;
  // An ErrorReason without its prefix; empty where the answer was not
  // transcdr's own (the connection, the deadline).
  std::string reason;
  // The keys are those of transcdr.v1.ErrorReason.
  std::map<std::string, std::string> metadata;
  // Every fault of the schema; empty for other failures.
  std::vector<SchemaFault> faults;
};

// The Failure of a status with google.rpc.Status in its details (without it,
// code and message alone). REQUIRES: !status.ok().
Failure FailureOf(const grpc::Status& status);

// Each call fills `response` and returns nullopt, or returns why not.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::optional<Failure> RegisterSchema(
      const v1::RegisterSchemaRequest& request,
      v1::RegisterSchemaResponse* response) = 0;
  // Of what this backend registered.
  virtual std::optional<Failure> GetSchema(const v1::GetSchemaRequest& request,
                                           v1::GetSchemaResponse* response) = 0;
  virtual std::optional<Failure> CompareSchemas(
      const v1::CompareSchemasRequest& request,
      v1::CompareSchemasResponse* response) = 0;
  virtual std::optional<Failure> Decode(const v1::DecodeRequest& request,
                                        v1::DecodeResponse* response) = 0;
  virtual std::optional<Failure> Encode(const v1::EncodeRequest& request,
                                        v1::EncodeResponse* response) = 0;
};

}  // namespace transcdr::cli

#endif  // TRANSCDR_CLIENTS_CLI_BACKEND_H_
