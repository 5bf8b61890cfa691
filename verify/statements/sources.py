"""Where code comes from: what of it is fixed for a run, by the engine's hash or by a version.

The engine's hash is taken when its sources are first read. Taken later, it could be that of another
text: a file that was edited after it was imported would lend its hash to results of the old one.
"""

from __future__ import annotations

import hashlib
import os
import sys
import sysconfig
import time
from collections.abc import Iterable
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

# Rooms that only tell what was decided, or read something else: methods import nothing of them.
NOT_DECIDING = (
    "render", "writing", "checkpoints", "cli.py", "parser.py", "arguments.py", "commands",
    "session.py", "bootstrap.py", "doctor.py", "coq_setup.py",
    "installers.py", "project", "pytest_plugin",
)  # fmt: skip
TELLING = ("render", "writing")  # what a page or an article depends on beside the deciding rooms
ROOT = Path(__file__).parents[1]
OURS = "attention-proofs"  # statements are installed with the engine, and are no library for that


def engine_digest() -> str:
    """Return the hash of the engine's deciding sources, "" once they were edited under us."""
    seen = _first_engine()
    return seen if seen == _engine_in(int(time.monotonic())) else ""


@lru_cache(maxsize=1)
def _engine_in(_second: int) -> str:
    """Return what the hash is now; hundreds of files are looked at once a second, not more."""
    return _digest_of(_deciding())


def telling_digest() -> str:
    """Return the hash of the sources that tell what was decided, "" once they were edited."""
    seen = _first_telling()
    return seen if seen == _telling_in(int(time.monotonic())) else ""


@lru_cache(maxsize=1)
def _telling_in(_second: int) -> str:
    return _digest_of(_telling())


@lru_cache(maxsize=1)
def _first_telling() -> str:
    return _digest_of(_telling())


def _telling() -> list[Path]:
    return [path for room in TELLING for path in (ROOT / room).rglob("*.py")]


def _deciding() -> list[str]:
    found: list[str] = []
    for place, folders, names in os.walk(ROOT):
        if place == str(ROOT):
            folders[:] = [name for name in folders if name not in NOT_DECIDING]
            names = [name for name in names if name not in NOT_DECIDING]
        found += [os.path.join(place, name) for name in names if name.endswith(".py")]
    return found


@lru_cache(maxsize=1)
def _first_engine() -> str:
    return _digest_of(_deciding())


def _digest_of(files: Iterable[str | Path]) -> str:
    """Return the hash of files by content; what has the same times and sizes is not read again."""
    seen = [(str(path), os.stat(path)) for path in files]
    return _digest(tuple((path, s.st_mtime_ns, s.st_size) for path, s in sorted(seen)))


@lru_cache(maxsize=64)
def _digest(stated: tuple[tuple[str, int, int], ...]) -> str:
    digest = hashlib.sha256()
    for path, _, _ in stated:
        digest.update(str(Path(path).relative_to(ROOT)).encode() + b"\0")
        digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return digest.hexdigest()


# ------------------------------------------------------------------ code that is fixed


def is_fixed_file(name: str) -> bool:
    """Return whether a file of code is the engine's, Python's, or that of an installed library."""
    return origin(name) is not None


def is_installed(name: str) -> bool:
    """Return whether a file is the engine's or Python's, or lies where libraries are installed."""
    path, (libraries, _) = Path(name), _places()
    beside = [path.relative_to(place).parts[0] for place in libraries if path.is_relative_to(place)]
    return is_fixed_file(name) or bool(beside and beside[0] not in (ROOT.name, "proofs"))


def is_library(path: str) -> bool:
    """Return whether a path is where Python's own modules are, or where libraries are installed."""
    return any(path.startswith(place + os.sep) for places in _places() for place in places)


def found(module: str, name: str) -> Any:
    """Return what a module of fixed code calls so, None where there is no such thing."""
    thing: Any = sys.modules.get(module)
    if thing is None or not is_fixed(thing):
        return None
    for part in name.split("."):
        thing = getattr(thing, part, None)
    return thing


def is_fixed(module: ModuleType) -> bool:
    """Return whether the code of a module is the engine's, Python's, or an installed library's."""
    return _origin_of(module) is not None


def is_ours(kind: type) -> bool:
    """Return whether a class is the engine's own."""
    module = sys.modules.get(kind.__module__)
    return module is not None and _origin_of(module) == OURS


def named(module: str) -> str:
    """Return the name of a module of fixed code, with the version of its library."""
    return f"{module} {_origin_of(sys.modules[module])}"


def _origin_of(module: ModuleType) -> str | None:
    file = getattr(module, "__file__", None)
    if file is not None:
        return origin(str(file))
    built_in = module.__name__ in sys.builtin_module_names or _is_frozen(module)
    return "Python" if built_in else _of_a_namespace(module)


def _is_frozen(module: ModuleType) -> bool:
    return getattr(getattr(module, "__spec__", None), "origin", None) == "frozen"


def _of_a_namespace(module: ModuleType) -> str | None:
    """Return where a package without a file of its own is from, if all of it is from one place."""
    places = {origin(str(Path(part) / "__init__.py")) for part in getattr(module, "__path__", ())}
    return places.pop() if len(places) == 1 else None


@lru_cache(maxsize=4096)
def origin(file: str) -> str | None:
    """Return what fixes a file's code: the engine, Python, a library's version, or None."""
    if file.startswith("<frozen "):
        return "Python"
    path = Path(file)
    if path.is_relative_to(ROOT):
        return None if path.relative_to(ROOT).parts[0] in NOT_DECIDING else OURS
    libraries, python = _places()
    for place in libraries:
        if path.is_relative_to(place):
            first, *more = path.relative_to(place).parts
            package = more[0] if first == "__pycache__" and more else first
            return _version(package.partition(".")[0])
    return "Python" if any(path.is_relative_to(place) for place in python) else None


@lru_cache(maxsize=1)
def _places() -> tuple[list[str], list[str]]:
    """Return where libraries are installed, and where Python's own modules are."""
    paths = sysconfig.get_paths()
    archive = (
        Path(paths["stdlib"]).parent / f"python{sysconfig.get_config_var('py_version_nodot')}.zip"
    )
    python = [paths["stdlib"], paths["platstdlib"], str(archive)]
    return [paths["purelib"], paths["platlib"]], python


@lru_cache(maxsize=1024)
def _version(package: str) -> str | None:
    """Return the library that a package belongs to, with its version, None if there is none."""
    owners = (one for one, holds in _libraries() if package in holds)
    told = {f"{one.name}=={one.version}" for one in owners if one.name != OURS}
    return " ".join(sorted(told)) or None


@lru_cache(maxsize=1)
def _libraries() -> list[tuple[metadata.Distribution, set[str]]]:
    """Return what is installed, each with the names of its packages.

    Python's own `packages_distributions` parses what every library tells of itself.
    """
    return [(one, _packages_of(one)) for one in metadata.distributions()]


def _packages_of(library: metadata.Distribution) -> set[str]:
    files = (library.read_text("RECORD") or "").splitlines()
    names = (line.partition(",")[0].partition("/")[0].partition(".")[0] for line in files)
    return {*names, *(library.read_text("top_level.txt") or "").split()}
