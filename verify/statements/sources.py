"""What a statement was read from: a hash of the sources, taken when they are read.

What is kept of a statement is kept under this hash. Taken later, it could be that of another text:
a file that was edited after it was imported would lend its hash to results of the old one.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

# Rooms that only tell what was decided, or read something else: methods import nothing of them.
NOT_DECIDING = (
    "telling", "transformers", "cli.py", "commands", "interactive.py", "bootstrap.py",
    "doctor.py",
)  # fmt: skip


def read_as(body: Callable[..., Any]) -> str:
    """Return the hash of what a function was read from, "" where nothing vouches for it.

    Its folder counts whole, for modules use each other; so nothing vouches for a folder that has
    changed since the first of its statements was read, for what was typed at a prompt, or for a
    function made by another one, whose values are in no file.
    """
    file = Path(body.__code__.co_filename)
    if not file.is_file() or "<locals>" in body.__qualname__:
        return ""
    folder, engine = str(file.parent), engine_digest()
    now = _digest_of(Path(folder).glob("*.py"))
    if now != _first_seen(folder) or not engine:
        return ""
    return hashlib.sha256(f"{engine}\n{now}\n{file.name}\n{body.__qualname__}".encode()).hexdigest()


def engine_digest() -> str:
    """Return the hash of the engine's deciding sources, "" once they were edited under us."""
    seen = _first_engine()
    return seen if seen == _engine_in(int(time.monotonic())) else ""


@lru_cache(maxsize=1)
def _engine_in(_second: int) -> str:
    """Return what the hash is now; hundreds of files are looked at once a second, not more."""
    return _digest_of(_deciding())


def _deciding() -> list[Path]:
    root = Path(__file__).parents[1]
    return [p for p in root.rglob("*.py") if p.relative_to(root).parts[0] not in NOT_DECIDING]


@lru_cache(maxsize=1)
def _first_engine() -> str:
    return _digest_of(_deciding())


@lru_cache(maxsize=256)
def _first_seen(folder: str) -> str:
    return _digest_of(Path(folder).glob("*.py"))


def _digest_of(files: Iterable[Path]) -> str:
    """Return the hash of files by content; what has the same times and sizes is not read again."""
    return _digest(tuple((str(p), (s := p.stat()).st_mtime_ns, s.st_size) for p in sorted(files)))


@lru_cache(maxsize=64)
def _digest(stated: tuple[tuple[str, int, int], ...]) -> str:
    digest = hashlib.sha256()
    for path, _, _ in stated:
        digest.update(Path(path).name.encode() + b"\0")
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()
