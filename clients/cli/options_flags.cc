#include "clients/cli/options_flags.h"

#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace transcdr::cli {
namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Headings in --help.
constexpr char kMappingGroup[] = "How the document looks";
constexpr char kProfileGroup[] =
    "Wire profile [ros2 for --ros-msg, omg for --descriptor]";

enum class Scope { kBoth, kDecodeOnly, kEncodeOnly };

// What reflection does not know of a field of MappingOptions.
struct FlagText {
  Scope scope;
  std::string_view help;
};

// Every field has to be here: AddMappingFlags fails on one that is not.
const std::map<std::string_view, FlagText>& MappingTexts() {
  static const auto* texts = new std::map<std::string_view, FlagText>{
      {"struct_form", {Scope::kBoth, "How structures appear"}},
      {"int64_form", {Scope::kBoth, "64-bit integers in JSON"}},
      {"int64_width", {Scope::kBoth, "64-bit integers in MessagePack"}},
      {"non_finite_form", {Scope::kBoth, "NaN and infinities in JSON"}},
      {"char_array_form", {Scope::kBoth, "Sequences and arrays of char"}},
      {"invalid_utf8_policy",
       {Scope::kBoth, "Strings whose bytes are not UTF-8"}},
      {"bytes_form", {Scope::kBoth, "Sequences and arrays of octet or uint8"}},
      {"numeric_array_form",
       {Scope::kBoth, "Other numeric sequences and arrays in MessagePack"}},
      {"enum_form", {Scope::kBoth, "Enumerations"}},
      {"bitmask_form", {Scope::kBoth, "Bitmasks"}},
      {"absent_form", {Scope::kBoth, "Optional members that are absent"}},
      {"bounds_policy",
       {Scope::kDecodeOnly, "Strings and sequences beyond their bound"}},
      {"unknown_members_policy",
       {Scope::kEncodeOnly, "Members that the schema does not have"}},
      {"inexact_float32_policy",
       {Scope::kEncodeOnly,
        "MessagePack float64 for float32 where narrowing changes it"}},
      {"lenient_booleans",
       {Scope::kDecodeOnly, "A boolean byte above 1 is an error"}},
      {"require_all", {Scope::kEncodeOnly, "A missing member is an error"}},
      {"strict",
       {Scope::kDecodeOnly,
        "What is tolerated otherwise is an error (padding, trailing bytes, "
        "strings without NUL)"}},
  };
  return *texts;
}

// Every field has to be here: AddProfileFlags fails on one that is not.
const std::map<std::string_view, std::string_view>& ProfileTexts() {
  static const auto* texts = new std::map<std::string_view, std::string_view>{
      {"preset", "Vendor habits that the bytes do not tell"},
      {"wstring_form", "Wide strings, instead of the profile's"},
      {"wchar_width", "Bits of a wchar, instead of the profile's"},
      {"empty_struct_form",
       "Structures without members, instead of the profile's"},
      {"default_extensibility",
       "IDL: types without annotation, instead of the profile's"},
      {"wstring_form_xcdr2", "Wide strings in XCDR2"},
      {"wchar_width_xcdr2", "Bits of a wchar in XCDR2"},
      {"long_double_form", "What the 16 bytes of a long double hold"},
      {"optional_origin",
       "Where alignment counts from behind an XCDR1 optional member"},
      {"collection_headers", "Which collections have a DHEADER in XCDR2"},
      {"alignment_origin", "The byte of a payload that alignment counts from"},
      {"ros_service_header", "The 16 bytes before ROS 2 requests and replies"},
  };
  return *texts;
}

// "STRUCT_FORM_MAP_BY_ID" or "map_by_id" to "map-by-id".
std::string Kebab(std::string_view text) {
  std::string kebab(text);
  for (char& c : kebab) {
    c = c == '_'
            ? '-'
            : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return kebab;
}

// The values of an enum but for UNSPECIFIED, by their flag text, in order.
std::vector<std::pair<std::string, int>> FlagValues(
    const EnumDescriptor& type) {
  // Buf's style: UNSPECIFIED comes first and shows the prefix.
  std::string_view zero = type.value(0)->name();
  size_t prefix_length = zero.size() - std::string_view("UNSPECIFIED").size();
  std::vector<std::pair<std::string, int>> values;
  for (int i = 1; i < type.value_count(); ++i) {
    values.emplace_back(Kebab(type.value(i)->name().substr(prefix_length)),
                        type.value(i)->number());
  }
  return values;
}

// "a|b|c": shown in --help and in the error for another value.
std::string Alternatives(const EnumDescriptor& type) {
  std::string text;
  for (const auto& [name, number] : FlagValues(type)) {
    if (!text.empty()) text += '|';
    text += name;
  }
  return text;
}

std::string ProfileFlag(const FieldDescriptor& field) {
  return field.name() == "preset" ? "--profile" : "--" + Kebab(field.name());
}

void AddEnumFlag(CLI::App* command, const char* group, Message* message,
                 const FieldDescriptor* field, const std::string& flag,
                 std::string help) {
  const EnumDescriptor& type = *field->enum_type();
  std::string alternatives = Alternatives(type);
  command
      ->add_option_function<std::string>(
          flag,
          [message, field, flag, alternatives](const std::string& text) {
            for (const auto& [name, number] : FlagValues(*field->enum_type())) {
              if (name != Kebab(text)) continue;
              message->GetReflection()->SetEnumValue(message, field, number);
              return;
            }
            throw CLI::ValidationError(
                flag, "'" + text + "' is none of " + alternatives);
          },
          std::move(help))
      ->type_name(alternatives)
      ->group(group);
}

void AddBoolFlag(CLI::App* command, Message* message,
                 const FieldDescriptor* field, const std::string& flag,
                 bool value, std::string help) {
  command
      ->add_flag_callback(
          flag,
          [message, field, value] {
            message->GetReflection()->SetBool(message, field, value);
          },
          std::move(help))
      ->group(kMappingGroup);
}

}  // namespace

void AddMappingFlags(Direction direction, CLI::App* command,
                     v1::MappingOptions* options) {
  const auto* type = v1::MappingOptions::descriptor();
  for (int i = 0; i < type->field_count(); ++i) {
    const FieldDescriptor* field = type->field(i);
    const FlagText& text = MappingTexts().at(field->name());
    if (direction == Direction::kDecode && text.scope == Scope::kEncodeOnly) {
      continue;
    }
    if (direction == Direction::kEncode && text.scope == Scope::kDecodeOnly) {
      continue;
    }
    std::string help(text.help);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
      // The first value is the default everywhere.
      help += " [" + FlagValues(*field->enum_type()).front().first + "]";
      AddEnumFlag(command, kMappingGroup, options, field,
                  "--" + Kebab(field->name()), help);
    } else if (field->name() == "lenient_booleans") {
      // The only one that is on by default: the flag turns it off.
      AddBoolFlag(command, options, field, "--strict-booleans", false, help);
    } else {
      AddBoolFlag(command, options, field, "--" + Kebab(field->name()), true,
                  help);
    }
  }
}

void AddProfileFlags(CLI::App* command, v1::WireProfile* profile) {
  const auto* type = v1::WireProfile::descriptor();
  for (int i = 0; i < type->field_count(); ++i) {
    const FieldDescriptor* field = type->field(i);
    AddEnumFlag(command, kProfileGroup, profile, field, ProfileFlag(*field),
                std::string(ProfileTexts().at(field->name())));
  }
}

std::string ProfileFlagText(const v1::WireProfile& profile) {
  const auto* type = v1::WireProfile::descriptor();
  std::string text;
  for (int i = 0; i < type->field_count(); ++i) {
    const FieldDescriptor* field = type->field(i);
    const int number = profile.GetReflection()->GetEnumValue(profile, field);
    for (const auto& [name, value] : FlagValues(*field->enum_type())) {
      if (value != number) continue;
      if (!text.empty()) text += ' ';
      text += ProfileFlag(*field) + ' ' + name;
    }
  }
  return text;
}

}  // namespace transcdr::cli
