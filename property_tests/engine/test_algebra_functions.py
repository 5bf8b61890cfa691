"""Roots, angles, binomials and numerators: equal where they must be, nothing else guessed."""

import pytest
import sympy as sp
from exact_strategies import rationals
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.algebra_recipes import *
from verify.algebra.deciding import is_zero
from verify.vocabulary import *

EQUAL_ROOTS = [
    (norm(t * x[i]), t * norm(x[i])),
    (norm(x[i]) ** 2, x[i] @ x[i]),
    (1 / norm(x[i]) ** 3 * (x[i] @ x[i]) ** 2, norm(x[i])),
    (norm(x[i] - x[j]), norm(x[j] - x[i])),
    (square_root(t**2 * (2 + s**2)), t * square_root(2 + s**2)),
    (1 / (1 + square_root(t)), (1 - square_root(t)) / (1 - t)),
    (absolute(s) ** 2, s**2),
]
UNEQUAL_ROOTS = [
    (norm(s * x[i]), s * norm(x[i])),  # |s|, and s may be negative
    (norm(x[i]) + norm(x[j]), norm(x[i] + x[j])),
    (square_root((1 - t) ** 2), 1 - t),
    (absolute(s), s),
    (square_root(t), t),
    (square_root(t) * square_root(2), square_root(t + 2)),
]


@pytest.mark.parametrize("left, right", EQUAL_ROOTS, ids=repr)
def test_roots_are_nonnegative_and_square_to_their_radicands(left, right):
    reader = reader_of(FREE)
    assert is_zero(reader.theory, reader.scalar(left) - reader.scalar(right))


@pytest.mark.parametrize("left, right", UNEQUAL_ROOTS, ids=repr)
def test_no_root_has_its_sign_guessed(left, right):
    reader = reader_of(FREE)
    assert not is_zero(reader.theory, reader.scalar(left) - reader.scalar(right))


@FEWER
@given(st.integers(-4, 4), st.integers(-4, 4), st.integers(1, 3), rationals(max_denominator=2))
def test_sines_and_cosines_obey_the_addition_theorems_and_nothing_else(m, n, part, wrong):
    reader = reader_of(FREE)
    angle, other = m * s / part, n * t
    left = sin(angle + other)
    right = sin(angle) * cos(other) + cos(angle) * sin(other)

    def zero(formula):
        return is_zero(reader.theory, reader.scalar(formula))

    assert zero(left - right)
    assert zero(cos(2 * angle) - 2 * cos(angle) ** 2 + 1)
    assert zero(left - wrong * right) == (wrong == 1 or (m == 0 and n == 0))


@FEWER
@given(st.integers(-3, 5), st.integers(1, 2), st.sampled_from((0, 1)))
def test_powers_of_one_root_are_powers_of_one_thing(k, m, wrong):
    x, z = sp.symbols("x z", real=True)
    square = x**2 + z**2
    root, below = sp.sqrt(square), sp.expand(x * square**m)
    left = (z - root**k) / below
    right = z / (x * square**m) - root ** (k - 2 * m + wrong) / x
    assert is_zero(reader_of(FREE).theory, left - right) == (wrong == 0)


def test_binomials_of_numbers_that_are_no_neighbours_have_nothing_in_common():
    assumptions = [integer_scalar(name, at_least=2) for name in ("N", "M", "L")]
    reader, (n, m, k) = reader_of(assumptions), (a.introduces for a in assumptions)
    for one, other in ((binomial(n, k), binomial(n, m)), (binomial(n, k), binomial(m, k))):
        assert not is_zero(reader.theory, reader.scalar(one) - reader.scalar(other))
        assert is_zero(reader.theory, reader.scalar(one + other) - reader.scalar(other + one))
        assert is_zero(reader.theory, reader.scalar(one * other) - reader.scalar(other * one))


@pytest.mark.parametrize(("left", "right"), [
    (square_root(1 + 1 / square_root(t)) ** 2, 1 + 1 / square_root(t)),
    (square_root(1 + t) ** 3, (1 + t) * square_root(1 + t)),
    (1 / square_root(1 + t) ** 3, square_root(1 + t) / (1 + t) ** 2),
    (1 / (square_root(1 + t) - square_root(t)), square_root(1 + t) + square_root(t)),
    (sin(3 * s), 3 * sin(s) - 4 * sin(s) ** 3),
    (sin(s) ** 3 / (1 - cos(s)), sin(s) * (1 + cos(s))),
    (sin(s - t), sin(s) * cos(t) - cos(s) * sin(t)),
    (2 * sin(s / 2) ** 2 + cos(2 * t / 3), 1 - cos(s) + 1 - 2 * sin(t / 3) ** 2),
], ids=repr)  # fmt: skip
def test_roots_in_roots_and_angles_in_parts(left, right):
    reader = reader_of(FREE)
    difference = reader.scalar(left) - reader.scalar(right)
    assert is_zero(reader.theory, difference)
    assert not is_zero(reader.theory, reader.scalar(left) + reader.scalar(right))
