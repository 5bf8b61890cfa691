"""Paper B, Remark 10: bipartite states at a negative eigenvalue are not always unstable.

The printed remark says they always are. The witness is exact: its weights are rational, because
the scores are logarithms of rationals, so the Jacobian of the raw layer is a rational matrix and
its spectrum is read off its characteristic polynomial. The softmax itself is checked in balls.
"""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
from exact_strategies import rationals
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.exact_vectors import characteristic_polynomial
from verify.numerics import raw
from verify.numerics.balls import ball, working_precision
from verify.numerics.matrices import diagonal

ONE = Fraction(1)
STEP, E = Fraction(1, 4), Fraction(1, 9)  # g = -ln 3, so e^{2g} = 1/9
V = diagonal([1, -2])
TOKENS = [[0, 1], [0, 1], [0, -1], [0, -1]]  # two at v_2 and two opposite, p = q = 2
steps = rationals(min_value=Fraction(1, 100), max_value=100, max_denominator=100)
positive = rationals(min_value=Fraction(1, 4), max_value=3)
repelling = rationals(min_value=Fraction(1, 20), max_value=Fraction(19, 20), max_denominator=20)


def factors(*eigenvalues):
    """Return the product of z - eigenvalue."""
    out = flint.fmpq_poly([1])
    for value in eigenvalues:
        value = Fraction(value)
        out *= flint.fmpq_poly([flint.fmpq(-value.numerator, value.denominator), 1])
    return out


def tangential(jacobian):
    """Return the part of J on tangent directions: at +-e_2 in the plane, the first components."""
    return [row[0::2] for row in jacobian[0::2]]


def weights(signs, E):
    """The softmax rows at a sign pattern: E within a group against 1 between groups."""
    table = [[E if a == b else ONE for b in signs] for a in signs]
    return [[w / sum(row) for w in row] for row in table]


def rational_jacobian(signs, E, tau, V):
    """The Jacobian of the raw layer with these weights at x_i = signs_i e_2."""
    tokens = [[Fraction(0), Fraction(s)] for s in signs]

    def layer(x):
        return raw.weighted_layer(tokens=x, weights=weights(signs, E), value=V, step=tau)

    assert layer(tokens) == tokens  # the state is at rest
    return raw.raw_jacobian(layer, tokens)


def multipliers(p, q, E, tau, lambda_r, lambda_k):
    """Return (trace, determinant) of the block of eq. (14), and 1/rho_+, 1/rho_-; or None."""
    mu_plus, mu_minus = (p * E - q) / (p * E + q), (q * E - p) / (q * E + p)
    rho_plus, rho_minus = 1 + tau * lambda_r * mu_plus, 1 + tau * lambda_r * mu_minus
    if rho_plus <= 0 or rho_minus <= 0:
        return None
    c, stay, keep = tau * lambda_k, (1 + mu_plus) / 2, (1 + mu_minus) / 2
    first, second = (1 + c * stay) / rho_plus, (1 + c * keep) / rho_minus
    product = c**2 * (1 - stay) * (1 - keep) / (rho_plus * rho_minus)
    return first + second, first * second - product, 1 / rho_plus, 1 / rho_minus


def all_below_one(p, q, found):
    """Jury: both eigenvalues of the block below 1 in modulus, and so what occurs within groups."""
    trace, det, in_plus, in_minus = found
    jury = trace - det < 1 and -trace - det < 1 and det < 1
    return jury and (p == 1 or in_plus < 1) and (q == 1 or in_minus < 1)


# ------------------------------------------------------------------ the witness


def test_its_spectrum_is_exactly_25_28_and_4_7_and_twice_5_7():
    J = rational_jacobian([1, 1, -1, -1], E, STEP, V)
    found = characteristic_polynomial(tangential(J))
    assert found == factors(Fraction(25, 28), Fraction(4, 7), Fraction(5, 7), Fraction(5, 7))
    assert found != factors(Fraction(26, 28), Fraction(4, 7), Fraction(5, 7), Fraction(5, 7))
    # What is left of the whole spectrum are the four radial directions.
    assert characteristic_polynomial(J) == found * factors(0, 0, 0, 0)


def test_the_softmax_layer_itself_has_that_jacobian():
    """P = -(ln 3) I: in balls of 200 bits the Jacobian of the layer contains the rational one."""
    exact = rational_jacobian([1, 1, -1, -1], E, STEP, V)
    with working_precision(200):
        P = [[-ball(3).log(), ball(0)], [ball(0), -ball(3).log()]]
        matrix = [[ball(x) for x in row] for row in V]
        tokens = [[ball(x) for x in row] for row in TOKENS]

        def layer(x):
            return raw.softmax_layer(tokens=x, scores=P, value=matrix, step=ball(STEP))

        for before, after in zip(tokens, layer(tokens), strict=True):
            for a, b in zip(before, after, strict=True):
                assert (a - b).contains(0) and (a - b).rad() < 1e-50
        for found, wanted in zip(tangential(raw.raw_jacobian(layer, tokens)), tangential(exact),
                                 strict=True):  # fmt: skip
            for a, b in zip(found, wanted, strict=True):
                assert (a - ball(b)).contains(0) and a.rad() < 1e-50


@pytest.mark.parametrize("sizes", [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1)])
def test_it_is_stable_for_other_group_sizes_too(sizes):
    p, q = sizes
    found = multipliers(p, q, E, STEP, -2, 1)
    assert all_below_one(p, q, found)
    # The formula is the layer's own: its block and what disagrees within the groups.
    trace, det, in_plus, in_minus = found
    block = flint.fmpq_poly([_fmpq(det), _fmpq(-trace), flint.fmpq(1)])
    J = rational_jacobian([1] * p + [-1] * q, E, STEP, V)
    whole = block * factors(*[in_plus] * (p - 1), *[in_minus] * (q - 1))
    assert characteristic_polynomial(tangential(J)) == whole


def _fmpq(x):
    return flint.fmpq(x.numerator, x.denominator)


def test_P_need_not_be_special():
    """P = V = diag(1, -2): tanh 2 > 1/2 is all that is needed; every multiplier is below 1."""
    with working_precision(200):
        tanh = ball(2).tanh()  # g = v_2^T P v_2 = -2, and mu_+ = mu_- = tanh g
        rho = 1 + ball(STEP) * 2 * tanh
        eigenvalues = [(1 + ball(STEP)) / rho, (1 - ball(STEP) * tanh) / rho, 1 / rho]
        assert all(abs(x) < 1 for x in eigenvalues)


# ------------------------------------------------------------------ the family


@given(steps)
@example(tau=Fraction(1, 4))
@example(tau=Fraction(100))
@pytest.mark.long
def test_with_these_scores_equal_groups_are_stable_at_every_step_size(tau):
    """(1 + tau)/(1 + 8 tau/5), (1 - 4 tau/5)/(1 + 8 tau/5) and 1/(1 + 8 tau/5)."""
    J = rational_jacobian([1, 1, -1, -1], E, tau, V)
    rho = 1 + Fraction(8, 5) * tau
    eigenvalues = [(1 + tau) / rho, (1 - Fraction(4, 5) * tau) / rho, 1 / rho, 1 / rho]
    assert characteristic_polynomial(tangential(J)) == factors(*eigenvalues)
    assert all(abs(x) < 1 for x in eigenvalues)


@given(repelling, steps, positive, positive)
@example(E=Fraction(1, 9), tau=Fraction(1, 4), lambda_r=Fraction(2), lambda_k=ONE)
@example(E=Fraction(1, 9), tau=Fraction(1, 4), lambda_r=ONE, lambda_k=ONE)
def test_two_equal_groups_are_stable_exactly_above_a_threshold(E, tau, lambda_r, lambda_k):
    """lambda_r = -|lambda_r| < 0 < lambda_k and g < 0: stable iff |lambda_r| tanh|g| > lambda_k.

    So g < 0 alone does not suffice: with the eigenvalues 1 and -1 the state is unstable.
    """
    tanh = (1 - E) / (1 + E)
    found = multipliers(2, 2, E, tau, -lambda_r, lambda_k)
    assume(lambda_r * tanh != lambda_k)
    assert all_below_one(2, 2, found) == (lambda_r * tanh > lambda_k)


# ------------------------------------------------------------------ what is true of the remark


@given(
    st.integers(1, 4),
    st.integers(1, 4),
    rationals(min_value=1, max_value=9),
    steps,
    positive,
    positive,
)
@example(p=2, q=2, E=Fraction(9), tau=Fraction(1, 4), lambda_r=Fraction(2), lambda_k=ONE)
def test_where_the_scores_attract_the_remark_holds(p, q, E, tau, lambda_r, lambda_k):
    """v_r^T P v_r >= 0, that is E >= 1: some multiplier is at least 1, if V has lambda_1 > 0."""
    found = multipliers(p, q, E, tau, -lambda_r, lambda_k)
    assume(found is not None)
    assert not all_below_one(p, q, found)


@given(
    st.integers(1, 4), st.integers(1, 4), repelling, steps, positive,
    rationals(min_value=1, max_value=3),
)  # fmt: skip
def test_where_the_positive_eigenvalue_is_as_large_it_holds_too(p, q, E, tau, lambda_r, ratio):
    """lambda_1 >= |lambda_r|: some multiplier is at least 1, whatever the scores."""
    found = multipliers(p, q, E, tau, -lambda_r, ratio * lambda_r)
    assume(found is not None)
    assert not all_below_one(p, q, found)
