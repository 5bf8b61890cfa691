"""Which modules were read whole, without a mistake, when every file was what it is now.

To read a proof takes longer than anything else that a small command does. Where nothing has been
edited since all were read, each is read when it is used. A file is what its place, size and time of
writing say, as it is for Python's own compiled files.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from verify.processes.store import is_shaped, store

ENGINE = Path(__file__).parent.parent


def as_they_are(folder: Path) -> str:
    """Return the key of the engine's files and those of a folder of papers, as they are now."""
    told = [sys.version, *sorted(_files((ENGINE, folder)))]
    return "read " + hashlib.sha256(json.dumps(told).encode()).hexdigest()


def read_before(key: str) -> frozenset[str]:
    """Return the modules that were read when all files were as they are."""
    return frozenset(store().read(key, lambda data: is_shaped(data, [str])) or ())


def keep_read(key: str, modules: Sequence[str]) -> None:
    """Remember which modules were read without a mistake."""
    store().write(key, sorted(modules))


def _files(folders: Iterable[Path]) -> Iterator[str]:
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in names:
                if name.endswith((".py", ".toml")):
                    path = os.path.join(place, name)
                    seen = os.stat(path)
                    yield f"{path} {seen.st_size} {seen.st_mtime_ns}"
