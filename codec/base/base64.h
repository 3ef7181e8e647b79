// Base64 and hex: a thin face over Abseil.

#ifndef TRANSCDR_CODEC_BASE_BASE64_H_
#define TRANSCDR_CODEC_BASE_BASE64_H_

#include <string>
#include <string_view>

namespace transcdr {

// Standard alphabet, padded (RFC 4648, section 4).
std::string Base64Encode(std::string_view bytes);
// Standard or URL alphabet, padded or not. False for anything else.
bool Base64Decode(std::string_view text, std::string* bytes);

// Two lower-case digits a byte.
std::string HexEncode(std::string_view bytes);
// Either case; no separators. False for anything else.
bool HexDecode(std::string_view text, std::string* bytes);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_BASE_BASE64_H_
