#include "codec/schema/ros_msg_names.h"

#include <gtest/gtest.h>

namespace transcdr::ros_msg {
namespace {

TEST(RosMsgNamesTest, EveryWayToWriteATypesName) {
  for (const char* written :
       {"sensor_msgs/JointState", "sensor_msgs/msg/JointState",
        "sensor_msgs::JointState", "sensor_msgs::msg::JointState",
        "::sensor_msgs::msg::JointState", "sensor_msgs::msg::dds_::JointState_",
        "fastdds/sensor_msgs/msg/JointState",
        "/opt/ros/share/sensor_msgs/msg/JointState"}) {
    EXPECT_EQ(FullTypeName(written), "sensor_msgs::msg::JointState") << written;
  }
  EXPECT_EQ(FullTypeName("JointState"), "JointState");
  EXPECT_EQ(FullTypeName("dds_::JointState_"), "JointState");
  EXPECT_EQ(FullTypeName("pkg/srv/Add_Request"), "pkg::srv::Add_Request");
  EXPECT_EQ(FullTypeName("a/b/c/d"), "a::b::c::d");
  // A trailing '_' is part of other names.
  EXPECT_EQ(FullTypeName("pkg/msg/Name_"), "pkg::msg::Name_");
}

TEST(RosMsgNamesTest, WhatIsNoName) {
  for (const char* written :
       {"", "/", "pkg/", "/Name", "pkg//Name", "pkg::::Name", "pkg/1Name",
        "pkg/Na-me", "pkg Name", "pkg:Name", "a/b c/d/e"}) {
    EXPECT_EQ(FullTypeName(written), std::nullopt) << written;
  }
}

TEST(RosMsgNamesTest, Parts) {
  EXPECT_EQ(DisplayName("pkg::msg::Name"), "pkg/msg/Name");
  EXPECT_EQ(DisplayName("Name"), "Name");
  EXPECT_EQ(PackageOf("pkg::msg::Name"), "pkg");
  EXPECT_EQ(PackageOf("Name"), "");
  EXPECT_EQ(ShortNameOf("pkg::msg::Name"), "Name");
  EXPECT_EQ(ShortNameOf("Name"), "Name");
}

// As rosidl_adapter 3.3.1 answers; "_Event" came with ROS 2 Iron.
TEST(RosMsgNamesTest, RosidlsRules) {
  for (const char* good : {"a", "a1", "a_b", "a_1"}) {
    EXPECT_TRUE(IsRosidlFieldName(good)) << good;
    EXPECT_TRUE(IsRosidlPackageName(good)) << good;
  }
  for (const char* bad : {"", "A", "aB", "1a", "_a", "a_", "a__b"}) {
    EXPECT_FALSE(IsRosidlFieldName(bad)) << bad;
  }
  for (const char* good : {"A", "Ab1", "AB", "Add_Request", "Add_Response",
                           "Do_Goal", "Sample_A"}) {
    EXPECT_TRUE(IsRosidlMessageName(good)) << good;
  }
  for (const char* bad : {"", "a", "A_b", "1A", "_Request"}) {
    EXPECT_FALSE(IsRosidlMessageName(bad)) << bad;
  }
  for (const char* good : {"A", "A1", "A_B", "TYPE_UNKNOWN", "A_1"}) {
    EXPECT_TRUE(IsRosidlConstantName(good)) << good;
  }
  for (const char* bad : {"", "a", "Ab", "A_", "A__B", "_A", "1A"}) {
    EXPECT_FALSE(IsRosidlConstantName(bad)) << bad;
  }
}

}  // namespace
}  // namespace transcdr::ros_msg
