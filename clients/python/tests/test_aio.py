"""The asyncio client against a fake daemon: what could differ from the
synchronous one."""

import asyncio
import math
import time

import msgpack
import pytest
import pytest_asyncio
from fake_daemon import FAIL, KEY_HASH, SERVICE_HEADER, status
from grpc import StatusCode

import transcdr

SOURCE = transcdr.RosMsg("demo/msg/A", "int32 x")


@pytest_asyncio.fixture
async def client(fake):
    async with transcdr.AsyncClient(fake.target) as instance:
        yield instance


@pytest_asyncio.fixture
async def schema(client):
    return await client.register(SOURCE)


async def collect(stream):
    return [item async for item in stream]


async def test_both_clients_have_the_same_methods():
    def public(kind):
        return {name for name in vars(kind) if not name.startswith("_")}

    assert public(transcdr.Client) == public(transcdr.AsyncClient)
    assert public(transcdr.Schema) == public(transcdr.AsyncSchema)


async def test_a_client_can_be_made_outside_of_the_loop(fake):
    client = await asyncio.to_thread(transcdr.AsyncClient, fake.target)
    async with client:
        assert await client.health() is transcdr.HealthStatus.SERVING


async def test_closing_an_unused_client():
    await transcdr.AsyncClient("127.0.0.1:1").close()


async def test_schemas(fake, client):
    for number in range(3):
        await client.register(transcdr.RosMsg(f"demo/msg/A{number}", ""))
    assert [w.message for w in await client.validate(SOURCE)] == ["odd"]
    listed = await collect(client.list_schemas(page_size=2))
    assert [schema.id for schema in listed] == sorted(fake.schemas)
    info = await client.get_schema(listed[0].id)
    assert info.canonical_form == "canonical"
    info = await client.get_schema(listed[0].id,
                                   renderings=[transcdr.Rendering.IDL])
    assert info.idl == "idl"
    told = await client.compare_schemas(listed[0].id, SOURCE)
    assert told.xcdr2 is transcdr.Verdict.BOTH
    await client.delete_schema(listed[0].id)
    with pytest.raises(transcdr.SchemaNotFound):
        await client.get_schema(listed[0].id)


async def test_one_payload(schema):
    assert await schema.decode(b"\x05") == 5
    assert await schema.decode_json(b"5") == "5"
    assert await schema.decode_raw(b"\x05") == b"\x05"
    assert await schema.decode_detailed(b"\x05") == transcdr.Decoded(5, 2)
    assert await schema.encode({"x": 1}) == b"\x81\xa1x\x01"
    assert await schema.encode_json("{}") == b"{}"
    assert await schema.encode_raw(b"\x80") == b"\x80"
    with pytest.raises(transcdr.PayloadTruncated) as caught:
        await schema.decode(FAIL)
    assert caught.value.byte_offset == 12


async def test_what_the_payload_is_and_what_was_found(fake, client, schema):
    options = transcdr.Options(
        representation=transcdr.Representation.XCDR2, key_only=True,
        want_key_hash=True)
    assert await schema.decode_detailed(b"\x05", options=options) == (
        transcdr.Decoded(5, 2, 3, "a.b", KEY_HASH, SERVICE_HEADER))
    result, = await collect(
        client.decode_mixed([(schema, b"\x05")], options=options))
    assert result.key_hash == KEY_HASH
    assert await schema.encode_detailed(
        5, options=options, ros_service_header=SERVICE_HEADER) == (
            transcdr.Encoded(b"\x05", KEY_HASH))
    await schema.encode_json("5", options=options)
    await schema.encode_raw(b"\x05", options=options)
    await schema.encode_batch([5], options=options,
                              ros_service_headers=[SERVICE_HEADER])
    requests = [getattr(request, "batch", request)
                for _, request in fake.calls[1:]]
    assert len(requests) == 6
    assert all(request.payload_options == options.payload_to_proto()
               for request in requests)
    assert fake.requests("Encode")[0].ros_service_header == SERVICE_HEADER
    assert list(fake.requests("EncodeBatch")[0].ros_service_headers) == [
        SERVICE_HEADER]


async def test_a_forgotten_schema_is_registered_again_once(fake, schema):
    fake.schemas.clear()
    assert await schema.decode(b"\x05") == 5
    assert [method for method, _ in fake.calls] == [
        "RegisterSchema", "Decode", "RegisterSchema", "Decode"]
    fake.schemas.clear()
    assert await schema.encode_batch([5]) == [b"\x05"]


async def test_a_second_not_found_is_raised(fake, schema, monkeypatch):
    monkeypatch.setattr(fake, "_not_found", lambda schema_id: status(
        StatusCode.NOT_FOUND, "gone", "SCHEMA_NOT_FOUND"))
    with pytest.raises(transcdr.SchemaNotFound):
        await schema.decode(b"\x05")
    assert len(fake.requests("Decode")) == 2


async def test_a_handle_without_a_source_raises(client):
    with pytest.raises(transcdr.SchemaNotFound):
        await client.schema("00").decode(b"\x05")


async def test_batches(schema):
    first, second = await schema.decode_batch([b"\x01", FAIL])
    assert first == 1
    assert isinstance(second, transcdr.PayloadTruncated)
    with pytest.raises(transcdr.PayloadTruncated):
        await schema.decode_batch([FAIL], raise_on_error=True)


async def test_calls_run_side_by_side(fake, schema):
    fake.delay["Decode"] = 0.3
    begin = time.monotonic()
    assert await asyncio.gather(*(
        schema.decode(msgpack.packb(n)) for n in range(4))) == [0, 1, 2, 3]
    assert time.monotonic() - begin < 1.0


async def test_a_stream_keeps_order(fake, schema):
    payloads = [msgpack.packb(number) for number in range(500)]
    assert await collect(schema.decode_stream(payloads, batch_size=64)) == (
        list(range(500)))
    assert len(fake.requests("DecodeStream")) == 8


async def test_streams_take_async_iterables(schema):
    async def numbers():
        for number in range(5):
            await asyncio.sleep(0)
            yield number

    assert await collect(schema.encode_stream(numbers(), batch_size=2)) == [
        b"\x00", b"\x01", b"\x02", b"\x03", b"\x04"]


async def test_an_empty_stream(schema):
    assert await collect(schema.decode_stream([])) == []


async def test_mixed_schemas(client, schema):
    other = await client.register(transcdr.RosMsg("demo/msg/B", "int8 y"))
    pairs = [((schema, other)[number % 2], msgpack.packb(number))
             for number in range(20)]
    results = await collect(client.decode_mixed(pairs, batch_size=6))
    assert [result.document for result in results] == list(range(20))


async def test_a_stream_registers_a_forgotten_schema_again(fake, schema):
    fake.forget_on_stream = 1
    payloads = [msgpack.packb(number) for number in range(50)]
    assert await collect(schema.decode_stream(payloads, batch_size=10)) == (
        list(range(50)))
    assert fake.requests("DecodeBatch")


async def test_a_refused_batch_fails_its_items_only(fake, schema):
    fake.fail_next["EncodeStream"] = status(
        StatusCode.INVALID_ARGUMENT, "no", "REQUEST_INVALID")
    results = await collect(schema.encode_stream([1, 2], batch_size=1))
    assert isinstance(results[0], transcdr.RequestInvalid)
    assert results[1] == b"\x02"


async def test_a_stream_waits_for_a_busy_daemon(fake, schema):
    fake.fail_next["DecodeStream"] = status(
        StatusCode.RESOURCE_EXHAUSTED, "busy", "SERVER_BUSY")
    assert await collect(schema.decode_stream([b"\x01", b"\x02"],
                                              batch_size=1)) == [1, 2]
    assert len(fake.requests("DecodeBatch")) == 1


async def test_big_batches_do_not_lock_up(schema):
    payload = msgpack.packb(bytes(3_000_000))
    values = await collect(schema.decode_stream([payload] * 12, in_flight=6))
    assert [len(value) for value in values] == [3_000_000] * 12


async def test_a_late_answer_ends_the_stream(fake, schema):
    fake.delay["DecodeStream"] = 2
    with pytest.raises(transcdr.DeadlineExceeded, match="within 0.2 s"):
        await collect(schema.decode_stream([b"\x01"], timeout=0.2))


async def test_a_stream_that_the_daemon_ends_is_an_error(fake, schema):
    fake.end_stream_after = 1
    with pytest.raises(transcdr.Unavailable, match="ended the stream"):
        await collect(schema.decode_stream([b"\x01"] * 3, batch_size=1))


async def test_leaving_a_stream_early_leaves_no_task(schema):
    stream = schema.decode_stream([b"\x01"] * 100, batch_size=1)
    async for _ in stream:
        break
    await stream.aclose()
    # gRPC has a task of its own that sees the call's end a moment later.
    end = time.monotonic() + 10
    while asyncio.all_tasks() != {asyncio.current_task()}:
        assert time.monotonic() < end, asyncio.all_tasks()
        await asyncio.sleep(0.01)


async def test_timeouts(fake, schema):
    fake.delay["Decode"] = 1
    with pytest.raises(transcdr.DeadlineExceeded):
        await schema.decode(b"\x05", timeout=0.1)
    assert await schema.decode(b"\x05", timeout=math.inf) == 5


async def test_an_unreachable_daemon_is_unavailable():
    async with transcdr.AsyncClient("127.0.0.1:1") as client:
        with pytest.raises(transcdr.Unavailable, match="127.0.0.1:1"):
            await client.register(SOURCE)
        schema = client.schema("00")
        with pytest.raises(transcdr.Unavailable):
            await collect(schema.decode_stream([b"\x01"]))
