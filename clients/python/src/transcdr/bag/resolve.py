"""A topic's registered schema, or the reason why it has none."""

from __future__ import annotations

from typing import Callable, Dict, List, Optional

from transcdr import pb
from transcdr.bag.definitions import MsgPath, is_ros_type
from transcdr.bag.readers import Record, Topic
from transcdr.client import Client, Schema
from transcdr.errors import (LimitExceeded, SchemaError, SchemaInvalid,
                             TranscdrError)
from transcdr.source import Idl, RosMsg, SchemaSource

_HEADER_BYTES = 4
# Writers pad payloads, up to an alignment of 8 as a rule.
_MOST_PADDING = 7


class Unusable(Exception):
    """Why a topic cannot be decoded, for people."""


def _source_of(topic: Topic) -> Optional[SchemaSource]:
    """Gives what the file says about a type, None if nothing."""
    if topic.schema_encoding == "ros2msg":
        return RosMsg(topic.type, topic.definition)
    if topic.schema_encoding == "ros2idl":
        return Idl(topic.definition, topic.type, ros2=True)
    if topic.schema_encoding == "omgidl":
        # Names as rmw mangles them: a ROS 2 middleware wrote the payloads.
        profile = (pb.WireProfile(preset=pb.WIRE_PRESET_ROS2)
                   if "::dds_::" in topic.type else None)
        return Idl(topic.definition, topic.type, ros2=False, profile=profile)
    if topic.schema_encoding == "unknown" and any(
            line.strip() == "---" for line in topic.definition.splitlines()):
        # What rosbag2 calls a .srv that uses no other types.
        return RosMsg(topic.type, topic.definition)
    return None


class Resolver:
    """Finds a definition for each topic at its first message.

    First the definition that the file holds, then the folders, then what the
    daemon has built in. A file's definition can be a placeholder that happens
    to be valid .msg text: it is taken for one when it leaves most of the first
    payload unread, and what it leaves is no padding.
    """

    def __init__(self, client: Client, msg_path: MsgPath,
                 warn: Callable[[str], None]) -> None:
        self._client = client
        self._msg_path = msg_path
        self._warn = warn
        self._by_topic: Dict[Topic, Optional[Schema]] = {}
        self._by_source: Dict[bytes, Schema] = {}

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
        reasons: List[str] = []
        source = _source_of(topic)
        if source is not None:
            try:
                return self._from_file(source, record)
            except Unusable as error:
                reasons.append(str(error))
        elif topic.schema_encoding in ("", "unknown"):
            reasons.append("the file holds no definition of its type")
        else:
            reasons.append(f"definitions in {topic.schema_encoding!r} are not "
                           "known")
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
            reasons.append(f"{topic.type} is not in --msg-path")
        built_in = self._built_in(topic)
        if built_in is not None:
            self._warn(f"{topic.name} [{topic.type}]: taken as the built-in "
                       f"type of that name: {'; '.join(reasons)}")
            self._check_tail(built_in, record)
            return built_in
        if not self._msg_path and source is None and is_ros_type(topic.type):
            reasons.append("--msg-path DIR may name a folder with .msg files")
        raise Unusable("; ".join(reasons))

    def _built_in(self, topic: Topic) -> Optional[Schema]:
        """Gives the daemon's own schema of that name, if it has one."""
        if not is_ros_type(topic.type):
            return None
        try:
            return self._register(RosMsg(topic.type))
        except Unusable:
            return None

    def _from_file(self, source: SchemaSource, record: Record) -> Schema:
        schema = self._register(source)
        trailing = self._trailing(schema, record)
        body = len(record.payload) - _HEADER_BYTES
        if (trailing > _MOST_PADDING and trailing > body / 2 and
                any(record.payload[-trailing:])):
            raise Unusable(
                f"the definition in the file leaves {trailing} of {body} bytes "
                "unread, so it is not that of the messages")
        self._check_tail(schema, record, trailing)
        return schema

    def _register(self, source: SchemaSource) -> Schema:
        key = source.to_request().SerializeToString(deterministic=True)
        if key not in self._by_source:
            try:
                self._by_source[key] = self._client.register(source)
            except SchemaInvalid as error:
                faults = "".join(f"\n    {fault}"
                                 for fault in error.diagnostics)
                raise Unusable(f"{error.reason}: {error}{faults}") from error
            except (SchemaError, LimitExceeded) as error:
                raise Unusable(f"{error.reason}: {error}") from error
        return self._by_source[key]

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
