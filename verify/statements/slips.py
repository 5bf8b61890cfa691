"""Slips that only the source of a statement shows: steps never yielded, and `i is j` of indices.

What a source says is found once for each text, and kept under its hash: to parse it takes as long
as to run it.
"""

from __future__ import annotations

import ast
import hashlib
import linecache
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from verify.language.decisions import identity_tests
from verify.language.mistakes import Mistake, place
from verify.processes.places import cache_folder
from verify.processes.store import Store, is_shaped
from verify.statements import sources
from verify.statements.mutants import mutant
from verify.statements.step import Step

Called = tuple[int, str]
KEPT = {"calls": dict, "tests": [list]}


class Seen(NamedTuple):
    """What a source says: calls that stand alone, by the line of their function, and tests."""

    calls: dict[int, tuple[Called, ...]]
    tests: tuple[Called, ...]


def refuse_slips(identifier: str, body: Any) -> None:
    """Raise a Mistake for a step that is a bare statement, or for `i is j` in a statement's file.

    The first would prove nothing, silently; the second no class can refuse: of two indices Python
    would decide it.
    """
    seen = _seen(_source(body))
    for line, name in seen.calls.get(body.__code__.co_firstlineno, ()):
        called = body.__globals__.get(name)
        if called is mutant or (isinstance(called, type) and issubclass(called, Step)):
            raise Mistake(
                f"{place(body.__code__, line)}: {identifier}: this {name} is never yielded, so it "
                f'proves nothing; write yield "sentence", {name}(...)'
            )
    for line, text in seen.tests:
        raise Mistake(
            f"{place(body.__code__, line)}: {identifier}: Python would evaluate {text} at "
            "once; write same(i, j), which is 1 if two indices are equal and 0 otherwise, "
            "exclude one with tokens.but(i), and compare other things with =="
        )


def _source(body: Any) -> str:
    linecache.checkcache(body.__code__.co_filename)  # it may have been edited since
    return "".join(linecache.getlines(body.__code__.co_filename))


@lru_cache(maxsize=4)
def _seen(source: str) -> Seen:
    engine = sources.engine_digest()  # "" where it is another than the one that reads
    if not source or not engine:
        return _read(source)
    text = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()
    key, kept = f"slips {engine} {text} {sys.version}", Store(cache_folder() / "read")
    told = kept.read(key, _is_right)
    if told is None:
        seen = _read(source)
        kept.write(key, {"calls": seen.calls, "tests": seen.tests})
        return seen
    calls = {int(line): tuple((n, name) for n, name in of) for line, of in told["calls"].items()}
    return Seen(calls, tuple((n, text) for n, text in told["tests"]))


def _is_right(told: Any) -> bool:
    if not is_shaped(told, KEPT):
        return False
    lines, of_functions = told["calls"].keys(), list(told["calls"].values())
    if not (all(map(str.isdecimal, lines)) and is_shaped(of_functions, [[list]])):
        return False
    every = [*told["tests"], *(call for of in of_functions for call in of)]
    return all([*map(type, one)] == [int, str] for one in every)


def _read(source: str) -> Seen:
    """Return what a source says; one that cannot be read, as if typed at a prompt, says nothing."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return Seen({}, ())
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    functions = [node for node in _lines_of(tree) if isinstance(node, kinds)]
    first = {min(d.lineno for d in (*f.decorator_list, f)): f for f in functions}
    calls = {line: tuple(_bare_calls(function)) for line, function in first.items()}
    return Seen({line: of for line, of in calls.items() if of}, tuple(identity_tests(tree)))


def _bare_calls(function: ast.AST) -> Iterator[Called]:
    """Yield the line and the name of each call of a name that is a statement by itself."""
    for node in _lines_of(function):
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
            continue
        call: ast.expr = node.value
        while isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            call = call.func.value  # .but_not(...) hangs on the step
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            yield node.lineno, call.func.id


def _lines_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands on lines of its own in a piece of source; expressions are not entered."""
    parts = [
        part
        for name in ("body", "orelse", "handlers", "finalbody", "cases")
        for part in getattr(node, name, ())
    ]
    for part in parts:
        yield part
        yield from _lines_of(part)
