#include "codec/schema/idl_lexer.h"

#include <algorithm>

namespace transcdr::idl {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool IsWord(char c) { return IsWordStart(c) || IsDigit(c); }
bool IsLineEnd(char c) { return c == '\n' || c == '\r'; }
bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }

}  // namespace

Lexer::Lexer(std::string_view text, uint32_t file) : text_(text), file_(file) {
  if (text_.starts_with(kByteOrderMark)) {
    at_ = kByteOrderMark.size();
    line_start_ = at_;
  }
}

Token Lexer::Next() {
  if (!has_peeked_) return Read();
  has_peeked_ = false;
  return peeked_;
}

const Token& Lexer::Peek() {
  if (!has_peeked_) peeked_ = Read();
  has_peeked_ = true;
  return peeked_;
}

void Lexer::TakeLineEnd() {
  at_ += text_.substr(at_).starts_with("\r\n") ? 2 : 1;
  ++line_;
  line_start_ = at_;
}

size_t Lexer::JoinedLineEnd(size_t at) const {
  if (At(at) != '\\' || at + 1 >= text_.size()) return 0;
  if (text_.substr(at + 1, 2) == "\r\n") return 3;
  return IsLineEnd(text_[at + 1]) ? 2 : 0;
}

const char* Lexer::SkipBlanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (IsLineEnd(c)) {
      TakeLineEnd();
      is_line_start_ = true;
    } else if (IsBlank(c)) {
      ++at_;
    } else if (JoinedLineEnd(at_) > 0) {
      ++at_;
      TakeLineEnd();
    } else if (c == '/' && At(at_ + 1) == '/') {
      while (at_ < text_.size() && !IsLineEnd(text_[at_])) {
        if (JoinedLineEnd(at_) > 0) {
          ++at_;
          TakeLineEnd();
        } else {
          ++at_;
        }
      }
    } else if (c == '/' && At(at_ + 1) == '*') {
      const size_t end = text_.find("*/", at_ + 2);
      if (end == std::string_view::npos) return "this comment has no end";
      while (at_ < end) {
        if (IsLineEnd(text_[at_])) {
          TakeLineEnd();
        } else {
          ++at_;
        }
      }
      at_ = end + 2;
    } else {
      return nullptr;
    }
    has_space_before_ = true;
  }
  return nullptr;
}

bool Lexer::TakeQuoted(char quote) {
  ++at_;
  while (at_ < text_.size() && !IsLineEnd(text_[at_])) {
    const char c = text_[at_];
    if (JoinedLineEnd(at_) > 0) {
      ++at_;
      TakeLineEnd();
      continue;
    }
    ++at_;
    if (c == quote) return true;
    if (c == '\\' && at_ < text_.size() && !IsLineEnd(text_[at_])) ++at_;
  }
  return false;
}

Token Lexer::Read() {
  const char* fault = SkipBlanks();
  Token token;
  token.is_line_start = is_line_start_;
  token.has_space_before = has_space_before_;
  token.place = {file_, line_, static_cast<uint32_t>(at_ - line_start_ + 1)};
  is_line_start_ = false;
  has_space_before_ = false;
  if (fault != nullptr) {
    token.kind = TokenKind::kBad;
    token.text = fault;
    at_ = text_.size();
    return token;
  }
  if (at_ >= text_.size()) {
    token.is_line_start = true;
    is_line_start_ = true;
    return token;
  }
  const size_t begin = at_;
  const char c = text_[at_];
  const bool is_wide = c == 'L' && (At(at_ + 1) == '"' || At(at_ + 1) == '\'');
  if (c == '"' || c == '\'' || is_wide) {
    if (is_wide) ++at_;
    const char quote = text_[at_];
    token.kind =
        quote == '"'
            ? (is_wide ? TokenKind::kWideString : TokenKind::kString)
            : (is_wide ? TokenKind::kWideCharacter : TokenKind::kCharacter);
    if (!TakeQuoted(quote)) {
      token.kind = TokenKind::kBad;
      token.text = quote == '"' ? "this string has no '\"' at its end"
                                : "this character has no ' at its end";
      return token;
    }
  } else if (IsWordStart(c)) {
    token.kind = TokenKind::kIdentifier;
    while (IsWord(At(at_))) ++at_;
  } else if (IsDigit(c) || (c == '.' && IsDigit(At(at_ + 1)))) {
    token.kind = TokenKind::kNumber;
    const bool is_hex = c == '0' && (At(at_ + 1) | 0x20) == 'x';
    while (true) {
      const char next = At(at_);
      const bool is_exponent_sign = (next == '+' || next == '-') && !is_hex &&
                                    at_ > begin &&
                                    (text_[at_ - 1] | 0x20) == 'e';
      if (!IsWord(next) && next != '.' && !is_exponent_sign) break;
      ++at_;
    }
  } else {
    static constexpr std::string_view kPairs[] = {"::", "<<", ">>", "&&", "||",
                                                  "==", "!=", "<=", ">=", "##"};
    const std::string_view pair = text_.substr(at_, 2);
    const bool is_pair = std::find(std::begin(kPairs), std::end(kPairs),
                                   pair) != std::end(kPairs);
    token.kind = TokenKind::kPunctuation;
    at_ += is_pair ? 2 : 1;
    constexpr std::string_view kSingle = "{}()[]<>;,:=+-*/%&|^~@#.!?";
    if (!is_pair && kSingle.find(c) == std::string_view::npos) {
      // One message for the bytes of one character, or of much noise.
      while (at_ < text_.size() && static_cast<unsigned char>(c) >= 0x80 &&
             static_cast<unsigned char>(text_[at_]) >= 0x80) {
        ++at_;
      }
      token.kind = TokenKind::kBad;
      token.text = "this character is not part of IDL";
      return token;
    }
  }
  token.text = text_.substr(begin, at_ - begin);
  return token;
}

std::string_view Lexer::RestOfLine() {
  while (IsBlank(At(at_))) ++at_;
  const size_t begin = at_;
  char quote = '\0';
  size_t end = std::string_view::npos;
  while (at_ < text_.size() && !IsLineEnd(text_[at_])) {
    const char c = text_[at_];
    if (quote == '\0' && c == '/' &&
        (At(at_ + 1) == '/' || At(at_ + 1) == '*')) {
      if (end == std::string_view::npos) end = at_;
      has_space_before_ = false;
      const size_t comment_end =
          At(at_ + 1) == '*' ? text_.find("*/", at_ + 2) : at_;
      if (At(at_ + 1) == '/') {
        SkipBlanks();
        break;
      }
      // Read will say that it has no end.
      if (comment_end == std::string_view::npos) break;
      while (at_ < comment_end + 2) {
        if (IsLineEnd(text_[at_])) {
          TakeLineEnd();
        } else {
          ++at_;
        }
      }
      continue;
    }
    if (JoinedLineEnd(at_) > 0) {
      ++at_;
      TakeLineEnd();
      continue;
    }
    if (quote == '\0' && c == '"') {
      quote = c;
    } else if (quote != '\0' && c == quote) {
      quote = '\0';
    }
    ++at_;
  }
  end = std::min(end, std::min(at_, text_.size()));
  is_line_start_ = true;
  std::string_view rest = text_.substr(begin, end - begin);
  rest = rest.substr(0, rest.find_last_not_of(" \t\f\v\r\n") + 1);
  return rest;
}

}  // namespace transcdr::idl
