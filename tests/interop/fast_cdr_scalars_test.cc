// Fast CDR 1 and ours on the kinds that have one value: characters, text, wide
// text, enums, bitmasks, bitsets, long double.

#include <array>
#include <cstring>
#include <limits>

#include "codec/base/base64.h"
#include "tests/interop/fast_cdr.h"

namespace transcdr {
namespace {

TEST(FastCdr, EveryPrimitiveBehindAnOctet) {
  Types t;
  t.Struct("S",
           {{"p0", t.byte}, {"b", t.boolean}, {"p1", t.byte}, {"i8", t.i8},
            {"i16", t.i16}, {"p2", t.byte},   {"u16", t.u16}, {"p3", t.byte},
            {"i32", t.i32}, {"p4", t.byte},   {"u32", t.u32}, {"p5", t.byte},
            {"i64", t.i64}, {"p6", t.byte},   {"u64", t.u64}, {"p7", t.byte},
            {"f32", t.f32}, {"p8", t.byte},   {"f64", t.f64}, {"c", t.c8},
            {"w", t.c16}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const uint8_t pad = 9;
  ExpectSameAsFastCdr(
      *plan,
      R"({"p0":9,"b":true,"p1":9,"i8":-128,"i16":-32768,"p2":9,"u16":65535,)"
      R"("p3":9,"i32":-2147483648,"p4":9,"u32":4294967295,"p5":9,)"
      R"("i64":"-9223372036854775808","p6":9,"u64":"18446744073709551615",)"
      R"("p7":9,"f32":0.1,"p8":9,"f64":-1e+300,"c":"Z","w":"ä"})",
      [&](Cdr& cdr) {
        cdr << pad << true << pad << std::numeric_limits<int8_t>::min()
            << std::numeric_limits<int16_t>::min() << pad << uint16_t{65535}
            << pad << std::numeric_limits<int32_t>::min() << pad
            << uint32_t{4294967295} << pad
            << std::numeric_limits<int64_t>::min() << pad << UINT64_MAX << pad
            << 0.1f << pad << -1e300 << 'Z' << L'ä';
      },
      [&](Cdr& cdr) {
        ExpectNext(cdr, pad);
        ExpectNext(cdr, true);
        ExpectNext(cdr, pad);
        ExpectNext(cdr, std::numeric_limits<int8_t>::min());
        ExpectNext(cdr, std::numeric_limits<int16_t>::min());
        ExpectNext(cdr, pad);
        ExpectNext(cdr, uint16_t{65535});
        ExpectNext(cdr, pad);
        ExpectNext(cdr, std::numeric_limits<int32_t>::min());
        ExpectNext(cdr, pad);
        ExpectNext(cdr, uint32_t{4294967295});
        ExpectNext(cdr, pad);
        ExpectNext(cdr, std::numeric_limits<int64_t>::min());
        ExpectNext(cdr, pad);
        ExpectNext(cdr, uint64_t{UINT64_MAX});
        ExpectNext(cdr, pad);
        ExpectNext(cdr, 0.1f);
        ExpectNext(cdr, pad);
        ExpectNext(cdr, -1e300);
        ExpectNext(cdr, 'Z');
        ExpectNext(cdr, L'ä');
      });
}

TEST(FastCdr, Strings) {
  Types t;
  t.Struct("S", {{"a", t.str}, {"b", t.String(5)}, {"n", t.f64}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  ExpectSameAsFastCdr(
      *plan, R"({"a":"","b":"äöc","n":0.5})",
      [](Cdr& cdr) { cdr << std::string() << std::string("äöc") << 0.5; },
      [](Cdr& cdr) {
        ExpectNext(cdr, std::string());
        ExpectNext(cdr, std::string("äöc"));
        ExpectNext(cdr, 0.5);
      });
}

// A null char* is length 0 without a NUL. It decodes as "", which encodes as
// every other empty string.
TEST(FastCdr, NullStringIsEmpty) {
  Types t;
  t.Struct("S", {{"a", t.str}, {"n", t.i32}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const std::string payload = FastCdrWrite(std::endian::little, [](Cdr& cdr) {
    cdr << static_cast<const char*>(nullptr) << int32_t{5};
  });
  EXPECT_EQ(ToHex(Hex("00010000 00000000 05000000")), ToHex(payload));
  EXPECT_EQ(R"({"a":"","n":5})", ToJson(*plan, payload));
}

TEST(FastCdr, WideStringsAndCharacters) {
  Types t;
  t.Struct("S", {{"p", t.byte},
                 {"w", t.c16},
                 {"empty", t.wstr},
                 {"s", t.WString(4)},
                 {"ws", t.Seq(t.wstr)},
                 {"wcs", t.Seq(t.c16)},
                 {"wca", t.Array(t.c16, {2})},
                 {"tail", t.byte}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const std::vector<std::wstring> texts = {L"a", L"", L"€uro"};
  const std::vector<wchar_t> characters = {L'x', L'ß', L'\xffff'};
  ExpectSameAsFastCdr(
      *plan,
      R"({"p":1,"w":"€","empty":"","s":"wide","ws":["a","","€uro"],)"
      "\"wcs\":[\"x\",\"ß\",\"\xef\xbf\xbf\"],"
      R"("wca":["y","z"],"tail":2})",
      [&](Cdr& cdr) {
        cdr << uint8_t{1} << L'€' << std::wstring() << std::wstring(L"wide")
            << texts << characters << std::array<wchar_t, 2>{L'y', L'z'}
            << uint8_t{2};
      },
      [&](Cdr& cdr) {
        ExpectNext(cdr, uint8_t{1});
        ExpectNext(cdr, L'€');
        ExpectNext(cdr, std::wstring());
        ExpectNext(cdr, std::wstring(L"wide"));
        ExpectNext(cdr, texts);
        ExpectNext(cdr, characters);
        ExpectNext(cdr, std::array<wchar_t, 2>{L'y', L'z'});
        ExpectNext(cdr, uint8_t{2});
      });
}

// Fast CDR 1 on Linux widens code points; ROS 2 and ours widen UTF-16 units.
// Both are read; ours writes units, as every ROS 2 middleware does.
TEST(FastCdr, WideTextBeyondTheBasicPlaneIsRead) {
  Types t;
  t.Struct("S", {{"s", t.wstr}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const std::string payload = FastCdrWrite(std::endian::little, [](Cdr& cdr) {
    cdr << std::wstring(L"\U0001f600");
  });
  EXPECT_EQ(ToHex(Hex("00010000 01000000 00f60100")), ToHex(payload));
  EXPECT_EQ(R"({"s":"😀"})", ToJson(*plan, payload));
  EXPECT_EQ(ToHex(Hex("00010000 02000000 3dd80000 00de0000")),
            ToHex(FromJson(*plan, R"({"s":"😀"})")));
}

TEST(FastCdr, Enums) {
  Types t;
  const TypeIndex color =
      t.Enum("Color", {{"RED"}, {"GREEN", 5}, {"NEGATIVE", -2}});
  t.Struct("S", {{"p", t.byte},
                 {"one", color},
                 {"unknown", color},
                 {"many", t.Seq(color)},
                 {"two", t.Array(color, {2})}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  enum Color : uint32_t { kRed = 0, kGreen = 5 };
  const std::vector<int32_t> many = {-2, 5};
  ExpectSameAsFastCdr(
      *plan,
      R"({"p":1,"one":"GREEN","unknown":77,"many":["NEGATIVE","GREEN"],)"
      R"("two":["RED","GREEN"]})",
      [&](Cdr& cdr) {
        cdr << uint8_t{1} << static_cast<uint32_t>(kGreen) << uint32_t{77}
            << many
            << std::array<uint32_t, 2>{static_cast<uint32_t>(kRed),
                                       static_cast<uint32_t>(kGreen)};
      },
      [&](Cdr& cdr) {
        ExpectNext(cdr, uint8_t{1});
        ExpectNext(cdr, uint32_t{5});
        ExpectNext(cdr, uint32_t{77});
        ExpectNext(cdr, many);
        ExpectNext(cdr, std::array<uint32_t, 2>{0, 5});
      });
}

TEST(FastCdr, EnumsOfFewerBits) {
  Types t;
  const TypeIndex tiny = t.Enum("Tiny", {{"A", -1}, {"B", 7}}, 8);
  const TypeIndex small = t.Enum("Small", {{"C", -300}, {"D", 300}}, 16);
  t.Struct("S", {{"a", tiny}, {"c", small}, {"list", t.Seq(tiny)}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const std::vector<int8_t> list = {7, -1, 7};
  ExpectSameAsFastCdr(
      *plan, R"({"a":"A","c":"C","list":["B","A","B"]})",
      [&](Cdr& cdr) { cdr << int8_t{-1} << int16_t{-300} << list; },
      [&](Cdr& cdr) {
        ExpectNext(cdr, int8_t{-1});
        ExpectNext(cdr, int16_t{-300});
        ExpectNext(cdr, list);
      });
}

TEST(FastCdr, Bitmasks) {
  Types t;
  const TypeIndex m8 = t.Bitmask("M8", {{"A"}, {"B", 7}}, 8);
  const TypeIndex m16 = t.Bitmask("M16", {{"C", 15}}, 16);
  const TypeIndex m32 = t.Bitmask("M32", {{"D", 3}, {"E"}}, 32);
  const TypeIndex m64 = t.Bitmask("M64", {{"F", 63}, {"G", 0}}, 64);
  t.Struct("S", {{"m8", m8}, {"m16", m16}, {"m32", m32}, {"m64", m64}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const CdrFunction write = [](Cdr& cdr) {
    cdr << uint8_t{0x81} << uint16_t{0x8000} << uint32_t{0x18}
        << uint64_t{0x8000000000000001};
  };
  const CdrFunction read = [](Cdr& cdr) {
    ExpectNext(cdr, uint8_t{0x81});
    ExpectNext(cdr, uint16_t{0x8000});
    ExpectNext(cdr, uint32_t{0x18});
    ExpectNext(cdr, uint64_t{0x8000000000000001});
  };
  ExpectSameAsFastCdr(
      *plan, R"({"m8":129,"m16":32768,"m32":24,"m64":"9223372036854775809"})",
      write, read);
  MappingOptions names;
  names.bitmask_form = BitmaskForm::kNames;
  ExpectSameAsFastCdr(
      *plan, R"({"m8":["A","B"],"m16":["C"],"m32":["D","E"],"m64":["F","G"]})",
      write, read, names);
}

// Bits from the least significant on, in the smallest integer that holds them.
TEST(FastCdr, Bitsets) {
  Types t;
  const TypeIndex b8 = t.Bitset("B8", {{"a", 3}, {"f", 1}, {"b", 4}});
  const TypeIndex base = t.Bitset("Base", {{"low", 6}, {"", 4}});
  const TypeIndex b16 = t.Bitset("B16", {{"high", 6, TypeKind::kInt8}}, base);
  const TypeIndex b64 = t.Bitset("B64", {{"wide", 40}});
  t.Struct("S", {{"b8", b8}, {"b16", b16}, {"b64", b64}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  ExpectSameAsFastCdr(
      *plan,
      R"({"b8":{"a":4,"f":false,"b":14},"b16":{"low":33,"high":-31},)"
      R"("b64":{"wide":1099511627775}})",
      [](Cdr& cdr) {
        cdr << uint8_t{0xe4} << static_cast<uint16_t>(33 | 33 << 10)
            << uint64_t{0xffffffffff};
      },
      [](Cdr& cdr) {
        ExpectNext(cdr, uint8_t{0xe4});
        ExpectNext(cdr, static_cast<uint16_t>(33 | 33 << 10));
        ExpectNext(cdr, uint64_t{0xffffffffff});
      });
}

// As documents hold them: binary128, little endian.
constexpr char kOne[] = "0000000000000000 000000000000 ff3f";
constexpr char kMinusTwoAndAHalf[] = "0000000000000000 000000000040 00c0";

// Fast CDR writes the 16 bytes that x86-64 keeps a long double in, 6 of which
// mean nothing: they are set to 0 here.
void ClearJunk(std::endian order, size_t offset, std::string* payload) {
  const size_t junk = order == std::endian::little ? offset + 10 : offset;
  std::memset(payload->data() + junk, 0, 6);
}

TEST(FastCdr, LongDouble) {
  static_assert(sizeof(long double) == 16);
  Types t;
  t.Struct("S", {{"p", t.byte}, {"x", t.f128}, {"tail", t.byte}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const std::string json =
      "{\"p\":1,\"x\":\"" + Base64Encode(Hex(kOne)) + "\",\"tail\":2}";
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    std::string payload = FastCdrWrite(
        order, [](Cdr& cdr) { cdr << uint8_t{1} << 1.0L << uint8_t{2}; });
    ASSERT_EQ(4u + 8 + 16 + 1, payload.size());
    ClearJunk(order, 4 + 8, &payload);
    ExpectBothWays(*plan, payload, json);
    FastCdrRead(FromJson(*plan, json, {}, order), [](Cdr& cdr) {
      ExpectNext(cdr, uint8_t{1});
      ExpectNext(cdr, 1.0L);
      ExpectNext(cdr, uint8_t{2});
    });
  }
}

TEST(FastCdr, SequenceOfLongDouble) {
  Types t;
  t.Struct("S", {{"x", t.Seq(t.f128)}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  std::string payload = FastCdrWrite(std::endian::little, [](Cdr& cdr) {
    cdr << std::vector<long double>{1.0L, -2.5L};
  });
  ASSERT_EQ(4u + 8 + 32, payload.size());
  ClearJunk(std::endian::little, 12, &payload);
  ClearJunk(std::endian::little, 28, &payload);
  const std::string json = "{\"x\":[\"" + Base64Encode(Hex(kOne)) + "\",\"" +
                           Base64Encode(Hex(kMinusTwoAndAHalf)) + "\"]}";
  ExpectBothWays(*plan, payload, json);
  FastCdrRead(FromJson(*plan, json), [](Cdr& cdr) {
    ExpectNext(cdr, std::vector<long double>{1.0L, -2.5L});
  });
}

}  // namespace
}  // namespace transcdr
