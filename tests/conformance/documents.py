"""MessagePack and JSON as they were written, with nothing rounded or merged.

Ready-made readers lose what the tests are about: that a float is a float32, the
order and the doubling of keys, the sign of -0.
"""

from __future__ import annotations

import json
import struct
from typing import Any, List, Tuple


class Float32(float):
    """A float that the document holds as float32."""


class Pairs(List[Tuple[Any, Any]]):
    """The entries of a map or object, in order."""


class MalformedDocument(ValueError):
    """The document breaks its format."""


def read_msgpack(data: bytes) -> Any:
    """Reads one MessagePack value, which has to be all of `data`."""
    reader = _Reader(data)
    value = reader.value()
    if reader.at != len(data):
        raise MalformedDocument(f"{len(data) - reader.at} bytes behind the value")
    return value


def read_json(data: bytes) -> Any:
    """Reads one JSON text. Strict: UTF-8, no NaN, no Infinity."""

    def refuse(word: str) -> Any:
        raise MalformedDocument(f"{word} is not JSON")

    def integer(text: str) -> Any:
        return -0.0 if text == "-0" else int(text)

    return json.loads(data.decode("utf-8", "strict"), parse_constant=refuse,
                      parse_int=integer, object_pairs_hook=Pairs)


class _Reader:
    """Front to back; every read is checked."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0

    def take(self, size: int) -> bytes:
        if len(self._data) - self.at < size:
            raise MalformedDocument(f"truncated at byte {self.at}")
        self.at += size
        return self._data[self.at - size:self.at]

    def number(self, form: str) -> Any:
        return struct.unpack(">" + form, self.take(struct.calcsize(form)))[0]

    def text(self, size: int) -> str:
        return self.take(size).decode("utf-8", "strict")

    def array(self, size: int) -> List[Any]:
        return [self.value() for _ in range(size)]

    def map(self, size: int) -> Pairs:
        return Pairs((self.value(), self.value()) for _ in range(size))

    def value(self) -> Any:
        tag = self.number("B")
        if tag < 0x80:
            return tag
        if tag < 0x90:
            return self.map(tag & 0x0f)
        if tag < 0xa0:
            return self.array(tag & 0x0f)
        if tag < 0xc0:
            return self.text(tag & 0x1f)
        if tag >= 0xe0:
            return tag - 256
        if tag in _SIMPLE:
            return _SIMPLE[tag]
        if tag == 0xca:
            return Float32(self.number("f"))
        if tag in _NUMBERS:
            return self.number(_NUMBERS[tag])
        if tag in _SIZED:
            method, form = _SIZED[tag]
            return getattr(self, method)(self.number(form))
        # Extensions are not among what the daemon writes without being asked.
        raise MalformedDocument(f"tag {tag:#04x} at byte {self.at - 1}")


_SIMPLE = {0xc0: None, 0xc2: False, 0xc3: True}
_NUMBERS = {0xcb: "d", 0xcc: "B", 0xcd: "H", 0xce: "I", 0xcf: "Q",
            0xd0: "b", 0xd1: "h", 0xd2: "i", 0xd3: "q"}
_SIZED = {0xc4: ("take", "B"), 0xc5: ("take", "H"), 0xc6: ("take", "I"),
          0xd9: ("text", "B"), 0xda: ("text", "H"), 0xdb: ("text", "I"),
          0xdc: ("array", "H"), 0xdd: ("array", "I"),
          0xde: ("map", "H"), 0xdf: ("map", "I")}
