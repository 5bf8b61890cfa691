"""Whether the engine in memory is the one that its files define, or was patched.

A snapshot is taken of each module of the engine as soon as it has been imported: of its names, its
classes, its tables and the code of its functions. A module of statements, or a function in one, may
replace any of them (a monkey patch). What such a process decides is no verdict, and nothing of it
is stored. A patch that is taken back before the next look is not seen, nor is one of a list, of an
object's attributes, or of a library, but for Python's built-in names and its fractions.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import repeat
from operator import attrgetter, is_
from types import FunctionType, ModuleType
from typing import Any

ENGINE = "verify."
PLUGIN = "verify.pytest_plugin"  # pytest itself writes into its classes
FOUNDATIONS = ("builtins", "fractions")  # of all exact arithmetic; other libraries are in C
# What Python itself sets later.
CONSOLE = ("input", "exit", "quit", "copyright", "credits", "license", "help")  # its own built-ins
LATER = ("__annotations__", "__annotations_cache__", "__slotnames__", "__warningregistry__")
BODY = tuple(map(attrgetter, ("__code__", "__defaults__", "__kwdefaults__")))


class _Names:
    """The names of a module or a class, and what each of them was."""

    def __init__(self, owner: Any, title: str) -> None:
        self.owner, self.title, self.now = owner, title, vars(owner)
        self.before = dict(self.now)
        self.bases = getattr(owner, "__bases__", None)

    def changed(self) -> str:
        """Return a name whose value is another now, or is new, "" if there is none."""
        if self.bases is not None and self.owner.__bases__ is not self.bases:
            return f"{self.title}.__bases__"
        now, before = self.now, self.before
        if len(now) == len(before) and all(map(is_, now.values(), before.values())):
            return ""  # nearly always, and this is asked thousands of times
        for name in {**before, **now}:
            same = now.get(name, self) is before.get(name, self)
            if not same and not self._is_later(name, now.get(name)):
                return f"{self.title}.{name}"
        return ""

    def _is_later(self, name: str, value: Any) -> bool:
        """Return whether Python itself sets a name later, as it does that of a module."""
        if name in self.before:
            return name in LATER or (self.title == "builtins" and name in CONSOLE)
        is_module = value is not None and sys.modules.get(f"{self.title}.{name}") is value
        own = SNAPSHOTS.get(getattr(value, "__module__", None) or "")  # it adds to a class below
        is_own = own is not None and getattr(value, "__globals__", None) is vars(own.module)
        return is_module or is_own or name in LATER or self.title == "builtins"  # a prompt's


class _Snapshot:
    """A module as it was when it had been imported."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        values, title = list(vars(module).values()), module.__name__
        own = [one for one in values if isinstance(one, type) and one.__module__ == title]
        classes = [_Names(one, f"{title}.{one.__qualname__}") for one in own]
        self.names = [_Names(module, title), *classes]
        values += [value for names in classes for value in names.before.values()]
        self.functions = [one for one in _functions(values) if one.__module__ == title]
        self.bodies = [[*map(part, self.functions)] for part in BODY]
        kept = [one for one in values if type(one) is dict and one is not vars(builtins)]
        kept += [one.__dict__["registry"] for one in self.functions if "registry" in one.__dict__]
        self.tables = [(one, dict(one)) for one in kept]

    def changed(self) -> str:
        """Return the full name of something that is another now, "" if all is as it was."""
        title = self.module.__name__
        if sys.modules.get(title, self.module) is not self.module:
            return title
        for names in self.names:
            if changed := names.changed():
                return changed
        for part, before in zip(BODY, self.bodies, strict=True):
            if not all(map(is_, map(part, self.functions), before)):
                pairs = zip(self.functions, before, strict=True)
                other = [one.__qualname__ for one, was in pairs if part(one) is not was]
                return f"{title}.{other[0]}"
        for table, entries in self.tables:  # more may be entered, by a module that is imported
            if not all(map(is_, map(table.get, entries, repeat(table)), entries.values())):
                return f"{title}: a table"
        return ""


def _functions(values: Iterable[Any]) -> Iterator[FunctionType]:
    """Yield the functions among values, and those that others are made of."""
    waiting = list(values)
    while waiting:
        one = waiting.pop()
        if isinstance(one, FunctionType):
            yield one
            waiting.append(one.__dict__.get("__wrapped__"))
        elif isinstance(one, property):
            waiting += (one.fget, one.fset)
        elif isinstance(one, cached_property):
            waiting.append(one.func)
        elif isinstance(one, staticmethod | classmethod):
            waiting.append(one.__func__)
        elif hasattr(type(one), "cache_info"):  # it remembers the results of a function
            waiting.append(one.__wrapped__)


SNAPSHOTS: dict[str, _Snapshot] = {}


class _Loader(SourceFileLoader):
    """Takes a snapshot of each module that it has loaded."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        SNAPSHOTS[module.__name__] = _Snapshot(module)


class _Finder:
    """Finds the modules of the engine."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a module's spec with a loader that takes a snapshot; None for other modules."""
        if not _is_watched(name):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


def _is_watched(name: str) -> bool:
    return name in FOUNDATIONS or (name.startswith(ENGINE) and not name.startswith(PLUGIN))


def watch() -> str:
    """Take a snapshot of what is imported, and of each module of the engine as it is imported.

    Returns the name of a module of the engine that Python has not imported, "" if there is none.
    """
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
    for name, module in [*sys.modules.items()]:
        if name in SNAPSHOTS or not _is_watched(name):
            continue
        spec = getattr(module, "__spec__", None)
        if spec is None:
            return name
        if not getattr(spec, "_initializing", False):  # else it is being imported
            SNAPSHOTS[name] = _Snapshot(module)
    return ""


def patched() -> str:
    """Return the name of something of the engine that was replaced in memory, "" if nothing was."""
    return watch() or next(filter(None, (one.changed() for one in [*SNAPSHOTS.values()])), "")
