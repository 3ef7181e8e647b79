"""The table of the README that says how rows of other implementations fare, by
encoding: run.py writes it from what it counted, so that it cannot be wrong."""

from __future__ import annotations

import os
import pathlib
import re
from typing import Counter, Optional, Tuple

# How an encoding of the vector files begins, and what it is called.
_ENCODINGS = (
    ("xcdr1", "XCDR1 plain (CDR)"),
    ("pl_cdr1", "XCDR1 parameter list (PL_CDR)"),
    ("xcdr2", "XCDR2 plain (CDR2)"),
    ("d_cdr2", "XCDR2 delimited (D_CDR2)"),
    ("pl_cdr2", "XCDR2 parameter list (PL_CDR2)"),
)
_BEGIN = "<!-- written by tests/conformance/support_table.py: begin -->\n"
_END = "<!-- end -->\n"

# (encoding without its byte order, outcome as run.py calls it) -> rows.
Tally = Counter[Tuple[str, str]]


def add(tally: Tally, encoding: str, outcome: str) -> None:
    tally[re.sub(r"_(le|be)$", "", encoding), outcome] += 1


def _table(tally: Tally) -> str:
    lines = ["| encoding, both byte orders | decoded to the value | of those, "
             "encoded to the same bytes | refused, rightly |",
             "|---|---|---|---|"]
    for encoding, title in _ENCODINGS:
        equal = tally[encoding, "equal"]
        decoded = equal + tally[encoding, "same value"]
        lines.append(f"| {title} | {decoded:,} | {equal:,} | "
                     f"{tally[encoding, 'rejected']:,} |")
    return "\n".join(lines) + "\n"


def check(tally: Tally, readme: pathlib.Path) -> Optional[str]:
    """Gives what is wrong with the README's table, or None. With
    TRANSCDR_UPDATE_GOLDEN=1 in the environment it is written instead."""
    text = readme.read_text(encoding="utf-8")
    begin, end = text.find(_BEGIN), text.find(_END)
    if begin < 0 or end < begin:
        return f"{readme.name} has no place for the table"
    begin += len(_BEGIN)
    table = _table(tally)
    if text[begin:end] == table:
        return None
    if os.environ.get("TRANSCDR_UPDATE_GOLDEN") == "1":
        readme.write_text(text[:begin] + table + text[end:], encoding="utf-8")
        return None
    return (f"{readme.name} says\n{text[begin:end]}but it is\n{table}"
            "TRANSCDR_UPDATE_GOLDEN=1 takes it over.")
