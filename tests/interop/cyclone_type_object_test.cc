// The TypeObjects that Cyclone's idlc writes: each type that it makes of our
// IDL file, registered from its bytes, is the schema that the IDL gives, and
// our equivalence hashes are its own.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "codec/base/base64.h"
#include "codec/schema/idl_frontend.h"
#include "codec/type/schema_id.h"
#include "codec/typeobject/type_object_frontend.h"
#include "codec/typeobject/type_object_writer.h"
#include "cyclone_types.h"

namespace transcdr {
namespace {

uint32_t Load32(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, 4);
  return value;
}

// TypeMapping: a sequence of minimal pairs, one of complete pairs.
struct Mapping {
  std::string minimal;
  std::string complete;
};
Mapping Split(const dds_type_meta_ser& meta) {
  const std::string_view all(reinterpret_cast<const char*>(meta.data), meta.sz);
  const size_t first = 4 + Load32(all, 0);
  const size_t second = (first + 3) / 4 * 4;
  return {std::string(all.substr(0, first)),
          std::string(all.substr(second, 4 + Load32(all, second)))};
}

// The hashes and TypeObjects of the pairs, in order; Cyclone's are all of
// EK_COMPLETE or EK_MINIMAL.
std::vector<std::pair<std::string, std::string>> Pairs(std::string_view bytes) {
  std::vector<std::pair<std::string, std::string>> pairs;
  size_t at = 8;
  for (uint32_t i = 0; i < Load32(bytes, 4); ++i) {
    const std::string hash(bytes.substr(at + 1, 14));
    at = (at + 15 + 3) / 4 * 4;
    const size_t size = 4 + Load32(bytes, at);
    pairs.emplace_back(hash, bytes.substr(at, size));
    at += size;  // the kind of the next pair is not aligned
  }
  return pairs;
}

const dds_topic_descriptor_t* const kTypes[] = {
    &interop_Primitives_desc,       &interop_Collections_desc,
    &interop_AliasedArrays_desc,    &interop_Point_desc,
    &interop_Delimited_desc,        &interop_Listed_desc,
    &interop_FinalNest_desc,        &interop_AppendableNest_desc,
    &interop_MutableNest_desc,      &interop_Unions_desc,
    &interop_FinalOptionals_desc,   &interop_AppendableOptionals_desc,
    &interop_MutableOptionals_desc, &interop_Derived_desc,
    &interop_MutableDerived_desc,   &interop_Keyed_desc,
    &interop_Hinted_desc,
};

// What this Cyclone writes differs from the IDL: it has no 8-bit integers in
// TypeObjects, and numbers the members of unions from 0, the discriminator's
// id.
void SayItLikeCyclone(std::string* text) {
  const std::pair<std::string_view, std::string_view> changes[] = {
      {" uint8 ", " octet "},
      {" int8 ", " char "},
      {"case 0: octet o;", "case 0: @id(0) octet o;"},
      {"case RED: Delimited", "case RED: @id(0) Delimited"},
  };
  for (const auto& [from, to] : changes) {
    const size_t at = text->find(from);
    ASSERT_NE(std::string::npos, at) << from;
    text->replace(at, from.size(), to);
  }
}

std::optional<Schema> FromIdl(const std::string& root) {
  std::ifstream file(TRANSCDR_CYCLONE_IDL);
  std::stringstream text;
  text << file.rdbuf();
  std::string idl = text.str();
  SayItLikeCyclone(&idl);
  std::vector<Diagnostic> diagnostics;
  auto schema = ParseIdl({.language = SchemaLanguage::kOmgIdl,
                          .root_type = root,
                          .text = idl,
                          .files = {},
                          .default_extensibility = Extensibility::kFinal},
                         WireProfile::Omg(), {}, &diagnostics);
  EXPECT_TRUE(schema.has_value()) << Render(diagnostics);
  return schema;
}

class CycloneTypeObject
    : public testing::TestWithParam<const dds_topic_descriptor_t*> {
 protected:
  std::string name() const { return GetParam()->m_typename; }
};

TEST_P(CycloneTypeObject, IsTheSchemaOfTheIdl) {
  const Mapping mapping = Split(GetParam()->type_mapping);
  const auto pairs = Pairs(mapping.complete);
  ASSERT_FALSE(pairs.empty());
  SchemaSource source{.language = SchemaLanguage::kTypeObject,
                      .root_type = name(),
                      .text = pairs.front().second,
                      .files = {{"", mapping.complete}}};
  std::vector<Diagnostic> diagnostics;
  const auto schema =
      ParseTypeObject(source, WireProfile::Omg(), {}, &diagnostics);
  ASSERT_TRUE(schema.has_value()) << Render(diagnostics);
  const auto idl = FromIdl(name());
  ASSERT_TRUE(idl.has_value());
  EXPECT_EQ(SchemaId::Of(*idl), SchemaId::Of(*schema));

  // The same from single TypeObjects, found by the hashes that we compute.
  source.files.clear();
  for (const auto& [hash, bytes] : pairs) source.files.push_back({"", bytes});
  const auto single =
      ParseTypeObject(source, WireProfile::Omg(), {}, &diagnostics);
  ASSERT_TRUE(single.has_value()) << Render(diagnostics);
  EXPECT_EQ(SchemaId::Of(*idl), SchemaId::Of(*single));

  // What Cyclone announces it by is known, whatever of it a Schema keeps.
  const std::vector<std::string> announced = {
      EquivalenceAlias(pairs.front().first)};
  EXPECT_EQ(announced, single->given_aliases());
  EXPECT_EQ(announced, schema->given_aliases());
}

TEST_P(CycloneTypeObject, HasOurHashes) {
  const auto idl = FromIdl(name());
  ASSERT_TRUE(idl.has_value());
  const Mapping mapping = Split(GetParam()->type_mapping);
  for (const TypeObjectForm form :
       {TypeObjectForm::kComplete, TypeObjectForm::kMinimal}) {
    const bool is_complete = form == TypeObjectForm::kComplete;
    const auto ours = WriteTypeObjects(*idl, form, TypeObjectHabits::kCyclone);
    ASSERT_TRUE(ours.has_value());
    std::map<std::string, std::string> theirs;
    for (const auto& [hash, bytes] :
         Pairs(is_complete ? mapping.complete : mapping.minimal)) {
      theirs[HexEncode(hash)] = HexEncode(bytes);
    }
    for (const WrittenTypeObject& object : *ours) {
      // Their @autoid(HASH), @nested and @external are flags of theirs, and
      // nothing that a Schema knows.
      const bool is_same = object.name != "interop::MutableNest" &&
                           object.name != "interop::Inner" &&
                           object.name != "interop::Hinted";
      EXPECT_EQ(is_same, theirs.contains(HexEncode(object.hash)))
          << object.name << (is_complete ? " complete " : " minimal ")
          << HexEncode(object.bytes)
          << "\nnone of theirs: " << testing::PrintToString(theirs);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Types, CycloneTypeObject, testing::ValuesIn(kTypes),
    [](const testing::TestParamInfo<const dds_topic_descriptor_t*>& type) {
      return std::string(type.param->m_typename).substr(9);
    });

}  // namespace
}  // namespace transcdr
