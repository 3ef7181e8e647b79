#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/server/server_fixture.h"

namespace transcdr {
namespace {

constexpr int kThreads = 8;

class ConcurrencyTest : public ServerTest {};

TEST_F(ConcurrencyTest, RegisteringAndDecodingFromManyThreads) {
  constexpr int kRounds = 40;
  std::atomic<int> new_ones{0};
  std::atomic<int> decoded{0};
  std::vector<std::string> shared_ids(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      // Each thread on a connection of its own, half of them over the socket.
      const auto channel =
          Connect(server_->addresses()[static_cast<size_t>(t % 2)]);
      const auto codec = v1::CodecService::NewStub(channel);
      const auto schemas = v1::SchemaService::NewStub(channel);
      for (int round = 0; round < kRounds; ++round) {
        // The same schema in all threads, and one of this thread's own.
        for (const bool is_shared : {true, false}) {
          v1::RegisterSchemaRequest request;
          std::string text = kSampleText;
          if (!is_shared) {
            text += "int32 m" + std::to_string(t) + "_" +
                    std::to_string(round) + "\n";
          }
          request.mutable_ros_msg()->set_text(text);
          request.set_root_type(kSampleType);
          v1::RegisterSchemaResponse response;
          const grpc::Status status =
              Call(*schemas, &v1::SchemaService::Stub::RegisterSchema, request,
                   &response);
          ASSERT_TRUE(status.ok()) << status.error_message();
          if (response.is_new()) ++new_ones;
          if (is_shared) {
            shared_ids[static_cast<size_t>(t)] = response.schema_id();
          }

          v1::DecodeRequest decode = DecodeSample(response.schema_id());
          if (!is_shared) {
            decode.mutable_payload()->append("\0\7\0\0\0", 5);
          }
          v1::DecodeResponse document;
          const grpc::Status done =
              Call(*codec, &v1::CodecService::Stub::Decode, decode, &document);
          ASSERT_TRUE(done.ok()) << done.error_message();
          if (is_shared) {
            ASSERT_EQ(document.document(), kSampleJson);
          } else {
            ASSERT_NE(document.document().find(":7}"), std::string::npos)
                << document.document();
          }
          ++decoded;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::set<std::string>(shared_ids.begin(), shared_ids.end()).size(),
            1u);
  EXPECT_EQ(new_ones, 1 + kThreads * kRounds);
  EXPECT_EQ(decoded, 2 * kThreads * kRounds);
  EXPECT_EQ(server_->state().registry.size(), 1u + kThreads * kRounds);
}

TEST_F(ConcurrencyTest, SchemasComeAndGoWhileTheyAreUsed) {
  const std::string id = RegisterSample();
  std::atomic<bool> stop{false};
  std::atomic<int> found{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      const auto codec =
          v1::CodecService::NewStub(Connect(server_->addresses()[0]));
      while (!stop) {
        v1::DecodeResponse response;
        const grpc::Status status =
            Call(*codec, &v1::CodecService::Stub::Decode, DecodeSample(id),
                 &response);
        if (status.ok()) {
          ASSERT_EQ(response.document(), kSampleJson);
          ++found;
        } else {
          ASSERT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
        }
      }
    });
  }
  v1::DeleteSchemaRequest remove;
  remove.set_schema_id(id);
  for (int i = 0; i < 200; ++i) {
    v1::DeleteSchemaResponse removed;
    EXPECT_TRUE(Call(*schemas_, &v1::SchemaService::Stub::DeleteSchema, remove,
                     &removed)
                    .ok());
    EXPECT_EQ(RegisterSample(), id);
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(found, 0);
}

TEST_F(ConcurrencyTest, SchemasNotUsedForLongestGoFirst) {
  Config config;
  config.registry.max_schemas = 4;
  Start(config);
  const std::string kept = RegisterSample();
  for (int i = 0; i < 20; ++i) {
    v1::RegisterSchemaResponse response;
    ASSERT_TRUE(
        Register("demo/msg/S", "int32 m" + std::to_string(i) + "\n", &response)
            .ok());
    v1::DecodeResponse document;
    ASSERT_TRUE(Call(*codec_, &v1::CodecService::Stub::Decode,
                     DecodeSample(kept), &document)
                    .ok())
        << i;
  }
  EXPECT_LE(server_->state().registry.size(), 4u);
}

}  // namespace
}  // namespace transcdr
