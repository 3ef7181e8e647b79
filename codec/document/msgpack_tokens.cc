#include "codec/document/msgpack_tokens.h"

#include <bit>

#include "codec/base/byte_order.h"
#include "codec/document/msgpack_format.h"

namespace transcdr {

bool MsgpackTokens::Malformed(const uint8_t* at, const char* what,
                              const char* expected, std::string_view actual) {
  *fault_ = {.reason = FaultReason::kDocumentMalformed,
             .byte_offset = static_cast<uint64_t>(at - begin_),
             .what = what,
             .expected = expected,
             .actual = actual};
  return false;
}

bool MsgpackTokens::Truncated(uint64_t needed) {
  *fault_ = {.reason = FaultReason::kDocumentMalformed,
             .byte_offset = position(),
             .what = "MessagePack ends too early",
             .expected_number = static_cast<int64_t>(needed),
             .actual_number = end_ - position_};
  return false;
}

bool MsgpackTokens::End() {
  return position_ == end_ ||
         Malformed(position_, "MessagePack", "the end of the document",
                   "more bytes");
}

template <typename T>
bool MsgpackTokens::Load(T* value) {
  if (static_cast<size_t>(end_ - position_) < sizeof(T)) {
    return Truncated(sizeof(T));
  }
  *value = transcdr::Load<std::endian::big, T>(position_);
  position_ += sizeof(T);
  return true;
}

bool MsgpackTokens::Counted(Token* token, TokenKind kind, uint64_t count,
                            uint64_t min_bytes_each) {
  token->kind = kind;
  token->count = count;
  const uint64_t needed = count * min_bytes_each;
  return needed <= static_cast<uint64_t>(end_ - position_) || Truncated(needed);
}

bool MsgpackTokens::Sized(Token* token, TokenKind kind, uint64_t size) {
  if (kind == TokenKind::kExtension) {
    uint8_t type = 0;
    if (!Load(&type)) return false;
    token->extension_type = static_cast<int8_t>(type);
  }
  if (size > static_cast<uint64_t>(end_ - position_)) return Truncated(size);
  token->kind = kind;
  token->text = {reinterpret_cast<const char*>(position_),
                 static_cast<size_t>(size)};
  position_ += size;
  return true;
}

bool MsgpackTokens::Next(Token* token) {
  using namespace msgpack;
  token_ = position_;
  uint8_t tag = 0;
  if (!Load(&tag)) return false;

  const auto integer = [&](int64_t value) {
    token->kind = TokenKind::kInteger;
    token->is_negative = value < 0;
    token->magnitude = value < 0 ? uint64_t{0} - static_cast<uint64_t>(value)
                                 : static_cast<uint64_t>(value);
    return true;
  };
  const auto load_integer = [&]<typename T>(T value) {
    if (!Load(&value)) return false;
    if constexpr (std::is_same_v<T, uint64_t>) {
      integer(0);
      token->magnitude = value;
      return true;
    } else {
      return integer(static_cast<int64_t>(value));
    }
  };
  const auto load_size = [&]<typename T>(T size, uint64_t* wide) {
    if (!Load(&size)) return false;
    *wide = size;
    return true;
  };

  if (tag < kFixMap) return integer(tag);
  if (tag >= kNegativeFixInt) return integer(static_cast<int8_t>(tag));
  if (tag < kFixArray) return Counted(token, TokenKind::kMap, tag & 15u, 2);
  if (tag < kFixStr) return Counted(token, TokenKind::kArray, tag & 15u, 1);
  if (tag < kNil) return Sized(token, TokenKind::kText, tag & 31u);
  uint64_t size = 0;
  switch (tag) {
    case kNil:
      token->kind = TokenKind::kNull;
      return true;
    case kFalse:
    case kTrue:
      token->kind = TokenKind::kBoolean;
      token->boolean = tag == kTrue;
      return true;
    case kBin8:
      return load_size(uint8_t{}, &size) &&
             Sized(token, TokenKind::kBytes, size);
    case kBin16:
      return load_size(uint16_t{}, &size) &&
             Sized(token, TokenKind::kBytes, size);
    case kBin32:
      return load_size(uint32_t{}, &size) &&
             Sized(token, TokenKind::kBytes, size);
    case kExt8:
      return load_size(uint8_t{}, &size) &&
             Sized(token, TokenKind::kExtension, size);
    case kExt16:
      return load_size(uint16_t{}, &size) &&
             Sized(token, TokenKind::kExtension, size);
    case kExt32:
      return load_size(uint32_t{}, &size) &&
             Sized(token, TokenKind::kExtension, size);
    case kFloat32:
      token->kind = TokenKind::kFloat32;
      return Load(&token->float32);
    case kFloat64:
      token->kind = TokenKind::kFloat64;
      return Load(&token->float64);
    case kUint8:
      return load_integer(uint8_t{});
    case kUint16:
      return load_integer(uint16_t{});
    case kUint32:
      return load_integer(uint32_t{});
    case kUint64:
      return load_integer(uint64_t{});
    case kInt8:
      return load_integer(int8_t{});
    case kInt16:
      return load_integer(int16_t{});
    case kInt32:
      return load_integer(int32_t{});
    case kInt64:
      return load_integer(int64_t{});
    case kStr8:
      return load_size(uint8_t{}, &size) &&
             Sized(token, TokenKind::kText, size);
    case kStr16:
      return load_size(uint16_t{}, &size) &&
             Sized(token, TokenKind::kText, size);
    case kStr32:
      return load_size(uint32_t{}, &size) &&
             Sized(token, TokenKind::kText, size);
    case kArray16:
      return load_size(uint16_t{}, &size) &&
             Counted(token, TokenKind::kArray, size, 1);
    case kArray32:
      return load_size(uint32_t{}, &size) &&
             Counted(token, TokenKind::kArray, size, 1);
    case kMap16:
      return load_size(uint16_t{}, &size) &&
             Counted(token, TokenKind::kMap, size, 2);
    case kMap32:
      return load_size(uint32_t{}, &size) &&
             Counted(token, TokenKind::kMap, size, 2);
    case kNeverUsed:
      return Malformed(token_, "MessagePack tag", "a value", "0xc1");
    default:  // kFixExt1 to kFixExt16
      return Sized(token, TokenKind::kExtension,
                   uint64_t{1} << (tag - kFixExt1));
  }
}

bool MsgpackTokens::Skip() {
  Token token;
  if (!Next(&token)) return false;
  const bool has_items =
      token.kind == TokenKind::kArray || token.kind == TokenKind::kMap;
  return !has_items || SkipItems(token);
}

// What is in an array or map that Next opened.
bool MsgpackTokens::SkipItems(const Token& opened) {
  const auto items = [](const Token& token) {
    return token.kind == TokenKind::kArray ? token.count
           : token.kind == TokenKind::kMap ? 2 * token.count
                                           : 0;
  };
  // Values still to step over. Counted() has held each count against the bytes
  // left, so that the sum cannot overflow.
  for (uint64_t pending = items(opened); pending > 0; --pending) {
    Token token;
    if (!Next(&token)) return false;
    pending += items(token);
  }
  return true;
}

}  // namespace transcdr
