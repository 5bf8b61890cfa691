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

from verify.running.tasks import Task
from verify.statements.statement import Statement

# Rooms that only tell what was decided, or read something else: methods import nothing of them.
NOT_DECIDING = (
    "telling", "transformers", "cli.py", "commands", "interactive.py", "bootstrap.py",
    "doctor.py",
)  # fmt: skip
LIBRARIES = (
    "sympy", "mpmath", "python-flint", "hypothesis", "numpy", "scipy", "array-api-compat",
)  # fmt: skip


def cache_folder() -> Path:
    """Return the folder for results, under the user's cache folder."""
    root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(root) / "attention-proofs"


@lru_cache(maxsize=1)
def engine_hash() -> str:
    """Return the hash of the sources that decide, and of the libraries' versions."""
    import verify

    digest, root = hashlib.sha256(sys.version.encode()), Path(verify.__file__).parent
    for path in sorted(root.rglob("*.py")):
        if path.relative_to(root).parts[0] not in NOT_DECIDING:
            digest.update(path.read_bytes())
    for name in LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            digest.update(f"{name}={metadata.version(name)}".encode())
    return digest.hexdigest()


@lru_cache(maxsize=256)
def _folder_hash(folder: str) -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(folder).glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def content_hash(statement: Statement) -> str:
    """Return the hash of all a statement's results depend on: the engine and its own folder."""
    source = Path(statement.body.__code__.co_filename)
    beside = _folder_hash(str(source.parent)) if source.is_file() else ""
    return "\n".join([engine_hash(), beside, source.name])


def key(statement: Statement, task: Task) -> str:
    """Return the content address of a task's result, "" where nothing vouches for the content.

    A statement typed at a prompt has no file to hash: what was kept of it might be of another one.
    """
    if not Path(statement.body.__code__.co_filename).is_file():
        return ""
    return hashlib.sha256(f"{content_hash(statement)}\n{task!r}".encode()).hexdigest()


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
            json.dump(result, file)
        os.replace(name, folder / f"{address}.json")
