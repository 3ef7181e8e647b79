"""Arguments and exit codes of `python -m transcdr.bag`."""

from __future__ import annotations

import argparse
import datetime
import enum
import fnmatch
import os
import re
import sys
from pathlib import Path
from typing import IO, Dict, List, Optional, Sequence, Type

from transcdr import options as options_module
from transcdr.bag.convert import Converter
from transcdr.bag.definitions import MsgPath, normalize
from transcdr.bag.readers import BagError, Selection, Topic, open_bag
from transcdr.bag.writers import make_writer
from transcdr.client import Client
from transcdr.errors import DeadlineExceeded, TranscdrError, Unavailable
from transcdr.options import Options

OK = 0
SOME_FAILED = 1
USAGE = 2
UNREACHABLE = 3

DEFAULT_TARGET = "127.0.0.1:50051"

_DESCRIPTION = """\
Decodes ROS 2 recordings (.mcap, rosbag2 .db3, or folders of them) through
transcdrd. Registers the schemas found inside, and writes one JSON object a
line: {"topic", "type", "log_time", "publish_time", "sequence", "message"};
times are nanoseconds since 1970. A .db3 has no sequence, and one time for
both."""

_EPILOG = """\
times: nanoseconds since 1970 (integers from 10^12 on, or with the suffix "ns"),
seconds (smaller numbers, numbers with a point, or with the suffix "s"), or RFC
3339 ("2026-11-30T12:00:00.5Z").

exit codes: 0 all messages written; 1 some failed, were skipped for want of a
usable definition (see --skip-unsupported), or a file was damaged: each reported
on stderr, the others written; 2 wrong usage; 3 the daemon cannot be reached."""

# The options that matter when decoding, as flags of the same names. Enums by
# their class, booleans by None.
_OPTION_FLAGS: Dict[str, Optional[Type[enum.IntEnum]]] = {
    "struct_form": options_module.StructForm,
    "int64_form": options_module.Int64Form,
    "int64_width": options_module.Int64Width,
    "non_finite_form": options_module.NonFiniteForm,
    "char_array_form": options_module.CharArrayForm,
    "invalid_utf8_policy": options_module.InvalidUtf8Policy,
    "bytes_form": options_module.BytesForm,
    "numeric_array_form": options_module.NumericArrayForm,
    "enum_form": options_module.EnumForm,
    "bitmask_form": options_module.BitmaskForm,
    "absent_form": options_module.AbsentForm,
    "bounds_policy": options_module.BoundsPolicy,
    "lenient_booleans": None,
    "strict": None,
}

_RFC3339 = re.compile(
    r"(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?"
    r"([Zz]|[+-]\d{2}:\d{2})")
_NUMBER = re.compile(r"(\d+)(?:\.(\d{1,9}))?(ns|s)?")
_SMALLEST_NANOSECONDS = 10**12


def parse_time(text: str) -> int:
    """Gives a time as nanoseconds since 1970. Raises ValueError."""
    match = _NUMBER.fullmatch(text)
    if match is not None:
        whole, fraction, unit = match.groups()
        if unit == "ns" or (unit is None and fraction is None and
                            int(whole) >= _SMALLEST_NANOSECONDS):
            if fraction is not None:
                raise ValueError(f"{text!r} has parts of a nanosecond")
            return int(whole)
        return int(whole) * 10**9 + int((fraction or "").ljust(9, "0"))
    match = _RFC3339.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no time")
    date, time, fraction, zone = match.groups()
    zone = "+00:00" if zone in "Zz" else zone
    moment = datetime.datetime.fromisoformat(f"{date}T{time}{zone}")
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    # Integers only: a float has no nanoseconds left.
    seconds = (moment - epoch) // datetime.timedelta(seconds=1)
    return seconds * 10**9 + int((fraction or "").ljust(9, "0"))


def _time_argument(text: str) -> int:
    try:
        return parse_time(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _count_argument(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no count")
    return int(text)


def _flag_value(value: enum.Enum) -> str:
    return value.name.lower().replace("_", "-")


def make_parser() -> argparse.ArgumentParser:
    """Gives the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m transcdr.bag", description=_DESCRIPTION,
        epilog=_EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", type=Path,
        help="a recording, or a folder with recordings")
    add("--target", default=os.environ.get("TRANSCDR_TARGET", DEFAULT_TARGET),
        metavar="ADDRESS",
        help="the daemon, HOST:PORT or unix:/path (default: "
             f"$TRANSCDR_TARGET, or {DEFAULT_TARGET})")
    add("--to", choices=["json", "msgpack"], default="json",
        help="JSON lines (default), or a stream of MessagePack maps")
    add("--output", "-o", metavar="FILE", help="default: stdout")
    add("--topic", action="append", default=[], metavar="NAME",
        help="only this topic; * and ? match anything; may be repeated")
    add("--type", action="append", default=[], metavar="NAME",
        help="only this type, in the same way")
    add("--start", type=_time_argument, metavar="TIME",
        help="only messages logged at this time or later")
    add("--end", type=_time_argument, metavar="TIME",
        help="only messages logged before this time")
    add("--limit", type=_count_argument, metavar="N",
        help="stop after N messages")
    add("--msg-path", action="append", default=[], metavar="DIR",
        help="a folder with .msg files (pkg/msg/Name.msg) for types that the "
             "recording does not define; may be repeated")
    add("--skip-unsupported", action="store_true",
        help="exit with 0 even if topics were skipped for want of a usable "
             "definition")
    add("--timeout", type=float, default=30.0, metavar="SECONDS",
        help="for one answer of the daemon (default: 30)")
    add("--quiet", "-q", action="store_true",
        help="no progress bar, no summary")
    group = parser.add_argument_group(
        "mapping options", "what each means: clients/python/README.md")
    for name, kind in _OPTION_FLAGS.items():
        flag = "--" + name.replace("_", "-")
        if kind is None:
            group.add_argument(flag, dest=name, default=None,
                               action=argparse.BooleanOptionalAction)
        else:
            values = {_flag_value(value): value for value in kind}
            group.add_argument(flag, dest=name, default=None,
                               choices=list(values))
    return parser


def _mapping_options(arguments: argparse.Namespace) -> Options:
    chosen = {}
    for name, kind in _OPTION_FLAGS.items():
        value = getattr(arguments, name)
        if value is not None and kind is not None:
            value = kind[value.upper().replace("-", "_")]
        chosen[name] = value
    return Options(**chosen)


def _selection(arguments: argparse.Namespace) -> Selection:
    names: List[str] = arguments.topic
    types = [normalize(name) for name in arguments.type]

    def wanted(topic: Topic) -> bool:
        return ((not names or any(fnmatch.fnmatchcase(topic.name, name)
                                  for name in names)) and
                (not types or any(fnmatch.fnmatchcase(topic.type, name)
                                  for name in types)))

    return Selection(wanted, arguments.start, arguments.end)


def _expand(paths: Sequence[Path]) -> List[Path]:
    """Puts the recordings in a folder in the folder's place."""
    expanded: List[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.iterdir()
                            if file.suffix in (".mcap", ".db3"))
            if not inside:
                raise BagError(f"{path}: no .mcap or .db3 file in this folder")
            expanded += inside
        else:
            expanded.append(path)
    for path in expanded:
        try:
            open_bag(path).close()
        except OSError as error:
            raise BagError(f"{path}: {error.strerror}") from None
        except BagError as error:
            raise BagError(f"{path}: {error}") from None
    return expanded


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Runs the command and gives its exit code."""
    arguments = make_parser().parse_args(argv)
    try:
        paths = _expand(arguments.files)
        for folder in arguments.msg_path:
            if not Path(folder).is_dir():
                raise BagError(f"--msg-path {folder}: no such folder")
        stream: IO[bytes] = (open(arguments.output, "wb")
                             if arguments.output not in (None, "-")
                             else sys.stdout.buffer)
    except (BagError, OSError) as error:
        _say(f"transcdr.bag: {error}")
        return USAGE
    try:
        return _convert(arguments, paths, stream)
    except BrokenPipeError:
        # The reader (head, less) has what it wanted. Python would complain
        # again when it flushes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    finally:
        if stream is not sys.stdout.buffer:
            stream.close()


def _convert(arguments: argparse.Namespace, paths: Sequence[Path],
             stream: IO[bytes]) -> int:
    with Client(arguments.target, timeout=arguments.timeout) as client:
        converter = Converter(
            client, make_writer(arguments.to, stream), _selection(arguments),
            msg_path=MsgPath(arguments.msg_path),
            options=_mapping_options(arguments), limit=arguments.limit,
            progress=not arguments.quiet and sys.stderr.isatty())
        try:
            for path in paths:
                converter.run(path)
        except (Unavailable, DeadlineExceeded) as error:
            _say(f"transcdr.bag: the daemon cannot be reached: {error}")
            return UNREACHABLE
        except TranscdrError as error:
            _say(f"transcdr.bag: {error.reason or error.code.name}: {error}")
            return SOME_FAILED
        finally:
            stream.flush()
    tally = converter.tally
    if not arguments.quiet:
        _say(f"transcdr.bag: {tally}")
    if tally.failed or tally.damaged_files:
        return SOME_FAILED
    if tally.skipped and not arguments.skip_unsupported:
        return SOME_FAILED
    return OK
