"""Exact matrices, shapes, choices and instances: each is exactly what it claims to be."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.language.index_sets import modes
from verify.language.mistakes import Mistake
from verify.language.symbols import Mask, operator_symbol, scalar_symbol, vector_symbol
from verify.language.words import pi
from verify.numerics import matrices, rational_matrices, shapes
from verify.numerics.exact import Instance
from verify.numerics.strategies import HypothesisDraw

HALF = Fraction(1, 2)


@st.composite
def drawn(draw, make):
    """What a function of a Draw makes, under hypothesis."""
    return make(HypothesisDraw(draw))


@given(drawn(lambda draw: (shapes.invertible(draw, 3), shapes.operator(draw, 3, False))))
def test_a_linear_system_is_solved_exactly(pair):
    matrix, right = pair
    assert matrices.product(matrix, rational_matrices.solve(matrix, right)) == right
    assert matrices.product(rational_matrices.inverse(matrix), matrix) == matrices.identity(3)
    assert rational_matrices.rank(matrices.product(matrix, right)) == rational_matrices.rank(right)


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
