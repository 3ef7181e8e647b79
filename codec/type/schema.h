// A Schema: a closed, checked graph of types with a root and a wire profile.
// Made by TypeBuilder, and from other schemas by KeySchema. Immutable: share it
// as shared_ptr<const Schema>.

#ifndef TRANSCDR_CODEC_TYPE_SCHEMA_H_
#define TRANSCDR_CODEC_TYPE_SCHEMA_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codec/type/type_descriptor.h"
#include "codec/type/wire_profile.h"

namespace transcdr {

enum class KeyForm : uint8_t;  // key_schema.h

// The most names that are kept of those that sources give a schema.
inline constexpr size_t kMaxGivenAliases = 16;

class Schema {
 public:
  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;
  Schema(Schema&&) = default;
  Schema& operator=(Schema&&) = default;

  // The struct or union that payloads hold; never an alias.
  TypeIndex root() const { return root_; }
  const std::string& root_name() const { return types_[root_].name; }
  const WireProfile& profile() const { return profile_; }

  // REQUIRES: index < types().size().
  const TypeDescriptor& type(TypeIndex index) const { return types_[index]; }
  // Only what the root reaches, in the order of first mention, root first.
  const std::vector<TypeDescriptor>& types() const { return types_; }

  // Follows aliases to the type that they stand for.
  TypeIndex Resolve(TypeIndex index) const {
    while (types_[index].kind == TypeKind::kAlias) {
      index = types_[index].element;
    }
    return index;
  }
  const TypeDescriptor& resolved(TypeIndex index) const {
    return types_[Resolve(index)];
  }

  // Names that its source gave it besides (TypeBuilder::AddGivenAlias), each
  // once. They tell where a schema comes from, not what it is: they are no part
  // of its canonical form, and so not of its id.
  const std::vector<std::string>& given_aliases() const {
    return given_aliases_;
  }

  // Members of a struct with those of its bases, bases first.
  // REQUIRES: the type is a struct.
  std::vector<const Member*> AllMembers(TypeIndex struct_index) const;
  // Fields of a bitset with those of its bases, bases first.
  // REQUIRES: the type is a bitset.
  std::vector<const Bitfield*> AllBitfields(TypeIndex bitset_index) const;

 private:
  friend class TypeBuilder;
  friend std::optional<Schema> KeySchema(const Schema& schema, KeyForm form);
  Schema(std::vector<TypeDescriptor> types, TypeIndex root, WireProfile profile)
      : types_(std::move(types)), root_(root), profile_(profile) {}

  std::vector<TypeDescriptor> types_;
  TypeIndex root_;
  WireProfile profile_;
  std::vector<std::string> given_aliases_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPE_SCHEMA_H_
