// Every fault that TypeBuilder::Build reports, one case each. The rendered
// diagnostics are in tests/golden/diagnostics/type_builder.txt.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "tests/codec/type/type_fixtures.h"
#include "tests/support/golden.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

struct FaultCase {
  std::string name;
  // In the rendered diagnostics, and nothing else is wrong.
  std::string expected;
  std::function<void(TypeBuilder&)> add;  // the root is m::S
  std::string root = "m::S";
};

TypeIndex Int32(TypeBuilder& b) { return b.Primitive(TypeKind::kInt32); }
TypeIndex Byte(TypeBuilder& b) { return b.Primitive(TypeKind::kByte); }

// m::S with one member.
void Root(TypeBuilder& b, TypeIndex type) {
  b.Define(Struct("m::S", {Field("x", type, 7)}));
}

FaultCase BadDefault(std::string name, std::string expected,
                     std::function<TypeIndex(TypeBuilder&)> type,
                     Literal literal) {
  return {"default: " + name, std::move(expected), [=](TypeBuilder& b) {
            b.Define(
                Struct("m::S", {WithDefault(Field("x", type(b), 7), literal)}));
          }};
}

std::function<TypeIndex(TypeBuilder&)> Of(TypeKind kind) {
  return [=](TypeBuilder& b) { return b.Primitive(kind); };
}

std::vector<FaultCase> NameCases() {
  return {
      {"type name", "the type name 'm::1S' is not valid",
       [](TypeBuilder& b) { b.Define(Struct("m::1S", {})); }, "m::1S"},
      {"empty part of a type name", "found ''",
       [](TypeBuilder& b) { b.Define(Struct("m::::S", {})); }, "m::::S"},
      {"long type name", "has 1027 characters: at most 1024",
       [](TypeBuilder& b) {
         Root(b, b.Named("m::" + std::string(1024, 'a')));
         b.Define(Struct("m::" + std::string(1024, 'a'), {}));
       }},
      {"member name", "the name 'a b' of a member of m::S is not valid",
       [](TypeBuilder& b) {
         b.Define(Struct("m::S", {Field("a b", Int32(b))}));
       }},
      {"long member name", "has 1025 characters: at most 1024",
       [](TypeBuilder& b) {
         b.Define(Struct("m::S", {Field(std::string(1025, 'x'), Int32(b))}));
       }},
      {"member twice",
       "types.txt:9:3: error: member 'x' of m::S is declared twice: first at "
       "types.txt:7",
       [](TypeBuilder& b) {
         b.Define(
             Struct("m::S", {Field("x", Int32(b), 7), Field("x", Byte(b), 9)}));
       }},
      {"member of the base again",
       "member 'x' of m::S is declared twice: first at m::Base",
       [](TypeBuilder& b) {
         const TypeIndex base =
             b.Define(Struct("m::Base", {Field("x", Int32(b))}));
         b.Define(Derived("m::S", base, {Field("x", Int32(b))}));
       }},
      {"undefined name",
       "types.txt:4:3: error: type 'm::Missing' is used here but defined "
       "nowhere",
       [](TypeBuilder& b) { Root(b, b.Named("m/Missing", Line(4))); }},
      {"defined twice", "type m::T is defined twice, and differently",
       [](TypeBuilder& b) {
         TypeDescriptor first = Struct("m::T", {});
         first.location = Line(1);
         TypeDescriptor second = Struct("m/T", {Field("x", Int32(b))});
         second.location = Line(2);
         b.Define(first);
         Root(b, b.Define(second));
       }},
      {"root undefined",
       "the root type 'm::Other' is not defined: there are m::S",
       [](TypeBuilder& b) { Root(b, Int32(b)); }, "m/Other"},
      {"root is an enum", "the root type m::E is an enum: expected a struct",
       [](TypeBuilder& b) { b.Define(Enum("m::E", {EnumLiteral("A")})); },
       "m::E"},
      {"no root to guess", "the root type is not given, and there is no",
       [](TypeBuilder& b) { b.Define(Enum("m::E", {EnumLiteral("A")})); }, ""},
      {"two roots to guess", "2 types could be it: m::S, m::T",
       [](TypeBuilder& b) {
         b.Define(Struct("m::S", {}));
         b.Define(Struct("m::T", {}));
       },
       ""},
  };
}

std::vector<FaultCase> IdCases() {
  return {
      {"id twice", "member 'y' of m::S has id 3, which 'x' has",
       [](TypeBuilder& b) {
         b.Define(Struct("m::S", {WithId(Field("x", Int32(b)), 3),
                                  WithId(Field("y", Int32(b)), 3)}));
       }},
      {"id met by counting on", "member 'z' of m::S would get id 3, which 'x'",
       [](TypeBuilder& b) {
         b.Define(Struct(
             "m::S", {WithId(Field("x", Int32(b)), 3),
                      WithId(Field("y", Int32(b)), 2), Field("z", Int32(b))}));
       }},
      {"id of the base again", "member 'y' of m::S has id 0, which 'x' has",
       [](TypeBuilder& b) {
         const TypeIndex base =
             b.Define(Struct("m::Base", {Field("x", Int32(b))}));
         b.Define(Derived("m::S", base, {WithId(Field("y", Int32(b)), 0)}));
       }},
      {"id of 29 bits", "has id 268435456: at most 268435455",
       [](TypeBuilder& b) {
         b.Define(Struct("m::S", {WithId(Field("x", Int32(b)), 1u << 28)}));
       }},
      {"no id left", "would get id 268435456: at most 268435455",
       [](TypeBuilder& b) {
         b.Define(Struct("m::S", {WithId(Field("x", Int32(b)), (1u << 28) - 1),
                                  Field("y", Int32(b))}));
       }},
      {"case id twice", "member 'b' of m::U has id 5, which 'a' has",
       [](TypeBuilder& b) {
         Root(b, b.Define(Union("m::U", Int32(b),
                                {Case({0}, WithId(Field("a", Int32(b)), 5)),
                                 Case({1}, WithId(Field("b", Int32(b)), 5))})));
       }},
  };
}

std::vector<FaultCase> GraphCases() {
  return {
      {"base of another kind",
       "struct m::S inherits from m::E, an enum: expected a struct",
       [](TypeBuilder& b) {
         b.Define(
             Derived("m::S", b.Define(Enum("m::E", {EnumLiteral("A")})), {}));
       }},
      {"base without a name",
       "bitset m::B inherits from something, an int32: expected a bitset",
       [](TypeBuilder& b) {
         Root(b, b.Define(Bitset("m::B", {Bits("x", 1)}, Int32(b))));
       }},
      {"inherits from itself",
       "a type inherits from itself: m::T -> m::S -> m::T",
       [](TypeBuilder& b) {
         b.Define(Derived("m::S", b.Named("m::T"), {}));
         b.Define(Derived("m::T", b.Named("m::S"), {}));
       }},
      {"holds itself",
       "types.txt:7:3: error: a type holds itself without a sequence, map or "
       "optional member between: m::S.x -> m::S",
       [](TypeBuilder& b) { Root(b, b.Named("m::S")); }},
      {"holds itself by an alias, an array, a union and a base",
       ": m::A -> m::U.u -> m::T -> m::S.t -> m::A",
       [](TypeBuilder& b) {
         b.Define(Struct("m::S", {Field("t", b.Named("m::A"))}));
         b.Define(Alias("m::A", b.Array(b.Named("m::U"), {2})));
         b.Define(
             Union("m::U", Int32(b), {Case({1}, Field("u", b.Named("m::T")))}));
         b.Define(Derived("m::T", b.Named("m::S"), {}));
       }},
      {"alias of itself", "an alias stands for itself: m::B -> m::A -> m::B",
       [](TypeBuilder& b) {
         b.Define(Alias("m::A", b.Named("m::B")));
         b.Define(Alias("m::B", b.Named("m::A")));
         Root(b, b.Named("m::A"));
       }},
      {"alias of a sequence of itself",
       "an alias stands for itself: m::A -> m::A",
       [](TypeBuilder& b) {
         b.Define(Alias("m::A", b.Sequence(b.Named("m::A"))));
         Root(b, b.Named("m::A"));
       }},
      {"root is an alias of itself", "an alias stands for itself: m::S -> m::S",
       [](TypeBuilder& b) { b.Define(Alias("m::S", b.Named("m::S"))); }},
      {"array without dimension", "member 'x' of m::S: an array without a size",
       [](TypeBuilder& b) { Root(b, b.Array(Int32(b), {})); }},
      {"array of size 0", "member 'x' of m::S: an array of size 0",
       [](TypeBuilder& b) {
         Root(b, b.Sequence(b.Array(Int32(b), {3, 0})));
       }},
      {"array too large", "an array of 1073741825 elements: at most 1073741824",
       [](TypeBuilder& b) { Root(b, b.Array(Int32(b), {(1u << 30) + 1})); }},
      {"arrays of arrays too large", "an array of more than 2^64 elements",
       [](TypeBuilder& b) {
         const TypeIndex inner =
             b.Define(Alias("m::A", b.Array(Int32(b), {1u << 15, 1u << 15})));
         b.Define(Alias("m::B", b.Array(inner, {1u << 30, 1u << 30})));
         Root(b, b.Array(b.Named("m::B"), {1u << 10}));
       }},
      {"alias of a bad array", "alias m::A: an array of size 0",
       [](TypeBuilder& b) {
         b.Define(Alias("m::A", b.Array(Int32(b), {0})));
         b.Define(Struct("m::S", {}));
       }},
      {"collections too deep", "within each other: 65, at most 64",
       [](TypeBuilder& b) {
         TypeIndex type = Int32(b);
         for (int i = 0; i < 65; ++i) type = b.Sequence(type);
         Root(b, type);
       }},
      {"dimensions too many", "within each other: 65, at most 64",
       [](TypeBuilder& b) {
         Root(b, b.Array(Int32(b), std::vector<uint32_t>(65, 1)));
       }},
  };
}

std::vector<FaultCase> EnumCases() {
  const auto with = [](auto make) {
    return [make](TypeBuilder& b) { Root(b, b.Define(make())); };
  };
  return {
      {"enum bit bound", "enum m::E has a bit bound of 33: expected 1 to 32",
       with([] { return Enum("m::E", {EnumLiteral("A")}, 33); })},
      {"enum without literals", "enum m::E has no literals",
       with([] { return Enum("m::E", {}); })},
      {"literal name", "the name '' of a literal of m::E is not valid",
       with([] { return Enum("m::E", {EnumLiteral("")}); })},
      {"literal twice", "literal 'A' of m::E is declared twice", with([] {
         return Enum("m::E", {EnumLiteral("A"), EnumLiteral("A")});
       })},
      {"value twice", "literal 'B' of m::E has value 1, which 'A' has",
       with([] {
         return Enum("m::E", {EnumLiteral("A", 1), EnumLiteral("B", 1)});
       })},
      {"value beyond the bits", "has value 128: expected -128 to 127", with([] {
         return Enum("m::E", {EnumLiteral("A", 127), EnumLiteral("B")}, 8);
       })},
      {"value below the bits", "has value -5: expected -4 to 7",
       with([] { return Enum("m::E", {EnumLiteral("A", -5)}, 3); })},
      {"counting on beyond 32 bits", "has value 2147483648: expected", with([] {
         return Enum("m::E", {EnumLiteral("A", 2147483647), EnumLiteral("B")});
       })},
      {"two default literals", "enum m::E has two default literals: 'A' and",
       with([] {
         return Enum("m::E",
                     {EnumLiteral("A", 0, true), EnumLiteral("B", 1, true)});
       })},
      {"bitmask bit bound", "bitmask m::E has a bit bound of 0: expected 1 to",
       with([] { return Bitmask("m::E", {}, 0); })},
      {"flag beyond the bits", "flag 'B' of m::E is at bit 8: expected less",
       with([] {
         return Bitmask("m::E", {BitFlag("A", 7), BitFlag("B")}, 8);
       })},
      {"flag twice", "flag 'A' of m::E is declared twice", with([] {
         return Bitmask("m::E", {BitFlag("A"), BitFlag("A")});
       })},
      {"position twice", "flag 'B' of m::E is at bit 0, where 'A' is", with([] {
         return Bitmask("m::E", {BitFlag("A"), BitFlag("B", 0)});
       })},
      {"bitset too wide", "bitset m::E has 65 bits in all: at most 64",
       with([] {
         return Bitset("m::E", {Bits("a", 64), Bits("", 1)});
       })},
      {"bitset too wide with its base", "bitset m::E has 65 bits in all",
       [](TypeBuilder& b) {
         const TypeIndex base = b.Define(Bitset("m::Base", {Bits("a", 40)}));
         Root(b, b.Define(Bitset("m::E", {Bits("b", 25)}, base)));
       }},
      {"bitset without bits", "bitset m::E has no bits",
       with([] { return Bitset("m::E", {}); })},
      {"field of no bits", "field 'a' of m::E has a width of 0 bits", with([] {
         return Bitset("m::E", {Bits("a", 0), Bits("b", 1)});
       })},
      {"field beyond its holder", "of 9 bits: at most 8 fit uint8",
       with([] { return Bitset("m::E", {Bits("a", 9, TypeKind::kUInt8)}); })},
      {"boolean of two bits", "of 2 bits: at most 1 fit boolean",
       with([] { return Bitset("m::E", {Bits("a", 2, TypeKind::kBoolean)}); })},
      {"field held by a float", "field 'a' of m::E is held by a float32",
       with([] { return Bitset("m::E", {Bits("a", 2, TypeKind::kFloat32)}); })},
      {"field twice", "field 'a' of m::E is declared twice", with([] {
         return Bitset("m::E", {Bits("a", 1), Bits("a", 1)});
       })},
      {"field of the base again", "field 'a' of m::E is declared twice",
       [](TypeBuilder& b) {
         const TypeIndex base = b.Define(Bitset("m::Base", {Bits("a", 1)}));
         Root(b, b.Define(Bitset("m::E", {Bits("a", 1)}, base)));
       }},
  };
}

FaultCase BadUnion(std::string name, std::string expected,
                   TypeKind discriminator, std::vector<UnionCase> cases) {
  return {std::move(name), std::move(expected), [=](TypeBuilder& b) {
            std::vector<UnionCase> typed = cases;
            for (UnionCase& one : typed) one.member.type = Int32(b);
            Root(b, b.Define(Union("m::U", b.Primitive(discriminator), typed)));
          }};
}

std::vector<FaultCase> UnionCases() {
  std::vector<FaultCase> cases = {
      BadUnion("discriminator", "the discriminator of union m::U is a float32",
               TypeKind::kFloat32, {Case({0}, Field("a", 0))}),
      BadUnion("no cases", "union m::U has no cases", TypeKind::kInt32, {}),
      BadUnion("label twice", "case 'b' of m::U has label 1, which 'a' has",
               TypeKind::kInt32,
               {Case({1}, Field("a", 0)), Case({2, 1}, Field("b", 0))}),
      BadUnion("large label twice", "has label 18446744073709551615, which",
               TypeKind::kUInt64,
               {Case({-1}, Field("a", 0)), Case({-1}, Field("b", 0))}),
      BadUnion("two defaults", "union m::U has two default cases: 'a' and 'b'",
               TypeKind::kInt32,
               {Case({}, Field("a", 0), true), Case({}, Field("b", 0), true)}),
      BadUnion("case without label", "case 'a' of m::U can never be chosen",
               TypeKind::kInt32, {Case({}, Field("a", 0))}),
      BadUnion("case twice", "case 'a' of m::U is declared twice",
               TypeKind::kInt32,
               {Case({1}, Field("a", 0)), Case({2}, Field("a", 0))}),
      {"label that the enum has not",
       "case 'a' of m::U has label 2, which is no value of enum m::E",
       [](TypeBuilder& b) {
         b.Define(Enum("m::E", {EnumLiteral("A"), EnumLiteral("B")}));
         b.Define(Alias("m::D", b.Named("m::E")));
         Root(b, b.Define(Union("m::U", b.Named("m::D"),
                                {Case({1, 2}, Field("a", Int32(b)))})));
       }},
      {"optional case", "case 'a' of m::U is optional",
       [](TypeBuilder& b) {
         Member member = Field("a", Int32(b));
         member.is_optional = true;
         Root(b, b.Define(Union("m::U", Int32(b), {Case({1}, member)})));
       }},
      {"collection in a case", "case 'a' of m::U: an array of size 0",
       [](TypeBuilder& b) {
         Root(b,
              b.Define(Union("m::U", Int32(b),
                             {Case({1}, Field("a", b.Array(Int32(b), {0})))})));
       }},
  };
  struct OutOfRange {
    TypeKind kind;
    int64_t label;
    std::string range;
  };
  for (const OutOfRange& one : std::vector<OutOfRange>{
           {TypeKind::kBoolean, 2, "0 to 1 for boolean"},
           {TypeKind::kByte, 256, "0 to 255 for byte"},
           {TypeKind::kInt8, -129, "-128 to 127 for int8"},
           {TypeKind::kUInt8, -1, "0 to 255 for uint8"},
           {TypeKind::kInt16, 32768, "-32768 to 32767 for int16"},
           {TypeKind::kUInt16, 65536, "0 to 65535 for uint16"},
           {TypeKind::kInt32, int64_t{1} << 31,
            "-2147483648 to 2147483647 for int32"},
           {TypeKind::kUInt32, int64_t{1} << 32, "0 to 4294967295 for uint32"},
           {TypeKind::kChar8, 256, "0 to 255 for char8"},
           {TypeKind::kChar16, 65536, "0 to 65535 for char16"}}) {
    cases.push_back(BadUnion(
        "label beyond " + std::string(TypeKindName(one.kind)),
        "has label " + std::to_string(one.label) + ": expected " + one.range,
        one.kind, {Case({one.label}, Field("a", 0))}));
  }
  return cases;
}

std::vector<FaultCase> DefaultCases() {
  const auto enum_type = [](TypeBuilder& b) {
    return b.Define(Enum("m::E", {EnumLiteral("A", 0), EnumLiteral("B", 5)}));
  };
  const auto bitmask = [](TypeBuilder& b) {
    return b.Define(Bitmask("m::F", {BitFlag("A")}, 3));
  };
  const auto string_3 = [](TypeBuilder& b) { return b.String(3); };
  const auto wstring_1 = [](TypeBuilder& b) { return b.WString(1); };
  const auto array_2x2 = [](TypeBuilder& b) {
    return b.Array(Int32(b), {2, 2});
  };
  const auto bytes_2 = [](TypeBuilder& b) { return b.Sequence(Byte(b), 2); };
  const double huge = 1e39;
  return {
      BadDefault("nothing", "expected true or false, found nothing",
                 Of(TypeKind::kBoolean), {}),
      BadDefault("number for boolean", "expected true or false, found 1",
                 Of(TypeKind::kBoolean), {int64_t{1}}),
      BadDefault("byte", "expected an integer of 0 to 255 for byte, found -1",
                 Of(TypeKind::kByte), {int64_t{-1}}),
      BadDefault("int8", "expected an integer of -128 to 127 for int8, found",
                 Of(TypeKind::kInt8), {int64_t{128}}),
      BadDefault("uint8", "for uint8, found 256", Of(TypeKind::kUInt8),
                 {uint64_t{256}}),
      BadDefault("int16", "for int16, found -32769", Of(TypeKind::kInt16),
                 {int64_t{-32769}}),
      BadDefault("uint16", "for uint16, found 65536", Of(TypeKind::kUInt16),
                 {int64_t{65536}}),
      BadDefault("int32", "for int32, found 2147483648", Of(TypeKind::kInt32),
                 {int64_t{1} << 31}),
      BadDefault("uint32", "for uint32, found 4294967296",
                 Of(TypeKind::kUInt32), {int64_t{1} << 32}),
      BadDefault("int64", "for int64, found 9223372036854775808",
                 Of(TypeKind::kInt64), {uint64_t{1} << 63}),
      BadDefault("uint64", "for uint64, found -1", Of(TypeKind::kUInt64),
                 {int64_t{-1}}),
      BadDefault("fraction for an integer", "found 1.5", Of(TypeKind::kInt32),
                 {1.5}),
      BadDefault("float32", "within the range of float32, found 1e+39",
                 Of(TypeKind::kFloat32), {huge}),
      BadDefault("text for a float", "a number for float64, found the text '1'",
                 Of(TypeKind::kFloat64), Text("1")),
      BadDefault("float128", "a number for float128, found true",
                 Of(TypeKind::kFloat128), {true}),
      BadDefault("two characters", "one character up to U+00FF, found the text",
                 Of(TypeKind::kChar8), Text("ab")),
      BadDefault("wide character", "one character up to U+00FF, found the text",
                 Of(TypeKind::kChar8), Text("\xe2\x82\xac")),
      BadDefault("character of two units", "one character up to U+FFFF",
                 Of(TypeKind::kChar16), Text("\xf0\x9f\x98\x80")),
      BadDefault("number for text", "text for string, found 1", string_3,
                 {int64_t{1}}),
      BadDefault("long text", "at most 3 bytes of UTF-8, found the text",
                 string_3, Text("\xc3\xa9\xc3\xa9")),
      BadDefault("long wide text", "at most 1 UTF-16 units, found the text",
                 wstring_1, Text("\xf0\x9f\x98\x80")),
      BadDefault("ill-formed text",
                 "expected well-formed UTF-8, found the text '\\xff'", string_3,
                 Text("\xff")),
      BadDefault("NUL in text", "expected text without NUL", string_3,
                 Text(std::string("a\0b", 3))),
      BadDefault("literal of no enum", "expected a literal of enum m::E, found",
                 enum_type, Text("C")),
      BadDefault("value of no enum", "literal of enum m::E, found 1", enum_type,
                 {int64_t{1}}),
      BadDefault("bitmask", "an integer of 0 to 7 for bitmask m::F, found 8",
                 bitmask, {int64_t{8}}),
      BadDefault("no list for an array", "expected a list of 2, found 1",
                 array_2x2, {int64_t{1}}),
      BadDefault("list too short", "expected a list of 2, found a list of 1",
                 array_2x2, List({List({{int64_t{1}}, {int64_t{2}}})})),
      BadDefault("flat list for two dimensions",
                 "element 0: expected a list of 2, found 1", array_2x2,
                 List({{int64_t{1}}, {int64_t{2}}})),
      BadDefault("element of an array", "element 1: element 0: expected an",
                 array_2x2,
                 List({List({{int64_t{1}}, {int64_t{2}}}),
                       List({{true}, {int64_t{4}}})})),
      BadDefault("no list for a sequence", "expected a list, found the text",
                 bytes_2, Text("ab")),
      BadDefault("list beyond the bound", "a list of at most 2, found a list",
                 bytes_2, List({{int64_t{1}}, {int64_t{2}}, {int64_t{3}}})),
      BadDefault(
          "struct", "a struct cannot have one in this release",
          [](TypeBuilder& b) { return b.Define(Struct("m::T", {})); },
          List({})),
      BadDefault(
          "map", "a map cannot have one in this release",
          [](TypeBuilder& b) { return b.Map(Int32(b), Int32(b)); }, List({})),
      {"default: of a case", "the default of member 'a' of m::U: expected an",
       [](TypeBuilder& b) {
         Root(b, b.Define(Union(
                     "m::U", Int32(b),
                     {Case({1}, WithDefault(Field("a", Byte(b)), {true}))})));
       }},
  };
}

std::vector<FaultCase> AllCases() {
  std::vector<FaultCase> all;
  for (const auto& cases : {NameCases(), IdCases(), GraphCases(), EnumCases(),
                            UnionCases(), DefaultCases()}) {
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

TEST(TypeBuilderFaultsTest, EachFaultIsReportedAloneAndInWords) {
  std::string golden;
  for (const FaultCase& one : AllCases()) {
    SCOPED_TRACE(one.name);
    TypeBuilder builder;
    one.add(builder);
    std::vector<Diagnostic> diagnostics;
    EXPECT_FALSE(
        builder.Build(one.root, WireProfile::Omg(), &diagnostics).has_value());
    const std::string text = Render(diagnostics);
    EXPECT_THAT(text, HasSubstr(one.expected));
    EXPECT_EQ(diagnostics.size(), 1u) << text;
    golden += "## " + one.name + "\n" + text + "\n";
  }
  ExpectGolden("diagnostics/type_builder.txt", golden);
}

TEST(TypeBuilderFaultsTest, ManyFaultsComeInOneAnswer) {
  TypeBuilder b;
  b.Define(Struct("m::S", {Field("a", b.Named("m::Missing1", Line(1)), 1),
                           Field("b", b.Named("m::Missing2", Line(2)), 2),
                           Field("b", b.Array(Int32(b), {0}), 3),
                           WithDefault(Field("c", Byte(b), 4), {true})}));
  b.Define(Enum("m::Unused", {}));
  const std::string text = BuildFaults(b, "m::S");
  for (const char* part :
       {"m::Missing1", "m::Missing2", "declared twice", "array of size 0",
        "the default of member 'c'", "enum m::Unused has no literals"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST(TypeBuilderFaultsTest, UnsupportedDefaultsSaySo) {
  TypeBuilder b;
  b.Define(Struct(
      "m::S", {WithDefault(Field("x", b.Map(Int32(b), Int32(b))), List({}))}));
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(b.Build("m::S", {}, &diagnostics).has_value());
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_TRUE(diagnostics[0].is_unsupported);
}

TEST(TypeBuilderFaultsTest, MissingTypesAreNotJudgedBesides) {
  // What a name stands for is unknown: no word about base, label or default.
  TypeBuilder b;
  const TypeIndex missing = b.Named("m::Missing", Line(1));
  b.Define(
      Derived("m::S", missing, {WithDefault(Field("x", missing), Text("A"))}));
  b.Define(Union("m::U", missing, {Case({1}, Field("x", missing))}));
  b.Define(Alias("m::A", missing));
  b.Define(Bitset("m::B", {Bits("a", 1)}, missing));
  EXPECT_EQ(BuildFaults(b, "m::S"),
            "types.txt:1:3: error: type 'm::Missing' is used here but defined "
            "nowhere");
}

TEST(TypeBuilderFaultsTest, DiagnosticsOfTheFrontEndMakeBuildFail) {
  TypeBuilder b;
  b.Define(Struct("m::S", {}));
  Diagnostic own;
  own.location = {"a.msg", 3, 1};
  own.message = "no good";
  b.AddDiagnostic(own);
  EXPECT_EQ(BuildFaults(b, "m::S"), "a.msg:3:1: error: no good");
}

TEST(TypeBuilderFaultsTest, WarningsDoNot) {
  TypeBuilder b;
  b.Define(Struct("m::S", {}));
  Diagnostic warning;
  warning.severity = Severity::kWarning;
  warning.message = "hm";
  b.AddDiagnostic(warning);
  std::vector<Diagnostic> diagnostics;
  EXPECT_TRUE(b.Build("m::S", {}, &diagnostics).has_value());
  EXPECT_EQ(Render(diagnostics), "warning: hm");
}

}  // namespace
}  // namespace transcdr
