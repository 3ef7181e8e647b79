#include "codec/schema/ros_definitions.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "codec/schema/ros_library.h"
#include "codec/schema/ros_msg_names.h"
#include "codec/type/message_text.h"

namespace transcdr::ros_msg {
namespace {

using message_text::Concat;
using message_text::PlaceText;
using message_text::Quoted;

// Equal but for blanks and blank lines at the end.
bool SameText(std::string_view a, std::string_view b) {
  constexpr std::string_view kBlanks = " \t\r\n";
  return a.substr(0, a.find_last_not_of(kBlanks) + 1) ==
         b.substr(0, b.find_last_not_of(kBlanks) + 1);
}

bool SameFields(const Message& a, const Message& b) {
  return std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(),
                    b.fields.end(), [](const Field& x, const Field& y) {
                      return x.type == y.type && x.name == y.name &&
                             x.default_value == y.default_value;
                    });
}

// The fields of a wrapper are in no text that the user has.
void ForgetPlaces(Message* message) {
  for (Field& field : message->fields) {
    field.type_location.line = field.type_location.column = 0;
    field.name_location.line = field.name_location.column = 0;
    field.source_line = "";
  }
}

std::string WhatSeparates(InterfaceKind kind) {
  return kind == InterfaceKind::kService
             ? "one line '---', between request and response"
             : "two lines '---', between goal, result and feedback";
}

}  // namespace

std::string InPackageOf(std::string_view user, std::string_view name) {
  const std::string_view package = PackageOf(user);
  if (package.empty()) return std::string(name);
  return Concat(package, "::msg::", name);
}

void DefinitionSet::Error(SourceLocation location, std::string message,
                          std::string_view line) {
  Diagnostic diagnostic;
  diagnostic.source_line = SourceLine(line, location.column);
  diagnostic.location = std::move(location);
  diagnostic.message = std::move(message);
  report_(std::move(diagnostic));
}

void DefinitionSet::AddText(const Section& section,
                            const std::string& full_name, bool says_kind) {
  const InterfaceText text = SplitInterface(section.text);
  if (says_kind) {
    AddSection(section, full_name, KindOfName(full_name), text);
    return;
  }
  InterfaceKind kind = InterfaceKind::kMessage;
  if (section.kind.has_value()) {
    kind = *section.kind;
  } else if (text.separators.size() == 1) {
    kind = InterfaceKind::kService;
  } else if (text.separators.size() > 1) {
    kind = InterfaceKind::kAction;
  }
  AddSection(section, WithKind(full_name, kind), kind, text);
}

void DefinitionSet::AddSection(const Section& section,
                               const std::string& full_name, InterfaceKind kind,
                               const InterfaceText& text) {
  const std::string display = DisplayName(full_name);
  const size_t found = text.separators.size();
  const std::string interface_name(InterfaceOf(full_name, kind));
  const bool is_part_alone = found == 0 && interface_name != full_name;
  if (kind == InterfaceKind::kMessage ? found == 0 : is_part_alone) {
    CheckRosidlNames(section, full_name);
    Definition definition;
    definition.full_name = full_name;
    definition.display = display;
    definition.file = display;
    definition.file_text = section.text;
    definition.section = section;
    AddDefinition(std::move(definition));
    return;
  }
  if (kind != InterfaceKind::kMessage && found == SeparatorsOf(kind)) {
    CheckRosidlNames(section, interface_name);
    AddInterface(section, interface_name, kind, text);
    return;
  }
  if (found == 0) {
    Error(section.header_line.empty() ? SourceLocation{display, 0, 0}
                                      : section.header,
          Concat("the text of the ", InterfaceNoun(kind), " ", display,
                 " has no line '---': expected ", WhatSeparates(kind)),
          section.header_line);
    return;
  }
  // At the first one that is too many, or the last of too few.
  const size_t at = std::min(SeparatorsOf(kind), found - 1);
  const LineReader::Line& line = text.separators[at];
  const SourceLocation place{DisplayName(interface_name), line.number,
                             line.first_column};
  if (kind != InterfaceKind::kMessage) {
    Error(place,
          Concat("the text of the ", InterfaceNoun(kind), " ",
                 DisplayName(interface_name), " has ", found,
                 found == 1 ? " line" : " lines", " '---': expected ",
                 WhatSeparates(kind)),
          line.whole);
    return;
  }
  const InterfaceKind meant =
      found == 1 ? InterfaceKind::kService : InterfaceKind::kAction;
  const std::string meant_full = WithKind(full_name, meant);
  const std::string_view meant_name = InterfaceOf(meant_full, meant);
  Error(place,
        Concat(display,
               " is named as a message, but '---' separates the parts of ",
               message_text::WithArticle(InterfaceNoun(meant)),
               ": expected a type of ", DisplayName(meant_name), ", which are ",
               DerivedNames(meant_name, meant)),
        line.whole);
}

void DefinitionSet::AddInterface(const Section& section,
                                 const std::string& interface_name,
                                 InterfaceKind kind,
                                 const InterfaceText& text) {
  const std::string file = DisplayName(interface_name);
  const LineReader::Line& separator = text.separators[0];
  interfaces_.try_emplace(interface_name, Interface{interface_name,
                                                    kind,
                                                    {file, separator.number,
                                                     separator.first_column},
                                                    separator.whole});
  for (const DerivedType& type : DerivedTypes(interface_name, kind)) {
    Definition definition;
    definition.full_name = type.full_name;
    definition.display = DisplayName(type.full_name);
    definition.file = file;
    definition.file_text = section.text;
    definition.section = section;
    if (!type.part.has_value()) {
      // Equal for equal names: the first one is as good as any other.
      if (by_name_.contains(type.full_name)) continue;
      definition.section.text = "";
      definition.message = ParseMessage(type.wrapper, file, report_);
      ForgetPlaces(&definition.message);
      definitions_.push_back(std::move(definition));
      by_name_[type.full_name] = &definitions_.back();
      continue;
    }
    const InterfaceText::Part& part = text.parts[*type.part];
    definition.section.text = part.text;
    definition.first_line = part.first_line;
    AddDefinition(std::move(definition));
  }
}

void DefinitionSet::AddDefinition(Definition definition) {
  const auto at = by_name_.find(definition.full_name);
  const Definition* first = at == by_name_.end() ? nullptr : at->second;
  if (first != nullptr &&
      SameText(first->section.text, definition.section.text)) {
    return;
  }
  definition.message = ParseMessage(definition.section.text, definition.file,
                                    report_, definition.first_line);
  if (first == nullptr) {
    definitions_.push_back(std::move(definition));
    Definition& added = definitions_.back();
    by_name_[added.full_name] = &added;
    // Names alone do not reach into the library: what a schema means would
    // depend on what else the library holds.
    if (!is_library_text_) {
      by_short_name_[std::string(ShortNameOf(added.full_name))].push_back(
          &added);
    }
    return;
  }
  // Comments and blanks may differ.
  if (SameFields(first->message, definition.message)) return;
  Error(definition.section.header,
        Concat("type ", definition.display,
               " is there twice, with different fields: at ",
               PlaceText(first->section.header), " and at ",
               PlaceText(definition.section.header)),
        definition.section.header_line);
}

void DefinitionSet::CheckRosidlNames(const Section& section,
                                     std::string_view full_name) {
  if (by_name_.contains(std::string(full_name))) return;
  const auto warn = [&](std::string_view what, std::string_view name) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::kWarning;
    diagnostic.location = section.header;
    if (section.header_line.empty()) {  // not named in the text
      diagnostic.location = {DisplayName(full_name), 0, 0};
    }
    diagnostic.message = Concat("the ", what, " name ", Quoted(name),
                                " is not one that ROS 2 allows");
    diagnostic.source_line =
        SourceLine(section.header_line, diagnostic.location.column);
    report_(std::move(diagnostic));
  };
  const std::string_view package = PackageOf(full_name);
  if (!package.empty() && !IsRosidlPackageName(package)) {
    warn("package", package);
  }
  if (!IsRosidlMessageName(ShortNameOf(full_name))) {
    warn(InterfaceNoun(KindOfName(full_name)), ShortNameOf(full_name));
  }
}

void DefinitionSet::AddFromLibrary(const std::string& full_name) {
  const InterfaceKind kind = KindOfName(full_name);
  const LibraryText* text = FindInLibrary(InterfaceOf(full_name, kind));
  if (text == nullptr) return;
  Section section;
  section.text = text->text;
  is_library_text_ = true;
  AddText(section, std::string(text->full_name), true);
  is_library_text_ = false;
}

Definition* DefinitionSet::Find(const std::string& full_name) {
  if (!by_name_.contains(full_name)) AddFromLibrary(full_name);
  const auto at = by_name_.find(full_name);
  return at == by_name_.end() ? nullptr : at->second;
}

Definition* DefinitionSet::FindUsed(const Definition& user,
                                    std::string_view written) {
  const std::string name = FullTypeName(written).value_or("");
  if (!PackageOf(name).empty()) return Find(name);
  Definition* in_package = Find(InPackageOf(user.full_name, name));
  if (in_package != nullptr) return in_package;
  if (name == "Header") return Find(std::string(kHeaderType));
  const auto others = by_short_name_.find(name);
  if (others == by_short_name_.end() || others->second.size() != 1) {
    return nullptr;
  }
  return by_name_.at(others->second[0]->full_name);
}

std::vector<const Definition*> DefinitionSet::WithShortName(
    const std::string& short_name) const {
  const auto at = by_short_name_.find(short_name);
  return at == by_short_name_.end() ? std::vector<const Definition*>()
                                    : at->second;
}

const DefinitionSet::Interface* DefinitionSet::FindInterface(
    const std::string& full_name) {
  if (!interfaces_.contains(full_name)) AddFromLibrary(full_name);
  const auto at = interfaces_.find(full_name);
  return at == interfaces_.end() ? nullptr : &at->second;
}

std::string DefinitionSet::LineAt(const SourceLocation& location) const {
  const auto definition = std::find_if(
      definitions_.begin(), definitions_.end(),
      [&](const Definition& d) { return d.file == location.file; });
  if (definition == definitions_.end()) return "";
  LineReader lines(definition->file_text);
  LineReader::Line line;
  while (lines.Next(&line)) {
    if (line.number == location.line) {
      return SourceLine(line.whole, location.column);
    }
  }
  return "";
}

}  // namespace transcdr::ros_msg
