"""End to end: the asyncio client and the real daemon."""

import asyncio

import numpy
import pytest
import pytest_asyncio

import transcdr

pytestmark = pytest.mark.daemon

SOURCE = transcdr.RosMsg("demo/msg/Async", "string s\nfloat64[] f")
DOCUMENTS = [{"s": f"{number}", "f": [0.5] * (number % 5)}
             for number in range(500)]


@pytest_asyncio.fixture(params=["tcp", "unix"])
async def client(daemon, request):
    async with transcdr.AsyncClient(getattr(daemon, request.param),
                                    numpy=False) as instance:
        yield instance


async def collect(stream):
    return [item async for item in stream]


async def test_there_and_back(client):
    assert await client.health() is transcdr.HealthStatus.SERVING
    schema = await client.register(SOURCE)
    payload = await schema.encode({"s": "hi", "f": numpy.array([1.5])})
    assert payload == bytes.fromhex(
        "00010000"            # little endian
        "03000000 686900 00"  # "hi", and padding
        "01000000 00000000"   # one element, and padding
        "000000000000f83f")   # 1.5
    assert await schema.decode(payload) == {"s": "hi", "f": [1.5]}
    text = await schema.decode_json(payload)
    assert await schema.encode_json(text) == payload
    raw = await schema.decode_raw(payload)
    assert await schema.encode_raw(raw) == payload


async def test_calls_side_by_side(client):
    schema = await client.register(SOURCE)
    payloads = await asyncio.gather(*map(schema.encode, DOCUMENTS[:50]))
    assert await asyncio.gather(*map(schema.decode, payloads)) == (
        DOCUMENTS[:50])


async def test_batches_and_streams(client):
    schema = await client.register(SOURCE)
    payloads = await schema.encode_batch(DOCUMENTS)
    assert await collect(schema.encode_stream(DOCUMENTS, batch_size=64)) == (
        payloads)
    payloads[100] = payloads[100][:7]
    for results in (await schema.decode_batch(payloads),
                    await collect(schema.decode_stream(payloads,
                                                       batch_size=64))):
        assert isinstance(results[100], transcdr.PayloadTruncated)
        assert results[:100] == DOCUMENTS[:100]
        assert results[101:] == DOCUMENTS[101:]


async def test_a_deleted_schema_is_registered_again(client):
    schema = await client.register(transcdr.RosMsg("demo/msg/AA", "int8 again"))
    payload = bytes.fromhex("00010000 05")
    await client.delete_schema(schema)
    assert await schema.decode(payload) == {"again": 5}
    await client.delete_schema(schema)
    assert await collect(schema.decode_stream([payload] * 9, batch_size=2)) == (
        [{"again": 5}] * 9)
    await client.delete_schema(schema)
    with pytest.raises(transcdr.SchemaNotFound):
        await client.schema(schema.id).decode(payload)


async def test_errors(client):
    with pytest.raises(transcdr.SchemaInvalid) as caught:
        await client.register(transcdr.RosMsg("demo/msg/W", "Missing m"))
    assert [fault.line for fault in caught.value.diagnostics] == [1]
    schema = await client.register(SOURCE)
    with pytest.raises(transcdr.TypeMismatch) as caught:
        await schema.encode({"s": 5})
    assert caught.value.field_path == "s"


async def test_big_streams_do_not_lock_up(client):
    schema = await client.register(transcdr.RosMsg("demo/msg/AB",
                                                   "uint8[] data"))
    payload = await schema.encode({"data": bytes(3_000_000)})
    results = await collect(schema.decode_stream([payload] * 8, in_flight=6))
    assert [len(result["data"]) for result in results] == [3_000_000] * 8
