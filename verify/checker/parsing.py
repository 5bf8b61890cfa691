"""Reads a claim document into trees, with a level in the place of each name of a bound index.

Whatever is no such document is refused here: what the other modules are given is well formed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from reprlib import repr as shown
from typing import Any

from verify.checker.trees import Q, Refused, Tree, node, require

Scope = Mapping[str, Tree]
SORTS = ("tokens", "heads", "modes")
DEEPEST = 150  # levels of nested terms
SIGNS = ("<=", "<", ">=", ">", "!=")
FUNCTIONS = ("exp", "sin", "cos", "tan", "atan", "log")
UNITY, MINUS = (Tree("number", "", (), q) for q in (1, -1))
MADE = {"s": "a scalar", "v": "a vector", "o": "an operator"}
# What an operation takes: scalars, vectors, operators, a name, a sort, an index, * any number of
# these; or nothing is said here (None), and `_special` reads it.
GRAMMAR: dict[str, dict[str, str | None]] = {
    "s": {
        "symbol": "n", "size": "k", "pi": "", "member": "nii", "item": "n*", "delta": "ii",
        "place": "i", "add": "ss", "multiply": "ss", "power_of": "ss", "binomial": "ss",
        "inner": "vv", "number": None, "power": None, "absolute": None, "function": None,
        "total": None, "largest": None, "least": None, "at": None, "rate": None,
    },
    "v": {
        "zero": "", "vector_symbol": "n", "vector_item": "n*", "vector_add": "vv", "scale": "sv",
        "apply": "ov", "vector_total": None, "vector_rate": None, "differential": None,
    },
    "o": {
        "identity": "", "transpose": "o", "operator_add": "oo", "operator_scale": "so",
        "product": "oo", "operator": None,
    },
}  # fmt: skip
FACTS = {
    "distinct": "ii", "before": "ii", "equation": "ss", "vector_equation": "vv", "integer": "s",
    "operator_equation": "oo", "symmetric": "o", "positive_definite": "o",
    "positive_semidefinite": "o",
}  # fmt: skip


def expect(condition: bool, x: Any, what: str) -> None:
    """Refuse a part of a document that is not what is wanted, and tell it in short."""
    if not condition:
        raise Refused(f"{shown(x)} {what}")


def listed(x: Any, count: int | None = None) -> list[Any]:
    """Return a list, of so many things."""
    expect(isinstance(x, list) and count in (None, len(x)), x, "is not the list wanted")
    return list(x)


def named(x: Any) -> str:
    expect(isinstance(x, str), x, "is not a name")
    return str(x)


def rational(x: Any) -> Q:
    """Return the number that a text is, such as "-2/3"."""
    fits = isinstance(x, str) and re.fullmatch(r"-?[0-9]{1,999}(/[0-9]{1,999})?", x)
    expect(bool(fits) and not re.fullmatch(r".*/0+", str(x)), x, "is no rational number")
    q = Fraction(str(x))
    return int(q) if q.denominator == 1 else q


def sort(x: Any) -> str:
    expect(x in SORTS, x, "is not a sort of index")
    return str(x)


def index(x: Any, scope: Scope) -> Tree:
    if isinstance(x, int) and not isinstance(x, bool) and x > 0:
        return Tree("token", "", (), x)
    expect(isinstance(x, str) and x in scope, x, "is not an index here")
    return scope[x]


def kind_of(x: Any) -> str:
    """Return "v" if a term is of a vector, "s" if it is of a scalar."""
    match x:
        case [str(op), *_] if op in GRAMMAR["v"]:
            return "v"
    return "s"


def local(scope: Scope) -> Tree:
    """Return the next level: no index in scope is at it."""
    levels = (k.number for k in scope.values() if k.head == "local")
    return Tree("local", "", (), 1 + max(levels, default=-1))


def term(x: Any, wanted: str, scope: Scope, depth: int = 0) -> Tree:
    """Return a scalar ("s"), vector ("v") or operator ("o"), or what an operation takes."""
    require(depth < DEEPEST, "the terms are nested too deeply")
    match wanted:
        case "n":
            return Tree(named(x))
        case "k":
            return Tree(sort(x))
        case "i":
            return index(x, scope)
    op, *args = listed(x) or [None]
    expect(isinstance(op, str) and op in GRAMMAR[wanted], x, f"is not {MADE[wanted]}")
    takes = GRAMMAR[wanted][op]
    if takes is None:
        return _special(x, wanted, scope, depth + 1)
    takes = takes.replace("*", "i" * (len(args) - 1))
    expect(len(args) == len(takes), x, f"is not {MADE[wanted]}")
    parts = (term(a, k, scope, depth + 1) for a, k in zip(args, takes, strict=True))
    return node({"vector_add": "add", "scale": "multiply"}.get(op, op), *parts)


def _special(x: list[Any], wanted: str, scope: Scope, depth: int) -> Tree:
    """Return a term that binds or takes numbers."""

    def scalar(a: Any) -> Tree:
        return term(a, "s", scope, depth)

    match x:
        case ["number", q]:
            return Tree("number", "", (), rational(q))
        case ["power", a, q]:
            return Tree("power", "", (scalar(a),), rational(q))
        case ["absolute", a]:
            return Tree("power", "", (Tree("power", "", (scalar(a),), 2),), Fraction(1, 2))
        case ["function", str(name), a]:
            expect(name in FUNCTIONS, name, "is not a function")
            return Tree("function", name, (scalar(a),))
        case ["operator", name, bool(symmetric)]:
            return Tree("operator", named(name), (), 0 if symmetric else 1)
        case ["total" | "vector_total" | "largest" | "least" as op, a, [*over]]:
            return _bound(op.removeprefix("vector_"), a, over, wanted, scope, depth)
        case ["at", a, [*pairs]]:
            given = (listed(pair, 2) for pair in pairs)
            puts = (Tree("put", "symbol", (Tree(named(s)), scalar(b))) for s, b in given)
            return node("at", scalar(a), *puts)
        case ["rate" | "vector_rate", a, [*flow]]:
            moves = (_move(scope, depth, *listed(move, 3)) for move in flow)
            return node("rate", term(a, wanted, scope, depth), *moves)
        case ["differential", a, family, [along, v], [place, w]]:
            made = (_at([k], u, "v", scope, depth) for k, u in ((place, w), (along, v)))
            move = Tree("move", "vector_item", (Tree(named(family)), *made))
            return node("rate", term(a, "v", scope, depth), move)
    raise Refused(f"{shown(x)} is not {MADE[wanted]}")


def _at(holders: list[Any], x: Any, wanted: str, scope: Scope, depth: int) -> Tree:
    """Return a term as a function of indices."""
    start = local(scope).number
    levels = {named(k): Tree("local", "", (), start + n) for n, k in enumerate(holders)}
    require(len(levels) == len(holders), "two placeholders are called alike")
    return node("function_of", term(x, wanted, {**scope, **levels}, depth), *levels.values())


def _move(scope: Scope, depth: int, name: Any, holders: Any, velocity: Any) -> Tree:
    """Return what moves: the thing, itself as a function of its indices, and its velocity."""
    wanted = kind_of(velocity)
    head = ("vector_" if wanted == "v" else "") + ("item" if listed(holders) else "symbol")
    parts = ([head, name, *holders], velocity)
    made = (_at(holders, part, wanted, scope, depth) for part in parts)
    return Tree("move", head, (Tree(named(name)), *made))


def _bound(op: str, a: Any, over: list[Any], wanted: str, scope: Scope, depth: int) -> Tree:
    """Return a binder over the first of some indices, of one over the others."""
    if not over:
        return term(a, wanted, scope, depth)
    require(depth < DEEPEST, "the terms are nested too deeply")
    (name, span), k = listed(over[0], 2), local(scope)
    match span:
        case ["integers", _, _] if op == "total":
            head, of, about = "series", "integers", [term(b, "s", scope, depth) for b in span[1:]]
        case _:
            where, of = _range(span, k, scope, depth)
            head, about = op, [where]
    k = k._replace(name=of)
    inside = _bound(op, a, over[1:], wanted, {**scope, named(name): k}, depth + 1)
    return node(head, k, *about, inside)


def _range(span: Any, k: Tree, scope: Scope, depth: int) -> tuple[Tree, str]:
    """Return what is 1 for an index in a range and 0 outside, and its sort."""
    require(depth < DEEPEST, "the terms are nested too deeply")
    match span:
        case ["all", of]:
            return UNITY, sort(of)
        case ["before" | "up_to" as op, of, i]:
            before, equal = (node(head, k, index(i, scope)) for head in ("before", "delta"))
            return before if op == "before" else node("add", before, equal), sort(of)
        case ["seen", of, i, name]:
            return node("member", Tree(named(name)), index(i, scope), k), sort(of)
        case ["but", inside, i]:
            where, of = _range(inside, k, scope, depth + 1)
            unequal = node("multiply", MINUS, node("delta", k, index(i, scope)))
            return node("multiply", where, node("add", UNITY, unequal)), of
    raise Refused(f"{shown(span)} is not a range")


def relation(x: Any, scope: Scope) -> Tree:
    """Return a comparison, its sides in the order in which the first is the greater."""
    sign, left, right = listed(x, 3)
    expect(sign in SIGNS, sign, "is not a comparison")
    sides = (term(left, "s", scope), term(right, "s", scope))
    return Tree(sign.replace("<", ">"), "", sides[::-1] if "<" in sign else sides)


def fact(x: Any, names: Scope) -> Tree:
    """Return a fact: what kind it is of, and its two sides, or what it is about."""
    kind, left, right, sorts = listed(x, 4)
    expect(isinstance(kind, str) and isinstance(sorts, dict), x, "is not a fact")
    scope = {**names, **{named(q): Tree("variable", sort(of), (), n)
                         for n, (q, of) in enumerate(sorts.items())}}  # fmt: skip
    if kind in SIGNS:
        return relation([kind, left, right], scope)
    expect(kind in FACTS, kind, "is not a kind of fact")
    parts = (term(a, k, scope) for a, k in zip(x[1:], FACTS[kind], strict=False))
    return node(kind, *parts)


def indices_of(x: Any) -> dict[str, Tree]:
    """Return the given indices of a claim."""
    require(isinstance(x, dict), "the indices are not {name: sort}")
    return {named(k): Tree("given", sort(of), (), n) for n, (k, of) in enumerate(x.items())}
