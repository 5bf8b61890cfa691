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
from dataclasses import dataclass
from pathlib import Path

from verify.processes.places import cache_folder
from verify.processes.store import Store, is_shaped

ENGINE = Path(__file__).parent.parent
KEPT = {"files": str, "modules": [str]}


@dataclass(frozen=True)
class Files:
    """The engine's files and those of a folder of papers, as they were when this was made."""

    folder: Path
    digest: str

    def read_before(self) -> frozenset[str]:
        """Return the modules that were read whole when all files were as they are."""
        kept = _records().read(self._key(), lambda data: is_shaped(data, KEPT))
        return frozenset(kept["modules"] if kept and kept["files"] == self.digest else ())

    def keep_read(self, modules: Sequence[str]) -> None:
        """Remember which modules were read whole, in the place of what was remembered before."""
        _records().write(self._key(), {"files": self.digest, "modules": sorted(modules)})

    def _key(self) -> str:
        return f"{ENGINE} {self.folder}"


def as_they_are(folder: Path) -> Files:
    """Return the files that reading a folder of papers depends on, as they are now."""
    told = [sys.version, *sorted(_files((ENGINE, folder)))]
    return Files(folder, hashlib.sha256(json.dumps(told).encode()).hexdigest())


def _records() -> Store:
    return Store(cache_folder() / "read")


def _files(folders: Iterable[Path]) -> Iterator[str]:
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in names:
                if name.endswith((".py", ".toml")):
                    path = os.path.join(place, name)
                    seen = os.stat(path)
                    yield f"{path} {seen.st_size} {seen.st_mtime_ns}"
