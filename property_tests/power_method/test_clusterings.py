"""Paper B, Remarks 5 and 6, Proposition 1, Lemma 9: clusterings, and the rank of attention."""

from fractions import Fraction

import flint
import pytest
from exact_strategies import *
from hypothesis import given
from hypothesis import strategies as st

from property_tests.exact_vectors import ball, with_eigenvalues
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, plus, times
from verify.numerics.rational_matrices import rank

BITS = 192
TINY = flint.arb(10) ** -40
positive = rationals(min_value=Fraction(1, 4), max_value=4)


def determinant(m):
    """Of a 3 x 3 matrix, by its first row."""
    (a, b, c), (d, e, f), (g, h, i) = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


@theorem("B-R5")
@given(tokens_on_sphere(3, 2), square_matrices(2), square_matrices(2))
def test_tokens_that_are_equal_stay_equal(x, P, V):
    x = [x[0], x[1], x[0]]
    with flint.ctx.workprec(BITS):
        A = raw.softmax_weights(ball(x), ball(P), 1, "all", None)
        assert all(a.overlaps(b) for a, b in zip(A[0], A[2], strict=True))
        pulls = [sum((A[i][j] * ball(x[j][0]) for j in range(3)), start=ball(0)) for i in (0, 2)]
        assert pulls[0].overlaps(pulls[1])


@theorem("B-R5")
@given(st.integers(1, 4), st.integers(1, 4), positive, positive, unit_vectors(2), unit_vectors(2))
def test_a_cluster_counts_by_its_size(p, q, own, other, z_1, z_2):
    weights, places = [own] * p + [other] * q, [z_1] * p + [z_2] * q
    seen = [Fraction(0)] * 2
    for w, z in zip(weights, places, strict=True):
        seen = plus(seen, times(w / sum(weights), z))
    assert seen == times(
        1 / (p * own + q * other), plus(times(p * own, z_1), times(q * other, z_2))
    )


@theorem("B-P1")
@given(
    tokens_on_sphere(2, 2), stochastic_matrices(2), orthogonal_matrices(2),
    st.lists(rationals(), min_size=2, max_size=2),
)  # fmt: skip
def test_the_matrix_of_the_criterion_is_singular_at_every_state(x, A, rows, lam):
    """A (x) V - lambda_1 I times (v_1, v_1) is 0, whatever the tokens are."""
    v, largest, V = rows[0], lam[0], with_eigenvalues(rows, lam)
    for row in A:
        image = times(-largest, v)
        for w in row:
            image = plus(image, times(w, apply(V, v)))
        assert image == [0, 0]
    matrix = [
        [A[i][j] * V[a][b] - largest * (i == j and a == b) for j in (0, 1) for b in (0, 1)]
        for i in (0, 1)
        for a in (0, 1)
    ]
    assert rank(matrix) < 4


def three_clusters(cosine, sine, first, second, sizes):
    """Tokens at (cosine, +-sine) and (1, 0), P = diag(first, second) in balls, and V that fits."""
    one, none = ball(1), ball(0)
    z = [[cosine, sine], [one, none], [cosine, -sine]]
    x = [place for place, size in zip(z, sizes, strict=True) for _ in range(size)]
    P = [[first, none], [none, second]]
    A = raw.softmax_weights(x, P, 1, "all", None)
    s = [sum((w * y[k] for w, y in zip(A[0], x, strict=True)), start=none) for k in (0, 1)]
    V = [[cosine / s[0], none], [none, sine / s[1]]]
    after = raw.softmax_layer(tokens=x, scores=P, value=V, step=one / 4)
    table = [[(first * a[0] * b[0] + second * a[1] * b[1]).exp() for b in z] for a in z]
    moved = max(abs(a - b).upper() for u, v in zip(after, x, strict=True)
                for a, b in zip(u, v, strict=True))  # fmt: skip
    return A, V, moved, determinant(table)


@pytest.mark.parametrize("sizes", [(1, 1, 1), (2, 1, 2), (1, 3, 1)])
def test_three_clusters_at_rest_may_have_attention_of_rank_two(sizes):
    """z = (3/5, +-4/5), (1, 0), P = diag(-(25/4) ln(5/4), (25/16) ln 2), in balls."""
    with flint.ctx.workprec(2 * BITS):
        first = -ball(Fraction(25, 4)) * ball(Fraction(5, 4)).log()
        second = ball(Fraction(25, 16)) * ball(2).log()
        cosine, sine = ball(Fraction(3, 5)), ball(Fraction(4, 5))
        _, V, moved, found = three_clusters(cosine, sine, first, second, sizes)
        assert moved < TINY and abs(found) < TINY
        assert V[0][0] > 0 and V[1][1] > 0
