"""End to end: `python -m transcdr.bag` and the real daemon."""

import fcntl
import io
import json
import os
import pty
import struct
import subprocess
import sys
import termios

import bag_files
import msgpack
import pytest
from bag_files import POINT, STAMPED, STRING, Topic

pytestmark = pytest.mark.daemon

# Times around 2020-04-02T22:23:55Z, as nanoseconds.
T = 1585866235 * 10**9
MESSAGES = [
    (STRING, T + 1, bag_files.string_payload("é\n")),
    (POINT, T + 2, bag_files.point_payload(1, 2.5, float("nan"))),
    (STAMPED, T + 3, bag_files.stamped_payload(1, 2, "map", 4, 5, 6)),
    (STRING, T + 10**9, bag_files.string_payload("b")),
]
DOCUMENTS = [
    {"data": "é\n"},
    {"x": 1, "y": 2.5, "z": "NaN"},
    {"header": {"stamp": {"sec": 1, "nanosec": 2}, "frame_id": "map"},
     "point": {"x": 4, "y": 5, "z": 6}},
    {"data": "b"},
]


@pytest.fixture
def bag(daemon):
    """Runs the command; gives its result, with the lines read as JSON."""
    def run(*arguments, text=True):
        result = subprocess.run(
            [sys.executable, "-m", "transcdr.bag", "--target", daemon.unix,
             *map(str, arguments)], capture_output=True, timeout=120)
        result.stderr = result.stderr.decode()
        if text:
            result.lines = [json.loads(line) for line in
                            result.stdout.decode().splitlines()]
        return result
    return run


def documents(result):
    return [line["message"] for line in result.lines]


@pytest.fixture(params=["mcap", "db3"])
def recording(request, tmp_path):
    make = getattr(bag_files, "make_" + request.param)
    return make(tmp_path / f"a.{request.param}", MESSAGES)


def test_every_message_becomes_a_line(bag, recording):
    result = bag(recording)
    assert result.returncode == 0, result.stderr
    assert result.stderr == "transcdr.bag: 4 messages written\n"
    assert documents(result) == DOCUMENTS
    is_mcap = recording.suffix == ".mcap"
    for number, (line, (topic, time, _)) in enumerate(
            zip(result.lines, MESSAGES)):
        assert line["topic"] == topic.name
        assert line["type"] == topic.type
        assert line["log_time"] == time
        assert line["publish_time"] == (time - 5 if is_mcap else time)
        assert line.get("sequence") == (100 + number if is_mcap else None)


def test_messagepack(bag, recording, tmp_path):
    output = tmp_path / "out"
    result = bag(recording, "--to", "msgpack", "--output", output, "--quiet")
    assert (result.returncode, result.stderr, result.stdout) == (0, "", b"")
    messages = list(msgpack.Unpacker(io.BytesIO(output.read_bytes())))
    assert [message["topic"] for message in messages] == [
        topic.name for topic, _, _ in MESSAGES]
    assert messages[2]["message"] == DOCUMENTS[2]
    z = messages[1]["message"]["z"]
    assert z != z


@pytest.mark.parametrize("arguments, indices", [
    (["--topic", "/chat"], [0, 3]),
    (["--topic", "/where/*"], [1, 2]),
    (["--topic", "/chat", "--topic", "*/point"], [0, 1, 3]),
    (["--topic", "/none"], []),
    (["--type", "geometry_msgs/msg/Point"], [1]),
    (["--type", "geometry_msgs/Point"], [1]),
    (["--type", "geometry_msgs/*/*"], [1, 2]),
    (["--type", "std_msgs/msg/String", "--topic", "/where/*"], []),
    (["--start", f"{T + 2}"], [1, 2, 3]),
    (["--end", f"{T + 2}"], [0]),
    (["--start", "1585866236"], [3]),
    (["--start", "2020-04-02T22:23:55.000000002Z",
      "--end", "2020-04-02T22:23:56Z"], [1, 2]),
    (["--limit", "2"], [0, 1]),
    (["--limit", "0"], []),
    (["--limit", "1", "--topic", "/where/*"], [1]),
])
def test_filters(bag, recording, arguments, indices):
    result = bag(recording, *arguments)
    assert result.returncode == 0, result.stderr
    assert documents(result) == [DOCUMENTS[index] for index in indices]


def test_mapping_options(bag, recording):
    result = bag(recording, "--struct-form", "array", "--non-finite-form",
                 "null", "--limit", "2")
    assert documents(result) == [["é\n"], [1, 2.5, None]]


def test_several_files_and_folders(bag, tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    bag_files.make_mcap(tmp_path / "one" / "b.mcap", MESSAGES[:1])
    bag_files.make_db3(tmp_path / "one" / "a.db3", MESSAGES[1:2])
    (tmp_path / "one" / "metadata.yaml").write_text("")
    last = bag_files.make_db3(tmp_path / "two" / "odd name?#%.db3",
                              MESSAGES[2:])
    result = bag(tmp_path / "one", last)
    assert result.returncode == 0, result.stderr
    assert documents(result) == [DOCUMENTS[1], DOCUMENTS[0], *DOCUMENTS[2:]]
    assert documents(bag(tmp_path / "one", last, "--limit", "3")) == [
        DOCUMENTS[1], DOCUMENTS[0], DOCUMENTS[2]]


def test_a_bad_message_is_reported_and_the_others_written(bag, tmp_path):
    messages = list(MESSAGES)
    messages[1] = (POINT, T + 2, MESSAGES[1][2][:13])
    messages[3] = (STRING, T + 4, b"\x01\x03\x00\x00\x00")
    result = bag(bag_files.make_mcap(tmp_path / "a.mcap", messages))
    assert result.returncode == 1
    assert documents(result) == [DOCUMENTS[0], DOCUMENTS[2]]
    lines = result.stderr.splitlines()
    assert len(lines) == 3
    assert "/where/point [geometry_msgs/msg/Point] at 1585866235000000002 "\
        "(2020-04-02T22:23:55.000000002Z): PAYLOAD_TRUNCATED: " in lines[0]
    assert "/chat" in lines[1]
    assert lines[2] == "transcdr.bag: 2 messages written, 2 failed"


def skipped(result, count):
    assert result.returncode == 1
    assert f"{count} skipped on 1 topics" in result.stderr
    line, = [line for line in result.stderr.splitlines()
             if " skipped: " in line]
    return line


@pytest.mark.parametrize("topic, reason", [
    (Topic("/x", "pkg/msg/X", "struct X { long a; };", "omgidl"),
     "the root type 'pkg::msg::X' is not defined"),
    (Topic("/x", "pkg/msg/X", "module pkg {};", "ros2idl"),
     "the root type 'pkg::msg::X' is not defined"),
    (Topic("/x", "pkg/msg/X", "long a", "protobuf"),
     "definitions in 'protobuf' are not known"),
    (Topic("/x", "pkg/msg/X", "", "unknown"),
     "the file holds no definition of its type"),
    (Topic("/x", "pkg/msg/X", "Gone[] gone"), "SCHEMA_INVALID"),
    (Topic("/x", "pkg/msg/X", "uint8 level"),
     "leaves 23 of 24 bytes unread"),
    (Topic("/x", "pkg/msg/X", "int8 a", serialization="json"),
     "its messages are 'json', not cdr"),
])
@pytest.mark.parametrize("make", [bag_files.make_mcap, bag_files.make_db3])
def test_a_topic_without_a_usable_definition_is_skipped(
        bag, tmp_path, make, topic, reason):
    path = make(tmp_path / "a", [
        (topic, T, MESSAGES[1][2]), MESSAGES[0],
        (topic, T + 9, MESSAGES[1][2])])
    result = bag(path)
    line = skipped(result, 2)
    assert f"/x [{topic.type}] skipped: " in line
    assert reason in result.stderr
    assert documents(result) == [DOCUMENTS[0]]
    again = bag(path, "--skip-unsupported")
    assert again.returncode == 0
    assert again.stdout == result.stdout


def test_every_fault_of_a_definition_is_shown(bag, tmp_path):
    topic = Topic("/x", "pkg/msg/X", "Gone a\nLost b\n")
    result = bag(bag_files.make_mcap(tmp_path / "a", [(topic, T, b"")]))
    assert "Gone" in result.stderr
    assert "Lost" in result.stderr


def test_definitions_come_from_a_folder(bag, tmp_path):
    share = tmp_path / "share"
    for name, text in {"std_msgs/msg/String": bag_files.STRING_TEXT,
                       "std_msgs/msg/Header": bag_files.HEADER_TEXT,
                       "geometry_msgs/msg/PointStamped":
                           bag_files.STAMPED_TEXT,
                       "geometry_msgs/msg/Point": bag_files.POINT_TEXT,
                       "builtin_interfaces/msg/Time":
                           bag_files.TIME_TEXT}.items():
        file = share / (name + ".msg")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    path = bag_files.make_db3(tmp_path / "a.db3", MESSAGES, version=2)
    # The daemon has these built in, and says that it took them.
    result = bag(path)
    assert result.returncode == 0, result.stderr
    assert documents(result) == DOCUMENTS
    assert "taken as the built-in type of that name" in result.stderr
    result = bag(path, "--msg-path", share)
    assert result.returncode == 0, result.stderr
    assert "built-in" not in result.stderr
    assert documents(result) == DOCUMENTS
    # What nobody has is skipped.
    path = bag_files.make_db3(tmp_path / "c.db3", [
        (Topic("/x", "pkg/msg/X", ""), T, MESSAGES[1][2])], version=2)
    assert "--msg-path DIR may name a folder" in skipped(bag(path), 1)
    # A placeholder in the file gives way to the folder, too.
    placeholder = Topic(POINT.name, POINT.type, "uint8 level")
    path = bag_files.make_db3(tmp_path / "b.db3", [
        (placeholder, T, MESSAGES[1][2])])
    result = bag(path, "--msg-path", share)
    assert result.returncode == 0, result.stderr
    assert documents(result) == [DOCUMENTS[1]]


def test_a_tail_behind_the_value_is_told_of_once(bag, tmp_path):
    payload = bag_files.string_payload("x" * 40) + b"12345"
    path = bag_files.make_mcap(tmp_path / "a.mcap", [
        (STRING, T, payload), (STRING, T + 1, payload)])
    result = bag(path)
    assert result.returncode == 0
    assert result.stderr.count("5 bytes of the first message lie behind") == 1
    assert documents(result) == [{"data": "x" * 40}] * 2
    strict = bag(path, "--strict")
    assert strict.returncode == 1
    assert strict.stderr.count("PAYLOAD_TRAILING_BYTES") == 2


@pytest.mark.parametrize("count", [0, 1, 3, 7, 20])
def test_padding_is_no_sign_of_a_placeholder(bag, tmp_path, count):
    topic = Topic("/x", "pkg/msg/X", "uint8 v")
    payload = bytes.fromhex("00010000 5e") + bytes(count)
    result = bag(bag_files.make_mcap(tmp_path / "a", [(topic, T, payload)]))
    assert result.returncode == 0
    assert documents(result) == [{"v": 94}]
    assert ("lie behind its value" in result.stderr) == (count > 7)


def test_a_damaged_file_does_not_stop_the_next(bag, tmp_path):
    torn = bag_files.make_mcap(tmp_path / "torn.mcap", [
        (STRING, T + number, bag_files.string_payload("x" * 100))
        for number in range(100)], bag_files.CompressionType.NONE)
    torn.write_bytes(torn.read_bytes()[:10_000])
    whole = bag_files.make_mcap(tmp_path / "whole.mcap", MESSAGES)
    result = bag(torn, whole)
    assert result.returncode == 1
    assert documents(result)[-4:] == DOCUMENTS
    assert len(result.lines) > 10
    assert "torn.mcap: ends early" in result.stderr
    assert "1 files not read to their end" in result.stderr


def test_many_messages_stay_in_order(bag, tmp_path):
    messages = []
    for number in range(3000):
        messages.append((POINT, T + number, bag_files.point_payload(
            number, 0, 0)) if number % 3 else
            (STRING, T + number, bag_files.string_payload(str(number))))
    result = bag(bag_files.make_mcap(tmp_path / "a.mcap", messages))
    assert result.returncode == 0
    assert [line["log_time"] - T for line in result.lines] == list(range(3000))
    for number, document in enumerate(documents(result)):
        assert document == ({"x": number, "y": 0, "z": 0} if number % 3
                            else {"data": str(number)})


def test_a_reader_that_leaves_early_is_no_error(daemon, tmp_path):
    path = bag_files.make_mcap(tmp_path / "a.mcap", [
        (STRING, T + number, bag_files.string_payload("x" * 1000))
        for number in range(2000)])
    process = subprocess.Popen(
        [sys.executable, "-m", "transcdr.bag", "--target", daemon.unix, path],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.read(10)
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 0
    assert b"Traceback" not in errors


@pytest.mark.parametrize("arguments, shown", [
    ([], True), (["--limit", "3"], True), (["--quiet"], False)])
def test_a_progress_bar_shows_on_a_terminal(daemon, recording, arguments,
                                            shown):
    terminal, other_end = pty.openpty()
    fcntl.ioctl(other_end, termios.TIOCSWINSZ,
                struct.pack("4H", 24, 80, 0, 0))
    result = subprocess.run(
        [sys.executable, "-m", "transcdr.bag", "--target", daemon.unix,
         *arguments, recording], stdout=subprocess.DEVNULL, stderr=other_end,
        timeout=60)
    os.close(other_end)
    seen = b""
    try:
        while chunk := os.read(terminal, 4096):
            seen += chunk
    except OSError:  # How a terminal without its other end says that.
        pass
    os.close(terminal)
    assert result.returncode == 0
    total = 3 if "--limit" in arguments else 4
    assert (f" {total}/{total} ".encode() in seen) == shown, seen


# -- recordings of others


def test_klintans_sample(bag, recordings, tmp_path):
    path = recordings / "klintan_sample.db3"
    result = bag(path)  # No definitions inside: the built-in ones.
    assert result.returncode == 0, result.stderr
    assert len(result.lines) == 5
    text = tmp_path / "std_msgs" / "msg" / "String.msg"
    text.parent.mkdir(parents=True)
    text.write_text(bag_files.STRING_TEXT)
    result = bag(path, "--msg-path", tmp_path, "--topic", "/text")
    assert result.returncode == 0, result.stderr
    assert documents(result) == [{"data": "Hello World"}]
    assert result.lines[0]["type"] == "std_msgs/msg/String"


def test_plotjuggler_has_no_definitions(bag, recordings):
    result = bag(recordings / "plotjuggler_rosbag2_test_0.db3")
    assert result.returncode == 0, result.stderr
    assert len(result.lines) == 4695
    assert result.stderr.count("taken as the built-in type") == 3


def test_both_storages_of_one_recording_agree(bag, recordings):
    mcap = bag(recordings / "rosbag2_cdr_test_0.mcap")
    db3 = bag(recordings / "rosbag2_cdr_test_0.db3")
    assert mcap.returncode == db3.returncode == 0, mcap.stderr + db3.stderr
    assert len(mcap.lines) == 7
    for line in mcap.lines + db3.lines:
        line.pop("sequence", None)
        line.pop("publish_time")
    assert mcap.lines == db3.lines


def test_placeholder_definitions_are_seen_through(bag, recordings):
    result = bag(recordings / "rosbag2_talker.db3")
    assert result.returncode == 0, result.stderr
    assert ("/rosout [rcl_interfaces/msg/Log]: taken as the built-in type"
            in result.stderr)
    assert "bytes unread" in result.stderr
    assert len(result.lines) == 20
    assert [line["message"] for line in result.lines
            if line["topic"] == "/topic"] == [
                {"data": f"Hello, world! {n}"} for n in range(10)]


# Messages in all, services' events and IDL included.
@pytest.mark.parametrize("name, count", [
    ("rosbag2_topics_and_service_events.mcap", 10),
    ("rosbag2_topics_and_service_events.db3", 10),
    ("rosbag2_topics_and_services.mcap", 13),
    ("rosbag2_topics_and_services.db3", 13),
    ("ddsrecorder_helloworld_omgidl.mcap", 11),
    ("ddsrecorder_ros2_talker_omgidl.mcap", 34),
])
def test_services_and_idl(bag, recordings, name, count):
    result = bag(recordings / name)
    assert result.returncode == 0, result.stderr
    assert len(result.lines) == count


def test_a_service_event(bag, recordings):
    result = bag(recordings / "rosbag2_topics_and_services.mcap")
    event = [line["message"] for line in result.lines
             if line["type"].endswith("_Event")][-1]
    assert list(event) == ["info", "request", "response"]
    assert event["request"] == []
    assert event["response"] == [{"sum": 6}]


def test_every_recording_decodes_completely(bag, recordings):
    files = sorted(path for path in recordings.iterdir()
                   if path.suffix in (".mcap", ".db3"))
    assert files
    for path in files:
        result = bag(path)
        assert result.returncode == 0, f"{path.name}: {result.stderr}"
        assert result.lines, path.name
