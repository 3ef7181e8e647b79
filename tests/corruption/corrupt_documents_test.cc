// MessagePack and JSON documents cut at every byte, with every bit flipped,
// with every length grown, with bytes behind: an error that says where, or a
// canonical payload; never more memory than the input asks for.

#include <gtest/gtest.h>

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

// Encodes and checks what has to be true of any outcome; gives its reason.
FaultReason Check(const Sample& sample, const std::string& document,
                  DocumentFormat format, const MappingOptions& mapping) {
  const auto block = std::make_unique<char[]>(document.size());
  std::memcpy(block.get(), document.data(), document.size());
  EncodeOptions options = EncodeOptionsOf(sample, format);
  options.mapping = mapping;
  options.limits.max_output_bytes = 64 << 10;
  TranscodeScratch scratch;
  std::string payload;
  ResetAllocated();
  const absl::Status status = Encode(
      *sample.plan, {block.get(), document.size()}, options, scratch, &payload);
  EXPECT_LE(AllocatedBytes(), AllocationBound(document.size()))
      << ToHex(document);
  if (status.ok()) {
    reference::ReadReport report;
    const auto value =
        reference::ReadPayload(sample.plan->schema(), payload, {.strict = true},
                               {}, sample.key_only, &report);
    EXPECT_TRUE(value.has_value()) << ToHex(payload);
    if (value.has_value()) {
      reference::WireForm form;
      form.is_xcdr2 = sample.representation == Representation::kXcdr2;
      form.key_only = sample.key_only;
      EXPECT_EQ(ToHex(payload), ToHex(reference::WritePayload(
                                    sample.plan->schema(), *value, form)));
    }
    return FaultReason::kNone;
  }
  EXPECT_EQ("", payload);
  const auto detail = GetErrorDetail(status);
  EXPECT_TRUE(detail.has_value()) << status;
  if (!detail.has_value()) return FaultReason::kInternal;
  EXPECT_NE(FaultReason::kInternal, detail->reason) << status;
  EXPECT_LE(std::stoull(detail->metadata.at("byte_offset")), document.size())
      << status << ToHex(document);
  return detail->reason;
}

struct Form {
  DocumentFormat format;
  MappingOptions mapping;
};

// Documents of a sample in some forms that differ much.
std::vector<Form> Forms() {
  std::vector<Form> forms;
  for (const DocumentFormat format :
       {DocumentFormat::kJson, DocumentFormat::kMessagePack}) {
    forms.push_back({format, {}});
    MappingOptions other;
    other.struct_form = StructForm::kArray;
    other.numeric_array_form = NumericArrayForm::kTyped;
    other.bytes_form = BytesForm::kArray;
    other.int64_form = Int64Form::kString;
    other.int64_width = Int64Width::kFixed;
    other.enum_form = EnumForm::kNumber;
    other.char_array_form = CharArrayForm::kString;
    forms.push_back({format, other});
    MappingOptions ignore;
    ignore.struct_form = StructForm::kMapById;
    ignore.unknown_members_policy = UnknownMembersPolicy::kIgnore;
    ignore.invalid_utf8_policy = InvalidUtf8Policy::kBytes;
    ignore.numeric_array_form = NumericArrayForm::kBin;
    forms.push_back({format, ignore});
  }
  return forms;
}

class CorruptDocuments : public ::testing::TestWithParam<size_t> {
 protected:
  const Sample& sample() const { return Samples()[GetParam()]; }
  std::string Document(const Form& form) const {
    DecodeOptions options = DecodeOptionsOf(sample(), form.format);
    options.mapping = form.mapping;
    const Outcome outcome =
        TryDecode(*sample().plan, PayloadOf(sample()), options);
    EXPECT_TRUE(outcome.ok()) << outcome;
    return outcome.output;
  }
};

TEST_P(CorruptDocuments, CutAtEveryByte) {
  for (const Form& form : Forms()) {
    const std::string document = Document(form);
    for (size_t size = 0; size < document.size(); ++size) {
      const FaultReason reason =
          Check(sample(), document.substr(0, size), form.format, form.mapping);
      // Cut within a character, JSON is no UTF-8 before it is no JSON.
      ASSERT_TRUE(reason == FaultReason::kDocumentMalformed ||
                  (form.format == DocumentFormat::kJson &&
                   reason == FaultReason::kInvalidUtf8))
          << size << " of " << ToHex(document);
      if (HasFailure()) return;
    }
  }
}

TEST_P(CorruptDocuments, EveryBitFlipped) {
  for (const Form& form : Forms()) {
    const std::string document = Document(form);
    for (size_t bit = 0; bit < 8 * document.size(); ++bit) {
      std::string flipped = document;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
      Check(sample(), flipped, form.format, form.mapping);
      if (HasFailure()) return;
    }
  }
}

TEST_P(CorruptDocuments, EveryByteReplaced) {
  for (const Form& form : Forms()) {
    const std::string document = Document(form);
    const std::string bytes =
        form.format == DocumentFormat::kJson
            ? std::string("{}[],:\"\\0-9.eE tn\xff\0", 20)
            : Hex("00 7f 80 8f 90 9f a0 bf c0 c1 c3 c4 c6 c7 c9 ca cb cf d3 d4 "
                  "d8 db dd df e0 ff");
    for (size_t at = 0; at < document.size(); ++at) {
      for (const char byte : bytes) {
        std::string changed = document;
        changed[at] = byte;
        Check(sample(), changed, form.format, form.mapping);
        if (HasFailure()) return;
      }
    }
  }
}

// A header that promises 2^32 - 1, or a little too much, before each byte.
TEST_P(CorruptDocuments, EveryLengthGrown) {
  for (const Form& form : Forms()) {
    if (form.format == DocumentFormat::kJson) continue;
    const std::string document = Document(form);
    for (size_t at = 0; at < document.size(); ++at) {
      for (const char* header :
           {"ddffffffff", "dfffffffff", "dbffffffff", "c6ffffffff",
            "c9ffffffff74", "dcffff", "deffff", "daffff", "c5ffff", "d9ff",
            "c4ff", "c7ff74", "d874"}) {
        Check(sample(),
              document.substr(0, at) + Hex(header) + document.substr(at + 1),
              form.format, form.mapping);
        if (HasFailure()) return;
      }
    }
  }
}

TEST_P(CorruptDocuments, BytesBehind) {
  for (const Form& form : Forms()) {
    const std::string document = Document(form);
    for (const char byte : {'\0', '{', '}', 'x', '\x7f'}) {
      ASSERT_EQ(FaultReason::kDocumentMalformed,
                Check(sample(), document + byte, form.format, form.mapping))
          << byte;
    }
  }
}

TEST_P(CorruptDocuments, BytesTwiceOrLeftOut) {
  for (const Form& form : Forms()) {
    const std::string document = Document(form);
    for (size_t at = 0; at < document.size(); ++at) {
      for (const size_t size : {1, 2, 5, 9}) {
        const std::string piece = document.substr(at, size);
        Check(sample(), document.substr(0, at) + piece + document.substr(at),
              form.format, form.mapping);
        if (at + size <= document.size()) {
          Check(sample(), document.substr(0, at) + document.substr(at + size),
                form.format, form.mapping);
        }
        if (HasFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, CorruptDocuments,
                         ::testing::Range<size_t>(0, Samples().size()),
                         [](const auto& test) {
                           return Samples()[test.param].name;
                         });

}  // namespace
}  // namespace transcdr
