// The rules of plain XCDR1, section by section of codec/wire/xcdr.md: given a
// type, expect these bytes in both directions.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

Plan OneMember(Types& t, TypeIndex type,
               WireProfile profile = WireProfile::Omg()) {
  t.Struct("S", {{"v", type}});
  return t.PlanOrDie("S", profile);
}

// struct S { octet a; T v; };
Plan BehindOctet(Types& t, TypeIndex type,
                 WireProfile profile = WireProfile::Omg()) {
  t.Struct("S", {{"a", t.byte}, {"v", type}});
  return t.PlanOrDie("S", profile);
}

// ---- 2. Alignment

TEST(Alignment, CountsFromBehindTheHeader) {
  Types t;
  const Plan plan = BehindOctet(t, t.u64);
  ExpectBothWays(*plan, Hex(R"(
    00010000
    01 00000000000000    # a, padding to 8 from behind the header
    0807060504030201     # v
  )"),
                 R"({"a":1,"v":"72623859790382856"})");
}

TEST(Alignment, OfEachSize) {
  Types t;
  t.Struct("S", {{"a", t.byte},
                 {"i16", t.i16},
                 {"b", t.byte},
                 {"i32", t.i32},
                 {"c", t.byte},
                 {"f64", t.f64}});
  const Plan plan = t.PlanOrDie("S");
  ExpectBothWays(*plan, Hex(R"(
    00010000
    01 00 0200               # a, padding, i16
    03 000000 04000000       # b, padding, i32
    05 000000                # c, padding: already at 12, to 16
    000000000000f03f         # f64
  )"),
                 R"({"a":1,"i16":2,"b":3,"i32":4,"c":5,"f64":1})");
}

TEST(Alignment, StructsHaveNoneAndNoTail) {
  Types t;
  const TypeIndex inner = t.Struct("In", {{"d", t.f64}, {"o", t.byte}});
  t.Struct("S", {{"a", t.byte}, {"in", inner}, {"b", t.byte}});
  const Plan plan = t.PlanOrDie("S");
  ExpectBothWays(*plan, Hex(R"(
    00010000
    01 00000000000000
    000000000000f03f 02      # in
    03                       # b, right behind
  )"),
                 R"({"a":1,"in":{"d":1,"o":2},"b":3})");
  // A struct that begins with an octet begins right there.
  Types u;
  const TypeIndex packed = u.Struct("P", {{"o", u.byte}, {"h", u.i16}});
  u.Struct("S", {{"a", u.byte}, {"p", packed}});
  ExpectBothWays(*u.PlanOrDie("S"), Hex("00010000 01 02 0300"),
                 R"({"a":1,"p":{"o":2,"h":3}})");
}

TEST(Alignment, BigEndianHasTheSamePadding) {
  Types t;
  t.Struct("S", {{"a", t.byte}, {"i", t.i32}, {"s", t.str}, {"h", t.u16}});
  ExpectBothWays(*t.PlanOrDie("S"), Hex(R"(
    00000000
    01 000000 00000002
    00000002 6100            # "a"
    0102                     # h, aligned already
  )"),
                 R"({"a":1,"i":2,"s":"a","h":258})");
}

// ---- 3. Primitives

TEST(Primitives, Values) {
  struct Row {
    TypeIndex Types::*type;
    const char* body;
    const char* json;
  };
  const Row rows[] = {
      {&Types::boolean, "01", "true"},
      {&Types::boolean, "00", "false"},
      {&Types::byte, "ff", "255"},
      {&Types::i8, "80", "-128"},
      {&Types::u8, "ff", "255"},
      {&Types::c8, "41", "\"A\""},
      {&Types::c8, "e4", "\"ä\""},
      {&Types::c16, "ac20", "\"€\""},
      {&Types::i16, "0080", "-32768"},
      {&Types::u16, "ffff", "65535"},
      {&Types::i32, "00000080", "-2147483648"},
      {&Types::u32, "ffffffff", "4294967295"},
      {&Types::i64, "ffffffffffffffff", "-1"},
      {&Types::u64, "0100000000000000", "1"},
      {&Types::f32, "0000c03f", "1.5"},
      {&Types::f64, "000000000000f8bf", "-1.5"},
      {&Types::f128, "000102030405060708090a0b0c0d0e0f",
       "\"AAECAwQFBgcICQoLDA0ODw==\""},
  };
  for (const Row& row : rows) {
    Types t;
    const Plan plan = OneMember(t, t.*row.type);
    ExpectBothWays(*plan, Hex("00010000") + Hex(row.body),
                   std::string("{\"v\":") + row.json + "}");
  }
}

TEST(Primitives, WideCharactersTakeFourBytesInSomeProfiles) {
  Types t;
  ExpectBothWays(*BehindOctet(t, t.c16, WireProfile::FastCdr1()),
                 Hex("00010000 01 000000 61000000"), R"({"a":1,"v":"a"})");
  Types big;
  ExpectBothWays(*BehindOctet(big, big.c16, WireProfile::Ros2()),
                 Hex("00000000 01 000000 00000061"), R"({"a":1,"v":"a"})");
}

// Aligned to 8 as every primitive of more.
TEST(Primitives, Float128) {
  Types t;
  const Plan plan = BehindOctet(t, t.f128);
  ExpectBothWays(*plan, Hex(R"(
    00000000
    01 00000000000000
    3fff0000000000000000000000000000    # 1.0, big endian
  )"),
                 R"({"a":1,"v":"AAAAAAAAAAAAAAAAAAD/Pw=="})");
}

// ---- 4. string

TEST(Strings, LengthCountsTheNul) {
  Types t;
  const Plan plan = OneMember(t, t.str);
  ExpectBothWays(*plan, Hex("00010000 03000000 616200"), R"({"v":"ab"})");
  ExpectBothWays(*plan, Hex("00010000 01000000 00"), R"({"v":""})");
  ExpectBothWays(*plan, Hex("00010000 03000000 c3a400"), R"({"v":"ä"})");
}

TEST(Strings, BoundsCountBytesWithoutTheNul) {
  Types t;
  const Plan plan = OneMember(t, t.String(3));
  ExpectBothWays(*plan, Hex("00010000 04000000 61626300"), R"({"v":"abc"})");
  const std::string longer = Hex("00010000 05000000 6162636400");
  ExpectFailure(TryDecode(*plan, longer, JsonDecode()),
                FaultReason::kBoundExceeded,
                {{"field_path", "v"},
                 {"byte_offset", "4"},
                 {"expected", "3"},
                 {"actual", "4"}});
  DecodeOptions ignore = JsonDecode();
  ignore.wire.bounds_policy = BoundsPolicy::kIgnore;
  EXPECT_EQ(R"({"v":"abcd"})", TryDecode(*plan, longer, ignore).output);
  ExpectFailure(TryEncode(*plan, R"({"v":"abcd"})", JsonEncode()),
                FaultReason::kBoundExceeded, {{"field_path", "v"}});
  EXPECT_TRUE(TryEncode(*plan, R"({"v":"aä"})", JsonEncode()).ok());
  EXPECT_FALSE(TryEncode(*plan, R"({"v":"ää"})", JsonEncode()).ok());
}

// ---- 5. wstring

TEST(WideStrings, FiveForms) {
  const std::pair<WstringForm, const char*> rows[] = {
      {WstringForm::kBytes16, "04000000 6100 6200"},
      {WstringForm::kBytes16Nul, "06000000 6100 6200 0000"},
      {WstringForm::kUnits16, "02000000 6100 6200"},
      {WstringForm::kUnits32, "02000000 61000000 62000000"},
      {WstringForm::kUnits32Nul, "03000000 61000000 62000000 00000000"}};
  for (const auto& [form, body] : rows) {
    Types t;
    t.Struct("S", {{"v", t.wstr}, {"n", t.byte}});
    const Plan plan = t.PlanOrDie("S", {.wstring_form = form});
    ExpectBothWays(*plan, Hex("00010000") + Hex(body) + Hex("07"),
                   R"({"v":"ab","n":7})");
  }
}

TEST(WideStrings, Empty) {
  const std::pair<WstringForm, const char*> rows[] = {
      {WstringForm::kBytes16, "00000000"},
      {WstringForm::kBytes16Nul, "02000000 0000"},
      {WstringForm::kUnits16, "00000000"},
      {WstringForm::kUnits32, "00000000"},
      {WstringForm::kUnits32Nul, "01000000 00000000"}};
  for (const auto& [form, body] : rows) {
    Types t;
    const Plan plan = OneMember(t, t.wstr, {.wstring_form = form});
    ExpectBothWays(*plan, Hex("00010000") + Hex(body), R"({"v":""})");
  }
}

// Each UTF-16 unit is widened, so that U+1F600 is two words.
TEST(WideStrings, BeyondTheBasicPlane) {
  Types t;
  ExpectBothWays(*OneMember(t, t.wstr, WireProfile::Ros2()),
                 Hex("00010000 02000000 3dd80000 00de0000"), R"({"v":"😀"})");
  Types spec;
  ExpectBothWays(*OneMember(spec, spec.wstr), Hex("00000000 00000004 d83dde00"),
                 R"({"v":"😀"})");
}

TEST(WideStrings, BoundsCountUnits) {
  Types t;
  const Plan plan = OneMember(t, t.WString(2));
  ExpectBothWays(*plan, Hex("00010000 04000000 3dd800de"), R"({"v":"😀"})");
  ExpectFailure(
      TryDecode(*plan, Hex("00010000 06000000 610062006300"), JsonDecode()),
      FaultReason::kBoundExceeded, {{"expected", "2"}, {"actual", "3"}});
  ExpectFailure(TryEncode(*plan, R"({"v":"😀a"})", JsonEncode()),
                FaultReason::kBoundExceeded,
                {{"expected", "2"}, {"actual", "3"}});
}

// ---- 6. enum, bitmask, bitset

TEST(Enums, SizeFollowsTheBitBound) {
  const std::pair<uint32_t, const char*> rows[] = {
      {1, "ff"},    {8, "ff"},        {9, "ffff"},
      {16, "ffff"}, {17, "ffffffff"}, {32, "ffffffff"}};
  for (const auto& [bound, body] : rows) {
    Types t;
    const TypeIndex e = t.Enum("E", {{"MINUS", -1}, {"ZERO", 0}}, bound);
    const Plan plan = OneMember(t, e);
    ExpectBothWays(*plan, Hex("00010000") + Hex(body), R"({"v":"MINUS"})");
  }
}

TEST(Enums, UnknownNumbersAreKept) {
  Types t;
  const Plan plan = OneMember(t, t.Enum("E", {{"A"}, {"B"}}));
  ExpectBothWays(*plan, Hex("00010000 09000000"), R"({"v":9})");
  ExpectBothWays(*plan, Hex("00010000 f7ffffff"), R"({"v":-9})");
}

TEST(Bitmasks, SizeFollowsTheBitBound) {
  const std::pair<uint32_t, const char*> rows[] = {{1, "01"},
                                                   {8, "01"},
                                                   {9, "0100"},
                                                   {16, "0100"},
                                                   {17, "01000000"},
                                                   {32, "01000000"},
                                                   {33, "01000000 00000000"},
                                                   {64, "01000000 00000000"}};
  for (const auto& [bound, body] : rows) {
    Types t;
    const Plan plan = OneMember(t, t.Bitmask("M", {{"A"}}, bound));
    ExpectBothWays(*plan, Hex("00010000") + Hex(body), R"({"v":1})");
  }
}

TEST(Bitmasks, BitsAboveTheBoundAreAnError) {
  Types t;
  const Plan plan = OneMember(t, t.Bitmask("M", {{"A"}}, 5));
  ExpectBothWays(*plan, Hex("00010000 1e"), R"({"v":30})");
  ExpectFailure(TryDecode(*plan, Hex("00010000 20"), JsonDecode()),
                FaultReason::kPayloadMalformed, {{"byte_offset", "4"}});
  ExpectFailure(TryEncode(*plan, R"({"v":32})", JsonEncode()),
                FaultReason::kValueOutOfRange, {{"field_path", "v"}});
}

TEST(Bitsets, PackFromTheLeastSignificantBit) {
  Types t;
  const TypeIndex b = t.Bitset("B", {{"a", 3}, {"f", 1}, {"b", 4}});
  const Plan plan = OneMember(t, b);
  ExpectBothWays(*plan, Hex("00010000 e4"),
                 R"({"v":{"a":4,"f":false,"b":14}})");
}

TEST(Bitsets, SizesAndUnnamedBits) {
  const std::pair<uint32_t, const char*> rows[] = {
      {8, "ff"}, {9, "ff01"}, {17, "ffff0100"}, {33, "ffffffff01000000"}};
  for (const auto& [width, body] : rows) {
    Types t;
    const Plan plan = OneMember(t, t.Bitset("B", {{"x", width}}));
    ExpectBothWays(
        *plan, Hex("00010000") + Hex(body),
        "{\"v\":{\"x\":" + std::to_string((uint64_t{1} << width) - 1) + "}}");
  }
  Types t;
  const TypeIndex b = t.Bitset("B", {{"x", 2}, {"", 4}, {"y", 2}});
  const Plan plan = OneMember(t, b);
  ExpectBothWays(*plan, Hex("00010000 c1"), R"({"v":{"x":1,"y":3}})");
  // Bits without a name are dropped.
  EXPECT_EQ(R"({"v":{"x":1,"y":3}})", ToJson(*plan, Hex("00010000 fd")));
}

TEST(Bitsets, InheritTheFieldsOfTheirBase) {
  Types t;
  const TypeIndex base = t.Bitset("Base", {{"x", 4}});
  const TypeIndex b = t.Bitset("B", {{"y", 8, TypeKind::kInt8}}, base);
  ExpectBothWays(*OneMember(t, b), Hex("00010000 f50f"),
                 R"({"v":{"x":5,"y":-1}})");
}

// ---- 7. Arrays

TEST(Arrays, RowMajorWithoutALength) {
  Types t;
  const Plan plan = OneMember(t, t.Array(t.i16, {2, 3}));
  ExpectBothWays(*plan, Hex("00010000 0000 0100 0200 0a00 0b00 0c00"),
                 R"({"v":[[0,1,2],[10,11,12]]})");
}

TEST(Arrays, EachElementAligns) {
  Types t;
  const TypeIndex e = t.Struct("E", {{"o", t.byte}, {"n", t.u32}});
  const Plan plan = OneMember(t, t.Array(e, {2}));
  ExpectBothWays(*plan, Hex(R"(
    00010000
    01 000000 02000000
    03 000000 04000000
  )"),
                 R"({"v":[{"o":1,"n":2},{"o":3,"n":4}]})");
}

TEST(Arrays, OfStringsThroughATypedef) {
  Types t;
  const TypeIndex names = t.Alias("m::Names", t.Array(t.str, {2}));
  const Plan plan = OneMember(t, names);
  ExpectBothWays(*plan, Hex(R"(
    00010000
    02000000 6100 0000       # "a", padding to the next length
    01000000 00              # ""
  )"),
                 R"({"v":["a",""]})");
}

// ---- 8. Sequences and maps

TEST(Sequences, EmptyOnesAreNotFollowedByAlignment) {
  Types t;
  t.Struct("S", {{"v", t.Seq(t.f64)}, {"n", t.byte}});
  ExpectBothWays(*t.PlanOrDie("S"), Hex("00010000 00000000 05"),
                 R"({"v":[],"n":5})");
}

TEST(Sequences, ElementsAlign) {
  Types t;
  ExpectBothWays(*OneMember(t, t.Seq(t.f64)), Hex(R"(
    00010000
    01000000 00000000        # count, padding
    000000000000f03f
  )"),
                 R"({"v":[1]})");
}

TEST(Sequences, BoundsAreChecked) {
  Types t;
  const Plan plan = OneMember(t, t.Seq(t.i32, 2));
  ExpectBothWays(*plan, Hex("00010000 02000000 01000000 02000000"),
                 R"({"v":[1,2]})");
  const std::string three = Hex("00010000 03000000 01000000 02000000 03000000");
  ExpectFailure(TryDecode(*plan, three, JsonDecode()),
                FaultReason::kBoundExceeded,
                {{"byte_offset", "4"}, {"expected", "2"}, {"actual", "3"}});
  DecodeOptions ignore = JsonDecode();
  ignore.wire.bounds_policy = BoundsPolicy::kIgnore;
  EXPECT_EQ(R"({"v":[1,2,3]})", TryDecode(*plan, three, ignore).output);
}

TEST(Sequences, OfStringsAndOfSequences) {
  Types t;
  ExpectBothWays(*OneMember(t, t.Seq(t.str)), Hex(R"(
    00010000 02000000
    02000000 6100 0000
    01000000 00
  )"),
                 R"({"v":["a",""]})");
  Types nested;
  ExpectBothWays(*OneMember(nested, nested.Seq(nested.Seq(nested.u8))),
                 Hex("00010000 02000000 01000000 07 000000 00000000"),
                 R"({"v":["Bw==",""]})");
}

TEST(Maps, KeyAndValueInTurn) {
  Types t;
  ExpectBothWays(*OneMember(t, t.Map(t.u8, t.u32)), Hex(R"(
    00010000 02000000
    01 000000 0a000000
    02 000000 0b000000
  )"),
                 R"({"v":{"1":10,"2":11}})");
}

TEST(Maps, BoundsAreChecked) {
  Types t;
  const Plan plan = OneMember(t, t.Map(t.u8, t.u8, 1));
  ExpectFailure(
      TryDecode(*plan, Hex("00010000 02000000 0101 0202"), JsonDecode()),
      FaultReason::kBoundExceeded, {{"expected", "1"}, {"actual", "2"}});
  ExpectFailure(TryEncode(*plan, R"({"v":{"1":1,"2":2}})", JsonEncode()),
                FaultReason::kBoundExceeded, {{"field_path", "v"}});
}

// ---- 11. Unions

TEST(Unions, DiscriminatorThenMember) {
  Types t;
  const TypeIndex u =
      t.Union("U", t.boolean, {{{1}, "yes", t.str}, {{0}, "no", t.i64}});
  const Plan plan = OneMember(t, u);
  ExpectBothWays(*plan, Hex("00010000 01 000000 01000000 00"),
                 R"({"v":{"$discriminator":true,"yes":""}})");
  ExpectBothWays(*plan, Hex("00010000 00 00000000000000 0500000000000000"),
                 R"({"v":{"$discriminator":false,"no":5}})");
}

TEST(Unions, NoCaseNoMember) {
  Types t;
  const TypeIndex u = t.Union("U", t.i32, {{{1}, "one", t.str}});
  t.Struct("S", {{"v", u}, {"n", t.byte}});
  ExpectBothWays(*t.PlanOrDie("S"), Hex("00010000 02000000 07"),
                 R"({"v":{"$discriminator":2},"n":7})");
}

TEST(Unions, DefaultCase) {
  Types t;
  const TypeIndex u =
      t.Union("U", t.i16, {{{1}, "one", t.u8}, {{}, "other", t.u8}});
  ExpectBothWays(*OneMember(t, u), Hex("00010000 ffff 07"),
                 R"({"v":{"$discriminator":-1,"other":7}})");
}

// ---- 12. Inheritance, aliases

TEST(Inheritance, BaseMembersFirstAsOneList) {
  Types t;
  const TypeIndex base = t.Struct("Base", {{"a", t.byte}});
  t.Struct("S", {{"b", t.byte}, {"c", t.u16}}, base);
  ExpectBothWays(*t.PlanOrDie("S"), Hex("00010000 01 02 0300"),
                 R"({"a":1,"b":2,"c":3})");
}

TEST(Appendable, HasNoHeaderInXcdr1) {
  TypeBuilder builder;
  TypeDescriptor type;
  type.kind = TypeKind::kStruct;
  type.name = "S";
  type.extensibility = Extensibility::kAppendable;
  Member member;
  member.name = "v";
  member.type = builder.Primitive(TypeKind::kUInt16);
  type.members.push_back(member);
  builder.Define(type);
  std::vector<Diagnostic> diagnostics;
  auto schema = builder.Build("S", WireProfile::Omg(), &diagnostics);
  ASSERT_TRUE(schema.has_value()) << Render(diagnostics);
  ExpectBothWays(*CompileOrDie(*std::move(schema)), Hex("00010000 0102"),
                 R"({"v":513})");
}

// ---- 14. ROS 2

TEST(Ros2, EmptyMessagesHaveAnOctet) {
  ExpectBothWays(*RosPlanOrDie(""), Hex("00010000 00"), "{}");
  const Plan plan = RosPlanOrDie(
      "Empty a\nEmpty[] list\nEmpty[2] two\nuint16 n\n"
      "===\nMSG: test/Empty\nuint8 CONSTANT=1\n");
  ExpectBothWays(*plan, Hex(R"(
    00010000
    00 000000                # a, padding
    02000000 00 00           # list
    00 00                    # two
    0700                     # n
  )"),
                 R"({"a":{},"list":[{},{}],"two":[{},{}],"n":7})");
  // Whatever the octet holds.
  EXPECT_EQ("{}", ToJson(*RosPlanOrDie(""), Hex("00010000 ff")));
}

TEST(Ros2, BytesAndCharactersAreNumbers) {
  ExpectBothWays(*RosPlanOrDie("byte a\nchar b\nint8 c\nuint8 d"),
                 Hex("00010000 ff ff ff ff"),
                 R"({"a":255,"b":255,"c":-1,"d":255})");
}

TEST(Ros2, TimeIsTwoIntegers) {
  const Plan plan = RosPlanOrDie("builtin_interfaces/Time t");
  ExpectBothWays(*plan, Hex("00010000 ffffffff ffffffff"),
                 R"({"t":{"sec":-1,"nanosec":4294967295}})");
}

}  // namespace
}  // namespace transcdr
