"""Files and folders written aside, which get their names when they are whole.

One is locked while it is written. A process that was killed leaves it without a lock, and whoever
writes beside it next takes it away; what is somebody else's is never touched.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MARK = ".verify-"
OURS = re.compile(r"\.(?P<target>.+)" + re.escape(MARK) + r"[a-z0-9_]{8}")
NEW = 1.0  # seconds in which one that has just been made may not have its lock yet
REPLACED = "old"  # in a folder that replaces another: what it replaces, until it has its name


@contextmanager
def aside_folder(target: Path) -> Iterator[Path]:
    """Give a new folder beside a target, to be renamed to it; what then is left of it vanishes.

    Raises OSError.
    """
    parent = target.absolute().parent
    sweep(parent)
    folder = Path(tempfile.mkdtemp(prefix=f".{target.name}{MARK}", dir=parent))
    handle = os.open(folder, os.O_RDONLY)
    try:
        _lock(handle)
        yield folder
    finally:
        os.close(handle)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def aside_file(target: Path) -> Iterator[tuple[int, Path]]:
    """Give a new file beside a target, open for writing, to be renamed to it, or it vanishes.

    The handle is to be closed by the caller. Raises OSError.
    """
    parent = target.absolute().parent
    sweep(parent)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}{MARK}", dir=parent)
    kept = os.dup(handle)  # keeps the lock until the file has its name
    try:
        _lock(handle)
        yield handle, Path(name)
    finally:
        os.close(kept)
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
        _lock(handle, wait=True)
        yield
    finally:
        os.close(handle)


def mask() -> int:
    """Return the user's mask of permissions that new files do not get."""
    found = os.umask(0)
    os.umask(found)
    return found


def sweep(parent: Path) -> None:
    """Take away what processes that were killed have left in a folder.

    A folder that was being replaced at that moment is put back first.
    """
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(parent)):
            found = OURS.fullmatch(entry.name)
            if found is None or entry.is_symlink():
                continue
            just_now = time.time() - entry.stat().st_mtime < NEW
            if just_now or not _is_left(Path(entry.path)):
                continue
            path, target = Path(entry.path), parent / found["target"]
            if not entry.is_dir():
                path.unlink(missing_ok=True)
                continue
            if (path / REPLACED).is_dir() and not target.exists():
                os.rename(path / REPLACED, target)
            shutil.rmtree(path, ignore_errors=True)


def _is_left(path: Path) -> bool:
    """Return whether nobody holds the lock of a file or folder."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        return _lock(handle)
    finally:
        os.close(handle)


def _lock(handle: int, wait: bool = False) -> bool:
    """Lock what is open; return False if another holds it, or if there are no locks here."""
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except (ImportError, OSError):
        return False
    return True
