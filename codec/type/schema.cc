#include "codec/type/schema.h"

#include <algorithm>

namespace transcdr {
namespace {

// The type and its bases, the outermost base first.
std::vector<TypeIndex> Lineage(const Schema& schema, TypeIndex index) {
  std::vector<TypeIndex> lineage = {index};
  while (schema.type(lineage.back()).base.has_value()) {
    lineage.push_back(schema.Resolve(*schema.type(lineage.back()).base));
  }
  std::reverse(lineage.begin(), lineage.end());
  return lineage;
}

}  // namespace

std::vector<const Member*> Schema::AllMembers(TypeIndex struct_index) const {
  std::vector<const Member*> all;
  for (TypeIndex index : Lineage(*this, struct_index)) {
    for (const Member& member : type(index).members) all.push_back(&member);
  }
  return all;
}

std::vector<const Bitfield*> Schema::AllBitfields(
    TypeIndex bitset_index) const {
  std::vector<const Bitfield*> all;
  for (TypeIndex index : Lineage(*this, bitset_index)) {
    for (const Bitfield& field : type(index).bitfields) all.push_back(&field);
  }
  return all;
}

}  // namespace transcdr
