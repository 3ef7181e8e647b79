#include "clients/cli/error_report.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <sstream>
#include <utility>

#include "clients/cli/excerpt.h"

namespace transcdr::cli {
namespace {

// Words of an answer may hold parts of the input: nothing of it may steer the
// terminal.
std::string Printable(std::string_view text) {
  std::string printable(text);
  for (char& c : printable) {
    if ((static_cast<unsigned char>(c) < ' ' && c != '\n') || c == 0x7f) {
      c = '?';
    }
  }
  return printable;
}

std::string Metadata(const Failure& failure, const std::string& key) {
  auto found = failure.metadata.find(key);
  return found == failure.metadata.end() ? "" : Printable(found->second);
}

std::optional<uint64_t> TryParseNumber(std::string_view text) {
  uint64_t value = 0;
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

// "file:line:column" in its parts; line and column are 0 where there are none.
struct Place {
  std::string file;
  uint64_t line = 0;
  uint64_t column = 0;
};

// Cuts ":NUMBER" off the end.
std::optional<uint64_t> TakeNumber(std::string* text) {
  size_t colon = text->rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  auto number = TryParseNumber(std::string_view(*text).substr(colon + 1));
  if (number.has_value()) text->resize(colon);
  return number;
}

Place ParsePlace(const std::string& text) {
  Place place{.file = text};
  // Type names may hold "::", so the numbers are taken from the end.
  std::optional<uint64_t> last = TakeNumber(&place.file);
  if (!last.has_value()) return place;
  std::optional<uint64_t> line = TakeNumber(&place.file);
  place.line = line.has_value() ? *line : *last;
  place.column = line.has_value() ? *last : 0;
  return place;
}

// The first part of a type's name and the last: what "a::msg::B", "a/msg/B" and
// "a/B" have in common.
std::pair<std::string_view, std::string_view> PackageAndName(
    std::string_view type) {
  const size_t first = type.find_first_of("/:");
  const size_t last = type.find_last_of("/:");
  if (first == std::string_view::npos) return {"", type};
  return {type.substr(0, first), type.substr(last + 1)};
}

const MsgFile* FindFile(const ReportContext& context, std::string_view type) {
  if (context.schema_files == nullptr) return nullptr;
  for (const MsgFile& file : *context.schema_files) {
    if (PackageAndName(file.type_name) == PackageAndName(type)) return &file;
  }
  return nullptr;
}

std::string_view LineOf(std::string_view text, uint64_t line) {
  for (; line > 1; --line) {
    size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find_first_of("\r\n"));
}

// One fault or warning, with its line where the text is at hand.
void AppendRemark(const Place& place, std::string_view kind,
                  std::string_view colour, std::string_view message,
                  const ReportContext& context, std::ostream& out) {
  const Palette& palette = context.palette;
  const MsgFile* file = FindFile(context, place.file);
  if (!place.file.empty()) {
    out << (file == nullptr ? place.file : file->path) << ':';
    const uint64_t lines_before = file == nullptr ? 0 : file->first_line - 1;
    if (place.line > 0) out << lines_before + place.line << ':';
    if (place.line > 0 && place.column > 0) out << place.column << ':';
    out << ' ';
  }
  out << colour << kind << ':' << palette.reset << ' ' << Printable(message)
      << '\n';
  if (file == nullptr || place.line == 0) return;
  std::string_view line = LineOf(file->text, place.line);
  if (!line.empty()) out << LineExcerpt(line, place.column, palette);
}

void AppendField(std::string_view name, std::string_view value,
                 const Palette& palette, std::ostream& out) {
  if (value.empty()) return;
  out << "  " << palette.label << name << palette.reset
      << std::string(10 - name.size(), ' ') << value << '\n';
}

bool IsUnavailable(const Failure& failure) {
  return failure.reason.empty() &&
         failure.code == grpc::StatusCode::UNAVAILABLE;
}

bool IsTimeUp(const Failure& failure) {
  return failure.reason.empty() &&
         failure.code == grpc::StatusCode::DEADLINE_EXCEEDED;
}

bool IsForeignServer(const Failure& failure) {
  return failure.reason.empty() &&
         failure.code == grpc::StatusCode::UNIMPLEMENTED;
}

// The first line's sentence.
std::string Sentence(const Failure& failure, const ReportContext& context) {
  if (IsUnavailable(failure)) {
    return "no daemon answers at " + context.target + " (" +
           Printable(failure.message) + ")";
  }
  if (IsTimeUp(failure)) {
    std::ostringstream text;
    text << "no answer from " << context.target << " within "
         << context.timeout_seconds << " s";
    return text.str();
  }
  if (IsForeignServer(failure)) {
    return "the server at " + context.target + " is no transcdrd, or another " +
           "version of it (" + Printable(failure.message) + ")";
  }
  // The faults follow one by one.
  if (!failure.faults.empty()) {
    return failure.reason == "SCHEMA_UNSUPPORTED"
               ? "this release cannot translate all of the schema"
               : "the schema is not valid";
  }
  if (failure.message.empty()) return "no reason was given";
  return Printable(failure.message);
}

// Whether the codec says of a type that its text is not there.
bool LacksText(const Failure& failure) {
  return std::any_of(failure.faults.begin(), failure.faults.end(),
                     [](const SchemaFault& fault) {
                       return fault.message.find("not among the texts") !=
                              std::string::npos;
                     });
}

// What to do about it; empty where the sentence says all.
std::string Hint(const Failure& failure, const ReportContext& context) {
  if (IsUnavailable(failure)) {
    return "Start it with 'transcdrd', name another with --target or "
           "TRANSCDR_TARGET, or do without one: --local.";
  }
  if (IsTimeUp(failure)) return "Allow more with --timeout SECONDS.";
  if (failure.reason == "SCHEMA_NOT_FOUND") {
    return "The daemon at " + context.target +
           " does not know this schema, or has forgotten it. Register it with "
           "'transcdr register --ros-msg FILE', or name the file here in place "
           "of the id. 'transcdr list' shows what it knows.";
  }
  if (LacksText(failure)) {
    return "The texts of other types are looked for as "
           "DIR/PACKAGE/msg/NAME.msg: "
           "add --include DIR.";
  }
  if (failure.reason == "LIMIT_EXCEEDED") {
    std::string flag = Metadata(failure, "flag");
    return flag.empty() ? ""
                        : "The daemon's limit is raised with " + flag + ".";
  }
  if (failure.reason == "SERVER_BUSY") return "Try again in a moment.";
  if (failure.reason.empty() &&
      failure.code == grpc::StatusCode::RESOURCE_EXHAUSTED) {
    return "The daemon takes no message of this size: start it with a larger "
           "--max-message-bytes, or use --local.";
  }
  // Of truncated payloads the message says so itself.
  if (failure.reason == "PAYLOAD_MALFORMED" ||
      failure.reason == "BOUND_EXCEEDED" || failure.reason == "INVALID_UTF8") {
    // Encode gives the last two as well, about the document.
    if (context.action.starts_with("decode") &&
        !Metadata(failure, "field_path").empty()) {
      return "A payload written with another version of the schema looks like "
             "this, too.";
    }
  }
  return "";
}

void AppendPlace(const Failure& failure, const ReportContext& context,
                 std::ostream& out) {
  std::optional<uint64_t> offset =
      TryParseNumber(Metadata(failure, "byte_offset"));
  if (!offset.has_value()) return;
  std::ostringstream text;
  text << *offset << " (0x" << std::hex << *offset << std::dec << ")";
  if (context.input_kind != InputKind::kNone) {
    text << " of " << context.input.size();
  }
  AppendField("byte", text.str(), context.palette, out);
  if (context.input_kind == InputKind::kText) {
    TextPosition position = PositionOf(context.input, *offset);
    AppendField("line",
                std::to_string(position.line) + ", column " +
                    std::to_string(position.column),
                context.palette, out);
  }
}

void AppendExcerpt(const Failure& failure, const ReportContext& context,
                   std::ostream& out) {
  std::optional<uint64_t> offset =
      TryParseNumber(Metadata(failure, "byte_offset"));
  if (!offset.has_value() || context.input_kind == InputKind::kNone) return;
  out << '\n'
      << (context.input_kind == InputKind::kBinary
              ? HexExcerpt(context.input, *offset, context.palette)
              : TextExcerpt(context.input, *offset, context.palette));
}

}  // namespace

std::string DescribeFailure(const Failure& failure,
                            const ReportContext& context) {
  const Palette& palette = context.palette;
  std::ostringstream out;
  out << "transcdr: " << palette.error << "error:" << palette.reset
      << " cannot " << context.action << ": " << Sentence(failure, context)
      << '\n';
  for (const SchemaFault& fault : failure.faults) {
    AppendRemark(ParsePlace(fault.place), "error", palette.error, fault.message,
                 context, out);
  }
  AppendField("reason", failure.reason, palette, out);
  AppendField("field", Metadata(failure, "field_path"), palette, out);
  AppendField("name", Metadata(failure, "name"), palette, out);
  AppendPlace(failure, context, out);
  AppendField("expected", Metadata(failure, "expected"), palette, out);
  AppendField("found", Metadata(failure, "actual"), palette, out);
  AppendField("limit", Metadata(failure, "limit"), palette, out);
  AppendExcerpt(failure, context, out);
  std::string hint = Hint(failure, context);
  if (!hint.empty()) out << hint << '\n';
  return out.str();
}

std::string DescribeWarning(const v1::SchemaDiagnostic& warning,
                            const ReportContext& context) {
  std::ostringstream out;
  AppendRemark({warning.file(), warning.line(), warning.column()}, "warning",
               context.palette.warning, warning.message(), context, out);
  return out.str();
}

std::string DescribeUsageError(std::string_view message,
                               const Palette& palette) {
  std::ostringstream out;
  out << "transcdr: " << palette.error << "error:" << palette.reset << ' '
      << Printable(message) << '\n';
  return out.str();
}

ExitCode ExitCodeOf(const Failure& failure) {
  if (IsUnavailable(failure) || IsTimeUp(failure) || IsForeignServer(failure) ||
      failure.reason == "SERVER_BUSY" ||
      failure.code == grpc::StatusCode::CANCELLED) {
    return ExitCode::kUnavailable;
  }
  if (failure.code == grpc::StatusCode::NOT_FOUND) return ExitCode::kNotFound;
  return ExitCode::kFailed;
}

}  // namespace transcdr::cli
