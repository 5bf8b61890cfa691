"""Whether modules say the same whenever they are read: they use nothing that may be another.

A module may be written with the engine's words, with numbers and with what else has no state. One
that opens a file, or could ask for the time, the surroundings or chance, may say something else
tomorrow, though its text is the same: nothing is told of it but what has been read just now.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from verify.processes.places import cache_folder
from verify.processes.store import Store, is_shaped
from verify.statements.folder import Folder

STATELESS = frozenset({
    "__future__", "abc", "bisect", "cmath", "collections", "copy", "dataclasses", "decimal", "enum",
    "flint", "fractions", "functools", "heapq", "itertools", "math", "numbers", "operator", "re",
    "statistics", "string", "textwrap", "types", "typing",
})  # fmt: skip
ROOMS = frozenset({"attention", "language", "numerics", "statements", "steps", "vocabulary"})
SEEDED = "random.Random"  # of that module alone, and never without a seed
# Built-in names that read, run what is text, or are another in each process.
UNLIKE = frozenset({
    "__builtins__", "__import__", "__loader__", "__spec__", "breakpoint", "compile", "eval", "exec",
    "globals", "hash", "id", "input", "locals", "open", "vars",
})  # fmt: skip


def are_alike(folder: Folder) -> bool:
    """Return whether every module of a folder of papers says the same whenever it is read."""
    for place, inner, names in os.walk(folder.path):
        inner[:] = [name for name in inner if name != "__pycache__"]
        if any(os.path.islink(os.path.join(place, name)) for name in inner):
            return False  # what is in there is not looked at
        for name in names:
            if name.endswith(".py") and not _is_alike(Path(place, name), folder.package):
                return False
            if name.endswith((".so", ".pyd")):  # code that is no text
                return False
    return True


def _is_alike(path: Path, package: str) -> bool:
    try:
        source = path.read_bytes()
    except OSError:
        return False
    told = "\0".join([_rules(), package, sys.version, hashlib.sha256(source).hexdigest()])
    key, kept = f"alike {told}", Store(cache_folder() / "read")
    found = kept.read(key, lambda said: is_shaped(said, bool))
    if found is None:
        found = not any(_unlike(source, package))
        kept.write(key, found)
    return bool(found)


@lru_cache(maxsize=1)
def _rules() -> str:
    """Return the hash of this text, on which the answer depends, too."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


def _unlike(source: bytes, package: str) -> Iterator[str]:
    """Yield what a module names that may be another when it is read again."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        yield "no module"
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if not _is_fixed(one.name, "", package))
        elif isinstance(node, ast.ImportFrom) and not node.level:
            source_of = node.module or ""
            names = (one.name for one in node.names)
            yield from (name for name in names if not _is_fixed(source_of, name, package))
        elif isinstance(node, ast.Name) and node.id in UNLIKE:
            yield node.id
        elif isinstance(node, ast.Call) and not node.args and _is_called(node.func, "Random"):
            yield "Random without a seed"


def _is_called(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_fixed(module: str, name: str, package: str) -> bool:
    """Return whether what is imported is the papers' own, or the same whenever it is imported."""
    first, *others = module.split(".")
    if name in sys.stdlib_module_names and name not in STATELESS:
        return False  # such as `os`, which modules of the engine use
    if first == "verify":
        return bool(name) and (others or [name])[0] in ROOMS
    return first in STATELESS or first == package or f"{module}.{name}" == SEEDED
