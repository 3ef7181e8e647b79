"""Writes cases/by_rule_*.jsonl: rows derived by hand from the rules of XCDR1.

    python3 write_cases.py

Bytes are written as hex with one space between fields and '.' for each byte of
padding (zero). `LE` and `BE` are the encapsulation headers.
"""

from __future__ import annotations

import json
import pathlib
from typing import Any, Dict, List, Optional

CASES = pathlib.Path(__file__).parent / "cases"
LE = "00010000 "
BE = "00000000 "
ORIGIN = "by hand from the rules of codec/wire/xcdr.md: "

Row = Dict[str, Any]
Schema = Dict[str, Any]


def _row(rows: List[Row], name: str, rule: str, payload: str, value: Any,
         quirks: Optional[List[str]], more: Dict[str, Any]) -> None:
    payload_hex = payload.replace(".", "00").replace(" ", "")
    bytes.fromhex(payload_hex)
    if any(row["id"] == name for row in rows):
        raise ValueError(f"two rows are called {name}")
    big = payload_hex[:4] in ("0000", "0002")
    rows.append({
        "id": name, "origin": ORIGIN + rule,
        "encoding": "xcdr1_be" if big else "xcdr1_le",
        "payload_hex": payload_hex, "expected_json": value,
        "notes": more.pop("notes", ""), "quirks": quirks or [], **more})


# ---- ROS 2 .msg

ROS_ROWS: List[Row] = []


def ros(name: str, rule: str, schema: str, payload: str, value: Any,
        quirks: Optional[List[str]] = None, **more: Any) -> None:
    """A row whose schema is the text of demo_msgs/msg/Case."""
    root = more.pop("root_type", "demo_msgs/msg/Case")
    _row(ROS_ROWS, "ros-" + name, rule, payload, value, quirks,
         {"schema_kind": "ros2msg", "schema": schema, "root_type": root, **more})


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

# ---- Descriptors: what .msg cannot say

DESCRIPTOR_ROWS: List[Row] = []


def prim(name: str) -> Schema:
    return {"primitive": "PRIMITIVE_KIND_" + name.upper()}


def text(bound: int = 0) -> Schema:
    return {"string_type": {"bound": bound}}


def wide(bound: int = 0) -> Schema:
    return {"wstring_type": {"bound": bound}}


def ref(name: str) -> Schema:
    return {"name": name}


def seq(element: Schema, bound: int = 0) -> Schema:
    return {"sequence_type": {"element": element, "bound": bound}}


def arr(element: Schema, *dimensions: int) -> Schema:
    return {"array_type": {"element": element, "dimensions": dimensions}}


def mapping(key: Schema, value: Schema, bound: int = 0) -> Schema:
    return {"map_type": {"key": key, "value": value, "bound": bound}}


def members(**types: Schema) -> List[Schema]:
    return [{"name": name, "type": value} for name, value in types.items()]


def struct_(name: str, base: str = "", extensibility: str = "FINAL",
            **types: Schema) -> Schema:
    return {"name": name, "struct_type": {
        "extensibility": "EXTENSIBILITY_" + extensibility, "base": base,
        "members": members(**types)}}


def case(name: str, value: Schema, *labels: int,
         default: bool = False) -> Schema:
    return {"labels": [str(label) for label in labels], "is_default": default,
            "member": {"name": name, "type": value}}


def union_(name: str, discriminator: Schema, *cases: Schema) -> Schema:
    return {"name": name, "union_type": {"discriminator": discriminator,
                                         "cases": list(cases)}}


def enum_(name: str, bits: int = 32, **literals: int) -> Schema:
    return {"name": name, "enum_type": {"bit_bound": bits, "enumerators": [
        {"name": literal, "value": value}
        for literal, value in literals.items()]}}


def bitmask_(name: str, bits: int, **flags: int) -> Schema:
    return {"name": name, "bitmask_type": {"bit_bound": bits, "flags": [
        {"name": flag, "position": position}
        for flag, position in flags.items()]}}


def bitset_(name: str, *fields: Any, base: str = "") -> Schema:
    return {"name": name, "bitset_type": {"base": base, "fields": [
        {"name": field[0], "width": field[1],
         **({"holder": "PRIMITIVE_KIND_" + field[2].upper()}
            if len(field) > 2 else {})} for field in fields]}}


def alias(name: str, target: Schema) -> Schema:
    return {"name": name, "alias_type": {"type": target}}


def desc(name: str, rule: str, types: List[Schema], payload: str, value: Any,
         quirks: Optional[List[str]] = None, **more: Any) -> None:
    """A row whose root is demo::Case, the last of `types`."""
    _row(DESCRIPTOR_ROWS, "descriptor-" + name, rule, payload, value, quirks,
         {"schema_kind": "descriptor", "schema": {"types": types},
          "root_type": more.pop("root_type", "demo::Case"), **more})


def desc_rejected(name: str, rule: str, types: List[Schema], payload: str,
                  reason: str, **more: Any) -> None:
    desc(name, rule, types, payload, None, ["must-be-rejected"], reason=reason,
         **more)


def root(**types: Schema) -> Schema:
    return struct_("demo::Case", "", "FINAL", **types)


COLOR = enum_("demo::Color", RED=0, GREEN=1, BLUE=5)
desc("enum", "4 bytes by default", [COLOR, root(v=ref("demo::Color"))],
     LE + "05000000", {"v": "BLUE"})
desc("enum-be", "in the stream's byte order",
     [COLOR, root(v=ref("demo::Color"))], BE + "00000001", {"v": "GREEN"})
desc("enum-unknown", "a number without a literal stays a number",
     [COLOR, root(v=ref("demo::Color"))], LE + "04000000", {"v": 4})
desc("enum-8", "bit_bound 8: 1 byte, signed",
     [enum_("demo::E", 8, LOW=-128, HIGH=127),
      root(a=ref("demo::E"), b=ref("demo::E"))], LE + "80 7f",
     {"a": "LOW", "b": "HIGH"})
desc("enum-16", "bit_bound 9 to 16: 2 bytes",
     [enum_("demo::E", 9, A=-2, B=255),
      root(x=prim("uint8"), a=ref("demo::E"), b=ref("demo::E"))],
     LE + "01 . feff ff00", {"x": 1, "a": "A", "b": "B"})
desc("enum-17", "bit_bound 17: 4 bytes",
     [enum_("demo::E", 17, A=65536), root(x=prim("uint8"), a=ref("demo::E"))],
     LE + "01 ... 00000100", {"x": 1, "a": "A"})
desc("enum-negative", "two's complement",
     [enum_("demo::E", MINUS=-1, ZERO=0), root(v=ref("demo::E"))],
     LE + "ffffffff", {"v": "MINUS"})
desc("enum-sequence", "an enum in a sequence and an array",
     [COLOR, root(a=seq(ref("demo::Color")), b=arr(ref("demo::Color"), 2))],
     LE + "02000000 00000000 05000000 01000000 01000000",
     {"a": ["RED", "BLUE"], "b": ["GREEN", "GREEN"]})

for bits, wire, number in ((8, "81", 0x81), (16, "0180", 0x8001),
                           (32, "01000080", 0x80000001),
                           (64, "0100000000000080", 0x8000000000000001)):
    desc(f"bitmask-{bits}", "as wide as the bit bound asks",
         [bitmask_("demo::M", bits, first=0, last=bits - 1),
          root(v=ref("demo::M"))], LE + wire, {"v": number})
desc("bitmask-9", "bit_bound 9: 2 bytes",
     [bitmask_("demo::M", 9, top=8), root(x=prim("uint8"), v=ref("demo::M"))],
     LE + "01 . 0001", {"x": 1, "v": 256})
desc("bitmask-33-be", "bit_bound 33: 8 bytes",
     [bitmask_("demo::M", 33, top=32), root(v=ref("demo::M"))],
     BE + "0000000100000000", {"v": 2**32})
desc("bitmask-unnamed-bit", "a bit without a flag, below the bound",
     [bitmask_("demo::M", 8, a=0), root(v=ref("demo::M"))], LE + "06",
     {"v": 6})
desc_rejected("bitmask-beyond-bound", "no bit at or above the bound",
              [bitmask_("demo::M", 4, a=0), root(v=ref("demo::M"))],
              LE + "10", "PAYLOAD_MALFORMED", field_path="v")

desc("bitset", "fields from the least significant bit",
     [bitset_("demo::B", ("a", 3), ("f", 1), ("b", 4)),
      root(v=ref("demo::B"))], LE + "e4", {"v": {"a": 4, "f": False, "b": 14}})
desc("bitset-40", "40 bits take 8 bytes",
     [bitset_("demo::B", ("a", 40)), root(x=prim("uint8"), v=ref("demo::B"))],
     LE + "01 ....... ffeeddccbb000000",
     {"x": 1, "v": {"a": 0xbbccddeeff}})
desc("bitset-unnamed", "an unnamed field shifts",
     [bitset_("demo::B", ("a", 2), ("", 3), ("b", 3)), root(v=ref("demo::B"))],
     LE + "a1", {"v": {"a": 1, "b": 5}})
desc("bitset-signed", "a signed holder is sign-extended",
     [bitset_("demo::B", ("a", 4, "int8"), ("b", 12, "int16")),
      root(v=ref("demo::B"))], LE + "1f80", {"v": {"a": -1, "b": -2047}})
desc("bitset-base", "fields of the base first",
     [bitset_("demo::A", ("a", 4)),
      bitset_("demo::B", ("b", 8), base="demo::A"), root(v=ref("demo::B"))],
     LE + "5f0a", {"v": {"a": 15, "b": 0xa5}})
desc("bitset-be", "an unsigned integer in the stream's byte order",
     [bitset_("demo::B", ("a", 4), ("b", 12)), root(v=ref("demo::B"))],
     BE + "1234", {"v": {"a": 4, "b": 0x123}})

desc("map-primitive", "count, then key, value, key, value",
     [root(v=mapping(prim("uint16"), prim("uint32")))],
     LE + "02000000 dccd .. dccddccd cddc .. cddccddc",
     {"v": [[52700, 3453799900], [56525, 3704478925]]})
desc("map-string-key", "strings as keys",
     [root(v=mapping(text(), prim("int32")))],
     LE + "02000000 02000000 6200 .. 01000000 02000000 6100 .. feffffff",
     {"v": [["b", 1], ["a", -2]]})
desc("map-empty", "no entry, no alignment",
     [root(v=mapping(prim("int64"), prim("float64")), b=prim("uint8"))],
     LE + "00000000 07", {"v": [], "b": 7})
desc("map-enum-key", "enumerators as keys",
     [COLOR, root(v=mapping(ref("demo::Color"), prim("boolean")))],
     LE + "02000000 05000000 01 ... 00000000 00",
     {"v": [["BLUE", True], ["RED", False]]})
desc("map-boolean-key", "booleans as keys",
     [root(v=mapping(prim("boolean"), text()))],
     LE + "02000000 01 ... 02000000 7900 00 . 02000000 6e00",
     {"v": [[True, "y"], [False, "n"]]})
desc("map-int64-key", "keys beyond 2^53",
     [root(v=mapping(prim("int64"), prim("uint8")))],
     LE + "01000000 .... 0100000000002000 09", {"v": [[2**53 + 1, 9]]})
desc("map-struct-value", "structs as values",
     [struct_("demo::P", x=prim("uint8"), y=prim("uint32")),
      root(v=mapping(text(), ref("demo::P")))],
     LE + "01000000 02000000 6b00 01 . 02000000",
     {"v": [["k", {"x": 1, "y": 2}]]})
desc("map-sequence-value", "sequences as values",
     [root(v=mapping(prim("uint8"), seq(prim("uint16"))))],
     LE + "02000000 01 ... 02000000 0a00 0b00 02 ... 00000000",
     {"v": [[1, [10, 11]], [2, []]]})
desc("map-be", "the same, big endian",
     [root(v=mapping(prim("uint16"), prim("float64")))],
     BE + "00000001 0007 .. 3ff0000000000000", {"v": [[7, 1.0]]})
desc("map-bounded", "as many entries as the bound",
     [root(v=mapping(prim("uint8"), prim("uint8"), 2))],
     LE + "02000000 01 02 03 04", {"v": [[1, 2], [3, 4]]})
desc_rejected("map-bound-exceeded", "one entry more than the bound",
              [root(v=mapping(prim("uint8"), prim("uint8"), 1))],
              LE + "02000000 01 02 03 04", "BOUND_EXCEEDED", field_path="v")
desc_rejected("map-duplicate-key", "an object has each key once",
              [root(v=mapping(text(), prim("uint8")))],
              LE + "02000000 02000000 6100 01 . 02000000 6100 02",
              "MEMBER_DUPLICATE")
desc_rejected("map-huge", "a count that the bytes cannot hold",
              [root(v=mapping(text(), prim("uint8")))], LE + "ffffffff 00",
              "PAYLOAD_TRUNCATED")

desc("array-2d", "row major, the last index fastest",
     [root(v=arr(prim("int32"), 2, 3))],
     LE + "00000000 01000000 02000000 0a000000 0b000000 0c000000",
     {"v": [[0, 1, 2], [10, 11, 12]]})
desc("array-3d-be", "three dimensions, big endian",
     [root(v=arr(prim("int16"), 2, 1, 2))], BE + "0001 0002 0003 fffc",
     {"v": [[[1, 2]], [[3, -4]]]})
desc("array-2d-octets", "octets of the last dimension",
     [root(v=arr(prim("byte"), 2, 2))], LE + "01 02 03 04",
     {"v": [[1, 2], [3, 4]]})
desc("array-2d-strings", "strings in two dimensions",
     [root(v=arr(text(), 1, 2))], LE + "02000000 6100 .. 02000000 6200",
     {"v": [["a", "b"]]})
desc("array-alias", "an array of an alias of an array: the same bytes "
     "(cyclonedds-cxx#117)",
     [alias("demo::Row", arr(prim("uint16"), 2)),
      root(v=arr(ref("demo::Row"), 2))], LE + "0100 0200 0300 0400",
     {"v": [[1, 2], [3, 4]]})
desc("sequence-of-sequences", "nested sequences (cyclonedds-cxx#121)",
     [root(v=seq(seq(prim("float64"))))],
     LE + "03000000 00000000 01000000 .... 000000000000f03f 00000000",
     {"v": [[], [1.0], []]})
desc("array-of-sequences", "arrays of sequences",
     [root(v=arr(seq(prim("uint8")), 2))], LE + "01000000 07 ... 00000000",
     {"v": [[7], []]})

for form, profile, ab, smile in (
        ("bytes-16", "WSTRING_FORM_BYTES_16", "04000000 6100 6200",
         "04000000 3dd8 00de"),
        ("bytes-16-nul", "WSTRING_FORM_BYTES_16_NUL",
         "06000000 6100 6200 0000", "06000000 3dd8 00de 0000"),
        ("units-16", "WSTRING_FORM_UNITS_16", "02000000 6100 6200",
         "02000000 3dd8 00de"),
        ("units-32", "WSTRING_FORM_UNITS_32", "02000000 61000000 62000000",
         "02000000 3dd80000 00de0000"),
        ("units-32-nul", "WSTRING_FORM_UNITS_32_NUL",
         "03000000 61000000 62000000 00000000",
         "03000000 3dd80000 00de0000 00000000")):
    settings = {"wstring_form": profile}
    desc(f"wstring-{form}", "one of five forms", [root(v=wide())], LE + ab,
         {"v": "ab"}, profile=settings)
    desc(f"wstring-{form}-pair", "a surrogate pair", [root(v=wide())],
         LE + smile, {"v": "\U0001f600"}, profile=settings)
desc("wstring-bytes-16-be", "units in the stream's byte order",
     [root(v=wide())], BE + "00000004 0061 0062", {"v": "ab"})
desc("wstring-empty", "OMG: 4 zero bytes", [root(v=wide(), b=prim("uint8"))],
     LE + "00000000 05", {"v": "", "b": 5})
desc("wstring-empty-nul", "with a NUL it has a unit",
     [root(v=wide(), b=prim("uint8"))], LE + "02000000 0000 05",
     {"v": "", "b": 5}, profile={"wstring_form": "WSTRING_FORM_BYTES_16_NUL"})
desc("wstring-preset-fast-cdr-2", "the preset of Fast CDR 2", [root(v=wide())],
     LE + "01000000 6100", {"v": "a"},
     profile={"preset": "WIRE_PRESET_FAST_CDR_2"})
desc_rejected("wstring-odd-bytes", "half a unit", [root(v=wide())],
              LE + "03000000 616200", "PAYLOAD_MALFORMED")
desc("wchar-16", "OMG: 2 bytes", [root(x=prim("uint8"), v=prim("char16"))],
     LE + "01 . ac20", {"x": 1, "v": "\u20ac"})
desc("wchar-16-be", "OMG: 2 bytes, big endian", [root(v=prim("char16"))],
     BE + "20ac", {"v": "\u20ac"})
desc("wchar-32", "4 bytes, aligned to 4",
     [root(x=prim("uint8"), v=prim("char16"))], LE + "01 ... 61000000",
     {"x": 1, "v": "a"}, profile={"wchar_width": "WCHAR_WIDTH_32"})
desc("wchar-sequence", "wide characters in a sequence",
     [root(v=seq(prim("char16")))], LE + "02000000 6100 ac20",
     {"v": ["a", "\u20ac"]})
desc_rejected("wchar-32-beyond", "above ffff", [root(v=prim("char16"))],
              LE + "00f60100", "PAYLOAD_MALFORMED",
              profile={"wchar_width": "WCHAR_WIDTH_32"})
desc("char", "the character of ISO 8859-1", [root(v=prim("char8"))],
     LE + "61", {"v": "a"})
desc("char-high", "bytes above 7f, and NUL",
     [root(a=prim("char8"), b=prim("char8"))], LE + "e9 00",
     {"a": "\u00e9", "b": "\0"})
desc("char-array", "characters in a row",
     [root(v=arr(prim("char8"), 3), w=seq(prim("char8")))],
     LE + "61 e9 00 . 01000000 62", {"v": ["a", "\u00e9", "\0"], "w": ["b"]})

desc("inheritance", "members of the base first, as one list",
     [struct_("demo::Base", a=prim("uint8"), b=prim("uint32")),
      struct_("demo::Middle", "demo::Base", c=prim("uint8")),
      struct_("demo::Case", "demo::Middle", d=prim("uint16"))],
     LE + "01 ... 02000000 03 . 0400", {"a": 1, "b": 2, "c": 3, "d": 4})
desc("appendable", "appendable has no header in XCDR1",
     [struct_("demo::Case", extensibility="APPENDABLE", a=prim("uint8"),
              b=prim("uint64"))],
     LE + "01 ....... 0200000000000000", {"a": 1, "b": 2})
desc("empty-struct", "IDL: no bytes",
     [struct_("demo::N"), root(a=prim("uint8"), n=ref("demo::N"),
                               b=prim("uint8"))],
     LE + "01 02", {"a": 1, "n": {}, "b": 2})
desc("empty-struct-root", "IDL: no bytes at all", [struct_("demo::Case")], LE,
     {})
desc("empty-struct-octet", "a setting: one octet",
     [struct_("demo::N"), root(a=prim("uint8"), n=ref("demo::N"),
                               b=prim("uint8"))],
     LE + "01 00 02", {"a": 1, "n": {}, "b": 2},
     profile={"empty_struct_form": "EMPTY_STRUCT_FORM_DUMMY_OCTET"})
desc_rejected("empty-struct-bomb", "elements without bytes have a limit",
              [struct_("demo::N"), root(v=seq(ref("demo::N")))],
              LE + "ffffffff", "LIMIT_EXCEEDED")
desc("alias-chain", "an alias changes no byte",
     [alias("demo::A", prim("float64")), alias("demo::B", ref("demo::A")),
      root(x=prim("uint8"), v=ref("demo::B"))],
     LE + "01 ....... 000000000000f03f", {"x": 1, "v": 1.0})
desc("recursive", "a struct that holds itself",
     [struct_("demo::Case", v=prim("uint8"), kids=seq(ref("demo::Case")))],
     LE + "01 ... 02000000 02 ... 00000000 03 ... 01000000 04 ... 00000000",
     {"v": 1, "kids": [{"v": 2, "kids": []},
                       {"v": 3, "kids": [{"v": 4, "kids": []}]}]})
desc("float128", "16 bytes, aligned to 8",
     [root(a=prim("uint8"), v=prim("float128"))],
     LE + "01 ....... 0000000000000000000000000000ff3f",
     {"a": 1, "v": "float128:3fff0000000000000000000000000000"})
desc("float128-be", "most significant byte first",
     [root(v=prim("float128"))], BE + "3fff0000000000000000000000000001",
     {"v": "float128:3fff0000000000000000000000000001"})
desc("float128-sequence", "the first element aligns to 8",
     [root(v=seq(prim("float128")))],
     LE + "01000000 .... 0102030405060708090a0b0c0d0e0f10",
     {"v": ["float128:100f0e0d0c0b0a090807060504030201"]})
desc("string-bounded", "string<10> takes 10 characters (cyclonedds-cxx#109)",
     [root(v=text(10))], LE + "0b000000 30313233343536373839 00",
     {"v": "0123456789"})

NUMBER = union_("demo::U", prim("int32"), case("l", prim("int32"), 1),
                case("d", prim("float64"), 2, 3), case("s", text(), -4),
                case("o", prim("byte"), default=True))
for label, wire, value in (
        ("first", "01000000 07000000", {"_d": 1, "l": 7}),
        ("two-labels", "03000000 .... 000000000000f03f", {"_d": 3, "d": 1.0}),
        ("negative", "fcffffff 02000000 6100", {"_d": -4, "s": "a"}),
        ("default", "63000000 2a", {"_d": 99, "o": 42})):
    desc(f"union-{label}", "discriminator, then the member that it selects",
         [NUMBER, root(u=ref("demo::U"))], LE + wire, {"u": value})
desc("union-be", "the same, big endian", [NUMBER, root(u=ref("demo::U"))],
     BE + "00000002 .... 3ff0000000000000", {"u": {"_d": 2, "d": 1.0}})
SWITCH = union_("demo::U", prim("boolean"), case("on", text(), 1))
desc("union-boolean", "a boolean discriminator",
     [SWITCH, root(u=ref("demo::U"), b=prim("uint8"))],
     LE + "01 ... 02000000 6100 09", {"u": {"_d": True, "on": "a"}, "b": 9})
desc("union-no-case", "no case, no default: nothing follows",
     [SWITCH, root(u=ref("demo::U"), b=prim("uint8"))], LE + "00 09",
     {"u": {"_d": False}, "b": 9})
desc("union-enum", "an enumeration as discriminator",
     [COLOR, union_("demo::U", ref("demo::Color"), case("r", prim("uint8"), 0),
                    case("b", prim("uint16"), 5)),
      root(u=seq(ref("demo::U")))],
     LE + "03000000 05000000 0700 .. 00000000 01 ... 01000000",
     {"u": [{"_d": "BLUE", "b": 7}, {"_d": "RED", "r": 1}, {"_d": "GREEN"}]})
desc("union-enum-8", "an enumeration of 1 byte as discriminator",
     [enum_("demo::E", 8, A=-1, B=1),
      union_("demo::U", ref("demo::E"), case("a", prim("uint8"), -1)),
      root(u=ref("demo::U"))], LE + "ff 05", {"u": {"_d": "A", "a": 5}})
desc("union-char", "a character as discriminator",
     [union_("demo::U", prim("char8"), case("a", prim("int16"), 97),
             case("rest", prim("uint8"), default=True)),
      root(u=arr(ref("demo::U"), 2))], LE + "61 . ffff 62 07",
     {"u": [{"_d": "a", "a": -1}, {"_d": "b", "rest": 7}]})
desc("union-octet", "an octet as discriminator",
     [union_("demo::U", prim("byte"), case("a", prim("uint8"), 255)),
      root(u=ref("demo::U"))], LE + "ff 01", {"u": {"_d": 255, "a": 1}})
desc("union-int64", "a discriminator beyond 2^53",
     [union_("demo::U", prim("int64"), case("a", prim("uint8"), 2**53 + 1)),
      root(u=ref("demo::U"))], LE + "0100000000002000 01",
     {"u": {"_d": 2**53 + 1, "a": 1}})
desc("union-root", "a union as the root",
     [union_("demo::Case", prim("uint16"), case("a", text(), 1))],
     LE + "0100 .. 02000000 7800", {"_d": 1, "a": "x"})
desc("union-struct", "structs and sequences as cases",
     [struct_("demo::P", x=prim("uint8"), y=prim("uint32")),
      union_("demo::U", prim("uint8"), case("p", ref("demo::P"), 1),
             case("q", seq(ref("demo::P")), 2)),
      root(u=arr(ref("demo::U"), 2))],
     LE + "01 02 .. 03000000 02 ... 01000000 04 ... 05000000",
     {"u": [{"_d": 1, "p": {"x": 2, "y": 3}},
            {"_d": 2, "q": [{"x": 4, "y": 5}]}]})
desc("union-in-union", "unions in unions",
     [SWITCH, union_("demo::V", prim("uint8"), case("inner", ref("demo::U"), 1)),
      root(v=ref("demo::V"))], LE + "01 01 .. 02000000 6100",
     {"v": {"_d": 1, "inner": {"_d": True, "on": "a"}}})
desc_rejected("union-truncated", "the member is missing",
              [NUMBER, root(u=ref("demo::U"))], LE + "01000000 0700",
              "PAYLOAD_TRUNCATED", field_path="u.l")
desc_rejected("parameter-list", "a parameter list's id is for mutable types",
              [root(v=prim("uint8"))], "00030000 07", "PAYLOAD_MALFORMED")
desc("nested-modules", "scoped names, written both ways",
     [struct_("a/b/Inner", x=prim("uint8")),
      struct_("demo::Case", v=ref("a::b::Inner"))], LE + "07", {"v": {"x": 7}})


def main() -> None:
    CASES.mkdir(exist_ok=True)
    for name, rows in (("by_rule_ros2msg", ROS_ROWS),
                       ("by_rule_descriptor", DESCRIPTOR_ROWS)):
        text_of_rows = "".join(json.dumps(row) + "\n" for row in rows)
        (CASES / f"{name}.jsonl").write_text(text_of_rows)
        print(f"{name}: {len(rows)} rows")


if __name__ == "__main__":
    main()
