"""Rows of XCDR1 with parameter headers: optional members, mutable types, and
key-only payloads (XTypes 1.3, 7.4.1)."""

from __future__ import annotations

from case_rows import BE, LE, IdlRows

PL_LE = "00030000 "
PL_BE = "00020000 "
END = " 023f 0000"
ONE = "000000000000f03f"

_CASES = IdlRows("xcdr1-")
PARAMETER_ROWS = _CASES.rows
add, other_writer, rejected = (_CASES.add, _CASES.other_writer,
                               _CASES.rejected)

# ---- Optional members of final and appendable structures

LONG = "@final struct Case { @optional long x; octet y; };"
add("optional-present", "short header: id, length (omgidl#217, cyclonedds#1927)",
    LONG, LE + "0000 0400 2a000000 07", {"x": 42, "y": 7})
add("optional-absent", "absent: length 0",
    LONG, LE + "0000 0000 07", {"x": None, "y": 7})
add("optional-present-be", "headers are in the stream's byte order",
    LONG, BE + "0000 0004 0000002a 07", {"x": 42, "y": 7})
add("optional-absent-be", "headers are in the stream's byte order",
    LONG, BE + "0000 0000 07", {"x": None, "y": 7})
APPENDABLE = "@appendable struct Case { @optional long x; octet y; };"
add("optional-appendable", "appendable: the same bytes as final",
    APPENDABLE, LE + "0000 0400 2a000000 07", {"x": 42, "y": 7})
other_writer("optional-present-extended", "extended header: 3f01, 8, id, length",
             LONG, LE + "013f 0800 00000000 04000000 2a000000 07",
             {"x": 42, "y": 7})
other_writer("optional-absent-extended", "as Cyclone DDS writes it: 7f01",
             LONG, LE + "017f 0800 00000000 00000000 07", {"x": None, "y": 7})
other_writer("optional-must-understand", "a flag on a known member says nothing",
             LONG, LE + "0040 0400 2a000000 07", {"x": 42, "y": 7})
add("optional-octet", "length without padding; the next member aligns",
    "@final struct Case { @optional octet a; long b; };",
    LE + "0000 0100 05 ... 07000000", {"a": 5, "b": 7})
add("optional-aligned-header", "the header is at a multiple of 4",
    "@final struct Case { octet a; @optional long b; };",
    LE + "01 ... 0100 0400 05000000", {"a": 1, "b": 5})
add("optional-value-origin", "alignment of the value begins at its first byte",
    "@final struct Case { @optional double d; };", LE + "0000 0800 " + ONE,
    {"d": 1.0})
add("optional-string", "length counts all of the value",
    "@final struct Case { @optional string s; octet t; };",
    LE + "0000 0700 03000000 616200 09", {"s": "ab", "t": 9})
add("optional-empty-string", "an empty string is not an absent one",
    "@final struct Case { @optional string s; octet t; };",
    LE + "0000 0500 01000000 00 09", {"s": "", "t": 9})
add("optional-struct", "a final structure is plain inside of the value",
    "@final struct P { octet a; long b; };"
    "@final struct Case { @optional P p; };",
    LE + "0000 0800 01 ... 02000000", {"p": {"a": 1, "b": 2}})
add("optional-sequence", "padding inside counts from the value's first byte",
    "@final struct Case { @optional sequence<double> s; };",
    LE + "0000 1000 01000000 .... " + ONE, {"s": [1.0]})
add("optional-in-sequence", "each element has its header",
    "@final struct P { @optional octet a; };"
    "@final struct Case { sequence<P> s; };",
    LE + "02000000 0000 0100 05 ... 0000 0000", {"s": [{"a": 5}, {"a": None}]})
add("optional-in-optional", "a value's own origin holds inside of it",
    "@final struct P { @optional double d; octet e; };"
    "@final struct Case { @optional P p; octet f; };",
    LE + "0000 0d00 0000 0800 " + ONE + " 01 02",
    {"p": {"d": 1.0, "e": 1}, "f": 2})
add("optional-id", "ids: @id, then one more than the one before",
    "@final struct Case { @id(7) octet a; @optional octet b; };",
    LE + "01 ... 0800 0100 05", {"a": 1, "b": 5})
add("optional-id-largest-short", "ids to 3f00 fit in the short header",
    "@final struct Case { @id(16128) @optional octet a; };",
    LE + "003f 0100 05", {"a": 5})
add("optional-id-extended", "ids above 3f00 need the extended header",
    "@final struct Case { @id(16129) @optional octet a; };",
    LE + "013f 0800 013f0000 01000000 05", {"a": 5})
add("optional-id-extended-absent", "absent, extended",
    "@final struct Case { @id(16129) @optional octet a; octet b; };",
    LE + "013f 0800 013f0000 00000000 07", {"a": None, "b": 7})
add("optional-id-extended-be", "the extended header in the stream's byte order",
    "@final struct Case { @id(16129) @optional octet a; };",
    BE + "3f01 0008 00003f01 00000001 05", {"a": 5})
add("optional-length-extended", "lengths above ffff need the extended header",
    "@final struct Case { @optional octet a[65536]; };",
    LE + "013f 0800 00000000 00000100 " + "05" * 65536, {"a": [5] * 65536})
add("optional-length-largest-short", "lengths to ffff fit",
    "@final struct Case { @optional octet a[65535]; };",
    LE + "0000 ffff " + "05" * 65535, {"a": [5] * 65535})
add("optional-marked-must-understand", "@must_understand sets bit 14",
    "@final struct Case { @must_understand @optional octet a; };",
    LE + "0040 0100 05", {"a": 5})
add("optional-marked-must-understand-extended", "or bit 30 of the long id",
    "@final struct Case { @must_understand @id(16129) @optional octet a; };",
    LE + "013f 0800 013f0040 01000000 05", {"a": 5})

TAIL = "@final struct Case { @optional long f; double g; };"
KEPT = {"optional_origin": "OPTIONAL_ORIGIN_KEPT"}
for preset in ("OMG", "CYCLONE", "OPENDDS", "RTI"):
    add(f"origin-restored-absent-{preset.lower()}",
        "behind the member, alignment counts from the body again", TAIL,
        LE + "0000 0000 .... " + ONE, {"f": None, "g": 1.0},
        profile={"preset": "WIRE_PRESET_" + preset})
add("origin-restored-present", "the same where the member is present", TAIL,
    LE + "0000 0400 05000000 " + ONE, {"f": 5, "g": 1.0})
for name, profile in (("setting", KEPT),
                      ("preset", {"preset": "WIRE_PRESET_FAST_CDR_2"})):
    add(f"origin-kept-absent-{name}", "Fast CDR 2: it goes on from the value",
        TAIL, LE + "0000 0000 " + ONE, {"f": None, "g": 1.0}, profile=profile)
    add(f"origin-kept-present-{name}", "the same where the member is present",
        TAIL, LE + "0000 0400 05000000 .... " + ONE, {"f": 5, "g": 1.0},
        profile=profile)

rejected("optional-wrong-id", "the id has to be the member's", LONG,
         LE + "0100 0400 2a000000 07", reason="PAYLOAD_MALFORMED")
rejected("optional-wrong-id-absent", "also where it is absent", LONG,
         LE + "0100 0000 07", reason="PAYLOAD_MALFORMED")
rejected("optional-short-value", "a long needs 4 bytes", LONG,
         LE + "0000 0200 2a00 07")
rejected("optional-length-beyond-end", "no more than there is", LONG,
         LE + "0000 0800 2a000000")
rejected("optional-truncated-header", "a header needs 4 bytes", LONG,
         LE + "0000 04", reason="PAYLOAD_TRUNCATED", byte_offset=4)
rejected("optional-extended-wrong-size", "an extended header has 8 bytes", LONG,
         LE + "013f 0600 00000000 04000000 2a000000 07",
         reason="PAYLOAD_MALFORMED")

# ---- Mutable types: parameter lists

SHORT = "@mutable struct Case { @id(1) short a; };"
add("list", "a parameter, the list's end at a multiple of 4", SHORT,
    PL_LE + "0100 0200 dc7d .." + END, {"a": 32220})
add("list-be", "in the stream's byte order", SHORT,
    PL_BE + "0001 0002 7ddc .. 3f02 0000", {"a": 32220})
other_writer("list-end-must-understand", "as Cyclone DDS and RTI end it", SHORT,
             PL_LE + "0100 0200 dc7d .. 027f 0000", {"a": 32220})
PAIR = "@mutable struct Case { long a; octet b; };"
add("list-two", "members in declared order, lengths without padding", PAIR,
    PL_LE + "0000 0400 05000000 0100 0100 07 ..." + END, {"a": 5, "b": 7})
other_writer("list-any-order", "members in any order", PAIR,
             PL_LE + "0100 0100 07 ... 0000 0400 05000000" + END,
             {"a": 5, "b": 7})
other_writer("list-padded-length", "as RTI counts padding", PAIR,
             PL_LE + "0000 0400 05000000 0100 0400 07 ..." + END,
             {"a": 5, "b": 7})
other_writer("list-extended", "as Cyclone DDS heads every member", PAIR,
             PL_LE + "017f 0800 00000000 04000000 05000000 "
             "017f 0800 01000000 04000000 07 ..." + END, {"a": 5, "b": 7})
other_writer("list-8000", "as OpenDDS flags every member: the bit says nothing",
             PAIR, PL_LE + "00c0 0400 05000000 01c0 0100 07 ..." + END,
             {"a": 5, "b": 7})
add("list-8000-strict", "strict: with the bit it is another parameter, unknown "
    "and to be understood", PAIR,
    PL_LE + "00c0 0400 05000000 01c0 0100 07 ..." + END, None,
    "must-be-rejected", strict=True, reason="PAYLOAD_MALFORMED")
other_writer("list-unknown", "an unknown member is skipped", PAIR,
             PL_LE + "0900 0300 ffffff . 0000 0400 05000000 0100 0100 07 ..."
             + END, {"a": 5, "b": 7})
other_writer("list-unknown-extended", "the flag of the short id does not count "
             "in an extended header", PAIR,
             PL_LE + "017f 0800 09000000 04000000 ffffffff "
             "0000 0400 05000000 0100 0100 07 ..." + END, {"a": 5, "b": 7})
rejected("list-unknown-must-understand", "an unknown member that has to be "
         "understood", PAIR,
         PL_LE + "0000 0400 05000000 0940 0400 ffffffff 0100 0100 07 ..." + END,
         reason="PAYLOAD_MALFORMED")
rejected("list-unknown-must-understand-extended", "bit 30 of the long id", PAIR,
         PL_LE + "013f 0800 09000040 04000000 ffffffff 0000 0400 05000000"
         + END, reason="PAYLOAD_MALFORMED")
other_writer("list-ignore", "3f03 and the reserved ids are skipped", PAIR,
             PL_LE + "033f 0400 ffffffff 043f 0000 0000 0400 05000000 "
             "ff3f 0400 ffffffff 0100 0100 07 ..." + END, {"a": 5, "b": 7})
add("list-member-missing", "a member that is not in the list has its default",
    PAIR, PL_LE + "0100 0100 07 ..." + END, {"b": 7})
add("list-empty", "all members have their defaults", PAIR, PL_LE + "023f 0000",
    {})
add("list-optional-absent", "an absent member is not in the list",
    "@mutable struct Case { @optional long a; octet b; };",
    PL_LE + "0100 0100 07 ..." + END, {"a": None, "b": 7})
add("list-value-origin", "an 8-byte value follows the header directly",
    "@mutable struct Case { double d; octet b; };",
    PL_LE + "0000 0800 " + ONE + " 0100 0100 07 ..." + END,
    {"d": 1.0, "b": 7})
add("list-nested", "a list of its own, with its end, is the value",
    "@mutable struct In { @id(1) short a; };"
    "@mutable struct Case { In i; octet b; };",
    PL_LE + "0000 0c00 0100 0200 dc7d .. 023f 0000 0100 0100 07 ..." + END,
    {"i": {"a": 32220}, "b": 7})
add("list-in-final", "a mutable member of a final structure is a list in place",
    "@mutable struct In { short a; };"
    "@final struct Case { octet x; In i; octet y; };",
    LE + "01 ... 0000 0200 dc7d .." + END + " 07",
    {"x": 1, "i": {"a": 32220}, "y": 7})
add("list-in-sequence", "one list an element",
    "@mutable struct In { octet a; };"
    "@final struct Case { sequence<In> s; };",
    LE + "02000000 0000 0100 05 ..." + END + " 0000 0100 06 ..." + END,
    {"s": [{"a": 5}, {"a": 6}]})
add("list-final-inside", "final structures are plain inside",
    "@final struct In { octet a; long b; };"
    "@mutable struct Case { In i; };",
    PL_LE + "0000 0800 01 ... 02000000" + END, {"i": {"a": 1, "b": 2}})
add("list-base", "base and derived members in one list",
    "@mutable struct B { long a; }; @mutable struct Case : B { octet b; };",
    PL_LE + "0000 0400 05000000 0100 0100 07 ..." + END, {"a": 5, "b": 7})
add("list-must-understand", "@must_understand sets bit 14",
    "@mutable struct Case { @must_understand octet a; };",
    PL_LE + "0040 0100 05 ..." + END, {"a": 5})
add("list-hash-id", "@autoid(HASH): 28 bits of MD5 of the name",
    "@mutable @autoid(HASH) struct Case { octet color; };",
    PL_LE + "013f 0800 70dda50f 01000000 05 ..." + END, {"color": 5})
UNION = ("@mutable union Case switch (long) { case 1: octet a; "
         "case 2: string s; };")
add("list-union", "discriminator with id 0, members from 1", UNION,
    PL_LE + "0000 0400 01000000 0100 0100 05 ..." + END, {"_d": 1, "a": 5})
add("list-union-second", "the second case has id 2", UNION,
    PL_LE + "0000 0400 02000000 0200 0700 03000000 616200 ." + END,
    {"_d": 2, "s": "ab"})
add("list-union-no-case", "no case: the discriminator alone", UNION,
    PL_LE + "0000 0400 09000000" + END, {"_d": 9})
rejected("list-duplicate", "no member twice", PAIR,
         PL_LE + "0000 0400 05000000 0000 0400 06000000 0100 0100 07 ..." + END,
         reason="PAYLOAD_MALFORMED")
rejected("list-without-end", "a list has an end", PAIR,
         PL_LE + "0000 0400 05000000 0100 0100 07 ...")
rejected("list-short-value", "a long needs 4 bytes", PAIR,
         PL_LE + "0000 0200 0500 .." + END)
rejected("list-length-beyond-end", "no more than there is", PAIR,
         PL_LE + "0000 ff00 05000000" + END)
rejected("list-nested-beyond", "an inner list ends within its value",
         "@mutable struct In { @id(1) short a; };"
         "@mutable struct Case { In i; octet b; };",
         PL_LE + "0000 0800 0100 0200 dc7d .. 023f 0000 0100 0100 07 ..." + END)
rejected("list-plain-header", "a mutable root is a parameter list", SHORT,
         LE + "0100 0200 dc7d .." + END, reason="PAYLOAD_MALFORMED",
         byte_offset=0)

# ---- Appendable types: schemas that drifted

TWO = "struct Case { long a; string s; };"
add("appendable-short", "what a payload lacks at its end has its default",
    "@appendable " + TWO, LE + "05000000", {"a": 5})
add("appendable-empty", "also all of it", "@appendable " + TWO, LE, {})
add("appendable-longer", "what a newer writer appended is left over",
    "@appendable struct Case { long a; };", LE + "05000000 02000000 6100",
    {"a": 5}, "trailing-bytes", trailing_bytes=6)
rejected("final-short", "a final type is all there", "@final " + TWO,
         LE + "05000000", reason="PAYLOAD_TRUNCATED", field_path="s",
         byte_offset=8)
rejected("appendable-cut", "a member is there or not, not in part",
         "@appendable " + TWO, LE + "05000000 03000000 61",
         reason="PAYLOAD_TRUNCATED", field_path="s")

# ---- Key-only payloads

KEYED = ("struct Case { octet x; @key long k; octet y; @key string s; };")
add("key-only", "the key members alone, in declared order", "@final " + KEYED,
    LE + "05000000 02000000 6100", {"k": 5, "s": "a"}, key_only=True)
add("key-only-be", "in the stream's byte order", "@final " + KEYED,
    BE + "00000005 00000002 6100", {"k": 5, "s": "a"}, key_only=True)
add("key-only-appendable", "appendable: the same", "@appendable " + KEYED,
    LE + "05000000 02000000 6100", {"k": 5, "s": "a"}, key_only=True)
add("key-only-mutable", "a list of the key members", "@mutable " + KEYED,
    PL_LE + "0100 0400 05000000 0300 0600 02000000 6100 .." + END,
    {"k": 5, "s": "a"}, key_only=True)
add("key-only-nested", "of a structure its key members",
    "@final struct In { octet a; @key long b; };"
    "@final struct Case { octet x; @key In i; };", LE + "07000000",
    {"i": {"b": 7}}, key_only=True)
add("key-only-nested-without-key", "all of it where it has none",
    "@final struct In { octet a; long b; };"
    "@final struct Case { octet x; @key In i; };", LE + "01 ... 07000000",
    {"i": {"a": 1, "b": 7}}, key_only=True)
