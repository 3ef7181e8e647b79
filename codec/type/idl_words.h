// Names and literals as OMG IDL writes them.

#ifndef TRANSCDR_CODEC_TYPE_IDL_WORDS_H_
#define TRANSCDR_CODEC_TYPE_IDL_WORDS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "codec/type/type_descriptor.h"

namespace transcdr::idl_words {

// One part of a name. Keywords of IDL, in any case, and names that begin with
// '_' get a '_' in front, which IDL takes off (OMG IDL 4.2, 7.2.3.2).
std::string IdlName(std::string_view name);

// "::a::b::C".
std::string AbsoluteIdlName(std::string_view full_name);

// The words of a primitive type: "unsigned long", "octet".
// REQUIRES: IsPrimitive(kind).
std::string_view IdlPrimitive(TypeKind kind);

// 'c' or L'c'. REQUIRES: a code up to 0xff, wide up to 0xffff.
std::string IdlCharacter(uint32_t code, bool is_wide);

// "text" or L"text". REQUIRES: UTF-8 without NUL.
std::string IdlString(std::string_view text, bool is_wide);

// The argument of @default for a member of that type (aliases resolved), which
// is no enum: names of enumerators are for the printer to find. Lists are what
// rosidl writes: a Python tuple in a string; what is no finite number is "NaN",
// "Infinity" or "-Infinity", which are our own.
std::string IdlDefault(const Literal& literal, TypeKind kind);

}  // namespace transcdr::idl_words

#endif  // TRANSCDR_CODEC_TYPE_IDL_WORDS_H_
