// Literals and constant expressions: what they are worth, seen as defaults.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/codec/schema/idl_fixtures.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;

// The value of an expression as the default of a member of `type`.
std::string ValueOf(const std::string& type, const std::string& expression,
                    const std::string& before = "") {
  const std::string form =
      IdlForm(Idl("S", before + "@final struct S { @default(" + expression +
                           ") " + type + " x; };"));
  const size_t at = form.find("default=");
  if (at == std::string::npos) return form;
  return form.substr(at + 8, form.find('\n', at) - at - 8);
}

// What is wrong with an expression as a constant of `type`.
std::string FaultOf(const std::string& type, const std::string& expression,
                    const std::string& before = "") {
  const std::string text =
      IdlFaults(before + "const " + type + " X = " + expression +
                ";\nstruct S { long x; "
                "};");
  const size_t begin = text.find("error: ") + 7;
  EXPECT_EQ(text.find("error: ", begin), std::string::npos) << text;
  return text.substr(begin, text.find('\n') - begin);
}

TEST(IdlConstantsTest, Numbers) {
  EXPECT_EQ(ValueOf("long", "0x1F"), "31");
  EXPECT_EQ(ValueOf("long", "010"), "8");
  EXPECT_EQ(ValueOf("long", "-0"), "0");
  EXPECT_EQ(ValueOf("unsigned long long", "18446744073709551615"),
            "18446744073709551615");
  EXPECT_EQ(ValueOf("long long", "-9223372036854775808"),
            "-9223372036854775808");
  EXPECT_EQ(ValueOf("long", "7UL"), "7");
  EXPECT_EQ(ValueOf("double", "1e3"), "1000");
  EXPECT_EQ(ValueOf("double", ".5"), "0.5");
  EXPECT_EQ(ValueOf("double", "1."), "1");
  EXPECT_EQ(ValueOf("float", "1.5f"), "1.5");
  EXPECT_EQ(ValueOf("double", "3"), "3");
}

TEST(IdlConstantsTest, Operators) {
  EXPECT_EQ(ValueOf("long", "1+2*3-4/2%3"), "5");
  EXPECT_EQ(ValueOf("long", "(1+2)*3"), "9");
  EXPECT_EQ(ValueOf("long", "1|6&3^8"), "11");
  EXPECT_EQ(ValueOf("long", "1<<4>>2"), "4");
  EXPECT_EQ(ValueOf("long", "- - 3"), "3");
  EXPECT_EQ(ValueOf("long", "-7/2"), "-3");
  EXPECT_EQ(ValueOf("long", "-7%3"), "-1");
  EXPECT_EQ(ValueOf("long", "~0"), "-1");
  EXPECT_EQ(ValueOf("octet", "~0"), "255");
  EXPECT_EQ(ValueOf("unsigned long", "~1"), "4294967294");
  EXPECT_EQ(ValueOf("unsigned long long", "~0"), "18446744073709551615");
  EXPECT_EQ(ValueOf("unsigned long long", "1<<63"), "9223372036854775808");
  EXPECT_EQ(ValueOf("long", "-8>>1"), "-4");
  EXPECT_EQ(ValueOf("double", "1/2.0+1"), "1.5");
  EXPECT_EQ(ValueOf("double", "-(2.5*2)"), "-5");
  EXPECT_EQ(ValueOf("boolean", "TRUE"), "true");
  EXPECT_EQ(ValueOf("boolean", "false"), "false");
  EXPECT_EQ(ValueOf("boolean", "TRUE & FALSE | TRUE"), "true");
  EXPECT_EQ(ValueOf("boolean", "1"), "true");
  EXPECT_EQ(ValueOf("string", "\"a\" \"b\""), "\"ab\"");
  EXPECT_EQ(ValueOf("string", "A + \"b\"", "const string A = \"a\";"),
            "\"ab\"");
}

TEST(IdlConstantsTest, TextAndCharacters) {
  EXPECT_EQ(ValueOf("string", R"("\x41\102\u0043\"\\\t")"),
            R"("ABC\"\\\u0009")");
  EXPECT_EQ(ValueOf("string", "\"\xc3\xa9\""), "\"\xc3\xa9\"");
  EXPECT_EQ(ValueOf("string", R"("\xc3\xa9")"), "\"\xc3\xa9\"");
  // No UTF-8, so it is Latin-1.
  EXPECT_EQ(ValueOf("string", R"("\xe9")"), "\"\xc3\xa9\"");
  EXPECT_EQ(ValueOf("wstring", R"(L"\u20ac")"), "\"\xe2\x82\xac\"");
  EXPECT_EQ(ValueOf("wstring", R"(L"\ud83d\ude00" "x")"),
            "\"\xf0\x9f\x98\x80x\"");
  EXPECT_EQ(ValueOf("wstring", "\"narrow\""), "\"narrow\"");
  EXPECT_EQ(ValueOf("char", "'\\''"), "\"'\"");
  EXPECT_EQ(ValueOf("char", "'\\377'"), "\"\xc3\xbf\"");
  EXPECT_EQ(ValueOf("char", "\"q\""), "\"q\"");
  EXPECT_EQ(ValueOf("wchar", "L'\\u20AC'"), "\"\xe2\x82\xac\"");
  EXPECT_EQ(ValueOf("string", "\"a\\\nb\""), "\"ab\"");
}

TEST(IdlConstantsTest, Names) {
  EXPECT_EQ(ValueOf("long", "m::A + B",
                    "module m { const long A = 2; }; const long B = m::A * 3;"),
            "8");
  EXPECT_EQ(ValueOf("E", "Y", "enum E { X, Y };"), "\"Y\"");
  EXPECT_EQ(ValueOf("m::E", "m::Y", "module m { enum E { X, Y }; };"), "\"Y\"");
  EXPECT_EQ(ValueOf("E", "1", "enum E { X, Y };"), "\"Y\"");
  EXPECT_EQ(ValueOf("E", "D", "enum E { X, Y }; const E D = Y;"), "\"Y\"");
  EXPECT_EQ(ValueOf("long", "Y + 1", "enum E { X, Y = 4 };"), "5");
  EXPECT_EQ(ValueOf("long", "Z", "enum E { X = 3, Y = X * 2, Z };"), "7");
  EXPECT_EQ(ValueOf("M", "A | M::C", "bitmask M { A, B, C };"), "5");
  EXPECT_EQ(ValueOf("T", "2", "typedef long U; typedef U T;"), "2");
}

TEST(IdlConstantsTest, Faults) {
  EXPECT_EQ(FaultOf("octet", "256"),
            "expected an integer of 0 to 255 for byte, found 256");
  EXPECT_EQ(FaultOf("long", "1 << 31"),
            "expected an integer of -2147483648 to 2147483647 for int32, found "
            "2147483648");
  EXPECT_EQ(FaultOf("long", "1.5"),
            "expected an integer of -2147483648 to 2147483647 for int32, found "
            "1.5");
  EXPECT_EQ(FaultOf("long", "1 / 0"), "division by zero");
  EXPECT_EQ(FaultOf("long", "1 % (2 - 2)"), "division by zero");
  EXPECT_EQ(FaultOf("double", "1 / 0.0"), "division by zero");
  EXPECT_EQ(FaultOf("long", "1 << 64"), "a shift by 64 bits: expected 0 to 63");
  EXPECT_EQ(FaultOf("long", "1 >> -1"), "a shift by -1 bits: expected 0 to 63");
  EXPECT_EQ(FaultOf("unsigned long long", "3 << 63"),
            "the result of '<<' does not fit into 64 bits");
  EXPECT_EQ(FaultOf("unsigned long long", "18446744073709551615 + 1"),
            "the result of '+' does not fit into 64 bits");
  EXPECT_EQ(FaultOf("long long", "18446744073709551615 * 18446744073709551615"),
            "the result of '*' does not fit into 64 bits");
  EXPECT_EQ(FaultOf("long long", "-9223372036854775808 - 1"),
            "the result of '-' does not fit into 64 bits");
  EXPECT_EQ(FaultOf("long", "18446744073709551616"),
            "the number '18446744073709551616' is 2^64 or more");
  EXPECT_EQ(FaultOf("double", "1e999"),
            "the number '1e999' is out of the range of double");
  EXPECT_EQ(FaultOf("double", "1e308 * 10"),
            "the result of '*' is out of the range of double");
  EXPECT_EQ(FaultOf("long", "089"),
            "'089' is not an octal number, which the 0 says");
  EXPECT_EQ(FaultOf("long", "0x"), "'0x' is not a number");
  EXPECT_EQ(FaultOf("long", "12abc"), "'12abc' is not a number");
  EXPECT_EQ(FaultOf("double", "1.5d"),
            "the fixed-point number '1.5d' is not supported: expected an "
            "integer or a float");
  EXPECT_EQ(FaultOf("long", "1.5 | 2"), "'|' takes integers, found a float");
  EXPECT_EQ(FaultOf("long", "\"a\" * 2"),
            "'*' does not take the text 'a' and 2");
  EXPECT_EQ(FaultOf("long", "-TRUE"), "'-' takes a number, found TRUE");
  EXPECT_EQ(FaultOf("boolean", "2"), "expected TRUE or FALSE, found 2");
  EXPECT_EQ(FaultOf("char", "'ab'"), "expected one character, found 'ab'");
  EXPECT_EQ(FaultOf("char", "''"), "expected one character, found none");
  EXPECT_EQ(FaultOf("char", "'\\u20ac'"), "a character is at most U+00FF");
  EXPECT_EQ(FaultOf("string", "\"\\q\""), "there is no escape '\\q'");
  EXPECT_EQ(FaultOf("string", "\"\\0\""), "a string cannot hold NUL");
  EXPECT_EQ(FaultOf("wstring", "L\"\\ud83d\""),
            "a surrogate stands alone in this string");
  EXPECT_EQ(FaultOf("string", "5"), "expected a string, found 5");
  EXPECT_EQ(FaultOf("long", "Gone"), "the name 'Gone' is not declared");
  EXPECT_EQ(FaultOf("E", "Z", "enum E { A }; enum F { Z };"),
            "expected a literal of enum E, found Z of F");
  EXPECT_EQ(FaultOf("T", "1", "struct T { long x; };"),
            "a constant is a boolean, number, character, string or "
            "enumerator: not of this type");
  EXPECT_EQ(FaultOf("long", "X"), "the constant 'X' is made of itself");
}

}  // namespace
}  // namespace transcdr
