"""What comes out: one object a message, built around the document as the
daemon gave it, never by parsing it again."""

from __future__ import annotations

import json
from typing import IO, Dict, Protocol, Tuple

import msgpack

from transcdr._core import Form
from transcdr.bag.readers import Record, Topic


class Writer(Protocol):
    """Writes messages to a binary stream."""

    output: Form
    """The form in which `write` takes documents."""

    def write(self, record: Record, document: bytes) -> None:
        """Writes one message."""


class JsonLinesWriter:
    """One JSON object a line, UTF-8: topic, type, log_time, publish_time,
    sequence (where the file has one), message."""

    output: Form = "json"

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._heads: Dict[Topic, bytes] = {}

    def write(self, record: Record, document: bytes) -> None:
        topic = record.topic
        head = self._heads.get(topic)
        if head is None:
            head = self._heads[topic] = (
                f'{{"topic":{json.dumps(topic.name, ensure_ascii=False)},'
                f'"type":{json.dumps(topic.type, ensure_ascii=False)}'
            ).encode("utf-8")
        sequence = ("" if record.sequence is None
                    else f',"sequence":{record.sequence}')
        self._stream.write(b"".join((
            head,
            f',"log_time":{record.log_time},'
            f'"publish_time":{record.publish_time}{sequence},'
            '"message":'.encode("ascii"),
            document,
            b"}\n")))


class MessagePackWriter:
    """A stream of MessagePack maps with the same keys, one behind the other."""

    output: Form = "msgpack"

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._heads: Dict[Tuple[Topic, bool], bytes] = {}

    def write(self, record: Record, document: bytes) -> None:
        topic = record.topic
        has_sequence = record.sequence is not None
        head = self._heads.get((topic, has_sequence))
        pack = msgpack.packb
        if head is None:
            head = self._heads[topic, has_sequence] = b"".join((
                bytes((0x86 if has_sequence else 0x85,)),  # fixmap of 6 or 5
                pack("topic"), pack(topic.name),
                pack("type"), pack(topic.type),
                pack("log_time")))
        parts = [head, pack(record.log_time),
                 pack("publish_time"), pack(record.publish_time)]
        if has_sequence:
            parts += [pack("sequence"), pack(record.sequence)]
        parts += [pack("message"), document]
        self._stream.write(b"".join(parts))


def make_writer(form: str, stream: IO[bytes]) -> Writer:
    """Gives the writer for "json" or "msgpack"."""
    return (JsonLinesWriter(stream) if form == "json"
            else MessagePackWriter(stream))
