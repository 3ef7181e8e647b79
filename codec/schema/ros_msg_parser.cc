#include "codec/schema/ros_msg_parser.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include "codec/base/utf8.h"
#include "codec/schema/ros_msg_literals.h"
#include "codec/schema/ros_msg_names.h"
#include "codec/type/message_text.h"

namespace transcdr::ros_msg {
namespace {

using message_text::Concat;
using message_text::IsIdentifier;
using message_text::Quoted;

std::optional<TypeKind> KindOf(std::string_view name) {
  static const std::unordered_map<std::string_view, TypeKind> kKinds = {
      {"bool", TypeKind::kBoolean},    {"byte", TypeKind::kByte},
      {"char", TypeKind::kUInt8},      {"int8", TypeKind::kInt8},
      {"uint8", TypeKind::kUInt8},     {"int16", TypeKind::kInt16},
      {"uint16", TypeKind::kUInt16},   {"int32", TypeKind::kInt32},
      {"uint32", TypeKind::kUInt32},   {"int64", TypeKind::kInt64},
      {"uint64", TypeKind::kUInt64},   {"float32", TypeKind::kFloat32},
      {"float64", TypeKind::kFloat64}, {"string", TypeKind::kString8},
      {"wstring", TypeKind::kString16}};
  const auto at = kKinds.find(name);
  if (at == kKinds.end()) return std::nullopt;
  return at->second;
}

std::string QuotedOrNothing(std::string_view text) {
  return text.empty() ? "nothing" : Quoted(text);
}

bool IsText(TypeKind kind) {
  return kind == TypeKind::kString8 || kind == TypeKind::kString16;
}

// What is left when the comment is cut off, without blanks at the end.
std::string_view CutComment(std::string_view text) {
  return Trim(text.substr(0, text.find('#')));
}

// Blanks, then nothing or a comment.
bool IsEndOfLine(std::string_view text) {
  text = Trim(text);
  return text.empty() || text.front() == '#';
}

// The first quote that no backslash precedes, from `from` on.
size_t FindClosingQuote(std::string_view text, size_t from, char quote) {
  for (size_t i = text.find(quote, from); i != std::string_view::npos;
       i = text.find(quote, i + 1)) {
    if (text[i - 1] != '\\') return i;
  }
  return std::string_view::npos;
}

// Text between quotes, with \quote as the quote.
std::string UnescapeQuote(std::string_view inner, char quote) {
  std::string out;
  for (size_t i = 0; i < inner.size(); ++i) {
    const bool is_escape =
        inner[i] == '\\' && i + 1 < inner.size() && inner[i + 1] == quote;
    if (!is_escape) out += inner[i];
  }
  return out;
}

// The first word of the first line that is neither blank nor a '#' comment.
std::string_view FirstWord(std::string_view text) {
  LineReader lines(text);
  LineReader::Line line;
  while (lines.Next(&line)) {
    const std::string_view code = CutComment(line.text);
    if (code.empty()) continue;
    return code.substr(0, code.find_first_of(" \t{"));
  }
  return "";
}

bool IsIdl(std::string_view text) {
  const std::string_view word = FirstWord(text);
  static constexpr std::string_view kWords[] = {
      "module", "struct", "union",   "enum",     "bitmask",
      "bitset", "const",  "typedef", "interface"};
  const bool is_idl_word =
      std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
  if (!is_idl_word && !word.starts_with("//") && !word.starts_with("/*") &&
      !word.starts_with('@')) {
    return false;
  }
  // Not the brace of a comment or a default alone.
  return text.find('{') != std::string_view::npos &&
         text.find(';') != std::string_view::npos;
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& file, const Report& report,
         uint32_t first_line)
      : text_(text), file_(file), report_(report), first_line_(first_line) {}

  Message Parse() {
    if (IsIdl(text_)) {
      ReportIdl();
      return {};
    }
    LineReader lines(text_, first_line_);
    while (lines.Next(&line_)) ParseLine();
    return std::move(message_);
  }

 private:
  SourceLocation Place(std::string_view at) const {
    const auto offset = static_cast<uint32_t>(at.data() - line_.text.data());
    return {file_, line_.number, line_.first_column + offset};
  }

  Diagnostic MakeDiagnostic(std::string_view at, std::string message) const {
    Diagnostic diagnostic;
    diagnostic.location = Place(at);
    diagnostic.message = std::move(message);
    diagnostic.source_line =
        SourceLine(line_.whole, diagnostic.location.column);
    return diagnostic;
  }

  // `at`: a part of the line.
  void Error(std::string_view at, std::string message) {
    report_(MakeDiagnostic(at, std::move(message)));
  }

  void Warn(std::string_view at, std::string message) {
    Diagnostic diagnostic = MakeDiagnostic(at, std::move(message));
    diagnostic.severity = Severity::kWarning;
    report_(std::move(diagnostic));
  }

  // At the first line that is neither blank nor a '#' comment.
  void ReportIdl() {
    LineReader lines(text_, first_line_);
    while (lines.Next(&line_)) {
      if (CutComment(line_.text).empty()) continue;
      Error(line_.text,
            "this is IDL: expected .msg text; it is taken where IDL is "
            "expected");
      return;
    }
  }

  void ParseLine() {
    std::string_view rest = Trim(line_.text);
    if (rest.empty()) return;
    if (!IsAscii(rest)) CheckEncoding(rest);
    if (rest.front() == '#') return;

    const std::string_view type_text = TakeWord(&rest, " \t#");
    rest = Trim(rest);
    const std::string_view name = TakeWord(&rest, " \t#=");
    if (name.empty()) {
      Error(type_text, Concat("expected a type and a name, found ",
                              Quoted(CutComment(line_.text))));
      return;
    }
    rest = Trim(rest);
    if (rest.starts_with('=')) {
      ParseConstant(type_text, name, Trim(rest.substr(1)));
    } else {
      ParseField(type_text, name, rest);
    }
  }

  static std::string_view TakeWord(std::string_view* rest,
                                   std::string_view ends) {
    const std::string_view word = rest->substr(0, rest->find_first_of(ends));
    rest->remove_prefix(word.size());
    return word;
  }

  void CheckEncoding(std::string_view content) {
    if (IsValidUtf8(content)) return;
    const size_t valid = ValidUtf8Prefix(content);
    if (content.substr(0, valid).find('#') == std::string_view::npos) {
      // Names and values with such bytes are refused where they are parsed.
      return;
    }
    if (has_warned_of_encoding_) return;
    has_warned_of_encoding_ = true;
    Warn(content.substr(valid), "the text is not well-formed UTF-8");
  }

  std::optional<FieldType> ParseType(std::string_view text) {
    FieldType type;
    std::string_view element = text;
    if (text.ends_with(']')) {
      const size_t open = text.rfind('[');
      if (open == std::string_view::npos) {
        Error(text, Concat("the type ", Quoted(text), " has no '['"));
        return std::nullopt;
      }
      element = text.substr(0, open);
      if (!ParseSizeOf(text.substr(open + 1, text.size() - open - 2), &type)) {
        return std::nullopt;
      }
    }
    if (element.find_first_of("[]") != std::string_view::npos) {
      Error(element, Concat("the type ", Quoted(text),
                            " is not valid: expected at most one array size, "
                            "[N], [] or [<=N], at its end"));
      return std::nullopt;
    }
    if (!ParseElement(element, &type)) return std::nullopt;
    return type;
  }

  // What is between the brackets.
  bool ParseSizeOf(std::string_view text, FieldType* type) {
    type->shape = FieldShape::kSequence;
    if (text.empty()) return true;
    std::string_view digits = text;
    if (digits.starts_with("<=")) {
      digits.remove_prefix(2);
    } else {
      type->shape = FieldShape::kArray;
    }
    const std::optional<uint32_t> size = ParseSize(digits);
    if (!size.has_value()) {
      Error(text, Concat("expected an array size of 1 to 4294967295, found ",
                         QuotedOrNothing(digits)));
      return false;
    }
    type->size = *size;
    return true;
  }

  bool ParseElement(std::string_view text, FieldType* type) {
    type->kind = KindOf(text);
    if (type->kind.has_value()) return true;
    const size_t bound = text.find("<=");
    if (bound != std::string_view::npos) {
      type->kind = KindOf(text.substr(0, bound));
      if (!type->kind.has_value() || !IsText(*type->kind)) {
        Error(text, Concat("the type ", Quoted(text),
                           " is not valid: only string and wstring have a "
                           "bound"));
        return false;
      }
      const std::string_view digits = text.substr(bound + 2);
      const std::optional<uint32_t> size = ParseSize(digits);
      if (!size.has_value()) {
        Error(digits.empty() ? text : digits,
              Concat("expected a string bound of 1 to 4294967295, found ",
                     QuotedOrNothing(digits)));
        return false;
      }
      type->string_bound = *size;
      return true;
    }
    if (text == "time" || text == "duration") {
      // Old texts, and tools that carry them over, have ROS 1's primitives.
      type->message = text == "time" ? "builtin_interfaces/Time"
                                     : "builtin_interfaces/Duration";
      Warn(text, Concat("the type ", Quoted(text), " is of ROS 1: taken as ",
                        type->message));
      return true;
    }
    if (!FullTypeName(text).has_value()) {
      Error(text, Concat("the type ", Quoted(text),
                         " is not valid: expected a primitive type, Name or "
                         "package/Name"));
      return false;
    }
    type->message = std::string(text);
    return true;
  }

  void ParseField(std::string_view type_text, std::string_view name,
                  std::string_view value_text) {
    std::optional<FieldType> type = ParseType(type_text);
    // After a bad type, blanks within it mostly, the name is a guess.
    if (!type.has_value() || !CheckName(name, "field", IsRosidlFieldName)) {
      return;
    }
    Field field;
    field.name = std::string(name);
    field.type_location = Place(type_text);
    field.name_location = Place(name);
    field.source_line = line_.whole;
    if (!IsEndOfLine(value_text)) {
      field.default_value = ParseDefault(*type, value_text);
    }
    field.type = *std::move(type);
    message_.fields.push_back(std::move(field));
  }

  void ParseConstant(std::string_view type_text, std::string_view name,
                     std::string_view value_text) {
    const std::optional<TypeKind> kind = KindOf(type_text);
    if (!kind.has_value()) {
      Error(type_text,
            Concat("a constant cannot have the type ", Quoted(type_text),
                   ": expected a primitive type, string or wstring"));
    }
    const bool has_name = CheckName(name, "constant", IsRosidlConstantName);
    if (!kind.has_value() || !has_name) return;
    FieldType type;
    type.kind = kind;
    std::optional<Literal> value = ParseOne(type, value_text);
    if (!value.has_value()) return;
    const auto [first, is_new] =
        constant_lines_.try_emplace(std::string(name), line_.number);
    if (!is_new) {
      Error(name,
            Concat("constant ", Quoted(name), " is declared twice: first at ",
                   file_, ":", first->second));
      return;
    }
    message_.constants.push_back(
        {*kind, std::string(name), *std::move(value), Place(name)});
  }

  bool CheckName(std::string_view name, std::string_view what,
                 bool (*is_rosidl_name)(std::string_view)) {
    if (!IsIdentifier(name)) {
      Error(name, Concat("the ", what, " name ", Quoted(name),
                         " is not valid: expected a letter, then letters, "
                         "digits and '_'"));
      return false;
    }
    if (!is_rosidl_name(name)) {
      Warn(name, Concat("the ", what, " name ", Quoted(name),
                        " is not one that ROS 2 allows"));
    }
    return true;
  }

  // A default, with the comment behind it; nullopt, and reported, when it does
  // not fit the type.
  std::optional<Literal> ParseDefault(const FieldType& type,
                                      std::string_view text) {
    if (!type.kind.has_value()) {
      Error(text, Concat("a field of type ", Quoted(type.message),
                         " cannot have a default: only primitive types, "
                         "strings and arrays of them do"));
      return std::nullopt;
    }
    if (type.shape == FieldShape::kOne) return ParseOne(type, text);
    std::optional<std::vector<Literal>> elements = ParseList(type, text);
    if (!elements.has_value()) return std::nullopt;
    const size_t count = elements->size();
    if (type.shape == FieldShape::kArray && count != type.size) {
      Error(text, Concat("expected a list of ", type.size, ", found ", count));
      return std::nullopt;
    }
    if (type.size != 0 && count > type.size) {
      Error(text, Concat("expected a list of at most ", type.size, ", found ",
                         count));
      return std::nullopt;
    }
    return Literal{*std::move(elements)};
  }

  // One value, up to the end of the line.
  std::optional<Literal> ParseOne(const FieldType& type,
                                  std::string_view text) {
    if (!IsText(*type.kind)) return Number(*type.kind, text, CutComment(text));
    const std::optional<std::string> raw = ParseString(text);
    if (!raw.has_value()) return std::nullopt;
    LiteralOrFault result = DecodeText(*raw);
    if (!result.fault.empty()) {
      Error(text, std::move(result.fault));
      return std::nullopt;
    }
    if (!CheckStringBound(type, text,
                          std::get<std::string>(result.literal.value))) {
      return std::nullopt;
    }
    return std::move(result.literal);
  }

  // `at`: where to report.
  std::optional<Literal> Number(TypeKind kind, std::string_view at,
                                std::string_view text) {
    LiteralOrFault result = ParseNumber(kind, text);
    if (result.fault.empty()) return std::move(result.literal);
    Error(at, std::move(result.fault));
    return std::nullopt;
  }

  bool CheckStringBound(const FieldType& type, std::string_view at,
                        const std::string& value) {
    const bool is_wide = type.kind == TypeKind::kString16;
    const size_t size = is_wide ? CountUtf16Units(value) : value.size();
    if (type.string_bound == 0 || size <= type.string_bound) return true;
    Error(at, Concat("expected text of at most ", type.string_bound,
                     is_wide ? " UTF-16 units" : " bytes of UTF-8", ", found ",
                     size));
    return false;
  }

  // A string up to the end of the line, escapes of its quote decoded.
  std::optional<std::string> ParseString(std::string_view text) {
    const char quote = text.empty() ? '\0' : text.front();
    if (quote != '"' && quote != '\'') {
      return WithoutTabs(std::string(CutComment(text)));
    }
    const size_t close = FindClosingQuote(text, 1, quote);
    if (close != std::string_view::npos &&
        IsEndOfLine(text.substr(close + 1))) {
      return WithoutTabs(UnescapeQuote(text.substr(1, close - 1), quote));
    }
    // No comment can start within the quotes that do close.
    const size_t from = close == std::string_view::npos ? 0 : close;
    const std::string_view code = Trim(text.substr(0, text.find('#', from)));
    if (code.size() >= 2 && code.back() == quote) {
      if (close != std::string_view::npos) {
        Error(code,
              Concat("expected quotes within the text as \\",
                     quote == '"' ? "\"" : "'", ", found ", Quoted(code)));
        return std::nullopt;
      }
      // Ends in an escaped quote, "C:\": the text is what is between.
      return WithoutTabs(UnescapeQuote(code.substr(1, code.size() - 2), quote));
    }
    Warn(code, close == std::string_view::npos
                   ? "the quote is not closed: it is taken as part of the text"
                   : "text follows the closing quote: the quotes are taken as "
                     "part of the text");
    return WithoutTabs(std::string(code));
  }

  static std::string WithoutTabs(std::string text) {
    std::replace(text.begin(), text.end(), '\t', ' ');
    return text;
  }

  // "[a, b]" and the comment behind it.
  std::optional<std::vector<Literal>> ParseList(const FieldType& type,
                                                std::string_view text) {
    if (!text.starts_with('[')) {
      Error(text, Concat("expected a list such as [1, 2], found ",
                         Quoted(CutComment(text))));
      return std::nullopt;
    }
    std::string_view rest = Trim(text.substr(1));
    std::vector<Literal> elements;
    const bool is_text = IsText(*type.kind);
    while (!rest.starts_with(']')) {
      const std::optional<Literal> element =
          is_text ? TextElement(type, &rest) : NumberElement(type, &rest);
      if (!element.has_value()) return std::nullopt;
      elements.push_back(*element);
      rest = Trim(rest);
      if (rest.starts_with(',')) {
        rest = Trim(rest.substr(1));
        // rosidl takes a comma before the end for strings alone.
        if (is_text || !rest.starts_with(']')) continue;
        Error(rest, "expected a value after ','");
        return std::nullopt;
      }
      if (rest.empty() || rest.front() == '#') {
        Error(text, "the list is not closed: expected ']'");
        return std::nullopt;
      }
    }
    if (IsEndOfLine(rest.substr(1))) return elements;
    Error(Trim(rest.substr(1)),
          Concat("expected the end of the line after the list, found ",
                 Quoted(CutComment(rest.substr(1)))));
    return std::nullopt;
  }

  std::optional<Literal> NumberElement(const FieldType& type,
                                       std::string_view* rest) {
    const std::string_view at = *rest;
    const std::string_view word = Trim(TakeWord(rest, ",]#"));
    return Number(*type.kind, at, word);
  }

  std::optional<Literal> TextElement(const FieldType& type,
                                     std::string_view* rest) {
    const std::string_view at = *rest;
    std::string value;
    const char quote = at.empty() ? '\0' : at.front();
    if (quote == '"' || quote == '\'') {
      const size_t close = FindClosingQuote(at, 1, quote);
      if (close == std::string_view::npos) {
        Error(at, "the quote is not closed");
        return std::nullopt;
      }
      value = UnescapeQuote(at.substr(1, close - 1), quote);
      rest->remove_prefix(close + 1);
    } else {
      const std::string_view word = Trim(TakeWord(rest, ",]#"));
      if (word.empty()) {
        Error(at, "expected a value");
        return std::nullopt;
      }
      value = std::string(word);
    }
    value = WithoutTabs(std::move(value));
    if (!IsValidUtf8(value)) {
      Error(at, Concat("expected well-formed UTF-8, found ", Quoted(value)));
      return std::nullopt;
    }
    if (value.find('\0') != std::string::npos) {
      Error(at, Concat("expected text without NUL, found ", Quoted(value)));
      return std::nullopt;
    }
    if (!CheckStringBound(type, at, value)) return std::nullopt;
    return Literal{std::move(value)};
  }

  const std::string_view text_;
  const std::string& file_;
  const Report& report_;
  const uint32_t first_line_;
  LineReader::Line line_;
  Message message_;
  std::unordered_map<std::string, uint32_t> constant_lines_;
  bool has_warned_of_encoding_ = false;
};

}  // namespace

Message ParseMessage(std::string_view text, const std::string& file,
                     const Report& report, uint32_t first_line) {
  return Parser(text, file, report, first_line).Parse();
}

}  // namespace transcdr::ros_msg
