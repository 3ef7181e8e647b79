#include "codec/registry/frontends.h"

#include <gtest/gtest.h>

#include <vector>

#include "codec/registry/schema_registry.h"
#include "codec/type/schema_id.h"
#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

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

// users-report 30: foxglove-sdk#769, where a name's second text was read in the
// language of its first.
TEST(Frontends, Report30TheSameNameInTwoLanguages) {
  SchemaRegistry registry;
  const auto register_text = [&](SchemaLanguage language, const char* text) {
    SchemaSource source;
    source.language = language;
    source.root_type = "test/msg/Root";
    source.text = text;
    std::vector<Diagnostic> diagnostics;
    auto schema =
        ParseSchema(source, WireProfile::Ros2(), SchemaLimits{}, &diagnostics);
    EXPECT_TRUE(schema.has_value()) << Render(diagnostics);
    return registry.Register(*std::move(schema), &diagnostics).schema;
  };
  const auto as_msg = register_text(SchemaLanguage::kRosMsg, "uint8 v");
  const auto as_idl = register_text(
      SchemaLanguage::kRos2Idl,
      "module test { module msg { struct Root { string v; }; }; };");
  EXPECT_NE(as_msg->id, as_idl->id);
  EXPECT_EQ(as_msg, register_text(SchemaLanguage::kRosMsg, "uint8 v"));
  EXPECT_EQ(R"({"v":94})", ToJson(*as_msg->plan, Hex("00010000 5e")));
  EXPECT_EQ(R"({"v":"hi"})",
            ToJson(*as_idl->plan, Hex("00010000 03000000 686900")));
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
