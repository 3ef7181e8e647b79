#include "codec/compare/compare_bits.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "codec/compare/type_text.h"
#include "codec/type/message_text.h"

namespace transcdr::compare {
namespace {

using message_text::Concat;

constexpr Verdict kSame = Verdict::kIdentical;
constexpr Verdict kBoth = Verdict::kBoth;
constexpr Verdict kBreaking = Verdict::kBreaking;

uint32_t HolderBits(uint32_t bits) {
  if (bits <= 8) return 8;
  if (bits <= 16) return 16;
  return bits <= 32 ? 32 : 64;
}

void CompareWidths(uint32_t a, uint32_t b, const std::string& path,
                   const Report& report) {
  if (a == b) return;
  const bool is_same = HolderBits(a) == HolderBits(b);
  report(path, "the number of bits changed", std::to_string(a),
         std::to_string(b), is_same ? kSame : kBreaking);
}

struct Field {
  std::string_view name;
  uint32_t width;
  TypeKind holder;
};

// By first bit; the width of all.
std::map<uint32_t, Field> FieldsOf(const Schema& schema, TypeIndex index,
                                   uint32_t* width) {
  std::map<uint32_t, Field> fields;
  for (const Bitfield* field : schema.AllBitfields(index)) {
    if (!field->name.empty()) {
      fields[*width] = {field->name, field->width,
                        field->holder.value_or(TypeKind::kUInt64)};
    }
    *width += field->width;
  }
  return fields;
}

bool Overlaps(const std::map<uint32_t, Field>& fields, uint32_t first,
              uint32_t width) {
  for (const auto& [position, field] : fields) {
    if (position < first + width && first < position + field.width) {
      return true;
    }
  }
  return false;
}

}  // namespace

void CompareEnums(const TypeDescriptor& a, const TypeDescriptor& b,
                  const std::string& path, const Report& report) {
  CompareWidths(a.bit_bound, b.bit_bound, path, report);
  std::unordered_map<std::string_view, int32_t> by_name_a;
  std::unordered_map<std::string_view, int32_t> by_name_b;
  std::unordered_map<int32_t, std::string_view> by_value_a;
  std::unordered_map<int32_t, std::string_view> by_value_b;
  for (const Enumerator& literal : a.enumerators) {
    by_name_a.emplace(literal.name, literal.value.value_or(0));
    by_value_a.emplace(literal.value.value_or(0), literal.name);
  }
  for (const Enumerator& literal : b.enumerators) {
    by_name_b.emplace(literal.name, literal.value.value_or(0));
    by_value_b.emplace(literal.value.value_or(0), literal.name);
  }
  for (const Enumerator& literal : a.enumerators) {
    const int32_t value = literal.value.value_or(0);
    const auto same_name = by_name_b.find(literal.name);
    if (same_name != by_name_b.end()) {
      if (same_name->second == value) continue;
      report(path, Concat("the value of literal ", literal.name, " changed"),
             std::to_string(value), std::to_string(same_name->second),
             kBreaking);
      continue;
    }
    const auto same_value = by_value_b.find(value);
    if (same_value == by_value_b.end()) {
      // Documents hold numbers that have no literal as numbers.
      report(path, "a literal was removed", Concat(literal.name, " ", value),
             "", kBoth);
    } else if (by_name_a.contains(same_value->second)) {
      report(path, Concat("value ", value, " means another literal"),
             literal.name, std::string(same_value->second), kBreaking);
    } else {
      report(path, "the name of a literal changed", literal.name,
             std::string(same_value->second), kSame);
    }
  }
  for (const Enumerator& literal : b.enumerators) {
    const int32_t value = literal.value.value_or(0);
    if (by_name_a.contains(literal.name) || by_value_a.contains(value)) {
      continue;
    }
    report(path, "a literal was added", "", Concat(literal.name, " ", value),
           kBoth);
  }
  const auto default_of = [](const TypeDescriptor& type) {
    for (const Enumerator& literal : type.enumerators) {
      if (literal.is_default) return literal.name;
    }
    return type.enumerators.front().name;
  };
  if (default_of(a) != default_of(b)) {
    report(path, "the default literal changed", default_of(a), default_of(b),
           kSame);
  }
}

void CompareBitmasks(const TypeDescriptor& a, const TypeDescriptor& b,
                     const std::string& path, const Report& report) {
  CompareWidths(a.bit_bound, b.bit_bound, path, report);
  std::map<uint32_t, std::string_view> by_position_b;
  std::unordered_map<std::string_view, uint32_t> by_name_b;
  for (const Flag& flag : b.flags) {
    by_position_b.emplace(flag.position.value_or(0), flag.name);
    by_name_b.emplace(flag.name, flag.position.value_or(0));
  }
  for (const Flag& flag : a.flags) {
    const uint32_t position = flag.position.value_or(0);
    const auto same_name = by_name_b.find(flag.name);
    const auto same_position = by_position_b.find(position);
    if (same_name != by_name_b.end()) {
      if (same_name->second != position) {
        report(path, Concat("the position of flag ", flag.name, " changed"),
               std::to_string(position), std::to_string(same_name->second),
               kBreaking);
      }
    } else if (same_position != by_position_b.end()) {
      report(path, "the name of a flag changed", flag.name,
             std::string(same_position->second), kSame);
    } else {
      report(path, "a flag was removed", Concat(flag.name, " ", position), "",
             kSame);
    }
    if (same_position != by_position_b.end()) {
      by_position_b.erase(same_position);
    }
  }
  std::unordered_set<std::string_view> names_a;
  for (const Flag& flag : a.flags) names_a.insert(flag.name);
  for (const auto& [position, name] : by_position_b) {
    if (names_a.contains(name)) continue;
    report(path, "a flag was added", "", Concat(name, " ", position), kSame);
  }
}

void CompareBitsets(const Schema& schema_a, TypeIndex a, const Schema& schema_b,
                    TypeIndex b, const std::string& path,
                    const Report& report) {
  uint32_t width_a = 0;
  uint32_t width_b = 0;
  const auto of_a = FieldsOf(schema_a, a, &width_a);
  const auto of_b = FieldsOf(schema_b, b, &width_b);
  CompareWidths(width_a, width_b, path, report);
  const auto text = [](const std::pair<const uint32_t, Field>& at) {
    return Concat(TypeKindName(at.second.holder), " of ", at.second.width,
                  " bits from bit ", at.first);
  };
  std::unordered_set<std::string_view> names_a;
  std::unordered_set<std::string_view> names_b;
  for (const auto& one : of_a) names_a.insert(one.second.name);
  for (const auto& other : of_b) names_b.insert(other.second.name);
  for (const auto& one : of_a) {
    const std::string where = Within(path, one.second.name);
    const auto other = of_b.find(one.first);
    if (other == of_b.end()) {
      const bool is_elsewhere = names_b.contains(one.second.name);
      report(where,
             is_elsewhere ? "the field was moved" : "a field was removed",
             text(one), "",
             is_elsewhere || Overlaps(of_b, one.first, one.second.width)
                 ? kBreaking
                 : kBoth);
      continue;
    }
    if (one.second.width != other->second.width ||
        one.second.holder != other->second.holder) {
      report(where, "the bits of the field changed", text(one), text(*other),
             kBreaking);
    }
    if (one.second.name != other->second.name) {
      report(where, "the field's name changed", std::string(one.second.name),
             std::string(other->second.name), kSame);
    }
  }
  for (const auto& other : of_b) {
    if (of_a.contains(other.first)) continue;
    if (names_a.contains(other.second.name)) continue;  // moved: said above
    report(Within(path, other.second.name), "a field was added", "",
           text(other),
           Overlaps(of_a, other.first, other.second.width) ? kBreaking : kBoth);
  }
}

}  // namespace transcdr::compare
