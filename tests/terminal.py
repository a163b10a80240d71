"""A terminal of the tests' own, in which a command runs as if somebody sat before it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from command import HANGS

CTRL_C, CTRL_D = "\x03", "\x04"


class Terminal:
    """Runs a command in a pseudo-terminal, in ``cwd``; POSIX only.

    The command is `steppe` with these arguments; with ``script``, what a shell makes of that.
    """

    def __init__(
        self, *arguments: object, cwd: Path, script: str | None = None, **environment: str
    ) -> None:
        command = [sys.executable, "-P", "-m", "steppe_solver", *map(str, arguments)]
        self._master, slave = pty.openpty()
        self.shown = ""
        """Everything on the screen so far, with plain line ends."""
        self._unread = ""
        self._process = subprocess.Popen(
            command if script is None else ["sh", "-c", script],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=cwd,
            env=_environment(environment),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C is one
        )
        os.close(slave)
        self._deadline = time.monotonic() + HANGS

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def type(self, text: str | bytes) -> None:
        """Press these keys."""
        os.write(self._master, text.encode() if isinstance(text, str) else text)

    def wait_for(self, text: str) -> str:
        """What was shown since the last call, up to this text and with it."""
        start = len(self.shown) - len(self._unread)
        while text not in self._unread:
            if not self._read():
                raise AssertionError(f"{text!r} never came after {self.shown!r}")
        end = self.shown.index(text, start) + len(text)
        self._unread = self.shown[end:]
        return self.shown[start:end]

    def end(self) -> tuple[str, int]:
        """What is still shown until the command ends, and its exit code."""
        while self._read():
            pass
        rest, self._unread = self._unread, ""
        return rest, self._process.wait(timeout=HANGS)

    def _read(self) -> bool:
        """Take in what comes next; False at the end, or where nothing comes any more."""
        ready, _, _ = select.select([self._master], [], [], self._deadline - time.monotonic())
        data = b""
        if ready:
            with contextlib.suppress(OSError):  # what Linux says when the other side has closed
                data = os.read(self._master, 2**16)
        text = data.decode("utf-8", "replace").replace("\r\n", "\n")
        self.shown += text
        self._unread += text
        return bool(data)


def _environment(changes: Mapping[str, str]) -> dict[str, str]:
    """The environment with a usual terminal's settings, and these changes."""
    usual = {"TERM": "xterm", "COLUMNS": "80", "LINES": "24", "PYTHONIOENCODING": "utf-8"}
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return kept | usual | changes
