// The rules of XCDR2, sections 2, 8, 10, 11 and 13: given IDL and a payload,
// expect the document in both directions, or what a reader has to make of bytes
// that are not ours. Faults: xcdr2_faults_test.cc.

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

// ---- 2. Alignment

TEST(Xcdr2Alignment, IsAtMost4) {
  ExpectBothWays(*Root("struct S { octet a; unsigned long long b; };"),
                 Hex("00070000 01 000000 0807060504030201"),
                 R"({"a":1,"b":"72623859790382856"})");
  ExpectBothWays(*Root("struct S { octet a; unsigned long long b; };"),
                 Hex("00060000 01 000000 0102030405060708"),
                 R"({"a":1,"b":"72623859790382856"})");
  ExpectBothWays(*Root("struct S { sequence<double> s; };"),
                 Hex("00070000 01000000 000000000000f03f"), R"({"s":[1]})");
}

TEST(Xcdr2Alignment, PadsTheEndAndCountsIt) {
  ExpectBothWays(*Root("struct S { octet a; };"), Hex("00070003 01 000000"),
                 R"({"a":1})");
  ExpectBothWays(*Root("struct S { short a; };"), Hex("00070002 0100 0000"),
                 R"({"a":1})");
  ExpectBothWays(*Root("struct S { octet a[3]; };"), Hex("00070001 010203 00"),
                 R"({"a":"AQID"})");
}

// ---- 10. Structures

TEST(Xcdr2Final, OptionalMembersHaveAByte) {
  const Plan plan = Root("struct S { @optional short a; octet b; };");
  ExpectBothWays(*plan, Hex(R"(
    00070003
    01 00 dc7d               # present, padding, a
    05 000000
  )"),
                 R"({"a":32220,"b":5})");
  ExpectBothWays(*plan, Hex("00070002 00 05 0000"), R"({"b":5})");
}

TEST(Xcdr2Appendable, HasADheader) {
  const Plan plan = Root("@appendable struct S { long a; octet b; };");
  ExpectBothWays(*plan, Hex(R"(
    00090003
    05000000                 # 5 bytes follow
    05000000 07
    000000
  )"),
                 R"({"a":5,"b":7})");
  ExpectBothWays(*plan, Hex("00080003 00000005 00000005 07 000000"),
                 R"({"a":5,"b":7})");
}

TEST(Xcdr2Appendable, SkipsWhatIsNewAndDefaultsWhatIsMissing) {
  const Plan plan = Root(
      "@appendable struct In { long a; @default(3) octet b; };"
      "struct S { In i; octet c; };");
  EXPECT_EQ(R"({"i":{"a":5,"b":7},"c":9})", ToJson(*plan, Hex(R"(
    00070002
    09000000                 # 9 bytes, 5 of which are known
    05000000 07 ffffffff
    09                       # c, right behind
    0000
  )")));
  const Outcome older = TryDecode(*plan, Hex(R"(
    00070003
    04000000 05000000
    09 000000
  )"),
                                  JsonDecode());
  EXPECT_EQ(R"({"i":{"a":5,"b":3},"c":9})", older.output);
  EXPECT_EQ(1u, older.defaulted_members);
  EXPECT_EQ("i.b", older.first_defaulted_member);
}

TEST(Xcdr2Appendable, WithoutMembersIsASizeOfZero) {
  ExpectBothWays(*Root("@appendable struct In {};"
                       "struct S { In i; octet a; };"),
                 Hex("00070003 00000000 05 000000"), R"({"i":{},"a":5})");
  ExpectBothWays(*Root("@mutable struct In {}; struct S { In i; octet a; };"),
                 Hex("00070003 00000000 05 000000"), R"({"i":{},"a":5})");
  ExpectBothWays(*Root("struct In {}; struct S { In i; octet a; };"),
                 Hex("00070003 05 000000"), R"({"i":{},"a":5})");
  // Missing altogether, as any other member.
  const Outcome older =
      TryDecode(*Root("@appendable struct In {};"
                      "@appendable struct S { octet a; In i; };"),
                Hex("00090003 01000000 05 000000"), JsonDecode());
  EXPECT_EQ(R"({"a":5,"i":{}})", older.output) << older;
  EXPECT_EQ(1u, older.defaulted_members);
}

// One member of a mutable type: what its header is.
TEST(Xcdr2Mutable, WritesTheLengthCodeThatFitsTheType) {
  struct Row {
    const char* types;
    const char* member;
    const char* list;
    const char* json;
  };
  const Row rows[] = {
      {"", "boolean v", "00000000 01", "true"},
      {"", "short v", "00000010 dc7d", "32220"},
      {"", "long v", "00000020 05000000", "5"},
      {"", "double v", "00000030 000000000000f03f", "1"},
      {"@bit_bound(8) enum E { A, B };", "E v", "00000000 01", "\"B\""},
      {"@bit_bound(64) bitmask K { k };", "K v", "00000030 0100000000000000",
       "1"},
      {"bitset B { bitfield<3> a; bitfield<9> b; };", "B v", "00000010 0900",
       R"({"a":1,"b":1})"},
      {"", "string v", "00000050 03000000 616200", "\"ab\""},
      {"", "wstring v", "00000050 04000000 6100 6200", "\"ab\""},
      {"", "sequence<octet> v", "00000050 02000000 0102", "\"AQI=\""},
      {"", "sequence<boolean> v", "00000050 02000000 0100", "[true,false]"},
      {"", "sequence<char> v", "00000050 02000000 6162", R"(["a","b"])"},
      {"", "sequence<short> v", "00000040 08000000 02000000 0100 0200",
       "[1,2]"},
      {"", "sequence<long> v", "00000060 02000000 01000000 02000000", "[1,2]"},
      {"", "sequence<double> v", "00000070 01000000 000000000000f03f", "[1]"},
      {"", "sequence<string> v", "00000050 04000000 00000000", "[]"},
      {"", "long v[2]", "00000040 08000000 01000000 02000000", "[1,2]"},
      {"", "string v[1]", "00000050 06000000 02000000 6100", R"(["a"])"},
      {"", "map<long, long> v", "00000040 0c000000 01000000 01000000 02000000",
       R"({"1":2})"},
      {"", "map<long, string> v",
       "00000050 0e000000 01000000 01000000 02000000 6100", R"({"1":"a"})"},
      {"struct P { octet a; long b; };", "P v",
       "00000040 08000000 01 000000 02000000", R"({"a":1,"b":2})"},
      {"@appendable struct P { long b; };", "P v", "00000050 04000000 02000000",
       R"({"b":2})"},
      {"@mutable struct P { @id(9) long b; };", "P v",
       "00000050 08000000 09000020 02000000", R"({"b":2})"},
      {"union U switch (octet) { case 1: octet a; };", "U v",
       "00000040 02000000 01 05", R"({"$discriminator":1,"a":5})"},
      {"@appendable union U switch (octet) { case 1: octet a; };", "U v",
       "00000050 02000000 01 05", R"({"$discriminator":1,"a":5})"},
      {"", "long double v",
       "00000040 10000000 0000000000000000 000000000000ff3f",
       "\"AAAAAAAAAAAAAAAAAAD/Pw==\""},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.member);
    const Plan plan = Root(std::string(row.types) + "@mutable struct S { " +
                           row.member + "; };");
    const std::string list = Hex(row.list);
    std::string payload = Hex("000b0000 00000000") + list;
    payload[4] = static_cast<char>(list.size());
    while (payload.size() % 4 != 0) {
      payload.push_back('\0');
      ++payload[3];
    }
    ExpectBothWays(*plan, payload, std::string("{\"v\":") + row.json + "}");
  }
}

TEST(Xcdr2Mutable, ReadsEveryLengthCodeThatGivesTheSize) {
  const Plan text = Root("@mutable struct S { string v; };");
  for (const char* list : {"0c000000 00000030 04000000 61626300",  // 3: 8 bytes
                           "10000000 00000040 08000000 04000000 61626300",  // 4
                           "0c000000 00000050 04000000 61626300"}) {        // 5
    EXPECT_EQ(R"({"v":"abc"})", ToJson(*text, Hex("000b0000") + Hex(list)))
        << list;
  }
  const Plan longs = Root("@mutable struct S { sequence<long> v; };");
  for (const char* list : {"0c000000 00000030 01000000 05000000",
                           "10000000 00000040 08000000 01000000 05000000",
                           "0c000000 00000060 01000000 05000000"}) {
    EXPECT_EQ(R"({"v":[5]})", ToJson(*longs, Hex("000b0000") + Hex(list)))
        << list;
  }
  const Plan number = Root("@mutable struct S { long v; };");
  EXPECT_EQ(R"({"v":5})",
            ToJson(*number, Hex("000b0000 0c000000 00000040 04000000 "
                                "05000000")));
  // The first word of the value as its length: 5 bytes behind it, one of them
  // is the string's and 4 are of something newer.
  EXPECT_EQ(R"({"v":""})",
            ToJson(*text, Hex("000b0003 0d000000 00000040 05000000 01000000 "
                              "00 000000")));
}

TEST(Xcdr2Mutable, IsReadInAnyOrderWithWhateverBetween) {
  const Plan plan = Root("@mutable struct S { long a; octet b; };");
  for (const char* payload :
       {"000b0000 10000000 01000000 07 000000 00000020 05000000",
        // M on members that are known
        "000b0003 0d000000 000000a0 05000000 01000080 07 000000",
        // unknown: a string, then a double
        "000b0003 25000000 09000050 03000000 616263 00 00000020 05000000 "
        "08000030 ffffffffffffffff 01000000 07 000000",
        // up to 3 bytes at the end are no header
        "000b0000 10000000 00000020 05000000 01000000 07 ffffff"}) {
    EXPECT_EQ(R"({"a":5,"b":7})", ToJson(*plan, Hex(payload))) << payload;
  }
}

TEST(Xcdr2Mutable, TakesDefaultsForWhatItLacks) {
  const Plan plan = Root(
      "@mutable struct S { long a; @default(7) octet b; @optional octet c; };");
  const Outcome some = TryDecode(
      *plan, Hex("000b0000 08000000 00000020 05000000"), JsonDecode());
  EXPECT_EQ(R"({"a":5,"b":7})", some.output);
  EXPECT_EQ(1u, some.defaulted_members);
  EXPECT_EQ("b", some.first_defaulted_member);
  EXPECT_EQ(0u, some.trailing_bytes);
}

TEST(Xcdr2Mutable, SetsMustUnderstandOnlyWhereAnnotated) {
  ExpectBothWays(*Root("@mutable struct S { @must_understand long a; "
                       "@key long b; };"),
                 Hex(R"(
    000b0000
    10000000
    000000a0 05000000        # M
    01000020 07000000        # a key has none
  )"),
                 R"({"a":5,"b":7})");
}

// ---- 8. Collections

TEST(Xcdr2Collections, OfWhatIsNotPrimitiveHaveADheader) {
  ExpectBothWays(*Root("struct S { sequence<string> v; };"), Hex(R"(
    00070001
    0b000000                 # 11 = 4 + 4 + 3
    01000000
    03000000 616200
    00
  )"),
                 R"({"v":["ab"]})");
  ExpectBothWays(*Root("struct S { string v[2]; };"), Hex(R"(
    00070003
    0d000000                 # and no count
    02000000 6100 0000 01000000 00
    000000
  )"),
                 R"({"v":["a",""]})");
  ExpectBothWays(*Root("struct S { sequence<sequence<long>> v; };"),
                 Hex("00070000 0c000000 01000000 01000000 05000000"),
                 R"({"v":[[5]]})");
  ExpectBothWays(*Root("struct S { map<string, long> v; };"),
                 Hex("00070000 10000000 01000000 02000000 6100 0000 05000000"),
                 R"({"v":{"a":5}})");
  ExpectBothWays(*Root("struct S { map<octet, long> v; };"),
                 Hex("00070000 01000000 07 000000 05000000"),
                 R"({"v":{"7":5}})");
}

TEST(Xcdr2Collections, HaveOneDheaderForAllDimensions) {
  ExpectBothWays(*Root("struct S { string v[2][1]; };"), Hex(R"(
    00070003
    0d000000
    02000000 6100 0000 01000000 00
    000000
  )"),
                 R"({"v":[["a"],[""]]})");
}

// To Cyclone DDS and Fast CDR a typedef makes no difference.
TEST(Xcdr2Collections, CountArraysOfArraysAsOne) {
  ExpectBothWays(*Root("typedef string Pair[1]; struct S { Pair v[2]; };"),
                 Hex(R"(
    00070003
    0d000000
    02000000 6100 0000 01000000 00
    000000
  )"),
                 R"({"v":[["a"],[""]]})");
  ExpectBothWays(*Root("typedef long Pair[2]; struct S { Pair v[1]; };"),
                 Hex("00070000 05000000 06000000"), R"({"v":[[5,6]]})");
  ExpectBothWays(*Root("typedef long Pair[2]; struct S { sequence<Pair> v; };"),
                 Hex("00070000 0c000000 01000000 05000000 06000000"),
                 R"({"v":[[5,6]]})");
}

TEST(Xcdr2Collections, OfAppendableElementsHaveBothHeaders) {
  ExpectBothWays(*Root("@appendable struct P { unsigned short a; "
                       "unsigned short b; };"
                       "struct S { map<unsigned short, P> v; };"),
                 Hex(R"(
    00070000
    10000000
    01000000
    dccd 0000                # key, padding
    04000000 dccd dccd       # the value and its own
  )"),
                 R"({"v":{"52700":{"a":52700,"b":52700}}})");
}

TEST(Xcdr2Collections, OfEnumsDifferByVendor) {
  const std::string enums =
      "enum E { A, B }; struct S { sequence<E> v; E w[1]; };";
  ExpectBothWays(*Root(enums), Hex(R"(
    00070000
    08000000 01000000 01000000
    04000000 00000000
  )"),
                 R"({"v":["B"],"w":["A"]})");
  ExpectBothWays(*Root(enums, WireProfile::FastCdr2()),
                 Hex("00070000 01000000 01000000 00000000"),
                 R"({"v":["B"],"w":["A"]})");
  const std::string masks =
      "@bit_bound(8) bitmask K { k }; struct S { sequence<K> v; };";
  ExpectBothWays(*Root(masks), Hex("00070003 05000000 01000000 01 000000"),
                 R"({"v":[1]})");
  ExpectBothWays(*Root(masks, WireProfile::FastCdr2()),
                 Hex("00070003 01000000 01 000000"), R"({"v":[1]})");
  // Of a map Fast CDR 2 looks at the value alone.
  ExpectBothWays(
      *Root("struct S { map<string, long> v; };", WireProfile::FastCdr2()),
      Hex("00070000 01000000 02000000 6100 0000 05000000"), R"({"v":{"a":5}})");
}

// ---- 5. Wide strings, by version

TEST(Xcdr2WideStrings, HaveTheFormOfTheVersion) {
  const std::string idl = "struct S { wstring v; wchar c; };";
  const Plan rti = Root(idl, WireProfile::Rti());
  ExpectBothWays(*rti, Hex(R"(
    00010000
    02000000 61000000 00000000   # units with NUL, 4 bytes each
    62000000
  )"),
                 R"({"v":"a","c":"b"})");
  ExpectBothWays(*rti, Hex(R"(
    00070000
    02000000 6100            # bytes, no NUL
    6200
  )"),
                 R"({"v":"a","c":"b"})");
  const Plan opendds = Root(idl, WireProfile::OpenDds());
  ExpectBothWays(*opendds, Hex("00010000 04000000 6100 0000 6200"),
                 R"({"v":"a","c":"b"})");
  ExpectBothWays(*opendds, Hex("00070000 02000000 6100 6200"),
                 R"({"v":"a","c":"b"})");
}

// ---- 11. Unions

constexpr std::string_view kFlag =
    "union U switch (boolean) { case TRUE: string s; };"
    "struct S { U u; octet t; };";

TEST(Xcdr2Unions, AreFramedByTheirExtensibility) {
  const std::string rest(kFlag);
  ExpectBothWays(*Root(kFlag), Hex(R"(
    00070002
    01 000000 01000000 00    # discriminator, padding, ""
    05 0000
  )"),
                 R"({"u":{"$discriminator":true,"s":""},"t":5})");
  ExpectBothWays(*Root("@appendable " + rest), Hex(R"(
    00070002
    09000000
    01 000000 01000000 00
    05 0000
  )"),
                 R"({"u":{"$discriminator":true,"s":""},"t":5})");
  ExpectBothWays(*Root("@mutable " + rest), Hex(R"(
    00070002
    11000000
    00000000 01 000000       # id 0: the discriminator
    01000050 01000000 00
    05 0000
  )"),
                 R"({"u":{"$discriminator":true,"s":""},"t":5})");
  ExpectBothWays(*Root("@mutable " + rest),
                 Hex("00070002 05000000 00000000 00 05 0000"),
                 R"({"u":{"$discriminator":false},"t":5})");
}

TEST(Xcdr2Unions, AreReadAsCycloneWritesThem) {
  EXPECT_EQ(R"({"u":{"$discriminator":true,"s":""},"t":5})",
            ToJson(*Root("@mutable " + std::string(kFlag)), Hex(R"(
    00070002
    19000000
    000000c0 01000000 01 000000   # M, length code 4
    01000040 05000000 01000000 00
    05 0000
  )")));
}

// ---- 13. Keys

TEST(Xcdr2Keys, AreFramedAsTheWhole) {
  const std::string members =
      "struct S { octet x; @key long k; @key string s; };";
  ExpectBothWays(*Root(members), Hex("00070003 00000000 01000000 00 000000"),
                 R"({"k":0,"s":""})", {}, true);
  ExpectBothWays(*Root("@appendable " + members),
                 Hex("00090003 09000000 00000000 01000000 00 000000"),
                 R"({"k":0,"s":""})", {}, true);
  ExpectBothWays(*Root("@mutable " + members), Hex(R"(
    000b0003
    11000000
    01000020 00000000
    02000050 01000000 00
    000000
  )"),
                 R"({"k":0,"s":""})", {}, true);
}

TEST(Xcdr2Keys, OfStructuresAreTheirKeyMembers) {
  ExpectBothWays(*Root("@appendable struct In { octet a; @key long b; };"
                       "struct S { octet x; @key In i; };"),
                 Hex("00070000 04000000 07000000"), R"({"i":{"b":7}})", {},
                 true);
  ExpectBothWays(*Root("struct In { octet a; long b; };"
                       "struct S { octet x; @key In i; };"),
                 Hex("00070000 01 000000 07000000"), R"({"i":{"a":1,"b":7}})",
                 {}, true);
}

// Big endian, plain XCDR2, ordered by member id (XTypes 1.3, 7.6.8).
TEST(Xcdr2Keys, HashIsTheKeyOrItsMd5) {
  DecodeOptions options = JsonDecode();
  options.want_key_hash = true;
  // At most 16 bytes: themselves, with zeros behind.
  const Plan small = Root(
      "struct S { @key @id(2) octet b; @key @id(1) long a; "
      "@id(3) string text; };");
  EXPECT_EQ(ToHex(Hex("00000005 07 0000000000000000000000")),
            ToHex(TryDecode(*small,
                            Hex("00010000 07 000000 05000000 "
                                "01000000 00"),
                            options)
                      .key_hash));
  // The wire says nothing about it.
  EXPECT_EQ(ToHex(Hex("00000005 07 0000000000000000000000")),
            ToHex(TryDecode(*small,
                            Hex("00060003 07 000000 00000005 "
                                "00000001 00 000000"),
                            options)
                      .key_hash));
  // Unbounded: MD5 of 00000002 6100.
  const Plan text = Root("struct S { @key string s; };");
  EXPECT_EQ(
      ToHex(Hex("17bccba5c67b0746940ff9dfd356e745")),
      ToHex(TryDecode(*text, Hex("00010000 02000000 6100"), options).key_hash));
}

}  // namespace
}  // namespace transcdr
