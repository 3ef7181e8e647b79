#include "codec/render/idl_layout.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "codec/type/message_text.h"

namespace transcdr::render {
namespace {

using message_text::Concat;
using message_text::Quoted;
using Why = std::optional<std::string>;

// The front end reads 64 levels of definitions and types within each other: a
// part of a name takes up to two of them.
constexpr size_t kMaxParts = 24;

bool HasMembers(TypeKind kind) {
  return kind == TypeKind::kStruct || kind == TypeKind::kUnion;
}

class Planner {
 public:
  Planner(const Schema& schema, IdlLayout* layout)
      : schema_(schema),
        layout_(*layout),
        unit_(schema.types().size()),
        states_(schema.types().size(), State::kNew),
        is_announced_(schema.types().size(), false) {
    layout_.inner.resize(schema.types().size());
    layout_.has_name.resize(schema.types().size(), false);
  }

  Why Plan() {
    if (Why why = PlaceTypes()) return why;
    if (Why why = NameEnumerators()) return why;
    NameAliases();
    Order();
    return std::nullopt;
  }

 private:
  enum class State : uint8_t { kNew, kOpen, kDone };

  // ---- names

  Why PlaceTypes() {
    const auto& types = schema_.types();
    for (TypeIndex i = 0; i < types.size(); ++i) {
      unit_[i] = i;
      if (!IsNamed(types[i].kind) || types[i].kind == TypeKind::kAlias) {
        continue;
      }
      by_name_.emplace(types[i].name, i);
      layout_.has_name[i] = true;
      layout_.names.insert(types[i].name);
    }
    for (TypeIndex i = 0; i < types.size(); ++i) {
      if (!layout_.has_name[i]) continue;
      if (Why why = PlaceType(i)) return why;
    }
    // Names of 24 parts at most: so long is the way to the outermost one.
    for (TypeIndex i = 0; i < types.size(); ++i) {
      while (container_.contains(unit_[i])) unit_[i] = container_[unit_[i]];
    }
    return std::nullopt;
  }

  Why PlaceType(TypeIndex index) {
    const std::string& name = schema_.type(index).name;
    const auto at = by_name_.find(ScopeOf(name));
    const bool is_inner = at != by_name_.end();
    if (is_inner) {
      const TypeDescriptor& outer = schema_.type(at->second);
      if (!HasMembers(outer.kind)) {
        return Concat("the name ", Quoted(name), " is within ",
                      TypeKindName(outer.kind), " ", outer.name,
                      ": in IDL that holds no types");
      }
      container_[index] = at->second;
      layout_.inner[at->second].push_back(index);
    }
    size_t parts = 1;
    for (std::string_view scope = ScopeOf(name); !scope.empty();
         scope = ScopeOf(scope)) {
      if (++parts > kMaxParts) {
        return Concat("the name ", Quoted(name), " has more than ", kMaxParts,
                      " parts");
      }
      if (is_inner) continue;  // what is around its type sees to the others
      if (by_name_.contains(scope)) {
        return Concat("the name ", Quoted(name), " has a module within ",
                      Quoted(scope), ", which is a type");
      }
      layout_.names.emplace(scope);
    }
    return std::nullopt;
  }

  Why NameEnumerators() {
    std::unordered_set<std::string> enumerators;
    for (const TypeDescriptor& type : schema_.types()) {
      if (type.kind != TypeKind::kEnum) continue;
      const std::string_view scope = ScopeOf(type.name);
      for (const Enumerator& literal : type.enumerators) {
        std::string name =
            scope.empty() ? literal.name : Concat(scope, "::", literal.name);
        if (layout_.names.contains(name)) {
          return Concat("the enumerator ", Quoted(literal.name), " of ",
                        type.name,
                        " stands beside its enum in IDL, where a type or "
                        "module has that name");
        }
        if (!enumerators.insert(name).second) {
          layout_.shared_enumerators.insert(std::move(name));
        }
      }
    }
    layout_.names.merge(enumerators);
    return std::nullopt;
  }

  // They may do without: what they stand for is said in their place then.
  void NameAliases() {
    std::unordered_set<std::string> modules;
    for (const auto& [name, index] : by_name_) {
      for (std::string_view scope = ScopeOf(name); !scope.empty();
           scope = ScopeOf(scope)) {
        if (!by_name_.contains(scope)) modules.emplace(scope);
      }
    }
    const auto& types = schema_.types();
    for (TypeIndex i = 0; i < types.size(); ++i) {
      if (types[i].kind != TypeKind::kAlias) continue;
      if (layout_.names.contains(types[i].name)) continue;
      std::vector<std::string> around;
      bool is_possible = true;
      for (std::string_view scope = ScopeOf(types[i].name); !scope.empty();
           scope = ScopeOf(scope)) {
        around.emplace_back(scope);
        const bool is_taken = layout_.names.contains(around.back()) &&
                              !modules.contains(around.back());
        is_possible = is_possible && !is_taken && around.size() < kMaxParts;
      }
      if (!is_possible) continue;
      layout_.has_name[i] = true;
      layout_.names.insert(types[i].name);
      for (std::string& scope : around) {
        layout_.names.insert(scope);
        modules.insert(std::move(scope));
      }
    }
  }

  // ---- order

  // The named types that `type` mentions, in the order of its text, without
  // those within collections of other named types.
  void AddMentions(const TypeDescriptor& type,
                   std::unordered_set<TypeIndex>* seen,
                   std::vector<TypeIndex>* mentioned) const {
    std::vector<TypeIndex> pending;
    const auto add = [&](TypeIndex index) {
      pending.push_back(index);
      while (!pending.empty()) {
        const TypeIndex next = pending.back();
        pending.pop_back();
        if (!seen->insert(next).second) continue;
        if (layout_.has_name[next]) {
          mentioned->push_back(next);
          continue;
        }
        const TypeDescriptor& used = schema_.type(next);
        switch (used.kind) {
          case TypeKind::kMap:
            pending.push_back(used.element);
            pending.push_back(used.key);
            break;
          case TypeKind::kSequence:
          case TypeKind::kArray:
          case TypeKind::kAlias:
            pending.push_back(used.element);
            break;
          default:  // mentions nothing
            break;
        }
      }
    };
    if (type.base.has_value()) add(*type.base);
    if (type.kind == TypeKind::kUnion || type.kind == TypeKind::kAlias) {
      add(type.element);
    }
    for (const Member& member : type.members) add(member.type);
    for (const UnionCase& one : type.cases) add(one.member.type);
  }

  // What has to stand before a unit: others, and the unit itself where it is
  // recursive.
  std::vector<TypeIndex> UnitMentions(TypeIndex unit) const {
    std::unordered_set<TypeIndex> seen;
    std::vector<TypeIndex> mentioned;
    std::vector<TypeIndex> parts = {unit};
    for (size_t i = 0; i < parts.size(); ++i) {
      const std::vector<TypeIndex>& inner = layout_.inner[parts[i]];
      parts.insert(parts.end(), inner.begin(), inner.end());
      AddMentions(schema_.type(parts[i]), &seen, &mentioned);
    }
    std::vector<TypeIndex> units;
    for (const TypeIndex index : mentioned) {
      // Types within this one are defined where they are mentioned.
      if (unit_[index] == unit && index != unit) continue;
      units.push_back(unit_[index]);
    }
    return units;
  }

  // Depth first, without recursion: a schema may be as deep as it is long.
  void Order() {
    struct Frame {
      TypeIndex unit;
      std::vector<TypeIndex> mentions;
      size_t next = 0;
    };
    std::vector<Frame> open;
    const auto enter = [&](TypeIndex unit) {
      states_[unit] = State::kOpen;
      open.push_back({unit, UnitMentions(unit)});
    };
    enter(unit_[schema_.root()]);
    while (!open.empty()) {
      Frame& frame = open.back();
      if (frame.next == frame.mentions.size()) {
        Define(frame.unit);
        open.pop_back();
        continue;
      }
      const TypeIndex mentioned = frame.mentions[frame.next++];
      if (states_[mentioned] == State::kNew) {
        enter(mentioned);
      } else if (states_[mentioned] == State::kOpen) {
        MakeUsable(mentioned);
      }
    }
  }

  void Define(TypeIndex unit) {
    if (states_[unit] == State::kDone) return;
    states_[unit] = State::kDone;
    layout_.steps.push_back({unit, false});
  }

  // What is used before its turn has come: structs and unions are announced,
  // all else is defined at once. Recursion: aliases nest as collections do,
  // whose depth TypeBuilder limits.
  void MakeUsable(TypeIndex unit) {
    if (states_[unit] == State::kDone) return;
    const TypeDescriptor& type = schema_.type(unit);
    if (HasMembers(type.kind)) {
      if (is_announced_[unit]) return;
      is_announced_[unit] = true;
      layout_.steps.push_back({unit, true});
      return;
    }
    if (type.kind == TypeKind::kBitset) {
      std::vector<TypeIndex> bases = {unit};
      while (schema_.type(bases.back()).base.has_value()) {
        bases.push_back(*schema_.type(bases.back()).base);
      }
      std::reverse(bases.begin(), bases.end());
      for (const TypeIndex base : bases) {
        if (unit_[base] == base) Define(base);
      }
      return;
    }
    for (const TypeIndex mentioned : UnitMentions(unit)) MakeUsable(mentioned);
    Define(unit);
  }

  const Schema& schema_;
  IdlLayout& layout_;
  std::unordered_map<std::string_view, TypeIndex> by_name_;  // without aliases
  std::unordered_map<TypeIndex, TypeIndex> container_;
  // By type: the outermost one that it is within, or itself.
  std::vector<TypeIndex> unit_;
  std::vector<State> states_;
  std::vector<bool> is_announced_;
};

}  // namespace

std::string_view ScopeOf(std::string_view full_name) {
  const size_t end = full_name.rfind("::");
  return end == std::string_view::npos ? std::string_view()
                                       : full_name.substr(0, end);
}

std::string_view LastPart(std::string_view full_name) {
  const size_t end = full_name.rfind("::");
  return end == std::string_view::npos ? full_name : full_name.substr(end + 2);
}

Why LayOut(const Schema& schema, IdlLayout* layout) {
  return Planner(schema, layout).Plan();
}

}  // namespace transcdr::render
