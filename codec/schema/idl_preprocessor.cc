#include "codec/schema/idl_preprocessor.h"

#include <algorithm>
#include <utility>

#include "codec/schema/idl_condition.h"
#include "codec/schema/ros_msg_bundle.h"
#include "codec/type/message_text.h"

namespace transcdr::idl {
namespace {

using message_text::Concat;
using message_text::IsIdentifier;
using message_text::Quoted;
using ros_msg::Trim;

constexpr size_t kMaxExpansionDepth = 64;
constexpr size_t kMaxOpenFiles = 64;
constexpr size_t kMaxIncludes = 1 << 14;
constexpr size_t kMaxExpandedTokens = 1 << 20;
constexpr size_t kMaxConditions = 64;

std::string_view WithoutExtension(std::string_view name) {
  if (name.ends_with(".idl")) name.remove_suffix(4);
  return name;
}

// "pkg/msg/" of "pkg/msg/Name".
std::string_view FolderOf(std::string_view name) {
  const size_t end = name.rfind('/');
  return end == std::string_view::npos ? std::string_view()
                                       : name.substr(0, end + 1);
}

// Whether `name` ends in `end`, whole folders only.
bool IsPathEnd(std::string_view name, std::string_view end) {
  return name.ends_with(end) && (name.size() == end.size() ||
                                 name[name.size() - end.size() - 1] == '/');
}

// Without "./" and with "../" carried out.
std::string Normalized(std::string_view path) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = path.find('/');
    const std::string_view part = path.substr(0, end);
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (part != ".") {
      parts.push_back(part);
    }
    if (end == std::string_view::npos) break;
    path.remove_prefix(end + 1);
  }
  std::string normalized;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) normalized += '/';
    normalized += parts[i];
  }
  return normalized;
}

}  // namespace

Preprocessor::Preprocessor(const Sources& sources, std::vector<uint32_t> order,
                           LibraryFiles* library, Reporter& reporter)
    : sources_(sources),
      given_count_(sources.size()),
      order_(std::move(order)),
      library_(library),
      reporter_(reporter) {}

Token Preprocessor::Next() {
  while (!is_stopped_) {
    Token token = Expanded(stack_);
    if (is_stopped_) break;
    if (token.kind == TokenKind::kBad) {
      reporter_.Error(token.place, std::string(token.text));
      continue;
    }
    last_ = token;
    return token;
  }
  Token end;
  end.place = last_.place;
  return end;
}

void Preprocessor::Fatal(const Place& place, std::string message) {
  if (!is_stopped_) reporter_.Error(place, std::move(message));
  is_stopped_ = true;
}

bool Preprocessor::OpenNextFile() {
  while (next_in_order_ < order_.size()) {
    const uint32_t file = order_[next_in_order_++];
    if (was_opened_.contains(file)) continue;
    macros_.clear();
    Open(file);
    return true;
  }
  return false;
}

void Preprocessor::Open(uint32_t file) {
  was_opened_.insert(file);
  files_.push_back({file, Lexer(sources_.text(file), file), {}});
}

void Preprocessor::CloseFile() {
  for (const Condition& condition : files_.back().conditions) {
    reporter_.Error(condition.place, "this condition has no #endif");
  }
  files_.pop_back();
}

bool Preprocessor::IsActive() const {
  return files_.back().conditions.empty() ||
         files_.back().conditions.back().is_active;
}

Token Preprocessor::FromFile() {
  while (!is_stopped_) {
    if (files_.empty() && !OpenNextFile()) break;
    Lexer& lexer = files_.back().lexer;
    Token token = lexer.Next();
    if (token.kind == TokenKind::kEnd) {
      last_.place = token.place;
      CloseFile();
    } else if (token.is_line_start && token.Is("#")) {
      Directive();
    } else if (IsActive()) {
      return token;
    }
  }
  Token end;
  end.place = last_.place;
  return end;
}

Token Preprocessor::Raw(Stack& stack) {
  while (!stack.empty()) {
    Expansion& top = stack.back();
    if (top.at < top.tokens.size()) return top.tokens[top.at++];
    stack.pop_back();
  }
  return &stack == &stack_ ? FromFile() : Token();
}

const Token& Preprocessor::PeekRaw(Stack& stack) {
  const Token token = Raw(stack);
  // Kept as an expansion of its own, which ends with it.
  Expansion peeked;
  peeked.tokens = {token};
  stack.push_back(std::move(peeked));
  return stack.back().tokens.front();
}

Token Preprocessor::Expanded(Stack& stack) {
  while (!is_stopped_) {
    Token token = Raw(stack);
    if (token.kind != TokenKind::kIdentifier || token.is_final ||
        !Expand(token, stack)) {
      return token;
    }
  }
  return {};
}

bool Preprocessor::Expand(const Token& name, Stack& stack) {
  const auto at = macros_.find(name.text);
  if (at == macros_.end()) return false;
  const std::shared_ptr<const Macro> macro = at->second;
  for (const Expansion& open : stack) {
    if (open.macro != macro) continue;
    // A macro within itself stays as it is, for ever (C, 6.10.3.4).
    Expansion itself;
    itself.tokens = {name};
    itself.tokens[0].is_final = true;
    stack.push_back(std::move(itself));
    return true;
  }
  if (stack.size() >= kMaxExpansionDepth) {
    Fatal(name.place, Concat("macros within each other: at most ",
                             kMaxExpansionDepth, " levels are allowed"));
    return true;
  }
  Expansion expansion;
  if (macro->is_function) {
    if (!PeekRaw(stack).Is("(")) return false;
    auto arguments = TakeArguments(name, *macro, stack);
    if (!arguments.has_value()) return true;
    for (std::vector<Token>& argument : *arguments) {
      argument = ExpandAll(std::move(argument));
    }
    for (const Token& token : macro->body) {
      const auto parameter = std::find(macro->parameters.begin(),
                                       macro->parameters.end(), token.text);
      if (token.kind != TokenKind::kIdentifier ||
          parameter == macro->parameters.end()) {
        expansion.tokens.push_back(token);
        continue;
      }
      const std::vector<Token>& argument =
          (*arguments)[parameter - macro->parameters.begin()];
      expansion.tokens.insert(expansion.tokens.end(), argument.begin(),
                              argument.end());
      if (expansion.tokens.size() > kMaxExpandedTokens) break;
    }
  } else {
    expansion.tokens = macro->body;
  }
  expanded_tokens_ += expansion.tokens.size() + 1;
  if (expanded_tokens_ > kMaxExpandedTokens) {
    Fatal(name.place, Concat("macros give more than ", kMaxExpandedTokens,
                             " tokens in all"));
    return true;
  }
  // Faults are shown where the macro is used.
  for (Token& token : expansion.tokens) token.place = name.place;
  expansion.macro = macro;
  stack.push_back(std::move(expansion));
  return true;
}

std::optional<std::vector<std::vector<Token>>> Preprocessor::TakeArguments(
    const Token& name, const Macro& macro, Stack& stack) {
  Raw(stack);  // the '('
  std::vector<std::vector<Token>> arguments(1);
  size_t depth = 0;
  while (true) {
    const Token token = Raw(stack);
    if (is_stopped_) return std::nullopt;
    if (token.kind == TokenKind::kEnd) {
      reporter_.Error(name.place, Concat("the arguments of macro ",
                                         Quoted(name.text), " have no ')'"));
      return std::nullopt;
    }
    if (++expanded_tokens_ > kMaxExpandedTokens) {
      Fatal(name.place, Concat("macros take more than ", kMaxExpandedTokens,
                               " tokens in all"));
      return std::nullopt;
    }
    if (token.Is("(")) ++depth;
    if (token.Is(")") && depth-- == 0) break;
    if (token.Is(",") && depth == 0) {
      arguments.emplace_back();
    } else {
      arguments.back().push_back(token);
    }
  }
  if (macro.parameters.empty() && arguments[0].empty()) arguments.clear();
  if (arguments.size() == macro.parameters.size()) return arguments;
  reporter_.Error(name.place, Concat("macro ", Quoted(name.text), " takes ",
                                     macro.parameters.size(),
                                     " arguments, found ", arguments.size()));
  return std::nullopt;
}

std::vector<Token> Preprocessor::ExpandAll(std::vector<Token> tokens) {
  if (is_stopped_) return {};
  if (expansion_depth_ >= kMaxExpansionDepth) {
    Fatal(tokens.empty() ? last_.place : tokens[0].place,
          Concat("macros within arguments of macros: at most ",
                 kMaxExpansionDepth, " levels are allowed"));
    return {};
  }
  ++expansion_depth_;
  Stack stack(1);
  stack[0].tokens = std::move(tokens);
  std::vector<Token> expanded;
  while (true) {
    Token token = Expanded(stack);
    if (token.kind == TokenKind::kEnd) break;
    expanded.push_back(token);
  }
  --expansion_depth_;
  return expanded;
}

std::vector<Token> Preprocessor::RestOfLine() {
  Lexer& lexer = files_.back().lexer;
  std::vector<Token> tokens;
  while (!lexer.Peek().is_line_start) {
    const Token token = lexer.Next();
    if (token.kind != TokenKind::kBad) {
      tokens.push_back(token);
    } else if (IsActive()) {
      reporter_.Error(token.place, std::string(token.text));
    }
  }
  return tokens;
}

void Preprocessor::Directive() {
  Lexer& lexer = files_.back().lexer;
  if (lexer.Peek().is_line_start) return;  // a '#' alone says nothing
  const Token directive = lexer.Next();
  const std::string_view name = directive.text;
  if (name == "if" || name == "ifdef" || name == "ifndef") {
    If(directive);
  } else if (name == "elif" || name == "else") {
    ElseOrElif(directive);
  } else if (name == "endif") {
    EndIf(directive);
  } else if (!IsActive()) {
    lexer.RestOfLine();
  } else if (name == "include") {
    Include(directive);
  } else if (name == "define") {
    Define(directive);
  } else if (name == "undef") {
    Undefine(directive);
  } else if (name == "error") {
    reporter_.Error(directive.place,
                    Concat("#error ", Quoted(lexer.RestOfLine())));
  } else if (name == "warning") {
    reporter_.Warning(directive.place,
                      Concat("#warning ", Quoted(lexer.RestOfLine())));
  } else {
    const std::string_view rest = lexer.RestOfLine();
    if (name == "pragma" && rest == "once") return;
    if (directive.kind == TokenKind::kNumber || name == "line") return;
    reporter_.Warning(directive.place,
                      name == "pragma"
                          ? Concat("#pragma ", rest.substr(0, 60),
                                   " is left out: pragmas change nothing here")
                          : Concat("the directive ", Quoted(Concat("#", name)),
                                   " is not known and left out"));
  }
}

void Preprocessor::Include(const Token& directive) {
  const std::string_view rest = files_.back().lexer.RestOfLine();
  const bool is_quoted = rest.size() > 2 && rest.front() == '"' &&
                         rest.find('"', 1) == rest.size() - 1;
  const bool is_bracketed = rest.size() > 2 && rest.front() == '<' &&
                            rest.find('>') == rest.size() - 1;
  if (!is_quoted && !is_bracketed) {
    reporter_.Error(directive.place,
                    Concat("expected \"file\" or <file> after #include, found ",
                           rest.empty() ? "nothing" : Quoted(rest)));
    return;
  }
  const std::string_view name = Trim(rest.substr(1, rest.size() - 2));
  if (++include_count_ > kMaxIncludes) {
    Fatal(directive.place,
          Concat("more than ", kMaxIncludes, " times #include"));
    return;
  }
  const std::optional<uint32_t> file = FindFile(name);
  if (!file.has_value()) {
    const std::string suggestion =
        library_ == nullptr ? "" : library_->Suggestion(WithoutExtension(name));
    reporter_.Error(directive.place,
                    Concat("the file ", Quoted(name),
                           " is not among the texts given", suggestion));
    return;
  }
  if (was_opened_.contains(*file)) return;
  if (files_.size() >= kMaxOpenFiles) {
    Fatal(directive.place, Concat("files that include each other: at most ",
                                  kMaxOpenFiles, " levels are allowed"));
    return;
  }
  Open(*file);
}

std::optional<uint32_t> Preprocessor::FindFile(std::string_view name) {
  const std::string wanted = Normalized(WithoutExtension(name));
  const std::string beside =
      Normalized(Concat(FolderOf(sources_.name(files_.back().file)), wanted));
  std::optional<uint32_t> by_end;
  bool is_unique = true;
  // The library names its files whole: a "Pose.idl" that is given may be any.
  const bool is_in_library = files_.back().file >= given_count_;
  // Only what is given: what a name means does not depend on what of the
  // library was read before.
  for (uint32_t file = 0; file < given_count_; ++file) {
    const std::string_view candidate = WithoutExtension(sources_.name(file));
    if (candidate == wanted || candidate == beside) return file;
    if (!IsPathEnd(candidate, wanted) &&
        (is_in_library || !IsPathEnd(wanted, candidate))) {
      continue;
    }
    is_unique = is_unique && !by_end.has_value();
    by_end = file;
  }
  if (!is_unique) return std::nullopt;
  if (by_end.has_value() || library_ == nullptr) return by_end;
  const std::optional<uint32_t> in_library = library_->FindFile(wanted);
  return in_library.has_value() ? in_library : library_->FindFile(beside);
}

void Preprocessor::Define(const Token& directive) {
  const std::vector<Token> line = RestOfLine();
  if (line.empty() || line[0].kind != TokenKind::kIdentifier ||
      line[0].text == "defined") {
    reporter_.Error(line.empty() ? directive.place : line[0].place,
                    "expected the name of a macro after #define");
    return;
  }
  auto macro = std::make_shared<Macro>();
  macro->name = line[0].text;
  size_t body = 1;
  if (line.size() > 1 && line[1].Is("(") && !line[1].has_space_before) {
    macro->is_function = true;
    size_t at = 2;
    bool is_right = true;
    while (at < line.size() && !line[at].Is(")")) {
      if (!macro->parameters.empty()) {
        is_right = line[at].Is(",");
        if (!is_right || ++at >= line.size()) break;
      }
      is_right = line[at].kind == TokenKind::kIdentifier;
      if (!is_right) break;
      macro->parameters.push_back(line[at++].text);
    }
    if (!is_right || at >= line.size()) {
      reporter_.Error(
          line[std::min(at, line.size() - 1)].place,
          Concat("the parameters of macro ", Quoted(macro->name),
                 " are not valid: expected names with ',' between, and ')'"));
      return;
    }
    body = at + 1;
  }
  macro->body.assign(line.begin() + static_cast<ptrdiff_t>(body), line.end());
  for (const Token& token : macro->body) {
    if (!token.Is("#") && !token.Is("##")) continue;
    reporter_.Unsupported(
        token.place,
        Concat("'#' and '##' in macros are not supported by this release"));
    return;
  }
  // Repeated with another body: the later one counts, as with most tools.
  const auto [at, is_new] = macros_.try_emplace(macro->name, macro);
  if (is_new) return;
  const Macro& before = *at->second;
  const bool is_same =
      before.is_function == macro->is_function &&
      before.parameters == macro->parameters &&
      std::equal(before.body.begin(), before.body.end(), macro->body.begin(),
                 macro->body.end(), [](const Token& a, const Token& b) {
                   return a.text == b.text;
                 });
  if (!is_same) {
    reporter_.Warning(line[0].place, Concat("macro ", Quoted(macro->name),
                                            " is defined again, differently"));
  }
  at->second = std::move(macro);
}

void Preprocessor::Undefine(const Token& directive) {
  const std::vector<Token> line = RestOfLine();
  if (line.size() != 1 || line[0].kind != TokenKind::kIdentifier) {
    reporter_.Error(directive.place,
                    "expected the name of a macro after #undef");
    return;
  }
  macros_.erase(line[0].text);
}

bool Preprocessor::IsDefined(std::string_view name) const {
  return macros_.contains(name);
}

void Preprocessor::If(const Token& directive) {
  if (files_.back().conditions.size() >= kMaxConditions) {
    Fatal(directive.place, Concat("conditions within each other: at most ",
                                  kMaxConditions, " levels are allowed"));
    return;
  }
  Condition condition;
  condition.place = directive.place;
  condition.is_parent_active = IsActive();
  if (!condition.is_parent_active) {
    files_.back().lexer.RestOfLine();
  } else {
    condition.is_active = EvaluateIf(directive);
  }
  condition.was_taken = condition.is_active;
  files_.back().conditions.push_back(condition);
}

void Preprocessor::ElseOrElif(const Token& directive) {
  if (files_.back().conditions.empty() ||
      files_.back().conditions.back().has_else) {
    files_.back().lexer.RestOfLine();
    reporter_.Error(directive.place, Concat("#", directive.text,
                                            files_.back().conditions.empty()
                                                ? " without an #if before it"
                                                : " after #else"));
    return;
  }
  Condition& condition = files_.back().conditions.back();
  const bool can_be_taken = condition.is_parent_active && !condition.was_taken;
  if (directive.text == "else" || !can_be_taken) {
    condition.has_else = directive.text == "else";
    files_.back().lexer.RestOfLine();
    condition.is_active = can_be_taken;
  } else {
    condition.is_active = true;  // so that faults of the line are reported
    condition.is_active = EvaluateIf(directive);
  }
  condition.was_taken = condition.was_taken || condition.is_active;
}

void Preprocessor::EndIf(const Token& directive) {
  files_.back().lexer.RestOfLine();
  if (!files_.back().conditions.empty()) {
    files_.back().conditions.pop_back();
    return;
  }
  reporter_.Error(directive.place, "#endif without an #if before it");
}

bool Preprocessor::EvaluateIf(const Token& directive) {
  std::vector<Token> line = RestOfLine();
  if (directive.text == "ifdef" || directive.text == "ifndef") {
    if (line.empty() || line[0].kind != TokenKind::kIdentifier) {
      reporter_.Error(
          directive.place,
          Concat("expected the name of a macro after #", directive.text));
      return false;
    }
    return IsDefined(line[0].text) == (directive.text == "ifdef");
  }
  // defined(X) asks for the name as it stands, so it goes before the macros.
  std::vector<Token> asked;
  for (size_t i = 0; i < line.size(); ++i) {
    const bool is_parenthesized =
        i + 3 < line.size() && line[i + 1].Is("(") && line[i + 3].Is(")");
    const size_t name = i + (is_parenthesized ? 2 : 1);
    if (!line[i].Is("defined") || name >= line.size() ||
        line[name].kind != TokenKind::kIdentifier) {
      asked.push_back(line[i]);
      continue;
    }
    Token value = line[i];
    value.kind = TokenKind::kNumber;
    value.text = IsDefined(line[name].text) ? "1" : "0";
    asked.push_back(value);
    i = name + (is_parenthesized ? 1 : 0);
  }
  const std::vector<Token> tokens = ExpandAll(std::move(asked));
  if (is_stopped_) return false;
  return EvaluateCondition(tokens, directive, reporter_);
}

}  // namespace transcdr::idl
