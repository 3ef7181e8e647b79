// What the writers of all document formats share: policies for text, and
// failures. Partners: msgpack_writer.h, json_writer.h.

#ifndef TRANSCDR_CODEC_DOCUMENT_WRITER_BASE_H_
#define TRANSCDR_CODEC_DOCUMENT_WRITER_BASE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "codec/base/fault.h"
#include "codec/base/output_buffer.h"
#include "codec/base/utf8.h"
#include "codec/document/mapping_options.h"
#include "codec/plan/tables.h"

namespace transcdr {

// A failure is left in `fault` without an offset: that is the source's to tell.
class WriterBase {
 public:
  WriterBase(OutputBuffer* out, const MappingOptions& options,
             std::string* scratch, Fault* fault)
      : out_(*out), options_(options), scratch_(*scratch), fault_(fault) {}

 protected:
  // Text made fit for a document.
  struct Text {
    std::string_view text;  // well-formed UTF-8, or any bytes
    bool is_bytes = false;  // InvalidUtf8Policy::kBytes, and not UTF-8
  };

  // Applies the policy for bytes that are not UTF-8.
  bool Prepare(std::string_view raw, Text* result) {
    const bool latin1 =
        options_.invalid_utf8_policy == InvalidUtf8Policy::kLatin1;
    result->text = raw;
    result->is_bytes = false;
    if (latin1 ? IsAscii(raw) : IsValidUtf8(raw)) return true;
    scratch_.clear();
    switch (options_.invalid_utf8_policy) {
      case InvalidUtf8Policy::kError:
        *fault_ = {.reason = FaultReason::kInvalidUtf8,
                   .what = "string",
                   .expected = "UTF-8"};
        return false;
      case InvalidUtf8Policy::kReplace:
        AppendReplacingInvalidUtf8(raw, &scratch_);
        result->text = scratch_;
        return true;
      case InvalidUtf8Policy::kLatin1:
        AppendLatin1AsUtf8(raw, &scratch_);
        result->text = scratch_;
        return true;
      case InvalidUtf8Policy::kBytes:
        result->is_bytes = true;
        return true;
    }
    return false;
  }

  // UTF-16 to UTF-8, with the policy for surrogates without a partner.
  bool Prepare(std::u16string_view units, Text* result) {
    const bool replace =
        options_.invalid_utf8_policy == InvalidUtf8Policy::kReplace;
    scratch_.clear();
    const size_t taken = AppendUtf16AsUtf8(units, replace, &scratch_);
    result->is_bytes = taken < units.size();
    if (result->is_bytes) {
      if (options_.invalid_utf8_policy != InvalidUtf8Policy::kBytes) {
        *fault_ = {.reason = FaultReason::kInvalidUtf8,
                   .what = "wide string",
                   .expected = "UTF-16",
                   .actual = "half of a surrogate pair"};
        return false;
      }
      scratch_.clear();
      for (const char16_t unit : units) {
        scratch_.push_back(static_cast<char>(unit & 0xff));
        scratch_.push_back(static_cast<char>(unit >> 8));
      }
    }
    result->text = scratch_;
    return true;
  }

  // The value of one field of a bitset: the bits, sign-extended where the
  // holder is signed.
  static int64_t SignedField(const BitsetInfo::Field& field, uint64_t bits) {
    const uint32_t shift = 64 - field.width;
    return static_cast<int64_t>(bits >> field.position << shift) >>
           static_cast<int>(shift);
  }
  static uint64_t UnsignedField(const BitsetInfo::Field& field, uint64_t bits) {
    const uint32_t shift = 64 - field.width;
    return bits >> field.position << shift >> shift;
  }

  // A mask that has a bit without a flag has no names.
  bool UnnamedBit(uint64_t bits) {
    *fault_ = {.reason = FaultReason::kUnknownEnumerator,
               .what = "flags",
               .actual_unsigned = bits,
               .expected = "named flags only (bitmask_form NAMES)"};
    return false;
  }

  [[gnu::noinline]] bool Full() {
    *fault_ = {.reason = FaultReason::kLimitExceeded,
               .what = "output bytes",
               .expected_number = static_cast<int64_t>(out_.max_bytes()),
               .limit_name = "max_output_bytes"};
    return false;
  }

  OutputBuffer& out_;
  const MappingOptions& options_;
  std::string& scratch_;
  Fault* fault_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_WRITER_BASE_H_
