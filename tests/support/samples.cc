#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

using Make = std::function<TypeIndex(Types&)>;

Sample Ros(std::string name, std::string_view text, std::string json) {
  return {std::move(name), RosPlanOrDie(text), std::move(json)};
}

// struct S { octet p; T v; octet tail; };
Sample Of(std::string name, const Make& make, const std::string& value,
          WireProfile profile = WireProfile::FastCdr1()) {
  Types t;
  const TypeIndex type = make(t);
  t.Struct("S", {{"p", t.byte}, {"v", type}, {"tail", t.byte}});
  return {std::move(name), t.PlanOrDie("S", profile),
          R"({"p":1,"v":)" + value + R"(,"tail":2})"};
}

// OMG IDL with a root S. In XCDR1 and XCDR2: the two have other headers.
void AddIdl(const std::string& name, std::string_view idl,
            const std::string& json, std::vector<Sample>* samples,
            WireProfile profile = WireProfile::Omg()) {
  const Plan plan = IdlPlanOrDie(idl, "S", profile);
  const bool may_end_early =
      plan->schema().type(plan->schema().root()).extensibility ==
      Extensibility::kAppendable;
  samples->push_back({.name = name + "_xcdr1",
                      .plan = plan,
                      .json = json,
                      .is_framed = true,
                      .may_end_early = may_end_early});
  samples->push_back({.name = name + "_xcdr2",
                      .plan = plan,
                      .json = json,
                      .representation = Representation::kXcdr2,
                      .is_framed = true});
}

// What headers are for.
void AddFramed(std::vector<Sample>* samples) {
  constexpr std::string_view kOptionals =
      "struct P { octet a; @optional double d; };"
      "struct S { octet o; @optional long a; @optional string s; "
      "@optional P p; @optional P q; @optional sequence<short> l; "
      "@id(0x3f80) @optional octet far; double tail; };";
  const std::string optionals =
      R"({"o":1,"a":2,"p":{"a":3,"d":0.5},"q":{"a":4},"l":[5,6],"far":7,)"
      R"("tail":1.5})";
  AddIdl("optionals", kOptionals, optionals, samples);
  AddIdl("optionals_fast_cdr", kOptionals, optionals, samples,
         WireProfile::FastCdr2());
  AddIdl("appendable",
         "@appendable struct In { octet a; string s; };"
         "@appendable struct S { octet o; In i; sequence<In> l; double d; };",
         R"({"o":1,"i":{"a":2,"s":"x"},"l":[{"a":3,"s":""},)"
         R"({"a":4,"s":"yz"}],"d":0.5})",
         samples);
  AddIdl("mutable",
         "@mutable struct In { @id(3) octet a; @id(1) string s; };"
         "@mutable struct S { octet o; long n; double d; string s; "
         "sequence<long> l; sequence<double> f; sequence<In> i; In one; "
         "@optional octet no; @id(0x3f80) @optional octet far; short last; };",
         R"({"o":1,"n":2,"d":0.5,"s":"abc","l":[3],"f":[1.5],)"
         R"("i":[{"a":4,"s":"x"},{"a":5,"s":""}],"one":{"a":6,"s":"y"},)"
         R"("far":7,"last":8})",
         samples);
  AddIdl("unions",
         "@appendable union A switch (octet) { case 1: string s; };"
         "@mutable union M switch (long) { case 1: double d; case 2: A a; };"
         "struct S { octet o; A a; sequence<M> l; octet tail; };",
         R"({"o":1,"a":{"$discriminator":1,"s":"x"},)"
         R"("l":[{"$discriminator":1,"d":0.5},{"$discriminator":2,)"
         R"("a":{"$discriminator":9}},{"$discriminator":7}],"tail":2})",
         samples);
  AddIdl("collections",
         "enum E { A, B }; typedef string Pair[2];"
         "struct S { sequence<string> s; sequence<E> e; E a[2]; Pair p[2]; "
         "map<string, long> m; map<long, sequence<E>> n; long tail; };",
         R"({"s":["a","bc"],"e":["B","A"],"a":["A","B"],)"
         R"("p":[["a","b"],["","c"]],"m":{"k":1},"n":{"2":["B"],"3":[]},)"
         R"("tail":4})",
         samples);
  AddIdl("x87", "struct S { octet o; sequence<long double> v; };",
         R"({"o":1,"v":["AAAAAAAAAAAAAAAAAAD/Pw=="]})", samples,
         WireProfile::FastCdr2());
  for (const char* extensibility : {"final", "appendable", "mutable"}) {
    const std::string idl =
        std::string("@") + extensibility +
        " struct In { octet a; @key string s; };"
        "@" +
        extensibility +
        " struct S { octet x; @key long k; @key In i; string y; };";
    const size_t first = samples->size();
    AddIdl(std::string("key_") + extensibility, idl,
           R"({"k":1,"i":{"s":"ab"}})", samples);
    for (size_t i = first; i < samples->size(); ++i) {
      (*samples)[i].key_only = true;
    }
  }
}

std::vector<Sample> MakeSamples() {
  std::vector<Sample> samples;
  samples.push_back(Ros("scalars",
                        "bool a\nint8 b\nuint16 c\nint32 d\nuint64 e\n"
                        "float32 f\nfloat64 g",
                        R"({"a":true,"b":-1,"c":2,"d":-3,"e":4,"f":0.5,)"
                        R"("g":-0.25})"));
  samples.push_back(Ros("empty", "", "{}"));
  samples.push_back(Ros("joint_state",
                        "Header header\nstring[] name\nfloat64[] position\n"
                        "float64[] velocity\n===\nMSG: test/Header\n"
                        "builtin_interfaces/Time stamp\nstring frame_id",
                        R"({"header":{"stamp":{"sec":1,"nanosec":2},)"
                        R"("frame_id":"base"},"name":["a","joint_b"],)"
                        R"("position":[0.5,1],"velocity":[]})"));
  samples.push_back(Ros("point_cloud",
                        "uint32 height\nField[] fields\nbool big\n"
                        "uint8[] data\nbool dense\n===\nMSG: test/Field\n"
                        "string name\nuint32 offset\nuint8 datatype",
                        R"({"height":1,"fields":[{"name":"x","offset":0,)"
                        R"("datatype":7},{"name":"y","offset":4,)"
                        R"("datatype":7}],"big":false,)"
                        R"("data":"AAECAwQFBgcICQ==","dense":true})"));
  samples.push_back(Ros("bounded",
                        "string<=8 s\nint32[<=4] list\nuint8[3] raw\n"
                        "string<=4[<=2] names",
                        R"({"s":"text","list":[1,2,3],"raw":"AQID",)"
                        R"("names":["a","bcd"]})"));
  samples.push_back(Ros("wide", "wstring s\nwstring[] list",
                        R"({"s":"äb😀","list":["","x"]})"));
  samples.push_back(Of(
      "utf16", [](Types& t) { return t.Seq(t.wstr); }, R"(["a","😀"])",
      WireProfile::Omg()));
  samples.push_back(Of(
      "utf16_nul", [](Types& t) { return t.wstr; }, "\"abc\"",
      WireProfile::OpenDds()));
  samples.push_back(Of(
      "enums",
      [](Types& t) {
        const TypeIndex e = t.Enum("E", {{"A"}, {"B", 5}}, 16);
        return t.Struct("X", {{"one", e}, {"many", t.Seq(e)}});
      },
      R"({"one":"B","many":["A","B",77]})"));
  samples.push_back(Of(
      "bits",
      [](Types& t) {
        return t.Struct(
            "X",
            {{"m", t.Bitmask("M", {{"A"}, {"B", 9}}, 12)},
             {"s",
              t.Bitset("B", {{"a", 3}, {"", 2}, {"n", 7, TypeKind::kInt8}})}});
      },
      R"({"m":513,"s":{"a":5,"n":-3}})"));
  samples.push_back(Of(
      "map", [](Types& t) { return t.Map(t.str, t.Seq(t.i16)); },
      R"({"a":[1,2],"bc":[],"d":[-1]})"));
  samples.push_back(Of(
      "map_of_numbers", [](Types& t) { return t.Map(t.i32, t.f64, 4); },
      R"({"1":0.5,"-2":1e+300})"));
  samples.push_back(Of(
      "map_of_pairs",
      [](Types& t) {
        return t.Map(t.Struct("K", {{"x", t.f32}}), t.Map(t.boolean, t.str));
      },
      R"([[{"x":1},{"true":"t","false":""}],[{"x":2},{}]])"));
  samples.push_back(Of(
      "union",
      [](Types& t) {
        const TypeIndex inner = t.Union(
            "In", t.c8, {{{'a'}, "list", t.Seq(t.u16)}, {{}, "n", t.i64}});
        return t.Seq(
            t.Union("U", t.i32, {{{1}, "s", t.str}, {{2}, "in", inner}}));
      },
      R"([{"$discriminator":1,"s":"x"},{"$discriminator":2,)"
      R"("in":{"$discriminator":"a","list":[1,2]}},{"$discriminator":2,)"
      R"("in":{"$discriminator":"z","n":-1}},{"$discriminator":9}])"));
  samples.push_back(Of(
      "arrays",
      [](Types& t) {
        return t.Struct("X", {{"grid", t.Array(t.i16, {2, 3})},
                              {"names", t.Array(t.str, {2})},
                              {"chars", t.Array(t.c8, {4})},
                              {"cube", t.Array(t.f32, {1, 2, 1})}});
      },
      R"({"grid":[[1,2,3],[4,5,6]],"names":["","b"],)"
      R"("chars":["a","b","\u0000","ä"],"cube":[[[0.5],[1]]]})"));
  samples.push_back(Of(
      "characters",
      [](Types& t) {
        return t.Struct("X", {{"c", t.c8},
                              {"w", t.c16},
                              {"cs", t.Seq(t.c8)},
                              {"ws", t.Seq(t.c16)}});
      },
      R"({"c":"é","w":"€","cs":["x","y"],"ws":["ß"]})"));
  samples.push_back(Of(
      "float128", [](Types& t) { return t.Seq(t.f128, 3); },
      R"(["AAECAwQFBgcICQoLDA0ODw==","AAAAAAAAAAAAAAAAAAD/Pw=="])",
      WireProfile::Omg()));
  samples.push_back(Of(
      "nested_sequences",
      [](Types& t) { return t.Seq(t.Seq(t.Seq(t.boolean))); },
      "[[[true,false],[]],[],[[true]]]"));
  samples.push_back(Of(
      "recursive",
      [](Types& t) {
        return t.Struct("Tree", {{"n", t.u8}, {"c", t.Seq(t.Named("Tree"))}});
      },
      R"({"n":1,"c":[{"n":2,"c":[]},{"n":3,"c":[{"n":4,"c":[]}]}]})"));
  samples.push_back(Of(
      "no_bytes",
      [](Types& t) {
        const TypeIndex empty = t.Struct("E", {});
        return t.Struct("X", {{"list", t.Seq(empty)},
                              {"lists", t.Seq(t.Array(empty, {2}))}});
      },
      R"({"list":[{},{},{}],"lists":[[{},{}]]})"));
  {
    Types t;
    const TypeIndex base = t.Struct("Base", {{"id", t.u32}});
    t.Struct("Derived", {{"name", t.str}, {"size", t.f64}}, base);
    samples.push_back({"inheritance", t.PlanOrDie("Derived"),
                       R"({"id":7,"name":"n","size":1.5})"});
  }
  AddFramed(&samples);
  return samples;
}

}  // namespace

EncodeOptions EncodeOptionsOf(const Sample& sample, DocumentFormat format,
                              std::endian order) {
  EncodeOptions options;
  options.format = format;
  options.order = order;
  options.representation = sample.representation;
  options.key_only = sample.key_only;
  return options;
}

DecodeOptions DecodeOptionsOf(const Sample& sample, DocumentFormat format) {
  DecodeOptions options;
  options.format = format;
  options.key_only = sample.key_only;
  return options;
}

std::string PayloadOf(const Sample& sample, std::endian order) {
  const Outcome outcome =
      TryEncode(*sample.plan, sample.json,
                EncodeOptionsOf(sample, DocumentFormat::kJson, order));
  EXPECT_TRUE(outcome.ok()) << sample.name << ": " << outcome;
  return outcome.output;
}

const std::vector<Sample>& Samples() {
  static const std::vector<Sample>* const kSamples =
      new std::vector<Sample>(MakeSamples());
  return *kSamples;
}

}  // namespace transcdr
