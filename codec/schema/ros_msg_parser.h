// One .msg text to its fields and constants. No name is looked up here.

#ifndef TRANSCDR_CODEC_SCHEMA_ROS_MSG_PARSER_H_
#define TRANSCDR_CODEC_SCHEMA_ROS_MSG_PARSER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/schema/ros_msg_bundle.h"
#include "codec/type/type_descriptor.h"

namespace transcdr::ros_msg {

enum class FieldShape : uint8_t { kOne, kArray, kSequence };

// The type of a field as written: T, T[N], T[], T[<=N].
struct FieldType {
  // A primitive, kString8 or kString16; nullopt: a message.
  std::optional<TypeKind> kind;
  std::string message;        // its name as written
  uint32_t string_bound = 0;  // 0: none
  FieldShape shape = FieldShape::kOne;
  uint32_t size = 0;  // of the array, or bound of the sequence; 0: none

  bool operator==(const FieldType&) const = default;
};

struct Field {
  FieldType type;
  std::string name;
  std::optional<Literal> default_value;
  SourceLocation type_location;
  SourceLocation name_location;
  std::string_view source_line;  // borrowed from the text
};

struct Constant {
  TypeKind kind = TypeKind::kBoolean;
  std::string name;
  Literal value;
  SourceLocation location;
};

struct Message {
  std::vector<Field> fields;
  std::vector<Constant> constants;
};

// Parses a text; `file` names it in locations, `first_line` is the number of
// its first line there. Reports every fault and leaves out the field, constant
// or default that has it. An IDL text is reported once and gives an empty
// message.
//
// The language is rosidl's, with these differences, all on the side of older
// texts: any identifier is a name (a warning where rosidl refuses it), lines
// may be indented, '#' within quotes does not start a comment, '=' within a
// default does not make a constant. As with rosidl, tabs in values are blanks,
// quotes that do not close belong to the text, and escapes other than of the
// quote are decoded in single strings, not in arrays of them.
// Beyond rosidl's: floats out of range and bounds in bytes (string) or UTF-16
// units (wstring) are faults.
Message ParseMessage(std::string_view text, const std::string& file,
                     const Report& report, uint32_t first_line = 1);

}  // namespace transcdr::ros_msg

#endif  // TRANSCDR_CODEC_SCHEMA_ROS_MSG_PARSER_H_
