"""Fixtures: the fake daemon, the real one, and the shared recordings."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from fake_daemon import FakeDaemon  # noqa: E402

START_SECONDS = 30


@pytest.fixture
def fake():
    """A fake daemon of the test's own."""
    daemon = FakeDaemon()
    yield daemon
    daemon.stop()


class Daemon:
    """A real daemon on a free port and a socket of its own."""

    def __init__(self, *arguments):
        # Socket paths have to be short, so not below pytest's folder.
        self.folder = Path(tempfile.mkdtemp(prefix="tcd"))
        self._arguments = arguments
        self._process = None
        self.tcp = ""
        self.unix = ""

    def start(self):
        """Starts it, and returns when it serves. Ports differ each time, the
        socket's path does not."""
        binary = os.environ.get("TRANSCDRD")
        if not binary:
            pytest.fail("TRANSCDRD has to name the daemon's binary")
        port_file = self.folder / "ports"
        port_file.unlink(missing_ok=True)
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                [binary, "--listen=127.0.0.1:0",
                 f"--listen=unix:{self.folder}/s", f"--port-file={port_file}",
                 *self._arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + START_SECONDS
        while not port_file.exists():
            if self._process.poll() is not None or time.monotonic() > end:
                pytest.fail(f"the daemon did not start:\n{self.log()}")
            time.sleep(0.02)
        self.tcp, self.unix = port_file.read_text().split()
        return self

    def stop(self):
        """Stops it as a system would, and gives its exit code."""
        self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            pytest.fail(f"the daemon did not stop:\n{self.log()}")

    def log(self):
        return (self.folder / "log").read_text(errors="replace")

    def clean(self):
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def daemon():
    """A real daemon for all tests that leave it running."""
    instance = Daemon().start()
    yield instance
    code = instance.stop()
    log = instance.log()
    instance.clean()
    assert code == 0, log


@pytest.fixture
def own_daemon():
    """A real daemon, not started yet, for tests that stop it."""
    instance = Daemon()
    yield instance
    instance.clean()


@pytest.fixture(scope="session")
def recordings():
    """The folder of shared recordings, which is no part of the repository."""
    shared = os.environ.get("TRANSCDR_SHARED")
    folder = Path(shared or "") / "recordings"
    if not shared or not folder.is_dir():
        pytest.skip("TRANSCDR_SHARED does not name a folder with recordings")
    return folder
