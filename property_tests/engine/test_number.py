"""Arithmetic over rationals, balls, many digits and dual numbers: exact, or honest about it."""

from fractions import Fraction

import mpmath
import pytest
from exact_strategies import rationals
from hypothesis import given

from verify.methods.sampling import decimals
from verify.numerics.number import (
    Dual,
    Irrational,
    Truth,
    Undefined,
    balls,
    compared,
    dual,
    equal,
    function,
    power,
    reciprocal,
    slope_of,
    square_root,
    whole_number,
)

FUNCTIONS = ("exp", "sin", "cos", "tan", "atan", "log")


@given(rationals())
def test_the_square_root_of_a_square_is_exact(q):
    assert square_root(q * q) == abs(q)


@pytest.mark.parametrize("degree", [2, 3, 5])
@given(q=rationals(min_value=0))
def test_the_root_of_a_power_is_exact_in_every_degree(degree, q):
    assert power(q**degree, Fraction(1, degree)) == q
    assert q == 0 or power(q**degree, Fraction(-2, degree)) == q**-2


@pytest.mark.parametrize("x", [Fraction(2), Fraction(1, 3), Fraction(10**40 + 1)])
def test_a_root_that_is_not_rational_says_so(x):
    with pytest.raises(Irrational):
        square_root(x)


UNDEFINED = {
    "1/0": lambda: reciprocal(Fraction(0)),
    "root of -1": lambda: square_root(Fraction(-1)),
    "1/root of 0": lambda: power(Fraction(0), Fraction(-1, 2)),
    "log 0": lambda: function("log", Fraction(0)),
    "derivative of the root at 0": lambda: square_root(Dual(Fraction(0), Fraction(1))),
    "1/0 in many digits": lambda: reciprocal(decimals(20).of(Fraction(0))),
    "root of -2 in many digits": lambda: square_root(decimals(20).of(Fraction(-2))),
    "log of -2 in many digits": lambda: function("log", decimals(20).of(Fraction(-2))),
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_what_has_no_value_is_undefined(name):
    with pytest.raises(Undefined):
        UNDEFINED[name]()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_rational_at_one_rational_only(name):
    at = Fraction(1) if name == "log" else Fraction(0)
    assert function(name, at) == (1 if name in ("exp", "cos") else 0)
    with pytest.raises(Irrational):
        function(name, Fraction(2, 3))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_balls_and_many_digits_agree(name):
    numbers, digits = balls(200), decimals(80)
    with numbers.working(), digits.working():
        ball = function(name, numbers.of(Fraction(2, 3)))
        decimal = mpmath.nstr(function(name, digits.of(Fraction(2, 3))), 70)
        assert 0 < ball.rad() < 1e-55
        assert abs(ball - numbers.of(Fraction(decimal))) < numbers.of(Fraction(1, 10**55))


@given(rationals(), rationals(), rationals())
def test_dual_numbers_differentiate_rational_functions(t, a, b):
    def f(x):
        return (x * x * a + b) * reciprocal(x * x + 1) - 3 * x

    slope = slope_of(f(dual(t, Fraction(1))), 1, Fraction(0))
    assert slope == 2 * t * (a - b) / (t * t + 1) ** 2 - 3


@pytest.mark.parametrize("name", FUNCTIONS)
def test_dual_numbers_differentiate_functions(name):
    numbers = decimals(60)
    with numbers.working():
        x, width = numbers.of(Fraction(3, 4)), numbers.of(Fraction(1, 10**20))
        slope = function(name, Dual(x, numbers.of(Fraction(2)))).slope
        ahead, behind = function(name, x + width), function(name, x - width)
        assert abs(slope - (ahead - behind) / width) < width  # the error is of order width^2


@given(rationals(min_value=1), rationals())
def test_nested_dual_numbers_give_second_derivatives(t, c):
    inner = dual(t, Fraction(1), 1)
    outer = dual(inner, Fraction(1), 2)
    cube = outer * outer * outer + c * outer
    assert cube.value.value == t**3 + c * t
    assert slope_of(slope_of(cube, 2, Fraction(0)), 1, Fraction(0)) == 6 * t
    root = square_root(outer * outer * outer * outer)
    assert slope_of(slope_of(root, 2, Fraction(0)), 1, Fraction(0)) == 2


def test_an_inner_motion_is_not_confused_with_an_outer_one():
    x = dual(Fraction(1), Fraction(1), 1)
    y = dual(Fraction(1), Fraction(1), 2)
    along_y = slope_of(x + y, 2, Fraction(0))
    assert slope_of(x * along_y, 1, Fraction(0)) == 1  # and not 2
    assert slope_of(slope_of(y * x, 2, Fraction(0)), 1, Fraction(0)) == 1
    assert slope_of(slope_of(x * y, 2, Fraction(0)), 1, Fraction(0)) == 1


def test_a_comparison_that_is_not_certain_is_unknown():
    numbers = balls(64)
    with numbers.working():
        third = numbers.of(Fraction(1, 3))
        rest = 1 - 3 * third
        for sign in ("<=", "<", "!="):
            assert compared(rest, sign) is Truth.UNKNOWN
            assert compared(rest + 1, sign) is Truth.TRUE
            assert compared(rest * 0 / 0, sign) is Truth.UNKNOWN  # not a number
        assert compared(rest - 1, "<=") is Truth.FALSE
        assert compared(rest * 0, "!=") is Truth.FALSE
        assert equal([rest + 1, rest], [third, rest]) is Truth.FALSE
        assert equal([rest, rest], [rest, rest]) is Truth.UNKNOWN
    assert compared(decimals(30).of(Fraction(1)), "<") is Truth.UNKNOWN


def test_an_undecided_comparison_has_no_truth_value():
    with pytest.raises(TypeError, match="undecided"):
        bool(Truth.TRUE)


@given(rationals())
def test_rationals_are_compared_exactly(q):
    assert (compared(q, ">") is Truth.TRUE) == (q > 0)
    assert (compared(q, ">=") is Truth.TRUE) == (q >= 0)
    assert (compared(q, "!=") is Truth.FALSE) == (q == 0)
    assert equal(q, q) is Truth.TRUE


def test_whole_numbers_are_recognised_in_every_kind_of_number():
    numbers = balls(64)
    with numbers.working():
        assert whole_number(3 * numbers.of(Fraction(1, 3))) == 1
        with pytest.raises(Undefined):
            whole_number(numbers.of(Fraction(1, 3)))
    assert whole_number(Fraction(-4)) == -4
    assert whole_number(decimals(30).of(Fraction(7))) == 7
    with pytest.raises(Undefined):
        whole_number(Fraction(1, 2))
