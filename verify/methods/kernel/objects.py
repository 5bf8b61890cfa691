"""Compiled units of the library: each in a folder, bound to its sources by a manifest.

The manifest has hashes of the compiled file and of those below it, so what is damaged, cut off or
mixed is compiled again. It is no protection: whoever can write into the folder can forge both.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
from collections.abc import Iterable
from pathlib import Path

from verify.methods.kernel import installed
from verify.processes.asides import mask

MANIFEST = "manifest.json"


def seal(folder: Path, unit: str, key: str, below: Iterable[Path]) -> None:
    """Write the manifest of a unit that is compiled, and take all but its compiled file away."""
    compiled = folder / f"{unit}.vo"
    for path in folder.iterdir():
        if path != compiled:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (folder / MANIFEST).write_text(_manifest(compiled, key, below), encoding="utf-8")
    folder.chmod(0o777 & ~mask())


def is_whole(folder: Path, unit: str, key: str, below: Iterable[Path]) -> bool:
    """Return whether a folder has this unit and no other file, as it was compiled by us or root."""
    compiled = folder / f"{unit}.vo"
    try:
        ours = {os.geteuid(), 0}
        found = [folder.stat(), *(path.lstat() for path in folder.iterdir())]
        if any(one.st_uid not in ours for one in found):
            return False
        if not all(stat.S_ISREG(one.st_mode) for one in found[1:]) or len(found) != 3:
            return False
        manifest = (folder / MANIFEST).read_text(encoding="utf-8")
        return manifest == _manifest(compiled, key, below)
    except (OSError, UnicodeDecodeError):
        return False


def _manifest(compiled: Path, key: str, below: Iterable[Path]) -> str:
    """Return what a compiled file is of: its sources, Coquelicot, itself and what is below it."""
    coquelicot = hashlib.sha256(b"".join(installed.coquelicot_digests())).hexdigest()
    files = {path.name: _digest(path) for path in (compiled, *below)}
    return json.dumps({"key": key, "Coquelicot": coquelicot, "files": files}, indent=1)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
