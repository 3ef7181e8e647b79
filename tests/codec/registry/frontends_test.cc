#include "codec/registry/frontends.h"

#include <gtest/gtest.h>

#include <vector>

#include "codec/type/schema_id.h"
#include "tests/support/schema_builder.h"

namespace transcdr {
namespace {

TEST(Frontends, RosMsgHasTheRosProfile) {
  EXPECT_EQ(WireProfile::Ros2(), DefaultProfile(SchemaLanguage::kRosMsg));
}

TEST(Frontends, ParsesByLanguage) {
  SchemaSource source;
  source.language = SchemaLanguage::kRosMsg;
  source.root_type = "test/msg/Root";
  source.text = "uint8 v";
  std::vector<Diagnostic> diagnostics;
  const auto schema =
      ParseSchema(source, WireProfile::Ros2(), SchemaLimits{}, &diagnostics);
  ASSERT_TRUE(schema.has_value()) << Render(diagnostics);
  EXPECT_EQ("test::msg::Root", schema->root_name());
}

TEST(Frontends, ReportsWhatIsWrong) {
  SchemaSource source;
  source.root_type = "test/msg/Root";
  source.text = "uint8 v\nNoSuch x";
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(
      ParseSchema(source, WireProfile::Ros2(), SchemaLimits{}, &diagnostics)
          .has_value());
  EXPECT_FALSE(diagnostics.empty());
}

// The same type from text and from descriptors is one schema.
TEST(Frontends, OneIdFromEveryLanguage) {
  Types t;
  t.Struct("test::msg::Root", {{"v", t.u8}, {"names", t.Seq(t.String(5), 3)}});
  EXPECT_EQ(SchemaId::Of(RosSchemaOrDie("uint8 v\nstring<=5[<=3] names")),
            SchemaId::Of(t.BuildOrDie("test::msg::Root", WireProfile::Ros2())));
}

}  // namespace
}  // namespace transcdr
