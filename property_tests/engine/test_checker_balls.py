"""Balls in the checker: functions and slopes have their values, covers and witnesses points."""

import math
from fractions import Fraction
from typing import Any

import pytest

from property_tests.engine.checker_words import *

FUNCTIONS = {
    "exp": (math.exp, math.exp),
    "sin": (math.sin, math.cos),
    "cos": (math.cos, lambda z: -math.sin(z)),
    "tan": (math.tan, lambda z: 1 + math.tan(z) ** 2),
    "atan": (math.atan, lambda z: 1 / (1 + z * z)),
    "log": (math.log, lambda z: 1 / z),
}
POINTS = [Fraction(1, 3), Fraction(5, 4), Fraction(7, 3)]


def near(term: Term, value: float, at: Fraction) -> list[Any]:
    """Return the claims that a term is above and below a value at a point, for a witness."""
    low, high = (Fraction(value + e).limit_denominator(10**9) for e in (-1e-6, 1e-6))
    return [
        witness([["<", term, num(low)], [">", term, num(high)]], values={"x": str(at)}),
        witness([["<", term, num(high)]], values={"x": str(at)}),
    ]


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("at", POINTS)
def test_a_function_and_its_slope_have_their_values(name, at):
    value, slope = FUNCTIONS[name]
    z = float(at)
    fits, misses = near(function(name, x), value(z), at)
    assert accepted(fits)
    assert not accepted(misses)
    fits, misses = near(["rate", function(name, mul(num(2), x)), STEP], 2 * slope(2 * z), at)
    assert accepted(fits)
    assert not accepted(misses)


@pytest.mark.parametrize("k", ["3", "2", "-1", "-2", "1/2", "-1/2", "3/2"])
@pytest.mark.parametrize("at", POINTS)
def test_a_power_and_its_slope_have_their_values(k, at):
    e, z = float(Fraction(k)), float(at)
    for base in (x, function("atan", function("tan", x))) if z < 1.5 else (x,):
        fits, misses = near(raised(base, k), z**e, at)
        assert accepted(fits)
        assert not accepted(misses)
        fits, misses = near(["rate", raised(base, k), STEP], e * z ** (e - 1), at)
        assert accepted(fits)
        assert not accepted(misses)
    fits, _ = near(["rate", mul(x, exp(x)), STEP], (1 + z) * math.exp(z), at)
    assert accepted(fits)


def test_nothing_is_said_of_second_derivatives_nor_of_slopes_across_a_corner():
    line = {"variables": {"x": ["-1", "1"]}}
    box = [[["-1", "1"]]]
    size = ["absolute", x]
    second = ["rate", ["rate", raised(x, 2), STEP], STEP]
    outer = mul(ZERO, ["rate", exp(x), STEP])
    assert not accepted(cover(second, box, **line))
    assert not accepted(cover(add(second, num(100)), box, sign=">=", **line))
    assert accepted(cover(add(outer, ONE), box, **line))
    for sign, term in ((">", add(["rate", size, STEP], num(2))), ("!=", ["rate", size, STEP])):
        assert not accepted(cover(term, box, sign=sign, **line))
    assert accepted(cover(add(size, num("1/10")), box, **line))
    assert not accepted(cover(size, box, **line))
    for term in (size, raised(x, 2), raised(raised(x, 2), "1/2")):
        assert accepted(cover(term, box, sign=">=", **line))
        assert not accepted(cover(mul(num(-1), term), box, sign=">=", **line))
    assert accepted(cover(x, [[["0", "0"]]], sign=">=", variables={"x": ["0", "0"]}))
    assert accepted(cover(raised(x, 3), [[["0", "2"]]], sign=">=", variables={"x": ["0", "2"]}))
    right = [[["1/2", "1"]]]
    assert accepted(cover(["rate", size, STEP], right, variables={"x": ["1/2", "1"]}))
    left = {"x": ["-1", "-1/2"]}
    slope = mul(num(-1), ["rate", size, STEP])
    assert accepted(cover(slope, [[["-1", "-1/2"]]], variables=left))
    rate_of = ["rate", ["at", raised(a, 2), [["a", ["rate", exp(x), STEP]]]], STEP]
    assert not accepted(cover(rate_of, box, **line))


def test_a_cover_says_the_sign_of_its_claim():
    one = {"variables": {"x": ["1", "2"]}}
    box = [[["1", "2"]]]
    assert accepted(cover(x, box, sign="!=", **one))
    assert accepted(cover(mul(num(-1), x), box, sign="!=", **one))
    assert not accepted(cover(mul(ZERO, x), box, sign="!=", **one))
    assert not accepted(cover(sub(x, num("3/2")), box, sign="!=", **one))
    assert not accepted(cover(mul(num(-1), x), box, sign=">", **one))
    assert not accepted(cover(mul(num(-1), x), box, sign=">=", **one))
    for sign in ("<", "<=", "=", "equation", None, 1, [">"]):
        assert not accepted(cover(x, box, sign=sign, **one))
    unsigned = cover(x, box, **one)
    del unsigned["sign"]
    assert not accepted({**unsigned, "strict": True})


def test_what_may_have_no_value_on_a_box_is_not_certain():
    line, box = {"variables": {"x": ["0", "1"]}}, [[["0", "1"]]]
    big = num(1000)
    for term in (
        log(x),
        raised(x, -1),
        raised(sub(x, ONE), "1/2"),
        function("tan", mul(num(2), x)),
    ):
        for wrapped in (term, function("atan", term), exp(mul(num(-1), term)), mul(ZERO, term)):
            for sign in (">", ">=", "!="):
                assert not accepted(cover(add(wrapped, big), box, sign=sign, **line))


def test_wide_balls_decide_nothing():
    """x - x is 0, and its ball is [-1, 1]: nothing is certain, and nothing certainly fails."""
    line, box = {"variables": {"x": ["0", "1"]}}, [[["0", "1"]]]
    for sign in (">", ">=", "!="):
        assert not accepted(cover(sub(x, x), box, sign=sign, **line))
    root = raised(num(2), "1/2")
    product = mul(root, root)
    for sign in ("<", "<=", ">", ">=", "!="):
        strict = sign in ("<", ">", "!=")
        assert not accepted(witness([[sign, product, num(2)]], values={"x": "1"})) or not strict
    assert not accepted(witness([["equation", product, num(2), {}]], values={"x": "1"}))


@pytest.mark.parametrize("end", [0.5, 1, None, "1.5", "1e0", " 1", "1/0", True])
def test_no_float_and_nothing_else_that_is_inexact_is_a_number(end):
    one = {"variables": {"x": ["0", end]}}
    assert not accepted(cover(add(x, ONE), [[["0", end]]], **one))
    assert not accepted(witness([["<", x, num(-9)]], values={"x": end}))
    assert not accepted(identity(["number", end], ["number", end]))


def test_a_witness_meets_every_fact_of_every_kind():
    fails = [[">=", x, t]]
    whole = ["integer", t, ZERO, {}]
    assert accepted(witness(fails, facts=[whole]))
    assert not accepted(witness(fails, facts=[["integer", x, ZERO, {}]]))
    for fact in (
        ["distinct", "i", "j", {}], ["before", "i", "j", {}],
        ["positive_definite", ["operator", "W", True], ["identity"], {}],
        ["symmetric", ["operator", "W", True], ["identity"], {}],
        ["vector_equation", X, X, {}], ["wise", t, ZERO, {}],
        ["operator_equation", ["identity"], ["identity"], {}],
        [">", item("c", "q"), ZERO, {"q": "tokens"}],
        ["equation", log(sub(x, x)), ZERO, {}],
    ):  # fmt: skip
        assert not accepted(
            {**witness(fails, facts=[fact]), "indices": {"i": "tokens", "j": "tokens"}}
        )


def test_boxes_cover_every_point_of_a_region():
    above = add(add(raised(x, 2), t), num("1/10"))
    assert accepted(cover(above, [LEFT, LOW, HIGH]))
    assert not accepted(cover(above, [LEFT, LOW, LOW]))  # as large as the region
    assert not accepted(cover(above, [RIGHT, RIGHT]))
    assert not accepted(cover(above, [LEFT, RIGHT], order=["x", "x"]))
    assert not accepted(cover(above, [LEFT, RIGHT], order=["x"]))
    assert not accepted(cover(above, [LEFT, RIGHT], precision="64"))


def test_an_inequality_is_what_its_reason_says():
    reason = sub(ONE, function("cos", mul(u, PI)))
    assert accepted(positive(">=", reason))
    assert not accepted(positive(">", reason))
    gap = add(exp(x), add(num(-1), mul(num(-1), x)))
    assert accepted(inequality(">=", gap, ZERO, gap))
    assert not accepted(inequality(">", gap, ZERO, gap))
    assert not accepted(inequality("=", a, a, ZERO))
    assert not accepted(inequality(">=", a, b, sub(b, a), known(">=", b, a)))
