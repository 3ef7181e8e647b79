"""What a row of a vector file has to pass, once its schema is registered. The
rules are in README.md; run.py decides which of these a row goes through."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Dict, Optional

import transcdr

from compare import (as_document, compare_json, compare_msgpack, holds_nan,
                     is_default, split_defaulted, with_binary128, x87_images)
from documents import read_json, read_msgpack

Row = Dict[str, Any]

# Tags that say that the bytes are not those that a writer of ours makes.
ANY_BYTES = {"nonzero-padding", "pl-header-plain-body",
             "old-cdr2-encapsulation-id", "not-canonical"}
_X87 = "longdouble-x87-image"
# Fast CDR writes parameter headers as we do: short ones, no flags, the length
# without padding. Others differ, legally.
_WRITES_PARAMETERS_AS_WE_DO = re.compile(
    r"eProsima/Fast-CDR@|generated with eProsima Fast CDR 2|by hand ")


class Failed(Exception):
    """A row fails, and why."""


@dataclass(frozen=True)
class Documents:
    """A row's payload, decoded."""

    msgpack: bytes
    json: bytes
    expected: Any
    """The row's value in our conventions, members without a value on the wire
    left out."""
    trailing_bytes: int
    defaulted: bool
    """Whether a member took its default."""


def _options(row: Row, **more: Any) -> transcdr.Options:
    return transcdr.Options(key_only=row.get("key_only"), **more)


def _reason_of(error: transcdr.TranscdrError) -> str:
    """Gives the reason of an error about the payload or document; any other is
    a fault."""
    if not error.reason or error.reason in ("INTERNAL", "SERVER_BUSY"):
        raise Failed(f"{type(error).__name__}: {error}") from error
    return error.reason


def check_rejected(schema: transcdr.Schema, row: Row, payload: bytes) -> None:
    """The payload has to be refused, in both formats, for the row's reason."""
    options = _options(row, strict=row.get("strict", True))
    for form in ("msgpack", "json"):
        try:
            decoded = schema.decode_detailed(payload, output=form,
                                             options=options)
        except transcdr.TranscdrError as error:
            found = {"reason": _reason_of(error),
                     "byte_offset": error.byte_offset,
                     "field_path": error.field_path}
            for key, actual in found.items():
                if key in row and row[key] != actual:
                    raise Failed(f"{form}: {key} {row[key]!r} expected, "
                                 f"{actual!r} found: {error}") from error
        else:
            raise Failed(f"{form}: not rejected, but {decoded.document!r}")


def check_decode(schema: transcdr.Schema, row: Row,
                 payload: bytes) -> Documents:
    """Decodes to both formats and compares."""
    options = _options(row, strict=row.get("strict"))
    binary = schema.decode_detailed(payload, output="msgpack", options=options)
    text = schema.decode_detailed(payload, output="json", options=options)
    expected = row["expected_json"]
    if _X87 in row["quirks"]:
        expected = with_binary128(expected)
    typed, defaulted = split_defaulted(expected, read_msgpack(binary.document))
    difference = compare_msgpack(expected, typed)
    if difference:
        raise Failed(f"msgpack: {difference}")
    document = text.document.encode()
    difference = compare_json(
        expected, split_defaulted(expected, read_json(document))[0], typed)
    if difference:
        raise Failed(f"json: {difference}")
    for found in (binary, text):
        if (found.defaulted_members, found.first_defaulted_member) != (
                len(defaulted), defaulted[0][0] if defaulted else ""):
            raise Failed(f"defaulted: {[path for path, _ in defaulted]} "
                         f"expected, {found.defaulted_members} reported, first "
                         f"{found.first_defaulted_member!r}")
    for path, value in defaulted:
        if not is_default(value, str(row["schema"])):
            raise Failed(f"{path}: {value!r} is no default")
    if binary.trailing_bytes != text.trailing_bytes:
        raise Failed("trailing_bytes of the formats differ")
    _check_trailing(row, payload, binary.trailing_bytes)
    return Documents(binary.document, document, expected,
                     binary.trailing_bytes, bool(defaulted))


def _check_trailing(row: Row, payload: bytes, trailing: int) -> None:
    if "trailing_bytes" in row:
        allowed = [row["trailing_bytes"]]
    elif "trailing-bytes" in row["quirks"]:
        return
    else:
        # Padding that was counted; some writers count it and leave it out.
        allowed = [0]
        if len(payload) % 4 == 0:
            allowed.append(payload[3] & 3)
    if trailing not in allowed:
        raise Failed(f"trailing_bytes: {allowed} expected, {trailing} found")


def canonical(row: Row, payload: bytes, trailing: int,
              profile: str) -> Optional[bytes]:
    """Gives the bytes that a writer of ours makes of the row's value, or None
    where the rules leave a writer more than one way.

    That is the row's body behind our own options and before our own padding.
    """
    if ANY_BYTES.intersection(row["quirks"]):
        return None
    if profile == "WIRE_PRESET_OPENDDS":
        return None  # Its tests hold wide strings with and without NUL.
    if "test/xcdr/xcdrv1.cpp" in row["origin"]:
        return None  # This test writes headers of every kind.
    text = json.dumps(row["schema"])
    mutable = bool(re.search(r"mutable", text, re.IGNORECASE))
    optional = bool(re.search(r"optional", text, re.IGNORECASE))
    is_xcdr2 = "cdr2" in row["encoding"]
    if is_xcdr2 and mutable and not row["origin"].startswith("by hand "):
        return None  # Length codes are the writer's choice.
    if not is_xcdr2 and (mutable or optional) and \
            not _WRITES_PARAMETERS_AS_WE_DO.match(row["origin"]):
        return None
    if re.search(r"must_?understand", text, re.IGNORECASE) and (
            mutable or optional) and not row["origin"].startswith("by hand "):
        return None  # The flag is not everyone's habit.
    body = payload[4:len(payload) - trailing]
    if _X87 in row["quirks"]:
        for image in x87_images(row["expected_json"]):
            clean = bytes(6) + image[6:]
            body = body.replace(image, clean).replace(image[::-1],
                                                      clean[::-1])
    pad = -len(body) % 4 if is_xcdr2 else 0
    return payload[:2] + bytes((0, pad)) + body + bytes(pad)


def _encode_options(row: Row) -> transcdr.Options:
    return _options(row, representation=(
        transcdr.Representation.XCDR2 if "cdr2" in row["encoding"]
        else transcdr.Representation.XCDR1))


def _byte_order(payload: bytes) -> transcdr.ByteOrder:
    return (transcdr.ByteOrder.LITTLE_ENDIAN if payload[1] & 1
            else transcdr.ByteOrder.BIG_ENDIAN)


def check_encode(schema: transcdr.Schema, row: Row, payload: bytes,
                 decoded: Documents, profile: str) -> str:
    """Encodes both documents and the expected value itself, in the row's
    representation and byte order; gives "equal" where all have to give the
    row's bytes, else "same value": they have to give bytes that decode to the
    same document."""
    options, order = _encode_options(row), _byte_order(payload)
    value = json.dumps(as_document(decoded.expected))
    encoded = {
        "msgpack": schema.encode_raw(decoded.msgpack, byte_order=order,
                                     options=options),
        "json": schema.encode_json(decoded.json, byte_order=order,
                                   options=options),
        "expected value": schema.encode_json(value, byte_order=order,
                                             options=options),
    }
    wanted = (None if decoded.defaulted
              else canonical(row, payload, decoded.trailing_bytes, profile))
    for form, result in encoded.items():
        # JSON has one NaN.
        blurred = form != "msgpack" and holds_nan(row["expected_json"])
        if wanted is not None and result != wanted and not blurred:
            raise Failed(f"encode from {form}: {wanted.hex()} expected, "
                         f"{result.hex()} found")
        again = schema.decode_raw(result, options=_options(row))
        if again == decoded.msgpack:
            continue
        difference = compare_msgpack(decoded.expected, read_msgpack(again))
        if not blurred or difference:
            raise Failed(f"encode from {form}, {result.hex()}, decoded again: "
                         f"{difference or 'the document differs'}")
    return "same value" if wanted is None else "equal"


def check_strict(schema: transcdr.Schema, row: Row, payload: bytes,
                 decoded: Documents) -> None:
    """What we write ourselves has to pass strict decoding."""
    clean = schema.encode_raw(decoded.msgpack, byte_order=_byte_order(payload),
                              options=_encode_options(row))
    again = schema.decode_raw(clean, options=_options(row, strict=True))
    if again != decoded.msgpack:
        raise Failed("strict decoding gives another document")


def check_encode_refused(schema: transcdr.Schema, row: Row,
                         decoded: Documents) -> None:
    """Encode has to refuse both documents for the row's encode_reason."""
    options = _encode_options(row)
    for form in ("msgpack", "json"):
        try:
            result = (schema.encode_raw(decoded.msgpack, options=options)
                      if form == "msgpack"
                      else schema.encode_json(decoded.json, options=options))
        except transcdr.TranscdrError as error:
            if error.reason != row["encode_reason"]:
                raise Failed(f"encode from {form}: {error}") from error
        else:
            raise Failed(f"encode from {form}: not refused, but {result.hex()}")


def check_survived(schema: transcdr.Schema, row: Row) -> None:
    """Decoding may give a value or an error about the payload, no more."""
    payload = bytes.fromhex(row["payload_hex"])
    for strict in (False, True):
        for form in ("msgpack", "json"):
            try:
                schema.decode_detailed(payload, output=form,
                                       options=_options(row, strict=strict))
            except transcdr.TranscdrError as error:
                _reason_of(error)
