"""Theorem 3: Jury's conditions in both directions, condition 3, and a polygon that attracts.

The derivative of the layer is taken of the whole map, all tokens at once, by dual numbers; the
criterion is written with p, q and E alone.
"""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.power_method.bipartite_states import (
    ONE,
    attention_matrix,
    characteristic,
    group_sizes,
    inside_the_circle,
    nonzero,
    ratio,
    steps,
    weights_within,
)


def margins(p, q, E, tau, at, other):
    """J1, J2 and J3 of one block, and both lengths, written with p, q and E."""
    below = (p * E + q) * (q * E + p)
    sigma, m = p * q * (E * E - 1) / below, (p * E - q) * (q * E - p) / below
    plus, minus = 1 + tau * at * (p * E - q) / (p * E + q), 1 + tau * at * (q * E - p) / (q * E + p)
    b, c = tau * at, tau * other
    return (
        (other - at) * (sigma * other - m * at),
        plus * minus - (1 + c) * (1 + c * sigma),
        4 + 4 * b * sigma + 2 * c * (1 + sigma) + (c + b) * (sigma * c + m * b),
    ), (plus, minus)


@given(group_sizes, group_sizes, weights_within, steps, nonzero, nonzero)
@example(p=2, q=1, E=Fraction(3, 2), tau=Fraction(1, 2), at=ONE, other=-ONE)
@example(p=3, q=2, E=Fraction(5, 4), tau=Fraction(1, 2), at=ONE, other=Fraction(-9, 10))
@example(p=2, q=2, E=Fraction(1, 9), tau=Fraction(1, 4), at=Fraction(-2), other=ONE)
def test_the_four_margins_are_positive_exactly_if_all_multipliers_are_inside(
    p, q, E, tau, at, other
):
    """d = 2: the matrix D^{-1} (I + tau lambda_k A) of all n tokens, no block in sight."""
    blocks, (plus, minus) = margins(p, q, E, tau, at, other)
    assume(plus > 0 and minus > 0)
    A = attention_matrix(p, q, E)
    lengths = [plus] * p + [minus] * q
    J = [
        [((i == j) + tau * other * A[i][j]) / lengths[i] for j in range(p + q)]
        for i in range(p + q)
    ]
    J4 = (p == 1 or plus > 1) and (q == 1 or minus > 1)
    criterion = J4 and all(margin > 0 for margin in blocks)
    found = inside_the_circle(characteristic(J))
    assume(found is not None)
    assert criterion == found


def test_condition_three_is_not_necessary():
    """Two tokens against one, E = 3/2, eigenvalues 1 and -1, step 1/2: rho_- = 13/14 < 1."""
    E, tau = Fraction(3, 2), Fraction(1, 2)
    plus, minus = 1 + tau * ratio(2, 1, E), 1 + tau * ratio(1, 2, E)
    assert (plus, minus) == (Fraction(5, 4), Fraction(13, 14))
    blocks, _ = margins(2, 1, E, tau, ONE, -ONE)
    assert all(margin > 0 for margin in blocks)
    assert blocks[0] * tau**2 / (plus * minus) == Fraction(6, 130)


def test_the_blocks_do_not_decide_alone():
    """Three tokens against two: J1, J2 and J3 hold, and 1/rho_- is 22/21."""
    blocks, (_, minus) = margins(3, 2, Fraction(5, 4), Fraction(1, 2), ONE, Fraction(-9, 10))
    assert all(margin > 0 for margin in blocks)
    assert 1 / minus == Fraction(22, 21)


@pytest.mark.parametrize("half", [1, 2, 3])
@given(
    tau=st.fractions(min_value=Fraction(1, 50), max_value=Fraction(19, 100), max_denominator=100)
)
@example(tau=Fraction(1, 20))
def test_a_polygon_attracts(half, tau):
    """V = (3, 1; 1, 3), P = (0, -5; -5, 0), half the tokens at e_1 and half at -e_1.

    Tokens move by delta_i e_2. All weights are 1/n, and to first order x_i^T P x_l changes by
    -5 (delta_i eps_l + eps_i delta_l); then s_i = (0, mean delta) + sum_l dA_il eps_l e_1, of
    which V takes 3 times the second coordinate and once the first.
    """
    eps = [1] * half + [-1] * half
    n = 2 * half
    J = [[Fraction(0)] * n for _ in range(n)]
    for moved in range(n):
        delta = [int(i == moved) for i in range(n)]
        mean = Fraction(sum(delta), n)
        for i in range(n):
            scores = [-5 * (delta[i] * eps[j] + eps[i] * delta[j]) for j in range(n)]
            average = Fraction(sum(scores), n)
            turn = sum(((score - average) * e / n for score, e in zip(scores, eps, strict=True)),
                       start=Fraction(0))  # fmt: skip
            J[i][moved] = delta[i] + tau * (3 * mean + turn)
    x = flint.fmpq_poly([0, 1])
    expected = (x - frac(1 - 2 * tau)) * (x - frac(1 - 10 * tau))
    expected *= (x - frac(1 - 5 * tau)) ** (n - 2)
    assert characteristic(J) == expected
    assert all(abs(1 - k * tau) < 1 for k in (2, 5, 10))


def frac(number):
    return flint.fmpq(number.numerator, number.denominator)
