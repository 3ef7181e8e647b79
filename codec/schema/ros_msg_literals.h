// Values in .msg text: defaults and constants. What is taken is what rosidl
// takes, which reads numbers as Python does.

#ifndef TRANSCDR_CODEC_SCHEMA_ROS_MSG_LITERALS_H_
#define TRANSCDR_CODEC_SCHEMA_ROS_MSG_LITERALS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/type/type_descriptor.h"

namespace transcdr::ros_msg {

// A value, or what is wrong with the text: "expected ..., found ...".
struct LiteralOrFault {
  Literal literal;
  std::string fault;  // empty: none
};

// true, false (any case), 1 and 0; integers in decimal, 0x, 0o and 0b, with '_'
// between digits, within the range of the kind; floats, "nan" and "inf" in any
// case, within the range of the kind.
// REQUIRES: a boolean, byte, integer, float32 or float64; no white space
// around the text.
LiteralOrFault ParseNumber(TypeKind kind, std::string_view text);

// A decimal number of 1 and more, as array sizes and bounds are written.
// nullopt for anything else, and beyond 2^32 - 1.
std::optional<uint32_t> ParseSize(std::string_view text);

// The escapes \a \b \f \n \r \t \v \\ \' \" \ooo \xhh \uhhhh \Uhhhhhhhh; \x and
// \ooo give a byte; a backslash before anything else stays. A fault where an
// escape is cut off or gives no character, or the text is then not well-formed
// UTF-8 or holds NUL.
LiteralOrFault DecodeText(std::string_view text);

}  // namespace transcdr::ros_msg

#endif  // TRANSCDR_CODEC_SCHEMA_ROS_MSG_LITERALS_H_
