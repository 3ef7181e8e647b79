// MessagePack as tokens: the bytes' grammar and nothing of schemas.

#ifndef TRANSCDR_CODEC_DOCUMENT_MSGPACK_TOKENS_H_
#define TRANSCDR_CODEC_DOCUMENT_MSGPACK_TOKENS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "codec/base/fault.h"
#include "codec/document/msgpack_format.h"
#include "codec/document/token.h"
#include "codec/plan/format_set.h"

namespace transcdr {

// Reads front to back, and can be set back to a position. A function that
// returns false has left the reason in `fault`. Every length and count is
// checked against the bytes that are left before it is used.
class MsgpackTokens {
 public:
  static constexpr DocumentFormat kFormat = DocumentFormat::kMessagePack;

  MsgpackTokens(std::string_view input, ReadScratch*, Fault* fault)
      : begin_(reinterpret_cast<const uint8_t*>(input.data())),
        position_(begin_),
        end_(begin_ + input.size()),
        token_(begin_),
        fault_(fault) {}

  // Before the first and after the last token of the document.
  bool Begin() { return true; }
  bool End();

  // The next value: a scalar whole, an array or map opened.
  bool Next(Token* token);
  // The items of an array or map that Next opened.
  ItemState Open(const Token& token) const { return {token.count}; }
  // Whether another item comes; in a map, its key is next.
  bool NextItem(ItemState* items, bool* more) {
    *more = items->bits > 0;
    items->bits -= *more ? 1 : 0;
    return true;
  }
  // The key of an item of a map; an array or map as key is stepped over whole.
  bool ReadKey(Token* key) {
    if (!Next(key)) return false;
    const bool has_items =
        key->kind == TokenKind::kArray || key->kind == TokenKind::kMap;
    return !has_items || SkipItems(*key);
  }
  // Steps over the key if it is this name; else stays.
  bool TryKey(const EncodedName& name) {
    const std::string& text = name.In(kFormat);
    if (static_cast<size_t>(end_ - position_) < text.size() ||
        std::memcmp(position_, text.data(), text.size()) != 0) {
      return false;
    }
    position_ += text.size();
    return true;
  }
  // Whether the next value is nil; stays.
  bool IsNullNext() const {
    return position_ < end_ && *position_ == msgpack::kNil;
  }
  // Steps over one value, whatever it holds.
  bool Skip();

  size_t position() const { return static_cast<size_t>(position_ - begin_); }
  // REQUIRES: a position that this object gave.
  void Seek(size_t position) { position_ = begin_ + position; }
  // Where the token read last began.
  uint64_t token_offset() const {
    return static_cast<uint64_t>(token_ - begin_);
  }
  // Only JSON validates all text at once.
  static constexpr bool kTextIsValidated = false;

 private:
  bool Malformed(const uint8_t* at, const char* what, const char* expected,
                 std::string_view actual);
  bool Truncated(uint64_t needed);
  bool SkipItems(const Token& opened);
  bool Counted(Token* token, TokenKind kind, uint64_t count,
               uint64_t min_bytes_each);
  bool Sized(Token* token, TokenKind kind, uint64_t size);
  template <typename T>
  bool Load(T* value);

  const uint8_t* begin_;
  const uint8_t* position_;
  const uint8_t* end_;
  const uint8_t* token_;
  Fault* fault_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_MSGPACK_TOKENS_H_
