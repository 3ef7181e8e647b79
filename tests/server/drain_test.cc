// Stopping gracefully.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "grpc/health/v1/health.grpc.pb.h"
#include "tests/server/server_fixture.h"

namespace transcdr {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
namespace health = grpc::health::v1;

class DrainTest : public ServerTest {
 protected:
  v1::DecodeStreamRequest Batch(const std::string& id, int items) {
    v1::DecodeStreamRequest request;
    request.mutable_batch()->set_schema_id(id);
    request.mutable_batch()->set_format(v1::DOCUMENT_FORMAT_JSON);
    for (int i = 0; i < items; ++i) {
      request.mutable_batch()->add_payloads(SamplePayload());
    }
    return request;
  }
};

TEST_F(DrainTest, WithoutCallsItIsQuick) {
  const auto start = Clock::now();
  server_->Drain();
  EXPECT_LT(Clock::now() - start, 2s);
  server_->Drain();  // again: nothing to do
}

TEST_F(DrainTest, NewCallsAreRefused) {
  const std::string id = RegisterSample();
  server_->Drain();
  v1::DecodeResponse response;
  EXPECT_EQ(Call(*codec_, &v1::CodecService::Stub::Decode, DecodeSample(id),
                 &response)
                .error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

TEST_F(DrainTest, IdleStreamsEndSoonWithUnavailable) {
  const std::string id = RegisterSample();
  grpc::ClientContext context;
  const auto stream = codec_->DecodeStream(&context);
  ASSERT_TRUE(stream->Write(Batch(id, 1)));
  v1::DecodeStreamResponse response;
  ASSERT_TRUE(stream->Read(&response));

  const auto start = Clock::now();
  std::thread drain([&] { server_->Drain(); });
  EXPECT_FALSE(stream->Read(&response));
  const grpc::Status status = stream->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_NE(status.error_message().find("shutting down"), std::string::npos);
  drain.join();
  // Far below the drain timeout of 10 s.
  EXPECT_LT(Clock::now() - start, 5s);
}

TEST_F(DrainTest, BusyStreamsGoOn) {
  const std::string id = RegisterSample();
  grpc::ClientContext context;
  const auto stream = codec_->DecodeStream(&context);
  ASSERT_TRUE(stream->Write(Batch(id, 1)));
  v1::DecodeStreamResponse response;
  ASSERT_TRUE(stream->Read(&response));

  std::atomic<bool> drained{false};
  std::thread drain([&] {
    server_->Drain();
    drained = true;
  });
  // Longer than an idle stream may live.
  const auto until = Clock::now() + 2 * kIdleStreamGrace;
  int answered = 0;
  while (Clock::now() < until) {
    ASSERT_TRUE(stream->Write(Batch("", 200)));
    ASSERT_TRUE(stream->Read(&response));
    ASSERT_EQ(response.batch().results_size(), 200);
    ++answered;
  }
  EXPECT_FALSE(drained);
  EXPECT_GT(answered, 1);
  stream->WritesDone();
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_TRUE(stream->Finish().ok());
  drain.join();
}

TEST_F(DrainTest, RunningBatchesAreFinished) {
  const std::string id = RegisterSample();
  v1::DecodeBatchRequest request;
  request.set_schema_id(id);
  for (int i = 0; i < 60'000; ++i) request.add_payloads(SamplePayload());
  v1::DecodeBatchResponse response;
  grpc::Status status;
  std::thread caller([&] {
    status =
        Call(*codec_, &v1::CodecService::Stub::DecodeBatch, request, &response);
  });
  while (server_->state().calls.active() == 0) std::this_thread::yield();
  server_->Drain();
  caller.join();
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.results_size(), 60'000);
}

TEST_F(DrainTest, TheTimeoutCancelsWhatIsLeft) {
  Config config;
  config.drain_timeout = 300ms;
  Start(config);
  const std::string id = RegisterSample();
  grpc::ClientContext context;
  const auto stream = codec_->DecodeStream(&context);
  // A client that sends for ever.
  std::thread client([&] {
    v1::DecodeStreamResponse response;
    while (stream->Write(Batch(id, 100)) && stream->Read(&response)) {
    }
    EXPECT_FALSE(stream->Finish().ok());
  });
  std::this_thread::sleep_for(100ms);
  const auto start = Clock::now();
  server_->Drain();
  const auto took = Clock::now() - start;
  client.join();
  EXPECT_GE(took, 290ms);
  EXPECT_LT(took, 5s);
}

TEST_F(DrainTest, HealthWatchersAreToldAndLetGo) {
  const auto stub = health::Health::NewStub(Connect(server_->addresses()[0]));
  grpc::ClientContext context;
  health::HealthCheckRequest request;
  request.set_service("transcdr.v1.CodecService");
  const auto watch = stub->Watch(&context, request);
  health::HealthCheckResponse response;
  ASSERT_TRUE(watch->Read(&response));
  EXPECT_EQ(response.status(), health::HealthCheckResponse::SERVING);
  const auto start = Clock::now();
  std::thread drain([&] { server_->Drain(); });
  ASSERT_TRUE(watch->Read(&response));
  EXPECT_EQ(response.status(), health::HealthCheckResponse::NOT_SERVING);
  EXPECT_FALSE(watch->Read(&response));
  watch->Finish();
  drain.join();
  EXPECT_LT(Clock::now() - start, 5s);
}

}  // namespace
}  // namespace transcdr
