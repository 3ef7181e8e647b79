// Equal types have one canonical form, whatever else differs; and everything
// that decides a translation shows in it.

#include "codec/type/canonical_form.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>

#include "codec/type/schema_id.h"
#include "tests/codec/type/type_fixtures.h"
#include "tests/support/golden.h"

namespace transcdr {
namespace {

TypeIndex Int32(TypeBuilder& b) { return b.Primitive(TypeKind::kInt32); }

// One of every kind.
Schema Everything() {
  TypeBuilder b;
  std::vector<Member> members;
  for (int i = 0; i <= static_cast<int>(TypeKind::kChar16); ++i) {
    const TypeKind kind = static_cast<TypeKind>(i);
    members.push_back(
        Field("x_" + std::string(TypeKindName(kind)), b.Primitive(kind)));
  }
  members.push_back(Field("s", b.String()));
  members.push_back(Field("s_10", b.String(10)));
  members.push_back(Field("w", b.WString()));
  members.push_back(Field("w_10", b.WString(10)));
  members.push_back(Field("q", b.Sequence(b.Primitive(TypeKind::kFloat64))));
  members.push_back(Field("q_10", b.Sequence(b.String(3), 10)));
  members.push_back(Field("a", b.Array(Int32(b), {3, 4})));
  members.push_back(Field("m", b.Map(b.String(), b.Sequence(Int32(b)))));
  members.push_back(Field("m_5", b.Map(Int32(b), b.Named("m::E"), 5)));
  members.push_back(Field("e", b.Named("m::E")));
  members.push_back(Field("f", b.Named("m::F")));
  members.push_back(Field("g", b.Named("m::G")));
  members.push_back(Field("u", b.Named("m::U")));
  members.push_back(Field("v", b.Named("m::V")));
  members.push_back(Field("t", b.Named("m::T")));
  Member key = WithId(Field("k", Int32(b)), 100);
  key.is_key = true;
  members.push_back(key);
  Member must = Field("mu", Int32(b));
  must.is_must_understand = true;
  must.is_optional = true;
  members.push_back(must);
  members.push_back(
      WithDefault(Field("d_bool", b.Primitive(TypeKind::kBoolean)), {false}));
  members.push_back(
      WithDefault(Field("d_float", b.Primitive(TypeKind::kFloat64)), {-0.0}));
  members.push_back(WithDefault(Field("d_inf", b.Primitive(TypeKind::kFloat32)),
                                {-HUGE_VAL}));
  members.push_back(WithDefault(
      Field("d_uint64", b.Primitive(TypeKind::kUInt64)), {~uint64_t{0}}));
  members.push_back(WithDefault(Field("d_text", b.String()),
                                Text("a \"b\" \\ \n\x7f \xc3\xa9")));
  members.push_back(WithDefault(Field("d_enum", b.Named("m::E")), Text("B")));
  members.push_back(WithDefault(Field("d_list", b.Array(b.String(), {2, 1})),
                                List({List({Text("a,b")}), List({Text("")})})));
  TypeDescriptor root = Struct("m::S", members);
  root.extensibility = Extensibility::kMutable;
  b.Define(root);
  b.Define(Enum("m::E",
                {EnumLiteral("A"), EnumLiteral("B", 5, true), EnumLiteral("C")},
                8));
  b.Define(Bitmask("m::F", {BitFlag("A"), BitFlag("B", 63)}, 64));
  b.Define(Bitset("m::GBase", {Bits("a", 3)}));
  b.Define(Bitset("m::G",
                  {Bits("", 2), Bits("b", 1), Bits("c", 4, TypeKind::kInt16)},
                  b.Named("m::GBase")));
  TypeDescriptor u = Union("m::U", b.Named("m::E"),
                           {Case({0, 5}, Field("a", Int32(b))),
                            Case({6}, Field("b", b.String()), true)});
  u.extensibility = Extensibility::kAppendable;
  u.is_discriminator_key = true;
  b.Define(u);
  b.Define(Union("m::V", b.Primitive(TypeKind::kUInt64),
                 {Case({-1}, Field("a", Int32(b))),
                  Case({}, Field("b", b.Named("TopLevel")), true)}));
  b.Define(Struct("TopLevel", {}));
  b.Define(Derived("m::T", b.Define(Struct("m::TBase", {Field("a", Int32(b))})),
                   {Field("b", Int32(b))}));
  return BuildOrDie(b, "m::S", WireProfile::FastCdr2());
}

TEST(CanonicalFormTest, EveryKind) {
  ExpectGolden("canonical/every_kind.txt", CanonicalForm(Everything()));
}

TEST(CanonicalFormTest, Profiles) {
  std::string golden;
  for (WireProfile profile :
       {WireProfile::Omg(), WireProfile::Ros2(), WireProfile::FastCdr1(),
        WireProfile::FastCdr2(), WireProfile::OpenDds(), WireProfile::Rti(),
        WireProfile::RtiMicro()}) {
    TypeBuilder b;
    b.Define(Struct("m::S", {}));
    golden += CanonicalForm(BuildOrDie(b, "m::S", profile));
  }
  ExpectGolden("canonical/profiles.txt", golden);
}

TEST(CanonicalFormTest, IdsDoNotChangeFromReleaseToRelease) {
  // A change here makes every id that users have stored worthless.
  TypeBuilder b;
  b.Define(Struct("m::S", {Field("x", Int32(b)), Field("s", b.String(3))}));
  EXPECT_EQ(SchemaId::Of(BuildOrDie(b, "m::S")).ToString(),
            SchemaId::OfCanonicalForm("transcdr schema 1\n"
                                      "profile wstring=bytes16 wchar=16 "
                                      "empty_struct=none\n"
                                      "struct ::m::S final\n"
                                      "  x 0 int32\n"
                                      "  s 1 string<3>\n")
                .ToString());
}

TEST(CanonicalFormTest, SizeEstimateIsEnough) {
  const Schema schema = Everything();
  EXPECT_GT(CanonicalFormSizeEstimate(schema), CanonicalForm(schema).size());
}

// The form of m::S.
std::string FormOf(const std::function<void(TypeBuilder&)>& add,
                   std::string_view root = "m::S") {
  TypeBuilder b;
  add(b);
  return CanonicalForm(BuildOrDie(b, root));
}

void Plain(TypeBuilder& b) {
  b.Define(Struct("m::S", {Field("t", b.Named("m::T")),
                           Field("u", b.Sequence(b.Named("m::U")))}));
  b.Define(Struct("m::T", {Field("x", Int32(b))}));
  b.Define(Struct("m::U", {Field("y", b.String(5))}));
}

TEST(CanonicalFormTest, OrderOfDefinitionDoesNotCount) {
  EXPECT_EQ(FormOf(Plain), FormOf([](TypeBuilder& b) {
              b.String(7);
              b.Define(Struct("m::U", {Field("y", b.String(5))}));
              b.Define(Struct("m::T", {Field("x", Int32(b))}));
              const TypeIndex u = b.Named("m::U");
              b.Define(Struct("m::S", {Field("t", b.Named("m::T")),
                                       Field("u", b.Sequence(u))}));
            }));
}

TEST(CanonicalFormTest, SpellingOfNamesDoesNotCount) {
  EXPECT_EQ(
      FormOf(Plain),
      FormOf(
          [](TypeBuilder& b) {
            b.Define(Struct("m/S", {Field("t", b.Named("::m::T")),
                                    Field("u", b.Sequence(b.Named("m/U")))}));
            b.Define(Struct("::m::T", {Field("x", Int32(b))}));
            b.Define(Struct("m/U", {Field("y", b.String(5))}));
          },
          "::m/S"));
}

TEST(CanonicalFormTest, AliasesUnusedTypesAndPlacesDoNotCount) {
  EXPECT_EQ(FormOf(Plain),
            FormOf(
                [](TypeBuilder& b) {
                  b.Define(Alias("m::Int", Int32(b)));
                  b.Define(Alias("m::Int2", b.Named("m::Int")));
                  b.Define(Alias("m::Str", b.String(5)));
                  b.Define(Alias("m::Us", b.Sequence(b.Named("m::V"))));
                  b.Define(Alias("m::V", b.Named("m::U")));
                  b.Define(Alias("m::Root", b.Named("m::S")));
                  b.Define(Struct("m::S", {Field("t", b.Named("m::T"), 5),
                                           Field("u", b.Named("m::Us"), 6)}));
                  b.Define(Struct("m::T", {Field("x", b.Named("m::Int2"))}));
                  b.Define(Struct("m::U", {Field("y", b.Named("m::Str"))}));
                  b.Define(Struct("m::Unused", {}));
                },
                "m::Root"));
}

TEST(CanonicalFormTest, WrittenOutDefaultsOfTheLanguageDoNotCount) {
  EXPECT_EQ(FormOf([](TypeBuilder& b) {
              b.Define(Struct(
                  "m::S",
                  {Field("a", Int32(b)), Field("e", b.Named("m::E")),
                   Field("f", b.Named("m::F")), Field("g", b.Named("m::G"))}));
              b.Define(Enum("m::E", {EnumLiteral("A"), EnumLiteral("B")}));
              b.Define(Bitmask("m::F", {BitFlag("A"), BitFlag("B")}));
              b.Define(Bitset("m::G", {Bits("a", 3)}));
            }),
            FormOf([](TypeBuilder& b) {
              b.Define(Struct("m::S", {WithId(Field("a", Int32(b)), 0),
                                       Field("e", b.Named("m::E")),
                                       WithId(Field("f", b.Named("m::F")), 2),
                                       Field("g", b.Named("m::G"))}));
              b.Define(Enum("m::E",
                            {EnumLiteral("A", 0, true), EnumLiteral("B", 1)}));
              b.Define(Bitmask("m::F", {BitFlag("A", 0), BitFlag("B", 1)}));
              b.Define(Bitset("m::G", {Bits("a", 3, TypeKind::kUInt8)}));
            }));
}

TEST(CanonicalFormTest, EqualDefaultsCountAsEqual) {
  const auto with = [](Literal literal) {
    return FormOf([&](TypeBuilder& b) {
      b.Define(Struct(
          "m::S",
          {WithDefault(Field("x", b.Primitive(TypeKind::kFloat32)), literal)}));
    });
  };
  EXPECT_EQ(with({1.0}), with({int64_t{1}}));
  EXPECT_EQ(with({0.1}), with({static_cast<double>(0.1f)}));
  EXPECT_NE(with({0.1}), with({0.2}));
}

TEST(CanonicalFormTest, NamesThatLookLikeKindsAreNoKinds) {
  EXPECT_NE(FormOf([](TypeBuilder& b) {
              b.Define(Struct("m::S", {Field("x", Int32(b))}));
            }),
            FormOf([](TypeBuilder& b) {
              b.Define(Struct("m::S", {Field("x", b.Named("int32"))}));
              b.Define(Struct("int32", {}));
            }));
}

// XCDR2 writes a delimiter before every inner array of strings, and one before
// the whole where there are two dimensions.
TEST(CanonicalFormTest, ArraysOfArraysAreNotArraysOfTwoDimensions) {
  EXPECT_NE(
      FormOf([](TypeBuilder& b) {
        b.Define(Struct("m::S", {Field("x", b.Array(b.String(), {2, 3}))}));
      }),
      FormOf([](TypeBuilder& b) {
        b.Define(Struct("m::S",
                        {Field("x", b.Array(b.Array(b.String(), {3}), {2}))}));
      }));
}

// All that may differ in one schema; each change has to give another id.
struct Variant {
  std::string type_name = "m::S";
  std::string member_name = "x";
  TypeKind kind = TypeKind::kInt32;
  Extensibility extensibility = Extensibility::kFinal;
  std::optional<uint32_t> id;
  bool is_optional = false;
  bool is_key = false;
  bool is_must_understand = false;
  std::optional<Literal> default_value;
  bool is_swapped = false;
  bool has_base = false;
  uint32_t string_bound = 0;
  uint32_t wstring_bound = 0;
  uint32_t sequence_bound = 0;
  uint32_t map_bound = 0;
  std::vector<uint32_t> dimensions = {2, 3};
  TypeKind key_kind = TypeKind::kInt32;
  uint32_t enum_bits = 32;
  int32_t enum_value = 1;
  std::string enum_name = "B";
  bool has_enum_default = false;
  uint32_t mask_bits = 32;
  uint32_t mask_position = 1;
  std::string flag_name = "B";
  uint32_t field_width = 3;
  std::string field_name = "b";
  std::optional<TypeKind> field_holder;
  bool is_field_unnamed = false;
  TypeKind discriminator = TypeKind::kInt32;
  Extensibility union_extensibility = Extensibility::kFinal;
  bool is_discriminator_key = false;
  std::vector<int64_t> labels = {1, 2};
  bool is_default_case = false;
  std::string case_name = "c";
  std::optional<uint32_t> case_id;
  WireProfile profile;
};

SchemaId IdOf(const Variant& v) {
  TypeBuilder b;
  Member x = Field(v.member_name, b.Primitive(v.kind));
  x.id = v.id;
  x.is_optional = v.is_optional;
  x.is_key = v.is_key;
  x.is_must_understand = v.is_must_understand;
  x.default_value = v.default_value;
  std::vector<Member> members = {
      x,
      WithId(Field("s", b.String(v.string_bound)), 50),
      Field("w", b.WString(v.wstring_bound)),
      Field("q", b.Sequence(Int32(b), v.sequence_bound)),
      Field("a", b.Array(Int32(b), v.dimensions)),
      Field("m", b.Map(b.Primitive(v.key_kind), b.String(), v.map_bound)),
      Field("e", b.Named("m::E")),
      Field("f", b.Named("m::F")),
      Field("g", b.Named("m::G")),
      Field("u", b.Named("m::U"))};
  if (v.is_swapped) std::swap(members[2], members[3]);
  TypeDescriptor root = Struct(v.type_name, members);
  root.extensibility = v.extensibility;
  if (v.has_base) root.base = b.Define(Struct("m::Base", {}));
  b.Define(root);
  b.Define(Enum("m::E",
                {EnumLiteral("A", 0),
                 EnumLiteral(v.enum_name, v.enum_value, v.has_enum_default)},
                v.enum_bits));
  b.Define(Bitmask("m::F",
                   {BitFlag("A", 0), BitFlag(v.flag_name, v.mask_position)},
                   v.mask_bits));
  b.Define(
      Bitset("m::G", {Bits("a", 2), Bits(v.is_field_unnamed ? "" : v.field_name,
                                         v.field_width, v.field_holder)}));
  Member c = Field(v.case_name, Int32(b));
  c.id = v.case_id;
  TypeDescriptor u = Union("m::U", b.Primitive(v.discriminator),
                           {Case(v.labels, c, v.is_default_case)});
  u.extensibility = v.union_extensibility;
  u.is_discriminator_key = v.is_discriminator_key;
  b.Define(u);
  return SchemaId::Of(BuildOrDie(b, v.type_name, v.profile));
}

TEST(CanonicalFormTest, EveryChangeThatCountsGivesAnotherId) {
  const std::vector<std::pair<std::string, std::function<void(Variant&)>>>
      changes = {
          {"nothing", [](Variant&) {}},
          {"type name", [](Variant& v) { v.type_name = "m::S2"; }},
          {"member name", [](Variant& v) { v.member_name = "y"; }},
          {"kind", [](Variant& v) { v.kind = TypeKind::kUInt32; }},
          {"byte", [](Variant& v) { v.kind = TypeKind::kByte; }},
          {"uint8", [](Variant& v) { v.kind = TypeKind::kUInt8; }},
          {"appendable",
           [](Variant& v) { v.extensibility = Extensibility::kAppendable; }},
          {"mutable",
           [](Variant& v) { v.extensibility = Extensibility::kMutable; }},
          {"id", [](Variant& v) { v.id = 7; }},
          {"optional", [](Variant& v) { v.is_optional = true; }},
          {"key", [](Variant& v) { v.is_key = true; }},
          {"must understand", [](Variant& v) { v.is_must_understand = true; }},
          {"default 0", [](Variant& v) { v.default_value = {int64_t{0}}; }},
          {"default 1", [](Variant& v) { v.default_value = {int64_t{1}}; }},
          {"order", [](Variant& v) { v.is_swapped = true; }},
          {"base", [](Variant& v) { v.has_base = true; }},
          {"string bound", [](Variant& v) { v.string_bound = 1; }},
          {"wstring bound", [](Variant& v) { v.wstring_bound = 1; }},
          {"sequence bound", [](Variant& v) { v.sequence_bound = 1; }},
          {"map bound", [](Variant& v) { v.map_bound = 1; }},
          {"dimension order",
           [](Variant& v) {
             v.dimensions = {3, 2};
           }},
          {"one dimension", [](Variant& v) { v.dimensions = {6}; }},
          {"key kind", [](Variant& v) { v.key_kind = TypeKind::kInt16; }},
          {"enum bits", [](Variant& v) { v.enum_bits = 8; }},
          {"enum value", [](Variant& v) { v.enum_value = 2; }},
          {"enum literal", [](Variant& v) { v.enum_name = "C"; }},
          {"enum default", [](Variant& v) { v.has_enum_default = true; }},
          {"bitmask bits", [](Variant& v) { v.mask_bits = 8; }},
          {"bitmask position", [](Variant& v) { v.mask_position = 2; }},
          {"bitmask flag", [](Variant& v) { v.flag_name = "C"; }},
          {"bitfield width", [](Variant& v) { v.field_width = 4; }},
          {"bitfield name", [](Variant& v) { v.field_name = "c"; }},
          {"bitfield holder",
           [](Variant& v) { v.field_holder = TypeKind::kInt8; }},
          {"bitfield unnamed", [](Variant& v) { v.is_field_unnamed = true; }},
          {"discriminator",
           [](Variant& v) { v.discriminator = TypeKind::kInt16; }},
          {"union extensibility",
           [](Variant& v) {
             v.union_extensibility = Extensibility::kAppendable;
           }},
          {"discriminator key",
           [](Variant& v) { v.is_discriminator_key = true; }},
          {"labels",
           [](Variant& v) {
             v.labels = {1, 3};
           }},
          {"first label",
           [](Variant& v) {
             v.labels = {2, 1};
           }},
          {"fewer labels", [](Variant& v) { v.labels = {1}; }},
          {"default case", [](Variant& v) { v.is_default_case = true; }},
          {"case name", [](Variant& v) { v.case_name = "d"; }},
          {"case id", [](Variant& v) { v.case_id = 2; }},
          {"wstring form",
           [](Variant& v) { v.profile.wstring_form = WstringForm::kUnits16; }},
          {"wchar width",
           [](Variant& v) { v.profile.wchar_width = WcharWidth::k32; }},
          {"empty struct",
           [](Variant& v) {
             v.profile.empty_struct_form = EmptyStructForm::kDummyOctet;
           }},
      };
  std::map<std::string, std::string> seen;
  for (const auto& [name, change] : changes) {
    Variant variant;
    change(variant);
    const auto [first, is_new] =
        seen.try_emplace(IdOf(variant).ToString(), name);
    EXPECT_TRUE(is_new) << name << " has the id of " << first->second;
  }
}

}  // namespace
}  // namespace transcdr
