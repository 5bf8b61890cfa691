"""A formula as its author would write it: source to paste into a statement."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.language.expressions import Expression, Scalar, as_scalar
from verify.language.indices import Index
from verify.language.plain import plain, span
from verify.language.substituting import substituted
from verify.language.tree import BINDERS
from verify.language.walk import free_indices

SUM, PRODUCT, POWER = 1, 2, 3  # how tightly Python binds
HALF, ONE = Fraction(1, 2), as_scalar(1)
NAMES = [*"jklmpqrst", *(f"j_{n}" for n in range(1, 99))]


def source(formula: Expression) -> str:
    """Return a formula in the words of the vocabulary, under its things' own names."""
    return _at(formula, 0)


def _at(e: Any, level: int) -> str:
    """Return a formula in parentheses where Python would read it otherwise."""
    text, own = _written(e)
    return f"({text})" if own < level else text


def _written(e: Any) -> tuple[str, int]:
    op, args = e.op, e.args
    if op == "number":
        return _number(args[0])
    if op == "add":
        return _sum(e), SUM
    if op in ("multiply", "scale"):
        return _product(e)
    if op == "power":
        return _power(*args)
    if op in ("inner", "apply", "product"):
        return f"{_at(args[0], POWER)} @ {_at(args[1], POWER)}", PRODUCT
    if op == "transpose":
        return f"{_at(args[0], POWER + 1)}.T", POWER + 1
    if op == "function":
        return f"{args[0]}({_at(args[1], 0)})", POWER + 1
    if op in BINDERS:
        body, bound = _without_capture(e)
        loops = " ".join(f"for {k.name} in {span(k.over)}" for k in bound)
        return f"{op}({_at(body, 0)} {loops})", POWER + 1
    if op == "delta":
        return f"same({', '.join(_index(k) for k in args)})", POWER + 1
    return plain(e), POWER + 1


def _without_capture(e: Any) -> tuple[Any, list[Index]]:
    """Return what a sum is of, and its indices, under names that no other index there has."""
    body, bound, others = e.args[0], list[Index](), dict[Any, Any]()
    taken = {k.name for k in free_indices(e)}
    for k in e.args[1:]:
        if k.name and k.name not in taken and not others:
            bound.append(k)
        else:
            name = next(x for x in NAMES if x not in taken)
            bound.append(
                Index(name, substituted(Scalar("total", ONE, k), others).args[1].over, True)
            )
            others[k] = bound[-1]
        taken.add(bound[-1].name)
    return substituted(body, others) if others else body, bound


def _index(k: object) -> str:
    return k.name or "j" if isinstance(k, Index) else str(k)


def _number(q: Fraction) -> tuple[str, int]:
    if q.denominator == 1:
        return str(q), POWER if q >= 0 else SUM
    return f"Fraction({q.numerator}, {q.denominator})", POWER


def _terms(e: Any) -> list[Any]:
    return [term for part in e.args for term in _terms(part)] if e.op == "add" else [e]


def _sum(e: Any) -> str:
    out = ""
    for term in _terms(e):
        text, level = _written(term)
        text = text if level > SUM or text.startswith("-") else f"({text})"
        sign = " - " if text.startswith("-") else " + "
        out += (sign + text.removeprefix("-")) if out else text
    return out


def _factors(e: Any) -> list[Any]:
    """Return the factors of a product; a negative one is one factor, as its sign may be known."""
    out = []
    for part in e.args:
        nested = part.op in ("multiply", "scale") and not _product(part)[0].startswith("-")
        out += _factors(part) if nested else [part]
    return out


def _product(e: Any) -> tuple[str, int]:
    """Return a product: its number in front, or below if it is one over another."""
    number, above, below = Fraction(1), list[Any](), list[str]()
    for factor in _factors(e):
        if factor.op == "number":
            number *= factor.args[0]
        elif factor.op == "power" and factor.args[1] < 0:
            text, level = _power(factor.args[0], -factor.args[1])
            below.append(text if level >= POWER else f"({text})")
        else:
            above.append(factor)
    size = abs(number)
    if size == 1 and not below and len(above) == 1:
        text, level = _written(above[0])
        if number > 0 or level >= PRODUCT:
            return (text, level) if number > 0 else (f"-{text}", SUM)
    above = [_at(factor, POWER) for factor in above]
    if size.numerator != 1 or not above:
        above.insert(0, str(size.numerator))
    if size.denominator != 1:
        below.insert(0, str(size.denominator))
    if not below and above == [str(size.numerator)]:
        return _number(number)
    under = below[0] if len(below) == 1 else f"({'*'.join(below)})"
    text = "*".join(above) + (f"/{under}" if below else "")
    return (f"-{text}", SUM) if number < 0 else (text, PRODUCT)


def _power(base: Any, exponent: Fraction) -> tuple[str, int]:
    if exponent < 0:
        text, level = _power(base, -exponent)
        return f"1/{text if level >= POWER else f'({text})'}", PRODUCT
    if exponent == 1:
        return _written(base)
    if exponent == HALF:
        if base.op == "inner" and source(base.args[0]) == source(base.args[1]):
            return f"norm({source(base.args[0])})", POWER + 1
        return f"square_root({source(base)})", POWER + 1
    return f"{_at(base, POWER + 1)}**{_number(exponent)[0]}", POWER
