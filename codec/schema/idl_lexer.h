// One IDL text to tokens. Directives, macros and the values of literals are
// matters of others: idl_preprocessor.h, idl_literals.h.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_LEXER_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_LEXER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codec/schema/idl_sources.h"

namespace transcdr::idl {

enum class TokenKind : uint8_t {
  kIdentifier,  // and keywords
  kNumber,      // what starts like one; may be wrong
  kCharacter,   // 'c'
  kWideCharacter,
  kString,  // "s"
  kWideString,
  kPunctuation,
  kBad,  // no token; `text` says what is wrong
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  bool is_line_start = false;     // the first on its line
  bool has_space_before = false;  // or a comment
  bool is_final = false;          // a macro's name that is not to be replaced
  Place place;
  std::string_view text;  // as written, quotes and all; borrowed

  bool Is(std::string_view word) const {
    return (kind == TokenKind::kPunctuation ||
            kind == TokenKind::kIdentifier) &&
           text == word;
  }
};

class Lexer {
 public:
  // `file` is where places are; a byte order mark is left out.
  Lexer(std::string_view text, uint32_t file);

  // kEnd at the end, again and again. A backslash at the end of a line joins it
  // with the next.
  Token Next();
  // What Next would give.
  const Token& Peek();

  // The rest of the line, comments and continuation left out, blanks trimmed;
  // the next token is the first of the next line.
  // REQUIRES: Peek was not called since the last Next.
  std::string_view RestOfLine();

 private:
  // Also comments. Returns what is wrong with them, or nullptr.
  const char* SkipBlanks();
  Token Read();
  bool TakeQuoted(char quote);
  // The length of a joined line's end at the position; 0 where there is none.
  size_t JoinedLineEnd(size_t at) const;
  void TakeLineEnd();
  char At(size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  std::string_view text_;
  uint32_t file_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  bool is_line_start_ = true;
  bool has_space_before_ = false;
  bool has_peeked_ = false;
  Token peeked_;
};

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_LEXER_H_
