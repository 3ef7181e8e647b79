// What users of existing tools reported, one test a report: each is one of a
// kind, with the smallest input that shows it. The numbers are those of the
// list that issue 2 names; what is about schema text alone is in schema/.

#include <gtest/gtest.h>

#include <string>

#include "codec/transcode/transcoder.h"
#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

DecodeOptions Strict() {
  DecodeOptions options = JsonDecode();
  options.wire.strict = true;
  return options;
}

// ---- Wire layout

TEST(UsersReport, Line01_EmptyDoubleSequence) {
  ExpectBothWays(*RosPlanOrDie("float64[] a\nuint8 b"),
                 Hex("00010000 00000000 2a"), R"({"a":[],"b":42})");
}

TEST(UsersReport, Line03_TrailingBytesAreCounted) {
  const Plan plan = RosPlanOrDie("uint8 v");
  for (size_t n = 0; n <= 20; ++n) {
    const std::string payload = Hex("00010000 5e") + std::string(n, '\0');
    for (const DecodeOptions& options : {JsonDecode(), MsgpackDecode()}) {
      const Outcome outcome = TryDecode(*plan, payload, options);
      ASSERT_TRUE(outcome.ok()) << outcome;
      EXPECT_EQ(n, outcome.trailing_bytes);
    }
    EXPECT_EQ(R"({"v":94})", ToJson(*plan, payload));
    EXPECT_EQ(n == 0, TryDecode(*plan, payload, Strict()).ok());
  }
}

TEST(UsersReport, Line05_Int64First_PaddingAfterStrings) {
  ExpectBothWays(*RosPlanOrDie("int64 a\nuint8 b"),
                 Hex("00010000 feffffffffffffff 07"), R"({"a":-2,"b":7})");
  ExpectBothWays(*RosPlanOrDie("string name\nfloat32 value"),
                 Hex("00010000 03000000 686900 00 0000c03f"),
                 R"({"name":"hi","value":1.5})");
}

TEST(UsersReport, Line07_DeclarationOrder) {
  ExpectBothWays(*RosPlanOrDie("uint8 a\nuint64 b\nuint8 c\nuint32 d"), Hex(R"(
    00010000
    01 00000000000000 0200000000000000 03 000000 04000000
  )"),
                 R"({"a":1,"b":2,"c":3,"d":4})");
}

TEST(UsersReport, Line08_MessagesWithoutFields) {
  ExpectBothWays(*RosPlanOrDie(""), Hex("00010000 00"), "{}");
  Types t;
  t.Struct("S", {});
  ExpectBothWays(*t.PlanOrDie("S"), Hex("00010000"), "{}");
}

TEST(UsersReport, Line09_BooleanSequences_EmptySequencesOfStructs) {
  ExpectBothWays(*RosPlanOrDie("bool[] a\nint16 b"),
                 Hex("00010000 03000000 010001 00 0700"),
                 R"({"a":[true,false,true],"b":7})");
  ExpectBothWays(
      *RosPlanOrDie("Point[] p\nuint8 n\n===\nMSG: test/Point\nfloat64 x"),
      Hex("00010000 00000000 07"), R"({"p":[],"n":7})");
}

TEST(UsersReport, Line10_ABoundedSequenceHasALength) {
  ExpectBothWays(*RosPlanOrDie("int32[<=5] a"),
                 Hex("00010000 02000000 01000000 02000000"), R"({"a":[1,2]})");
}

TEST(UsersReport, Line11_OneExtraByteBehindAFloat) {
  const Plan plan = RosPlanOrDie("float32 data");
  const Outcome outcome =
      TryDecode(*plan, Hex("00010000 0000c03f 00"), JsonDecode());
  EXPECT_EQ(R"({"data":1.5})", outcome.output) << outcome;
  EXPECT_EQ(1u, outcome.trailing_bytes);
}

TEST(UsersReport, Line12_AForeignPrefixIsNamed) {
  const Outcome outcome =
      TryDecode(*RosPlanOrDie("uint8 v"),
                Hex("0103000000000000000000000c 00010000 07"), JsonDecode());
  ExpectFailure(outcome, FaultReason::kPayloadMalformed,
                {{"byte_offset", "0"}});
  EXPECT_NE(std::string::npos, outcome.message().find("0x0103"))
      << outcome.message();
  EXPECT_NE(std::string::npos, outcome.message().find("unknown"))
      << outcome.message();
}

// Payloads at every offset of a buffer: UBSan sees misaligned loads.
TEST(UsersReport, Line13_PayloadsAtOddAddresses) {
  const Plan plan = RosPlanOrDie(
      "uint8 a\nfloat64 b\nint64[] c\nuint16 d\nfloat32[2] e\nwstring w");
  const std::string json =
      R"({"a":1,"b":0.5,"c":[-1,2],"d":3,"e":[0.25,4],"w":"ab"})";
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const std::string payload = FromJson(*plan, json, {}, order);
    for (size_t offset = 0; offset < 16; ++offset) {
      // TryDecode copies: this must not.
      const std::string buffer = std::string(offset, 'x') + payload;
      DecodeOptions options = JsonDecode();
      TranscodeScratch scratch;
      DecodeReport report;
      std::string document;
      ASSERT_TRUE(Decode(*plan, std::string_view(buffer).substr(offset),
                         options, scratch, &document, &report)
                      .ok());
      EXPECT_EQ(json, document);
      std::string out(offset, 'y');
      ASSERT_TRUE(
          Encode(*plan, document, EncodeLike(options, order), scratch, &out)
              .ok());
      EXPECT_EQ(ToHex(payload), ToHex(out.substr(offset)));
    }
  }
}

TEST(UsersReport, Line19_AnotherVersionOfTheSchema) {
  // Recorded: string frame; local: uint32 seq, string frame.
  const Plan plan = RosPlanOrDie(
      "Header header\n===\nMSG: test/Header\n"
      "uint32 seq\nstring frame_id");
  const Outcome outcome =
      TryDecode(*plan, Hex("00010000 04000000 6d617000"), JsonDecode());
  ExpectFailure(outcome, FaultReason::kPayloadTruncated,
                {{"field_path", "header.frame_id"}, {"byte_offset", "12"}});
  EXPECT_NE(std::string::npos,
            outcome.message().find("another version of the schema"))
      << outcome.message();
}

// ---- Strings

TEST(UsersReport, Line20_EmptyStringOfLengthZero) {
  const Plan plan = RosPlanOrDie("string s\nint32 n");
  EXPECT_EQ(R"({"s":"","n":5})",
            ToJson(*plan, Hex("00010000 00000000 05000000")));
  EXPECT_EQ(ToHex(Hex("00010000 01000000 00 000000 05000000")),
            ToHex(FromJson(*plan, R"({"s":"","n":5})")));
}

TEST(UsersReport, Line21_EncodeWritesTheNul) {
  EXPECT_EQ(ToHex(Hex("00010000 03000000 686900")),
            ToHex(FromJson(*RosPlanOrDie("string data"), R"({"data":"hi"})")));
}

TEST(UsersReport, Line22_ABoundIsInclusive) {
  const Plan plan = RosPlanOrDie("string<=10 s");
  ExpectBothWays(*plan, Hex("00010000 0b000000 30313233343536373839 00"),
                 R"({"s":"0123456789"})");
  EXPECT_EQ(FaultReason::kBoundExceeded,
            TryEncode(*plan, R"({"s":"01234567890"})", JsonEncode()).reason());
}

TEST(UsersReport, Line23_WideStringsInFiveForms) {
  const std::pair<WstringForm, const char*> rows[] = {
      {WstringForm::kBytes16, "04000000 61006200"},
      {WstringForm::kBytes16Nul, "06000000 610062000000"},
      {WstringForm::kUnits16, "02000000 61006200"},
      {WstringForm::kUnits32, "02000000 61000000 62000000"},
      {WstringForm::kUnits32Nul, "03000000 61000000 62000000 00000000"}};
  for (const auto& [form, body] : rows) {
    Types t;
    t.Struct("S", {{"s", t.wstr}});
    ExpectBothWays(*t.PlanOrDie("S", {.wstring_form = form}),
                   Hex("00010000") + Hex(body), R"({"s":"ab"})");
  }
}

TEST(UsersReport, Line24_BytesThatAreNotUtf8) {
  const Plan plan = RosPlanOrDie("string s");
  const std::string payload = Hex("00010000 03000000 e9ff 00");
  ExpectFailure(TryDecode(*plan, payload, JsonDecode()),
                FaultReason::kInvalidUtf8, {{"field_path", "s"}});
  MappingOptions mapping;
  mapping.invalid_utf8_policy = InvalidUtf8Policy::kReplace;
  EXPECT_EQ("{\"s\":\"\xef\xbf\xbd\xef\xbf\xbd\"}",
            ToJson(*plan, payload, mapping));
  mapping.invalid_utf8_policy = InvalidUtf8Policy::kLatin1;
  ExpectBothWays(*plan, payload, R"({"s":"éÿ"})", mapping);
  mapping.invalid_utf8_policy = InvalidUtf8Policy::kBytes;
  ExpectBothWays(*plan, payload, R"({"s":{"$bytes":"6f8="}})", mapping);
}

TEST(UsersReport, Line25_Int8Sequences) {
  ExpectBothWays(*RosPlanOrDie("int8[] v"),
                 Hex("00010000 07000000 0102037f80feff"),
                 R"({"v":[1,2,3,127,-128,-2,-1]})");
}

TEST(UsersReport, Line28_ByteAndCharAreUnsigned) {
  ExpectBothWays(*RosPlanOrDie("byte a\nchar b\nint8 c\nuint8 d"),
                 Hex("00010000 ffffffff"),
                 R"({"a":255,"b":255,"c":-1,"d":255})");
}

// ---- JSON and MessagePack

TEST(UsersReport, Line37_NaNWithinArrays) {
  const Plan plan = RosPlanOrDie("float32[] a\nfloat64 b\nfloat64[2] c");
  const std::string payload = Hex(R"(
    00010000
    03000000 0000c07f 0000807f 000080ff
    000000000000f87f
    000000000000f87f 000000000000f03f
  )");
  ExpectBothWays(
      *plan, payload,
      R"({"a":["NaN","Infinity","-Infinity"],"b":"NaN","c":["NaN",1]})");
  MappingOptions null;
  null.non_finite_form = NonFiniteForm::kNull;
  ExpectBothWays(*plan, payload,
                 R"({"a":[null,"Infinity","-Infinity"],"b":null,"c":[null,1]})",
                 null);
  EXPECT_EQ(ToHex(Hex(R"(
    83 a161 93 ca7fc00000 ca7f800000 caff800000
    a162 cb7ff8000000000000
    a163 92 cb7ff8000000000000 cb3ff0000000000000
  )")),
            ToMsgpackHex(*plan, payload));
}

TEST(UsersReport, Line38_IntegersAbove2To53) {
  const Plan plan = RosPlanOrDie("int64 a\nint64 b\nuint64 c\nint64[] d");
  const std::string exact =
      R"({"a":"9007199254740993","b":"-9007199254740993",)"
      R"("c":"18446744073709551615","d":["9007199254740993",7]})";
  const std::string payload = Hex(R"(
    00010000
    0100000000002000 ffffffffffffdfff ffffffffffffffff
    02000000 00000000 0100000000002000 0700000000000000
  )");
  ExpectBothWays(*plan, payload, exact);
  MappingOptions number;
  number.int64_form = Int64Form::kNumber;
  ExpectBothWays(*plan, payload,
                 R"({"a":9007199254740993,"b":-9007199254740993,)"
                 R"("c":18446744073709551615,"d":[9007199254740993,7]})",
                 number);
}

TEST(UsersReport, Line39_BytesComeBackInEveryForm) {
  const Plan plan = RosPlanOrDie("uint8[16] v");
  const std::string payload = Hex("00010000 000102030405060708090a0b0c0d0e0f");
  ExpectBothWays(*plan, payload, R"({"v":"AAECAwQFBgcICQoLDA0ODw=="})");
  for (const char* json :
       {R"({"v":"AAECAwQFBgcICQoLDA0ODw=="})",
        R"({"v":"AAECAwQFBgcICQoLDA0ODw"})",
        R"({"v":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]})"}) {
    EXPECT_EQ(ToHex(payload), ToHex(FromJson(*plan, json))) << json;
  }
  MappingOptions list;
  list.bytes_form = BytesForm::kArray;
  EXPECT_EQ(R"({"v":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]})",
            ToJson(*plan, payload, list));
}

TEST(UsersReport, Line41_EmptyStringInJson) {
  const Plan plan = RosPlanOrDie("string s\nstring[] list");
  ExpectBothWays(*plan, Hex("00010000 01000000 00 000000 01000000 01000000 00"),
                 R"({"s":"","list":[""]})");
}

TEST(UsersReport, Line42_Uint64OfMessagePack) {
  const Plan plan = RosPlanOrDie("uint64 v");
  // cf ffff0204 0000d82c is 18446464814936021036, and comes back.
  const std::string payload = Hex("00010000 2cd80000 0402ffff");
  EXPECT_EQ(ToHex(Hex("81 a176 cf ffff0204 0000d82c")),
            ToMsgpackHex(*plan, payload));
  EXPECT_EQ(ToHex(payload),
            ToHex(FromMsgpack(*plan, Hex("81 a176 cf ffff0204 0000d82c"))));
  EXPECT_EQ(R"({"v":"18446464814936021036"})", ToJson(*plan, payload));
  // One type, whatever the value, where the caller asks for it.
  MappingOptions fixed;
  fixed.int64_width = Int64Width::kFixed;
  EXPECT_EQ(ToHex(Hex("81 a176 cf 0000000000000007")),
            ToMsgpackHex(*plan, Hex("00010000 0700000000000000"), fixed));
  MappingOptions text;
  text.int64_form = Int64Form::kString;
  EXPECT_EQ(R"({"v":"7"})",
            ToJson(*plan, Hex("00010000 0700000000000000"), text));
}

TEST(UsersReport, Line43_NumericArraysAsBinary) {
  const Plan plan = RosPlanOrDie("float32[] v");
  const std::string payload = Hex("00010000 02000000 0000803f 000000c0");
  MappingOptions mapping;
  mapping.numeric_array_form = NumericArrayForm::kBin;
  EXPECT_EQ(ToHex(Hex("81 a176 c408 0000803f 000000c0")),
            ToMsgpackHex(*plan, payload, mapping));
  mapping.numeric_array_form = NumericArrayForm::kTyped;
  EXPECT_EQ(ToHex(Hex("81 a176 c709 74 07 0000803f 000000c0")),
            ToMsgpackHex(*plan, payload, mapping));
  ExpectBothWays(*plan, payload, R"({"v":[1,-2]})", mapping);
}

// ---- Encode

TEST(UsersReport, Line44_IntegersForFloats_BytesFromIntegers) {
  EXPECT_EQ(
      ToHex(Hex("00010000 02000000 00000000 0000c0bf")),
      ToHex(FromJson(*RosPlanOrDie("float32[] axes"), R"({"axes":[0,-1.5]})")));
  EXPECT_EQ(
      ToHex(Hex("00010000 03000000 00ff07")),
      ToHex(FromJson(*RosPlanOrDie("byte[] data"), R"({"data":[0,255,7]})")));
}

TEST(UsersReport, Line45_NothingIsLostInSilence) {
  const Plan plan = RosPlanOrDie(
      "uint8 u\nint64 i\nint32 n\nstring<=2 s\nint32[<=1] list\nInner inner\n"
      "===\nMSG: test/Inner\nuint8 u");
  const auto refused = [&](const char* json, FaultReason reason,
                           const char* path) {
    const Outcome outcome = TryEncode(*plan, json, JsonEncode());
    EXPECT_EQ(FaultReasonName(reason), FaultReasonName(outcome.reason()))
        << json << ": " << outcome;
    EXPECT_EQ(path, outcome.path()) << outcome;
  };
  refused(R"({"u":300})", FaultReason::kValueOutOfRange, "u");
  refused(R"({"inner":{"u":300}})", FaultReason::kValueOutOfRange, "inner.u");
  refused(R"({"n":null})", FaultReason::kTypeMismatch, "n");
  refused(R"({"no_such_field":1})", FaultReason::kMemberUnknown, "");
  refused(R"({"s":"abc"})", FaultReason::kBoundExceeded, "s");
  refused(R"({"list":[1,2]})", FaultReason::kBoundExceeded, "list");
  EXPECT_EQ(R"({"u":0,"i":"9007199254740993","n":0,"s":"","list":[],)"
            R"("inner":{"u":0}})",
            ToJson(*plan, FromJson(*plan, R"({"i":"9007199254740993"})")));
}

TEST(UsersReport, Line46_DefaultsFillAbsentMembers) {
  const Plan plan = RosPlanOrDie("int8 a 5\nstring s \"hi\"\nfloat64 f");
  EXPECT_EQ(ToHex(Hex(R"(
    00010000
    05000000 03000000 68690000 00000000 0000000000000000
  )")),
            ToHex(FromJson(*plan, "{}")));
}

// ---- Hostile input

TEST(UsersReport, Line49_LengthsThatCannotBe) {
  for (const char* type : {"uint8[]", "float64[]", "string", "string[]",
                           "Inner[]", "bool[]", "wstring"}) {
    const Plan plan = RosPlanOrDie(std::string(type) +
                                   " v\n===\nMSG: test/Inner\nfloat64[] w");
    const Outcome outcome = TryDecode(
        *plan, Hex("00010000 ffffffff 0000000000000000"), JsonDecode());
    ExpectFailure(outcome, FaultReason::kPayloadTruncated,
                  {{"field_path", "v"}});
  }
  // Within another sequence.
  const Plan nested =
      RosPlanOrDie("Inner[] v\n===\nMSG: test/Inner\nfloat64[] w");
  ExpectFailure(
      TryDecode(*nested, Hex("00010000 02000000 00000000 ffffffff 00000000"),
                JsonDecode()),
      FaultReason::kPayloadTruncated, {{"field_path", "v[1].w"}});
}

TEST(UsersReport, Line50_TruncatedWithinPadding) {
  const Plan plan = RosPlanOrDie("uint8 a\nfloat64 b");
  const std::string payload = FromJson(*plan, R"({"a":1,"b":2})");
  for (size_t size = 5; size < payload.size(); ++size) {
    const Outcome outcome =
        TryDecode(*plan, payload.substr(0, size), JsonDecode());
    ExpectFailure(outcome, FaultReason::kPayloadTruncated,
                  {{"field_path", "b"}});
    EXPECT_LE(outcome.offset(), size);
  }
}

}  // namespace
}  // namespace transcdr
