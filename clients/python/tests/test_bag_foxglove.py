"""End to end: what `python -m transcdr.bag` writes, against what Foxglove's
libraries read in the same MCAP file, value for value.

Needs node, and `npm ci` in foxglove_reader (test.sh does it).
"""

import io
import json
import math
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import bag_files
import msgpack
import pytest

pytestmark = pytest.mark.daemon

READER = Path(__file__).parent / "foxglove_reader"
# Documents as close to JavaScript's as options allow: uint8[] as numbers.
AS_NUMBERS = ("--bytes-form", "array")


def foxglove(path):
    """Reads a file with Foxglove's libraries."""
    node = shutil.which("node")
    if node is None or not (READER / "node_modules").is_dir():
        pytest.fail(f"needs node, and `npm ci` in {READER}")
    result = subprocess.run([node, READER / "read.mjs", path],
                            capture_output=True, timeout=120)
    assert result.returncode == 0, result.stderr.decode()
    return [json.loads(line) for line in result.stdout.splitlines()]


def bag(daemon, path, *arguments):
    """Reads a file with the bag reader."""
    result = subprocess.run(
        [sys.executable, "-m", "transcdr.bag", "--target", daemon.tcp,
         "--skip-unsupported", *AS_NUMBERS, *arguments, path],
        capture_output=True, timeout=120)
    assert result.returncode == 0, result.stderr.decode()
    return result.stdout


def bits(value):
    return struct.pack("<d", value)


def is_float32_of(text_value, value):
    """Tells whether a number of ours, written as the shortest text that reads
    back as the same float32, is the float32 that JavaScript has as a double."""
    try:
        narrow = bits(*struct.unpack("<f", struct.pack("<f", value)))
        ours = bits(*struct.unpack("<f", struct.pack("<f", text_value)))
    except OverflowError:
        return False
    return narrow == bits(value) == ours


def differences(ours, theirs, path=""):
    """Lists where two values differ, with the path of each place."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        if list(ours) != list(theirs):
            return [f"{path}: {list(ours)} and {list(theirs)}"]
        return [text for key in theirs for text in differences(
            ours[key], theirs[key], f"{path}.{key}")]
    if isinstance(theirs, list) and isinstance(ours, list):
        if len(ours) != len(theirs):
            return [f"{path}: {len(ours)} and {len(theirs)} elements"]
        return [text for number, pair in enumerate(zip(ours, theirs))
                for text in differences(*pair, f"{path}[{number}]")]
    if isinstance(theirs, (bool, str)) or isinstance(ours, bool):
        if type(ours) is type(theirs) and ours == theirs:
            return []
        # MessagePack holds NaN and the infinities themselves.
        if isinstance(ours, float) and isinstance(theirs, str):
            if repr(ours) == {"NaN": "nan", "Infinity": "inf",
                              "-Infinity": "-inf"}.get(theirs):
                return []
        return [f"{path}: {ours!r} and {theirs!r}"]
    if isinstance(ours, str) and isinstance(theirs, int):
        # A 64-bit integer beyond what JSON numbers hold everywhere.
        return [] if ours == str(theirs) and abs(theirs) >= 2**53 else [
            f"{path}: {ours!r} and {theirs!r}"]
    if isinstance(ours, int) and isinstance(theirs, int):
        return [] if ours == theirs else [f"{path}: {ours} and {theirs}"]
    if not isinstance(ours, (int, float)) or not isinstance(
            theirs, (int, float)):
        return [f"{path}: {ours!r} and {theirs!r}"]
    # JSON does not tell 1 and 1.0 apart; -0.0 has to stay what it is.
    if bits(float(ours)) == bits(float(theirs)) or is_float32_of(
            float(ours), float(theirs)):
        return []
    return [f"{path}: {ours!r} and {theirs!r}"]


def compare(daemon, path):
    """Holds both readers' messages against each other; gives how many."""
    theirs = foxglove(path)
    as_json = [json.loads(line) for line in bag(daemon, path).splitlines()]
    as_messagepack = list(msgpack.Unpacker(io.BytesIO(
        bag(daemon, path, "--to", "msgpack"))))
    # It passes over IDL and service events, which test_bag_daemon.py has.
    topics = {other["topic"] for other in theirs}
    for every in (as_json, as_messagepack):
        ours = [mine for mine in every if mine["topic"] in topics]
        assert len(ours) == len(theirs)
        for mine, other in zip(ours, theirs):
            assert (mine["topic"], mine["type"], mine["log_time"]) == (
                other["topic"], other["type"], other["log_time"])
            assert differences(mine["message"], other["message"]) == []
    return len(theirs)


# Messages with ros2msg definitions, service events excepted.
RECORDINGS = {
    "ddsrecorder_helloworld_omgidl.mcap": 0,
    "ddsrecorder_ros2_talker.mcap": 35,
    "ddsrecorder_ros2_talker_omgidl.mcap": 0,
    "rosbag2_cdr_test_0.mcap": 7,
    "rosbag2_rewriter_a_0.mcap": 150,
    "rosbag2_talker.mcap": 20,
    "rosbag2_topics_and_service_events.mcap": 2,
    "rosbag2_topics_and_services.mcap": 7,
    "rosbag2parquet_array_msgs_0.mcap": 2,
    "rosbag2parquet_base_msgs_0.mcap": 3,
}


@pytest.mark.parametrize("name", RECORDINGS)
def test_recordings(daemon, recordings, name):
    assert compare(daemon, recordings / name) == RECORDINGS[name]


def test_no_recording_is_forgotten(recordings):
    assert sorted(RECORDINGS) == sorted(
        path.name for path in recordings.glob("*.mcap"))


SCALARS = {"bool": "?", "byte": "B", "char": "B", "int8": "b", "uint8": "B",
           "int16": "h", "uint16": "H", "int32": "i", "uint32": "I",
           "int64": "q", "uint64": "Q", "float32": "f", "float64": "d"}
EXTREMES = {"?": [False, True], "B": [0, 255], "b": [-128, 127],
            "h": [-2**15, 2**15 - 1], "H": [0, 2**16 - 1],
            "i": [-2**31, 2**31 - 1], "I": [0, 2**32 - 1],
            "q": [-2**63, 2**53 + 1], "Q": [2**53 - 1, 2**64 - 1],
            "f": [0.1, -0.0, math.nan, math.inf],
            "d": [0.1, -0.0, math.nan, -math.inf, 5e-324]}


class Body:
    """Writes a body: every value aligned to its size."""

    def __init__(self):
        self.data = b""

    def add(self, code, *values):
        for value in values:
            self.data += bytes(-len(self.data) % struct.calcsize("<" + code))
            self.data += struct.pack("<" + code, value)

    def text(self, value):
        raw = value.encode() + b"\0"
        self.add("I", len(raw))
        self.data += raw


@pytest.mark.parametrize("compression", list(bag_files.CompressionType))
def test_every_type_at_its_extremes(daemon, tmp_path, compression):
    """A file of our own, so that this holds without the recordings."""
    fields = ["string text", "string[] texts", "Inner[] inners",
              "string<=8[<=3] bounded"]
    body = Body()
    body.text("a\"\\\u00e9\U0001f600\n")
    body.add("I", 2)
    body.text("")
    body.text("x")
    body.add("I", 2)
    for number in (1, 2):
        body.add("B", number)
        body.add("d", number / 3)
    body.add("I", 1)
    body.text("12345678")
    for kind, code in SCALARS.items():
        values = EXTREMES[code]
        fields += [f"{kind} one_{kind}", f"{kind}[] many_{kind}",
                   f"{kind}[{len(values)}] fixed_{kind}",
                   f"{kind}[] none_{kind}"]
        body.add(code, values[0])
        body.add("I", len(values))
        body.add(code, *values)
        body.add(code, *values)
        body.add("I", 0)
    text = "\n".join([*fields, "=" * 80, "MSG: demo/Inner",
                      "uint8 a", "float64 b", ""])
    topic = bag_files.Topic("/all", "demo/msg/All", text)
    path = bag_files.make_mcap(
        tmp_path / "a.mcap",
        [(topic, 1000, bag_files.LE_HEADER + body.data)] * 3, compression)
    assert compare(daemon, path) == 3


def test_the_comparison_sees_differences():
    """A comparison that finds nothing has to be able to find something."""
    for ours, theirs in ((1, 2), (1, True), (0.0, -0.0), ("1", 1), (1.5, "1.5"),
                         ([1], [1, 2]), ({"a": 1}, {"b": 1}),
                         ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
                         (0.1, 0.10000001), (0.1000001, 0.10000000149011612),
                         ("9007199254740993", 9007199254740992),
                         (math.nan, "Infinity"), ("NaN", 0), (None, "NaN"),
                         (2**60, 2**60 + 1)):
        assert differences(ours, theirs), (ours, theirs)
    for ours, theirs in ((1, 1), (1, 1.0), (0.1, 0.10000000149011612),
                         ("9007199254740993", 9007199254740993),
                         (math.nan, "NaN"), ("NaN", "NaN"),
                         (-math.inf, "-Infinity"), ({"a": [True]},
                                                    {"a": [True]})):
        assert differences(ours, theirs) == [], (ours, theirs)
