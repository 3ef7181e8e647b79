"""Runs vector files against a daemon, over gRPC. See README.md.

    python run.py FILE.jsonl...

Prints a line for each row that fails and a count for each file; the last line is
"N passed, N failed". Exit status: 1 when a row failed.
"""

from __future__ import annotations

import collections
import json
import os
import pathlib
import sys
from typing import Any, Counter, Dict, List, Tuple

import transcdr
from google.protobuf import json_format

import daemon
import support_table
from profiles import SETTING_OF_TAG, profiles
from row_checks import (ANY_BYTES, Failed, check_encode, check_encode_refused,
                        check_decode, check_rejected, check_strict,
                        check_survived)

HERE = pathlib.Path(__file__).parent
EXCEPTIONS: Dict[str, Dict[str, str]] = json.loads(
    (HERE / "exceptions.json").read_text())

REJECTED = "must-be-rejected"
# Tags that need no setting, and those that say that the bytes are not the ones
# that a writer of ours makes.
TOLERATED = {"trailing-bytes", "service-event-schema"} | ANY_BYTES

Row = Dict[str, Any]


class Schemas:
    """Registered schemas, each once: thousands of rows share hundreds."""

    def __init__(self, client: transcdr.Client) -> None:
        self._client = client
        self._known: Dict[Any, Any] = {}

    def of(self, row: Row, profile: transcdr.pb.WireProfile
           ) -> transcdr.Schema:
        """Registers a row's schema; raises what registering raised."""
        key = (row["schema_kind"], json.dumps(row["schema"]), row["root_type"],
               profile.SerializeToString(deterministic=True))
        if key not in self._known:
            try:
                self._known[key] = self._client.register(
                    _source(row, profile))
            except transcdr.TranscdrError as error:
                self._known[key] = error
        known = self._known[key]
        if isinstance(known, transcdr.TranscdrError):
            raise Failed(f"the schema is refused: {known}") from known
        return known


def _source(row: Row, profile: transcdr.pb.WireProfile
            ) -> transcdr.SchemaSource:
    kind, text, root = row["schema_kind"], row["schema"], row["root_type"]
    if kind == "ros2msg":
        return transcdr.RosMsg(root, text, profile=profile)
    if kind in ("idl", "ros2idl"):
        return transcdr.Idl(text, root, ros2=kind == "ros2idl",
                            profile=profile)
    if kind == "descriptor":
        types = json_format.ParseDict(text, transcdr.pb.TypeDescriptorSet())
        return transcdr.Descriptors(types, root, profile)
    raise Failed(f"schema_kind {kind} is unknown")


def run_row(schemas: Schemas, row: Row) -> str:
    """Gives how the row fared; raises Failed."""
    if "quirks" not in row:
        return run_mistake(schemas, row)
    unknown = (set(row["quirks"]) - TOLERATED - set(SETTING_OF_TAG)
               - {REJECTED})
    if unknown:
        raise Failed(f"quirk {sorted(unknown)} is not known here")
    outcome = ""
    for name, profile in profiles(row):
        try:
            result = run_with_profile(schemas.of(row, profile), row, name)
        except (Failed, transcdr.TranscdrError, ValueError) as error:
            raise Failed(f"[{name}] {error or type(error).__name__}") from error
        outcome = outcome or result
    return outcome


def run_with_profile(schema: transcdr.Schema, row: Row, profile: str) -> str:
    payload = bytes.fromhex(row["payload_hex"])
    exception = EXCEPTIONS.get(row["id"], {})
    row = {**row, **{key: value for key, value in exception.items()
                     if key != "why"}}
    if REJECTED in row["quirks"] or "reason" in exception:
        check_rejected(schema, row, payload)
        return "rejected"
    decoded = check_decode(schema, row, payload)
    if "encode_reason" in row:
        check_encode_refused(schema, row, decoded)
        return "rejected"
    outcome = check_encode(schema, row, payload, decoded, profile)
    if outcome == "equal":
        check_strict(schema, row, payload, decoded)
    return outcome


def run_mistake(schemas: Schemas, row: Row) -> str:
    """Bytes that a vendor wrote by mistake: any profile may be the one that a
    user chose, and none may be the daemon's end."""
    for preset in (transcdr.pb.WIRE_PRESET_OMG, transcdr.pb.WIRE_PRESET_CYCLONE,
                   transcdr.pb.WIRE_PRESET_FAST_CDR_2):
        check_survived(schemas.of(row, transcdr.pb.WireProfile(
            preset=preset,
            default_extensibility=transcdr.pb.EXTENSIBILITY_APPENDABLE)), row)
    return "survived"


# How rows fare, and how the counts call it.
OUTCOMES = {"equal": "encoded to the same bytes",
            "same value": "to the same value",
            "rejected": "rejected", "survived": "survived"}


def run_file(schemas: Schemas, path: pathlib.Path,
             tally: support_table.Tally) -> Tuple[int, int]:
    """Gives how many rows passed and how many failed. Rows that are not our own
    are added to the tally."""
    counts: Counter[str] = collections.Counter()
    failed = 0
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
    for row in rows:
        try:
            outcome = run_row(schemas, row)
            counts[outcome] += 1
            if path.resolve().parent != (HERE / "cases").resolve():
                support_table.add(tally, row["encoding"], outcome)
        except (Failed, transcdr.TranscdrError, ValueError) as error:
            failed += 1
            print(f"FAIL {row['id']}: {error or type(error).__name__}")
    passed = sum(counts.values())
    told = ", ".join(f"{counts[key]} {text}" for key, text in OUTCOMES.items()
                     if counts[key])
    print(f"{path.name}: {passed} passed ({told}), {failed} failed")
    return passed, failed


def main(arguments: List[str]) -> int:
    paths = [pathlib.Path(argument) for argument in arguments]
    if not paths:
        paths = sorted((HERE / "cases").glob("*.jsonl"))
    if not paths:
        raise SystemExit("no files")
    tally: support_table.Tally = collections.Counter()
    with daemon.running() as target, \
            transcdr.Client(target, timeout=60) as client:
        schemas = Schemas(client)
        results = [run_file(schemas, path, tally) for path in paths]
    passed = sum(result[0] for result in results)
    failed = sum(result[1] for result in results)
    readme = os.environ.get("TRANSCDR_README")
    if readme and not failed:
        wrong = support_table.check(tally, pathlib.Path(readme))
        if wrong:
            print(f"FAIL {wrong}")
            failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
