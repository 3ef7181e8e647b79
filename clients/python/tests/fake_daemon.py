"""A daemon in the test's own process, for what a real one does not do on
demand: forget, fail in a chosen way, answer late.

It translates nothing: a document is its payload. A payload (or document) that
starts with FAIL is refused. Not a substitute for the real daemon in any test of
what translations give.
"""

import hashlib
import threading
import time
from concurrent import futures

import grpc
from google.protobuf import any_pb2, wrappers_pb2
from google.rpc import error_details_pb2, status_pb2

from transcdr._proto.transcdr.v1 import codec_service_pb2 as codec
from transcdr._proto.transcdr.v1 import schema_service_pb2 as schema_pb2

FAIL = b"\xc1fail"  # 0xc1 is no MessagePack.
KEY_HASH = bytes(range(16))
SERVICE_HEADER = bytes(range(16, 32))


def status(code, message, reason="", metadata=None, details=()):
    """Builds a google.rpc.Status as the daemon does."""
    result = status_pb2.Status(code=code.value[0], message=message)
    if reason:
        info = error_details_pb2.ErrorInfo(reason=reason, domain="transcdr",
                                           metadata=metadata or {})
        details = (info, *details)
    for detail in details:
        packed = any_pb2.Any()
        packed.Pack(detail)
        result.details.append(packed)
    return result


def truncated():
    """The error of a payload that ends early."""
    return status(grpc.StatusCode.INVALID_ARGUMENT,
                  "payload truncated at byte 12: a.b[3] needs 8 bytes",
                  "PAYLOAD_TRUNCATED",
                  {"byte_offset": "12", "field_path": "a.b[3]",
                   "expected": "8 bytes", "actual": "3 bytes"})


class FakeDaemon:
    """The daemon. Attributes steer it and tell what it saw."""

    def __init__(self):
        self.schemas = {}
        self.calls = []  # (method, request), in order.
        self.fail_next = {}  # Method to a Status, for one call.
        self.delay = {}  # Method to seconds.
        self.forget_on_stream = None  # Batch number at which schemas go.
        self.end_stream_after = None  # Batches after which the stream ends.
        self._lock = threading.Lock()
        self._server = grpc.server(futures.ThreadPoolExecutor(8), options=[
            ("grpc.max_receive_message_length", -1)])
        self._server.add_generic_rpc_handlers((
            self._service("transcdr.v1.SchemaService", {
                "RegisterSchema": (self._register,
                                   schema_pb2.RegisterSchemaRequest),
                "GetSchema": (self._get, schema_pb2.GetSchemaRequest),
                "ListSchemas": (self._list, schema_pb2.ListSchemasRequest),
                "DeleteSchema": (self._delete, schema_pb2.DeleteSchemaRequest),
                "CompareSchemas": (self._compare,
                                   schema_pb2.CompareSchemasRequest),
            }),
            self._service("transcdr.v1.CodecService", {
                "Decode": (self._decode, codec.DecodeRequest),
                "Encode": (self._encode, codec.EncodeRequest),
                "DecodeBatch": (self._decode_batch, codec.DecodeBatchRequest),
                "EncodeBatch": (self._encode_batch, codec.EncodeBatchRequest),
            }, {
                "DecodeStream": (self._decode_stream,
                                 codec.DecodeStreamRequest),
                "EncodeStream": (self._encode_stream,
                                 codec.EncodeStreamRequest),
            }),
            self._service("grpc.health.v1.Health", {
                "Check": (lambda request, context:
                          wrappers_pb2.Int32Value(value=1),
                          wrappers_pb2.StringValue),
            }),
        ))
        port = self._server.add_insecure_port("127.0.0.1:0")
        self.target = f"127.0.0.1:{port}"
        self._server.start()

    def stop(self):
        self._server.stop(None).wait()

    def requests(self, method):
        """Gives the requests that a method saw."""
        return [request for name, request in self.calls if name == method]

    # -- plumbing

    def _service(self, name, unary, stream=None):
        handlers = {
            method: grpc.unary_unary_rpc_method_handler(
                self._recording(method, function),
                request_deserializer=request.FromString,
                response_serializer=lambda m: m.SerializeToString())
            for method, (function, request) in unary.items()}
        handlers.update({
            method: grpc.stream_stream_rpc_method_handler(
                function,
                request_deserializer=request.FromString,
                response_serializer=lambda m: m.SerializeToString())
            for method, (function, request) in (stream or {}).items()})
        return grpc.method_handlers_generic_handler(name, handlers)

    def _recording(self, method, function):
        def call(request, context):
            with self._lock:
                self.calls.append((method, request))
            time.sleep(self.delay.get(method, 0))
            failure = self.fail_next.pop(method, None)
            if failure is not None:
                self._abort(context, failure)
            return function(request, context)
        return call

    @staticmethod
    def _abort(context, failure):
        context.set_trailing_metadata((
            ("grpc-status-details-bin", failure.SerializeToString()),))
        code = {c.value[0]: c for c in grpc.StatusCode}[failure.code]
        context.abort(code, failure.message)

    def _not_found(self, schema_id):
        if schema_id in self.schemas:
            return None
        return status(grpc.StatusCode.NOT_FOUND,
                      f"no schema {schema_id}", "SCHEMA_NOT_FOUND",
                      {"schema_id": schema_id})

    # -- SchemaService

    def _register(self, request, context):
        source = getattr(request, request.WhichOneof("source"))
        schema_id = hashlib.sha256(
            source.SerializeToString(deterministic=True) +
            request.root_type.encode()).hexdigest()
        is_new = schema_id not in self.schemas and not request.validate_only
        if not request.validate_only:
            self.schemas[schema_id] = request
        return schema_pb2.RegisterSchemaResponse(
            schema_id=schema_id, root_type=request.root_type.replace("/", "::"),
            is_new=is_new, warnings=[schema_pb2.SchemaDiagnostic(
                file="demo/msg/A", line=3, column=7, message="odd")])

    def _get(self, request, context):
        failure = self._not_found(request.schema_id)
        if failure:
            self._abort(context, failure)
        return schema_pb2.GetSchemaResponse(
            schema_id=request.schema_id, root_type="demo::msg::A",
            canonical_form="canonical", plan_dump="dump",
            idl="idl" if schema_pb2.SCHEMA_RENDERING_IDL in request.renderings
            else "")

    def _compare(self, request, context):
        for side in (request.a, request.b):
            failure = side.schema_id and self._not_found(side.schema_id)
            if failure:
                self._abort(context, failure)
        return schema_pb2.CompareSchemasResponse(
            xcdr1=schema_pb2.COMPARE_VERDICT_BREAKING,
            xcdr2=schema_pb2.COMPARE_VERDICT_BOTH, left_out_changes=7,
            changes=[schema_pb2.SchemaChange(
                path="a.b", type_name="demo::A", message="a member was added",
                after="int32", xcdr1=schema_pb2.COMPARE_VERDICT_BREAKING,
                xcdr2=schema_pb2.COMPARE_VERDICT_BOTH)])

    def _list(self, request, context):
        ids = sorted(self.schemas)
        first = int(request.page_token or 0)
        last = first + request.page_size
        page = schema_pb2.ListSchemasResponse(
            next_page_token=str(last) if last < len(ids) else "")
        for schema_id in ids[first:last]:
            line = page.schemas.add(schema_id=schema_id,
                                    root_type="demo::msg::A", plan_bytes=99)
            line.register_time.FromJsonString("2026-11-30T12:00:00.5Z")
        return page

    def _delete(self, request, context):
        failure = self._not_found(request.schema_id)
        if failure:
            self._abort(context, failure)
        del self.schemas[request.schema_id]
        return schema_pb2.DeleteSchemaResponse()

    # -- CodecService

    def _decode(self, request, context):
        failure = self._not_found(request.schema_id)
        if failure is None and request.payload.startswith(FAIL):
            failure = truncated()
        if failure:
            self._abort(context, failure)
        return codec.DecodeResponse(document=request.payload, trailing_bytes=2,
                                    report=self._report(request))

    def _encode(self, request, context):
        failure = self._not_found(request.schema_id)
        if failure:
            self._abort(context, failure)
        return codec.EncodeResponse(payload=request.document,
                                    key_hash=self._key_hash(request))

    def _decode_batch(self, request, context):
        failure = self._not_found(request.schema_id)
        if failure:
            self._abort(context, failure)
        return self._decoded(request)

    def _encode_batch(self, request, context):
        failure = self._not_found(request.schema_id)
        if failure:
            self._abort(context, failure)
        return self._encoded(request)

    @staticmethod
    def _key_hash(request):
        return KEY_HASH if request.payload_options.want_key_hash else b""

    @classmethod
    def _report(cls, request):
        """One that says something when the call asks for a key hash."""
        if not request.payload_options.want_key_hash:
            return None
        return codec.DecodeReport(
            defaulted_members=3, first_defaulted_member="a.b",
            key_hash=cls._key_hash(request), ros_service_header=SERVICE_HEADER)

    @classmethod
    def _decoded(cls, request):
        return codec.DecodeBatchResponse(results=[
            codec.DecodeResult(error=truncated())
            if payload.startswith(FAIL) else
            codec.DecodeResult(document=payload, trailing_bytes=1,
                               report=cls._report(request))
            for payload in request.payloads])

    @classmethod
    def _encoded(cls, request):
        return codec.EncodeBatchResponse(results=[
            codec.EncodeResult(payload=document,
                               key_hash=cls._key_hash(request))
            for document in request.documents])

    def _decode_stream(self, requests, context):
        yield from self._stream("DecodeStream", requests, self._decoded,
                                codec.DecodeStreamResponse)

    def _encode_stream(self, requests, context):
        yield from self._stream("EncodeStream", requests, self._encoded,
                                codec.EncodeStreamResponse)

    def _stream(self, method, requests, translate, response):
        for number, request in enumerate(requests):
            if number == self.end_stream_after:
                return
            with self._lock:
                self.calls.append((method, request))
            time.sleep(self.delay.get(method, 0))
            if number == self.forget_on_stream:
                self.schemas.clear()
            failure = (self._not_found(request.batch.schema_id) or
                       self.fail_next.pop(method, None))
            yield (response(error=failure) if failure
                   else response(batch=translate(request.batch)))
