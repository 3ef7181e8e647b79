// The next token of a document, and what to say of one that does not fit.
// Shared by all formats; number_reader.h, text_reader.h, array_reader.h and
// document_reader.h build on each other.

#ifndef TRANSCDR_CODEC_DOCUMENT_TOKEN_READER_H_
#define TRANSCDR_CODEC_DOCUMENT_TOKEN_READER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codec/base/fault.h"
#include "codec/base/utf8.h"
#include "codec/document/mapping_options.h"
#include "codec/document/token.h"

namespace transcdr {

template <typename Tokens>
class TokenReader {
 public:
  TokenReader(Tokens* tokens, const MappingOptions& options,
              ReadScratch* scratch, Fault* fault)
      : tokens_(*tokens),
        options_(options),
        scratch_(*scratch),
        fault_(fault) {}

  static constexpr bool kIsPayload = false;

  // Where the value read last began, from the first byte of the document.
  uint64_t value_offset() const { return tokens_.token_offset(); }

 protected:
  // The next value, or the key of a map that is pending.
  bool Take(Token* token) {
    if (has_key_) {
      *token = key_;
      has_key_ = false;
      is_key_ = true;
      return true;
    }
    is_key_ = false;
    return tokens_.Next(token);
  }

  // Makes a key text the next value: booleans, integers and enumerators are
  // then taken from text.
  void PushKey(const Token& key) {
    key_ = key;
    has_key_ = true;
  }
  // Whether the token taken last was such a key.
  bool is_key() const { return is_key_; }

  // ---- Failures; all return false.

  bool Fail(FaultReason reason, const char* what, const char* expected,
            int64_t actual) {
    *fault_ = {.reason = reason,
               .byte_offset = tokens_.token_offset(),
               .what = what,
               .actual_number = actual,
               .expected = expected};
    return false;
  }
  bool Fail(FaultReason reason, const char* what, const char* expected,
            std::string_view actual) {
    *fault_ = {.reason = reason,
               .byte_offset = tokens_.token_offset(),
               .what = what,
               .expected = expected,
               .actual = actual};
    return false;
  }
  bool FailUnsigned(const char* what, const char* expected, uint64_t actual) {
    *fault_ = {.reason = FaultReason::kValueOutOfRange,
               .byte_offset = tokens_.token_offset(),
               .what = what,
               .actual_unsigned = actual,
               .expected = expected};
    return false;
  }
  bool Mismatch(const char* expected, const Token& token) {
    *fault_ = {.reason = FaultReason::kTypeMismatch,
               .byte_offset = tokens_.token_offset(),
               .expected = expected,
               .actual = TokenKindName(token.kind)};
    return false;
  }
  bool OutOfRange(const Token& token, const char* expected) {
    *fault_ = {.reason = FaultReason::kValueOutOfRange,
               .byte_offset = tokens_.token_offset(),
               .expected = expected,
               .actual = token.text};
    if (token.kind == TokenKind::kInteger) {
      fault_->actual = {};
      if (token.is_negative) {
        fault_->actual_number =
            static_cast<int64_t>(uint64_t{0} - token.magnitude);
      } else {
        fault_->actual_unsigned = token.magnitude;
      }
    } else if (token.kind == TokenKind::kFloat32 ||
               token.kind == TokenKind::kFloat64) {
      fault_->actual = {};
      fault_->actual_float = token.kind == TokenKind::kFloat32
                                 ? double{token.float32}
                                 : token.float64;
    }
    return false;
  }

  bool CheckBound(const char* what, uint32_t bound, uint64_t size) {
    if (bound == 0 || size <= bound) return true;
    *fault_ = {.reason = FaultReason::kBoundExceeded,
               .byte_offset = tokens_.token_offset(),
               .what = what,
               .expected_number = bound,
               .actual_number = static_cast<int64_t>(size)};
    return false;
  }

  bool CheckUtf8(std::string_view text) {
    if (Tokens::kTextIsValidated || IsValidUtf8(text)) return true;
    *fault_ = {.reason = FaultReason::kInvalidUtf8,
               .byte_offset = tokens_.token_offset(),
               .what = "string",
               .expected = "UTF-8"};
    return false;
  }

  Tokens& tokens_;
  const MappingOptions& options_;
  ReadScratch& scratch_;
  Fault* fault_;

 private:
  Token key_;
  bool has_key_ = false;
  bool is_key_ = false;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_TOKEN_READER_H_
