// What TypeBuilder makes of types that are right.

#include "codec/type/type_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/codec/type/type_fixtures.h"

namespace transcdr {
namespace {

using ::testing::ElementsAre;

TypeIndex Int32(TypeBuilder& b) { return b.Primitive(TypeKind::kInt32); }

std::vector<std::string> Names(const Schema& schema) {
  std::vector<std::string> names;
  for (const TypeDescriptor& type : schema.types()) {
    names.push_back(type.name.empty() ? std::string(TypeKindName(type.kind))
                                      : type.name);
  }
  return names;
}

std::vector<uint32_t> Ids(const std::vector<const Member*>& members) {
  std::vector<uint32_t> ids;
  for (const Member* member : members) ids.push_back(member->id.value());
  return ids;
}

TEST(NormalizeTypeNameTest, OneFormForSlashesAndColons) {
  EXPECT_EQ(NormalizeTypeName("pkg/msg/Name"), "pkg::msg::Name");
  EXPECT_EQ(NormalizeTypeName("pkg::msg::Name"), "pkg::msg::Name");
  EXPECT_EQ(NormalizeTypeName("::pkg::msg/Name"), "pkg::msg::Name");
  EXPECT_EQ(NormalizeTypeName("Name"), "Name");
  EXPECT_EQ(NormalizeTypeName(""), "");
}

TEST(TypeBuilderTest, EqualAnonymousTypesAreOne) {
  TypeBuilder b;
  EXPECT_EQ(b.String(3), b.String(3));
  EXPECT_NE(b.String(3), b.String(4));
  EXPECT_NE(b.String(3), b.WString(3));
  EXPECT_EQ(b.Sequence(Int32(b), 2), b.Sequence(Int32(b), 2));
  EXPECT_NE(b.Sequence(Int32(b), 2), b.Sequence(Int32(b)));
  EXPECT_EQ(b.Array(Int32(b), {2, 3}), b.Array(Int32(b), {2, 3}));
  EXPECT_NE(b.Array(Int32(b), {2, 3}), b.Array(Int32(b), {3, 2}));
  EXPECT_EQ(b.Map(Int32(b), b.String()), b.Map(Int32(b), b.String()));
  EXPECT_NE(b.Map(Int32(b), b.String()), b.Map(b.String(), Int32(b)));
}

TEST(TypeBuilderTest, KeepsWhatTheRootReachesInOrderOfFirstMention) {
  TypeBuilder b;
  b.Define(Struct("m::Unused", {Field("x", b.WString())}));
  b.Define(Struct("m::B", {Field("x", Int32(b))}));
  b.Define(
      Struct("m::S", {Field("c", b.Named("m::C")), Field("b", b.Named("m::B")),
                      Field("again", b.Named("m::C"))}));
  b.Define(Struct("m::C", {Field("d", b.Sequence(b.Named("m::D")))}));
  b.Define(Struct("m::D", {Field("s", b.String())}));
  const Schema schema = BuildOrDie(b, "m/S", WireProfile::Ros2());
  EXPECT_EQ(schema.root(), 0u);
  EXPECT_EQ(schema.root_name(), "m::S");
  EXPECT_EQ(schema.profile(), WireProfile::Ros2());
  EXPECT_THAT(Names(schema), ElementsAre("m::S", "m::C", "sequence", "m::D",
                                         "string", "m::B", "int32"));
  EXPECT_EQ(schema.type(0).members[0].type, 1u);
  EXPECT_EQ(schema.type(0).members[1].type, 5u);
  EXPECT_EQ(schema.type(2).element, 3u);
}

TEST(TypeBuilderTest, SecondEqualDefinitionIsNoFault) {
  TypeBuilder b;
  for (uint32_t line : {1u, 2u}) {
    TypeDescriptor type = Struct("m::S", {Field("x", Int32(b), line)});
    type.location = Line(line);
    b.Define(type);
  }
  EXPECT_TRUE(b.IsDefined("m/S"));
  EXPECT_FALSE(b.IsDefined("m/T"));
  BuildOrDie(b, "m::S");
}

TEST(TypeBuilderTest, RootIsGuessedWhereItIsTheOnlyOne) {
  TypeBuilder b;
  // Uses itself, which does not count; is used by the root through an alias.
  b.Define(Struct("m::Node", {Field("next", b.Sequence(b.Named("m::Node")))}));
  b.Define(Alias("m::Nodes", b.Sequence(b.Named("m::Node"))));
  b.Define(Struct("m::Root", {Field("nodes", b.Named("m::Nodes"))}));
  b.Define(Enum("m::E", {EnumLiteral("A")}));
  EXPECT_EQ(BuildOrDie(b, "").root_name(), "m::Root");

  TypeBuilder alone;
  alone.Define(Struct("m::Node",
                      {Field("next", alone.Sequence(alone.Named("m::Node")))}));
  EXPECT_EQ(BuildOrDie(alone, "").root_name(), "m::Node");
}

TEST(TypeBuilderTest, RootMayBeAnAlias) {
  TypeBuilder b;
  b.Define(Union("m::U", Int32(b), {Case({0}, Field("a", Int32(b)))}));
  b.Define(Alias("m::A", b.Named("m::U")));
  b.Define(Alias("m::B", b.Named("m::A")));
  EXPECT_EQ(BuildOrDie(b, "m::B").root_name(), "m::U");
}

TEST(TypeBuilderTest, IdsOfStructsGoOnFromTheBase) {
  TypeBuilder b;
  b.Define(
      Struct("m::Base", {Field("a", Int32(b)), WithId(Field("b", Int32(b)), 10),
                         Field("c", Int32(b))}));
  b.Define(Alias("m::BaseAlias", b.Named("m::Base")));
  b.Define(Derived("m::Middle", b.Named("m::BaseAlias"), {}));
  b.Define(Derived("m::S", b.Named("m::Middle"),
                   {Field("d", Int32(b)), WithId(Field("e", Int32(b)), 5)}));
  const Schema schema = BuildOrDie(b, "m::S");
  EXPECT_THAT(Ids(schema.AllMembers(schema.root())),
              ElementsAre(0, 10, 11, 12, 5));
  // Bases are no aliases in a schema.
  for (const TypeDescriptor& type : schema.types()) {
    if (type.base.has_value()) {
      EXPECT_EQ(schema.type(*type.base).kind, TypeKind::kStruct);
    }
  }
}

TEST(TypeBuilderTest, SiblingsMayUseTheSameNamesAndIds) {
  TypeBuilder b;
  const TypeIndex base = b.Define(Struct("m::Base", {Field("a", Int32(b))}));
  const TypeIndex left =
      b.Define(Derived("m::L", base, {Field("x", Int32(b))}));
  const TypeIndex right =
      b.Define(Derived("m::R", base, {Field("x", Int32(b))}));
  b.Define(Struct("m::S", {Field("x", left), Field("X", right)}));
  BuildOrDie(b, "m::S");
}

TEST(TypeBuilderTest, IdsOfUnionsStartAtOne) {
  TypeBuilder b;
  b.Define(Union("m::U", Int32(b),
                 {Case({0}, Field("a", Int32(b))),
                  Case({1}, WithId(Field("b", Int32(b)), 7)),
                  Case({}, Field("c", Int32(b)), true)}));
  const Schema schema = BuildOrDie(b, "m::U");
  std::vector<uint32_t> ids;
  for (const UnionCase& one : schema.type(0).cases) {
    ids.push_back(one.member.id.value());
  }
  EXPECT_THAT(ids, ElementsAre(1, 7, 8));
}

TEST(TypeBuilderTest, ValuesPositionsAndHoldersAreAssigned) {
  TypeBuilder b;
  const TypeIndex e = b.Define(
      Enum("m::E", {EnumLiteral("A"), EnumLiteral("B", -7), EnumLiteral("C")}));
  const TypeIndex f = b.Define(
      Bitmask("m::F", {BitFlag("A"), BitFlag("B", 62), BitFlag("C")}, 64));
  const TypeIndex base = b.Define(Bitset("m::Base", {Bits("a", 1)}));
  const TypeIndex g =
      b.Define(Bitset("m::G",
                      {Bits("b", 8), Bits("", 2), Bits("c", 9), Bits("d", 17),
                       Bits("e", 2, TypeKind::kInt64)},
                      base));
  b.Define(Struct("m::S", {Field("e", e), Field("f", f), Field("g", g)}));
  const Schema schema = BuildOrDie(b, "m::S");
  std::vector<int32_t> values;
  for (const auto& literal : schema.type(1).enumerators) {
    values.push_back(literal.value.value());
  }
  EXPECT_THAT(values, ElementsAre(0, -7, -6));
  std::vector<uint32_t> positions;
  for (const auto& flag : schema.type(2).flags) {
    positions.push_back(flag.position.value());
  }
  EXPECT_THAT(positions, ElementsAre(0, 62, 63));
  std::vector<TypeKind> holders;
  for (const Bitfield* field : schema.AllBitfields(3)) {
    holders.push_back(field->holder.value());
  }
  EXPECT_THAT(holders, ElementsAre(TypeKind::kBoolean, TypeKind::kUInt8,
                                   TypeKind::kUInt8, TypeKind::kUInt16,
                                   TypeKind::kUInt32, TypeKind::kInt64));
}

TEST(TypeBuilderTest, EnumValuesMayUseTheBitsWithOrWithoutSign) {
  TypeBuilder b;
  b.Define(Enum("m::E", {EnumLiteral("A", 7), EnumLiteral("B", -4)}, 3));
  b.Define(Struct("m::S", {Field("e", b.Named("m::E"))}));
  BuildOrDie(b, "m::S");
}

TEST(TypeBuilderTest, TypesMayHoldThemselvesThroughCollectionsAndOptionals) {
  TypeBuilder b;
  const TypeIndex self = b.Named("m::S");
  Member optional = Field("o", self);
  optional.is_optional = true;
  b.Define(Struct("m::S", {Field("s", b.Sequence(self)),
                           Field("m", b.Map(b.String(), self)), optional,
                           Field("u", b.Named("m::U"))}));
  b.Define(Union("m::U", Int32(b), {Case({0}, Field("s", b.Sequence(self)))}));
  BuildOrDie(b, "m::S");
}

// The default of m::S.x as it is in the schema.
Literal Normalized(const std::function<TypeIndex(TypeBuilder&)>& type,
                   Literal literal) {
  TypeBuilder b;
  b.Define(
      Struct("m::S", {WithDefault(Field("x", type(b)), std::move(literal))}));
  const Schema schema = BuildOrDie(b, "m::S");
  return schema.type(0).members[0].default_value.value();
}

std::function<TypeIndex(TypeBuilder&)> Of(TypeKind kind) {
  return [=](TypeBuilder& b) { return b.Primitive(kind); };
}

TEST(TypeBuilderTest, DefaultsGetOneForm) {
  constexpr uint64_t kMax = std::numeric_limits<uint64_t>::max();
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(Normalized(Of(TypeKind::kBoolean), {true}), Literal{true});
  EXPECT_EQ(Normalized(Of(TypeKind::kUInt8), {uint64_t{255}}),
            Literal{int64_t{255}});
  EXPECT_EQ(Normalized(Of(TypeKind::kInt64), {kMin}), Literal{kMin});
  EXPECT_EQ(Normalized(Of(TypeKind::kUInt64), {kMax}), Literal{kMax});
  EXPECT_EQ(Normalized(Of(TypeKind::kUInt64), {kMax >> 1}),
            Literal{static_cast<int64_t>(kMax >> 1)});
  EXPECT_EQ(Normalized(Of(TypeKind::kFloat64), {int64_t{-3}}), Literal{-3.0});
  EXPECT_EQ(Normalized(Of(TypeKind::kFloat64), {0.1}), Literal{0.1});
  EXPECT_EQ(Normalized(Of(TypeKind::kFloat32), {0.1}),
            Literal{static_cast<double>(0.1f)});
  // The largest double that rounds to a finite float32, and infinity.
  EXPECT_EQ(Normalized(Of(TypeKind::kFloat32), {0x1.fffffefffffffp127}),
            Literal{0x1.fffffep127});
  EXPECT_EQ(Normalized(Of(TypeKind::kFloat32), {-HUGE_VAL}),
            Literal{-HUGE_VAL});
  EXPECT_TRUE(std::isnan(
      std::get<double>(Normalized(Of(TypeKind::kFloat32), {NAN}).value)));
  EXPECT_EQ(Normalized(Of(TypeKind::kFloat128), {int64_t{-3}}), Literal{-3.0});
  EXPECT_EQ(Normalized(Of(TypeKind::kFloat128), {kMax}), Literal{0x1p64});
  EXPECT_EQ(Normalized(Of(TypeKind::kFloat128), {0.1}), Literal{0.1});
  EXPECT_EQ(Normalized(Of(TypeKind::kChar8), Text("\xc3\xbf")),
            Text("\xc3\xbf"));
  EXPECT_EQ(Normalized(Of(TypeKind::kChar16), Text("\xe2\x82\xac")),
            Text("\xe2\x82\xac"));
  EXPECT_EQ(Normalized([](TypeBuilder& b) { return b.String(3); }, Text("abc")),
            Text("abc"));
  EXPECT_EQ(Normalized([](TypeBuilder& b) { return b.WString(2); },
                       Text("\xf0\x9f\x98\x80")),
            Text("\xf0\x9f\x98\x80"));
}

TEST(TypeBuilderTest, EnumDefaultsAreNamesAndBitmaskDefaultsNumbers) {
  const auto enum_alias = [](TypeBuilder& b) {
    b.Define(Enum("m::E", {EnumLiteral("A", 3), EnumLiteral("B")}));
    return b.Define(Alias("m::A", b.Named("m::E")));
  };
  EXPECT_EQ(Normalized(enum_alias, {int64_t{4}}), Text("B"));
  EXPECT_EQ(Normalized(enum_alias, {uint64_t{3}}), Text("A"));
  EXPECT_EQ(Normalized(enum_alias, Text("B")), Text("B"));
  EXPECT_EQ(Normalized(
                [](TypeBuilder& b) {
                  return b.Define(Bitmask("m::F", {BitFlag("A")}, 3));
                },
                {uint64_t{7}}),
            Literal{int64_t{7}});
}

TEST(TypeBuilderTest, ListDefaultsFollowTheDimensions) {
  const Literal rows = List({List({{uint64_t{1}}, {int64_t{2}}}),
                             List({{int64_t{3}}, {int64_t{4}}})});
  const Literal normalized = List(
      {List({{int64_t{1}}, {int64_t{2}}}), List({{int64_t{3}}, {int64_t{4}}})});
  EXPECT_EQ(Normalized(
                [](TypeBuilder& b) {
                  return b.Array(Int32(b), {2, 2});
                },
                rows),
            normalized);
  // An array of arrays reads the same list.
  EXPECT_EQ(Normalized(
                [](TypeBuilder& b) {
                  const TypeIndex row =
                      b.Define(Alias("m::Row", b.Array(Int32(b), {2})));
                  return b.Array(row, {2});
                },
                rows),
            normalized);
  EXPECT_EQ(
      Normalized(
          [](TypeBuilder& b) { return b.Sequence(b.Sequence(Int32(b), 2), 2); },
          List({List({}), List({{int64_t{1}}})})),
      List({List({}), List({{int64_t{1}}})}));
}

TEST(TypeBuilderTest, UnionsTakeEveryDiscriminator) {
  for (TypeKind kind :
       {TypeKind::kBoolean, TypeKind::kByte, TypeKind::kInt8, TypeKind::kUInt8,
        TypeKind::kInt16, TypeKind::kUInt16, TypeKind::kInt32,
        TypeKind::kUInt32, TypeKind::kInt64, TypeKind::kUInt64,
        TypeKind::kChar8, TypeKind::kChar16}) {
    TypeBuilder b;
    b.Define(
        Union("m::U", b.Primitive(kind), {Case({0, 1}, Field("a", Int32(b)))}));
    BuildOrDie(b, "m::U");
  }
}

// Names that a source gives say nothing of the content.
TEST(TypeBuilderTest, KeepsGivenAliasesBesidesTheId) {
  const auto build = [](const std::vector<std::string>& aliases) {
    TypeBuilder b;
    b.Define(Struct("m::S", {Field("a", Int32(b))}));
    for (const std::string& alias : aliases) b.AddGivenAlias(alias);
    return BuildOrDie(b, "m::S");
  };
  const Schema plain = build({});
  EXPECT_THAT(plain.given_aliases(), ElementsAre());
  const Schema named = build({"b", "a", "b"});
  EXPECT_THAT(named.given_aliases(), ElementsAre("b", "a"));
  EXPECT_EQ(CanonicalForm(plain), CanonicalForm(named));

  std::vector<std::string> many;
  for (int i = 0; i < 100; ++i) many.push_back(std::to_string(i));
  const Schema full = build(many);
  EXPECT_EQ(kMaxGivenAliases, full.given_aliases().size());
  EXPECT_EQ("15", full.given_aliases().back());
}

TEST(TypeKindTest, NamesAreDistinct) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(TypeKind::kUnion); ++i) {
    names.insert(TypeKindName(static_cast<TypeKind>(i)));
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(TypeKind::kUnion) + 1);
  EXPECT_FALSE(names.contains("unknown"));
}

}  // namespace
}  // namespace transcdr
