// Defaults of members: do they fit their type, and in which one form are they
// kept (type_descriptor.h, Member::default_value).

#ifndef TRANSCDR_CODEC_TYPE_DEFAULT_LITERALS_H_
#define TRANSCDR_CODEC_TYPE_DEFAULT_LITERALS_H_

#include <optional>
#include <string>

#include "codec/type/type_descriptor.h"
#include "codec/type/type_table.h"

namespace transcdr::type_checks {

struct DefaultFault {
  std::string message;  // what was expected and found, without the member
  bool is_unsupported = false;
};

// Checks `literal` against a type and brings it into its one form. Taken are:
// boolean - bool; integers, byte and bitmask - integers in range; floats -
// floats and integers, rounded to float32 where that is the type and to float64
// where it is not (float128 too: a Literal holds no more); strings -
// text within the bound, well-formed and without NUL; characters - text of one
// character (char16: of one UTF-16 unit); enums - a literal's name or value;
// arrays and sequences of those - lists, one level a dimension.
// Returns what is wrong, or nullopt. `literal` is then in an unspecified form.
// REQUIRES: ResolveAliases returned true; CheckEnum was called for every enum.
std::optional<DefaultFault> NormalizeDefault(TypeTable& table, TypeIndex type,
                                             Literal* literal);

}  // namespace transcdr::type_checks

#endif  // TRANSCDR_CODEC_TYPE_DEFAULT_LITERALS_H_
