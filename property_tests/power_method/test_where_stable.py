"""Where bipartite states of the layer can attract: v_1 with g > 0, or lambda_d < -lambda_1.

The derivative of the layer on all n tokens is a rational matrix for each eigenvector; its real
eigenvalues of modulus above 1 are counted in its characteristic polynomial.
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
    outside_the_circle,
    ratio,
    rationals,
    steps,
    weights_within,
)
from property_tests.theorems.marks import theorem


def derivatives(p, q, E, tau, at, others):
    """The characteristic polynomials of D^{-1} (I + tau lambda_k A), or None if not fixed."""
    lengths = [1 + tau * at * ratio(p, q, E)] * p + [1 + tau * at * ratio(q, p, E)] * q
    if min(lengths) <= 0:
        return None
    A = attention_matrix(p, q, E)
    n = range(p + q)
    return [
        characteristic([[((i == j) + tau * c * A[i][j]) / lengths[i] for j in n] for i in n])
        for c in others
    ]


spectra = st.tuples(rationals(Fraction(1, 4), 4), st.lists(nonzero, min_size=1, max_size=2)).filter(
    lambda drawn: max(drawn[1]) < drawn[0]
)


@theorem("B-T3d")
@given(group_sizes, group_sizes, weights_within, steps, spectra, st.data())
def test_elsewhere_some_multiplier_has_a_modulus_above_one(p, q, E, tau, spectrum, data):
    first, rest = spectrum
    values = [first, *sorted(rest, reverse=True)]
    at = data.draw(st.integers(0, len(values) - 1))
    here = values[at]
    found = derivatives(p, q, E, tau, here, values[:at] + values[at + 1 :])
    assume(found is not None)
    at_first = at == 0 and E >= 1
    at_last = here == values[-1] and here < -first and E < 1
    if not at_first and not at_last:
        assert any(outside_the_circle(polynomial) for polynomial in found)


@pytest.mark.parametrize("p, q", [(1, 1), (2, 1), (1, 2), (2, 2)])
def test_at_the_last_eigenvalue_stable_states_exist(p, q):
    """E = 1/9, eigenvalues 1 and -2, step 1/4."""
    (found,) = derivatives(p, q, Fraction(1, 9), Fraction(1, 4), Fraction(-2), [ONE])
    assert inside_the_circle(found)


def test_copies_of_the_last_eigenvalue_are_neither_stable_nor_unstable():
    """Eigenvalues 1, -2, -2: the state may turn into the other eigenvector of -2."""
    found = derivatives(2, 2, Fraction(1, 9), Fraction(1, 4), Fraction(-2), [ONE, Fraction(-2)])
    assert not any(outside_the_circle(polynomial) for polynomial in found)
    assert inside_the_circle(found[0]) and inside_the_circle(found[1]) is None


@given(group_sizes, group_sizes, steps, spectra)
@example(p=1, q=1, tau=Fraction(1, 4), spectrum=(ONE, [-ONE]))
def test_equal_scores_at_the_first_eigenvector(p, q, tau, spectrum):
    """g = 0 and tau |lambda_d| <= 2: unstable exactly if p != q or lambda_2 > 0."""
    first, rest = spectrum
    assume(tau * -min(rest) <= 2)
    found = derivatives(p, q, ONE, tau, first, rest)
    assume(found is not None)
    unstable = any(outside_the_circle(polynomial) for polynomial in found)
    assert unstable == (p != q or max(rest) > 0)


def test_long_steps_are_another_matter():
    """Two tokens, g = 0, eigenvalues 1 and -3, step 7/10: 1 + tau lambda_2 = -11/10."""
    (found,) = derivatives(1, 1, ONE, Fraction(7, 10), ONE, [Fraction(-3)])
    assert found(flint.fmpq(-11, 10)) == 0
    assert outside_the_circle(found)
