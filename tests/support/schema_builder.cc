#include "tests/support/schema_builder.h"

#include <cstdio>
#include <cstdlib>

#include "codec/schema/idl_frontend.h"
#include "codec/schema/ros_msg_frontend.h"
#include "codec/transcode/encoding.h"
#include "codec/type/diagnostic.h"

namespace transcdr {
namespace {

[[noreturn]] void Die(const std::vector<Diagnostic>& diagnostics) {
  std::fprintf(stderr, "a test's schema is wrong:\n%s\n",
               Render(diagnostics).c_str());
  std::abort();
}

}  // namespace

Types::Types() : Types(SchemaLimits{}) {}

Types::Types(SchemaLimits limits) : builder_(limits) {
  boolean = builder_.Primitive(TypeKind::kBoolean);
  byte = builder_.Primitive(TypeKind::kByte);
  i8 = builder_.Primitive(TypeKind::kInt8);
  u8 = builder_.Primitive(TypeKind::kUInt8);
  i16 = builder_.Primitive(TypeKind::kInt16);
  u16 = builder_.Primitive(TypeKind::kUInt16);
  i32 = builder_.Primitive(TypeKind::kInt32);
  u32 = builder_.Primitive(TypeKind::kUInt32);
  i64 = builder_.Primitive(TypeKind::kInt64);
  u64 = builder_.Primitive(TypeKind::kUInt64);
  f32 = builder_.Primitive(TypeKind::kFloat32);
  f64 = builder_.Primitive(TypeKind::kFloat64);
  f128 = builder_.Primitive(TypeKind::kFloat128);
  c8 = builder_.Primitive(TypeKind::kChar8);
  c16 = builder_.Primitive(TypeKind::kChar16);
  str = builder_.String();
  wstr = builder_.WString();
}

TypeIndex Types::Struct(std::string name, std::vector<Field> fields,
                        std::optional<TypeIndex> base) {
  TypeDescriptor type;
  type.kind = TypeKind::kStruct;
  type.name = std::move(name);
  type.base = base;
  for (Field& field : fields) {
    Member member;
    member.name = std::move(field.name);
    member.type = field.type;
    member.default_value = std::move(field.default_value);
    type.members.push_back(std::move(member));
  }
  return builder_.Define(std::move(type));
}

TypeIndex Types::Alias(std::string name, TypeIndex target) {
  TypeDescriptor type;
  type.kind = TypeKind::kAlias;
  type.name = std::move(name);
  type.element = target;
  return builder_.Define(std::move(type));
}

TypeIndex Types::Enum(std::string name, std::vector<EnumValue> values,
                      uint32_t bit_bound) {
  TypeDescriptor type;
  type.kind = TypeKind::kEnum;
  type.name = std::move(name);
  type.bit_bound = bit_bound;
  for (EnumValue& value : values) {
    Enumerator literal;
    literal.name = std::move(value.name);
    literal.value = value.value;
    literal.is_default = value.is_default;
    type.enumerators.push_back(std::move(literal));
  }
  return builder_.Define(std::move(type));
}

TypeIndex Types::Bitmask(std::string name, std::vector<Bit> bits,
                         uint32_t bit_bound) {
  TypeDescriptor type;
  type.kind = TypeKind::kBitmask;
  type.name = std::move(name);
  type.bit_bound = bit_bound;
  for (Bit& bit : bits) {
    Flag flag;
    flag.name = std::move(bit.name);
    flag.position = bit.position;
    type.flags.push_back(std::move(flag));
  }
  return builder_.Define(std::move(type));
}

TypeIndex Types::Bitset(std::string name, std::vector<Bits> bits,
                        std::optional<TypeIndex> base) {
  TypeDescriptor type;
  type.kind = TypeKind::kBitset;
  type.name = std::move(name);
  type.base = base;
  for (Bits& one : bits) {
    Bitfield field;
    field.name = std::move(one.name);
    field.width = one.width;
    field.holder = one.holder;
    type.bitfields.push_back(std::move(field));
  }
  return builder_.Define(std::move(type));
}

TypeIndex Types::Union(std::string name, TypeIndex discriminator,
                       std::vector<Case> cases, Extensibility extensibility) {
  TypeDescriptor type;
  type.kind = TypeKind::kUnion;
  type.extensibility = extensibility;
  type.name = std::move(name);
  type.element = discriminator;
  for (Case& one : cases) {
    UnionCase c;
    c.is_default = one.is_default || one.labels.empty();
    c.labels = std::move(one.labels);
    c.member.name = std::move(one.name);
    c.member.type = one.type;
    type.cases.push_back(std::move(c));
  }
  return builder_.Define(std::move(type));
}

Schema Types::BuildOrDie(std::string_view root, WireProfile profile) {
  std::vector<Diagnostic> diagnostics;
  std::optional<Schema> schema = builder_.Build(root, profile, &diagnostics);
  if (!schema.has_value()) Die(diagnostics);
  return *std::move(schema);
}

Plan Types::PlanOrDie(std::string_view root, WireProfile profile) {
  return CompileOrDie(BuildOrDie(root, profile));
}

Plan CompileOrDie(Schema schema) {
  std::vector<Diagnostic> diagnostics;
  Plan plan = CompilePlan(std::move(schema), AllFormats(), SchemaLimits{},
                          &diagnostics);
  if (plan == nullptr) Die(diagnostics);
  return plan;
}

Schema RosSchemaOrDie(std::string_view text) {
  SchemaSource source;
  source.language = SchemaLanguage::kRosMsg;
  source.root_type = "test/msg/Root";
  source.text = std::string(text);
  std::vector<Diagnostic> diagnostics;
  std::optional<Schema> schema =
      ParseRosMsg(source, WireProfile::Ros2(), SchemaLimits{}, &diagnostics);
  if (!schema.has_value()) Die(diagnostics);
  return *std::move(schema);
}

Plan RosPlanOrDie(std::string_view text) {
  return CompileOrDie(RosSchemaOrDie(text));
}

Plan IdlPlanOrDie(std::string_view text, std::string_view root,
                  WireProfile profile) {
  SchemaSource source;
  source.language = SchemaLanguage::kOmgIdl;
  source.root_type = std::string(root);
  source.text = std::string(text);
  source.default_extensibility = Extensibility::kFinal;
  std::vector<Diagnostic> diagnostics;
  std::optional<Schema> schema =
      ParseIdl(source, profile, SchemaLimits{}, &diagnostics);
  if (!schema.has_value()) Die(diagnostics);
  return CompileOrDie(*std::move(schema));
}

}  // namespace transcdr
