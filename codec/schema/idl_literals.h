// The values of IDL literals.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_LITERALS_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_LITERALS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/type/type_descriptor.h"

namespace transcdr::idl {

struct Number {
  bool is_floating = false;
  uint64_t integer = 0;
  double floating = 0;
};

// All of these return what is wrong, or nullopt.

// Decimal, octal (010) and hexadecimal (0x1f) integers below 2^64, with or
// without suffixes of C (u, l, ul, ll); decimal floats, with or without f or l.
std::optional<std::string> DecodeNumber(std::string_view text, Number* number);

// What stands between the quotes, appended to `text` as UTF-8. Escapes:
// \n \t \v \b \r \f \a \\ \? \' \", octal, \xhh and \uhhhh. A narrow string
// that is no UTF-8 then is taken as Latin-1. `token` holds the quotes, and L.
// NUL is refused unless allowed.
std::optional<std::string> DecodeText(std::string_view token, bool is_wide,
                                      std::string* text,
                                      bool allow_nul = false);

// The code of the one character between the quotes: at most 0xff, for wide ones
// 0xffff.
std::optional<std::string> DecodeCharacter(std::string_view token, bool is_wide,
                                           uint32_t* code);

// One Unicode character below 0x10000 as UTF-8.
std::string CharacterText(uint32_t code);

// rosidl's default of an array or sequence: a tuple as Python prints it,
// "(1, 2)", "(True,)", "('a', \"b\")", "(nan, -inf)", "()"; lists of lists too,
// which rosidl has not.
std::optional<std::string> DecodeTuple(std::string_view text, Literal* list);

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_LITERALS_H_
