// The expressions of #if and #elif.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_CONDITION_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_CONDITION_H_

#include <vector>

#include "codec/schema/idl_lexer.h"
#include "codec/schema/idl_sources.h"

namespace transcdr::idl {

// Whether the expression is not 0. Integers are signed and of 64 bits, sums
// wrap; names that are left are 0, true is 1. Macros are replaced already, and
// defined() too. Reports what is wrong at its token, or at `directive`, and
// then returns false.
bool EvaluateCondition(const std::vector<Token>& tokens, const Token& directive,
                       Reporter& reporter);

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_CONDITION_H_
