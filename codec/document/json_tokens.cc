#include "codec/document/json_tokens.h"

#include <algorithm>

#include "codec/base/number_format.h"
#include "codec/base/utf8.h"

namespace transcdr {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// Characters that end the text of a number or literal, for messages.
bool IsWordCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || c == '+' || c == '-' || c == '.' || c == '_';
}

}  // namespace

bool JsonTokens::Malformed(const char* at, const char* what,
                           const char* expected, std::string_view actual) {
  *fault_ = {.reason = FaultReason::kDocumentMalformed,
             .byte_offset = static_cast<uint64_t>(at - begin_),
             .what = what,
             .expected = expected,
             .actual = actual};
  return false;
}

// What stands at the position is not what has to.
bool JsonTokens::Expected(const char* what) {
  if (position_ == end_) {
    return Malformed(position_, "JSON", what, "the end of the document");
  }
  const char* word = position_;
  while (word < end_ && word - position_ < 20 && IsWordCharacter(*word)) ++word;
  const auto length =
      std::max<size_t>(1, static_cast<size_t>(word - position_));
  return Malformed(position_, "JSON", what, {position_, length});
}

void JsonTokens::SkipSpace() {
  while (position_ < end_ && IsSpace(*position_)) ++position_;
}

bool JsonTokens::Begin() {
  const std::string_view input(begin_, static_cast<size_t>(end_ - begin_));
  if (IsValidUtf8(input)) return true;
  *fault_ = {.reason = FaultReason::kInvalidUtf8,
             .byte_offset = ValidUtf8Prefix(input),
             .what = "JSON",
             .expected = "UTF-8"};
  return false;
}

bool JsonTokens::End() {
  SkipSpace();
  return position_ == end_ || Expected("the end of the document");
}

bool JsonTokens::Next(Token* token) {
  SkipSpace();
  token_ = position_;
  if (position_ == end_) return Expected("a value");
  switch (*position_) {
    case '{':
    case '[':
      token->kind = *position_ == '{' ? TokenKind::kMap : TokenKind::kArray;
      token->count = Token::kUnknownCount;
      ++position_;
      return true;
    case '"':
      return ReadString(token);
    case 't':
    case 'f':
      token->kind = TokenKind::kBoolean;
      token->boolean = *position_ == 't';
      return ReadLiteral(token->boolean ? "true" : "false");
    case 'n':
      token->kind = TokenKind::kNull;
      return ReadLiteral("null");
    default:
      return ReadNumber(token);
  }
}

bool JsonTokens::NextItem(ItemState* items, bool* more) {
  SkipSpace();
  const bool is_object = (items->bits & kObject) != 0;
  const bool is_first = (items->bits & kFirst) != 0;
  if (position_ < end_ && *position_ == (is_object ? '}' : ']')) {
    ++position_;
    *more = false;
    return true;
  }
  if (is_first) {
    items->bits &= ~kFirst;
  } else {
    if (position_ == end_ || *position_ != ',') {
      return Expected(is_object ? "',' or '}'" : "',' or ']'");
    }
    ++position_;
    SkipSpace();
  }
  // Not left to what reads the item: it may not want another one.
  if (position_ == end_) return Expected(is_object ? "a key" : "a value");
  *more = true;
  return true;
}

bool JsonTokens::ReadKey(Token* key) {
  SkipSpace();
  token_ = position_;
  if (position_ == end_ || *position_ != '"') {
    return Expected("a string, the key of a member");
  }
  if (!ReadString(key)) return false;
  SkipSpace();
  if (position_ == end_ || *position_ != ':') return Expected("':'");
  ++position_;
  return true;
}

bool JsonTokens::ReadLiteral(std::string_view literal) {
  const std::string_view rest(position_, static_cast<size_t>(end_ - position_));
  if (!rest.starts_with(literal) ||
      (rest.size() > literal.size() && IsWordCharacter(rest[literal.size()]))) {
    return Expected("a value");
  }
  position_ += literal.size();
  return true;
}

bool JsonTokens::ReadNumber(Token* token) {
  const char* at = position_;
  while (at < end_ && IsWordCharacter(*at)) ++at;
  token->kind = TokenKind::kNumberText;
  token->text = {position_, static_cast<size_t>(at - position_)};
  if (!IsJsonNumber(token->text)) return Expected("a value");
  position_ = at;
  return true;
}

bool JsonTokens::ReadString(Token* token) {
  const char* start = position_ + 1;
  const char* at = start;
  for (; at < end_; ++at) {
    const auto c = static_cast<uint8_t>(*at);
    if (c == '"') {
      token->kind = TokenKind::kText;
      token->text = {start, static_cast<size_t>(at - start)};
      position_ = at + 1;
      return true;
    }
    if (c == '\\') return ReadEscapes(at, token);
    if (c < 0x20) {
      return Malformed(at, "JSON string", "no control character",
                       "a control character");
    }
  }
  return Malformed(end_, "JSON string", "'\"'", "the end of the document");
}

bool JsonTokens::ReadHex4(const char* at, uint32_t* unit) const {
  if (end_ - at < 4) return false;
  *unit = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = at[i];
    int digit;
    if (c >= '0' && c <= '9') {
      digit = c - '0';
    } else if (c >= 'a' && c <= 'f') {
      digit = c - 'a' + 10;
    } else if (c >= 'A' && c <= 'F') {
      digit = c - 'A' + 10;
    } else {
      return false;
    }
    *unit = *unit << 4 | static_cast<uint32_t>(digit);
  }
  return true;
}

// From the first backslash on.
bool JsonTokens::ReadEscapes(const char* plain_end, Token* token) {
  std::string& text = scratch_->text;
  text.assign(position_ + 1, plain_end);
  for (const char* at = plain_end; at < end_;) {
    const auto c = static_cast<uint8_t>(*at);
    if (c == '"') {
      token->kind = TokenKind::kText;
      token->text = text;
      position_ = at + 1;
      return true;
    }
    if (c < 0x20) {
      return Malformed(at, "JSON string", "no control character",
                       "a control character");
    }
    if (c != '\\') {
      text.push_back(*at++);
      continue;
    }
    if (end_ - at < 2) break;
    const char* escape = at;
    at += 2;
    switch (escape[1]) {
      case '"':
      case '\\':
      case '/':
        text.push_back(escape[1]);
        break;
      case 'b':
        text.push_back('\b');
        break;
      case 'f':
        text.push_back('\f');
        break;
      case 'n':
        text.push_back('\n');
        break;
      case 'r':
        text.push_back('\r');
        break;
      case 't':
        text.push_back('\t');
        break;
      case 'u': {
        uint32_t unit;
        if (!ReadHex4(at, &unit)) {
          return Malformed(escape, "JSON escape", "\\u and four hex digits",
                           "something else");
        }
        at += 4;
        if (unit >= 0xd800 && unit < 0xe000) {
          uint32_t low = 0;
          if (unit >= 0xdc00 || end_ - at < 6 || at[0] != '\\' ||
              at[1] != 'u' || !ReadHex4(at + 2, &low) || low < 0xdc00 ||
              low > 0xdfff) {
            *fault_ = {.reason = FaultReason::kInvalidUtf8,
                       .byte_offset = static_cast<uint64_t>(escape - begin_),
                       .what = "JSON escape",
                       .expected = "a surrogate pair",
                       .actual = "half of one"};
            return false;
          }
          at += 6;
          unit = 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff);
        }
        AppendUtf8(unit, &text);
        break;
      }
      default:
        return Malformed(escape, "JSON escape", "one of \"\\/bfnrtu",
                         {escape + 1, 1});
    }
  }
  return Malformed(end_, "JSON string", "'\"'", "the end of the document");
}

bool JsonTokens::Skip() {
  // One character for each open array ('[') or object ('{').
  std::string& nesting = scratch_->nesting;
  nesting.clear();
  ItemState items;
  Token token;
  if (!Next(&token)) return false;
  while (true) {
    if (token.kind == TokenKind::kMap || token.kind == TokenKind::kArray) {
      nesting.push_back(token.kind == TokenKind::kMap ? '{' : '[');
      items = Open(token);
    }
    bool more = false;
    while (!nesting.empty() && !more) {
      if (!NextItem(&items, &more)) return false;
      if (more) break;
      nesting.pop_back();
      if (!nesting.empty()) {
        items.bits = nesting.back() == '{' ? kObject : 0;  // not the first
      }
    }
    if (nesting.empty()) return true;
    if (nesting.back() == '{' && !ReadKey(&token)) return false;
    if (!Next(&token)) return false;
  }
}

}  // namespace transcdr
