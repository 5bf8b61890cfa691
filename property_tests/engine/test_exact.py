"""Exact matrices, shapes, choices and instances: each is exactly what it claims to be."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from verify.language.index_sets import modes
from verify.language.mistakes import Mistake
from verify.language.symbols import Mask, operator_symbol, scalar_symbol, vector_symbol
from verify.language.words import pi
from verify.numerics import matrices, rational_matrices, shapes
from verify.numerics.exact import Instance, Unlucky
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
