"""The loop from recordings to output."""

from __future__ import annotations

import collections
import datetime
import itertools
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Deque, Iterator, List, Optional, Set, Tuple

from transcdr._core import Decoded
from transcdr.bag.definitions import MsgPath
from transcdr.bag.readers import (Bag, BagError, Record, Selection, Topic,
                                  open_bag)
from transcdr.bag.resolve import Resolver
from transcdr.bag.writers import Writer
from transcdr.client import Client, Schema
from transcdr.errors import TranscdrError
from transcdr.options import Options


@dataclass
class Tally:
    """What became of the messages."""

    written: int = 0
    failed: int = 0
    """Messages that the daemon refused."""
    skipped: int = 0
    """Messages of topics without a usable definition."""
    skipped_topics: Set[Topic] = field(default_factory=set)
    damaged_files: int = 0

    def __str__(self) -> str:
        text = f"{self.written} messages written"
        if self.failed:
            text += f", {self.failed} failed"
        if self.skipped:
            text += (f", {self.skipped} skipped on "
                     f"{len(self.skipped_topics)} topics")
        if self.damaged_files:
            text += f", {self.damaged_files} files not read to their end"
        return text


class Reporter:
    """Says things on stderr without disturbing a progress bar there."""

    def __init__(self, bar: Optional[Any]) -> None:
        self._bar = bar

    def line(self, text: str) -> None:
        """Writes a line."""
        if self._bar is None:
            print(text, file=sys.stderr)
        else:
            self._bar.write(text, file=sys.stderr)

    def advance(self) -> None:
        """Counts a message."""
        if self._bar is not None:
            self._bar.update(1)


class Converter:
    """Decodes recordings through a daemon and writes what comes back."""

    def __init__(self, client: Client, writer: Writer, selection: Selection, *,
                 msg_path: MsgPath, options: Options,
                 limit: Optional[int] = None, progress: bool = False) -> None:
        """
        limit: most messages to decode, of all files together.
        progress: whether to show a bar on stderr.
        """
        self._client = client
        self._writer = writer
        self._selection = selection
        self._msg_path = msg_path
        self._options = options
        self._left = limit
        self._progress = progress
        self.tally = Tally()

    def run(self, path: Path) -> None:
        """Converts one file.

        Messages that fail are reported, counted and left out. Raises BagError
        when the file cannot be opened, and TranscdrError when the daemon cannot
        be asked.
        """
        if self._left == 0:
            return
        bag = open_bag(path)
        bar = self._bar(bag, path) if self._progress else None
        reporter = Reporter(bar)
        try:
            for warning in bag.warnings:
                reporter.line(f"{path}: {warning}")
            self._convert(bag, path, reporter)
        except BagError as error:
            self.tally.damaged_files += 1
            reporter.line(f"{path}: {error}")
        finally:
            if bar is not None:
                bar.close()
            bag.close()

    def _convert(self, bag: Bag, path: Path, reporter: Reporter) -> None:
        resolver = Resolver(self._client, self._msg_path,
                            lambda text: reporter.line(f"{path}: {text}"))
        sent: Deque[Record] = collections.deque()
        damage: List[BagError] = []

        def pairs() -> Iterator[Tuple[Schema, bytes]]:
            try:
                for record in bag.records(self._selection):
                    schema = resolver.schema(record)
                    if schema is None:
                        self.tally.skipped += 1
                        self.tally.skipped_topics.add(record.topic)
                        reporter.advance()
                        continue
                    sent.append(record)
                    yield schema, record.payload
            except BagError as error:
                # What was read so far is still on its way to the daemon.
                damage.append(error)

        outcomes = self._client.decode_mixed(
            itertools.islice(pairs(), self._left),
            output=self._writer.output, options=self._options)
        for outcome in outcomes:
            record = sent.popleft()
            reporter.advance()
            if self._left is not None:
                self._left -= 1
            if isinstance(outcome, Decoded):
                document = outcome.document
                self._writer.write(record, document.encode("utf-8")
                                   if isinstance(document, str) else document)
                self.tally.written += 1
            else:
                self.tally.failed += 1
                reporter.line(f"{path}: {_describe(record, outcome)}")
        if damage:
            raise damage[0]

    def _bar(self, bag: Bag, path: Path) -> Optional[Any]:
        try:
            from tqdm import tqdm
        except ImportError:
            return None
        total = bag.count(self._selection)
        if total is not None and self._left is not None:
            total = min(total, self._left)
        return tqdm(total=total, unit=" msg", desc=path.name, file=sys.stderr)


def _describe(record: Record, error: TranscdrError) -> str:
    seconds, nanoseconds = divmod(record.log_time, 10**9)
    try:
        date = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
        when = f" ({date:%Y-%m-%dT%H:%M:%S}.{nanoseconds:09d}Z)"
    except (OverflowError, ValueError, OSError):  # Beyond the calendar.
        when = ""
    return (f"{record.topic.name} [{record.topic.type}] at {record.log_time}"
            f"{when}: {error.reason or error.code.name}: {error}")
