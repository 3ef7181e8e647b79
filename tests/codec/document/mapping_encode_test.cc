// What Encode accepts (mapping.md, "Encode"): missing, unknown and duplicate
// members, defaults, numbers of other types.

#include <cmath>
#include <string>

#include "tests/codec/document/mapping_fixtures.h"

namespace transcdr {
namespace {

TEST(EncodeDefaults, WhatTheSchemaSays) {
  Types t;
  const TypeIndex color =
      t.Enum("Color", {{"RED", 1}, {"GREEN", 2, true}, {"BLUE", 3}});
  const TypeIndex flags = t.Bitmask("Flags", {{"A"}, {"B"}}, 8);
  t.Struct("S",
           {{"b", t.boolean, Literal{true}},
            {"i", t.i8, IntLiteral(-5)},
            {"u", t.u16, IntLiteral(65535)},
            {"f", t.f32, FloatLiteral(0.5)},
            {"c", t.c8, TextLiteral("ä")},
            {"m", flags, IntLiteral(3)},
            {"w", t.c16, TextLiteral("€")},
            {"s", t.str, TextLiteral("hi")},
            {"ws", t.wstr, TextLiteral("w")},
            {"e", color, TextLiteral("BLUE")},
            {"e2", color},
            {"list", t.Seq(t.u16), ListLiteral({IntLiteral(1), IntLiteral(2)})},
            {"bytes", t.Array(t.byte, {2}),
             ListLiteral({IntLiteral(7), IntLiteral(8)})},
            {"flags", t.Array(t.boolean, {2}),
             ListLiteral({Literal{true}, Literal{false}})},
            {"grid", t.Array(t.i8, {2, 2}),
             ListLiteral({ListLiteral({IntLiteral(1), IntLiteral(2)}),
                          ListLiteral({IntLiteral(3), IntLiteral(4)})})},
            {"chars", t.Array(t.c8, {2}),
             ListLiteral({TextLiteral("x"), TextLiteral("y")})},
            {"names", t.Seq(t.str),
             ListLiteral({TextLiteral("a"), TextLiteral("")})},
            {"colors", t.Array(color, {2}),
             ListLiteral({TextLiteral("RED"), TextLiteral("GREEN")})}});
  const Plan plan = t.PlanOrDie("S");
  const std::string payload = Hex(R"(
    00010000
    01 fb ffff                 # b, i, u
    0000003f                   # f
    e4 03 ac20                 # c, m, w
    03000000 686900 00         # s
    02000000 7700 0000         # ws
    03000000 02000000          # e, e2: the default literal
    02000000 0100 0200         # list
    0708 0100                  # bytes, flags
    01020304                   # grid
    7879 0000                  # chars
    02000000 02000000 6100 0000 01000000 00 000000    # names
    01000000 02000000          # colors
  )");
  EXPECT_EQ(ToHex(payload), ToHex(FromJson(*plan, "{}")));
  EXPECT_EQ(ToHex(payload), ToHex(FromMsgpack(*plan, Hex("80"))));
}

TEST(EncodeDefaults, LongDoublesAreWidenedDoubles) {
  Types t;
  t.Struct("S", {{"a", t.f128, FloatLiteral(-1.5)},
                 {"grid", t.Array(t.f128, {1, 2}),
                  ListLiteral({ListLiteral(
                      {FloatLiteral(0.1), FloatLiteral(HUGE_VAL)})})},
                 {"list", t.Seq(t.f128), ListLiteral({FloatLiteral(-0.0)})}});
  const Plan plan = t.PlanOrDie("S");
  const std::string payload = Hex(R"(
    00010000
    0000000000000000 00000000 0080ffbf
    00000000000000a0 99999999 9999fb3f
    0000000000000000 00000000 0000ff7f
    01000000 00000000
    0000000000000000 00000000 00000080
  )");
  EXPECT_EQ(ToHex(payload), ToHex(FromJson(*plan, "{}")));
  EXPECT_EQ(ToHex(payload), ToHex(FromMsgpack(*plan, Hex("80"))));
}

TEST(EncodeDefaults, ZerosWhereTheSchemaSaysNothing) {
  Types t;
  const TypeIndex color = t.Enum("Color", {{"RED", 5}, {"GREEN", 6}});
  const TypeIndex in = t.Struct("In", {{"n", t.i16, IntLiteral(7)}});
  const TypeIndex u =
      t.Union("U", t.u8, {{{0}, "zero", in}, {{1}, "one", t.u8}});
  const TypeIndex on_color = t.Union("V", color, {{{5}, "red", t.u8}});
  t.Struct("S", {{"b", t.boolean},
                 {"c", t.c8},
                 {"w", t.c16},
                 {"s", t.str},
                 {"ws", t.wstr},
                 {"list", t.Seq(in)},
                 {"map", t.Map(t.str, t.u8)},
                 {"e", color},
                 {"in", in},
                 {"two", t.Array(in, {2})},
                 {"u", u},
                 {"v", on_color},
                 {"set", t.Bitset("B", {{"x", 3}})},
                 {"q", t.f128}});
  const Plan plan = t.PlanOrDie("S");
  EXPECT_EQ(ToHex(Hex(R"(
    00010000
    00 00 0000                 # b, c, w
    01000000 00 000000         # s
    00000000 00000000 00000000 # ws, list, map
    05000000                   # e: the first literal
    0700 0700 0700             # in, two
    00 00 0700                 # u: case 0
    0000 05000000 00           # v: padding, the first literal, its case
    00 0000                    # set, padding
    00000000000000000000000000000000
  )")),
            ToHex(FromJson(*plan, "{}")));
}

TEST(EncodeDefaults, RequireAllMakesThemErrors) {
  Types t;
  const TypeIndex in = t.Struct("In", {{"n", t.i16, IntLiteral(7)}});
  t.Struct("S", {{"a", t.u8}, {"in", t.Seq(in)}});
  const Plan plan = t.PlanOrDie("S");
  EncodeOptions options = JsonEncode();
  options.mapping.require_all = true;
  ExpectFailure(TryEncode(*plan, R"({"in":[]})", options),
                FaultReason::kMemberMissing,
                {{"field_path", "a"}, {"name", "a"}});
  ExpectFailure(TryEncode(*plan, R"({"a":1,"in":[{"n":1},{}]})", options),
                FaultReason::kMemberMissing,
                {{"field_path", "in[1].n"}, {"name", "n"}});
  EXPECT_TRUE(TryEncode(*plan, R"({"a":1,"in":[{"n":1}]})", options).ok());
}

TEST(EncodeMembers, UnknownOnes) {
  const Plan plan = PlanOf([](Types& t) { return t.u8; });
  const Outcome outcome =
      TryEncode(*plan, R"({"v":1,"w\u0041":2})", JsonEncode());
  ExpectFailure(outcome, FaultReason::kMemberUnknown,
                {{"name", "wA"}, {"byte_offset", "7"}});
  const auto ignore = With(&MappingOptions::unknown_members_policy,
                           UnknownMembersPolicy::kIgnore);
  EXPECT_EQ(
      ToHex(Hex("00010000 01")),
      ToHex(FromJson(*plan, R"({"w":[{"v":2}],"v":1,"x":null})", ignore)));
  // Keys of any kind, whole arrays and maps among them.
  EXPECT_EQ(ToHex(Hex("00010000 01")),
            ToHex(FromMsgpack(
                *plan, Hex("85 05 06 92a17607 08 81 a176 09 0a a176 01 c0 c3"),
                ignore)));
  EXPECT_EQ(
      FaultReason::kMemberUnknown,
      TryEncode(*plan, Hex("82 91a176 05 a176 01"), MsgpackEncode()).reason());
  // What is ignored is well-formed all the same.
  EncodeOptions options = JsonEncode();
  options.mapping = ignore;
  for (const char* json :
       {R"({"w":[1,],"v":1})", R"({"w":01,"v":1})", R"({"w":{"a"},"v":1})",
        R"({"w":tru,"v":1})", R"({"w":"\q","v":1})"}) {
    EXPECT_EQ(FaultReason::kDocumentMalformed,
              TryEncode(*plan, json, options).reason())
        << json;
  }
}

TEST(EncodeNumbers, IntegersFromFloats) {
  const Plan plan = PlanOf([](Types& t) { return t.i16; });
  ExpectTaken(*plan, "2.0", "0200");
  ExpectTaken(*plan, "1e3", "e803");
  ExpectTaken(*plan, "-3.2768e4", "0080");
  ExpectTaken(*plan, "-0.0", "0000");
  ExpectTakenMsgpack(*plan, "ca40000000", "0200");
  ExpectTakenMsgpack(*plan, "cbc000000000000000", "feff");
  for (const char* json : {"2.5", "32768", "-32769", "1e5", "1e400", "1e-400",
                           "99999999999999999999999"}) {
    ExpectRefused(*plan, json, FaultReason::kValueOutOfRange);
  }
  for (const char* json : {"\"2\"", "true", "null", "[]", "{}", "\"\""}) {
    ExpectRefused(*plan, json, FaultReason::kTypeMismatch);
  }
  for (const char* msgpack :
       {"ca40200000", "cb7ff8000000000000", "cb7ff0000000000000",
        "cb40e0000000000000", "cd8000", "d2ffff7fff", "cfffffffffffffffff"}) {
    ExpectRefusedMsgpack(*plan, msgpack, FaultReason::kValueOutOfRange);
  }
}

TEST(EncodeNumbers, TheRangeOfEveryInteger) {
  struct Row {
    TypeIndex Types::*type;
    const char* lowest;
    const char* below;
    const char* highest;
    const char* above;
  };
  const Row rows[] = {
      {&Types::i8, "-128", "-129", "127", "128"},
      {&Types::u8, "0", "-1", "255", "256"},
      {&Types::byte, "0", "-1", "255", "256"},
      {&Types::i16, "-32768", "-32769", "32767", "32768"},
      {&Types::u16, "0", "-1", "65535", "65536"},
      {&Types::i32, "-2147483648", "-2147483649", "2147483647", "2147483648"},
      {&Types::u32, "0", "-1", "4294967295", "4294967296"},
      {&Types::i64, "-9223372036854775808", "-9223372036854775809",
       "9223372036854775807", "9223372036854775808"},
      {&Types::u64, "0", "-1", "18446744073709551615", "18446744073709551616"}};
  for (const Row& row : rows) {
    const Plan plan = PlanOf([&](Types& t) { return t.*row.type; });
    const auto number = With(&MappingOptions::int64_form, Int64Form::kNumber);
    for (const std::string text : {row.lowest, row.highest}) {
      const std::string json = "{\"v\":" + text + "}";
      EXPECT_EQ(json, ToJson(*plan, FromJson(*plan, json), number));
    }
    ExpectRefused(*plan, row.below, FaultReason::kValueOutOfRange);
    ExpectRefused(*plan, row.above, FaultReason::kValueOutOfRange);
  }
}

TEST(EncodeNumbers, NumericTextForInt64) {
  const Plan plan = PlanOf([](Types& t) { return t.i64; });
  ExpectTaken(*plan, "\"-7\"", "f9ffffffffffffff");
  ExpectTakenMsgpack(*plan, "a137", "0700000000000000");
  for (const char* json : {"\"\"", "\" 7\"", "\"7 \"", "\"0x7\"", "\"7.0\"",
                           "\"7e0\"", "\"+7\"", "\"07\"", "\"-\"", "\"NaN\""}) {
    ExpectRefused(*plan, json, FaultReason::kTypeMismatch);
  }
  ExpectRefused(*plan, "\"9223372036854775808\"",
                FaultReason::kValueOutOfRange);
}

TEST(EncodeNumbers, FloatsFromIntegers) {
  const Plan f32 = PlanOf([](Types& t) { return t.f32; });
  ExpectTaken(*f32, "3", "00004040");
  ExpectTakenMsgpack(*f32, "03", "00004040");
  ExpectTakenMsgpack(*f32, "fd", "000040c0");
  ExpectTakenMsgpack(*f32, "cb3ff8000000000000", "0000c03f");
  ExpectRefusedMsgpack(*f32, "cb3fb999999999999a",
                       FaultReason::kValueOutOfRange);
  ExpectTakenMsgpack(*f32, "cb3fb999999999999a", "cdcccc3d",
                     With(&MappingOptions::inexact_float32_policy,
                          InexactFloat32Policy::kRound));
  ExpectRefusedMsgpack(*f32, "cb7e37e43c8800759c",
                       FaultReason::kValueOutOfRange,
                       With(&MappingOptions::inexact_float32_policy,
                            InexactFloat32Policy::kRound));
  ExpectTakenMsgpack(*f32, "cb7ff0000000000000", "0000807f");
  ExpectTaken(*f32, "0.1", "cdcccc3d");
  ExpectRefused(*f32, "1e39", FaultReason::kValueOutOfRange);
  const Plan f64 = PlanOf([](Types& t) { return t.f64; });
  ExpectTakenMsgpack(*f64, "ca3fc00000", "000000000000f83f");
  ExpectTakenMsgpack(*f64, "cfffffffffffffffff", "000000000000f043");
  ExpectTaken(*f64, "1e-400", "0000000000000000");
  ExpectTaken(*f64, "-1e-400", "0000000000000080");
  ExpectRefused(*f64, "1e309", FaultReason::kValueOutOfRange);
  for (const char* json :
       {"\"1\"", "\"nan\"", "\"inf\"", "\"\"", "true", "null", "[1]"}) {
    ExpectRefused(*f64, json, FaultReason::kTypeMismatch);
  }
}

TEST(EncodeRoot, IsOneDocument) {
  const Plan plan = PlanOf([](Types& t) { return t.u8; });
  for (const char* json : {"", " ", "{\"v\":1} x", "{\"v\":1}{}", "{", "{\"v\"",
                           "{\"v\":1", "{\"v\":1,}", "{\"v\":1]"}) {
    EXPECT_EQ(FaultReason::kDocumentMalformed,
              TryEncode(*plan, json, JsonEncode()).reason())
        << json;
  }
  for (const char* json : {"null", "1", "[]", "\"x\""}) {
    EXPECT_EQ(FaultReason::kTypeMismatch,
              TryEncode(*plan, json, JsonEncode()).reason())
        << json;
  }
  EXPECT_TRUE(TryEncode(*plan, " \n{ \"v\" : 1 }\t\r\n", JsonEncode()).ok());
  for (const char* msgpack : {"", "81", "81 a1", "81 a176", "81 a176 01 c0"}) {
    EXPECT_EQ(FaultReason::kDocumentMalformed,
              TryEncode(*plan, Hex(msgpack), MsgpackEncode()).reason())
        << msgpack;
  }
  EXPECT_EQ(FaultReason::kInvalidUtf8,
            TryEncode(*plan, "{\"v\":1} \xff", JsonEncode()).reason());
}

TEST(EncodeKeys, EscapedAndSpacedOnesAreTheSame) {
  const Plan plan = PlanOf([](Types& t) { return t.u8; });
  for (const char* json :
       {R"({"\u0076":1})", R"({ "v" :1})", "{\n\t\"v\"\r\n:\t1}"}) {
    EXPECT_EQ(ToHex(Hex("00010000 01")), ToHex(FromJson(*plan, json)));
  }
  // A longer header than needed.
  EXPECT_EQ(ToHex(Hex("00010000 01")),
            ToHex(FromMsgpack(*plan, Hex("de0001 d90176 cc01"))));
}

TEST(EncodeNull, IsNothingElse) {
  Types t;
  t.Struct("S", {{"s", t.str}, {"list", t.Seq(t.u8)}, {"n", t.i32}});
  const Plan plan = t.PlanOrDie("S");
  for (const char* name : {"s", "list", "n"}) {
    const Outcome outcome =
        TryEncode(*plan, "{\"" + std::string(name) + "\":null}", JsonEncode());
    ExpectFailure(outcome, FaultReason::kTypeMismatch,
                  {{"field_path", name}, {"actual", "null"}});
  }
}

}  // namespace
}  // namespace transcdr
