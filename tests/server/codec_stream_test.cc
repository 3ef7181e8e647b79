#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "tests/server/server_fixture.h"
#include "tests/support/hex.h"

namespace transcdr {
namespace {

using namespace std::chrono_literals;

class CodecStreamTest : public ServerTest {
 protected:
  using DecodeStream = grpc::ClientReaderWriter<v1::DecodeStreamRequest,
                                                v1::DecodeStreamResponse>;

  std::unique_ptr<DecodeStream> Open(grpc::ClientContext* context) {
    context->set_deadline(std::chrono::system_clock::now() + 30s);
    return codec_->DecodeStream(context);
  }

  static v1::DecodeStreamRequest Batch(const std::string& schema_id,
                                       int items = 1) {
    v1::DecodeStreamRequest request;
    v1::DecodeBatchRequest* batch = request.mutable_batch();
    batch->set_schema_id(schema_id);
    batch->set_format(v1::DOCUMENT_FORMAT_JSON);
    for (int i = 0; i < items; ++i) batch->add_payloads(SamplePayload());
    return request;
  }

  // Writes a request and reads its response.
  static v1::DecodeStreamResponse Exchange(
      DecodeStream& stream, const v1::DecodeStreamRequest& request) {
    EXPECT_TRUE(stream.Write(request));
    v1::DecodeStreamResponse response;
    EXPECT_TRUE(stream.Read(&response));
    return response;
  }

  // A payload whose x is `x`.
  static std::string Numbered(double x) {
    std::string payload = SamplePayload();
    std::memcpy(payload.data() + 4, &x, sizeof(x));
    return payload;
  }
};

TEST_F(CodecStreamTest, AnswersEveryBatchInOrder) {
  const std::string id = RegisterSample();
  grpc::ClientContext context;
  const auto stream = Open(&context);
  constexpr int kBatches = 200;
  std::thread writer([&] {
    for (int i = 0; i < kBatches; ++i) {
      v1::DecodeStreamRequest request;
      v1::DecodeBatchRequest* batch = request.mutable_batch();
      batch->set_schema_id(id);
      batch->set_format(v1::DOCUMENT_FORMAT_JSON);
      // Small and large ones: both ways of doing the work.
      const int items = i % 20 == 0 ? 4'000 : 3;
      for (int k = 0; k < items; ++k) {
        batch->add_payloads(Numbered(i + k / 8192.0));
      }
      ASSERT_TRUE(stream->Write(request));
    }
    stream->WritesDone();
  });
  v1::DecodeStreamResponse response;
  int answered = 0;
  while (stream->Read(&response)) {
    ASSERT_TRUE(response.has_batch());
    ASSERT_EQ(response.batch().results_size(), answered % 20 == 0 ? 4'000 : 3);
    const std::string first =
        "{\"x\":" + std::to_string(answered) + ".0,\"name\":\"hi\"}";
    const std::string& document = response.batch().results(0).document();
    // Whole numbers may be written with or without their fraction.
    EXPECT_TRUE(document == first ||
                document ==
                    "{\"x\":" + std::to_string(answered) + ",\"name\":\"hi\"}")
        << document;
    ++answered;
  }
  writer.join();
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(answered, kBatches);
  WaitUntilQuiet();
}

TEST_F(CodecStreamTest, BadItemsDoNotDisturbTheirNeighbours) {
  grpc::ClientContext context;
  const auto stream = Open(&context);
  v1::DecodeStreamRequest request = Batch(RegisterSample(), 3);
  request.mutable_batch()->set_payloads(1, "bad");
  const auto response = Exchange(*stream, request);
  ASSERT_EQ(response.batch().results_size(), 3);
  EXPECT_EQ(response.batch().results(0).document(), kSampleJson);
  EXPECT_EQ(ErrorInfoOf(response.batch().results(1).error()).reason(),
            "PAYLOAD_TRUNCATED");
  EXPECT_EQ(response.batch().results(2).document(), kSampleJson);
}

TEST_F(CodecStreamTest, EmptyIdMeansTheBatchBefore) {
  const std::string id = RegisterSample();
  grpc::ClientContext context;
  const auto stream = Open(&context);
  ASSERT_TRUE(Exchange(*stream, Batch(id)).has_batch());
  // Format and options of the first: this one's do not count.
  v1::DecodeStreamRequest next = Batch("");
  next.mutable_batch()->set_format(v1::DOCUMENT_FORMAT_MESSAGE_PACK);
  for (int i = 0; i < 3; ++i) {
    const auto response = Exchange(*stream, next);
    ASSERT_TRUE(response.has_batch());
    EXPECT_EQ(response.batch().results(0).document(), kSampleJson);
  }
  // A new id starts anew.
  next.mutable_batch()->set_schema_id(id);
  EXPECT_EQ(Exchange(*stream, next).batch().results(0).document()[0], '\x82');
  // The plan stays pinned when its schema is deleted.
  v1::DeleteSchemaRequest remove;
  remove.set_schema_id(id);
  v1::DeleteSchemaResponse removed;
  ASSERT_TRUE(
      Call(*schemas_, &v1::SchemaService::Stub::DeleteSchema, remove, &removed)
          .ok());
  EXPECT_TRUE(Exchange(*stream, Batch("")).has_batch());
  EXPECT_EQ(ErrorInfoOf(Exchange(*stream, Batch(id)).error()).reason(),
            "SCHEMA_NOT_FOUND");
}

TEST_F(CodecStreamTest, RefusedBatchesLeaveTheStreamOpen) {
  grpc::ClientContext context;
  const auto stream = Open(&context);
  const auto reason = [&](const v1::DecodeStreamRequest& request) {
    const auto response = Exchange(*stream, request);
    EXPECT_TRUE(response.has_error());
    return ErrorInfoOf(response.error());
  };
  EXPECT_EQ(Word(reason({}), "name"), "batch");
  EXPECT_EQ(Word(reason(Batch("")), "name"), "batch.schema_id");
  EXPECT_EQ(Word(reason(Batch("zz")), "name"), "schema_id");
  const std::string unknown(64, '1');
  EXPECT_EQ(reason(Batch(unknown)).reason(), "SCHEMA_NOT_FOUND");
  // "As in the batch before" is as unknown as that one.
  const auto again = reason(Batch(""));
  EXPECT_EQ(again.reason(), "SCHEMA_NOT_FOUND");
  EXPECT_EQ(Word(again, "schema_id"), unknown);
  const std::string id = RegisterSample();
  v1::DecodeStreamRequest bad_option = Batch(id);
  bad_option.mutable_batch()->mutable_options()->set_struct_form(
      static_cast<v1::StructForm>(9));
  EXPECT_EQ(Word(reason(bad_option), "name"), "options.struct_form");
  EXPECT_EQ(Word(reason(Batch("")), "name"), "options.struct_form");
  EXPECT_TRUE(Exchange(*stream, Batch(id)).has_batch());
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(CodecStreamTest, SchemaRegisteredMeanwhileIsFound) {
  // Learn the id, then forget the schema.
  const std::string id = RegisterSample();
  v1::DeleteSchemaRequest remove;
  remove.set_schema_id(id);
  v1::DeleteSchemaResponse removed;
  ASSERT_TRUE(
      Call(*schemas_, &v1::SchemaService::Stub::DeleteSchema, remove, &removed)
          .ok());
  grpc::ClientContext context;
  const auto stream = Open(&context);
  EXPECT_TRUE(Exchange(*stream, Batch(id)).has_error());
  EXPECT_EQ(RegisterSample(), id);
  const auto response = Exchange(*stream, Batch(""));
  ASSERT_TRUE(response.has_batch());
  EXPECT_EQ(response.batch().results(0).document(), kSampleJson);
}

TEST_F(CodecStreamTest, UnreadBatchesAreNotTheBatchBefore) {
  Config config;
  config.max_message_bytes = 64 << 10;
  Start(config);
  const std::string id = RegisterSample();
  grpc::ClientContext context;
  const auto stream = Open(&context);
  ASSERT_TRUE(Exchange(*stream, Batch(id)).has_batch());

  v1::DecodeStreamRequest large = Batch(id);
  large.mutable_batch()->add_payloads(std::string(100 << 10, 'x'));
  auto response = Exchange(*stream, large);
  EXPECT_EQ(Word(ErrorInfoOf(response.error()), "flag"), "--max-message-bytes");
  response = Exchange(*stream, Batch(""));
  EXPECT_EQ(Word(ErrorInfoOf(response.error()), "name"), "batch.schema_id");
  ASSERT_TRUE(Exchange(*stream, Batch(id)).has_batch());

  Admission& admission = server_->state().admission;
  // The last response may not be off yet: take what is left.
  for (int i = 0; i < 250 && admission.in_flight() > 0; ++i) {
    std::this_thread::sleep_for(20ms);
  }
  auto others = admission.TryAdmit(admission.budget());
  ASSERT_TRUE(others.has_value());
  response = Exchange(*stream, Batch(id));
  EXPECT_EQ(ErrorInfoOf(response.error()).reason(), "SERVER_BUSY");
  others->Release();
  response = Exchange(*stream, Batch(""));
  EXPECT_EQ(Word(ErrorInfoOf(response.error()), "name"), "batch.schema_id");
  EXPECT_TRUE(Exchange(*stream, Batch(id)).has_batch());
}

TEST_F(CodecStreamTest, EncodesToo) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + 30s);
  const auto stream = codec_->EncodeStream(&context);
  v1::EncodeStreamRequest request;
  request.mutable_batch()->set_schema_id(RegisterSample());
  request.mutable_batch()->set_format(v1::DOCUMENT_FORMAT_JSON);
  request.mutable_batch()->set_byte_order(v1::BYTE_ORDER_BIG_ENDIAN);
  request.mutable_batch()->add_documents(kSampleJson);
  request.mutable_batch()->add_documents("{");
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(stream->Write(request));
    v1::EncodeStreamResponse response;
    ASSERT_TRUE(stream->Read(&response));
    ASSERT_EQ(response.batch().results_size(), 2);
    EXPECT_EQ(ToHex(response.batch().results(0).payload()),
              ToHex(Hex("00000000 3ff8000000000000 00000003 686900")));
    EXPECT_EQ(ErrorInfoOf(response.batch().results(1).error()).reason(),
              "DOCUMENT_MALFORMED");
    request.mutable_batch()->clear_schema_id();
    request.mutable_batch()->clear_byte_order();
    request.mutable_batch()->clear_format();
  }
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(CodecStreamTest, CancellingFreesEverything) {
  const std::string id = RegisterSample();
  grpc::ClientContext context;
  const auto stream = Open(&context);
  ASSERT_TRUE(Exchange(*stream, Batch(id)).has_batch());
  ASSERT_TRUE(stream->Write(Batch(id, 50'000)));
  context.TryCancel();
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::CANCELLED);
  WaitUntilQuiet();
}

TEST_F(CodecStreamTest, ReadsNoFurtherThanItsClient) {
  // A client that writes but does not read: the daemon must stop taking batches
  // once the responses no longer leave.
  v1::RegisterSchemaResponse registered;
  ASSERT_TRUE(Register("demo/msg/Blob", "uint8[] data\n", &registered).ok());
  constexpr size_t kSize = 1 << 20;
  v1::DecodeStreamRequest request = Batch(registered.schema_id(), 0);
  request.mutable_batch()->set_format(v1::DOCUMENT_FORMAT_MESSAGE_PACK);
  request.mutable_batch()->add_payloads(Hex("00010000 00001000") +
                                        std::string(kSize, 'z'));
  grpc::ClientContext context;
  const auto stream = Open(&context);
  std::atomic<int> written{0};
  std::thread writer([&] {
    while (written < 100 && stream->Write(request)) ++written;
    stream->WritesDone();
  });
  std::this_thread::sleep_for(1s);
  const int stalled = written;
  EXPECT_LT(stalled, 60);
  EXPECT_LT(server_->state().admission.in_flight(), 8 * kSize);
  // Reading gets it going again, and nothing is lost.
  v1::DecodeStreamResponse response;
  int answered = 0;
  while (stream->Read(&response)) {
    ASSERT_EQ(response.batch().results(0).document().size(), 1 + 5 + 5 + kSize);
    ++answered;
  }
  writer.join();
  EXPECT_EQ(written, 100);
  EXPECT_EQ(answered, 100);
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(CodecStreamTest, DeadlineEndsTheStream) {
  grpc::ClientContext context;
  const auto stream = Open(&context);
  context.TryCancel();
  EXPECT_FALSE(stream->Finish().ok());
  grpc::ClientContext late;
  late.set_deadline(std::chrono::system_clock::now() + 200ms);
  const auto idle = codec_->DecodeStream(&late);
  EXPECT_EQ(idle->Finish().error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  WaitUntilQuiet();
}

}  // namespace
}  // namespace transcdr
