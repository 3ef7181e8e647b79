#include "codec/type/type_builder.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "codec/type/canonical_form.h"
#include "codec/type/member_checks.h"
#include "codec/type/message_text.h"
#include "codec/type/type_checks.h"
#include "codec/type/type_graph.h"
#include "codec/type/type_table.h"

namespace transcdr {
namespace {

using message_text::Concat;
using message_text::PlaceText;
using message_text::Quoted;
using message_text::WithArticle;
using type_checks::TypeTable;

// How much longer than the source a canonical form may get, full names being
// longer than short ones. Aliases could make it grow without end.
constexpr uint64_t kMaxCanonicalGrowth = 16;
constexpr uint64_t kLeastCanonicalLimit = 1 << 20;

constexpr size_t kMaxNamesShown = 5;

bool SameMember(const Member& a, const Member& b) {
  return std::tie(a.name, a.type, a.id, a.is_optional, a.is_key,
                  a.is_must_understand, a.default_value) ==
         std::tie(b.name, b.type, b.id, b.is_optional, b.is_key,
                  b.is_must_understand, b.default_value);
}

bool SameEnumerator(const Enumerator& a, const Enumerator& b) {
  return std::tie(a.name, a.value, a.is_default) ==
         std::tie(b.name, b.value, b.is_default);
}

bool SameFlag(const Flag& a, const Flag& b) {
  return std::tie(a.name, a.position) == std::tie(b.name, b.position);
}

bool SameBitfield(const Bitfield& a, const Bitfield& b) {
  return std::tie(a.name, a.width, a.holder) ==
         std::tie(b.name, b.width, b.holder);
}

bool SameCase(const UnionCase& a, const UnionCase& b) {
  return a.labels == b.labels && a.is_default == b.is_default &&
         SameMember(a.member, b.member);
}

// Equal but for locations.
bool SameDefinition(const TypeDescriptor& a, const TypeDescriptor& b) {
  return std::tie(a.kind, a.name, a.extensibility, a.element, a.base,
                  a.is_discriminator_key, a.bit_bound) ==
             std::tie(b.kind, b.name, b.extensibility, b.element, b.base,
                      b.is_discriminator_key, b.bit_bound) &&
         std::ranges::equal(a.members, b.members, SameMember) &&
         std::ranges::equal(a.cases, b.cases, SameCase) &&
         std::ranges::equal(a.enumerators, b.enumerators, SameEnumerator) &&
         std::ranges::equal(a.flags, b.flags, SameFlag) &&
         std::ranges::equal(a.bitfields, b.bitfields, SameBitfield);
}

TypeDescriptor Anonymous(TypeKind kind, uint32_t bound = 0) {
  TypeDescriptor type;
  type.kind = kind;
  type.bound = bound;
  return type;
}

// "a::A, a::B and 3 more".
std::string NameList(const std::vector<TypeDescriptor>& types,
                     const std::vector<TypeIndex>& indexes) {
  std::string text;
  const size_t shown = std::min(indexes.size(), kMaxNamesShown);
  for (size_t i = 0; i < shown; ++i) {
    if (i > 0) text += ", ";
    text += types[indexes[i]].name;
  }
  if (shown < indexes.size()) {
    text += Concat(" and ", indexes.size() - shown, " more");
  }
  return text;
}

void Renumber(const std::vector<TypeIndex>& new_index, TypeDescriptor* type) {
  const auto renumber = [&](TypeIndex& index) { index = new_index[index]; };
  switch (type->kind) {
    case TypeKind::kMap:
      renumber(type->key);
      renumber(type->element);
      break;
    case TypeKind::kSequence:
    case TypeKind::kArray:
    case TypeKind::kAlias:
    case TypeKind::kUnion:
      renumber(type->element);
      break;
    default:  // nothing in element and key
      break;
  }
  if (type->base.has_value()) renumber(*type->base);
  for (Member& member : type->members) renumber(member.type);
  for (UnionCase& one : type->cases) renumber(one.member.type);
}

}  // namespace

std::string NormalizeTypeName(std::string_view name) {
  if (name.starts_with("::")) name.remove_prefix(2);
  std::string normalized;
  for (char c : name) {
    if (c == '/') {
      normalized += "::";
    } else {
      normalized += c;
    }
  }
  return normalized;
}

TypeIndex TypeBuilder::Append(TypeDescriptor descriptor, bool is_defined) {
  types_.push_back(std::move(descriptor));
  defined_.push_back(is_defined);
  return static_cast<TypeIndex>(types_.size() - 1);
}

TypeIndex TypeBuilder::Intern(TypeDescriptor descriptor) {
  const auto [at, is_new] = anonymous_.try_emplace(
      std::tuple(descriptor.kind, descriptor.element, descriptor.key,
                 descriptor.bound, descriptor.dimensions),
      static_cast<TypeIndex>(types_.size()));
  if (is_new) Append(std::move(descriptor), true);
  return at->second;
}

TypeIndex TypeBuilder::Primitive(TypeKind kind) {
  assert(IsPrimitive(kind));
  return Intern(Anonymous(kind));
}

TypeIndex TypeBuilder::String(uint32_t bound) {
  return Intern(Anonymous(TypeKind::kString8, bound));
}

TypeIndex TypeBuilder::WString(uint32_t bound) {
  return Intern(Anonymous(TypeKind::kString16, bound));
}

TypeIndex TypeBuilder::Sequence(TypeIndex element, uint32_t bound) {
  TypeDescriptor sequence = Anonymous(TypeKind::kSequence, bound);
  sequence.element = element;
  return Intern(std::move(sequence));
}

TypeIndex TypeBuilder::Array(TypeIndex element,
                             std::vector<uint32_t> dimensions) {
  TypeDescriptor array = Anonymous(TypeKind::kArray);
  array.element = element;
  array.dimensions = std::move(dimensions);
  return Intern(std::move(array));
}

TypeIndex TypeBuilder::Map(TypeIndex key, TypeIndex value, uint32_t bound) {
  TypeDescriptor map = Anonymous(TypeKind::kMap, bound);
  map.key = key;
  map.element = value;
  return Intern(std::move(map));
}

TypeIndex TypeBuilder::Named(std::string_view name, SourceLocation location) {
  TypeDescriptor mentioned;
  mentioned.kind = TypeKind::kStruct;  // until it is defined
  mentioned.name = NormalizeTypeName(name);
  mentioned.location = std::move(location);
  const auto [at, is_new] = by_name_.try_emplace(
      mentioned.name, static_cast<TypeIndex>(types_.size()));
  if (is_new) Append(std::move(mentioned), false);
  return at->second;
}

bool TypeBuilder::IsDefined(std::string_view name) const {
  const auto at = by_name_.find(NormalizeTypeName(name));
  return at != by_name_.end() && defined_[at->second];
}

TypeIndex TypeBuilder::Define(TypeDescriptor descriptor) {
  assert(IsNamed(descriptor.kind));
  descriptor.name = NormalizeTypeName(descriptor.name);
  const auto [at, is_new] = by_name_.try_emplace(
      descriptor.name, static_cast<TypeIndex>(types_.size()));
  if (is_new) return Append(std::move(descriptor), true);
  const TypeIndex index = at->second;
  if (!defined_[index]) {
    types_[index] = std::move(descriptor);
    defined_[index] = true;
    return index;
  }
  if (!SameDefinition(types_[index], descriptor)) {
    const SourceLocation& first = types_[index].location;
    SourceLocation place = descriptor.location;
    if (place.file.empty()) place.file = descriptor.name;
    diagnostics_.AddError(
        std::move(place),
        Concat("type ", descriptor.name, " is defined twice, and differently",
               first.file.empty() ? std::string()
                                  : ": first at " + PlaceText(first)));
  }
  return index;
}

void TypeBuilder::AddDiagnostic(Diagnostic diagnostic) {
  diagnostics_.Add(std::move(diagnostic));
}

void TypeBuilder::AddGivenAlias(std::string alias) {
  if (given_aliases_.size() >= kMaxGivenAliases) return;
  if (std::find(given_aliases_.begin(), given_aliases_.end(), alias) ==
      given_aliases_.end()) {
    given_aliases_.push_back(std::move(alias));
  }
}

bool TypeBuilder::Check() {
  TypeTable table{types_, defined_, limits_, diagnostics_};
  if (types_.size() > limits_.max_types) {
    diagnostics_.AddError(
        {}, Concat("the schema has ", types_.size(), " types: at most ",
                   limits_.max_types, " are allowed"));
  }
  for (size_t i = 0; i < types_.size(); ++i) {
    if (defined_[i]) continue;
    diagnostics_.AddError(types_[i].location,
                          Concat("type ", Quoted(types_[i].name),
                                 " is used here but defined nowhere"));
  }
  CheckTypeNames(table);
  // With aliases that lead nowhere, nothing below could ask what a type is.
  if (!ResolveAliases(table)) return false;
  ResolveBases(table);

  type_checks::CollectionChecker collections(table);
  for (size_t i = 0; i < types_.size(); ++i) {
    if (!defined_[i]) continue;
    if (types_[i].kind == TypeKind::kEnum) CheckEnum(table, types_[i]);
    if (types_[i].kind == TypeKind::kBitmask) CheckBitmask(table, types_[i]);
    if (types_[i].kind == TypeKind::kAlias) {
      collections.CheckUse(types_[i], "alias", "", types_[i].location,
                           types_[i].element);
    }
  }
  CheckBitsets(table);
  CheckStructs(table, collections);
  for (size_t i = 0; i < types_.size(); ++i) {
    if (defined_[i] && types_[i].kind == TypeKind::kUnion) {
      CheckUnion(table, types_[i], collections);
    }
  }
  CheckContainment(table);
  CheckDefaults(table);
  return true;
}

std::optional<TypeIndex> TypeBuilder::FindRoot(std::string_view root_type) {
  TypeTable table{types_, defined_, limits_, diagnostics_};
  if (root_type.empty()) {
    const std::vector<TypeIndex> candidates = RootCandidates(table);
    if (candidates.size() == 1) return candidates[0];
    diagnostics_.AddError(
        {}, candidates.empty()
                ? std::string("the root type is not given, and there is no "
                              "struct or union that no other one uses")
                : Concat("the root type is not given, and ", candidates.size(),
                         " types could be it: ", NameList(types_, candidates)));
    return std::nullopt;
  }
  const std::string name = NormalizeTypeName(root_type);
  const auto at = by_name_.find(name);
  if (at == by_name_.end() || !defined_[at->second]) {
    std::vector<TypeIndex> named;
    for (TypeIndex i = 0; i < types_.size(); ++i) {
      if (defined_[i] && IsNamed(types_[i].kind)) named.push_back(i);
    }
    diagnostics_.AddError(
        {}, Concat("the root type ", Quoted(name), " is not defined",
                   named.empty() ? std::string(": no type is")
                                 : ": there are " + NameList(types_, named)));
    return std::nullopt;
  }
  const TypeIndex root = table.Resolve(at->second);
  const TypeDescriptor& type = types_[root];
  if (!defined_[root]) return std::nullopt;  // reported already
  if (type.kind != TypeKind::kStruct && type.kind != TypeKind::kUnion) {
    diagnostics_.AddError(table.PlaceOf(types_[at->second]),
                          Concat("the root type ", name, " is ",
                                 WithArticle(TypeKindName(type.kind)),
                                 ": expected a struct or union"));
    return std::nullopt;
  }
  return root;
}

std::optional<Schema> TypeBuilder::Build(std::string_view root_type,
                                         WireProfile profile,
                                         std::vector<Diagnostic>* diagnostics) {
  const auto hand_over = [&] {
    std::vector<Diagnostic> all = diagnostics_.Take();
    std::move(all.begin(), all.end(), std::back_inserter(*diagnostics));
  };
  // A root that is not named is guessed only where all else is right: a guess
  // among faulty types would add noise.
  std::optional<TypeIndex> root;
  if (Check() && !(root_type.empty() && diagnostics_.has_errors())) {
    root = FindRoot(root_type);
  }
  if (diagnostics_.has_errors() || !root.has_value()) {
    hand_over();
    return std::nullopt;
  }

  const std::vector<TypeIndex> order =
      type_checks::FirstMentions(types_, *root);
  std::vector<TypeIndex> new_index(types_.size(), 0);
  for (size_t i = 0; i < order.size(); ++i) {
    new_index[order[i]] = static_cast<TypeIndex>(i);
  }
  std::vector<TypeDescriptor> reached;
  reached.reserve(order.size());
  for (TypeIndex index : order) {
    reached.push_back(std::move(types_[index]));
    Renumber(new_index, &reached.back());
  }
  Schema schema(std::move(reached), 0, profile);
  schema.given_aliases_ = std::move(given_aliases_);
  const uint64_t allowed = std::max(
      kLeastCanonicalLimit, kMaxCanonicalGrowth * limits_.max_source_bytes);
  if (CanonicalFormSizeEstimate(schema) > allowed) {
    diagnostics_.AddError({}, Concat("the types take more than ", allowed,
                                     " bytes when written out in full"));
    hand_over();
    return std::nullopt;
  }
  hand_over();
  return schema;
}

}  // namespace transcdr
