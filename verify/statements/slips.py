"""Slips that only the source of a statement shows: steps never yielded, and `i is j` of indices."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from verify.language.decisions import identity_tests
from verify.language.mistakes import Mistake, place
from verify.statements.mutants import mutant
from verify.statements.step import Step

Called = tuple[int, str]


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
