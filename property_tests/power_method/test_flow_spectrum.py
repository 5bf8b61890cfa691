"""The flow x_i' = (I - x_i x_i^T) V s_i at sign patterns: its derivative, and what attracts."""

from fractions import Fraction

import flint
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.exact_vectors import exact
from property_tests.power_method.bipartite_states import *
from property_tests.theorems.marks import theorem

spectra = st.tuples(rationals(Fraction(1, 4), 4), st.lists(nonzero, min_size=1, max_size=2)).filter(
    lambda drawn: max(drawn[1]) < drawn[0]
)


def attracts(polynomials):
    """Whether all exponents are negative; None if one is 0 and none is positive."""
    if any(roots_above(polynomial, 0) for polynomial in polynomials):
        return False
    return None if any(polynomial(0) == 0 for polynomial in polynomials) else True


@theorem("B-CT1")
@given(
    st.lists(st.sampled_from([1, -1]), min_size=2, max_size=4),
    st.lists(rationals(-2, 2), min_size=4, max_size=4),
    weights_within, nonzero, nonzero,
)  # fmt: skip
def test_the_velocity_to_first_order_in_a_turn(eps, a, E, here, other):
    """V = diag(here, other), x_i = (eps_i, t a_i) with t^2 = 0: dual numbers by hand.

    The scores with P = g I change by g eps_i eps_j only to second order, so that the weights are
    those of the sign pattern, and the velocity is V s_i - (x_i^T V s_i) x_i.
    """
    n = len(eps)
    raw = [[E if eps[i] == eps[j] else ONE for j in range(n)] for i in range(n)]
    A = [[w / sum(row) for w in row] for row in raw]
    for i in range(n):
        pull = here * sum(A[i][j] * eps[j] for j in range(n))
        turn = other * sum(A[i][j] * a[j] for j in range(n))
        along = eps[i] * pull  # x_i^T V s_i, up to t^2
        assert pull - along * eps[i] == 0
        own = sum(A[i][j] for j in range(n) if eps[j] == eps[i])
        drawn = here * (2 * own - 1)  # lambda_r eps_i (A eps)_i
        assert turn - along * a[i] == other * sum(A[i][j] * a[j] for j in range(n)) - drawn * a[i]


@theorem("B-CT1")
@given(group_sizes, group_sizes, weights_within, nonzero, nonzero)
def test_the_spectrum_of_all_tokens_is_a_block_and_what_disagrees(p, q, E, here, other):
    found = exponents(p, q, E, here, other)
    below = (p * E + q) * (q * E + p)
    sigma, m = p * q * (E * E - 1) / below, (p * E - q) * (q * E - p) / below
    trace, det = other * (1 + sigma) - 2 * sigma * here, (other - here) * (sigma * other - m * here)
    expected = flint.fmpq_poly([exact(det), exact(-trace), 1])
    for size, mean in ((p, ratio(p, q, E)), (q, ratio(q, p, E))):
        expected *= flint.fmpq_poly([exact(here * mean), 1]) ** (size - 1)
    assert found == expected


@theorem("B-CT2")
@given(group_sizes, group_sizes, weights_within, spectra, st.booleans())
@example(p=2, q=2, E=Fraction(1, 9), spectrum=(ONE, [Fraction(-2)]), at_first=False)
@example(p=2, q=2, E=Fraction(1, 9), spectrum=(ONE, [-ONE]), at_first=False)
@example(p=2, q=1, E=Fraction(3, 2), spectrum=(ONE, [-ONE]), at_first=True)
def test_exponentially_stable_exactly_by_the_criterion_without_a_step(p, q, E, spectrum, at_first):
    first, rest = spectrum
    values = sorted(rest, reverse=True)
    last = values[-1]
    here, others = (first, values) if at_first else (last, [first, *values[:-1]])
    found = attracts([exponents(p, q, E, here, other) for other in others])
    assume(found is not None)
    wide = max(Fraction(p, q), Fraction(q, p))
    if at_first:
        criterion = E > 1 and values[0] < first * R(p, q, E) and (min(p, q) == 1 or wide < E)
    else:
        criterion = E < 1 and last < 0 and values.count(last) == 1 and wide < 1 / E
        criterion = criterion and first < -last * R(p, q, 1 / E)
    assert found == criterion


@theorem("B-CT3")
@given(group_sizes, group_sizes, weights_within, spectra, st.data())
def test_elsewhere_some_exponent_is_positive(p, q, E, spectrum, data):
    first, rest = spectrum
    values = [first, *sorted(rest, reverse=True)]
    at = data.draw(st.integers(0, len(values) - 1))
    here = values[at]
    if (at == 0 and E >= 1) or (here == values[-1] and here < -first and E < 1):
        return
    others = values[:at] + values[at + 1 :]
    assert attracts([exponents(p, q, E, here, other) for other in others]) is False
