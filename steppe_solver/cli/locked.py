"""Files that belong to one run at a time."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from io import FileIO

import click


def lock(file: FileIO, path: str) -> None:
    """Keep others from the file until it is closed, or this process ends, however it does.

    A usage error where another run has it, ``path`` being what the user calls it.
    """
    if sys.platform == "win32":
        import msvcrt

        def claim() -> None:
            file.seek(2**62)  # a byte that is never written, as others could not read a locked one
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        def claim() -> None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    try:
        claim()
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
            return  # a file system without locks
        raise click.UsageError(f"another run is at work on {path}") from None


class Guard:
    """A lock on a file that is replaced as a whole, so that the lock is on one beside it.

    That one, ``FILE.lock``, is empty, goes with the end of the run, and means nothing where a
    killed run has left it.
    """

    def __init__(self, path: str) -> None:
        """Lock the file. A usage error where another run has it; raises OSError."""
        self._path = f"{os.path.realpath(path)}.lock"
        while True:
            self._file = FileIO(self._path, "a")
            try:
                lock(self._file, path)
                if os.fstat(self._file.fileno()).st_size:
                    raise click.UsageError(f"{self._path} is in the way: it is no lock of {path}")
            except click.UsageError:
                self._file.close()
                raise
            if self._is_in_place():
                return
            self._file.close()  # its run has ended, and taken it away, since it was opened

    def _is_in_place(self) -> bool:
        if sys.platform == "win32":  # where nobody can take away what is open
            return True
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), os.stat(self._path))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let others have it."""
        with contextlib.suppress(OSError):  # another run has it open, on Windows
            if sys.platform == "win32":
                self._file.close()
            os.unlink(self._path)
        self._file.close()
