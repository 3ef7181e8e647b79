#include "tests/server/server_fixture.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "tests/support/hex.h"

namespace transcdr {

std::string SamplePayload() {
  return Hex(R"(
    00010000          # plain XCDR1, little endian
    000000000000f83f  # x = 1.5
    03000000          # name: 3 bytes with the NUL
    686900            # "hi"
  )");
}

void ServerTest::Start(Config config) {
  static std::atomic<int> count{0};
  socket_path_ = testing::TempDir() + "/transcdr_" + std::to_string(getpid()) +
                 "_" + std::to_string(count++) + ".sock";
  config.listen = {"127.0.0.1:0", "unix:" + socket_path_};
  config.listen_is_default = false;
  SetUpLogging(LogFormat::kText, spdlog::level::warn);
  auto server = Server::Start(std::move(config));
  ASSERT_TRUE(server.ok()) << server.status();
  codec_.reset();
  schemas_.reset();
  server_ = *std::move(server);
  const auto channel = Connect(server_->addresses()[0]);
  codec_ = v1::CodecService::NewStub(channel);
  schemas_ = v1::SchemaService::NewStub(channel);
}

void ServerTest::TearDown() {
  codec_.reset();
  schemas_.reset();
  if (server_ == nullptr) return;
  server_.reset();
  EXPECT_NE(access(socket_path_.c_str(), F_OK), 0) << "the socket stays";
}

std::shared_ptr<grpc::Channel> ServerTest::Connect(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  // Channels of different tests must not share connections.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(),
                                   arguments);
}

grpc::Status ServerTest::Register(const std::string& root_type,
                                  const std::string& text,
                                  v1::RegisterSchemaResponse* response) {
  v1::RegisterSchemaRequest request;
  request.mutable_ros_msg()->set_text(text);
  request.set_root_type(root_type);
  return Call(*schemas_, &v1::SchemaService::Stub::RegisterSchema, request,
              response);
}

std::string ServerTest::RegisterSample() {
  v1::RegisterSchemaResponse response;
  const grpc::Status status = Register(kSampleType, kSampleText, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response.schema_id();
}

void ServerTest::WaitUntilQuiet() {
  const ServingState& state = server_->state();
  for (int i = 0; i < 500 && state.calls.active() > 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(state.calls.active(), 0u);
  EXPECT_EQ(state.admission.in_flight(), 0u);
}

v1::DecodeRequest ServerTest::DecodeSample(const std::string& schema_id) {
  v1::DecodeRequest request;
  request.set_schema_id(schema_id);
  request.set_payload(SamplePayload());
  request.set_format(v1::DOCUMENT_FORMAT_JSON);
  return request;
}

google::rpc::ErrorInfo ErrorInfoOf(const google::rpc::Status& status) {
  google::rpc::ErrorInfo info;
  for (const auto& detail : status.details()) {
    if (detail.UnpackTo(&info)) return info;
  }
  return google::rpc::ErrorInfo();
}

google::rpc::ErrorInfo ErrorInfoOf(const grpc::Status& status) {
  google::rpc::Status rpc;
  EXPECT_TRUE(rpc.ParseFromString(status.error_details()));
  EXPECT_EQ(rpc.code(), static_cast<int>(status.error_code()));
  EXPECT_EQ(rpc.message(), status.error_message());
  const google::rpc::ErrorInfo info = ErrorInfoOf(rpc);
  EXPECT_EQ(info.domain(), "transcdr");
  return info;
}

google::rpc::BadRequest BadRequestOf(const grpc::Status& status) {
  google::rpc::Status rpc;
  EXPECT_TRUE(rpc.ParseFromString(status.error_details()));
  google::rpc::BadRequest bad_request;
  for (const auto& detail : rpc.details()) {
    if (detail.UnpackTo(&bad_request)) return bad_request;
  }
  return google::rpc::BadRequest();
}

std::string Word(const google::rpc::ErrorInfo& info, const std::string& key) {
  const auto at = info.metadata().find(key);
  return at == info.metadata().end() ? "(none)" : at->second;
}

}  // namespace transcdr
