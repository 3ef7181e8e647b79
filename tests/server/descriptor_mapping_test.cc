#include "server/descriptor_mapping.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "codec/type/canonical_form.h"
#include "codec/type/schema_id.h"

namespace transcdr {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

v1::TypeDescriptorSet ParseSet(const std::string& text) {
  v1::TypeDescriptorSet set;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &set))
      << text;
  return set;
}

std::optional<Schema> Build(const v1::TypeDescriptorSet& set,
                            const std::string& root,
                            std::vector<Diagnostic>* diagnostics) {
  TypeBuilder builder;
  ReadDescriptors(set, &builder);
  return builder.Build(root, WireProfile::Omg(), diagnostics);
}

Schema BuildOrDie(const v1::TypeDescriptorSet& set, const std::string& root) {
  std::vector<Diagnostic> diagnostics;
  std::optional<Schema> schema = Build(set, root, &diagnostics);
  EXPECT_TRUE(schema.has_value()) << Render(diagnostics);
  if (!schema.has_value()) std::abort();
  return *std::move(schema);
}

// "file: message" of each error.
std::vector<std::string> Faults(const std::string& text,
                                const std::string& root = "") {
  std::vector<Diagnostic> diagnostics;
  const auto schema = Build(ParseSet(text), root, &diagnostics);
  EXPECT_FALSE(schema.has_value());
  std::vector<std::string> faults;
  for (const Diagnostic& diagnostic : diagnostics) {
    EXPECT_EQ(diagnostic.location.line, 0u);
    faults.push_back(diagnostic.location.file + ": " + diagnostic.message);
  }
  return faults;
}

constexpr char kEveryKind[] = R"pb(
  types {
    name: "demo/Everything"
    struct_type {
      extensibility: EXTENSIBILITY_MUTABLE
      base: "demo::Base"
      members {
        name: "b"
        type { primitive: PRIMITIVE_KIND_BOOLEAN }
        default_value { boolean: true }
      }
      members {
        name: "o"
        type { primitive: PRIMITIVE_KIND_BYTE }
      }
      members {
        name: "i8"
        type { primitive: PRIMITIVE_KIND_INT8 }
        default_value { signed_integer: -5 }
      }
      members {
        name: "u8"
        type { primitive: PRIMITIVE_KIND_UINT8 }
      }
      members {
        name: "i16"
        type { primitive: PRIMITIVE_KIND_INT16 }
        id: 77
      }
      members {
        name: "u16"
        type { primitive: PRIMITIVE_KIND_UINT16 }
      }
      members {
        name: "i32"
        type { primitive: PRIMITIVE_KIND_INT32 }
        is_optional: true
        is_must_understand: true
      }
      members {
        name: "u32"
        type { primitive: PRIMITIVE_KIND_UINT32 }
      }
      members {
        name: "i64"
        type { primitive: PRIMITIVE_KIND_INT64 }
      }
      members {
        name: "u64"
        type { primitive: PRIMITIVE_KIND_UINT64 }
        default_value { unsigned_integer: 18446744073709551615 }
      }
      members {
        name: "f32"
        type { primitive: PRIMITIVE_KIND_FLOAT32 }
      }
      members {
        name: "f64"
        type { primitive: PRIMITIVE_KIND_FLOAT64 }
        default_value { floating: 0.5 }
      }
      members {
        name: "f128"
        type { primitive: PRIMITIVE_KIND_FLOAT128 }
        default_value { floating: -1.5 }
      }
      members {
        name: "c8"
        type { primitive: PRIMITIVE_KIND_CHAR8 }
        default_value { text: "x" }
      }
      members {
        name: "c16"
        type { primitive: PRIMITIVE_KIND_CHAR16 }
      }
      members {
        name: "s"
        type { string_type {} }
        default_value { text: "hello" }
      }
      members {
        name: "s9"
        type { string_type { bound: 9 } }
      }
      members {
        name: "w"
        type { wstring_type {} }
      }
      members {
        name: "w9"
        type { wstring_type { bound: 9 } }
      }
      members {
        name: "seq"
        type { sequence_type { element { primitive: PRIMITIVE_KIND_INT32 } } }
        default_value {
          list {
            elements { signed_integer: 1 }
            elements { signed_integer: 2 }
          }
        }
      }
      members {
        name: "seq4"
        type {
          sequence_type {
            bound: 4
            element { name: "demo::Inner" }
          }
        }
      }
      members {
        name: "arr"
        type {
          array_type {
            dimensions: [ 2, 3 ]
            element { primitive: PRIMITIVE_KIND_FLOAT64 }
          }
        }
      }
      members {
        name: "map"
        type {
          map_type {
            bound: 5
            key { string_type { bound: 8 } }
            value { sequence_type { element { name: "demo/Inner" } } }
          }
        }
      }
      members {
        name: "u"
        type { name: "demo::Choice" }
      }
      members {
        name: "e"
        type { name: "demo::Color" }
        default_value { text: "GREEN" }
      }
      members {
        name: "m"
        type { name: "demo::Mask" }
      }
      members {
        name: "bits"
        type { name: "demo::MoreBits" }
      }
      members {
        name: "alias"
        type { name: "demo::Names" }
      }
      members {
        name: "children"
        type { sequence_type { element { name: "demo::Everything" } } }
      }
    }
  }
  types {
    name: "demo::Base"
    struct_type {
      extensibility: EXTENSIBILITY_MUTABLE
      members {
        name: "key"
        type { primitive: PRIMITIVE_KIND_INT32 }
        is_key: true
        id: 900
      }
    }
  }
  types {
    name: "demo::Inner"
    struct_type {
      extensibility: EXTENSIBILITY_APPENDABLE
      members {
        name: "x"
        type { primitive: PRIMITIVE_KIND_INT32 }
      }
    }
  }
  types {
    name: "demo::Choice"
    union_type {
      extensibility: EXTENSIBILITY_FINAL
      discriminator { name: "demo::Color" }
      is_discriminator_key: true
      cases {
        labels: [ 0, 5 ]
        member {
          name: "red"
          type { string_type {} }
        }
      }
      cases {
        labels: [ 6 ]
        is_default: true
        member {
          id: 44
          name: "other"
          type { primitive: PRIMITIVE_KIND_INT64 }
        }
      }
    }
  }
  types {
    name: "demo::Color"
    enum_type {
      bit_bound: 8
      enumerators { name: "RED" }
      enumerators { name: "GREEN" value: 5 is_default: true }
      enumerators { name: "BLUE" }
    }
  }
  types {
    name: "demo::Mask"
    bitmask_type {
      bit_bound: 16
      flags { name: "A" }
      flags { name: "B" position: 9 }
      flags { name: "C" }
    }
  }
  types {
    name: "demo::Bits"
    bitset_type {
      fields { name: "one" width: 1 }
      fields { width: 3 }
      fields { name: "wide" width: 12 holder: PRIMITIVE_KIND_INT32 }
    }
  }
  types {
    name: "demo::MoreBits"
    bitset_type {
      base: "demo::Bits"
      fields { name: "more" width: 7 }
    }
  }
  types {
    name: "demo::Names"
    alias_type { type { sequence_type { element { string_type {} } } } }
  }
)pb";

TEST(DescriptorMappingTest, EveryKindComesBackWithTheSameId) {
  const Schema schema = BuildOrDie(ParseSet(kEveryKind), "demo/Everything");
  // Every kind of the type model is there.
  std::vector<bool> seen(static_cast<size_t>(TypeKind::kUnion) + 1, false);
  for (const TypeDescriptor& type : schema.types()) {
    seen[static_cast<size_t>(type.kind)] = true;
  }
  for (size_t kind = 0; kind < seen.size(); ++kind) {
    EXPECT_TRUE(seen[kind]) << TypeKindName(static_cast<TypeKind>(kind));
  }

  const v1::TypeDescriptorSet written = WriteDescriptors(schema);
  EXPECT_EQ(written.types_size(), 9);
  EXPECT_EQ(written.types(0).name(), "demo::Everything");
  const Schema again = BuildOrDie(written, schema.root_name());
  EXPECT_EQ(CanonicalForm(again), CanonicalForm(schema));
  EXPECT_EQ(SchemaId::Of(again), SchemaId::Of(schema));
  EXPECT_EQ(WriteDescriptors(again).SerializeAsString(),
            written.SerializeAsString());
}

TEST(DescriptorMappingTest, WrittenDescriptorsAreExplicit) {
  const v1::TypeDescriptorSet written =
      WriteDescriptors(BuildOrDie(ParseSet(kEveryKind), "demo/Everything"));
  for (const v1::TypeDescriptor& type : written.types()) {
    for (const auto& member : type.struct_type().members()) {
      EXPECT_TRUE(member.has_id()) << member.name();
    }
    for (const auto& one : type.enum_type().enumerators()) {
      EXPECT_TRUE(one.has_value()) << one.name();
    }
    for (const auto& flag : type.bitmask_type().flags()) {
      EXPECT_TRUE(flag.has_position()) << flag.name();
    }
  }
  const auto find = [&](const std::string& name) {
    const auto at = std::ranges::find_if(
        written.types(), [&](const auto& type) { return type.name() == name; });
    EXPECT_NE(at, written.types().end()) << name;
    return *at;
  };
  const auto color = find("demo::Color").enum_type();
  EXPECT_EQ(color.bit_bound(), 8u);
  EXPECT_EQ(color.enumerators(2).value(), 6);
  EXPECT_TRUE(color.enumerators(1).is_default());
  const auto mask = find("demo::Mask").bitmask_type();
  EXPECT_EQ(mask.bit_bound(), 16u);
  EXPECT_EQ(mask.flags(2).position(), 10u);
  const auto choice = find("demo::Choice").union_type();
  EXPECT_TRUE(choice.is_discriminator_key());
  EXPECT_EQ(choice.discriminator().name(), "demo::Color");
  EXPECT_THAT(choice.cases(0).labels(), ElementsAre(0, 5));
  EXPECT_TRUE(choice.cases(1).is_default());
  EXPECT_EQ(choice.cases(1).member().id(), 44u);
  EXPECT_EQ(find("demo::MoreBits").bitset_type().base(), "demo::Bits");
  const auto bits = find("demo::Bits").bitset_type();
  EXPECT_EQ(bits.fields(1).name(), "");
  EXPECT_EQ(bits.fields(2).holder(), v1::PRIMITIVE_KIND_INT32);
  const auto everything = find("demo::Everything").struct_type();
  EXPECT_EQ(everything.base(), "demo::Base");
  EXPECT_EQ(everything.extensibility(), v1::EXTENSIBILITY_MUTABLE);
  EXPECT_THAT(everything.members(21).type().array_type().dimensions(),
              ElementsAre(2, 3));
  EXPECT_EQ(everything.members(22).type().map_type().bound(), 5u);
  EXPECT_EQ(everything.members(9).default_value().unsigned_integer(),
            18446744073709551615u);
  EXPECT_EQ(everything.members(12).name(), "f128");
  EXPECT_EQ(everything.members(12).default_value().floating(), -1.5);
  EXPECT_EQ(everything.members(19).default_value().list().elements_size(), 2);
}

TEST(DescriptorMappingTest, MissingAndUnknownThingsAreFaultsAtTheirPlace) {
  const std::vector<std::string> faults =
      Faults(R"pb(
               types { name: "a::NoKind" }
               types {
                 name: "a::S"
                 struct_type {
                   members { name: "no_type" }
                   members {
                     name: "empty"
                     type {}
                   }
                   members {
                     name: "seq"
                     type { sequence_type {} }
                   }
                   members {
                     name: "map"
                     type { map_type { key { string_type {} } } }
                   }
                   members {
                     name: "kind"
                     type { primitive: PRIMITIVE_KIND_UNSPECIFIED }
                   }
                   members {
                     name: "value"
                     type { primitive: PRIMITIVE_KIND_INT32 }
                     default_value {}
                   }
                 }
               }
               types {
                 name: "a::U"
                 union_type {
                   cases { labels: 1 }
                   cases {
                     labels: 2
                     member { name: "x" }
                   }
                 }
               }
               types {
                 name: "a::A"
                 alias_type {}
               }
             )pb",
             "a::S");
  const std::vector<std::string> expected = {
      "types[0]: the type has no kind",
      "types[1].members[0]: the type is not given",
      "types[1].members[1]: the type is empty",
      "types[1].members[2]: the element of the sequence is not given",
      "types[1].members[3]: the value of the map is not given",
      "types[1].members[4]: unknown primitive kind 0",
      "types[1].members[5]: the default has no value",
      "types[2]: the discriminator is not given",
      "types[2].cases[0]: the case has no member",
      "types[2].cases[1]: the type is not given",
      "types[3]: the type is not given",
  };
  for (const std::string& fault : expected) {
    EXPECT_THAT(faults, ::testing::Contains(::testing::StartsWith(fault)));
  }
}

TEST(DescriptorMappingTest, UnknownEnumValues) {
  v1::TypeDescriptorSet set = ParseSet(R"pb(
    types {
      name: "a::S"
      struct_type {
        members {
          name: "x"
          type { primitive: PRIMITIVE_KIND_INT32 }
        }
      }
    }
    types {
      name: "a::B"
      bitset_type { fields { name: "f" width: 2 } }
    }
  )pb");
  set.mutable_types(0)->mutable_struct_type()->set_extensibility(
      static_cast<v1::Extensibility>(9));
  set.mutable_types(0)
      ->mutable_struct_type()
      ->mutable_members(0)
      ->mutable_type()
      ->set_primitive(static_cast<v1::PrimitiveKind>(99));
  set.mutable_types(1)->mutable_bitset_type()->mutable_fields(0)->set_holder(
      static_cast<v1::PrimitiveKind>(16));
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(Build(set, "a::S", &diagnostics).has_value());
  const std::string text = Render(diagnostics);
  EXPECT_THAT(text, HasSubstr("types[0]: error: unknown extensibility 9"));
  EXPECT_THAT(text,
              HasSubstr("types[0].members[0]: error: unknown primitive kind"));
  EXPECT_THAT(text, HasSubstr("types[1].fields[0]: error: unknown primitive"));
}

TEST(DescriptorMappingTest, FaultsOfTheBuilderHavePlacesToo) {
  const std::vector<std::string> faults = Faults(R"pb(
    types {
      name: "a::S"
      struct_type {
        members {
          name: "x"
          type { name: "a::Missing" }
        }
        members {
          name: "x"
          type { primitive: PRIMITIVE_KIND_INT32 }
        }
      }
    }
  )pb");
  EXPECT_THAT(faults,
              ::testing::Contains(::testing::StartsWith(
                  "types[0].members[0]: type 'a::Missing' is used here")));
  EXPECT_THAT(faults, ::testing::Contains(
                          ::testing::StartsWith("types[0].members[1]: ")));
}

TEST(DescriptorMappingTest, DeepNestingIsAFaultNotACrash) {
  v1::TypeDescriptorSet set;
  v1::TypeDescriptor* type = set.add_types();
  type->set_name("a::S");
  v1::Member* member = type->mutable_struct_type()->add_members();
  member->set_name("deep");
  v1::TypeReference* reference = member->mutable_type();
  v1::Literal* literal = member->mutable_default_value();
  for (int i = 0; i < 5'000; ++i) {
    reference = reference->mutable_sequence_type()->mutable_element();
    literal = literal->mutable_list()->add_elements();
  }
  reference->set_primitive(v1::PRIMITIVE_KIND_INT8);
  literal->set_boolean(true);
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(Build(set, "a::S", &diagnostics).has_value());
  const std::string text = Render(diagnostics);
  EXPECT_THAT(text, HasSubstr("types are nested more than 64 deep"));
  EXPECT_THAT(text, HasSubstr("lists are nested more than 64 deep"));
}

}  // namespace
}  // namespace transcdr
