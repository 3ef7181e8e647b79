#include "codec/type/member_checks.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "codec/type/default_literals.h"
#include "codec/type/message_text.h"

namespace transcdr::type_checks {
namespace {

using message_text::Concat;
using message_text::Quoted;
using message_text::WithArticle;

constexpr uint64_t kMaxMemberId = (1u << 28) - 1;  // XTypes 1.3, 7.2.2.4.4.4

using Names = std::unordered_map<std::string_view, SourceLocation>;
using Ids = std::unordered_map<uint64_t, std::string_view>;

// Sees every type of a kind after its base: `enter` on the way to those that
// inherit from it, `leave` on the way back. So one set of names serves a whole
// family of types, however large it is. Types that inherit from themselves are
// not seen.
void WalkFamilies(TypeTable& table, TypeKind kind,
                  const std::function<void(TypeIndex)>& enter,
                  const std::function<void(TypeIndex)>& leave) {
  std::vector<std::vector<TypeIndex>> heirs(table.types.size());
  std::vector<TypeIndex> founders;
  for (TypeIndex index = 0; index < table.types.size(); ++index) {
    const TypeDescriptor& type = table.types[index];
    if (type.kind != kind || !table.defined[index]) continue;
    if (type.base.has_value() && table.defined[*type.base]) {
      heirs[*type.base].push_back(index);
    } else {
      founders.push_back(index);
    }
  }
  struct Step {
    TypeIndex index;
    bool is_leaving;
  };
  std::vector<Step> pending;
  for (TypeIndex founder : founders) {
    pending.push_back({founder, false});
    while (!pending.empty()) {
      const Step step = pending.back();
      pending.pop_back();
      if (step.is_leaving) {
        leave(step.index);
        continue;
      }
      enter(step.index);
      pending.push_back({step.index, true});
      for (size_t i = heirs[step.index].size(); i-- > 0;) {
        pending.push_back({heirs[step.index][i], false});
      }
    }
  }
}

// Takes or assigns the id of a member; returns what the next one starts from.
// `added` gets the id when it is new.
uint64_t CheckId(TypeTable& table, const TypeDescriptor& type, Member& member,
                 uint64_t next, Ids* ids, std::vector<uint64_t>* added) {
  const bool is_given = member.id.has_value();
  const uint64_t id = is_given ? *member.id : next;
  const SourceLocation place = table.PlaceOf(type, member.location);
  if (id > kMaxMemberId) {
    table.diagnostics.AddError(
        place, Concat(PartText(type, "member", member.name),
                      is_given ? " has id " : " would get id ", id,
                      ": at most ", kMaxMemberId, " is allowed"));
    return id + 1;
  }
  member.id = static_cast<uint32_t>(id);
  const auto [first, is_new] = ids->try_emplace(id, member.name);
  if (is_new) {
    if (added != nullptr) added->push_back(id);
  } else {
    table.diagnostics.AddError(
        place, Concat(PartText(type, "member", member.name),
                      is_given ? " has id " : " would get id ", id, ", which ",
                      Quoted(first->second), " has"));
  }
  return id + 1;
}

struct Range {
  int64_t lowest;
  int64_t highest;
};

// What the labels of a discriminator may be; nullopt for a kind that is none.
// Enums: any 32 bits, judged by their literals.
std::optional<Range> LabelRange(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBoolean:
      return Range{0, 1};
    case TypeKind::kByte:
    case TypeKind::kUInt8:
    case TypeKind::kChar8:
      return Range{0, 0xff};
    case TypeKind::kInt8:
      return Range{-0x80, 0x7f};
    case TypeKind::kInt16:
      return Range{-0x8000, 0x7fff};
    case TypeKind::kUInt16:
    case TypeKind::kChar16:
      return Range{0, 0xffff};
    case TypeKind::kInt32:
    case TypeKind::kEnum:
      return Range{std::numeric_limits<int32_t>::min(),
                   std::numeric_limits<int32_t>::max()};
    case TypeKind::kUInt32:
      return Range{0, std::numeric_limits<uint32_t>::max()};
    case TypeKind::kInt64:
    case TypeKind::kUInt64:  // as two's complement
      return Range{std::numeric_limits<int64_t>::min(),
                   std::numeric_limits<int64_t>::max()};
    case TypeKind::kFloat32:
    case TypeKind::kFloat64:
    case TypeKind::kFloat128:
    case TypeKind::kString8:
    case TypeKind::kString16:
    case TypeKind::kSequence:
    case TypeKind::kArray:
    case TypeKind::kMap:
    case TypeKind::kAlias:
    case TypeKind::kBitmask:
    case TypeKind::kBitset:
    case TypeKind::kStruct:
    case TypeKind::kUnion:
      return std::nullopt;
  }
  return std::nullopt;
}

void CheckLabels(TypeTable& table, const TypeDescriptor& type) {
  const TypeIndex discriminator_index = table.Resolve(type.element);
  const TypeDescriptor& discriminator = table.types[discriminator_index];
  if (!table.defined[discriminator_index]) return;
  const std::optional<Range> range = LabelRange(discriminator.kind);
  if (!range.has_value()) {
    table.diagnostics.AddError(
        table.PlaceOf(type),
        Concat("the discriminator of union ", type.name, " is ",
               WithArticle(TypeKindName(discriminator.kind)),
               ": expected a boolean, byte, integer, character or enum"));
    return;
  }
  const bool is_unsigned_64 = discriminator.kind == TypeKind::kUInt64;
  const auto label_text = [&](int64_t label) {
    return is_unsigned_64 ? std::to_string(static_cast<uint64_t>(label))
                          : std::to_string(label);
  };
  std::unordered_map<int64_t, std::string_view> labels;
  const UnionCase* default_case = nullptr;
  for (const UnionCase& one : type.cases) {
    const SourceLocation place = table.PlaceOf(type, one.member.location);
    const std::string part = PartText(type, "case", one.member.name);
    for (int64_t label : one.labels) {
      if (discriminator.kind == TypeKind::kEnum) {
        const EnumIndex& literals = table.EnumLiterals(discriminator_index);
        if (!literals.by_value.contains(label)) {
          table.diagnostics.AddError(
              place,
              Concat(part, " has label ", label, ", which is no value of enum ",
                     discriminator.name));
        }
      } else if (label < range->lowest || label > range->highest) {
        table.diagnostics.AddError(
            place, Concat(part, " has label ", label, ": expected ",
                          range->lowest, " to ", range->highest, " for ",
                          TypeKindName(discriminator.kind)));
      }
      const auto [first, is_new] = labels.try_emplace(label, one.member.name);
      if (!is_new) {
        table.diagnostics.AddError(
            place, Concat(part, " has label ", label_text(label), ", which ",
                          Quoted(first->second), " has"));
      }
    }
    if (one.labels.empty() && !one.is_default) {
      table.diagnostics.AddError(
          place,
          Concat(part, " can never be chosen: expected a label or 'default'"));
    }
    if (!one.is_default) continue;
    if (default_case != nullptr) {
      table.diagnostics.AddError(
          place, Concat("union ", type.name, " has two default cases: ",
                        Quoted(default_case->member.name), " and ",
                        Quoted(one.member.name)));
    }
    default_case = &one;
  }
}

uint32_t HolderBits(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBoolean:
      return 1;
    case TypeKind::kByte:
    case TypeKind::kInt8:
    case TypeKind::kUInt8:
      return 8;
    case TypeKind::kInt16:
    case TypeKind::kUInt16:
      return 16;
    case TypeKind::kInt32:
    case TypeKind::kUInt32:
      return 32;
    case TypeKind::kInt64:
    case TypeKind::kUInt64:
      return 64;
    default:  // no holder of bits
      return 0;
  }
}

void CheckBitfield(TypeTable& table, const TypeDescriptor& type,
                   Bitfield& field) {
  const SourceLocation place = table.PlaceOf(type, field.location);
  const std::string part = field.name.empty()
                               ? Concat("an unnamed field of ", type.name)
                               : PartText(type, "field", field.name);
  if (field.width < 1 || field.width > 64) {
    table.diagnostics.AddError(place,
                               Concat(part, " has a width of ", field.width,
                                      " bits: expected 1 to 64"));
    return;
  }
  if (!field.holder.has_value()) {
    field.holder = field.width == 1    ? TypeKind::kBoolean
                   : field.width <= 8  ? TypeKind::kUInt8
                   : field.width <= 16 ? TypeKind::kUInt16
                   : field.width <= 32 ? TypeKind::kUInt32
                                       : TypeKind::kUInt64;
  }
  const uint32_t holder_bits = HolderBits(*field.holder);
  if (holder_bits == 0) {
    table.diagnostics.AddError(
        place,
        Concat(part, " is held by ", WithArticle(TypeKindName(*field.holder)),
               ": expected a boolean, byte or integer"));
  } else if (field.width > holder_bits) {
    table.diagnostics.AddError(
        place, Concat(part, " has a width of ", field.width, " bits: at most ",
                      holder_bits, " fit ", TypeKindName(*field.holder)));
  }
}

void CheckDefault(TypeTable& table, const TypeDescriptor& type,
                  Member& member) {
  if (!member.default_value.has_value()) return;
  std::optional<DefaultFault> fault =
      NormalizeDefault(table, member.type, &*member.default_value);
  if (!fault.has_value()) return;
  Diagnostic diagnostic;
  diagnostic.location = table.PlaceOf(type, member.location);
  diagnostic.message =
      Concat("the default of ", PartText(type, "member", member.name), ": ",
             fault->message);
  diagnostic.is_unsupported = fault->is_unsupported;
  table.diagnostics.Add(std::move(diagnostic));
}

}  // namespace

void ResolveBases(TypeTable& table) {
  for (size_t i = 0; i < table.types.size(); ++i) {
    TypeDescriptor& type = table.types[i];
    if (!type.base.has_value() || !table.defined[i]) continue;
    type.base = table.Resolve(*type.base);
    if (!table.defined[*type.base]) continue;
    const TypeDescriptor& base = table.types[*type.base];
    if (base.kind == type.kind) continue;
    table.diagnostics.AddError(
        table.PlaceOf(type),
        Concat(TypeKindName(type.kind), " ", type.name, " inherits from ",
               IsNamed(base.kind) ? base.name : std::string("something"), ", ",
               WithArticle(TypeKindName(base.kind)), ": expected a ",
               TypeKindName(type.kind)));
    type.base.reset();
  }
}

void CheckStructs(TypeTable& table, CollectionChecker& collections) {
  Names names;
  Ids ids;
  // What each open type added, so that leaving it takes it out again.
  struct Added {
    std::vector<std::string_view> names;
    std::vector<uint64_t> ids;
  };
  std::vector<Added> open;
  std::vector<uint64_t> next_ids = {0};
  WalkFamilies(
      table, TypeKind::kStruct,
      [&](TypeIndex index) {
        TypeDescriptor& type = table.types[index];
        open.emplace_back();
        uint64_t next = next_ids.back();
        for (Member& member : type.members) {
          if (CheckMemberName(table, type, "member", member.name,
                              member.location, &names)) {
            open.back().names.push_back(member.name);
          }
          next = CheckId(table, type, member, next, &ids, &open.back().ids);
          collections.CheckUse(type, "member", member.name, member.location,
                               member.type);
        }
        next_ids.push_back(next);
        CheckPartCount(table, type,
                       type.base.has_value() ? "members, those of its bases "
                                               "included"
                                             : "members",
                       ids.size());
      },
      [&](TypeIndex) {
        for (std::string_view name : open.back().names) names.erase(name);
        for (uint64_t id : open.back().ids) ids.erase(id);
        open.pop_back();
        next_ids.pop_back();
      });
}

void CheckBitsets(TypeTable& table) {
  Names names;
  std::vector<std::vector<std::string_view>> open;
  std::vector<uint64_t> widths = {0};
  WalkFamilies(
      table, TypeKind::kBitset,
      [&](TypeIndex index) {
        TypeDescriptor& type = table.types[index];
        open.emplace_back();
        uint64_t width = widths.back();
        for (Bitfield& field : type.bitfields) {
          if (!field.name.empty() &&
              CheckMemberName(table, type, "field", field.name, field.location,
                              &names)) {
            open.back().push_back(field.name);
          }
          CheckBitfield(table, type, field);
          width += field.width;
        }
        widths.push_back(width);
        CheckPartCount(table, type, "fields", type.bitfields.size());
        if (width > 64) {
          table.diagnostics.AddError(
              table.PlaceOf(type),
              Concat("bitset ", type.name, " has ", width,
                     " bits in all: at most 64 are allowed"));
        } else if (width == 0) {
          table.diagnostics.AddError(
              table.PlaceOf(type),
              Concat("bitset ", type.name,
                     " has no bits: expected at least one"));
        }
      },
      [&](TypeIndex) {
        for (std::string_view name : open.back()) names.erase(name);
        open.pop_back();
        widths.pop_back();
      });
}

void CheckUnion(TypeTable& table, TypeDescriptor& type,
                CollectionChecker& collections) {
  CheckPartCount(table, type, "cases", type.cases.size());
  if (type.cases.empty()) {
    table.diagnostics.AddError(
        table.PlaceOf(type),
        Concat("union ", type.name, " has no cases: expected at least one"));
  }
  Names names;
  Ids ids;
  uint64_t next = 1;  // XTypes 1.3, 7.2.2.4.4.4: 0 is the discriminator
  for (UnionCase& one : type.cases) {
    Member& member = one.member;
    CheckMemberName(table, type, "case", member.name, member.location, &names);
    next = CheckId(table, type, member, next, &ids, nullptr);
    if (member.is_optional) {
      table.diagnostics.AddError(
          table.PlaceOf(type, member.location),
          Concat(PartText(type, "case", member.name),
                 " is optional: only members of structs may be"));
    }
    collections.CheckUse(type, "case", member.name, member.location,
                         member.type);
  }
  CheckLabels(table, type);
}

void CheckDefaults(TypeTable& table) {
  for (size_t i = 0; i < table.types.size(); ++i) {
    if (!table.defined[i]) continue;
    TypeDescriptor& type = table.types[i];
    for (Member& member : type.members) CheckDefault(table, type, member);
    for (UnionCase& one : type.cases) CheckDefault(table, type, one.member);
  }
}

}  // namespace transcdr::type_checks
