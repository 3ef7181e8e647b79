#!/usr/bin/env python3
"""Which IDL Cyclone's idlc takes and which our front end takes: no difference
but those in disagreements.md.

    TRANSCDR_CLI=/path/of/transcdr tests/interop/idlc/run.py

What both take is printed by `transcdr get --as idl` too, and idlc has to take
that. See README.md.
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
SECONDS = 10  # What takes longer hangs.


def disagreements():
    """Gives (idlc's, ours, reason) by name, from the table."""
    rows = {}
    for line in (HERE / "disagreements.md").read_text().splitlines():
        match = re.fullmatch(
            r"\| (\w+) \| (takes|refuses|crashes|hangs) "
            r"\| (takes|refuses) \| (.+) \|", line)
        if match:
            rows[match[1]] = (match[2], match[3], match[4])
    return rows


def run(*command):
    """Runs a command; gives its exit status and output."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS,
                              stdin=subprocess.DEVNULL, text=True)
    except subprocess.TimeoutExpired:
        return "hangs", ""
    if done.returncode < 0:
        return "crashes", done.stdout
    return "takes" if done.returncode == 0 else "refuses", done.stdout


def main():
    tool = os.environ["TRANSCDR_CLI"]
    explained = disagreements()
    texts = read_corpus(HERE / "corpus.txt")
    faults = []
    both = 0
    unprinted = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "text.idl"

        def idlc(text):
            path.write_text(text)
            # idlc generates C: there is no way to check alone. Without type
            # information (-t), which it has not for recursive types.
            return run("idlc", "-t", "-l", "c", "-o", folder, str(path))

        for name, text in texts.items():
            theirs, their_words = idlc(text)
            # Reads, and does not translate.
            ours, our_words = run(tool, "compare", "--local", str(path),
                                  str(path), "--type", "Root")
            if ours not in ("takes", "refuses"):
                faults.append(f"{name}: it {ours} here:\n{our_words}")
                continue
            if name in explained:
                expected = explained.pop(name)[:2]
                if (theirs, ours) != expected:
                    faults.append(f"{name}: idlc {theirs} it, we {ours} it: "
                                  "disagreements.md says otherwise")
                continue
            if theirs != ours:
                faults.append(f"{name}: idlc {theirs} it, we {ours} it:\n"
                              f"{their_words}{our_words}")
                continue
            if ours == "refuses":
                continue
            both += 1
            printed = subprocess.run(
                [tool, "get", "--local", "--idl", str(path), "--type", "Root",
                 "--as", "idl"], stdout=subprocess.PIPE, check=False,
                stderr=subprocess.DEVNULL, text=True).stdout
            if not printed:
                unprinted.append(name)
                continue
            again, words = idlc(printed)
            if again != "takes":
                faults.append(f"{name}: idlc {again} what we print:\n{printed}"
                              f"{words}")
    faults += [f"{name}: explained, but not in corpus.txt"
               for name in explained]
    if unprinted:
        print("not translated by this release, so not printed:",
              ", ".join(unprinted))
    for fault in faults:
        print(fault)
    print(f"idlc: {len(texts)} texts, {both} taken by both and printed, "
          f"{len(faults)} faults")
    return 1 if faults or not both else 0


if __name__ == "__main__":
    sys.exit(main())
