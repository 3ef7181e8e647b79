// Fast CDR 1 and ours on arrays, sequences and maps.

#include <array>
#include <map>
#include <string>
#include <vector>

#include "tests/interop/fast_cdr.h"

namespace transcdr {
namespace {

TEST(FastCdr, SequencesOfEveryPrimitive) {
  Types t;
  t.Struct("S", {{"b", t.Seq(t.boolean)},
                 {"o", t.Seq(t.byte)},
                 {"i8", t.Seq(t.i8)},
                 {"u8", t.Seq(t.u8)},
                 {"i16", t.Seq(t.i16)},
                 {"u16", t.Seq(t.u16)},
                 {"i32", t.Seq(t.i32)},
                 {"u32", t.Seq(t.u32)},
                 {"i64", t.Seq(t.i64)},
                 {"u64", t.Seq(t.u64)},
                 {"f32", t.Seq(t.f32)},
                 {"f64", t.Seq(t.f64)},
                 {"c", t.Seq(t.c8)}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const std::vector<bool> b = {true, false, true};
  const std::vector<uint8_t> octets = {1, 2, 255};
  const std::vector<int8_t> i8 = {-128, 127};
  const std::vector<int16_t> i16 = {-32768};
  const std::vector<uint16_t> u16 = {1, 65535};
  const std::vector<int32_t> i32 = {-1, 0, 1};
  const std::vector<uint32_t> u32 = {4294967295};
  const std::vector<int64_t> i64 = {-1};
  const std::vector<uint64_t> u64 = {1, 2};
  const std::vector<float> f32 = {0.25f, -0.0f};
  const std::vector<double> f64 = {0.1};
  const std::vector<char> c = {'x', '\0', 'z'};
  ExpectSameAsFastCdr(
      *plan,
      R"({"b":[true,false,true],"o":"AQL/","i8":[-128,127],"u8":"AQL/",)"
      R"("i16":[-32768],"u16":[1,65535],"i32":[-1,0,1],"u32":[4294967295],)"
      R"("i64":[-1],"u64":[1,2],"f32":[0.25,-0.0],"f64":[0.1],)"
      R"("c":["x","\u0000","z"]})",
      [&](Cdr& cdr) {
        cdr << b << octets << i8 << octets << i16 << u16 << i32 << u32 << i64
            << u64 << f32 << f64 << c;
      },
      [&](Cdr& cdr) {
        ExpectNext(cdr, b);
        ExpectNext(cdr, octets);
        ExpectNext(cdr, i8);
        ExpectNext(cdr, octets);
        ExpectNext(cdr, i16);
        ExpectNext(cdr, u16);
        ExpectNext(cdr, i32);
        ExpectNext(cdr, u32);
        ExpectNext(cdr, i64);
        ExpectNext(cdr, u64);
        ExpectNext(cdr, f32);
        ExpectNext(cdr, f64);
        ExpectNext(cdr, c);
      });
}

// No alignment for elements that are not there.
TEST(FastCdr, EmptySequences) {
  Types t;
  t.Struct("S", {{"a", t.Seq(t.f64)},
                 {"p", t.byte},
                 {"b", t.Seq(t.i64)},
                 {"c", t.Seq(t.str)},
                 {"d", t.Map(t.str, t.f64)},
                 {"q", t.byte}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  ExpectSameAsFastCdr(
      *plan, R"({"a":[],"p":5,"b":[],"c":[],"d":{},"q":6})",
      [](Cdr& cdr) {
        cdr << std::vector<double>() << uint8_t{5} << std::vector<int64_t>()
            << std::vector<std::string>() << std::map<std::string, double>()
            << uint8_t{6};
      },
      [](Cdr& cdr) {
        ExpectNext(cdr, std::vector<double>());
        ExpectNext(cdr, uint8_t{5});
        ExpectNext(cdr, std::vector<int64_t>());
        ExpectNext(cdr, std::vector<std::string>());
        ExpectNext(cdr, std::map<std::string, double>());
        ExpectNext(cdr, uint8_t{6});
      });
}

TEST(FastCdr, NestedSequencesAndSequencesOfStrings) {
  Types t;
  t.Struct("S", {{"grid", t.Seq(t.Seq(t.i16))},
                 {"names", t.Seq(t.String(3), 4)},
                 {"deep", t.Seq(t.Seq(t.Seq(t.f64)))},
                 {"tail", t.byte}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const std::vector<std::vector<int16_t>> grid = {{1, 2, 3}, {}, {-4}};
  const std::vector<std::string> names = {"a", "", "abc"};
  const std::vector<std::vector<std::vector<double>>> deep = {{},
                                                              {{}, {0.5, 1.5}}};
  ExpectSameAsFastCdr(
      *plan,
      R"({"grid":[[1,2,3],[],[-4]],"names":["a","","abc"],)"
      R"("deep":[[],[[],[0.5,1.5]]],"tail":1})",
      [&](Cdr& cdr) { cdr << grid << names << deep << uint8_t{1}; },
      [&](Cdr& cdr) {
        ExpectNext(cdr, grid);
        ExpectNext(cdr, names);
        ExpectNext(cdr, deep);
        ExpectNext(cdr, uint8_t{1});
      });
}

TEST(FastCdr, Arrays) {
  Types t;
  t.Struct("S", {{"p", t.byte},
                 {"f", t.Array(t.f64, {2})},
                 {"s", t.Array(t.str, {2})},
                 {"c", t.Array(t.c8, {4})},
                 {"o", t.Array(t.u8, {3})},
                 {"b", t.Array(t.boolean, {2})},
                 {"v", t.Array(t.Seq(t.i32), {2})},
                 {"tail", t.i64}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const std::array<double, 2> f = {1.5, -2};
  const std::array<std::string, 2> s = {"", "second"};
  const std::array<char, 4> c = {'a', 'b', '\0', '\0'};
  const std::array<uint8_t, 3> o = {7, 8, 9};
  const std::array<bool, 2> b = {false, true};
  const std::array<std::vector<int32_t>, 2> v = {std::vector<int32_t>{},
                                                 std::vector<int32_t>{6, 7}};
  const CdrFunction write = [&](Cdr& cdr) {
    cdr << uint8_t{1} << f << s << c << o << b << v << int64_t{-5};
  };
  const CdrFunction read = [&](Cdr& cdr) {
    ExpectNext(cdr, uint8_t{1});
    ExpectNext(cdr, f);
    ExpectNext(cdr, s);
    ExpectNext(cdr, c);
    ExpectNext(cdr, o);
    ExpectNext(cdr, b);
    ExpectNext(cdr, v);
    ExpectNext(cdr, int64_t{-5});
  };
  ExpectSameAsFastCdr(
      *plan,
      R"({"p":1,"f":[1.5,-2],"s":["","second"],"c":["a","b","\u0000",)"
      R"("\u0000"],"o":"BwgJ","b":[false,true],"v":[[],[6,7]],"tail":-5})",
      write, read);
  MappingOptions text;
  text.char_array_form = CharArrayForm::kString;
  text.bytes_form = BytesForm::kArray;
  ExpectSameAsFastCdr(
      *plan,
      R"({"p":1,"f":[1.5,-2],"s":["","second"],"c":"ab\u0000\u0000",)"
      R"("o":[7,8,9],"b":[false,true],"v":[[],[6,7]],"tail":-5})",
      write, read, text);
}

TEST(FastCdr, ArraysOfManyDimensions) {
  Types t;
  const TypeIndex row = t.Alias("Row", t.Array(t.i32, {3}));
  t.Struct("S", {{"p", t.byte},
                 {"m", t.Array(t.i32, {2, 3})},
                 {"cube", t.Array(t.f64, {2, 1, 2})},
                 {"bytes", t.Array(t.byte, {2, 2})},
                 {"rows", t.Array(row, {2})},
                 {"names", t.Array(t.str, {1, 2})}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const std::array<std::array<int32_t, 3>, 2> m = {{{0, 1, 2}, {10, 11, 12}}};
  const std::array<std::array<std::array<double, 2>, 1>, 2> cube = {
      {{{{0.5, 1}}}, {{{2, 3}}}}};
  const std::array<std::array<uint8_t, 2>, 2> bytes = {{{1, 2}, {3, 4}}};
  const std::array<std::array<std::string, 2>, 1> names = {{{"x", "yy"}}};
  ExpectSameAsFastCdr(
      *plan,
      R"({"p":1,"m":[[0,1,2],[10,11,12]],"cube":[[[0.5,1]],[[2,3]]],)"
      R"("bytes":["AQI=","AwQ="],"rows":[[0,1,2],[10,11,12]],)"
      R"("names":[["x","yy"]]})",
      [&](Cdr& cdr) { cdr << uint8_t{1} << m << cube << bytes << m << names; },
      [&](Cdr& cdr) {
        ExpectNext(cdr, uint8_t{1});
        ExpectNext(cdr, m);
        ExpectNext(cdr, cube);
        ExpectNext(cdr, bytes);
        ExpectNext(cdr, m);
        ExpectNext(cdr, names);
      });
}

TEST(FastCdr, Maps) {
  Types t;
  const TypeIndex color = t.Enum("Color", {{"RED"}, {"GREEN"}});
  t.Struct("S", {{"ages", t.Map(t.str, t.u8)},
                 {"by_number", t.Map(t.i16, t.f64)},
                 {"by_flag", t.Map(t.boolean, t.str)},
                 {"by_color", t.Map(color, t.Seq(t.i32))},
                 {"by_float", t.Map(t.f32, t.i64)},
                 {"nested", t.Map(t.u64, t.Map(t.str, t.i8))},
                 {"tail", t.byte}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  const std::map<std::string, uint8_t> ages = {{"ann", 40}, {"bo", 7}};
  const std::map<int16_t, double> by_number = {{-1, 0.5}, {300, 1.5}};
  const std::map<bool, std::string> by_flag = {{false, "no"}, {true, "yes"}};
  const std::map<uint32_t, std::vector<int32_t>> by_color = {{0, {}}, {1, {5}}};
  const std::map<float, int64_t> by_float = {{-0.5f, 1}, {2.0f, -1}};
  const std::map<uint64_t, std::map<std::string, int8_t>> nested = {
      {UINT64_MAX, {{"", -1}}}};
  ExpectSameAsFastCdr(
      *plan,
      R"({"ages":{"ann":40,"bo":7},"by_number":{"-1":0.5,"300":1.5},)"
      R"("by_flag":{"false":"no","true":"yes"},)"
      R"("by_color":{"RED":[],"GREEN":[5]},"by_float":[[-0.5,1],[2,-1]],)"
      R"("nested":{"18446744073709551615":{"":-1}},"tail":1})",
      [&](Cdr& cdr) {
        cdr << ages << by_number << by_flag << by_color << by_float << nested
            << uint8_t{1};
      },
      [&](Cdr& cdr) {
        ExpectNext(cdr, ages);
        ExpectNext(cdr, by_number);
        ExpectNext(cdr, by_flag);
        ExpectNext(cdr, by_color);
        ExpectNext(cdr, by_float);
        ExpectNext(cdr, nested);
        ExpectNext(cdr, uint8_t{1});
      });
}

// More than a chunk of any writer.
TEST(FastCdr, LongSequences) {
  Types t;
  t.Struct("S", {{"f", t.Seq(t.f64)}, {"i", t.Seq(t.i16)}, {"s", t.str}});
  const Plan plan = t.PlanOrDie("S", WireProfile::FastCdr1());
  std::vector<double> f;
  std::vector<int16_t> i;
  std::string json = "{\"f\":[";
  for (int n = 0; n < 1500; ++n) {
    f.push_back(n);
    json += (n > 0 ? "," : "") + std::to_string(n);
  }
  json += "],\"i\":[";
  for (int n = 0; n < 3000; ++n) {
    i.push_back(static_cast<int16_t>(-n));
    json += (n > 0 ? "," : "") + std::to_string(-n);
  }
  const std::string text(5000, 'x');
  json += "],\"s\":\"" + text + "\"}";
  ExpectSameAsFastCdr(
      *plan, json, [&](Cdr& cdr) { cdr << f << i << text; },
      [&](Cdr& cdr) {
        ExpectNext(cdr, f);
        ExpectNext(cdr, i);
        ExpectNext(cdr, text);
      });
}

}  // namespace
}  // namespace transcdr
