"""Whether a decoded document is the value that a row of a vector file expects.

Exact, without tolerance. The MessagePack document tells the types (float32,
bytes, integer or float), so it is compared first; the JSON document is then
compared with it in mind. What differs between the conventions of the files
(README.md) and ours (codec/document/mapping.md):

  expected                     MessagePack            JSON
  list of integers             bin                    base64 text
  float, "NaN", "Infinity"     float32, float64       number, the same texts
  integer beyond 2^53          integer                text
  "float128:" + 32 hex digits  bin, little endian     base64 text
  {"_d": d, name: value}       {"$discriminator": d, name: value}
  [[key, value], ...]          map                    object, or list of pairs
  null (an absent optional)    key left out           key left out
"""

from __future__ import annotations

import base64
import math
import struct
from typing import Any, Callable, List, Optional, Tuple

from documents import Float32, Pairs

DISCRIMINATOR = "$discriminator"
_FLOAT128 = "float128:"
_NON_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def compare_msgpack(expected: Any, actual: Any, path: str = "") -> Optional[str]:
    """Gives None when `actual` (documents.read_msgpack) is `expected`, else
    where and how they differ."""
    if isinstance(actual, Pairs):
        if isinstance(expected, list):
            return _compare_map(expected, actual, path)
        return _compare_struct(
            expected, actual, path,
            lambda name, e, a, place: compare_msgpack(e, a, place))
    if isinstance(actual, bytes):
        return (None if _bytes_of(expected) == actual
                else _differ(path, expected, actual))
    if isinstance(actual, list):
        if not isinstance(expected, list) or len(expected) != len(actual):
            return _differ(path, expected, actual)
        return _first(compare_msgpack(e, a, f"{path}[{i}]")
                      for i, (e, a) in enumerate(zip(expected, actual)))
    if isinstance(actual, float):
        wanted = _float_of(expected)
        if wanted is None or not _same_float(wanted, actual):
            return _differ(path, expected, actual)
        return None
    # Booleans, integers, text: of the same type, so that True is not 1.
    if type(expected) is not type(actual) or expected != actual:
        return _differ(path, expected, actual)
    return None


def compare_json(expected: Any, actual: Any, typed: Any,
                 path: str = "") -> Optional[str]:
    """The same for `actual` (documents.read_json). `typed`: the value from the
    MessagePack document, which compare_msgpack found right."""
    if isinstance(typed, Pairs):
        if isinstance(expected, list):
            return _compare_json_map(expected, actual, typed, path)
        if not isinstance(actual, Pairs):
            return _differ(path, expected, actual)
        types = dict(typed)
        return _compare_struct(
            expected, actual, path,
            lambda name, e, a, place: compare_json(e, a, types[name], place))
    if isinstance(typed, bytes):
        if not isinstance(actual, str) or \
                base64.b64encode(typed).decode() != actual:
            return _differ(path, expected, actual)
        return None
    if isinstance(typed, list):
        if not isinstance(actual, list) or len(actual) != len(typed) or \
                isinstance(actual, Pairs):
            return _differ(path, expected, actual)
        return _first(
            compare_json(e, a, t, f"{path}[{i}]")
            for i, (e, a, t) in enumerate(zip(expected, actual, typed)))
    if isinstance(typed, float):
        value = actual
        if isinstance(actual, str):
            value = _NON_FINITE.get(actual)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return _differ(path, expected, actual)
        value = float(value)
        if isinstance(typed, Float32):
            # The shortest text that gives this float32 back.
            value = _as_float32(value)
        return None if _same_float(typed, value) else \
            _differ(path, expected, actual)
    if isinstance(typed, int) and not isinstance(typed, bool):
        beyond = abs(typed) > 2**53 - 1
        wanted = str(typed) if beyond else typed
        if type(actual) is not type(wanted) or actual != wanted:
            return _differ(path, expected, actual)
        return None
    if type(typed) is not type(actual) or typed != actual:
        return _differ(path, expected, actual)
    return None


def as_document(expected: Any) -> Any:
    """Gives the expected value as a JSON document that Encode takes."""
    if isinstance(expected, dict):
        return {DISCRIMINATOR if key == "_d" else key: as_document(value)
                for key, value in expected.items() if value is not None}
    if isinstance(expected, list):
        return [as_document(value) for value in expected]
    if isinstance(expected, str) and expected.startswith(_FLOAT128):
        return base64.b64encode(_float128_bytes(expected)).decode()
    return expected


def split_defaulted(expected: Any, actual: Any, path: str = ""
                    ) -> Tuple[Any, List[Tuple[str, Any]]]:
    """Gives `actual` without the members that `expected` lacks, and these with
    their paths: members that were not on the wire, whose defaults the document
    has. (An optional one that is absent is null in `expected`.)"""
    if isinstance(actual, Pairs) and isinstance(expected, dict):
        kept = Pairs()
        defaulted: List[Tuple[str, Any]] = []
        for name, value in actual:
            place = f"{path}.{name}" if path else str(name)
            key = "_d" if name == DISCRIMINATOR else name
            if key not in expected:
                defaulted.append((place, value))
                continue
            value, below = split_defaulted(expected[key], value, place)
            kept.append((name, value))
            defaulted += below
        return kept, defaulted
    if isinstance(actual, list) and isinstance(expected, list) and \
            len(actual) == len(expected):
        is_map = isinstance(actual, Pairs)
        results = [
            split_defaulted(wanted[1] if is_map else wanted,
                            item[1] if is_map else item, f"{path}[{i}]")
            for i, (wanted, item) in enumerate(zip(expected, actual))]
        values = [value for value, _ in results]
        return (Pairs((item[0], value) for item, value in zip(actual, values))
                if is_map else values,
                [entry for _, below in results for entry in below])
    return actual, []


def is_default(value: Any, schema_text: str = "") -> bool:
    """Whether a member of MessagePack may have this value without having been
    on the wire: zero, empty, or what an annotation in the schema says."""
    if f"@default({value})" in schema_text:
        return True
    if isinstance(value, Pairs):
        return all(is_default(member) for _, member in value)
    if isinstance(value, (list, bytes)):
        return not any(value)
    if isinstance(value, float):
        return _same_float(value, 0.0)
    return value in (0, False, "")


def with_binary128(expected: Any) -> Any:
    """Gives the value with each image of an x87 extended float as the binary128
    of the same value, which is what our documents hold."""
    if isinstance(expected, dict):
        return {key: with_binary128(value) for key, value in expected.items()}
    if isinstance(expected, list):
        return [with_binary128(value) for value in expected]
    if isinstance(expected, str) and expected.startswith(_FLOAT128):
        image = int(expected[len(_FLOAT128):], 16)
        return f"{_FLOAT128}{_binary128_of_x87(image & ((1 << 80) - 1)):032x}"
    return expected


def x87_images(expected: Any) -> List[bytes]:
    """Gives the 16 bytes of every x87 image in the value, as big-endian bytes,
    the 6 that mean nothing first."""
    if isinstance(expected, dict):
        expected = list(expected.values())
    if isinstance(expected, list):
        return [image for value in expected for image in x87_images(value)]
    if isinstance(expected, str) and expected.startswith(_FLOAT128):
        return [bytes.fromhex(expected[len(_FLOAT128):])]
    return []


def _binary128_of_x87(image: int) -> int:
    """Both have 15 bits of exponent with the same bias; the significand is 64
    bits with its leading 1 in x87, and 112 bits without it in binary128."""
    sign, exponent = image >> 79, image >> 64 & 0x7fff
    significand = image & ((1 << 64) - 1)
    if exponent == 0 and significand >> 63:
        exponent = 1  # A leading 1 makes it a normal number.
    fraction = (significand << 49) & ((1 << 112) - 1)
    return sign << 127 | exponent << 112 | fraction


def holds_nan(expected: Any) -> bool:
    """Tells whether a NaN is in it, whose bits JSON cannot hold. Text "NaN"
    counts too: the expected value does not tell the two apart."""
    if isinstance(expected, dict):
        return any(holds_nan(value) for value in expected.values())
    if isinstance(expected, list):
        return any(holds_nan(value) for value in expected)
    return isinstance(expected, str) and expected == "NaN"


def _compare_struct(expected: Any, actual: Pairs, path: str,
                    compare: Callable[[str, Any, Any, str], Optional[str]]
                    ) -> Optional[str]:
    if not isinstance(expected, dict):
        return _differ(path, expected, actual)
    wanted = {DISCRIMINATOR if key == "_d" else key: value
              for key, value in expected.items() if value is not None}
    names = [name for name, _ in actual]
    if names != list(wanted):
        return f"{path or 'root'}: members {list(wanted)} expected, {names} found"
    return _first(compare(name, wanted[name], value, f"{path}.{name}")
                  for name, value in actual)


def _compare_map(expected: Any, actual: Pairs, path: str) -> Optional[str]:
    if len(expected) != len(actual):
        return _differ(path, expected, actual)
    return _first(
        compare_msgpack(wanted[0], key, f"{path}[{i}](key)")
        or compare_msgpack(wanted[1], value, f"{path}[{i}]")
        for i, (wanted, (key, value)) in enumerate(zip(expected, actual)))


def _compare_json_map(expected: Any, actual: Any, typed: Pairs,
                      path: str) -> Optional[str]:
    if len(actual) != len(typed):
        return _differ(path, expected, actual)
    is_object = isinstance(actual, Pairs)
    # Keys of these types are text; all others make a list of pairs.
    text_keys = all(isinstance(key, (str, int)) for key, _ in typed)
    if is_object and not text_keys:
        return _differ(path, expected, actual)
    results = []
    for i, (wanted, pair, entry) in enumerate(zip(expected, actual, typed)):
        place = f"{path}[{i}]"
        if is_object:
            text = entry[0]
            if isinstance(text, bool):
                text = "true" if text else "false"
            results.append(None if pair[0] == str(text)
                           else _differ(place + "(key)", text, pair[0]))
        else:
            results.append(
                compare_json(wanted[0], pair[0], entry[0], place + "(key)"))
        results.append(compare_json(wanted[1], pair[1], entry[1], place))
    return _first(iter(results))


def _float128_bytes(text: str) -> bytes:
    return bytes.fromhex(text[len(_FLOAT128):])[::-1]


def _bytes_of(expected: Any) -> Optional[bytes]:
    if isinstance(expected, str) and expected.startswith(_FLOAT128):
        return _float128_bytes(expected)
    if isinstance(expected, list) and all(
            type(item) is int and 0 <= item <= 255 for item in expected):
        return bytes(expected)
    return None


def _float_of(expected: Any) -> Optional[float]:
    if isinstance(expected, str):
        return _NON_FINITE.get(expected)
    if isinstance(expected, bool) or not isinstance(expected, (int, float)):
        return None
    return float(expected)


def _as_float32(value: float) -> float:
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _same_float(a: float, b: float) -> bool:
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return a == b and math.copysign(1, a) == math.copysign(1, b)


def _first(results: Any) -> Optional[str]:
    return next((result for result in results if result is not None), None)


def _differ(path: str, expected: Any, actual: Any) -> str:
    def short(value: Any) -> str:
        text = repr(value)
        return text if len(text) <= 60 else text[:57] + "..."

    return f"{path or 'root'}: {short(expected)} expected, {short(actual)} found"
