"""Runs vector files against a daemon, over gRPC. See README.md.

    python run.py FILE.jsonl...

Prints a line for each row that fails and a count for each file; the last line is
"N passed, N failed, N skipped". Exit status: 1 when a row failed.
"""

from __future__ import annotations

import collections
import json
import pathlib
import sys
from typing import Any, Counter, Dict, List, Optional, Tuple

import transcdr
from google.protobuf import json_format

import daemon
from compare import as_document, compare_json, compare_msgpack, holds_nan
from documents import read_json, read_msgpack

HERE = pathlib.Path(__file__).parent
UNSUPPORTED: Dict[str, Dict[str, str]] = json.loads(
    (HERE / "unsupported.json").read_text())

# Tags that say that the bytes are not those that a writer of ours makes.
NOT_CANONICAL = {"nonzero-padding", "trailing-bytes", "pl-header-plain-body",
                 "not-canonical"}
# Tags that the schema's profile takes care of: such bytes are canonical.
IN_PROFILE = {"wstring-32bit-units", "wstring-utf16-unit-count",
              "wstring-bytes-with-nul", "wchar-4-bytes",
              "longdouble-x87-image"}
REJECTED = "must-be-rejected"

Row = Dict[str, Any]


class Failed(Exception):
    """A row fails, and why."""


def skip_reason(row: Row) -> Optional[str]:
    """Gives why a row is of a kind that is not supported, or None."""
    for quirk in row["quirks"]:
        if quirk in UNSUPPORTED["quirk"]:
            return UNSUPPORTED["quirk"][quirk]
    for key in ("schema_kind", "encoding"):
        if row[key] in UNSUPPORTED[key]:
            return UNSUPPORTED[key][row[key]]
    return None


def schema_source(row: Row) -> transcdr.SchemaSource:
    profile = None
    if "profile" in row:
        profile = json_format.ParseDict(row["profile"],
                                        transcdr.pb.WireProfile())
    if row["schema_kind"] == "ros2msg":
        return transcdr.RosMsg(row["root_type"], row["schema"], profile=profile)
    if row["schema_kind"] == "descriptor":
        types = json_format.ParseDict(row["schema"],
                                      transcdr.pb.TypeDescriptorSet())
        return transcdr.Descriptors(types, row["root_type"], profile)
    raise Failed(f"schema_kind {row['schema_kind']} is unknown")


def check_rejected(schema: transcdr.Schema, row: Row, payload: bytes,
                   options: transcdr.Options) -> None:
    """The payload has to be refused, in both formats, for the row's reason."""
    for form in ("msgpack", "json"):
        try:
            decoded = schema.decode_detailed(payload, output=form,
                                             options=options)
        except transcdr.TranscdrError as error:
            found = {"reason": error.reason, "byte_offset": error.byte_offset,
                     "field_path": error.field_path}
            for key, actual in found.items():
                if key in row and row[key] != actual:
                    raise Failed(f"{form}: {key} {row[key]!r} expected, "
                                 f"{actual!r} found: {error}") from error
            if not error.reason or error.reason == "INTERNAL":
                raise Failed(f"{form}: {error}") from error
        else:
            raise Failed(f"{form}: not rejected, but {decoded.document!r}")


def check_decode(schema: transcdr.Schema, row: Row, payload: bytes,
                 options: transcdr.Options) -> Tuple[bytes, bytes]:
    """Decodes to both formats and compares; gives the two documents."""
    binary = schema.decode_detailed(payload, output="msgpack", options=options)
    text = schema.decode_detailed(payload, output="json", options=options)
    document = text.document.encode()
    typed = read_msgpack(binary.document)
    difference = compare_msgpack(row["expected_json"], typed)
    if difference:
        raise Failed(f"msgpack: {difference}")
    difference = compare_json(row["expected_json"], read_json(document), typed)
    if difference:
        raise Failed(f"json: {difference}")
    trailing = binary.trailing_bytes
    if trailing != text.trailing_bytes:
        raise Failed("trailing_bytes of the formats differ")
    if row.get("trailing_bytes", trailing) != trailing:
        raise Failed(f"trailing_bytes: {row['trailing_bytes']} expected, "
                     f"{trailing} found")
    if trailing and "trailing-bytes" not in row["quirks"] and \
            "trailing_bytes" not in row:
        raise Failed(f"{trailing} bytes are left over")
    return binary.document, document


def is_canonical(row: Row, payload: bytes) -> bool:
    """Whether a writer of ours makes these very bytes of the value."""
    return (payload[:4] in (b"\0\0\0\0", b"\0\1\0\0")
            and row.get("trailing_bytes", 0) == 0
            and not NOT_CANONICAL.intersection(row["quirks"]))


def check_encode(schema: transcdr.Schema, row: Row, payload: bytes,
                 binary: bytes, text: bytes) -> bool:
    """Encodes both documents and the expected value itself; gives whether all
    gave the payload back. Where they may not, they have to give bytes that
    decode to the same value."""
    order = (transcdr.ByteOrder.LITTLE_ENDIAN if payload[1] & 1
             else transcdr.ByteOrder.BIG_ENDIAN)
    value = json.dumps(as_document(row["expected_json"]))
    encoded = {
        "msgpack": schema.encode_raw(binary, byte_order=order),
        "json": schema.encode_json(text, byte_order=order),
        "expected value": schema.encode_json(value, byte_order=order),
    }
    canonical = is_canonical(row, payload)
    equal = True
    for form, result in encoded.items():
        if result == payload:
            continue
        equal = False
        # JSON has one NaN.
        if canonical and not (form != "msgpack"
                              and holds_nan(row["expected_json"])):
            raise Failed(f"encode from {form}: {payload.hex()} expected, "
                         f"{result.hex()} found")
        again = read_msgpack(schema.decode_raw(result))
        difference = compare_msgpack(row["expected_json"], again)
        if difference:
            raise Failed(f"encode from {form}, decoded again: {difference}")
    return equal


def check_encode_refused(schema: transcdr.Schema, row: Row, binary: bytes,
                         text: bytes) -> None:
    """Encode has to refuse both documents for the row's encode_reason."""
    for form in ("msgpack", "json"):
        try:
            result = (schema.encode_raw(binary) if form == "msgpack"
                      else schema.encode_json(text))
        except transcdr.TranscdrError as error:
            if error.reason != row["encode_reason"]:
                raise Failed(f"encode from {form}: {error}") from error
        else:
            raise Failed(f"encode from {form}: not refused, but {result.hex()}")


def run_row(client: transcdr.Client, row: Row) -> str:
    """Gives "equal" or "same value" (how Encode fared), or "rejected"."""
    unknown = set(row["quirks"]) - NOT_CANONICAL - IN_PROFILE - {REJECTED}
    if unknown:
        raise Failed(f"quirk {sorted(unknown)} is not known here")
    payload = bytes.fromhex(row["payload_hex"])
    options = transcdr.Options(strict=row.get("strict"))
    schema = client.register(schema_source(row))
    if REJECTED in row["quirks"]:
        check_rejected(schema, row, payload, options)
        return "rejected"
    binary, text = check_decode(schema, row, payload, options)
    if "encode_reason" in row:
        check_encode_refused(schema, row, binary, text)
        return "rejected"
    return ("equal" if check_encode(schema, row, payload, binary, text)
            else "same value")


def run_file(client: transcdr.Client, path: pathlib.Path) -> Counter[str]:
    counts: Counter[str] = collections.Counter()
    skipped: Counter[str] = collections.Counter()
    with path.open(encoding="utf-8") as lines:
        rows = [{"quirks": []} | json.loads(line)
                for line in lines if line.strip()]
    for row in rows:
        reason = skip_reason(row)
        if reason:
            skipped[reason] += 1
            continue
        try:
            counts[run_row(client, row)] += 1
        except (Failed, transcdr.TranscdrError, ValueError) as error:
            counts["failed"] += 1
            print(f"FAIL {row['id']}: {error or type(error).__name__}")
    counts["passed"] = (counts["equal"] + counts["same value"]
                        + counts["rejected"])
    counts["skipped"] = sum(skipped.values())
    print(f"{path.name}: {counts['passed']} passed ({counts['equal']} encoded "
          f"to the same bytes, {counts['same value']} to the same value, "
          f"{counts['rejected']} rejected), {counts['failed']} failed, "
          f"{counts['skipped']} skipped")
    for reason, count in skipped.most_common():
        print(f"  skipped {count}: {reason}")
    return counts


def main(arguments: List[str]) -> int:
    paths = [pathlib.Path(argument) for argument in arguments]
    if not paths:
        paths = sorted((HERE / "cases").glob("*.jsonl"))
    if not paths:
        raise SystemExit("no files")
    total: Counter[str] = collections.Counter()
    with daemon.running() as target, \
            transcdr.Client(target, timeout=60) as client:
        for path in paths:
            total += run_file(client, path)
    print(f"{total['passed']} passed, {total['failed']} failed, "
          f"{total['skipped']} skipped")
    return 1 if total["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
