"""Paper B, Theorem 1 and Appendix D.4.1: several heads, at consensus and at bipartite states.

Derivatives are exact: those of the whole layer, by dual numbers of rational matrices, at states
where the softmax weights are rational. So spectra are compared as polynomials.
"""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
from exact_strategies import rationals, square_matrices
from hypothesis import assume, given
from hypothesis import strategies as st

from proofs.power_method.families.equilibria import Scores
from proofs.power_method.families.exact_layers import Head, all_inside, layer_jacobian, on_tangents
from property_tests.theorems.marks import theorem
from verify.attention.graphs import causal
from verify.numerics import raw
from verify.numerics.balls import ball, working_precision
from verify.numerics.matrices import apply, diagonal, dot, matrix_sum, outer, plus, times

ONE, ZERO = Fraction(1), Fraction(0)
V3 = [Fraction(2, 3), Fraction(1, 3), Fraction(2, 3)]
BESIDE = [  # an orthonormal basis of the vectors orthogonal to it
    [Fraction(1, 3), Fraction(2, 3), Fraction(-2, 3)],
    [Fraction(2, 3), Fraction(-2, 3), Fraction(-1, 3)],
]
steps = rationals(min_value=Fraction(1, 4), max_value=2)


def negative(matrix):
    return [times(-1, row) for row in matrix]


def with_eigenvector(matrix, v, eigenvalue):
    excess = plus(times(eigenvalue, v), times(-1, apply(matrix, v)))
    return matrix_sum([outer(excess, v)], matrix)


def _fmpq(x):
    return flint.fmpq(Fraction(x).numerator, Fraction(x).denominator)


def polynomial(rows):
    return flint.fmpq_mat([[_fmpq(x) for x in row] for row in rows]).charpoly()


def factors(*roots):
    out = flint.fmpq_poly([1])
    for root in roots:
        out *= flint.fmpq_poly([_fmpq(-root), 1])
    return out


# ------------------------------------------------------------------ Theorem 1


@theorem("B-T1")
@given(
    square_matrices(3), square_matrices(3), square_matrices(3), square_matrices(3), rationals(),
    steps, st.integers(1, 3),
)  # fmt: skip
def test_at_consensus_the_heads_count_as_their_sum(F, G, P, Q, eigenvalue, tau, n):
    """(1 + tau lambda_k)/|1 + tau lambda| for the other eigenvalues of F, complex ones too, and
    1/|1 + tau lambda| with the multiplicity (n - 1)(d - 1); F is any matrix with F v = lambda v."""
    F = with_eigenvector(F, V3, eigenvalue)
    rho = 1 + tau * eigenvalue
    assume(rho != 0)
    heads = [Head(matrix_sum([negative(G)], F), Scores(P)), Head(G, Scores(Q))]
    J = layer_jacobian([V3] * n, heads, tau)
    found = on_tangents(J, [BESIDE] * n).charpoly()
    step_of_F = polynomial(
        [[(int(a == b) + tau * F[a][b]) / abs(rho) for b in range(3)] for a in range(3)]
    )
    along_v = factors(rho / abs(rho))
    assert step_of_F % along_v == 0
    assert found == step_of_F // along_v * factors(*[1 / abs(rho)] * (2 * (n - 1)))


@given(square_matrices(3), square_matrices(3), square_matrices(3), rationals(), steps)
def test_causal_heads_have_the_eigenvalues_of_F_over_i(F, P, Q, eigenvalue, tau):
    """(1 + tau lambda_k/i)/|1 + tau lambda| for every token i."""
    F = with_eigenvector(F, V3, eigenvalue)
    rho = 1 + tau * eigenvalue
    assume(rho != 0)
    half = [times(Fraction(1, 2), row) for row in F]
    J = layer_jacobian(
        [V3] * 3, [Head(half, Scores(P)), Head(half, Scores(Q))], tau, mask=causal(3)
    )
    wanted = flint.fmpq_poly([1])
    for i in (1, 2, 3):
        rows = [[(int(a == b) + tau * F[a][b] / i) / abs(rho) for b in range(3)] for a in range(3)]
        wanted *= polynomial(rows) // factors((1 + tau * eigenvalue / i) / abs(rho))
    assert on_tangents(J, [BESIDE] * 3).charpoly() == wanted


def consensus_is_stable(eigenvalues, tau, n=2, mask=None):
    heads = [Head(diagonal(list(map(Fraction, eigenvalues))), Scores(diagonal([ONE, ONE])))]
    J = layer_jacobian([[ONE, ZERO]] * n, heads, Fraction(tau), mask=mask)
    return all_inside(on_tangents(J, [[[ZERO, ONE]]] * n).charpoly())


def test_the_step_bound_is_needed():
    """lambda = (1, -3): the bound is tau < 1, and causal attention needs the same."""
    for mask in (None, causal(2)):
        assert consensus_is_stable((1, -3), Fraction(99, 100), mask=mask)
        assert not consensus_is_stable((1, -3), 1, mask=mask)
        assert not consensus_is_stable((1, -3), 2, mask=mask)
    assert all(consensus_is_stable((1, -1), tau) for tau in (1, 10, 1000))  # no bound
    assert not consensus_is_stable((-1, 1), Fraction(1, 2))  # at v_2


def test_a_smaller_real_part_is_not_enough():
    """F = 1 and, beside it, a turn by 3: (1 + 3i)/2 has modulus 1.58 at the step 1."""
    F = [[ONE, ZERO, ZERO], [ZERO, ZERO, Fraction(-3)], [ZERO, Fraction(3), ZERO]]
    head = [Head(F, Scores(diagonal([ONE] * 3)))]
    bases = [[[ZERO, ONE, ZERO], [ZERO, ZERO, ONE]]]
    stable = {
        tau: all_inside(
            on_tangents(layer_jacobian([[ONE, ZERO, ZERO]], head, tau), bases).charpoly()
        )
        for tau in (ONE, Fraction(1, 5))
    }
    assert stable == {ONE: False, Fraction(1, 5): True}  # 2 (1 - 0) > tau (9 - 1) below 1/4


# ------------------------------------------------------------------ D.4.1


def rank_two_heads():
    """d = 4, F = diag(2, 1, 0, 0) with g = ln 3, G = diag(0, 0, 1/2, 1/4) with g = 0."""
    first = Scores(diagonal([ZERO] * 4), ((Fraction(3), diagonal([ONE, ZERO, ZERO, ZERO])),))
    second = Scores(diagonal([ZERO] * 4))
    F = diagonal([Fraction(2), ONE, ZERO, ZERO])
    G = diagonal([ZERO, ZERO, Fraction(1, 2), Fraction(1, 4)])
    return [Head(F, first), Head(G, second)]


def opposite(d, n=4):
    return [[ONE if k % 2 == 0 else -ONE] + [ZERO] * (d - 1) for k in range(n)]


@theorem("B-D41")
def test_a_bipartite_state_of_two_heads_has_the_radius_10_13():
    """rho = 13/5; together (1 + s)/rho, apart (1 + 4/5 phi_k)/rho, and 1/rho six times."""
    J = layer_jacobian(opposite(4), rank_two_heads(), ONE)
    basis = [[Fraction(int(a == b)) for b in range(4)] for a in range(1, 4)]
    found = on_tangents(J, [basis] * 4).charpoly()
    rho = Fraction(13, 5)
    together = [(1 + Fraction(s)) / rho for s in ("1", "1/2", "1/4")]
    apart = [(1 + Fraction(s)) / rho for s in ("4/5", "0", "0")]
    within = [1 / rho] * (2 * 3)  # (n - 2)(d - 1): what makes rho > 1 necessary
    assert found == factors(*together, *apart, *within)
    assert max(together + apart + within) == Fraction(10, 13)
    assert all_inside(found)


def test_without_scores_it_would_not_be_stable():
    heads = [Head(head.value, Scores(diagonal([ZERO] * 4))) for head in rank_two_heads()]
    basis = [[Fraction(int(a == b)) for b in range(4)] for a in range(1, 4)]
    J = layer_jacobian(opposite(4), heads, ONE)
    assert not all_inside(on_tangents(J, [basis] * 4).charpoly())


def test_heads_that_do_not_commute_hold_a_pattern_off_the_eigenvectors_of_their_sum():
    """t = 4/5 and u = 2/5: t F e_1 + u G e_1 = (12/5) e_1, but (F + G) e_1 = (4, -1)."""
    F, G = [[Fraction(2), ZERO], [ONE, ZERO]], [[Fraction(2), ZERO], [Fraction(-2), ONE]]
    scores = [
        Scores(diagonal([ZERO] * 2), ((base, diagonal([Fraction(1, 2), ZERO])),))
        for base in (Fraction(9), Fraction(7, 3))
    ]
    tokens = opposite(2)
    pull = [apply(F, [Fraction(4, 5), 0]), apply(G, [Fraction(2, 5), 0])]
    assert plus(*pull) == [Fraction(12, 5), 0]
    assert apply(matrix_sum([G], F), [1, 0]) == [4, -1]
    along_e_2 = [[[ZERO, Fraction(int(s == t))] for s in range(4)] for t in range(4)]
    heads = [Head(F, scores[0]), Head(G, scores[1])]
    images = layer_jacobian(tokens, heads, ONE, directions=along_e_2).table()
    assert all(x == 0 for row in images[0::2] for x in row)  # tangent stays tangent
    assert all_inside(flint.fmpq_mat(images[1::2]).charpoly())
    with working_precision(200):  # the softmax layer itself leaves the tokens where they are
        P, Q = ([[ball(base).log() / 2, 0], [0, 0]] for base in (9, Fraction(7, 3)))
        zeros = [[[x * ball(1) for x in row] for row in table] for table in (P, Q)]
        value = [[[ball(x) for x in row] for row in matrix] for matrix in (F, G)]
        exact = [[ball(x) for x in row] for row in tokens]
        after = raw.softmax_layer(tokens=exact, scores=zeros, value=value, step=ball(1))
        for u, v in zip(exact, after, strict=True):
            assert all((a - b).contains(0) and b.rad() < 1e-50 for a, b in zip(u, v, strict=True))


@theorem("B-D41")
@given(
    st.sampled_from([1, 2, 3]), st.lists(rationals(), min_size=4, max_size=4),
    st.lists(rationals(), min_size=4, max_size=4),
    rationals(min_value=Fraction(1, 4), max_value=9),
    rationals(min_value=Fraction(1, 4), max_value=9), steps,
)  # fmt: skip
def test_equal_groups_at_a_common_eigenvector(half, phi, gamma, E, D, tau):
    """(1 + tau (phi_k + gamma_k))/rho, (1 + tau (t phi_k + u gamma_k))/rho, 1/rho within groups."""
    t, u = (E - 1) / (E + 1), (D - 1) / (D + 1)
    rho = 1 + tau * (t * phi[0] + u * gamma[0])
    assume(rho > 0)
    along = diagonal([Fraction(1, 2), ZERO, ZERO])
    heads = [
        Head(diagonal(values[:3]), Scores(diagonal([ZERO] * 3), ((base, along),)))
        for values, base in ((phi, E), (gamma, D))
    ]
    n = 2 * half
    J = layer_jacobian(opposite(3, n), heads, tau)
    basis = [[ZERO, ONE, ZERO], [ZERO, ZERO, ONE]]
    roots = [(1 + tau * (phi[k] + gamma[k])) / rho for k in (1, 2)]
    roots += [(1 + tau * (t * phi[k] + u * gamma[k])) / rho for k in (1, 2)]
    assert on_tangents(J, [basis] * n).charpoly() == factors(*roots, *[1 / rho] * (2 * (n - 2)))


@pytest.mark.parametrize("a", [[ONE, ZERO], [Fraction(3, 5), Fraction(4, 5)]])
@given(
    square_matrices(2), square_matrices(2), rationals(min_value=Fraction(1, 4), max_value=9), steps
)
def test_opposite_groups_go_to_opposite_places(a, F, G, E, tau):
    """x_i = eps_i a goes to eps_i (a + tau (t F a + u G a)), here with u = 0."""
    t = (E - 1) / (E + 1)
    scores = [
        Scores(diagonal([ZERO] * 2), ((E, times_rows(Fraction(1, 2), outer(a, a))),)),
        Scores(diagonal([ZERO] * 2)),
    ]
    tokens = [a, times(-1, a), a, times(-1, a)]
    moved = tokens
    for matrix, table in zip((F, G), scores, strict=True):
        weights = table.weights(tokens)
        means = [[dot(row, column) for column in zip(*tokens, strict=True)] for row in weights]
        moved = [plus(y, times(tau, apply(matrix, s))) for y, s in zip(moved, means, strict=True)]
    place = plus(a, times(tau * t, apply(F, a)))
    assert moved == [place, times(-1, place)] * 2


def times_rows(factor, rows):
    return [times(factor, row) for row in rows]
