// Whole schemas: ROS 2 bundles, ids that are those of the .msg, and what users
// of other tools reported.

#include "codec/schema/idl_frontend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "codec/schema/ros_msg_frontend.h"
#include "codec/type/schema_id.h"
#include "tests/codec/schema/idl_fixtures.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string MsgForm(std::string root, std::string text,
                    std::vector<SchemaFile> files = {}) {
  SchemaSource source;
  source.root_type = std::move(root);
  source.text = std::move(text);
  source.files = std::move(files);
  std::vector<Diagnostic> diagnostics;
  const auto schema =
      ParseRosMsg(source, WireProfile::Ros2(), {}, &diagnostics);
  EXPECT_TRUE(schema.has_value()) << Render(diagnostics);
  return schema.has_value() ? CanonicalForm(*schema) : "";
}

std::string RosForm(const std::string& root, const std::string& text) {
  return CanonicalForm(IdlOrDie(Ros2Idl(root, text)));
}

// As rosidl writes it.
constexpr char kTimeIdl[] = R"(// generated from rosidl_adapter
module builtin_interfaces {
  module msg {
    @verbatim (language="comment", text=
      "This message communicates ROS Time")
    struct Time {
      @verbatim (language="comment", text=
        "The seconds component" "\n" "valid over all int32 values.")
      int32 sec;
      uint32 nanosec;
    };
  };
};
)";
constexpr char kHeaderIdl[] = R"(
#include "builtin_interfaces/msg/Time.idl"

module std_msgs {
  module msg {
    struct Header {
      builtin_interfaces::msg::Time stamp;
      string frame_id;
    };
  };
};
)";
constexpr char kThingIdl[] = R"idl(
#include "std_msgs/msg/Header.idl"

module demo_msgs {
  module msg {
    typedef double double__9[9];
    typedef octet octet__2[2];
    module Thing_Constants {
      const uint8 LEVEL_OK = 0;
      const string TEXT = "it's \"this\"";
      const double HALF = 0.5;
      const wstring WIDE = "w";
    };
    @verbatim (language="comment", text="{;}")
    struct Thing {
      std_msgs::msg::Header header;
      @unit (value="rad")
      double__9 covariance;
      octet__2 raw;
      octet one;
      uint8 letter;
      boolean flag;
      sequence<std_msgs::msg::Header, 3> more;
      sequence<string<5>> names;
      @default (value=-5)
      int8 small;
      @default (value="a \"b\"")
      string text;
      @default (value=TRUE)
      boolean yes;
      @default (value=1.5)
      float ratio;
      @default (value="(1, 2, 3)")
      sequence<int32> list;
      wstring<7> wide;
    };
  };
};
)idl";
constexpr char kThingMsg[] = R"(std_msgs/Header header
float64[9] covariance
byte[2] raw
byte one
char letter
bool flag
std_msgs/Header[<=3] more
string<=5[] names
int8 small -5
string text 'a "b"'
bool yes true
float32 ratio 1.5
int32[] list [1, 2, 3]
wstring<=7 wide
uint8 LEVEL_OK=0
)";
constexpr char kHeaderMsg[] = "builtin_interfaces/Time stamp\nstring frame_id";

std::string ThingBundle() {
  return IdlFile("demo_msgs/msg/Thing") + kThingIdl +
         IdlFile("std_msgs/msg/Header") + kHeaderIdl +
         IdlFile("builtin_interfaces/msg/Time") + kTimeIdl;
}

TEST(IdlFrontendTest, Ros2IdlHasTheIdOfTheMsg) {
  const std::string msg = MsgForm("demo_msgs/msg/Thing", kThingMsg,
                                  {{"std_msgs/Header", kHeaderMsg}});
  EXPECT_EQ(RosForm("demo_msgs/msg/Thing", ThingBundle()), msg);
  EXPECT_EQ(
      SchemaId::Of(IdlOrDie(Ros2Idl("demo_msgs/msg/Thing", ThingBundle()))),
      SchemaId::OfCanonicalForm(msg));
  // So has the same text as OMG IDL, asked for in ROS 2's way.
  SchemaSource omg = Idl("demo_msgs::msg::Thing", kThingIdl,
                         {{"std_msgs/msg/Header.idl", kHeaderIdl},
                          {"builtin_interfaces/msg/Time.idl", kTimeIdl}});
  omg.default_extensibility = Extensibility::kFinal;
  std::vector<Diagnostic> diagnostics;
  const auto schema = ParseIdl(omg, WireProfile::Ros2(), {}, &diagnostics);
  ASSERT_TRUE(schema.has_value()) << Render(diagnostics);
  EXPECT_EQ(CanonicalForm(*schema), msg);
}

TEST(IdlFrontendTest, EveryWayToNameTheRoot) {
  const std::string form = RosForm("demo_msgs/msg/Thing", ThingBundle());
  for (const char* root :
       {"", "demo_msgs::msg::Thing", "::demo_msgs::msg::Thing",
        "demo_msgs/Thing", "demo_msgs::msg::dds_::Thing_"}) {
    EXPECT_EQ(RosForm(root, ThingBundle()), form) << root;
  }
  EXPECT_EQ(
      IdlFaults(Ros2Idl("demo_msgs/msg/Gone", IdlFile("a/msg/B") + kTimeIdl)),
      "error: the root type 'demo_msgs::msg::Gone' is not defined: there "
      "are builtin_interfaces::msg::Time");
}

TEST(IdlFrontendTest, BundlesAsTheyAreFound) {
  const std::string form = RosForm("", ThingBundle());
  std::string crlf;
  for (char c : ThingBundle()) crlf += c == '\n' ? "\r\n" : std::string{c};
  EXPECT_EQ(RosForm("", crlf), form);
  // The same file twice; a root without a separator; other lengths of '='.
  EXPECT_EQ(RosForm("", ThingBundle() + IdlFile("std_msgs/msg/Header.idl") +
                            kHeaderIdl),
            form);
  EXPECT_EQ(RosForm("demo_msgs/msg/Thing",
                    std::string(kThingIdl) +
                        "===\n\nIDL: std_msgs/msg/Header"
                        "\n" +
                        kHeaderIdl + IdlFile("builtin_interfaces/msg/Time") +
                        kTimeIdl),
            form);
  EXPECT_THAT(
      IdlFaults(Ros2Idl("", ThingBundle() + IdlFile("std_msgs/msg/Header") +
                                "struct X { octet o; };")),
      HasSubstr("the file 'std_msgs/msg/Header' is there twice, with "
                "different texts"));
}

TEST(IdlFrontendTest, RosTypesAreFinalAndMayBeEmpty) {
  std::string warnings;
  EXPECT_THAT(CanonicalForm(IdlOrDie(
                  Ros2Idl("", "@mutable struct S { octet o; };"), &warnings)),
              HasSubstr("struct ::S final\n"));
  EXPECT_THAT(warnings, HasSubstr("'S' is taken as final"));
  EXPECT_EQ(RosForm("std_srvs/msg/Empty",
                    "module std_srvs { module msg { struct Empty { "
                    "uint8 structure_needs_at_least_one_member; }; }; };"),
            MsgForm("std_srvs/msg/Empty", "# nothing\n"));
}

// users-report.md 30: the language is said, not guessed wrong.
TEST(IdlFrontendTest, OtherLanguagesAreToldApart) {
  EXPECT_EQ(IdlFaults(Idl("a/msg/B", "float64 x\nfloat64 y\n")),
            "error: this is not IDL: there is no '{' and no ';' in it; .msg "
            "texts are another schema language");
  EXPECT_EQ(IdlFaults(Idl("S", "")), "error: there is no text: expected IDL");
  EXPECT_THAT(IdlFaults(Idl("S", ThingBundle())),
              HasSubstr("this is a bundle of ROS 2 IDL files"));
}

// users-report.md 32: all that is missing in one answer.
TEST(IdlFrontendTest, AllMissingTypesAreListedOnce) {
  const std::string faults =
      IdlFaults(Idl("S",
                    "struct S { a::B b; C c; a::B d; sequence<D> e; E f; };\n"
                    "struct E;"));
  EXPECT_THAT(faults, HasSubstr("the type 'a::B' is not declared"));
  EXPECT_THAT(faults, HasSubstr("the type 'C' is not declared"));
  EXPECT_THAT(faults, HasSubstr("the type 'D' is not declared"));
  EXPECT_THAT(faults, HasSubstr("type 'E' is used here but defined nowhere"));
  EXPECT_EQ(faults.find("'a::B'"), faults.rfind("'a::B'"));
}

// users-report.md 6: cyclonedds-cxx#117, #121.
TEST(IdlFrontendTest, Report6ArraysOfStringsThroughTypedefsAndNestedSequences) {
  EXPECT_THAT(IdlForm(Idl("a::b::S", R"(
      module a { module b {
        typedef string Names[3];
        typedef sequence<sequence<long> > Rows;
        @final struct S { Names names; Rows rows; };
      }; };)")),
              HasSubstr("names 0 array<string,[3]>\n"
                        "  rows 1 sequence<sequence<int32>>\n"));
}

// users-report.md 15: unannotated types.
TEST(IdlFrontendTest, Report15DefaultExtensibility) {
  SchemaSource source = Idl("S", "struct S { octet o; };");
  EXPECT_THAT(IdlForm(source), HasSubstr("struct ::S appendable"));
  source.default_extensibility = Extensibility::kFinal;  // Cyclone DDS
  EXPECT_THAT(IdlForm(source), HasSubstr("struct ::S final"));
}

// users-report.md 17: unions that may hold nothing.
TEST(IdlFrontendTest, Report17UnionsWithOnlyOneOfTwoCases) {
  EXPECT_EQ(IdlForm("@final union Maybe switch (boolean) { case TRUE: string "
                    "s; };"),
            "union ::Maybe final switch boolean\n  case 1 s 1 string\n");
}

// users-report.md 34: omgidl #133, #166, #319, #298, #114, #113, #81.
TEST(IdlFrontendTest, Report34) {
  EXPECT_THAT(IdlForm(Idl("m::S", R"(
      module m {
        enum Color { RED, GREEN = 5, BLUE };
        typedef Color Selector;
        const long HEX = 0xFf;
        const long OCTAL = 010;
        const long SIZE = BLUE;
        struct Color2 { octet o; };
        @final union U switch (Selector) {
          case RED: @id(9) long a;
          case BLUE: @key @external string<OCTAL> b;
        };
        @final struct S {
          Color2 Color2;
          string include;
          octet hex[HEX];
          octet size[SIZE];
          U u;
          m::Color color[m::GREEN];
        };
      };)")),
              AllOf(HasSubstr("  Color2 0 ::m::Color2\n"
                              "  include 1 string\n"
                              "  hex 2 array<byte,[255]>\n"
                              "  size 3 array<byte,[6]>\n"
                              "  u 4 ::m::U\n"
                              "  color 5 array<::m::Color,[5]>\n"),
                    HasSubstr("  case 0 a 9 int32\n"
                              "  case 6 b 10 string<8> key\n")));
}

// users-report.md 35: xtypes#114.
TEST(IdlFrontendTest, Report35AnnotationsAreKept) {
  EXPECT_EQ(IdlForm("@final struct S { @key @optional @id(3) long x; };"),
            "struct ::S final\n  x 3 int32 optional key\n");
}

// users-report.md 36.
TEST(IdlFrontendTest, Report36) {
  std::string warnings;
  const std::string form = IdlForm(Idl("m::S", R"(
      #pragma something
      module m {
        struct A;
        enum E { X, Y, };
        const wchar W = L'\u00e9';
        const wstring WS = L"w\u00e9";
        bitmask M { F, G };
        @final struct Base { long a, b[2], c; };
        @final struct S : ::m::Base {
          octet d[2*3];
          sequence< ::m::A> list;
          map<string, E> m;
          M flags;
          wstring w;
        };
        @final struct A { wchar w; };
      };)"),
                                   &warnings);
  EXPECT_THAT(form, HasSubstr("struct ::m::S final : ::m::Base\n"
                              "  d 3 array<byte,[6]>\n"
                              "  list 4 sequence<::m::A>\n"
                              "  m 5 map<string,::m::E>\n"
                              "  flags 6 ::m::M\n"
                              "  w 7 wstring\n"
                              "struct ::m::Base final\n"
                              "  a 0 int32\n"
                              "  b 1 array<int32,[2]>\n"
                              "  c 2 int32\n"));
  EXPECT_THAT(warnings, HasSubstr("#pragma something is left out"));
  EXPECT_EQ(warnings.find("warning"), warnings.rfind("warning"));
}

TEST(IdlFrontendTest, DdsRecorderTextsParseAsTheyAre) {
  EXPECT_THAT(IdlForm(Idl("std_msgs::msg::dds_::String_", R"(
module std_msgs
{
    module msg
    {
        module dds_
        {
            @extensibility(FINAL)
            struct String_
            {
                string data;
            };
        };
    };
};
)")),
              HasSubstr("struct ::std_msgs::msg::dds_::String_ final\n"));
}

}  // namespace
}  // namespace transcdr
