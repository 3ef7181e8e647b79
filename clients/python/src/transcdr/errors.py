"""What can go wrong, as exceptions.

Every exception of this package is a `TranscdrError`. Its class follows the
daemon's ErrorReason (proto/transcdr/v1/error_reason.proto); its attributes hold
every dynamic word of the message, so that no program has to take text apart.

    TranscdrError
      SchemaError
        SchemaNotFound, SchemaInvalid, SchemaUnsupported
      PayloadError (also ValueError): the bytes are wrong
        PayloadTruncated, PayloadMalformed, PayloadTrailingBytes
      DocumentError (also ValueError): the document is wrong
        DocumentMalformed
      InvalidValue (also ValueError): a value breaks its type, on either side
        BoundExceeded, ValueOutOfRange, TypeMismatch, MemberMissing,
        MemberUnknown, MemberDuplicate, InvalidUtf8, UnknownEnumerator
      RequestInvalid (also ValueError)
      LimitExceeded, ServerBusy, InternalError
      Unavailable (also ConnectionError), DeadlineExceeded (also TimeoutError)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple, Type

import grpc
from google.rpc import error_details_pb2, status_pb2

__all__ = [
    "BoundExceeded",
    "DeadlineExceeded",
    "Diagnostic",
    "DocumentError",
    "DocumentMalformed",
    "InternalError",
    "InvalidUtf8",
    "InvalidValue",
    "LimitExceeded",
    "MemberDuplicate",
    "MemberMissing",
    "MemberUnknown",
    "PayloadError",
    "PayloadMalformed",
    "PayloadTrailingBytes",
    "PayloadTruncated",
    "RequestInvalid",
    "SchemaError",
    "SchemaInvalid",
    "SchemaNotFound",
    "SchemaUnsupported",
    "ServerBusy",
    "TranscdrError",
    "TypeMismatch",
    "Unavailable",
    "UnknownEnumerator",
    "ValueOutOfRange",
]


@dataclass(frozen=True)
class Diagnostic:
    """A remark about a schema's text."""

    file: str
    """The type name of the text it is about, or empty."""
    line: int
    """From 1; 0: not about one line."""
    column: int
    """From 1, in bytes; 0: not about one place."""
    message: str
    """The remark, without the position."""

    def __str__(self) -> str:
        place = self.file
        if self.line:
            place += f":{self.line}"
            if self.column:
                place += f":{self.column}"
        return f"{place}: {self.message}" if place else self.message


class TranscdrError(Exception):
    """Base of everything this package raises on behalf of the daemon.

    `str()` gives the daemon's message. Attributes that do not apply are empty
    or None.
    """

    code: grpc.StatusCode
    """The gRPC code."""
    reason: str
    """An ErrorReason without its prefix, "PAYLOAD_TRUNCATED"; empty when the
    error comes from gRPC itself."""
    message: str
    """For people."""
    metadata: Dict[str, str]
    """The words of the message by key, all of them."""

    def __init__(
        self,
        message: str,
        *,
        code: grpc.StatusCode = grpc.StatusCode.UNKNOWN,
        reason: str = "",
        metadata: Optional[Mapping[str, str]] = None,
        diagnostics: Optional[List[Diagnostic]] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.reason = reason
        self.metadata = dict(metadata or {})
        self.diagnostics: List[Diagnostic] = list(diagnostics or [])
        """Every fault of the schema's text (SchemaInvalid, SchemaUnsupported).
        """
        self.retry_after = retry_after
        """Seconds to wait before the next try (ServerBusy)."""

    def __reduce__(self) -> Tuple[Any, ...]:
        # Keyword arguments do not survive Exception's own pickling.
        return _rebuild, (type(self), self.message, self.code, self.reason,
                          self.metadata, self.diagnostics, self.retry_after)

    @property
    def schema_id(self) -> Optional[str]:
        """The schema that the call named."""
        return self.metadata.get("schema_id")

    @property
    def byte_offset(self) -> Optional[int]:
        """Where it happened, from the first byte of the input, header
        included."""
        text = self.metadata.get("byte_offset", "")
        return int(text) if text.isdigit() else None

    @property
    def field_path(self) -> Optional[str]:
        """The field, as in "poses[17].orientation.w"."""
        return self.metadata.get("field_path")

    @property
    def expected(self) -> Optional[str]:
        """What had to be there."""
        return self.metadata.get("expected")

    @property
    def actual(self) -> Optional[str]:
        """What was there instead."""
        return self.metadata.get("actual")

    @property
    def limit(self) -> Optional[str]:
        """The limit that was exceeded."""
        return self.metadata.get("limit")

    @property
    def name(self) -> Optional[str]:
        """The limit's, the request field's or the schema construct's name."""
        return self.metadata.get("name")

    @property
    def flag(self) -> Optional[str]:
        """The daemon's flag that sets the limit."""
        return self.metadata.get("flag")


def _rebuild(kind: Type[TranscdrError], message: str, code: grpc.StatusCode,
             reason: str, metadata: Dict[str, str],
             diagnostics: List[Diagnostic],
             retry_after: Optional[float]) -> TranscdrError:
    return kind(message, code=code, reason=reason, metadata=metadata,
                diagnostics=diagnostics, retry_after=retry_after)


class SchemaError(TranscdrError):
    """About a schema as a whole."""


class SchemaNotFound(SchemaError):
    """The daemon has no such schema, and this client no source to register."""


class SchemaInvalid(SchemaError):
    """The schema is wrong; `diagnostics` lists every fault."""


class SchemaUnsupported(SchemaError):
    """The schema is right, but this release cannot translate it."""


class PayloadError(TranscdrError, ValueError):
    """The payload is wrong (or the schema is not the writer's)."""


class PayloadTruncated(PayloadError):
    """The payload ends before the value does."""


class PayloadMalformed(PayloadError):
    """The payload breaks a rule of XCDR."""


class PayloadTrailingBytes(PayloadError):
    """Bytes after the value (only with Options(strict=True))."""


class DocumentError(TranscdrError, ValueError):
    """The document is wrong as text or MessagePack."""


class DocumentMalformed(DocumentError):
    """The document is not well-formed JSON or MessagePack."""


class InvalidValue(TranscdrError, ValueError):
    """A value breaks a rule of its type."""


class BoundExceeded(InvalidValue):
    """A string, sequence or map is longer than its bound."""


class ValueOutOfRange(InvalidValue):
    """A value that its type cannot hold."""


class TypeMismatch(InvalidValue):
    """A value of another kind than the type wants."""


class MemberMissing(InvalidValue):
    """A member is missing and has to be there."""


class MemberUnknown(InvalidValue):
    """The document has a member that the type has not."""


class MemberDuplicate(InvalidValue):
    """A member, or a key of a map, comes twice."""


class InvalidUtf8(InvalidValue):
    """Text that is not UTF-8."""


class UnknownEnumerator(InvalidValue):
    """No such enumerator or flag."""


class RequestInvalid(TranscdrError, ValueError):
    """A field of the request is missing or contradictory."""


class LimitExceeded(TranscdrError):
    """A limit of the daemon; `flag` names the flag that sets it."""


class ServerBusy(TranscdrError):
    """Too much work at once; try again after `retry_after` seconds."""


class InternalError(TranscdrError):
    """A fault of transcdr's own. Please report it."""


class Unavailable(TranscdrError, ConnectionError):
    """The daemon cannot be reached, or closed the connection."""


class DeadlineExceeded(TranscdrError, TimeoutError):
    """The call took longer than its timeout."""


_BY_REASON: Dict[str, Type[TranscdrError]] = {
    "SCHEMA_NOT_FOUND": SchemaNotFound,
    "SCHEMA_INVALID": SchemaInvalid,
    "SCHEMA_UNSUPPORTED": SchemaUnsupported,
    "PAYLOAD_TRUNCATED": PayloadTruncated,
    "PAYLOAD_MALFORMED": PayloadMalformed,
    "PAYLOAD_TRAILING_BYTES": PayloadTrailingBytes,
    "BOUND_EXCEEDED": BoundExceeded,
    "VALUE_OUT_OF_RANGE": ValueOutOfRange,
    "TYPE_MISMATCH": TypeMismatch,
    "MEMBER_MISSING": MemberMissing,
    "MEMBER_UNKNOWN": MemberUnknown,
    "MEMBER_DUPLICATE": MemberDuplicate,
    "INVALID_UTF8": InvalidUtf8,
    "UNKNOWN_ENUMERATOR": UnknownEnumerator,
    "DOCUMENT_MALFORMED": DocumentMalformed,
    "LIMIT_EXCEEDED": LimitExceeded,
    "SERVER_BUSY": ServerBusy,
    "REQUEST_INVALID": RequestInvalid,
    "INTERNAL": InternalError,
}

# For errors without a reason: gRPC's own, and those of a newer daemon.
_BY_CODE: Dict[grpc.StatusCode, Type[TranscdrError]] = {
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.DEADLINE_EXCEEDED: DeadlineExceeded,
    grpc.StatusCode.RESOURCE_EXHAUSTED: LimitExceeded,
    grpc.StatusCode.INTERNAL: InternalError,
}

_CODE_BY_NUMBER: Dict[int, grpc.StatusCode] = {
    code.value[0]: code for code in grpc.StatusCode
}

_TOO_LARGE = re.compile(r"(sent|received) message larger than max",
                        re.IGNORECASE)

_DETAILS_KEY = "grpc-status-details-bin"


def _diagnostic(violation: Any) -> Diagnostic:
    """Turns a FieldViolation, whose field is "file:line:column", around."""
    match = re.fullmatch(r"(.*?)(?::(\d+))?(?::(\d+))?", violation.field,
                         re.DOTALL)
    assert match is not None  # The pattern matches any text.
    file, line, column = match.groups()
    return Diagnostic(file, int(line or 0), int(column or 0),
                      violation.description)


def from_status(status: Any) -> TranscdrError:
    """Gives the exception for a google.rpc.Status, as batches hold them."""
    code = _CODE_BY_NUMBER.get(status.code, grpc.StatusCode.UNKNOWN)
    reason = ""
    metadata: Dict[str, str] = {}
    diagnostics: List[Diagnostic] = []
    retry_after: Optional[float] = None
    for detail in status.details:
        if detail.Is(error_details_pb2.ErrorInfo.DESCRIPTOR):
            info = error_details_pb2.ErrorInfo()
            detail.Unpack(info)
            # Another domain's reasons (a proxy's) are not ours.
            if info.domain == "transcdr":
                reason = info.reason
            metadata.update(info.metadata)
        elif detail.Is(error_details_pb2.BadRequest.DESCRIPTOR):
            bad_request = error_details_pb2.BadRequest()
            detail.Unpack(bad_request)
            diagnostics += [_diagnostic(violation)
                            for violation in bad_request.field_violations]
        elif detail.Is(error_details_pb2.RetryInfo.DESCRIPTOR):
            retry = error_details_pb2.RetryInfo()
            detail.Unpack(retry)
            retry_after = (retry.retry_delay.seconds +
                           retry.retry_delay.nanos / 1e9)
    kind = _BY_REASON.get(reason) or _BY_CODE.get(code, TranscdrError)
    return kind(status.message, code=code, reason=reason, metadata=metadata,
                diagnostics=diagnostics, retry_after=retry_after)


def from_rpc_error(error: Any, target: str = "") -> TranscdrError:
    """Gives the exception for a failed call.

    Takes the grpc.RpcError of the synchronous or of the asyncio API, and the
    daemon's address for the message of Unavailable.
    """
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS_KEY:
            # The status within is the whole error; the plain code and text
            # beside it only repeat it.
            return from_status(status_pb2.Status.FromString(value))
    code = error.code()
    message = error.details() or ""
    if code is grpc.StatusCode.UNAVAILABLE and target:
        message = f"{target}: {message}"
    elif code is grpc.StatusCode.DEADLINE_EXCEEDED:
        message = f"no answer within the timeout ({message})"
    elif (code is grpc.StatusCode.RESOURCE_EXHAUSTED and
          _TOO_LARGE.search(message)):
        message += ("; if it is the daemon that says so, its flag is "
                    "--max-message-bytes: see \"Big messages\" in the README, "
                    "or send smaller batches")
    return _BY_CODE.get(code, TranscdrError)(message, code=code)
