"""Rows of XCDR2: delimiter headers, member headers, length codes, collections,
and key-only payloads (XTypes 1.3, 7.4.3)."""

from __future__ import annotations

from case_rows import IdlRows

# Encapsulation headers without padding at the end; a digit: so many bytes of it.
F, F1, F2, F3 = "00070000 ", "00070001 ", "00070002 ", "00070003 "
F_BE = "00060000 "
D, D1, D2, D3 = "00090000 ", "00090001 ", "00090002 ", "00090003 "
D_BE = "00080000 "
M, M1, M2, M3 = "000b0000 ", "000b0001 ", "000b0002 ", "000b0003 "
M_BE = "000a0000 "
ONE = "000000000000f03f"

_CASES = IdlRows("xcdr2-")
XCDR2_ROWS = _CASES.rows
add, other_writer, rejected = (_CASES.add, _CASES.other_writer,
                               _CASES.rejected)

# ---- Plain

add("align-8", "8-byte values align to 4",
    "@final struct Case { octet a; unsigned long long b; };",
    F + "01 ... 0807060504030201", {"a": 1, "b": 0x0102030405060708})
add("align-8-be", "in the stream's byte order",
    "@final struct Case { octet a; unsigned long long b; };",
    F_BE + "01 ... 0102030405060708", {"a": 1, "b": 0x0102030405060708})
add("align-double-sequence", "elements of 8 bytes follow the count directly",
    "@final struct Case { sequence<double> s; };", F + "01000000 " + ONE,
    {"s": [1.0]})
add("align-float128", "16 bytes, aligned to 4",
    "@final struct Case { octet a; long double b; };",
    F + "01 ... 0000000000000000000000000000ff3f",
    {"a": 1, "b": "float128:3fff0000000000000000000000000000"})
add("padded", "padded to a multiple of 4, counted in the options",
    "@final struct Case { long a; octet b; };", F3 + "05000000 07 ...",
    {"a": 5, "b": 7})
OPTIONAL = "@final struct Case { @optional short a; };"
add("optional-present", "a byte of 1, then the value", OPTIONAL,
    F + "01 . dc7d", {"a": 32220})
add("optional-absent", "a byte of 0", OPTIONAL, F3 + "00 ...", {"a": None})
add("optional-next", "the next member aligns as ever",
    "@final struct Case { @optional octet a; long b; };",
    F + "00 ... 07000000", {"a": None, "b": 7})
add("optional-string", "the string's length aligns behind the flag",
    "@final struct Case { @optional string s; };", F2 + "01 ... 02000000 6100 ..",
    {"s": "a"})
other_writer("old-id-plain", "0011: CDR2 before XTypes 1.3", OPTIONAL,
             "00110000 01 . dc7d", {"a": 32220}, "old-cdr2-encapsulation-id")
other_writer("old-id-delimited", "0015: D_CDR2 before XTypes 1.3",
             "@appendable struct Case { long a; };",
             "00150000 04000000 05000000", {"a": 5},
             "old-cdr2-encapsulation-id")
other_writer("old-id-list", "0012: PL_CDR2, big endian, before XTypes 1.3",
             "@mutable struct Case { long a; };",
             "00120000 00000008 20000000 00000005", {"a": 5},
             "old-cdr2-encapsulation-id")
rejected("id-other-extensibility", "the id has to be the root's", OPTIONAL,
         "00090000 01 . dc7d", byte_offset=0, reason="PAYLOAD_MALFORMED")

# ---- Delimited

LONG = "@appendable struct Case { long a; };"
PAIR = "@appendable struct Case { long a; octet b; };"
add("delimited", "the number of bytes, then the members", PAIR,
    D3 + "05000000 05000000 07 ...", {"a": 5, "b": 7})
add("delimited-be", "in the stream's byte order", LONG,
    D_BE + "00000004 00000005", {"a": 5})
other_writer("delimited-longer", "what a newer writer appended is skipped", LONG,
             D + "08000000 05000000 ffffffff", {"a": 5})
add("delimited-shorter", "what an older writer lacks has its default", PAIR,
    D + "04000000 05000000", {"a": 5})
add("delimited-empty", "also all of it", PAIR, D + "00000000", {})
other_writer("delimited-longer-inside", "members behind are where they belong",
             "@appendable struct In { octet a; };"
             "@final struct Case { In i; octet b; };",
             F1 + "02000000 05 ff 07 .", {"i": {"a": 5}, "b": 7})
add("delimited-shorter-inside", "the same for what is missing",
    "@appendable struct In { octet a; long b; };"
    "@final struct Case { In i; octet c; };",
    F2 + "01000000 05 07 ..", {"i": {"a": 5}, "c": 7})
add("delimited-optional-missing", "a missing optional member is absent",
    "@appendable struct Case { long a; @optional long b; };",
    D + "04000000 05000000", {"a": 5, "b": None}, "not-canonical")
add("delimited-struct-empty", "no members: a size of 0",
    "@appendable struct In {}; @final struct Case { In i; octet a; };",
    F3 + "00000000 05 ...", {"i": {}, "a": 5})
rejected("delimited-beyond-end", "no more than there is", LONG,
         D + "08000000 05000000")
rejected("delimited-cut", "a member is there or not, not in part", PAIR,
         D + "03000000 05000000 07 ...")
rejected("delimited-inside-beyond", "an inner size stays within the outer",
         "@appendable struct In { octet a; };"
         "@appendable struct Case { In i; octet b; };",
         D3 + "05000000 04000000 05 07 ..")

# ---- Parameter lists: member headers

for name, idl, head, value, json_value in (
        ("boolean", "boolean", "00000000", "01", True),
        ("short", "short", "00000010", "dc7d", 32220),
        ("long", "long", "00000020", "05000000", 5),
        ("double", "double", "00000030", ONE, 1.0)):
    size = len(value) // 2
    pad = -size % 4
    add(f"list-{name}", "length codes 0 to 3: values of 1, 2, 4 and 8 bytes",
        f"@mutable struct Case {{ {idl} a; }};",
        f"000b000{pad} {4 + size:02x}000000 {head} {value}" + "." * pad,
        {"a": json_value})
STRING = "@mutable struct Case { @id(2) string s; };"
add("list-string", "length code 5: the value's own length is the extra word",
    STRING, M1 + "0b000000 02000050 03000000 616200 .", {"s": "ab"})
add("list-string-be", "in the stream's byte order", STRING,
    "000a0001 0000000b 50000002 00000003 616200 .", {"s": "ab"})
other_writer("list-string-lc4", "length code 4: an extra word of its own",
             STRING, M1 + "0f000000 02000040 07000000 03000000 616200 .",
             {"s": "ab"})
other_writer("list-string-lc3", "length code 3: 8 bytes, whatever is in them",
             STRING, M + "0c000000 02000030 04000000 61626300", {"s": "abc"})
other_writer("list-long-lc4", "length code 4 for a long",
             "@mutable struct Case { long a; };",
             M + "0c000000 00000040 04000000 05000000", {"a": 5})
add("list-longs", "length code 6: a count of 4-byte elements",
    "@mutable struct Case { sequence<long> s; };",
    M + "10000000 00000060 02000000 01000000 02000000", {"s": [1, 2]})
add("list-doubles", "length code 7: a count of 8-byte elements",
    "@mutable struct Case { sequence<double> s; };",
    M + "10000000 00000070 01000000 " + ONE, {"s": [1.0]})
add("list-bytes", "length code 5: a count of 1-byte elements",
    "@mutable struct Case { sequence<octet> s; };",
    M2 + "0a000000 00000050 02000000 0102 ..", {"s": [1, 2]})
add("list-shorts", "2-byte elements have no code of theirs",
    "@mutable struct Case { sequence<short> s; };",
    M + "10000000 00000040 08000000 02000000 0100 0200", {"s": [1, 2]})
add("list-strings", "length code 5: the collection's DHEADER",
    "@mutable struct Case { sequence<string> s; };",
    M + "0c000000 00000050 04000000 00000000", {"s": []})
add("list-array", "an array of primitives has no length of its own",
    "@mutable struct Case { long a[2]; };",
    M + "10000000 00000040 08000000 01000000 02000000", {"a": [1, 2]})
add("list-appendable-inside", "length code 5: the structure's DHEADER",
    "@appendable struct In { long a; }; @mutable struct Case { In i; };",
    M + "0c000000 00000050 04000000 05000000", {"i": {"a": 5}})
add("list-final-inside", "a final structure has no length of its own",
    "@final struct In { octet a; long b; }; @mutable struct Case { In i; };",
    M + "10000000 00000040 08000000 01 ... 02000000",
    {"i": {"a": 1, "b": 2}})
add("list-optional-absent", "an absent member is not in the list",
    "@mutable struct Case { @optional long a; octet b; };",
    M3 + "05000000 01000000 07 ...", {"a": None, "b": 7})
add("list-enum", "an enumeration as the integer of its size",
    "@bit_bound(8) enum E { A, B }; @mutable struct Case { E e; };",
    M3 + "05000000 00000000 01 ...", {"e": "B"})
LIST = "@mutable struct Case { long a; octet b; };"
add("list-padding", "the next header is at a multiple of 4",
    "@mutable struct Case { octet a; octet b; };",
    M3 + "0d000000 00000000 01 ... 01000000 02 ...", {"a": 1, "b": 2})
other_writer("list-any-order", "members in any order", LIST,
             M + "10000000 01000000 07 ... 00000020 05000000",
             {"a": 5, "b": 7})
other_writer("list-unknown", "an unknown member is skipped", LIST,
             M3 + "19000000 09000050 03000000 616263 . 00000020 05000000 "
             "01000000 07 ...", {"a": 5, "b": 7})
rejected("list-unknown-must-understand", "unless it has to be understood", LIST,
         M3 + "15000000 090000a0 ffffffff 00000020 05000000 01000000 07 ...",
         reason="PAYLOAD_MALFORMED")
other_writer("list-must-understand", "the flag on a known member says nothing",
             LIST, M3 + "0d000000 000000a0 05000000 01000080 07 ...",
             {"a": 5, "b": 7})
add("list-marked-must-understand", "@must_understand sets bit 31",
    "@mutable struct Case { @must_understand long a; @key long b; };",
    M + "10000000 000000a0 05000000 01000020 07000000", {"a": 5, "b": 7})
add("list-member-missing", "a member that is not in the list has its default",
    LIST, M3 + "05000000 01000000 07 ...", {"b": 7})
add("list-empty", "all members have their defaults", LIST, M + "00000000", {})
rejected("list-duplicate", "no member twice", LIST,
         M3 + "15000000 00000020 05000000 00000020 06000000 01000000 07 ...",
         reason="PAYLOAD_MALFORMED")
rejected("list-member-beyond", "a member stays within the list", LIST,
         M + "08000000 00000040 08000000 05000000 00000000")
rejected("list-short-value", "a long needs 4 bytes", LIST,
         M2 + "06000000 00000010 0500 ..")

# ---- Collections

ENUM = "enum E { A, B }; "
MASK = "@bit_bound(8) bitmask K { k0, k1 }; "
add("sequence-strings", "DHEADER, count, elements (omgidl#227)",
    "@final struct Case { sequence<string> s; };",
    F1 + "0b000000 01000000 03000000 616200 .", {"s": ["ab"]})
add("sequence-longs", "none before primitives",
    "@final struct Case { sequence<long> s; };", F + "01000000 05000000",
    {"s": [5]})
add("sequence-empty-strings", "also where there is none",
    "@final struct Case { sequence<string> s; };", F + "04000000 00000000",
    {"s": []})
add("sequence-enum", "an enumeration is not primitive",
    ENUM + "@final struct Case { sequence<E> s; };",
    F + "08000000 01000000 01000000", {"s": ["B"]})
add("sequence-bitmask", "nor is a bitmask",
    MASK + "@final struct Case { sequence<K> s; };",
    F3 + "05000000 01000000 03 ...", {"s": [3]})
add("array-enum", "an array has the DHEADER, and no count",
    ENUM + "@final struct Case { E a[2]; };",
    F + "08000000 01000000 00000000", {"a": ["B", "A"]})
FAST_CDR = {"preset": "WIRE_PRESET_FAST_CDR_2"}
HEADERS = {"collection_headers": "COLLECTION_HEADERS_FAST_CDR_2"}
for label, profile in (("preset", FAST_CDR), ("setting", HEADERS)):
    add(f"sequence-enum-fast-cdr-{label}", "Fast CDR 2: enumerations count as "
        "primitive", ENUM + "@final struct Case { sequence<E> s; };",
        F + "01000000 01000000", {"s": ["B"]}, profile=profile)
    add(f"sequence-bitmask-fast-cdr-{label}", "Fast CDR 2: bitmasks too",
        MASK + "@final struct Case { sequence<K> s; };",
        F3 + "01000000 03 ...", {"s": [3]}, profile=profile)
    add(f"map-string-key-fast-cdr-{label}", "Fast CDR 2: of a map only the value "
        "counts", "@final struct Case { map<string, long> m; };",
        F + "01000000 02000000 6100 .. 05000000", {"m": [["a", 5]]},
        profile=profile)
    add(f"map-string-value-fast-cdr-{label}", "Fast CDR 2: and it does count",
        "@final struct Case { map<long, string> m; };",
        F2 + "0e000000 01000000 05000000 02000000 6100 ..", {"m": [[5, "a"]]},
        profile=profile)
add("map-primitive", "no DHEADER where key and value are primitive",
    "@final struct Case { map<octet, long> m; };",
    F + "01000000 07 ... 05000000", {"m": [[7, 5]]})
add("map-string-key", "one where the key is not",
    "@final struct Case { map<string, long> m; };",
    F + "10000000 01000000 02000000 6100 .. 05000000", {"m": [["a", 5]]})
add("map-string-value", "one where the value is not",
    "@final struct Case { map<long, string> m; };",
    F2 + "0e000000 01000000 05000000 02000000 6100 ..", {"m": [[5, "a"]]})
add("map-appendable", "elements keep headers of their own",
    "@appendable struct S { unsigned short a; unsigned short b; };"
    "@final struct Case { map<unsigned short, S> m; };",
    F + "1c000000 02000000 dccd .. 04000000 dccd dccd 0100 .. 04000000 "
    "0200 0300",
    {"m": [[0xcddc, {"a": 0xcddc, "b": 0xcddc}], [1, {"a": 2, "b": 3}]]})
add("array-strings", "an array of strings", "@final struct Case { string a[2]; };",
    F3 + "0d000000 02000000 6100 .. 01000000 00 ...", {"a": ["a", ""]})
add("array-two-dimensions", "one DHEADER, whatever the dimensions",
    "@final struct Case { string a[2][1]; };",
    F3 + "0d000000 02000000 6100 .. 01000000 00 ...", {"a": [["a"], [""]]})
add("array-alias", "an array of an array through a typedef is one of two "
    "dimensions, as Cyclone DDS and Fast CDR have it",
    "typedef string Pair[1]; @final struct Case { Pair a[2]; };",
    F3 + "0d000000 02000000 6100 .. 01000000 00 ...", {"a": [["a"], [""]]})
add("array-alias-primitive", "also of primitives: no DHEADER",
    "typedef long Pair[2]; @final struct Case { Pair a[1]; };",
    F + "05000000 06000000", {"a": [[5, 6]]})
add("sequence-array-alias", "an array is no primitive element of a sequence",
    "typedef long Pair[2]; @final struct Case { sequence<Pair> a; };",
    F + "0c000000 01000000 05000000 06000000", {"a": [[5, 6]]})
add("sequence-sequences", "the outer one has a DHEADER",
    "@final struct Case { sequence<sequence<long>> s; };",
    F + "0c000000 01000000 01000000 05000000", {"s": [[5]]})
add("sequence-final", "final structures have none of their own",
    "@final struct P { octet a; }; @final struct Case { sequence<P> s; };",
    F2 + "06000000 02000000 0506 ..", {"s": [{"a": 5}, {"a": 6}]})
add("sequence-appendable", "appendable structures have",
    "@appendable struct P { octet a; }; @final struct Case { sequence<P> s; };",
    F3 + "09000000 01000000 01000000 05 ...", {"s": [{"a": 5}]})
add("sequence-wstrings", "a wide string is not primitive either",
    "@final struct Case { sequence<wstring> s; };",
    F2 + "0a000000 01000000 02000000 6100 ..", {"s": ["a"]})
rejected("collection-short", "the DHEADER agrees with the elements",
         "@final struct Case { sequence<string> s; octet t; };",
         F1 + "09000000 01000000 02000000 6100 05 .")
rejected("collection-long", "neither less nor more",
         "@final struct Case { sequence<string> s; octet t; };",
         F1 + "0b000000 01000000 02000000 6100 05 .")
rejected("collection-beyond-end", "no more than there is",
         "@final struct Case { sequence<string> s; };",
         F2 + "ffffffff 01000000 02000000 6100 ..")

# ---- Unions

FLAG = "union U switch (boolean) { case TRUE: string s; }; "
HOLDER = "@final struct Case { U u; octet t; };"
add("union-final", "discriminator, member", "@final " + FLAG + HOLDER,
    F2 + "01 ... 01000000 00 05 ..", {"u": {"_d": True, "s": ""}, "t": 5})
add("union-final-no-case", "no case: nothing follows", "@final " + FLAG + HOLDER,
    F2 + "00 05 ..", {"u": {"_d": False}, "t": 5})
add("union-appendable", "a DHEADER first", "@appendable " + FLAG + HOLDER,
    F2 + "09000000 01 ... 01000000 00 05 ..",
    {"u": {"_d": True, "s": ""}, "t": 5})
add("union-appendable-no-case", "of the discriminator alone",
    "@appendable " + FLAG + HOLDER, F2 + "01000000 00 05 ..",
    {"u": {"_d": False}, "t": 5})
add("union-mutable", "member headers: the discriminator with id 0",
    "@mutable " + FLAG + HOLDER,
    F2 + "11000000 00000000 01 ... 01000050 01000000 00 05 ..",
    {"u": {"_d": True, "s": ""}, "t": 5})
other_writer("union-mutable-cyclone", "as Cyclone DDS heads them",
             "@mutable " + FLAG + HOLDER,
             F2 + "19000000 000000c0 01000000 01 ... 01000040 05000000 "
             "01000000 00 05 ..", {"u": {"_d": True, "s": ""}, "t": 5})
add("union-root", "an appendable union as the root",
    "@appendable union Case switch (long) { case 1: octet a; };",
    D3 + "05000000 01000000 05 ...", {"_d": 1, "a": 5})

# ---- Key-only payloads

KEYED = "struct Case { octet x; @key long k; octet y; @key string s; };"
add("key-only-final", "the key members alone", "@final " + KEYED,
    F3 + "00000000 01000000 00 ...", {"k": 0, "s": ""}, key_only=True)
add("key-only-appendable", "in the same framing", "@appendable " + KEYED,
    D3 + "09000000 00000000 01000000 00 ...", {"k": 0, "s": ""}, key_only=True)
add("key-only-mutable", "a list of the key members", "@mutable " + KEYED,
    M3 + "11000000 01000020 00000000 03000050 01000000 00 ...",
    {"k": 0, "s": ""}, key_only=True)
add("key-only-nested", "of a structure its key members",
    "@appendable struct In { octet a; @key long b; };"
    "@final struct Case { octet x; @key In i; };",
    F + "04000000 07000000", {"i": {"b": 7}}, key_only=True)
