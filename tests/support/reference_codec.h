// A second codec, for tests: naive, slow and obvious. It walks the Schema and
// builds a tree of values; nothing of codec/plan, wire, document and transcode
// is used. What codec/ gives has to be what this gives, byte for byte.

#ifndef TRANSCDR_TESTS_SUPPORT_REFERENCE_CODEC_H_
#define TRANSCDR_TESTS_SUPPORT_REFERENCE_CODEC_H_

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/document/mapping_options.h"
#include "codec/plan/format_set.h"
#include "codec/type/schema.h"
#include "codec/wire/wire_options.h"
#include "tests/support/random.h"

namespace transcdr::reference {

// A value of any type. Which fields count depends on the type's kind.
struct Value {
  // Booleans, integers (sign-extended), floats and characters by their bits;
  // enums, bitmasks, bitsets; the discriminator of a union.
  uint64_t bits = 0;
  // string; float128: 16 bytes of binary128, least significant first.
  std::string bytes;
  std::u16string wide;
  // Members; elements (arrays flat, row major); keys and values in turn; the
  // member that a union's discriminator selects.
  std::vector<Value> items;
  // A member: optional and absent, or of no key in a value of keys alone.
  bool is_absent = false;

  bool operator==(const Value&) const = default;
};

// What a payload is, besides its type.
struct WireForm {
  bool is_xcdr2 = false;
  std::endian order = std::endian::little;
  // The key members alone.
  bool key_only = false;
  // 16 bytes where the profile has one.
  std::string ros_service_header = std::string(16, '\0');
};

struct ReadLimits {
  // Of collections that are not translated in one piece; nothing else counts.
  uint64_t max_elements = 64ull << 20;
};

// What a payload holds besides the value.
struct ReadReport {
  // Behind the value.
  size_t trailing_bytes = 0;
  // Members that were not on the wire and took their defaults, and the path of
  // the first.
  uint64_t defaulted_members = 0;
  std::string first_defaulted_member;
  std::string ros_service_header;
  // The payload was given up for ReadLimits.
  bool is_over_limit = false;
};

// A payload with its header, of the schema's root. nullopt where the rules of
// `options` make it an error. Members' own defaults (@default) are not known
// here: schemas have none.
std::optional<Value> ReadPayload(const Schema& schema, std::string_view payload,
                                 const WireOptions& options,
                                 const ReadLimits& limits, bool key_only,
                                 ReadReport* report);

// The canonical payload.
std::string WritePayload(const Schema& schema, const Value& value,
                         const WireForm& form);
// In XCDR1.
std::string WritePayload(const Schema& schema, const Value& value,
                         std::endian order);
// The bytes of one value of a type, aligned from 0, XCDR1, little endian.
std::string WriteBody(const Schema& schema, TypeIndex type, const Value& value);

// A payload that is legal and as other writers may make it: headers short and
// long, every length code that fits, flags, members of lists in any order,
// unknown ones and padding between, bodies of newer types.
struct WildWriting {
  Random* random = nullptr;
  // Members may be missing, as from a writer whose type is older.
  bool may_omit = false;
  // Padding is anything.
  bool dirty_padding = false;
};
std::string WriteWildPayload(const Schema& schema, const Value& value,
                             const WireForm& form, const WildWriting& wild);

// How a document is to differ from what Decode writes, without a difference in
// what it means.
struct Variation {
  Random* random = nullptr;
  bool shuffle_members = false;
  bool add_unknown_members = false;
  bool add_white_space = false;  // JSON
};

// The document of a value, as Decode has to write it. nullopt where the options
// make it an error.
std::optional<std::string> WriteDocument(const Schema& schema,
                                         const Value& value,
                                         DocumentFormat format,
                                         const MappingOptions& options,
                                         bool key_only = false,
                                         const Variation& variation = {});

}  // namespace transcdr::reference

#endif  // TRANSCDR_TESTS_SUPPORT_REFERENCE_CODEC_H_
