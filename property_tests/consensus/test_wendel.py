"""Paper A, Remark 4.3: the probability that random tokens share an open hemisphere.

For a symmetric law it is the number of sign patterns that put the tokens into one hemisphere, over
2^l. The patterns are counted by elimination (the module's own count), by sign changes of
polynomials, and by linear programs.
"""

from itertools import combinations, pairwise, product
from math import comb

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from proofs.consensus import wendel
from property_tests.theorems.marks import theorem


def by_sign_changes(points, n):
    """Count the sign patterns of polynomials of degree n at these points: at most n changes.

    Points (1, t, ..., t^n) of the moment curve are in general position, and c^T of such a point is
    a polynomial: it changes its sign at most n times, and wherever it is told to.
    """
    return sum(
        sum(a != b for a, b in pairwise(pattern)) <= n
        for pattern in product((1, -1), repeat=points)
    )


@pytest.mark.parametrize("n", range(4))
@pytest.mark.parametrize("points", range(1, 6))
def test_elimination_counts_the_same_patterns(points, n):
    assert wendel.hemisphere_patterns(points, n) == by_sign_changes(points, n)


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
