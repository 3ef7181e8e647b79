// What users of existing tools reported of XCDR2, optional members, unions and
// vendors' profiles, one test a report. The others: users_report_test.cc.

#include <gtest/gtest.h>

#include <string>

#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

Plan Root(std::string_view idl, WireProfile profile = WireProfile::Omg()) {
  return IdlPlanOrDie(idl, "S", profile);
}

TEST(UsersReport, Line02_ThePadCountOfTheOptions) {
  const Plan plan = Root("struct S { uint8 v; };");
  const Outcome padded =
      TryDecode(*plan, Hex("00010003 5e 000000"), JsonDecode());
  EXPECT_EQ(R"({"v":94})", padded.output) << padded;
  EXPECT_EQ(3u, padded.trailing_bytes);
  // Counts that are wrong, as a release of Cyclone DDS wrote them.
  EXPECT_EQ(R"({"v":94})", ToJson(*plan, Hex("00010002 5e 000000")));
  EXPECT_EQ(R"({"v":94})", ToJson(*plan, Hex("00010003 5e")));
}

TEST(UsersReport, Line04_AlignmentFromTheHeaderOrBehindIt) {
  const std::string_view idl = "struct S { boolean b[44]; double d; };";
  std::string list = "true";
  for (int i = 1; i < 44; ++i) list += ",true";
  const std::string json = R"({"b":[)" + list + R"(],"d":1})";
  const std::string flags(44, '\x01');
  const std::string one = Hex("000000000000f03f");
  // 44 booleans end at 48 from the header, which is a multiple of 8, ...
  ExpectBothWays(*Root(idl, WireProfile::RtiMicro()),
                 Hex("00010000") + flags + one, json);
  // ... and at 44 from behind it, which is none.
  ExpectBothWays(*Root(idl, WireProfile::Rti()),
                 Hex("00010000") + flags + Hex("00000000") + one, json);
  // 48 of them the other way round: the double lies at 56 or at 52.
  const std::string_view more = "struct S { boolean b[48]; double d; };";
  const std::string json48 =
      R"({"b":[)" + list + R"(,true,true,true,true])" + R"(,"d":1})";
  const std::string flags48(48, '\x01');
  ExpectBothWays(*Root(more, WireProfile::RtiMicro()),
                 Hex("00010000") + flags48 + Hex("00000000") + one, json48);
  ExpectBothWays(*Root(more), Hex("00010000") + flags48 + one, json48);
}

TEST(UsersReport, Line06_TypedefdArraysAndNestedSequences) {
  const Plan names = IdlPlanOrDie(
      "module a { module b { typedef string Names[2]; "
      "struct S { Names names; octet tail; }; }; };",
      "a::b::S");
  ExpectBothWays(*names, Hex("00010000 02000000 6100 0000 01000000 00 07"),
                 R"({"names":["a",""],"tail":7})");
  ExpectBothWays(*names,
                 Hex("00070002 0d000000 02000000 6100 0000 01000000 00 07 "
                     "0000"),
                 R"({"names":["a",""],"tail":7})");
  const Plan nested = Root("struct S { sequence<sequence<octet>> v; };");
  ExpectBothWays(*nested, Hex("00010000 02000000 01000000 05 000000 00000000"),
                 R"({"v":["BQ==",""]})");
  ExpectBothWays(*nested,
                 Hex("00070000 10000000 02000000 01000000 05 000000 00000000"),
                 R"({"v":["BQ==",""]})");
}

TEST(UsersReport, Line14_DheadersOfCollections) {
  ExpectBothWays(*Root("struct S { sequence<long> v; };"),
                 Hex("00070000 01000000 05000000"), R"({"v":[5]})");
  ExpectBothWays(*Root("struct S { sequence<string> v; };"),
                 Hex("00070002 0a000000 01000000 02000000 6100 0000"),
                 R"({"v":["a"]})");
  ExpectBothWays(*Root("struct P { long a; }; struct S { sequence<P> v; };"),
                 Hex("00070000 08000000 01000000 05000000"),
                 R"({"v":[{"a":5}]})");
}

// IdlPlanOrDie sets it to final, as Cyclone DDS has it; the specification's is
// appendable. Only in XCDR2 it makes a difference.
TEST(UsersReport, Line15_TypesWithoutAnnotation) {
  ExpectBothWays(*Root("struct S { long a; };"), Hex("00070000 05000000"),
                 R"({"a":5})");
  ExpectBothWays(*Root("@appendable struct S { long a; };"),
                 Hex("00090000 04000000 05000000"), R"({"a":5})");
  for (const char* annotation : {"", "@appendable "}) {
    ExpectBothWays(*Root(std::string(annotation) + "struct S { long a; };"),
                   Hex("00010000 05000000"), R"({"a":5})");
  }
  // Whoever has the wrong one is told so.
  const Outcome other =
      TryDecode(*Root("struct S { long a; };"),
                Hex("00090000 04000000 05000000"), JsonDecode());
  ExpectFailure(other, FaultReason::kPayloadMalformed, {{"byte_offset", "0"}});
  EXPECT_NE(std::string::npos, other.message().find("final")) << other;
}

TEST(UsersReport, Line16_OptionalMembersOfFinalStructs) {
  const Plan plan = Root("@final struct S { @optional long x; uint8 y; };");
  ExpectBothWays(*plan, Hex("00010000 00000400 2a000000 07"),
                 R"({"x":42,"y":7})");
  ExpectBothWays(*plan, Hex("00010000 00000000 07"), R"({"y":7})");
}

TEST(UsersReport, Line17_UnionsWithoutACaseForTheirDiscriminator) {
  for (const char* extensibility : {"@final", "@appendable", "@mutable"}) {
    SCOPED_TRACE(extensibility);
    const Plan plan = Root(std::string(extensibility) +
                           " union U switch (boolean) { case TRUE: long a; };"
                           "struct S { U u; octet t; };");
    for (const Representation representation :
         {Representation::kXcdr1, Representation::kXcdr2}) {
      EncodeOptions encode = JsonEncode();
      encode.representation = representation;
      const std::string json = R"({"u":{"$discriminator":false},"t":5})";
      const Outcome payload = TryEncode(*plan, json, encode);
      ASSERT_TRUE(payload.ok()) << payload;
      EXPECT_EQ(json, ToJson(*plan, payload.output)) << payload;
      // A member that the discriminator does not select is an error.
      EXPECT_FALSE(TryEncode(*plan,
                             R"({"u":{"$discriminator":false,"a":1},"t":5})",
                             encode)
                       .ok());
    }
  }
}

TEST(UsersReport, Line18_MutableMembersOfAnySize) {
  // Nested final structs of 3, 5, 6 and 7 bytes, ids implicit: the next is one
  // more than the one before.
  const Plan plan = Root(
      "struct A { octet v[3]; }; struct B { octet v[5]; };"
      "struct C { octet v[6]; }; struct D { octet v[7]; };"
      "@mutable struct S { @id(5) A a; B b; C c; @id(9) D d; octet e; };");
  ExpectBothWays(*plan, Hex(R"(
    000b0003
    41000000
    05000040 03000000 010101 00
    06000040 05000000 0202020202 000000
    07000040 06000000 030303030303 0000
    09000040 07000000 04040404040404 00
    0a000000 05
    000000
  )"),
                 R"({"a":{"v":"AQEB"},"b":{"v":"AgICAgI="},)"
                 R"("c":{"v":"AwMDAwMD"},"d":{"v":"BAQEBAQEBA=="},"e":5})");
}

TEST(UsersReport, Line40_AbsentMembersEnumsAndDiscriminators) {
  const Plan plan = Root(
      "enum E { A, B }; union U switch (E) { case A: long a; case B: octet b; "
      "};"
      "struct S { @optional long x; E e; U u; };");
  const std::string payload = Hex("00010000 0000 0000 01000000 01000000 07");
  ExpectBothWays(*plan, payload,
                 R"({"e":"B","u":{"$discriminator":"B","b":7}})");
  MappingOptions other;
  other.absent_form = AbsentForm::kNull;
  other.enum_form = EnumForm::kNumber;
  ExpectBothWays(*plan, payload,
                 R"({"x":null,"e":1,"u":{"$discriminator":1,"b":7}})", other);
  // Encode takes all of them without being told, and the member's name alone.
  for (const char* json : {R"({"x":null,"e":1,"u":{"$discriminator":1,"b":7}})",
                           R"({"e":"B","u":{"$discriminator":"B","b":7}})",
                           R"({"e":"B","u":{"b":7}})"}) {
    EXPECT_EQ(ToHex(payload), ToHex(FromJson(*plan, json))) << json;
  }
}

}  // namespace
}  // namespace transcdr
