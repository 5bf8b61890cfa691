"""Paper B, Remarks 2 and 8 and Appendix D.4: what is intrinsic, and how large steps may be.

The raw layer is differentiated by dual numbers: in rationals, and with scores in balls.
"""

from fractions import Fraction

from exact_strategies import *
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.exact_vectors import (
    ball,
    characteristic_polynomial,
    close,
    minus,
    raw_jacobian,
    with_eigenvalues,
)
from property_tests.power_method.bipartite_states import inside_the_circle
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.balls import working_precision
from verify.numerics.matrices import diagonal, dot, identity, times

ONE = Fraction(1)
TOKENS = range(3)
steps = rationals(min_value=Fraction(1, 4), max_value=3)
spectra = st.lists(rationals(), min_size=3, max_size=3)
signs = st.lists(st.sampled_from([1, -1]), min_size=3, max_size=3)
perturbations = st.lists(spectra, min_size=3, max_size=3)


def tangent(delta, x):
    return [minus(row, times(dot(y, row), y)) for row, y in zip(delta, x, strict=True)]


@theorem("B-R2", "B-R8")
@given(
    orthogonal_matrices(3), spectra, steps, signs, square_matrices(3), spectra, perturbations,
    masks(3, sees_itself=True),
)  # fmt: skip
def test_radial_perturbations_go_to_0_and_the_others_to_tangent_ones(
    rows, lam, tau, eps, P, a, delta, N
):
    """At a sign pattern, whatever the scores: so n multipliers are 0, the others are intrinsic."""
    x = [times(e, rows[0]) for e in eps]
    with working_precision(200):
        exact = {"scores": ball(P), "value": ball(with_eigenvalues(rows, lam)), "step": ball(tau)}

        def layer(tokens):
            return raw.softmax_layer(tokens=tokens, mask=N, **exact)

        radial = [times(b, y) for b, y in zip(a, x, strict=True)]
        moved, turned = (
            raw.raw_differential(layer, ball(x), ball(directions)) for directions in (radial, delta)
        )
        assume(all(b.is_finite() for row in moved for b in row))  # else a token is moved to 0
        assert close(moved, [[0] * 3] * 3)
        assert close([[dot(ball(y), row) for y, row in zip(x, turned, strict=True)]], [[0] * 3])


@theorem("B-R8")
@given(
    orthogonal_matrices(3), spectra, steps, signs, stochastic_matrices(3), perturbations
)  # fmt: skip
def test_another_continuation_off_the_sphere_has_other_radial_multipliers(
    rows, lam, tau, eps, A, delta
):
    """|x_i|^2 times the layer: what a tangent perturbation does is the same, a radial one is kept,
    times 2. So only the intrinsic spectrum says what tokens do."""
    x, V = [times(e, rows[0]) for e in eps], with_eigenvalues(rows, lam)
    assume(all(1 + tau * lam[0] * eps[i] * dot(A[i], eps) > 0 for i in TOKENS))

    def layer(tokens):
        return raw.weighted_layer(tokens=tokens, weights=A, value=V, step=tau)

    def continued(tokens):
        return [times(dot(x, x), y) for x, y in zip(tokens, layer(tokens), strict=True)]

    moved = [raw.raw_differential(f, x, tangent(delta, x)) for f in (layer, continued)]
    assert moved[0] == moved[1]
    assert raw.raw_differential(layer, x, x) == [[0] * 3] * 3
    assert raw.raw_differential(continued, x, x) == [times(2, y) for y in x]


@theorem("B-D42")
@given(
    rationals(min_value=Fraction(1, 4), max_value=3), st.lists(rationals(), min_size=2, max_size=2),
    steps, square_matrices(3),
)  # fmt: skip
@example(first=ONE, others=[Fraction(0), Fraction(-3)], tau=Fraction(99, 100), P=identity(3))
@example(first=ONE, others=[Fraction(0), Fraction(-3)], tau=Fraction(1), P=identity(3))
@example(first=ONE, others=[Fraction(0), Fraction(-1)], tau=Fraction(1000), P=identity(3))
def test_consensus_attracts_exactly_up_to_the_bound(first, others, tau, P):
    """tau (|lambda_d| - lambda_1) < 2, for eigenvalues below the first, whatever the scores."""
    assume(all(x < first for x in others))
    V, x = diagonal([first, *others]), [[ONE, 0 * ONE, 0 * ONE]] * 2
    J = raw_jacobian(lambda y: raw.oja_layer(tokens=y, value=V, step=tau), x)
    bound = tau * (-min(others) - first) < 2
    assert bool(inside_the_circle(characteristic_polynomial(J))) == bound
    with working_precision(200):
        exact = {"scores": ball(P), "value": ball(V), "step": ball(tau)}
        scored = raw_jacobian(lambda y: raw.softmax_layer(tokens=y, **exact), ball(x))
        assert close(scored, J)
