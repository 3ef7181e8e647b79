// How documents look: the options of mapping.md, as transcdr.v1.MappingOptions
// documents them one by one. The first value of each is the default.

#ifndef TRANSCDR_CODEC_DOCUMENT_MAPPING_OPTIONS_H_
#define TRANSCDR_CODEC_DOCUMENT_MAPPING_OPTIONS_H_

#include <cstdint>

namespace transcdr {

enum class StructForm : uint8_t { kMap, kArray, kMapById };
enum class Int64Form : uint8_t { kAuto, kNumber, kString };
enum class Int64Width : uint8_t { kShortest, kFixed };
enum class NonFiniteForm : uint8_t { kString, kNull, kError };
enum class CharArrayForm : uint8_t { kList, kString };
enum class InvalidUtf8Policy : uint8_t { kError, kReplace, kLatin1, kBytes };
enum class BytesForm : uint8_t { kBinary, kArray, kHex };
enum class NumericArrayForm : uint8_t { kList, kBin, kTyped };
enum class EnumForm : uint8_t { kName, kNumber };
enum class BitmaskForm : uint8_t { kNumber, kNames };
enum class AbsentForm : uint8_t { kOmit, kNull };
enum class UnknownMembersPolicy : uint8_t { kError, kIgnore };
enum class InexactFloat32Policy : uint8_t { kError, kRound };

struct MappingOptions {
  StructForm struct_form = StructForm::kMap;
  Int64Form int64_form = Int64Form::kAuto;
  Int64Width int64_width = Int64Width::kShortest;
  NonFiniteForm non_finite_form = NonFiniteForm::kString;
  CharArrayForm char_array_form = CharArrayForm::kList;
  InvalidUtf8Policy invalid_utf8_policy = InvalidUtf8Policy::kError;
  BytesForm bytes_form = BytesForm::kBinary;
  NumericArrayForm numeric_array_form = NumericArrayForm::kList;
  EnumForm enum_form = EnumForm::kName;
  BitmaskForm bitmask_form = BitmaskForm::kNumber;
  AbsentForm absent_form = AbsentForm::kOmit;
  UnknownMembersPolicy unknown_members_policy = UnknownMembersPolicy::kError;
  InexactFloat32Policy inexact_float32_policy = InexactFloat32Policy::kError;
  // Encode: a missing member is an error.
  bool require_all = false;

  bool operator==(const MappingOptions&) const = default;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_MAPPING_OPTIONS_H_
