"""What a statement consists of, as one hash: its claims as data, and the code that it hands over.

Formulas, facts, numbers and assumptions are data, and count as they are, wherever they came from:
typed, imported, or read from a file. A function counts with its code, with what its closure holds
and, if it is not code of the engine or of a library, with every global value that it names, and so
on. Names of files, lines and comments count for nothing. What cannot be described so (an open file,
a ball, a generator) is opaque: of a statement that holds it nothing is kept.
"""

from __future__ import annotations

import copyreg
import dataclasses
import dis
import enum
import functools
import hashlib
import importlib.util
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any, TypeVar

from verify.language.expressions import Expression
from verify.statements import sources

ATOMS: dict[type, Callable[[Any], str]] = {
    int: hex, Fraction: lambda one: f"{one.numerator:x}/{one.denominator:x}",
    **dict.fromkeys((type(None), bool, float, complex, str, bytes, type(...)), repr),
    type(NotImplemented): repr,
}  # fmt: skip
NO_IDENTITY = frozenset({*ATOMS, tuple, CodeType})  # described wherever they are met
OF_ITS_MODULE = frozenset({
    "__name__", "__file__", "__cached__", "__spec__", "__loader__", "__builtins__", "__doc__",
    "__package__", "__path__", "__annotations__",
})  # fmt: skip
OF_ITS_CLASS = frozenset({"__dict__", "__weakref__", "__module__", "__doc__", "__annotations__"})
IMPORT_NAME = dis.opmap["IMPORT_NAME"]

Description = tuple[str, Sequence[Any]]


class Opaque(Exception):
    """Something cannot be described as data; the message says what."""


def content_of(*parts: Any) -> str:
    """Return the hash of all that things consist of. Raises Opaque where that cannot be told.

    What is one object stays one: two indices of one name are two, a symbol used twice is one.
    """
    return _ContentWriter({}).write(parts)


class _ContentWriter:
    """Writes things in the order they are met; what has been met before is named by its number."""

    def __init__(self, met: dict[int, int]) -> None:
        self._met = met
        self._alive: list[Any] = []  # numbers are by address, so nothing described may go away

    def write(self, thing: Any) -> str:
        told: list[str] = []
        waiting = [thing]
        while waiting:
            one = waiting.pop()
            as_text = ATOMS.get(type(one))
            if as_text is not None:
                told.append(f"{type(one).__name__} {as_text(one)}")
                continue
            tag, inner = self._told(one)
            told.append(f"{tag} {len(inner)}")
            waiting.extend(reversed(inner))
        return hashlib.sha256("\0".join(told).encode("utf-8", "surrogatepass")).hexdigest()

    def _told(self, thing: Any) -> Description:
        if type(thing) not in NO_IDENTITY:
            number = self._met.get(id(thing))
            if number is not None:
                return f"met {number}", ()
            self._met[id(thing)] = len(self._met)
            self._alive.append(thing)
        if type(thing) in (set, frozenset):
            return type(thing).__name__, self._ordered(thing)
        return _described(thing)

    def _ordered(self, members: Iterable[Any]) -> list[Any]:
        """Return the members of a set in an order that is that of no hash."""
        return sorted(members, key=lambda one: _ContentWriter(dict(self._met)).write(one))


def _described(thing: Any) -> Description:
    """Return what a thing is in a word, and what else it consists of."""
    kind = type(thing)
    if kind in (tuple, list):
        return kind.__name__, thing
    if kind in (dict, MappingProxyType):
        return kind.__name__, [part for pair in thing.items() for part in pair]
    if isinstance(thing, Expression):
        return f"formula {kind.__name__} {thing.op}", thing.args
    for kinds, describe in KINDS:
        if isinstance(thing, kinds):
            return describe(thing)
    if dataclasses.is_dataclass(kind) and sources.is_ours(kind):
        # A statement of ours is its fields; what is computed on first use is no part of it.
        return "record", [kind, *(getattr(thing, f.name) for f in dataclasses.fields(kind))]
    return _taken_apart(thing)


@lru_cache(maxsize=4096)
def _code(code: CodeType) -> Description:
    """Describe code: what it does, whatever its lines are numbered."""
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    does = (code.co_code, code.co_exceptiontable)
    return f"code {_ContentWriter({}).write((names, counts, does, code.co_consts))}", ()


def _function(function: FunctionType) -> Description:
    inner: list[Any] = [
        function.__code__, function.__defaults__, function.__kwdefaults__, function.__dict__,
        *(function.__closure__ or ()),
    ]  # fmt: skip
    if not sources.is_fixed_file(function.__code__.co_filename):
        inner += _globals_of(function)
    return "function", inner


def _globals_of(function: FunctionType) -> list[Any]:
    """Return the global values whose names occur in a function, and the modules it imports."""
    names: set[str] = set()
    imported: list[Any] = []
    waiting = [function.__code__]
    while waiting:
        code = waiting.pop()
        names.update(code.co_names)
        waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
        if IMPORT_NAME in code.co_code[::2]:
            imported += _imports(code, function.__globals__)
    known = function.__globals__
    return [(name, known[name]) for name in sorted(names) if name in known] + imported


def _imports(code: CodeType, known: dict[str, Any]) -> list[Any]:
    found: list[Any] = []
    before: list[Any] = []
    for step in dis.get_instructions(code):
        if step.opcode == IMPORT_NAME:
            level, members = before[-2].argval, before[-1].argval
            found.append(_imported("." * int(level or 0) + str(step.argval), known))
            found += _submodules(found[-1], members)
        before.append(step)
    return found


def _submodules(module: ModuleType | str, members: Any) -> list[ModuleType | str]:
    """Return the modules among what is imported from a package that can change."""
    if isinstance(module, str):
        return []
    names = members if isinstance(members, tuple) and hasattr(module, "__path__") else ()
    missing = [f"{module.__name__}.{n}" for n in names if n != "*" and not hasattr(module, n)]
    return [_imported(name, {}) for name in missing]


def _imported(name: str, known: dict[str, Any]) -> ModuleType | str:
    """Return a module that a function imports when it runs: it is part of what the function is.

    Of one whose code is fixed the name says all, and it need not be loaded for that.
    """
    try:
        full = importlib.util.resolve_name(name, known.get("__package__"))
        spec = importlib.util.find_spec(full)
        if spec is not None and sources.is_fixed_file(spec.origin or ""):
            return f"module {full} {sources.origin(spec.origin or '')}"
        return importlib.import_module(full)
    except Exception as error:
        raise Opaque(f"the module {name}, which cannot be imported ({error})") from None


def _module(module: ModuleType) -> Description:
    if sources.is_fixed(module):
        return f"module {sources.named(module.__name__)}", ()
    kept = [(k, v) for k, v in sorted(vars(module).items()) if k not in OF_ITS_MODULE]
    return "module", kept


def _class(kind: type) -> Description:
    if sources.found(kind.__module__, kind.__qualname__) is kind:
        return f"class {sources.named(kind.__module__)} {kind.__qualname__}", ()
    own = [(k, v) for k, v in sorted(vars(kind).items()) if k not in OF_ITS_CLASS]
    told = [pair for pair in own if type(pair[1]).__module__ != "_abc"]  # what ABCs remember
    return f"class {kind.__qualname__}", [type(kind), kind.__bases__, *told]


def _builtin(function: Any) -> Description:
    name = getattr(function, "__qualname__", function.__name__)
    owner = getattr(function, "__self__", None)
    if owner is not None and not isinstance(owner, ModuleType):
        return f"method {name}", [owner]
    module = getattr(function, "__module__", None) or "builtins"
    if sources.found(module, name) is not function:
        raise Opaque(f"the compiled function {name}")
    return f"builtin {sources.named(module)} {name}", ()


def _remembering(function: Any) -> Description:
    """Describe a function that remembers its results: what it remembers is not to be seen."""
    module, name = (getattr(function, key, "") for key in ("__module__", "__qualname__"))
    if module and sources.found(module, name) is function:
        return f"remembering {sources.named(module)} {name}", ()
    if function.cache_info().currsize:
        raise Opaque(f"{name or 'a function'}, which remembers results from before")
    return "remembering", [function.__wrapped__]


def _taken_apart(thing: Any) -> Description:
    """Describe any other object as it would be sent to another process."""
    try:
        reduce = copyreg.dispatch_table.get(type(thing))
        parts = reduce(thing) if reduce is not None else thing.__reduce_ex__(4)
    except Exception as error:
        raise Opaque(f"a value of type {type(thing).__qualname__} ({error})") from None
    if isinstance(parts, str):
        module = getattr(thing, "__module__", None) or type(thing).__module__
        if sources.found(module, parts) is not thing:
            raise Opaque(f"a value of type {type(thing).__qualname__} that is called {parts}")
        return f"named {sources.named(module)} {parts}", [type(thing)]
    made, given, *more = parts
    return "object", [made, given, *(more[:1]), *(list(items or ()) for items in more[1:3])]


def _descriptor(thing: Any) -> Description:
    return f"slot {thing.__name__}", ()


KINDS: tuple[tuple[Any, Callable[[Any], Description]], ...] = (
    (CodeType, _code),
    (FunctionType, _function),
    (ModuleType, _module),
    (enum.Enum, lambda one: (f"member {one.name}", [type(one), one.value])),
    (type, _class),
    (MethodType, lambda one: ("method", [one.__func__, one.__self__])),
    (CellType, lambda one: _cell(one)),
    (functools._lru_cache_wrapper, _remembering),
    ((staticmethod, classmethod), lambda one: (type(one).__name__, [one.__func__])),
    (property, lambda one: ("property", [one.fget, one.fset, one.fdel])),
    (functools.cached_property, lambda one: ("cached_property", [one.func])),
    ((GetSetDescriptorType, MemberDescriptorType), _descriptor),
    (BuiltinFunctionType, _builtin),
    (TypeVar, lambda one: (f"type {one.__name__}", [one.__bound__, *one.__constraints__])),
)


def _cell(cell: CellType) -> Description:
    try:
        return "cell", [cell.cell_contents]
    except ValueError:
        return "empty cell", ()
