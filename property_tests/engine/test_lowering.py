"""Lowered expressions mean what SymPy means, on every back end, to the digits asked for."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st
from sympy import E, Integer, Mul, Pow, Rational, exp, pi, sqrt, symbols, tanh

from property_tests.engine.intervals import interval
from verify.numerics.balls import ball, working_precision
from verify.numerics.lowering import BACKENDS, FUNCTIONS, lower_expression

x, y = symbols("x y")

rationals = st.builds(Rational, st.integers(-30, 30), st.sampled_from([1, 2, 3, 7, 16]))
points = st.builds(Fraction, st.integers(-40, 40), st.sampled_from([1, 3, 16]))


def grown(parts: st.SearchStrategy[sympy.Expr]) -> st.SearchStrategy[sympy.Expr]:
    """Return expressions one operation larger, of moderate size wherever they are evaluated."""
    bounded = st.sampled_from(
        [sympy.sin, sympy.cos, sympy.atan, sympy.tanh, lambda e: 1 / (1 + e**2)]
    )
    positive = st.sampled_from(
        [
            lambda e: sqrt(1 + e**2),
            lambda e: 1 / sqrt(2 + e**2),
            lambda e: sympy.log(1 + e**2),
            lambda e: exp(-(e**2)),
            lambda e: (1 + e**2) ** Rational(2, 3),
            lambda e: sympy.cosh(sympy.sin(e)) ** -3,
            lambda e: sympy.sinh(sympy.cos(e)) + sympy.tan(sympy.atan(e) / 2),
        ]
    )
    return st.one_of(
        st.builds(lambda a, b: a + b, parts, parts),
        st.builds(lambda a, b: a * b, parts, parts),
        st.builds(lambda a, k: a**k, parts, st.integers(0, 3)),
        st.builds(lambda f, a: f(a), bounded, parts),
        st.builds(lambda f, a: f(a), positive, parts),
    )


expressions = st.recursive(
    st.one_of(st.sampled_from([x, y, pi, E]), rationals), grown, max_leaves=8
)


def as_fraction(number: object) -> Fraction:
    numerator, denominator = mpmath.libmp.to_rational(number._mpf_)
    return Fraction(int(numerator), int(denominator))


def ends(number: arb) -> tuple[Fraction, Fraction]:
    quotients = number.lower().fmpq(), number.upper().fmpq()
    return tuple(Fraction(int(q.p), int(q.q)) for q in quotients)


def by_sympy(expression: sympy.Expr, at_x: Fraction, at_y: Fraction) -> Fraction:
    """Return SymPy's own value, which refines its precision until sixty digits are right."""
    value = expression.subs({x: Rational(at_x), y: Rational(at_y)}).evalf(60)
    return Fraction(value.p, value.q) if value.is_Rational else as_fraction(value)


@given(expressions, points, points)
def test_balls_contain_the_value_and_are_small(expression, at_x, at_y):
    value = by_sympy(expression, at_x, at_y)
    with working_precision(500):
        enclosure = lower_expression([x, y], expression, "arb")(at_x, at_y)
        lower, upper = ends(enclosure)
    slack = Fraction(1, 10**50) * (1 + abs(value))
    assert lower - slack <= value <= upper + slack
    assert upper - lower <= slack


@given(expressions, points, points, st.sampled_from([Fraction(1, 8), Fraction(1)]))
def test_a_ball_over_a_box_contains_the_values_at_its_points(expression, at_x, at_y, width):
    lowered = lower_expression([x, y], expression, "arb")
    over_box = lowered(interval(at_x, at_x + width), interval(at_y, at_y + width))
    if over_box.is_finite():
        with working_precision(300):
            for shift in (0, width / 3, width):
                assert lowered(at_x + shift, at_y + width - shift) in over_box


@given(expressions, points, points)
def test_mpmath_has_the_digits_of_the_call(expression, at_x, at_y):
    lowered = lower_expression([x, y], expression, "mpmath")
    value = by_sympy(expression, at_x, at_y)
    with mpmath.workdps(400):
        computed = as_fraction(lowered(at_x, at_y))
    assert abs(computed - value) <= Fraction(1, 10**50) * (1 + abs(value))


def test_rationals_stay_exact_on_balls():
    thirds = x / 3 + Rational(1, 7)
    with working_precision(170):
        at = ball("15.3286")
        exact_sum = ball(Fraction("15.3286") / 3 + Fraction(1, 7))
        assert lower_expression([x], thirds, "arb")(at).overlaps(exact_sum)
        # SymPy's own lowering is a confident wrong ball:
        assert not sympy.lambdify([x], thirds, modules="math")(at).overlaps(exact_sum)
    constant = lower_expression([], Rational(1, 3), "arb")()
    assert constant.contains(fmpq(1, 3))
    assert constant.rad() < ball("1e-15")


def test_a_quotient_of_integers_is_never_a_float():
    unevaluated = Mul(2, Pow(3, -1, evaluate=False), evaluate=False) * x
    shared = [1 / (x + 1), Pow(Integer(3), -1, evaluate=False), x / 3 + x**2 / 3]
    with working_precision(200):
        assert lower_expression([x], unevaluated, "arb")(1).overlaps(ball("2/3"))
        values = lower_expression([x], shared, "arb")(2)
        for value, expected in zip(values, ("1/3", "1/3", "2"), strict=True):
            assert value.overlaps(ball(expected))
            assert value.rad() < ball("1e-50")
        three = sympy.Add(1, 2, evaluate=False)  # shared, so that its name hides what it is
        third = Pow(three, -1, evaluate=False)
        double, more = lower_expression([x], [three * x, third * x + three], "arb")(2)
        assert double == 6
        assert more.overlaps(ball("11/3"))
    with mpmath.workdps(50):
        third = lower_expression([x], 1 / x, "mpmath")(3)
        assert third == mpmath.mpf(1) / 3
        assert lower_expression([], Rational(1, 3), "mpmath")() == mpmath.mpf(1) / 3


def test_names_of_arguments_do_not_hide_constants():
    names = symbols("pi exp lambda _one x0")
    total = sum(names) * pi * exp(1) + tanh(names[1])
    for backend, number in (("numpy", float), ("mpmath", mpmath.mpf), ("arb", ball)):
        value = lower_expression(names, [total, total**2], backend)(*map(number, (1, 2, 3, 4, 5)))
        assert float(value[0]) == pytest.approx(float(15 * pi * E + tanh(2)))


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_shape_is_kept(backend):
    matrix = sympy.Matrix([[x, 1], [y, x * y]])
    nested = [x, [y, [x + y]], []]
    number = {"numpy": float, "mpmath": mpmath.mpf, "arb": ball}[backend]
    two, three = number(2), number(3)
    rows = lower_expression([x, y], matrix, backend)(two, three)
    assert [[int(float(value)) for value in row] for row in rows] == [[2, 1], [3, 6]]
    first, (second, (third,)), empty = lower_expression([x, y], nested, backend)(two, three)
    assert [float(first), float(second), float(third), empty] == [2, 3, 5, []]


def told(function: object, *arguments: object, **options: object) -> str:
    """Return the one line that a refusal says."""
    with pytest.raises(ValueError) as refusal:
        function(*arguments, **options)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


def test_what_cannot_be_lowered_is_refused_in_one_line():
    assert "did you mean 'mpmath'" in told(lower_expression, [x], x, "mpath")
    assert "y is not among the arguments (x)" in told(lower_expression, [x], x + y, "arb")
    assert "did you mean 'tanh'" in told(lower_expression, [x], sympy.Function("tanhh")(x), "arb")
    assert "exp" in told(lower_expression, [x], sympy.gamma(x), "numpy")
    assert "ImaginaryUnit" in told(lower_expression, [x], sympy.I * x, "arb")
    assert "StrictGreaterThan" in told(lower_expression, [x], x > 0, "mpmath")
    assert "not exact" in told(lower_expression([x], x, "arb"), 0.5)


@pytest.mark.parametrize("backend", ["arb", "mpmath"])
def test_floats_in_an_expression_are_refused(backend):
    assert "Rational('0.1')" in told(lower_expression, [x], 0.1 * x, backend)
    assert lower_expression([x], 0.1 * x, "numpy")(2.0) == pytest.approx(0.2)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_of_the_list_is_lowered(name):
    expression = getattr(sympy, name)(x)
    with working_precision(200):
        value = lower_expression([x], expression, "arb")(Fraction(1, 3))
        lower, upper = ends(value)
    exact_value = by_sympy(expression, Fraction(1, 3), Fraction(0))
    slack = Fraction(1, 10**50)
    assert lower - slack <= exact_value <= upper + slack
    with mpmath.workdps(50):
        by_mpmath = lower_expression([x], expression, "mpmath")(Fraction(1, 3))
    assert abs(as_fraction(by_mpmath) - exact_value) < Fraction(1, 10**48)
    assert float(lower_expression([x], expression, "numpy")(1 / 3)) == pytest.approx(
        float(exact_value)
    )


@pytest.mark.long
def test_constants_follow_the_precision():
    lowered = lower_expression([x], [x + pi / 3], "mpmath")
    for digits in (20, 60):
        with mpmath.workdps(digits):
            assert abs(lowered(1)[0] - 1 - mpmath.pi / 3) < mpmath.mpf(10) ** (2 - digits)


@pytest.mark.parametrize("kind", [
    np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64, np.float16, np.float32, int,
])  # fmt: skip
def test_narrow_numbers_are_turned_into_double_precision(kind):
    power = lower_expression([x], x**20, "numpy")
    assert power(kind(100)) == 1e40
    if issubclass(kind, np.generic):
        (many,) = lower_expression([x], [x**20 - x], "numpy")(np.array([100, 60], dtype=kind))
        assert many.dtype == np.float64 and np.array_equal(many, [1e40 - 100, 60.0**20 - 60])
