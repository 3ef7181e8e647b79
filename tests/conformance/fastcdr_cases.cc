// Writes cases/fast_cdr_1.jsonl: rows whose bytes Fast CDR 1.0 wrote, in both
// byte orders. Only for making that file anew:
//
//   g++ -std=c++20 fastcdr_cases.cc -lfastcdr -o /tmp/fastcdr_cases
//   /tmp/fastcdr_cases > cases/fast_cdr_1.jsonl
//
// What is serialized here is what Fast-DDS-Gen 2 generates for the type:
// members in order, enumerations as uint32, bitmasks and bitsets as their
// integer.

#include <fastcdr/Cdr.h>
#include <fastcdr/FastBuffer.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

using eprosima::fastcdr::Cdr;
using eprosima::fastcdr::FastBuffer;
using Serialize = std::function<void(Cdr&)>;

// `types`: the elements of TypeDescriptorSet.types; the root is demo::Case.
void Emit(const std::string& id, const std::string& types,
          const std::string& expected, const Serialize& serialize) {
  for (const bool little : {true, false}) {
    FastBuffer buffer;
    Cdr cdr(buffer, little ? Cdr::LITTLE_ENDIANNESS : Cdr::BIG_ENDIANNESS,
            Cdr::DDS_CDR);
    // Fast CDR leaves padding as it finds it; make it find zeros.
    buffer.reserve(4096);
    std::memset(buffer.getBuffer(), 0, buffer.getBufferSize());
    cdr.serialize_encapsulation();
    serialize(cdr);
    std::string hex;
    for (size_t i = 0; i < cdr.getSerializedDataLength(); ++i) {
      char digits[3];
      std::snprintf(digits, sizeof(digits), "%02x",
                    static_cast<unsigned char>(buffer.getBuffer()[i]));
      hex += digits;
    }
    const char* order = little ? "le" : "be";
    std::printf(
        "{\"id\": \"fastcdr1-%s-%s\", \"origin\": \"written by Fast CDR 1.0.26 "
        "(libfastcdr-dev of Debian 12), fastcdr_cases.cc\", \"encoding\": "
        "\"xcdr1_%s\", \"schema_kind\": \"descriptor\", \"schema\": "
        "{\"types\": [%s]}, \"root_type\": \"demo::Case\", \"profile\": "
        "{\"preset\": \"WIRE_PRESET_FAST_CDR_1\"}, \"payload_hex\": \"%s\", "
        "\"expected_json\": %s, \"notes\": \"\", \"quirks\": [%s]}\n",
        id.c_str(), order, order, types.c_str(), hex.c_str(), expected.c_str(),
        types.find("FLOAT128") == std::string::npos
            ? ""
            : "\"longdouble-x87-image\"");
  }
}

// ---- Descriptors as protobuf JSON.

std::string Prim(const std::string& kind) {
  return "{\"primitive\": \"PRIMITIVE_KIND_" + kind + "\"}";
}
std::string Text() { return "{\"string_type\": {}}"; }
std::string Wide() { return "{\"wstring_type\": {}}"; }
std::string Ref(const std::string& name) {
  return "{\"name\": \"" + name + "\"}";
}
std::string Seq(const std::string& element) {
  return "{\"sequence_type\": {\"element\": " + element + "}}";
}
std::string Arr(const std::string& element, const std::string& dimensions) {
  return "{\"array_type\": {\"element\": " + element + ", \"dimensions\": [" +
         dimensions + "]}}";
}
std::string Map(const std::string& key, const std::string& value) {
  return "{\"map_type\": {\"key\": " + key + ", \"value\": " + value + "}}";
}
using Members = std::vector<std::pair<std::string, std::string>>;
std::string MemberList(const Members& members) {
  std::string text;
  for (const auto& [name, type] : members) {
    if (!text.empty()) text += ", ";
    text += "{\"name\": \"" + name + "\", \"type\": " + type + "}";
  }
  return "[" + text + "]";
}
std::string Struct(const std::string& name, const Members& members,
                   const std::string& base = "") {
  return "{\"name\": \"" + name + "\", \"struct_type\": {\"base\": \"" + base +
         "\", \"members\": " + MemberList(members) + "}}";
}
std::string Root(const Members& members) {
  return Struct("demo::Case", members);
}

std::string Float128Text(long double value) {
  unsigned char bytes[16] = {};
  std::memcpy(bytes, &value, 10);  // the x87 image; the rest is padding
  std::string hex = "float128:";
  for (int i = 15; i >= 0; --i) {
    char digits[3];
    std::snprintf(digits, sizeof(digits), "%02x", bytes[i]);
    hex += digits;
  }
  return "\"" + hex + "\"";
}

// Fast CDR copies 16 bytes of which 6 are whatever lay in memory: they are made
// 0 here, so that the file comes out the same every time.
void PutFloat128(Cdr& cdr, long double value) {
  cdr << value;
  char* image = cdr.getBufferPointer() + cdr.getSerializedDataLength() - 16;
  std::memset(cdr.endianness() == Cdr::LITTLE_ENDIANNESS ? image + 10 : image,
              0, 6);
}

void EmitScalars() {
  Emit("primitives",
       Root({{"a", Prim("BOOLEAN")},
             {"b", Prim("BYTE")},
             {"c", Prim("CHAR8")},
             {"d", Prim("INT16")},
             {"e", Prim("UINT16")},
             {"f", Prim("INT32")},
             {"g", Prim("UINT32")},
             {"h", Prim("INT64")},
             {"i", Prim("UINT64")},
             {"j", Prim("FLOAT32")},
             {"k", Prim("FLOAT64")},
             {"l", Prim("INT8")}}),
       "{\"a\": true, \"b\": 254, \"c\": \"z\", \"d\": -2, \"e\": 65534, "
       "\"f\": -3, \"g\": 4294967293, \"h\": -9007199254740993, \"i\": "
       "18446744073709551615, \"j\": 1.5, \"k\": -0.1, \"l\": -128}",
       [](Cdr& cdr) {
         cdr << true << uint8_t{254} << 'z' << int16_t{-2} << uint16_t{65534}
             << int32_t{-3} << uint32_t{4294967293} << -9007199254740993l
             << 18446744073709551615ul << 1.5f << -0.1 << int8_t{-128};
       });
  Emit("alignment",
       Root({{"a", Prim("BYTE")},
             {"b", Prim("FLOAT64")},
             {"c", Prim("BYTE")},
             {"d", Prim("INT16")},
             {"e", Prim("BYTE")},
             {"f", Prim("UINT32")},
             {"g", Text()},
             {"h", Prim("INT64")}}),
       "{\"a\": 1, \"b\": 2.5, \"c\": 3, \"d\": 4, \"e\": 5, \"f\": 6, "
       "\"g\": \"seven\", \"h\": 8}",
       [](Cdr& cdr) {
         cdr << uint8_t{1} << 2.5 << uint8_t{3} << int16_t{4} << uint8_t{5}
             << uint32_t{6} << std::string("seven") << int64_t{8};
       });
  Emit("float128", Root({{"a", Prim("BYTE")}, {"v", Prim("FLOAT128")}}),
       "{\"a\": 1, \"v\": " + Float128Text(-1.5L) + "}", [](Cdr& cdr) {
         cdr << uint8_t{1};
         PutFloat128(cdr, -1.5L);
       });
  Emit("string", Root({{"a", Text()}, {"b", Text()}, {"c", Prim("UINT16")}}),
       "{\"a\": \"\", \"b\": \"\\u00fc\\u20ac\", \"c\": 7}", [](Cdr& cdr) {
         cdr << std::string() << std::string("\xc3\xbc\xe2\x82\xac")
             << uint16_t{7};
       });
  Emit("wchar", Root({{"a", Prim("BYTE")}, {"v", Prim("CHAR16")}}),
       "{\"a\": 1, \"v\": \"\\u20ac\"}",
       [](Cdr& cdr) { cdr << uint8_t{1} << L'\u20ac'; });
  Emit("wstring",
       Root({{"a", Prim("BYTE")}, {"v", Wide()}, {"b", Prim("BYTE")}}),
       "{\"a\": 1, \"v\": \"a\\u20acb\", \"b\": 2}", [](Cdr& cdr) {
         cdr << uint8_t{1} << std::wstring(L"a\u20acb") << uint8_t{2};
       });
  Emit("wstring-empty", Root({{"v", Wide()}, {"b", Prim("BYTE")}}),
       "{\"v\": \"\", \"b\": 2}",
       [](Cdr& cdr) { cdr << std::wstring() << uint8_t{2}; });
}

void EmitNamedTypes() {
  const std::string color =
      "{\"name\": \"demo::Color\", \"enum_type\": {\"enumerators\": ["
      "{\"name\": \"RED\"}, {\"name\": \"GREEN\", \"value\": 7}, "
      "{\"name\": \"MINUS\", \"value\": -1}]}}, ";
  Emit("enum",
       color + Root({{"a", Ref("demo::Color")},
                     {"b", Seq(Ref("demo::Color"))},
                     {"c", Ref("demo::Color")}}),
       "{\"a\": \"GREEN\", \"b\": [\"RED\", \"MINUS\"], \"c\": 9}",
       [](Cdr& cdr) {
         cdr << uint32_t{7}
             << std::vector<uint32_t>{0, static_cast<uint32_t>(-1)}
             << uint32_t{9};
       });
  const auto mask = [](const char* name, int bits) {
    return "{\"name\": \"demo::" + std::string(name) +
           "\", \"bitmask_type\": {\"bit_bound\": " + std::to_string(bits) +
           ", \"flags\": [{\"name\": \"first\"}, {\"name\": \"last\", "
           "\"position\": " +
           std::to_string(bits - 1) + "}]}}, ";
  };
  Emit("bitmask",
       mask("M8", 8) + mask("M16", 16) + mask("M32", 32) + mask("M64", 64) +
           Root({{"a", Ref("demo::M8")},
                 {"b", Ref("demo::M16")},
                 {"c", Ref("demo::M32")},
                 {"d", Ref("demo::M64")},
                 {"e", Seq(Ref("demo::M16"))}}),
       "{\"a\": 129, \"b\": 32769, \"c\": 2147483649, \"d\": "
       "9223372036854775809, \"e\": [1, 32768]}",
       [](Cdr& cdr) {
         cdr << uint8_t{129} << uint16_t{32769} << uint32_t{2147483649}
             << uint64_t{9223372036854775809ul}
             << std::vector<uint16_t>{1, 32768};
       });
  Emit("bitset",
       "{\"name\": \"demo::B\", \"bitset_type\": {\"fields\": [{\"name\": "
       "\"a\", \"width\": 3}, {\"name\": \"f\", \"width\": 1}, {\"name\": "
       "\"b\", \"width\": 10}]}}, " +
           Root({{"x", Prim("BYTE")}, {"v", Ref("demo::B")}}),
       "{\"x\": 1, \"v\": {\"a\": 5, \"f\": true, \"b\": 1000}}", [](Cdr& cdr) {
         cdr << uint8_t{1} << static_cast<uint16_t>(5 | 1 << 3 | 1000 << 4);
       });
  const std::string number =
      "{\"name\": \"demo::U\", \"union_type\": {\"discriminator\": " +
      Prim("INT32") +
      ", \"cases\": [{\"labels\": [1], \"member\": {\"name\": \"l\", "
      "\"type\": " +
      Prim("INT32") +
      "}}, {\"labels\": [2, 3], \"member\": {\"name\": \"d\", \"type\": " +
      Prim("FLOAT64") +
      "}}, {\"is_default\": true, \"member\": {\"name\": \"s\", \"type\": " +
      Text() + "}}]}}, ";
  Emit("union", number + Root({{"u", Seq(Ref("demo::U"))}}),
       "{\"u\": [{\"_d\": 1, \"l\": -7}, {\"_d\": 3, \"d\": 0.5}, {\"_d\": -9, "
       "\"s\": \"rest\"}]}",
       [](Cdr& cdr) {
         cdr << uint32_t{3} << int32_t{1} << int32_t{-7} << int32_t{3} << 0.5
             << int32_t{-9} << std::string("rest");
       });
  Emit("union-boolean",
       "{\"name\": \"demo::U\", \"union_type\": {\"discriminator\": " +
           Prim("BOOLEAN") +
           ", \"cases\": [{\"labels\": [1], \"member\": {\"name\": \"x\", "
           "\"type\": " +
           Prim("INT64") + "}}]}}, " + Root({{"u", Arr(Ref("demo::U"), "2")}}),
       "{\"u\": [{\"_d\": false}, {\"_d\": true, \"x\": 5}]}",
       [](Cdr& cdr) { cdr << false << true << int64_t{5}; });
  Emit("inheritance",
       Struct("demo::Base", {{"a", Prim("BYTE")}, {"b", Prim("INT32")}}) +
           ", " +
           Struct("demo::Case", {{"c", Prim("BYTE")}, {"d", Text()}},
                  "demo::Base"),
       "{\"a\": 1, \"b\": 2, \"c\": 3, \"d\": \"four\"}", [](Cdr& cdr) {
         cdr << uint8_t{1} << int32_t{2} << uint8_t{3} << std::string("four");
       });
}

void EmitCollections() {
  Emit("empty-sequence",
       Root({{"a", Seq(Prim("FLOAT64"))}, {"b", Prim("BYTE")}}),
       "{\"a\": [], \"b\": 42}",
       [](Cdr& cdr) { cdr << std::vector<double>() << uint8_t{42}; });
  Emit("sequences",
       Root({{"a", Seq(Prim("BOOLEAN"))},
             {"b", Seq(Prim("BYTE"))},
             {"c", Seq(Prim("INT16"))},
             {"d", Seq(Prim("UINT32"))},
             {"e", Seq(Prim("INT64"))},
             {"f", Seq(Prim("FLOAT32"))},
             {"g", Seq(Prim("FLOAT64"))},
             {"h", Seq(Text())},
             {"i", Seq(Prim("CHAR8"))}}),
       "{\"a\": [true, false, true], \"b\": [0, 255], \"c\": [-1, 2, -3], "
       "\"d\": [4294967295], \"e\": [-1], \"f\": [0.5, -0.0], \"g\": [0.1], "
       "\"h\": [\"\", \"ab\", \"c\"], \"i\": [\"x\", \"y\"]}",
       [](Cdr& cdr) {
         cdr << std::vector<bool>{true, false, true}
             << std::vector<uint8_t>{0, 255} << std::vector<int16_t>{-1, 2, -3}
             << std::vector<uint32_t>{4294967295} << std::vector<int64_t>{-1}
             << std::vector<float>{0.5f, -0.0f} << std::vector<double>{0.1}
             << std::vector<std::string>{"", "ab", "c"}
             << std::vector<char>{'x', 'y'};
       });
  Emit("sequence-wstring", Root({{"v", Seq(Wide())}}),
       "{\"v\": [\"\", \"ab\"]}", [](Cdr& cdr) {
         cdr << std::vector<std::wstring>{L"", L"ab"};
       });
  Emit("sequence-wchar", Root({{"v", Seq(Prim("CHAR16"))}}),
       "{\"v\": [\"a\", \"\\u20ac\"]}", [](Cdr& cdr) {
         cdr << std::vector<wchar_t>{L'a', L'\u20ac'};
       });
  Emit("sequence-float128", Root({{"v", Seq(Prim("FLOAT128"))}}),
       "{\"v\": [" + Float128Text(1.0L) + ", " + Float128Text(-2.0L) + "]}",
       [](Cdr& cdr) {
         cdr << uint32_t{2};
         PutFloat128(cdr, 1.0L);
         PutFloat128(cdr, -2.0L);
       });
  Emit(
      "arrays",
      Root({{"x", Prim("BYTE")},
            {"a", Arr(Prim("INT32"), "2, 3")},
            {"b", Arr(Prim("FLOAT64"), "1, 2, 1")},
            {"c", Arr(Text(), "2")},
            {"d", Arr(Prim("BYTE"), "3")},
            {"e", Arr(Prim("BOOLEAN"), "2")}}),
      "{\"x\": 1, \"a\": [[0, 1, 2], [10, 11, 12]], \"b\": [[[0.5], [-0.5]]], "
      "\"c\": [\"a\", \"bc\"], \"d\": [1, 2, 3], \"e\": [true, false]}",
      [](Cdr& cdr) {
        cdr << uint8_t{1}
            << std::array<std::array<int32_t, 3>, 2>{{{0, 1, 2}, {10, 11, 12}}}
            << std::array<std::array<std::array<double, 1>, 2>, 1>{{{{{0.5},
                                                                      {-0.5}}}}}
            << std::array<std::string, 2>{"a", "bc"}
            << std::array<uint8_t, 3>{1, 2, 3}
            << std::array<bool, 2>{true, false};
      });
  Emit("sequence-of-sequences", Root({{"v", Seq(Seq(Prim("FLOAT64")))}}),
       "{\"v\": [[], [1.0], [2.0, 3.0]]}", [](Cdr& cdr) {
         cdr << uint32_t{3} << std::vector<double>() << std::vector<double>{1}
             << std::vector<double>{2, 3};
       });
  Emit("map-string-int32",
       Root({{"v", Map(Text(), Prim("INT32"))}, {"b", Prim("BYTE")}}),
       "{\"v\": [[\"a\", 1], [\"bcd\", -2]], \"b\": 3}", [](Cdr& cdr) {
         cdr << std::map<std::string, int32_t>{{"a", 1}, {"bcd", -2}}
             << uint8_t{3};
       });
  Emit("map-uint16-float64",
       Root({{"v", Map(Prim("UINT16"), Prim("FLOAT64"))}}),
       "{\"v\": [[1, 0.5], [2, 1.5]]}", [](Cdr& cdr) {
         cdr << std::map<uint16_t, double>{{1, 0.5}, {2, 1.5}};
       });
  Emit("map-int32-string", Root({{"v", Map(Prim("INT32"), Text())}}),
       "{\"v\": [[-1, \"x\"], [5, \"\"]]}", [](Cdr& cdr) {
         cdr << std::map<int32_t, std::string>{{-1, "x"}, {5, ""}};
       });
  Emit("map-empty", Root({{"v", Map(Text(), Text())}, {"b", Prim("BYTE")}}),
       "{\"v\": [], \"b\": 3}", [](Cdr& cdr) {
         cdr << std::map<std::string, std::string>() << uint8_t{3};
       });
  Emit("sequence-struct",
       Struct("demo::P",
              {{"x", Prim("BYTE")}, {"y", Prim("FLOAT64")}, {"z", Text()}}) +
           ", " + Root({{"v", Seq(Ref("demo::P"))}, {"w", Ref("demo::P")}}),
       "{\"v\": [{\"x\": 1, \"y\": 2.0, \"z\": \"three\"}, {\"x\": 4, \"y\": "
       "5.0, \"z\": \"\"}], \"w\": {\"x\": 6, \"y\": 7.0, \"z\": \"8\"}}",
       [](Cdr& cdr) {
         cdr << uint32_t{2} << uint8_t{1} << 2.0 << std::string("three")
             << uint8_t{4} << 5.0 << std::string() << uint8_t{6} << 7.0
             << std::string("8");
       });
}

}  // namespace

int main() {
  EmitScalars();
  EmitNamedTypes();
  EmitCollections();
  return 0;
}
