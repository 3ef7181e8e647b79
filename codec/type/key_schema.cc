#include "codec/type/key_schema.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace transcdr {
namespace {

bool HasKey(const Schema& schema, TypeIndex index) {
  const TypeDescriptor& type = schema.type(index);
  if (type.kind == TypeKind::kUnion) return type.is_discriminator_key;
  for (const Member* member : schema.AllMembers(index)) {
    if (member->is_key) return true;
  }
  return false;
}

void KeepKeyMembers(const Schema& schema, TypeIndex index, KeyForm form,
                    TypeDescriptor* type) {
  const bool has_key = HasKey(schema, index);
  std::vector<Member> members;
  for (const Member* member : schema.AllMembers(index)) {
    if (!has_key || member->is_key) members.push_back(*member);
  }
  if (form == KeyForm::kHash) {
    std::sort(members.begin(), members.end(),
              [](const Member& a, const Member& b) { return a.id < b.id; });
  }
  type->members = std::move(members);
  type->base.reset();
}

void KeepDiscriminator(TypeDescriptor* type) {
  Member discriminator;
  discriminator.name = "$discriminator";
  discriminator.type = type->element;
  discriminator.id = 0;
  discriminator.is_key = true;
  type->kind = TypeKind::kStruct;
  type->cases.clear();
  type->members = {std::move(discriminator)};
}

}  // namespace

std::optional<Schema> KeySchema(const Schema& schema, KeyForm form) {
  if (!HasKey(schema, schema.root())) return std::nullopt;
  std::vector<TypeDescriptor> types = schema.types();
  for (TypeIndex i = 0; i < types.size(); ++i) {
    TypeDescriptor& type = types[i];
    if (type.kind == TypeKind::kStruct) {
      KeepKeyMembers(schema, i, form, &type);
    } else if (type.kind == TypeKind::kUnion && type.is_discriminator_key) {
      KeepDiscriminator(&type);
    }
    if (form == KeyForm::kHash) type.extensibility = Extensibility::kFinal;
  }
  return Schema(std::move(types), schema.root(),
                form == KeyForm::kHash ? WireProfile::Omg() : schema.profile());
}

}  // namespace transcdr
