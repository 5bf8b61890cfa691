"""Theorem 3: Jury's conditions do not decide alone, and condition 3 is not necessary."""

from __future__ import annotations

from fractions import Fraction

from property_tests.power_method.bipartite_states import (
    ONE,
    ratio,
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
