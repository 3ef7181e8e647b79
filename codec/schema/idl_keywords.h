// The words of IDL that are no names.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_KEYWORDS_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_KEYWORDS_H_

#include <string_view>

namespace transcdr::idl {

// A keyword of what defines data, as the standard writes it (OMG IDL 4.2,
// 7.4.1.2.1).
bool IsKeyword(std::string_view word);

// The keyword that a word is but for its case, which the standard forbids;
// empty for none, and for a keyword itself.
std::string_view KeywordInOtherCase(std::string_view word);

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_KEYWORDS_H_
