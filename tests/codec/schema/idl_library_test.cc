// The built-in library under ROS 2 IDL: what texts include and do not bring.

#include "codec/schema/idl_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "codec/schema/ros_interface.h"
#include "codec/schema/ros_interface_idl.h"
#include "codec/schema/ros_msg_frontend.h"
#include "codec/schema/ros_msg_names.h"
#include "codec/type/schema_id.h"
#include "tests/codec/schema/idl_fixtures.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

// The form of the type that the .msg front end knows by that name.
std::string LibraryForm(const std::string& root) {
  SchemaSource source;
  source.root_type = root;
  source.has_text = false;
  std::vector<Diagnostic> diagnostics;
  const auto schema =
      ParseRosMsg(source, WireProfile::Ros2(), {}, &diagnostics);
  EXPECT_TRUE(schema.has_value()) << root << Render(diagnostics);
  return schema.has_value() ? CanonicalForm(*schema) : "";
}

std::string RosForm(const SchemaSource& source) {
  return CanonicalForm(IdlOrDie(source));
}

SchemaSource WithFiles(SchemaSource source, std::vector<SchemaFile> files) {
  source.files = std::move(files);
  return source;
}

std::string Text(const std::string& full_name) {
  const ros_msg::LibraryText* text = ros_msg::FindInLibrary(full_name);
  EXPECT_NE(text, nullptr) << full_name;
  return text == nullptr ? "" : ros_msg::InterfaceIdl(*text);
}

// The types that the .idl file of an interface defines.
std::vector<std::string> TypesOf(const ros_msg::LibraryText& text) {
  if (text.kind == ros_msg::InterfaceKind::kMessage) {
    return {std::string(text.full_name)};
  }
  std::vector<std::string> names;
  for (const auto& type : ros_msg::DerivedTypes(text.full_name, text.kind)) {
    if (type.part.has_value()) names.push_back(type.full_name);
  }
  return names;
}

constexpr char kUser[] =
    "#include \"std_msgs/msg/Header.idl\"\n"
    "#include \"geometry_msgs/msg/Pose.idl\"\n"
    "module a { module msg { struct T {\n"
    "  std_msgs::msg::Header header;\n"
    "  geometry_msgs::msg::Pose pose;\n"
    "}; }; };\n";
constexpr char kMyHeader[] =
    "module std_msgs { module msg { struct Header { string mine; }; }; };";

TEST(IdlLibraryTest, EveryTypeIsThatOfTheMsg) {
  int types = 0;
  for (const ros_msg::LibraryText& text : ros_msg::Library()) {
    const std::string idl = ros_msg::InterfaceIdl(text);
    for (const std::string& root : TypesOf(text)) {
      const std::string form = LibraryForm(root);
      // The text alone, an include of it, and its name.
      const std::string include =
          "#include \"" + ros_msg::DisplayName(text.full_name) + ".idl\"\n";
      for (const std::string& given : {idl, include, std::string()}) {
        const Schema schema = IdlOrDie(Ros2Idl(root, given));
        EXPECT_EQ(CanonicalForm(schema), form);
        EXPECT_EQ(SchemaId::Of(schema), SchemaId::OfCanonicalForm(form));
      }
      ++types;
    }
  }
  EXPECT_GT(types, 200);
}

TEST(IdlLibraryTest, AllTypesAtOnce) {
  std::string text;
  for (const ros_msg::LibraryText& one : ros_msg::Library()) {
    text += "#include \"" + ros_msg::DisplayName(one.full_name) + "\"\n";
  }
  EXPECT_EQ(RosForm(Ros2Idl("sensor_msgs/msg/Imu", text)),
            LibraryForm("sensor_msgs/msg/Imu"));
}

TEST(IdlLibraryTest, TextsAreWhatRosidlWrites) {
  EXPECT_EQ(Text("rcl_interfaces::msg::ParameterDescriptor"),
            R"(#include "rcl_interfaces/msg/FloatingPointRange.idl"
#include "rcl_interfaces/msg/IntegerRange.idl"

module rcl_interfaces {
  module msg {
    @nested
    struct ParameterDescriptor {
      string name;
      uint8 type;
      string description;
      string additional_constraints;
      @default (value=FALSE)
      boolean read_only;
      @default (value=FALSE)
      boolean dynamic_typing;
      sequence<rcl_interfaces::msg::FloatingPointRange, 1> floating_point_range;
      sequence<rcl_interfaces::msg::IntegerRange, 1> integer_range;
    };
  };
};
)");
  EXPECT_THAT(Text("geometry_msgs::msg::Quaternion"),
              HasSubstr("      @default (value=1.0)\n      double w;\n"));
  EXPECT_EQ(Text("diagnostic_msgs::msg::DiagnosticStatus"),
            R"(#include "diagnostic_msgs/msg/KeyValue.idl"

module diagnostic_msgs {
  module msg {
    module DiagnosticStatus_Constants {
      const octet OK = 0;
      const octet WARN = 1;
      const octet ERROR = 2;
      const octet STALE = 3;
    };
    @nested
    struct DiagnosticStatus {
      octet level;
      string name;
      string message;
      string hardware_id;
      sequence<diagnostic_msgs::msg::KeyValue> values;
    };
  };
};
)");
  EXPECT_EQ(Text("std_srvs::srv::Trigger"), R"(
module std_srvs {
  module srv {
    @nested
    struct Trigger_Request {
      uint8 structure_needs_at_least_one_member;
    };
    @nested
    struct Trigger_Response {
      boolean success;
      string message;
    };
  };
};
)");
}

// What no text of the library has.
TEST(IdlLibraryTest, ArraysAndStrings) {
  const std::string text =
      "b/P[2] points\nP[2] others\nfloat32[3] two [1, 2.5, 3]\n"
      "float32[3] three\nstring<=4[2] names\n"
      "string<=4[<=2] more ['a\"b', 'c']\nwstring<=7 wide \"w\"\n"
      "char letter 65\nint64 low -9223372036854775808\n"
      "string TEXT='a \"b\" c'\nfloat64 HALF=0.5\nbool YES=true\n";
  const std::string idl = ros_msg::InterfaceIdl(
      {"a::msg::T", ros_msg::InterfaceKind::kMessage, text});
  EXPECT_THAT(idl, HasSubstr("typedef b::msg::P b__msg__P__2[2];\n"));
  EXPECT_THAT(idl, HasSubstr("typedef string<4> string__4__2[2];\n"));
  EXPECT_THAT(idl, HasSubstr("const string TEXT = \"a \\\"b\\\" c\";\n"));
  EXPECT_THAT(idl, HasSubstr("const double HALF = 0.5;\n"));
  EXPECT_THAT(idl, HasSubstr("const boolean YES = TRUE;\n"));

  SchemaSource msg;
  msg.root_type = "a/msg/T";
  msg.text = text;
  msg.files = {{"b/P", "int8 x\n"}, {"a/P", "int8 y\n"}};
  std::vector<Diagnostic> diagnostics;
  const auto schema = ParseRosMsg(msg, WireProfile::Ros2(), {}, &diagnostics);
  ASSERT_TRUE(schema.has_value()) << Render(diagnostics);
  EXPECT_EQ(RosForm(WithFiles(
                Ros2Idl("a/msg/T", idl),
                {{"b/msg/P.idl",
                  "module b { module msg { struct P { int8 x; }; }; };"},
                 {"a/msg/P.idl",
                  "module a { module msg { struct P { int8 y; }; }; };"}})),
            CanonicalForm(*schema));
}

TEST(IdlLibraryTest, WhatTextsIncludeAndDoNotBring) {
  const std::string form = RosForm(Ros2Idl("a/msg/T", kUser));
  for (const char* part : {"struct ::geometry_msgs::msg::Quaternion final\n",
                           "struct ::builtin_interfaces::msg::Time final\n"}) {
    EXPECT_THAT(form, HasSubstr(part));
  }
  // The root is still the only struct of the text, used or not what it
  // includes.
  EXPECT_EQ(RosForm(Ros2Idl("", kUser)), form);
  EXPECT_EQ(
      RosForm(Ros2Idl(
          "", std::string("#include \"sensor_msgs/msg/Imu.idl\"\n") + kUser)),
      form);
  // Twice, without ".idl", with folders before it, beside others of a package.
  EXPECT_EQ(RosForm(Ros2Idl(
                "", std::string("#include <std_msgs/msg/Header>\n"
                                "#include \"/opt/ros/share/std_msgs/msg/../"
                                "msg/Header.idl\"\n"
                                "#include \"./geometry_msgs/msg/Pose\"\n") +
                        kUser)),
            form);
  EXPECT_EQ(
      RosForm(Ros2Idl("std_msgs/msg/Mine",
                      IdlFile("std_msgs/msg/Mine") +
                          "#include \"Header.idl\"\nmodule std_msgs { module "
                          "msg { struct Mine { Header h; }; }; };")),
      RosForm(Ros2Idl("std_msgs/msg/Mine",
                      IdlFile("std_msgs/msg/Mine") +
                          "#include \"std_msgs/msg/Header.idl\"\nmodule "
                          "std_msgs { module msg { struct Mine { "
                          "std_msgs::msg::Header h; }; }; };")));
  // Constants come along, and a text may say again what a file says.
  EXPECT_THAT(
      RosForm(Ros2Idl("a::T",
                      "#include \"diagnostic_msgs/msg/DiagnosticStatus.idl\"\n"
                      "module a { struct T { octet x[diagnostic_msgs::msg::"
                      "DiagnosticStatus_Constants::STALE]; }; };")),
      HasSubstr("  x 0 array<byte,[3]>\n"));
  EXPECT_EQ(RosForm(Ros2Idl("a/msg/T", Text("std_msgs::msg::Header") + kUser)),
            form);
  // The parts of services and actions.
  EXPECT_THAT(
      RosForm(Ros2Idl("a::T",
                      "#include \"std_srvs/srv/SetBool.idl\"\n"
                      "#include \"tf2_msgs/action/LookupTransform.idl\"\n"
                      "module a { struct T { std_srvs::srv::SetBool_Request r; "
                      "tf2_msgs::action::LookupTransform_Goal g; }; };")),
      HasSubstr("  g 1 ::tf2_msgs::action::LookupTransform_Goal\n"));
}

TEST(IdlLibraryTest, GivenFilesWin) {
  const std::string bundle =
      IdlFile("a/msg/T") + kUser + IdlFile("std_msgs/msg/Header") + kMyHeader;
  const std::string form = RosForm(Ros2Idl("", bundle));
  EXPECT_THAT(form, HasSubstr("  mine 0 string\n"));
  EXPECT_THAT(form, HasSubstr("struct ::geometry_msgs::msg::Quaternion"));
  for (const char* name : {"std_msgs/msg/Header.idl", "Header.idl",
                           "share/std_msgs/msg/Header.idl"}) {
    EXPECT_EQ(
        RosForm(WithFiles(Ros2Idl("a/msg/T", kUser), {{name, kMyHeader}})),
        form)
        << name;
  }
  // Also for what the library includes.
  EXPECT_THAT(
      RosForm(WithFiles(Ros2Idl("sensor_msgs/msg/Imu",
                                "#include \"sensor_msgs/msg/Imu.idl\"\n"),
                        {{"std_msgs/msg/Header.idl", kMyHeader}})),
      HasSubstr("  mine 0 string\n"));
  // Two that could be meant are none, here too.
  EXPECT_THAT(IdlFaults(WithFiles(Ros2Idl("a/msg/T", kUser),
                                  {{"x/std_msgs/msg/Header.idl", kMyHeader},
                                   {"y/std_msgs/msg/Header.idl", kMyHeader}})),
              HasSubstr("'std_msgs/msg/Header.idl' is not among the texts"));
  // What was read of the library before changes no name: "Pose.idl" is the one
  // given, and "Point.idl" none.
  EXPECT_THAT(
      RosForm(WithFiles(
          Ros2Idl("a/msg/T", std::string(kUser) +
                                 "#include \"Pose.idl\"\n"
                                 "module a { struct U { b::Pose p; }; };"),
          {{"b/Pose.idl", "module b { struct Pose { octet o; }; };"}})),
      HasSubstr("struct ::a::msg::T"));
  EXPECT_THAT(IdlFaults(Ros2Idl(
                  "a/msg/T", std::string(kUser) + "#include \"Point.idl\"\n")),
              HasSubstr("the file 'Point.idl' is not among the texts given\n"));
}

TEST(IdlLibraryTest, WhatIsNowhere) {
  EXPECT_EQ(IdlFaults(Ros2Idl("S",
                              "#include \"std_msg/msg/Header.idl\"\n"
                              "#include \"my_msgs/msg/Mine.idl\"\n"
                              "#include \"std_msgs/Header.idl\"\n"
                              "#include \"std_srvs/srv/Trigger_Request.idl\"\n"
                              "struct S { octet x; };")),
            "schema.idl:1:2: error: the file 'std_msg/msg/Header.idl' is not "
            "among the texts given; did you mean std_msgs/msg/Header?\n"
            "  #include \"std_msg/msg/Header.idl\"\n   ^\n"
            "schema.idl:2:2: error: the file 'my_msgs/msg/Mine.idl' is not "
            "among the texts given\n"
            "  #include \"my_msgs/msg/Mine.idl\"\n   ^\n"
            "schema.idl:3:2: error: the file 'std_msgs/Header.idl' is not "
            "among the texts given\n"
            "  #include \"std_msgs/Header.idl\"\n   ^\n"
            "schema.idl:4:2: error: the file 'std_srvs/srv/Trigger_Request.idl'"
            " is not among the texts given\n"
            "  #include \"std_srvs/srv/Trigger_Request.idl\"\n   ^");
  // OMG IDL has no such files.
  EXPECT_THAT(IdlFaults(Idl("a::msg::T", kUser)),
              HasSubstr("the file 'std_msgs/msg/Header.idl' is not among the "
                        "texts given\n"));
  EXPECT_EQ(IdlFaults(Idl("std_msgs::msg::Header", "")),
            "error: there is no text: expected IDL");
  // Nothing is visible that is not included.
  EXPECT_THAT(IdlFaults(Ros2Idl("S", "struct S { std_msgs::msg::Header h; };")),
              HasSubstr("'std_msgs::msg::Header' is not"));
  EXPECT_THAT(IdlFaults(Ros2Idl("S",
                                "#include \"std_msgs/msg/Header.idl\"\n"
                                "struct S { geometry_msgs::msg::Pose p; };")),
              HasSubstr("'geometry_msgs::msg::Pose' is not"));
  // Macros reach it, as they reach every file.
  EXPECT_THAT(IdlFaults(Ros2Idl("a/msg/T",
                                std::string("#define frame_id }\n") + kUser)),
              HasSubstr("std_msgs/msg/Header:"));
}

TEST(IdlLibraryTest, RootsByName) {
  const std::string form = LibraryForm("geometry_msgs/msg/PoseStamped");
  for (const char* root :
       {"geometry_msgs/msg/PoseStamped", "geometry_msgs::msg::PoseStamped",
        "geometry_msgs/PoseStamped",
        "geometry_msgs::msg::dds_::PoseStamped_"}) {
    EXPECT_EQ(RosForm(Ros2Idl(root, " \n")), form) << root;
  }
  // What is given wins, whatever its file is called.
  EXPECT_THAT(RosForm(WithFiles(Ros2Idl("geometry_msgs/msg/PoseStamped", ""),
                                {{"std_msgs/msg/Header", kMyHeader}})),
              HasSubstr("  mine 0 string\n"));
  EXPECT_THAT(RosForm(WithFiles(Ros2Idl("std_msgs/msg/Header", ""),
                                {{"all.idl", kMyHeader}})),
              HasSubstr("  mine 0 string\n"));
  // Only where there is no text of the root.
  EXPECT_THAT(
      IdlFaults(Ros2Idl("sensor_msgs/msg/Imu", "struct S { octet x; };")),
      HasSubstr("the root type 'sensor_msgs::msg::Imu' is not defined"));
  EXPECT_EQ(IdlFaults(Ros2Idl("sensor_msgs/msg/Imuu", "")),
            "error: there is no text, and sensor_msgs/msg/Imuu is not a "
            "built-in type; did you mean sensor_msgs/msg/Imu?");
  EXPECT_EQ(IdlFaults(Ros2Idl("", "")),
            "error: there is no text: expected IDL");
  // No .idl file has the types that are derived from those of its parts.
  EXPECT_THAT(IdlFaults(Ros2Idl("std_srvs/srv/Trigger_Event", "")),
              HasSubstr("is not defined: there are std_srvs::srv::Trigger_"));
}

TEST(IdlLibraryTest, HostilePaths) {
  std::string text;
  for (const std::string& path :
       {std::string(100'000, 'a') + "/msg/B", std::string(50'000, '/'),
        std::string("//"), std::string("/msg/"), std::string("a/srv/_Event")}) {
    text += "#include \"" + path + "\"\n";
  }
  for (int i = 0; i < 16'000; ++i) {
    text += "#include \"sensor_msgs/msg/Imo" + std::to_string(i) + "\"\n";
  }
  EXPECT_THAT(IdlFaults(Ros2Idl("S", text + "struct S { octet x; };")),
              HasSubstr("is not among the texts given"));
}

}  // namespace
}  // namespace transcdr
