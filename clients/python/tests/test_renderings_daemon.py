"""End to end: what get_schema writes, against documents and the daemon itself;
compare_schemas."""

import json
import os
from pathlib import Path

import jsonschema
import pytest

import transcdr
from transcdr import Rendering, Verdict

pytestmark = pytest.mark.daemon

EVERYTHING = transcdr.Idl("""
module demo {
  enum Colour { RED, @value(5) GREEN };
  bitmask Flags { @position(2) two, three };
  bitset Bits { bitfield<3> low; bitfield<1> bit; bitfield<10, short> wide; };
  @final union Choice switch (Colour) {
    case RED: long long number;
    default: octet bytes[3];
  };
  @final union Maybe switch (boolean) { case TRUE: string text; };
  @final struct Point { double x; float y; };
  @final struct Everything {
    Colour colour; Flags flags; Bits bits; Choice choice; Maybe maybe;
    Point point; sequence<Point, 3> points; octet blob[4]; sequence<octet> raw;
    double grid[2][3]; char letter; wchar wide; string<9> name; wstring text;
    map<string, long> by_name; map<long, Point> by_number;
    boolean truth; long long big; unsigned long long huge;
  };
};
""", "demo::Everything")
DOCUMENT = {
    "colour": "GREEN", "flags": 12, "bits": {"low": 5, "bit": True, "wide": -9},
    "choice": {"$discriminator": "RED", "number": 2**60},
    "maybe": {"$discriminator": True, "text": "t"},
    "point": {"x": "NaN", "y": 1.5}, "points": [{"x": 0, "y": 0}],
    "blob": "AAECAw==", "raw": "", "grid": [[1, 2, 3], [4, 5, "Infinity"]],
    "letter": "a", "wide": "\u20ac", "name": "n", "text": "w",
    "by_name": {"a": 1}, "by_number": {"-7": {"x": 1, "y": 2}},
    "truth": True, "big": -5, "huge": 2**64 - 1}


@pytest.fixture
def client(daemon):
    """A client of the real daemon."""
    with transcdr.Client(daemon.tcp) as connected:
        yield connected


def rendered(client, source, *renderings):
    """Registers a schema; gives it with its texts."""
    schema = client.register(source)
    return schema, client.get_schema(schema, renderings=renderings)


def validator(info):
    """A validator of documents."""
    described = json.loads(info.json_schema)
    jsonschema.Draft202012Validator.check_schema(described)
    return jsonschema.Draft202012Validator(described)


def test_idl_registers_to_the_same_id(client):
    ros_msg = transcdr.RosMsg(
        "demo/msg/A", "uint8[<=3] a\nstring<=4 b \"x\"\nwstring c\n")
    for source in (EVERYTHING, ros_msg):
        schema, info = rendered(client, source, Rendering.IDL)
        again = client.register(transcdr.Idl(info.idl, info.root_type,
                                             profile=info.profile))
        assert again.id == schema.id
        assert info.json_schema == info.typescript_json == ""


def test_json_schema_describes_documents(client):
    schema, info = rendered(client, EVERYTHING, Rendering.JSON_SCHEMA)
    check = validator(info)
    document = json.loads(schema.decode_json(
        schema.encode_json(json.dumps(DOCUMENT))))
    check.validate(document)
    assert document["huge"] == str(2**64 - 1)
    for path, wrong in [
            ("colour", "BLUE"), ("flags", -1), ("bits", {"low": 8}),
            ("choice", {"$discriminator": "GREEN", "number": 1}),
            ("maybe", {"$discriminator": True}),
            ("maybe", {"$discriminator": False, "text": "t"}),
            ("points", [{"x": 0, "y": 0}] * 4), ("blob", "AAECAwQFBgc="),
            ("grid", [[1, 2, 3]]), ("letter", "ab"), ("name", "0123456789"),
            ("by_number", {"x": {"x": 1, "y": 2}}), ("huge", -1),
            ("truth", 1), ("big", "x")]:
        assert not check.is_valid({**document, path: wrong}), path
    missing = dict(document)
    del missing["truth"]
    assert not check.is_valid(missing)
    assert not check.is_valid({**document, "unknown": 1})


def test_json_schema_describes_the_documents_of_the_vectors(client):
    shared = os.environ.get("TRANSCDR_SHARED")
    if not shared:
        pytest.skip("TRANSCDR_SHARED is not set")
    checks = {}
    counts = {}
    for name in ("ros2-messages", "recorded-messages", "xcdr1", "xcdr2"):
        counts[name] = 0
        lines = (Path(shared) / "vectors" / f"{name}.jsonl").read_text()
        for row in map(json.loads, lines.splitlines()):
            kind, root, text = (row["schema_kind"], row["root_type"],
                                row["schema"])
            key = (kind, root, text)
            if key not in checks:
                source = (transcdr.RosMsg(root, text) if kind == "ros2msg"
                          else transcdr.Idl(text, root))
                try:
                    schema, info = rendered(client, source,
                                            Rendering.JSON_SCHEMA)
                    checks[key] = schema, validator(info)
                except transcdr.TranscdrError:
                    checks[key] = None  # For the conformance suite to judge.
            if checks[key] is None:
                continue
            schema, check = checks[key]
            try:
                document = schema.decode_json(bytes.fromhex(row["payload_hex"]))
            except transcdr.TranscdrError:
                continue  # As above: vectors need options of their own.
            check.validate(json.loads(document))
            counts[name] += 1
    assert counts["ros2-messages"] > 100, counts
    assert counts["xcdr1"] > 500, counts


def test_compare(client):
    old = transcdr.Idl("@appendable struct P { long x; }; @final struct R "
                       "{ sequence<P> poses; octet o; };", "R")
    new = transcdr.Idl("@appendable struct P { long x; long y; }; "
                       "@final struct R { sequence<P> poses; octet o; };", "R")
    told = client.compare_schemas(client.register(old), new)
    assert (told.xcdr1, told.xcdr2) == (Verdict.BREAKING, Verdict.BOTH)
    change, = told.changes
    assert (change.path, change.type_name, change.after) == (
        "poses[].y", "P", "int32")
    assert client.compare_schemas(old, old).xcdr1 is Verdict.IDENTICAL
    with pytest.raises(transcdr.SchemaInvalid) as caught:
        client.compare_schemas(old, transcdr.Idl("struct {"))
    assert "b:" in str(caught.value)
    assert caught.value.diagnostics
