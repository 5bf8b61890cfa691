"""Positivity over a box of parameters, by ball arithmetic and bisection.

A box is certified when the expression, evaluated on balls that cover its sides, is certainly
positive; otherwise it is split.  Where the plain evaluation overestimates, the mean-value form
f(c) + f'(X)(X - c) decides, with c the midpoint and the gradient taken by SymPy.  The certified
boxes are kept with exact corners, so that an independent evaluator can repeat the certificate:
evaluate on each box, and check that the boxes cover the region.

An inequality that becomes an equality somewhere in the region cannot be certified like this:
divide the vanishing factor out first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Literal

import sympy
from flint import arb, fmpq

from verify.numerics.balls import hull, working_precision
from verify.numerics.lowering import lower_expression

Side = tuple[str, str]  # both ends of one side of a box, as exact rationals: ("0", "1/3")
Form = Literal["plain", "mean_value"]

_Point = tuple[fmpq, ...]
_Box = tuple[tuple[fmpq, fmpq], ...]

_PLAIN_FACTOR = 5  # how many times more boxes a cover may have to do without mean-value forms
_PRECISION_FACTOR = 16  # how far the precision is raised before a sign is given up
_BOUND_BITS = 16  # bounds are rounded outwards to this, to be short and a little slack


@dataclass(frozen=True)
class CertifiedBox:
    """One box of a cover, on which the expression is at least `lower_bound` (exact rational).

    `form` says whether evaluating the expression on the box shows it ("plain"), or only the
    mean-value form does ("mean_value"); `precision` is the number of bits that sufficed.
    """

    box: tuple[Side, ...]
    lower_bound: str
    form: Form
    precision: int


@dataclass(frozen=True)
class Cover:
    """A certificate: boxes that cover the region, each with a certified lower bound."""

    expression: str
    variables: tuple[str, ...]
    region: tuple[Side, ...]
    strict: bool
    boxes: tuple[CertifiedBox, ...]
    boxes_examined: int


@dataclass(frozen=True)
class CounterexampleBox:
    """A box of the region (a single point, here) on which the expression is at most `upper_bound`.

    The bound is negative, or zero when strict positivity was asked for: the claim is false.
    """

    expression: str
    variables: tuple[str, ...]
    strict: bool
    box: tuple[Side, ...]
    upper_bound: str
    precision: int
    boxes_examined: int


@dataclass(frozen=True)
class NoCover:
    """Neither a cover nor a counterexample was found; `box` is where the search stood."""

    expression: str
    variables: tuple[str, ...]
    strict: bool
    reason: str
    box: tuple[Side, ...]
    boxes_examined: int


def certify_positive(
    expression: sympy.Expr,
    box: Mapping[sympy.Symbol, tuple[Fraction | int, Fraction | int]],
    *,
    strict: bool = True,
    maximal_boxes: int = 20_000,
    precision: int = 53,
) -> Cover | NoCover | CounterexampleBox:
    """Decide whether an expression is positive (nonnegative if not `strict`) on a closed box.

    `box` gives each symbol its exact lower and upper end; `precision` is the number of bits to
    begin with, raised where the sign at a point is not decided.  Returns NoCover, with the
    reason, once `maximal_boxes` were examined or a sign stays undecided.  Raises ValueError for
    ends that are not exact or in the wrong order, and for what `lower_expression` refuses.
    Source: R. E. Moore, R. B. Kearfott, M. J. Cloud, Introduction to Interval Analysis (SIAM,
    2009), sections 6.3 and 11.4.
    """
    expression = sympy.sympify(expression)
    region = _region(box)
    if maximal_boxes < 1:
        raise ValueError(f"maximal_boxes = {maximal_boxes}: give at least 1")
    symbols = list(box)
    claim = _Enclosed(
        strict=strict,
        value=lower_expression(symbols, expression, "arb"),
        gradient=lower_expression(symbols, [expression.diff(x) for x in symbols], "arb"),
        highest_precision=_PRECISION_FACTOR * precision,
    )
    text, names = str(expression), tuple(str(symbol) for symbol in symbols)

    certified: list[_Certified] = []
    waiting = [(region, precision)]
    examined = 0
    while waiting:
        current, bits = waiting.pop()
        if examined == maximal_boxes:
            reason = f"{maximal_boxes} boxes were examined, {len(waiting) + 1} remain open"
            return NoCover(text, names, strict, reason, _sides(current), examined)
        examined += 1
        finding = _examine(claim, current, bits)
        if isinstance(finding, _Certified):
            certified.append(finding)
        elif isinstance(finding, _Refuted):
            point = _sides(tuple((end, end) for end in finding.point))
            bound, bits = str(finding.bound), finding.precision
            return CounterexampleBox(text, names, strict, point, bound, bits, examined)
        elif isinstance(finding, _Stuck):
            return NoCover(text, names, strict, finding.reason, _sides(current), examined)
        else:
            waiting += [(half, finding.precision) for half in reversed(finding.halves)]
    boxes = tuple(
        CertifiedBox(_sides(leaf.box), str(leaf.bound), leaf.form, leaf.precision)
        for leaf in _prefer_plain(claim, certified)
    )
    return Cover(text, names, _sides(region), strict, boxes, examined)


def _region(box: Mapping[sympy.Symbol, tuple[Fraction | int, Fraction | int]]) -> _Box:
    """Return the exact sides of the region; raise ValueError naming the side that is wrong."""
    sides = []
    for symbol, ends in box.items():
        for end in ends:
            if not _is_exact(end):
                raise ValueError(f"end {end!r} of {symbol} is not exact: give a Fraction")
        lower, upper = (fmpq(end.numerator, end.denominator) for end in ends)
        if lower > upper:
            raise ValueError(f"{symbol} from {lower} to {upper} is empty: exchange the ends")
        sides.append((lower, upper))
    return tuple(sides)


def _is_exact(end: object) -> bool:
    return isinstance(end, (int, Fraction))


def _sides(box: _Box) -> tuple[Side, ...]:
    """Return the sides of a box as they are stored."""
    return tuple((str(lower), str(upper)) for lower, upper in box)


@dataclass(frozen=True)
class _Enclosed:
    """That `value` is positive: its ball evaluation, and that of its gradient."""

    strict: bool
    value: Callable[..., arb]
    gradient: Callable[..., list[arb]]
    highest_precision: int

    def lower_bound(self, value: arb) -> fmpq | None:
        """Return a lower bound of a value that shows the claim, None if it does not."""
        with working_precision(_BOUND_BITS):
            bound = value.lower()  # rounded downwards
        certain = value.is_finite() and (bound > 0 or (not self.strict and bound >= 0))
        return bound.fmpq() if certain else None

    def refuting_bound(self, value: arb) -> fmpq | None:
        """Return an upper bound of a value that refutes the claim, None if it does not."""
        with working_precision(_BOUND_BITS):
            bound = value.upper()  # rounded upwards
        certain = value.is_finite() and (bound < 0 or (self.strict and bound <= 0))
        return bound.fmpq() if certain else None


@dataclass(frozen=True)
class _Certified:
    box: _Box
    bound: fmpq
    form: Form
    precision: int


@dataclass(frozen=True)
class _Refuted:
    point: _Point
    bound: fmpq
    precision: int


@dataclass(frozen=True)
class _Stuck:
    reason: str


@dataclass(frozen=True)
class _Split:
    halves: tuple[_Box, _Box]
    precision: int


def _examine(
    claim: _Enclosed, box: _Box, precision: int
) -> _Certified | _Refuted | _Stuck | _Split:
    """Certify a box, refute the claim at one of its points, or split it."""
    plain = _plain(claim, box, precision)
    if plain is not None:
        return plain
    middle = tuple((lower + upper) / 2 for lower, upper in box)
    at_middle = _sign_at(claim, middle, precision)
    if isinstance(at_middle, (_Refuted, _Stuck)):
        return at_middle
    precision, center = at_middle
    with working_precision(precision):
        sides = _cover_sides(box)
        slopes = claim.gradient(*sides)
        mean_value = center
        for slope, side, coordinate in zip(slopes, sides, middle, strict=True):
            mean_value += slope * (side - coordinate)
        bound = claim.lower_bound(mean_value)
        if bound is not None:
            return _Certified(box, bound, "mean_value", precision)
        # The corner downhill refutes at once where the expression is monotone.
        corner = tuple(
            lower if slope.mid() > 0 else upper
            for slope, (lower, upper) in zip(slopes, box, strict=True)
        )
        refuting = claim.refuting_bound(claim.value(*map(arb, corner)))
        if refuting is not None:
            return _Refuted(corner, refuting, precision)
    return _Split(_halves(box, slopes), precision)


def _plain(claim: _Enclosed, box: _Box, precision: int) -> _Certified | None:
    """Certify a box by evaluating the expression on it, if that suffices."""
    with working_precision(precision):
        bound = claim.lower_bound(claim.value(*_cover_sides(box)))
    return None if bound is None else _Certified(box, bound, "plain", precision)


def _sign_at(
    claim: _Enclosed, point: _Point, precision: int
) -> tuple[int, arb] | _Refuted | _Stuck:
    """Return the precision that decides the sign at a point, and the value, if it is positive."""
    while True:
        with working_precision(precision):
            value = claim.value(*map(arb, point))
        refuting = claim.refuting_bound(value)
        if refuting is not None:
            return _Refuted(point, refuting, precision)
        if claim.lower_bound(value) is not None:
            return precision, value
        if 2 * precision > claim.highest_precision:
            where = ", ".join(map(str, point))
            if not value.is_finite():
                return _Stuck(f"the expression has no finite value at ({where}): is it defined?")
            return _Stuck(
                f"the sign at ({where}) is not decided with {precision} bits: "
                "if the expression vanishes there, divide the factor out"
            )
        precision *= 2


def _cover_sides(box: _Box) -> list[arb]:
    """Return balls that cover the sides of a box, at the working precision."""
    return [hull(arb(lower), arb(upper)) for lower, upper in box]


def _halves(box: _Box, slopes: Sequence[arb]) -> tuple[_Box, _Box]:
    """Return both halves of a box, cut where the gradient says that it matters most."""
    widths = [_float(upper - lower) for lower, upper in box]
    weights = [
        float(slope.abs_upper()) * width for slope, width in zip(slopes, widths, strict=True)
    ]
    if not all(map(isfinite, weights)) or max(weights) == 0:
        weights = widths
    side = max(range(len(box)), key=weights.__getitem__)
    lower, upper = box[side]
    middle = (lower + upper) / 2
    before, after = box[:side], box[side + 1 :]
    return (*before, (lower, middle), *after), (*before, (middle, upper), *after)


def _float(number: fmpq) -> float:
    """Return a nearby float, to order the sides by; nothing rigorous depends on it."""
    return int(number.p) / int(number.q)


def _prefer_plain(claim: _Enclosed, leaves: list[_Certified]) -> list[_Certified]:
    """Replace boxes that need the mean-value form by plain ones where a few more suffice.

    An independent checker evaluates plainly, without derivatives: first all such boxes are
    tried together within the factor allowed, then each by itself.
    """
    plain = [leaf for leaf in leaves if leaf.form == "plain"]
    rest = [leaf for leaf in leaves if leaf.form == "mean_value"]
    together = _only_plain(claim, rest, _PLAIN_FACTOR * len(leaves) - len(plain))
    if together is not None:
        return plain + together
    for leaf in rest:
        apart = _only_plain(claim, [leaf], _PLAIN_FACTOR)
        plain += [leaf] if apart is None else apart
    return plain


def _only_plain(claim: _Enclosed, leaves: list[_Certified], limit: int) -> list[_Certified] | None:
    """Return at most `limit` plainly certified boxes that cover those given, or None."""
    found: list[_Certified] = []
    waiting = [(leaf.box, leaf.precision) for leaf in leaves]
    while waiting:
        if len(found) + len(waiting) > limit:
            return None
        box, precision = waiting.pop()
        certified = _plain(claim, box, precision)
        if certified is not None:
            found.append(certified)
        else:
            with working_precision(precision):
                slopes = claim.gradient(*_cover_sides(box))
            waiting += [(half, precision) for half in _halves(box, slopes)]
    return found
