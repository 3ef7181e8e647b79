"""The bag reader's parts that need no daemon."""

import io
import json
import subprocess
import sys

import bag_files
import msgpack
import pytest
from bag_files import POINT, STAMPED, STRING
from mcap.writer import CompressionType

from transcdr.bag import cli, definitions, readers, writers

ALL = readers.Selection(lambda topic: True)


def read(path, selection=ALL):
    bag = readers.open_bag(path)
    try:
        return list(bag.records(selection))
    finally:
        bag.close()


# -- times


@pytest.mark.parametrize("text, nanoseconds", [
    ("0", 0),
    ("5", 5 * 10**9),
    ("1585866235", 1585866235 * 10**9),
    ("1585866235.5", 1585866235_500_000_000),
    ("1585866235.123456789", 1585866235_123456789),
    ("5s", 5 * 10**9),
    ("5000000000ns", 5 * 10**9),
    ("1585866235112411371", 1585866235112411371),
    ("1970-01-01T00:00:00Z", 0),
    ("1970-01-01T00:00:01.000000007Z", 1_000_000_007),
    ("2020-04-02T22:23:55.112411371Z", 1585866235_112411371),
    ("2020-04-03 00:23:55+02:00", 1585866235 * 10**9),
    ("2020-04-02t22:23:55z", 1585866235 * 10**9),
])
def test_times(text, nanoseconds):
    assert cli.parse_time(text) == nanoseconds


@pytest.mark.parametrize("text", [
    "", "yesterday", "-1", "1.5ns", "2020-04-02", "2020-04-02T22:23:55",
    "2020-13-02T22:23:55Z", "1e9", "1585866235.1234567890"])
def test_what_is_no_time(text):
    with pytest.raises(ValueError):
        cli.parse_time(text)


# -- type names and .msg files


@pytest.mark.parametrize("given, normal", [
    ("std_msgs/String", "std_msgs/msg/String"),
    ("std_msgs/msg/String", "std_msgs/msg/String"),
    ("pkg/srv/X_Event", "pkg/srv/X_Event"),
    ("DdsRecorderStatus", "DdsRecorderStatus"),
    ("a::b::C_", "a::b::C_"),
    ("", ""),
])
def test_type_names(given, normal):
    assert definitions.normalize(given) == normal


def test_used_types():
    assert definitions.used_types("demo/msg/A", """\
# Comment Foo foo
Header header
Local[3] a
Local b   # again
other_msgs/Far[<=5] c
other_msgs/msg/Full d
string<=10[] e "Text x"
int32 CONSTANT=5
wstring w
float64[9] f
""") == ["std_msgs/msg/Header", "demo/msg/Local", "other_msgs/msg/Far",
         "other_msgs/msg/Full"]


def make_share(folder, texts):
    for name, text in texts.items():
        path = folder / (name + ".msg")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(folder)


def test_msg_path_collects_dependencies_near_and_far(tmp_path):
    share = make_share(tmp_path / "share", {
        "geometry_msgs/msg/PointStamped": bag_files.STAMPED_TEXT,
        "geometry_msgs/msg/Point": bag_files.POINT_TEXT,
        "std_msgs/msg/Header": bag_files.HEADER_TEXT,
    })
    text, texts = definitions.MsgPath([share]).collect(
        "geometry_msgs/msg/PointStamped")
    assert text == bag_files.STAMPED_TEXT
    # builtin_interfaces is not there, which is the daemon's to judge.
    assert texts == {"geometry_msgs/msg/Point": bag_files.POINT_TEXT,
                     "std_msgs/msg/Header": bag_files.HEADER_TEXT}


def test_msg_path_ends_in_cycles(tmp_path):
    share = make_share(tmp_path, {"a/msg/A": "B b", "a/msg/B": "A[] a\nB[] b"})
    assert definitions.MsgPath([share]).collect("a/msg/A") == (
        "B b", {"a/msg/B": "A[] a\nB[] b"})


def test_msg_path_searches_folders_in_order_and_source_trees(tmp_path):
    first = make_share(tmp_path / "1" / "deep" / "er", {"a/msg/A": "int8 x"})
    second = make_share(tmp_path / "2", {"a/msg/A": "int16 x",
                                         "a/msg/B": "int32 x"})
    path = definitions.MsgPath([str(tmp_path / "1"), second])
    assert path.text("a/msg/B") == "int32 x"
    assert definitions.MsgPath([str(tmp_path / "1")]).text(
        "a/msg/A") == "int8 x"
    assert definitions.MsgPath([first, second]).text("a/msg/A") == "int8 x"
    assert path.text("a/msg/C") is None


@pytest.mark.parametrize("name", ["../msg/A", "a/msg/..", "A", "a/b/c/D", ""])
def test_msg_path_never_leaves_its_folders(tmp_path, name):
    assert definitions.MsgPath([str(tmp_path)]).text(name) is None


# -- readers

MESSAGES = [
    (STRING, 1000, bag_files.string_payload("a")),
    (POINT, 2000, bag_files.point_payload(1, 2, 3)),
    (STRING, 3000, bag_files.string_payload("b")),
    (STAMPED, 3000, bag_files.stamped_payload(1, 2, "map", 4, 5, 6)),
]


@pytest.mark.parametrize("compression", list(CompressionType))
def test_mcap(tmp_path, compression):
    path = bag_files.make_mcap(tmp_path / "a.mcap", MESSAGES, compression)
    records = read(path)
    assert [(r.topic.name, r.log_time, r.payload) for r in records] == [
        (t.name, time, payload) for t, time, payload in MESSAGES]
    assert [r.publish_time for r in records] == [995, 1995, 2995, 2995]
    assert [r.sequence for r in records] == [100, 101, 102, 103]
    topic = records[3].topic
    assert topic.type == "geometry_msgs/msg/PointStamped"
    assert topic.schema_encoding == "ros2msg"
    assert topic.serialization == "cdr"
    assert topic.definition == bag_files.STAMPED_BUNDLE


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_db3(tmp_path, version):
    path = bag_files.make_db3(tmp_path / "a.db3", MESSAGES, version)
    records = read(path)
    assert [(r.topic.name, r.log_time, r.publish_time, r.sequence, r.payload)
            for r in records] == [
        (t.name, time, time, None, payload) for t, time, payload in MESSAGES]
    assert records[0].topic.schema_encoding == (
        "ros2msg" if version == 4 else "")
    assert records[0].topic.definition == (
        bag_files.STRING_TEXT if version == 4 else "")


def test_db3_is_read_in_order_of_time(tmp_path):
    path = bag_files.make_db3(tmp_path / "a.db3", MESSAGES[::-1])
    assert [record.log_time for record in read(path)] == [
        1000, 2000, 3000, 3000]


def test_db3_takes_type_names_without_msg(tmp_path):
    old = bag_files.Topic("/chat", "std_msgs/String", bag_files.STRING_TEXT)
    path = bag_files.make_db3(tmp_path / "a.db3", [(old, 1, b"")])
    topic = read(path)[0].topic
    assert topic.type == "std_msgs/msg/String"
    assert topic.definition == bag_files.STRING_TEXT


@pytest.mark.parametrize("make", [bag_files.make_mcap, bag_files.make_db3])
def test_selections_and_counts(tmp_path, make):
    path = make(tmp_path / "a", MESSAGES)
    chat = readers.Selection(lambda topic: topic.name == "/chat")
    assert [r.log_time for r in read(path, chat)] == [1000, 3000]
    times = readers.Selection(lambda topic: True, 2000, 3000)
    assert [r.log_time for r in read(path, times)] == [2000]
    nothing = readers.Selection(lambda topic: False)
    assert read(path, nothing) == []
    bag = readers.open_bag(path)
    assert bag.count(ALL) == 4
    assert bag.count(chat) == 2
    assert bag.count(nothing) == 0
    bag.close()


def test_a_db3_is_not_touched(tmp_path):
    path = bag_files.make_db3(tmp_path / "a.db3", MESSAGES)
    before = path.read_bytes()
    path.chmod(0o444)
    read(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["a.db3"]


def test_a_write_ahead_log_is_told_of(tmp_path):
    path = bag_files.make_db3(tmp_path / "a.db3", MESSAGES)
    (tmp_path / "a.db3-wal").write_bytes(b"log")
    bag = readers.open_bag(path)
    assert ["write-ahead log" in text for text in bag.warnings] == [True]
    bag.close()


def test_a_torn_mcap_is_read_as_far_as_it_goes(tmp_path):
    path = tmp_path / "a.mcap"
    messages = [(STRING, time, bag_files.string_payload(f"{time}" * 50))
                for time in range(1001, 1101)]
    bag_files.make_mcap(path, messages, CompressionType.NONE)
    path.write_bytes(path.read_bytes()[:12_000])
    bag = readers.open_bag(path)
    assert "no readable summary" in bag.warnings[0]
    times = []
    with pytest.raises(readers.BagError, match="ends early"):
        for record in bag.records(ALL):
            times.append(record.log_time)
    bag.close()
    assert 10 < len(times) < 100
    assert times == list(range(1001, 1001 + len(times)))


def test_other_files_are_refused(tmp_path):
    path = tmp_path / "a.mcap"
    path.write_bytes(b"hello")
    with pytest.raises(readers.BagError, match="neither"):
        readers.open_bag(path)
    path.write_bytes(b"SQLite format 3\0" + bytes(100))
    with pytest.raises(readers.BagError, match="not a rosbag2 file"):
        readers.open_bag(path)


# -- writers

TOPIC = readers.Topic('/a"\u00e9', "demo/msg/A", "cdr", "ros2msg", "")


def write(form, document, sequence):
    stream = io.BytesIO()
    writer = writers.make_writer(form, stream)
    record = readers.Record(TOPIC, 2**62 + 1, 7, sequence, b"")
    writer.write(record, document)
    writer.write(record, document)
    return writer, stream.getvalue()


def test_json_lines_hold_the_document_as_it_is():
    document = '{ "x":1.50, "n":9007199254740993, "x":2 }'.encode()
    writer, data = write("json", document, 3)
    assert writer.output == "json"
    lines = data.split(b"\n")
    assert lines[0] == lines[1]
    assert lines[2] == b""
    assert lines[0].endswith(b',"message":' + document + b"}")
    assert list(json.loads(lines[0])) == [
        "topic", "type", "log_time", "publish_time", "sequence", "message"]
    assert json.loads(lines[0])["topic"] == TOPIC.name
    assert json.loads(lines[0])["log_time"] == 2**62 + 1


def test_json_lines_without_a_sequence():
    _, data = write("json", b"{}", None)
    assert list(json.loads(data.split(b"\n")[0])) == [
        "topic", "type", "log_time", "publish_time", "message"]


@pytest.mark.parametrize("sequence", [3, None])
def test_messagepack_is_a_stream_of_maps(sequence):
    document = msgpack.packb({"x": [1, 2.5]})
    writer, data = write("msgpack", document, sequence)
    assert writer.output == "msgpack"
    expected = {"topic": TOPIC.name, "type": "demo/msg/A",
                "log_time": 2**62 + 1, "publish_time": 7, "sequence": 3,
                "message": {"x": [1, 2.5]}}
    if sequence is None:
        del expected["sequence"]
    unpacker = msgpack.Unpacker(io.BytesIO(data))
    assert list(unpacker) == [expected, expected]


# -- the command


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "transcdr.bag", *map(str, arguments)],
        capture_output=True, text=True, timeout=60,
        env={"PATH": "/usr/bin:/bin", **environment} if environment else None)


@pytest.mark.parametrize("arguments, message", [
    ([], "required: FILE"),
    (["{}/none.mcap"], "No such file"),
    (["{}"], "no .mcap or .db3"),
    (["{}/text"], "neither an MCAP nor an SQLite"),
    (["{}/a.mcap", "--start", "noon"], "'noon' is no time"),
    (["{}/a.mcap", "--limit", "-1"], "'-1' is no count"),
    (["{}/a.mcap", "--limit", "few"], "'few' is no count"),
    (["{}/a.mcap", "--to", "xml"], "invalid choice: 'xml'"),
    (["{}/a.mcap", "--enum-form", "roman"], "invalid choice: 'roman'"),
    (["{}/a.mcap", "--msg-path", "{}/none"], "no such folder"),
    (["{}/a.mcap", "--output", "{}/none/x"], "No such file"),
])
def test_wrong_usage(tmp_path, arguments, message):
    (tmp_path / "sub").mkdir()
    inside = tmp_path / "sub"
    if arguments and arguments[0] != "{}":
        (inside / "text").write_text("hello")
        bag_files.make_mcap(inside / "a.mcap", MESSAGES)
    result = run(*(argument.format(inside) for argument in arguments))
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_an_unreachable_daemon(tmp_path):
    path = bag_files.make_mcap(tmp_path / "a.mcap", MESSAGES)
    result = run(path, "--target", f"unix:{tmp_path}/none")
    assert result.returncode == 3
    assert "cannot be reached" in result.stderr
    assert f"unix:{tmp_path}/none" in result.stderr


def test_the_target_comes_from_the_environment(tmp_path):
    path = bag_files.make_mcap(tmp_path / "a.mcap", MESSAGES)
    result = run(path, TRANSCDR_TARGET="127.0.0.1:9")
    assert result.returncode == 3
    assert "127.0.0.1:9" in result.stderr


def test_without_the_library_mcap(tmp_path, monkeypatch):
    path = bag_files.make_mcap(tmp_path / "a.mcap", MESSAGES)
    monkeypatch.setitem(sys.modules, "mcap", None)
    with pytest.raises(readers.BagError, match="pip install"):
        readers.open_bag(path)


def test_help_names_every_option_for_decoding():
    text = cli.make_parser().format_help()
    for name in cli._OPTION_FLAGS:
        assert "--" + name.replace("_", "-") in text
