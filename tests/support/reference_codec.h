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
  // string; float128: 16 bytes, least significant first.
  std::string bytes;
  std::u16string wide;
  // Members; elements (arrays flat, row major); keys and values in turn; the
  // member that a union's discriminator selects.
  std::vector<Value> items;

  bool operator==(const Value&) const = default;
};

struct ReadLimits {
  uint64_t max_elements = 64ull << 20;
};

// The index of the case that a discriminator selects.
std::optional<size_t> SelectedCase(const TypeDescriptor& union_type,
                                   uint64_t bits);
// Bytes that enums, bitmasks and bitsets of that many bits take.
uint32_t BytesForBits(uint32_t bits);
// Bits of all fields of a bitset.
uint32_t BitsetWidth(const Schema& schema, TypeIndex bitset_index);

// A payload with its header, of the schema's root. nullopt where the rules of
// `options` make it an error. `trailing_bytes`: behind the value.
std::optional<Value> ReadPayload(const Schema& schema, std::string_view payload,
                                 const WireOptions& options,
                                 const ReadLimits& limits,
                                 size_t* trailing_bytes);

// The canonical payload.
std::string WritePayload(const Schema& schema, const Value& value,
                         std::endian order);
// The bytes of one value of a type, aligned from 0, little endian.
std::string WriteBody(const Schema& schema, TypeIndex type, const Value& value);

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
                                         const Variation& variation = {});

}  // namespace transcdr::reference

#endif  // TRANSCDR_TESTS_SUPPORT_REFERENCE_CODEC_H_
