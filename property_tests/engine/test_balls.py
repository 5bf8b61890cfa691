"""Balls contain the true value, are not much wider than it takes, and never guess a sign."""

import math
import re
from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.intervals import interval
from verify.numerics import balls
from verify.numerics.balls import (
    Sign,
    ball,
    compare,
    exact,
    integer_power,
    real_power,
    sign,
    working_precision,
)

ORACLE_DIGITS = 60
ORACLE_ERROR = Fraction(1, 10**50)  # far below a ball of 53 bits, far above the oracle's own

coordinates = st.builds(Fraction, st.integers(-256, 256), st.sampled_from([1, 3, 16, 7**3, 2**20]))
fractions_of_a_side = st.sampled_from([Fraction(0), Fraction(1, 7), Fraction(1, 2), Fraction(1)])

INCREASING = ("exp", "log", "sinh", "tanh", "atan", "sqrt")
OTHERS = ("sin", "cos", "cosh")
NAMES = st.sampled_from([*INCREASING, *OTHERS])


def rational(number: object) -> Fraction:
    """Return an exact ball, or an mpf, as a Fraction."""
    if isinstance(number, arb):
        quotient = number.fmpq()
        return Fraction(int(quotient.p), int(quotient.q))
    numerator, denominator = mpmath.libmp.to_rational(number._mpf_)
    return Fraction(int(numerator), int(denominator))


def ends(x: arb) -> tuple[Fraction, Fraction]:
    return rational(x.lower()), rational(x.upper())


def contains(x: arb, value: Fraction) -> bool:
    lower, upper = ends(x)
    slack = ORACLE_ERROR * (1 + abs(value))
    return lower - slack <= value <= upper + slack


def oracle(name: str, point: Fraction) -> Fraction:
    with mpmath.workdps(ORACLE_DIGITS):
        return rational(getattr(mpmath, name)(mpmath.mpf(point.numerator) / point.denominator))


def a_little_wider(lower: Fraction, upper: Fraction) -> tuple[Fraction, Fraction]:
    """Return the end points that the thirty bits of a radius may reach."""
    slack = max(abs(lower), abs(upper)) * Fraction(1, 2**26)
    return lower - slack, upper + slack


@given(name=NAMES, one=coordinates, other=coordinates, where=fractions_of_a_side)
def test_a_function_of_a_ball_contains_the_function_of_its_points(name, one, other, where):
    lower, upper = min(one, other) / 16, max(one, other) / 16
    if name in ("log", "sqrt"):
        lower, upper = abs(lower) + (name == "log"), abs(lower) + upper - lower + (name == "log")
    enclosure = getattr(balls, name)(interval(lower, upper))
    assert enclosure.is_finite()
    assert contains(enclosure, oracle(name, lower + where * (upper - lower)))
    if name in INCREASING:  # and the ball is not wider than the range, but for the radius
        left, right = a_little_wider(lower, upper)
        if name == "sqrt":
            left = max(left, Fraction(0))
        range_width = oracle(name, right) - oracle(name, left)
        size = max(abs(oracle(name, right)), abs(oracle(name, left)))
        assert 2 * rational(enclosure.rad()) <= range_width + size * Fraction(1, 2**24)


@given(one=coordinates, other=coordinates, exponent=st.integers(-5, 9), where=fractions_of_a_side)
def test_integer_powers_of_wide_balls_are_the_range(one, other, exponent, where):
    lower, upper = min(one, other), max(one, other)
    enclosure = integer_power(interval(lower, upper), exponent)
    if exponent < 0 and lower <= 0 <= upper:
        assert sign(enclosure) is Sign.undecided
        return
    point = lower + where * (upper - lower)
    if exponent < 0 and not enclosure.is_finite():
        margin = a_little_wider(lower, upper)
        assert margin[0] <= 0 <= margin[1]
        return
    assert contains(enclosure, point**exponent)
    if exponent >= 0:
        left, right = a_little_wider(lower, upper)
        values = [left**exponent, right**exponent]
        if exponent % 2 == 0 and exponent > 0 and left <= 0 <= right:
            values.append(Fraction(0))
            assert ends(enclosure)[0] >= 0 or lower > 0 or upper < 0
        size = max(map(abs, values))
        assert 2 * rational(enclosure.rad()) <= (max(values) - min(values)) + size / 2**22


@given(
    base=st.builds(Fraction, st.integers(0, 400), st.sampled_from([1, 9, 64])),
    exponent=st.builds(Fraction, st.integers(1, 7), st.integers(1, 5)),
)
def test_rational_powers_contain_the_value(base, exponent):
    with working_precision(120):
        enclosure = real_power(ball(base), exponent)
        through_logarithm = real_power(ball(base + 1), ball(exponent))
    with mpmath.workdps(ORACLE_DIGITS):
        power = mpmath.mpf(exponent.numerator) / exponent.denominator
        value = (mpmath.mpf(base.numerator) / base.denominator) ** power
        shifted = (mpmath.mpf(base.numerator) / base.denominator + 1) ** power
    assert contains(enclosure, rational(value))
    assert contains(through_logarithm, rational(shifted))
    assert rational(enclosure.rad()) <= Fraction(1, 10**25) * (1 + rational(value))


@pytest.mark.parametrize("lower, upper", [(0, 1), (-1, 0), (0, Fraction(1, 3)), (-1, 1), (2, 2)])
def test_an_interval_covers_both_ends_and_zero_stays_an_end(lower, upper):
    covered = ends(interval(lower, upper))
    assert covered[0] <= lower <= upper <= covered[1]
    assert (covered[0] == 0) == (lower == 0)
    assert (covered[1] == 0) == (upper == 0)
    assert covered[1] - covered[0] <= (upper - lower) * (1 + Fraction(1, 2**24))


@given(coordinates, st.integers(10, 200))
def test_a_ball_holds_the_exact_number(number, bits):
    with working_precision(bits):
        x = ball(number)
        assert ends(x)[0] <= number <= ends(x)[1]
        assert rational(x.rad()) <= abs(number) * Fraction(1, 2 ** (bits - 1))


def test_decimal_strings_are_read_in_decimal():
    assert exact("0.1") == fmpq(1, 10)
    assert exact("1e-3") == fmpq(1, 1000)
    assert exact("-1/3") == fmpq(-1, 3)
    assert not arb(0.1).contains(arb(fmpq(1, 10)))  # what a float would have meant
    assert ball("0.1").contains(fmpq(1, 10))


@pytest.mark.parametrize(
    "value",
    [0.1, math.nan, math.inf, np.float64(0.5), True, None, "one half", "1/0", "nan ", Decimal(1)],
)
def test_what_is_not_exact_is_refused_in_one_line(value):
    with pytest.raises(ValueError) as refusal:
        ball(value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("value", list(Sign))
def test_a_sign_has_no_truth_value(value):
    told = "a Sign has three values and no truth: write `sign(x) is Sign.certainly_positive`"
    with pytest.raises(TypeError, match=f"^{re.escape(told)}$"):
        bool(value)


def test_signs_are_certain_or_undecided():
    assert sign(interval(1, 2)) is Sign.certainly_positive
    assert sign(interval(-2, -1)) is Sign.certainly_negative
    assert sign(interval(-1, 1)) is Sign.undecided
    assert sign(interval(0, 1)) is Sign.undecided
    assert sign(arb(0)) is Sign.undecided
    assert compare(ball("0.1"), ball("0.2")) is Sign.certainly_negative
    assert compare(ball("0.1"), ball("0.1")) is Sign.undecided


@pytest.mark.parametrize("x", [arb("nan"), arb("inf"), arb("-inf"), arb(0, "inf")])
def test_what_is_not_finite_is_undecided(x):
    assert sign(x) is Sign.undecided
    assert compare(x, ball(0)) is Sign.undecided
    assert sign(integer_power(x, 3)) is Sign.undecided


def test_the_working_precision_is_restored():
    before = ctx.prec
    with pytest.raises(RuntimeError), working_precision(300):
        assert ctx.prec == 300
        raise RuntimeError
    assert ctx.prec == before
    with pytest.raises(ValueError, match="at least 2"), working_precision(1):
        pass


@pytest.mark.parametrize("left, right, inside, lowest, highest", [
    (arb(0), arb(1, 0.25), "5/4", 0, 2),
    (arb(0), interval(0, 1), "1", 0, 2),
    (arb(-1, 0.25), arb(0), "-5/4", -2, 0),
    (interval(-1, 0), arb(0), "-1", -2, 0),
    (arb(0.5), arb(0), "1/2", -1, 2),
    (arb(-0.5), arb(0.5), "-1/2", -2, 2),
    (arb(0), arb(-0.5), "-1/2", -2, 1),
])  # fmt: skip
def test_a_hull_covers_both_balls_and_stays_on_the_side_of_zero(left, right, inside, lowest,
                                                                highest):  # fmt: skip
    found = balls.hull(left, right)
    assert found.contains(left) and found.contains(right) and found.contains(ball(inside))
    lower, upper = ends(found)
    assert lowest <= lower and upper <= highest


@pytest.mark.parametrize("exponent", [2, 3, 4, 7])
@pytest.mark.parametrize("end", ["0", "1"])
def test_powers_up_to_zero_stay_on_their_side(end, exponent):
    for low, high in ((end, "2"), ("-2", "-" + end)):
        wide = integer_power(interval(low, high), exponent)
        bounds = sorted(Fraction(x) ** exponent for x in (low, high))
        lower, upper = ends(wide)
        assert lower <= bounds[0] and bounds[1] <= upper
        assert (lower >= 0) is (bounds[0] >= 0) and (upper <= 0) is (bounds[1] <= 0)


def test_a_root_of_zero_is_zero_and_a_wide_one_starts_there():
    assert real_power(arb(0), "1/3") == 0
    lower, upper = ends(real_power(interval(0, 8), "1/3"))
    assert lower == 0 and 2 <= upper < Fraction(2001, 1000)
