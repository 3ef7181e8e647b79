"""Rows of TypeDescriptorSets in plain XCDR1: the types that .msg lacks."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from case_rows import BE, LE, Row, add_row

Schema = Dict[str, Any]

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
    add_row(DESCRIPTOR_ROWS, "descriptor-" + name, rule, payload, value, quirks,
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
