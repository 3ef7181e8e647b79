"""Client of transcdrd, the daemon that turns XCDR payloads into documents.

    import transcdr

    with transcdr.Client("127.0.0.1:50051") as client:
        schema = client.register(transcdr.RosMsg("demo/msg/Point", "float64 x"))
        payload = schema.encode({"x": 1.5})
        print(schema.decode(payload), schema.decode_json(payload))

Client and Schema are for threads, AsyncClient and AsyncSchema for asyncio. See
README.md for a tour and transcdr.errors for what can be raised.
"""

from transcdr import errors, pb
from transcdr._core import (Decoded, Encoded, HealthStatus, Rendering,
                            SchemaChange, SchemaComparison, SchemaInfo,
                            SchemaSummary, Verdict)
from transcdr.aio import AsyncClient, AsyncSchema
from transcdr.client import Client, Schema
from transcdr.errors import *  # noqa: F403  (its __all__ is part of ours)
from transcdr.options import *  # noqa: F403
from transcdr.options import __all__ as _options
from transcdr.source import Descriptors, Idl, RosMsg, SchemaSource, TypeObject

__version__ = "0.1.0"

__all__ = [
    "AsyncClient",
    "AsyncSchema",
    "Client",
    "Decoded",
    "Descriptors",
    "Encoded",
    "HealthStatus",
    "Idl",
    "Rendering",
    "RosMsg",
    "Schema",
    "SchemaChange",
    "SchemaComparison",
    "SchemaInfo",
    "SchemaSource",
    "SchemaSummary",
    "TypeObject",
    "Verdict",
    "errors",
    "pb",
]
__all__ += errors.__all__
__all__ += _options
