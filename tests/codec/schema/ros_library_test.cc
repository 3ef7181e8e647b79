// The built-in types: all of them parse, and they are those of ROS 2.

#include "codec/schema/ros_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "codec/schema/ros_interface.h"
#include "codec/schema/ros_msg_names.h"
#include "tests/codec/schema/ros_msg_fixtures.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

// A name alone.
SchemaSource ByName(std::string root) {
  SchemaSource source = Source(std::move(root), "");
  source.has_text = false;
  return source;
}

TEST(RosLibraryTest, EveryTypeRegistersByName) {
  std::set<std::string_view> packages;
  int types = 0;
  for (const ros_msg::LibraryText& text : ros_msg::Library()) {
    packages.insert(ros_msg::PackageOf(text.full_name));
    std::vector<std::string> roots = {std::string(text.full_name)};
    if (text.kind != ros_msg::InterfaceKind::kMessage) {
      roots.clear();
      for (const auto& type :
           ros_msg::DerivedTypes(text.full_name, text.kind)) {
        roots.push_back(type.full_name);
      }
    }
    for (const std::string& root : roots) {
      const ParsedSchema parsed = ParseSource(ByName(root));
      EXPECT_TRUE(parsed.schema.has_value()) << root;
      EXPECT_EQ(parsed.text(), "") << root;
      ++types;
    }
  }
  EXPECT_EQ(packages.size(), 19u);
  EXPECT_GT(types, 240);
}

TEST(RosLibraryTest, TextsAreCompact) {
  for (const ros_msg::LibraryText& text : ros_msg::Library()) {
    EXPECT_EQ(text.text.find('#'), std::string_view::npos) << text.full_name;
    EXPECT_EQ(text.text.find("  "), std::string_view::npos) << text.full_name;
    EXPECT_EQ(text.text.find("\n\n"), std::string_view::npos) << text.full_name;
  }
}

TEST(RosLibraryTest, NamesInEveryForm) {
  const std::string form = FormOf(ByName("sensor_msgs/msg/Imu"));
  for (const char* root :
       {"sensor_msgs/Imu", "sensor_msgs::msg::Imu", "sensor_msgs::Imu",
        "sensor_msgs::msg::dds_::Imu_", "x/sensor_msgs/msg/Imu"}) {
    EXPECT_EQ(FormOf(ByName(root)), form) << root;
    EXPECT_EQ(FormOf(Source(root, "")), form) << root;
  }
  EXPECT_EQ(FormOf(ByName("std_srvs/Trigger_Event")),
            FormOf(ByName("std_srvs/srv/Trigger_Event")));
  EXPECT_EQ(FormOf(ByName("tf2_msgs/LookupTransform_Goal")),
            FormOf(ByName("tf2_msgs::action::LookupTransform_Goal")));
}

TEST(RosLibraryTest, WhatTextsLeaveOut) {
  const std::string form = FormOf(ByName("geometry_msgs/msg/PoseStamped"));
  EXPECT_EQ(FormOf(Source("geometry_msgs/msg/PoseStamped",
                          "std_msgs/Header header\nPose pose\n")),
            form);
  // Given texts win, one by one.
  EXPECT_THAT(FormOf(Source("geometry_msgs/msg/PoseStamped",
                            "std_msgs/Header header\nPose pose\n" +
                                Msg("geometry_msgs/Point") + "int8 mine\n")),
              HasSubstr("  mine 0 int8\n"));
  // Nothing but files that it needs is no text of the root.
  EXPECT_EQ(FormOf(Source("geometry_msgs/msg/PoseStamped", "",
                          {{"geometry_msgs/Point",
                            "float64 x\nfloat64 y\nfloat64 z\n"}})),
            form);
  // A short name does not reach into other packages, and what a text means does
  // not depend on what the library adds.
  EXPECT_THAT(
      ParseSource(Source("a/T", "Point p\n")).text(),
      HasSubstr("the type a/msg/Point is not among the texts given; did "
                "you mean geometry_msgs/msg/Point?"));
  EXPECT_THAT(FormOf(Source("a/T", "geometry_msgs/Pose q\nPoint p\n" +
                                       Msg("b/Point") + "int8 mine\n")),
              HasSubstr("  p 1 ::b::msg::Point\n"));
}

TEST(RosLibraryTest, EmptyTexts) {
  // There, and empty: a message may have no fields.
  EXPECT_EQ(ParseOrDie(Source("a/msg/Ping", "")).root_name(), "a::msg::Ping");
  EXPECT_EQ(FormOf(Source("sensor_msgs/msg/Imu", "\n")).find("header"),
            std::string::npos);
  EXPECT_EQ(FormOf(Source("std_msgs/msg/Empty", "\n")),
            FormOf(ByName("std_msgs/msg/Empty")));
  // Not there.
  EXPECT_EQ(ParseSource(ByName("sensor_msgs/msg/Imuu")).text(),
            "error: there is no text, and sensor_msgs/msg/Imuu is not a "
            "built-in type; did you mean sensor_msgs/msg/Imu?");
  EXPECT_EQ(ParseSource(ByName("my_msgs/msg/Ping")).text(),
            "error: there is no text, and my_msgs/msg/Ping is not a built-in "
            "type");
  EXPECT_THAT(ParseSource(ByName("sensor_msg/msg/imu")).text(),
              HasSubstr("did you mean sensor_msgs/msg/Imu?"));
}

TEST(RosLibraryTest, HostileNames) {
  for (const std::string& name :
       {std::string(100'000, 'a') + "/msg/B", std::string("a/srv/_Event"),
        std::string("a/action/_SendGoal_Event")}) {
    EXPECT_FALSE(ParseSource(ByName(name)).schema.has_value()) << name;
  }
}

}  // namespace
}  // namespace transcdr
