"""End to end: the synchronous client and the real daemon."""

import json
import math
import struct
import subprocess
import sys
import threading
from pathlib import Path

import msgpack
import numpy
import pytest

import transcdr
from transcdr import pb

pytestmark = pytest.mark.daemon

JOINT_STATE = transcdr.RosMsg(
    "sensor_msgs/msg/JointState",
    "std_msgs/Header header\nstring[] name\nfloat64[] position\n"
    "float64[] velocity\nfloat64[] effort\n",
    {"std_msgs/msg/Header":
         "builtin_interfaces/Time stamp\nstring frame_id\n",
     "builtin_interfaces/msg/Time": "int32 sec\nuint32 nanosec\n"})

# Every numeric type, alone, as a sequence and as an array.
KINDS = {"bool": "?", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H",
         "int32": "i", "uint32": "I", "int64": "q", "uint64": "Q",
         "float32": "f", "float64": "d"}
NUMBERS = transcdr.RosMsg("demo/msg/Numbers", "".join(
    f"{kind} one_{kind}\n{kind}[] many_{kind}\n{kind}[3] three_{kind}\n"
    for kind in KINDS))


@pytest.fixture
def client(daemon):
    with transcdr.Client(daemon.tcp) as instance:
        yield instance


def joint_state():
    return {"header": {"stamp": {"sec": 1, "nanosec": 2}, "frame_id": "base"},
            "name": ["a", "bc"], "position": numpy.array([0.5, -1.5]),
            "velocity": numpy.array([]), "effort": numpy.array([1e300])}


def joint_state_payload():
    """The same by hand."""
    body = struct.pack("<iI", 1, 2) + struct.pack("<I", 5) + b"base\0"
    body += bytes(-len(body) % 4) + struct.pack("<I", 2)
    body += struct.pack("<I", 2) + b"a\0"
    body += bytes(-len(body) % 4) + struct.pack("<I", 3) + b"bc\0"
    for values in ([0.5, -1.5], [], [1e300]):
        body += bytes(-len(body) % 4) + struct.pack("<I", len(values))
        if values:
            body += bytes(-len(body) % 8)
            body += struct.pack(f"<{len(values)}d", *values)
    return b"\x00\x01\x00\x00" + body


def plain(value):
    """Arrays as lists, for comparing."""
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, list):
        return [plain(member) for member in value]
    return value.tolist() if isinstance(value, numpy.ndarray) else value


@pytest.mark.parametrize("address", ["tcp", "unix"])
def test_there_and_back(daemon, address):
    with transcdr.Client(getattr(daemon, address)) as client:
        assert client.health() is transcdr.HealthStatus.SERVING
        schema = client.register(JOINT_STATE)
        assert schema.root_type == "sensor_msgs::msg::JointState"
        payload = schema.encode(joint_state())
        assert payload == joint_state_payload()
        document = schema.decode(payload)
        assert isinstance(document["position"], numpy.ndarray)
        assert document["position"].dtype == numpy.float64
        assert plain(document) == plain(joint_state())
        assert list(document) == list(joint_state())


def test_built_in_types_by_name(client):
    schema = client.register(transcdr.RosMsg("std_msgs/msg/String"))
    assert schema.decode(bytes.fromhex("00010000 03000000 686900")) == {
        "data": "hi"}
    with pytest.raises(transcdr.SchemaInvalid):
        client.register(transcdr.RosMsg("std_msgs/msg/Strin"))


def test_json_there_and_back(client):
    schema = client.register(JOINT_STATE)
    text = schema.decode_json(joint_state_payload())
    assert json.loads(text) == plain(joint_state())
    assert " " not in text
    assert schema.encode_json(text) == joint_state_payload()


def test_messagepack_there_and_back(client):
    schema = client.register(JOINT_STATE)
    document = schema.decode_raw(joint_state_payload())
    # No private extension unless asked for.
    assert msgpack.unpackb(document) == plain(joint_state())
    assert schema.encode_raw(document) == joint_state_payload()


def test_without_numpy_there_are_lists(daemon):
    with transcdr.Client(daemon.tcp, numpy=False) as client:
        document = client.register(JOINT_STATE).decode(joint_state_payload())
        assert document == plain(joint_state())


def test_big_endian(client):
    schema = client.register(transcdr.RosMsg("demo/msg/A", "int32 x"))
    payload = schema.encode({"x": 1},
                            byte_order=transcdr.ByteOrder.BIG_ENDIAN)
    assert payload == bytes.fromhex("00000000 00000001")
    assert schema.decode(payload) == {"x": 1}


def numbers(kind):
    if kind == "bool":
        return [True, False, True]
    if kind.startswith("float"):
        return [0.5, -2.0, math.inf]
    bits = int(kind.lstrip("uint"))
    return [0, 1, 2**bits - 1] if kind[0] == "u" else [
        -2**(bits - 1), 0, 2**(bits - 1) - 1]


def test_every_numeric_type_as_numpy(client):
    schema = client.register(NUMBERS)
    document = {}
    for kind in KINDS:
        values = numpy.array(numbers(kind), dtype=kind)
        document[f"one_{kind}"] = values[2]
        document[f"many_{kind}"] = values
        document[f"three_{kind}"] = values
    decoded = schema.decode(schema.encode(document))
    for kind in KINDS:
        assert decoded[f"one_{kind}"] == numbers(kind)[2]
        for name in (f"many_{kind}", f"three_{kind}"):
            if kind == "uint8":  # Octets are bytes.
                assert decoded[name] == bytes(numbers(kind))
            else:
                assert decoded[name].dtype == numpy.dtype(kind)
                assert decoded[name].tolist() == numbers(kind)
    assert schema.encode(decoded) == schema.encode(document)


def test_every_numeric_type_as_lists(client):
    schema = client.register(NUMBERS)
    document = {}
    for kind in KINDS:
        document[f"one_{kind}"] = numbers(kind)[2]
        document[f"many_{kind}"] = numbers(kind)
        document[f"three_{kind}"] = numbers(kind)
    arrays = {name: numpy.array(value, dtype=name.split("_")[1])
              for name, value in document.items()}
    assert schema.encode(document) == schema.encode(arrays)


def test_arrays_of_other_types_are_converted(client):
    schema = client.register(transcdr.RosMsg(
        "demo/msg/C", "int32[] i\nfloat32[] f\nbool[] b\nfloat64[2] d"))
    document = {"i": [1, -2], "f": [0.5, 3], "b": [True, False], "d": [1, 2]}
    payload = schema.encode(document)
    assert schema.encode({
        "i": numpy.array([1, -2]), "f": numpy.array([0.5, 3]),
        "b": numpy.array([True, False]), "d": numpy.array([1, 2], dtype="u1"),
    }) == payload
    with pytest.raises(transcdr.ValueOutOfRange) as caught:
        schema.encode({"i": numpy.array([1, 2**31])})
    assert caught.value.field_path.startswith("i")


def test_arrays_of_several_dimensions(client):
    schema = client.register(transcdr.Descriptors(pb.TypeDescriptorSet(types=[
        pb.TypeDescriptor(name="demo::Grid", struct_type=pb.StructType(members=[
            pb.Member(name="cells", type=pb.TypeReference(
                array_type=pb.ArrayType(
                    element=pb.TypeReference(
                        primitive=pb.PRIMITIVE_KIND_INT16),
                    dimensions=[2, 3]))),
        ]))])))
    grid = numpy.arange(6, dtype="i2").reshape(2, 3)
    payload = schema.encode({"cells": grid})
    assert payload == bytes.fromhex("00010000") + grid.astype("<i2").tobytes()
    assert schema.encode({"cells": grid.tolist()}) == payload
    assert plain(schema.decode(payload)) == {"cells": grid.tolist()}


def test_maps_that_a_dict_cannot_hold(client):
    schema = client.register(transcdr.Descriptors(pb.TypeDescriptorSet(types=[
        pb.TypeDescriptor(name="demo::Table", struct_type=pb.StructType(
            members=[pb.Member(name="m", type=pb.TypeReference(
                map_type=pb.MapType(
                    key=pb.TypeReference(primitive=pb.PRIMITIVE_KIND_INT32),
                    value=pb.TypeReference(string_type=pb.StringType()),
                )))]))])))
    payload = schema.encode({"m": {7: "a", -1: "b"}})
    assert schema.decode(payload) == {"m": {7: "a", -1: "b"}}


def test_python_floats_are_rounded_to_float32_members(client):
    schema = client.register(transcdr.RosMsg("demo/msg/F", "float32 x"))
    payload = schema.encode({"x": 0.1})
    assert payload == b"\x00\x01\x00\x00" + struct.pack("<f", 0.1)
    with pytest.raises(transcdr.ValueOutOfRange):
        schema.encode({"x": 0.1}, options=transcdr.Options(
            inexact_float32_policy=transcdr.InexactFloat32Policy.ERROR))
    with pytest.raises(transcdr.ValueOutOfRange):
        schema.encode_raw(msgpack.packb({"x": 0.1}))
    with pytest.raises(transcdr.ValueOutOfRange):
        schema.encode({"x": 1e300})


def test_options_reach_the_daemon(client):
    schema = client.register(transcdr.RosMsg("demo/msg/O",
                                             "uint8[] b\nint64 n"))
    payload = schema.encode({"b": b"\x01\xff", "n": 2**60})
    options = transcdr.Options(struct_form=transcdr.StructForm.ARRAY,
                               bytes_form=transcdr.BytesForm.ARRAY,
                               int64_form=transcdr.Int64Form.NUMBER)
    assert schema.decode_json(payload, options=options) == (
        "[[1,255],1152921504606846976]")
    assert schema.decode(payload, options=options) == [[1, 255], 2**60]
    assert schema.encode([[1, 255], 2**60], options=options) == payload


def test_errors_name_path_and_offset(client):
    schema = client.register(JOINT_STATE)
    payload = joint_state_payload()
    with pytest.raises(transcdr.PayloadTruncated) as caught:
        schema.decode(payload[:-4])
    assert caught.value.field_path == "effort"
    assert caught.value.byte_offset == len(payload) - 8
    assert (caught.value.expected, caught.value.actual) == ("8", "4")
    with pytest.raises(transcdr.TypeMismatch) as caught:
        schema.encode({"header": {"stamp": {"sec": "soon"}}})
    assert caught.value.field_path == "header.stamp.sec"
    with pytest.raises(transcdr.MemberUnknown) as caught:
        schema.encode({"header": {"frame": "x"}})
    assert (caught.value.field_path, caught.value.name) == ("header", "frame")
    with pytest.raises(transcdr.ValueOutOfRange):
        schema.encode({"header": {"stamp": {"sec": 2**31}}})
    with pytest.raises(transcdr.DocumentMalformed):
        schema.encode_json("{")


def test_a_wrong_schema_lists_every_fault(client):
    with pytest.raises(transcdr.SchemaInvalid) as caught:
        client.register(transcdr.RosMsg(
            "demo/msg/W", "int32 ok\nMissing m\nother_msgs/Gone g\n"))
    faults = caught.value.diagnostics
    assert len(faults) >= 2
    assert {fault.line for fault in faults} >= {2, 3}
    assert any("Missing" in fault.message for fault in faults)
    assert any("other_msgs" in fault.message for fault in faults)


def test_trailing_bytes(client):
    schema = client.register(transcdr.RosMsg("demo/msg/U", "uint8 v"))
    payload = bytes.fromhex("00010000 5e 0000000000")
    assert schema.decode_detailed(payload) == transcdr.Decoded({"v": 94}, 5)
    with pytest.raises(transcdr.PayloadTrailingBytes):
        schema.decode(payload, options=transcdr.Options(strict=True))


def test_schemas_are_listed_described_and_deleted(client):
    source = transcdr.RosMsg("demo/msg/Listed", "int32 only_here")
    schema = client.register(source)
    assert client.register(source).id == schema.id
    assert schema.id in {line.id for line in client.list_schemas(page_size=2)}
    info = client.get_schema(schema)
    assert info.id == schema.id
    assert info.root_type == "demo::msg::Listed"
    again = client.register(transcdr.Descriptors(
        info.descriptors, info.root_type, info.profile))
    assert again.id == schema.id
    client.delete_schema(schema)
    with pytest.raises(transcdr.SchemaNotFound) as caught:
        client.get_schema(schema)
    assert caught.value.schema_id == schema.id


def test_validate_keeps_nothing(client):
    client.validate(transcdr.RosMsg("demo/msg/Never", "int32 not_kept"))
    assert "demo::msg::Never" not in {
        line.root_type for line in client.list_schemas()}


def test_a_deleted_schema_is_registered_again(client):
    schema = client.register(transcdr.RosMsg("demo/msg/Again", "int8 again"))
    payload = bytes.fromhex("00010000 05")
    for translate in (
            lambda: schema.decode(payload) == {"again": 5},
            lambda: schema.encode({"again": 5}) == payload,
            lambda: schema.decode_batch([payload]) == [{"again": 5}],
            lambda: schema.encode_batch([{"again": 5}]) == [payload],
            lambda: list(schema.decode_stream([payload] * 9, batch_size=2)) == (
                [{"again": 5}] * 9),
            lambda: list(schema.encode_stream([{"again": 5}] * 9,
                                              batch_size=2)) == [payload] * 9):
        client.delete_schema(schema)
        assert translate()
    client.delete_schema(schema)
    with pytest.raises(transcdr.SchemaNotFound):
        client.schema(schema.id).decode(payload)


def test_a_restarted_daemon_is_found_again(own_daemon):
    own_daemon.start()
    with transcdr.Client(own_daemon.unix, channel_options=[
            ("grpc.initial_reconnect_backoff_ms", 50),
            ("grpc.min_reconnect_backoff_ms", 50)]) as client:
        schema = client.register(JOINT_STATE)
        assert own_daemon.stop() == 0
        with pytest.raises(transcdr.Unavailable):
            schema.decode(joint_state_payload())
        own_daemon.start()
        for _ in range(100):
            try:
                document = schema.decode(joint_state_payload())
                break
            except transcdr.Unavailable:
                threading.Event().wait(0.1)
        assert plain(document) == plain(joint_state())


def test_batches_and_streams_with_bad_neighbours(client):
    schema = client.register(transcdr.RosMsg("demo/msg/S", "string s\nint16 n"))
    documents = [{"s": "x" * (number % 7), "n": number}
                 for number in range(1000)]
    payloads = schema.encode_batch(documents)
    assert list(schema.encode_stream(documents, batch_size=99)) == payloads
    payloads[500] = payloads[500][:6]
    for results in (schema.decode_batch(payloads),
                    list(schema.decode_stream(payloads, batch_size=64))):
        assert isinstance(results[500], transcdr.PayloadTruncated)
        assert results[:500] == documents[:500]
        assert results[501:] == documents[501:]
    encoded = schema.encode_batch([{"n": 1}, {"n": 2**15}, {"n": 2}])
    assert isinstance(encoded[1], transcdr.ValueOutOfRange)
    assert schema.decode_batch([encoded[0], encoded[2]]) == [
        {"s": "", "n": 1}, {"s": "", "n": 2}]


def test_mixed_schemas_over_one_stream(client):
    first = client.register(transcdr.RosMsg("demo/msg/M1", "int8 x"))
    second = client.register(transcdr.RosMsg("demo/msg/M2", "int16 y"))
    pairs = []
    for number in range(100):
        pairs.append((first, first.encode({"x": number})) if number % 3 else
                     (second, second.encode({"y": number})))
    results = [json.loads(result.document) for result in client.decode_mixed(
        pairs, output="json", batch_size=16)]
    assert results == [{"x": number} if number % 3 else {"y": number}
                       for number in range(100)]


def test_messages_beyond_grpcs_own_limit(client):
    schema = client.register(transcdr.RosMsg("demo/msg/Big", "float32[] data"))
    data = numpy.arange(3_000_000, dtype="f4")  # 12 MB; gRPC's limit is 4 MiB.
    payload = schema.encode({"data": data})
    assert numpy.array_equal(schema.decode(payload)["data"], data)
    results = list(schema.decode_stream([payload] * 4))
    assert [len(result["data"]) for result in results] == [3_000_000] * 4


def test_a_lying_length_is_an_error(client):
    schema = client.register(JOINT_STATE)
    payload = joint_state_payload()[:16] + b"\xff\xff\xff\xff"
    with pytest.raises(transcdr.PayloadError):
        schema.decode(payload)


def test_several_threads_share_a_client(client):
    schema = client.register(JOINT_STATE)
    payload = joint_state_payload()
    expected = plain(joint_state())
    wrong = []

    def work():
        for _ in range(50):
            if plain(schema.decode(payload)) != expected:
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_example_runs(daemon):
    example = Path(__file__).parent.parent / "example.py"
    result = subprocess.run([sys.executable, example, daemon.tcp],
                            capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].startswith("00010000 06000000 6c696461 7200")
    assert "array([1.5, 2. ])" in lines[1]
    assert json.loads(lines[2]) == {"sensor": "lidar", "values": [1.5, 2.0]}


def test_the_readme_shows_the_example():
    folder = Path(__file__).parent.parent
    code = (folder / "example.py").read_text().split("import transcdr\n\n")[1]
    code = code.replace("sys.argv[1] if sys.argv[1:] else ", "")
    assert code in (folder / "README.md").read_text()
