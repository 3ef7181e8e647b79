#include "codec/base/fault.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace transcdr {
namespace {

TEST(FaultReason, NamesDiffer) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(FaultReason::kInternal); ++i) {
    const auto reason = static_cast<FaultReason>(i);
    EXPECT_TRUE(names.insert(FaultReasonName(reason)).second) << i;
    EXPECT_EQ(reason == FaultReason::kNone,
              FaultReasonCode(reason) == absl::StatusCode::kOk);
  }
  EXPECT_EQ("PAYLOAD_TRUNCATED",
            FaultReasonName(FaultReason::kPayloadTruncated));
  EXPECT_EQ("", FaultReasonName(FaultReason::kNone));
}

TEST(FaultReason, Codes) {
  EXPECT_EQ(absl::StatusCode::kNotFound,
            FaultReasonCode(FaultReason::kSchemaNotFound));
  EXPECT_EQ(absl::StatusCode::kUnimplemented,
            FaultReasonCode(FaultReason::kSchemaUnsupported));
  EXPECT_EQ(absl::StatusCode::kResourceExhausted,
            FaultReasonCode(FaultReason::kLimitExceeded));
  EXPECT_EQ(absl::StatusCode::kResourceExhausted,
            FaultReasonCode(FaultReason::kServerBusy));
  EXPECT_EQ(absl::StatusCode::kInvalidArgument,
            FaultReasonCode(FaultReason::kBoundExceeded));
}

TEST(ErrorDetail, ComesBackFromAStatus) {
  ErrorDetail detail;
  detail.reason = FaultReason::kMemberUnknown;
  detail.metadata["byte_offset"] = "12";
  detail.metadata["name"] = std::string("a:1\0\n\xff", 6);
  detail.metadata["empty"] = "";
  detail.metadata[""] = "3:abc";
  const absl::Status status = MakeError(detail, "unknown member");
  EXPECT_EQ(absl::StatusCode::kInvalidArgument, status.code());
  EXPECT_EQ("unknown member", std::string(status.message()));
  const auto back = GetErrorDetail(status);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(detail, *back);
}

TEST(ErrorDetail, OtherStatusesHaveNone) {
  EXPECT_FALSE(GetErrorDetail(absl::OkStatus()).has_value());
  EXPECT_FALSE(GetErrorDetail(absl::InternalError("other")).has_value());
}

}  // namespace
}  // namespace transcdr
