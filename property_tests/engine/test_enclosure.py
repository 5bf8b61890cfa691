"""Branch and bound certifies what is true, refutes what is false, and says when it cannot."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import add, mul

import pytest
import sympy
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational, exp, log, sin, symbols, tanh

from verify.methods.enclosure import (
    CertifiedBox,
    CounterexampleBox,
    Cover,
    NoCover,
    certify_positive,
)
from verify.numerics import balls
from verify.numerics.balls import Sign, sign, working_precision

x, y, t, kept, rate, mass, gain, depth = symbols("x y t kept rate mass gain depth")

TRUE = {
    "a ratio in five variables": (
        1 - (1 + t * kept * gain) / (1 + t * rate * mass),
        {
            t: (Fraction(1, 10), 2),
            kept: (-1, Fraction(4, 5)),
            rate: (1, 2),
            mass: (Fraction(9, 10), 1),
            gain: (Fraction(3, 10), Fraction(9, 10)),
        },
    ),
    "the ratio with exp and tanh": (
        1 - (1 + t * kept * exp(-depth)) / (1 + t * rate * tanh(3 * depth)),
        {
            t: (Fraction(1, 10), 2),
            kept: (-1, Fraction(4, 5)),
            rate: (1, 2),
            depth: (Fraction(7, 10), 2),
        },
    ),
    "x above tanh x": (x - tanh(x), {x: (Fraction(1, 2), 3)}),
    "an exponential above its expansion": (
        exp(x) * (1 + y) - (1 + x) * (1 + y / 2) - x**2 / 4,
        {x: (Fraction(1, 10), 1), y: (0, 1)},
    ),
    "a quartic with a gap of a hundredth": (
        x**4 - x**2 + Rational(26, 100),
        {x: (0, 1)},
    ),
    "log of a mean of exponentials": (
        log((exp(x) + exp(y)) / 2) - (x + y) / 2 + Rational(1, 100),
        {x: (-1, 1), y: (-1, 1)},
    ),
}
FALSE = {
    "a quartic below zero": (x**4 - x**2 + Rational(24, 100), {x: (0, 1)}),
    "below zero on a narrow strip": (
        (x - Rational(1, 3)) ** 2 + y**2 - Rational(1, 10**6),
        {x: (0, 1), y: (-1, 1)},
    ),
    "log of a mean, shifted down": (
        log((exp(x) + exp(y)) / 2) - (x + y) / 2 - Rational(1, 10**30),
        {x: (-1, 1), y: (-1, 2)},
    ),
    "zero at one end": (x, {x: (0, 1)}),
    "below zero by less than the rounding": (exp(x) - 1 - x - Rational(1, 10**40), {x: (-1, 1)}),
}


def fractions(box: tuple[tuple[str, str], ...]) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(lower), Fraction(upper)) for lower, upper in box]


def volume(box: list[tuple[Fraction, Fraction]]) -> Fraction:
    return reduce(mul, (upper - lower for lower, upper in box), Fraction(1))


def covers(cover: Cover) -> bool:
    """Return whether the boxes lie in the region, do not overlap, and have its whole volume."""
    region = fractions(cover.region)
    boxes = [fractions(leaf.box) for leaf in cover.boxes]
    inside = all(
        left <= lower <= upper <= right
        for box in boxes
        for (left, right), (lower, upper) in zip(region, box, strict=True)
    )
    apart = all(
        any(b <= c or d <= a for (a, b), (c, d) in zip(one, other, strict=True))
        for one, other in combinations(boxes, 2)
    )
    return inside and apart and sum(map(volume, boxes), Fraction(0)) == volume(region)


def evaluate(expression: sympy.Expr, values: dict[str, arb]) -> arb:
    """Evaluate an expression on balls by walking it: an evaluator of its own, without lowering."""
    if expression.is_Symbol:
        return values[expression.name]
    if expression.is_Rational:
        return arb(fmpq(expression.p, expression.q))
    parts = [evaluate(part, values) for part in expression.args]
    if expression.is_Add:
        return reduce(add, parts)
    if expression.is_Mul:
        return reduce(mul, parts)
    if expression.is_Pow and expression.exp.is_Integer:
        return balls.integer_power(parts[0], int(expression.exp))
    return getattr(balls, expression.func.__name__)(parts[0])


def recheck(expression: sympy.Expr, cover: Cover) -> None:
    """Repeat a certificate: every box by evaluation, or by the mean-value form where it says so."""
    for leaf in cover.boxes:
        with working_precision(leaf.precision):
            sides = [balls.interval(lower, upper) for lower, upper in leaf.box]
            values = dict(zip(cover.variables, sides, strict=True))
            enclosure = evaluate(expression, values)
            if leaf.form == "mean_value":
                middle = [(lower + upper) / 2 for lower, upper in fractions(leaf.box)]
                centers = [balls.ball(coordinate) for coordinate in middle]
                enclosure = evaluate(expression, dict(zip(cover.variables, centers, strict=True)))
                for name, side, center in zip(cover.variables, sides, centers, strict=True):
                    slope = evaluate(expression.diff(symbols(name)), values)
                    enclosure += slope * (side - center)
            # The bound was rounded downwards, which leaves room for another order of operations.
            assert Fraction(leaf.lower_bound) > 0
            assert sign(enclosure) is Sign.certainly_positive


@pytest.mark.parametrize("name", TRUE)
def test_true_inequalities_get_a_cover_that_can_be_rechecked(name):
    expression, box = TRUE[name]
    cover = certify_positive(expression, box)
    assert isinstance(cover, Cover)
    assert cover.variables == tuple(map(str, box))
    assert fractions(cover.region) == [(Fraction(a), Fraction(b)) for a, b in box.values()]
    assert covers(cover)
    recheck(expression, cover)


@pytest.mark.parametrize("name", FALSE)
def test_false_inequalities_get_a_counterexample(name):
    expression, box = FALSE[name]
    outcome = certify_positive(expression, box)
    assert isinstance(outcome, CounterexampleBox)
    point = {}
    for symbol, (lower, upper) in zip(box, fractions(outcome.box), strict=True):
        assert box[symbol][0] <= lower == upper <= box[symbol][1]
        point[symbol] = Rational(lower)
    assert Fraction(outcome.upper_bound) <= 0
    assert expression.subs(point).evalf(60) <= Rational(outcome.upper_bound)


def test_a_cover_with_a_box_removed_or_shrunk_is_no_cover():
    cover = certify_positive(*TRUE["a quartic with a gap of a hundredth"])
    boxes = cover.boxes
    fewer = Cover(**{**vars(cover), "boxes": boxes[1:]})
    assert covers(cover) and not covers(fewer)
    doubled = Cover(**{**vars(cover), "boxes": (*boxes, boxes[0])})
    assert not covers(doubled)


def test_plain_boxes_are_preferred_while_they_are_not_many_more():
    quartic = certify_positive(*TRUE["a quartic with a gap of a hundredth"])
    assert {leaf.form for leaf in quartic.boxes} == {"plain"}
    # Plain evaluation alone would need some hundred times more boxes here.
    mean = certify_positive(*TRUE["log of a mean of exponentials"])
    assert {leaf.form for leaf in mean.boxes} == {"plain", "mean_value"}
    assert len(mean.boxes) < 1000


centers = st.builds(Fraction, st.integers(-8, 8), st.sampled_from([8, 9, 10]))
gaps = st.builds(Fraction, st.integers(1, 50), st.sampled_from([100, 1000]))


@given(centers, centers, gaps)
def test_a_paraboloid_above_or_below_zero(at_x, at_y, gap):
    bowl = (x - Rational(at_x)) ** 2 + 2 * (y - Rational(at_y)) ** 2
    box = {x: (-1, 1), y: (-1, Fraction(5, 4))}
    above = certify_positive(bowl.expand() + Rational(gap), box)
    assert isinstance(above, Cover)
    assert covers(above)
    below = certify_positive(bowl.expand() - Rational(gap), box)
    assert isinstance(below, CounterexampleBox)
    lower_x, lower_y = (Fraction(side[0]) for side in below.box)
    assert (lower_x - at_x) ** 2 + 2 * (lower_y - at_y) ** 2 <= gap


@given(centers, st.booleans())
def test_a_zero_inside_is_never_certified_as_positive(at_x, strict):
    outcome = certify_positive(
        ((x - Rational(at_x)) ** 2).expand(), {x: (-1, 1)}, strict=strict, maximal_boxes=300
    )
    if strict:
        assert not isinstance(outcome, Cover)
    else:
        assert not isinstance(outcome, CounterexampleBox)


def test_weak_inequalities_may_touch_zero():
    assert isinstance(certify_positive(x, {x: (0, 1)}, strict=False), Cover)
    assert isinstance(certify_positive(x**2, {x: (-1, 1)}, strict=False), Cover)
    assert isinstance(certify_positive(x, {x: (-1, 1)}, strict=False), CounterexampleBox)


def test_the_precision_is_raised_where_the_sign_needs_it():
    expression = exp(x) - 1 - x + Rational(1, 10**30)
    cover = certify_positive(expression, {x: (-1, 1)})
    assert isinstance(cover, Cover)
    assert max(leaf.precision for leaf in cover.boxes) > 53
    recheck(expression, cover)


def test_points_and_constants_are_boxes_too():
    half = {x: (Fraction(3, 2), Fraction(3, 2))}
    assert isinstance(certify_positive(x**2 - 2, half), Cover)
    assert isinstance(certify_positive(2 - x**2, half), CounterexampleBox)
    assert isinstance(certify_positive(sympy.pi - 3, {}), Cover)


def test_undecided_comes_with_a_reason_and_a_place():
    expression, box = TRUE["log of a mean of exponentials"]
    limited = certify_positive(expression, box, maximal_boxes=20)
    assert isinstance(limited, NoCover)
    assert "20 boxes were examined" in limited.reason
    assert limited.boxes_examined == 20
    undefined = certify_positive(sin(x) / x, {x: (-1, 1)})
    assert isinstance(undefined, NoCover)
    assert "no finite value at (0)" in undefined.reason
    identity = certify_positive(sin(x) ** 2 + sympy.cos(x) ** 2 - 1, {x: (1, 2)})
    assert isinstance(identity, NoCover)
    assert "divide the factor out" in identity.reason


def test_outcomes_are_frozen():
    cover = certify_positive(x, {x: (1, 2)})
    with pytest.raises(FrozenInstanceError):
        cover.strict = False


@pytest.mark.parametrize(
    "expression, box, says",
    [
        (x, {x: (0.5, 1)}, "is not exact"),
        (x, {x: (1, 0)}, "exchange the ends"),
        (x * y, {x: (0, 1)}, "y is not among the arguments"),
        (x + 0.1, {x: (0, 1)}, "inexact constant"),
        (sympy.gamma(x), {x: (1, 2)}, "gamma"),
    ],
)
def test_bad_input_is_refused_in_one_line(expression, box, says):
    with pytest.raises(ValueError) as refusal:
        certify_positive(expression, box)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


UNIT = (("0", "1"),)


@pytest.mark.parametrize("strict", [True, False])
def test_a_cover_is_told_whole(strict):
    found = certify_positive(x + y, {y: (1, 2), x: (0, 1)}, strict=strict, precision=64)
    sides = (("1", "2"), ("0", "1"))
    (leaf,) = found.boxes
    assert 1 - Fraction(1, 10**3) < Fraction(leaf.lower_bound) <= 1  # of 16 bits, and rounded down
    assert leaf == CertifiedBox(sides, leaf.lower_bound, "plain", 64)
    assert found == Cover("x + y", ("y", "x"), sides, strict, (leaf,), 1)


@pytest.mark.parametrize("expression, point, bound", [
    (x - 2, "1/2", "-3/2"),  # in the middle
    (x - Rational(1, 4), "0", "-1/4"),  # at the corner downhill
    (Rational(3, 4) - x, "1", "-1/4"),
    (x - Rational(1, 2), "1/2", "0"),  # where it is 0
], ids=str)  # fmt: skip
def test_a_counterexample_is_told_whole(expression, point, bound):
    found = certify_positive(expression, {x: (0, 1)}, precision=60)
    at = ((point, point),)
    assert found == CounterexampleBox(str(expression), ("x",), True, at, bound, 60, 1)


def test_what_is_undecided_is_told_whole():
    quartic, box = TRUE["a quartic with a gap of a hundredth"]
    found = certify_positive(quartic, box, strict=False, maximal_boxes=1)
    reason = "1 boxes were examined, 2 remain open"
    assert found == NoCover(str(quartic), ("x",), False, reason, (("0", "1/2"),), 1)
    found = certify_positive(sin(x) / x, {x: (-1, 1)})
    reason = "the expression has no finite value at (0): is it defined?"
    assert found == NoCover("sin(x)/x", ("x",), True, reason, (("-1", "1"),), 1)
    found = certify_positive(x - x * y / y, {x: (1, 2), y: (1, 2)}, precision=10)
    assert found == certify_positive(sympy.S.Zero, {x: (1, 2), y: (1, 2)}, precision=10)
    identity = sin(x) ** 2 + sympy.cos(x) ** 2 - 1
    found = certify_positive(identity, {x: (1, 2)}, precision=10)
    assert isinstance(found, NoCover) and found.boxes_examined == 1
    assert found.reason == (
        "the sign at (3/2) is not decided with 160 bits: "
        "if the expression vanishes there, divide the factor out"
    )


@pytest.mark.parametrize("weights, cut", [((1, 100), 1), ((100, 1), 0), ((1, 1), 0)], ids=str)
def test_a_box_is_cut_where_the_expression_changes_most(weights, cut):
    third, (first, second) = Rational(1, 3), weights
    bowl = first * (x - third) ** 2 + second * (y - third) ** 2 + Rational(1, 10**6)
    bowl = bowl.expand()  # where it is above 0 is not evident then
    found = certify_positive(bowl, {x: (0, 1), y: (0, 1)}, maximal_boxes=1)
    assert isinstance(found, NoCover)
    assert found.box[cut] == ("0", "1/2") and found.box[1 - cut] == ("0", "1")
    wide = certify_positive(bowl, {x: (0, 1000), y: (0, 1)}, maximal_boxes=1)
    assert isinstance(wide, NoCover) and wide.box == (("0", "500"), ("0", "1"))


def test_at_least_one_box_is_looked_at():
    with pytest.raises(ValueError, match="maximal_boxes = 0: give at least 1"):
        certify_positive(x, {x: (1, 2)}, maximal_boxes=0)
