"""The asyncio client. It does what transcdr.client does, and says so once:
the methods of the same name are documented there."""

from __future__ import annotations

import asyncio
import collections
import math
import time
from types import TracebackType
from typing import (Any, AsyncGenerator, AsyncIterable, AsyncIterator,
                    Awaitable, Callable, Deque, Dict, Iterable, List, Optional,
                    Sequence, Tuple, Type, TypeVar, Union)

import grpc
import grpc.aio
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

__all__ = ["AsyncClient", "AsyncSchema"]

T = TypeVar("T")
AnyIterable = Union[Iterable[T], AsyncIterable[T]]


class AsyncClient:
    """A connection to transcdrd for asyncio.

        async with transcdr.AsyncClient("127.0.0.1:50051") as client:
            schema = await client.register(transcdr.RosMsg("d/msg/A", "int8 x"))
            await schema.decode(payload)

    Belongs to the event loop that runs at its first call. Arguments, timeouts
    and errors as in Client.
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
        """As Client."""
        self._target = target
        self._settings = Settings(options, numpy)
        self._timeout = timeout
        self._credentials = credentials
        self._arguments = _rpc.channel_options(channel_options)
        self._channel: Optional[grpc.aio.Channel] = None
        self._calls: Dict[str, Callable[..., Any]] = {}

    # -- schemas

    async def register(self, source: SchemaSource, *,
                       timeout: Optional[float] = None) -> AsyncSchema:
        """As Client.register."""
        response = await self._unary("register_schema", source.to_request(),
                                     timeout)
        return AsyncSchema(self, response.schema_id, response.root_type, source,
                           diagnostics(response))

    async def validate(self, source: SchemaSource, *,
                       timeout: Optional[float] = None) -> List[Diagnostic]:
        """As Client.validate."""
        request = source.to_request()
        request.validate_only = True
        return diagnostics(
            await self._unary("register_schema", request, timeout))

    def schema(self, schema_id: str,
               source: Optional[SchemaSource] = None) -> AsyncSchema:
        """As Client.schema."""
        return AsyncSchema(self, schema_id, "", source)

    async def list_schemas(self, *, page_size: int = 100,
                           timeout: Optional[float] = None
                           ) -> AsyncIterator[SchemaSummary]:
        """As Client.list_schemas, for `async for`."""
        token = ""
        while True:
            page = await self._unary(
                "list_schemas", schema_pb2.ListSchemasRequest(
                    page_size=page_size, page_token=token), timeout)
            for message in page.schemas:
                yield summary(message)
            token = page.next_page_token
            if not token:
                return

    async def get_schema(self, schema: Union[str, SchemaHandle], *,
                         renderings: Sequence[Rendering] = (),
                         timeout: Optional[float] = None) -> SchemaInfo:
        """As Client.get_schema."""
        return schema_info(await self._unary(
            "get_schema", get_request(schema, renderings), timeout))

    async def compare_schemas(self, a: Comparable, b: Comparable, *,
                              timeout: Optional[float] = None
                              ) -> SchemaComparison:
        """As Client.compare_schemas."""
        return comparison(await self._unary(
            "compare_schemas", compare_request(a, b), timeout))

    async def delete_schema(self, schema: Union[str, SchemaHandle], *,
                            timeout: Optional[float] = None) -> None:
        """As Client.delete_schema."""
        await self._unary(
            "delete_schema",
            schema_pb2.DeleteSchemaRequest(schema_id=_id(schema)), timeout)

    # -- the daemon

    async def health(self, service: str = "", *,
                     timeout: Optional[float] = None) -> HealthStatus:
        """As Client.health."""
        response = await self._unary(
            "health", wrappers_pb2.StringValue(value=service), timeout)
        return HealthStatus(response.value)

    # -- mixed schemas

    async def decode_mixed(
        self,
        items: AnyIterable[Tuple[AsyncSchema, Bytes]],
        *,
        output: Form = "python",
        options: Optional[Options] = None,
        raise_on_error: bool = False,
        batch_size: int = DEFAULT_BATCH_SIZE,
        batch_bytes: int = DEFAULT_BATCH_BYTES,
        in_flight: int = DEFAULT_IN_FLIGHT,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[Union[Decoded, TranscdrError]]:
        """As Client.decode_mixed; takes async iterables too."""
        job = self._settings.decode_job(output, options)
        outcomes = self._stream(job, items, batch_size, batch_bytes, in_flight,
                                timeout)
        try:
            async for outcome in outcomes:
                yield checked(outcome, raise_on_error)
        finally:
            await outcomes.aclose()

    # -- life

    async def close(self) -> None:
        """Closes the connection; calls in flight fail."""
        if self._channel is not None:
            await self._channel.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]],
                        error: Optional[BaseException],
                        traceback: Optional[TracebackType]) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<AsyncClient {self._target}>"

    # -- inside

    def _call(self, name: str) -> Callable[..., Any]:
        # grpc.aio binds a channel to the loop that runs when it is made.
        if self._channel is None:
            self._channel = (
                grpc.aio.insecure_channel(self._target, self._arguments)
                if self._credentials is None else
                grpc.aio.secure_channel(self._target, self._credentials,
                                        self._arguments))
            self._calls = _rpc.make_calls(self._channel)
        return self._calls[name]

    async def _unary(self, name: str, request: Any,
                     timeout: Optional[float]) -> Any:
        try:
            return await self._call(name)(
                request, timeout=_rpc.grpc_timeout(timeout, self._timeout))
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error, self._target) from error

    async def _with_schema(self, schema: AsyncSchema,
                           call: Callable[[], Awaitable[T]],
                           timeout: Optional[float]) -> T:
        """As Client._with_schema."""
        try:
            return await call()
        except SchemaNotFound:
            if schema.source is None:
                raise
        schema._adopt(await self._unary("register_schema",
                                        schema.source.to_request(), timeout))
        return await call()

    async def _batch(self, job: Job, batch: Batch[AsyncSchema],
                     timeout: Optional[float]) -> List[Any]:
        """Translates a batch by a call of its own."""
        response = await self._with_schema(
            batch.schema,
            lambda: self._unary(job.batch_call,
                                job.batch_request(batch.schema, batch.items),
                                timeout),
            timeout)
        check_count(batch, response.results)
        return [job.result(batch.schema, result)
                for result in response.results]

    async def _stream(self, job: Job,
                      items: AnyIterable[Tuple[AsyncSchema, Any]],
                      batch_size: int, batch_bytes: int, in_flight: int,
                      timeout: Optional[float]) -> AsyncGenerator[Any, None]:
        """Translates items over the stream, and gives outcomes in order.

        A task of its own writes: a write may wait until the daemon reads on,
        and the daemon reads on only when its answers are read.
        """
        builder: WindowBuilder[AsyncSchema] = WindowBuilder(job, batch_size,
                                                            batch_bytes)
        if in_flight < 1:
            raise ValueError("in_flight has to be positive")
        seconds = self._timeout if timeout is None else timeout
        requests: asyncio.Queue[Any] = asyncio.Queue()
        waiting: Deque[Window[AsyncSchema]] = collections.deque()
        call = self._call(job.stream_call)()
        writer = asyncio.ensure_future(_write(call, requests))
        windows = _windows(builder, items)
        try:
            more = True
            while True:
                while more and len(waiting) < in_flight:
                    window = await _next(windows)
                    if window is None:
                        more = False
                        requests.put_nowait(None)
                        break
                    for batch in window.batches:
                        requests.put_nowait(
                            job.stream_request(batch.schema, batch.items))
                    waiting.append(window)
                if not waiting:
                    return
                for outcome in await self._finish(job, call, waiting.popleft(),
                                                  seconds, timeout):
                    yield outcome
        finally:
            # Also when the caller stops early.
            call.cancel()
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            await windows.aclose()

    async def _finish(self, job: Job, call: Any, window: Window[AsyncSchema],
                      seconds: float, timeout: Optional[float]) -> List[Any]:
        """Waits for a window's answers."""
        results: List[Any] = [None] * window.count
        for batch in window.batches:
            response = await self._answer(call, seconds)
            outcomes: List[Any]
            if response.WhichOneof("outcome") == "error":
                outcomes = await self._again(
                    job, batch, from_status(response.error), seconds, timeout)
            else:
                check_count(batch, response.batch.results)
                outcomes = [job.result(batch.schema, result)
                            for result in response.batch.results]
            place(results, batch, outcomes)
        return results

    async def _again(self, job: Job, batch: Batch[AsyncSchema],
                     error: TranscdrError, seconds: float,
                     timeout: Optional[float]) -> List[Any]:
        """As Client._again."""
        end = time.monotonic() + seconds
        while may_try_again(error, batch):
            if isinstance(error, ServerBusy):
                pause = error.retry_after or DEFAULT_RETRY_AFTER
                if time.monotonic() + pause > end:
                    break
                await asyncio.sleep(pause)
            try:
                return await self._batch(job, batch, timeout)
            except ServerBusy as busy:
                error = busy
            except TranscdrError as refusal:
                if not refusal.reason:  # It is the connection.
                    raise
                error = refusal
                break
        return [error] * len(batch.items)

    async def _answer(self, call: Any, seconds: float) -> Any:
        """Gives the stream's next answer."""
        try:
            response = await asyncio.wait_for(
                call.read(), None if math.isinf(seconds) else seconds)
        except asyncio.TimeoutError as error:
            raise DeadlineExceeded(
                f"no answer within {seconds:g} s",
                code=grpc.StatusCode.DEADLINE_EXCEEDED) from error
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error, self._target) from error
        if response is grpc.aio.EOF:
            raise Unavailable(f"{self._target}: the daemon ended the stream",
                              code=grpc.StatusCode.UNAVAILABLE)
        return response


class AsyncSchema(SchemaHandle):
    """A registered schema: as Schema, with coroutines."""

    def __init__(self, client: AsyncClient, schema_id: str, root_type: str,
                 source: Optional[SchemaSource],
                 warnings: Sequence[Diagnostic] = ()) -> None:
        super().__init__(schema_id, root_type, source, warnings)
        self._client = client

    # -- one payload

    async def decode(self, payload: Bytes, *,
                     options: Optional[Options] = None,
                     timeout: Optional[float] = None) -> Any:
        """As Schema.decode."""
        return (await self.decode_detailed(payload, options=options,
                                           timeout=timeout)).document

    async def decode_json(self, payload: Bytes, *,
                          options: Optional[Options] = None,
                          timeout: Optional[float] = None) -> str:
        """As Schema.decode_json."""
        text: str = (await self.decode_detailed(
            payload, output="json", options=options, timeout=timeout)).document
        return text

    async def decode_raw(self, payload: Bytes, *,
                         options: Optional[Options] = None,
                         timeout: Optional[float] = None) -> bytes:
        """As Schema.decode_raw."""
        document: bytes = (await self.decode_detailed(
            payload, output="msgpack", options=options,
            timeout=timeout)).document
        return document

    async def decode_detailed(self, payload: Bytes, *,
                              output: Form = "python",
                              options: Optional[Options] = None,
                              timeout: Optional[float] = None) -> Decoded:
        """As Schema.decode_detailed."""
        job = self._client._settings.decode_job(output, options)
        response = await self._client._with_schema(
            self,
            lambda: self._client._unary("decode", job.request(self, payload),
                                        timeout),
            timeout)
        return job.decoded(self, response)

    async def encode(self, document: Any, *,
                     options: Optional[Options] = None,
                     byte_order: Optional[ByteOrder] = None,
                     ros_service_header: bytes = b"",
                     timeout: Optional[float] = None) -> bytes:
        """As Schema.encode."""
        return (await self.encode_detailed(
            document, options=options, byte_order=byte_order,
            ros_service_header=ros_service_header, timeout=timeout)).payload

    async def encode_json(self, text: Union[str, Bytes], *,
                          options: Optional[Options] = None,
                          byte_order: Optional[ByteOrder] = None,
                          ros_service_header: bytes = b"",
                          timeout: Optional[float] = None) -> bytes:
        """As Schema.encode_json."""
        return (await self.encode_detailed(
            text, input="json", options=options, byte_order=byte_order,
            ros_service_header=ros_service_header, timeout=timeout)).payload

    async def encode_raw(self, document: Bytes, *,
                         options: Optional[Options] = None,
                         byte_order: Optional[ByteOrder] = None,
                         ros_service_header: bytes = b"",
                         timeout: Optional[float] = None) -> bytes:
        """As Schema.encode_raw."""
        return (await self.encode_detailed(
            document, input="msgpack", options=options, byte_order=byte_order,
            ros_service_header=ros_service_header, timeout=timeout)).payload

    async def encode_detailed(self, document: Any, *, input: Form = "python",
                              options: Optional[Options] = None,
                              byte_order: Optional[ByteOrder] = None,
                              ros_service_header: bytes = b"",
                              timeout: Optional[float] = None) -> Encoded:
        """As Schema.encode_detailed."""
        headers = (ros_service_header,) if ros_service_header else ()
        job = self._client._settings.encode_job(input, options, byte_order,
                                                headers)
        response = await self._client._with_schema(
            self,
            lambda: self._client._unary("encode", job.request(self, document),
                                        timeout),
            timeout)
        return Encoded(response.payload, response.key_hash)

    # -- many

    async def decode_batch(self, payloads: Iterable[Bytes], *,
                           output: Form = "python",
                           options: Optional[Options] = None,
                           raise_on_error: bool = False,
                           timeout: Optional[float] = None) -> List[Any]:
        """As Schema.decode_batch."""
        job = self._client._settings.decode_job(output, options)
        return [documents_of(outcome) for outcome in
                await self._run_batch(job, payloads, raise_on_error, timeout)]

    async def encode_batch(self, documents: Iterable[Any], *,
                           input: Form = "python",
                           options: Optional[Options] = None,
                           byte_order: Optional[ByteOrder] = None,
                           ros_service_headers: Sequence[bytes] = (),
                           raise_on_error: bool = False,
                           timeout: Optional[float] = None
                           ) -> List[Union[bytes, TranscdrError]]:
        """As Schema.encode_batch."""
        job = self._client._settings.encode_job(input, options, byte_order,
                                                ros_service_headers)
        return await self._run_batch(job, documents, raise_on_error, timeout)

    async def decode_stream(
        self,
        payloads: AnyIterable[Bytes],
        *,
        output: Form = "python",
        options: Optional[Options] = None,
        raise_on_error: bool = False,
        batch_size: int = DEFAULT_BATCH_SIZE,
        batch_bytes: int = DEFAULT_BATCH_BYTES,
        in_flight: int = DEFAULT_IN_FLIGHT,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[Any]:
        """As Schema.decode_stream; takes async iterables too."""
        job = self._client._settings.decode_job(output, options)
        outcomes = self._client._stream(job, self._pairs(payloads), batch_size,
                                        batch_bytes, in_flight, timeout)
        try:
            async for outcome in outcomes:
                yield documents_of(checked(outcome, raise_on_error))
        finally:
            await outcomes.aclose()

    async def encode_stream(
        self,
        documents: AnyIterable[Any],
        *,
        input: Form = "python",
        options: Optional[Options] = None,
        byte_order: Optional[ByteOrder] = None,
        raise_on_error: bool = False,
        batch_size: int = DEFAULT_BATCH_SIZE,
        batch_bytes: int = DEFAULT_BATCH_BYTES,
        in_flight: int = DEFAULT_IN_FLIGHT,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[Union[bytes, TranscdrError]]:
        """As Schema.encode_stream; takes async iterables too."""
        job = self._client._settings.encode_job(input, options, byte_order)
        outcomes = self._client._stream(job, self._pairs(documents), batch_size,
                                        batch_bytes, in_flight, timeout)
        try:
            async for outcome in outcomes:
                yield checked(outcome, raise_on_error)
        finally:
            await outcomes.aclose()

    # -- inside

    async def _run_batch(self, job: Union[DecodeJob, EncodeJob],
                         values: Iterable[Any], raise_on_error: bool,
                         timeout: Optional[float]) -> List[Any]:
        batch = Batch(self)
        batch.items = [job.item(value) for value in values]
        return [checked(outcome, raise_on_error)
                for outcome in await self._client._batch(job, batch, timeout)]

    async def _pairs(self, values: AnyIterable[Any]
                     ) -> AsyncIterator[Tuple[AsyncSchema, Any]]:
        async for value in _iterate(values):
            yield self, value


def _id(schema: Union[str, SchemaHandle]) -> str:
    return schema if isinstance(schema, str) else schema.id


async def _iterate(items: AnyIterable[T]) -> AsyncIterator[T]:
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item


async def _windows(
    builder: WindowBuilder[AsyncSchema],
    items: AnyIterable[Tuple[AsyncSchema, Any]],
) -> AsyncGenerator[Window[AsyncSchema], None]:
    async for schema, value in _iterate(items):
        window = builder.add(schema, value)
        if window is not None:
            yield window
    window = builder.flush()
    if window is not None:
        yield window


async def _next(items: AsyncIterator[T]) -> Optional[T]:
    try:
        return await items.__anext__()
    except StopAsyncIteration:
        return None


async def _write(call: Any, requests: asyncio.Queue[Any]) -> None:
    """Sends what comes out of the queue until None does.

    A write that fails says that the call ended; whoever reads the answers
    learns why.
    """
    try:
        while (request := await requests.get()) is not None:
            await call.write(request)
        await call.done_writing()
    except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
        pass
