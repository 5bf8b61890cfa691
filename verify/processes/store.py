"""What is kept between runs: entries in one folder, each under the hash of all it depends on.

So nothing stale is ever found, nothing has to be invalidated, and deleting the folder costs only
time. An entry is written whole or not at all, and begins with its key and the hash of what it says:
one that was damaged, was moved to another name, or is anything else is as good as none, and so is
one that cannot be read. What has not been used for longest goes when there is too much.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from verify.processes import patches
from verify.processes.asides import put
from verify.processes.places import cache_folder

patches.watch()
SCHEMA = "verify.kept/2"  # another one where what is kept under old keys has another shape
LOOKED, EVERY = "looked", 3600.0  # a file written when all was looked at, and seconds between
COMPILED = "coq-*"  # folders that are of use only as a whole, as units of Coq's library are
MOST = 1 << 30  # bytes; a run of every statement by every method keeps 100 MB


@dataclass(frozen=True)
class Store:
    """A folder of entries by their keys; failing to keep one costs only time."""

    folder: Path

    def place(self, key: str) -> Path:
        """Return the file of an entry."""
        address = hashlib.sha256(key.encode()).hexdigest()
        return self.folder / "kept" / address[:2] / address

    def read_bytes(self, key: str) -> bytes | None:
        """Return what is kept under a key, or None; under "" there is nothing."""
        with contextlib.suppress(OSError):
            place = self.place(key)
            found = place.lstat()
            if not key or not stat.S_ISREG(found.st_mode) or found.st_size > MOST:
                return None  # a pipe would never end
            head, _, says = place.read_bytes().partition(b"\n")
            return says if head == _head(key, says) else None
        return None

    def write_bytes(self, key: str, says: bytes, *, looked: bool = False) -> None:
        """Keep something under a key, unless the engine that says it was patched.

        With `looked` it was looked at already, for many entries at once.
        """
        if not key or (not looked and patches.patched()):
            return
        with contextlib.suppress(OSError):
            _bounded(self.folder)
            self.place(key).parent.mkdir(parents=True, exist_ok=True)
            put(self.place(key), b"%b\n%b" % (_head(key, says), says))

    def read(self, key: str) -> Any:
        """Return the plain data that is kept under a key, or None."""
        try:
            return json.loads(self.read_bytes(key) or b"null")
        except (ValueError, RecursionError):
            return None

    def write(self, key: str, says: Any, *, looked: bool = False) -> None:
        """Keep plain data under a key; what JSON has no word for is kept as text."""
        with contextlib.suppress(ValueError, TypeError, RecursionError):
            self.write_bytes(key, json.dumps(says, default=str).encode(), looked=looked)

    def size(self) -> tuple[int, int]:
        """Return how many files are kept, whatever wrote them, and their bytes."""
        sizes = [size for _, _, size in _files(self.folder)]
        return len(sizes), sum(sizes)

    def clear(self) -> None:
        """Forget everything. Raises OSError."""
        if self.folder.exists():
            shutil.rmtree(self.folder)

    def trim(self, most: int) -> None:
        """Forget what has not been used for longest, until no more bytes than that are kept."""
        entries = [*_files(self.folder / "kept"), *map(_whole, self.folder.glob(COMPILED))]
        excess = sum(size for _, _, size in entries) - most
        for _, path, size in sorted(entries) if excess > 0 else ():
            if excess <= 0:
                return
            with contextlib.suppress(OSError):
                shutil.rmtree(path) if path.endswith(os.sep) else os.unlink(path)
                excess -= size


def store() -> Store:
    """Return the user's store."""
    return Store(cache_folder())


@lru_cache(maxsize=8)
def _bounded(folder: Path) -> None:
    """Make room, once a process and an hour: nothing writes nearly as much as may be kept.

    To look at all that is kept takes longer than most commands.
    """
    looked = folder / LOOKED
    with contextlib.suppress(OSError):
        if 0 <= time.time() - looked.lstat().st_mtime < EVERY:
            return
    Store(folder).trim(MOST)
    with contextlib.suppress(OSError):  # then it is looked at again
        folder.mkdir(parents=True, exist_ok=True)
        looked.touch()


def _head(key: str, says: bytes) -> bytes:
    told = hashlib.sha256(b"%b\n%b\n%b" % (SCHEMA.encode(), key.encode(), says)).hexdigest()
    return json.dumps({"schema": SCHEMA, "key": key, "hash": told}).encode()


def _files(folder: Path) -> Iterator[tuple[float, str, int]]:
    """Yield files by when they were last used, with their sizes; as text, for there are many."""
    for parent, _, names in os.walk(folder):
        for name in names:
            if name == LOOKED:
                continue
            path = f"{parent}{os.sep}{name}"
            with contextlib.suppress(OSError):
                found = os.lstat(path)
                yield max(found.st_atime, found.st_mtime), path, found.st_size


def _whole(folder: Path) -> tuple[float, str, int]:
    """Return when anything in a folder was last used, the folder, and the bytes of all of it."""
    files = list(_files(folder))
    last = max((used for used, _, _ in files), default=0.0)
    return last, f"{folder}{os.sep}", sum(size for _, _, size in files)
