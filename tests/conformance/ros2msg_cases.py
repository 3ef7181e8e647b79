"""Rows of ROS 2 .msg texts, and of what Decode tolerates and refuses."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from case_rows import BE, LE, Row, add_row

ROS_ROWS: List[Row] = []


def ros(name: str, rule: str, schema: str, payload: str, value: Any,
        quirks: Optional[List[str]] = None, **more: Any) -> None:
    """A row whose schema is the text of demo_msgs/msg/Case."""
    root = more.pop("root_type", "demo_msgs/msg/Case")
    add_row(ROS_ROWS, "ros-" + name, rule, payload, value, quirks,
            {"schema_kind": "ros2msg", "schema": schema, "root_type": root,
             **more})


def ros_rejected(name: str, rule: str, schema: str, payload: str, reason: str,
                 **more: Any) -> None:
    ros(name, rule, schema, payload, None, ["must-be-rejected"], reason=reason,
        **more)


def one(name: str, type_name: str, payload: str, value: Any,
        **more: Any) -> None:
    """A row with the one member `v`."""
    ros(name, "primitives", f"{type_name} v", payload, {"v": value}, **more)


BUNDLE = "\n" + "=" * 80 + "\nMSG: "

one("bool-false", "bool", LE + "00", False)
one("bool-true", "bool", LE + "01", True)
ros("byte-char", "byte and char are uint8 (rosmsg#49)",
    "byte a\nchar b\nint8 c\nuint8 d", LE + "ff ff ff ff",
    {"a": 255, "b": 255, "c": -1, "d": 255})
for size, letter in ((8, "b"), (16, "h"), (32, "i"), (64, "q")):
    low = f"{1 << (size - 1):0{size // 4}x}"
    high = f"{(1 << (size - 1)) - 1:0{size // 4}x}"
    full = "ff" * (size // 8)

    def swap(text: str) -> str:
        return bytes.fromhex(text)[::-1].hex()

    one(f"int{size}-min-le", f"int{size}", LE + swap(low), -(1 << (size - 1)))
    one(f"int{size}-max-be", f"int{size}", BE + high, (1 << (size - 1)) - 1)
    one(f"int{size}-minus-one", f"int{size}", LE + full, -1)
    one(f"uint{size}-max", f"uint{size}", LE + full, (1 << size) - 1)
    one(f"uint{size}-high-be", f"uint{size}", BE + low, 1 << (size - 1))
one("int64-beyond-double", "int64", LE + "0100000000002000", 2**53 + 1)
one("int64-beyond-double-negative", "int64", LE + "ffffffffffffdfff",
    -(2**53) - 1)
one("int64-last-exact", "int64", LE + "ffffffffffff1f00", 2**53 - 1)
one("uint64-mixed", "uint64", LE + "2cd800000402ffff", 18446464814936021036)
one("float32-1.5-le", "float32", LE + "0000c03f", 1.5)
one("float32-1.5-be", "float32", BE + "3fc00000", 1.5)
one("float32-tenth", "float32", LE + "cdcccc3d", 0.10000000149011612)
one("float32-max", "float32", LE + "ffff7f7f", 3.4028234663852886e38)
one("float32-denormal", "float32", LE + "01000000", 1.401298464324817e-45)
one("float32-minus-zero", "float32", LE + "00000080", -0.0)
one("float32-nan", "float32", LE + "0000c07f", "NaN")
one("float32-infinity", "float32", LE + "0000807f", "Infinity")
one("float32-minus-infinity", "float32", LE + "000080ff", "-Infinity")
one("float64-pi-le", "float64", LE + "182d4454fb210940", 3.141592653589793)
one("float64-pi-be", "float64", BE + "400921fb54442d18", 3.141592653589793)
one("float64-denormal", "float64", LE + "0100000000000000", 5e-324)
one("float64-max", "float64", LE + "ffffffffffffef7f", 1.7976931348623157e308)
one("float64-minus-zero", "float64", LE + "0000000000000080", -0.0)
one("float64-nan", "float64", LE + "000000000000f87f", "NaN")
one("float64-nan-payload", "float64", LE + "efbeadde0000f8ff", "NaN",
    notes="MessagePack keeps the bits of a NaN")
one("float64-infinity-be", "float64", BE + "7ff0000000000000", "Infinity")

ros("align-8", "a uint64 begins at a multiple of 8", "uint8 a\nuint64 b",
    LE + "01 ....... 0807060504030201", {"a": 1, "b": 0x0102030405060708})
ros("align-8-be", "padding is the same in both byte orders",
    "uint8 a\nuint64 b", BE + "01 ....... 0102030405060708",
    {"a": 1, "b": 0x0102030405060708})
ros("align-ladder", "each primitive aligns to its size",
    "uint8 a\nuint16 b\nuint8 c\nuint32 d\nuint8 e\nfloat64 f\nuint8 g",
    LE + "01 . 0200 03 ... 04000000 05 ... 000000000000f03f 07",
    {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 1.0, "g": 7})
ros("declared-order", "declared order, not by size (PX4#12025)",
    "uint8 a\nfloat64 b\nuint8 c\nint32 d",
    LE + "01 ....... 0000000000000040 03 ... fcffffff",
    {"a": 1, "b": 2.0, "c": 3, "d": -4})
ros("first-int64", "first member int64 (Micro-XRCE-DDS#5)", "int64 a\nuint8 b",
    LE + "0200000000000000 03", {"a": 2, "b": 3})
ros("struct-not-aligned", "a struct has no alignment of its own",
    "uint8 a\nInner i\nuint8 c" + BUNDLE + "demo_msgs/Inner\nuint8 x\nuint16 y",
    LE + "01 02 0300 04", {"a": 1, "i": {"x": 2, "y": 3}, "c": 4})
ros("struct-no-tail-padding", "a struct has no padding at its end",
    "Inner i\nuint8 c" + BUNDLE + "demo_msgs/Inner\nuint32 x\nuint8 y",
    LE + "02000000 03 04", {"i": {"x": 2, "y": 3}, "c": 4})
ros("padding-after-string", "a float32 behind a string (hiroz#177)",
    "string name\nfloat32 value", LE + "03000000 686900 . 0000803f",
    {"name": "hi", "value": 1.0})
ros("garbage-in-padding", "padding is not looked at", "uint8 a\nuint32 b",
    LE + "01 aabbcc 02000000", {"a": 1, "b": 2}, ["nonzero-padding"])
ros_rejected("garbage-in-padding-strict", "strict looks at padding",
             "uint8 a\nuint32 b", LE + "01 aabbcc 02000000",
             "PAYLOAD_MALFORMED", strict=True, byte_offset=5, field_path="b")
ros("zero-padding-strict", "strict takes canonical bytes", "uint8 a\nuint32 b",
    LE + "01 ... 02000000", {"a": 1, "b": 2}, strict=True)

ros("string-ab", "length with NUL, bytes, NUL", "string v",
    LE + "03000000 616200", {"v": "ab"})
ros("string-ab-be", "the length is in the stream's byte order", "string v",
    BE + "00000003 616200", {"v": "ab"})
ros("string-empty", "an empty string has length 1", "string v",
    LE + "01000000 00", {"v": ""})
ros("string-length-0", "length 0 is taken as empty (RustDDS#237)",
    "string s\nint32 n", LE + "00000000 05000000", {"s": "", "n": 5},
    ["not-canonical"])
ros_rejected("string-length-0-strict", "strict wants the NUL",
             "string s\nint32 n", LE + "00000000 05000000",
             "PAYLOAD_MALFORMED", strict=True, field_path="s")
ros("string-no-nul", "without a NUL all bytes are text", "string v",
    LE + "02000000 6162", {"v": "ab"}, ["not-canonical"])
ros_rejected("string-no-nul-strict", "strict wants the NUL", "string v",
             LE + "02000000 6162", "PAYLOAD_MALFORMED", strict=True)
ros("string-inner-nul", "a NUL within is kept by Decode, refused by Encode",
    "string v", LE + "04000000 61006200", {"v": "a\0b"},
    encode_reason="VALUE_OUT_OF_RANGE")
ros("string-utf8", "UTF-8 passes through", "string v",
    LE + "0b000000 c3a9e282acf09f988021 00", {"v": "\u00e9\u20ac\U0001f600!"})
ros_rejected("string-not-utf8", "bytes that are not UTF-8 are an error",
             "string v", LE + "04000000 61ff62 00", "INVALID_UTF8")
ros_rejected("string-overlong", "overlong forms are not UTF-8", "string v",
             LE + "03000000 c080 00", "INVALID_UTF8")
ros_rejected("string-surrogate", "surrogates are not UTF-8", "string v",
             LE + "04000000 eda080 00", "INVALID_UTF8")
ros("string-escapes", "what JSON has to escape", "string v",
    LE + "08000000 225c 08 0a 1f 7f 2f 00", {"v": "\"\\\b\n\x1f\x7f/"})
ros("string-bound-reached", "a bound counts bytes without the NUL",
    "string<=3 v", LE + "04000000 e282ac 00", {"v": "\u20ac"})
ros_rejected("string-bound-exceeded", "a bound counts bytes, not characters",
             "string<=3 v", LE + "05000000 e282ac21 00", "BOUND_EXCEEDED",
             field_path="v")
ros_rejected("string-truncated", "a length beyond the end", "string v",
             LE + "05000000 6162", "PAYLOAD_TRUNCATED", field_path="v")
ros_rejected("string-huge", "a length of ffffffff (Fast-CDR#98)", "string v",
             LE + "ffffffff 6162", "PAYLOAD_TRUNCATED")
ros("string-bounded-default", "bounded, with a default (mcap#765)",
    'string<=22 v "Hello world!"', LE + "03000000 686900", {"v": "hi"})

ros("wstring-ab", "ROS 2: count of units, 4 bytes a unit, no NUL", "wstring v",
    LE + "02000000 61000000 62000000", {"v": "ab"})
ros("wstring-ab-be", "ROS 2, big endian", "wstring v",
    BE + "00000002 00000061 00000062", {"v": "ab"})
ros("wstring-empty", "an empty wide string has count 0", "wstring v\nuint8 n",
    LE + "00000000 07", {"v": "", "n": 7})
ros("wstring-pair", "ROS 2 widens each UTF-16 unit", "wstring v",
    LE + "02000000 3dd80000 00de0000", {"v": "\U0001f600"})
ros("wstring-code-point", "a code point in one unit (Fast CDR 1 users)",
    "wstring v", LE + "01000000 00f60100", {"v": "\U0001f600"},
    ["not-canonical"])
ros_rejected("wstring-lone-surrogate", "half a pair is not UTF-16",
             "wstring v", LE + "01000000 3dd80000", "INVALID_UTF8")
ros_rejected("wstring-beyond-unicode", "a unit above 10ffff", "wstring v",
             LE + "01000000 00001100", "PAYLOAD_MALFORMED")
ros_rejected("wstring-truncated", "a count beyond the end", "wstring v",
             LE + "02000000 61000000", "PAYLOAD_TRUNCATED")
ros("wstring-bound-reached", "a bound counts units", "wstring<=2 v",
    LE + "02000000 61000000 62000000", {"v": "ab"})
ros_rejected("wstring-bound-exceeded", "a bound counts units", "wstring<=1 v",
             LE + "02000000 61000000 62000000", "BOUND_EXCEEDED")

ros("empty-sequence-then-octet", "no alignment for elements that are not there "
    "(foxglove/cdr#7)", "float64[] a\nuint8 b", LE + "00000000 2a",
    {"a": [], "b": 42})
ros("sequence-float64", "the first element aligns", "float64[] a\nuint8 b",
    LE + "01000000 .... 000000000000f03f 2a", {"a": [1.0], "b": 42})
ros("sequence-float64-be", "the first element aligns, big endian",
    "float64[] a", BE + "00000002 .... 3ff0000000000000 c000000000000000",
    {"a": [1.0, -2.0]})
ros("sequence-bool", "bool[] has a count (dora-rs#2032)", "bool[] a\nint16 b",
    LE + "03000000 01 00 01 . 0700", {"a": [True, False, True], "b": 7})
ros("sequence-bounded", "a bound changes no byte (PlotJuggler#881)",
    "int32[<=5] a", LE + "02000000 01000000 feffffff", {"a": [1, -2]})
ros("sequence-bound-reached", "as many elements as the bound",
    "uint16[<=2] a", LE + "02000000 0100 0200", {"a": [1, 2]})
ros_rejected("sequence-bound-exceeded", "one element more than the bound",
             "uint16[<=2] a", LE + "03000000 0100 0200 0300",
             "BOUND_EXCEEDED", field_path="a")
ros("sequence-int8-7", "int8[] of 7 elements (mcap#1337)", "int8[] a\nint16 b",
    LE + "07000000 01 02 03 fc fb fa f9 . 0800",
    {"a": [1, 2, 3, -4, -5, -6, -7], "b": 8})
ros("sequence-uint8", "uint8[] is bytes", "uint8[] a", LE + "03000000 00 80 ff",
    {"a": [0, 128, 255]})
ros("sequence-byte", "byte[] is bytes (ros2cli#760)", "byte[] a",
    LE + "02000000 01 fe", {"a": [1, 254]})
ros("sequence-char", "char[] is bytes", "char[] a", LE + "02000000 41 c1",
    {"a": [65, 193]})
ros("sequence-uint8-empty", "no bytes", "uint8[] a\nuint8 b",
    LE + "00000000 09", {"a": [], "b": 9})
ros("sequence-int64", "64-bit integers keep their value", "int64[] a",
    LE + "02000000 .... 0100000000002000 ffffffffffffffff",
    {"a": [2**53 + 1, -1]})
ros("sequence-uint64-be", "64-bit integers keep their value", "uint64[] a",
    BE + "00000001 .... ffffffffffffffff", {"a": [2**64 - 1]})
ros("sequence-float32-special", "non-finite elements (rosbridge#916)",
    "float32[] a",
    LE + "05000000 0000c07f 0000807f 000080ff 00000080 cdcccc3d",
    {"a": ["NaN", "Infinity", "-Infinity", -0.0, 0.10000000149011612]})
ros("sequence-string", "each string aligns its length", "string[] a",
    LE + "03000000 02000000 6100 .. 01000000 00 ... 03000000 626300",
    {"a": ["a", "", "bc"]})
ros("sequence-string-empty", "no strings", "string[] a\nuint8 b",
    LE + "00000000 01", {"a": [], "b": 1})
ros("sequence-wstring", "wide strings in a row", "wstring[] a",
    LE + "02000000 01000000 61000000 00000000", {"a": ["a", ""]})
ros("sequence-struct", "elements align by their own members",
    "Inner[] a" + BUNDLE + "demo_msgs/Inner\nuint8 x\nuint32 y",
    LE + "02000000 01 ... 02000000 03 ... 04000000",
    {"a": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]})
ros("sequence-struct-empty", "no structs (dora-rs#2033)",
    "Inner[] a\nuint8 b" + BUNDLE + "demo_msgs/Inner\nfloat64 x",
    LE + "00000000 05", {"a": [], "b": 5})
ros("sequence-in-sequence", "sequences in a sequence of structs",
    "Inner[] a" + BUNDLE + "demo_msgs/Inner\nuint16[] x",
    LE + "03000000 01000000 0100 .. 00000000 02000000 0200 0300",
    {"a": [{"x": [1]}, {"x": []}, {"x": [2, 3]}]})
ros_rejected("sequence-huge-count", "a count that the bytes cannot hold",
             "float64[] a", LE + "ffffffff .... 000000000000f03f",
             "PAYLOAD_TRUNCATED", field_path="a")
ros_rejected("sequence-product-overflow", "count * 8 is beyond 32 bits",
             "float64[] a", LE + "00000020 .... 000000000000f03f",
             "PAYLOAD_TRUNCATED")
ros_rejected("sequence-huge-nested", "a count of ffffffff in an element",
             "Inner[] a" + BUNDLE + "demo_msgs/Inner\nstring[] x",
             LE + "01000000 ffffffff", "PAYLOAD_TRUNCATED",
             field_path="a[0].x")
ros_rejected("sequence-one-missing", "the last element is cut", "int32[] a",
             LE + "02000000 01000000 0200", "PAYLOAD_TRUNCATED")

ros("array-float64", "no count", "uint8 a\nfloat64[2] b",
    LE + "01 ....... 000000000000f03f 0000000000000040",
    {"a": 1, "b": [1.0, 2.0]})
ros("array-uint8", "bytes without a count", "uint8[3] a\nuint8 b",
    LE + "01 02 03 04", {"a": [1, 2, 3], "b": 4})
ros("array-bool", "booleans without a count", "bool[3] a", LE + "01 00 01",
    {"a": [True, False, True]})
ros("array-int16", "aligned once", "uint8 a\nint16[3] b",
    LE + "01 . 0100 feff 0300", {"a": 1, "b": [1, -2, 3]})
ros("array-string", "strings without a count", "string[2] a",
    LE + "02000000 6100 .. 02000000 6200", {"a": ["a", "b"]})
ros("array-struct", "elements have padding within",
    "Inner[2] a" + BUNDLE + "demo_msgs/Inner\nuint8 x\nuint32 y",
    LE + "01 ... 02000000 03 ... 04000000",
    {"a": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]})
ros_rejected("array-truncated", "an element is missing", "uint16[3] a",
             LE + "0100 0200", "PAYLOAD_TRUNCATED", field_path="a")

ros("empty-message", "a message without members is one octet (mcap#943)", "",
    LE + "00", {})
ros("empty-message-constants", "constants are no members",
    "int32 A=1\nstring B='x'", LE + "00", {})
ros("empty-message-octet", "the octet is not looked at", "", LE + "2a", {},
    ["not-canonical"])
ros("empty-nested", "the octet is there when nested, too",
    "uint8 a\nNothing n\nuint8 b" + BUNDLE + "demo_msgs/Nothing\n",
    LE + "01 00 02", {"a": 1, "n": {}, "b": 2})
ros("empty-in-sequence", "an octet an element",
    "Nothing[] n\nuint8 b" + BUNDLE + "demo_msgs/Nothing\n# nothing\n",
    LE + "03000000 00 00 00 02", {"n": [{}, {}, {}], "b": 2})
ros("empty-in-array", "an octet an element, without a count",
    "Nothing[2] n\nuint16 b" + BUNDLE + "demo_msgs/Nothing\n",
    LE + "00 00 0200", {"n": [{}, {}], "b": 2})
ros_rejected("empty-no-octet", "the octet may not be missing", "", LE,
             "PAYLOAD_TRUNCATED")

for count in (1, 2, 3, 4, 20):
    ros(f"trailing-{count}", "bytes behind the value are reported (cydr)",
        "uint8 v", LE + "5e" + " 00" * count, {"v": 94},
        trailing_bytes=count)
ros("trailing-odd", "one byte more (PlotJuggler#281)", "float32 v",
    LE + "0000803f 55", {"v": 1.0}, trailing_bytes=1)
ros_rejected("trailing-strict", "strict wants no byte more", "uint8 v",
             LE + "5e 00", "PAYLOAD_TRAILING_BYTES", strict=True,
             byte_offset=5)
ros("pad-count", "the options count pad bytes (cyclonedds#1805)", "uint8 v",
    "00010003 5e ...", {"v": 94}, trailing_bytes=3)
ros("pad-count-strict", "a true pad count is no fault", "uint8 v",
    "00010003 5e ...", {"v": 94}, trailing_bytes=3, strict=True)
ros("pad-count-untrue", "a pad count without the bytes", "uint8 v",
    "00010003 5e", {"v": 94}, ["not-canonical"])
ros("options-ignored", "other bits of the options are ignored", "uint8 v",
    "0001fffc 5e", {"v": 94}, ["not-canonical"])
ros_rejected("options-strict", "strict wants them to be 0", "uint8 v",
             "0001fffc 5e", "PAYLOAD_MALFORMED", strict=True, byte_offset=2)
ros("pl-header", "a parameter list's id before a plain body", "uint16 v",
    "00030000 5e00", {"v": 94}, ["pl-header-plain-body"])
ros("pl-header-be", "the same, big endian", "uint16 v", "00020000 005e",
    {"v": 94}, ["pl-header-plain-body"])
ros_rejected("pl-header-strict", "strict does not take it", "uint16 v",
             "00030000 5e00", "PAYLOAD_MALFORMED", strict=True)
for unknown in ("0004", "0005", "000c", "0016", "0103", "0100", "ffff"):
    ros_rejected(f"id-{unknown}", "an unknown encapsulation id (rclpy#1273)",
                 "uint8 v", unknown + "0000 5e", "PAYLOAD_MALFORMED",
                 byte_offset=0)
for length in range(4):
    ros_rejected(f"header-of-{length}-bytes", "no whole header", "uint8 v",
                 "00010000"[:2 * length], "PAYLOAD_TRUNCATED")
ros_rejected("no-body", "a header alone", "uint8 v", LE, "PAYLOAD_TRUNCATED",
             byte_offset=4, field_path="v")
ros_rejected("ends-in-padding", "truncated within padding (users' report, 50)",
             "uint8 a\nfloat64 b", LE + "01", "PAYLOAD_TRUNCATED",
             field_path="b")
ros_rejected("ends-before-value", "padding is there, the value is not",
             "uint8 a\nfloat64 b", LE + "01 .......", "PAYLOAD_TRUNCATED",
             byte_offset=12, field_path="b")
ros_rejected("path-in-error", "the error names the path", "Inner[] a" + BUNDLE
             + "demo_msgs/Inner\nuint8 x\nuint32 y",
             LE + "02000000 01 ... 02000000 03 ... 0400", "PAYLOAD_TRUNCATED",
             field_path="a[1].y", byte_offset=20)
ros("bool-2", "any byte but 0 is true", "bool v", LE + "02", {"v": True},
    ["not-canonical"])
ros_rejected("bool-2-strict", "strict takes 0 and 1", "bool v", LE + "02",
             "PAYLOAD_MALFORMED", strict=True, byte_offset=4)
ros("bools-ff", "any byte but 0 is true, in sequences too", "bool[] v",
    LE + "03000000 ff 00 80", {"v": [True, False, True]}, ["not-canonical"])

ros("text-constants", "constants of every look are no members (rosidl#506)",
    'string TYPE_UNKNOWN = ""\nstring EMPTY=\n'
    'string EXAMPLE="#comments" # ok\nstring BLANKCOMMENT=# Blank\n'
    "int32 BAR=-11 # Comment! # another\nuint8 v # [x]\n"
    "int8 w  # ends in #[x]", LE + "01 ff", {"v": 1, "w": -1})
ros("text-defaults", "defaults change no byte",
    'int8 a 5\nstring s "hi"\nfloat64 f 1.5\nint16[3] t [1, 2, 3]',
    LE + "00 ... 01000000 00 ....... 0000000000000000 0000 0000 0000",
    {"a": 0, "s": "", "f": 0.0, "t": [0, 0, 0]})
ros("text-crlf", "line ends of Windows, tabs, blank lines",
    "uint8 a\r\n\r\n\tuint8   b\t# c\r\n", LE + "01 02", {"a": 1, "b": 2})
ros("text-header", "Header is std_msgs/Header",
    "Header h\nuint8 v" + BUNDLE + "std_msgs/Header\n"
    "builtin_interfaces/Time stamp\nstring frame_id" + BUNDLE
    + "builtin_interfaces/Time\nint32 sec\nuint32 nanosec",
    LE + "01000000 02000000 02000000 6d00 07",
    {"h": {"stamp": {"sec": 1, "nanosec": 2}, "frame_id": "m"}, "v": 7})
ros("text-msg-names", "MSG: pkg/msg/Name, another length of the rule",
    "other_msgs/msg/Inner i\n====\nMSG: other_msgs/msg/Inner\nuint8 x",
    LE + "07", {"i": {"x": 7}})
ros("text-same-short-name", "the same short name in two packages "
    "(mcap#1058)", "a_msgs/Inner a\nb_msgs/Inner b" + BUNDLE
    + "a_msgs/Inner\nuint8 x" + BUNDLE + "b_msgs/Inner\nuint16 y",
    LE + "01 . 0200", {"a": {"x": 1}, "b": {"y": 2}})
ros("text-twice-in-bundle", "the same type twice in a bundle",
    "Inner a" + BUNDLE + "demo_msgs/Inner\nuint8 x" + BUNDLE
    + "demo_msgs/Inner\nuint8 x", LE + "01", {"a": {"x": 1}})
ros("text-builtin-time", "builtin_interfaces needs no text",
    "builtin_interfaces/Time t\nbuiltin_interfaces/Duration d",
    LE + "01000000 02000000 ffffffff 03000000",
    {"t": {"sec": 1, "nanosec": 2}, "d": {"sec": -1, "nanosec": 3}})
