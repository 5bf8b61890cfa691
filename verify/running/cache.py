"""Results kept between runs, by content: the engine, the statements, the task.

A key is the hash of everything a result depends on, so nothing stale is ever found and nothing
has to be invalidated. Deleting the folder only costs time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

from verify.processes.places import cache_root
from verify.running.tasks import Task
from verify.statements.sources import engine_digest
from verify.statements.statement import Statement

LIBRARIES = (
    "sympy", "mpmath", "python-flint", "hypothesis", "numpy", "scipy", "array-api-compat",
)  # fmt: skip


def cache_folder() -> Path:
    """Return the folder for results, under the user's cache folder."""
    return cache_root() / "attention-proofs"


@lru_cache(maxsize=1)
def _environment() -> str:
    parts = [sys.version]
    for name in LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            parts.append(f"{name}={metadata.version(name)}")
    return "\n".join(parts)


def engine_hash() -> str:
    """Return the hash of the sources that decide, and of the libraries' versions."""
    return hashlib.sha256(f"{engine_digest()}\n{_environment()}".encode()).hexdigest()


def content_hash(statement: Statement) -> str:
    """Return the hash of all that a statement's results depend on, "" where nothing vouches for it.

    The sources are those it was read from (`verify.statements.sources`), whatever is on disk now.
    """
    if not statement.read_as or not engine_digest():
        return ""
    return hashlib.sha256(f"{statement.read_as}\n{_environment()}".encode()).hexdigest()


def key(statement: Statement, task: Task) -> str:
    """Return the content address of a task's result, "" if none can be kept or found."""
    content = content_hash(statement)
    return hashlib.sha256(f"{content}\n{task!r}".encode()).hexdigest() if content else ""


def read(address: str) -> dict[str, Any] | None:
    """Return a kept result, or None."""
    if not address:
        return None
    path = cache_folder() / "results" / address[:2] / f"{address}.json"
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found
    except (OSError, ValueError):
        return None


def write(address: str, result: dict[str, Any]) -> None:
    """Keep a result; a cut-off one is not kept. Failing to keep costs nothing but time."""
    if "cut off" in result or not address:
        return
    folder = cache_folder() / "results" / address[:2]
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(result, file, default=str)  # a campaign shows what its author likes
        os.replace(name, folder / f"{address}.json")
