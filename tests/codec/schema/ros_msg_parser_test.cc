#include "codec/schema/ros_msg_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tests/codec/schema/ros_msg_corpus.h"

namespace transcdr::ros_msg {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

struct Parsed {
  Message message;
  std::string errors;
  std::string warnings;
};

Parsed Parse(std::string_view text) {
  Parsed parsed;
  std::vector<Diagnostic> errors;
  std::vector<Diagnostic> warnings;
  parsed.message = ParseMessage(text, "pkg/msg/T", [&](Diagnostic diagnostic) {
    auto& list = diagnostic.severity == Severity::kError ? errors : warnings;
    list.push_back(std::move(diagnostic));
  });
  parsed.errors = Render(errors);
  parsed.warnings = Render(warnings);
  return parsed;
}

// The default of the only field of a text that is right.
Literal DefaultOf(const std::string& text) {
  const Parsed parsed = Parse(text);
  EXPECT_EQ(parsed.errors, "") << text;
  if (parsed.message.fields.size() != 1 ||
      !parsed.message.fields[0].default_value.has_value()) {
    ADD_FAILURE() << "no default in " << text;
    return {};
  }
  return *parsed.message.fields[0].default_value;
}

std::string TextDefault(const std::string& text) {
  const Literal literal = DefaultOf(text);
  const auto* value = std::get_if<std::string>(&literal.value);
  return value == nullptr ? "(no text)" : *value;
}

Literal Text(std::string text) { return {std::move(text)}; }
Literal List(std::vector<Literal> elements) { return {std::move(elements)}; }

TEST(RosMsgParserTest, AnswersToTheCorpus) {
  int differing = 0;
  for (const CorpusText& one : kCorpus) {
    const std::string errors = Parse(one.text).errors;
    // Fields declared twice are TypeBuilder's to find.
    if (std::string_view(one.text) == "int32 a\nint8 a") continue;
    EXPECT_EQ(errors.empty(), one.is_accepted) << one.text << "\n" << errors;
    if (one.is_accepted != one.rosidl_accepts) ++differing;
  }
  // Older texts, texts that rosidl spoils on the way to IDL, and values that
  // no payload can hold; see the table.
  EXPECT_EQ(differing, 23);
}

TEST(RosMsgParserTest, TypesOfFields) {
  const Parsed parsed = Parse(
      "bool a\nbyte b\nchar c\nint8 d\nuint8 e\nint16 f\nuint16 g\nint32 h\n"
      "uint32 i\nint64 j\nuint64 k\nfloat32 l\nfloat64 m\nstring n\n"
      "wstring o\n");
  std::vector<TypeKind> kinds;
  for (const Field& field : parsed.message.fields) {
    kinds.push_back(field.type.kind.value());
  }
  EXPECT_THAT(
      kinds,
      ElementsAre(TypeKind::kBoolean, TypeKind::kByte, TypeKind::kUInt8,
                  TypeKind::kInt8, TypeKind::kUInt8, TypeKind::kInt16,
                  TypeKind::kUInt16, TypeKind::kInt32, TypeKind::kUInt32,
                  TypeKind::kInt64, TypeKind::kUInt64, TypeKind::kFloat32,
                  TypeKind::kFloat64, TypeKind::kString8, TypeKind::kString16));
}

TEST(RosMsgParserTest, BoundsAndShapes) {
  const Parsed parsed = Parse(
      "string<=7 a\nwstring<=8[] b\nint8[3] c\nint8[<=4] d\n"
      "string<=5[<=6] e\npkg/Other[2] f\na/msg/B g\n");
  EXPECT_EQ(parsed.errors, "");
  const auto type = [](std::optional<TypeKind> kind, std::string message,
                       uint32_t bound, FieldShape shape, uint32_t size) {
    return FieldType{kind, std::move(message), bound, shape, size};
  };
  std::vector<FieldType> types;
  for (const Field& field : parsed.message.fields) types.push_back(field.type);
  EXPECT_THAT(
      types,
      ElementsAre(type(TypeKind::kString8, "", 7, FieldShape::kOne, 0),
                  type(TypeKind::kString16, "", 8, FieldShape::kSequence, 0),
                  type(TypeKind::kInt8, "", 0, FieldShape::kArray, 3),
                  type(TypeKind::kInt8, "", 0, FieldShape::kSequence, 4),
                  type(TypeKind::kString8, "", 5, FieldShape::kSequence, 6),
                  type(std::nullopt, "pkg/Other", 0, FieldShape::kArray, 2),
                  type(std::nullopt, "a/msg/B", 0, FieldShape::kOne, 0)));
}

TEST(RosMsgParserTest, PlacesOfFields) {
  const Parsed parsed = Parse("# c\n\n  int32   abc  5 # d\r\nB b");
  ASSERT_EQ(parsed.message.fields.size(), 2u);
  const Field& abc = parsed.message.fields[0];
  EXPECT_EQ(abc.type_location, (SourceLocation{"pkg/msg/T", 3, 3}));
  EXPECT_EQ(abc.name_location, (SourceLocation{"pkg/msg/T", 3, 11}));
  EXPECT_EQ(abc.source_line, "  int32   abc  5 # d");
  EXPECT_EQ(parsed.message.fields[1].name_location.line, 4u);
}

TEST(RosMsgParserTest, ConstantsAreNoFields) {
  const Parsed parsed = Parse(
      "int32 X=-5\nstring NAME=\"hi there\" # c\nuint8 A = 255\n"
      "float32 F=1.5\nbool T=true\nint32 v 7\n");
  EXPECT_EQ(parsed.errors, "");
  ASSERT_EQ(parsed.message.fields.size(), 1u);
  EXPECT_EQ(parsed.message.fields[0].name, "v");
  std::vector<Literal> values;
  for (const Constant& one : parsed.message.constants) {
    values.push_back(one.value);
  }
  EXPECT_THAT(values,
              ElementsAre(Literal{int64_t{-5}}, Text("hi there"),
                          Literal{int64_t{255}}, Literal{1.5}, Literal{true}));
  EXPECT_EQ(parsed.message.constants[1].name, "NAME");
  EXPECT_EQ(parsed.message.constants[1].kind, TypeKind::kString8);
  EXPECT_EQ(parsed.message.constants[1].location.column, 8u);
}

// users-report 26: mcap#765, rosidl#405.
TEST(RosMsgParserTest, Report26BoundedStringDefaultsAndCommentsInBrackets) {
  EXPECT_EQ(
      TextDefault("string<=22 bounded_string_value_default1 \"Hello world!\""),
      "Hello world!");
  for (const char* text : {"float32 angle #[rad]", "float32 angle # [m, s]",
                           "float32 angle #[x]", "float32 angle#[x]"}) {
    const Parsed parsed = Parse(text);
    EXPECT_EQ(parsed.errors + parsed.warnings, "") << text;
    ASSERT_EQ(parsed.message.fields.size(), 1u) << text;
    EXPECT_EQ(parsed.message.fields[0].name, "angle") << text;
    EXPECT_EQ(parsed.message.fields[0].default_value, std::nullopt) << text;
  }
}

// users-report 27: rosidl#506.
TEST(RosMsgParserTest, Report27EmptyStringsAndHashesInQuotes) {
  const Parsed parsed = Parse(
      "string TYPE_UNKNOWN = \"\"\n"
      "string EMPTY=\n"
      "string EXAMPLE=\"#comments\" # ok\n"
      "string BLANKCOMMENT=# Blank\n"
      "int32 BAR=-11 # Comment! # another\n");
  EXPECT_EQ(parsed.errors + parsed.warnings, "");
  std::vector<Literal> values;
  for (const Constant& one : parsed.message.constants) {
    values.push_back(one.value);
  }
  EXPECT_THAT(values, ElementsAre(Text(""), Text(""), Text("#comments"),
                                  Text(""), Literal{int64_t{-11}}));
}

// users-report 28: rosmsg#49, design#222.
TEST(RosMsgParserTest, Report28ByteAndCharAreUnsigned) {
  EXPECT_EQ(DefaultOf("byte a 255"), Literal{int64_t{255}});
  EXPECT_EQ(DefaultOf("char a 255"), Literal{int64_t{255}});
  EXPECT_THAT(Parse("byte a -1").errors, HasSubstr("of 0 to 255 for byte"));
  EXPECT_THAT(Parse("char a -1").errors, HasSubstr("of 0 to 255 for uint8"));
  EXPECT_EQ(DefaultOf("int8 a -1"), Literal{int64_t{-1}});
}

TEST(RosMsgParserTest, Numbers) {
  const auto integer = [](int64_t value) { return Literal{value}; };
  EXPECT_EQ(DefaultOf("int32 a +5"), integer(5));
  EXPECT_EQ(DefaultOf("int32 a -0x1F"), integer(-31));
  EXPECT_EQ(DefaultOf("int32 a 0o17"), integer(15));
  EXPECT_EQ(DefaultOf("int32 a 0b101"), integer(5));
  EXPECT_EQ(DefaultOf("int32 a 010"), integer(10));
  EXPECT_EQ(DefaultOf("int32 a 1_000_000 # c"), integer(1'000'000));
  EXPECT_EQ(DefaultOf("int64 a -9223372036854775808"),
            integer(std::numeric_limits<int64_t>::min()));
  EXPECT_EQ(DefaultOf("int64 a 9007199254740993"), integer(9007199254740993));
  EXPECT_EQ(DefaultOf("uint64 a 18446744073709551615"),
            Literal{std::numeric_limits<uint64_t>::max()});
  EXPECT_EQ(DefaultOf("float64 a 1"), Literal{1.0});
  EXPECT_EQ(DefaultOf("float64 a 0001_0.50_0e-0_1"), Literal{1.05});
  EXPECT_EQ(DefaultOf("float64 a .5"), Literal{0.5});
  EXPECT_EQ(DefaultOf("float64 a -5."), Literal{-5.0});
  EXPECT_EQ(DefaultOf("float64 a +1E3"), Literal{1000.0});
  EXPECT_EQ(DefaultOf("float64 a 1e-400"), Literal{0.0});
  EXPECT_EQ(DefaultOf("float64 a -inf"), Literal{-HUGE_VAL});
  EXPECT_EQ(DefaultOf("float32 a Infinity"), Literal{HUGE_VAL});
  const Literal negative_zero = DefaultOf("float64 a -0.0");
  EXPECT_TRUE(std::signbit(std::get<double>(negative_zero.value)));
  const Literal nan = DefaultOf("float64 a NaN");
  EXPECT_TRUE(std::isnan(std::get<double>(nan.value)));
  EXPECT_EQ(DefaultOf("bool a TRUE"), Literal{true});
  EXPECT_EQ(DefaultOf("bool a 0"), Literal{false});
}

TEST(RosMsgParserTest, Strings) {
  EXPECT_EQ(TextDefault("string s \"Hello'world!\""), "Hello'world!");
  EXPECT_EQ(TextDefault("string s 'Hello\"world!'"), "Hello\"world!");
  EXPECT_EQ(TextDefault("string s 'Hello\\'world!'"), "Hello'world!");
  EXPECT_EQ(TextDefault("string s \"Hello\\\"world!\""), "Hello\"world!");
  EXPECT_EQ(TextDefault("string s  two words  # c"), "two words");
  EXPECT_EQ(TextDefault("string s \"  kept  \"  "), "  kept  ");
  EXPECT_EQ(TextDefault("string s \"\""), "");
  EXPECT_EQ(TextDefault("string s \"a # b\" # c \"d\""), "a # b");
  EXPECT_EQ(TextDefault("string s don't # c"), "don't");
  EXPECT_EQ(TextDefault("string s a=b"), "a=b");
  EXPECT_EQ(TextDefault("string s \"a\tb\""), "a b");
  EXPECT_EQ(TextDefault("wstring s \"\xe3\x83\x8f\""), "\xe3\x83\x8f");
}

TEST(RosMsgParserTest, EscapesInStrings) {
  EXPECT_EQ(TextDefault(R"(string s "\a\b\f\n\r\t\v\\\'")"),
            "\a\b\f\n\r\t\v\\'");
  EXPECT_EQ(TextDefault(R"(string s "\x41\101\u0041\U00000041")"), "AAAA");
  EXPECT_EQ(TextDefault(R"(string s "\xc3\xa9\u20ac")"),
            "\xc3\xa9\xe2\x82\xac");
  EXPECT_EQ(TextDefault(R"(string s "C:\dir\q")"), R"(C:\dir\q)");
  EXPECT_EQ(TextDefault(R"(string s a\tb)"), "a\tb");
  EXPECT_EQ(TextDefault(R"(string s "\1018")"), "A8");
  for (const char* bad :
       {R"(string s "\x4")", R"(string s "\ud800")", R"(string s "\U00110000")",
        R"(string s "\777")", R"(string s end\)", R"(string s "\xff")",
        R"(string s "\x00")"}) {
    EXPECT_THAT(Parse(bad).errors, HasSubstr("error: expected ")) << bad;
  }
}

TEST(RosMsgParserTest, OddQuotesAreTextAndWarnedOf) {
  EXPECT_EQ(TextDefault("string s \"abc"), "\"abc");
  EXPECT_THAT(Parse("string s \"abc # d").warnings,
              HasSubstr("the quote is not closed"));
  EXPECT_EQ(TextDefault("string s \"abc # d"), "\"abc");
  EXPECT_EQ(TextDefault("string s \"a\" b"), "\"a\" b");
  EXPECT_THAT(Parse("string s \"a\" b # c").warnings,
              HasSubstr("text follows the closing quote"));
  EXPECT_THAT(Parse("string s \"a\" \"b\"").errors,
              HasSubstr("expected quotes within the text as \\\""));
}

TEST(RosMsgParserTest, Lists) {
  const auto integer = [](int64_t value) { return Literal{value}; };
  EXPECT_EQ(DefaultOf("int32[] a [1, -2,3]  # c"),
            List({integer(1), integer(-2), integer(3)}));
  EXPECT_EQ(DefaultOf("float64[3] a [1.0, 2, 3e0]"),
            List({Literal{1.0}, Literal{2.0}, Literal{3.0}}));
  EXPECT_EQ(DefaultOf("bool[<=3] a [true,False]"),
            List({Literal{true}, Literal{false}}));
  EXPECT_EQ(DefaultOf("int8[] a []"), List({}));
  EXPECT_EQ(DefaultOf("string[] a [\"\", 'b, c', d e, \"f#]\"] # g"),
            List({Text(""), Text("b, c"), Text("d e"), Text("f#]")}));
  // As with rosidl, only the quote is escaped within lists.
  EXPECT_EQ(DefaultOf(R"(string[] a ["a\"b", "c\nd"])"),
            List({Text("a\"b"), Text(R"(c\nd)")}));
  EXPECT_THAT(Parse("int8[2] a [1, 2, 3]").errors,
              HasSubstr("expected a list of 2, found 3"));
  EXPECT_THAT(Parse("int8[<=2] a [1, 2, 3]").errors,
              HasSubstr("expected a list of at most 2, found 3"));
  EXPECT_THAT(Parse("string<=2[] a [\"abc\"]").errors,
              HasSubstr("at most 2 bytes of UTF-8, found 3"));
}

TEST(RosMsgParserTest, NamesOfOlderTextsAreWarnedOf) {
  const Parsed parsed = Parse("int32 seqNo\nint32 lower=1\nint32 fine\n");
  EXPECT_EQ(parsed.errors, "");
  EXPECT_EQ(parsed.message.fields.size(), 2u);
  EXPECT_EQ(parsed.warnings,
            "pkg/msg/T:1:7: warning: the field name 'seqNo' is not one that "
            "ROS 2 allows\n  int32 seqNo\n        ^\n"
            "pkg/msg/T:2:7: warning: the constant name 'lower' is not one that "
            "ROS 2 allows\n  int32 lower=1\n        ^");
}

TEST(RosMsgParserTest, FaultsDoNotStopTheRest) {
  const Parsed parsed = Parse(
      "int32[0] a\n"
      "int32 1b\n"
      "int8 c 300\n"
      "int8 D=300\n"
      "int32 e\n");
  EXPECT_THAT(parsed.errors, HasSubstr("pkg/msg/T:1:7: "));
  EXPECT_THAT(parsed.errors, HasSubstr("pkg/msg/T:2:7: "));
  EXPECT_THAT(parsed.errors, HasSubstr("pkg/msg/T:3:8: "));
  EXPECT_THAT(parsed.errors, HasSubstr("pkg/msg/T:4:8: "));
  ASSERT_EQ(parsed.message.fields.size(), 2u);
  EXPECT_EQ(parsed.message.fields[0].name, "c");
  EXPECT_EQ(parsed.message.fields[1].name, "e");
}

TEST(RosMsgParserTest, TextThatIsNotUtf8) {
  const Parsed latin1 = Parse("int32 a # 5 \xb0 C\nint32 b # 6 \xb0 C\n");
  EXPECT_EQ(latin1.errors, "");
  EXPECT_EQ(latin1.message.fields.size(), 2u);
  EXPECT_THAT(latin1.warnings, StartsWith("pkg/msg/T:1:13: warning: the text "
                                          "is not well-formed UTF-8"));
  EXPECT_THAT(latin1.warnings, Not(HasSubstr(":2:")));
  EXPECT_THAT(Parse("string s \"\xb0\"").errors,
              HasSubstr("expected well-formed UTF-8, found '\\xb0'"));
  EXPECT_THAT(Parse("string[] s [\"\xb0\"]").errors,
              HasSubstr("expected well-formed UTF-8"));
  EXPECT_THAT(Parse("int32 \xb0").errors,
              HasSubstr("the field name '\\xb0' is not valid"));
  EXPECT_THAT(Parse(std::string_view("int32 a\0", 8)).errors,
              HasSubstr("the field name 'a\\x00' is not valid"));
}

// users-report 30: rosbridge#913, ros2cli#780.
TEST(RosMsgParserTest, Report30IdlIsRecognised) {
  for (const char* idl :
       {"module pkg {\n  module msg {\n    struct T {\n      long a;\n    };\n"
        "  };\n};\n",
        "// generated\n#include \"b.idl\"\nmodule pkg{ struct T { long a; }; "
        "};\n",
        "#include \"other.idl\"\n\nstruct T {\n  @key long a;\n};\n",
        "/* c */\n@final struct T { long a; };\n",
        "@verbatim (language=\"comment\")\nstruct T { long a; };\n",
        "typedef long T__3[3];\nstruct T { T__3 a; };\n",
        "const long X = 5;\nstruct T { long a; };\n"}) {
    const Parsed parsed = Parse(idl);
    EXPECT_THAT(parsed.errors, HasSubstr("this is IDL: expected .msg text"))
        << idl;
    EXPECT_THAT(parsed.message.fields, IsEmpty());
  }
  // What only looks like it.
  EXPECT_EQ(Parse("# module { ; }\nint32 a").errors, "");
  EXPECT_THAT(Parse("// a comment\nint32 a").errors, Not(HasSubstr("IDL")));
}

TEST(RosMsgParserTest, PartsOfATextKeepItsLineNumbers) {
  std::string errors;
  const Report report = [&](Diagnostic d) { errors += Render(d); };
  const Message message = ParseMessage("int8 a\nint8\n", "x", report, 7);
  EXPECT_THAT(errors, HasSubstr("x:8:1: error: expected a type and a name"));
  ASSERT_EQ(message.fields.size(), 1u);
  EXPECT_EQ(message.fields[0].name_location, (SourceLocation{"x", 7, 6}));
}

TEST(RosMsgParserTest, LongTextsTakeLinearTime) {
  std::string quotes = "string[] a [";
  for (int i = 0; i < 200'000; ++i) quotes += "\"\\\"\",";
  EXPECT_EQ(Parse(quotes + "]").errors, "");
  EXPECT_THAT(Parse("string s \"" + std::string(1 << 20, '"')).errors,
              HasSubstr("expected quotes within"));
  EXPECT_THAT(Parse("int8[] a [" + std::string(1 << 20, '1')).errors,
              HasSubstr("error: expected"));
  std::string feeds;
  for (int i = 0; i < 200'000; ++i) feeds += "\f";
  EXPECT_EQ(Parse(feeds + "int8 a").message.fields.size(), 1u);
}

}  // namespace
}  // namespace transcdr::ros_msg
