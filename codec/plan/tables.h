// The side tables of a program: names, literals, cases. Rows are reached from
// Op::info. Immutable once the plan is compiled.

#ifndef TRANSCDR_CODEC_PLAN_TABLES_H_
#define TRANSCDR_CODEC_PLAN_TABLES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "codec/plan/form_pair.h"
#include "codec/plan/format_set.h"
#include "codec/type/type_descriptor.h"
#include "codec/type/wire_profile.h"

namespace transcdr {

// Finds a row by name.
class NameIndex {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // False when the name is there already.
  bool Add(std::string_view name, uint32_t row) {
    return rows_.try_emplace(std::string(name), row).second;
  }
  uint32_t Find(std::string_view name) const {
    // Our Abseil's string_view is another type than std's.
    auto it = rows_.find(absl::string_view(name.data(), name.size()));
    return it == rows_.end() ? kNone : it->second;
  }
  size_t size() const { return rows_.size(); }

 private:
  absl::flat_hash_map<std::string, uint32_t> rows_;
};

// How an XCDR2 member header tells the size of a value (XTypes 1.3,
// 7.4.3.4.2): the number is the LC of the EMHEADER that we write.
enum class LengthCode : uint8_t {
  k1Byte = 0,
  k2Bytes = 1,
  k4Bytes = 2,
  k8Bytes = 3,
  kNextInt = 4,      // an uint32 with the size stands before the value
  kFirstInt = 5,     // the value begins with the number of bytes behind it
  kFirstIntBy4 = 6,  // ... with a number of 4-byte elements
  kFirstIntBy8 = 7,  // ... with a number of 8-byte elements
};

struct MemberInfo {
  EncodedName name;
  uint32_t id = 0;
  bool is_optional = false;
  bool is_must_understand = false;
  // False: values of the type take no bytes, whatever they are.
  bool has_bytes_in_xcdr1 = true;
  bool has_bytes_in_xcdr2 = true;
  LengthCode length_code = LengthCode::kNextInt;
  std::string type_text;  // "float64", "sequence<string>": for messages
  std::optional<Literal> default_value;
};

struct StructInfo {
  std::string name;
  Extensibility extensibility = Extensibility::kFinal;
  // Final and without optional members: nothing on the wire but the values.
  bool is_plain = true;
  // A value may take no bytes on the wire, however many structs it holds.
  bool may_be_without_bytes = false;
  std::vector<MemberInfo> members;  // by slot
  NameIndex slots;
  absl::flat_hash_map<uint32_t, uint32_t> slots_by_id;
};

struct EnumInfo {
  struct Row {
    EncodedName name;
    int32_t value = 0;
  };
  std::string name;
  uint8_t size = 4;  // bytes on the wire: 1, 2 or 4
  std::vector<Row> rows;
  uint32_t default_row = 0;
  NameIndex by_name;
  absl::flat_hash_map<int32_t, uint32_t> by_value;

  // Null when no enumerator has that value.
  const Row* FindValue(int32_t value) const {
    auto it = by_value.find(value);
    return it == by_value.end() ? nullptr : &rows[it->second];
  }
};

struct BitmaskInfo {
  struct Row {
    EncodedName name;
    uint32_t position = 0;
  };
  std::string name;
  uint8_t size = 4;         // bytes on the wire: 1, 2, 4 or 8
  uint32_t bit_bound = 32;  // values have no bit at or above it
  std::vector<Row> rows;
  NameIndex by_name;
};

struct BitsetInfo {
  struct Field {
    uint32_t position = 0;  // of the first bit
    uint32_t width = 0;     // bits
    TypeKind holder = TypeKind::kBoolean;
  };
  uint8_t size = 1;           // bytes on the wire: 1, 2, 4 or 8
  std::vector<Field> fields;  // by slot; unnamed ones are left out
  // Names as of a struct of the fields; a member's id is its position.
  StructInfo members;
};

struct UnionInfo {
  struct Case {
    MemberInfo member;
    uint32_t body = 0;  // first op
    std::vector<int64_t> labels;
    bool is_default = false;
  };
  static constexpr uint32_t kNoCase = UINT32_MAX;

  std::string name;
  Extensibility extensibility = Extensibility::kFinal;
  // What the discriminator is: kBoolean, kUInt8 .. kUInt64 (and signed ones),
  // kChar8, kChar16 or kEnum.
  TypeKind discriminator = TypeKind::kInt32;
  uint32_t enum_row = 0;             // kEnum
  FormPair<WcharWidth> wchar_width;  // kChar16
  LengthCode discriminator_length_code = LengthCode::k4Bytes;
  std::string discriminator_text;
  std::vector<Case> cases;
  uint32_t default_case = kNoCase;
  NameIndex by_name;
  absl::flat_hash_map<int64_t, uint32_t> by_label;

  // The case that a discriminator selects, or kNoCase.
  uint32_t FindCase(int64_t discriminator_value) const {
    auto it = by_label.find(discriminator_value);
    return it == by_label.end() ? default_case : it->second;
  }
};

// Elements of an array or sequence, or entries of a map.
struct ElementInfo {
  // Fewest bytes that an element takes on the wire (alignment left out): what
  // makes a count impossible. 0 where elements may have no bytes.
  uint32_t min_size = 0;
  bool has_header = false;  // a DHEADER before the collection, in XCDR2
  std::string type_text;    // of the whole collection
};

struct MapInfo {
  ElementInfo entry;
  TypeKind key_kind = TypeKind::kString8;  // aliases resolved
  // JSON: keys are text, so the map is an object; else a list of pairs.
  bool has_text_keys = true;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_TABLES_H_
