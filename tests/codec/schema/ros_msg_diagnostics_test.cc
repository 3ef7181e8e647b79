// What users read when a text is wrong: tests/golden/diagnostics/ros_msg.txt.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/codec/schema/ros_msg_corpus.h"
#include "tests/codec/schema/ros_msg_fixtures.h"
#include "tests/support/golden.h"

namespace transcdr {
namespace {

TEST(RosMsgDiagnosticsTest, EveryRefusedTextOfTheCorpus) {
  std::string golden;
  for (const ros_msg::CorpusText& one : ros_msg::kCorpus) {
    const ParsedSchema parsed = ParseSource(
        Source("pkg/Foo", one.text, {{"pkg/Point", "float64 x\n"}}));
    EXPECT_EQ(parsed.schema.has_value(), one.is_accepted) << one.text << "\n"
                                                          << parsed.text();
    if (one.is_accepted) continue;
    EXPECT_EQ(parsed.diagnostics.size(), 1u) << parsed.text();
    for (const Diagnostic& diagnostic : parsed.diagnostics) {
      EXPECT_EQ(diagnostic.location.file, "pkg/msg/Foo");
      EXPECT_GT(diagnostic.location.line, 0u) << one.text;
      EXPECT_GT(diagnostic.location.column, 0u) << one.text;
      EXPECT_FALSE(diagnostic.source_line.empty()) << one.text;
    }
    golden += parsed.text() + "\n";
  }
  ExpectGolden("diagnostics/ros_msg.txt", golden);
}

TEST(RosMsgDiagnosticsTest, ASchemaWithFaultsOfAllKinds) {
  const std::string text =
      "# A message of another time\n"
      "Header header\n"
      "uint8 LEVEL_OK = 256\n"
      "string<=4 name \"too long\"   # [unit]\n"
      "float64[3] position [0.0, 1.0]\n"
      "Pose pose\n"
      "geometry_msgs/Gone[] gone\n"
      "int32 Level\n"
      "int32 Level\n"
      "\tdouble x\n" +
      Msg("geometry_msgs/Pose") + "Pose inner\n" + Msg("no name") + "int8 x\n";
  ExpectGolden("diagnostics/ros_msg_bundle.txt",
               ParseSource(Source("demo_msgs/msg/Status", text)).text());
}

}  // namespace
}  // namespace transcdr
