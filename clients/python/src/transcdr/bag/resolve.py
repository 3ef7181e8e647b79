"""A topic's registered schema, or the reason why it has none."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

from transcdr.bag.definitions import MsgPath
from transcdr.bag.readers import Record, Topic
from transcdr.client import Client, Schema
from transcdr.errors import (LimitExceeded, SchemaError, SchemaInvalid,
                             TranscdrError)
from transcdr.source import RosMsg

_HEADER_BYTES = 4
# Writers pad payloads, up to an alignment of 8 as a rule.
_MOST_PADDING = 7


class Unusable(Exception):
    """Why a topic cannot be decoded, for people."""


class Resolver:
    """Finds a definition for each topic at its first message.

    First the definition that the file holds, then the folders. A file's
    definition can be a placeholder that happens to be valid .msg text: it is
    taken for one when it leaves most of the first payload unread, and what it
    leaves is no padding.
    """

    def __init__(self, client: Client, msg_path: MsgPath,
                 warn: Callable[[str], None]) -> None:
        self._client = client
        self._msg_path = msg_path
        self._warn = warn
        self._by_topic: Dict[Topic, Optional[Schema]] = {}
        self._by_text: Dict[Tuple[Any, ...], Schema] = {}

    def schema(self, record: Record) -> Optional[Schema]:
        """Gives the schema of a record's topic; None, after a warning at the
        topic's first record, when there is none.

        Raises TranscdrError when the daemon cannot be asked.
        """
        topic = record.topic
        if topic not in self._by_topic:
            try:
                self._by_topic[topic] = self._resolve(record)
            except Unusable as error:
                self._by_topic[topic] = None
                self._warn(f"{topic.name} [{topic.type or 'no type'}] skipped: "
                           f"{error}")
        return self._by_topic[topic]

    def _resolve(self, record: Record) -> Schema:
        topic = record.topic
        if topic.serialization != "cdr":
            raise Unusable(f"its messages are {topic.serialization!r}, not cdr")
        if "/srv/" in topic.type and topic.type.endswith("_Event"):
            raise Unusable("service events are not supported by this release")
        reasons: List[str] = []
        if topic.schema_encoding == "ros2msg":
            try:
                return self._from_file(record)
            except Unusable as error:
                reasons.append(str(error))
        elif topic.schema_encoding in ("", "unknown"):
            reasons.append("the file holds no definition of its type")
        else:
            reasons.append(f"definitions in {topic.schema_encoding} are not "
                           "supported by this release")
        collected = self._msg_path.collect(topic.type)
        if collected is not None:
            try:
                text, dependencies = collected
                schema = self._register(RosMsg(topic.type, text, dependencies))
            except Unusable as error:
                reasons.append(f"the definition of --msg-path: {error}")
            else:
                self._check_tail(schema, record)
                return schema
        elif self._msg_path:
            reasons.append(f"{topic.type}.msg is not in --msg-path")
        elif topic.schema_encoding in ("", "unknown", "ros2msg"):
            reasons.append("--msg-path DIR may name a folder with .msg files")
        raise Unusable("; ".join(reasons))

    def _from_file(self, record: Record) -> Schema:
        topic = record.topic
        schema = self._register(RosMsg(topic.type, topic.definition))
        trailing = self._trailing(schema, record)
        body = len(record.payload) - _HEADER_BYTES
        if (trailing > _MOST_PADDING and trailing > body / 2 and
                any(record.payload[-trailing:])):
            raise Unusable(
                f"the definition in the file leaves {trailing} of {body} bytes "
                "unread, so it is not that of the messages")
        self._check_tail(schema, record, trailing)
        return schema

    def _register(self, source: RosMsg) -> Schema:
        key = (source.type, source.text, tuple(source.dependencies.items()))
        if key not in self._by_text:
            try:
                self._by_text[key] = self._client.register(source)
            except SchemaInvalid as error:
                faults = "".join(f"\n    {fault}"
                                 for fault in error.diagnostics)
                raise Unusable(f"{error.reason}: {error}{faults}") from error
            except (SchemaError, LimitExceeded) as error:
                raise Unusable(f"{error.reason}: {error}") from error
        return self._by_text[key]

    def _trailing(self, schema: Schema, record: Record) -> int:
        """Gives the bytes that a definition leaves unread; 0 when the payload
        cannot be decoded, which its own message will report."""
        try:
            return schema.decode_detailed(record.payload,
                                          output="msgpack").trailing_bytes
        except TranscdrError as error:
            if not error.reason:  # Not about the payload: about the connection.
                raise
            return 0

    def _check_tail(self, schema: Schema, record: Record,
                    trailing: Optional[int] = None) -> None:
        if trailing is None:
            trailing = self._trailing(schema, record)
        if trailing > _MOST_PADDING or any(
                record.payload[len(record.payload) - trailing:]):
            self._warn(f"{record.topic.name} [{record.topic.type}]: {trailing} "
                       "bytes of the first message lie behind its value; the "
                       "definition may be older than the writer's")
