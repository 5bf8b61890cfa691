"""Paper B, appendix D: sign patterns x_i = eps_i v_r, and their spectra under any attention.

The raw layer is differentiated by dual numbers. With weights held fixed it is rational at a sign
pattern, so spectra are compared as characteristic polynomials, exactly.
"""

from fractions import Fraction

from exact_strategies import *
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.exact_vectors import *
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, times

TOKENS, MODES = range(3), range(3)
signs = st.lists(st.sampled_from([1, -1]), min_size=3, max_size=3)
spectra = st.lists(rationals(max_denominator=2), min_size=3, max_size=3)
steps = rationals(min_value=Fraction(1, 4), max_value=2)
scores = rationals(min_value=Fraction(1, 4), max_value=3)  # E = e^{2g}


def jacobian_at(rows, lam, r, tau, eps, A):
    """The Jacobian of the raw layer with the weights A, at the tokens eps_i v_r."""

    def layer(tokens):
        return raw.weighted_layer(tokens=tokens, weights=A, value=V, step=tau)

    V = with_eigenvalues(rows, lam)
    return raw_jacobian(layer, [times(e, rows[r]) for e in eps])


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
    J = jacobian_at(rows, lam, r, tau, eps, A)
    for k in MODES:
        if k == r:
            continue
        direction = [x for i in TOKENS for x in times(a[i], rows[k])]
        image = [(a[i] + tau * lam[k] * dot(A[i], a)) / rho[i] for i in TOKENS]
        assert apply(J, direction) == [x for i in TOKENS for x in times(image[i], rows[k])]


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
    return characteristic_polynomial(raw_jacobian(layer, [times(e, unit) for e in eps]))


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


@theorem("B-L13")
@given(st.integers(1, 4), st.integers(1, 4), scores, steps, rationals())
@example(p=1, q=1, E=Fraction(9), tau=Fraction(1), lam=Fraction(2))  # not necessary
def test_a_short_step_keeps_both_lengths_positive(p, q, E, tau, lam):
    means_ = means(p, q, E)
    assert all(-1 < mu < 1 for mu in means_)
    if abs(tau * lam) < 1:
        assert all(1 + tau * lam * mu > 0 for mu in means_)
