#include "codec/schema/ros_msg_frontend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "codec/type/schema_id.h"
#include "codec/type/type_builder.h"
#include "tests/codec/schema/ros_msg_fixtures.h"
#include "tests/support/golden.h"

namespace transcdr {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kPoint[] = "float64 x\nfloat64 y\nfloat64 z\n";
constexpr char kTime[] = "int32 sec\nuint32 nanosec\n";
constexpr char kHeader[] = "builtin_interfaces/Time stamp\nstring frame_id\n";
constexpr char kJointState[] =
    "std_msgs/Header header\n\nstring[] name\nfloat64[] position\n"
    "float64[] velocity\nfloat64[] effort\n";

TEST(RosMsgFrontendTest, StructsAreFinalAndMembersInOrder) {
  const Schema schema = ParseOrDie(
      Source("pkg/T", "int32 b\nstring<=3 a\nfloat32[2] d\nwstring[<=4] c\n"));
  const TypeDescriptor& type = schema.type(schema.root());
  EXPECT_EQ(type.name, "pkg::msg::T");
  EXPECT_EQ(type.extensibility, Extensibility::kFinal);
  EXPECT_EQ(schema.profile(), WireProfile::Ros2());
  ExpectGolden("canonical/ros_msg_shapes.txt", CanonicalForm(schema));
}

TEST(RosMsgFrontendTest, JointState) {
  const SchemaSource source =
      Source("sensor_msgs/msg/JointState",
             std::string(kJointState) + Msg("std_msgs/Header") + kHeader +
                 Msg("builtin_interfaces/Time") + kTime);
  ExpectGolden("canonical/joint_state.txt", FormOf(source));
}

TEST(RosMsgFrontendTest, BundlesAndFilesAreTheSame) {
  const std::string bundle =
      FormOf(Source("sensor_msgs/msg/JointState",
                    std::string(kJointState) + Msg("std_msgs/Header") +
                        kHeader + Msg("builtin_interfaces/Time") + kTime));
  for (const char* header :
       {"std_msgs/Header", "std_msgs/msg/Header", "std_msgs::msg::Header",
        "std_msgs/Header.msg", "/opt/ros/share/std_msgs/msg/Header.msg"}) {
    EXPECT_EQ(
        FormOf(Source("sensor_msgs/JointState", kJointState,
                      {{header, kHeader}, {"builtin_interfaces/Time", kTime}})),
        bundle)
        << header;
  }
  // A file may be a bundle, the root may be named or be a file.
  EXPECT_EQ(
      FormOf(Source("sensor_msgs/JointState", kJointState,
                    {{"std_msgs/Header",
                      kHeader + Msg("builtin_interfaces/Time") + kTime}})),
      bundle);
  EXPECT_EQ(FormOf(Source("sensor_msgs/JointState",
                          "\n" + Msg("std_msgs/Header") + kHeader +
                              Msg("sensor_msgs/JointState") + kJointState)),
            bundle);
  EXPECT_EQ(FormOf(Source("sensor_msgs/JointState", "",
                          {{"std_msgs/Header", kHeader},
                           {"sensor_msgs/JointState.msg", kJointState}})),
            bundle);
  EXPECT_EQ(FormOf(Source("", Msg("sensor_msgs/JointState") + kJointState +
                                  Msg("std_msgs/Header") + kHeader)),
            bundle);
}

TEST(RosMsgFrontendTest, EveryWayToNameTheRoot) {
  const std::string form = FormOf(Source("geometry_msgs/msg/Point", kPoint));
  for (const char* root :
       {"geometry_msgs/Point", "geometry_msgs::msg::Point",
        "geometry_msgs::Point", "::geometry_msgs::msg::Point",
        "geometry_msgs::msg::dds_::Point_",
        "fastdds/geometry_msgs/msg/Point"}) {
    EXPECT_EQ(FormOf(Source(root, kPoint)), form) << root;
  }
  EXPECT_EQ(ParseOrDie(Source("Point", kPoint)).root_name(), "Point");
}

TEST(RosMsgFrontendTest, LineEndsMarksAndBlanksDoNotCount) {
  const std::string form = FormOf(
      Source("a/T", "B b\nint8[] c [1, 2]\n" + Msg("a/B") + "string s\n"));
  EXPECT_EQ(FormOf(Source("a/T",
                          "\xef\xbb\xbf# top\r\nB\tb\t# c\r\n\f\r\n"
                          "int8[]   c   [ 1,2 ]\t\r\n===\r\nMSG: a/msg/B  "
                          "\r\n\r\nstring s")),
            form);
}

TEST(RosMsgFrontendTest, ConstantsAndCommentsDoNotCount) {
  EXPECT_EQ(
      FormOf(Source("a/T", "int8 x\n")),
      FormOf(Source("a/T", "# T\nint8 X=1\nstring Y=\"z\"\nint8 x # x\n")));
  EXPECT_NE(FormOf(Source("a/T", "int8 x\n")),
            FormOf(Source("a/T", "int8 x 0\n")));
}

// Same id from .msg as from descriptors of the IDL that rosidl makes of it.
TEST(RosMsgFrontendTest, IdIsThatOfRosidlsIdl) {
  TypeBuilder b;
  TypeDescriptor type;
  type.kind = TypeKind::kStruct;
  type.name = "pkg::msg::T";
  const auto add = [&](std::string name, TypeIndex member_type,
                       std::optional<Literal> default_value = std::nullopt) {
    Member member;
    member.name = std::move(name);
    member.type = member_type;
    member.default_value = std::move(default_value);
    type.members.push_back(std::move(member));
  };
  add("a", b.Primitive(TypeKind::kByte));   // octet
  add("b", b.Primitive(TypeKind::kUInt8));  // char: uint8
  TypeDescriptor alias;                     // typedef double double__3[3];
  alias.kind = TypeKind::kAlias;
  alias.name = "pkg::msg::double__3";
  alias.element = b.Array(b.Primitive(TypeKind::kFloat64), {3});
  add("c", b.Define(alias));
  add("d", b.Sequence(b.String(5), 2));
  add("e", b.Primitive(TypeKind::kFloat32), Literal{0.1});
  b.Define(type);
  std::vector<Diagnostic> diagnostics;
  const std::optional<Schema> schema =
      b.Build("pkg::msg::T", WireProfile::Ros2(), &diagnostics);
  ASSERT_TRUE(schema.has_value()) << Render(diagnostics);
  EXPECT_EQ(
      SchemaId::Of(*schema),
      SchemaId::Of(ParseOrDie(Source("pkg/T",
                                     "byte a\nchar b\nfloat64[3] c\n"
                                     "string<=5[<=2] d\nfloat32 e 0.1\n"))));
}

// users-report 8: a message without fields is a type all the same.
TEST(RosMsgFrontendTest, Report8EmptyMessages) {
  for (const char* text : {"", "\n\n", "# nothing\n", "int8 X=1\n"}) {
    const Schema schema = ParseOrDie(Source("std_msgs/msg/Empty", text));
    EXPECT_TRUE(schema.type(schema.root()).members.empty());
    EXPECT_EQ(schema.profile().empty_struct_form, EmptyStructForm::kDummyOctet);
  }
  ParseOrDie(Source("a/T", "std_msgs/Empty[2] e\n" + Msg("std_msgs/Empty")));
}

// users-report 10: PlotJuggler#881.
TEST(RosMsgFrontendTest, Report10BoundedSequencesAreNoArrays) {
  const Schema schema = ParseOrDie(Source("a/T", "int32[<=5] a\nint32[5] b\n"));
  const TypeDescriptor& root = schema.type(schema.root());
  const TypeDescriptor& a = schema.type(root.members[0].type);
  const TypeDescriptor& b = schema.type(root.members[1].type);
  EXPECT_EQ(a.kind, TypeKind::kSequence);
  EXPECT_EQ(a.bound, 5u);
  EXPECT_EQ(b.kind, TypeKind::kArray);
  EXPECT_EQ(b.dimensions, std::vector<uint32_t>{5});
}

// users-report 22: cyclonedds-cxx#109. The bound is of the text, without NUL.
TEST(RosMsgFrontendTest, Report22TextAsLongAsItsBound) {
  const Schema schema =
      ParseOrDie(Source("a/T", "string<=10 s \"0123456789\"\n"));
  EXPECT_EQ(schema.type(schema.type(0).members[0].type).bound, 10u);
  EXPECT_THAT(
      ParseSource(Source("a/T", "string<=10 s \"0123456789a\"")).text(),
      HasSubstr("expected text of at most 10 bytes of UTF-8, found 11"));
}

// users-report 28: rosmsg#49, design#222.
TEST(RosMsgFrontendTest, Report28ByteAndChar) {
  const Schema schema =
      ParseOrDie(Source("a/T", "byte a\nchar b\nint8 c\nuint8 d\n"));
  std::vector<TypeKind> kinds;
  for (const Member& member : schema.type(0).members) {
    kinds.push_back(schema.type(member.type).kind);
  }
  EXPECT_THAT(kinds, testing::ElementsAre(TypeKind::kByte, TypeKind::kUInt8,
                                          TypeKind::kInt8, TypeKind::kUInt8));
}

// users-report 29: mcap#1058, PlotJuggler#769.
TEST(RosMsgFrontendTest, Report29TheSameTypeTwice) {
  const std::string once =
      FormOf(Source("a/T", "B b\n" + Msg("a/B") + "int8 x\n"));
  EXPECT_EQ(FormOf(Source("a/T", "B b\n" + Msg("a/B") + "int8 x\n\n" +
                                     Msg("a/msg/B") + "int8 x\n")),
            once);
  // Comments may differ, and one may be a file.
  EXPECT_EQ(FormOf(Source("a/T", "B b\n" + Msg("a/B") + "int8 x\n",
                          {{"a/B", "# B\nint8   x # y\n"}})),
            once);
  // The root may be in its own bundle.
  EXPECT_EQ(FormOf(Source("a/T", "B b\n" + Msg("a/B") + "int8 x\n" +
                                     Msg("a/T") + "B b\n")),
            once);
  const ParsedSchema differing = ParseSource(Source(
      "a/T", "B b\n" + Msg("a/B") + "int8 x\n\n" + Msg("a/B") + "int16 x\n"));
  EXPECT_FALSE(differing.schema.has_value());
  EXPECT_EQ(differing.text(),
            "a/msg/T:7:1: error: type a/msg/B is there twice, with different "
            "fields: at a/msg/T:3 and at a/msg/T:7\n  MSG: a/B\n  ^");
}

TEST(RosMsgFrontendTest, Report29Cycles) {
  // Through sequences types may hold each other.
  const Schema tree = ParseOrDie(
      Source("a/Node", "string name\nNode[] children\nEdge[<=3] edges\n" +
                           Msg("a/Edge") + "Node[] ends\n"));
  EXPECT_EQ(tree.root_name(), "a::msg::Node");
  const ParsedSchema endless =
      ParseSource(Source("a/A", "B b\n" + Msg("a/B") + "int8 x\nA[2] a\n"));
  EXPECT_FALSE(endless.schema.has_value());
  EXPECT_THAT(endless.text(),
              HasSubstr("a type holds itself without a sequence, map or "
                        "optional member between: a::msg::A.b -> a::msg::B.a "
                        "-> a::msg::A\n  B b\n    ^"));
}

TEST(RosMsgFrontendTest, Report29SameShortNameInTwoPackages) {
  const std::string texts = Msg("a/Point") + "int8 of_a\n" + Msg("b/Point") +
                            "int8 of_b\n" + Msg("b/Line") + "Point p\n";
  const std::string form = FormOf(
      Source("a/T", "Point p\nb/Point q\na/Point r\nb/Line l\n" + texts));
  EXPECT_THAT(form, HasSubstr("  p 0 ::a::msg::Point\n"
                              "  q 1 ::b::msg::Point\n"
                              "  r 2 ::a::msg::Point\n"
                              "  l 3 ::b::msg::Line\n"));
  EXPECT_THAT(form, HasSubstr("struct ::b::msg::Line final\n"
                              "  p 0 ::b::msg::Point\n"));
  // Of a third package, Point could be either.
  const ParsedSchema from_c = ParseSource(Source("c/T", "Point p\n" + texts));
  EXPECT_FALSE(from_c.schema.has_value());
  EXPECT_EQ(from_c.text(),
            "c/msg/T:1:1: error: the type 'Point' could be one of 2: "
            "a/msg/Point, b/msg/Point; write it with its package\n"
            "  Point p\n  ^");
}

TEST(RosMsgFrontendTest, UnqualifiedNamesElsewhereWhenThereIsOne) {
  EXPECT_THAT(FormOf(Source("c/T", "Point p\n" + Msg("a/Point") + "int8 x\n")),
              HasSubstr("  p 0 ::a::msg::Point\n"));
  // A name with its package is never looked for elsewhere.
  EXPECT_THAT(
      ParseSource(Source("c/T", "b/Point p\n" + Msg("a/Point") + "int8 x\n"))
          .text(),
      HasSubstr("the type b/msg/Point is not among the texts given"));
  // Services may use messages of their package.
  EXPECT_THAT(FormOf(Source("c/srv/S_Request",
                            "Point p\n" + Msg("c/Point") + "int8 x\n")),
              HasSubstr("  p 0 ::c::msg::Point\n"));
}

TEST(RosMsgFrontendTest, HeaderWithoutPackage) {
  EXPECT_THAT(FormOf(Source("a/T", "Header h\n" + Msg("std_msgs/Header") +
                                       kHeader + Msg("b/Header") + "int8 x\n")),
              HasSubstr("  h 0 ::std_msgs::msg::Header\n"));
  EXPECT_THAT(FormOf(Source("a/T", "Header h\n" + Msg("std_msgs/Header") +
                                       kHeader + Msg("a/Header") + "int8 x\n")),
              HasSubstr("  h 0 ::a::msg::Header\n"));
  // Built in; others of that name do not count.
  EXPECT_THAT(
      FormOf(Source("a/T", "Header h\n" + Msg("b/Header") + "int8 x\n")),
      HasSubstr("  h 0 ::std_msgs::msg::Header\n"));
}

TEST(RosMsgFrontendTest, TimeAndDurationAreBuiltIn) {
  const std::string given = FormOf(Source(
      "a/T",
      "builtin_interfaces/Time t\nbuiltin_interfaces/msg/Duration[] d\n" +
          Msg("builtin_interfaces/Time") + kTime +
          Msg("builtin_interfaces/Duration") + kTime));
  EXPECT_EQ(FormOf(Source("a/T",
                          "builtin_interfaces/Time t\n"
                          "builtin_interfaces/msg/Duration[] d\n")),
            given);
  // A text that is given is the one that counts.
  EXPECT_THAT(FormOf(Source("a/T", "builtin_interfaces/Time t\n" +
                                       Msg("builtin_interfaces/Time") +
                                       "int64 nanosec\n")),
              HasSubstr("  nanosec 0 int64\n"));
  EXPECT_THAT(ParseSource(Source("a/T", "Time t\n")).text(),
              HasSubstr("the type a/msg/Time is not among the texts given"));
}

// users-report 30: rosbridge#913, ros2cli#780.
TEST(RosMsgFrontendTest, Report30IdlHandedOverAsMsg) {
  const std::string idl = "module a { module msg { struct T { long x; }; }; };";
  for (const SchemaSource& source :
       {Source("a/T", idl),
        Source("a/T", std::string(80, '=') + "\nIDL: a/msg/T\n" + idl),
        Source("", std::string(80, '=') + "\nIDL: a/msg/T\n" + idl),
        Source("a/T", "B b\n", {{"a/B", idl}})}) {
    const ParsedSchema parsed = ParseSource(source);
    EXPECT_FALSE(parsed.schema.has_value());
    ASSERT_EQ(parsed.diagnostics.size(), 1u) << parsed.text();
    EXPECT_THAT(parsed.text(), HasSubstr("it is taken where IDL is expected"));
  }
}

// users-report 31: ros-foxglove-bridge#253.
TEST(RosMsgFrontendTest, Report31ChangedDefinitionsHaveOtherIds) {
  const SchemaId old_id =
      SchemaId::Of(ParseOrDie(Source("sensor_msgs/Range", "float32 range\n")));
  const SchemaId new_id = SchemaId::Of(ParseOrDie(
      Source("sensor_msgs/Range", "float32 range\nfloat32 variance\n")));
  EXPECT_NE(old_id, new_id);
  EXPECT_EQ(old_id, SchemaId::Of(ParseOrDie(Source("sensor_msgs/msg/Range",
                                                   "float32 range # m\r\n"))));
}

// users-report 32.
TEST(RosMsgFrontendTest, Report32AllMissingTypesInOneAnswer) {
  const ParsedSchema parsed = ParseSource(Source(
      "a/T", "b/Header h\nb/Gone[] g\nB b\nGone2 x\nGone2 y\ndouble d\n" +
                 Msg("a/B") + "c/Gone3 z\nb/Gone g\n" + Msg("a/Unused") +
                 "d/NotAsked n\n"));
  EXPECT_FALSE(parsed.schema.has_value());
  EXPECT_EQ(
      parsed.text(),
      "a/msg/T:1:1: error: the type b/msg/Header is not among the texts "
      "given; did you mean std_msgs/msg/Header?\n  b/Header h\n  ^\n"
      "a/msg/T:2:1: error: the type b/msg/Gone is not among the texts given\n"
      "  b/Gone[] g\n  ^\n"
      "a/msg/T:4:1: error: the type a/msg/Gone2 is not among the texts given\n"
      "  Gone2 x\n  ^\n"
      "a/msg/T:6:1: error: the type a/msg/double is not among the texts given; "
      "did you mean float64?\n  double d\n  ^\n"
      "a/msg/B:1:1: error: the type c/msg/Gone3 is not among the texts given\n"
      "  c/Gone3 z\n  ^");
}

// users-report 46: rosx 2.1.0, omgidl#337.
TEST(RosMsgFrontendTest, Report46DefaultsAreInTheSchema) {
  const Schema schema =
      ParseOrDie(Source("a/T", "int8 a 5\nstring s \"hi\"\nfloat64 f\n"));
  const std::vector<Member>& members = schema.type(0).members;
  EXPECT_EQ(members[0].default_value, Literal{int64_t{5}});
  EXPECT_EQ(members[1].default_value, Literal{std::string("hi")});
  EXPECT_EQ(members[2].default_value, std::nullopt);
}

TEST(RosMsgFrontendTest, FaultsOfAllTextsComeInOneAnswer) {
  const ParsedSchema parsed = ParseSource(
      Source("a/T", "int8 x 300\nB b\nint8 x\n" + Msg("a/B") + "int8[0] y\n",
             {{"a/Unused", "int8\n"}, {"a/1", "int8 z\n"}}));
  EXPECT_FALSE(parsed.schema.has_value());
  EXPECT_THAT(parsed.text(),
              AllOf(HasSubstr("a/msg/T:1:8: error: expected an integer"),
                    HasSubstr("a/msg/T:3:6: error: member 'x' of a::msg::T is "
                              "declared twice: first at a/msg/T:1\n  int8 x\n"
                              "       ^"),
                    HasSubstr("a/msg/B:1:6: error: expected an array size"),
                    HasSubstr("a/msg/Unused:1:1: error: expected a type and"),
                    HasSubstr("a/1:1:1: error: the type name 'a/1' is not")));
}

TEST(RosMsgFrontendTest, TextsThatTheRootDoesNotUseMayLackTypes) {
  ParseOrDie(Source("a/T", "int8 x\n", {{"a/Unused", "b/Gone g\n"}}));
}

TEST(RosMsgFrontendTest, NamesThatRos2RefusesAreWarnedOf) {
  const ParsedSchema parsed =
      ParseSource(Source("Pkg/t", "Pkg/u_v X\n" + Msg("Pkg/u_v") + "int8 a\n"));
  EXPECT_TRUE(parsed.schema.has_value());
  EXPECT_EQ(parsed.text(),
            "Pkg/msg/t: warning: the package name 'Pkg' is not one that ROS 2 "
            "allows\n"
            "Pkg/msg/t: warning: the message name 't' is not one that ROS 2 "
            "allows\n"
            "Pkg/msg/t:1:9: warning: the field name 'X' is not one that ROS 2 "
            "allows\n  Pkg/u_v X\n          ^\n"
            "Pkg/msg/t:3:1: warning: the package name 'Pkg' is not one that "
            "ROS 2 allows\n  MSG: Pkg/u_v\n  ^\n"
            "Pkg/msg/t:3:1: warning: the message name 'u_v' is not one that "
            "ROS 2 allows\n  MSG: Pkg/u_v\n  ^");
}

TEST(RosMsgFrontendTest, RootsThatAreNotThere) {
  EXPECT_EQ(
      ParseSource(Source("a/T", Msg("a/B") + "int8 x\n" + Msg("a/C"))).text(),
      "");  // a blank text is that of an empty message
  EXPECT_EQ(ParseSource(Source("", "int8 x\n")).text(),
            "error: the root type '' is not valid: expected package/Name or "
            "package/msg/Name");
  EXPECT_EQ(ParseSource(Source("a/b c", "int8 x\n")).text(),
            "error: the root type 'a/b c' is not valid: expected package/Name "
            "or package/msg/Name");
}

TEST(RosMsgFrontendTest, SourceBytesAreLimited) {
  SchemaLimits limits;
  limits.max_source_bytes = 20;
  const SchemaSource fits = Source("a/T", "int8 x\n", {{"a/B", "int16 y\n"}});
  EXPECT_TRUE(ParseSource(fits, limits).schema.has_value());
  limits.max_source_bytes = 14;
  const ParsedSchema exceeds = ParseSource(fits, limits);
  EXPECT_FALSE(exceeds.schema.has_value());
  EXPECT_EQ(exceeds.text(),
            "error: the schema has 15 bytes: at most 14 are allowed");
}

TEST(RosMsgFrontendTest, DiagnosticsAreLimited) {
  SchemaLimits limits;
  limits.max_diagnostics = 3;
  std::string text;
  for (int i = 0; i < 10; ++i) text += "int8 x" + std::to_string(i) + " 300\n";
  const ParsedSchema parsed = ParseSource(Source("a/T", text), limits);
  ASSERT_EQ(parsed.diagnostics.size(), 4u);
  EXPECT_EQ(Render(parsed.diagnostics[3]), "error: ... and 7 more");
}

TEST(RosMsgFrontendTest, OtherLimitsNameTheirPlace) {
  SchemaLimits limits;
  limits.max_array_elements = 10;
  limits.max_members = 2;
  EXPECT_THAT(
      ParseSource(Source("a/T", "int8 a\nint8[11] b\nint8 c\n"), limits).text(),
      AllOf(HasSubstr("a/msg/T: error: a::msg::T has 3 members: at most 2"),
            HasSubstr("a/msg/T:2:10: error: member 'b' of a::msg::T: an array "
                      "of 11 elements: at most 10 are allowed\n"
                      "  int8[11] b\n           ^")));
}

// 4 MB of whatever takes long, in a second each even under sanitizers.
TEST(RosMsgFrontendTest, LargeSchemasTakeLinearTime) {
  std::string chain = "T0 t\n";
  for (int i = 0; i < 15'000; ++i) {
    chain +=
        Msg("a/T" + std::to_string(i)) + "T" + std::to_string(i + 1) + " t\n";
  }
  chain += Msg("a/T15000");
  EXPECT_EQ(ParseOrDie(Source("a/Root", chain)).types().size(), 15'002u);

  std::string same_names;
  for (int i = 0; i < 15'000; ++i) {
    same_names += Msg("p" + std::to_string(i) + "/T") + "int8 x\n";
  }
  std::string uses;
  for (int i = 0; i < 50'000; ++i) uses += "T x" + std::to_string(i) + "\n";
  EXPECT_THAT(ParseSource(Source("a/Root", uses + same_names)).text(),
              HasSubstr("the type 'T' could be one of 15000: "));

  std::string faults;
  for (int i = 0; i < 300'000; ++i) faults += "int8[0] x\n";
  EXPECT_THAT(ParseSource(Source("a/Root", faults)).text(),
              HasSubstr("... and 299900 more"));

  std::string missing;
  for (int i = 0; i < 100'000; ++i) {
    missing += "G" + std::to_string(i) + " x" + std::to_string(i) + "\n";
  }
  EXPECT_THAT(ParseSource(Source("a/Root", missing)).text(),
              HasSubstr("... and "));
}

}  // namespace
}  // namespace transcdr
