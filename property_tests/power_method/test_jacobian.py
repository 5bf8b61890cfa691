"""Paper B, appendix D: the derivative of an Oja layer, at any state and at consensus.

The layer is the raw one, written by hand. Its derivative by dual numbers is compared with the
printed formula (11), at 50 and at 100 digits, and with the spectrum (12) at consensus, exactly.
"""

from fractions import Fraction

from exact_strategies import orthogonal_matrices, rationals, symmetric_matrices, tokens_on_sphere
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.exact_vectors import *
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, dot, plus, times, transpose
from verify.numerics.number import square_root

steps = rationals(min_value=Fraction(1, 4), max_value=3)
vectors = st.lists(rationals(), min_size=2, max_size=2)


def moved(x, V, tau):
    """y_i = x_i + (tau/n) V sum_j x_j, before it is normalised."""
    n = len(x)
    pull = times(tau / n, apply(V, [sum(column) for column in transpose(x)]))
    return [plus(token, pull) for token in x]


def printed_derivative(x, V, tau, delta):
    """(11): |y_i|^-1 (I - x_i^+ x_i^+T) (delta_i + (tau/n) V sum_j delta_j)."""
    out = []
    for y, push in zip(moved(x, V, tau), moved(delta, V, tau), strict=True):
        r = square_root(dot(y, y))
        after = times(1 / r, y)
        out.append(times(1 / r, minus(push, times(dot(after, push), after))))
    return out


def nowhere_zero(x, V, tau):
    return all(dot(y, y) != 0 for y in moved(x, V, tau))


@theorem("B-L2")
@given(
    tokens_on_sphere(3, 2), symmetric_matrices(2), steps, st.lists(vectors, min_size=3, max_size=3)
)
def test_the_printed_derivative_is_that_of_the_layer(x, V, tau, delta):
    assume(nowhere_zero(x, V, tau))

    def sides(x, V, tau, delta):
        def layer(tokens):
            return raw.oja_layer(tokens=tokens, value=V, step=tau)

        return raw.raw_differential(layer, x, delta), printed_derivative(x, V, tau, delta)

    assert both_sides_agree(sides, x, V, tau, delta)


def consensus_polynomial(V, v, tau, n):
    """The characteristic polynomial of the raw layer at x_1 = ... = x_n = v, by dual numbers."""

    def layer(tokens):
        return raw.oja_layer(tokens=tokens, value=V, step=tau)

    return characteristic_polynomial(raw_jacobian(layer, [v] * n))


@theorem("B-L3")
@given(
    orthogonal_matrices(3),
    st.lists(rationals(max_denominator=2), min_size=3, max_size=3),
    steps,
    st.integers(1, 3),
    st.integers(0, 2),
)
@example(rows=[[1, 0, 0], [0, 1, 0], [0, 0, 1]], lam=[1, -3, -3], tau=Fraction(1), n=2, r=1)
def test_the_spectrum_at_consensus(rows, lam, tau, n, r):
    """0 (n times), (1 + tau lambda_k)/|rho| for k != r, and 1/|rho| ((n - 1)(d - 1) times)."""
    rho = 1 + tau * lam[r]
    assume(rho != 0)
    found = consensus_polynomial(with_eigenvalues(rows, lam), rows[r], tau, n)
    others = [((1 + tau * lam[k]) / abs(rho), 1) for k in range(3) if k != r]
    assert found == linear_factors([(0, n), *others, (1 / abs(rho), 2 * (n - 1))])
