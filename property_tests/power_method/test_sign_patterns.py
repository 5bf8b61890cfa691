"""Paper B, appendix D: sign patterns x_i = eps_i v_r, and their spectra under any attention.

The raw layer is differentiated by dual numbers. With weights held fixed it is rational at a sign
pattern, so spectra are compared as characteristic polynomials, exactly; that the weights' own
derivative drops out is checked with softmax weights at 50 and at 100 digits.
"""

from __future__ import annotations

from fractions import Fraction

import flint
import mpmath
import pytest
from exact_strategies import (
    masks,
    orthogonal_matrices,
    rationals,
    square_matrices,
    stochastic_matrices,
)
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.exact_vectors import characteristic_polynomial
from property_tests.theorems.marks import theorem
from verify.methods.sampling import agrees
from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, times

DIGITS = 50
TOKENS, MODES = range(3), range(3)
IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
signs = st.lists(st.sampled_from([1, -1]), min_size=3, max_size=3)
spectra = st.lists(rationals(max_denominator=2), min_size=3, max_size=3)
steps = rationals(min_value=Fraction(1, 4), max_value=2)
scores = rationals(min_value=Fraction(1, 4), max_value=3)  # E = e^{2g}


def with_eigenvalues(rows, lam):
    """V = sum of lambda_k v_k v_k^T over the orthonormal rows."""
    return [[sum(lam[k] * rows[k][a] * rows[k][b] for k in MODES) for b in MODES] for a in MODES]


def linear_factors(eigenvalues):
    """Return the product of (z - eigenvalue)^multiplicity."""
    out = flint.fmpq_poly([1])
    for value, multiplicity in eigenvalues:
        value = Fraction(value)
        out *= flint.fmpq_poly([flint.fmpq(-value.numerator, value.denominator), 1]) ** multiplicity
    return out


# ------------------------------------------------------------------ B-GEN


def raw_jacobian(rows, lam, r, tau, eps, A):
    """The Jacobian of the raw layer with the weights A, at the tokens eps_i v_r."""

    def layer(tokens):
        return raw.weighted_layer(tokens=tokens, weights=A, value=V, step=tau)

    V = with_eigenvalues(rows, lam)
    return raw.raw_jacobian(layer, [times(e, rows[r]) for e in eps])


def lengths(lam, r, tau, eps, A):
    """rho_i = 1 + tau lambda_r eps_i sum_j A_ij eps_j."""
    return [1 + tau * lam[r] * eps[i] * dot(A[i], eps) for i in TOKENS]


@theorem("B-GEN")
@given(
    orthogonal_matrices(3), spectra, st.integers(0, 2), steps, signs,
    stochastic_matrices(3), st.lists(rationals(), min_size=3, max_size=3),
)  # fmt: skip
def test_along_another_mode_the_derivative_is_the_attention_matrix(rows, lam, r, tau, eps, A, a):
    """J (a_i v_k) = ((a_i + tau lambda_k sum_j A_ij a_j) / rho_i) v_k."""
    rho = lengths(lam, r, tau, eps, A)
    assume(all(x > 0 for x in rho))
    J = raw_jacobian(rows, lam, r, tau, eps, A)
    for k in MODES:
        if k == r:
            continue
        direction = [x for i in TOKENS for x in times(a[i], rows[k])]
        image = [(a[i] + tau * lam[k] * dot(A[i], a)) / rho[i] for i in TOKENS]
        assert apply(J, direction) == [x for i in TOKENS for x in times(image[i], rows[k])]


@given(
    orthogonal_matrices(3), spectra, st.integers(0, 2), steps, signs,
    stochastic_matrices(3, causal=True),
)  # fmt: skip
def test_causal_attention_has_the_diagonal_entries_as_eigenvalues(rows, lam, r, tau, eps, A):
    rho = lengths(lam, r, tau, eps, A)
    assume(all(x > 0 for x in rho))
    found = characteristic_polynomial(raw_jacobian(rows, lam, r, tau, eps, A))
    others = [((1 + tau * lam[k] * A[i][i]) / rho[i], 1) for i in TOKENS for k in MODES if k != r]
    assert found == linear_factors([(0, 3), *others])


def test_the_full_matrix_has_other_eigenvalues_than_the_causal_one():
    """Uniform weights at consensus on e_1, V = diag(1, 1, 0), step 1: only in the last row do
    both see all three tokens."""
    A = [[1, 0, 0], [Fraction(1, 2), Fraction(1, 2), 0], [Fraction(1, 3)] * 3]
    lam, eps, full = [1, 1, 0], [1, 1, 1], [[Fraction(1, 3)] * 3] * 3
    causal_polynomial, full_polynomial = (
        characteristic_polynomial(raw_jacobian(IDENTITY, lam, 0, Fraction(1), eps, weights))
        for weights in (A, full)
    )
    along_e_2 = [(Fraction(1), 1), (Fraction(3, 4), 1), (Fraction(2, 3), 1)]
    assert causal_polynomial == linear_factors([(0, 3), *along_e_2, (Fraction(1, 2), 3)])
    assert full_polynomial == linear_factors([(0, 3), (1, 1), (Fraction(1, 2), 5)])


LAYERS = ["all", "up_to", "masked"]


@pytest.mark.parametrize("reach", LAYERS)
@given(square_matrices(3), signs, masks(3, sees_itself=True), st.integers(0, 2), st.data())
@pytest.mark.long
def test_the_derivative_of_softmax_weights_drops_out(reach, P, eps, mask, k, data):
    """Full, causal and masked: the layer's derivative is that of the layer with fixed weights.

    The weights move the pull only along v_r, and that is projected away.
    """
    r, tau, lam = 0, Fraction(1, 4), [1, -1, 2]
    drawn = data.draw(
        st.lists(st.lists(rationals(), min_size=3, max_size=3), min_size=3, max_size=3)
    )
    visible = {"range": "up_to"} if reach == "up_to" else {}
    if reach == "masked":
        visible = {"mask": mask}
    found = []
    for digits in (DIGITS, 2 * DIGITS):
        with mpmath.workdps(digits):
            V, S, x, delta = (
                [[mpmath.mpf(z.numerator) / z.denominator for z in map(Fraction, row)] for row in m]
                for m in (diagonal(lam), P, [times(e, IDENTITY[r]) for e in eps], drawn)
            )
            step = mpmath.mpf(tau.numerator) / tau.denominator
            A = raw.softmax_weights(x, S, 1, visible.get("range", "all"), visible.get("mask"))

            def softmax(tokens, V=V, S=S, step=step):
                return raw.softmax_layer(tokens=tokens, scores=S, value=V, step=step, **visible)

            def fixed(tokens, V=V, A=A, step=step):
                return raw.weighted_layer(tokens=tokens, weights=A, value=V, step=step, **visible)

            found.append(tuple(raw.raw_differential(layer, x, delta) for layer in (softmax, fixed)))
    with mpmath.workdps(2 * DIGITS):
        assert agrees(found[1], found[0], DIGITS)


# ------------------------------------------------------------------ B-L14, eq. (14)


def two_groups(p, q, E):
    """Return signs, p of them +1 and then q of them -1, and the softmax weights there.

    A score within a group is e^g, between groups e^-g: in a row their ratio is E = e^{2g}.
    """
    eps = [1] * p + [-1] * q
    table = [[E if a == b else Fraction(1) for b in eps] for a in eps]
    return eps, [[w / sum(row) for w in row] for row in table]


def means(p, q, E):
    """mu_+ and mu_-: how much a token of either group sees its own group's sign."""
    return (p * E - q) / (p * E + q), (q * E - p) / (q * E + p)


def block(p, q, E, tau, lambda_r, lambda_k):
    """The 2 x 2 block M_k of (14), on the vectors that are constant on the two groups."""
    mu_plus, mu_minus = means(p, q, E)
    rho_plus, rho_minus = 1 + tau * lambda_r * mu_plus, 1 + tau * lambda_r * mu_minus
    c, stay, keep = tau * lambda_k, (1 + mu_plus) / 2, (1 + mu_minus) / 2
    return [
        [(1 + c * stay) / rho_plus, c * (1 - stay) / rho_plus],
        [c * (1 - keep) / rho_minus, (1 + c * keep) / rho_minus],
    ]


def raw_bipartite_polynomial(p, q, E, tau, lam, r):
    eps, A = two_groups(p, q, E)
    V = diagonal(lam)

    def layer(tokens):
        return raw.weighted_layer(tokens=tokens, weights=A, value=V, step=tau)

    unit = [Fraction(int(k == r)) for k in range(len(lam))]
    return characteristic_polynomial(raw.raw_jacobian(layer, [times(e, unit) for e in eps]))


def claimed_bipartite_polynomial(p, q, E, tau, lam, r):
    """0 (n times), the block of each other mode, 1/rho_+ and 1/rho_- on what disagrees within."""
    mu_plus, mu_minus = means(p, q, E)
    rho_plus, rho_minus = 1 + tau * lam[r] * mu_plus, 1 + tau * lam[r] * mu_minus
    others = [k for k in range(len(lam)) if k != r]
    claimed = linear_factors(
        [
            (0, p + q),
            (1 / rho_plus, (p - 1) * len(others)),
            (1 / rho_minus, (q - 1) * len(others)),
        ]
    )
    for k in others:
        claimed *= characteristic_polynomial(block(p, q, E, tau, lam[r], lam[k]))
    return claimed


@theorem("B-L14")
@given(
    st.integers(1, 3), st.integers(1, 2), scores, steps, spectra.map(lambda lam: lam[:2]),
    st.integers(0, 1),
)  # fmt: skip
@example(p=2, q=1, E=Fraction(3, 2), tau=Fraction(1, 2), lam=[Fraction(1), Fraction(-1)], r=0)
def test_the_spectrum_at_two_groups(p, q, E, tau, lam, r):
    mu_plus, mu_minus = means(p, q, E)
    assume(1 + tau * lam[r] * mu_plus > 0 and 1 + tau * lam[r] * mu_minus > 0)
    found = raw_bipartite_polynomial(p, q, E, tau, lam, r)
    assert found == claimed_bipartite_polynomial(p, q, E, tau, lam, r)


def test_the_twisted_spectra_are_wrong():
    p, q, E, tau, lam, r = 3, 1, Fraction(3), Fraction(1, 2), [Fraction(1), Fraction(-1, 2)], 0
    found = raw_bipartite_polynomial(p, q, E, tau, lam, r)
    assert found == claimed_bipartite_polynomial(p, q, E, tau, lam, r)
    assert found != claimed_bipartite_polynomial(p, q, Fraction(1), tau, lam, r)  # E set to 1
    mu_plus, mu_minus = means(p, q, E)
    M = characteristic_polynomial(block(p, q, E, tau, lam[0], lam[1]))
    exchanged = [(0, 4), (1 / (1 + tau * mu_minus), 2)]  # the multiplicities of the two groups
    assert found != linear_factors(exchanged) * M
    turned = block(q, p, E, tau, lam[0], lam[1])  # the groups exchanged in the block
    assert turned != block(p, q, E, tau, lam[0], lam[1])
    right = linear_factors([(0, 4), (1 / (1 + tau * mu_plus), 2)])
    assert found == right * M


@given(st.integers(1, 4), st.integers(1, 4), scores, steps, rationals(), rationals())
def test_the_jury_margins_of_a_block(p, q, E, tau, lambda_r, lambda_k):
    mu_plus, mu_minus = means(p, q, E)
    rho_plus, rho_minus = 1 + tau * lambda_r * mu_plus, 1 + tau * lambda_r * mu_minus
    assume(rho_plus > 0 and rho_minus > 0)
    M = block(p, q, E, tau, lambda_r, lambda_k)
    trace, det = M[0][0] + M[1][1], M[0][0] * M[1][1] - M[0][1] * M[1][0]
    c, l_, both = tau * lambda_k, tau * lambda_r, rho_plus * rho_minus
    sigma, m = (mu_plus + mu_minus) / 2, mu_plus * mu_minus
    assert both * det == (1 + c) * (1 + c * sigma)
    assert both * (1 - trace + det) == (c - l_) * (sigma * c - m * l_)
    assert both * (1 - det) == both - (1 + c) * (1 + c * sigma)
    assert both * (1 + trace + det) == (
        4 + 4 * l_ * sigma + 2 * c * (1 + sigma) + (c + l_) * (sigma * c + m * l_)
    )
    # The eigenvalues are real, and distinct unless lambda_k = 0.
    discriminant = (M[0][0] - M[1][1]) ** 2 + 4 * M[0][1] * M[1][0]
    assert discriminant == trace**2 - 4 * det
    assert discriminant > 0 if lambda_k != 0 else discriminant >= 0
    # With the signs of sigma and m turned the first margin is another one.
    turned = (c - l_) * (sigma * c + m * l_)
    assert (both * (1 - trace + det) == turned) == ((c - l_) * m * l_ == 0)


@given(st.integers(1, 4), st.integers(1, 4), scores)
def test_a_token_is_drawn_to_its_own_group_by_its_own_mean(p, q, E):
    eps, A = two_groups(p, q, E)
    mu = dict(zip((1, -1), means(p, q, E), strict=True))
    assert [e * dot(row, eps) for e, row in zip(eps, A, strict=True)] == [mu[e] for e in eps]
    assert all(sum(row) == 1 for row in A)
    assert (mu[1] == mu[-1]) == (p == q)  # so the groups may not be exchanged


# ------------------------------------------------------------------ B-L12, eqs. (18), (19)


@theorem("B-L12")
@given(
    st.integers(1, 2), st.integers(1, 2), scores, steps, orthogonal_matrices(3), spectra,
    st.integers(0, 2), st.lists(rationals(), min_size=12, max_size=12),
)  # fmt: skip
def test_the_derivative_at_two_groups_is_the_printed_one(p, q, E, tau, rows, lam, r, numbers):
    """rho_i^-1 ((I - v v^T) delta_i + tau sum_j A_ij (V - lambda_r v v^T) delta_j), any delta."""
    eps, A = two_groups(p, q, E)
    mu = dict(zip((1, -1), means(p, q, E), strict=True))
    rho = {e: 1 + tau * lam[r] * mu[e] for e in mu}
    assume(all(x > 0 for x in rho.values()))
    V, v = with_eigenvalues(rows, lam), rows[r]

    def layer(tokens):
        return raw.weighted_layer(tokens=tokens, weights=A, value=V, step=tau)

    delta = [numbers[3 * k : 3 * k + 3] for k in range(p + q)]
    wanted = []
    for i, e in enumerate(eps):
        out = [x - dot(v, delta[i]) * y for x, y in zip(delta[i], v, strict=True)]
        for j, row in enumerate(delta):
            image = zip(apply(V, row), v, strict=True)
            push = [x - lam[r] * dot(v, row) * y for x, y in image]
            out = [x + tau * A[i][j] * y for x, y in zip(out, push, strict=True)]
        wanted.append(times(1 / rho[e], out))
    assert raw.raw_differential(layer, [times(e, v) for e in eps], delta) == wanted


# ------------------------------------------------------------------ B-L13


@theorem("B-L13")
@given(st.integers(1, 4), st.integers(1, 4), scores, steps, rationals())
@example(p=1, q=1, E=Fraction(9), tau=Fraction(1), lam=Fraction(2))  # not necessary
def test_a_short_step_keeps_both_lengths_positive(p, q, E, tau, lam):
    means_ = means(p, q, E)
    assert all(-1 < mu < 1 for mu in means_)
    if abs(tau * lam) < 1:
        assert all(1 + tau * lam * mu > 0 for mu in means_)


def test_a_step_of_twice_the_bound_does_not():
    """Three tokens against one, E = 1/2, lambda_r = 1 and tau = 3/2: rho_- = -1/14."""
    mu_plus, mu_minus = means(3, 1, Fraction(1, 2))
    assert 1 + Fraction(3, 2) * mu_minus == Fraction(-1, 14) and mu_plus > 0
