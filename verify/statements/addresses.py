"""What results depend on beside a statement's own content, as hashes: the engine and libraries."""

from __future__ import annotations

import contextlib
import hashlib
import sys
from functools import lru_cache
from importlib import metadata

from verify.statements.sources import engine_digest
from verify.statements.statement import Statement

LIBRARIES = ("sympy", "mpmath", "python-flint", "hypothesis", "numpy", "scipy")


@lru_cache(maxsize=1)
def environment() -> str:
    """Return Python's version and those of the libraries that decide."""
    parts = [sys.version]
    for name in LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            parts.append(f"{name}={metadata.version(name)}")
    return "\n".join(parts)


def engine_hash() -> str:
    """Return the hash of the sources that decide, and of the libraries' versions."""
    return hashlib.sha256(f"{engine_digest()}\n{environment()}".encode()).hexdigest()


def content_hash(statement: Statement) -> str:
    """Return the hash of all that a statement's results depend on, "" where it cannot be told.

    It is what was read (`verify.statements.contents`) and the engine, whatever is on disk now.
    """
    engine = engine_digest()
    if not engine or not statement.content:
        return ""
    told = f"{engine}\n{environment()}\n{statement.content}"
    return hashlib.sha256(told.encode()).hexdigest()
