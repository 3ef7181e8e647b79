"""The synchronous client."""

from __future__ import annotations

import collections
import math
import queue
import threading
import time
from types import TracebackType
from typing import (Any, Callable, Deque, Iterable, Iterator, List, Optional,
                    Sequence, Tuple, Type, TypeVar, Union)

import grpc
from google.protobuf import wrappers_pb2

from transcdr import _rpc
from transcdr._core import (DEFAULT_BATCH_BYTES, DEFAULT_BATCH_SIZE,
                            DEFAULT_IN_FLIGHT, DEFAULT_RETRY_AFTER, Batch,
                            Bytes, Comparable, DecodeJob, Decoded, EncodeJob,
                            Encoded, Form, HealthStatus, Job, Rendering,
                            SchemaComparison, SchemaHandle, SchemaInfo,
                            SchemaSummary, Settings, Window, WindowBuilder,
                            check_count, checked, compare_request, comparison,
                            diagnostics, documents_of, get_request,
                            may_try_again, place, schema_info, summary)
from transcdr._proto.transcdr.v1 import schema_service_pb2 as schema_pb2
from transcdr.errors import (DeadlineExceeded, Diagnostic, SchemaNotFound,
                             ServerBusy, TranscdrError, Unavailable,
                             from_rpc_error, from_status)
from transcdr.options import ByteOrder, Options
from transcdr.source import SchemaSource

__all__ = ["Client", "Schema"]

T = TypeVar("T")


class Client:
    """A connection to transcdrd.

        with transcdr.Client("unix:/run/transcdr/transcdrd.sock") as client:
            schema = client.register(transcdr.RosMsg("demo/msg/A", "int32 x"))
            schema.decode(payload)

    Safe to use from several threads. Connects at the first call and again
    whenever the connection was lost.

    Every call takes `timeout`, in seconds: None (default) is the client's,
    math.inf is no limit. Every call raises TranscdrError or one of its classes
    (see transcdr.errors) when the daemon refuses or cannot be reached.
    """

    def __init__(
        self,
        target: str,
        *,
        credentials: Optional[grpc.ChannelCredentials] = None,
        options: Optional[Options] = None,
        timeout: float = _rpc.DEFAULT_TIMEOUT,
        numpy: Optional[bool] = None,
        channel_options: Optional[Sequence[Tuple[str, Any]]] = None,
    ) -> None:
        """
        target: "127.0.0.1:50051", "unix:/path/of/socket", or any gRPC target.
        credentials: grpc.ssl_channel_credentials(...) for TLS; None: none.
        options: defaults of every call's options.
        timeout: seconds that a call may take; math.inf: for ever.
        numpy: whether decode gives numeric sequences as numpy arrays. None:
            when numpy is installed.
        channel_options: gRPC channel arguments, over those that this client
            sets (no limit on message sizes, no HTTP proxy).
        """
        self._target = target
        self._settings = Settings(options, numpy)
        self._timeout = timeout
        arguments = _rpc.channel_options(channel_options)
        self._channel = (
            grpc.insecure_channel(target, arguments) if credentials is None
            else grpc.secure_channel(target, credentials, arguments))
        self._calls = _rpc.make_calls(self._channel)

    # -- schemas

    def register(self, source: SchemaSource, *,
                 timeout: Optional[float] = None) -> Schema:
        """Registers a schema and gives a handle to translate with.

        Registering the same again changes nothing. Raises SchemaInvalid with
        every fault of the text, SchemaUnsupported or LimitExceeded.
        """
        response = self._unary("register_schema", source.to_request(), timeout)
        return Schema(self, response.schema_id, response.root_type, source,
                      diagnostics(response))

    def validate(self, source: SchemaSource, *,
                 timeout: Optional[float] = None) -> List[Diagnostic]:
        """Does all that register does but keeping the schema; gives the
        warnings."""
        request = source.to_request()
        request.validate_only = True
        return diagnostics(self._unary("register_schema", request, timeout))

    def schema(self, schema_id: str,
               source: Optional[SchemaSource] = None) -> Schema:
        """Gives a handle for a known id, without a call.

        With a source, the handle registers it when the daemon does not know
        the id.
        """
        return Schema(self, schema_id, "", source)

    def list_schemas(self, *, page_size: int = 100,
                     timeout: Optional[float] = None
                     ) -> Iterator[SchemaSummary]:
        """Gives what is registered, by id; asks for a page (1 to 1000 entries)
        when the one before was taken."""
        token = ""
        while True:
            page = self._unary("list_schemas", schema_pb2.ListSchemasRequest(
                page_size=page_size, page_token=token), timeout)
            for message in page.schemas:
                yield summary(message)
            token = page.next_page_token
            if not token:
                return

    def get_schema(self, schema: Union[str, SchemaHandle], *,
                   renderings: Sequence[Rendering] = (),
                   timeout: Optional[float] = None) -> SchemaInfo:
        """Gives what is registered under an id, also as other languages write
        it. Raises SchemaNotFound; SchemaUnsupported where IDL is asked for and
        has no words for it."""
        return schema_info(self._unary(
            "get_schema", get_request(schema, renderings), timeout))

    def compare_schemas(self, a: Comparable, b: Comparable, *,
                        timeout: Optional[float] = None) -> SchemaComparison:
        """Says whether payloads of one schema decode under another.

        Either is an id, a handle, or a source, which is not kept. Raises
        SchemaNotFound, and what register raises.
        """
        return comparison(self._unary("compare_schemas", compare_request(a, b),
                                      timeout))

    def delete_schema(self, schema: Union[str, SchemaHandle], *,
                      timeout: Optional[float] = None) -> None:
        """Makes the daemon forget a schema. Raises SchemaNotFound."""
        self._unary(
            "delete_schema",
            schema_pb2.DeleteSchemaRequest(schema_id=_id(schema)), timeout)

    # -- the daemon

    def health(self, service: str = "", *,
               timeout: Optional[float] = None) -> HealthStatus:
        """Asks the daemon how it is. `service`: empty for the whole daemon."""
        response = self._unary("health",
                               wrappers_pb2.StringValue(value=service), timeout)
        return HealthStatus(response.value)

    # -- mixed schemas

    def decode_mixed(
        self,
        items: Iterable[Tuple[Schema, Bytes]],
        *,
        output: Form = "python",
        options: Optional[Options] = None,
        raise_on_error: bool = False,
        batch_size: int = DEFAULT_BATCH_SIZE,
        batch_bytes: int = DEFAULT_BATCH_BYTES,
        in_flight: int = DEFAULT_IN_FLIGHT,
        timeout: Optional[float] = None,
    ) -> Iterator[Union[Decoded, TranscdrError]]:
        """Decodes payloads of several schemas over one stream, in order.

        As Schema.decode_stream, but takes (schema, payload) pairs and gives
        Decoded objects.
        """
        job = self._settings.decode_job(output, options)
        for outcome in self._stream(job, items, batch_size, batch_bytes,
                                    in_flight, timeout):
            yield checked(outcome, raise_on_error)

    # -- life

    def close(self) -> None:
        """Closes the connection; calls in flight fail."""
        self._channel.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]],
                 error: Optional[BaseException],
                 traceback: Optional[TracebackType]) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Client {self._target}>"

    # -- inside

    def _unary(self, name: str, request: Any,
               timeout: Optional[float]) -> Any:
        try:
            return self._calls[name](
                request, timeout=_rpc.grpc_timeout(timeout, self._timeout))
        except grpc.RpcError as error:
            raise from_rpc_error(error, self._target) from error

    def _with_schema(self, schema: Schema, call: Callable[[], T],
                     timeout: Optional[float]) -> T:
        """Makes a call; registers the schema and calls again, once, when the
        daemon does not know it."""
        try:
            return call()
        except SchemaNotFound:
            if schema.source is None:
                raise
        schema._adopt(self._unary("register_schema",
                                  schema.source.to_request(), timeout))
        return call()

    def _batch(self, job: Job, batch: Batch[Schema],
               timeout: Optional[float]) -> List[Any]:
        """Translates a batch by a call of its own."""
        response = self._with_schema(
            batch.schema,
            lambda: self._unary(job.batch_call,
                                job.batch_request(batch.schema, batch.items),
                                timeout),
            timeout)
        check_count(batch, response.results)
        return [job.result(batch.schema, result)
                for result in response.results]

    def _stream(self, job: Job, items: Iterable[Tuple[Schema, Any]],
                batch_size: int, batch_bytes: int, in_flight: int,
                timeout: Optional[float]) -> Iterator[Any]:
        """Translates items over the stream, and gives outcomes in order.

        The caller's iterable is read in the caller's thread (sqlite and others
        insist on that); gRPC's thread sees a queue only.
        """
        builder: WindowBuilder[Schema] = WindowBuilder(job, batch_size,
                                                       batch_bytes)
        if in_flight < 1:
            raise ValueError("in_flight has to be positive")
        seconds = self._timeout if timeout is None else timeout
        windows = _windows(builder, items)
        requests: queue.SimpleQueue[Any] = queue.SimpleQueue()
        waiting: Deque[Window[Schema]] = collections.deque()
        call = self._calls[job.stream_call](iter(requests.get, None))
        try:
            more = True
            while True:
                while more and len(waiting) < in_flight:
                    window = next(windows, None)
                    if window is None:
                        more = False
                        requests.put(None)
                        break
                    for batch in window.batches:
                        requests.put(job.stream_request(batch.schema,
                                                        batch.items))
                    waiting.append(window)
                if not waiting:
                    return
                yield from self._finish(job, call, waiting.popleft(), seconds,
                                        timeout)
        finally:
            # Also when the caller stops early. None ends gRPC's own thread.
            requests.put(None)
            call.cancel()

    def _finish(self, job: Job, call: Any, window: Window[Schema],
                seconds: float, timeout: Optional[float]) -> List[Any]:
        """Waits for a window's answers."""
        results: List[Any] = [None] * window.count
        for batch in window.batches:
            response = self._answer(call, seconds)
            outcomes: List[Any]
            if response.WhichOneof("outcome") == "error":
                outcomes = self._again(job, batch, from_status(response.error),
                                       seconds, timeout)
            else:
                check_count(batch, response.batch.results)
                outcomes = [job.result(batch.schema, result)
                            for result in response.batch.results]
            place(results, batch, outcomes)
        return results

    def _again(self, job: Job, batch: Batch[Schema], error: TranscdrError,
               seconds: float, timeout: Optional[float]) -> List[Any]:
        """Gives the outcomes of a batch that the stream refused whole.

        By a call of its own, when the schema was forgotten or the daemon was
        busy (then until `seconds` are over); else the error for each item.
        """
        end = time.monotonic() + seconds
        while may_try_again(error, batch):
            if isinstance(error, ServerBusy):
                pause = error.retry_after or DEFAULT_RETRY_AFTER
                if time.monotonic() + pause > end:
                    break
                time.sleep(pause)
            try:
                return self._batch(job, batch, timeout)
            except ServerBusy as busy:
                error = busy
            except TranscdrError as refusal:
                if not refusal.reason:  # It is the connection.
                    raise
                error = refusal
                break
        return [error] * len(batch.items)

    def _answer(self, call: Any, seconds: float) -> Any:
        """Gives the stream's next answer; cancels the stream when it takes
        longer than `seconds`."""
        late = threading.Event()

        def cancel() -> None:
            late.set()
            call.cancel()

        timer = None
        if not math.isinf(seconds):
            timer = threading.Timer(seconds, cancel)
            timer.daemon = True
            timer.start()
        try:
            return next(call)
        except StopIteration:
            raise Unavailable(f"{self._target}: the daemon ended the stream",
                              code=grpc.StatusCode.UNAVAILABLE) from None
        except grpc.RpcError as error:
            if late.is_set():
                raise DeadlineExceeded(
                    f"no answer within {seconds:g} s",
                    code=grpc.StatusCode.DEADLINE_EXCEEDED) from error
            raise from_rpc_error(error, self._target) from error
        finally:
            if timer is not None:
                timer.cancel()


class Schema(SchemaHandle):
    """A registered schema: translates payloads and documents.

    Made by Client.register or Client.schema. When the daemon does not know the
    schema (it was restarted, or forgot it), the handle registers its source
    again and repeats the call, once.
    """

    def __init__(self, client: Client, schema_id: str, root_type: str,
                 source: Optional[SchemaSource],
                 warnings: Sequence[Diagnostic] = ()) -> None:
        super().__init__(schema_id, root_type, source, warnings)
        self._client = client

    # -- one payload

    def decode(self, payload: Bytes, *, options: Optional[Options] = None,
               timeout: Optional[float] = None) -> Any:
        """Gives a payload (with its encapsulation header) as Python objects.

        Structures are dicts, sequences lists; sequences of octets are bytes,
        those of other numbers and booleans numpy arrays when numpy is
        installed.
        """
        return self.decode_detailed(payload, options=options,
                                    timeout=timeout).document

    def decode_json(self, payload: Bytes, *, options: Optional[Options] = None,
                    timeout: Optional[float] = None) -> str:
        """Gives a payload as JSON text."""
        text: str = self.decode_detailed(payload, output="json",
                                         options=options,
                                         timeout=timeout).document
        return text

    def decode_raw(self, payload: Bytes, *, options: Optional[Options] = None,
                   timeout: Optional[float] = None) -> bytes:
        """Gives a payload as MessagePack."""
        document: bytes = self.decode_detailed(payload, output="msgpack",
                                               options=options,
                                               timeout=timeout).document
        return document

    def decode_detailed(self, payload: Bytes, *, output: Form = "python",
                        options: Optional[Options] = None,
                        timeout: Optional[float] = None) -> Decoded:
        """Gives a payload's document and what else there is to know of it."""
        job = self._client._settings.decode_job(output, options)
        response = self._client._with_schema(
            self,
            lambda: self._client._unary("decode", job.request(self, payload),
                                        timeout),
            timeout)
        return job.decoded(self, response)

    def encode(self, document: Any, *, options: Optional[Options] = None,
               byte_order: Optional[ByteOrder] = None,
               ros_service_header: bytes = b"",
               timeout: Optional[float] = None) -> bytes:
        """Gives Python objects as a payload.

        Takes what decode gives, and for numbers also numpy scalars and arrays.
        Floats are rounded to float32 members (Options.inexact_float32_policy).
        `ros_service_header`: 16 bytes, where the schema's profile has it
        PRESENT; default: zeros.
        """
        return self.encode_detailed(
            document, options=options, byte_order=byte_order,
            ros_service_header=ros_service_header, timeout=timeout).payload

    def encode_json(self, text: Union[str, Bytes], *,
                    options: Optional[Options] = None,
                    byte_order: Optional[ByteOrder] = None,
                    ros_service_header: bytes = b"",
                    timeout: Optional[float] = None) -> bytes:
        """Gives JSON text as a payload."""
        return self.encode_detailed(
            text, input="json", options=options, byte_order=byte_order,
            ros_service_header=ros_service_header, timeout=timeout).payload

    def encode_raw(self, document: Bytes, *, options: Optional[Options] = None,
                   byte_order: Optional[ByteOrder] = None,
                   ros_service_header: bytes = b"",
                   timeout: Optional[float] = None) -> bytes:
        """Gives MessagePack as a payload."""
        return self.encode_detailed(
            document, input="msgpack", options=options, byte_order=byte_order,
            ros_service_header=ros_service_header, timeout=timeout).payload

    def encode_detailed(self, document: Any, *, input: Form = "python",
                        options: Optional[Options] = None,
                        byte_order: Optional[ByteOrder] = None,
                        ros_service_header: bytes = b"",
                        timeout: Optional[float] = None) -> Encoded:
        """Gives a document's payload and, with Options.want_key_hash, its key
        hash."""
        headers = (ros_service_header,) if ros_service_header else ()
        job = self._client._settings.encode_job(input, options, byte_order,
                                                headers)
        response = self._client._with_schema(
            self,
            lambda: self._client._unary("encode", job.request(self, document),
                                        timeout),
            timeout)
        return Encoded(response.payload, response.key_hash)

    # -- many

    def decode_batch(self, payloads: Iterable[Bytes], *,
                     output: Form = "python",
                     options: Optional[Options] = None,
                     raise_on_error: bool = False,
                     timeout: Optional[float] = None) -> List[Any]:
        """Decodes many payloads in one call; gives one result each, in order.

        A payload that failed has its TranscdrError as its result, which is not
        raised; with raise_on_error, the first one is.
        """
        job = self._client._settings.decode_job(output, options)
        return [documents_of(outcome) for outcome in
                self._run_batch(job, payloads, raise_on_error, timeout)]

    def encode_batch(self, documents: Iterable[Any], *,
                     input: Form = "python",
                     options: Optional[Options] = None,
                     byte_order: Optional[ByteOrder] = None,
                     ros_service_headers: Sequence[bytes] = (),
                     raise_on_error: bool = False,
                     timeout: Optional[float] = None
                     ) -> List[Union[bytes, TranscdrError]]:
        """Encodes many documents in one call. Errors as in decode_batch.

        `ros_service_headers`: as in encode, one for each document, or none.
        Streams write zeros.
        """
        job = self._client._settings.encode_job(input, options, byte_order,
                                                ros_service_headers)
        return self._run_batch(job, documents, raise_on_error, timeout)

    def decode_stream(
        self,
        payloads: Iterable[Bytes],
        *,
        output: Form = "python",
        options: Optional[Options] = None,
        raise_on_error: bool = False,
        batch_size: int = DEFAULT_BATCH_SIZE,
        batch_bytes: int = DEFAULT_BATCH_BYTES,
        in_flight: int = DEFAULT_IN_FLIGHT,
        timeout: Optional[float] = None,
    ) -> Iterator[Any]:
        """Decodes any number of payloads over one stream, in order.

        The way with the most throughput: batches of `batch_size` payloads (or
        of `batch_bytes`, whichever is reached first), `in_flight` of them on
        the way at once. Reads ahead of what it gives by no more than that.
        Errors as in decode_batch; `timeout` is for the answer to one batch.
        Leaving the loop early ends the stream.
        """
        job = self._client._settings.decode_job(output, options)
        for outcome in self._run_stream(job, payloads, batch_size, batch_bytes,
                                        in_flight, timeout):
            yield documents_of(checked(outcome, raise_on_error))

    def encode_stream(
        self,
        documents: Iterable[Any],
        *,
        input: Form = "python",
        options: Optional[Options] = None,
        byte_order: Optional[ByteOrder] = None,
        raise_on_error: bool = False,
        batch_size: int = DEFAULT_BATCH_SIZE,
        batch_bytes: int = DEFAULT_BATCH_BYTES,
        in_flight: int = DEFAULT_IN_FLIGHT,
        timeout: Optional[float] = None,
    ) -> Iterator[Union[bytes, TranscdrError]]:
        """Encodes any number of documents over one stream, as decode_stream."""
        job = self._client._settings.encode_job(input, options, byte_order)
        for outcome in self._run_stream(job, documents, batch_size,
                                        batch_bytes, in_flight, timeout):
            yield checked(outcome, raise_on_error)

    # -- inside

    def _run_batch(self, job: Union[DecodeJob, EncodeJob],
                   values: Iterable[Any], raise_on_error: bool,
                   timeout: Optional[float]) -> List[Any]:
        batch = Batch(self)
        batch.items = [job.item(value) for value in values]
        return [checked(outcome, raise_on_error)
                for outcome in self._client._batch(job, batch, timeout)]

    def _run_stream(self, job: Union[DecodeJob, EncodeJob],
                    values: Iterable[Any], batch_size: int, batch_bytes: int,
                    in_flight: int, timeout: Optional[float]) -> Iterator[Any]:
        return self._client._stream(job, ((self, value) for value in values),
                                    batch_size, batch_bytes, in_flight,
                                    timeout)


def _id(schema: Union[str, SchemaHandle]) -> str:
    return schema if isinstance(schema, str) else schema.id


def _windows(builder: WindowBuilder[Schema],
             items: Iterable[Tuple[Schema, Any]]) -> Iterator[Window[Schema]]:
    for schema, value in items:
        window = builder.add(schema, value)
        if window is not None:
            yield window
    window = builder.flush()
    if window is not None:
        yield window
