"""Bipartite states for tests: what is drawn, and eigenvalues counted in exact polynomials."""

from fractions import Fraction
from itertools import pairwise

import flint
from hypothesis import strategies as st

from property_tests.exact_vectors import characteristic_polynomial
from verify.numerics.matrices import apply

ONE = Fraction(1)
group_sizes = st.integers(1, 3)


def rationals(least, most, denominator=9):
    return st.fractions(
        min_value=Fraction(least), max_value=Fraction(most), max_denominator=denominator
    )


weights_within = st.one_of(
    rationals(Fraction(1, 9), 9),
    st.sampled_from([Fraction(1, 2), Fraction(2, 3), ONE, Fraction(2)]),
)
nonzero = rationals(-4, 4).filter(lambda value: value != 0)


def ratio(own, other, E):
    """The mean that draws a group to its own side: (own E - other)/(own E + other)."""
    return (own * E - other) / (own * E + other)


def R(p, q, E):
    """(pE - q)(qE - p)/(pq (E^2 - 1)) = (cosh 2g - cosh 2h)/sinh 2g."""
    return (p * E - q) * (q * E - p) / (p * q * (E**2 - 1))


def attention_matrix(p, q, E):
    """Weights of p tokens at u and q at -u: E within a group for 1 across, rows normalised.

    Return them with how much each token is drawn to its own side, eps_i (A eps)_i.
    """
    eps = [1] * p + [-1] * q
    raw = [[E if a == b else ONE for b in eps] for a in eps]
    A = [[weight / sum(row) for weight in row] for row in raw]
    return A, [e * pull for e, pull in zip(eps, apply(A, eps), strict=True)]


def multipliers(p, q, E, tau, here, other):
    """Return the polynomial of (1 + tau lambda_r eps_i (A eps)_i)^-1 (delta + tau lambda_k A)."""
    A, held = attention_matrix(p, q, E)
    n = range(p + q)
    return characteristic_polynomial(
        [[((i == j) + tau * other * A[i][j]) / (1 + tau * here * held[i]) for j in n] for i in n]
    )


def exponents(p, q, E, here, other):
    """Return the polynomial of lambda_k A - lambda_r diag(eps_i (A eps)_i)."""
    A, held = attention_matrix(p, q, E)
    n = range(p + q)
    return characteristic_polynomial(
        [[other * A[i][j] - (i == j) * here * held[i] for j in n] for i in n]
    )


def roots_above(polynomial, bound):
    """How many roots are above a bound, if all are real: Descartes' rule is exact then."""
    shifted = polynomial(flint.fmpq_poly([bound, 1]))
    signs = [c > 0 for c in shifted.coeffs() if c != 0]
    return sum(a != b for a, b in pairwise(signs))


def inside_the_circle(polynomial):
    """Whether all roots, which are real, are between -1 and 1; None where one is 1 or -1."""
    if polynomial(1) == 0 or polynomial(-1) == 0:
        return None
    mirrored = polynomial(flint.fmpq_poly([0, -1]))
    return roots_above(polynomial, 1) == 0 and roots_above(mirrored, 1) == 0
