"""Writes cases/by_rule_*.jsonl: rows derived by hand from the rules of XCDR.

    python3 write_cases.py

How rows are written down: case_rows.py.
"""

from __future__ import annotations

import json
import pathlib

from descriptor_cases import DESCRIPTOR_ROWS
from ros2msg_cases import ROS_ROWS
from xcdr1_parameter_cases import PARAMETER_ROWS
from xcdr2_cases import XCDR2_ROWS

CASES = pathlib.Path(__file__).parent / "cases"
FILES = {"by_rule_ros2msg": ROS_ROWS, "by_rule_descriptor": DESCRIPTOR_ROWS,
         "by_rule_xcdr1_parameters": PARAMETER_ROWS,
         "by_rule_xcdr2": XCDR2_ROWS}


def main() -> None:
    CASES.mkdir(exist_ok=True)
    for name, rows in FILES.items():
        text_of_rows = "".join(json.dumps(row) + "\n" for row in rows)
        (CASES / f"{name}.jsonl").write_text(text_of_rows)
        print(f"{name}: {len(rows)} rows")


if __name__ == "__main__":
    main()
