"""Python objects to MessagePack and back.

Numeric sequences travel as MessagePack extension 0x74, the typed arrays of
msgpackr: one byte with the array type, then the raw elements, little endian.
The document mapping writes octet sequences as bin, never as typed arrays, so a
Uint8 array in a document that the daemon wrote holds booleans.
"""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

import msgpack

try:
    import numpy
except ImportError:  # The extra "numpy" was not asked for.
    numpy = None  # type: ignore[assignment]

TYPED_ARRAY_EXTENSION = 0x74

# By array type, as msgpackr numbers them: its name, numpy's dtype.
_ARRAY_TYPES = (
    ("Int8", "<i1"),
    ("Uint8", "<u1"),
    ("Uint8Clamped", "<u1"),
    ("Int16", "<i2"),
    ("Uint16", "<u2"),
    ("Int32", "<i4"),
    ("Uint32", "<u4"),
    ("Float32", "<f4"),
    ("Float64", "<f8"),
    ("BigInt64", "<i8"),
    ("BigUint64", "<u8"),
)
_UINT8 = 1

# From a dtype's kind and size to the array type. Booleans lie in memory as the
# bytes 0 and 1.
_TYPE_OF_DTYPE = {
    ("b", 1): _UINT8,
    ("i", 1): 0,
    ("u", 1): _UINT8,
    ("i", 2): 3,
    ("u", 2): 4,
    ("i", 4): 5,
    ("u", 4): 6,
    ("f", 4): 7,
    ("f", 8): 8,
    ("i", 8): 9,
    ("u", 8): 10,
}


def has_numpy() -> bool:
    """Tells whether numpy is installed."""
    return numpy is not None


def pack(document: Any) -> bytes:
    """Gives a Python object as MessagePack.

    Takes what msgpack takes, numpy arrays of numbers and booleans of any shape
    and byte order, and numpy scalars. Raises TypeError for anything else and
    OverflowError for integers beyond 64 bits.
    """
    packed: bytes = msgpack.packb(document, default=_pack_other,
                                  use_bin_type=True)
    return packed


def _pack_other(value: Any) -> Any:
    if isinstance(value, int):
        raise OverflowError(f"{value} needs more than 64 bits")
    if numpy is not None:
        if isinstance(value, numpy.ndarray):
            return _pack_array(value)
        if isinstance(value, numpy.generic):
            if isinstance(value, (numpy.datetime64, numpy.timedelta64)):
                raise TypeError(f"cannot encode {type(value).__name__}: give "
                                "the members of the message's own time type")
            plain = value.item()
            if isinstance(plain, numpy.generic):  # A long double stays one.
                raise TypeError(f"cannot encode {type(value).__name__}")
            return plain
    raise TypeError(f"cannot encode {type(value).__name__}")


def _pack_array(array: Any) -> Any:
    if array.ndim == 0:
        return array.item()
    if array.ndim > 1:
        return [_pack_array(row) for row in array]
    if array.dtype.kind in "OSU":  # Objects, bytes and text have no typed form.
        return array.tolist()
    if array.dtype.kind == "f" and array.dtype.itemsize == 2:
        array = array.astype("<f4")  # Exact.
    array_type = _TYPE_OF_DTYPE.get((array.dtype.kind, array.dtype.itemsize))
    if array_type is None:
        raise TypeError(f"cannot encode a numpy array of {array.dtype}")
    little = array.astype(_ARRAY_TYPES[array_type][1], copy=False)
    return msgpack.ExtType(TYPED_ARRAY_EXTENSION,
                           bytes((array_type,)) + little.tobytes())


def unpack(document: bytes, *, may_hold_maps: bool) -> Any:
    """Gives MessagePack as a Python object.

    Structures and maps become dicts. With `may_hold_maps`, a map whose keys are
    equal or cannot be keys of a dict becomes a list of (key, value) tuples, so
    that nothing is lost; without, the caller promises that there is none.
    """
    hook = _map_from_pairs if may_hold_maps else None
    return msgpack.unpackb(document, ext_hook=_unpack_extension,
                           object_pairs_hook=hook, strict_map_key=False,
                           raw=False)


def _map_from_pairs(pairs: List[Tuple[Any, Any]]) -> Any:
    try:
        result = dict(pairs)
    except TypeError:  # A key that has no hash.
        return pairs
    return result if len(result) == len(pairs) else pairs


def _unpack_extension(code: int, data: bytes) -> Any:
    array_type = data[0] if data else len(_ARRAY_TYPES)
    if code != TYPED_ARRAY_EXTENSION or array_type >= len(_ARRAY_TYPES):
        return msgpack.ExtType(code, data)
    if numpy is None:
        return _unpack_list(array_type, memoryview(data)[1:])
    # A copy of its own: aligned and writable, unlike a view of `data`.
    array = numpy.frombuffer(data, dtype=_ARRAY_TYPES[array_type][1],
                             offset=1).copy()
    return array != 0 if array_type == _UINT8 else array


def _unpack_list(array_type: int, data: memoryview) -> Any:
    """The same without numpy, for callers who asked for typed arrays all the
    same."""
    import struct

    code = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I",
            "f4": "f", "f8": "d", "i8": "q", "u8": "Q"}
    element = code[_ARRAY_TYPES[array_type][1][1:]]
    count = len(data) // struct.calcsize("<" + element)
    values = list(struct.unpack(f"<{count}{element}", data))
    return [value != 0 for value in values] if array_type == _UINT8 else values


def default_numeric_arrays(use_numpy: Optional[bool]) -> bool:
    """Decides whether decode asks for typed arrays.

    None: when numpy is installed. True without numpy raises ImportError.
    """
    if use_numpy and not has_numpy():
        raise ImportError("numpy=True, but numpy is not installed: "
                          "pip install 'transcdr[numpy]'")
    return has_numpy() if use_numpy is None else use_numpy
