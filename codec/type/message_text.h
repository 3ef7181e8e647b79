// Small change for the messages of diagnostics.

#ifndef TRANSCDR_CODEC_TYPE_MESSAGE_TEXT_H_
#define TRANSCDR_CODEC_TYPE_MESSAGE_TEXT_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "codec/type/diagnostic.h"

namespace transcdr::message_text {

inline void AppendPart(std::string_view part, std::string* out) {
  out->append(part);
}
template <std::integral T>
void AppendPart(T part, std::string* out) {
  out->append(std::to_string(part));
}

// The parts, text and integers, one after another.
template <typename... Parts>
std::string Concat(const Parts&... parts) {
  std::string out;
  (AppendPart(parts, &out), ...);
  return out;
}

// Text of a schema for a message: in single quotes, one line, well-formed UTF-8
// (other bytes as \x..), cut with "..." after some 80 bytes.
std::string Quoted(std::string_view text);

// A noun with "a" or "an".
std::string WithArticle(std::string_view noun);

// "file:line", or "file" for a place without a line.
std::string PlaceText(const SourceLocation& location);

// A letter or '_', then letters, digits and '_'; ASCII.
bool IsIdentifier(std::string_view text);

}  // namespace transcdr::message_text

#endif  // TRANSCDR_CODEC_TYPE_MESSAGE_TEXT_H_
