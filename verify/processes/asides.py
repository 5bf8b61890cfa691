"""Files and folders written aside, which get their names when they are whole."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def aside_folder(target: Path) -> Iterator[Path]:
    """Give a new folder beside a target, to be renamed to it; what then is left of it vanishes.

    Raises OSError.
    """
    folder = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.absolute().parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def aside_file(target: Path) -> Iterator[tuple[int, Path]]:
    """Give a new file beside a target, open for writing, to be renamed to it, or it vanishes.

    The handle is to be closed by the caller. Raises OSError.
    """
    handle, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.absolute().parent)
    try:
        yield handle, Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def put(target: Path, data: bytes, mode: int | None = None) -> None:
    """Write a file so that a reader sees the old content or the new one, never a part.

    Without a `mode` it has the permissions of a new file. Raises OSError.
    """
    with aside_file(target) as (handle, aside):
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(aside, 0o666 & ~mask() if mode is None else mode)
        os.replace(aside, target)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let one process at a time read and then replace files of a folder. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(ImportError, OSError):  # there may be no locks here
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def mask() -> int:
    """Return the user's mask of permissions that new files do not get."""
    found = os.umask(0)
    os.umask(found)
    return found
