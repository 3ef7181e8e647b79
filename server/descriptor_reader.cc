// ReadDescriptors: proto to TypeBuilder.

#include <absl/strings/str_cat.h>

#include <optional>
#include <string>
#include <utility>

#include "server/descriptor_mapping.h"

namespace transcdr {
namespace {

// References within references, and lists within lists. What Protobuf parses
// stays below; messages that were built in this process need not.
constexpr int kMaxNesting = 64;

// The enums are in the same order, behind UNSPECIFIED.
static_assert(v1::PRIMITIVE_KIND_CHAR16 ==
              static_cast<int>(TypeKind::kChar16) + 1);
static_assert(v1::EXTENSIBILITY_MUTABLE ==
              static_cast<int>(Extensibility::kMutable) + 1);

SourceLocation At(std::string path) { return {std::move(path), 0, 0}; }

class DescriptorReader {
 public:
  explicit DescriptorReader(TypeBuilder* builder) : builder_(*builder) {}

  void ReadType(const v1::TypeDescriptor& from, const std::string& path) {
    TypeDescriptor to;
    to.name = from.name();
    to.location = At(path);
    switch (from.kind_case()) {
      case v1::TypeDescriptor::kStructType:
        ReadStruct(from.struct_type(), path, &to);
        break;
      case v1::TypeDescriptor::kUnionType:
        ReadUnion(from.union_type(), path, &to);
        break;
      case v1::TypeDescriptor::kEnumType:
        ReadEnum(from.enum_type(), path, &to);
        break;
      case v1::TypeDescriptor::kBitmaskType:
        ReadBitmask(from.bitmask_type(), path, &to);
        break;
      case v1::TypeDescriptor::kBitsetType:
        ReadBitset(from.bitset_type(), path, &to);
        break;
      case v1::TypeDescriptor::kAliasType:
        to.kind = TypeKind::kAlias;
        to.element = ReadReference(from.alias_type().has_type(),
                                   from.alias_type().type(), path, "type", 0);
        break;
      case v1::TypeDescriptor::KIND_NOT_SET:
        AddError(path,
                 "the type has no kind: expected struct_type, "
                 "union_type, enum_type, bitmask_type, bitset_type or "
                 "alias_type");
        return;
    }
    builder_.Define(std::move(to));
  }

 private:
  void AddError(const std::string& path, std::string message) {
    builder_.AddDiagnostic(
        {Severity::kError, At(path), std::move(message), false, ""});
  }

  // Stands in where a type is missing or wrong, so that the rest can be
  // checked: a kind that may be anything, discriminators and keys included.
  TypeIndex Placeholder() { return builder_.Primitive(TypeKind::kInt32); }

  std::optional<TypeKind> ReadPrimitive(v1::PrimitiveKind kind,
                                        const std::string& path) {
    if (kind <= v1::PRIMITIVE_KIND_UNSPECIFIED ||
        kind > v1::PRIMITIVE_KIND_CHAR16) {
      AddError(path,
               absl::StrCat("unknown primitive kind ", static_cast<int>(kind)));
      return std::nullopt;
    }
    return static_cast<TypeKind>(static_cast<int>(kind) - 1);
  }

  Extensibility ReadExtensibility(v1::Extensibility value,
                                  const std::string& path) {
    if (value < v1::EXTENSIBILITY_UNSPECIFIED ||
        value > v1::EXTENSIBILITY_MUTABLE) {
      AddError(path,
               absl::StrCat("unknown extensibility ", static_cast<int>(value)));
      return Extensibility::kFinal;
    }
    if (value == v1::EXTENSIBILITY_UNSPECIFIED) return Extensibility::kFinal;
    return static_cast<Extensibility>(static_cast<int>(value) - 1);
  }

  TypeIndex ReadReference(bool is_set, const v1::TypeReference& from,
                          const std::string& path, const char* role,
                          int depth) {
    if (!is_set) {
      AddError(path, absl::StrCat("the ", role, " is not given"));
      return Placeholder();
    }
    if (depth > kMaxNesting) {
      AddError(path, absl::StrCat("types are nested more than ", kMaxNesting,
                                  " deep"));
      return Placeholder();
    }
    switch (from.type_case()) {
      case v1::TypeReference::kPrimitive: {
        const auto kind = ReadPrimitive(from.primitive(), path);
        return kind.has_value() ? builder_.Primitive(*kind) : Placeholder();
      }
      case v1::TypeReference::kName:
        return builder_.Named(from.name(), At(path));
      case v1::TypeReference::kStringType:
        return builder_.String(from.string_type().bound());
      case v1::TypeReference::kWstringType:
        return builder_.WString(from.wstring_type().bound());
      case v1::TypeReference::kSequenceType: {
        const v1::SequenceType& sequence = from.sequence_type();
        const TypeIndex element =
            ReadReference(sequence.has_element(), sequence.element(), path,
                          "element of the sequence", depth + 1);
        return builder_.Sequence(element, sequence.bound());
      }
      case v1::TypeReference::kArrayType: {
        const v1::ArrayType& array = from.array_type();
        const TypeIndex element =
            ReadReference(array.has_element(), array.element(), path,
                          "element of the array", depth + 1);
        return builder_.Array(
            element, {array.dimensions().begin(), array.dimensions().end()});
      }
      case v1::TypeReference::kMapType: {
        const v1::MapType& map = from.map_type();
        const TypeIndex key = ReadReference(map.has_key(), map.key(), path,
                                            "key of the map", depth + 1);
        const TypeIndex value = ReadReference(
            map.has_value(), map.value(), path, "value of the map", depth + 1);
        return builder_.Map(key, value, map.bound());
      }
      case v1::TypeReference::TYPE_NOT_SET:
        AddError(path, absl::StrCat("the ", role, " is empty"));
        return Placeholder();
    }
    return Placeholder();
  }

  Literal ReadLiteral(const v1::Literal& from, const std::string& path,
                      int depth) {
    switch (from.value_case()) {
      case v1::Literal::kBoolean:
        return {from.boolean()};
      case v1::Literal::kSignedInteger:
        return {int64_t{from.signed_integer()}};
      case v1::Literal::kUnsignedInteger:
        return {uint64_t{from.unsigned_integer()}};
      case v1::Literal::kFloating:
        return {from.floating()};
      case v1::Literal::kText:
        return {from.text()};
      case v1::Literal::kList: {
        if (depth >= kMaxNesting) {
          AddError(path, absl::StrCat("the default's lists are nested more "
                                      "than ",
                                      kMaxNesting, " deep"));
          return {};
        }
        std::vector<Literal> elements;
        elements.reserve(static_cast<size_t>(from.list().elements_size()));
        for (const v1::Literal& element : from.list().elements()) {
          elements.push_back(ReadLiteral(element, path, depth + 1));
        }
        return {std::move(elements)};
      }
      case v1::Literal::VALUE_NOT_SET:
        AddError(path, "the default has no value");
        return {};
    }
    return {};
  }

  Member ReadMember(const v1::Member& from, const std::string& path) {
    Member to;
    to.name = from.name();
    to.type = ReadReference(from.has_type(), from.type(), path, "type", 0);
    if (from.has_id()) to.id = from.id();
    to.is_optional = from.is_optional();
    to.is_key = from.is_key();
    to.is_must_understand = from.is_must_understand();
    if (from.has_default_value()) {
      to.default_value = ReadLiteral(from.default_value(), path, 0);
    }
    to.location = At(path);
    return to;
  }

  void ReadStruct(const v1::StructType& from, const std::string& path,
                  TypeDescriptor* to) {
    to->kind = TypeKind::kStruct;
    to->extensibility = ReadExtensibility(from.extensibility(), path);
    if (!from.base().empty()) {
      to->base = builder_.Named(from.base(), At(path));
    }
    for (int i = 0; i < from.members_size(); ++i) {
      to->members.push_back(
          ReadMember(from.members(i), absl::StrCat(path, ".members[", i, "]")));
    }
  }

  void ReadUnion(const v1::UnionType& from, const std::string& path,
                 TypeDescriptor* to) {
    to->kind = TypeKind::kUnion;
    to->extensibility = ReadExtensibility(from.extensibility(), path);
    to->element = ReadReference(from.has_discriminator(), from.discriminator(),
                                path, "discriminator", 0);
    to->is_discriminator_key = from.is_discriminator_key();
    for (int i = 0; i < from.cases_size(); ++i) {
      const v1::UnionCase& one = from.cases(i);
      const std::string case_path = absl::StrCat(path, ".cases[", i, "]");
      UnionCase read;
      read.labels.assign(one.labels().begin(), one.labels().end());
      read.is_default = one.is_default();
      if (!one.has_member()) {
        AddError(case_path, "the case has no member");
        continue;
      }
      read.member = ReadMember(one.member(), case_path);
      to->cases.push_back(std::move(read));
    }
  }

  void ReadEnum(const v1::EnumType& from, const std::string& path,
                TypeDescriptor* to) {
    to->kind = TypeKind::kEnum;
    if (from.bit_bound() != 0) to->bit_bound = from.bit_bound();
    for (int i = 0; i < from.enumerators_size(); ++i) {
      const v1::Enumerator& one = from.enumerators(i);
      Enumerator read;
      read.name = one.name();
      if (one.has_value()) read.value = one.value();
      read.is_default = one.is_default();
      read.location = At(absl::StrCat(path, ".enumerators[", i, "]"));
      to->enumerators.push_back(std::move(read));
    }
  }

  void ReadBitmask(const v1::BitmaskType& from, const std::string& path,
                   TypeDescriptor* to) {
    to->kind = TypeKind::kBitmask;
    if (from.bit_bound() != 0) to->bit_bound = from.bit_bound();
    for (int i = 0; i < from.flags_size(); ++i) {
      Flag read;
      read.name = from.flags(i).name();
      if (from.flags(i).has_position()) {
        read.position = from.flags(i).position();
      }
      read.location = At(absl::StrCat(path, ".flags[", i, "]"));
      to->flags.push_back(std::move(read));
    }
  }

  void ReadBitset(const v1::BitsetType& from, const std::string& path,
                  TypeDescriptor* to) {
    to->kind = TypeKind::kBitset;
    if (!from.base().empty()) {
      to->base = builder_.Named(from.base(), At(path));
    }
    for (int i = 0; i < from.fields_size(); ++i) {
      const v1::Bitfield& one = from.fields(i);
      const std::string field_path = absl::StrCat(path, ".fields[", i, "]");
      Bitfield read;
      read.name = one.name();
      read.width = one.width();
      if (one.holder() != v1::PRIMITIVE_KIND_UNSPECIFIED) {
        read.holder = ReadPrimitive(one.holder(), field_path);
      }
      read.location = At(field_path);
      to->bitfields.push_back(std::move(read));
    }
  }

  TypeBuilder& builder_;
};

}  // namespace

void ReadDescriptors(const v1::TypeDescriptorSet& set, TypeBuilder* builder) {
  DescriptorReader reader(builder);
  for (int i = 0; i < set.types_size(); ++i) {
    reader.ReadType(set.types(i), absl::StrCat("types[", i, "]"));
  }
}

}  // namespace transcdr
