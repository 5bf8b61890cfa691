"""Vectors off the sphere: which ones are drawn, and what is refused.

That they satisfy their facts, and that these can fail, is tested with all assumptions.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.language.index_sets import modes
from verify.language.mistakes import Mistake
from verify.numerics.exact import Draw, GrowingDraw, Instance, Unlucky
from verify.numerics.matrices import dot
from verify.statements.assumptions.directions import (
    nonzero_vectors,
    orthogonal_to_both,
    vector_of_square,
)
from verify.vocabulary import any_scalar, any_vector

TRIES = 80
u, v, q = any_vector("u"), any_vector("v"), any_scalar("q")
one = vector_of_square("one", modes.count)


class Simplest(Draw):
    """Chooses the simplest value everywhere."""

    def position(self, count):
        return 0


def drawn(*assumptions, dimension=3):
    """Instances of assumptions, the last one's thing with them."""
    for number in range(TRIES):
        draw = GrowingDraw(number, 2 + number // 4)
        instance = Instance(draw.whole(1, 3), dimension)
        try:
            for assumption in assumptions:
                assumption.generate(draw, instance)
        except Unlucky:
            continue
        yield instance, instance[assumptions[-1].introduces]


@pytest.mark.parametrize("dimension", [1, 2, 3, 4, 5])
def test_the_simplest_vector_whose_square_is_the_dimension_is_that_of_ones(dimension):
    instance = Instance(1, dimension)
    one.generate(Simplest(), instance)
    assert instance[one.introduces] == [1] * dimension
    found = [x for _, x in drawn(one, dimension=dimension)]
    assert all(dot(x, x) == dimension for x in found)
    assert len({tuple(x) for x in found}) > (TRIES // 4 if dimension > 1 else 0)


@pytest.mark.parametrize("square", [Fraction(2), Fraction(9, 4), Fraction(1, 3)])
def test_squares_that_equal_entries_cannot_have_are_reached_where_any_vector_has_them(square):
    for dimension in (2, 3, 4):
        found = [x for _, x in drawn(vector_of_square("x", square), dimension=dimension)]
        assert all(dot(x, x) == square for x in found)
        # 1/3 is no sum of two rational squares, for 3 is none.
        assert bool(found) == (square != Fraction(1, 3) or dimension > 2)


@pytest.mark.parametrize("square", [0, -1])
def test_no_vector_but_0_has_a_square_that_is_not_positive(square):
    assert not list(drawn(vector_of_square("x", square)))


def test_nonzero_vectors_have_many_lengths_and_some_are_parallel():
    lengths, parallel = set(), False
    for _, tokens in drawn(nonzero_vectors("y")):
        lengths |= {dot(token, token) for token in tokens}
        parallel = parallel or any(
            dot(a, b) ** 2 == dot(a, a) * dot(b, b) for a in tokens for b in tokens if a is not b
        )
    assert parallel and len(lengths) > 4 and 0 not in lengths


def test_what_is_orthogonal_to_both_is_0_in_their_plane_only():
    z = orthogonal_to_both("z", u.introduces, v.introduces)
    for instance, found in drawn(u, v, z, dimension=2):
        (a, b), (c, d) = instance[u.introduces], instance[v.introduces]
        assert a * d == b * c or not any(found)
    in_space = [found for _, found in drawn(u, v, z)]
    assert sum(map(any, in_space)) > TRIES // 4


def test_what_is_no_vector_or_number_is_told():
    with pytest.raises(Mistake, match="the third argument must be a vector"):
        orthogonal_to_both("z", u.introduces, q.introduces)
    with pytest.raises(Mistake, match="expected a scalar"):
        vector_of_square("x", u.introduces)
