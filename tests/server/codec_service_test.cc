#include <gmock/gmock.h>
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "grpc/health/v1/health.grpc.pb.h"
#include "server/health_probe.h"
#include "tests/server/server_fixture.h"
#include "tests/support/hex.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;
using Codec = v1::CodecService::Stub;
using Schemas = v1::SchemaService::Stub;

class CodecServiceTest : public ServerTest {
 protected:
  grpc::Status Decode(const v1::DecodeRequest& request,
                      v1::DecodeResponse* response) {
    return Call(*codec_, &Codec::Decode, request, response);
  }
  grpc::Status Encode(const v1::EncodeRequest& request,
                      v1::EncodeResponse* response) {
    return Call(*codec_, &Codec::Encode, request, response);
  }
  v1::EncodeRequest EncodeSample(const std::string& id,
                                 const std::string& json) {
    v1::EncodeRequest request;
    request.set_schema_id(id);
    request.set_document(json);
    request.set_format(v1::DOCUMENT_FORMAT_JSON);
    return request;
  }
};

TEST_F(CodecServiceTest, TakesAliasesForIds) {
  v1::RegisterSchemaRequest registration;
  registration.mutable_ros_msg()->set_text(kSampleText);
  registration.set_root_type(kSampleType);
  v1::RegisterSchemaResponse registered;
  ASSERT_TRUE(
      Call(*schemas_, &Schemas::RegisterSchema, registration, &registered)
          .ok());
  ASSERT_GE(registered.aliases_size(), 2);  // of ROS 2 and of XTypes
  EXPECT_EQ(registered.aliases(0).substr(0, 7), "RIHS01_");
  for (const std::string& alias : registered.aliases()) {
    v1::DecodeResponse decoded;
    ASSERT_TRUE(Decode(DecodeSample(alias), &decoded).ok()) << alias;
    EXPECT_EQ(decoded.document(), kSampleJson);
    v1::EncodeResponse encoded;
    ASSERT_TRUE(Encode(EncodeSample(alias, kSampleJson), &encoded).ok());
    EXPECT_EQ(ToHex(encoded.payload()), ToHex(SamplePayload()));
  }
  v1::DeleteSchemaRequest gone;
  gone.set_schema_id(registered.aliases(0));
  v1::DeleteSchemaResponse deleted;
  ASSERT_TRUE(Call(*schemas_, &Schemas::DeleteSchema, gone, &deleted).ok());
  v1::DecodeResponse decoded;
  const grpc::Status status =
      Decode(DecodeSample(registered.aliases(0)), &decoded);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "SCHEMA_NOT_FOUND");
}

// DDS discovery announces the hash of the bytes, @nested included, which is
// nothing that a schema keeps: registered from IDL first, it is found by that
// as soon as the TypeObject was registered too.
TEST_F(CodecServiceTest, TakesTheHashOfATypeObjectForAnId) {
  v1::RegisterSchemaRequest registration;
  registration.mutable_idl()->set_text("@final struct S { long x; };");
  v1::RegisterSchemaResponse from_idl;
  ASSERT_TRUE(
      Call(*schemas_, &Schemas::RegisterSchema, registration, &from_idl).ok());

  const std::string alias = "EQUIVALENCE_89d4f0416624af1b3da01f730cf1";
  v1::DecodeRequest request = DecodeSample(alias);
  request.set_payload(Hex("00070000 2a000000"));
  v1::DecodeResponse decoded;
  EXPECT_EQ(ErrorInfoOf(Decode(request, &decoded)).reason(),
            "SCHEMA_NOT_FOUND");

  registration.mutable_type_object()->set_type_object(
      Hex("30000000"              // what follows: 48 bytes
          "f251 0900"             // complete; a structure; final, nested
          "0a000000 00000000"     // its header: no base, no annotations
          "02000000 53000000"     // "S"
          "18000000 01000000"     // members: one
          "10000000 00000000"     // it: id 0
          "0100 04 00"            // TRY_CONSTRUCT1; int32
          "02000000 78000000"));  // "x"; no annotations
  registration.set_validate_only(true);
  v1::RegisterSchemaResponse registered;
  grpc::Status status =
      Call(*schemas_, &Schemas::RegisterSchema, registration, &registered);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_THAT(registered.aliases(), testing::Contains(alias));
  EXPECT_EQ(ErrorInfoOf(Decode(request, &decoded)).reason(),
            "SCHEMA_NOT_FOUND");

  registration.set_validate_only(false);
  status = Call(*schemas_, &Schemas::RegisterSchema, registration, &registered);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(from_idl.schema_id(), registered.schema_id());
  EXPECT_FALSE(registered.is_new());
  EXPECT_THAT(registered.aliases(), testing::Contains(alias));
  for (const std::string& computed : from_idl.aliases()) {
    EXPECT_THAT(registered.aliases(), testing::Contains(computed));
  }
  status = Decode(request, &decoded);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(decoded.document(), R"({"x":42})");
}

// Key-only payloads, key hashes and XCDR2, as far as the messages go.
TEST_F(CodecServiceTest, PayloadOptionsAndReports) {
  v1::RegisterSchemaRequest registration;
  registration.mutable_idl()->set_text(
      "@appendable struct S { @key long id; string text; };");
  v1::RegisterSchemaResponse registered;
  ASSERT_TRUE(
      Call(*schemas_, &Schemas::RegisterSchema, registration, &registered)
          .ok());
  const std::string& id = registered.schema_id();
  v1::EncodeRequest encode = EncodeSample(id, R"({"id":1,"text":"hi"})");
  encode.mutable_payload_options()->set_representation(
      v1::REPRESENTATION_XCDR2);
  encode.mutable_payload_options()->set_want_key_hash(true);
  v1::EncodeResponse encoded;
  ASSERT_TRUE(Encode(encode, &encoded).ok());
  EXPECT_EQ(ToHex(encoded.payload()),
            ToHex(Hex("00090001 0b000000 01000000 03000000 686900 00")));
  EXPECT_EQ(ToHex(encoded.key_hash()),
            ToHex(Hex("00000001 00000000 00000000 00000000")));
  encode.mutable_payload_options()->set_key_only(true);
  ASSERT_TRUE(Encode(encode, &encoded).ok());
  EXPECT_EQ(ToHex(encoded.payload()), ToHex(Hex("00090000 04000000 01000000")));

  // A whole value of an older type, and the same bytes as a key.
  v1::DecodeRequest decode;
  decode.set_schema_id(id);
  decode.set_payload(encoded.payload());
  decode.set_format(v1::DOCUMENT_FORMAT_JSON);
  v1::DecodeResponse decoded;
  ASSERT_TRUE(Decode(decode, &decoded).ok());
  EXPECT_EQ(decoded.document(), R"({"id":1,"text":""})");
  EXPECT_EQ(decoded.report().defaulted_members(), 1u);
  EXPECT_EQ(decoded.report().first_defaulted_member(), "text");
  decode.mutable_payload_options()->set_key_only(true);
  decode.mutable_payload_options()->set_want_key_hash(true);
  ASSERT_TRUE(Decode(decode, &decoded).ok());
  EXPECT_EQ(decoded.document(), R"({"id":1})");
  EXPECT_EQ(decoded.report().defaulted_members(), 0u);
  EXPECT_EQ(decoded.report().key_hash(), encoded.key_hash());

  // A type without a key has none.
  v1::DecodeRequest keyless = DecodeSample(RegisterSample());
  keyless.mutable_payload_options()->set_want_key_hash(true);
  EXPECT_EQ(ErrorInfoOf(Decode(keyless, &decoded)).reason(), "REQUEST_INVALID");
}

TEST_F(CodecServiceTest, ServiceHeaders) {
  v1::RegisterSchemaRequest registration;
  registration.mutable_ros_msg()->set_text(kSampleText);
  registration.set_root_type(kSampleType);
  registration.mutable_profile()->set_ros_service_header(
      v1::ROS_SERVICE_HEADER_PRESENT);
  v1::RegisterSchemaResponse registered;
  ASSERT_TRUE(
      Call(*schemas_, &Schemas::RegisterSchema, registration, &registered)
          .ok());
  const std::string header = "0123456789abcdef";
  v1::EncodeRequest encode = EncodeSample(registered.schema_id(), kSampleJson);
  encode.set_ros_service_header(header);
  v1::EncodeResponse encoded;
  ASSERT_TRUE(Encode(encode, &encoded).ok());
  EXPECT_EQ(encoded.payload().substr(4, 16), header);
  v1::DecodeRequest decode = DecodeSample(registered.schema_id());
  decode.set_payload(encoded.payload());
  v1::DecodeResponse decoded;
  ASSERT_TRUE(Decode(decode, &decoded).ok());
  EXPECT_EQ(decoded.document(), kSampleJson);
  EXPECT_EQ(decoded.report().ros_service_header(), header);

  v1::EncodeBatchRequest batch;
  batch.set_schema_id(registered.schema_id());
  batch.set_format(v1::DOCUMENT_FORMAT_JSON);
  for (int i = 0; i < 2; ++i) {
    batch.add_documents(kSampleJson);
    batch.add_ros_service_headers(std::string(16, static_cast<char>('a' + i)));
  }
  v1::EncodeBatchResponse results;
  ASSERT_TRUE(Call(*codec_, &Codec::EncodeBatch, batch, &results).ok());
  ASSERT_EQ(results.results_size(), 2);
  EXPECT_EQ(results.results(1).payload().substr(4, 16), std::string(16, 'b'));
  batch.add_documents(kSampleJson);
  EXPECT_EQ(
      Word(ErrorInfoOf(Call(*codec_, &Codec::EncodeBatch, batch, &results)),
           "name"),
      "ros_service_headers");
  encode.set_schema_id(RegisterSample());
  EXPECT_EQ(ErrorInfoOf(Encode(encode, &encoded)).reason(), "REQUEST_INVALID");
}

TEST_F(CodecServiceTest, DecodesAndEncodes) {
  const std::string id = RegisterSample();
  v1::DecodeResponse json;
  ASSERT_TRUE(Decode(DecodeSample(id), &json).ok());
  EXPECT_EQ(json.document(), kSampleJson);
  EXPECT_EQ(json.trailing_bytes(), 0u);

  v1::DecodeRequest request = DecodeSample(id);
  request.clear_format();
  v1::DecodeResponse message_pack;
  ASSERT_TRUE(Decode(request, &message_pack).ok());
  EXPECT_EQ(message_pack.document(), Hex(R"(
    82                      # map of 2
    a178 cb3ff8000000000000 # x: 1.5
    a46e616d65 a26869       # name: "hi"
  )"));

  v1::EncodeResponse encoded;
  ASSERT_TRUE(Encode(EncodeSample(id, kSampleJson), &encoded).ok());
  EXPECT_EQ(ToHex(encoded.payload()), ToHex(SamplePayload()));
  v1::EncodeRequest from_message_pack;
  from_message_pack.set_schema_id(id);
  from_message_pack.set_document(message_pack.document());
  from_message_pack.set_byte_order(v1::BYTE_ORDER_BIG_ENDIAN);
  ASSERT_TRUE(Encode(from_message_pack, &encoded).ok());
  EXPECT_EQ(ToHex(encoded.payload()),
            ToHex(Hex("00000000 3ff8000000000000 00000003 686900")));
}

TEST_F(CodecServiceTest, IdsMayHaveUpperCaseDigits) {
  std::string id = RegisterSample();
  for (char& c : id) c = static_cast<char>(std::toupper(c));
  v1::DecodeResponse response;
  EXPECT_TRUE(Decode(DecodeSample(id), &response).ok());
}

TEST_F(CodecServiceTest, WorksOverTheUnixSocket) {
  struct stat info;
  ASSERT_EQ(lstat(socket_path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0660u);
  const std::string id = RegisterSample();
  const auto stub = v1::CodecService::NewStub(Connect("unix:" + socket_path_));
  v1::DecodeResponse response;
  ASSERT_TRUE(Call(*stub, &Codec::Decode, DecodeSample(id), &response).ok());
  EXPECT_EQ(response.document(), kSampleJson);
}

TEST_F(CodecServiceTest, TrailingBytesAreCounted) {
  const std::string id = RegisterSample();
  v1::DecodeRequest request = DecodeSample(id);
  request.mutable_payload()->append(5, '\0');
  v1::DecodeResponse response;
  ASSERT_TRUE(Decode(request, &response).ok());
  EXPECT_EQ(response.trailing_bytes(), 5u);
  request.mutable_options()->set_strict(true);
  const grpc::Status strict = Decode(request, &response);
  EXPECT_EQ(ErrorInfoOf(strict).reason(), "PAYLOAD_TRAILING_BYTES");
}

TEST_F(CodecServiceTest, UnknownSchema) {
  const std::string id(64, 'a');
  v1::DecodeResponse decoded;
  const grpc::Status status = Decode(DecodeSample(id), &decoded);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "SCHEMA_NOT_FOUND");
  EXPECT_EQ(Word(ErrorInfoOf(status), "schema_id"), id);
  v1::EncodeResponse encoded;
  EXPECT_EQ(ErrorInfoOf(Encode(EncodeSample(id, "{}"), &encoded)).reason(),
            "SCHEMA_NOT_FOUND");
}

TEST_F(CodecServiceTest, InvalidRequests) {
  v1::DecodeResponse response;
  const auto name_of = [&](const v1::DecodeRequest& request) {
    const grpc::Status status = Decode(request, &response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_EQ(ErrorInfoOf(status).reason(), "REQUEST_INVALID");
    return Word(ErrorInfoOf(status), "name");
  };
  EXPECT_EQ(name_of({}), "schema_id");
  EXPECT_EQ(name_of(DecodeSample("abc")), "schema_id");
  v1::DecodeRequest request = DecodeSample(RegisterSample());
  request.set_format(static_cast<v1::DocumentFormat>(9));
  EXPECT_EQ(name_of(request), "format");
  request.clear_format();
  request.mutable_options()->set_bytes_form(static_cast<v1::BytesForm>(9));
  EXPECT_EQ(name_of(request), "options.bytes_form");
  v1::EncodeRequest encode = EncodeSample(RegisterSample(), "{}");
  encode.set_byte_order(static_cast<v1::ByteOrder>(9));
  v1::EncodeResponse encoded;
  EXPECT_EQ(Word(ErrorInfoOf(Encode(encode, &encoded)), "name"), "byte_order");
}

TEST_F(CodecServiceTest, FaultsOfPayloadsSayWhere) {
  const std::string id = RegisterSample();
  v1::DecodeRequest request = DecodeSample(id);
  request.set_payload(SamplePayload().substr(0, 10));
  v1::DecodeResponse response;
  const grpc::Status status = Decode(request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  const google::rpc::ErrorInfo info = ErrorInfoOf(status);
  EXPECT_EQ(info.reason(), "PAYLOAD_TRUNCATED");
  EXPECT_EQ(Word(info, "byte_offset"), "4");
  EXPECT_EQ(Word(info, "field_path"), "x");
  EXPECT_EQ(Word(info, "expected"), "8");
  EXPECT_EQ(Word(info, "actual"), "6");
}

TEST_F(CodecServiceTest, EveryReasonOfDocumentsAndPayloads) {
  v1::RegisterSchemaResponse registered;
  ASSERT_TRUE(Register("demo/msg/Many",
                       "uint8 small\nstring text\nint32[<=2] few\nbool flag\n",
                       &registered)
                  .ok());
  const std::string& id = registered.schema_id();
  const struct {
    const char* json;
    const char* reason;
  } documents[] = {
      {R"({"small":256})", "VALUE_OUT_OF_RANGE"},
      {R"({"small":"x"})", "TYPE_MISMATCH"},
      {R"({"small":1)", "DOCUMENT_MALFORMED"},
      {R"({"smal":1})", "MEMBER_UNKNOWN"},
      {R"({"small":1,"small":2})", "MEMBER_DUPLICATE"},
      {R"({"few":[1,2,3]})", "BOUND_EXCEEDED"},
  };
  for (const auto& one : documents) {
    v1::EncodeResponse response;
    const grpc::Status status = Encode(EncodeSample(id, one.json), &response);
    EXPECT_EQ(ErrorInfoOf(status).reason(), one.reason)
        << one.json << ": " << status.error_message();
  }
  v1::EncodeRequest request = EncodeSample(id, R"({"small":1})");
  request.mutable_options()->set_require_all(true);
  v1::EncodeResponse encoded;
  EXPECT_EQ(ErrorInfoOf(Encode(request, &encoded)).reason(), "MEMBER_MISSING");

  const struct {
    const char* hex;
    const char* reason;
  } payloads[] = {
      {"ff010000", "PAYLOAD_MALFORMED"},
      {"00010000 01 000000 02000000 ff00", "INVALID_UTF8"},
      {"00010000 01 000000 02000000 6100 0000 03000000", "BOUND_EXCEEDED"},
      {"0001", "PAYLOAD_TRUNCATED"},
  };
  for (const auto& one : payloads) {
    v1::DecodeRequest decode;
    decode.set_schema_id(id);
    decode.set_payload(Hex(one.hex));
    v1::DecodeResponse response;
    const grpc::Status status = Decode(decode, &response);
    EXPECT_EQ(ErrorInfoOf(status).reason(), one.reason)
        << one.hex << ": " << status.error_message();
  }
}

TEST_F(CodecServiceTest, BatchesReportEachItem) {
  const std::string id = RegisterSample();
  v1::DecodeBatchRequest request;
  request.set_schema_id(id);
  request.set_format(v1::DOCUMENT_FORMAT_JSON);
  request.add_payloads(SamplePayload());
  request.add_payloads("");
  request.add_payloads(SamplePayload().substr(0, 12));
  request.add_payloads(SamplePayload() + "xy");
  request.add_payloads("\xff\xff\xff\xff");
  request.add_payloads(SamplePayload());
  v1::DecodeBatchResponse response;
  ASSERT_TRUE(Call(*codec_, &Codec::DecodeBatch, request, &response).ok());
  ASSERT_EQ(response.results_size(), 6);
  for (int good : {0, 3, 5}) {
    EXPECT_EQ(response.results(good).document(), kSampleJson) << good;
  }
  EXPECT_EQ(response.results(3).trailing_bytes(), 2u);
  for (int bad : {1, 2, 4}) {
    ASSERT_TRUE(response.results(bad).has_error()) << bad;
    EXPECT_EQ(response.results(bad).error().code(),
              grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_NE(response.results(bad).error().message(), "");
  }
  const auto truncated = ErrorInfoOf(response.results(2).error());
  EXPECT_EQ(truncated.reason(), "PAYLOAD_TRUNCATED");
  EXPECT_EQ(Word(truncated, "byte_offset"), "12");
  EXPECT_EQ(ErrorInfoOf(response.results(4).error()).reason(),
            "PAYLOAD_MALFORMED");

  v1::EncodeBatchRequest encode;
  encode.set_schema_id(id);
  encode.set_format(v1::DOCUMENT_FORMAT_JSON);
  encode.add_documents(kSampleJson);
  encode.add_documents("[");
  encode.add_documents(kSampleJson);
  v1::EncodeBatchResponse encoded;
  ASSERT_TRUE(Call(*codec_, &Codec::EncodeBatch, encode, &encoded).ok());
  ASSERT_EQ(encoded.results_size(), 3);
  EXPECT_EQ(encoded.results(0).payload(), SamplePayload());
  EXPECT_TRUE(encoded.results(1).has_error());
  EXPECT_EQ(encoded.results(2).payload(), SamplePayload());
}

TEST_F(CodecServiceTest, EmptyAndLargeBatches) {
  const std::string id = RegisterSample();
  v1::DecodeBatchRequest request;
  request.set_schema_id(id);
  v1::DecodeBatchResponse response;
  ASSERT_TRUE(Call(*codec_, &Codec::DecodeBatch, request, &response).ok());
  EXPECT_EQ(response.results_size(), 0);

  request.set_format(v1::DOCUMENT_FORMAT_JSON);
  for (int i = 0; i < 20'000; ++i) request.add_payloads(SamplePayload());
  ASSERT_GT(request.ByteSizeLong(), kWorkerBytes);  // done by a worker
  ASSERT_TRUE(Call(*codec_, &Codec::DecodeBatch, request, &response).ok());
  ASSERT_EQ(response.results_size(), 20'000);
  EXPECT_EQ(response.results(19'999).document(), kSampleJson);
}

TEST_F(CodecServiceTest, BatchesFailWholeForTheRequestItself) {
  v1::DecodeBatchRequest request;
  request.add_payloads(SamplePayload());
  v1::DecodeBatchResponse response;
  const auto call = [&] {
    return ErrorInfoOf(Call(*codec_, &Codec::DecodeBatch, request, &response));
  };
  EXPECT_EQ(Word(call(), "name"), "schema_id");
  request.set_schema_id(std::string(64, '0'));
  EXPECT_EQ(call().reason(), "SCHEMA_NOT_FOUND");
  request.set_schema_id(RegisterSample());
  request.mutable_options()->set_enum_form(static_cast<v1::EnumForm>(9));
  EXPECT_EQ(Word(call(), "name"), "options.enum_form");
}

TEST_F(CodecServiceTest, LargeMessagesAreTranslated) {
  v1::RegisterSchemaResponse registered;
  ASSERT_TRUE(Register("demo/msg/Blob", "uint8[] data\n", &registered).ok());
  constexpr size_t kSize = 8 << 20;
  v1::DecodeRequest request;
  request.set_schema_id(registered.schema_id());
  request.set_payload(Hex("00010000 00008000") + std::string(kSize, 'z'));
  v1::DecodeResponse response;
  ASSERT_TRUE(Decode(request, &response).ok());
  ASSERT_EQ(response.document().size(), 1 + 5 + 5 + kSize);
  v1::EncodeRequest encode;
  encode.set_schema_id(registered.schema_id());
  encode.set_document(response.document());
  v1::EncodeResponse encoded;
  ASSERT_TRUE(Encode(encode, &encoded).ok());
  EXPECT_TRUE(encoded.payload() == request.payload());
}

TEST_F(CodecServiceTest, LimitsNameTheirFlag) {
  Config config;
  config.max_message_bytes = 64 << 10;
  config.max_batch_items = 3;
  config.limits.max_output_bytes = 60;
  config.limits.max_depth = 2;
  config.limits.max_elements = 4;
  Start(config);
  const std::string id = RegisterSample();
  const auto expect = [](const google::rpc::ErrorInfo& info,
                         const std::string& flag) {
    EXPECT_EQ(info.reason(), "LIMIT_EXCEEDED");
    EXPECT_EQ(Word(info, "flag"), flag);
  };

  // Far beyond what gRPC would let through by default.
  v1::DecodeRequest large = DecodeSample(id);
  large.mutable_payload()->append(6 << 20, '\0');
  v1::DecodeResponse response;
  const grpc::Status too_large = Decode(large, &response);
  EXPECT_EQ(too_large.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  expect(ErrorInfoOf(too_large), "--max-message-bytes");
  EXPECT_EQ(Word(ErrorInfoOf(too_large), "limit"), "max_message_bytes");
  EXPECT_THAT(too_large.error_message(), HasSubstr("--max-message-bytes"));

  v1::DecodeBatchRequest batch;
  batch.set_schema_id(id);
  batch.set_format(v1::DOCUMENT_FORMAT_JSON);
  for (int i = 0; i < 4; ++i) batch.add_payloads(SamplePayload());
  v1::DecodeBatchResponse batch_response;
  expect(
      ErrorInfoOf(Call(*codec_, &Codec::DecodeBatch, batch, &batch_response)),
      "--max-batch-items");

  // Two documents of 21 bytes fit, the third does not.
  batch.mutable_payloads()->RemoveLast();
  ASSERT_TRUE(Call(*codec_, &Codec::DecodeBatch, batch, &batch_response).ok());
  EXPECT_EQ(batch_response.results(1).document(), kSampleJson);
  ASSERT_TRUE(batch_response.results(2).has_error());
  expect(ErrorInfoOf(batch_response.results(2).error()), "--max-output-bytes");
  EXPECT_THAT(batch_response.results(2).error().message(),
              HasSubstr("the batch together take more than 60 bytes"));

  v1::DecodeRequest long_name = DecodeSample(id);
  long_name.set_payload(Hex("00010000 000000000000f83f 65000000") +
                        std::string(100, 'x') + std::string(1, '\0'));
  expect(ErrorInfoOf(Decode(long_name, &response)), "--max-output-bytes");

  v1::RegisterSchemaResponse registered;
  ASSERT_TRUE(Register("demo/msg/L", "string[] names\n", &registered).ok());
  v1::EncodeRequest elements =
      EncodeSample(registered.schema_id(), R"({"names":["","","","",""]})");
  v1::EncodeResponse encoded;
  expect(ErrorInfoOf(Encode(elements, &encoded)), "--max-elements");

  ASSERT_TRUE(Register("demo/msg/D",
                       "C c\n================\nMSG: demo/C\nB b\n"
                       "================\nMSG: demo/B\nint32 x\n",
                       &registered)
                  .ok());
  v1::EncodeRequest depth =
      EncodeSample(registered.schema_id(), R"({"c":{"b":{"x":1}}})");
  expect(ErrorInfoOf(Encode(depth, &encoded)), "--max-depth");
}

TEST_F(CodecServiceTest, BusyWhenTooMuchIsInWork) {
  const std::string id = RegisterSample();
  WaitUntilQuiet();
  Admission& admission = server_->state().admission;
  auto others = admission.TryAdmit(admission.budget());
  ASSERT_TRUE(others.has_value());
  v1::DecodeResponse response;
  const grpc::Status status = Decode(DecodeSample(id), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "SERVER_BUSY");
  EXPECT_EQ(Word(ErrorInfoOf(status), "flag"), "--max-in-flight-bytes");
  google::rpc::Status rpc;
  ASSERT_TRUE(rpc.ParseFromString(status.error_details()));
  ASSERT_EQ(rpc.details_size(), 2);
  google::rpc::RetryInfo retry;
  ASSERT_TRUE(rpc.details(1).UnpackTo(&retry));
  EXPECT_GT(retry.retry_delay().nanos(), 0);
  others->Release();
  EXPECT_TRUE(Decode(DecodeSample(id), &response).ok());
}

TEST_F(CodecServiceTest, BudgetComesBackAfterEveryCall) {
  const std::string id = RegisterSample();
  v1::DecodeResponse response;
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(Decode(DecodeSample(id), &response).ok());
    EXPECT_FALSE(Decode(DecodeSample("zz"), &response).ok());
  }
  WaitUntilQuiet();
}

TEST_F(CodecServiceTest, BytesThatAreNoMessage) {
  grpc::GenericStub stub(Connect(server_->addresses()[0]));
  grpc::Slice slice("\xff\xff\xff");
  grpc::ByteBuffer request(&slice, 1);
  grpc::ByteBuffer response;
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  auto call = stub.PrepareUnaryCall(
      &context, "/transcdr.v1.CodecService/Decode", request, &queue);
  call->StartCall();
  grpc::Status status;
  call->Finish(&response, &status, nullptr);
  void* tag;
  bool ok;
  ASSERT_TRUE(queue.Next(&tag, &ok));
  queue.Shutdown();
  EXPECT_FALSE(queue.Next(&tag, &ok));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "REQUEST_INVALID");
  EXPECT_THAT(status.error_message(), HasSubstr("transcdr.v1.DecodeRequest"));
}

TEST_F(CodecServiceTest, DeadlinesStopBatches) {
  const std::string id = RegisterSample();
  v1::DecodeBatchRequest request;
  request.set_schema_id(id);
  for (int i = 0; i < 60'000; ++i) request.add_payloads(SamplePayload());
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(2));
  v1::DecodeBatchResponse response;
  EXPECT_EQ(codec_->DecodeBatch(&context, request, &response).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
}

// 10^40 structs without bytes, and a limit that lets them pass: only the
// deadline ends it, in the daemon too.
TEST_F(CodecServiceTest, DeadlinesStopSingleTranslations) {
  Config config;
  config.limits.max_elements = uint64_t{1} << 40;
  Start(config);
  std::string text = "@final struct S0 {};";
  for (int i = 1; i <= 40; ++i) {
    text += "@final struct S" + std::to_string(i) + " { S" +
            std::to_string(i - 1) + " a, b, c, d, e, f, g, h, i, j; };";
  }
  v1::RegisterSchemaRequest registration;
  registration.set_root_type("S40");
  registration.mutable_idl()->set_text(text);
  v1::RegisterSchemaResponse registered;
  ASSERT_TRUE(Call(*schemas_, &v1::SchemaService::Stub::RegisterSchema,
                   registration, &registered)
                  .ok());
  v1::EncodeRequest request;
  request.set_schema_id(registered.schema_id());
  request.set_format(v1::DOCUMENT_FORMAT_JSON);
  request.set_document("{}");
  v1::EncodeBatchRequest batch;
  batch.set_schema_id(request.schema_id());
  batch.set_format(request.format());
  batch.add_documents("{}");
  for (const bool is_batch : {false, true}) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() +
                         std::chrono::milliseconds(300));
    v1::EncodeResponse response;
    v1::EncodeBatchResponse responses;
    const grpc::Status status =
        is_batch ? codec_->EncodeBatch(&context, batch, &responses)
                 : codec_->Encode(&context, request, &response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
    WaitUntilQuiet();
  }
}

TEST_F(CodecServiceTest, HealthOfEveryService) {
  namespace health = grpc::health::v1;
  const auto stub = health::Health::NewStub(Connect(server_->addresses()[0]));
  for (const char* name :
       {"", "transcdr.v1.CodecService", "transcdr.v1.SchemaService"}) {
    grpc::ClientContext context;
    health::HealthCheckRequest request;
    request.set_service(name);
    health::HealthCheckResponse response;
    ASSERT_TRUE(stub->Check(&context, request, &response).ok()) << name;
    EXPECT_EQ(response.status(), health::HealthCheckResponse::SERVING) << name;
  }
  grpc::ClientContext context;
  health::HealthCheckRequest request;
  request.set_service("nobody");
  health::HealthCheckResponse response;
  EXPECT_EQ(stub->Check(&context, request, &response).error_code(),
            grpc::StatusCode::NOT_FOUND);
  EXPECT_TRUE(ProbeHealth(server_->addresses()[0]).is_serving);
  EXPECT_EQ(ProbeHealth(server_->addresses()[1]).text, "SERVING");
  EXPECT_FALSE(
      ProbeHealth("unix:/no/such/socket", std::chrono::seconds(1)).is_serving);
}

TEST_F(CodecServiceTest, SecondDaemonOnTheSameAddressFails) {
  Config config;
  config.listen_is_default = false;
  for (const std::string& address : server_->addresses()) {
    config.listen = {address};
    const auto second = Server::Start(config);
    ASSERT_FALSE(second.ok()) << address;
    EXPECT_THAT(std::string(second.status().message()), HasSubstr(address));
    EXPECT_THAT(std::string(second.status().message()),
                ::testing::AnyOf(HasSubstr("already in use"),
                                 HasSubstr("another process listens")));
  }
  EXPECT_TRUE(ProbeHealth(server_->addresses()[1]).is_serving);
}

TEST_F(CodecServiceTest, UnixSocketThatCannotBeMade) {
  Config config;
  config.listen = {"127.0.0.1:0", "unix:/no/such/folder/x.sock"};
  config.listen_is_default = false;
  const auto asked_for = Server::Start(config);
  ASSERT_FALSE(asked_for.ok());
  EXPECT_THAT(std::string(asked_for.status().message()),
              HasSubstr("/no/such/folder"));
  config.listen_is_default = true;
  SetUpLogging(LogFormat::kText, spdlog::level::off);
  const auto by_default = Server::Start(config);
  ASSERT_TRUE(by_default.ok()) << by_default.status();
  EXPECT_EQ((*by_default)->addresses().size(), 1u);
}

}  // namespace
}  // namespace transcdr
