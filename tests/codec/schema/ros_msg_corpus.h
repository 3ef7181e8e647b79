// Single .msg texts with what this project and rosidl say to them. The second
// answer was taken from rosidl 3.3.1 (Debian's python3-rosidl) by hand:
// rosidl_adapter's convert_msg_to_idl for package "pkg", then rosidl_parser on
// the IDL. Where the two differ, the comment says why.

#ifndef TRANSCDR_TESTS_CODEC_SCHEMA_ROS_MSG_CORPUS_H_
#define TRANSCDR_TESTS_CODEC_SCHEMA_ROS_MSG_CORPUS_H_

namespace transcdr::ros_msg {

struct CorpusText {
  const char* text;
  bool is_accepted;
  bool rosidl_accepts;
};

inline constexpr CorpusText kCorpus[] = {
    // Fields.
    {"", true, true},
    {"# only a comment", true, true},
    {"bool a\nbyte b\nchar c", true, true},
    {"int8 a\nuint8 b\nint16 c\nuint16 d\nint32 e\nuint32 f", true, true},
    {"int64 a\nuint64 b\nfloat32 c\nfloat64 d\nstring e\nwstring f", true,
     true},
    {"int32  a   # two blanks", true, true},
    {"int32\ta\t# tabs", true, true},
    {"int32 a#comment", true, true},
    {"int32 a #[x]", true, true},
    {"int32 a\r\nint32 b\r\n", true, true},
    {"int32 a\fint32 b", true, true},
    {"string<=5 a\nwstring<=5 b", true, true},
    {"string<=+5 a", true, true},
    {"string<=0 a", false, false},
    {"string<=-1 a", false, false},
    {"string<= a", false, false},
    {"string<=x a", false, false},
    {"string<5 a", false, false},
    {"int32<=5 a", false, false},
    {"int32[] a\nint32[3] b\nint32[<=3] c", true, true},
    {"string<=5[<=3] a\nstring<=5[] b", true, true},
    {"int32[0] a", false, false},
    {"int32[-1] a", false, false},
    {"int32[<=0] a", false, false},
    {"int32[x] a", false, false},
    {"int32[<3] a", false, false},
    {"int32[0x3] a", false, false},
    {"int32[03] a", true, true},
    {"int32[2][3] a", false, false},
    {"int32] a", false, false},
    {"int32[ a", false, false},
    {"int32 [3] a", false, false},
    {"int32[ 3 ] a", false, false},
    {"int32", false, false},
    {"int32 # a", false, false},
    {"=", false, false},
    {"int32 =5", false, false},
    {"int32 1a", false, false},
    {"int32 a-b", false, false},
    {"int32 a, b", false, false},
    {"int32 a;", false, false},
    // Older texts: refused by rosidl, accepted here.
    {"time t", true, false},
    {"duration d", true, false},
    {"int32 A", true, false},
    {"int32 aB", true, false},
    {"int32 a_", true, false},
    {"int32 a__b", true, false},
    {"int32 _a", true, false},
    {"  int32 a", true, false},
    {"\tint32 a", true, false},
    {"\xef\xbb\xbfint32 a", true, false},
    // Twice the same name.
    {"int32 a\nint8 a", false, false},
    {"int32 A=1\nint32 A=1", false, false},

    // Constants.
    {"int32 X=-5\nstring NAME=\"hi there\"\nbool T=true", true, true},
    {"int32 X = 5", true, true},
    {"int32 X\t=\t5", true, true},
    {"uint8 X=255\nchar Y=255\nbyte Z=255", true, true},
    {"uint8 X=256", false, false},
    {"char X=-1", false, false},
    {"char X='a'", false, false},
    {"int8 X=-129", false, false},
    {"int64 X=-9223372036854775808\nuint64 Y=18446744073709551615", true, true},
    {"int64 X=9223372036854775808", false, false},
    {"uint64 X=18446744073709551616", false, false},
    {"uint64 X=99999999999999999999999999", false, false},
    {"int32 X=", false, false},
    {"int32 X=1.0", false, false},
    {"int32 X=1e3", false, false},
    {"int32 X=one", false, false},
    {"int32 X=1 2", false, false},
    {"bool X=2", false, false},
    {"bool X=yes", false, false},
    {"bool X=", false, false},
    {"bool A=True\nbool B=FALSE\nbool C=1\nbool D=0", true, true},
    {"float32 X=1.5\nfloat64 Y=-1e-3\nfloat64 Z=.5\nfloat64 W=5.", true, true},
    {"float64 X=1.2.3", false, false},
    {"float64 X=1,5", false, false},
    {"float64 X=0x1p3", false, false},
    {"float64 X=1.5f", false, false},
    {"float64 X=", false, false},
    {"string X=", true, true},
    {"string X = \"\"", true, true},
    {"string X=# Blank", true, true},
    {"int32 X=-11 # Comment! # another", true, true},
    {"string X=\"#comments\" # ok", true, true},  // rosidl 3.3.1 cuts it to ""
    {"string X='it''s'", false, false},
    {"string<=5 X=\"a\"", false, false},
    {"int32[] X=[1]", false, false},
    {"Point X=1", false, false},
    {"int32 lower=1", true, false},      // older
    {"int32 A__B=1", true, false},       // older
    {"int32 MixedCase=1", true, false},  // older
    {"int32 1X=1", false, false},

    // Defaults.
    {"int32 a 5\nint32 b -5\nint32 c +5", true, true},
    {"int32 a 0x10\nint32 b 0o17\nint32 c 0b11\nint32 d 0X1f", true, true},
    {"int32 a 1_000\nint32 b 0x_ff", true, true},
    {"int32 a 010", true, true},  // ten
    {"int32 a 1__0", false, false},
    {"int32 a _1", false, false},
    {"int32 a 1_", false, false},
    {"int32 a 0x", false, false},
    {"int32 a 0xg", false, false},
    {"int32 a 0b2", false, false},
    {"int32 a --5", false, false},
    {"int32 a - 5", false, false},
    {"int8 a 128", false, false},
    {"byte b 0xff", true, true},
    {"float64 a 1_0.5\nfloat64 b nan\nfloat64 c NaN", true, true},
    {"float64 a inf\nfloat64 b -Infinity", true, true},
    {"float64 a 1e999", false, true},  // rosidl makes it infinity
    {"float32 a 1e300", false, true},  // rosidl does not look
    {"float64 a e5", false, false},
    {"float64 a .", false, false},
    {"float64 a 1e", false, false},
    {"bool a true\nbool b TRUE\nbool c 1", true, true},
    {"string s \"Hello world!\"", true, true},
    {"string s 'Hello\"world!'", true, true},
    {"string s \"Hello\\\"world!\"", true, true},
    {"string s unquoted text # comment", true, true},
    {"string s don't", true, true},
    {"string s \"abc", true, true},    // the quote is text
    {"string s \"a\" b", true, true},  // the quotes are text
    {"string s \"a\" \"b\"", false, false},
    {"string s \"", true, true},
    {"string s \"a#b\"", true, true},   // rosidl 3.3.1 cuts it to "a
    {"string s \"a=b\"", true, false},  // rosidl sees a constant
    {"string s a=b", true, false},      // rosidl sees a constant
    {"string s \"\\x41\\101\\t\"", true, true},
    {"string s \"\\xc3\\xa9\"", true, true},
    {"string s \"a\\nb\"", true, false},    // rosidl's IDL breaks the line
    {"string s \"a\\\\\"", true, false},    // rosidl's IDL lacks the end
    {"string s \"\\u00e9\"", true, false},  // rosidl writes Latin-1
    {"string s \"C:\\dir\"", true, true},   // no escape
    {"string s \"C:\\dir\\\"", false, false},
    {"string s \"\\x4\"", false, false},
    {"string s \"\\u12\"", false, false},
    {"string s \"\\0\"", false, true},  // no NUL within XCDR strings
    {"string s \"\\xff\"", false, false},
    {"string s \"\xc3\xa9\"", true, true},
    {"string<=22 s \"Hello world!\"", true, true},
    {"string<=3 s \"abc\"\nstring<=3 t abc", true, true},
    {"string<=3 s \"abcd\"", false, false},
    {"string<=3 s \"\xc3\xa9\xc3\xa9\"", false, true},  // 4 bytes, 2 characters
    {"wstring<=2 s \"\xc3\xa9\xc3\xa9\"", true, true},
    {"wstring<=1 s \"\xc3\xa9\xc3\xa9\"", false, false},
    {"int32[] a [1, 2, 3]\nint32[] b []\nint32[2] c [ 1 ,2 ]", true, true},
    {"int32[] a [ ]", true, false},  // an empty list all the same
    {"int32[] a [1,]", false, false},
    {"int32[] a [,1]", false, false},
    {"int32[] a [1 2]", false, false},
    {"int32[] a [1", false, false},
    {"int32[] a 1, 2", false, false},
    {"int32[] a [1] 2", false, false},
    {"int32[] a [0x10, 1_0, +3] # three", true, true},
    {"int32[2] a [1]", false, false},
    {"int32[2] a [1, 2, 3]", false, false},
    {"int32[<=2] a [1]", true, true},
    {"int32[<=2] a [1, 2, 3]", false, false},
    {"uint8[] a [256]", false, false},
    {"bool[] a [true, FALSE, 1]", true, true},
    {"float64[] a [nan, -inf, 1e3]", true, true},
    {"string[] a [\"a, b\", 'c\"d', e f ]", true, true},
    {"string[] a [\"x\\\"y\"]", true, true},
    {"string[] a []", true, true},
    {"string[] a [\"a\",]", true, true},
    {"string[] a [\"a\" \"b\"]", true, true},
    {"string[] a [\"a]", false, false},
    {"string[] a [,]", false, false},
    {"string[2] a [\"a\"]", false, false},
    {"string<=2[] a [\"abc\"]", false, false},
    {"Point p 5", false, false},
    {"Point[] p []", false, false},
};

}  // namespace transcdr::ros_msg

#endif  // TRANSCDR_TESTS_CODEC_SCHEMA_ROS_MSG_CORPUS_H_
