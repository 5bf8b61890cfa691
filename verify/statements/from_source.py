"""Papers are read from their source: no compiled file is taken for it, and an edit is seen.

Python takes a compiled file for the source's where size and second of writing agree. A module that
is edited twice within a second would be decided as it was before.
"""

from __future__ import annotations

import hashlib
import os
import sys
import sysconfig
from collections.abc import Sequence
from functools import lru_cache
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader, SourcelessFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from verify.processes import patches
from verify.processes.plain_files import opened_plain

PAPERS = "proofs"  # the package of the papers that come with the engine
ENGINE = str(Path(__file__).resolve().parents[1])  # no paper, also where it has a file of examples
OURS = str(Path(ENGINE).parent / PAPERS)
FOLDERS: set[str] = {OURS}  # whose modules are read from their source, wherever links lead
COMPILED: dict[str, tuple[str, str]] = {}  # module: its file, and the hash of what was compiled


class FromSource(SourceFileLoader):
    """Compiles the bytes of the source, always, and remembers their hash."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of a module."""
        path = self.get_filename(fullname)
        source = self.get_data(path)
        COMPILED[fullname] = path, hashlib.sha256(source).hexdigest()
        code: CodeType = self.source_to_code(source, path)
        return code


class _Finder:
    """Finds the modules of papers, and what else they import from their own folders."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a module's spec with a loader that reads its source; None for other modules."""
        package = name.partition(".")[0]
        within = any(map(is_within, sys.path if path is None else path))
        if package == "verify" or not (within or package == PAPERS):
            return None
        spec = PathFinder.find_spec(name, path, target)
        file = getattr(spec, "origin", None)
        if spec is None or file is None or not is_within(file):
            return None
        if isinstance(spec.loader, SourcelessFileLoader):
            raise ImportError(f"{file} has no source; replace it by the module's .py file")
        if type(spec.loader) is SourceFileLoader:
            spec.loader = FromSource(spec.loader.name, spec.loader.path)
        return spec


def read_from_source(folder: Path) -> None:
    """Let the modules of a folder be read from their source, whoever imports them."""
    patches.watch()  # before any code of theirs runs
    places = {os.path.abspath(folder), os.path.realpath(folder)}
    if not places <= FOLDERS:
        FOLDERS.update(places)
        is_within.cache_clear()
    _find_first()


def _find_first() -> None:
    """Be asked before all other finders: that of pytest has compiled files, too."""
    if sys.meta_path[0] is not _Finder:
        sys.meta_path[:] = [_Finder, *(one for one in sys.meta_path if one is not _Finder)]


_find_first()  # the papers that come with the engine may be imported by whoever uses it


def are_as_compiled() -> bool:
    """Return whether every file of papers that this process compiled holds the same bytes now."""
    return all(digest_of(path) == digest for path, digest in COMPILED.values())


def forget_edited(package: str) -> bool:
    """Forget the modules of papers if one was edited, or read by another loader; tell whether.

    All of them are read anew then: each may have taken values from the edited one. Ours import
    nothing of other folders, so that they stay where one of those was edited.
    """
    own = {name for name in sys.modules if name == package or name.startswith(f"{package}.")}
    of_ours = {name for name, (file, _) in COMPILED.items() if _is_in(file, OURS)}
    edited = {name for name, (file, digest) in COMPILED.items() if digest_of(file) != digest}
    if own & of_ours:
        edited &= of_ours
    if not edited and not any(map(_is_foreign, own)):
        return False
    for name in own | (set(COMPILED) if edited & of_ours else set(COMPILED) - of_ours):
        sys.modules.pop(name, None)
        COMPILED.pop(name, None)
    PathFinder.invalidate_caches()
    return True


def _is_foreign(name: str) -> bool:
    """Return whether a module was read by another loader; our package itself installs this one."""
    file = str(getattr(sys.modules[name], "__file__", None))
    is_ours = file == os.path.join(OURS, "__init__.py")
    return name not in COMPILED and file.endswith(".py") and not is_ours


def digest_of(path: str) -> str:
    """Return the hash of what a file holds, "" where it cannot be read."""
    try:
        with opened_plain(path) as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ""


def is_library(path: str) -> bool:
    """Return whether a path is where Python's own modules are, or where libraries are installed."""
    return path.startswith(_libraries())


@lru_cache(maxsize=1)
def _libraries() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    return tuple(paths[n] + os.sep for n in ("stdlib", "platstdlib", "purelib", "platlib"))


@lru_cache(maxsize=4096)
def is_within(path: str) -> bool:
    """Return whether a path is in a folder of papers, and is no library that lies in it."""
    here = {os.path.abspath(path), os.path.realpath(path)}
    inside = any(_is_in(one, folder) for one in here for folder in FOLDERS)
    return inside and not any(is_library(one) or _is_in(one, ENGINE) for one in here)


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + os.sep)
