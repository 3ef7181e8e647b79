// Parameter headers of XCDR1, sections 9, 9a to 9c and 13 of the rules:
// optional members, parameter lists, drifted schemas, keys. Given IDL and a
// payload, expect the document in both directions, or a fault at its byte and
// path.

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

Outcome Json(const CodecPlan& plan, std::string_view payload,
             bool strict = false) {
  DecodeOptions options = JsonDecode();
  options.wire.strict = strict;
  return TryDecode(plan, payload, options);
}

// Both formats see one reader, so one is enough.
void ExpectFault(const CodecPlan& plan, std::string_view payload,
                 FaultReason reason, uint64_t offset, std::string_view path,
                 bool strict = false) {
  const Outcome outcome = Json(plan, payload, strict);
  ExpectFailure(outcome, reason, {});
  EXPECT_EQ(offset, outcome.offset()) << outcome;
  EXPECT_EQ(path, outcome.path()) << outcome;
}

// ---- 9a. Optional members

constexpr std::string_view kLong = "struct S { @optional long x; octet y; };";

TEST(OptionalParameter, IsPresent) {
  ExpectBothWays(*Root(kLong), Hex(R"(
    00010000
    0000 0400                # x: id 0, 4 bytes
    2a000000
    07                       # y
  )"),
                 R"({"x":42,"y":7})");
  ExpectBothWays(*Root(kLong), Hex(R"(
    00000000
    0000 0004                # the header in the stream's byte order
    0000002a
    07
  )"),
                 R"({"x":42,"y":7})");
}

TEST(OptionalParameter, IsAbsentWithSizeZero) {
  const Plan plan = Root(kLong);
  const std::string payload = Hex("00010000 0000 0000 07");
  ExpectBothWays(*plan, payload, R"({"y":7})");
  MappingOptions null;
  null.absent_form = AbsentForm::kNull;
  ExpectBothWays(*plan, payload, R"({"x":null,"y":7})", null);
  MappingOptions array;
  array.struct_form = StructForm::kArray;
  ExpectBothWays(*plan, payload, R"([null,7])", array);
  // null says the same in every form.
  EXPECT_EQ(ToHex(payload), ToHex(FromJson(*plan, R"({"x":null,"y":7})")));
}

// It could not be told from an absent one.
TEST(OptionalParameter, CannotBePresentWithoutBytes) {
  const Plan plan = IdlPlanOrDie(
      "struct E {}; struct S { @optional E a[3]; octet z; };"
      "@mutable struct M { @optional E a[3]; octet z; };",
      "S");
  ExpectFailure(TryEncode(*plan, R"({"a":[{},{},{}],"z":2})", JsonEncode()),
                FaultReason::kValueOutOfRange, {{"field_path", "a"}});
  ExpectBothWays(*plan, Hex("00010000 00000000 02"), R"({"z":2})");
  // A list has its header, and XCDR2 a byte.
  const Plan list = IdlPlanOrDie(
      "struct E {}; @mutable struct M { @optional E a[3]; octet z; };", "M");
  ExpectBothWays(*list, Hex("00030000 00000000 01000100 02000000 023f0000"),
                 R"({"a":[{},{},{}],"z":2})");
  EncodeOptions xcdr2 = JsonEncode();
  xcdr2.representation = Representation::kXcdr2;
  const std::string json = R"({"a":[{},{},{}],"z":2})";
  EXPECT_EQ(json, ToJson(*plan, TryEncode(*plan, json, xcdr2).output));
}

TEST(OptionalParameter, MayHaveAnExtendedHeader) {
  const Plan plan = Root(kLong);
  EXPECT_EQ(R"({"x":42,"y":7})", ToJson(*plan, Hex(R"(
    00010000
    017f 0800                # extended, as Cyclone flags it
    00000000 04000000        # id 0, 4 bytes
    2a000000 07
  )")));
  EXPECT_EQ(R"({"y":7})", ToJson(*plan, Hex(R"(
    00010000
    013f 0800
    00000000 00000000        # id 0, absent
    07
  )")));
}

TEST(OptionalParameter, NeedsAnExtendedHeaderForLargeIdsAndValues) {
  ExpectBothWays(*Root("struct S { @id(0x3f00) @optional octet a; };"),
                 Hex("00010000 003f 0100 05"), R"({"a":5})");
  ExpectBothWays(*Root("struct S { @id(0x3f01) @optional octet a; };"), Hex(R"(
    00010000
    013f 0800
    013f0000 01000000        # id 3f01, 1 byte
    05
  )"),
                 R"({"a":5})");
  const Plan big = Root("struct S { @optional octet a[65536]; octet b; };");
  MappingOptions hex;
  hex.bytes_form = BytesForm::kHex;
  std::string text(2 * 65536, '5');
  ExpectBothWays(*big,
                 Hex("00010000 013f 0800 00000000 00000100") +
                     std::string(65536, '\x55') + '\x07',
                 R"({"a":")" + text + R"(","b":7})", hex);
}

TEST(OptionalParameter, AlignsFromItsValue) {
  // 8 bytes directly behind a header of 4.
  ExpectBothWays(*Root("struct S { @optional double d; };"), Hex(R"(
    00010000
    0000 0800
    000000000000f03f
  )"),
                 R"({"d":1})");
  // The header itself is at a multiple of 4.
  ExpectBothWays(*Root("struct S { octet a; @optional octet b; long c; };"),
                 Hex(R"(
    00010000
    01 000000                # a, padding
    0100 0100 02 000000      # b, then padding for c
    03000000
  )"),
                 R"({"a":1,"b":2,"c":3})");
}

TEST(OptionalParameter, RestoresTheOrigin) {
  const Plan plan = Root("struct S { @optional long f; double g; };");
  ExpectBothWays(*plan, Hex(R"(
    00010000
    0000 0000                # f is absent
    00000000                 # to 8 from the body
    000000000000f03f
  )"),
                 R"({"g":1})");
  ExpectBothWays(*plan, Hex(R"(
    00010000
    0000 0400 05000000       # 8 bytes
    000000000000f03f
  )"),
                 R"({"f":5,"g":1})");
}

TEST(OptionalParameter, KeepsTheOriginAsFastCdr2Does) {
  const Plan plan = Root("struct S { @optional long f; double g; };",
                         WireProfile::FastCdr2());
  ExpectBothWays(*plan, Hex(R"(
    00010000
    0000 0000                # f is absent, and the origin is behind it
    000000000000f03f
  )"),
                 R"({"g":1})");
  ExpectBothWays(*plan, Hex(R"(
    00010000
    0000 0400
    05000000 00000000        # f, and padding to 8 from its value
    000000000000f03f
  )"),
                 R"({"f":5,"g":1})");
}

TEST(OptionalParameter, AlignsFromTheHeaderAsRtiMicroDoes) {
  // 4 bytes of header and 4 of the value: at 8 already.
  const Plan plan =
      Root("struct S { long a; double b; };", WireProfile::RtiMicro());
  ExpectBothWays(*plan, Hex("00010000 05000000 000000000000f03f"),
                 R"({"a":5,"b":1})");
}

TEST(OptionalParameter, SetsMustUnderstandOnlyWhereAnnotated) {
  ExpectBothWays(*Root("struct S { @must_understand @optional octet a; };"),
                 Hex("00010000 0040 0100 05"), R"({"a":5})");
  ExpectBothWays(
      *Root("struct S { @must_understand @id(0x3f01) @optional octet a; };"),
      Hex("00010000 013f 0800 013f0040 01000000 05"), R"({"a":5})");
  ExpectBothWays(*Root("struct S { @must_understand @optional octet a; };"),
                 Hex("00010000 0040 0000"), "{}");
}

TEST(OptionalParameter, HasTheIdOfItsMember) {
  ExpectFault(*Root(kLong), Hex("00010000 0100 0400 2a000000 07"),
              FaultReason::kPayloadMalformed, 4, "x");
  ExpectFault(*Root(kLong), Hex("00010000 023f 0000"),
              FaultReason::kPayloadMalformed, 4, "x");
  // Strictly 8000 names another parameter; else the bit says nothing.
  const std::string flagged = Hex("00010000 0080 0400 2a000000 07");
  EXPECT_EQ(R"({"x":42,"y":7})", ToJson(*Root(kLong), flagged));
  ExpectFault(*Root(kLong), flagged, FaultReason::kPayloadMalformed, 4, "x",
              true);
}

TEST(OptionalParameter, HoldsItsValue) {
  ExpectFault(*Root(kLong), Hex("00010000 0000 0200 2a00 07"),
              FaultReason::kPayloadTruncated, 8, "x");
  ExpectFault(*Root(kLong), Hex("00010000 0000 0800 2a000000"),
              FaultReason::kPayloadTruncated, 8, "x");
  ExpectFault(*Root(kLong), Hex("00010000 0000 04"),
              FaultReason::kPayloadTruncated, 4, "x");
  ExpectFault(*Root(kLong), Hex("00010000 013f 0600 00000000 04000000"),
              FaultReason::kPayloadMalformed, 4, "x");
  ExpectFault(*Root(kLong), Hex("00010000 013f 0800 00000000"),
              FaultReason::kPayloadTruncated, 12, "x");
  // More than the value and its padding: what is behind it is not looked at,
  // but by strict.
  const std::string longer = Hex("00010000 0000 0800 2a000000 ffffffff 07");
  EXPECT_EQ(R"({"x":42,"y":7})", ToJson(*Root(kLong), longer));
  ExpectFault(*Root(kLong), longer, FaultReason::kPayloadMalformed, 12, "",
              true);
}

// ---- 9b. Parameter lists

constexpr std::string_view kPair = "@mutable struct S { long a; octet b; };";

TEST(ParameterList, HasHeadersAndAnEnd) {
  ExpectBothWays(*Root("@mutable struct S { @id(1) short a; };"), Hex(R"(
    00030000
    0100 0200 dc7d 0000      # id 1, 2 bytes, padding
    023f 0000                # the end
  )"),
                 R"({"a":32220})");
  ExpectBothWays(*Root(kPair), Hex(R"(
    00020000
    0000 0004 00000005
    0001 0001 07 000000
    3f02 0000
  )"),
                 R"({"a":5,"b":7})");
}

TEST(ParameterList, IsReadInAnyOrderWithWhateverBetween) {
  const Plan plan = Root(kPair);
  for (const char* body :
       {"0100 0100 07 000000 0000 0400 05000000 023f 0000",
        "0100 0100 07 000000 0000 0400 05000000 027f 0000",
        // 4 bytes for an octet: padding counted
        "0000 0400 05000000 0100 0400 07 ffffff 023f 0000",
        // an unknown id, an ignored one, a reserved one
        "0900 0300 ffffff 00 0000 0400 05000000 033f 0400 ffffffff "
        "0100 0100 07 000000 ff7f 0000 023f 0000",
        // the flag of an extended header's short id means nothing
        "017f 0800 09000000 00000000 0000 0400 05000000 "
        "017f 0800 01000000 01000000 07 000000 023f 0000",
        // as OpenDDS flags its members
        "00c0 0400 05000000 01c0 0100 07 000000 023f 0000"}) {
    EXPECT_EQ(R"({"a":5,"b":7})", ToJson(*plan, Hex("00030000") + Hex(body)))
        << body;
  }
}

TEST(ParameterList, TakesDefaultsForWhatItLacks) {
  const Plan plan = Root(
      "@mutable struct S { long a; @default(7) octet b; "
      "@optional octet c; };");
  const Outcome some =
      Json(*plan, Hex("00030000 0000 0400 05000000 023f 0000"));
  EXPECT_EQ(R"({"a":5,"b":7})", some.output);
  EXPECT_EQ(1u, some.defaulted_members);
  EXPECT_EQ("b", some.first_defaulted_member);
  const Outcome none = Json(*plan, Hex("00030000 023f 0000"));
  EXPECT_EQ(R"({"a":0,"b":7})", none.output);
  EXPECT_EQ(2u, none.defaulted_members);
  EXPECT_EQ("a", none.first_defaulted_member);
}

TEST(ParameterList, NestsWithEndsOfItsOwn) {
  ExpectBothWays(*Root("@mutable struct In { @id(1) short a; };"
                       "@mutable struct S { In i; octet b; };"),
                 Hex(R"(
    00030000
    0000 0c00                # i: 12 bytes, its end included
    0100 0200 dc7d 0000
    023f 0000
    0100 0100 07 000000      # b
    023f 0000
  )"),
                 R"({"i":{"a":32220},"b":7})");
  ExpectBothWays(*Root("@mutable struct In { double d; };"
                       "struct S { octet a; In i; octet b; double c; };"),
                 Hex(R"(
    00010000
    01 000000
    0000 0800 000000000000f03f   # i.d, aligned from its own first byte
    023f 0000
    02 000000                # b; c counts from the body again
    000000000000f03f
  )"),
                 R"({"a":1,"i":{"d":1},"b":2,"c":1})");
}

TEST(ParameterList, HoldsUnions) {
  const Plan plan = Root(
      "@mutable union S switch (long) { case 1: octet a; "
      "case 2: string s; };");
  ExpectBothWays(*plan, Hex(R"(
    00030000
    0000 0400 02000000       # the discriminator: id 0
    0200 0600 02000000 6100 0000
    023f 0000
  )"),
                 R"({"$discriminator":2,"s":"a"})");
  ExpectBothWays(*plan, Hex("00030000 0000 0400 09000000 023f 0000"),
                 R"({"$discriminator":9})");
  // As OpenDDS numbers them, and with a parameter between to be ignored.
  EXPECT_EQ(R"({"$discriminator":1,"a":5})", ToJson(*plan, Hex(R"(
    00030000
    0000 0400 01000000
    033f 0400 ffffffff
    0000 0100 05 000000
    023f 0000
  )")));
  // Without its member: the default, and said so.
  const Outcome bare =
      Json(*plan, Hex("00030000 0000 0400 01000000 023f 0000"));
  EXPECT_EQ(R"({"$discriminator":1,"a":0})", bare.output);
  EXPECT_EQ(1u, bare.defaulted_members);
}

TEST(ParameterList, RefusesWhatHasToBeUnderstood) {
  const Plan plan = Root(kPair);
  ExpectFault(*plan, Hex("00030000 0940 0400 ffffffff 023f 0000"),
              FaultReason::kPayloadMalformed, 4, "");
  ExpectFault(*plan,
              Hex("00030000 0000 0400 05000000 013f 0800 09000040 00000000 "
                  "023f 0000"),
              FaultReason::kPayloadMalformed, 12, "");
  ExpectFault(*plan, Hex("00030000 00c0 0400 05000000 023f 0000"),
              FaultReason::kPayloadMalformed, 4, "", true);
}

TEST(ParameterList, RefusesWhatIsBroken) {
  const Plan plan = Root(kPair);
  // Twice.
  ExpectFault(*plan,
              Hex("00030000 0000 0400 05000000 0000 0400 05000000 023f 0000"),
              FaultReason::kPayloadMalformed, 12, "");
  // No end.
  ExpectFault(*plan, Hex("00030000 0000 0400 05000000"),
              FaultReason::kPayloadTruncated, 12, "");
  // Beyond the end.
  ExpectFault(*plan, Hex("00030000 0000 0800 05000000 023f"),
              FaultReason::kPayloadTruncated, 8, "");
  // Too short for the value.
  ExpectFault(*plan, Hex("00030000 0000 0200 0500 0000 023f 0000"),
              FaultReason::kPayloadTruncated, 8, "a");
  // Not a list.
  ExpectFault(*plan, Hex("00010000 0000 0400 05000000 023f 0000"),
              FaultReason::kPayloadMalformed, 0, "");
}

// ---- 9c. Appendable

TEST(AppendableInXcdr1, MayEndEarlyOrLate) {
  const Plan plan =
      Root("@appendable struct S { long a; @default(\"x\") string s; };");
  const Outcome early = Json(*plan, Hex("00010000 05000000"));
  EXPECT_EQ(R"({"a":5,"s":"x"})", early.output);
  EXPECT_EQ(1u, early.defaulted_members);
  EXPECT_EQ("s", early.first_defaulted_member);
  const Outcome late = Json(*plan, Hex("00010000 05000000 01000000 00 ffff"));
  EXPECT_EQ(R"({"a":5,"s":""})", late.output);
  EXPECT_EQ(2u, late.trailing_bytes);
  // Padding that is counted is no member.
  EXPECT_EQ(R"({"a":5,"b":0})",
            ToJson(*Root("@appendable struct S { octet a; octet b; };"),
                   Hex("00010003 05 000000")));
  // A member is there or not.
  ExpectFault(*plan, Hex("00010000 05000000 02"),
              FaultReason::kPayloadTruncated, 8, "s");
  // Final types are all there, and nested ones have no end that can be seen.
  ExpectFault(*Root("struct S { long a; string s; };"),
              Hex("00010000 05000000"), FaultReason::kPayloadTruncated, 8, "s");
  ExpectFault(*Root("@appendable struct In { octet a; octet b; };"
                    "struct S { In i; };"),
              Hex("00010000 05"), FaultReason::kPayloadTruncated, 5, "i.b");
}

// ---- 13. Keys

TEST(KeyOnlyInXcdr1, HoldsTheKeyMembers) {
  const std::string members =
      "struct S { octet x; @key long k; octet y; @key string s; };";
  ExpectBothWays(*Root(members), Hex(R"(
    00010000
    05000000                 # k
    02000000 6100            # s
  )"),
                 R"({"k":5,"s":"a"})", {}, true);
  ExpectBothWays(*Root("@mutable " + members), Hex(R"(
    00030000
    0100 0400 05000000
    0300 0600 02000000 6100 0000
    023f 0000
  )"),
                 R"({"k":5,"s":"a"})", {}, true);
  DecodeOptions options = JsonDecode();
  options.key_only = true;
  const Outcome cut =
      TryDecode(*Root(members), Hex("00010000 05000000 0200"), options);
  ExpectFailure(cut, FaultReason::kPayloadTruncated,
                {{"byte_offset", "8"}, {"field_path", "s"}});
  const Outcome keyless = TryDecode(*Root(kLong), Hex("00010000"), options);
  EXPECT_EQ(FaultReason::kRequestInvalid, keyless.reason()) << keyless;
}

// ---- 3. long double, 14. the header of services

TEST(LongDouble, IsTheX87ImageOfFastCdr) {
  const Plan plan =
      Root("struct S { long double v; };", WireProfile::FastCdr2());
  // 0.1L: significand with its leading 1, exponent, undefined bytes.
  const std::string clean = Hex("00010000 cdccccccccccccccfb3f 000000000000");
  MappingOptions mapping;
  const std::string json = ToJson(*plan, clean);
  ExpectBothWays(*plan, clean, json);
  EXPECT_EQ(json, ToJson(*plan, Hex("00010000 cdccccccccccccccfb3f "
                                    "149ee9550000")));
  DecodeOptions options = MsgpackDecode();
  EXPECT_EQ(ToHex(Hex("81 a176 c410 00000000 0000 9a9999999999 9999 fb3f")),
            ToHex(TryDecode(*plan, clean, options).output));
  // The specification's has bits that this one lacks.
  const Outcome lost =
      TryEncode(*plan, R"({"v":"AQAAAAAAAAAAAAAAAAD/Pw=="})", JsonEncode());
  ExpectFailure(lost, FaultReason::kValueOutOfRange, {{"field_path", "v"}});
}

TEST(RosServiceHeader, StandsBeforeTheValue) {
  WireProfile profile = WireProfile::Ros2();
  profile.ros_service_header = RosServiceHeader::kPresent;
  const Plan plan = Root("struct S { octet a; double b; };", profile);
  const std::string header = Hex("0102030405060708 0900000000000000");
  const std::string payload =
      Hex("00010000") + header + Hex("01 00000000000000 000000000000f03f");
  const Outcome decoded = Json(*plan, payload);
  EXPECT_EQ(R"({"a":1,"b":1})", decoded.output);
  EXPECT_EQ(ToHex(header), ToHex(decoded.ros_service_header));
  EncodeOptions options = JsonEncode();
  options.ros_service_header = header;
  EXPECT_EQ(ToHex(payload),
            ToHex(TryEncode(*plan, decoded.output, options).output));
  options.ros_service_header = "";
  EXPECT_EQ(ToHex(Hex("00010000") + std::string(16, '\0') + payload.substr(20)),
            ToHex(TryEncode(*plan, decoded.output, options).output));
  options.ros_service_header = "short";
  EXPECT_EQ(FaultReason::kRequestInvalid,
            TryEncode(*plan, decoded.output, options).reason());
  options.ros_service_header = header;
  EXPECT_EQ(FaultReason::kRequestInvalid,
            TryEncode(*Root("struct S { octet a; };"), R"({"a":1})", options)
                .reason());
  ExpectFault(*plan, Hex("00010000 0102030405060708"),
              FaultReason::kPayloadTruncated, 4, "");
}

}  // namespace
}  // namespace transcdr
