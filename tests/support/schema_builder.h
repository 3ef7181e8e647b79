// Short ways to write types down and to get a plan of them.

#ifndef TRANSCDR_TESTS_SUPPORT_SCHEMA_BUILDER_H_
#define TRANSCDR_TESTS_SUPPORT_SCHEMA_BUILDER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/plan/codec_plan.h"
#include "codec/type/schema.h"
#include "codec/type/type_builder.h"

namespace transcdr {

using Plan = std::shared_ptr<const CodecPlan>;

// A TypeBuilder with terse names. Spent by Build.
class Types {
 public:
  Types();
  explicit Types(SchemaLimits limits);

  // Primitives by kind, made at once: t.i32, t.f64.
  TypeIndex boolean, byte, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, f128,
      c8, c16, str, wstr;

  TypeIndex String(uint32_t bound) { return builder_.String(bound); }
  TypeIndex WString(uint32_t bound) { return builder_.WString(bound); }
  TypeIndex Seq(TypeIndex element, uint32_t bound = 0) {
    return builder_.Sequence(element, bound);
  }
  TypeIndex Array(TypeIndex element, std::vector<uint32_t> dimensions) {
    return builder_.Array(element, std::move(dimensions));
  }
  TypeIndex Map(TypeIndex key, TypeIndex value, uint32_t bound = 0) {
    return builder_.Map(key, value, bound);
  }
  TypeIndex Named(std::string_view name) { return builder_.Named(name); }

  struct Field {
    std::string name;
    TypeIndex type;
    std::optional<Literal> default_value = std::nullopt;
  };
  TypeIndex Struct(std::string name, std::vector<Field> fields,
                   std::optional<TypeIndex> base = std::nullopt);
  TypeIndex Alias(std::string name, TypeIndex target);

  struct EnumValue {
    std::string name;
    std::optional<int32_t> value = std::nullopt;
    bool is_default = false;
  };
  TypeIndex Enum(std::string name, std::vector<EnumValue> values,
                 uint32_t bit_bound = 32);

  struct Bit {
    std::string name;
    std::optional<uint32_t> position = std::nullopt;
  };
  TypeIndex Bitmask(std::string name, std::vector<Bit> bits,
                    uint32_t bit_bound = 32);

  struct Bits {
    std::string name;
    uint32_t width;
    std::optional<TypeKind> holder = std::nullopt;
  };
  TypeIndex Bitset(std::string name, std::vector<Bits> bits,
                   std::optional<TypeIndex> base = std::nullopt);

  // No labels: the default case.
  struct Case {
    std::vector<int64_t> labels;
    std::string name;
    TypeIndex type;
    bool is_default = false;
  };
  TypeIndex Union(std::string name, TypeIndex discriminator,
                  std::vector<Case> cases,
                  Extensibility extensibility = Extensibility::kFinal);

  TypeBuilder& builder() { return builder_; }

  // Ends the test program where the schema has errors.
  Schema BuildOrDie(std::string_view root,
                    WireProfile profile = WireProfile::Omg());
  Plan PlanOrDie(std::string_view root,
                 WireProfile profile = WireProfile::Omg());

 private:
  TypeBuilder builder_;
};

// Compiles for all formats; ends the test program on errors.
Plan CompileOrDie(Schema schema);

// A plan of .msg text, as sensor "test/msg/Root" with the ROS 2 profile. The
// text may be a bundle. Ends the test program on errors.
Schema RosSchemaOrDie(std::string_view text);
Plan RosPlanOrDie(std::string_view text);

// A plan of OMG IDL, whose types are final without annotation. `root`: the type
// that payloads hold. Ends the test program on errors.
Plan IdlPlanOrDie(std::string_view text, std::string_view root,
                  WireProfile profile = WireProfile::Omg());

// A default value.
inline Literal TextLiteral(std::string text) { return {std::move(text)}; }
inline Literal ListLiteral(std::vector<Literal> list) {
  return {std::move(list)};
}
inline Literal IntLiteral(int64_t value) { return {value}; }
inline Literal FloatLiteral(double value) { return {value}; }

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_SUPPORT_SCHEMA_BUILDER_H_
