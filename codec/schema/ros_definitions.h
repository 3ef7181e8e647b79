// The types that the texts of one schema define, by name; those of the library
// behind them. See ros_msg_frontend.h, which makes a schema of them.

#ifndef TRANSCDR_CODEC_SCHEMA_ROS_DEFINITIONS_H_
#define TRANSCDR_CODEC_SCHEMA_ROS_DEFINITIONS_H_

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codec/schema/ros_interface.h"
#include "codec/schema/ros_msg_bundle.h"
#include "codec/schema/ros_msg_parser.h"
#include "codec/type/diagnostic.h"

namespace transcdr::ros_msg {

// A message, or one of the types of a service or an action.
struct Definition {
  std::string full_name;  // "pkg::msg::Name"
  std::string display;    // "pkg/msg/Name"
  // In locations: the name of the message, service or action. Lines are those
  // of `file_text`.
  std::string file;
  std::string_view file_text;
  Section section;          // .text: what this type's fields were read from
  uint32_t first_line = 1;  // of section.text in file_text
  Message message;
  // By field: the definition that it names; null for primitives and for what
  // is missing. Set by the front end.
  std::vector<const Definition*> targets;
  bool is_reached = false;
};

class DefinitionSet {
 public:
  // `report` has to outlive the set.
  explicit DefinitionSet(const Report& report) : report_(report) {}
  DefinitionSet(const DefinitionSet&) = delete;
  DefinitionSet& operator=(const DefinitionSet&) = delete;

  // Adds the message, or all types of the service or action, that a text
  // describes. `full_name` is as FullTypeName gives it; where `says_kind` is
  // false (pkg/Name), the section's kind and the text's lines "---" decide what
  // it is. Reports faults of the text, and types that are there already with
  // other fields. The text has to outlive the set.
  void AddText(const Section& section, const std::string& full_name,
               bool says_kind);

  // The type of that name, in the texts or else in the library; null where
  // there is none.
  Definition* Find(const std::string& full_name);
  // The one that `user` means by a name as written; null for none or several.
  Definition* FindUsed(const Definition& user, std::string_view written);
  // Those of the texts with that last part of the name.
  std::vector<const Definition*> WithShortName(
      const std::string& short_name) const;

  // A service or an action among the texts, or in the library.
  struct Interface {
    std::string full_name;
    InterfaceKind kind = InterfaceKind::kService;
    SourceLocation separator;  // its first "---"
    std::string_view separator_line;
  };
  const Interface* FindInterface(const std::string& full_name);

  // In the order of the texts.
  const std::deque<Definition>& all() const { return definitions_; }

  // The line of a text that a location names; empty where there is none.
  std::string LineAt(const SourceLocation& location) const;

 private:
  void AddSection(const Section& section, const std::string& full_name,
                  InterfaceKind kind, const InterfaceText& text);
  void AddInterface(const Section& section, const std::string& interface_name,
                    InterfaceKind kind, const InterfaceText& text);
  // Where the type is known already, compares instead.
  void AddDefinition(Definition definition);
  void AddFromLibrary(const std::string& full_name);
  void CheckRosidlNames(const Section& section, std::string_view full_name);
  void Error(SourceLocation location, std::string message,
             std::string_view line);

  const Report& report_;
  std::deque<Definition> definitions_;  // pointers into it stay valid
  std::unordered_map<std::string, Definition*> by_name_;
  std::unordered_map<std::string, std::vector<const Definition*>>
      by_short_name_;
  std::unordered_map<std::string, Interface> interfaces_;
  bool is_library_text_ = false;
};

// The name that an unqualified one stands for within `user`'s package.
std::string InPackageOf(std::string_view user, std::string_view name);

// What "Header" alone stands for: of ROS 1, and readers keep it.
inline constexpr std::string_view kHeaderType = "std_msgs::msg::Header";

}  // namespace transcdr::ros_msg

#endif  // TRANSCDR_CODEC_SCHEMA_ROS_DEFINITIONS_H_
