"""Replacing symbols and integer indices in a scalar tree, for inductions and cases."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

from verify.language.expressions import Scalar, as_scalar
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.substituting import substituted
from verify.language.symbols import Symbol, Thing
from verify.language.walk import nodes, rebuilt

PLAIN = ("number", "pi", "symbol", "place", "abbreviation", "add", "multiply", "power", "power_of",
         "function", "binomial")  # fmt: skip


def replaced(e: Scalar, others: Mapping[Thing, Scalar]) -> Scalar:
    """Return a scalar with symbols and integer indices replaced by scalars."""
    for node in nodes(e):
        indices = node.args[1:] if node.op == "total" else ()
        if node.op not in PLAIN and [k.sort for k in indices] != ["integers"]:
            raise Mistake(
                f"{node!r} cannot be used in an induction or in cases; use scalars and integer sums"
            )
    return substituted(e, others)


def bounds(index: Index) -> tuple[Scalar, Scalar]:
    """Return the bounds of an integer range."""
    lower, upper = index.over.lower, index.over.upper
    if lower is None or upper is None:
        raise Mistake(f"{index.name} does not run over integers(lower, upper)")
    return as_scalar(lower), as_scalar(upper)


def constant(e: Scalar) -> int | None:
    """Return the integer a scalar of numbers alone is, or None."""
    if e.op == "number":
        return int(e.args[0]) if e.args[0].denominator == 1 else None
    if e.op in ("add", "multiply"):
        left, right = constant(e.args[0]), constant(e.args[1])
        if left is None or right is None:
            return None
        return left + right if e.op == "add" else left * right
    return None


def written_out(e: Scalar) -> Scalar:
    """Return a scalar with sums over fixed integers written out and small binomials expanded."""
    op, args = e.op, e.args
    if op in ("add", "multiply", "power", "power_of"):
        return rebuilt(e, written_out, lambda exponent: exponent)
    if op == "binomial":
        return _small_binomial(written_out(args[0]), written_out(args[1]))
    if op == "total":
        lower, upper = (constant(b) for b in bounds(args[1]))
        if lower is None or upper is None:
            return e
        out = as_scalar(0)
        for value in range(lower, upper + 1):
            out = out + written_out(replaced(args[0], {args[1]: as_scalar(value)}))
        return out
    return e


def _small_binomial(upper: Scalar, lower: Scalar) -> Scalar:
    """Return C(a, k) for fixed integers a and k: by a product it would not be 0 below 0."""
    a, k = constant(upper), constant(lower)
    if a is None or k is None:
        return Scalar("binomial", upper, lower)
    return as_scalar(comb(a, k) if 0 <= k <= a else 0)


def rise(e: Scalar, n: Symbol, start: int) -> Scalar:
    """Return e at n + 1 minus e at n, for n from `start` on.

    A sum over integers up to n + k telescopes, if it begins no later than right after its end at
    the start: one that is empty for longer does not rise at first.
    """
    op, args = e.op, e.args
    if op == "add":
        return rise(args[0], n, start) + rise(args[1], n, start)
    if op == "abbreviation":
        return rise(args[1], n, start)
    if op == "multiply":
        for factor, rest in (args, args[::-1]):
            if not mentions(factor, n):
                return Scalar("multiply", factor, rise(rest, n, start))
    if op == "total" and len(args) == 2 and args[1].sort == "integers":
        lower, upper = bounds(args[1])
        first = constant(lower)
        end = constant(replaced(upper, {n: as_scalar(start)}))
        if first is None or end is None or mentions(args[0], n) or not _one_more(upper, n):
            raise Mistake(
                f"the sum {e!r} does not telescope in {n.name}; sum from a constant to n + k"
            )
        if end + 1 < first:
            raise Mistake(
                f"the sum {e!r} is empty until after {n.name} = {start}, so it does not telescope "
                f"from there; begin the induction at {start + first - end - 1}"
            )
        return replaced(args[0], {args[1]: upper + 1})
    after = replaced(e, {n: Scalar("symbol", n) + 1})
    return after - e


def mentions(e: Scalar, n: Symbol) -> bool:
    """Return whether a scalar depends on a symbol."""
    return any(node.op == "symbol" and node.args[0] is n for node in nodes(e))


def _one_more(upper: Scalar, n: Symbol) -> bool:
    """Return whether the bound is n plus an integer."""
    if upper.op == "symbol":
        return upper.args[0] is n
    if upper.op == "add":
        parts = [constant(a) is not None for a in upper.args]
        return any(parts) and any(_one_more(a, n) for a in upper.args)
    return False
