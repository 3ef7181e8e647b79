#include "tests/support/transcode_helpers.h"

#include <gtest/gtest.h>

#include <cstring>
#include <optional>

#include "codec/transcode/transcoder.h"
#include "tests/support/hex.h"

namespace transcdr {
namespace {

// A heap block of exactly the bytes.
class ExactCopy {
 public:
  explicit ExactCopy(std::string_view bytes)
      : data_(std::make_unique<char[]>(bytes.size())), size_(bytes.size()) {
    if (!bytes.empty()) std::memcpy(data_.get(), bytes.data(), bytes.size());
  }
  std::string_view view() const { return {data_.get(), size_}; }

 private:
  std::unique_ptr<char[]> data_;
  size_t size_;
};

// One for all tests of a thread: what one message leaves must not matter to the
// next.
TranscodeScratch& SharedScratch() {
  thread_local TranscodeScratch scratch;
  return scratch;
}

std::string Taken(const Outcome& outcome, std::string_view what) {
  if (outcome.ok()) return outcome.output;
  ADD_FAILURE() << what << ": " << outcome.message();
  return "";
}

}  // namespace

FaultReason Outcome::reason() const {
  const auto detail = GetErrorDetail(status);
  return detail.has_value() ? detail->reason : FaultReason::kNone;
}

std::string Outcome::word(const std::string& key) const {
  const auto detail = GetErrorDetail(status);
  if (!detail.has_value()) return "";
  const auto it = detail->metadata.find(key);
  return it == detail->metadata.end() ? "" : it->second;
}

uint64_t Outcome::offset() const {
  const std::string text = word("byte_offset");
  return text.empty() ? UINT64_MAX : std::stoull(text);
}

std::string Outcome::message() const {
  const auto text = status.message();
  return {text.data(), text.size()};
}

Outcome TryDecode(const CodecPlan& plan, std::string_view payload,
                  const DecodeOptions& options) {
  const ExactCopy input(payload);
  Outcome outcome;
  DecodeReport report;
  outcome.status = Decode(plan, input.view(), options, SharedScratch(),
                          &outcome.output, &report);
  outcome.trailing_bytes = report.trailing_bytes;
  outcome.defaulted_members = report.defaulted_members;
  outcome.first_defaulted_member = report.first_defaulted_member;
  outcome.ros_service_header = report.ros_service_header;
  outcome.key_hash = report.key_hash;
  return outcome;
}

Outcome TryEncode(const CodecPlan& plan, std::string_view document,
                  const EncodeOptions& options) {
  const ExactCopy input(document);
  Outcome outcome;
  EncodeReport report;
  outcome.status = Encode(plan, input.view(), options, SharedScratch(),
                          &outcome.output, &report);
  outcome.key_hash = report.key_hash;
  return outcome;
}

DecodeOptions JsonDecode() { return {.format = DocumentFormat::kJson}; }
DecodeOptions MsgpackDecode() {
  return {.format = DocumentFormat::kMessagePack};
}
EncodeOptions JsonEncode() { return {.format = DocumentFormat::kJson}; }
EncodeOptions MsgpackEncode() {
  return {.format = DocumentFormat::kMessagePack};
}

EncodeOptions EncodeLike(const DecodeOptions& options, std::endian order) {
  return {.format = options.format,
          .mapping = options.mapping,
          .order = order,
          .limits = options.limits};
}

EncodeOptions EncodeAs(std::string_view payload, const DecodeOptions& options) {
  EncodeOptions encode = EncodeLike(options);
  const uint8_t id = payload.size() < 2 ? 1 : static_cast<uint8_t>(payload[1]);
  encode.order = id % 2 == 0 ? std::endian::big : std::endian::little;
  encode.representation =
      id < 6 ? Representation::kXcdr1 : Representation::kXcdr2;
  encode.key_only = options.key_only;
  return encode;
}

std::string ToJson(const CodecPlan& plan, std::string_view payload,
                   const MappingOptions& mapping) {
  DecodeOptions options = JsonDecode();
  options.mapping = mapping;
  return Taken(TryDecode(plan, payload, options), "payload to JSON");
}

std::string FromJson(const CodecPlan& plan, std::string_view json,
                     const MappingOptions& mapping, std::endian order) {
  EncodeOptions options = JsonEncode();
  options.mapping = mapping;
  options.order = order;
  return Taken(TryEncode(plan, json, options), "JSON to payload");
}

std::string ToMsgpackHex(const CodecPlan& plan, std::string_view payload,
                         const MappingOptions& mapping) {
  DecodeOptions options = MsgpackDecode();
  options.mapping = mapping;
  return ToHex(
      Taken(TryDecode(plan, payload, options), "payload to MessagePack"));
}

std::string FromMsgpack(const CodecPlan& plan, std::string_view document,
                        const MappingOptions& mapping) {
  EncodeOptions options = MsgpackEncode();
  options.mapping = mapping;
  return Taken(TryEncode(plan, document, options), "MessagePack to payload");
}

void ExpectBothWays(const CodecPlan& plan, std::string_view payload,
                    std::string_view json, const MappingOptions& mapping,
                    bool key_only) {
  DecodeOptions decode = JsonDecode();
  decode.mapping = mapping;
  decode.key_only = key_only;
  EXPECT_EQ(json, Taken(TryDecode(plan, payload, decode), "payload to JSON"))
      << ToHex(payload);
  EXPECT_EQ(ToHex(payload),
            ToHex(Taken(TryEncode(plan, json, EncodeAs(payload, decode)),
                        "JSON to payload")))
      << json;
  decode.format = DocumentFormat::kMessagePack;
  const std::string document =
      Taken(TryDecode(plan, payload, decode), "payload to MessagePack");
  EXPECT_EQ(ToHex(payload),
            ToHex(Taken(TryEncode(plan, document, EncodeAs(payload, decode)),
                        "MessagePack to payload")))
      << ToHex(document);
}

void ExpectFailure(const Outcome& outcome, FaultReason reason,
                   const std::map<std::string, std::string>& words) {
  ASSERT_FALSE(outcome.ok()) << "gave " << ToHex(outcome.output);
  EXPECT_EQ(FaultReasonName(reason), FaultReasonName(outcome.reason()))
      << outcome.message();
  EXPECT_EQ(FaultReasonCode(reason), outcome.status.code());
  EXPECT_NE("", outcome.word("byte_offset")) << outcome.message();
  EXPECT_EQ("", outcome.output) << "a failure leaves no output";
  for (const auto& [key, value] : words) {
    EXPECT_EQ(value, outcome.word(key)) << key << " of " << outcome.message();
  }
}

std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
  if (outcome.ok()) return out << "output " << ToHex(outcome.output);
  return out << FaultReasonName(outcome.reason()) << ": " << outcome.message();
}

}  // namespace transcdr
