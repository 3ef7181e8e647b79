// WriteDescriptors: Schema to proto.

#include <variant>

#include "server/descriptor_mapping.h"

namespace transcdr {
namespace {

v1::PrimitiveKind ToProto(TypeKind kind) {
  return static_cast<v1::PrimitiveKind>(static_cast<int>(kind) + 1);
}

v1::Extensibility ToProto(Extensibility extensibility) {
  return static_cast<v1::Extensibility>(static_cast<int>(extensibility) + 1);
}

class DescriptorWriter {
 public:
  explicit DescriptorWriter(const Schema& schema) : schema_(schema) {}

  // REQUIRES: IsNamed(type.kind).
  void WriteType(const TypeDescriptor& type, v1::TypeDescriptor* to) const {
    to->set_name(type.name);
    switch (type.kind) {
      case TypeKind::kStruct:
        WriteStruct(type, to->mutable_struct_type());
        break;
      case TypeKind::kUnion:
        WriteUnion(type, to->mutable_union_type());
        break;
      case TypeKind::kEnum:
        WriteEnum(type, to->mutable_enum_type());
        break;
      case TypeKind::kBitmask:
        WriteBitmask(type, to->mutable_bitmask_type());
        break;
      case TypeKind::kBitset:
        WriteBitset(type, to->mutable_bitset_type());
        break;
      case TypeKind::kAlias:
        WriteReference(type.element, to->mutable_alias_type()->mutable_type());
        break;
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
      case TypeKind::kSequence:
      case TypeKind::kArray:
      case TypeKind::kMap:
        break;  // no name
    }
  }

 private:
  // Recursion ends: anonymous types nest at most 64 deep (TypeBuilder), and
  // named ones are written by name.
  void WriteReference(TypeIndex index, v1::TypeReference* to) const {
    const TypeDescriptor& type = schema_.type(index);
    switch (type.kind) {
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
        to->set_primitive(ToProto(type.kind));
        break;
      case TypeKind::kString8:
        to->mutable_string_type()->set_bound(type.bound);
        break;
      case TypeKind::kString16:
        to->mutable_wstring_type()->set_bound(type.bound);
        break;
      case TypeKind::kSequence:
        to->mutable_sequence_type()->set_bound(type.bound);
        WriteReference(type.element,
                       to->mutable_sequence_type()->mutable_element());
        break;
      case TypeKind::kArray:
        to->mutable_array_type()->mutable_dimensions()->Add(
            type.dimensions.begin(), type.dimensions.end());
        WriteReference(type.element,
                       to->mutable_array_type()->mutable_element());
        break;
      case TypeKind::kMap:
        to->mutable_map_type()->set_bound(type.bound);
        WriteReference(type.key, to->mutable_map_type()->mutable_key());
        WriteReference(type.element, to->mutable_map_type()->mutable_value());
        break;
      case TypeKind::kAlias:
      case TypeKind::kEnum:
      case TypeKind::kBitmask:
      case TypeKind::kBitset:
      case TypeKind::kStruct:
      case TypeKind::kUnion:
        to->set_name(type.name);
        break;
    }
  }

  static void WriteLiteral(const Literal& literal, v1::Literal* to) {
    struct Visitor {
      v1::Literal* to;
      void operator()(std::monostate) const {}
      void operator()(bool value) const { to->set_boolean(value); }
      void operator()(int64_t value) const { to->set_signed_integer(value); }
      void operator()(uint64_t value) const { to->set_unsigned_integer(value); }
      void operator()(double value) const { to->set_floating(value); }
      void operator()(const std::string& value) const { to->set_text(value); }
      void operator()(const std::vector<Literal>& values) const {
        v1::LiteralList* list = to->mutable_list();
        for (const Literal& value : values) {
          WriteLiteral(value, list->add_elements());
        }
      }
    };
    std::visit(Visitor{to}, literal.value);
  }

  void WriteMember(const Member& member, v1::Member* to) const {
    to->set_name(member.name);
    WriteReference(member.type, to->mutable_type());
    if (member.id.has_value()) to->set_id(*member.id);
    to->set_is_optional(member.is_optional);
    to->set_is_key(member.is_key);
    to->set_is_must_understand(member.is_must_understand);
    if (member.default_value.has_value()) {
      WriteLiteral(*member.default_value, to->mutable_default_value());
    }
  }

  void WriteStruct(const TypeDescriptor& type, v1::StructType* to) const {
    to->set_extensibility(ToProto(type.extensibility));
    if (type.base.has_value()) to->set_base(schema_.type(*type.base).name);
    for (const Member& member : type.members) {
      WriteMember(member, to->add_members());
    }
  }

  void WriteUnion(const TypeDescriptor& type, v1::UnionType* to) const {
    to->set_extensibility(ToProto(type.extensibility));
    WriteReference(type.element, to->mutable_discriminator());
    to->set_is_discriminator_key(type.is_discriminator_key);
    for (const UnionCase& one : type.cases) {
      v1::UnionCase* written = to->add_cases();
      written->mutable_labels()->Add(one.labels.begin(), one.labels.end());
      written->set_is_default(one.is_default);
      WriteMember(one.member, written->mutable_member());
    }
  }

  static void WriteEnum(const TypeDescriptor& type, v1::EnumType* to) {
    to->set_bit_bound(type.bit_bound);
    for (const Enumerator& one : type.enumerators) {
      v1::Enumerator* written = to->add_enumerators();
      written->set_name(one.name);
      if (one.value.has_value()) written->set_value(*one.value);
      written->set_is_default(one.is_default);
    }
  }

  static void WriteBitmask(const TypeDescriptor& type, v1::BitmaskType* to) {
    to->set_bit_bound(type.bit_bound);
    for (const Flag& flag : type.flags) {
      v1::Flag* written = to->add_flags();
      written->set_name(flag.name);
      if (flag.position.has_value()) written->set_position(*flag.position);
    }
  }

  void WriteBitset(const TypeDescriptor& type, v1::BitsetType* to) const {
    if (type.base.has_value()) to->set_base(schema_.type(*type.base).name);
    for (const Bitfield& field : type.bitfields) {
      v1::Bitfield* written = to->add_fields();
      written->set_name(field.name);
      written->set_width(field.width);
      if (field.holder.has_value()) written->set_holder(ToProto(*field.holder));
    }
  }

  const Schema& schema_;
};

}  // namespace

v1::TypeDescriptorSet WriteDescriptors(const Schema& schema) {
  v1::TypeDescriptorSet set;
  const DescriptorWriter writer(schema);
  for (const TypeDescriptor& type : schema.types()) {
    if (IsNamed(type.kind)) writer.WriteType(type, set.add_types());
  }
  return set;
}

}  // namespace transcdr
