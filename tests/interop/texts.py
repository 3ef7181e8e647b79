"""Corpora of texts for parsers, in one file each."""

import pathlib
import sys


def read_corpus(path: pathlib.Path):
    """Gives the texts by name: each begins behind a line "=== name". What stands
    before the first is a comment."""
    texts = {}
    name = ""
    for line in path.read_text().splitlines(keepends=True):
        if line.startswith("=== "):
            name = line[4:].strip()
            if name in texts:
                sys.exit(f"{path.name}: {name} is there twice")
            texts[name] = ""
        elif name:
            texts[name] += line
    return texts
