// What the checks of TypeBuilder::Build share: the types as they were added,
// where to report, and what is known about them so far.

#ifndef TRANSCDR_CODEC_TYPE_TYPE_TABLE_H_
#define TRANSCDR_CODEC_TYPE_TYPE_TABLE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codec/base/limits.h"
#include "codec/type/diagnostic_list.h"
#include "codec/type/type_descriptor.h"

namespace transcdr::type_checks {

// The literals of one enum, by name and by value. The first of equal ones.
struct EnumIndex {
  std::unordered_map<std::string_view, const Enumerator*> by_name;
  std::unordered_map<int64_t, const Enumerator*> by_value;
};

struct TypeTable {
  // The checks assign ids, values, positions and holders that are absent.
  std::vector<TypeDescriptor>& types;
  // False: mentioned by name only; reported already, so nothing else is said
  // about it.
  const std::vector<bool>& defined;
  const SchemaLimits& limits;
  DiagnosticList& diagnostics;

  // Set by ResolveAliases (type_graph.h).
  // Collections directly within each other, array dimensions counted singly;
  // 0 for what is none. Aliases count as what they stand for.
  std::vector<uint32_t> nesting = {};
  // Arrays: elements, arrays of arrays multiplied, saturating; others: 1.
  std::vector<uint64_t> array_elements = {};

  // Filled on demand by EnumLiterals.
  std::unordered_map<TypeIndex, EnumIndex> enum_indexes = {};

  // REQUIRES: ResolveAliases returned true.
  TypeIndex Resolve(TypeIndex index) const {
    while (types[index].kind == TypeKind::kAlias && defined[index]) {
      index = types[index].element;
    }
    return index;
  }

  // REQUIRES: the index is an enum whose values are assigned.
  const EnumIndex& EnumLiterals(TypeIndex enum_index) {
    const auto [at, is_new] = enum_indexes.try_emplace(enum_index);
    if (is_new) {
      for (const Enumerator& literal : types[enum_index].enumerators) {
        at->second.by_name.try_emplace(literal.name, &literal);
        at->second.by_value.try_emplace(literal.value.value_or(0), &literal);
      }
    }
    return at->second;
  }

  // The first place that names a file, else the type itself.
  SourceLocation PlaceOf(const TypeDescriptor& type,
                         const SourceLocation& part) const {
    if (!part.file.empty()) return part;
    if (!type.location.file.empty()) return type.location;
    return {type.name, 0, 0};
  }
  SourceLocation PlaceOf(const TypeDescriptor& type) const {
    return PlaceOf(type, {});
  }
};

}  // namespace transcdr::type_checks

#endif  // TRANSCDR_CODEC_TYPE_TYPE_TABLE_H_
