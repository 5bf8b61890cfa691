"""Where Coq is: on the PATH, where its macOS installer puts it, or in the user's cache folder.

Imports only the standard library, as Coq is looked for before any Python package is installed.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from verify.processes.places import cache_root

PROGRAMS = ("coqc", "coqtop", "coqchk")
LIBRARIES = ("Coquelicot", "Interval")
# The macOS installer puts programs here, and puts the folder on nobody's PATH.
MACOS_FOLDERS = ("/Applications/Coq-Platform*.app/Contents/Resources/bin",)


def locate(program: str) -> str | None:
    """Return the path of one of Coq's programs, which starts without further environment.

    All of them come from one folder: the first that has both libraries, or else the one that
    lacks fewest.
    """
    folders = [folder for folder in _folders() if shutil.which("coqc", path=folder)]
    whole = next((folder for folder in folders if not _missing_in(folder)), None)
    best = whole or min(folders, key=lambda folder: len(_missing_in(folder)), default=None)
    return None if best is None else shutil.which(program, path=best)


def missing() -> tuple[str, ...]:
    """Return what a full installation would add: coqc, or libraries that it would not find."""
    coqc = locate("coqc")
    return ("coqc", *LIBRARIES) if coqc is None else _missing_in(os.path.dirname(coqc))


def _folders() -> Iterator[str]:
    yield from filter(None, os.get_exec_path())
    for pattern in MACOS_FOLDERS:
        yield from sorted(glob.glob(pattern))
    yield str(home() / "bin")


def home() -> Path:
    """Return the folder of the user's cache into which Coq is unpacked."""
    return cache_root() / "attention-proofs-coq"


def _missing_in(folder: str) -> tuple[str, ...]:
    """Return the libraries that `coqc` would not find, without the second it takes to load one."""
    where = os.fsdecode(printed(os.path.join(folder, "coqc"), "-where")).strip()
    return tuple(
        name for name in LIBRARIES if not (where and Path(where, "user-contrib", name).is_dir())
    )


@lru_cache(maxsize=8)
def printed(program: str, option: str) -> bytes:
    """Return what a program prints for an option, nothing if it does not run.

    Asked once: to start the program takes as long as much else that a small command does.
    """
    try:
        return subprocess.run(
            [program, option], stdin=subprocess.DEVNULL, capture_output=True, check=False
        ).stdout
    except OSError:
        return b""
