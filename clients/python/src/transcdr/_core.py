"""What the synchronous and the asyncio client share: everything that does not
wait for the network."""

from __future__ import annotations

import datetime
import enum
from dataclasses import dataclass
from typing import (Any, Dict, Generic, List, Literal, Optional, Sequence,
                    Tuple, TypeVar, Union)

from transcdr import _document, pb
from transcdr._proto.transcdr.v1 import codec_service_pb2 as codec
from transcdr._proto.transcdr.v1 import encoding_pb2
from transcdr._proto.transcdr.v1 import schema_service_pb2 as schema_pb2
from transcdr.errors import (Diagnostic, SchemaNotFound, ServerBusy,
                             TranscdrError, from_status)
from transcdr.options import (ByteOrder, InexactFloat32Policy,
                              NumericArrayForm, Options)
from transcdr.source import SchemaSource

Form = Literal["python", "json", "msgpack"]
"""What a document is: a Python object, JSON (str), or MessagePack (bytes)."""

Bytes = Union[bytes, bytearray, memoryview]
"""Payloads and MessagePack, as callers may give them."""

DEFAULT_BATCH_SIZE = 256
"""Items of one batch of a stream."""
DEFAULT_BATCH_BYTES = 1 << 20
"""A batch of a stream is sent when its items have this many bytes, even if it
has fewer items. One bigger item is a batch of its own."""
DEFAULT_IN_FLIGHT = 4
"""Batches of a stream that wait for their answer at the same time."""


DEFAULT_RETRY_AFTER = 0.1
"""Seconds to wait when a busy daemon does not say how long."""


class HealthStatus(enum.IntEnum):
    """What the daemon says about itself (grpc.health.v1)."""

    UNKNOWN = 0
    SERVING = 1
    NOT_SERVING = 2
    """It has not finished starting, or it is about to stop."""
    SERVICE_UNKNOWN = 3


@dataclass(frozen=True)
class Decoded:
    """A document, with what else decoding told."""

    document: Any
    """As `output` asked: a Python object, JSON text or MessagePack bytes."""
    trailing_bytes: int
    """Bytes of the payload behind the value. 0 is usual."""
    defaulted_members: int = 0
    """Members that are not optional, were not on the wire and took their
    defaults, since the writer's schema lacks them."""
    first_defaulted_member: str = ""
    """The path of the first one."""
    key_hash: bytes = b""
    """16 bytes with Options.want_key_hash, else none."""
    ros_service_header: bytes = b""
    """16 bytes where the schema's profile has it PRESENT, else none."""


@dataclass(frozen=True)
class Encoded:
    """A payload, with what else encoding told."""

    payload: bytes
    key_hash: bytes = b""
    """16 bytes with Options.want_key_hash, else none."""


@dataclass(frozen=True)
class SchemaSummary:
    """A line of `list_schemas`."""

    id: str
    root_type: str
    register_time: datetime.datetime
    """When this daemon registered it first; UTC."""
    plan_bytes: int
    """Memory that the schema takes, estimated."""


@dataclass(frozen=True)
class SchemaInfo:
    """What `get_schema` gives: a schema, whichever language it came in."""

    id: str
    root_type: str
    descriptors: pb.TypeDescriptorSet
    """All types that the root reaches."""
    profile: pb.WireProfile
    """Every setting explicit."""
    canonical_form: str
    """The text whose SHA-256 is the id."""
    plan_dump: str
    """The compiled plan, for people."""
    idl: str = ""
    """OMG IDL, with Rendering.IDL."""
    json_schema: str = ""
    """JSON Schema of its documents, with Rendering.JSON_SCHEMA."""
    typescript_json: str = ""
    """TypeScript types of its JSON, with Rendering.TYPESCRIPT_JSON."""
    typescript_message_pack: str = ""
    """The same of its MessagePack, with Rendering.TYPESCRIPT_MESSAGE_PACK."""


class Rendering(enum.IntEnum):
    """A language that `get_schema` can write a schema in."""

    IDL = 1
    """OMG IDL 4.2, which registers to the same id with the same root_type and
    profile."""
    JSON_SCHEMA = 2
    """JSON Schema (draft 2020-12) of the JSON that decode gives with default
    options."""
    TYPESCRIPT_JSON = 3
    """TypeScript types of the same."""
    TYPESCRIPT_MESSAGE_PACK = 4
    """TypeScript types of the MessagePack that decode gives."""


class Verdict(enum.IntEnum):
    """How payloads of two schemas a and b get along, in one encoding."""

    IDENTICAL = 1
    """A value has the same bytes under both."""
    BOTH = 2
    """Payloads of either decode under the other."""
    FORWARD = 3
    """Payloads of a decode under b."""
    BACKWARD = 4
    """Payloads of b decode under a."""
    BREAKING = 5
    """Neither, or members would mean something else."""


@dataclass(frozen=True)
class SchemaChange:
    """One thing that differs between two schemas."""

    path: str
    """The member: "poses[].orientation.w"; empty: the root."""
    type_name: str
    """The type in which it is, as a names it."""
    message: str
    """What changed, in words."""
    before: str
    """What a has; may be empty."""
    after: str
    """What b has; may be empty."""
    xcdr1: Verdict
    xcdr2: Verdict


@dataclass(frozen=True)
class SchemaComparison:
    """What `compare_schemas` gives."""

    xcdr1: Verdict
    """All changes together, for XCDR1 payloads."""
    xcdr2: Verdict
    """The same for XCDR2."""
    changes: Tuple[SchemaChange, ...]
    """At most 1000."""
    left_out_changes: int
    """How many more there are."""


class SchemaHandle:
    """A registered schema: the part that needs no client."""

    def __init__(self, schema_id: str, root_type: str,
                 source: Optional[SchemaSource],
                 warnings: Sequence[Diagnostic] = ()) -> None:
        self._id = schema_id
        self._root_type = root_type
        self._source = source
        self._warnings = tuple(warnings)

    @property
    def id(self) -> str:
        """64 lower-case hex digits, the same on every daemon."""
        return self._id

    @property
    def root_type(self) -> str:
        """The type that payloads hold, with "::"; empty for a handle made from
        an id alone."""
        return self._root_type

    @property
    def source(self) -> Optional[SchemaSource]:
        """What was registered; None for a handle made from an id alone."""
        return self._source

    @property
    def warnings(self) -> Tuple[Diagnostic, ...]:
        """What the daemon remarked about the text."""
        return self._warnings

    @property
    def may_hold_maps(self) -> bool:
        """Whether a value can hold a map with keys of its own."""
        return self._source is None or self._source.may_hold_maps()

    def _adopt(self, response: schema_pb2.RegisterSchemaResponse) -> None:
        """Takes the answer to a second registration."""
        self._id = response.schema_id
        self._root_type = response.root_type
        self._warnings = tuple(diagnostics(response))

    def __repr__(self) -> str:
        name = self._root_type or "schema"
        return f"<{type(self).__name__} {name} {self._id[:12]}>"


def diagnostics(
    response: schema_pb2.RegisterSchemaResponse,
) -> List[Diagnostic]:
    """Gives the warnings of a registration."""
    return [Diagnostic(w.file, w.line, w.column, w.message)
            for w in response.warnings]


def summary(message: schema_pb2.SchemaSummary) -> SchemaSummary:
    """Gives a line of the list."""
    return SchemaSummary(
        message.schema_id, message.root_type,
        message.register_time.ToDatetime(tzinfo=datetime.timezone.utc),
        message.plan_bytes)


def schema_info(message: schema_pb2.GetSchemaResponse) -> SchemaInfo:
    """Gives a schema's description."""
    return SchemaInfo(message.schema_id, message.root_type,
                      message.descriptors, message.profile,
                      message.canonical_form, message.plan_dump,
                      idl=message.idl, json_schema=message.json_schema,
                      typescript_json=message.typescript_json,
                      typescript_message_pack=message.typescript_message_pack)


def get_request(
    schema: Union[str, SchemaHandle], renderings: Sequence[Rendering],
) -> schema_pb2.GetSchemaRequest:
    """Gives the request of get_schema."""
    return schema_pb2.GetSchemaRequest(
        schema_id=schema if isinstance(schema, str) else schema.id,
        renderings=["SCHEMA_RENDERING_" + Rendering(rendering).name
                    for rendering in renderings])


Comparable = Union[str, SchemaHandle, SchemaSource]
"""What compare_schemas takes: an id, a handle, or a schema to be read."""


def compare_request(
    a: Comparable, b: Comparable,
) -> schema_pb2.CompareSchemasRequest:
    """Gives the request of compare_schemas."""
    return schema_pb2.CompareSchemasRequest(a=_reference(a), b=_reference(b))


def _reference(schema: Comparable) -> schema_pb2.SchemaReference:
    if isinstance(schema, str):
        return schema_pb2.SchemaReference(schema_id=schema)
    if isinstance(schema, SchemaHandle):
        if schema.source is None:
            return schema_pb2.SchemaReference(schema_id=schema.id)
        schema = schema.source  # The daemon may have forgotten the id.
    return schema_pb2.SchemaReference(source=schema.to_request())


def comparison(
    message: schema_pb2.CompareSchemasResponse,
) -> SchemaComparison:
    """Gives the answer of compare_schemas."""
    return SchemaComparison(
        Verdict(message.xcdr1), Verdict(message.xcdr2),
        tuple(SchemaChange(change.path, change.type_name, change.message,
                           change.before, change.after, Verdict(change.xcdr1),
                           Verdict(change.xcdr2))
              for change in message.changes),
        message.left_out_changes)


_FORMATS = {
    "python": encoding_pb2.DOCUMENT_FORMAT_MESSAGE_PACK,
    "msgpack": encoding_pb2.DOCUMENT_FORMAT_MESSAGE_PACK,
    "json": encoding_pb2.DOCUMENT_FORMAT_JSON,
}


def _format(form: Form) -> encoding_pb2.DocumentFormat:
    if form not in _FORMATS:
        raise ValueError(f'{form!r} is none of "python", "json", "msgpack"')
    return _FORMATS[form]


class Settings:
    """A client's defaults, and what becomes of them in a call."""

    def __init__(self, options: Optional[Options],
                 use_numpy: Optional[bool]) -> None:
        self._options = options or Options()
        arrays = _document.default_numeric_arrays(use_numpy)
        self._decode_python = Options(
            numeric_array_form=(NumericArrayForm.TYPED if arrays
                                else NumericArrayForm.LIST))

    def decode_job(self, output: Form, options: Optional[Options]) -> DecodeJob:
        """Gives what a call that decodes needs."""
        merged = (options or Options()).over(self._options)
        if output == "python":
            merged = merged.over(self._decode_python)
        return DecodeJob(output, _format(output), merged.to_proto(),
                         merged.payload_to_proto())

    def encode_job(self, input: Form, options: Optional[Options],
                   byte_order: Optional[ByteOrder],
                   service_headers: Sequence[bytes] = ()) -> EncodeJob:
        """Gives what a call that encodes needs."""
        merged = (options or Options()).over(self._options)
        if input == "python":
            merged = merged.over(_ENCODE_PYTHON)
        return EncodeJob(input, _format(input), merged.to_proto(),
                         merged.payload_to_proto(), byte_order,
                         tuple(service_headers))


_ENCODE_PYTHON = Options(inexact_float32_policy=InexactFloat32Policy.ROUND)


@dataclass(frozen=True)
class DecodeJob:
    """Decoding with one set of options: its requests and its results."""

    output: Form
    format: encoding_pb2.DocumentFormat
    options: encoding_pb2.MappingOptions
    payload_options: encoding_pb2.PayloadOptions

    batch_call = "decode_batch"
    stream_call = "decode_stream"

    def item(self, payload: Any) -> bytes:
        """Gives an item as requests hold it."""
        return payload if isinstance(payload, bytes) else bytes(payload)

    def request(self, schema: SchemaHandle,
                payload: Bytes) -> codec.DecodeRequest:
        return codec.DecodeRequest(
            schema_id=schema.id, payload=self.item(payload),
            format=self.format, options=self.options,
            payload_options=self.payload_options)

    def batch_request(self, schema: SchemaHandle,
                      items: Sequence[bytes]) -> codec.DecodeBatchRequest:
        return codec.DecodeBatchRequest(
            schema_id=schema.id, payloads=items, format=self.format,
            options=self.options, payload_options=self.payload_options)

    def stream_request(self, schema: SchemaHandle,
                       items: Sequence[bytes]) -> codec.DecodeStreamRequest:
        return codec.DecodeStreamRequest(
            batch=self.batch_request(schema, items))

    def document(self, schema: SchemaHandle, document: bytes) -> Any:
        """Gives a document as the caller asked for it."""
        if self.output == "json":
            return document.decode("utf-8")
        if self.output == "msgpack":
            return document
        return _document.unpack(document, may_hold_maps=schema.may_hold_maps)

    def result(self, schema: SchemaHandle,
               result: codec.DecodeResult) -> Union[Decoded, TranscdrError]:
        """Gives what became of an item."""
        if result.WhichOneof("outcome") == "error":
            return from_status(result.error)
        return self.decoded(schema, result)

    def decoded(self, schema: SchemaHandle,
                result: Union[codec.DecodeResponse,
                              codec.DecodeResult]) -> Decoded:
        """Gives what a payload that was decoded became."""
        report = result.report
        return Decoded(self.document(schema, result.document),
                       result.trailing_bytes, report.defaulted_members,
                       report.first_defaulted_member, report.key_hash,
                       report.ros_service_header)


@dataclass(frozen=True)
class EncodeJob:
    """Encoding with one set of options: its requests and its results."""

    input: Form
    format: encoding_pb2.DocumentFormat
    options: encoding_pb2.MappingOptions
    payload_options: encoding_pb2.PayloadOptions
    byte_order: Optional[ByteOrder]
    service_headers: Tuple[bytes, ...] = ()
    """None, or one for each item of the one call that is made with this."""

    batch_call = "encode_batch"
    stream_call = "encode_stream"

    def item(self, document: Any) -> bytes:
        """Gives an item as requests hold it."""
        if self.input == "python":
            return _document.pack(document)
        if isinstance(document, str):
            if self.input == "msgpack":
                raise TypeError("MessagePack is bytes, not str")
            return document.encode("utf-8")
        return document if isinstance(document, bytes) else bytes(document)

    def request(self, schema: SchemaHandle,
                document: Any) -> codec.EncodeRequest:
        return codec.EncodeRequest(
            schema_id=schema.id, document=self.item(document),
            format=self.format, options=self.options,
            byte_order=self._byte_order(),
            payload_options=self.payload_options,
            ros_service_header=b"".join(self.service_headers))

    def batch_request(self, schema: SchemaHandle,
                      items: Sequence[bytes]) -> codec.EncodeBatchRequest:
        return codec.EncodeBatchRequest(
            schema_id=schema.id, documents=items, format=self.format,
            options=self.options, byte_order=self._byte_order(),
            payload_options=self.payload_options,
            ros_service_headers=self.service_headers)

    def stream_request(self, schema: SchemaHandle,
                       items: Sequence[bytes]) -> codec.EncodeStreamRequest:
        return codec.EncodeStreamRequest(
            batch=self.batch_request(schema, items))

    def result(self, schema: SchemaHandle,
               result: codec.EncodeResult) -> Union[bytes, TranscdrError]:
        """Gives what became of an item."""
        if result.WhichOneof("outcome") == "error":
            return from_status(result.error)
        return result.payload

    def _byte_order(self) -> encoding_pb2.ByteOrder:
        if self.byte_order is None:
            return encoding_pb2.BYTE_ORDER_UNSPECIFIED
        return (encoding_pb2.BYTE_ORDER_BIG_ENDIAN
                if self.byte_order is ByteOrder.BIG_ENDIAN
                else encoding_pb2.BYTE_ORDER_LITTLE_ENDIAN)


Job = Union[DecodeJob, EncodeJob]

S = TypeVar("S", bound=SchemaHandle)


class Batch(Generic[S]):
    """Items of one schema within a window, and where in it they stood."""

    def __init__(self, schema: S) -> None:
        self.schema = schema
        self.items: List[bytes] = []
        self.positions: List[int] = []


class Window(Generic[S]):
    """Consecutive items of a stream, sorted into one batch a schema.

    Mixed topics would make batches of one item if a batch were a run of equal
    schemas; results go back to where their items stood.
    """

    def __init__(self) -> None:
        self.batches: List[Batch[S]] = []
        self.count = 0
        self.bytes = 0
        self._by_schema: Dict[int, Batch[S]] = {}

    def add(self, schema: S, item: bytes) -> None:
        batch = self._by_schema.get(id(schema))
        if batch is None:
            batch = self._by_schema[id(schema)] = Batch(schema)
            self.batches.append(batch)
        batch.items.append(item)
        batch.positions.append(self.count)
        self.count += 1
        self.bytes += len(item)


class WindowBuilder(Generic[S]):
    """Cuts a stream of items into windows."""

    def __init__(self, job: Job, batch_size: int, batch_bytes: int) -> None:
        if batch_size < 1 or batch_bytes < 1:
            raise ValueError("batch_size and batch_bytes have to be positive")
        self._job = job
        self._batch_size = batch_size
        self._batch_bytes = batch_bytes
        self._window: Window[S] = Window()

    def add(self, schema: S, value: Any) -> Optional[Window[S]]:
        """Takes an item; gives the window when this made it full."""
        self._window.add(schema, self._job.item(value))
        if (self._window.count < self._batch_size and
                self._window.bytes < self._batch_bytes):
            return None
        return self.flush()

    def flush(self) -> Optional[Window[S]]:
        """Gives what was not given yet, or None."""
        window, self._window = self._window, Window()
        return window if window.count else None


def may_try_again(error: TranscdrError, batch: Batch[Any]) -> bool:
    """Tells whether a batch that a stream refused may be sent again."""
    return isinstance(error, ServerBusy) or (
        isinstance(error, SchemaNotFound) and batch.schema.source is not None)


def check_count(batch: Batch[Any], results: Sequence[Any]) -> None:
    """Makes sure that a daemon answered every item of a batch."""
    if len(results) != len(batch.items):
        raise TranscdrError(f"{len(batch.items)} items were sent, and "
                            f"{len(results)} results came back")


def place(results: List[Any], batch: Batch[Any],
          outcomes: Sequence[Any]) -> None:
    """Puts a batch's outcomes where its items stood in the window."""
    for position, outcome in zip(batch.positions, outcomes):
        results[position] = outcome


def documents_of(outcome: Any) -> Any:
    """Strips a Decoded down to its document; lets errors and payloads be."""
    return outcome.document if isinstance(outcome, Decoded) else outcome


def checked(outcome: Any, raise_on_error: bool) -> Any:
    """Raises an outcome that is an error, if the caller wants that."""
    if raise_on_error and isinstance(outcome, TranscdrError):
        raise outcome
    return outcome
