// The rows of mapping.md for types with one value, under every option, in both
// formats and directions.

#include "tests/codec/document/mapping_fixtures.h"

namespace transcdr {
namespace {

TEST(MappingStruct, Map) {
  Types t;
  t.Struct("S", {{"a", t.u8}, {"b", t.str}});
  const Plan plan = t.PlanOrDie("S");
  const std::string payload = Hex("00010000 07 000000 02000000 7800");
  ExpectBothWays(*plan, payload, R"({"a":7,"b":"x"})");
  EXPECT_EQ(ToHex(Hex("82 a161 07 a162 a178")), ToMsgpackHex(*plan, payload));
}

TEST(MappingStruct, Array) {
  Types t;
  const TypeIndex in = t.Struct("In", {{"c", t.u8}});
  t.Struct("S", {{"a", t.u8}, {"b", in}});
  const Plan plan = t.PlanOrDie("S");
  const std::string payload = Hex("00010000 07 08");
  const auto array = With(&MappingOptions::struct_form, StructForm::kArray);
  ExpectBothWays(*plan, payload, "[7,[8]]", array);
  EXPECT_EQ(ToHex(Hex("92 07 91 08")), ToMsgpackHex(*plan, payload, array));
  // Members that are not there take their defaults; too many are an error.
  EXPECT_EQ(ToHex(Hex("00010000 07 00")), ToHex(FromJson(*plan, "[7]", array)));
  EncodeOptions options = JsonEncode();
  options.mapping = array;
  EXPECT_EQ(FaultReason::kMemberUnknown,
            TryEncode(*plan, "[7,[8],9]", options).reason());
  EXPECT_EQ(FaultReason::kTypeMismatch,
            TryEncode(*plan, R"({"a":7})", options).reason());
  options.format = DocumentFormat::kMessagePack;
  EXPECT_EQ(FaultReason::kMemberUnknown,
            TryEncode(*plan, Hex("93 07 91 08 09"), options).reason());
}

TEST(MappingStruct, MapById) {
  TypeBuilder builder;
  TypeDescriptor type;
  type.kind = TypeKind::kStruct;
  type.name = "S";
  for (const uint32_t id : {5u, 300u}) {
    Member member;
    member.name = "m" + std::to_string(id);
    member.id = id;
    member.type = builder.Primitive(TypeKind::kUInt8);
    type.members.push_back(member);
  }
  builder.Define(type);
  std::vector<Diagnostic> diagnostics;
  auto schema = builder.Build("S", WireProfile::Omg(), &diagnostics);
  ASSERT_TRUE(schema.has_value()) << Render(diagnostics);
  const Plan plan = CompileOrDie(*std::move(schema));
  const auto by_id = With(&MappingOptions::struct_form, StructForm::kMapById);
  const std::string payload = Hex("00010000 07 08");
  ExpectBothWays(*plan, payload, R"({"5":7,"300":8})", by_id);
  EXPECT_EQ(ToHex(Hex("82 05 07 cd012c 08")),
            ToMsgpackHex(*plan, payload, by_id));
  // In any order, and as text in MessagePack too.
  EXPECT_EQ(ToHex(payload),
            ToHex(FromMsgpack(*plan, Hex("82 a3333030 08 a135 07"), by_id)));
  EncodeOptions options = JsonEncode();
  options.mapping = by_id;
  for (const char* key : {"6", "-5", "5.5", "m5", "4294967301", "1e999"}) {
    EXPECT_EQ(
        FaultReason::kMemberUnknown,
        TryEncode(*plan, "{\"" + std::string(key) + "\":7}", options).reason())
        << key;
  }
}

TEST(MappingBoolean, TrueAndFalse) {
  const Plan plan = PlanOf([](Types& t) { return t.boolean; });
  ExpectMapping(*plan, "01", "true", "c3");
  ExpectMapping(*plan, "00", "false", "c2");
  for (const char* json : {"1", "0", "\"true\"", "null", "[]"}) {
    ExpectRefused(*plan, json, FaultReason::kTypeMismatch);
  }
  ExpectRefusedMsgpack(*plan, "01", FaultReason::kTypeMismatch);
}

TEST(MappingInteger, EightBits) {
  const Plan octet = PlanOf([](Types& t) { return t.byte; });
  ExpectMapping(*octet, "ff", "255", "ccff");
  const Plan i8 = PlanOf([](Types& t) { return t.i8; });
  ExpectMapping(*i8, "80", "-128", "d080");
  ExpectMapping(*i8, "e0", "-32", "e0");
  ExpectMapping(*i8, "df", "-33", "d0df");
  ExpectMapping(*i8, "7f", "127", "7f");
}

TEST(MappingInteger, ShortestForm) {
  const Plan u32 = PlanOf([](Types& t) { return t.u32; });
  ExpectMapping(*u32, "7f000000", "127", "7f");
  ExpectMapping(*u32, "80000000", "128", "cc80");
  ExpectMapping(*u32, "ff000000", "255", "ccff");
  ExpectMapping(*u32, "00010000", "256", "cd0100");
  ExpectMapping(*u32, "ffff0000", "65535", "cdffff");
  ExpectMapping(*u32, "00000100", "65536", "ce00010000");
  ExpectMapping(*u32, "ffffffff", "4294967295", "ceffffffff");
  const Plan i32 = PlanOf([](Types& t) { return t.i32; });
  ExpectMapping(*i32, "7fffffff", "-129", "d1ff7f");
  ExpectMapping(*i32, "0080ffff", "-32768", "d18000");
  ExpectMapping(*i32, "ff7fffff", "-32769", "d2ffff7fff");
}

TEST(MappingInt64, AutoNumberString) {
  const Plan plan = PlanOf([](Types& t) { return t.i64; });
  const auto number = With(&MappingOptions::int64_form, Int64Form::kNumber);
  const auto text = With(&MappingOptions::int64_form, Int64Form::kString);
  struct Row {
    const char* body;
    const char* digits;
    bool is_exact;
    const char* msgpack;
  };
  const Row rows[] = {
      {"0000000000000000", "0", true, "00"},
      {"ffffffffffff1f00", "9007199254740991", true, "cf001fffffffffffff"},
      {"0000000000002000", "9007199254740992", false, "cf0020000000000000"},
      {"010000000000e0ff", "-9007199254740991", true, "d3ffe0000000000001"},
      {"000000000000e0ff", "-9007199254740992", false, "d3ffe0000000000000"},
      {"0000000000000080", "-9223372036854775808", false,
       "d38000000000000000"}};
  for (const Row& row : rows) {
    const std::string quoted = "\"" + std::string(row.digits) + "\"";
    ExpectMapping(*plan, row.body, row.is_exact ? row.digits : quoted,
                  row.msgpack);
    ExpectMapping(*plan, row.body, row.digits, row.msgpack, number);
    ExpectMapping(*plan, row.body, quoted, row.msgpack, text);
    // Either is taken, whatever the option.
    ExpectTaken(*plan, quoted, row.body, number);
    ExpectTaken(*plan, row.digits, row.body, text);
  }
}

TEST(MappingInt64, OnlyItselfIsText) {
  const Plan plan = PlanOf([](Types& t) { return t.u32; });
  const auto text = With(&MappingOptions::int64_form, Int64Form::kString);
  ExpectMapping(*plan, "07000000", "7", "07", text);
  ExpectRefused(*plan, "\"7\"", FaultReason::kTypeMismatch);
}

TEST(MappingInt64, FixedWidth) {
  const auto fixed = With(&MappingOptions::int64_width, Int64Width::kFixed);
  const Plan i64 = PlanOf([](Types& t) { return t.i64; });
  ExpectMapping(*i64, "0700000000000000", "7", "d30000000000000007", fixed);
  ExpectMapping(*i64, "ffffffffffffffff", "-1", "d3ffffffffffffffff", fixed);
  const Plan u64 = PlanOf([](Types& t) { return t.u64; });
  ExpectMapping(*u64, "0700000000000000", "7", "cf0000000000000007", fixed);
  const Plan list = PlanOf([](Types& t) { return t.Seq(t.u64); });
  ExpectMapping(*list, "01000000 00000000 0100000000000000", "[1]",
                "91 cf0000000000000001", fixed);
  // Nothing else has it.
  const Plan u32 = PlanOf([](Types& t) { return t.u32; });
  ExpectMapping(*u32, "07000000", "7", "07", fixed);
}

TEST(MappingFloat, ShortestTextAndEveryBit) {
  const Plan f32 = PlanOf([](Types& t) { return t.f32; });
  ExpectMapping(*f32, "cdcccc3d", "0.1", "ca3dcccccd");
  ExpectMapping(*f32, "00000080", "-0.0", "ca80000000");
  const Plan f64 = PlanOf([](Types& t) { return t.f64; });
  ExpectMapping(*f64, "9a9999999999b93f", "0.1", "cb3fb999999999999a");
  ExpectMapping(*f64, "000000000000f03f", "1", "cb3ff0000000000000");
  // NaN bits survive MessagePack.
  EXPECT_EQ(ToHex(Hex("00010000 efbeadde0000f47f")),
            ToHex(FromMsgpack(*f64, Hex("81 a176 cb7ff40000deadbeef"))));
}

TEST(MappingFloat, NonFinite) {
  const Plan plan = PlanOf([](Types& t) { return t.f64; });
  const char nan[] = "000000000000f87f";
  const char infinity[] = "000000000000f07f";
  const char negative[] = "000000000000f0ff";
  ExpectMapping(*plan, nan, "\"NaN\"", "cb7ff8000000000000");
  ExpectMapping(*plan, infinity, "\"Infinity\"", "cb7ff0000000000000");
  ExpectMapping(*plan, negative, "\"-Infinity\"", "cbfff0000000000000");
  const auto null =
      With(&MappingOptions::non_finite_form, NonFiniteForm::kNull);
  ExpectMapping(*plan, nan, "null", "cb7ff8000000000000", null);
  ExpectMapping(*plan, infinity, "\"Infinity\"", "cb7ff0000000000000", null);
  ExpectTaken(*plan, "\"NaN\"", nan, null);
  ExpectRefused(*plan, "null", FaultReason::kTypeMismatch);
  DecodeOptions error = JsonDecode();
  error.mapping.non_finite_form = NonFiniteForm::kError;
  for (const char* body : {nan, infinity, negative}) {
    ExpectFailure(TryDecode(*plan, Hex("00010000") + Hex(body), error),
                  FaultReason::kValueOutOfRange,
                  {{"field_path", "v"}, {"byte_offset", "4"}});
  }
}

TEST(MappingFloat, NonFiniteInArrays) {
  const Plan plan = PlanOf([](Types& t) { return t.Seq(t.f32); });
  const char body[] = "03000000 0000c07f 0000807f 0000803f";
  ExpectMapping(*plan, body, R"(["NaN","Infinity",1])",
                "93 ca7fc00000 ca7f800000 ca3f800000");
  const auto null =
      With(&MappingOptions::non_finite_form, NonFiniteForm::kNull);
  ExpectMapping(*plan, body, R"([null,"Infinity",1])",
                "93 ca7fc00000 ca7f800000 ca3f800000", null);
  DecodeOptions error = JsonDecode();
  error.mapping.non_finite_form = NonFiniteForm::kError;
  ExpectFailure(TryDecode(*plan, Hex("00010000") + Hex(body), error),
                FaultReason::kValueOutOfRange, {{"field_path", "v[0]"}});
}

TEST(MappingFloat128, SixteenBytes) {
  const Plan plan = PlanOf([](Types& t) { return t.f128; });
  const char body[] = "0102030405060708090a0b0c0d0e0f10";
  for (const BytesForm form :
       {BytesForm::kBinary, BytesForm::kArray, BytesForm::kHex}) {
    ExpectMapping(*plan, body, "\"AQIDBAUGBwgJCgsMDQ4PEA==\"",
                  "c410 0102030405060708090a0b0c0d0e0f10",
                  With(&MappingOptions::bytes_form, form));
  }
  ExpectRefused(*plan, "\"AQID\"", FaultReason::kValueOutOfRange);
  ExpectRefused(*plan, "1.5", FaultReason::kTypeMismatch);
}

TEST(MappingChar8, IsOneLatin1Character) {
  const Plan plan = PlanOf([](Types& t) { return t.c8; });
  ExpectMapping(*plan, "41", "\"A\"", "a141");
  ExpectMapping(*plan, "e4", "\"ä\"", "a2c3a4");
  ExpectMapping(*plan, "00", "\"\\u0000\"", "a100");
  for (const char* json : {"\"\"", "\"ab\"", "\"€\""}) {
    ExpectRefused(*plan, json, FaultReason::kValueOutOfRange);
  }
  ExpectRefused(*plan, "65", FaultReason::kTypeMismatch);
}

TEST(MappingChar16, IsOneUnit) {
  const Plan plan = PlanOf([](Types& t) { return t.c16; });
  ExpectMapping(*plan, "ac20", "\"€\"", "a3e282ac");
  for (const char* json : {"\"\"", "\"ab\"", "\"😀\""}) {
    ExpectRefused(*plan, json, FaultReason::kValueOutOfRange);
  }
  // Half of a pair is no text.
  DecodeOptions options = JsonDecode();
  const std::string half = Hex("00010000 3dd8");
  EXPECT_EQ(FaultReason::kInvalidUtf8,
            TryDecode(*plan, half, options).reason());
  options.mapping.invalid_utf8_policy = InvalidUtf8Policy::kReplace;
  EXPECT_EQ("{\"v\":\"\xef\xbf\xbd\"}", TryDecode(*plan, half, options).output);
  ExpectMapping(
      *plan, "3dd8", R"({"$bytes":"Pdg="})", "c4023dd8",
      With(&MappingOptions::invalid_utf8_policy, InvalidUtf8Policy::kBytes));
}

TEST(MappingString, Escapes) {
  const Plan plan = PlanOf([](Types& t) { return t.str; });
  ExpectMapping(*plan, "0b000000 225c2f08 0c0a0d09 011f 00",
                R"("\"\\/\b\f\n\r\t\u0001\u001f")", "aa 225c2f080c0a0d09011f");
  ExpectMapping(*plan, "05000000 7f e282ac 00", "\"\x7f€\"", "a4 7fe282ac");
  ExpectTaken(*plan, R"("\u0041\u00e4\ud83d\ude00\/")",
              "09000000 41 c3a4 f09f9880 2f 00");
}

TEST(MappingString, InvalidUtf8) {
  const Plan plan = PlanOf([](Types& t) { return t.str; });
  const char body[] = "04000000 61ff62 00";  // a, 0xff, b
  DecodeOptions options = JsonDecode();
  ExpectFailure(TryDecode(*plan, Hex("00010000") + Hex(body), options),
                FaultReason::kInvalidUtf8,
                {{"field_path", "v"}, {"byte_offset", "4"}});
  options.mapping.invalid_utf8_policy = InvalidUtf8Policy::kReplace;
  EXPECT_EQ(
      "{\"v\":\"a\xef\xbf\xbd"
      "b\"}",
      TryDecode(*plan, Hex("00010000") + Hex(body), options).output);
  ExpectMapping(
      *plan, body, "\"aÿb\"", "a4 61c3bf62",
      With(&MappingOptions::invalid_utf8_policy, InvalidUtf8Policy::kLatin1));
  ExpectMapping(
      *plan, body, R"({"$bytes":"Yf9i"})", "c403 61ff62",
      With(&MappingOptions::invalid_utf8_policy, InvalidUtf8Policy::kBytes));
  // What is UTF-8 stays text, but for Latin-1.
  ExpectMapping(
      *plan, "03000000 c3a4 00", "\"ä\"", "a2 c3a4",
      With(&MappingOptions::invalid_utf8_policy, InvalidUtf8Policy::kBytes));
  ExpectMapping(
      *plan, "03000000 c3a4 00", "\"Ã¤\"", "a4 c383c2a4",
      With(&MappingOptions::invalid_utf8_policy, InvalidUtf8Policy::kLatin1));
  ExpectRefused(
      *plan, "\"€\"", FaultReason::kValueOutOfRange,
      With(&MappingOptions::invalid_utf8_policy, InvalidUtf8Policy::kLatin1));
}

TEST(MappingString, BytesForText) {
  const Plan plan = PlanOf([](Types& t) { return t.str; });
  // bin is taken where it is text, {"$bytes": ...} too.
  ExpectTakenMsgpack(*plan, "c4026869", "03000000 686900");
  ExpectTaken(*plan, R"({"$bytes":"aGk="})", "03000000 686900");
  ExpectRefusedMsgpack(*plan, "c401ff", FaultReason::kInvalidUtf8);
  ExpectRefusedMsgpack(*plan, "a1ff", FaultReason::kInvalidUtf8);
  ExpectRefused(*plan, R"({"$bytes":"/w=="})", FaultReason::kInvalidUtf8);
  for (const char* json :
       {"{}", R"({"$byte":"aGk="})", R"({"$bytes":1})", R"({"$bytes":"a"})",
        R"({"$bytes":"aGk=","x":1})", "1", "null", "[]", "true"}) {
    ExpectRefused(*plan, json, FaultReason::kTypeMismatch);
  }
}

TEST(MappingString, EveryHeaderOfMessagePack) {
  const Plan plan = PlanOf([](Types& t) { return t.str; });
  const std::pair<size_t, const char*> rows[] = {
      {0, "a0"},       {31, "bf"},        {32, "d920"},         {255, "d9ff"},
      {256, "da0100"}, {65535, "daffff"}, {65536, "db00010000"}};
  for (const auto& [size, header] : rows) {
    const std::string text(size, 'x');
    std::string document = Hex("81 a176") + Hex(header) + text;
    const std::string payload = FromMsgpack(*plan, document);
    EXPECT_EQ(4 + 4 + size + 1, payload.size());
    EXPECT_EQ(ToHex(document), ToMsgpackHex(*plan, payload)) << size;
  }
}

TEST(MappingWString, Utf8Text) {
  const Plan plan = PlanOf([](Types& t) { return t.wstr; });
  ExpectMapping(*plan, "06000000 ac20 3dd800de", "\"€😀\"",
                "a7 e282ac f09f9880");
  const char lone[] = "04000000 3dd8 6100";
  DecodeOptions options = JsonDecode();
  for (const auto policy :
       {InvalidUtf8Policy::kError, InvalidUtf8Policy::kLatin1}) {
    options.mapping.invalid_utf8_policy = policy;
    ExpectFailure(TryDecode(*plan, Hex("00010000") + Hex(lone), options),
                  FaultReason::kInvalidUtf8, {{"field_path", "v"}});
  }
  options.mapping.invalid_utf8_policy = InvalidUtf8Policy::kReplace;
  EXPECT_EQ(
      "{\"v\":\"\xef\xbf\xbd"
      "a\"}",
      TryDecode(*plan, Hex("00010000") + Hex(lone), options).output);
  ExpectMapping(
      *plan, lone, R"({"$bytes":"PdhhAA=="})", "c404 3dd86100",
      With(&MappingOptions::invalid_utf8_policy, InvalidUtf8Policy::kBytes));
  ExpectRefused(*plan, R"({"$bytes":"Pdhh"})", FaultReason::kValueOutOfRange);
}

MakeType Color(uint32_t bit_bound = 32) {
  return [bit_bound](Types& t) {
    return t.Enum("Color", {{"RED", 1}, {"GREEN", 2}}, bit_bound);
  };
}

TEST(MappingEnum, NameAndNumber) {
  const Plan plan = PlanOf(Color());
  const auto number = With(&MappingOptions::enum_form, EnumForm::kNumber);
  ExpectMapping(*plan, "02000000", "\"GREEN\"", "a5 475245454e");
  ExpectMapping(*plan, "02000000", "2", "02", number);
  ExpectMapping(*plan, "09000000", "9", "09");
  ExpectMapping(*plan, "f7ffffff", "-9", "f7", number);
  ExpectTaken(*plan, "\"RED\"", "01000000", number);
  ExpectTaken(*plan, "1", "01000000");
  ExpectTaken(*plan, "1.0", "01000000");
  ExpectRefused(*plan, "\"BLUE\"", FaultReason::kUnknownEnumerator);
  ExpectRefused(*plan, "\"1\"", FaultReason::kUnknownEnumerator);
  ExpectRefused(*plan, "1.5", FaultReason::kValueOutOfRange);
  ExpectRefused(*plan, "2147483648", FaultReason::kValueOutOfRange);
  ExpectRefused(*plan, "null", FaultReason::kTypeMismatch);
}

TEST(MappingEnum, NumbersFitTheirWidth) {
  const Plan plan = PlanOf(Color(8));
  ExpectTaken(*plan, "127", "7f");
  ExpectTaken(*plan, "-128", "80");
  ExpectRefused(*plan, "128", FaultReason::kValueOutOfRange);
  ExpectRefused(*plan, "-129", FaultReason::kValueOutOfRange);
}

TEST(MappingBitmask, NumberAndNames) {
  const Plan plan = PlanOf([](Types& t) {
    return t.Bitmask("M", {{"A", 0}, {"C", 4}, {"B", 1}}, 8);
  });
  const auto names = With(&MappingOptions::bitmask_form, BitmaskForm::kNames);
  ExpectMapping(*plan, "12", "18", "12");
  ExpectMapping(*plan, "12", R"(["C","B"])", "92 a143 a142", names);
  ExpectMapping(*plan, "00", "[]", "90", names);
  // Either is taken; a bit without a name is kept as number.
  ExpectTaken(*plan, R"(["B","A","B"])", "03");
  ExpectTaken(*plan, "18", "12", names);
  ExpectMapping(*plan, "20", "32", "20");
  DecodeOptions options = JsonDecode();
  options.mapping = names;
  ExpectFailure(TryDecode(*plan, Hex("00010000 20"), options),
                FaultReason::kUnknownEnumerator, {{"field_path", "v"}});
  ExpectRefused(*plan, R"(["D"])", FaultReason::kUnknownEnumerator);
  ExpectRefused(*plan, "[1]", FaultReason::kTypeMismatch);
  ExpectRefused(*plan, "256", FaultReason::kValueOutOfRange);
}

TEST(MappingBitmask, OfSixtyFourBitsIsAnInt64) {
  const Plan plan = PlanOf([](Types& t) {
    return t.Bitmask("M", {{"A", 63}}, 64);
  });
  ExpectMapping(*plan, "0000000000000080", "\"9223372036854775808\"",
                "cf8000000000000000");
}

TEST(MappingBitset, AsAStruct) {
  const Plan plan = PlanOf([](Types& t) {
    return t.Bitset("B", {{"a", 3}, {"f", 1}, {"n", 4, TypeKind::kInt8}});
  });
  ExpectMapping(*plan, "fb", R"({"a":3,"f":true,"n":-1})",
                "83 a161 03 a166 c3 a16e ff");
  const std::string payload = Hex("00010000 fb");
  const auto array = With(&MappingOptions::struct_form, StructForm::kArray);
  ExpectBothWays(*plan, payload, "[[3,true,-1]]", array);
  EXPECT_EQ(ToHex(Hex("91 93 03 c3 ff")), ToMsgpackHex(*plan, payload, array));
  // An id is the position of the first bit.
  const auto by_id = With(&MappingOptions::struct_form, StructForm::kMapById);
  ExpectBothWays(*plan, payload, R"({"0":{"0":3,"3":true,"4":-1}})", by_id);
  EXPECT_EQ(ToHex(Hex("81 00 83 00 03 03 c3 04 ff")),
            ToMsgpackHex(*plan, payload, by_id));
  ExpectTaken(*plan, R"({"n":-8,"a":7})", "87");
  ExpectTaken(*plan, "{}", "00");
  ExpectRefused(*plan, R"({"a":8})", FaultReason::kValueOutOfRange, {}, "v.a");
  ExpectRefused(*plan, R"({"n":8})", FaultReason::kValueOutOfRange, {}, "v.n");
  ExpectRefused(*plan, R"({"n":-9})", FaultReason::kValueOutOfRange, {}, "v.n");
  ExpectRefused(*plan, R"({"f":1})", FaultReason::kTypeMismatch, {}, "v.f");
  ExpectRefused(*plan, R"({"x":1})", FaultReason::kMemberUnknown);
  ExpectRefused(*plan, R"({"a":1,"a":1})", FaultReason::kMemberDuplicate);
  ExpectRefused(*plan, R"({"a":1})", FaultReason::kMemberMissing,
                With(&MappingOptions::require_all, true), "v.f");
}

TEST(MappingBitset, Int64OptionsAreForInt64Fields) {
  const Plan plan = PlanOf([](Types& t) {
    return t.Bitset("B", {{"a", 8}, {"w", 40}});
  });
  ExpectMapping(*plan, "0102000000000000", R"({"a":1,"w":"2"})",
                "82 a161 01 a177 02",
                With(&MappingOptions::int64_form, Int64Form::kString));
  ExpectMapping(*plan, "0102000000000000", R"({"a":1,"w":2})",
                "82 a161 01 a177 cf0000000000000002",
                With(&MappingOptions::int64_width, Int64Width::kFixed));
}

TEST(MappingUnion, DiscriminatorAndMember) {
  const Plan plan = PlanOf([](Types& t) {
    return t.Union(
        "U", t.u8,
        {{{1}, "one", t.u8}, {{2, 3}, "more", t.str}, {{}, "other", t.u16}});
  });
  ExpectMapping(*plan, "01 05", R"({"$discriminator":1,"one":5})",
                "82 ae24646973637269 6d696e61746f72 01 a36f6e65 05");
  ExpectTaken(*plan, R"({"one":5})", "01 05");
  ExpectTaken(*plan, R"({"one":5,"$discriminator":1})", "01 05");
  ExpectTaken(*plan, R"({"$discriminator":3})", "03 000000 01000000 00");
  ExpectTaken(*plan, R"({"$discriminator":9,"other":7})", "09 00 0700");
  ExpectRefused(*plan, R"({"more":"x"})", FaultReason::kMemberMissing);
  ExpectRefused(*plan, R"({"other":1})", FaultReason::kMemberMissing);
  ExpectRefused(*plan, "{}", FaultReason::kMemberMissing);
  ExpectRefused(*plan, R"({"$discriminator":1,"more":"x"})",
                FaultReason::kTypeMismatch);
  ExpectRefused(*plan, R"({"one":1,"more":"x"})",
                FaultReason::kMemberDuplicate);
  ExpectRefused(*plan, R"({"$discriminator":1,"$discriminator":1})",
                FaultReason::kMemberDuplicate);
  ExpectRefused(*plan, R"({"one":1,"x":1})", FaultReason::kMemberUnknown);
  ExpectRefused(*plan, R"({"$discriminator":256})",
                FaultReason::kValueOutOfRange);
  ExpectRefused(*plan, "[]", FaultReason::kTypeMismatch);
  ExpectTaken(*plan, R"({"x":[{}],"one":5})", "01 05",
              With(&MappingOptions::unknown_members_policy,
                   UnknownMembersPolicy::kIgnore));
  ExpectRefused(*plan, R"({"$discriminator":1})", FaultReason::kMemberMissing,
                With(&MappingOptions::require_all, true), "v.one");
  // The form of structs is not that of unions.
  const auto array = With(&MappingOptions::struct_form, StructForm::kArray);
  EXPECT_EQ(R"([{"$discriminator":1,"one":5}])",
            ToJson(*plan, Hex("00010000 01 05"), array));
}

TEST(MappingEmptyStruct, IsEmpty) {
  const MakeType empty = [](Types& t) { return t.Struct("E", {}); };
  ExpectMapping(*PlanOf(empty), "", "{}", "80");
  ExpectMapping(*PlanOf(empty, WireProfile::Ros2()), "00", "{}", "80");
  ExpectBothWays(*PlanOf(empty, WireProfile::Ros2()), Hex("00010000 00"),
                 "[[]]",
                 With(&MappingOptions::struct_form, StructForm::kArray));
}

}  // namespace
}  // namespace transcdr
