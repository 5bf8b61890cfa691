"""The chain rule on the tree: derivatives carried inwards, to what moves.

    chain_rule(rate(c @ y[i], flow))    # c @ rate(y[i], flow)
    velocities(c @ rate(y[i], flow))    # c @ (the flow's velocity of y[i])

What comes out is a formula like any other, made to be read; the algebra differentiates by its own
pass, and decides whether both say the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.language.expressions import Expression, Scalar, Vector, as_scalar
from verify.language.mistakes import Mistake
from verify.language.motion import Flow, Layer
from verify.language.substituting import substituted
from verify.language.symbols import Abbreviation
from verify.language.tree import BINDERS
from verify.language.walk import nodes, rebuilt, things

Slope = Any
"""A derivative: a scalar or a vector, or None for zero."""
HALF = Fraction(1, 2)


def chain_rule(formula: Any, letter: str = "") -> Any:
    """Return a formula with every derivative in it carried to what moves.

    Rates remain of given things alone; those of a layer's tokens have become the direction. What a
    layer normalises is called by the letter, if there is one. Raises Mistake for a derivative of
    what has none here (a largest value, a rate).
    """
    if formula.op == "rate":
        body, flow = formula.args
        if _is_moving(body, flow):
            return formula
        return _or_zero(Differentiation(flow.moves, lambda e: _rate(e, flow)).of(body), body)
    if formula.op == "differential":
        layer, index, direction, _ = formula.args
        moves = {layer.of: direction}
        image = _with_letter(layer, index, letter) if letter else layer.formula(index)
        return _or_zero(Differentiation(moves, lambda e: direction(*e.args[1:])).of(image), image)
    return mapped(formula, lambda part: chain_rule(part, letter))


def velocities(formula: Any) -> Any:
    """Return a formula with what a flow says in the place of each rate of a given thing."""
    if formula.op == "rate":
        body, flow = formula.args
        if _is_moving(body, flow):
            return _shed(flow.moves[body.args[0]](*body.args[1:]))
    return mapped(formula, velocities)


def put_in(formula: Any) -> Any:
    """Return a formula with numbers put in where it says at which a derivative is taken."""
    if formula.op == "at":
        body, pairs = formula.args
        return _shed(substituted(mapped(body, put_in), {x.args[0]: v for x, v in pairs}))
    return mapped(formula, put_in)


def _shed(formula: Any) -> Any:
    """Return a formula without summands that are 0 times something, and factors 1 if k = k."""
    made = mapped(formula, _shed)
    if made.op in ("multiply", "scale") and _is_certain(made.args[0]):
        return made.args[1]
    if made.op == "add":
        kept = [part for part in made.args if not _is_zero(part)]
        return kept[0] if len(kept) == 1 else made
    return made


def _is_certain(part: Any) -> bool:
    return bool(part.op == "delta" and part.args[0] is part.args[1])


def _is_zero(part: Any) -> bool:
    if part.op == "number":
        return bool(part.args[0] == 0)
    return part.op in ("multiply", "scale") and any(
        _is_zero(x) for x in part.args if isinstance(x, Scalar)
    )


def at_state(formula: Any, layer: Layer, point: Callable[..., Vector]) -> Any:
    """Return a formula in a layer's own tokens at a state."""
    if formula.op == "item" and formula.args[0] is layer.of:
        return point(*formula.args[1:])
    if formula.op == "abbreviation":
        named, body, *indices = formula.args
        if at_state(body, layer, point) is body:
            return formula
        moved = Abbreviation(
            named.name, lambda *i: at_state(named.body(*i), layer, point), named.latex
        )
        return moved[tuple(indices)]
    return mapped(formula, lambda part: at_state(part, layer, point))


def _with_letter(layer: Layer, index: Any, letter: str) -> Any:
    """Return a layer's token with a letter for what it normalises, where that is not single."""

    def pushed(k: Any) -> Any:
        return next(iter(_normalised(layer.formula(k))), None)

    image = layer.formula(index)
    if pushed(index) is None:
        return image
    (of, *_) = _normalised(image)
    named = Abbreviation(letter, lambda i: pushed(i))[index]

    def put(part: Any) -> Any:
        return named if part is of else mapped(part, put)

    return put(image)


def _normalised(image: Any) -> list[Any]:
    """Return what a formula takes the length of, but for single things."""
    lengths = (e.args[0] for e in nodes(image) if e.op == "power" and e.args[1] == HALF)
    squares = (of.args[0] for of in lengths if of.op == "inner" and of.args[0] is of.args[1])
    return [of for of in squares if of.op in ("add", "scale")]


def mapped(formula: Any, change: Callable[[Any], Any]) -> Any:
    """Return a formula of changed parts, itself where none changes; letters are opened."""
    if formula.op == "abbreviation":
        body = change(formula.args[1])
        return formula if body is formula.args[1] else body
    if formula.op == "inner" and formula.args[0] is formula.args[1]:  # a square remains one
        side = change(formula.args[0])
        return formula if side is formula.args[0] else side @ side
    made = rebuilt(formula, change, lambda leaf: leaf)
    return formula if all(map(_is_same, made.args, formula.args)) else made


def _is_same(first: Any, second: Any) -> bool:
    """Return whether an argument is what it was; the pairs of a substitution are made anew."""
    if isinstance(first, tuple):
        return all(map(_is_same, first, second))
    return first is second


def _is_moving(body: Any, flow: Flow) -> bool:
    """Return whether a formula is nothing but a thing that a flow moves."""
    return body.op in ("symbol", "item") and body.args[0] in flow.moves


def _rate(thing: Any, flow: Flow) -> Any:
    return type(thing)("rate", thing, flow)


def _or_zero(slope: Slope, of: Any) -> Any:
    if slope is not None:
        return slope
    return Vector("zero") if isinstance(of, Vector) else as_scalar(0)


@dataclass(frozen=True)
class Differentiation:
    """One derivative: what moves, and how fast each member of it does."""

    moves: Any
    speed: Callable[[Any], Any]

    def of(self, e: Any) -> Slope:
        """Return the derivative of a formula, None for zero."""
        op, args = e.op, e.args
        match op:
            case "symbol" | "item":
                return self.speed(e) if args[0] in self.moves else None
            case "abbreviation":
                return self.of(args[1])
            case "add":
                return _sum(self.of(args[0]), self.of(args[1]))
            case "multiply":
                return _sum(_times(self.of(args[0]), args[1]), _times(args[0], self.of(args[1])))
            case "scale":
                return _sum(_times(args[0], self.of(args[1])), _times(self.of(args[0]), args[1]))
            case "power":
                return self._power(e)
            case "inner":
                return self._inner(*args)
            case "apply":
                turned, slope = self._operator(args[0]), self.of(args[1])
                return _sum(
                    None if turned is None else turned @ args[1],
                    None if slope is None else args[0] @ slope,
                )
            case "total":
                slope = self.of(args[0])
                return None if slope is None else type(slope)("total", slope, *args[1:])
            case "function":
                return self._function(e)
        self._is_still(e)
        return None

    def _operator(self, a: Any) -> Any:
        """Return the derivative of a map whose coefficients move, None for zero."""
        if not any(thing in self.moves for thing in things(a)):
            return None
        match a.op:
            case "add":
                return _sum(self._operator(a.args[0]), self._operator(a.args[1]))
            case "scale":
                pace, turned = self.of(a.args[0]), self._operator(a.args[1])
                return _sum(
                    None if pace is None else _times(pace, a.args[1]),
                    None if turned is None else a.args[0] * turned,
                )
            case "product":
                first, second = map(self._operator, a.args)
                return _sum(
                    None if first is None else first @ a.args[1],
                    None if second is None else a.args[0] @ second,
                )
            case "transpose":
                turned = self._operator(a.args[0])
                return None if turned is None else turned.T
        self._is_still(a)
        return None

    def _is_still(self, e: Any) -> None:
        if any(thing in self.moves for thing in things(e)):
            raise Mistake(f"no chain rule for {e.op} of a moving quantity: {e!r}")

    def _power(self, e: Any) -> Slope:
        base, exponent = e.args
        if base.op == "power" and base.args[1] == HALF:  # |x|^k is a power of |x|^2
            slope = self.of(base.args[0])
            return (
                None if slope is None else _scaled(exponent / 2, _raised(base, exponent - 2), slope)
            )
        slope = self.of(base)
        if slope is None:
            return None
        lower = e**-1 if exponent == HALF else _raised(base, exponent - 1)
        return _scaled(exponent, lower, slope)

    def _inner(self, u: Any, v: Any) -> Slope:
        du = self.of(u)
        if du is not None and alike(u, v):
            return _scaled(Fraction(2), None, u @ du)
        symmetric = v.op == "apply" and v.args[0].op == "symbol" and v.args[0].args[0].symmetric
        if du is not None and symmetric and alike(u, v.args[1]):
            return _scaled(Fraction(2), None, u @ (v.args[0] @ du))
        dv = self.of(v)
        return _sum(None if du is None else du @ v, None if dv is None else u @ dv)

    def _function(self, e: Any) -> Slope:
        name, of = e.args
        slope = self.of(of)
        if slope is None:
            return None
        other = {"sin": "cos", "cos": "sin"}.get(name, name)
        same = Scalar("function", other, of)
        outer = {
            "exp": e, "sin": same, "cos": -same, "tan": 1 + e**2, "log": of**-1,
            "atan": (1 + of**2) ** -1,
        }[name]  # fmt: skip
        return _times(slope, outer)


def _raised(base: Any, exponent: Fraction) -> Any:
    """Return a power, None for the number 1."""
    if exponent == 0:
        return None
    return base if exponent == 1 else base**exponent


def _scaled(number: Fraction, factor: Any, slope: Any) -> Any:
    made = slope if factor is None else factor * slope
    return made if number == 1 else number * made


def _sum(first: Slope, second: Slope) -> Slope:
    if first is None or second is None:
        return second if first is None else first
    return first + second


def _times(first: Slope, second: Slope) -> Slope:
    if first is None or second is None:
        return None
    if first.op == "number" and first.args[0] == 1:
        return second
    return first * second


def alike(first: Any, second: Any) -> bool:
    """Return whether two formulas are written alike, node by node."""
    if not isinstance(first, Expression) or not isinstance(second, Expression):
        return first is second or (isinstance(first, int | str | Fraction) and first == second)
    if first is second:
        return True
    return (
        type(first) is type(second)
        and first.op == second.op
        and first.op not in BINDERS
        and len(first.args) == len(second.args)
        and all(map(alike, first.args, second.args))
    )
