"""What was found out when every file was what it is now: which modules were read whole, and more.

To read a proof takes longer than anything else that a small command does. Where nothing has been
edited since all were read, each is read when it is used.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from verify.processes.places import cache_folder
from verify.processes.store import Store, is_shaped, store
from verify.statements.finding import Called
from verify.statements.from_source import are_as_compiled, digest_of

ENGINE = Path(__file__).parent.parent
KEPT = {"files": str, "says": list}
READ = (".py", ".toml", ".v")  # of a folder of papers; all else there is its place, size and time
IMPORTED = (".py", ".so", ".pth", ".dist-info", ".egg-info")  # and folders with an __init__.py
DECIDED = "decided anew"  # when that was last done


@dataclass(frozen=True)
class Files:
    """The engine's files and those of a folder of papers, as they were when this was made.

    What is found out of them is kept among the `records`: by themselves, or with all results. It
    is kept under the `digest`: that of the files alone, or of all else that it depends on, too.
    """

    folder: Path
    digest: str
    alone: str  # the digest of the files alone
    records: Store = field(default_factory=lambda: Store(cache_folder() / "read"))

    def read_before(self) -> frozenset[str]:
        """Return the modules that were read whole when all files were as they are."""
        return frozenset(self.kept("modules", lambda told: is_shaped(told, [str])) or ())

    def keep_read(self, modules: Sequence[str]) -> None:
        """Remember which modules were read whole, in the place of what was remembered before."""
        self.keep("modules", sorted(modules))

    def called(self) -> list[Called]:
        """Return what the statements are called, in their order; nothing where it is not known."""
        told = self.kept("called", lambda told: is_shaped(told, [[str]]) and _are_triples(told))
        return [Called(*one) for one in told or ()]

    def keep_called(self, names: Sequence[Called]) -> None:
        """Remember what the statements are called."""
        self.keep("called", [list(one) for one in names])

    def kept(self, what: str, is_right: Callable[[Any], bool]) -> Any:
        """Return what was found out when all files were as they are, or None."""
        told = self.records.read(self._key(what), lambda data: is_shaped(data, KEPT))
        same = told is not None and told["files"] == self.digest and is_right(told["says"])
        return told["says"] if same else None

    def keep(self, what: str, says: list[Any]) -> None:
        """Remember what was found out, in the place of what was remembered before.

        Nothing is remembered where a file has changed meanwhile, or another text was compiled.
        """
        if not are_as_compiled() or as_they_are(self.folder).alone != self.alone:
            return
        self.records.write(self._key(what), {"files": self.digest, "says": says})

    def _key(self, what: str) -> str:
        return f"{what} {ENGINE} {self.folder}"


def as_they_are(folder: Path) -> Files:
    """Return what reading a folder of papers depends on, as it is now.

    That is the engine, the folder, Python, and what is installed: libraries by their versions.
    """
    told = [sys.version, str(sys.flags), *_importable(), *sorted(_files((ENGINE, folder)))]
    digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()
    return Files(folder, digest, digest)


def forget_decided() -> None:
    """Let nothing count that was told of decisions before: they are made anew."""
    store().write(DECIDED, uuid.uuid4().hex)


def last_decided() -> str:
    """Return what changes when decisions that are kept are made anew."""
    return str(store().read(DECIDED, lambda told: is_shaped(told, str)))


def _are_triples(told: list[list[str]]) -> bool:
    return all(len(one) == len(Called._fields) for one in told)


def _importable() -> Iterator[str]:
    """Yield what can be imported from each folder, libraries with their versions.

    A folder without an `__init__.py` is found only where there is nothing else of its name.
    """
    for place in sys.path:
        yield os.path.abspath(place)
        try:
            names = os.listdir(place or os.curdir)
        except OSError:
            continue
        yield from sorted(n for n in names if n.endswith(IMPORTED) or _is_package(place, n))


def _is_package(place: str, name: str) -> bool:
    return "." not in name and os.path.exists(os.path.join(place, name, "__init__.py"))


def _files(folders: Iterable[Path]) -> Iterator[str]:
    for folder in folders:
        for place, inner, names in os.walk(folder):
            inner[:] = [name for name in inner if name != "__pycache__"]
            for name in names:
                path = os.path.join(place, name)
                try:
                    seen = os.stat(path)
                except OSError:  # a link to nothing
                    yield path
                    continue
                if folder == ENGINE:  # whose compiled files Python takes by the time of writing
                    written = seen.st_mtime_ns
                    yield f"{path} {written} {_of_engine(path, seen.st_size, written)}"
                elif name.endswith(READ):
                    yield f"{path} {digest_of(path)}"
                else:
                    yield f"{path} {seen.st_size} {seen.st_mtime_ns}"


@lru_cache(maxsize=8192)
def _of_engine(path: str, _size: int, _written: int) -> str:
    """Return the hash of a file of the engine, which a process imports once."""
    return digest_of(path)
