"""Rows by hand: how they are written down. The files *_cases.py hold them,
write_cases.py writes cases/by_rule_*.jsonl.

Bytes are hex with one space between fields and '.' for each byte of padding
(zero). `LE` and `BE` are the encapsulation headers of plain XCDR1.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

LE = "00010000 "
BE = "00000000 "
ORIGIN = "by hand from the rules of codec/wire/xcdr.md: "

Row = Dict[str, Any]

# The encapsulation ids that payloads begin with.
_ENCODINGS = {"00": "xcdr1_be", "01": "xcdr1_le", "02": "pl_cdr1_be",
              "03": "pl_cdr1_le", "06": "xcdr2_be", "07": "xcdr2_le",
              "08": "d_cdr2_be", "09": "d_cdr2_le", "0a": "pl_cdr2_be",
              "0b": "pl_cdr2_le", "10": "xcdr2_be", "11": "xcdr2_le",
              "12": "pl_cdr2_be", "13": "pl_cdr2_le", "14": "d_cdr2_be",
              "15": "d_cdr2_le"}


def add_row(rows: List[Row], name: str, rule: str, payload: str, value: Any,
            quirks: Optional[List[str]], more: Dict[str, Any]) -> None:
    """Adds a row; `more`: its other keys, the schema's among them."""
    payload_hex = payload.replace(".", "00").replace(" ", "")
    bytes.fromhex(payload_hex)
    if any(row["id"] == name for row in rows):
        raise ValueError(f"two rows are called {name}")
    if "must-be-rejected" in (quirks or []):
        # What is refused without being asked to be strict.
        more.setdefault("strict", False)
    rows.append({
        "id": name, "origin": ORIGIN + rule,
        "encoding": _ENCODINGS.get(payload_hex[2:4], "xcdr1_le"),
        "payload_hex": payload_hex, "expected_json": value,
        "notes": more.pop("notes", ""), "quirks": quirks or [], **more})


class IdlRows:
    """Rows whose schema is IDL with the root `Case`."""

    def __init__(self, prefix: str) -> None:
        self.rows: List[Row] = []
        self._prefix = prefix

    def add(self, name: str, rule: str, schema: str, payload: str, value: Any,
            *quirks: str, **more: Any) -> None:
        """Adds a row."""
        add_row(self.rows, self._prefix + name, rule, payload, value,
                list(quirks), {"schema_kind": "idl", "schema": schema,
                               "root_type": "Case", **more})

    def other_writer(self, name: str, rule: str, schema: str, payload: str,
                     value: Any, *quirks: str, **more: Any) -> None:
        """Adds a row whose bytes are legal, and not those that we write."""
        self.add(name, rule, schema, payload, value, "not-canonical", *quirks,
                 **more)

    def rejected(self, name: str, rule: str, schema: str, payload: str,
                 **more: Any) -> None:
        """Adds a row that has to be refused without being strict."""
        self.add(name, rule, schema, payload, None, "must-be-rejected", **more)
