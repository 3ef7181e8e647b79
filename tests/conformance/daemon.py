"""A daemon of its own, on a free port, for as long as it is needed."""

from __future__ import annotations

import contextlib
import os
import pathlib
import subprocess
import tempfile
import time
from typing import Iterator

_START_SECONDS = 30.0
_STOP_SECONDS = 30.0


@contextlib.contextmanager
def running() -> Iterator[str]:
    """Gives the address of a daemon: that of TRANSCDR_TARGET, else of one that
    is started from TRANSCDRD and stopped at the end."""
    target = os.environ.get("TRANSCDR_TARGET")
    if target:
        yield target
        return
    binary = os.environ.get("TRANSCDRD", "")
    if not os.access(binary, os.X_OK):
        raise SystemExit(f"TRANSCDRD: '{binary}' cannot be run (or set "
                         "TRANSCDR_TARGET to the address of a daemon)")
    with tempfile.TemporaryDirectory() as folder:
        port_file = pathlib.Path(folder, "port")
        log = pathlib.Path(folder, "log")
        with log.open("wb") as output:
            process = subprocess.Popen(
                [binary, "--listen=127.0.0.1:0", f"--port-file={port_file}"],
                stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT)
        try:
            yield _address(process, port_file, log)
        finally:
            process.terminate()
            try:
                status = process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                raise SystemExit("the daemon does not stop at SIGTERM")
            if status != 0:
                raise SystemExit(f"the daemon ended with status {status}:\n"
                                 + log.read_text(errors="replace")[-4000:])


def _address(process: "subprocess.Popen[bytes]", port_file: pathlib.Path,
             log: pathlib.Path) -> str:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        text = port_file.read_text() if port_file.exists() else ""
        if text.endswith("\n"):
            return text.split()[0]
        time.sleep(0.02)
    raise SystemExit("the daemon does not start:\n"
                     + log.read_text(errors="replace")[-4000:])
