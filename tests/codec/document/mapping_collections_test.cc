// The rows of mapping.md for sequences, arrays and maps, under every option, in
// both formats and directions.

#include "tests/codec/document/mapping_fixtures.h"

namespace transcdr {
namespace {

MakeType OctetSequence() {
  return [](Types& t) { return t.Seq(t.byte); };
}

TEST(MappingBytes, BinaryArrayHex) {
  const auto array = With(&MappingOptions::bytes_form, BytesForm::kArray);
  const auto hex = With(&MappingOptions::bytes_form, BytesForm::kHex);
  const std::pair<MakeType, const char*> types[] = {
      {OctetSequence(), "03000000 fb00ff"},
      {[](Types& t) { return t.Seq(t.u8, 5); }, "03000000 fb00ff"},
      {[](Types& t) { return t.Array(t.u8, {3}); }, "fb00ff"}};
  for (const auto& [type, body] : types) {
    const Plan plan = PlanOf(type);
    ExpectMapping(*plan, body, "\"+wD/\"", "c403 fb00ff");
    ExpectMapping(*plan, body, "[251,0,255]", "93 ccfb 00 ccff", array);
    ExpectMapping(*plan, body, "\"fb00ff\"", "c403 fb00ff", hex);
    // Each is taken under every option, but for hex.
    for (const MappingOptions& mapping : {MappingOptions{}, array}) {
      ExpectTaken(*plan, "\"+wD/\"", body, mapping);
      ExpectTaken(*plan, "\"-wD_\"", body, mapping);
      ExpectTaken(*plan, "[251,0,255]", body, mapping);
      ExpectTaken(*plan, "[251.0,0,2.55e2]", body, mapping);
    }
    ExpectTaken(*plan, "[251,0,255]", body, hex);
    ExpectTaken(*plan, "\"FB00ff\"", body, hex);
    ExpectTakenMsgpack(*plan, "93 ccfb 00 ccff", body);
    ExpectTakenMsgpack(*plan, "c403 fb00ff", body, array);
    ExpectTakenMsgpack(*plan, "a4 2b77442f", body);  // base64 as str
    ExpectTakenMsgpack(*plan, "c704 74 01 fb00ff", body);
    ExpectTakenMsgpack(*plan, "c704 74 02 fb00ff", body);
  }
}

TEST(MappingBytes, Refused) {
  const Plan plan = PlanOf([](Types& t) { return t.Seq(t.byte, 3); });
  const auto hex = With(&MappingOptions::bytes_form, BytesForm::kHex);
  ExpectTaken(*plan, "\"\"", "00000000");
  ExpectTaken(*plan, "[]", "00000000");
  ExpectRefused(*plan, "\"*\"", FaultReason::kTypeMismatch);
  ExpectRefused(*plan, "\"abc\"", FaultReason::kTypeMismatch, hex);
  ExpectRefused(*plan, "7", FaultReason::kTypeMismatch);
  ExpectRefused(*plan, "null", FaultReason::kTypeMismatch);
  ExpectRefused(*plan, "[0,256]", FaultReason::kValueOutOfRange, {}, "v[1]");
  ExpectRefused(*plan, "[-1]", FaultReason::kValueOutOfRange, {}, "v[0]");
  ExpectRefused(*plan, "[1.5]", FaultReason::kValueOutOfRange, {}, "v[0]");
  ExpectRefused(*plan, "[\"1\"]", FaultReason::kTypeMismatch, {}, "v[0]");
  ExpectRefused(*plan, "[1,2,3,4]", FaultReason::kBoundExceeded);
  ExpectRefused(*plan, "\"AAAAAA==\"", FaultReason::kBoundExceeded);
  ExpectRefusedMsgpack(*plan, "94 01 02 03 04", FaultReason::kBoundExceeded);
  ExpectRefusedMsgpack(*plan, "c404 01020304", FaultReason::kBoundExceeded);
  ExpectRefusedMsgpack(*plan, "d4 05 01", FaultReason::kTypeMismatch);
  const Plan array = PlanOf([](Types& t) { return t.Array(t.byte, {2}); });
  for (const char* json : {"[1]", "[1,2,3]", "\"AQ==\"", "\"AQID\"", "[]"}) {
    ExpectRefused(*array, json, FaultReason::kValueOutOfRange);
  }
  ExpectRefusedMsgpack(*array, "91 01", FaultReason::kValueOutOfRange);
  ExpectRefusedMsgpack(*array, "c401 01", FaultReason::kValueOutOfRange);
}

TEST(MappingChars, ListAndString) {
  const auto text =
      With(&MappingOptions::char_array_form, CharArrayForm::kString);
  const Plan sequence = PlanOf([](Types& t) { return t.Seq(t.c8, 4); });
  ExpectMapping(*sequence, "03000000 61e400", R"(["a","ä","\u0000"])",
                "93 a161 a2c3a4 a100");
  ExpectMapping(*sequence, "03000000 61e400", R"("aä\u0000")", "a4 61c3a400",
                text);
  ExpectMapping(*sequence, "00000000", "[]", "90");
  ExpectMapping(*sequence, "00000000", "\"\"", "a0", text);
  const Plan array = PlanOf([](Types& t) { return t.Array(t.c8, {3}); });
  ExpectMapping(*array, "616200", R"(["a","b","\u0000"])", "93 a161 a162 a100");
  ExpectMapping(*array, "616200", R"("ab\u0000")", "a3 616200", text);
  // Both are taken; a shorter string is padded in an array.
  ExpectTaken(*array, "\"ab\"", "616200");
  ExpectTaken(*array, "\"\"", "000000");
  ExpectTaken(*array, R"(["a","b","c"])", "616263", text);
  ExpectTaken(*sequence, "\"ab\"", "02000000 6162");
  ExpectRefused(*array, "\"abcd\"", FaultReason::kValueOutOfRange);
  ExpectRefused(*array, R"(["a","b"])", FaultReason::kValueOutOfRange);
  ExpectRefused(*array, "\"€\"", FaultReason::kValueOutOfRange);
  ExpectRefused(*array, "[\"a\",\"bc\",\"d\"]", FaultReason::kValueOutOfRange,
                {}, "v[1]");
  ExpectRefused(*array, "7", FaultReason::kTypeMismatch);
  ExpectRefused(*sequence, "\"abcde\"", FaultReason::kBoundExceeded);
  ExpectRefusedMsgpack(*sequence, "a1ff", FaultReason::kInvalidUtf8);
}

TEST(MappingNumbers, ListBinTyped) {
  const auto bin =
      With(&MappingOptions::numeric_array_form, NumericArrayForm::kBin);
  const auto typed =
      With(&MappingOptions::numeric_array_form, NumericArrayForm::kTyped);
  struct Row {
    TypeIndex Types::*element;
    const char* elements;  // two of them, little endian
    const char* json;
    const char* list;
    const char* bin;
    const char* typed;
  };
  const Row rows[] = {
      {&Types::boolean, "0100", "[true,false]", "92 c3 c2", "c402",
       "c703 74 01"},
      {&Types::i8, "ff7f", "[-1,127]", "92 ff 7f", "c402", "c703 74 00"},
      {&Types::i16, "ffff 0100", "[-1,1]", "92 ff 01", "c404", "c705 74 03"},
      {&Types::u16, "ffff 0100", "[65535,1]", "92 cdffff 01", "c404",
       "c705 74 04"},
      {&Types::i32, "ffffffff 01000000", "[-1,1]", "92 ff 01", "c408",
       "c709 74 05"},
      {&Types::u32, "ffffffff 01000000", "[4294967295,1]", "92 ceffffffff 01",
       "c408", "c709 74 06"},
      {&Types::f32, "0000803f 000000bf", "[1,-0.5]", "92 ca3f800000 cabf000000",
       "c408", "c709 74 07"},
      {&Types::f64, "000000000000f03f 000000000000e0bf", "[1,-0.5]",
       "92 cb3ff0000000000000 cbbfe0000000000000", "c410", "c711 74 08"},
      {&Types::i64, "ffffffffffffffff 0100000000000000", "[-1,1]", "92 ff 01",
       "c410", "c711 74 09"},
      {&Types::u64, "0200000000000000 0100000000000000", "[2,1]", "92 02 01",
       "c410", "c711 74 0a"}};
  for (const Row& row : rows) {
    const Plan array =
        PlanOf([&](Types& t) { return t.Array(t.*row.element, {2}); });
    const std::string elements(row.elements);
    ExpectMapping(*array, elements, row.json, row.list);
    ExpectMapping(*array, elements, row.json, row.bin + elements, bin);
    ExpectMapping(*array, elements, row.json, row.typed + elements, typed);
    // Every form is taken without being told.
    ExpectTakenMsgpack(*array, row.bin + elements, elements);
    ExpectTakenMsgpack(*array, row.typed + elements, elements, bin);
    ExpectTakenMsgpack(*array, row.list, elements, typed);
  }
  // Big endian on the wire is little endian in the document.
  const Plan plan = PlanOf([](Types& t) { return t.Seq(t.u16); });
  const std::string big = Hex("00000000 00000002 0102 0304");
  EXPECT_EQ(ToHex(Hex("81 a176 c404 0201 0403")),
            ToMsgpackHex(*plan, big, bin));
  EncodeOptions options = MsgpackEncode();
  options.order = std::endian::big;
  EXPECT_EQ(
      ToHex(big),
      ToHex(TryEncode(*plan, Hex("81 a176 c404 0201 0403"), options).output));
}

TEST(MappingNumbers, TypedArraysOfAnotherTypeWhereEachValueFits) {
  const Plan u16 = PlanOf([](Types& t) { return t.Seq(t.u16); });
  ExpectTakenMsgpack(*u16, "c703 74 01 01ff", "02000000 0100 ff00");
  ExpectTakenMsgpack(*u16, "c705 74 07 00004040", "01000000 0300");
  ExpectRefusedMsgpack(*u16, "c705 74 07 0000c03f",
                       FaultReason::kValueOutOfRange, {}, "v[0]");
  ExpectRefusedMsgpack(*u16, "c703 74 00 01ff", FaultReason::kValueOutOfRange,
                       {}, "v[1]");
  const Plan f32 = PlanOf([](Types& t) { return t.Seq(t.f32); });
  ExpectTakenMsgpack(*f32, "c709 74 08 000000000000f03f", "01000000 0000803f");
  ExpectRefusedMsgpack(*f32, "c709 74 08 9a9999999999b93f",
                       FaultReason::kValueOutOfRange, {}, "v[0]");
  ExpectTakenMsgpack(*f32, "c709 74 08 9a9999999999b93f", "01000000 cdcccc3d",
                     With(&MappingOptions::inexact_float32_policy,
                          InexactFloat32Policy::kRound));
  ExpectRefusedMsgpack(*f32, "c702 74 63 00", FaultReason::kTypeMismatch);
  ExpectRefusedMsgpack(*f32, "d4 74 08 c0", FaultReason::kDocumentMalformed, {},
                       "");
  ExpectRefusedMsgpack(*f32, "d5 05 0801", FaultReason::kTypeMismatch);
  const Plan flags = PlanOf([](Types& t) { return t.Seq(t.boolean); });
  ExpectRefusedMsgpack(*flags, "c402 0102", FaultReason::kValueOutOfRange, {},
                       "v[1]");
  ExpectRefusedMsgpack(*flags, "c705 74 07 0000803f",
                       FaultReason::kTypeMismatch);
}

TEST(MappingNumbers, RawBytesAreWholeElements) {
  const Plan plan = PlanOf([](Types& t) { return t.Seq(t.f64, 1); });
  ExpectTakenMsgpack(*plan, "c400", "00000000");
  ExpectRefusedMsgpack(*plan, "c404 00000000", FaultReason::kValueOutOfRange);
  ExpectRefusedMsgpack(*plan, "c410 00000000000000000000000000000000",
                       FaultReason::kBoundExceeded);
  ExpectRefused(*plan, "\"AAAA\"", FaultReason::kTypeMismatch);
  const Plan array = PlanOf([](Types& t) { return t.Array(t.i16, {2}); });
  ExpectRefusedMsgpack(*array, "c402 0000", FaultReason::kValueOutOfRange);
  ExpectRefused(*array, "[1]", FaultReason::kValueOutOfRange);
  ExpectRefused(*array, "[1,2,3]", FaultReason::kValueOutOfRange);
}

TEST(MappingArray, ManyDimensionsNest) {
  const Plan plan = PlanOf([](Types& t) { return t.Array(t.i16, {2, 2}); });
  const char body[] = "0100 0200 0300 0400";
  ExpectMapping(*plan, body, "[[1,2],[3,4]]", "92 92 01 02 92 03 04");
  ExpectMapping(
      *plan, body, "[[1,2],[3,4]]", "92 c404 01000200 c404 03000400",
      With(&MappingOptions::numeric_array_form, NumericArrayForm::kBin));
  ExpectRefused(*plan, "[1,2,3,4]", FaultReason::kTypeMismatch, {}, "v[0]");
  ExpectRefused(*plan, "[[1,2]]", FaultReason::kValueOutOfRange);
  ExpectRefused(*plan, "[[1,2],[3]]", FaultReason::kValueOutOfRange, {},
                "v[1]");
}

TEST(MappingSequence, OfAnythingElse) {
  const Plan plan = PlanOf([](Types& t) {
    return t.Seq(t.Struct("P", {{"s", t.str}}), 2);
  });
  ExpectMapping(*plan, "02000000 02000000 6100 0000 01000000 00",
                R"([{"s":"a"},{"s":""}])", "92 81a173a161 81a173a0");
  ExpectMapping(*plan, "00000000", "[]", "90");
  ExpectRefused(*plan, "{}", FaultReason::kTypeMismatch);
  ExpectRefused(*plan, "[{},{},{}]", FaultReason::kBoundExceeded);
  ExpectRefused(*plan, R"([{},{"s":1}])", FaultReason::kTypeMismatch, {},
                "v[1].s");
  ExpectRefusedMsgpack(*plan, "93 80 80 80", FaultReason::kBoundExceeded);
}

TEST(MappingMap, TextKeys) {
  struct Row {
    TypeIndex Types::*key;
    const char* body;  // one entry, value 5
    const char* json;
    const char* msgpack;
  };
  const Row rows[] = {
      {&Types::boolean, "01000000 01 05", R"({"true":5})", "81 c3 05"},
      {&Types::byte, "01000000 ff 05", R"({"255":5})", "81 ccff 05"},
      {&Types::i8, "01000000 ff 05", R"({"-1":5})", "81 ff 05"},
      {&Types::u16, "01000000 0100 05", R"({"1":5})", "81 01 05"},
      {&Types::i32, "01000000 ffffffff 05", R"({"-1":5})", "81 ff 05"},
      {&Types::i64, "01000000 00000000 ffffffffffffffff 05", R"({"-1":5})",
       "81 ff 05"},
      {&Types::u64, "01000000 00000000 ffffffffffffffff 05",
       R"({"18446744073709551615":5})", "81 cfffffffffffffffff 05"},
      {&Types::c8, "01000000 e4 05", R"({"ä":5})", "81 a2c3a4 05"},
      {&Types::c16, "01000000 ac20 05", R"({"€":5})", "81 a3e282ac 05"},
      {&Types::str, "01000000 02000000 2200 05", R"({"\"":5})", "81 a122 05"},
      {&Types::wstr, "01000000 02000000 6100 05", R"({"a":5})", "81 a161 05"}};
  for (const Row& row : rows) {
    const Plan plan = PlanOf([&](Types& t) { return t.Map(t.*row.key, t.u8); });
    ExpectMapping(*plan, row.body, row.json, row.msgpack);
  }
}

TEST(MappingMap, EnumKeys) {
  const Plan plan = PlanOf([](Types& t) {
    return t.Map(t.Enum("E", {{"A", 1}, {"B", 2}}), t.u8);
  });
  ExpectMapping(*plan, "02000000 01000000 05 000000 09000000 06",
                R"({"A":5,"9":6})", "82 a141 05 09 06");
  ExpectMapping(*plan, "01000000 01000000 05", R"({"1":5})", "81 01 05",
                With(&MappingOptions::enum_form, EnumForm::kNumber));
  ExpectTaken(*plan, R"({"1":5})", "01000000 01000000 05");
  ExpectRefused(*plan, R"({"C":5})", FaultReason::kUnknownEnumerator, {},
                "v[0](key)");
}

TEST(MappingMap, OtherKeysMakeAListOfPairs) {
  const Plan floats = PlanOf([](Types& t) { return t.Map(t.f32, t.u8); });
  ExpectMapping(*floats, "02000000 0000803f 05 000000 000000bf 06",
                "[[1,5],[-0.5,6]]", "82 ca3f800000 05 cabf000000 06");
  const Plan structs = PlanOf([](Types& t) {
    return t.Map(t.Struct("K", {{"a", t.u8}}), t.u8);
  });
  ExpectMapping(*structs, "01000000 01 05", R"([[{"a":1},5]])",
                "81 81a16101 05");
  ExpectRefused(*floats, R"({"1":5})", FaultReason::kTypeMismatch);
  // Pairs are taken for every key, in both formats.
  const Plan text = PlanOf([](Types& t) { return t.Map(t.str, t.u8); });
  ExpectTaken(*text, R"([["a",5]])", "01000000 02000000 6100 05");
  ExpectTakenMsgpack(*text, "91 92 a161 05", "01000000 02000000 6100 05");
  ExpectRefused(*text, R"([["a"]])", FaultReason::kTypeMismatch, {},
                "v[0](key)");
  for (const char* json :
       {R"([["a",5,6]])", R"([[]])", R"([{"a":5}])", "[5]"}) {
    ExpectRefused(*text, json, FaultReason::kTypeMismatch, {}, "v[0]");
  }
}

TEST(MappingMap, DuplicateKeys) {
  const Plan plan = PlanOf([](Types& t) { return t.Map(t.u8, t.u8); });
  const std::string twice = Hex("00010000 02000000 01 05 01 06");
  ExpectFailure(TryDecode(*plan, twice, JsonDecode()),
                FaultReason::kMemberDuplicate, {{"field_path", "v[1](key)"}});
  ExpectFailure(TryDecode(*plan, twice, MsgpackDecode()),
                FaultReason::kMemberDuplicate, {{"field_path", "v[1](key)"}});
  ExpectRefused(*plan, R"({"1":5,"1":6})", FaultReason::kMemberDuplicate, {},
                "v[1](key)");
  // By what they mean, not how they are written.
  ExpectRefused(*plan, R"({"0":5,"-0":6})", FaultReason::kMemberDuplicate, {},
                "v[1](key)");
  ExpectRefusedMsgpack(*plan, "82 01 05 cc01 06", FaultReason::kMemberDuplicate,
                       {}, "v[1](key)");
  // The list keeps them, in order.
  ExpectTaken(*plan, "[[1,5],[1,6]]", "02000000 01 05 01 06");
  const Plan floats = PlanOf([](Types& t) { return t.Map(t.f64, t.u8); });
  const std::string pairs =
      Hex("00010000 02000000 00000000 000000000000f03f 05 00000000000000 "
          "000000000000f03f 06");
  EXPECT_EQ(R"({"v":[[1,5],[1,6]]})", ToJson(*floats, pairs));
  // Padding before a key is no part of it.
  ExpectRefusedMsgpack(*floats, "82 cb3ff0000000000000 05 01 06",
                       FaultReason::kMemberDuplicate, {}, "v[1](key)");
}

TEST(MappingMap, KeysOfEveryStruct) {
  // One map's keys are not another's.
  const Plan plan =
      PlanOf([](Types& t) { return t.Map(t.str, t.Map(t.str, t.u8)); });
  ExpectBothWays(*plan, Hex(R"(
    00010000 02000000
    02000000 6100 0000 01000000 02000000 6100 05 00
    02000000 6200 0000 02000000 02000000 6100 06 00 02000000 6200 07
  )"),
                 R"({"v":{"a":{"a":5},"b":{"a":6,"b":7}}})");
}

TEST(MappingMap, LongOnes) {
  const Plan plan = PlanOf([](Types& t) { return t.Map(t.u16, t.u8); });
  std::string json = "{\"v\":{";
  for (int i = 0; i < 70000 / 2; ++i) {
    json += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":1";
  }
  json += "}}";
  const std::string payload = FromJson(*plan, json);
  EXPECT_EQ(json, ToJson(*plan, payload));
  EXPECT_EQ("81a176de 88b8", ToMsgpackHex(*plan, payload).substr(0, 13));
}

}  // namespace
}  // namespace transcdr
