"""What results depend on, as hashes: the engine, libraries, and the sources of a statement.

A module of a statement counts by the bytes that were compiled, with every module of its folder that
it imports, wherever in its text it does so. One that imports anything else, or opens a file itself,
has no fingerprint: nothing of it is cached.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import os
import sys
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from verify.statements.folder import Folder
from verify.statements.from_source import (
    COMPILED,
    are_as_compiled,
    digest_of,
    is_library,
    is_within,
)

if TYPE_CHECKING:
    from verify.statements.statement import Statement

ROOT = Path(__file__).parents[1]
# Rooms that only tell what was decided, or read something else: methods import nothing of them.
NOT_DECIDING = (
    "render", "writing", "checkpoints", "cli.py", "parser.py", "arguments.py", "commands",
    "session.py", "bootstrap.py", "doctor.py", "coq_setup.py",
    "installers.py", "project", "pytest_plugin",
)  # fmt: skip
LIBRARIES = {
    "sympy": "sympy", "mpmath": "mpmath", "python-flint": "flint", "hypothesis": "hypothesis",
    "numpy": "numpy", "scipy": "scipy",
}  # fmt: skip
SOURCES = (".py", ".toml", ".v")  # of a folder of papers
# What a module may import beside those of its own folder: it says the same whenever it is asked.
ROOMS = frozenset({"attention", "language", "numerics", "statements", "steps", "vocabulary"})
PURE = frozenset({
    "__future__", "abc", "bisect", "cmath", "collections", "copy", "dataclasses", "decimal", "enum",
    "flint", "fractions", "functools", "heapq", "itertools", "math", "mpmath", "numbers",
    "operator", "re", "statistics", "string", "sympy", "textwrap", "types", "typing",
})  # fmt: skip
SEEDED, ASLEEP = "random.Random", "time.sleep"
IMPURE = frozenset({
    "__builtins__", "__import__", "__loader__", "__spec__", "breakpoint", "compile", "eval", "exec",
    "globals", "hash", "id", "input", "locals", "open", "vars",
})  # fmt: skip


def hashed(parts: Iterable[str]) -> str:
    """Return the hash of texts in their order."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


# ------------------------------------------------------------------ the engine


@lru_cache(maxsize=1)
def environment() -> str:
    """Return Python's version and those of the libraries that decide.

    Of one that is found before those that are installed its place counts, too.
    """
    parts = [sys.version]
    for name, package in LIBRARIES.items():
        with contextlib.suppress(metadata.PackageNotFoundError):
            parts.append(f"{name}={metadata.version(name)}")
        spec = importlib.util.find_spec(package)
        if spec is not None and not is_library(spec.origin or ""):
            parts.append(f"{package} in {spec.origin}")
    return "\n".join(parts)


def engine(*, whole: bool = False) -> str:
    """Return the hash of the sources that decide, and of the libraries; "" once one was edited.

    With `whole` what tells of results counts, too. A file that is edited after it was imported
    would lend its hash to results of the old text: that the first hash was another shows it.
    """
    seen = _first_engine(whole)
    return seen if seen == _engine_in(int(time.monotonic()), whole) else ""


@lru_cache(maxsize=2)
def _first_engine(whole: bool) -> str:
    return _engine(whole)


@lru_cache(maxsize=2)
def _engine_in(_second: int, whole: bool) -> str:
    """Return what the hash is now; hundreds of files are looked at once a second, not more."""
    return _engine(whole)


def _engine(whole: bool) -> str:
    left_out = () if whole else NOT_DECIDING
    found = [path for path in _files(ROOT) if path.relative_to(ROOT).parts[0] not in left_out]
    told = (f"{path.relative_to(ROOT)} {_digest(str(path), *_seen(path))}" for path in found)
    return hashed([environment(), *told])


def _seen(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=8192)
def _digest(path: str, _written: int, _size: int) -> str:
    return digest_of(path)


def _files(folder: Path) -> list[Path]:
    found = []
    for place, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if name != "__pycache__"]
        found += [Path(place, name) for name in names if name.endswith(SOURCES)]
    return sorted(found)


def fingerprint(statement: Statement) -> str:
    """Return the hash of all that a statement's results depend on, "" where it cannot be told.

    So it is for one that was typed at a prompt, and for one whose module was read anew since.
    """
    decides, module = engine(), sys.modules.get(statement.module)
    if not decides or module is None or vars(module) is not statement.body.__globals__:
        return ""
    sources = _sources(statement.module)
    return hashed([decides, *sources]) if sources else ""


def text(statement: Statement) -> str:
    """Return the hash by which another process finds out whether it has read the same statement."""
    _, compiled = COMPILED.get(statement.module, ("", ""))
    return fingerprint(statement) or hashed([engine(), compiled])


# ------------------------------------------------------------------ sources of statements


def of_folder(folder: Folder) -> str:
    """Return the hash of all sources of a folder of papers, and of what reads and tells them."""
    told = engine(whole=True)
    files = [f"{path} {digest_of(str(path))}" for path in _files(folder.path)]
    return hashed([told, folder.package, *files]) if told and are_as_compiled() else ""


def _sources(module: str) -> list[str]:
    """Return the modules of its folder that a module consists of, with the hashes of their texts.

    Nothing is returned where one of them was edited since it was compiled, or is not closed.
    """
    found: dict[str, str] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        source = _own(name)
        imported = None if source is None else _imported_by(name, *source)
        if source is None or imported is None or digest_of(source[0]) != source[1]:
            return []
        found[name] = source[1]
        waiting += imported
    return [f"{name} {digest}" for name, digest in sorted(found.items())]


def are_closed() -> bool:
    """Return whether all that was compiled of papers imports only what is always the same."""
    return all(_imported_by(name, *source) is not None for name, source in COMPILED.items())


def _imported_by(name: str, path: str, digest: str) -> list[str] | None:
    """Return the modules of its folder that a module imports; None where it is not closed."""
    imported = _imports(path, digest)
    package = name if path.endswith("__init__.py") else name.rpartition(".")[0]
    found: list[str] = []
    for level, base, member in imported or ():
        full = importlib.util.resolve_name("." * level + base, package) if level else base
        own = [one for one in _prefixes(full, member) if _own(one) is not None]
        if not own and not (level or _allowed(full, member) or full == package):
            return None
        found += own
    return None if imported is None else found


def _prefixes(base: str, member: str) -> Iterator[str]:
    """Yield all modules that are run where a member is imported: packages, the module, itself."""
    parts = base.split(".")
    yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))
    if member:
        yield f"{base}.{member}"


def _own(name: str) -> tuple[str, str] | None:
    """Return the file of a module of a folder of papers, and the hash of what was compiled of it.

    Of one that is imported only when a function runs, it is the hash of what the file holds.
    """
    if name in COMPILED:
        return COMPILED[name]
    try:
        if "." in name and not _is_of_papers(name.partition(".")[0]):
            return None  # to find its spec would import what it is in
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    file = spec.origin if spec is not None and spec.has_location else None  # or it is "built-in"
    return (file, digest_of(file)) if file is not None and is_within(file) else None


@lru_cache(maxsize=256)
def _is_of_papers(package: str) -> bool:
    """Return whether a package may have modules of a folder of papers."""
    spec = importlib.util.find_spec(package)
    places = () if spec is None else (spec.origin, *(spec.submodule_search_locations or ()))
    return any(place is not None and is_within(place) for place in places)


Imported = tuple[int, str, str]  # how many folders up, the module, and what is taken from it


@lru_cache(maxsize=8192)
def _imports(path: str, digest: str) -> tuple[Imported, ...] | None:
    """Return what a source imports anywhere in its text; None where it could read anything else."""
    try:
        tree = ast.parse(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
    found: list[Imported] = []
    clock = any(
        isinstance(node, ast.Import) and any(one.name == "time" for one in node.names)
        for node in ast.walk(tree)
    )
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(0, one.name, one.asname or "") for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [(node.level, node.module or "", one.name) for one in node.names]
        elif isinstance(node, ast.Name) and node.id in IMPURE:
            return None
        elif isinstance(node, ast.Call) and not node.args and _is_named(node.func, "Random"):
            return None  # without a seed
        elif clock and isinstance(node, ast.Attribute) and _is_named(node.value, "time"):
            found.append((0, "time", node.attr))
    return tuple(found)


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _allowed(base: str, member: str) -> bool:
    """Return whether what is imported is the engine's or a library's, and is always the same."""
    first, *others = base.split(".")
    if member in sys.stdlib_module_names and member not in PURE:
        return False  # such as `os`, which modules of the engine use
    if first == "verify":
        return (others or [member])[0] in ROOMS
    return first in PURE or f"{base}.{member}" in (SEEDED, ASLEEP) or (base, member) == ("time", "")
