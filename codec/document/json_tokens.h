// JSON (RFC 8259) as tokens: the text's grammar and nothing of schemas.

#ifndef TRANSCDR_CODEC_DOCUMENT_JSON_TOKENS_H_
#define TRANSCDR_CODEC_DOCUMENT_JSON_TOKENS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "codec/base/fault.h"
#include "codec/document/token.h"
#include "codec/plan/format_set.h"

namespace transcdr {

// Reads front to back, and can be set back to a position. A function that
// returns false has left the reason in `fault`. The whole text is checked to be
// UTF-8 by Begin, so that no part has to be again.
class JsonTokens {
 public:
  static constexpr DocumentFormat kFormat = DocumentFormat::kJson;

  JsonTokens(std::string_view input, ReadScratch* scratch, Fault* fault)
      : begin_(input.data()),
        position_(begin_),
        end_(begin_ + input.size()),
        token_(begin_),
        scratch_(scratch),
        fault_(fault) {}

  // Before the first and after the last token of the document.
  bool Begin();
  bool End();

  // The next value: a scalar whole, an array or object opened. Text with
  // escapes is put in the scratch.
  bool Next(Token* token);
  // The items of an array or object that Next opened.
  ItemState Open(const Token& token) const {
    return {kFirst | (token.kind == TokenKind::kMap ? kObject : 0)};
  }
  // Whether another item comes; in an object, its key is next. Steps over the
  // closing bracket when none does.
  bool NextItem(ItemState* items, bool* more);
  // The key of an item of an object, and the colon.
  bool ReadKey(Token* key);
  // Steps over the key and the colon if it is this name; else stays.
  bool TryKey(const EncodedName& name) {
    const std::string& text = name.In(kFormat);
    if (static_cast<size_t>(end_ - position_) <= text.size() ||
        std::memcmp(position_, text.data(), text.size()) != 0) {
      return false;
    }
    if (position_[text.size()] != ':') return false;  // ReadKey takes space
    position_ += text.size() + 1;
    return true;
  }
  // Whether the next value is null; stays.
  bool IsNullNext() {
    SkipSpace();
    return position_ < end_ && *position_ == 'n';
  }
  // Steps over one value, whatever it holds; checks its grammar.
  bool Skip();

  size_t position() const { return static_cast<size_t>(position_ - begin_); }
  // REQUIRES: a position that this object gave.
  void Seek(size_t position) { position_ = begin_ + position; }
  // Where the token read last began.
  uint64_t token_offset() const {
    return static_cast<uint64_t>(token_ - begin_);
  }
  static constexpr bool kTextIsValidated = true;

 private:
  static constexpr uint64_t kFirst = 1;
  static constexpr uint64_t kObject = 2;

  void SkipSpace();
  bool ReadString(Token* token);
  bool ReadEscapes(const char* plain_end, Token* token);
  bool ReadHex4(const char* at, uint32_t* unit) const;
  bool ReadNumber(Token* token);
  bool ReadLiteral(std::string_view literal);
  bool Expected(const char* what);
  bool Malformed(const char* at, const char* what, const char* expected,
                 std::string_view actual);

  const char* begin_;
  const char* position_;
  const char* end_;
  const char* token_;
  ReadScratch* scratch_;
  Fault* fault_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_JSON_TOKENS_H_
