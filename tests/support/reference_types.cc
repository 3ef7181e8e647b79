#include "tests/support/reference_types.h"

#include <algorithm>

namespace transcdr::reference {
namespace {

// In the eyes of the rule for DHEADERs of collections.
bool CountsAsPrimitive(const Schema& schema, TypeIndex index) {
  const TypeKind kind = schema.resolved(index).kind;
  if (IsPrimitive(kind)) return true;
  return schema.profile().collection_headers == CollectionHeaders::kFastCdr2 &&
         (kind == TypeKind::kEnum || kind == TypeKind::kBitmask ||
          kind == TypeKind::kBitset);
}

}  // namespace

uint32_t PrimitiveSize(TypeKind kind) {
  switch (kind) {
    case TypeKind::kInt16:
    case TypeKind::kUInt16:
      return 2;
    case TypeKind::kInt32:
    case TypeKind::kUInt32:
    case TypeKind::kFloat32:
      return 4;
    case TypeKind::kInt64:
    case TypeKind::kUInt64:
    case TypeKind::kFloat64:
      return 8;
    default:
      return 1;
  }
}

uint64_t ElementCount(const TypeDescriptor& array) {
  uint64_t count = 1;
  for (const uint32_t n : array.dimensions) count *= n;
  return count;
}

uint32_t BytesForBits(uint32_t bits) {
  uint32_t bytes = 1;
  while (8 * bytes < bits) bytes *= 2;
  return bytes;
}

uint32_t BitsetWidth(const Schema& schema, TypeIndex bitset_index) {
  uint32_t bits = 0;
  for (const Bitfield* field : schema.AllBitfields(bitset_index)) {
    bits += field->width;
  }
  return bits;
}

std::optional<size_t> SelectedCase(const TypeDescriptor& union_type,
                                   uint64_t bits) {
  std::optional<size_t> by_default;
  for (size_t i = 0; i < union_type.cases.size(); ++i) {
    for (const int64_t label : union_type.cases[i].labels) {
      if (static_cast<uint64_t>(label) == bits) return i;
    }
    if (union_type.cases[i].is_default) by_default = i;
  }
  return by_default;
}

std::vector<bool> MembersInScope(const std::vector<const Member*>& members,
                                 bool key_only) {
  const bool has_key =
      std::any_of(members.begin(), members.end(),
                  [](const Member* member) { return member->is_key; });
  std::vector<bool> in_scope;
  for (const Member* member : members) {
    in_scope.push_back(!key_only || !has_key || member->is_key);
  }
  return in_scope;
}

bool HasCollectionHeader(const Schema& schema, const TypeDescriptor& type) {
  TypeIndex element = type.element;
  if (type.kind == TypeKind::kArray) {
    while (schema.resolved(element).kind == TypeKind::kArray) {
      element = schema.resolved(element).element;
    }
  }
  const bool plain_element = CountsAsPrimitive(schema, element);
  if (type.kind == TypeKind::kMap && schema.profile().collection_headers ==
                                         CollectionHeaders::kSpecification) {
    return !plain_element || !CountsAsPrimitive(schema, type.key);
  }
  return !plain_element;
}

bool HasBytes(const Schema& schema, TypeIndex index, bool is_xcdr2,
              bool key_only) {
  const TypeDescriptor& type = schema.resolved(index);
  switch (type.kind) {
    case TypeKind::kStruct: {
      if (type.extensibility == Extensibility::kMutable ||
          (is_xcdr2 && type.extensibility == Extensibility::kAppendable)) {
        return true;
      }
      const auto members = schema.AllMembers(schema.Resolve(index));
      if (members.empty()) {
        return schema.profile().empty_struct_form ==
               EmptyStructForm::kDummyOctet;
      }
      const auto in_scope = MembersInScope(members, key_only);
      for (size_t i = 0; i < members.size(); ++i) {
        if (in_scope[i] &&
            (members[i]->is_optional ||
             HasBytes(schema, members[i]->type, is_xcdr2, key_only))) {
          return true;
        }
      }
      return false;
    }
    case TypeKind::kArray:
      return (is_xcdr2 && HasCollectionHeader(schema, type)) ||
             HasBytes(schema, type.element, is_xcdr2, key_only);
    default:
      return true;
  }
}

Value DefaultValue(const Schema& schema, TypeIndex index, bool key_only) {
  const TypeDescriptor& type = schema.resolved(index);
  Value value;
  switch (type.kind) {
    case TypeKind::kFloat128:
      value.bytes = std::string(16, '\0');
      break;
    case TypeKind::kEnum:
      value.bits = static_cast<uint64_t>(int64_t{*type.enumerators[0].value});
      break;
    case TypeKind::kArray:
      value.items.assign(ElementCount(type),
                         DefaultValue(schema, type.element, key_only));
      break;
    case TypeKind::kStruct: {
      const auto members = schema.AllMembers(schema.Resolve(index));
      const auto in_scope = MembersInScope(members, key_only);
      for (size_t i = 0; i < members.size(); ++i) {
        value.items.emplace_back();
        if (in_scope[i] && !members[i]->is_optional) {
          value.items[i] = DefaultValue(schema, members[i]->type, key_only);
        } else {
          value.items[i].is_absent = true;
        }
      }
      break;
    }
    case TypeKind::kUnion: {
      value.bits = DefaultValue(schema, type.element, key_only).bits;
      if (const auto selected = SelectedCase(type, value.bits)) {
        value.items.push_back(
            DefaultValue(schema, type.cases[*selected].member.type, key_only));
      }
      break;
    }
    default:
      break;
  }
  return value;
}

}  // namespace transcdr::reference
