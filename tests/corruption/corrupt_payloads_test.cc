// Payloads cut at every byte, with every bit flipped, with every length grown,
// with bytes behind: an error that says where, or a value; never more memory
// than the input asks for, never a byte outside of it (AddressSanitizer).

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <string>

#include "codec/transcode/transcoder.h"
#include "tests/corruption/allocation_count.h"
#include "tests/support/hex.h"
#include "tests/support/reference_codec.h"
#include "tests/support/samples.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

// Enough for every sample; a count of nothing's without bytes ends here.
Limits SmallLimits() {
  Limits limits;
  limits.max_elements = 4000;
  limits.max_output_bytes = 64 << 10;
  return limits;
}

// Decodes in both formats and checks what has to be true of any outcome.
void Check(const Sample& sample, const std::string& payload,
           const WireOptions& wire) {
  const auto block = std::make_unique<char[]>(payload.size());
  std::memcpy(block.get(), payload.data(), payload.size());
  const std::string_view input(block.get(), payload.size());
  for (const DocumentFormat format :
       {DocumentFormat::kJson, DocumentFormat::kMessagePack}) {
    DecodeOptions options = DecodeOptionsOf(sample, format);
    options.wire = wire;
    options.limits = SmallLimits();
    TranscodeScratch scratch;
    DecodeReport report;
    std::string document;
    ResetAllocated();
    const absl::Status status =
        Decode(*sample.plan, input, options, scratch, &document, &report);
    ASSERT_LE(AllocatedBytes(), AllocationBound(payload.size()))
        << ToHex(payload);
    if (status.ok()) {
      ASSERT_LE(report.trailing_bytes, payload.size() - 4);
      // What was decoded is a document that Encode reads, or one that has what
      // no payload of ours has: a NUL within text.
      EncodeOptions encode = EncodeOptionsOf(sample, format);
      encode.limits = options.limits;
      const Outcome again = TryEncode(*sample.plan, document, encode);
      ASSERT_TRUE(again.ok() ||
                  again.reason() == FaultReason::kValueOutOfRange ||
                  again.reason() == FaultReason::kBoundExceeded)
          << again << ToHex(payload);
      continue;
    }
    ASSERT_EQ("", document);
    const auto detail = GetErrorDetail(status);
    ASSERT_TRUE(detail.has_value()) << status;
    ASSERT_NE(FaultReason::kInternal, detail->reason) << status;
    ASSERT_LE(std::stoull(detail->metadata.at("byte_offset")), payload.size())
        << status;
    // Behind the header there is a member to name, but for what strict says of
    // the bytes behind the value.
    const bool in_value = std::stoull(detail->metadata.at("byte_offset")) > 4 &&
                          !wire.strict && !sample.is_framed;
    ASSERT_EQ(in_value || detail->metadata.contains("field_path"),
              detail->metadata.contains("field_path"))
        << status;
  }
}

class CorruptPayloads : public ::testing::TestWithParam<size_t> {
 protected:
  const Sample& sample() const { return Samples()[GetParam()]; }
  std::string Payload(std::endian order) const {
    return PayloadOf(sample(), order);
  }
};

constexpr std::endian kOrders[] = {std::endian::little, std::endian::big};

TEST_P(CorruptPayloads, CutAtEveryByte) {
  for (const std::endian order : kOrders) {
    const std::string payload = Payload(order);
    const size_t padding = static_cast<uint8_t>(payload[3]);
    for (size_t size = 0; size < payload.size(); ++size) {
      const std::string cut = payload.substr(0, size);
      Check(sample(), cut, {});
      if (HasFatalFailure()) return;
      const Outcome outcome =
          TryDecode(*sample().plan, cut,
                    DecodeOptionsOf(sample(), DocumentFormat::kJson));
      // All that was there is needed, but padding and what an older writer does
      // not have.
      if (size + padding >= payload.size()) {
        ASSERT_EQ(sample().json, outcome.output) << outcome;
        continue;
      }
      if (sample().may_end_early && outcome.ok()) {
        ASSERT_GT(outcome.defaulted_members, 0u) << ToHex(cut);
        continue;
      }
      ASSERT_EQ(FaultReason::kPayloadTruncated, outcome.reason())
          << size << " of " << ToHex(payload) << ": " << outcome;
    }
  }
}

TEST_P(CorruptPayloads, EveryBitFlipped) {
  for (const std::endian order : kOrders) {
    const std::string payload = Payload(order);
    for (size_t bit = 0; bit < 8 * payload.size(); ++bit) {
      std::string flipped = payload;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
      Check(sample(), flipped, {});
      Check(sample(), flipped, {.strict = true});
      if (HasFatalFailure()) return;
    }
  }
}

// Wherever a length may be, something that is too much of one.
TEST_P(CorruptPayloads, EveryLengthGrown) {
  for (const std::endian order : kOrders) {
    const std::string payload = Payload(order);
    for (size_t at = 4; at + 4 <= payload.size(); ++at) {
      for (const char* hex :
           {"ffffffff", "ffffff7f", "7fffffff", "00000080", "80000000",
            "ffff0000", "0000ffff", "00010000", "fffffffe", "feffffff"}) {
        std::string grown = payload;
        grown.replace(at, 4, Hex(hex));
        Check(sample(), grown, {});
        Check(sample(), grown, {.bounds_policy = BoundsPolicy::kIgnore});
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_P(CorruptPayloads, BytesBehind) {
  for (const std::endian order : kOrders) {
    const std::string payload = Payload(order);
    const size_t padding = static_cast<uint8_t>(payload[3]);
    for (const char byte : {'\0', '\xff', 'x'}) {
      for (size_t n = 1; n < 20; ++n) {
        const std::string longer = payload + std::string(n, byte);
        Check(sample(), longer, {});
        const Outcome outcome =
            TryDecode(*sample().plan, longer,
                      DecodeOptionsOf(sample(), DocumentFormat::kJson));
        ASSERT_EQ(sample().json, outcome.output) << outcome;
        ASSERT_EQ(n + padding, outcome.trailing_bytes);
      }
    }
  }
}

// Bytes that were never a payload.
TEST_P(CorruptPayloads, EveryByteTheSame) {
  for (int byte = 0; byte < 256; byte += 5) {
    for (const size_t size : {0, 1, 3, 7, 8, 33, 100}) {
      for (const std::endian order : kOrders) {
        std::string payload = Payload(order).substr(0, 4);
        payload += std::string(size, static_cast<char>(byte));
        Check(sample(), payload, {});
        if (HasFatalFailure()) return;
      }
    }
  }
}

std::string NameOf(const ::testing::TestParamInfo<size_t>& test) {
  return Samples()[test.param].name;
}
INSTANTIATE_TEST_SUITE_P(Samples, CorruptPayloads,
                         ::testing::Range<size_t>(0, Samples().size()), NameOf);

}  // namespace
}  // namespace transcdr
