#include "codec/type/type_graph.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "codec/type/message_text.h"

namespace transcdr::type_checks {
namespace {

using message_text::Concat;
using message_text::Quoted;

struct Edge {
  TypeIndex target = 0;
  // The member that makes the edge; null for elements, bases and aliases.
  const Member* member = nullptr;
};

using ListEdges = std::function<void(TypeIndex, std::vector<Edge>*)>;
// Nodes and the edges taken; the last edge leads back to the first node.
using Cycle = std::vector<std::pair<TypeIndex, Edge>>;
using OnCycle = std::function<void(const Cycle&)>;
using OnFinished = std::function<void(TypeIndex)>;

// Depth-first search from every node. `on_finished` sees a node after all that
// it leads to, but for cycles.
void Search(size_t node_count, const ListEdges& list_edges,
            const OnCycle& on_cycle, const OnFinished& on_finished) {
  enum class State : uint8_t { kNew, kOpen, kDone };
  struct Open {
    TypeIndex node;
    std::vector<Edge> edges;
    size_t next = 0;
  };
  std::vector<State> states(node_count, State::kNew);
  std::vector<Open> stack;
  const auto open = [&](TypeIndex node) {
    states[node] = State::kOpen;
    stack.push_back({.node = node, .edges = {}});
    list_edges(node, &stack.back().edges);
  };
  for (TypeIndex start = 0; start < node_count; ++start) {
    if (states[start] != State::kNew) continue;
    open(start);
    while (!stack.empty()) {
      Open& top = stack.back();
      if (top.next == top.edges.size()) {
        states[top.node] = State::kDone;
        on_finished(top.node);
        stack.pop_back();
        continue;
      }
      const TypeIndex target = top.edges[top.next++].target;
      if (states[target] == State::kNew) {
        open(target);
      } else if (states[target] == State::kOpen) {
        Cycle cycle;
        for (size_t i = stack.size(); i-- > 0;) {
          cycle.emplace_back(stack[i].node, stack[i].edges[stack[i].next - 1]);
          if (stack[i].node == target) break;
        }
        std::reverse(cycle.begin(), cycle.end());
        on_cycle(cycle);
      }
    }
  }
}

// "a::A.next -> b::B -> a::A", long ones cut in the middle.
std::string CycleText(const TypeTable& table, const Cycle& cycle) {
  constexpr size_t kMaxShown = 8;
  std::string text;
  size_t shown = 0;
  TypeIndex first_named = cycle.front().first;
  bool has_first = false;
  for (const auto& [node, edge] : cycle) {
    if (!IsNamed(table.types[node].kind)) continue;
    if (!has_first) first_named = node;
    has_first = true;
    if (++shown > kMaxShown) continue;
    text += table.types[node].name;
    if (edge.member != nullptr) text += "." + edge.member->name;
    text += " -> ";
  }
  if (shown > kMaxShown) {
    text += Concat("(", shown - kMaxShown, " more) -> ");
  }
  return text + table.types[first_named].name;
}

// Where a cycle is reported: at its first named type, or that one's member.
SourceLocation CyclePlace(const TypeTable& table, const Cycle& cycle) {
  for (const auto& [node, edge] : cycle) {
    if (!IsNamed(table.types[node].kind)) continue;
    if (edge.member == nullptr) return table.PlaceOf(table.types[node]);
    return table.PlaceOf(table.types[node], edge.member->location);
  }
  return {};
}

bool IsAliasOrCollection(TypeKind kind) {
  switch (kind) {
    case TypeKind::kAlias:
    case TypeKind::kSequence:
    case TypeKind::kArray:
    case TypeKind::kMap:
      return true;
    default:  // a class of kinds, not a case list
      return false;
  }
}

uint64_t SaturatingProduct(uint64_t a, uint64_t b) {
  uint64_t product;
  if (__builtin_mul_overflow(a, b, &product)) {
    return std::numeric_limits<uint64_t>::max();
  }
  return product;
}

void Measure(TypeTable& table, TypeIndex index) {
  TypeDescriptor& type = table.types[index];
  if (!table.defined[index] || !IsAliasOrCollection(type.kind)) return;
  if (type.kind == TypeKind::kAlias) {
    type.element = table.Resolve(type.element);
    table.nesting[index] = table.nesting[type.element];
    table.array_elements[index] = table.array_elements[type.element];
    return;
  }
  uint64_t nesting = table.nesting[type.element];
  if (type.kind == TypeKind::kMap) {
    nesting = std::max<uint64_t>(nesting, table.nesting[type.key]);
  }
  if (type.kind == TypeKind::kArray) {
    uint64_t elements = table.array_elements[type.element];
    for (uint32_t dimension : type.dimensions) {
      elements = SaturatingProduct(elements, dimension);
    }
    table.array_elements[index] = elements;
    nesting += type.dimensions.size();
  } else {
    nesting += 1;
  }
  table.nesting[index] = static_cast<uint32_t>(
      std::min<uint64_t>(nesting, std::numeric_limits<uint32_t>::max()));
}

}  // namespace

void AppendMentioned(const TypeDescriptor& type,
                     std::vector<TypeIndex>* mentioned) {
  switch (type.kind) {
    case TypeKind::kMap:
      mentioned->push_back(type.key);
      mentioned->push_back(type.element);
      return;
    case TypeKind::kSequence:
    case TypeKind::kArray:
    case TypeKind::kAlias:
      mentioned->push_back(type.element);
      return;
    case TypeKind::kStruct:
      if (type.base.has_value()) mentioned->push_back(*type.base);
      for (const Member& member : type.members) {
        mentioned->push_back(member.type);
      }
      return;
    case TypeKind::kBitset:
      if (type.base.has_value()) mentioned->push_back(*type.base);
      return;
    case TypeKind::kUnion:
      mentioned->push_back(type.element);
      for (const UnionCase& one : type.cases) {
        mentioned->push_back(one.member.type);
      }
      return;
    case TypeKind::kBoolean:
    case TypeKind::kByte:
    case TypeKind::kInt8:
    case TypeKind::kUInt8:
    case TypeKind::kInt16:
    case TypeKind::kUInt16:
    case TypeKind::kInt32:
    case TypeKind::kUInt32:
    case TypeKind::kInt64:
    case TypeKind::kUInt64:
    case TypeKind::kFloat32:
    case TypeKind::kFloat64:
    case TypeKind::kFloat128:
    case TypeKind::kChar8:
    case TypeKind::kChar16:
    case TypeKind::kString8:
    case TypeKind::kString16:
    case TypeKind::kEnum:
    case TypeKind::kBitmask:
      return;
  }
}

bool ResolveAliases(TypeTable& table) {
  table.nesting.assign(table.types.size(), 0);
  table.array_elements.assign(table.types.size(), 1);
  bool has_cycle = false;
  std::vector<TypeIndex> mentioned;
  std::vector<TypeIndex> finished;
  Search(
      table.types.size(),
      [&](TypeIndex node, std::vector<Edge>* edges) {
        if (!table.defined[node]) return;
        if (!IsAliasOrCollection(table.types[node].kind)) return;
        mentioned.clear();
        AppendMentioned(table.types[node], &mentioned);
        for (TypeIndex target : mentioned) edges->push_back({target, nullptr});
      },
      [&](const Cycle& cycle) {
        has_cycle = true;
        table.diagnostics.AddError(
            CyclePlace(table, cycle),
            Concat("an alias stands for itself: ", CycleText(table, cycle)));
      },
      [&](TypeIndex node) { finished.push_back(node); });
  if (has_cycle) return false;
  for (TypeIndex node : finished) Measure(table, node);
  return true;
}

void CheckContainment(TypeTable& table) {
  const auto list_edges = [&](TypeIndex node, std::vector<Edge>* edges) {
    const TypeDescriptor& type = table.types[node];
    if (!table.defined[node]) return;
    if (type.kind == TypeKind::kAlias || type.kind == TypeKind::kArray) {
      edges->push_back({type.element, nullptr});
    }
    if (type.base.has_value()) edges->push_back({*type.base, nullptr});
    for (const Member& member : type.members) {
      if (!member.is_optional) edges->push_back({member.type, &member});
    }
    for (const UnionCase& one : type.cases) {
      edges->push_back({one.member.type, &one.member});
    }
  };
  Search(
      table.types.size(), list_edges,
      [&](const Cycle& cycle) {
        const bool is_inheritance =
            std::all_of(cycle.begin(), cycle.end(), [&](const auto& step) {
              const TypeDescriptor& type = table.types[step.first];
              return step.second.member == nullptr && type.base.has_value() &&
                     *type.base == step.second.target;
            });
        table.diagnostics.AddError(
            CyclePlace(table, cycle),
            is_inheritance
                ? Concat("a type inherits from itself: ",
                         CycleText(table, cycle))
                : Concat("a type holds itself without a sequence, map or "
                         "optional member between: ",
                         CycleText(table, cycle)));
      },
      [](TypeIndex) {});
}

std::vector<TypeIndex> FirstMentions(const std::vector<TypeDescriptor>& types,
                                     TypeIndex root) {
  std::vector<bool> is_seen(types.size(), false);
  std::vector<TypeIndex> order;
  std::vector<TypeIndex> pending = {root};
  std::vector<TypeIndex> mentioned;
  while (!pending.empty()) {
    const TypeIndex index = pending.back();
    pending.pop_back();
    if (is_seen[index]) continue;
    is_seen[index] = true;
    order.push_back(index);
    mentioned.clear();
    AppendMentioned(types[index], &mentioned);
    pending.insert(pending.end(), mentioned.rbegin(), mentioned.rend());
  }
  return order;
}

std::vector<TypeIndex> RootCandidates(const TypeTable& table) {
  const auto is_aggregate = [&](TypeIndex index) {
    return table.defined[index] &&
           (table.types[index].kind == TypeKind::kStruct ||
            table.types[index].kind == TypeKind::kUnion);
  };
  // The user of each type: none, one, or several. A type that only it itself
  // uses (a list's node) may be a root.
  constexpr TypeIndex kNone = std::numeric_limits<TypeIndex>::max();
  constexpr TypeIndex kSeveral = kNone - 1;
  std::vector<TypeIndex> user(table.types.size(), kNone);
  std::vector<TypeIndex> pending;
  for (TypeIndex index = 0; index < table.types.size(); ++index) {
    if (!is_aggregate(index)) continue;
    AppendMentioned(table.types[index], &pending);
    while (!pending.empty()) {
      const TypeIndex used = pending.back();
      pending.pop_back();
      if (user[used] == index || user[used] == kSeveral) continue;
      user[used] = user[used] == kNone ? index : kSeveral;
      if (!is_aggregate(used)) AppendMentioned(table.types[used], &pending);
    }
  }
  std::vector<TypeIndex> candidates;
  for (TypeIndex index = 0; index < table.types.size(); ++index) {
    if (is_aggregate(index) && (user[index] == kNone || user[index] == index)) {
      candidates.push_back(index);
    }
  }
  return candidates;
}

}  // namespace transcdr::type_checks
