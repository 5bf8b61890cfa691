"""A plain one-line form of a formula, for error messages and reprs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.language.indices import Index, Range
from verify.language.tree import BINDERS

INFIX = {"add": " + ", "multiply": "*", "scale": "*", "product": "@"}
WORDS = {"delta": "same", "zero": "zero_vector", "identity": "identity_operator"}


def plain(formula: Any) -> str:
    """Return a formula on one line, in the author's own notation."""
    return _show(formula, 0)


def span(over: Range) -> str:
    """Return a range as its author wrote it."""
    if over.kind == "integers":
        base = f"integers({_show(over.lower, 0)}, {_show(over.upper, 0)})"
    elif over.kind == "seen" and over.mask is not None:
        base = f"{over.sort}.seen_by({_index(over.limit)}, {over.mask.name})"
    else:
        limited = {"before": ".before", "up_to": ".up_to"}.get(over.kind)
        base = over.sort + (f"{limited}({_index(over.limit)})" if limited else "")
    return base + "".join(f".but({_index(k)})" for k in over.without)


def _index(index: object) -> str:
    return index.name or "j" if isinstance(index, Index) else str(index)


def _show(node: Any, level: int) -> str:
    if isinstance(node, Fraction | int):
        return str(node)
    op, args = node.op, node.args
    indices = ", ".join(_index(k) for k in args if isinstance(k, Index | int))
    if op == "number":
        return f"({args[0]})" if args[0] < 0 or args[0].denominator > 1 else str(args[0])
    if op == "symbol":
        return str(args[0].name)
    if op in ("item", "member", "abbreviation"):
        return str(args[0].name) + (f"[{indices}]" if indices else "")
    if op in INFIX:
        mine = 1 if op == "add" else 2
        text = INFIX[op].join(_show(a, mine) for a in args)
        return f"({text})" if level > mine else text
    if op == "power":
        whole = args[1] > 0 and args[1].denominator == 1
        text = f"{_show(args[0], 4)}**{args[1] if whole else f'({args[1]})'}"
        return f"({text})" if level > 3 else text
    if op in ("inner", "apply"):
        text = f"{_show(args[0], 3)} @ {_show(args[1], 3)}"
        return f"({text})" if level > 2 else text
    if op in BINDERS:
        loops = " ".join(f"for {_index(k)} in {span(k.over)}" for k in args[1:])
        return f"{op}({_show(args[0], 0)} {loops})"
    if op == "transpose":
        return f"{_show(args[0], 3)}.T"
    if op == "function":
        return f"{args[0]}({_show(args[1], 0)})"
    if op == "differential":
        return f"J(direction)({_index(args[1])})"
    if op == "size":
        return f"{args[0]}.count"
    inner = ", ".join(_show(a, 0) for a in args if hasattr(a, "op"))
    return f"{WORDS.get(op, op)}({', '.join(part for part in (inner, indices) if part)})"
