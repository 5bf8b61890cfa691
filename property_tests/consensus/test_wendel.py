"""Paper A, Remark 4.3: the probability that random tokens share an open hemisphere.

For a symmetric law it is the number of sign patterns that put the tokens into one hemisphere, over
2^l. The patterns are counted in three ways that have nothing in common: by elimination (the
module's own count), by sign changes of polynomials, and by the edges of the regions into which
the tokens' orthogonal planes cut the space.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb

import numpy as np
import pytest
from exact_strategies import unit_vectors
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from proofs.consensus import wendel
from property_tests.theorems.marks import theorem
from verify.numerics.matrices import dot
from verify.numerics.rational_matrices import rank, solve


def probability(points, n):
    """The true formula for that many points of the sphere S^n in R^(n+1): the sum runs to n."""
    return Fraction(sum(comb(points - 1, mu) for mu in range(n + 1)), 2 ** (points - 1))


def printed(points, n):
    """What the remark prints: the sum stops at n - 1."""
    return Fraction(sum(comb(points - 1, mu) for mu in range(n)), 2 ** (points - 1))


# ------------------------------------------------------------------ three counts


def by_sign_changes(points, n):
    """Count the sign patterns of polynomials of degree n at these points: at most n changes.

    Points (1, t, ..., t^n) of the moment curve are in general position, and c^T of such a point is
    a polynomial: it changes its sign at most n times, and wherever it is told to.
    """
    return sum(
        sum(a != b for a, b in pairwise(pattern)) <= n
        for pattern in product((1, -1), repeat=points)
    )


def by_edges(tokens):
    """Count the regions of the planes orthogonal to tokens in R^3, by the lines they meet in.

    In general position every region has an edge on such a line: there the two planes that meet
    may be left on either side, and all others are where they are.
    """
    regions = set()
    for first, second in combinations(range(len(tokens)), 2):
        (a, b, c), (d, e, f) = tokens[first], tokens[second]
        along = [b * f - c * e, c * d - a * f, a * e - b * d]
        for turn, left, right in product((1, -1), repeat=3):
            signs = [turn if dot(along, y) > 0 else -turn for y in tokens]
            signs[first], signs[second] = left, right
            regions.add(tuple(signs))
    return len(regions)


@pytest.mark.parametrize("n", range(5))
@pytest.mark.parametrize("points", range(1, 11))
def test_the_formula_counts_all_sign_patterns(points, n):
    assert Fraction(by_sign_changes(points, n), 2**points) == probability(points, n)


@pytest.mark.parametrize("n", range(4))
@pytest.mark.parametrize("points", range(1, 6))
def test_elimination_counts_the_same_patterns(points, n):
    assert wendel.hemisphere_patterns(points, n) == by_sign_changes(points, n)


@given(st.lists(unit_vectors(3), min_size=3, max_size=6))
def test_it_does_not_depend_on_the_points_as_long_as_no_three_are_coplanar(tokens):
    assume(all(rank(list(three)) == 3 for three in combinations(tokens, 3)))
    assert Fraction(by_edges(tokens), 2 ** len(tokens)) == probability(len(tokens), 2)


def has_a_covector(turned):
    """Return whether some covector has a product of 1 or more with every row."""
    free = [(None, None)] * turned.shape[1]
    cost = np.zeros(turned.shape[1])
    return linprog(cost, A_ub=-turned, b_ub=-np.ones(len(turned)), bounds=free).success


@theorem("A-R4.3++")
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1).map(np.random.default_rng), st.integers(1, 6), st.integers(1, 4))
def test_vectors_in_general_position_have_as_many_patterns_as_cover_counts(rng, points, d):
    y = rng.integers(-9, 10, (points, d))
    few = min(points, d)
    some_rows = (y[list(rows)] for rows in combinations(range(points), few))
    assume(all(np.linalg.matrix_rank(rows) == few for rows in some_rows))
    ways = sum(
        has_a_covector(np.array(signs)[:, None] * y) for signs in product((1, -1), repeat=points)
    )
    assert ways == 2 * sum(comb(points - 1, k) for k in range(d))


def test_the_printed_sum_is_too_small():
    """Two points of a circle always share a half circle; three do in three cases of four."""
    assert by_sign_changes(2, 1) == 4
    assert (probability(2, 1), printed(2, 1)) == (1, Fraction(1, 2))
    assert (probability(3, 1), printed(3, 1)) == (Fraction(3, 4), Fraction(1, 4))
    assert (probability(10, 2), printed(10, 2)) == (Fraction(46, 512), Fraction(10, 512))


# ------------------------------------------------------------------ what follows from it


@given(st.integers(1, 60), st.integers(1, 40))
def test_one_more_point_is_the_mean_of_this_dimension_and_the_one_below(points, n):
    assert probability(points + 1, n) == (probability(points, n) + probability(points, n - 1)) / 2
    assert probability(1, n) == 1
    assert probability(points, 0) == Fraction(2, 2**points)


@given(st.integers(1, 60), st.integers(0, 60))
@example(points=3, n=1)
def test_it_is_certain_exactly_up_to_n_plus_one_points(points, n):
    assert (probability(points, n) == 1) == (n >= points - 1)
    # The printed sum is right only where it is certain with a point to spare.
    assert (printed(points, n) == probability(points, n)) == (n >= points)


@given(st.integers(1, 60))
def test_on_the_circle_it_is_l_over_a_power_of_two(points):
    assert probability(points, 1) == Fraction(points, 2 ** (points - 1))


@theorem("A-R4.3+")
@given(st.lists(unit_vectors(3), min_size=1, max_size=3))
def test_independent_tokens_share_a_hemisphere(tokens):
    """Up to n + 1 of them: the system v^T y_i = 1 for all i then has a solution."""
    axes = [[Fraction(int(a == b)) for a in range(3)] for b in range(3)]
    assume(rank(tokens) == len(tokens))
    for axis in axes:
        if rank([*tokens, axis]) > rank(tokens):
            tokens = [*tokens, axis]
    v = [row[0] for row in solve(tokens, [[Fraction(1)]] * 3)]
    assert [dot(v, y) for y in tokens] == [1, 1, 1]
