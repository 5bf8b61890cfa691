"""Whether Coq is here, and what it says of itself."""

from __future__ import annotations

import errno
import hashlib
import os
from functools import lru_cache
from pathlib import Path

from verify.processes import coq


def available() -> bool:
    """Return whether the Coq kernel is installed, with Coquelicot, which the goals use."""
    return coq.locate("coqtop") is not None and coquelicot().is_dir()


def program(name: str) -> str:
    """Return the path of a program of Coq. Raises FileNotFoundError where it is missing."""
    path = coq.locate(name)
    if path is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
    return path


def version() -> str:
    """Return the number of Coq's version, "" where it is not here."""
    words = printed_by_coqc("--version").decode().split()
    return next((word for word in words if word[0].isdigit()), "")


def coquelicot() -> Path:
    """Return the folder in which Coq looks for its library Coquelicot."""
    return Path(os.fsdecode(printed_by_coqc("-where")).strip()) / "user-contrib" / "Coquelicot"


@lru_cache(maxsize=1)
def coquelicot_digests() -> tuple[bytes, ...]:
    """Return the hashes of Coquelicot's compiled files, as they were when this was first asked."""
    files = sorted(coquelicot().rglob("*.vo"))
    return tuple(hashlib.sha256(path.read_bytes()).digest() for path in files)


def printed_by_coqc(option: str) -> bytes:
    """Return what `coqc` prints for an option, nothing where it is not here."""
    path = coq.locate("coqc")
    return b"" if path is None else coq.printed(path, option)
