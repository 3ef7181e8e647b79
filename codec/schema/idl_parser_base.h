// What the parts of the IDL parser share: the tokens ahead, and what is done
// where they are not as expected.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_PARSER_BASE_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_PARSER_BASE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "codec/base/limits.h"
#include "codec/schema/idl_ast.h"
#include "codec/schema/idl_parser.h"
#include "codec/schema/idl_preprocessor.h"
#include "codec/schema/idl_sources.h"

namespace transcdr::idl {

class ParserBase {
 protected:
  ParserBase(Preprocessor& tokens, Dialect dialect, const SchemaLimits& limits,
             Reporter& reporter)
      : tokens_(tokens),
        dialect_(dialect),
        limits_(limits),
        reporter_(reporter) {}

  static constexpr uint32_t kMaxNesting = 64;

  // Counts a level of nesting; is_ok() is false, and it was reported, where
  // there are too many.
  class Nesting {
   public:
    explicit Nesting(ParserBase& parser);
    ~Nesting() { --parser_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    bool is_ok() const { return parser_.nesting_ <= kMaxNesting; }

   private:
    ParserBase& parser_;
  };

  const Token& Peek(size_t ahead = 0);
  Token Take();
  bool IsNext(std::string_view word) { return Peek().Is(word); }
  bool Accept(std::string_view word);
  // False, and reported, where something else comes.
  bool Expect(std::string_view word, std::string_view where = "");
  // The same for the ';' behind a member or declaration. Goes on as if it were
  // there when the next token begins a line or closes a body.
  bool ExpectSemicolon();

  // Reports "expected ..., found ..." at the next token.
  void ErrorExpected(std::string_view expected);
  void Stop() { is_stopped_ = true; }

  // The name of something, an escaping '_' dropped. A keyword is taken, with a
  // warning, where the token behind it is one of `followers`.
  struct TakenName {
    std::string text;
    Place place;
  };
  std::optional<TakenName> TakeName(std::string_view what,
                                    std::string_view followers);
  std::optional<ScopedName> TakeScopedName(std::string_view what);

  // Skips what is left of a member or declaration: to behind the next ';', or
  // to before a '}' that closes more than was opened.
  void SkipStatement();
  // Skips to behind the ')' that closes the one before, at most to the end of
  // the statement.
  void SkipArguments();

  // Counts what types are made of; false, and stopped, where there is too much.
  bool CountPart(const Place& place);

  // Operators and literals with values that are known; nullptr: reported. In
  // angle brackets '>' and '>>' end the expression.
  ExpressionPtr TakeExpression(bool is_in_angle_brackets);

  // All annotations that come next; declarations of annotations are passed
  // over. False: reported.
  bool TakeAnnotations(Annotations* annotations);

  // The name of a declaration that begins. nullptr: reported.
  std::unique_ptr<Declaration> Named(Declaration::Kind kind,
                                     std::string_view what,
                                     std::string_view followers);
  // The '}'. What stands in the body is kept in any case.
  void CloseBody(const Declaration& declaration, std::string_view what);

  Preprocessor& tokens_;
  const Dialect dialect_;
  const SchemaLimits& limits_;
  Reporter& reporter_;

 private:
  ExpressionPtr TakeBinary(int least, bool is_in_angle_brackets);
  ExpressionPtr TakeUnary();
  ExpressionPtr TakePrimary();
  ExpressionPtr TakeString();
  // To behind the ')'. False: reported, and somewhere before it.
  bool TakeArguments(Annotation* annotation);
  // With its depth; nullptr, and reported, where that is too much.
  ExpressionPtr Finish(ExpressionPtr expression);

  std::deque<Token> ahead_;
  Token last_;  // taken last
  uint32_t nesting_ = 0;
  uint64_t part_count_ = 0;
  bool is_stopped_ = false;
  std::set<std::string, std::less<>> warned_names_;
  std::set<std::string, std::less<>> declared_annotations_;
  std::set<std::string, std::less<>> warned_annotations_;
};

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_PARSER_BASE_H_
