#include "codec/type/type_checks.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "codec/type/message_text.h"

namespace transcdr::type_checks {
namespace {

using message_text::Concat;
using message_text::IsIdentifier;
using message_text::PlaceText;
using message_text::Quoted;

void CheckTypeName(TypeTable& table, const TypeDescriptor& type) {
  if (type.name.size() > table.limits.max_name_length) {
    table.diagnostics.AddError(
        type.location, Concat("the type name ", Quoted(type.name), " has ",
                              type.name.size(), " characters: at most ",
                              table.limits.max_name_length, " are allowed"));
    return;
  }
  std::string_view left = type.name;
  while (true) {
    const size_t end = left.find("::");
    const std::string_view part = left.substr(0, end);
    if (!IsIdentifier(part)) {
      table.diagnostics.AddError(
          table.PlaceOf(type),
          Concat("the type name ", Quoted(type.name),
                 " is not valid: expected identifiers (a letter or '_', then "
                 "letters, digits and '_') joined by '::', found ",
                 Quoted(part)));
      return;
    }
    if (end == std::string_view::npos) return;
    left.remove_prefix(end + 2);
  }
}

// The largest value of 1 to 64 bits.
uint64_t MaxOfBits(uint32_t bits) {
  return bits >= 64 ? std::numeric_limits<uint64_t>::max()
                    : (uint64_t{1} << bits) - 1;
}

}  // namespace

std::string PartText(const TypeDescriptor& type, std::string_view what,
                     std::string_view name) {
  if (name.empty()) return Concat(what, " ", type.name);
  return Concat(what, " ", Quoted(name), " of ", type.name);
}

void CheckTypeNames(TypeTable& table) {
  for (size_t i = 0; i < table.types.size(); ++i) {
    const TypeDescriptor& type = table.types[i];
    if (IsNamed(type.kind) && table.defined[i]) CheckTypeName(table, type);
  }
}

bool CheckMemberName(
    TypeTable& table, const TypeDescriptor& type, std::string_view what,
    std::string_view name, const SourceLocation& location,
    std::unordered_map<std::string_view, SourceLocation>* seen) {
  const SourceLocation place = table.PlaceOf(type, location);
  if (!IsIdentifier(name)) {
    table.diagnostics.AddError(
        place,
        Concat("the name ", Quoted(name), " of a ", what, " of ", type.name,
               " is not valid: expected a letter or '_', then letters, "
               "digits and '_'"));
    return false;
  }
  if (name.size() > table.limits.max_name_length) {
    table.diagnostics.AddError(
        place, Concat("the name ", Quoted(name), " of a ", what, " of ",
                      type.name, " has ", name.size(), " characters: at most ",
                      table.limits.max_name_length, " are allowed"));
    return false;
  }
  const auto [first, is_new] = seen->try_emplace(name, place);
  if (is_new) return true;
  table.diagnostics.AddError(
      place, Concat(PartText(type, what, name), " is declared twice: first at ",
                    PlaceText(first->second)));
  return false;
}

void CheckPartCount(TypeTable& table, const TypeDescriptor& type,
                    std::string_view what, size_t count) {
  if (count <= table.limits.max_members) return;
  table.diagnostics.AddError(
      table.PlaceOf(type),
      Concat(type.name, " has ", count, " ", what, ": at most ",
             table.limits.max_members, " are allowed"));
}

void CheckEnum(TypeTable& table, TypeDescriptor& type) {
  const SourceLocation type_place = table.PlaceOf(type);
  if (type.bit_bound < 1 || type.bit_bound > 32) {
    table.diagnostics.AddError(
        type_place, Concat("enum ", type.name, " has a bit bound of ",
                           type.bit_bound, ": expected 1 to 32"));
    type.bit_bound = 32;  // judge the values all the same
  }
  if (type.enumerators.empty()) {
    table.diagnostics.AddError(
        type_place,
        Concat("enum ", type.name, " has no literals: expected at least one"));
  }
  CheckPartCount(table, type, "literals", type.enumerators.size());

  // What the bits hold as signed or as unsigned, as far as the wire's 8, 16 or
  // 32 bits, which are signed, give it back.
  const int holder_bits = type.bit_bound <= 8    ? 8
                          : type.bit_bound <= 16 ? 16
                                                 : 32;
  const int64_t lowest = -(int64_t{1} << (type.bit_bound - 1));
  const int64_t highest =
      std::min<int64_t>(static_cast<int64_t>(MaxOfBits(type.bit_bound)),
                        (int64_t{1} << (holder_bits - 1)) - 1);

  std::unordered_map<std::string_view, SourceLocation> names;
  std::unordered_map<int64_t, std::string_view> values;
  const Enumerator* default_literal = nullptr;
  int64_t next = 0;
  for (Enumerator& literal : type.enumerators) {
    CheckMemberName(table, type, "literal", literal.name, literal.location,
                    &names);
    const SourceLocation place = table.PlaceOf(type, literal.location);
    const int64_t value = literal.value.has_value() ? *literal.value : next;
    next = value + 1;
    if (value < lowest || value > highest) {
      table.diagnostics.AddError(
          place, Concat(PartText(type, "literal", literal.name), " has value ",
                        value, ": expected ", lowest, " to ", highest,
                        " for a bit bound of ", type.bit_bound));
    } else {
      literal.value = static_cast<int32_t>(value);
    }
    const auto [first, is_new] = values.try_emplace(value, literal.name);
    if (!is_new) {
      table.diagnostics.AddError(
          place, Concat(PartText(type, "literal", literal.name), " has value ",
                        value, ", which ", Quoted(first->second), " has"));
    }
    if (!literal.is_default) continue;
    if (default_literal != nullptr) {
      table.diagnostics.AddError(
          place,
          Concat("enum ", type.name, " has two default literals: ",
                 Quoted(default_literal->name), " and ", Quoted(literal.name)));
    }
    default_literal = &literal;
  }
}

void CheckBitmask(TypeTable& table, TypeDescriptor& type) {
  if (type.bit_bound < 1 || type.bit_bound > 64) {
    table.diagnostics.AddError(
        table.PlaceOf(type),
        Concat("bitmask ", type.name, " has a bit bound of ", type.bit_bound,
               ": expected 1 to 64"));
    type.bit_bound = 64;
  }
  CheckPartCount(table, type, "flags", type.flags.size());
  std::unordered_map<std::string_view, SourceLocation> names;
  std::unordered_map<uint64_t, std::string_view> positions;
  uint64_t next = 0;
  for (Flag& flag : type.flags) {
    CheckMemberName(table, type, "flag", flag.name, flag.location, &names);
    const SourceLocation place = table.PlaceOf(type, flag.location);
    const uint64_t position = flag.position.has_value() ? *flag.position : next;
    next = position + 1;
    flag.position = static_cast<uint32_t>(
        std::min<uint64_t>(position, std::numeric_limits<uint32_t>::max()));
    if (position >= type.bit_bound) {
      table.diagnostics.AddError(
          place,
          Concat(PartText(type, "flag", flag.name), " is at bit ", position,
                 ": expected less than the bit bound of ", type.bit_bound));
    }
    const auto [first, is_new] = positions.try_emplace(position, flag.name);
    if (!is_new) {
      table.diagnostics.AddError(
          place, Concat(PartText(type, "flag", flag.name), " is at bit ",
                        position, ", where ", Quoted(first->second), " is"));
    }
  }
}

void CollectionChecker::CheckUse(const TypeDescriptor& user,
                                 std::string_view what, std::string_view name,
                                 const SourceLocation& location,
                                 TypeIndex used) {
  // A named type reports its own parts.
  if (IsNamed(table_.types[used].kind) || is_checked_[used]) return;
  const auto report = [&](const std::string& fault) {
    table_.diagnostics.AddError(
        table_.PlaceOf(user, location),
        Concat(PartText(user, what, name), ": ", fault));
  };
  if (table_.nesting[used] > kMaxCollectionNesting) {
    is_checked_[used] = true;
    report(Concat("collections and array dimensions within each other: ",
                  table_.nesting[used], ", at most ", kMaxCollectionNesting,
                  " are allowed"));
    return;
  }
  std::vector<TypeIndex> pending = {used};
  while (!pending.empty()) {
    const TypeIndex index = pending.back();
    pending.pop_back();
    const TypeDescriptor& type = table_.types[index];
    if (IsNamed(type.kind) || is_checked_[index]) continue;
    is_checked_[index] = true;
    if (type.kind == TypeKind::kMap) pending.push_back(type.key);
    if (type.kind == TypeKind::kMap || type.kind == TypeKind::kSequence ||
        type.kind == TypeKind::kArray) {
      pending.push_back(type.element);
    }
    if (type.kind != TypeKind::kArray) continue;
    if (type.dimensions.empty()) {
      report("an array without a size: expected at least one dimension");
    } else if (std::find(type.dimensions.begin(), type.dimensions.end(), 0u) !=
               type.dimensions.end()) {
      report("an array of size 0: expected 1 or more in each dimension");
    } else if (table_.array_elements[index] >
                   table_.limits.max_array_elements &&
               table_.array_elements[type.element] <=
                   table_.limits.max_array_elements) {
      const uint64_t elements = table_.array_elements[index];
      const bool is_saturated =
          elements == std::numeric_limits<uint64_t>::max();
      report(Concat("an array of ",
                    is_saturated ? std::string("more than 2^64")
                                 : std::to_string(elements),
                    " elements: at most ", table_.limits.max_array_elements,
                    " are allowed"));
    }
  }
}

}  // namespace transcdr::type_checks
