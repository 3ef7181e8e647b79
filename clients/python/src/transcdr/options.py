"""How documents look and what payloads are: the options of a call.

Every field mirrors one of transcdr.v1.MappingOptions or, the last ones, of
PayloadOptions (proto/transcdr/v1/encoding.proto); the rules behind them are in
codec/document/mapping.md of the repository. None means: not set here, the next
one in the row call, client, default decides.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, fields, replace
from typing import Any, Dict, Optional

from transcdr._proto.transcdr.v1 import encoding_pb2

__all__ = [
    "AbsentForm",
    "BitmaskForm",
    "BoundsPolicy",
    "ByteOrder",
    "BytesForm",
    "CharArrayForm",
    "EnumForm",
    "InexactFloat32Policy",
    "Int64Form",
    "Int64Width",
    "InvalidUtf8Policy",
    "NonFiniteForm",
    "NumericArrayForm",
    "Options",
    "Representation",
    "StructForm",
    "UnknownMembersPolicy",
]


class ByteOrder(enum.IntEnum):
    """Byte order of the payload that encode writes."""

    LITTLE_ENDIAN = 1
    BIG_ENDIAN = 2


class Representation(enum.IntEnum):
    """Which rules of XTypes 1.3 the payload that encode writes follows."""

    XCDR1 = 1
    """CDR, or PL_CDR where the root is mutable (default)."""
    XCDR2 = 2
    """CDR2, D_CDR2 or PL_CDR2, as the root is final, appendable or mutable."""


class StructForm(enum.IntEnum):
    """How structures appear."""

    MAP = 1
    """A map from member name to value (default)."""
    ARRAY = 2
    """The member values in declared order."""
    MAP_BY_ID = 3
    """A map from member id to value."""


class Int64Form(enum.IntEnum):
    """How 64-bit integers appear in JSON."""

    AUTO = 1
    """A number within +-(2^53 - 1), text beyond (default)."""
    NUMBER = 2
    STRING = 3


class Int64Width(enum.IntEnum):
    """How wide 64-bit integers are written in MessagePack."""

    SHORTEST = 1
    """The shortest form that holds the value (default)."""
    FIXED = 2
    """Always nine bytes."""


class NonFiniteForm(enum.IntEnum):
    """How NaN and the infinities appear in JSON."""

    STRING = 1
    """Text: "NaN", "Infinity" and "-Infinity" (default)."""
    NULL = 2
    """NaN is null; the infinities stay strings."""
    ERROR = 3


class CharArrayForm(enum.IntEnum):
    """How sequences and arrays of IDL char appear."""

    LIST = 1
    """A list of one-character strings (default)."""
    STRING = 2


class InvalidUtf8Policy(enum.IntEnum):
    """What happens to string bytes that are not UTF-8."""

    ERROR = 1
    """InvalidUtf8 is raised (default)."""
    REPLACE = 2
    """U+FFFD; cannot be turned back."""
    LATIN1 = 3
    """Every string is read as ISO 8859-1, and written as such by encode."""
    BYTES = 4
    """The string becomes bytes; JSON: {"$bytes": base64}."""


class BytesForm(enum.IntEnum):
    """How sequences and arrays of octet, byte and uint8 appear."""

    BINARY = 1
    """bytes; JSON: base64 (default)."""
    ARRAY = 2
    """A list of numbers."""
    HEX = 3
    """JSON: hex text; MessagePack and Python: bytes."""


class NumericArrayForm(enum.IntEnum):
    """How sequences and arrays of other numbers and booleans appear in
    MessagePack."""

    LIST = 1
    """An array of numbers (the daemon's default, and of decode_raw)."""
    BIN = 2
    """Raw elements, little endian; Python sees bytes."""
    TYPED = 3
    """Extension 0x74: numpy arrays in Python (default of decode when numpy is
    installed)."""


class EnumForm(enum.IntEnum):
    """How enumerations appear."""

    NAME = 1
    """The literal's name (default)."""
    NUMBER = 2


class BitmaskForm(enum.IntEnum):
    """How bitmasks appear."""

    NUMBER = 1
    """One number (default)."""
    NAMES = 2
    """A list of the names of the set flags."""


class AbsentForm(enum.IntEnum):
    """What decode shows of optional members that are absent."""

    OMIT = 1
    """The key is left out (default)."""
    NULL = 2
    """None."""


class BoundsPolicy(enum.IntEnum):
    """What decode does with a string or sequence longer than its bound."""

    ERROR = 1
    """BoundExceeded is raised (default)."""
    IGNORE = 2


class UnknownMembersPolicy(enum.IntEnum):
    """What encode does with members that the schema does not have."""

    ERROR = 1
    """MemberUnknown is raised (default)."""
    IGNORE = 2


class InexactFloat32Policy(enum.IntEnum):
    """What encode does with a float that is not exactly a float32, for a
    float32 member."""

    ERROR = 1
    """ValueOutOfRange is raised (the daemon's default, and of encode_raw)."""
    ROUND = 2
    """Rounded to the nearest float32 (default of encode: Python has float64
    only, so 0.1 could not be given otherwise)."""


@dataclass(frozen=True)
class Options:
    """Options of one call, or of a client; all of them optional.

    What decode gives under some options, encode takes back under the same
    options, and gives the same bytes in canonical form.
    """

    struct_form: Optional[StructForm] = None
    int64_form: Optional[Int64Form] = None
    """JSON only."""
    int64_width: Optional[Int64Width] = None
    """MessagePack only."""
    non_finite_form: Optional[NonFiniteForm] = None
    """JSON only."""
    char_array_form: Optional[CharArrayForm] = None
    invalid_utf8_policy: Optional[InvalidUtf8Policy] = None
    bytes_form: Optional[BytesForm] = None
    numeric_array_form: Optional[NumericArrayForm] = None
    """MessagePack only."""
    enum_form: Optional[EnumForm] = None
    bitmask_form: Optional[BitmaskForm] = None
    absent_form: Optional[AbsentForm] = None
    bounds_policy: Optional[BoundsPolicy] = None
    """Decode only."""
    unknown_members_policy: Optional[UnknownMembersPolicy] = None
    """Encode only."""
    inexact_float32_policy: Optional[InexactFloat32Policy] = None
    """Encode only."""
    lenient_booleans: Optional[bool] = None
    """Decode only. True (default): any non-zero byte is true. False: a byte
    above 1 is an error."""
    require_all: Optional[bool] = None
    """Encode only. True: a missing member is an error instead of taking its
    default. Default: False."""
    strict: Optional[bool] = None
    """Decode only. True: what decode tolerates otherwise is an error. Default:
    False."""
    representation: Optional[Representation] = None
    """Encode only."""
    key_only: Optional[bool] = None
    """True: the payload holds the key members alone, as DDS sends it when an
    instance is disposed of or unregistered. Decode then gives those members
    alone; encode takes documents with the others too. Default: False."""
    want_key_hash: Optional[bool] = None
    """True: decode_detailed, decode_mixed and encode_detailed give the key
    hash. Default: False."""

    def over(self, below: Options) -> Options:
        """Gives these options, with those of `below` where these are None."""
        changes = {field.name: getattr(below, field.name)
                   for field in fields(self)
                   if getattr(self, field.name) is None}
        return replace(self, **changes)

    def to_proto(self) -> encoding_pb2.MappingOptions:
        """Gives the part that says how documents look."""
        return encoding_pb2.MappingOptions(
            **self._set_fields(encoding_pb2.MappingOptions))

    def payload_to_proto(self) -> encoding_pb2.PayloadOptions:
        """Gives the part that says what the payload is."""
        return encoding_pb2.PayloadOptions(
            **self._set_fields(encoding_pb2.PayloadOptions))

    def _set_fields(self, message: Any) -> Dict[str, Any]:
        known = message.DESCRIPTOR.fields_by_name
        return {field.name: value for field in fields(self)
                if field.name in known
                and (value := getattr(self, field.name)) is not None}
