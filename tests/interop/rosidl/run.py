#!/usr/bin/env python3
"""Which .msg, .srv and .action texts rosidl's own parser takes and which our
front end takes: no difference but those in disagreements.md.

    TRANSCDR_CLI=/path/of/transcdr tests/interop/rosidl/run.py

The parser is rosidl_adapter of Debian's python3-rosidl. See README.md.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from texts import read_corpus  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
# A type that a text of each kind defines.
ROOTS = {"msg": "demo/msg/Root", "srv": "demo/srv/Root_Response",
         "action": "demo/action/Root_Feedback"}


def rosidl_parsers():
    """Gives the parser of each kind, from the Debian package, whichever Python
    runs this."""
    files = subprocess.run(["dpkg", "-L", "python3-rosidl"], check=True,
                           stdout=subprocess.PIPE, text=True).stdout
    for line in files.splitlines():
        if line.endswith("/rosidl_adapter"):
            sys.path.append(os.path.dirname(line))
    from rosidl_adapter import parser
    return {"msg": parser.parse_message_string,
            "srv": parser.parse_service_string,
            "action": parser.parse_action_string}


def disagreements():
    """Gives (rosidl's, ours) by name, from the table."""
    rows = {}
    for line in (HERE / "disagreements.md").read_text().splitlines():
        match = re.fullmatch(r"\| ([\w.]+) \| (takes|refuses) "
                             r"\| (takes|refuses) \| (.+) \|", line)
        if match:
            rows[match[1]] = (match[2], match[3])
    return rows


def main():
    tool = os.environ["TRANSCDR_CLI"]
    parsers = rosidl_parsers()
    explained = disagreements()
    faults = []
    both = 0
    texts = read_corpus(HERE / "corpus.txt")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            kind = name.rsplit(".", 1)[1]
            try:
                parsers[kind]("demo", "Root", text)
                theirs, their_words = "takes", ""
            except Exception as error:  # it raises many kinds
                theirs, their_words = "refuses", repr(error)
            path = pathlib.Path(folder, "Root." + kind)
            path.write_text(text)
            done = subprocess.run(
                [tool, "compare", "--local", str(path), str(path), "--type",
                 ROOTS[kind]], stdout=subprocess.PIPE, check=False,
                stderr=subprocess.STDOUT, text=True, timeout=10)
            ours = "takes" if done.returncode == 0 else "refuses"
            if done.returncode < 0:
                faults.append(f"{name}: the tool crashes:\n{done.stdout}")
            if name in explained:
                if explained.pop(name) != (theirs, ours):
                    faults.append(f"{name}: rosidl {theirs} it, we {ours} it: "
                                  "disagreements.md says otherwise")
            elif theirs != ours:
                faults.append(f"{name}: rosidl {theirs} it, we {ours} it:\n"
                              f"{their_words}\n{done.stdout}")
            elif ours == "takes":
                both += 1
    faults += [f"{name}: explained, but not in corpus.txt"
               for name in explained]
    for fault in faults:
        print(fault)
    print(f"rosidl: {len(texts)} texts, {both} taken by both, "
          f"{len(faults)} faults")
    return 1 if faults or not both else 0


if __name__ == "__main__":
    sys.exit(main())
