// JSON Schema and TypeScript of every kind of type. That documents keep to them
// is tested with the validators themselves: clients/python/tests and
// tests/typescript.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <string>

#include "codec/render/json_schema.h"
#include "codec/render/typescript.h"
#include "tests/codec/schema/idl_fixtures.h"
#include "tests/support/golden.h"
#include "tests/support/random_schema.h"
#include "tests/support/schema_builder.h"
#include "tests/support/schema_edit.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Schema EveryKind() {
  return IdlOrDie(Idl("a::Root", R"(
module a {
  module b {
    enum Colour { RED, @value(5) GREEN };
    @bit_bound(8) bitmask Flags { two };
    @bit_bound(60) bitmask Wide { one };
    bitset Bits { bitfield<3> low; bitfield<1> bit; bitfield<4>;
                  bitfield<56, long long> rest; };
  };
  typedef b::Colour Colours[2];
  struct Node;
  typedef sequence<Node> Nodes;
  @mutable struct Node { Nodes children; @optional string<12> name; };
  struct Base { @key long id; };
  union Choice switch (b::Colour) {
    case RED: long number;
    default: octet bytes[2];
  };
  union Truth switch (boolean) { case TRUE: long double d; };
  union Both switch (boolean) { case TRUE: long a; case FALSE: string b; };
  union Huge switch (unsigned long long) {
    case 1: float f;
    case 18446744073709551615: octet o;
  };
  union Letter switch (wchar) { case L'"': case L'\u20ac': char c; };
  struct Root : Base {
    Nodes nodes; Colours colours; Choice choice; Truth truth; Both both;
    Huge huge; Letter letter; b::Flags flags; b::Wide wide; b::Bits bits;
    octet blob[5]; sequence<uint8, 7> raw; octet blobs[2][3];
    sequence<sequence<sequence<sequence<sequence<long> > > > > deep;
    map<string<4>, short, 6> by_name; map<long, b::Colour> by_number;
    map<boolean, long> by_truth; map<Base, long> by_base;
    boolean a; int8 c; unsigned short f; unsigned long h; long long i;
    unsigned long long j; double k; wchar w; wstring<5> text;
    sequence<char> letters;
  };
};
)"));
}

std::string Parsed(const std::string& json) {
  simdjson::dom::parser parser;
  simdjson::dom::element element;
  const auto error = parser.parse(json).get(element);
  return error ? simdjson::error_message(error) : "";
}

TEST(DocumentTextsTest, JsonSchema) {
  const std::string text = PrintJsonSchema(EveryKind());
  EXPECT_EQ(Parsed(text), "");
  ExpectGolden("render/every_kind.json", text);
}

TEST(DocumentTextsTest, TypeScript) {
  ExpectGolden("render/every_kind_json.ts",
               PrintTypeScript(EveryKind(), TypeScriptFlavour::kJson));
  ExpectGolden("render/every_kind_message_pack.ts",
               PrintTypeScript(EveryKind(), TypeScriptFlavour::kMessagePack));
}

TEST(DocumentTextsTest, NamesOfTypeScript) {
  Types types;
  const TypeIndex word = types.Struct("class::string", {{"x", types.i32}});
  const TypeIndex escaped = types.Struct("class::string_", {{"y", types.i32}});
  const TypeIndex hidden = types.Struct("t::t::In", {{"z", types.i32}});
  types.Struct("t::Root", {{"new", word}, {"b", escaped}, {"c", hidden}});
  EXPECT_EQ(
      PrintTypeScript(types.BuildOrDie("t::Root"), TypeScriptFlavour::kJson),
      R"(// root type: t.Root
import $t = t;
export namespace class_ {
  export interface string__ {
    x: number;
  }
  export interface string_ {
    y: number;
  }
}
export namespace t {
  export interface Root {
    new: class_.string__;
    b: class_.string_;
    c: $t.t.In;
  }
  export namespace t {
    export interface In {
      z: number;
    }
  }
}
)");
}

TEST(DocumentTextsTest, SharedTypesStaySmall) {
  // Each map holds the one before twice: 2^12 in all.
  Types types;
  TypeIndex last = types.str;
  for (int i = 0; i < 12; ++i) last = types.Map(last, last);
  types.Struct("R", {{"m", last}});
  const Schema schema = types.BuildOrDie("R");
  EXPECT_LT(PrintJsonSchema(schema).size(), 100'000u);
  EXPECT_LT(PrintTypeScript(schema, TypeScriptFlavour::kMessagePack).size(),
            100'000u);
}

TEST(DocumentTextsTest, AnySchemaHasThem) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  for (uint64_t i = TestIterations(300); i > 0; --i) {
    const Schema schema = Decorate(RandomSchema(random), random);
    const std::string text = PrintJsonSchema(schema);
    ASSERT_EQ(Parsed(text), "") << text;
    EXPECT_THAT(PrintTypeScript(schema, TypeScriptFlavour::kJson),
                HasSubstr("export "));
    EXPECT_THAT(PrintTypeScript(schema, TypeScriptFlavour::kMessagePack),
                Not(HasSubstr("NaN")));
  }
}

}  // namespace
}  // namespace transcdr
