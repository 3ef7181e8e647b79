#include "codec/type/schema_id.h"

#include <gtest/gtest.h>

#include <set>

#include "absl/hash/hash.h"
#include "tests/codec/type/type_fixtures.h"

namespace transcdr {
namespace {

TEST(SchemaIdTest, IsSha256OfTheCanonicalForm) {
  // FIPS 180-2, B.1.
  EXPECT_EQ(SchemaId::OfCanonicalForm("abc").ToString(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  TypeBuilder b;
  b.Define(Struct("m::S", {}));
  const Schema schema = BuildOrDie(b, "m::S");
  EXPECT_EQ(SchemaId::Of(schema),
            SchemaId::OfCanonicalForm(CanonicalForm(schema)));
}

TEST(SchemaIdTest, TextForm) {
  const SchemaId id = SchemaId::OfCanonicalForm("abc");
  EXPECT_EQ(SchemaId::TryParse(id.ToString()), id);
  std::string upper = id.ToString();
  for (char& c : upper) c = static_cast<char>(std::toupper(c));
  EXPECT_EQ(SchemaId::TryParse(upper), id);
  EXPECT_EQ(SchemaId::TryParse(id.ToString().substr(1)), std::nullopt);
  EXPECT_EQ(SchemaId::TryParse(id.ToString() + "00"), std::nullopt);
  EXPECT_EQ(SchemaId::TryParse(std::string(64, 'g')), std::nullopt);
  EXPECT_EQ(SchemaId::TryParse(""), std::nullopt);
}

TEST(SchemaIdTest, IsAValue) {
  const SchemaId a = SchemaId::OfCanonicalForm("a");
  const SchemaId b = SchemaId::OfCanonicalForm("b");
  EXPECT_NE(a, b);
  EXPECT_EQ(a < b, a.ToString() < b.ToString());
  EXPECT_EQ(std::set<SchemaId>({a, b, a}).size(), 2u);
  EXPECT_EQ(absl::Hash<SchemaId>()(a),
            absl::Hash<SchemaId>()(SchemaId::OfCanonicalForm("a")));
  EXPECT_NE(absl::Hash<SchemaId>()(a), absl::Hash<SchemaId>()(b));
  EXPECT_EQ(SchemaId().ToString(), std::string(64, '0'));
}

}  // namespace
}  // namespace transcdr
