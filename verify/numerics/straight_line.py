"""SymPy expressions as straight-line programs on mpmath: equal parts once, one after the other.

Printed as source and compiled they are evaluated no faster, for the time goes into the digits; and
that takes as long as some hundred evaluations, of which a sample makes a few.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import add, mul
from typing import Any

import sympy
from mpmath import mp

Number = Any
Operation = Callable[..., Number]
Line = tuple[Operation, tuple[int, ...]]
"""What is done, and to which of the numbers before it."""


def straight_line(
    arguments: Sequence[sympy.Symbol], expressions: Sequence[sympy.Expr]
) -> Callable[..., list[Number]]:
    """Return a function of as many numbers as `arguments`, with the values of the expressions.

    Rationals and constants have the precision of the call. The expressions are of the parts that
    `lower_expression` lowers.
    """
    places: dict[sympy.Basic, int] = {symbol: k for k, symbol in enumerate(arguments)}
    lines: list[Line] = []

    def place(part: sympy.Basic) -> int:
        if part not in places:
            operation, operands = _line(part)
            line = operation, tuple(map(place, operands))
            places[part] = len(arguments) + len(lines)
            lines.append(line)
        return places[part]

    wanted = [place(expression) for expression in expressions]

    def evaluate(*numbers: Number) -> list[Number]:
        values = list(numbers)
        for operation, operands in lines:
            values.append(operation(*[values[k] for k in operands]))
        return [values[k] for k in wanted]

    return evaluate


def _line(part: Any) -> tuple[Operation, Sequence[sympy.Basic]]:
    """Return what is done for one node, and the nodes that it is done to."""
    if isinstance(part, sympy.Rational):
        numerator, denominator = int(part.p), int(part.q)
        return lambda: mp.mpf(numerator) / denominator, ()
    if isinstance(part, sympy.Add):
        return lambda *terms: reduce(add, terms), part.args
    if isinstance(part, sympy.Mul):
        return lambda *factors: reduce(mul, factors), part.args
    if isinstance(part, sympy.Pow):
        return _power(part)
    if part == sympy.pi or part == sympy.E:
        return (lambda: +mp.pi) if part == sympy.pi else (lambda: +mp.e), ()
    name = part.func.__name__
    return mp.fabs if name == "Abs" else getattr(mp, name), part.args


def _power(part: sympy.Pow) -> tuple[Operation, Sequence[sympy.Basic]]:
    base, exponent = part.args
    if exponent == -1:
        return lambda number: 1 / number, (base,)
    if exponent.is_Integer:
        whole = int(exponent)
        return lambda number: number**whole, (base,)
    if exponent == sympy.S.Half:
        return mp.sqrt, (base,)
    if exponent == -sympy.S.Half:
        return lambda number: 1 / mp.sqrt(number), (base,)
    return lambda number, power: number**power, (base, exponent)
