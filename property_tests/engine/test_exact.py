"""Exact matrices, shapes, choices and instances: each is exactly what it claims to be."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from verify.language.index_sets import modes
from verify.language.mistakes import Mistake
from verify.language.symbols import Mask, operator_symbol, scalar_symbol, vector_symbol
from verify.language.words import pi
from verify.numerics import matrices, rational_matrices, shapes
from verify.numerics.exact import (
    GrowingDraw,
    Instance,
    Sizes,
    Unlucky,
    differ,
    magnitudes,
    rationals_between,
    wholes_between,
)
from verify.numerics.number import Undefined
from verify.numerics.strategies import HypothesisDraw

HALF = Fraction(1, 2)


@st.composite
def drawn(draw, make):
    """What a function of a Draw makes, under hypothesis."""
    return make(HypothesisDraw(draw))


# ------------------------------------------------------------------ matrices


@given(drawn(lambda draw: (shapes.invertible(draw, 3), shapes.operator(draw, 3, False))))
def test_a_linear_system_is_solved_exactly(pair):
    matrix, right = pair
    assert matrices.product(matrix, rational_matrices.solve(matrix, right)) == right
    assert matrices.product(rational_matrices.inverse(matrix), matrix) == matrices.identity(3)
    assert rational_matrices.rank(matrices.product(matrix, right)) == rational_matrices.rank(right)


@given(drawn(lambda draw: (draw.rationals(3), draw.rationals(3))))
def test_a_product_of_two_vectors_has_rank_one_and_no_inverse(pair):
    matrix = matrices.outer(*pair)
    assert rational_matrices.rank(matrix) == int(any(pair[0]) and any(pair[1]))
    with pytest.raises(Undefined, match="singular"):
        rational_matrices.inverse(matrix)


# ------------------------------------------------------------------ shapes


@pytest.mark.parametrize("dimension", [1, 2, 3])
@given(data=st.data())
def test_points_lie_exactly_where_they_should(dimension, data):
    draw = HypothesisDraw(data.draw)
    factor = shapes.metric_factor(draw, dimension)
    metric = matrices.product(factor, matrices.transpose(factor))
    for z in shapes.tokens_on_sphere(draw, 3, dimension):
        assert matrices.dot(z, z) == 1
        y = shapes.onto_ellipsoid(factor, z)
        assert matrices.dot(y, matrices.apply(metric, y)) == 1


@given(drawn(lambda draw: (shapes.orthogonal(draw, 3), shapes.spectrum(draw, 3))))
def test_a_symmetric_matrix_has_the_spectrum_it_was_given(pair):
    vectors, values = pair
    matrix = shapes.with_spectrum(vectors, values)
    assert matrix == matrices.transpose(matrix)
    for vector, eigenvalue in zip(vectors, values, strict=True):
        assert matrices.apply(matrix, vector) == matrices.times(eigenvalue, vector)
    assert matrices.product(vectors, matrices.transpose(vectors)) == matrices.identity(3)


@given(drawn(lambda draw: (shapes.tokens_on_sphere(draw, 3, 2), draw.rationals(2))))
def test_tokens_are_moved_into_a_hemisphere_by_their_signs(pair):
    points, covector = pair
    moved, along = shapes.hemisphere(points, covector)
    assert all(matrices.dot(along, y) > 0 for y in moved)
    assert all(y in points or matrices.times(-1, y) in points for y in moved)
    assert along == covector or all(matrices.dot(covector, y) == 0 for y in points)
    closed, edge = shapes.on_the_boundary(points, covector)
    assert any(edge)
    assert all(matrices.dot(edge, y) >= 0 for y in closed)
    assert closed[0] == matrices.times(-1, closed[-1])
    assert matrices.dot(edge, closed[0]) == 0


@given(
    drawn(lambda draw: (draw.rationals(3), draw.rationals(3), shapes.positive_definite(draw, 3)))
)
def test_a_component_is_removed_in_the_metric(triple):
    u, v, metric = triple
    rest = shapes.without(u, v, metric)
    assert matrices.dot(matrices.apply(metric, v), rest) == 0 or not any(v)
    assert shapes.without(rest, v, metric) == rest


@given(st.integers(2, 3), st.data())
def test_a_symmetric_operator_without_a_factor_still_gives_exact_points(dimension, data):
    draw = HypothesisDraw(data.draw)
    matrix = shapes.operator(draw, dimension, True)
    try:
        points = shapes.points_of(draw, matrix, 3)
    except Unlucky:
        assume(False)
    assert all(matrices.dot(y, matrices.apply(matrix, y)) == 1 for y in points)


# ------------------------------------------------------------------ choices and instances


def test_pools_start_with_the_simplest_values():
    pool = rationals_between(Fraction(-3), Fraction(3), 4)
    assert [str(q) for q in pool[:9]] == ["0", "1", "-1", "2", "1/2", "-2", "-1/2", "3", "1/3"]
    assert wholes_between(-1, 3) == (0, 1, -1, 2, 3)
    assert magnitudes()[:2] == (1, 2)
    assert {Fraction(100), Fraction(1, 100)} < set(magnitudes())


@given(st.integers(0, 1000), st.integers(1, 9))
def test_a_growing_draw_sees_only_the_front_of_its_pool(seed, reach):
    draw, again = GrowingDraw(seed, reach), GrowingDraw(seed, reach)
    pool = list(range(20))
    chosen = [draw.choose(pool) for _ in range(30)]
    assert max(chosen) < reach
    assert chosen == [again.choose(pool) for _ in range(30)]


def test_an_empty_pool_is_an_error_that_names_its_bounds():
    with pytest.raises(ValueError, match="between 1/7 and 1/6"):
        rationals_between(Fraction(1, 7), Fraction(1, 6), 4)
    with pytest.raises(ValueError, match="least <= most"):
        Sizes(tokens=(3, 2))
    with pytest.raises(ValueError, match="reach"):
        GrowingDraw(0, 0)


def test_an_instance_is_described_by_name_and_counts_from_one():
    x, theta, r, mask = vector_symbol("x"), scalar_symbol("theta"), modes.any("r"), Mask("N")
    instance = Instance(tokens=2, dimension=2)
    instance[x] = [HALF, Fraction(0)]
    instance[theta] = HALF * pi()
    instance[r] = 1
    instance[mask] = [[0, 1], [0, 0]]
    assert instance.describe() == {
        "n": "2", "d": "2", "x": ["1/2", "0"], "theta": "(1/2)*pi()", "r": "2", "N": [["2"], []],
    }  # fmt: skip


def test_a_metric_forgets_its_factor_when_it_is_overwritten():
    metric, other = operator_symbol("W", symmetric=True), operator_symbol("P")
    instance = Instance(tokens=1, dimension=2)
    instance.put_metric(metric, [[Fraction(2), Fraction(0)], [Fraction(1), Fraction(1)]])
    assert instance[metric] == [[4, 2], [2, 2]]
    assert instance.factor(metric) is not None
    assert instance.overwritten == set()
    instance.identify(other, metric)
    instance[other] = matrices.identity(2)
    assert instance[metric] == matrices.identity(2)
    assert instance.factor(metric) is None
    assert instance.overwritten == {metric.args[0]}


def test_what_was_not_given_has_no_value():
    with pytest.raises(Mistake, match="tau has no value in this instance"):
        Instance(tokens=1, dimension=2)[scalar_symbol("tau")]


@given(st.integers(1, 3), st.data())
def test_weights_and_masks_have_their_shapes(tokens, data):
    draw = HypothesisDraw(data.draw)
    table = shapes.weights(draw, 2, tokens, tokens)
    assert [len(x) for x in itertools.chain(table, *table)] == [tokens] * (2 + 2 * tokens)
    allowed = [True] + [draw.choose((True, False)) for _ in range(tokens - 1)]
    row = shapes.stochastic_row(draw, allowed)
    assert sum(row) == 1
    assert all(w >= 0 and (seen or w == 0) for w, seen in zip(row, allowed, strict=True))
    causal = shapes.mask(draw, tokens, causal=True)
    assert all(bit == 0 for i, r in enumerate(causal) for j, bit in enumerate(r) if j > i)


def test_values_that_are_closed_formulas_are_compared_by_what_is_written():
    assert not differ([pi() / 3, 1], [pi() / 3, 1])
    assert differ([pi() / 3], [pi() / 4]) and differ([1], [1, 2]) and differ(pi(), 3)
