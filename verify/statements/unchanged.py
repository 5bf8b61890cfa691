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
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.processes.places import cache_folder
from verify.processes.store import Store, is_shaped

ENGINE = Path(__file__).parent.parent
KEPT = {"files": str, "says": list}


@dataclass(frozen=True)
class Files:
    """The engine's files and those of a folder of papers, as they were when this was made."""

    folder: Path
    digest: str

    def read_before(self) -> frozenset[str]:
        """Return the modules that were read whole when all files were as they are."""
        return frozenset(self.kept("modules", lambda told: is_shaped(told, [str])) or ())

    def keep_read(self, modules: Sequence[str]) -> None:
        """Remember which modules were read whole, in the place of what was remembered before."""
        self.keep("modules", sorted(modules))

    def kept(self, what: str, is_right: Callable[[Any], bool]) -> Any:
        """Return what was found out when all files were as they are, or None."""
        told = _records().read(self._key(what), lambda data: is_shaped(data, KEPT))
        same = told is not None and told["files"] == self.digest and is_right(told["says"])
        return told["says"] if same else None

    def keep(self, what: str, says: list[Any]) -> None:
        """Remember what was found out, in the place of what was remembered before."""
        _records().write(self._key(what), {"files": self.digest, "says": says})

    def _key(self, what: str) -> str:
        return f"{what} {ENGINE} {self.folder}"


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
