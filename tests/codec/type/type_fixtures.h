// Short ways to write types down, for the tests of codec/type.

#ifndef TRANSCDR_TESTS_CODEC_TYPE_TYPE_FIXTURES_H_
#define TRANSCDR_TESTS_CODEC_TYPE_TYPE_FIXTURES_H_

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codec/type/canonical_form.h"
#include "codec/type/schema.h"
#include "codec/type/type_builder.h"

namespace transcdr {

inline SourceLocation Line(uint32_t line) { return {"types.txt", line, 3}; }

inline Member Field(std::string name, TypeIndex type, uint32_t line = 0) {
  Member member;
  member.name = std::move(name);
  member.type = type;
  if (line > 0) member.location = Line(line);
  return member;
}

inline Member WithId(Member member, uint32_t id) {
  member.id = id;
  return member;
}

inline Member WithDefault(Member member, Literal literal) {
  member.default_value = std::move(literal);
  return member;
}

inline Literal List(std::vector<Literal> elements) {
  return {std::move(elements)};
}
inline Literal Text(std::string text) { return {std::move(text)}; }

inline TypeDescriptor Struct(std::string name, std::vector<Member> members) {
  TypeDescriptor type;
  type.kind = TypeKind::kStruct;
  type.name = std::move(name);
  type.members = std::move(members);
  return type;
}

inline TypeDescriptor Derived(std::string name, TypeIndex base,
                              std::vector<Member> members) {
  TypeDescriptor type = Struct(std::move(name), std::move(members));
  type.base = base;
  return type;
}

inline TypeDescriptor Alias(std::string name, TypeIndex target) {
  TypeDescriptor type;
  type.kind = TypeKind::kAlias;
  type.name = std::move(name);
  type.element = target;
  return type;
}

inline Enumerator EnumLiteral(std::string name,
                              std::optional<int32_t> value = std::nullopt,
                              bool is_default = false) {
  Enumerator literal;
  literal.name = std::move(name);
  literal.value = value;
  literal.is_default = is_default;
  return literal;
}

inline TypeDescriptor Enum(std::string name, std::vector<Enumerator> literals,
                           uint32_t bit_bound = 32) {
  TypeDescriptor type;
  type.kind = TypeKind::kEnum;
  type.name = std::move(name);
  type.enumerators = std::move(literals);
  type.bit_bound = bit_bound;
  return type;
}

inline Flag BitFlag(std::string name,
                    std::optional<uint32_t> position = std::nullopt) {
  Flag flag;
  flag.name = std::move(name);
  flag.position = position;
  return flag;
}

inline TypeDescriptor Bitmask(std::string name, std::vector<Flag> flags,
                              uint32_t bit_bound = 32) {
  TypeDescriptor type;
  type.kind = TypeKind::kBitmask;
  type.name = std::move(name);
  type.flags = std::move(flags);
  type.bit_bound = bit_bound;
  return type;
}

inline Bitfield Bits(std::string name, uint32_t width,
                     std::optional<TypeKind> holder = std::nullopt) {
  Bitfield field;
  field.name = std::move(name);
  field.width = width;
  field.holder = holder;
  return field;
}

inline TypeDescriptor Bitset(std::string name, std::vector<Bitfield> fields,
                             std::optional<TypeIndex> base = std::nullopt) {
  TypeDescriptor type;
  type.kind = TypeKind::kBitset;
  type.name = std::move(name);
  type.bitfields = std::move(fields);
  type.base = base;
  return type;
}

inline UnionCase Case(std::vector<int64_t> labels, Member member,
                      bool is_default = false) {
  UnionCase one;
  one.labels = std::move(labels);
  one.is_default = is_default;
  one.member = std::move(member);
  return one;
}

inline TypeDescriptor Union(std::string name, TypeIndex discriminator,
                            std::vector<UnionCase> cases) {
  TypeDescriptor type;
  type.kind = TypeKind::kUnion;
  type.name = std::move(name);
  type.element = discriminator;
  type.cases = std::move(cases);
  return type;
}

// Builds what has to be right.
inline Schema BuildOrDie(TypeBuilder& builder, std::string_view root,
                         WireProfile profile = WireProfile::Omg()) {
  std::vector<Diagnostic> diagnostics;
  std::optional<Schema> schema = builder.Build(root, profile, &diagnostics);
  EXPECT_EQ("", Render(diagnostics));
  if (!schema.has_value()) std::abort();
  return *std::move(schema);
}

// Builds what has to be wrong; gives the diagnostics as text.
inline std::string BuildFaults(TypeBuilder& builder, std::string_view root) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(
      builder.Build(root, WireProfile::Omg(), &diagnostics).has_value());
  return Render(diagnostics);
}

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_CODEC_TYPE_TYPE_FIXTURES_H_
