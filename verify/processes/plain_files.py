"""Files that are read: plain ones only, so that no pipe is ever waited for."""

from __future__ import annotations

import errno
import io
import os
import stat
from pathlib import Path


class NotPlain(OSError):
    """A pipe, a device, or whatever else is no plain file."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(errno.EINVAL, "not a regular file", str(path))


def opened_plain(path: Path | str) -> io.BufferedReader:
    """Open a plain file for reading; a link is followed.

    Raises NotPlain for a pipe or a device, which reading could wait for without end, and OSError.
    """
    # Without O_NONBLOCK, opening a pipe would already wait for whoever writes to it.
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        kind = os.fstat(handle).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(kind):
            raise NotPlain(path)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def text_of(path: Path | str, errors: str = "strict") -> str:
    """Return what a plain file holds in UTF-8; raises as `opened_plain`, and UnicodeDecodeError."""
    with io.TextIOWrapper(opened_plain(path), encoding="utf-8", errors=errors) as file:
        return file.read()
