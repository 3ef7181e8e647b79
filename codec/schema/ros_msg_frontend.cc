#include "codec/schema/ros_msg_frontend.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "codec/schema/ros_definitions.h"
#include "codec/schema/ros_interface.h"
#include "codec/schema/ros_library.h"
#include "codec/schema/ros_msg_bundle.h"
#include "codec/schema/ros_msg_names.h"
#include "codec/schema/ros_msg_parser.h"
#include "codec/type/message_text.h"
#include "codec/type/type_builder.h"

namespace transcdr {
namespace {

using message_text::Concat;
using message_text::Quoted;
using ros_msg::Definition;
using ros_msg::DefinitionSet;
using ros_msg::DisplayName;
using ros_msg::Field;
using ros_msg::FieldShape;
using ros_msg::FullTypeName;
using ros_msg::InPackageOf;
using ros_msg::InterfaceKind;
using ros_msg::PackageOf;
using ros_msg::Section;

constexpr size_t kMaxNamesShown = 5;
constexpr size_t kMaxSuggestions = 50;

class FrontEnd {
 public:
  FrontEnd(const SchemaSource& source, WireProfile profile,
           const SchemaLimits& limits)
      : source_(source), profile_(profile), limits_(limits), builder_(limits) {}

  std::optional<Schema> Parse(std::vector<Diagnostic>* diagnostics) {
    const size_t first_new = diagnostics->size();
    Definition* root = CheckSize() ? ReadTexts() : nullptr;
    if (root != nullptr) {
      FollowReferences(root);
      DefineReached();
    }
    // Without a root there is nothing to build, but the faults are there.
    std::optional<Schema> schema = builder_.Build(
        root == nullptr ? "" : root->full_name, profile_, diagnostics);
    if (root == nullptr) schema.reset();
    for (size_t i = first_new; i < diagnostics->size(); ++i) {
      // TypeBuilder knows where a fault is, not what is written there.
      Diagnostic& diagnostic = (*diagnostics)[i];
      if (!diagnostic.source_line.empty() || diagnostic.location.line == 0) {
        continue;
      }
      diagnostic.source_line = definitions_.LineAt(diagnostic.location);
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

  // Splits and parses all texts. Returns the root; null, and reported, when
  // there is none.
  Definition* ReadTexts() {
    const std::string bundle_file =
        source_.root_type.empty() ? "schema" : RootDisplayName();
    std::vector<Section> sections =
        ros_msg::SplitBundle(source_.text, bundle_file, report_);
    if (sections.empty()) return nullptr;  // another language, reported
    const TypeName root = RootName(sections);
    if (IsRootText(sections, root)) {
      definitions_.AddText(sections[0], root.full, root.says_kind);
    }
    for (size_t i = 1; i < sections.size(); ++i) AddNamed(sections[i]);
    for (const SchemaFile& file : source_.files) {
      sections = ros_msg::SplitBundle(file.text, file.name, report_);
      if (sections.empty()) continue;
      sections[0].name = file.name;
      const bool is_blank = IsBlankText(sections[0].text);
      for (size_t i = is_blank && sections.size() > 1 ? 1 : 0;
           i < sections.size(); ++i) {
        AddNamed(sections[i]);
      }
    }
    return root.full.empty() ? nullptr : FindRoot(root);
  }

  // As FullTypeName gives it; empty where there is none.
  struct TypeName {
    std::string full;
    bool says_kind = false;
  };

  // With what a section or a file says of its kind, and without the extension
  // of a file.
  static TypeName NameOf(Section* section) {
    static constexpr std::pair<std::string_view, InterfaceKind> kExtensions[] =
        {{".msg", InterfaceKind::kMessage},
         {".srv", InterfaceKind::kService},
         {".action", InterfaceKind::kAction}};
    for (const auto& [extension, kind] : kExtensions) {
      if (!section->name.ends_with(extension)) continue;
      section->name.remove_suffix(extension.size());
      section->kind = kind;
    }
    return {FullTypeName(section->name).value_or(""),
            ros_msg::SaysKind(section->name)};
  }

  void AddNamed(Section section) {
    const TypeName name = NameOf(&section);
    if (!name.full.empty()) {
      definitions_.AddText(section, name.full, name.says_kind);
      return;
    }
    Error(section.header,
          Concat("the type name ", Quoted(section.name),
                 " is not valid: expected package/Name or package/msg/Name"),
          section.header_line);
  }

  std::string RootDisplayName() const {
    const std::optional<std::string> root = FullTypeName(source_.root_type);
    return root.has_value() ? DisplayName(*root) : source_.root_type;
  }

  // The root as asked for, or the first named text of the bundle.
  TypeName RootName(const std::vector<Section>& sections) {
    if (source_.root_type.empty() && sections.size() > 1 &&
        IsBlankText(sections[0].text)) {
      Section first = sections[1];
      return NameOf(&first);
    }
    const std::optional<std::string> root = FullTypeName(source_.root_type);
    if (root.has_value()) return {*root, ros_msg::SaysKind(source_.root_type)};
    Error({}, Concat("the root type ", Quoted(source_.root_type),
                     " is not valid: expected package/Name or "
                     "package/msg/Name"));
    return {};
  }

  // Whether the text before the first separator is that of the root type. A
  // blank one is, for messages may be empty, unless the root is found by name.
  bool IsRootText(const std::vector<Section>& sections,
                  const TypeName& root) const {
    if (root.full.empty()) return false;
    if (!IsBlankText(sections[0].text)) return true;
    const auto defines_root = [&](Section section) {
      const TypeName name = NameOf(&section);
      if (name.full == root.full) return true;
      // Of a service or an action.
      const InterfaceKind kind = section.kind.value_or(
          ros_msg::KindOfName(name.says_kind ? name.full : root.full));
      const auto named = [&](const TypeName& one) {
        return one.says_kind ? one.full : ros_msg::WithKind(one.full, kind);
      };
      const std::string root_name = named(root);
      return named(name) == ros_msg::InterfaceOf(root_name, kind);
    };
    if (std::any_of(sections.begin() + 1, sections.end(), defines_root) ||
        std::any_of(source_.files.begin(), source_.files.end(),
                    [&](const SchemaFile& file) {
                      Section section;
                      section.name = file.name;
                      return defines_root(section);
                    })) {
      return false;
    }
    // What the library has is not taken for empty where nothing was written.
    const bool is_nothing = source_.text.empty() || sections.size() > 1;
    return !(is_nothing && IsInLibrary(root)) && source_.has_text;
  }

  static bool IsInLibrary(const TypeName& root) {
    for (InterfaceKind kind : KindsOf(root)) {
      const std::string name = ros_msg::WithKind(root.full, kind);
      if (ros_msg::FindInLibrary(ros_msg::InterfaceOf(name, kind)) != nullptr) {
        return true;
      }
    }
    return false;
  }

  // What a type may be by its name.
  static std::vector<InterfaceKind> KindsOf(const TypeName& name) {
    if (name.says_kind) return {ros_msg::KindOfName(name.full)};
    return {InterfaceKind::kMessage, InterfaceKind::kService,
            InterfaceKind::kAction};
  }

  Definition* FindRoot(const TypeName& root) {
    for (InterfaceKind kind : KindsOf(root)) {
      Definition* found = definitions_.Find(ros_msg::WithKind(root.full, kind));
      if (found != nullptr) return found;
    }
    for (InterfaceKind kind : KindsOf(root)) {
      const auto* found =
          definitions_.FindInterface(ros_msg::WithKind(root.full, kind));
      if (found == nullptr) continue;
      Error(
          found->separator,
          Concat(DisplayName(found->full_name), " is ",
                 message_text::WithArticle(ros_msg::InterfaceNoun(found->kind)),
                 ": expected one of its types as the root, ",
                 ros_msg::DerivedNames(found->full_name, found->kind)),
          found->separator_line);
      return nullptr;
    }
    if (definitions_.all().empty()) {
      // Texts with faults have named none, or a text of another language.
      if (source_.text.empty() && source_.files.empty()) {
        Error({}, Concat("there is no text, and ", DisplayName(root.full),
                         " is not a built-in type",
                         ros_msg::LibrarySuggestion(root.full)));
      }
      return nullptr;
    }
    std::string names;
    const std::deque<Definition>& all = definitions_.all();
    for (size_t i = 0; i < all.size() && i < kMaxNamesShown; ++i) {
      names += (i == 0 ? "" : ", ") + all[i].display;
    }
    if (all.size() > kMaxNamesShown) {
      names += Concat(" and ", all.size() - kMaxNamesShown, " more");
    }
    Error({}, Concat("the root type ", Quoted(DisplayName(root.full)),
                     " is not among the texts: they hold ", names));
    return nullptr;
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

  // Resolves the fields of everything that the root reaches.
  void FollowReferences(Definition* root) {
    std::deque<Definition*> pending = {root};
    root->is_reached = true;
    while (!pending.empty()) {
      Definition* user = pending.front();
      pending.pop_front();
      for (const Field& field : user->message.fields) {
        Definition* target = nullptr;
        if (!field.type.kind.has_value()) {
          target = definitions_.FindUsed(*user, field.type.message);
        }
        user->targets.push_back(target);
        if (target == nullptr || target->is_reached) continue;
        target->is_reached = true;
        pending.push_back(target);
      }
    }
  }

  void DefineReached() {
    // In the order of the texts, so that messages about several types start
    // with the first.
    for (const Definition& definition : definitions_.all()) {
      if (definition.is_reached) builder_.Named(definition.full_name);
    }
    for (const Definition& definition : definitions_.all()) {
      if (!definition.is_reached) continue;
      TypeDescriptor type;
      type.kind = TypeKind::kStruct;
      type.name = definition.full_name;
      type.location.file = definition.file;
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

  TypeIndex TypeOf(const Definition& user, const Field& field,
                   const Definition* target) {
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
                      const Definition* target) {
    if (!field.type.kind.has_value()) {
      if (target != nullptr) {
        return builder_.Named(target->full_name, field.type_location);
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
      sought = written == "Header" ? std::string(ros_msg::kHeaderType)
                                   : InPackageOf(user.full_name, written);
    }
    if (!missing_.insert(sought).second) return;
    const std::vector<const Definition*> others =
        definitions_.WithShortName(written);
    if (is_short && written != "Header" && !others.empty()) {
      std::string names;
      for (size_t i = 0; i < others.size() && i < kMaxNamesShown; ++i) {
        names += (i == 0 ? "" : ", ") + others[i]->display;
      }
      Error(field.type_location,
            Concat("the type ", Quoted(written), " could be one of ",
                   others.size(), ": ", names, "; write it with its package"),
            field.source_line);
      return;
    }
    Error(field.type_location,
          Concat("the type ", DisplayName(sought),
                 " is not among the texts given", Suggestion(written, sought)),
          field.source_line);
  }

  // What was meant by names from other languages, or nearly those of the
  // library.
  std::string Suggestion(std::string_view written,
                         std::string_view sought) const {
    static constexpr std::pair<std::string_view, std::string_view> kKnown[] = {
        {"boolean", "bool"},  {"octet", "byte"},     {"int", "int32"},
        {"uint", "uint32"},   {"long", "int32"},     {"short", "int16"},
        {"float", "float32"}, {"double", "float64"}, {"str", "string"},
        {"String", "string"}, {"wchar", "uint16"}};
    for (const auto& [foreign, own] : kKnown) {
      if (written == foreign) return Concat("; did you mean ", own, "?");
    }
    // Hundreds of missing types are no slips of the pen.
    return missing_.size() > kMaxSuggestions
               ? ""
               : ros_msg::LibrarySuggestion(sought);
  }

  const SchemaSource& source_;
  const WireProfile profile_;
  const SchemaLimits& limits_;
  TypeBuilder builder_;
  const ros_msg::Report report_ = [this](Diagnostic diagnostic) {
    builder_.AddDiagnostic(std::move(diagnostic));
  };
  DefinitionSet definitions_{report_};
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
