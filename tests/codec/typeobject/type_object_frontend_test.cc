// Types from IDL, written as TypeObjects and read again, are the same schemas.

#include "codec/typeobject/type_object_frontend.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "codec/base/base64.h"
#include "codec/type/schema_id.h"
#include "tests/codec/typeobject/type_object_fixtures.h"

namespace transcdr {
namespace {

using message_text::Concat;

// Each has its root S.
constexpr const char* kTypes[] = {
    "struct S { boolean a; octet b; int8 c; uint8 d; short e; unsigned short f;"
    " long g; unsigned long h; long long i; unsigned long long j; float k;"
    " double l; long double m; char n; wchar o; };",
    "struct S { string a; string<5> b; string<256> c; wstring d; wstring<7> e;"
    " wstring<70000> f; };",
    "struct S { sequence<long> a; sequence<double, 3> b; sequence<octet, 300> "
    "c;"
    " long d[2]; char e[2][300]; sequence<sequence<string<3>>, 4> f; };",
    "struct S { map<string, long> a; map<short, sequence<double>, 400> b; };",
    "@mutable struct S { @id(7) long a; @optional string b; @key long c;"
    " @must_understand short d; @id(268435455) octet e; };",
    "@appendable struct B { @key long a; }; @appendable struct S : B {"
    " double b; };",
    "enum E { A, @value(7) B, @default_literal C }; @bit_bound(8) enum F { G };"
    " struct S { E e; F f; sequence<E> g; E h[3]; };",
    "@bit_bound(12) bitmask M { a, @position(9) b }; struct S { M m; };",
    "bitset T { bitfield<3> a; bitfield<4>; bitfield<1> b;"
    " bitfield<10, long> c; }; struct S { T t; };",
    "enum E { A, B }; @final union U switch (E) { case A: long a;"
    " case B: string b; }; @mutable union V switch (@key long) { case -1: case "
    "3:"
    " long a; default: U u; }; struct S { U u; V v; };",
    "union U switch (boolean) { case TRUE: long a; };"
    " union V switch (char) { case 'x': long a; default: octet o; };"
    " union W switch (unsigned long) { case 4294967295: long a; };"
    " struct S { U u; V v; W w; };",
    "typedef long A; typedef A B[3]; typedef sequence<B> C; struct S { A a; B "
    "b;"
    " C c; };",
    "module m { module n { struct T { long a; }; }; }; union S switch (octet) {"
    " case 1: m::n::T t; case 2: sequence<m::n::T> ts; };",
};

class TypeObjects : public testing::TestWithParam<const char*> {};

TEST_P(TypeObjects, AreTheSameSchema) {
  const Schema idl = IdlOrDie("S", GetParam());
  const auto written = WriteTypeObjects(idl, TypeObjectForm::kComplete);
  ASSERT_TRUE(written.has_value());
  std::vector<std::string> dependencies;
  for (const WrittenTypeObject& object : *written) {
    dependencies.push_back(object.bytes);
  }
  const std::string root = dependencies.back();
  dependencies.pop_back();
  const auto parsed = ParseObjects(root, dependencies);
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  EXPECT_EQ(SchemaId::Of(idl), SchemaId::Of(*parsed.schema));

  const auto with_header = ParseObjects(
      Concat(std::string("\x00\x09\x00\x00", 4), root), dependencies, "S");
  ASSERT_TRUE(with_header.schema.has_value()) << with_header.text();
  EXPECT_EQ(SchemaId::Of(idl), SchemaId::Of(*with_header.schema));

  const auto hashes = ComputeEquivalenceHashes(idl);
  ASSERT_TRUE(hashes.has_value());
  EXPECT_EQ(hashes->complete, written->back().hash);
  EXPECT_NE(hashes->complete, hashes->minimal);
}

INSTANTIATE_TEST_SUITE_P(Idl, TypeObjects, testing::ValuesIn(kTypes));

// By hand, of annex B, with the hash that md5sum gives.
TEST(TypeObject, HasTheBytesOfTheStandard) {
  constexpr std::string_view kBytes(
      "\x30\0\0\0"            // what follows: 48 bytes
      "\xF2\x51"              // complete; a structure
      "\x01\0"                // final
      "\x0A\0\0\0"            // its header: 10 bytes
      "\0\0\0\0"              // no base, no annotations; padding
      "\x02\0\0\0S\0\0\0"     // the name; padding
      "\x18\0\0\0\x01\0\0\0"  // members: 24 bytes, one
      "\x10\0\0\0"            // it: 16 bytes
      "\0\0\0\0\x01\0\x04\0"  // id 0; TRY_CONSTRUCT1; int32; padding
      "\x02\0\0\0x\0\0\0",    // the name; no annotations
      52);
  const Schema idl = IdlOrDie("S", "@final struct S { long x; };");
  const auto parsed = ParseObjects(std::string(kBytes));
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  EXPECT_EQ(SchemaId::Of(idl), SchemaId::Of(*parsed.schema));
  const auto written = WriteTypeObjects(idl, TypeObjectForm::kComplete);
  ASSERT_TRUE(written.has_value());
  ASSERT_EQ(1u, written->size());
  EXPECT_EQ(HexEncode(kBytes), HexEncode(written->back().bytes));
  EXPECT_EQ("a50932ce4815009c7c88af9cf36a", HexEncode(written->back().hash));
}

TEST(TypeObject, NamesItsAlias) {
  EXPECT_EQ(
      "EQUIVALENCE_00ff0102030405060708090a0b0c",
      EquivalenceAlias(std::string(
          "\x00\xff\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c", 14)));
}

// Minimal forms know no names of types, and of members their hashes.
TEST(TypeObject, MinimalHashIsThatOfEquivalentTypes) {
  const auto a =
      ComputeEquivalenceHashes(IdlOrDie("A", "struct A { long x; };"));
  const auto b =
      ComputeEquivalenceHashes(IdlOrDie("B", "struct B { long x; };"));
  const auto c =
      ComputeEquivalenceHashes(IdlOrDie("A", "struct A { long y; };"));
  EXPECT_EQ(a->minimal, b->minimal);
  EXPECT_NE(a->complete, b->complete);
  EXPECT_NE(a->minimal, c->minimal);
}

TEST(TypeObject, HasNoHashOfTypesInACycle) {
  EXPECT_FALSE(
      ComputeEquivalenceHashes(IdlOrDie("S", "struct S { sequence<S> more; };"))
          .has_value());
}

TEST(TypeObject, HasNoHashOfDeepCollections) {
  std::string type = "long";
  for (int i = 0; i < 17; ++i) type = Concat("sequence<", type, ">");
  const std::string idl = Concat("struct S { ", type, " x; };");
  EXPECT_FALSE(ComputeEquivalenceHashes(IdlOrDie("S", idl)).has_value());
}

// A type that holds itself, found by the identifier of its component.
TEST(TypeObject, ReadsTypesInACycle) {
  const std::string identifier =
      R"({"$discriminator":176,"component":{"sc_component_id":)"
      R"({"$discriminator":242,"hash":[1,2,3,4,5,6,7,8,9,10,11,12,13,14]},)"
      R"("scc_length":1,"scc_index":1}})";
  const std::string root = ObjectOf(StructJson(
      "S", "more",
      Concat(R"({"$discriminator":128,"seq_s":{"header":{"equiv_kind":242,)"
             R"("element_flags":1},"bound":0,"element":)",
             identifier, "}}")));
  std::string key = "\xB0";
  key.resize(4);
  Append32(24, &key);  // the component's size
  key += "\xF2\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e";
  Append32(1, &key);
  Append32(1, &key);
  const auto parsed = ParseObjects(root, {PairsOf({{key, root}})});
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  EXPECT_EQ(
      SchemaId::Of(IdlOrDie("S", "@final struct S { sequence<S> more; };")),
      SchemaId::Of(*parsed.schema));
}

// Collections may be TypeObjects of their own.
TEST(TypeObject, ReadsCollectionsByHash) {
  const std::string sequence = ObjectOf(
      R"({"$discriminator":242,"complete":{"$discriminator":96,)"
      R"("sequence_type":{"flags":0,"header":{"common":{"bound":9}},)"
      R"("element":{"common":{"flags":1,"type":{"$discriminator":4}}}}}})");
  const std::string key = Concat("\xF2", std::string(14, 'h'));
  const std::string root = ObjectOf(StructJson(
      "S", "x",
      R"({"$discriminator":242,"hash":[104,104,104,104,104,104,104,104,)"
      R"(104,104,104,104,104,104]})"));
  const auto parsed = ParseObjects(root, {PairsOf({{key, sequence}})});
  ASSERT_TRUE(parsed.schema.has_value()) << parsed.text();
  EXPECT_EQ(
      SchemaId::Of(IdlOrDie("S", "@final struct S { sequence<long, 9> x; };")),
      SchemaId::Of(*parsed.schema));
}

}  // namespace
}  // namespace transcdr
