#include "codec/registry/schema_aliases.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "codec/schema/ros_type_hash.h"
#include "codec/typeobject/type_object_writer.h"

namespace transcdr {
namespace {

// Whether TypeObjectHabits can make a difference.
bool VendorsDiffer(const Schema& schema) {
  return std::any_of(schema.types().begin(), schema.types().end(),
                     [](const TypeDescriptor& type) {
                       return type.kind == TypeKind::kEnum ||
                              type.kind == TypeKind::kBitmask ||
                              type.kind == TypeKind::kUnion;
                     });
}

}  // namespace

std::vector<std::string> AliasesOf(const Schema& schema) {
  std::vector<std::string> aliases;
  const auto add = [&](std::optional<std::string> alias) {
    if (!alias.has_value()) return;
    if (std::find(aliases.begin(), aliases.end(), *alias) == aliases.end()) {
      aliases.push_back(*std::move(alias));
    }
  };
  add(RosTypeHash(schema));
  const auto add_hashes = [&](TypeObjectHabits habits) {
    const auto hashes = ComputeEquivalenceHashes(schema, habits);
    if (!hashes.has_value()) return;
    add(EquivalenceAlias(hashes->complete));
    add(EquivalenceAlias(hashes->minimal));
  };
  add_hashes(TypeObjectHabits::kStandard);
  // Most of the time that registering takes would be spent on the same again.
  if (VendorsDiffer(schema)) add_hashes(TypeObjectHabits::kCyclone);
  return aliases;
}

bool IsAliasForm(std::string_view text) {
  struct Form {
    std::string_view prefix;
    size_t digits;
  };
  static constexpr Form kForms[] = {{"RIHS01_", 64}, {"EQUIVALENCE_", 28}};
  for (const Form& form : kForms) {
    if (!text.starts_with(form.prefix)) continue;
    const std::string_view digits = text.substr(form.prefix.size());
    return digits.size() == form.digits &&
           digits.find_first_not_of("0123456789abcdef") ==
               std::string_view::npos;
  }
  return false;
}

}  // namespace transcdr
