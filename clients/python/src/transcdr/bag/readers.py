"""Recordings as records: MCAP files, and rosbag2's SQLite files.

Readers know nothing of the daemon; they give payloads and whatever the file
says about their types.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import (IO, Any, Callable, Dict, Iterator, List, Optional, Protocol,
                    Tuple, Type)

from transcdr.bag.definitions import interface_of, normalize

_MCAP_MAGIC = b"\x89MCAP0\r\n"
_SQLITE_MAGIC = b"SQLite format 3\0"


class BagError(Exception):
    """A file that cannot be read, or not to its end."""


@dataclass(frozen=True)
class Topic:
    """A topic, and what the file says about its type."""

    name: str
    type: str
    """"pkg/msg/Name" where it is a ROS type."""
    serialization: str
    """"cdr" for payloads that the daemon reads."""
    schema_encoding: str
    """"ros2msg", "ros2idl", "omgidl"...; empty: the file has no definition."""
    definition: str


@dataclass
class Record:
    """A message."""

    topic: Topic
    log_time: int
    """Nanoseconds since 1970."""
    publish_time: int
    """Nanoseconds since 1970; a .db3 has one time, and both are that."""
    sequence: Optional[int]
    """The writer's number; a .db3 has none."""
    payload: bytes


@dataclass(frozen=True)
class Selection:
    """Which records of a file are wanted."""

    topic: Callable[[Topic], bool]
    start: Optional[int] = None
    """First log time, nanoseconds."""
    end: Optional[int] = None
    """First log time that is not wanted any more, nanoseconds."""


class Bag(Protocol):
    """A recording that is open."""

    warnings: List[str]
    """What is odd about it."""

    def count(self, selection: Selection) -> Optional[int]:
        """Gives the number of records that `records` will give, when that is
        known beforehand."""

    def records(self, selection: Selection) -> Iterator[Record]:
        """Gives records in order of log time. Raises BagError when the file
        ends early."""

    def close(self) -> None:
        """Closes the file."""


def open_bag(path: Path) -> Bag:
    """Opens a recording by its first bytes, whatever its name.

    Raises BagError for files of another kind and when the library for the kind
    is not installed, OSError when there is no such file.
    """
    with open(path, "rb") as file:
        head = file.read(16)
    if head.startswith(_MCAP_MAGIC):
        return McapBag(path)
    if head == _SQLITE_MAGIC:
        return Db3Bag(path)
    raise BagError("is neither an MCAP nor an SQLite file")


class McapBag:
    """An MCAP file."""

    def __init__(self, path: Path) -> None:
        try:
            from mcap import exceptions, reader
        except ImportError:
            raise BagError("needs the library mcap: "
                           "pip install 'transcdr[bag]'") from None
        self.warnings: List[str] = []
        self._errors: Tuple[Type[Exception], ...] = (
            exceptions.McapError, EOFError, ValueError)
        self._reader = reader
        self._file: IO[bytes] = open(path, "rb")
        self._topics: Dict[int, Topic] = {}
        try:
            self._summary = reader.make_reader(self._file).get_summary()
        except Exception as error:  # Whatever a torn footer leads to.
            self._summary = None
            self.warnings.append(
                "has no readable summary (the recorder may have been killed: "
                f"{type(error).__name__}); read from the start, in file order")

    def count(self, selection: Selection) -> Optional[int]:
        summary = self._summary
        if (summary is None or summary.statistics is None or
                selection.start is not None or selection.end is not None):
            return None
        counts = summary.statistics.channel_message_counts
        return sum(counts.get(number, 0)
                   for number, channel in summary.channels.items()
                   if selection.topic(self._topic(summary.schemas.get(
                       channel.schema_id), channel)))

    def records(self, selection: Selection) -> Iterator[Record]:
        self._file.seek(0)
        summary = self._summary
        arguments: Dict[str, Any] = {"starting_at": selection.start,
                                     "ending_before": selection.end}
        if summary is not None and summary.chunk_indexes and summary.channels:
            names = [topic.name for topic in (
                self._topic(summary.schemas.get(channel.schema_id), channel)
                for channel in summary.channels.values())
                if selection.topic(topic)]
            messages = self._reader.make_reader(self._file).iter_messages(
                topics=names, **arguments)
        else:
            # Sorting would need the whole file in memory.
            messages = self._reader.NonSeekingReader(self._file).iter_messages(
                log_time_order=False, **arguments)
        try:
            for schema, channel, message in messages:
                topic = self._topic(schema, channel)
                if selection.topic(topic):
                    yield Record(topic, message.log_time, message.publish_time,
                                 message.sequence, message.data)
        except self._errors as error:
            raise BagError(f"ends early or is damaged "
                           f"({type(error).__name__}: {error})") from error

    def close(self) -> None:
        self._file.close()

    def _topic(self, schema: Any, channel: Any) -> Topic:
        topic = self._topics.get(channel.id)
        if topic is None:
            topic = self._topics[channel.id] = Topic(
                channel.topic,
                normalize(schema.name) if schema else "",
                channel.message_encoding,
                schema.encoding if schema else "",
                # Comments may be in any encoding.
                schema.data.decode("utf-8", "replace") if schema else "")
        return topic


class Db3Bag:
    """A rosbag2 SQLite file, of any version so far.

    Versions 1 to 3 hold no definitions; version 4 holds them in a table of
    their own.
    """

    def __init__(self, path: Path) -> None:
        self.warnings: List[str] = []
        log = Path(str(path) + "-wal")
        if log.exists() and log.stat().st_size > 0:
            self.warnings.append(
                f"has a write-ahead log ({log.name}) that is not read; "
                "`sqlite3 FILE 'pragma wal_checkpoint'` merges it")
        # Immutable: neither locks nor a log are made beside the recording.
        uri = path.resolve().as_uri() + "?mode=ro&immutable=1"
        self._database = sqlite3.connect(uri, uri=True)
        self._database.text_factory = lambda raw: raw.decode("utf-8", "replace")
        try:
            self._topics = self._read_topics()
        except sqlite3.Error as error:
            self._database.close()
            raise BagError(f"is not a rosbag2 file ({error})") from error

    def count(self, selection: Selection) -> Optional[int]:
        where, values = self._where(selection)
        row = self._database.execute(
            f"SELECT count(*) FROM messages {where}", values).fetchone()
        return int(row[0])

    def records(self, selection: Selection) -> Iterator[Record]:
        where, values = self._where(selection)
        try:
            for number, time, payload in self._database.execute(
                    f"SELECT topic_id, timestamp, data FROM messages {where} "
                    "ORDER BY timestamp, id", values):
                yield Record(self._topics[number], time, time, None,
                             bytes(payload))
        except sqlite3.Error as error:
            raise BagError(f"is damaged ({error})") from error

    def close(self) -> None:
        self._database.close()

    def _read_topics(self) -> Dict[int, Topic]:
        database = self._database
        tables = {name for name, in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'")}
        definitions: Dict[str, Tuple[str, str]] = {}
        if "message_definitions" in tables:
            for name, encoding, text in database.execute(
                    "SELECT topic_type, encoding, encoded_message_definition "
                    "FROM message_definitions"):
                definitions[normalize(name)] = (encoding, text)
        topics = {}
        for number, name, kind, serialization in database.execute(
                "SELECT id, name, type, serialization_format FROM topics"):
            kind = normalize(kind)
            # Of a service or an action the file has the text of the whole.
            encoding, text = definitions.get(
                kind, definitions.get(interface_of(kind), ("", "")))
            topics[number] = Topic(name, kind, serialization, encoding, text)
        return topics

    def _where(self, selection: Selection) -> Tuple[str, List[int]]:
        wanted = [number for number, topic in self._topics.items()
                  if selection.topic(topic)]
        values = list(wanted)
        where = f"WHERE topic_id IN ({','.join('?' * len(wanted))})"
        if selection.start is not None:
            where += " AND timestamp >= ?"
            values.append(selection.start)
        if selection.end is not None:
            where += " AND timestamp < ?"
            values.append(selection.end)
        return where, values
