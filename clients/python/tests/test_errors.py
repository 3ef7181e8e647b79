"""Exceptions: their classes, attributes, and where they are read from."""

import pickle

import grpc
import pytest
from fake_daemon import status
from google.protobuf import duration_pb2
from google.rpc import error_details_pb2

import transcdr
from transcdr import errors
from transcdr._proto.transcdr.v1 import error_reason_pb2

INVALID = grpc.StatusCode.INVALID_ARGUMENT


class RpcError:
    """What a failed call looks like."""

    def __init__(self, code, details="", trailing=()):
        self.code = lambda: code
        self.details = lambda: details
        self.trailing_metadata = lambda: trailing


def test_every_reason_of_the_protocol_has_a_class_of_its_own():
    names = {value.name[len("ERROR_REASON_"):] for value in
             error_reason_pb2.ErrorReason.DESCRIPTOR.values if value.number}
    classes = {type(errors.from_status(status(INVALID, "m", name)))
               for name in names}
    assert len(classes) == len(names) == 19
    assert transcdr.TranscdrError not in classes


def test_attributes_hold_every_word():
    error = errors.from_status(status(
        INVALID, "too long", "BOUND_EXCEEDED",
        {"schema_id": "ab" * 32, "byte_offset": "1312",
         "field_path": "poses[17].name", "expected": "at most 8",
         "actual": "9", "limit": "8", "name": "n", "flag": "f", "other": "x"}))
    assert type(error) is transcdr.BoundExceeded
    assert isinstance(error, transcdr.InvalidValue)
    assert isinstance(error, ValueError)
    assert str(error) == error.message == "too long"
    assert error.code is INVALID
    assert error.reason == "BOUND_EXCEEDED"
    assert error.schema_id == "ab" * 32
    assert error.byte_offset == 1312
    assert error.field_path == "poses[17].name"
    assert (error.expected, error.actual) == ("at most 8", "9")
    assert (error.limit, error.name, error.flag) == ("8", "n", "f")
    assert error.metadata["other"] == "x"


def test_attributes_that_do_not_apply_are_none():
    error = errors.from_status(status(INVALID, "m", "TYPE_MISMATCH"))
    assert error.byte_offset is None
    assert error.field_path is None
    assert error.retry_after is None
    assert error.diagnostics == []


def test_schema_invalid_lists_every_diagnostic():
    bad = error_details_pb2.BadRequest()
    bad.field_violations.add(field="demo/msg/A:3:7", description="no type foo")
    bad.field_violations.add(field="demo/msg/B:1", description="a: b:c")
    bad.field_violations.add(field="demo/msg/C", description="empty")
    bad.field_violations.add(field="", description="root")
    error = errors.from_status(status(INVALID, "4 faults", "SCHEMA_INVALID",
                                      details=[bad]))
    assert type(error) is transcdr.SchemaInvalid
    assert error.diagnostics == [
        transcdr.Diagnostic("demo/msg/A", 3, 7, "no type foo"),
        transcdr.Diagnostic("demo/msg/B", 1, 0, "a: b:c"),
        transcdr.Diagnostic("demo/msg/C", 0, 0, "empty"),
        transcdr.Diagnostic("", 0, 0, "root"),
    ]
    assert [str(diagnostic) for diagnostic in error.diagnostics] == [
        "demo/msg/A:3:7: no type foo", "demo/msg/B:1: a: b:c",
        "demo/msg/C: empty", "root"]


def test_server_busy_says_when_to_come_back():
    retry = error_details_pb2.RetryInfo(
        retry_delay=duration_pb2.Duration(seconds=1, nanos=500_000_000))
    error = errors.from_status(status(grpc.StatusCode.RESOURCE_EXHAUSTED, "m",
                                      "SERVER_BUSY", details=[retry]))
    assert type(error) is transcdr.ServerBusy
    assert error.retry_after == 1.5


def test_a_reason_of_another_domain_is_not_ours():
    info = error_details_pb2.ErrorInfo(reason="PAYLOAD_TRUNCATED",
                                       domain="some.proxy")
    error = errors.from_status(status(INVALID, "m", details=[info]))
    assert type(error) is transcdr.TranscdrError
    assert error.reason == ""


def test_a_reason_of_a_newer_daemon_keeps_its_name():
    error = errors.from_status(status(INVALID, "m", "NEW_REASON"))
    assert type(error) is transcdr.TranscdrError
    assert error.reason == "NEW_REASON"


def test_details_of_a_call_are_read_from_trailing_metadata():
    inner = status(grpc.StatusCode.NOT_FOUND, "no schema", "SCHEMA_NOT_FOUND",
                   {"schema_id": "00"})
    error = errors.from_rpc_error(RpcError(
        grpc.StatusCode.NOT_FOUND, "no schema",
        (("x", "y"), ("grpc-status-details-bin", inner.SerializeToString()))))
    assert type(error) is transcdr.SchemaNotFound
    assert error.schema_id == "00"


@pytest.mark.parametrize("code, kind, builtin", [
    (grpc.StatusCode.UNAVAILABLE, transcdr.Unavailable, ConnectionError),
    (grpc.StatusCode.DEADLINE_EXCEEDED, transcdr.DeadlineExceeded,
     TimeoutError),
    (grpc.StatusCode.UNIMPLEMENTED, transcdr.TranscdrError, Exception),
])
def test_errors_of_grpc_itself(code, kind, builtin):
    error = errors.from_rpc_error(RpcError(code, "why"), "host:1")
    assert type(error) is kind
    assert isinstance(error, builtin)
    assert error.code is code
    assert "why" in str(error)
    assert error.reason == ""


def test_unavailable_names_the_target():
    error = errors.from_rpc_error(
        RpcError(grpc.StatusCode.UNAVAILABLE, "refused"), "host:1")
    assert str(error) == "host:1: refused"


def test_too_large_a_message_says_where_to_look():
    error = errors.from_rpc_error(RpcError(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "SERVER: Received message larger than max (6 vs. 4)"))
    assert type(error) is transcdr.LimitExceeded
    assert "--max-message-bytes" in str(error)


def test_errors_survive_pickling():
    error = errors.from_status(status(
        INVALID, "m", "PAYLOAD_TRUNCATED", {"byte_offset": "4"}))
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is transcdr.PayloadTruncated
    assert copy.byte_offset == 4
    assert copy.code is INVALID
