#include "server/status_mapping.h"

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "codec/base/fault.h"
#include "codec/base/utf8.h"
#include "google/rpc/error_details.pb.h"
#include "transcdr/v1/error_reason.pb.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

google::rpc::Status Rpc(const grpc::Status& status) {
  google::rpc::Status rpc;
  EXPECT_TRUE(rpc.ParseFromString(status.error_details()));
  return rpc;
}

template <typename Detail>
std::optional<Detail> Find(const google::rpc::Status& rpc) {
  for (const auto& any : rpc.details()) {
    Detail detail;
    if (any.UnpackTo(&detail)) return detail;
  }
  return std::nullopt;
}

google::rpc::ErrorInfo Info(const grpc::Status& status) {
  return Find<google::rpc::ErrorInfo>(Rpc(status))
      .value_or(google::rpc::ErrorInfo());
}

Diagnostic Error(const std::string& file, uint32_t line, uint32_t column,
                 const std::string& message) {
  return {Severity::kError, {file, line, column}, message, false, ""};
}

TEST(StatusMappingTest, EveryReasonOfTheProtoIsOneOfTheCodec) {
  const auto* reasons = v1::ErrorReason_descriptor();
  for (int i = 1; i < reasons->value_count(); ++i) {
    const auto reason = static_cast<FaultReason>(i);
    EXPECT_EQ("ERROR_REASON_" + std::string(FaultReasonName(reason)),
              reasons->value(i)->name());
    const grpc::Status status =
        ToGrpcStatus(MakeError({reason, {{"key", "value"}}}, "what"));
    EXPECT_EQ(static_cast<int>(status.error_code()),
              static_cast<int>(FaultReasonCode(reason)));
    EXPECT_EQ(status.error_message(), "what");
    const google::rpc::Status rpc = Rpc(status);
    EXPECT_EQ(rpc.code(), status.error_code());
    EXPECT_EQ(rpc.message(), "what");
    EXPECT_EQ(Info(status).reason(), FaultReasonName(reason));
    EXPECT_EQ(Info(status).domain(), "transcdr");
    EXPECT_EQ(Info(status).metadata().at("key"), "value");
  }
}

TEST(StatusMappingTest, OkIsOk) {
  EXPECT_TRUE(ToGrpcStatus(absl::OkStatus()).ok());
}

TEST(StatusMappingTest, ItemsCarryTheSame) {
  google::rpc::Status rpc;
  ToRpcStatus(MakeError({FaultReason::kPayloadTruncated,
                         {{"byte_offset", "12"}, {"field_path", "a.b"}}},
                        "payload truncated"),
              &rpc);
  EXPECT_EQ(rpc.code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(rpc.message(), "payload truncated");
  const auto info = Find<google::rpc::ErrorInfo>(rpc);
  ASSERT_TRUE(info.has_value());
  EXPECT_EQ(info->reason(), "PAYLOAD_TRUNCATED");
  EXPECT_EQ(info->metadata().at("byte_offset"), "12");
  EXPECT_EQ(info->metadata().at("field_path"), "a.b");
}

TEST(StatusMappingTest, StatusesWithoutDetail) {
  EXPECT_EQ(Info(ToGrpcStatus(absl::InternalError("x"))).reason(), "INTERNAL");
  const grpc::Status cancelled = ToGrpcStatus(absl::CancelledError("x"));
  EXPECT_EQ(cancelled.error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(Rpc(cancelled).details_size(), 0);
  const grpc::Status late = ToGrpcStatus(absl::DeadlineExceededError("x"));
  EXPECT_EQ(late.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(Rpc(late).details_size(), 0);
}

TEST(StatusMappingTest, LimitsNameTheirFlag) {
  const grpc::Status status = ToGrpcStatus(
      MakeError({FaultReason::kLimitExceeded, {{"limit", "max_output_bytes"}}},
                "limit exceeded"));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(Info(status).metadata().at("flag"), "--max-output-bytes");
  EXPECT_THAT(status.error_message(), HasSubstr("--max-output-bytes"));

  const grpc::Status own = ToGrpcStatus(
      LimitExceededError("max_message_bytes", "the request has bytes:", 9, 8));
  EXPECT_EQ(Info(own).metadata().at("limit"), "max_message_bytes");
  EXPECT_EQ(Info(own).metadata().at("flag"), "--max-message-bytes");
  EXPECT_EQ(Info(own).metadata().at("actual"), "9");
  EXPECT_EQ(Info(own).metadata().at("expected"), "8");
  EXPECT_THAT(own.error_message(),
              HasSubstr("the request has bytes: 9, at most 8 are allowed"));

  const grpc::Status unknown = ToGrpcStatus(
      MakeError({FaultReason::kLimitExceeded, {{"limit", "x"}}}, "m"));
  EXPECT_EQ(Info(unknown).metadata().count("flag"), 0u);
}

TEST(StatusMappingTest, BusySaysWhenToTryAgain) {
  const grpc::Status status = ToGrpcStatus(ServerBusyError(100, 64));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(Info(status).reason(), "SERVER_BUSY");
  const auto retry = Find<google::rpc::RetryInfo>(Rpc(status));
  ASSERT_TRUE(retry.has_value());
  EXPECT_EQ(retry->retry_delay().seconds(), 0);
  EXPECT_EQ(retry->retry_delay().nanos(), 100'000'000);
}

TEST(StatusMappingTest, NotFoundAndInvalid) {
  const grpc::Status not_found = ToGrpcStatus(SchemaNotFoundError("abc"));
  EXPECT_EQ(not_found.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(Info(not_found).metadata().at("schema_id"), "abc");
  const grpc::Status invalid =
      ToGrpcStatus(RequestInvalidError("page_size", "too large", "7"));
  EXPECT_EQ(Info(invalid).metadata().at("name"), "page_size");
  EXPECT_EQ(Info(invalid).metadata().at("actual"), "7");
  EXPECT_EQ(invalid.error_message(), "page_size: too large, got 7");
}

TEST(StatusMappingTest, DiagnosticsBecomeViolations) {
  const std::vector<Diagnostic> diagnostics = {
      Error("a/msg/B", 3, 7, "first"),
      {Severity::kWarning, {"a/msg/B", 4, 1}, "a warning", false, ""},
      Error("types[3].members[2]", 0, 0, "second"),
      Error("", 0, 0, "third"),
  };
  const grpc::Status status = ToGrpcStatus(
      MakeError({FaultReason::kSchemaInvalid, {}}, "m"), diagnostics);
  const auto bad = Find<google::rpc::BadRequest>(Rpc(status));
  ASSERT_TRUE(bad.has_value());
  ASSERT_EQ(bad->field_violations_size(), 3);
  EXPECT_EQ(bad->field_violations(0).field(), "a/msg/B:3:7");
  EXPECT_EQ(bad->field_violations(0).description(), "first");
  EXPECT_EQ(bad->field_violations(1).field(), "types[3].members[2]");
  EXPECT_EQ(bad->field_violations(2).field(), "");
  EXPECT_EQ(bad->field_violations(2).description(), "third");
}

// What a peer counts: the message percent-encoded, the details in base64.
size_t TrailerSize(const grpc::Status& status) {
  size_t size = status.error_details().size() * 4 / 3 + 4;
  for (char c : status.error_message()) {
    size += c >= 0x20 && c <= 0x7e && c != '%' ? 1 : 3;
  }
  return size + 200;  // names and grpc-status
}

TEST(StatusMappingTest, ManyDiagnosticsStayWithinTheTrailers) {
  std::vector<Diagnostic> diagnostics;
  for (uint32_t i = 0; i < 100; ++i) {
    diagnostics.push_back(Error("some_package/msg/SomeMessage", i + 1, 5,
                                std::string(i % 10 * 30, 'x')));
  }
  const grpc::Status status =
      ToGrpcStatus(MakeError({FaultReason::kSchemaInvalid, {{"count", "100"}}},
                             std::string(5'000, '\n')),
                   diagnostics);
  EXPECT_LT(TrailerSize(status), 8'192u);
  const auto bad = Find<google::rpc::BadRequest>(Rpc(status));
  ASSERT_TRUE(bad.has_value());
  const int listed = bad->field_violations_size() - 1;
  EXPECT_GE(listed, 10);
  EXPECT_EQ(bad->field_violations(listed).description(),
            "and " + std::to_string(100 - listed) + " more");
  EXPECT_EQ(bad->field_violations(0).field(),
            "some_package/msg/SomeMessage:1:5");
}

TEST(StatusMappingTest, WordsAreCutAndMadeUtf8) {
  const std::string odd = "a\xff" + std::string(3'000, 'b');
  const grpc::Status status = ToGrpcStatus(
      MakeError({FaultReason::kTypeMismatch, {{"actual", odd}}}, odd));
  EXPECT_LE(status.error_message().size(), 1'000u);
  EXPECT_TRUE(IsValidUtf8(status.error_message()));
  EXPECT_TRUE(
      status.error_message().starts_with("a\xef\xbf\xbd"
                                         "b"));
  EXPECT_TRUE(status.error_message().ends_with("..."));
  const std::string actual = Info(status).metadata().at("actual");
  EXPECT_EQ(actual.size(), 512u);
  EXPECT_TRUE(IsValidUtf8(actual));
  EXPECT_LT(TrailerSize(status), 8'192u);

  // Cut between characters, not within.
  std::string wide;
  for (int i = 0; i < 2'000; ++i) wide += "\xe2\x82\xac";
  const grpc::Status cut = ToGrpcStatus(
      MakeError({FaultReason::kTypeMismatch, {{"actual", wide}}}, wide));
  EXPECT_TRUE(IsValidUtf8(cut.error_message()));
  EXPECT_TRUE(IsValidUtf8(Info(cut).metadata().at("actual")));
  EXPECT_LT(TrailerSize(cut), 8'192u);
}

TEST(StatusMappingTest, ManyLongWordsStayWithinTheTrailers) {
  ErrorDetail detail{FaultReason::kTypeMismatch, {}};
  for (int i = 0; i < 40; ++i) {
    detail.metadata["key" + std::to_string(i)] = std::string(600, 'x');
  }
  EXPECT_LT(TrailerSize(ToGrpcStatus(MakeError(detail, "m"))), 8'192u);
}

}  // namespace
}  // namespace transcdr
