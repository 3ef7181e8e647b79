#include "codec/schema/ros_msg_frontend.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "codec/schema/ros_msg_bundle.h"
#include "codec/schema/ros_msg_names.h"
#include "codec/schema/ros_msg_parser.h"
#include "codec/type/message_text.h"
#include "codec/type/type_builder.h"

namespace transcdr {
namespace {

using message_text::Concat;
using message_text::PlaceText;
using message_text::Quoted;
using ros_msg::DisplayName;
using ros_msg::Field;
using ros_msg::FieldShape;
using ros_msg::FullTypeName;
using ros_msg::Message;
using ros_msg::PackageOf;
using ros_msg::Section;
using ros_msg::ShortNameOf;

constexpr size_t kMaxNamesShown = 5;

// Both of builtin_interfaces. Every ROS 2 system has them, so users leave them
// out; a text that is given comes first.
struct BuiltinMessage {
  std::string_view full_name;
  std::string_view text;
};
constexpr BuiltinMessage kBuiltinMessages[] = {
    {"builtin_interfaces::msg::Time", "int32 sec\nuint32 nanosec\n"},
    {"builtin_interfaces::msg::Duration", "int32 sec\nuint32 nanosec\n"},
};

constexpr std::string_view kHeader = "std_msgs::msg::Header";

// A message text with its name.
struct Definition {
  std::string full_name;  // "pkg::msg::Name"
  std::string display;    // "pkg/msg/Name": the file in locations
  Section section;
  Message message;
  // By field: the definition that it names; kNone for primitives and for what
  // is missing.
  std::vector<size_t> targets;
  bool is_reached = false;
};

// Equal but for blanks and blank lines at the end.
bool SameText(std::string_view a, std::string_view b) {
  constexpr std::string_view kBlanks = " \t\r\n";
  return a.substr(0, a.find_last_not_of(kBlanks) + 1) ==
         b.substr(0, b.find_last_not_of(kBlanks) + 1);
}

constexpr size_t kNone = static_cast<size_t>(-1);

bool SameFields(const Message& a, const Message& b) {
  return std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(),
                    b.fields.end(), [](const Field& x, const Field& y) {
                      return x.type == y.type && x.name == y.name &&
                             x.default_value == y.default_value;
                    });
}

class FrontEnd {
 public:
  FrontEnd(const SchemaSource& source, WireProfile profile,
           const SchemaLimits& limits)
      : source_(source), profile_(profile), limits_(limits), builder_(limits) {}

  std::optional<Schema> Parse(std::vector<Diagnostic>* diagnostics) {
    const size_t first_new = diagnostics->size();
    std::string root;
    if (CheckSize()) root = ReadTexts();
    if (!root.empty()) {
      FollowReferences(root);
      DefineReached();
    }
    std::optional<Schema> schema;
    if (root.empty()) {
      // Without a root there is nothing to build, but the faults are there.
      builder_.Build("", profile_, diagnostics);
    } else {
      schema = builder_.Build(root, profile_, diagnostics);
    }
    for (size_t i = first_new; i < diagnostics->size(); ++i) {
      AddSourceLine(&(*diagnostics)[i]);
    }
    return schema;
  }

 private:
  void Error(SourceLocation location, std::string message,
             std::string_view line = "") {
    Diagnostic diagnostic;
    diagnostic.source_line = ros_msg::SourceLine(line, location.column);
    diagnostic.location = std::move(location);
    diagnostic.message = std::move(message);
    builder_.AddDiagnostic(std::move(diagnostic));
  }

  bool CheckSize() {
    uint64_t size = source_.text.size();
    for (const SchemaFile& file : source_.files) size += file.text.size();
    if (size <= limits_.max_source_bytes) return true;
    Error({}, Concat("the schema has ", size, " bytes: at most ",
                     limits_.max_source_bytes, " are allowed"));
    return false;
  }

  // Splits and parses all texts. Returns the full name of the root; empty, and
  // reported, when there is none.
  std::string ReadTexts() {
    const std::string bundle_file =
        source_.root_type.empty() ? "schema" : RootDisplayName();
    std::vector<Section> sections =
        ros_msg::SplitBundle(source_.text, bundle_file, report_);
    if (sections.empty()) return "";  // another language, reported
    const std::string root = RootName(sections);
    const bool has_unnamed_root = IsRootText(sections[0], sections, root);
    for (size_t i = has_unnamed_root ? 0 : 1; i < sections.size(); ++i) {
      AddText(sections[i], i == 0 ? root : FullNameOf(sections[i]));
    }
    for (const SchemaFile& file : source_.files) {
      sections = ros_msg::SplitBundle(file.text, file.name, report_);
      if (sections.empty()) continue;
      sections[0].name = file.name;
      if (sections[0].name.ends_with(".msg")) {
        sections[0].name.remove_suffix(4);
      }
      const bool is_blank = IsBlankText(sections[0].text);
      for (size_t i = is_blank && sections.size() > 1 ? 1 : 0;
           i < sections.size(); ++i) {
        AddText(sections[i], FullNameOf(sections[i]));
      }
    }
    if (root.empty() || by_name_.contains(root)) return root;
    // What is known to be of another language has no names to look for.
    if (definitions_.empty()) return "";
    std::string names;
    for (size_t i = 0; i < definitions_.size() && i < kMaxNamesShown; ++i) {
      names += (i == 0 ? "" : ", ") + definitions_[i].display;
    }
    if (definitions_.size() > kMaxNamesShown) {
      names += Concat(" and ", definitions_.size() - kMaxNamesShown, " more");
    }
    Error({}, Concat("the root type ", Quoted(DisplayName(root)),
                     " is not among the texts: they hold ", names));
    return "";
  }

  std::string RootDisplayName() const {
    const std::optional<std::string> root = FullTypeName(source_.root_type);
    return root.has_value() ? DisplayName(*root) : source_.root_type;
  }

  // The root as asked for, or the first named text of the bundle.
  std::string RootName(const std::vector<Section>& sections) {
    if (source_.root_type.empty() && sections.size() > 1 &&
        IsBlankText(sections[0].text)) {
      return FullTypeName(sections[1].name).value_or("");
    }
    const std::optional<std::string> root = FullTypeName(source_.root_type);
    if (root.has_value()) return *root;
    Error({}, Concat("the root type ", Quoted(source_.root_type),
                     " is not valid: expected package/Name or "
                     "package/msg/Name"));
    return "";
  }

  // Whether the text before the first separator is that of the root type. A
  // blank one is, for messages may be empty, unless the root is found by name.
  bool IsRootText(const Section& first, const std::vector<Section>& sections,
                  const std::string& root) const {
    if (root.empty()) return false;
    if (!IsBlankText(first.text)) return true;
    const auto is_root = [&](std::string_view name) {
      if (name.ends_with(".msg")) name.remove_suffix(4);
      return FullTypeName(name) == root;
    };
    return std::none_of(
               sections.begin() + 1, sections.end(),
               [&](const Section& other) { return is_root(other.name); }) &&
           std::none_of(source_.files.begin(), source_.files.end(),
                        [&](const SchemaFile& f) { return is_root(f.name); });
  }

  // Nothing but blanks and comments.
  static bool IsBlankText(std::string_view text) {
    ros_msg::LineReader lines(text);
    ros_msg::LineReader::Line line;
    while (lines.Next(&line)) {
      const std::string_view content = ros_msg::Trim(line.text);
      if (!content.empty() && content.front() != '#') return false;
    }
    return true;
  }

  std::string FullNameOf(const Section& section) {
    const std::optional<std::string> name = FullTypeName(section.name);
    if (name.has_value()) return *name;
    Error(section.header,
          Concat("the type name ", Quoted(section.name),
                 " is not valid: expected package/Name or package/msg/Name"),
          section.header_line);
    return "";
  }

  void AddText(const Section& section, const std::string& full_name) {
    if (full_name.empty()) return;
    const auto [at, is_new] =
        by_name_.try_emplace(full_name, definitions_.size());
    if (!is_new &&
        SameText(definitions_[at->second].section.text, section.text)) {
      return;
    }
    Definition definition;
    definition.full_name = full_name;
    definition.display = DisplayName(full_name);
    definition.section = section;
    if (is_new) CheckRosidlNames(definition);
    definition.message =
        ros_msg::ParseMessage(section.text, definition.display, report_);
    if (is_new) {
      by_short_name_[std::string(ShortNameOf(full_name))].push_back(
          definitions_.size());
      definitions_.push_back(std::move(definition));
      return;
    }
    const Definition& first = definitions_[at->second];
    // Comments and blanks may differ.
    if (SameFields(first.message, definition.message)) return;
    Error(section.header,
          Concat("type ", definition.display,
                 " is there twice, with different fields: at ",
                 PlaceText(first.section.header), " and at ",
                 PlaceText(section.header)),
          section.header_line);
  }

  void CheckRosidlNames(const Definition& definition) {
    const std::string_view package = PackageOf(definition.full_name);
    const std::string_view name = ShortNameOf(definition.full_name);
    if (!package.empty() && !ros_msg::IsRosidlPackageName(package)) {
      WarnOfName(definition, "package", package);
    }
    if (!ros_msg::IsRosidlMessageName(name)) {
      WarnOfName(definition, "message", name);
    }
  }

  void WarnOfName(const Definition& definition, std::string_view what,
                  std::string_view name) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::kWarning;
    diagnostic.location = definition.section.header;
    if (definition.section.header_line.empty()) {  // not named in the text
      diagnostic.location = {definition.display, 0, 0};
    }
    diagnostic.message = Concat("the ", what, " name ", Quoted(name),
                                " is not one that ROS 2 allows");
    diagnostic.source_line = ros_msg::SourceLine(definition.section.header_line,
                                                 diagnostic.location.column);
    builder_.AddDiagnostic(std::move(diagnostic));
  }

  // Resolves the fields of everything that the root reaches.
  void FollowReferences(const std::string& root) {
    std::deque<size_t> pending = {by_name_.at(root)};
    definitions_[pending.front()].is_reached = true;
    while (!pending.empty()) {
      const size_t index = pending.front();
      pending.pop_front();
      const size_t field_count = definitions_[index].message.fields.size();
      std::vector<size_t> targets(field_count, kNone);
      for (size_t i = 0; i < field_count; ++i) {
        targets[i] = FindTarget(definitions_[index].full_name,
                                definitions_[index].message.fields[i]);
        if (targets[i] == kNone || definitions_[targets[i]].is_reached) {
          continue;
        }
        definitions_[targets[i]].is_reached = true;
        pending.push_back(targets[i]);
      }
      definitions_[index].targets = std::move(targets);
    }
  }

  // The definition that a field of `user` names; kNone for none or several.
  size_t FindTarget(const std::string& user, const Field& field) {
    if (field.type.kind.has_value()) return kNone;
    const std::string written = FullTypeName(field.type.message).value_or("");
    if (!PackageOf(written).empty()) return FindByName(written);
    const size_t in_package = FindByName(InPackageOf(user, written));
    if (in_package != kNone) return in_package;
    if (written == "Header") return FindByName(std::string(kHeader));
    const auto others = by_short_name_.find(written);
    if (others == by_short_name_.end() || others->second.size() != 1) {
      return kNone;
    }
    return others->second[0];
  }

  static std::string InPackageOf(const std::string& user,
                                 std::string_view name) {
    const std::string_view package = PackageOf(user);
    if (package.empty()) return std::string(name);
    return Concat(package, "::msg::", name);
  }

  size_t FindByName(const std::string& full_name) {
    const auto at = by_name_.find(full_name);
    if (at != by_name_.end()) return at->second;
    for (const BuiltinMessage& builtin : kBuiltinMessages) {
      if (builtin.full_name != full_name) continue;
      Section section;
      section.text = builtin.text;
      AddText(section, full_name);
      return by_name_.at(full_name);
    }
    return kNone;
  }

  void DefineReached() {
    // In the order of the texts, so that messages about several types start
    // with the first.
    for (const Definition& definition : definitions_) {
      if (definition.is_reached) builder_.Named(definition.full_name);
    }
    for (const Definition& definition : definitions_) {
      if (!definition.is_reached) continue;
      TypeDescriptor type;
      type.kind = TypeKind::kStruct;
      type.name = definition.full_name;
      type.location.file = definition.display;
      type.members.reserve(definition.message.fields.size());
      for (size_t i = 0; i < definition.message.fields.size(); ++i) {
        const Field& field = definition.message.fields[i];
        Member member;
        member.name = field.name;
        member.type = TypeOf(definition, field, definition.targets[i]);
        member.default_value = field.default_value;
        member.location = field.name_location;
        type.members.push_back(std::move(member));
      }
      builder_.Define(std::move(type));
    }
  }

  TypeIndex TypeOf(const Definition& user, const Field& field, size_t target) {
    const TypeIndex element = ElementOf(user, field, target);
    switch (field.type.shape) {
      case FieldShape::kOne:
        return element;
      case FieldShape::kArray:
        return builder_.Array(element, {field.type.size});
      case FieldShape::kSequence:
        return builder_.Sequence(element, field.type.size);
    }
    return element;
  }

  TypeIndex ElementOf(const Definition& user, const Field& field,
                      size_t target) {
    if (!field.type.kind.has_value()) {
      if (target != kNone) {
        return builder_.Named(definitions_[target].full_name,
                              field.type_location);
      }
      ReportMissing(user, field);
      return builder_.Primitive(TypeKind::kByte);  // stands in, unseen
    }
    if (*field.type.kind == TypeKind::kString8) {
      return builder_.String(field.type.string_bound);
    }
    if (*field.type.kind == TypeKind::kString16) {
      return builder_.WString(field.type.string_bound);
    }
    return builder_.Primitive(*field.type.kind);
  }

  // Once for each type that is missing, where it is used first.
  void ReportMissing(const Definition& user, const Field& field) {
    const std::string written = FullTypeName(field.type.message).value_or("");
    const bool is_short = PackageOf(written).empty();
    std::string sought = written;
    if (is_short) {
      sought = written == "Header" ? std::string(kHeader)
                                   : InPackageOf(user.full_name, written);
    }
    if (!missing_.insert(sought).second) return;
    const auto others = by_short_name_.find(written);
    if (is_short && written != "Header" && others != by_short_name_.end()) {
      std::string names;
      const std::vector<size_t>& found = others->second;
      for (size_t i = 0; i < found.size() && i < kMaxNamesShown; ++i) {
        names += (i == 0 ? "" : ", ") + definitions_[found[i]].display;
      }
      Error(field.type_location,
            Concat("the type ", Quoted(written), " could be one of ",
                   found.size(), ": ", names, "; write it with its package"),
            field.source_line);
      return;
    }
    Error(field.type_location,
          Concat("the type ", DisplayName(sought),
                 " is not among the texts given", Suggestion(written)),
          field.source_line);
  }

  // What was meant by names from other languages.
  static std::string Suggestion(std::string_view written) {
    static constexpr std::pair<std::string_view, std::string_view> kKnown[] = {
        {"boolean", "bool"},  {"octet", "byte"},     {"int", "int32"},
        {"uint", "uint32"},   {"long", "int32"},     {"short", "int16"},
        {"float", "float32"}, {"double", "float64"}, {"str", "string"},
        {"String", "string"}, {"wchar", "uint16"}};
    for (const auto& [foreign, own] : kKnown) {
      if (written == foreign) return Concat("; did you mean ", own, "?");
    }
    return "";
  }

  // TypeBuilder knows where a fault is, not what is written there.
  void AddSourceLine(Diagnostic* diagnostic) const {
    const SourceLocation& at = diagnostic->location;
    if (!diagnostic->source_line.empty() || at.line == 0) return;
    const auto definition =
        std::find_if(definitions_.begin(), definitions_.end(),
                     [&](const Definition& d) { return d.display == at.file; });
    if (definition == definitions_.end()) return;
    ros_msg::LineReader lines(definition->section.text);
    ros_msg::LineReader::Line line;
    while (lines.Next(&line)) {
      if (line.number != at.line) continue;
      diagnostic->source_line = ros_msg::SourceLine(line.whole, at.column);
      return;
    }
  }

  const SchemaSource& source_;
  const WireProfile profile_;
  const SchemaLimits& limits_;
  TypeBuilder builder_;
  const ros_msg::Report report_ = [this](Diagnostic diagnostic) {
    builder_.AddDiagnostic(std::move(diagnostic));
  };
  std::deque<Definition> definitions_;  // references into it stay valid
  std::unordered_map<std::string, size_t> by_name_;
  std::unordered_map<std::string, std::vector<size_t>> by_short_name_;
  std::unordered_set<std::string> missing_;
};

}  // namespace

std::optional<Schema> ParseRosMsg(const SchemaSource& source,
                                  WireProfile profile,
                                  const SchemaLimits& limits,
                                  std::vector<Diagnostic>* diagnostics) {
  return FrontEnd(source, profile, limits).Parse(diagnostics);
}

}  // namespace transcdr
