// Types and values in the words of a comparison.

#ifndef TRANSCDR_CODEC_COMPARE_TYPE_TEXT_H_
#define TRANSCDR_CODEC_COMPARE_TYPE_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

#include "codec/type/schema.h"

namespace transcdr::compare {

// "sequence<geometry::Point, 3>", "float64[2][3]", "string<12>", aliases
// resolved; "..." stands for what is nested more than four deep.
std::string TypeText(const Schema& schema, TypeIndex index);

// A default: "3", "text", "[1, 2]", cut with "..." after some 80 bytes; "none".
std::string LiteralText(const std::optional<Literal>& literal);

// "path.member"; of very long paths the end.
std::string Within(const std::string& path, std::string_view member);

}  // namespace transcdr::compare

#endif  // TRANSCDR_CODEC_COMPARE_TYPE_TEXT_H_
