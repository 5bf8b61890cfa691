"""Theorems about a point or a state at one time, written by hand in NumPy."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from property_tests.theorems.raw_solutions import metric_of, projected, seeds, slowly

CLOSE = 1e-9


@theorem("A-1")
@slowly
@given(seeds, st.integers(1, 4))
def test_the_gradient_is_the_one_vector_of_all_slopes_and_moves_as_vectors_do(rng, d):
    G, slopes, change = metric_of(rng, d), rng.normal(size=d), metric_of(rng, d)
    gradient = np.linalg.solve(G, slopes)
    X = rng.normal(size=(5, d))
    assert np.allclose(X @ G @ gradient, X @ slopes, rtol=0, atol=CLOSE)
    other = gradient + rng.normal(size=d)
    assert np.abs(np.eye(d) @ G @ other - slopes).max() > CLOSE
    # In the coordinates z = change y slopes and metric are those of the inverse.
    inverse = np.linalg.inv(change)
    there = np.linalg.solve(inverse.T @ G @ inverse, inverse.T @ slopes)
    assert np.allclose(there, change @ gradient, rtol=0, atol=CLOSE)


@theorem("B-CT0")
@slowly
@given(seeds, st.integers(2, 4), st.booleans())
def test_a_state_rests_under_the_flow_exactly_if_no_push_leaves_its_line(rng, n, pattern):
    d, weights = n + 1, rng.dirichlet(np.ones(n), n) + np.eye(n)
    weights /= weights.sum(axis=1, keepdims=True)
    if pattern:
        half = rng.normal(size=(d, d))
        V = half + half.T
        x = np.outer(rng.choice([-1, 1], n), np.linalg.eigh(V)[1][:, rng.integers(d)])
    else:  # a V that takes the averages to multiples of the tokens, of any sign
        x = rng.normal(size=(n, d))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        V = (np.linalg.pinv(weights @ x) @ (rng.uniform(-1, 1, (n, 1)) * x)).T
    assert np.abs(projected(x, weights @ x @ V.T, np.eye(d))).max() <= CLOSE
    aside = V + np.outer(rng.normal(size=d), weights[0] @ x)  # now a push leaves the line of x_1
    assert np.abs(projected(x, weights @ x @ aside.T, np.eye(d))[0]).max() > CLOSE
