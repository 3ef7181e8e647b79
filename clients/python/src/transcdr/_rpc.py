"""The daemon's RPCs by path and message types, for both kinds of channel.

Both grpc and grpc.aio make a callable from the same four arguments, so the
table is all that the clients need; no generated service stubs.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from google.protobuf import wrappers_pb2

from transcdr._proto.transcdr.v1 import codec_service_pb2 as codec
from transcdr._proto.transcdr.v1 import schema_service_pb2 as schema

DEFAULT_TIMEOUT = 10.0  # Seconds.

_SCHEMA = "/transcdr.v1.SchemaService/"
_CODEC = "/transcdr.v1.CodecService/"

_Table = Dict[str, Tuple[str, Any, Any]]  # Path, request type, response type.

_UNARY: _Table = {
    "register_schema": (_SCHEMA + "RegisterSchema",
                        schema.RegisterSchemaRequest,
                        schema.RegisterSchemaResponse),
    "get_schema": (_SCHEMA + "GetSchema", schema.GetSchemaRequest,
                   schema.GetSchemaResponse),
    "list_schemas": (_SCHEMA + "ListSchemas", schema.ListSchemasRequest,
                     schema.ListSchemasResponse),
    "delete_schema": (_SCHEMA + "DeleteSchema", schema.DeleteSchemaRequest,
                      schema.DeleteSchemaResponse),
    "compare_schemas": (_SCHEMA + "CompareSchemas",
                        schema.CompareSchemasRequest,
                        schema.CompareSchemasResponse),
    "decode": (_CODEC + "Decode", codec.DecodeRequest, codec.DecodeResponse),
    "encode": (_CODEC + "Encode", codec.EncodeRequest, codec.EncodeResponse),
    "decode_batch": (_CODEC + "DecodeBatch", codec.DecodeBatchRequest,
                     codec.DecodeBatchResponse),
    "encode_batch": (_CODEC + "EncodeBatch", codec.EncodeBatchRequest,
                     codec.EncodeBatchResponse),
    # HealthCheckRequest holds one string with number 1 and HealthCheckResponse
    # one enum with number 1. The wrappers of protobuf have the same bytes,
    # which saves the dependency on grpcio-health-checking.
    "health": ("/grpc.health.v1.Health/Check", wrappers_pb2.StringValue,
               wrappers_pb2.Int32Value),
}
_STREAM: _Table = {
    "decode_stream": (_CODEC + "DecodeStream", codec.DecodeStreamRequest,
                      codec.DecodeStreamResponse),
    "encode_stream": (_CODEC + "EncodeStream", codec.EncodeStreamRequest,
                      codec.EncodeStreamResponse),
}


def make_calls(channel: Any) -> Dict[str, Callable[..., Any]]:
    """Gives the callable of every RPC by name, on either kind of channel."""
    calls: Dict[str, Callable[..., Any]] = {}
    for kind, table in ((channel.unary_unary, _UNARY),
                        (channel.stream_stream, _STREAM)):
        for name, (path, request, response) in table.items():
            calls[name] = kind(path,
                               request_serializer=request.SerializeToString,
                               response_deserializer=response.FromString)
    return calls


def channel_options(
    extra: Optional[Sequence[Tuple[str, Any]]],
) -> List[Tuple[str, Any]]:
    """Gives the options of a channel: ours, then the caller's, which win."""
    ours = {
        # gRPC's default of 4 MiB is less than one camera image. The daemon
        # limits what it takes; see "Big messages" in the README.
        "grpc.max_receive_message_length": -1,
        "grpc.max_send_message_length": -1,
        # The daemon is a neighbour, hardly ever behind the proxy that the
        # environment names for the internet.
        "grpc.enable_http_proxy": 0,
    }
    return list({**ours, **dict(extra or ())}.items())


def grpc_timeout(timeout: Optional[float], default: float) -> Optional[float]:
    """Gives a timeout as gRPC wants it: None takes the default, and infinity
    means no limit."""
    seconds = default if timeout is None else timeout
    return None if math.isinf(seconds) else seconds
