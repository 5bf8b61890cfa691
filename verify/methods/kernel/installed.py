"""Whether Coq is here, and what it says of itself."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path


def available() -> bool:
    """Return whether the Coq kernel is installed, with Coquelicot, which the goals use."""
    if shutil.which("coqc") is None or shutil.which("coqtop") is None:
        return False
    return coquelicot().is_dir()


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
    program = shutil.which("coqc")
    return b"" if program is None else _printed(program, option)


@lru_cache(maxsize=4)
def _printed(program: str, option: str) -> bytes:
    """Ask once: to start the program takes as long as much else that a small command does."""
    return subprocess.run([program, option], capture_output=True, check=False).stdout
