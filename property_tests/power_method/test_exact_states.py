"""Exact states of attention layers: what is drawn is what was asked for, and at rest if said so."""

from fractions import Fraction
from random import Random

import flint
import pytest
from exact_strategies import unit_vectors
from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.exact_vectors import ball
from property_tests.power_method.exact_states import (
    SPECTRUM_KINDS,
    Scores,
    principal_spectrum,
    scores_vanishing_on,
    scores_with,
    value_matrix,
)
from property_tests.power_method.two_clusters import (
    scores_of_table,
    two_cluster_equilibrium,
    two_clusters,
)
from verify.numerics import raw
from verify.numerics.exact import RandomDraw, Unlucky, lucky
from verify.numerics.matrices import apply, dot, identity, product, times, transpose
from verify.numerics.number import Irrational, Undefined, balls
from verify.numerics.rational_matrices import rank
from verify.numerics.shapes import operator, orthogonal, projection_onto, zero_sum_tokens
from verify.numerics.strategies import drawn

BITS = 160
ONE = Fraction(1)
kinds = pytest.mark.parametrize("kind", SPECTRUM_KINDS)
sizes = st.tuples(st.integers(1, 3), st.integers(1, 3))


def is_orthogonal(rows):
    return product(rows, transpose(rows)) == identity(len(rows))


def close(balls_, rationals):
    """Whether narrow balls contain given rationals, row by row."""
    return all(
        abs(x - y).upper() < flint.arb(10) ** -30
        for row, other in zip(balls_, rationals, strict=True)
        for x, y in zip(row, (ball(q) for q in other), strict=True)
    )


def raw_step(state):
    """The layer as it is defined, exponentials and norms included, in balls."""
    numbers = balls(BITS)
    tokens, value = ball(state.tokens), ball(state.value)
    return raw.softmax_layer(
        tokens=tokens, scores=state.scores.matrix(numbers), value=value, step=ball(state.step)
    )


def test_an_unlucky_draw_is_repeated_and_a_hopeless_one_is_told():
    tried = []

    def second_time(draw):
        tried.append(draw.whole(0, 9))
        if len(tried) < 2:
            raise Unlucky("not yet")
        return tried

    assert len(lucky(Random(0), second_time)) == 2

    def never(draw):
        raise Unlucky("no such thing")

    with pytest.raises(Unlucky, match="1000 draws in a row: no such thing"):
        lucky(Random(0), never)


@kinds
@given(st.data(), st.integers(1, 5), st.booleans())
@settings(max_examples=25)
def test_a_spectrum_has_a_simple_positive_first_eigenvalue(kind, data, dimension, repeated):
    found = data.draw(
        drawn(lambda draw: principal_spectrum(draw, dimension, kind, repeated=repeated))
    )
    assert len(found) == dimension and found == sorted(found, reverse=True)
    assert found[0] > 0 and 0 not in found and found.count(found[0]) == 1
    assert repeated or len(set(found)) == dimension
    if kind == "positive":
        assert min(found) > 0
    if kind in ("negative", "wide"):
        assert all(x < 0 for x in found[1:]) or kind == "wide"
    if kind == "wide" and dimension > 1:
        assert -found[-1] > found[0]


def test_a_kind_that_is_none_is_told():
    with pytest.raises(ValueError, match="kind='huge' is none of any, positive"):
        principal_spectrum(RandomDraw(Random(0)), 2, "huge")


@given(drawn(lambda draw: value_matrix(draw, 3)))
def test_a_value_matrix_has_its_eigenvectors(value):
    assert is_orthogonal(value.eigenvectors) and transpose(value.matrix) == value.matrix
    for v, eigenvalue in zip(value.eigenvectors, value.eigenvalues, strict=True):
        assert apply(value.matrix, v) == times(eigenvalue, v)


@given(unit_vectors(3), st.sampled_from([Fraction(1, 9), ONE, Fraction(7)]), st.data())
def test_scores_have_the_prescribed_square(u, ratio, data):
    """u^T P u = g with ratio = e^(2g): in balls, and exactly in the weights at x = +-u."""
    scores = data.draw(drawn(lambda draw: scores_with(draw, u, ratio)))
    numbers = balls(BITS)
    with numbers.working():
        P, v = scores.matrix(numbers), [ball(x) for x in u]
        twice = 2 * dot(v, apply(P, v))
        assert twice.overlaps(ball(ratio).log()) and abs(twice.rad()) < flint.arb(10) ** -30
    weights = scores.weights([u, u, times(-1, u)])
    assert weights[0] == times(1 / (2 * ratio + 1), [ratio, ratio, 1])
    assert weights[2] == times(1 / (ratio + 2), [1, 1, ratio])


def test_weights_that_are_not_rational_are_not_rounded():
    scores = Scores(identity(2))
    with pytest.raises(Irrational):
        scores.weights([[ONE, 0], [0, ONE]])
    with pytest.raises(Irrational):
        Scores(identity(2), ((Fraction(2), identity(2)),)).matrix()
    halves = Scores([[0, 0], [0, 0]], ((Fraction(2), [[Fraction(1, 2), 0], [0, 0]]),))
    with pytest.raises(Irrational):
        halves.exponential([ONE, 0], [ONE, 0])
    assert halves.exponential([ONE, 0], [2, 0]) == 2


@given(st.data(), st.integers(1, 3))
def test_scores_vanish_on_a_span(data, count):
    vectors = data.draw(st.lists(unit_vectors(4), min_size=count, max_size=count))
    P = data.draw(drawn(lambda draw: scores_vanishing_on(draw, vectors))).rational
    assert all(dot(x, apply(P, y)) == 0 for x in vectors for y in vectors)
    onto = projection_onto(vectors)
    assert product(onto, onto) == onto == transpose(onto) and rank(onto) == rank(vectors)
    assert [apply(onto, x) for x in vectors] == vectors


@pytest.mark.parametrize(("tokens", "dimension"), [(1, 4), (3, 3), (5, 2)])
def test_an_odd_number_of_rational_tokens_is_refused(tokens, dimension):
    with pytest.raises(ValueError, match="take an even number"):
        zero_sum_tokens(RandomDraw(Random(0)), tokens, dimension)


# ------------------------------------------------------------------ two clusters


@pytest.mark.parametrize("dimension", [2, 3])
@given(st.data(), sizes)
@settings(max_examples=25, deadline=None)
def test_two_clusters_are_at_rest_and_not_eigenvectors(dimension, data, counts):
    found = data.draw(drawn(lambda draw: two_cluster_equilibrium(draw, dimension, sizes=counts)))
    state, V = found.state, found.value
    assert len(state.tokens) == sum(counts) and all(dot(z, z) == 1 for z in found.centres)
    assert transpose(V) == V and rank(V) == dimension and rank(found.centres) == 2
    means = state.means()
    factors = [a for a, size in zip(found.factors, counts, strict=True) for _ in range(size)]
    for x, s, alpha in zip(state.tokens, means, factors, strict=True):
        assert apply(V, s) == times(alpha, x)
        assert 1 + state.step * alpha > 0
    assert state.is_fixed() and state.negated().is_fixed()
    for z in found.centres:
        assert rank([z, apply(V, z)]) == 2  # no eigenvector
    characteristic = flint.fmpq_mat(
        dimension, dimension, [flint.fmpq(x.numerator, x.denominator) for row in V for x in row]
    ).charpoly()
    roots = sorted((r.real for r, _ in characteristic.complex_roots()), key=float)
    assert roots[-1] > 0 and (characteristic.gcd(characteristic.derivative()).degree() == 0)


@given(drawn(lambda draw: two_cluster_equilibrium(draw, 2, sizes=(2, 1))))
@settings(max_examples=20, deadline=None)
def test_the_raw_layer_leaves_two_clusters_where_they_are(found):
    with balls(2 * BITS).working():
        for a, x in enumerate(found.centres):
            for b, y in enumerate(found.centres):
                assert found.scores.exponential(x, y) == found.table[a][b]
        assert close(raw_step(found.state), found.state.tokens)


@given(drawn(lambda draw: orthogonal(draw, 3)), st.data())
@settings(max_examples=25, deadline=None)
def test_scores_take_any_positive_table_at_independent_centres(frame, data):
    turned = [times(Fraction(1, 5), [3 * a + 4 * b for a, b in zip(*frame[:2], strict=True)])]
    centres = [frame[0], *turned, frame[2]]
    table, elsewhere = data.draw(
        drawn(
            lambda draw: (
                [[draw.magnitude() for _ in "abc"] for _ in "abc"],
                operator(draw, 3, False),
            )
        )
    )
    scores = scores_of_table(centres, table, elsewhere)
    assert [[scores.exponential(x, y) for y in centres] for x in centres] == table
    with pytest.raises(Undefined):
        scores_of_table([centres[0], times(-1, centres[0])], [[ONE, ONE], [ONE, ONE]])


@pytest.mark.parametrize(("centres", "table"), [
    ([[1, 0], [0, 1]], [[1, 1], [1, 1]]),      # s_1 = s_2
    ([[1, 0], [1, 0]], [[1, 2], [3, 1]]),      # one line
    ([[1, 0], [Fraction(-3, 5), Fraction(4, 5)]], [[1, 1], [3, 5]]),  # s_2 orthogonal to z_1
])  # fmt: skip
def test_degenerate_clusters_are_refused(centres, table):
    table = [[Fraction(x) for x in row] for row in table]
    with pytest.raises(Undefined):
        two_clusters(centres, table, (1, 1), factor=ONE, step=ONE)
