// Services and actions: which types a text gives, and what users read when one
// is wrong (tests/golden/diagnostics/ros_interface.txt).

#include "codec/schema/ros_interface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/codec/schema/ros_msg_fixtures.h"
#include "tests/support/golden.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

constexpr char kAddTwoInts[] = "int64 a\nint64 b 2\n---\nint64 sum\n";
constexpr char kFibonacci[] =
    "int32 order\n---\nint32[] sequence\n---\nint32[] partial\nPoint p\n";
const std::string kPoint = Msg("demo/Point") + "float64 x\n";

// Root, then members as "name type".
std::string FormBelowTitle(const SchemaSource& source) {
  const std::string form = FormOf(source);
  return form.substr(form.find('\n') + 1);
}

TEST(RosInterfaceTest, TypesOfAService) {
  std::string golden;
  for (const char* suffix : {"_Request", "_Response", "_Event"}) {
    golden += FormBelowTitle(
        Source(std::string("example_interfaces/srv/AddTwoInts") + suffix,
               kAddTwoInts));
    golden += '\n';
  }
  ExpectGolden("canonical/ros_service.txt", golden);
}

TEST(RosInterfaceTest, TypesOfAnAction) {
  std::string golden;
  for (const ros_msg::DerivedType& type : ros_msg::DerivedTypes(
           "demo::action::Fibonacci", ros_msg::InterfaceKind::kAction)) {
    golden += FormBelowTitle(Source(type.full_name, kFibonacci + kPoint));
    golden += '\n';
  }
  ExpectGolden("canonical/ros_action.txt", golden);
}

TEST(RosInterfaceTest, EveryWayToNameTheRoot) {
  const std::string service = FormOf(Source("a/srv/S_Event", kAddTwoInts));
  for (const char* root :
       {"a::srv::S_Event", "::a::srv::S_Event", "a/S_Event", "a::S_Event",
        "a::srv::dds_::S_Event_", "fastdds/a/srv/S_Event"}) {
    EXPECT_EQ(FormOf(Source(root, kAddTwoInts)), service) << root;
  }
  const std::string action =
      FormOf(Source("demo/action/F_GetResult_Response", kFibonacci + kPoint));
  for (const char* root :
       {"demo::action::F_GetResult_Response", "demo/F_GetResult_Response",
        "demo::action::dds_::F_GetResult_Response_"}) {
    EXPECT_EQ(FormOf(Source(root, kFibonacci + kPoint)), action) << root;
  }
}

// As rosbag2 writes them: the text alone, or behind its own header.
TEST(RosInterfaceTest, HeadersOfBundles) {
  const std::string text = "demo/Point p\n---\n";
  const std::string form = FormOf(Source("a/srv/S_Event", text + kPoint));
  const std::string line = std::string(80, '=') + "\n";
  for (const char* header :
       {"SRV: a/srv/S", "SRV: a/S", "MSG: a/srv/S", "SRV: x/a/srv/S"}) {
    const std::string headed = std::string(header) + "\n" + text + kPoint;
    EXPECT_EQ(FormOf(Source("a/srv/S_Event", headed)), form) << header;
    EXPECT_EQ(FormOf(Source("a/srv/S_Event", line + headed)), form) << header;
    EXPECT_EQ(FormOf(Source("a/S_Event", "\n" + line + headed)), form)
        << header;
  }
  const std::string action =
      FormOf(Source("demo/action/F_FeedbackMessage", kFibonacci + kPoint));
  EXPECT_EQ(
      FormOf(Source("demo/action/F_FeedbackMessage",
                    line + "ACTION: demo/action/F\n" + kFibonacci + kPoint)),
      action);
}

TEST(RosInterfaceTest, TextsAmongTheFiles) {
  const std::string form = FormOf(Source("a/srv/S_Request", kAddTwoInts));
  for (const char* name : {"a/srv/S", "a/srv/S.srv", "a/S.srv", "a::srv::S",
                           "/opt/a/srv/S.srv", "a/srv/S_Request", "a/S"}) {
    EXPECT_EQ(FormOf(Source("a/srv/S_Request", "", {{name, kAddTwoInts}})),
              form)
        << name;
  }
  // A message that holds a service's type.
  EXPECT_THAT(
      FormOf(Source("a/T", "a/srv/S_Response r\n", {{"a/srv/S", kAddTwoInts}})),
      HasSubstr("struct ::a::srv::S_Response"));
  // A part alone is a text like any other.
  EXPECT_EQ(FormOf(Source("a/srv/S_Request", "int64 a\nint64 b 2\n")), form);
}

TEST(RosInterfaceTest, TextsThatAreGivenWin) {
  EXPECT_THAT(FormOf(Source("a/srv/S_Event",
                            kAddTwoInts + Msg("service_msgs/ServiceEventInfo") +
                                "int8 mine\n")),
              HasSubstr("  mine 0 int8\n"));
  EXPECT_THAT(FormOf(Source("a/action/A_GetResult_Request",
                            "---\n---\n" + Msg("unique_identifier_msgs/UUID") +
                                "int8 mine\n")),
              HasSubstr("  mine 0 int8\n"));
}

TEST(RosInterfaceTest, BlanksLineEndsAndEmptyParts) {
  const std::string form = FormOf(Source("a/srv/S_Event", "int8 x\n---\n"));
  for (const char* text : {"int8 x\r\n---\r\n", "int8 x\n--- \n\n# none\n",
                           "int8 x\r---\r", "\xef\xbb\xbfint8 x\n\t---"}) {
    EXPECT_EQ(FormOf(Source("a/srv/S_Event", text)), form) << text;
  }
}

TEST(RosInterfaceTest, TheSameTwice) {
  EXPECT_EQ(FormOf(Source("a/srv/S_Event", kAddTwoInts,
                          {{"a/srv/S", std::string(kAddTwoInts) + "# x\n"}})),
            FormOf(Source("a/srv/S_Event", kAddTwoInts)));
  EXPECT_THAT(
      ParseSource(Source("a/srv/S_Event", kAddTwoInts,
                         {{"a/srv/S", "int64 a\nint64 b 2\n---\nint8 sum\n"}}))
          .text(),
      HasSubstr("type a/srv/S_Response is there twice"));
}

TEST(RosInterfaceTest, Diagnostics) {
  std::string golden;
  const auto add = [&](const SchemaSource& source) {
    const ParsedSchema parsed = ParseSource(source);
    EXPECT_FALSE(parsed.schema.has_value()) << source.text;
    golden += parsed.text() + "\n";
  };
  // A service or an action is no root.
  add(Source("a/srv/S", kAddTwoInts));
  add(Source("a::S", kAddTwoInts));
  add(Source("a/action/A", "---\n---\n"));
  add(Source("std_srvs/srv/Trigger", ""));
  // Its text under the name of a message.
  add(Source("a/msg/S", kAddTwoInts));
  add(Source("a/msg/S_Request", kAddTwoInts));
  add(Source("a/T", "S s\n", {{"a/msg/S.msg", "int8 a\n---\n---\n"}}));
  // Too few lines "---", and too many.
  add(Source("a/srv/S", "int8 a\n"));
  add(Source("a/srv/S_Event", "---\nint8 a\n---\n"));
  add(Source("a/action/A_Goal", "---\nint8 a\n"));
  add(Source("a/action/A_Goal", "---\n---\n---\n"));
  add(Source("a/T",
             "int8 x\n" + std::string(80, '=') + "\nSRV: a/S\nint8 a\n"));
  // Types that these do not give.
  add(Source("a/srv/S_Goal", kAddTwoInts));
  add(Source("a/action/A_Request", "---\n---\n"));
  // Faults within the parts: the lines are those of the whole text.
  add(Source("a/srv/S_Event",
             "# header\nint8 a 300\n---\nint8 b\nGone g\nint8 b\n"));
  add(Source("a/action/A_Goal",
             "---\nint8 1\n---\nint8 p\nstring<=2 s \"abc\"\n"));
  ExpectGolden("diagnostics/ros_interface.txt", golden);
}

TEST(RosInterfaceTest, NamesThatRosDoesNotAllow) {
  EXPECT_EQ(ParseSource(Source("a/srv/S_Event", kAddTwoInts)).text(), "");
  EXPECT_EQ(
      ParseSource(Source("a/action/A_SendGoal_Request", "---\n---\n")).text(),
      "");
  EXPECT_EQ(ParseSource(Source("a/srv/s_Event", kAddTwoInts)).text(),
            "a/srv/s: warning: the service name 's' is not one that ROS 2 "
            "allows");
}

TEST(RosInterfaceTest, ManySeparators) {
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += "---\n";
  EXPECT_THAT(ParseSource(Source("a/srv/S_Event", text)).text(),
              HasSubstr("has 300000 lines '---'"));
}

}  // namespace
}  // namespace transcdr
