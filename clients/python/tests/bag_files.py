"""Writes small recordings for tests, and .msg texts with payloads for them."""

import sqlite3
import struct

from mcap.writer import CompressionType, Writer

STRING_TEXT = "string data\n"
POINT_TEXT = "float64 x\nfloat64 y\nfloat64 z\n"
STAMPED_TEXT = "std_msgs/Header header\nPoint point\n"
HEADER_TEXT = "builtin_interfaces/Time stamp\nstring frame_id\n"
TIME_TEXT = "int32 sec\nuint32 nanosec\n"
_SEPARATOR = "=" * 80
STAMPED_BUNDLE = "\n".join((
    STAMPED_TEXT, _SEPARATOR, "MSG: std_msgs/Header", HEADER_TEXT,
    _SEPARATOR, "MSG: builtin_interfaces/Time", TIME_TEXT,
    _SEPARATOR, "MSG: geometry_msgs/Point", POINT_TEXT))

LE_HEADER = b"\x00\x01\x00\x00"


def string_payload(text):
    """std_msgs/msg/String."""
    raw = text.encode() + b"\0"
    return LE_HEADER + struct.pack("<I", len(raw)) + raw


def point_payload(x, y, z):
    """geometry_msgs/msg/Point."""
    return LE_HEADER + struct.pack("<3d", x, y, z)


def stamped_payload(seconds, nanoseconds, frame, x, y, z):
    """geometry_msgs/msg/PointStamped."""
    raw = frame.encode() + b"\0"
    body = struct.pack("<iII", seconds, nanoseconds, len(raw)) + raw
    body += bytes(-len(body) % 8)
    return LE_HEADER + body + struct.pack("<3d", x, y, z)


class Topic:
    """What a recording says about a topic."""

    def __init__(self, name, type, text, encoding="ros2msg",
                 serialization="cdr"):
        self.name = name
        self.type = type
        self.text = text
        self.encoding = encoding
        self.serialization = serialization


STRING = Topic("/chat", "std_msgs/msg/String", STRING_TEXT)
POINT = Topic("/where/point", "geometry_msgs/msg/Point", POINT_TEXT)
STAMPED = Topic("/where/stamped", "geometry_msgs/msg/PointStamped",
                STAMPED_BUNDLE)


def make_mcap(path, messages, compression=CompressionType.ZSTD):
    """Writes (topic, log_time, payload) triples, publish_time 5 ns earlier and
    sequences from 100."""
    with open(path, "wb") as file:
        writer = Writer(file, compression=compression, chunk_size=1024)
        writer.start(profile="ros2", library="test")
        channels = {}
        for number, (topic, time, payload) in enumerate(messages):
            if topic not in channels:
                schema = writer.register_schema(
                    topic.type, topic.encoding, topic.text.encode())
                channels[topic] = writer.register_channel(
                    topic.name, topic.serialization, schema)
            writer.add_message(channels[topic], log_time=time, data=payload,
                               publish_time=time - 5, sequence=100 + number)
        writer.finish()
    return path


def make_db3(path, messages, version=4):
    """Writes (topic, time, payload) triples as rosbag2 of a version did."""
    database = sqlite3.connect(path)
    columns = ["id INTEGER PRIMARY KEY", "name TEXT NOT NULL",
               "type TEXT NOT NULL", "serialization_format TEXT NOT NULL"]
    if version >= 2:
        columns.append("offered_qos_profiles TEXT NOT NULL")
    if version >= 4:
        columns.append("type_description_hash TEXT NOT NULL")
    database.execute(f"CREATE TABLE topics({', '.join(columns)})")
    database.execute(
        "CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT "
        "NULL, timestamp INTEGER NOT NULL, data BLOB NOT NULL)")
    if version >= 3:
        database.execute("CREATE TABLE schema(schema_version INTEGER PRIMARY "
                         "KEY, ros_distro TEXT NOT NULL)")
        database.execute("INSERT INTO schema VALUES(?, 'rolling')", (version,))
    if version >= 4:
        database.execute(
            "CREATE TABLE message_definitions(id INTEGER PRIMARY KEY, "
            "topic_type TEXT NOT NULL, encoding TEXT NOT NULL, "
            "encoded_message_definition TEXT NOT NULL, type_description_hash "
            "TEXT NOT NULL)")
    numbers = {}
    for topic, time, payload in messages:
        if topic not in numbers:
            numbers[topic] = len(numbers) + 1
            row = [numbers[topic], topic.name, topic.type, topic.serialization]
            row += ["", ""][:len(columns) - 4]
            database.execute(
                f"INSERT INTO topics VALUES({','.join('?' * len(row))})", row)
            if version >= 4 and topic.text is not None:
                database.execute(
                    "INSERT INTO message_definitions(topic_type, encoding, "
                    "encoded_message_definition, type_description_hash) "
                    "VALUES(?, ?, ?, 'hash1')",
                    (topic.type, topic.encoding, topic.text))
        database.execute("INSERT INTO messages(topic_id, timestamp, data) "
                         "VALUES(?, ?, ?)", (numbers[topic], time, payload))
    database.commit()
    database.close()
    return path
