#include "codec/plan/shape.h"

#include <algorithm>
#include <cstddef>

#include "codec/plan/member_layout.h"

namespace transcdr {
namespace {

constexpr uint64_t kMost = uint64_t{1} << 32;

uint64_t AddCapped(uint64_t a, uint64_t b) { return std::min(a + b, kMost); }

uint64_t MultiplyCapped(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? kMost
                                                : std::min(product, kMost);
}

std::vector<TypeIndex> Children(const Schema& schema, TypeIndex index) {
  const TypeDescriptor& type = schema.type(index);
  std::vector<TypeIndex> children;
  const auto add = [&](TypeIndex child) {
    children.push_back(schema.Resolve(child));
  };
  switch (type.kind) {
    case TypeKind::kSequence:
    case TypeKind::kArray:
      add(type.element);
      break;
    case TypeKind::kMap:
      add(type.key);
      add(type.element);
      break;
    case TypeKind::kStruct:
      for (const Member* member : schema.AllMembers(index)) add(member->type);
      break;
    case TypeKind::kUnion:
      add(type.element);
      for (const UnionCase& c : type.cases) add(c.member.type);
      break;
    default:  // no types inside
      break;
  }
  return children;
}

uint32_t ScalarSize(const Schema& schema, const TypeDescriptor& type) {
  switch (type.kind) {
    case TypeKind::kBoolean:
    case TypeKind::kByte:
    case TypeKind::kInt8:
    case TypeKind::kUInt8:
    case TypeKind::kChar8:
      return 1;
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
    case TypeKind::kFloat128:
      return 16;
    case TypeKind::kChar16:
      return schema.profile().wchar_width == WcharWidth::k16 ||
                     schema.profile().wchar_width_xcdr2 == WcharWidth::k16
                 ? 2
                 : 4;
    case TypeKind::kEnum:
    case TypeKind::kBitmask:
      return BytesForBits(type.bit_bound);
    case TypeKind::kString8:
    case TypeKind::kString16:
    case TypeKind::kSequence:
    case TypeKind::kMap:
      return 4;  // the length or count; nothing may follow
    case TypeKind::kBitset:
    case TypeKind::kStruct:
    case TypeKind::kUnion:
    case TypeKind::kArray:
    case TypeKind::kAlias:
      return 0;  // measured in Measure
  }
  return 0;
}

}  // namespace

void Shape::Measure(TypeIndex index) {
  const TypeDescriptor& type = schema_.type(index);
  Row& row = types_[index];
  uint64_t ops = 1;
  uint64_t size = ScalarSize(schema_, type);
  // A call stands for a recursive type.
  const auto ops_of = [&](TypeIndex child) {
    return types_[child].recursive ? 1 : types_[child].ops;
  };
  const std::vector<TypeIndex>& children = children_[index];
  switch (type.kind) {
    case TypeKind::kSequence:
      ops = 2 + ops_of(children[0]);
      break;
    case TypeKind::kArray:
      ops = 2 * type.dimensions.size() + ops_of(children[0]);
      size = types_[children[0]].min_size;
      for (const uint32_t n : type.dimensions) size = MultiplyCapped(size, n);
      row.has_frame =
          HasCollectionHeader(schema_, index) || types_[children[0]].has_frame;
      break;
    case TypeKind::kMap:
      ops = 3 + ops_of(children[0]) + ops_of(children[1]);
      break;
    case TypeKind::kStruct:
      ops = 3;
      for (const TypeIndex child : children) {
        ops = AddCapped(ops, 1 + ops_of(child));
        row.has_frame = row.has_frame || types_[child].has_frame;
      }
      row.has_frame =
          row.has_frame || type.extensibility != Extensibility::kFinal;
      size = StructMinSize(index);
      if (children.empty() &&
          schema_.profile().empty_struct_form == EmptyStructForm::kDummyOctet) {
        size = 1;
      }
      break;
    case TypeKind::kUnion:
      for (size_t i = 1; i < children.size(); ++i) {
        ops = AddCapped(ops, 1 + ops_of(children[i]));
      }
      // The smallest case may be none at all.
      size = types_[children[0]].min_size;
      break;
    case TypeKind::kBitset: {
      uint32_t bits = 0;
      for (const Bitfield* field : schema_.AllBitfields(index)) {
        bits += field->width;
      }
      size = BytesForBits(bits);
      break;
    }
    default:
      break;
  }
  row.ops = std::min(ops, kMost);
  row.min_size = size;
}

uint64_t Shape::StructMinSize(TypeIndex index) const {
  // An absent optional member: in XCDR2 a byte, in XCDR1 4.
  constexpr uint64_t kAbsent = 1;
  // A DHEADER, or the end of a parameter list; there may be no more.
  constexpr uint64_t kFrame = 4;
  const Extensibility extensibility = schema_.type(index).extensibility;
  if (extensibility == Extensibility::kMutable) return kFrame;
  uint64_t size = 0;
  for (const Member* member : schema_.AllMembers(index)) {
    size =
        AddCapped(size, member->is_optional
                            ? kAbsent
                            : types_[schema_.Resolve(member->type)].min_size);
  }
  // Of an appendable struct, XCDR2 may hold the header alone.
  return extensibility == Extensibility::kAppendable ? std::min(size, kFrame)
                                                     : size;
}

// Tarjan's strongly connected components, which come children first: that is
// the order in which sizes can be added up.
Shape::Shape(const Schema& schema) : schema_(schema) {
  const size_t count = schema.types().size();
  types_.resize(count);
  children_.resize(count);
  for (TypeIndex i = 0; i < count; ++i) children_[i] = Children(schema, i);

  constexpr uint32_t kUnseen = 0;
  std::vector<uint32_t> order(count, kUnseen);  // from 1, by first visit
  std::vector<uint32_t> low(count, 0);
  std::vector<bool> on_path(count, false);
  std::vector<TypeIndex> component_stack;
  std::vector<TypeIndex> children_first;
  struct Visit {
    TypeIndex type;
    size_t next_child;
  };
  std::vector<Visit> visits;
  uint32_t next_order = 1;
  const auto enter = [&](TypeIndex type) {
    order[type] = low[type] = next_order++;
    on_path[type] = true;
    component_stack.push_back(type);
    visits.push_back({type, 0});
  };
  for (TypeIndex start = 0; start < count; ++start) {
    if (order[start] != kUnseen) continue;
    enter(start);
    while (!visits.empty()) {
      const TypeIndex type = visits.back().type;
      if (visits.back().next_child < children_[type].size()) {
        const TypeIndex child = children_[type][visits.back().next_child++];
        if (child == type) types_[type].recursive = true;
        if (order[child] == kUnseen) {
          enter(child);
        } else if (on_path[child]) {
          low[type] = std::min(low[type], order[child]);
        }
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) {
        TypeIndex parent = visits.back().type;
        low[parent] = std::min(low[parent], low[type]);
      }
      if (low[type] != order[type]) continue;
      // `type` is the root of a component: all above it on the stack are in it.
      size_t first = component_stack.size() - 1;
      while (component_stack[first] != type) --first;
      const bool is_cycle = component_stack.size() - first > 1;
      for (size_t i = first; i < component_stack.size(); ++i) {
        on_path[component_stack[i]] = false;
        if (is_cycle) types_[component_stack[i]].recursive = true;
      }
      for (size_t i = component_stack.size(); i > first; --i) {
        Measure(component_stack[i - 1]);
        children_first.push_back(component_stack[i - 1]);
      }
      component_stack.resize(first);
    }
  }
  CountUses(children_first);
}

// A collection is lowered anew wherever it is mentioned, and what is in it with
// it.
void Shape::CountUses(const std::vector<TypeIndex>& children_first) {
  for (size_t i = children_first.size(); i > 0; --i) {
    const TypeIndex parent = children_first[i - 1];
    const TypeKind kind = schema_.type(parent).kind;
    const bool is_collection = kind == TypeKind::kSequence ||
                               kind == TypeKind::kArray ||
                               kind == TypeKind::kMap;
    const uint64_t each = is_collection ? types_[parent].uses : 1;
    for (const TypeIndex child : children_[parent]) {
      types_[child].uses = static_cast<uint32_t>(
          std::min<uint64_t>(types_[child].uses + each, UINT32_MAX));
    }
  }
}

}  // namespace transcdr
