// What is wrong in XCDR2: given IDL and a payload, expect the reason, the byte
// and the path.

#include <gtest/gtest.h>

#include <string>

#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

Plan Root(std::string_view idl) { return IdlPlanOrDie(idl, "S"); }

void ExpectFault(const CodecPlan& plan, std::string_view payload,
                 FaultReason reason, uint64_t offset, std::string_view path,
                 bool strict = false) {
  DecodeOptions options = JsonDecode();
  options.wire.strict = strict;
  const Outcome outcome = TryDecode(plan, payload, options);
  ExpectFailure(outcome, reason, {});
  EXPECT_EQ(offset, outcome.offset()) << outcome;
  EXPECT_EQ(path, outcome.path()) << outcome;
}

TEST(Xcdr2Faults, EncapsulationOfAnotherExtensibility) {
  for (const char* payload :
       {"00090000 04000000 05000000", "000b0000 08000000 00000020 05000000"}) {
    ExpectFault(*Root("struct S { long a; };"), Hex(payload),
                FaultReason::kPayloadMalformed, 0, "");
  }
  ExpectFault(*Root("@appendable struct S { long a; };"),
              Hex("00070000 05000000"), FaultReason::kPayloadMalformed, 0, "");
}

TEST(Xcdr2Faults, Presence) {
  const Plan plan = Root("struct S { octet z; @optional octet a; };");
  ExpectFault(*plan, Hex("00070001 01 02 05 00"),
              FaultReason::kPayloadMalformed, 5, "a");
  ExpectFault(*plan, Hex("00070000 01"), FaultReason::kPayloadTruncated, 5,
              "a");
  ExpectFault(*plan, Hex("00070000 01 01"), FaultReason::kPayloadTruncated, 6,
              "a");
}

TEST(Xcdr2Faults, Dheader) {
  const Plan plan = Root("@appendable struct S { long a; octet b; };");
  // Beyond the payload.
  ExpectFault(*plan, Hex("00090000 09000000 05000000 07 000000"),
              FaultReason::kPayloadTruncated, 8, "");
  ExpectFault(*plan, Hex("00090000 ffffffff 05000000"),
              FaultReason::kPayloadTruncated, 8, "");
  // In the middle of a member.
  ExpectFault(*plan, Hex("00090000 02000000 05000000"),
              FaultReason::kPayloadTruncated, 8, "a");
  // Cut itself.
  ExpectFault(*plan, Hex("00090000 0500"), FaultReason::kPayloadTruncated, 4,
              "");
  // Beyond the enclosing body.
  ExpectFault(*Root("@appendable struct In { octet a; };"
                    "@appendable struct S { octet z; In i; };"),
              Hex("00090000 09000000 01 000000 02000000 05 ffffff"),
              FaultReason::kPayloadTruncated, 16, "i");
}

TEST(Xcdr2Faults, MemberHeaders) {
  const Plan plan = Root("@mutable struct S { long a; octet b; };");
  // An unknown id that has to be understood.
  ExpectFault(*plan,
              Hex("000b0000 10000000 00000020 05000000 09000080 07 000000"),
              FaultReason::kPayloadMalformed, 16, "");
  // The same id again.
  ExpectFault(*plan,
              Hex("000b0000 10000000 00000020 05000000 00000020 05000000"),
              FaultReason::kPayloadMalformed, 16, "");
  // A value beyond the list.
  ExpectFault(*plan, Hex("000b0000 08000000 00000030 05000000 00000000"),
              FaultReason::kPayloadTruncated, 12, "");
  // NEXTINT beyond the list, times 8 beyond 32 bits.
  ExpectFault(*plan, Hex("000b0000 08000000 09000070 ffffffff"),
              FaultReason::kPayloadTruncated, 12, "");
  // A value that is too short for the type.
  ExpectFault(*plan, Hex("000b0002 06000000 00000010 0500 0000"),
              FaultReason::kPayloadTruncated, 12, "a");
  // One that is too long: of a newer type, but for strict.
  const std::string longer =
      Hex("000b0000 0c000000 00000030 05000000 07000000");
  EXPECT_EQ(R"({"a":5,"b":0})", ToJson(*plan, longer));
  ExpectFault(*plan, longer, FaultReason::kPayloadMalformed, 16, "", true);
}

TEST(Xcdr2Faults, CollectionHeaders) {
  const Plan plan = Root("struct S { sequence<string> v; octet t; };");
  // 10 bytes are there: one less, one more, beyond the payload.
  ExpectFault(*plan, Hex("00070001 09000000 01000000 02000000 6100 05 00"),
              FaultReason::kPayloadTruncated, 16, "v[0]");
  ExpectFault(*plan, Hex("00070001 0b000000 01000000 02000000 6100 05 00"),
              FaultReason::kPayloadMalformed, 18, "v");
  ExpectFault(*plan, Hex("00070000 ffffffff 01000000"),
              FaultReason::kPayloadTruncated, 8, "v");
  // More elements than the header has room for.
  ExpectFault(*plan, Hex("00070000 04000000 ffffffff 00000000"),
              FaultReason::kPayloadTruncated, 12, "v");
}

TEST(Xcdr2Faults, Unions) {
  const Plan plan = Root(
      "@mutable union U switch (octet) { case 1: long a; };"
      "struct S { U u; };");
  ExpectFault(*plan, Hex("00070000 00000000"), FaultReason::kPayloadTruncated,
              8, "u");
  ExpectFault(*plan, Hex(R"(
    00070002
    0e000000
    00000000 01 000000
    01000010 0500 0000
  )"),
              FaultReason::kPayloadTruncated, 20, "u.a");
  ExpectFault(*Root("@appendable union U switch (octet) { case 1: long a; };"
                    "struct S { U u; };"),
              Hex("00070003 01000000 01 000000"),
              FaultReason::kPayloadTruncated, 9, "u.a");
}

// With `strict`, padding is zero and counted.
TEST(Xcdr2Faults, StrictPadding) {
  const Plan plan = Root("struct S { octet a; long b; octet c; };");
  const std::string good = Hex("00070003 01 000000 05000000 07 000000");
  DecodeOptions options = JsonDecode();
  options.wire.strict = true;
  EXPECT_EQ(R"({"a":1,"b":5,"c":7})", TryDecode(*plan, good, options).output);
  for (const size_t at : {size_t{5}, size_t{7}, size_t{13}, size_t{15}}) {
    std::string bad = good;
    bad[at] = 1;
    ExpectFault(*plan, bad, FaultReason::kPayloadMalformed, at,
                at < 8 ? "b" : "", true);
    EXPECT_EQ(R"({"a":1,"b":5,"c":7})", ToJson(*plan, bad));
  }
  std::string uncounted = good;
  uncounted[3] = 0;
  ExpectFault(*plan, uncounted, FaultReason::kPayloadTrailingBytes, 13, "",
              true);
}

}  // namespace
}  // namespace transcdr
