// The files of an IDL schema to one stream of tokens, without directives and
// macros.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_PREPROCESSOR_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_PREPROCESSOR_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "codec/schema/idl_lexer.h"
#include "codec/schema/idl_library.h"
#include "codec/schema/idl_sources.h"

namespace transcdr::idl {

// Directives: #include, #define (object-like and function-like, without # and
// ##), #undef, #if and its kin with every operator of C on 64-bit integers,
// #error, #warning; #pragma, #line and unknown ones are left out with a warning
// (#pragma once without).
//
// #include finds a file among those that are given: of that name, or beside the
// one that includes it, or the only one whose name ends so or that ends it; the
// ".idl" at the end does not count. Where none is meant, and not several, the
// library is asked (ROS 2), for .../pkg/msg/Name or what is beside; its files
// mean whole names by their own #includes. Each file is read once, so that
// guards are not needed and cycles end. Macros of a file reach those that it
// includes and what follows there, not the next file that is read by itself.
//
// Limits, each an error: macros within each other 64 deep, 64 files within each
// other, 2^14 times #include, 2^20 tokens out of macros, 64 levels of #if, 256
// of parentheses and operators in its expression.
class Preprocessor {
 public:
  // `order`: the files to read one after another, those left out that were
  // included before. `sources` holds the files that are given; `library`, which
  // may add to them: null where there is none.
  Preprocessor(const Sources& sources, std::vector<uint32_t> order,
               LibraryFiles* library, Reporter& reporter);

  // kEnd at the end of everything, and after a limit was exceeded. Never kBad:
  // what is no token is reported and left out.
  Token Next();

  // Has a file read behind all others, also where Next said kEnd already.
  void Append(uint32_t file) { order_.push_back(file); }

 private:
  struct Macro {
    std::string_view name;
    bool is_function = false;
    std::vector<std::string_view> parameters;
    std::vector<Token> body;
  };
  struct Condition {
    Place place;
    bool is_active = false;        // what stands here counts
    bool was_taken = false;        // a branch before counted
    bool is_parent_active = true;  // what is around counts
    bool has_else = false;
  };
  struct OpenFile {
    uint32_t file;
    Lexer lexer;
    std::vector<Condition> conditions;
  };
  // Tokens that come before those of the file: bodies of macros.
  struct Expansion {
    std::shared_ptr<const Macro> macro;  // nullptr: an argument or a line
    std::vector<Token> tokens;
    size_t at = 0;
  };
  using Stack = std::vector<Expansion>;

  // The next token before macros; from files too when `stack` is stack_.
  Token Raw(Stack& stack);
  Token FromFile();
  Token Expanded(Stack& stack);
  const Token& PeekRaw(Stack& stack);
  // True: the token was a macro's name and its body is on the stack.
  bool Expand(const Token& name, Stack& stack);
  std::optional<std::vector<std::vector<Token>>> TakeArguments(
      const Token& name, const Macro& macro, Stack& stack);
  std::vector<Token> ExpandAll(std::vector<Token> tokens);
  void Fatal(const Place& place, std::string message);

  bool OpenNextFile();
  void Open(uint32_t file);
  void CloseFile();
  bool IsActive() const;

  void Directive();
  std::vector<Token> RestOfLine();
  void Include(const Token& directive);
  std::optional<uint32_t> FindFile(std::string_view name);
  void Define(const Token& directive);
  void Undefine(const Token& directive);
  void If(const Token& directive);
  void ElseOrElif(const Token& directive);
  void EndIf(const Token& directive);
  bool IsDefined(std::string_view name) const;
  // The value of #if and #elif; false, and reported, where it has none.
  bool EvaluateIf(const Token& directive);

  const Sources& sources_;
  const size_t given_count_;  // of the sources; behind them is the library
  std::vector<uint32_t> order_;
  size_t next_in_order_ = 0;
  LibraryFiles* const library_;
  Reporter& reporter_;
  std::unordered_set<uint32_t> was_opened_;
  std::vector<OpenFile> files_;
  std::map<std::string_view, std::shared_ptr<const Macro>, std::less<>> macros_;
  Stack stack_;
  size_t expanded_tokens_ = 0;
  size_t include_count_ = 0;
  uint32_t expansion_depth_ = 0;
  bool is_stopped_ = false;
  Token last_;  // for the place of kEnd
};

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_PREPROCESSOR_H_
