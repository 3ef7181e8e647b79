// A daemon in this process, on a free port and a Unix socket, and what tests
// ask it.

#ifndef TRANSCDR_TESTS_SERVER_SERVER_FIXTURE_H_
#define TRANSCDR_TESTS_SERVER_SERVER_FIXTURE_H_

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/server.h"
#include "transcdr/v1/codec_service.grpc.pb.h"
#include "transcdr/v1/schema_service.grpc.pb.h"

namespace transcdr {

// "float64 x" and "string name" of the type demo/msg/Sample.
inline constexpr char kSampleText[] = "float64 x\nstring name\n";
inline constexpr char kSampleType[] = "demo/msg/Sample";
// {"x":1.5,"name":"hi"}, little endian.
std::string SamplePayload();
inline constexpr char kSampleJson[] = R"({"x":1.5,"name":"hi"})";

class ServerTest : public testing::Test {
 protected:
  // Starts with the configuration's listeners replaced: a free port and a
  // socket in a temporary folder. Called by SetUp with the defaults; again to
  // have another daemon.
  void Start(Config config);
  void SetUp() override { Start(Config()); }
  void TearDown() override;

  std::shared_ptr<grpc::Channel> Connect(const std::string& address);

  // Registers kSampleText; its id.
  std::string RegisterSample();
  grpc::Status Register(const std::string& root_type, const std::string& text,
                        v1::RegisterSchemaResponse* response);

  // Waits until every call, and the budget it held, is gone: a client has its
  // answer a little earlier.
  void WaitUntilQuiet();

  v1::DecodeRequest DecodeSample(const std::string& schema_id);

  std::unique_ptr<Server> server_;
  std::string socket_path_;
  std::unique_ptr<v1::CodecService::Stub> codec_;
  std::unique_ptr<v1::SchemaService::Stub> schemas_;
};

// Calls a unary method with a deadline of 20 s.
template <typename Stub, typename Request, typename Response>
grpc::Status Call(Stub& stub,
                  grpc::Status (Stub::*method)(grpc::ClientContext*,
                                               const Request&, Response*),
                  const Request& request, Response* response) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::seconds(20));
  return (stub.*method)(&context, request, response);
}

// The ErrorInfo of a status; empty when there is none.
google::rpc::ErrorInfo ErrorInfoOf(const google::rpc::Status& status);
google::rpc::ErrorInfo ErrorInfoOf(const grpc::Status& status);
google::rpc::BadRequest BadRequestOf(const grpc::Status& status);

// Metadata of an ErrorInfo; "(none)" when the key is missing.
std::string Word(const google::rpc::ErrorInfo& info, const std::string& key);

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_SERVER_SERVER_FIXTURE_H_
