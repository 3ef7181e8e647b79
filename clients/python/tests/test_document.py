"""Python objects and numpy arrays to MessagePack and back."""

import sys
from importlib import reload

import msgpack
import numpy
import pytest

from transcdr import _document

pack = _document.pack


def unpack(data, may_hold_maps=False):
    return _document.unpack(data, may_hold_maps=may_hold_maps)


def typed(array_type, data):
    return msgpack.packb(msgpack.ExtType(0x74, bytes((array_type,)) + data))


@pytest.mark.parametrize("array_type, dtype, size", [
    (0, "<i1", 1), (2, "<u1", 1), (3, "<i2", 2), (4, "<u2", 2), (5, "<i4", 4),
    (6, "<u4", 4), (7, "<f4", 4), (8, "<f8", 8), (9, "<i8", 8), (10, "<u8", 8),
])
def test_typed_arrays_become_numpy_arrays(array_type, dtype, size):
    data = bytes(range(1, 1 + 3 * size))
    array = unpack(typed(array_type, data))
    assert array.dtype == numpy.dtype(dtype)
    assert array.tobytes() == data
    assert array.flags.writeable
    assert array.flags.aligned


def test_uint8_arrays_of_the_daemon_are_booleans():
    array = unpack(typed(1, b"\x00\x01\x02"))
    assert array.dtype == numpy.bool_
    assert array.tolist() == [False, True, True]


def test_an_empty_typed_array():
    assert unpack(typed(8, b"")).shape == (0,)


@pytest.mark.parametrize("code, data", [(0x74, b""), (0x74, b"\x0b123"),
                                        (0x01, b"\x08")])
def test_other_extensions_stay_what_they_are(code, data):
    packed = msgpack.packb(msgpack.ExtType(code, data))
    assert unpack(packed) == msgpack.ExtType(code, data)


@pytest.mark.parametrize("dtype, array_type", [
    ("i1", 0), ("u1", 1), ("i2", 3), ("u2", 4), ("i4", 5), ("u4", 6), ("f4", 7),
    ("f8", 8), ("i8", 9), ("u8", 10), ("bool", 1),
])
@pytest.mark.parametrize("order", ["<", ">"])
def test_numpy_arrays_are_packed_as_typed_arrays(dtype, array_type, order):
    array = numpy.array([0, 1, 1], dtype=dtype)
    little = array.astype(array.dtype.newbyteorder("<")).tobytes()
    swapped = array.astype(array.dtype.newbyteorder(order))
    assert pack({"a": swapped}) == b"\x81\xa1a" + typed(array_type, little)


def test_strided_arrays_are_packed_in_their_order():
    array = numpy.arange(10, dtype="<i4")[::-3]
    assert unpack(pack(array)).tolist() == [9, 6, 3, 0]


def test_arrays_of_several_dimensions_become_nested():
    array = numpy.arange(6, dtype="<f8").reshape(2, 3)
    rows = unpack(pack(array))
    assert isinstance(rows, list)
    assert [row.tolist() for row in rows] == [[0, 1, 2], [3, 4, 5]]


def test_half_floats_widen():
    assert pack(numpy.array([0.5], dtype="f2")) == typed(
        7, numpy.array([0.5], dtype="<f4").tobytes())


def test_text_and_object_arrays_become_lists():
    assert unpack(pack(numpy.array(["a", "b"]))) == ["a", "b"]
    assert unpack(pack(numpy.array([{"x": 1}, None], dtype=object))) == [
        {"x": 1}, None]


@pytest.mark.parametrize("value, plain", [
    (numpy.int64(-5), -5), (numpy.uint64(2**64 - 1), 2**64 - 1),
    (numpy.float32(0.1), float(numpy.float32(0.1))), (numpy.float64(2.5), 2.5),
    (numpy.bool_(True), True), (numpy.array(7), 7), (numpy.str_("s"), "s"),
])
def test_numpy_scalars(value, plain):
    assert pack(value) == msgpack.packb(plain)


@pytest.mark.parametrize("value", [
    numpy.array([1 + 2j]), numpy.array([1], dtype="m8[s]"),
    numpy.datetime64(1, "s"), numpy.longdouble(1), object(), {1, 2},
])
def test_what_has_no_form_is_refused(value):
    with pytest.raises(TypeError, match="cannot encode"):
        pack({"a": value})


def test_integers_beyond_64_bits_are_refused():
    with pytest.raises(OverflowError):
        pack(2**64)


def test_bytes_of_every_kind_are_bin():
    for value in (b"\x00\xff", bytearray(b"\x00\xff"), memoryview(b"\x00\xff")):
        assert pack(value) == b"\xc4\x02\x00\xff"


def test_integer_keys_are_taken():
    assert unpack(b"\x81\x07\xc3") == {7: True}


def test_maps_that_a_dict_cannot_hold_become_pairs():
    twice = b"\x82\x01\xa1a\x01\xa1b"
    assert unpack(twice, may_hold_maps=True) == [(1, "a"), (1, "b")]
    listed = b"\x81\x91\x01\xa1a"
    assert unpack(listed, may_hold_maps=True) == [([1], "a")]
    assert unpack(b"\x82\x01\xa1a\x02\xa1b", may_hold_maps=True) == {
        1: "a", 2: "b"}


def test_without_numpy_typed_arrays_become_lists(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    try:
        module = reload(_document)
        assert not module.has_numpy()
        assert module.unpack(typed(8, numpy.array([1.5, -2]).tobytes()),
                             may_hold_maps=False) == [1.5, -2]
        assert module.unpack(typed(1, b"\x00\x01"),
                             may_hold_maps=False) == [False, True]
        assert module.default_numeric_arrays(None) is False
        with pytest.raises(ImportError, match="pip install"):
            module.default_numeric_arrays(True)
    finally:
        monkeypatch.undo()
        assert reload(_document).has_numpy()
