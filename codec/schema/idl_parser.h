// Tokens of IDL to a syntax tree. No name is looked up here.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_PARSER_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_PARSER_H_

#include <memory>
#include <vector>

#include "codec/base/limits.h"
#include "codec/schema/idl_ast.h"
#include "codec/schema/idl_preprocessor.h"
#include "codec/schema/idl_sources.h"

namespace transcdr::idl {

// Which liberties the language takes.
enum class Dialect : uint8_t {
  kOmg,
  kRos,  // no warnings about names that only differ in case from keywords
};

// Parses everything that the preprocessor gives. After a fault, goes on behind
// the member or declaration that has it, so that one run finds all; what is
// faulty is left out of the tree.
//
// The language: the data types of OMG IDL 4.2 (building blocks Core Data Types,
// Extended Data Types, Anonymous Types, Annotations), and beyond it: structs
// and the like defined within a typedef or a member, "= value" behind
// enumerators, a comma behind the last one, keywords as names of members and
// types where they cannot be mistaken, true and false in small letters.
// Interfaces, value types, exceptions, components and natives are passed over
// with a warning each, but for the types and constants that interfaces and
// value types define (and what interfaces inherit: idl_scopes.h); `any`,
// `Object`, `fixed` and templates are unsupported. Limits: 64 levels of
// modules, types, parentheses and brackets, 400 operators within each other;
// limits.max_ops members, literals and fields in all.
std::vector<std::unique_ptr<Declaration>> ParseIdlTokens(
    Preprocessor& tokens, Dialect dialect, const SchemaLimits& limits,
    Reporter& reporter);

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_PARSER_H_
