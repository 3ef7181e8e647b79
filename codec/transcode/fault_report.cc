#include "codec/transcode/fault_report.h"

#include <string_view>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "codec/base/utf8.h"

namespace transcdr {
namespace {

// Text of the input is shown cut to this many bytes.
constexpr size_t kMaxShown = 80;

// Part of the input, made fit for a message: valid UTF-8, no control
// characters, not endless.
std::string Shown(std::string_view text) {
  const bool cut = text.size() > kMaxShown;
  if (cut) text = text.substr(0, kMaxShown);
  std::string clean;
  AppendReplacingInvalidUtf8(text, &clean);
  return absl::StrCat(absl::Utf8SafeCEscape(clean), cut ? "..." : "");
}

std::string ExpectedText(const Fault& fault) {
  if (fault.expected_number.has_value()) {
    return absl::StrCat(*fault.expected_number);
  }
  return fault.expected;
}

std::string ActualText(const Fault& fault) {
  std::string text;
  if (fault.actual_number.has_value()) {
    text = absl::StrCat(*fault.actual_number);
  } else if (fault.actual_unsigned.has_value()) {
    text = absl::StrCat(*fault.actual_unsigned);
  } else if (fault.actual_float.has_value()) {
    text = absl::StrFormat("%.17g", *fault.actual_float);
  }
  if (!fault.actual.empty()) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", Shown(fault.actual));
  }
  return text;
}

std::string At(const Fault& fault) {
  return absl::StrCat(" at byte ", fault.byte_offset);
}

// "expected X, found Y", or what of it there is.
std::string Difference(const Fault& fault) {
  const std::string expected = ExpectedText(fault);
  const std::string actual = ActualText(fault);
  std::string text;
  if (!expected.empty()) absl::StrAppend(&text, "expected ", expected);
  if (!actual.empty()) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", "found ", actual);
  }
  return text;
}

std::string What(const Fault& fault) {
  return *fault.what == '\0' ? "" : absl::StrCat(fault.what, ": ");
}

std::string Sentence(const Fault& fault, const std::string& where,
                     const char* input) {
  const std::string at = At(fault);
  switch (fault.reason) {
    case FaultReason::kPayloadTruncated:
      return absl::StrCat(
          "payload truncated", at, ": ",
          *fault.what == '\0' ? where : absl::StrCat("the ", fault.what),
          " needs ", *fault.expected_number, " bytes, ", *fault.actual_number,
          " remain (a payload written with another version of the schema looks "
          "like this)");
    case FaultReason::kPayloadMalformed:
      if (std::string_view(fault.what) == "encapsulation id") {
        return absl::StrFormat(
            "payload malformed%s: encapsulation id 0x%04x (%s): expected %s",
            at, *fault.actual_number, Shown(fault.actual), fault.expected);
      }
      return absl::StrCat("payload malformed", at, ": ", where, ": ",
                          What(fault), Difference(fault));
    case FaultReason::kPayloadTrailingBytes:
      return absl::StrCat("payload has ", *fault.actual_number,
                          " bytes behind the value", at, " (strict)");
    case FaultReason::kBoundExceeded:
      return absl::StrCat("bound exceeded", at, ": ", where, ": at most ",
                          *fault.expected_number, " ", fault.what, ", found ",
                          *fault.actual_number);
    case FaultReason::kValueOutOfRange:
      return absl::StrCat("value out of range", at, ": ", where, ": ",
                          What(fault), Difference(fault));
    case FaultReason::kTypeMismatch:
      return absl::StrCat("type mismatch", at, ": ", where, ": ", What(fault),
                          Difference(fault));
    case FaultReason::kMemberMissing:
      return absl::StrCat(
          "member missing", at, ": ", where,
          fault.actual.empty() ? absl::StrCat(" has no ", fault.what) : "");
    case FaultReason::kMemberUnknown:
      if (fault.actual_number.has_value()) {
        return absl::StrCat("unknown members", at, ": ", where, ": at most ",
                            *fault.expected_number, " ", fault.what, ", found ",
                            *fault.actual_number);
      }
      return absl::StrCat("unknown member", at, ": ", where,
                          " has no member \"", Shown(fault.actual), "\"");
    case FaultReason::kMemberDuplicate:
      return absl::StrCat("duplicate", at, ": ", where, ": ", fault.what,
                          fault.actual.empty()
                              ? ""
                              : absl::StrCat(" \"", Shown(fault.actual), "\""),
                          " comes a second time");
    case FaultReason::kInvalidUtf8:
      return absl::StrCat("invalid text", at, ": ", where, ": ", fault.what,
                          " is not ", fault.expected,
                          fault.actual.empty()
                              ? ""
                              : absl::StrCat(", found ", Shown(fault.actual)));
    case FaultReason::kUnknownEnumerator:
      return absl::StrCat("unknown ", fault.what, at, ": ", where,
                          *fault.expected == '\0'
                              ? absl::StrCat(" has no ", fault.what, " \"",
                                             Shown(fault.actual), "\"")
                              : absl::StrCat(": ", Difference(fault)));
    case FaultReason::kDocumentMalformed:
      return absl::StrCat("document malformed", at, ": ", What(fault),
                          Difference(fault), " (in ", where, ")");
    case FaultReason::kLimitExceeded:
      return absl::StrCat("limit exceeded", at, " of the ", input, ": ", where,
                          ": more than ", *fault.expected_number, " ",
                          fault.what, " (", fault.limit_name, ")");
    case FaultReason::kNone:
    case FaultReason::kSchemaNotFound:
    case FaultReason::kSchemaInvalid:
    case FaultReason::kSchemaUnsupported:
    case FaultReason::kServerBusy:
    case FaultReason::kRequestInvalid:
    case FaultReason::kInternal:
      break;  // no translation gives these
  }
  return "internal error: translation failed without a reason";
}

}  // namespace

std::string FieldPath(const Program& program,
                      const TranscodeScratch::State& state) {
  std::string path;
  const auto append_name = [&](std::string_view name) {
    absl::StrAppend(&path, path.empty() ? "" : ".",
                    absl::string_view(name.data(), name.size()));
  };
  for (uint32_t i = 0; i < state.depth; ++i) {
    const Frame& frame = state.frames[i];
    if (frame.slot == Frame::kNoSlot) continue;
    switch (frame.op->code) {
      case OpCode::kStruct:
        append_name(
            program.structs[frame.op->info].members[frame.slot].name.plain);
        break;
      case OpCode::kUnion:
        append_name(
            program.unions[frame.op->info].cases[frame.slot].member.name.plain);
        break;
      case OpCode::kMap:
        absl::StrAppend(&path, "[", frame.index, "]",
                        frame.in_key ? "(key)" : "");
        break;
      default:  // kArray, kSequence
        absl::StrAppend(&path, "[", frame.index, "]");
        break;
    }
  }
  if (!state.fault.bit_field.empty()) append_name(state.fault.bit_field);
  if (state.fault.element_index.has_value()) {
    absl::StrAppend(&path, "[", *state.fault.element_index, "]");
  }
  return path;
}

absl::Status ReportFault(const Program& program,
                         const TranscodeScratch::State& state,
                         const char* input) {
  const Fault& fault = state.fault;
  const std::string path = FieldPath(program, state);
  ErrorDetail detail;
  detail.reason = fault.reason == FaultReason::kNone ? FaultReason::kInternal
                                                     : fault.reason;
  const auto add = [&](const char* key, std::string value) {
    if (!value.empty()) detail.metadata[key] = std::move(value);
  };
  add("byte_offset", absl::StrCat(fault.byte_offset));
  add("field_path", path);
  const bool names_something = fault.reason == FaultReason::kMemberUnknown ||
                               fault.reason == FaultReason::kMemberDuplicate ||
                               fault.reason == FaultReason::kMemberMissing ||
                               fault.reason == FaultReason::kUnknownEnumerator;
  if (names_something && !fault.actual.empty()) {
    add("name", Shown(fault.actual));
  } else {
    add("actual", ActualText(fault));
  }
  if (fault.reason == FaultReason::kMemberMissing && fault.actual.empty()) {
    add("name", fault.what);
  }
  add("expected", ExpectedText(fault));
  add("limit", fault.limit_name);
  const std::string where =
      path.empty()
          ? program.structs.empty() || program.ops[0].code != OpCode::kStruct
                ? "the root"
                : program.structs[program.ops[0].info].name
          : path;
  return MakeError(std::move(detail), Sentence(fault, where, input));
}

}  // namespace transcdr
