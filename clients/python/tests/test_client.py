"""The synchronous client against a fake daemon: what it sends, when it tries
again, and how streams behave."""

import datetime
import gc
import itertools
import math
import threading
import time

import msgpack
import numpy
import pytest
from fake_daemon import (FAIL, KEY_HASH, SERVICE_HEADER, status,
                         truncated)
from google.protobuf import duration_pb2
from google.rpc import error_details_pb2
from grpc import StatusCode

import transcdr
from transcdr._proto.transcdr.v1 import encoding_pb2

SOURCE = transcdr.RosMsg("demo/msg/A", "int32 x")


@pytest.fixture
def client(fake):
    with transcdr.Client(fake.target) as instance:
        yield instance


@pytest.fixture
def schema(client):
    return client.register(SOURCE)


# -- registering


def test_register_sends_text_dependencies_and_profile(fake, client):
    profile = transcdr.pb.WireProfile(
        preset=transcdr.pb.WIRE_PRESET_FAST_CDR_2)
    schema = client.register(transcdr.RosMsg(
        "demo/msg/A", "demo/B b", {"demo/msg/B": "int8 x"}, profile))
    request, = fake.requests("RegisterSchema")
    assert request.ros_msg.text == "demo/B b"
    assert request.ros_msg.dependencies[0].type_name == "demo/msg/B"
    assert request.ros_msg.dependencies[0].text == "int8 x"
    assert request.root_type == "demo/msg/A"
    assert request.profile == profile
    assert schema.id in fake.schemas
    assert schema.root_type == "demo::msg::A"
    assert schema.warnings == (
        transcdr.Diagnostic("demo/msg/A", 3, 7, "odd"),)
    assert repr(schema) == f"<Schema demo::msg::A {schema.id[:12]}>"


def test_register_sends_descriptors(fake, client):
    types = transcdr.pb.TypeDescriptorSet(
        types=[transcdr.pb.TypeDescriptor(name="A")])
    client.register(transcdr.Descriptors(types, "A"))
    request, = fake.requests("RegisterSchema")
    assert request.descriptors == types
    assert request.root_type == "A"


def test_register_sends_idl(fake, client):
    client.register(transcdr.Idl("#include <p>", "m::S", {"p": "struct P;"}))
    client.register(transcdr.Idl("struct A { octet o; };", ros2=True))
    client.register(transcdr.Idl("struct B { octet o; };", ros2=False))
    omg, ros2, no_ros2 = fake.requests("RegisterSchema")
    assert omg.idl.text == "#include <p>"
    assert omg.idl.files[0].name == "p"
    assert omg.idl.files[0].text == "struct P;"
    assert omg.root_type == "m::S"
    assert omg.idl.dialect == 0
    assert ros2.idl.dialect == 2
    assert ros2.root_type == ""
    assert no_ros2.idl.dialect == 1


def test_register_sends_type_objects(fake, client):
    client.register(transcdr.TypeObject(b"root", [b"one", b"two"], "m::S"))
    request, = fake.requests("RegisterSchema")
    assert request.type_object.type_object == b"root"
    assert list(request.type_object.dependencies) == [b"one", b"two"]
    assert request.root_type == "m::S"


def test_validate_keeps_nothing(fake, client):
    assert [w.message for w in client.validate(SOURCE)] == ["odd"]
    assert not fake.schemas


def test_list_takes_all_pages(fake, client):
    for number in range(5):
        client.register(transcdr.RosMsg(f"demo/msg/A{number}", "int32 x"))
    schemas = list(client.list_schemas(page_size=2))
    assert [schema.id for schema in schemas] == sorted(fake.schemas)
    assert len(fake.requests("ListSchemas")) == 3
    assert schemas[0].plan_bytes == 99
    assert schemas[0].register_time == datetime.datetime(
        2026, 11, 30, 12, 0, 0, 500_000, datetime.timezone.utc)


def test_get_and_delete(fake, client, schema):
    info = client.get_schema(schema)
    assert (info.id, info.canonical_form, info.plan_dump) == (
        schema.id, "canonical", "dump")
    client.delete_schema(schema.id)
    assert not fake.schemas
    with pytest.raises(transcdr.SchemaNotFound) as caught:
        client.get_schema(schema)
    assert caught.value.schema_id == schema.id


def test_renderings(fake, client, schema):
    assert client.get_schema(schema).idl == ""
    info = client.get_schema(schema, renderings=[transcdr.Rendering.IDL])
    assert (info.idl, info.json_schema) == ("idl", "")


def test_compare(fake, client, schema):
    source = transcdr.RosMsg("demo/msg/A", "int32 x")
    told = client.compare_schemas(schema, source)
    assert told == transcdr.SchemaComparison(
        transcdr.Verdict.BREAKING, transcdr.Verdict.BOTH,
        (transcdr.SchemaChange("a.b", "demo::A", "a member was added", "",
                               "int32", transcdr.Verdict.BREAKING,
                               transcdr.Verdict.BOTH),), 7)
    request = fake.calls[-1][1]
    assert request.a.source.WhichOneof("source")
    assert request.b.source == source.to_request()
    client.compare_schemas(client.schema(schema.id), schema.id)
    request = fake.calls[-1][1]
    assert request.a.schema_id == request.b.schema_id == schema.id
    with pytest.raises(transcdr.SchemaNotFound):
        client.compare_schemas(source, "0" * 64)


def test_health(client):
    assert client.health() is transcdr.HealthStatus.SERVING


# -- one payload


def test_decode_gives_python_json_or_messagepack(fake, schema):
    document = msgpack.packb({"x": 1})
    assert schema.decode(document) == {"x": 1}
    assert schema.decode_raw(document) == document
    assert schema.decode_json('{"x":1}'.encode()) == '{"x":1}'
    formats = [request.format for request in fake.requests("Decode")]
    assert formats == [encoding_pb2.DOCUMENT_FORMAT_MESSAGE_PACK,
                       encoding_pb2.DOCUMENT_FORMAT_MESSAGE_PACK,
                       encoding_pb2.DOCUMENT_FORMAT_JSON]


def test_decode_detailed_counts_trailing_bytes(schema):
    assert schema.decode_detailed(b"\x05") == transcdr.Decoded(5, 2)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_payloads_of_every_kind_of_bytes(schema, kind):
    assert schema.decode(kind(b"\x05")) == 5


def test_encode_takes_python_json_or_messagepack(fake, schema):
    array = numpy.array([1.5], dtype="f8")
    assert schema.encode({"x": array}) == (
        b"\x81\xa1x\xc7\x09\x74\x08" + array.tobytes())
    assert schema.encode_json('{"x": "\u00e9"}') == '{"x": "é"}'.encode()
    assert schema.encode_json(b"{}") == b"{}"
    assert schema.encode_raw(b"\x80", byte_order=transcdr.ByteOrder.BIG_ENDIAN
                             ) == b"\x80"
    last = fake.requests("Encode")[-1]
    assert last.byte_order == encoding_pb2.BYTE_ORDER_BIG_ENDIAN
    with pytest.raises(TypeError, match="bytes, not str"):
        schema.encode_raw("{}")


KEYS = transcdr.Options(representation=transcdr.Representation.XCDR2,
                        key_only=True, want_key_hash=True)


def test_every_call_sends_what_the_payload_is(fake, client, schema):
    schema.decode(b"\x05", options=KEYS)
    schema.decode_batch([b"\x05"], options=KEYS)
    list(schema.decode_stream([b"\x05"], options=KEYS))
    list(client.decode_mixed([(schema, b"\x05")], options=KEYS))
    schema.encode(5, options=KEYS)
    schema.encode_batch([5], options=KEYS)
    list(schema.encode_stream([5], options=KEYS))
    requests = [getattr(request, "batch", request)
                for _, request in fake.calls[1:]]
    assert len(requests) == 7
    assert all(request.payload_options == KEYS.payload_to_proto()
               for request in requests)


def test_the_client_says_what_payloads_are(fake):
    with transcdr.Client(fake.target, options=KEYS) as client:
        schema = client.register(SOURCE)
        schema.encode(5)
        schema.encode(5, options=transcdr.Options(
            representation=transcdr.Representation.XCDR1, key_only=False))
    first, second = fake.requests("Encode")
    assert first.payload_options == KEYS.payload_to_proto()
    assert (second.payload_options.representation ==
            encoding_pb2.REPRESENTATION_XCDR1)
    assert not second.payload_options.key_only
    assert second.payload_options.want_key_hash


def test_detailed_calls_give_the_whole_report(client, schema):
    expected = transcdr.Decoded(5, 2, 3, "a.b", KEY_HASH, SERVICE_HEADER)
    assert schema.decode_detailed(b"\x05", options=KEYS) == expected
    result, = client.decode_mixed([(schema, b"\x05")], options=KEYS)
    assert result == transcdr.Decoded(5, 1, 3, "a.b", KEY_HASH, SERVICE_HEADER)
    assert schema.encode_detailed(5, options=KEYS) == transcdr.Encoded(
        b"\x05", KEY_HASH)
    assert schema.encode_detailed("{}", input="json") == transcdr.Encoded(
        b"{}", b"")


def test_service_headers_are_sent(fake, schema):
    schema.encode(5, ros_service_header=SERVICE_HEADER)
    schema.encode_json("5", ros_service_header=SERVICE_HEADER)
    schema.encode_raw(b"\x05", ros_service_header=SERVICE_HEADER)
    schema.encode(5)
    assert [request.ros_service_header
            for request in fake.requests("Encode")] == [
                SERVICE_HEADER, SERVICE_HEADER, SERVICE_HEADER, b""]
    schema.encode_batch([5, 6], ros_service_headers=[SERVICE_HEADER, KEY_HASH])
    request, = fake.requests("EncodeBatch")
    assert list(request.ros_service_headers) == [SERVICE_HEADER, KEY_HASH]


def test_an_error_is_raised_with_all_it_knows(schema):
    with pytest.raises(transcdr.PayloadTruncated) as caught:
        schema.decode(FAIL)
    assert caught.value.byte_offset == 12
    assert caught.value.field_path == "a.b[3]"
    assert caught.value.code is StatusCode.INVALID_ARGUMENT


# -- registering again


def test_a_forgotten_schema_is_registered_again_once(fake, schema):
    fake.schemas.clear()
    assert schema.decode(b"\x05") == 5
    assert [method for method, _ in fake.calls] == [
        "RegisterSchema", "Decode", "RegisterSchema", "Decode"]
    fake.schemas.clear()
    assert schema.encode(5) == b"\x05"
    fake.schemas.clear()
    assert schema.decode_batch([b"\x05"]) == [5]
    fake.schemas.clear()
    assert schema.encode_batch([5]) == [b"\x05"]
    assert len(fake.requests("RegisterSchema")) == 5


def test_a_second_not_found_is_raised(fake, schema, monkeypatch):
    monkeypatch.setattr(fake, "_not_found", lambda schema_id: status(
        StatusCode.NOT_FOUND, "gone", "SCHEMA_NOT_FOUND"))
    with pytest.raises(transcdr.SchemaNotFound):
        schema.decode(b"\x05")
    assert len(fake.requests("Decode")) == 2
    assert len(fake.requests("RegisterSchema")) == 2


def test_other_errors_are_not_tried_again(fake, schema):
    fake.fail_next["Decode"] = truncated()
    with pytest.raises(transcdr.PayloadTruncated):
        schema.decode(b"\x05")
    assert len(fake.requests("Decode")) == 1


def test_a_handle_without_a_source_raises(fake, client, schema):
    fake.schemas.clear()
    with pytest.raises(transcdr.SchemaNotFound):
        client.schema(schema.id).decode(b"\x05")
    assert len(fake.requests("Decode")) == 1


def test_a_handle_from_an_id_with_a_source_registers_it(fake, client):
    schema = client.schema("00" * 32, SOURCE)
    assert schema.decode(b"\x05") == 5
    assert schema.id in fake.schemas
    assert schema.root_type == "demo::msg::A"


# -- batches


def test_a_failed_item_is_an_exception_object(schema):
    first, second, third = schema.decode_batch([b"\x01", FAIL, b"\x03"])
    assert (first, third) == (1, 3)
    assert isinstance(second, transcdr.PayloadTruncated)
    assert second.byte_offset == 12


def test_raise_on_error_raises_the_first(schema):
    with pytest.raises(transcdr.PayloadTruncated):
        schema.decode_batch([b"\x01", FAIL], raise_on_error=True)


def test_batches_in_every_form(schema):
    assert schema.decode_batch([b"\x01"], output="msgpack") == [b"\x01"]
    assert schema.decode_batch([b"[1]"], output="json") == ["[1]"]
    assert schema.encode_batch(["[1]"], input="json") == [b"[1]"]
    assert schema.encode_batch([b"\x01"], input="msgpack") == [b"\x01"]
    assert schema.decode_batch([]) == []


def test_an_answer_with_too_few_results_is_an_error(fake, schema, monkeypatch):
    monkeypatch.setattr(fake, "_decoded", lambda request:
                        transcdr._core.codec.DecodeBatchResponse())
    with pytest.raises(transcdr.TranscdrError, match="1 items were sent"):
        schema.decode_batch([b"\x01"])


# -- streams


def test_a_stream_keeps_order_and_cuts_batches(fake, schema):
    payloads = [msgpack.packb(number) for number in range(1000)]
    assert list(schema.decode_stream(payloads, batch_size=64)) == list(
        range(1000))
    sizes = [len(request.batch.payloads)
             for request in fake.requests("DecodeStream")]
    assert sizes == [64] * 15 + [40]
    assert not fake.requests("DecodeBatch")


def test_a_stream_cuts_batches_by_bytes(fake, schema):
    payloads = [msgpack.packb(bytes(400))] * 5
    assert len(list(schema.decode_stream(payloads, batch_bytes=800))) == 5
    assert [len(request.batch.payloads) for request in
            fake.requests("DecodeStream")] == [2, 2, 1]


def test_a_stream_of_documents(schema):
    assert list(schema.encode_stream(range(5), batch_size=2)) == [
        b"\x00", b"\x01", b"\x02", b"\x03", b"\x04"]


def test_an_empty_stream(schema):
    assert list(schema.decode_stream([])) == []


def test_failed_items_of_a_stream(schema):
    payloads = [b"\x01", FAIL, b"\x03"]
    first, second, third = schema.decode_stream(payloads, batch_size=2)
    assert (first, third) == (1, 3)
    assert isinstance(second, transcdr.PayloadTruncated)
    with pytest.raises(transcdr.PayloadTruncated):
        list(schema.decode_stream(payloads, raise_on_error=True))


def test_a_stream_reads_ahead_no_further_than_in_flight(schema):
    taken = itertools.count()
    payloads = (msgpack.packb(next(taken) % 100) for _ in range(10_000))
    stream = schema.decode_stream(payloads, batch_size=10, in_flight=3)
    assert next(stream) == 0
    assert next(taken) <= 30
    stream.close()


def test_the_callers_iterable_is_read_in_the_callers_thread(schema):
    threads = set()

    def payloads():
        for _ in range(100):
            threads.add(threading.get_ident())
            yield b"\x01"

    assert sum(schema.decode_stream(payloads(), batch_size=7)) == 100
    assert threads == {threading.get_ident()}


def test_an_error_of_the_callers_iterable_ends_the_stream(schema):
    def payloads():
        yield b"\x01"
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        list(schema.decode_stream(payloads(), batch_size=1))


def test_a_stream_registers_a_forgotten_schema_again(fake, schema):
    fake.forget_on_stream = 2
    payloads = [msgpack.packb(number) for number in range(100)]
    assert list(schema.decode_stream(payloads, batch_size=10)) == list(
        range(100))
    # Batches that were on the way when the schema went are sent once more, the
    # first of them twice: before and after registering.
    assert 2 <= len(fake.requests("DecodeBatch")) <= 5
    assert len(fake.requests("RegisterSchema")) == 2


def test_a_refused_batch_fails_its_items_only(fake, schema):
    fake.fail_next["DecodeStream"] = status(
        StatusCode.INVALID_ARGUMENT, "no", "REQUEST_INVALID",
        {"name": "format"})
    results = list(schema.decode_stream([b"\x01"] * 4, batch_size=2))
    assert results[2:] == [1, 1]
    for result in results[:2]:
        assert isinstance(result, transcdr.RequestInvalid)
        assert result.name == "format"


def busy(milliseconds):
    delay = duration_pb2.Duration()
    delay.FromMilliseconds(milliseconds)
    return status(StatusCode.RESOURCE_EXHAUSTED, "busy", "SERVER_BUSY",
                  details=[error_details_pb2.RetryInfo(retry_delay=delay)])


def test_a_stream_waits_for_a_busy_daemon(fake, schema):
    fake.fail_next["DecodeStream"] = busy(50)
    fake.fail_next["DecodeBatch"] = busy(50)
    begin = time.monotonic()
    results = schema.decode_stream([b"\x01", b"\x02"], batch_size=1)
    assert list(results) == [1, 2]
    assert time.monotonic() - begin >= 0.1
    assert len(fake.requests("DecodeBatch")) == 2


def test_a_stream_waits_for_a_busy_daemon_no_longer_than_its_timeout(
        fake, schema):
    fake.fail_next["DecodeStream"] = busy(20_000)
    begin = time.monotonic()
    results = list(schema.decode_stream([b"\x01", b"\x02"], batch_size=1))
    assert time.monotonic() - begin < 10
    assert isinstance(results[0], transcdr.ServerBusy)
    assert results[0].retry_after == 20
    assert results[1] == 2


def test_a_schema_that_cannot_be_registered_again_fails_its_items(fake, schema):
    fake.forget_on_stream = 0
    fake.fail_next["RegisterSchema"] = status(
        StatusCode.RESOURCE_EXHAUSTED, "full", "LIMIT_EXCEEDED")
    result, = schema.decode_stream([b"\x01"])
    assert isinstance(result, transcdr.LimitExceeded)


def test_a_stream_without_a_source_gives_not_found_for_its_items(client):
    result, = client.schema("00").decode_stream([b"\x01"])
    assert isinstance(result, transcdr.SchemaNotFound)


def test_a_late_answer_ends_the_stream(fake, schema):
    fake.delay["DecodeStream"] = 5
    begin = time.monotonic()
    with pytest.raises(transcdr.DeadlineExceeded, match="within 0.2 s"):
        list(schema.decode_stream([b"\x01"], timeout=0.2))
    assert time.monotonic() - begin < 4


def test_a_stream_that_the_daemon_ends_is_an_error(fake, schema):
    fake.end_stream_after = 1
    stream = schema.decode_stream([b"\x01"] * 3, batch_size=1, in_flight=1)
    assert next(stream) == 1
    with pytest.raises(transcdr.Unavailable, match="ended the stream"):
        next(stream)


def test_leaving_a_stream_early_leaves_no_thread(schema):
    before = threading.active_count()
    for _ in range(5):
        for value in schema.decode_stream([b"\x01"] * 100, batch_size=1):
            break
        gc.collect()
    end = time.monotonic() + 10
    while threading.active_count() > before + 2:  # gRPC's own poller.
        assert time.monotonic() < end, threading.enumerate()
        time.sleep(0.02)


def test_big_batches_do_not_lock_up(schema):
    payload = msgpack.packb(bytes(3_000_000))
    sizes = [len(value) for value in schema.decode_stream(
        [payload] * 12, in_flight=6)]
    assert sizes == [3_000_000] * 12


@pytest.mark.parametrize("arguments", [
    {"batch_size": 0}, {"batch_bytes": 0}, {"in_flight": 0}])
def test_sizes_have_to_be_positive(schema, arguments):
    with pytest.raises(ValueError, match="positive"):
        list(schema.decode_stream([b"\x01"], **arguments))


def test_mixed_schemas_share_a_stream_and_keep_order(fake, client, schema):
    other = client.register(transcdr.RosMsg("demo/msg/B", "int8 y"))
    handles = [schema, other, other]
    pairs = [(handles[number % 3], msgpack.packb(number))
             for number in range(50)]
    results = list(client.decode_mixed(pairs, batch_size=10))
    assert [result.document for result in results] == list(range(50))
    assert {result.trailing_bytes for result in results} == {1}
    requests = fake.requests("DecodeStream")
    assert len(requests) == 10  # Two schemas in each of five windows.
    assert {request.batch.schema_id for request in requests} == {
        schema.id, other.id}


# -- the connection


def test_a_late_answer_is_deadline_exceeded(fake, schema):
    fake.delay["Decode"] = 2
    with pytest.raises(transcdr.DeadlineExceeded):
        schema.decode(b"\x05", timeout=0.1)
    assert schema.decode(b"\x05", timeout=math.inf) == 5


def test_the_clients_timeout_is_the_default(fake):
    with transcdr.Client(fake.target, timeout=0.1) as client:
        fake.delay["RegisterSchema"] = 2
        with pytest.raises(transcdr.DeadlineExceeded):
            client.register(SOURCE)


def test_an_unreachable_daemon_is_unavailable():
    with transcdr.Client("127.0.0.1:1") as client:
        with pytest.raises(transcdr.Unavailable, match="127.0.0.1:1") as caught:
            client.register(SOURCE)
        assert isinstance(caught.value, ConnectionError)


def test_channel_options_of_the_caller_win(fake):
    with transcdr.Client(fake.target, channel_options=[
            ("grpc.max_receive_message_length", 1000)]) as client:
        schema = client.register(SOURCE)
        with pytest.raises(transcdr.LimitExceeded, match="larger than max"):
            schema.decode_raw(bytes(5000))


def test_messages_of_any_size_pass(fake, schema):
    assert len(schema.decode_raw(bytes(10_000_000))) == 10_000_000


def test_several_threads_share_a_client(schema):
    failures = []

    def work(number):
        for _ in range(20):
            if schema.decode(msgpack.packb(number)) != number:
                failures.append(number)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
