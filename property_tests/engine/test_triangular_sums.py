"""Sums over i < j are told from sums over all, and averages with positive parts are positive.

What is proved is compared with its value on random weights: no equation that fails there passes.
"""

import itertools
from random import Random

import pytest
from hypothesis import example, settings
from hypothesis import given as drawn
from hypothesis import strategies as st

from property_tests.engine.small_lemmas import lemma_of
from verify.methods import certificate, symbolic
from verify.vocabulary import *


def outcomes(step):
    def body(given):
        yield "A step.", step(given)

    made = lemma_of(body)
    (said,) = made.declared.said
    return [method.decide(said).outcome for method in (symbolic, certificate)]


def is_proved(step):
    both = set(outcomes(step))
    assert len(both) == 1  # one is as strong as the other
    return both == {"proved"}


@pytest.mark.parametrize(("half", "true"), [(Fraction(1, 2), True), (Fraction(1, 3), False)])
def test_half_of_the_square_of_a_sum_without_squares_is_over_pairs_in_order(half, true):
    def step(given):
        a = given(coefficients("a"))
        whole, squares = total(a[i] for i in tokens), total(a[i] ** 2 for i in tokens)
        pairs = total(total(a[i] * a[j] for j in tokens.before(i)) for i in tokens)
        return Identity(pairs, half * (whole**2 - squares))

    assert is_proved(step) is true


WEIGHTS = st.lists(st.integers(-2, 2), min_size=4, max_size=4)


@settings(max_examples=15)
@example([1, 1, -1, 1], 0)
@example([1, 1, -1, 2], 0)
@drawn(WEIGHTS, st.integers(0, 10**6))
@pytest.mark.long
def test_what_is_proved_of_sums_in_order_is_true_of_random_numbers(by, seed):
    """Numbers times the sums over j < i, over i < j, over all and over i = j add up to 0."""

    def step(given):
        w, a = given(any_weights("w")), given(coefficients("a"))
        parts = [
            total(total(w[i, j] * a[i] for j in tokens.before(i)) for i in tokens),
            total(total(w[j, i] * a[j] for j in tokens.before(i)) for i in tokens),
            total(total(w[i, j] * a[i] for j in tokens) for i in tokens),
            total(w[i, i] * a[i] for i in tokens),
        ]
        return Identity(sum(c * part for c, part in zip(by, parts, strict=True)), 0 * a[1])

    random, n = Random(seed), 3
    w = [[random.randint(-9, 9) for _ in range(n)] for _ in range(n)]
    a = [random.randint(1, 9) for _ in range(n)]
    every_pair = list(itertools.product(range(n), repeat=2))
    values = [
        sum(w[i][j] * a[i] for i, j in every_pair if j < i),
        sum(w[j][i] * a[j] for i, j in every_pair if j < i),
        sum(w[i][j] * a[i] for i, j in every_pair),
        sum(w[i][i] * a[i] for i in range(n)),
    ]
    expected = by[0] == by[1] == -by[2] == by[3] == -by[2]
    assert is_proved(step) is expected
    if expected:
        assert sum(c * value for c, value in zip(by, values, strict=True)) == 0


def test_chains_of_three_in_order_are_a_sixth_of_what_is_left():
    def step(given):
        a = given(coefficients("a"))
        chains = total(
            total(total(a[i] * a[j] * a[k] for k in tokens.before(j)) for j in tokens.before(i))
            for i in tokens
        )
        other = total(
            total(total(a[p] * a[q] * a[r] for p in tokens.before(q)) for q in tokens.before(r))
            for r in tokens
        )
        return Identity(chains, other)

    assert is_proved(step)


def average(given, strict=True, weights=row_stochastic, masses=positive_weights):
    A, p = given(weights("A")), given(masses("p"))
    i = tokens.any("i")
    mean = total(A[i, j] * p[j] for j in tokens)
    return Inequality(mean > 0 if strict else mean >= 0, because=mean)


@pytest.mark.parametrize(
    ("weights", "masses", "strict", "true"),
    [
        (row_stochastic, positive_weights, True, True),
        (nonnegative_weights, positive_weights, True, False),
        (nonnegative_weights, positive_weights, False, True),
        (row_stochastic, coefficients, False, False),
        (any_weights, positive_weights, False, False),
    ],
)
def test_an_average_of_positive_numbers_is_positive(weights, masses, strict, true):
    (_, certified) = outcomes(lambda given: average(given, strict, weights, masses))
    assert (certified == "proved") is true


@pytest.mark.parametrize(
    ("weights", "true"),
    [(row_stochastic, True), pytest.param(nonnegative_weights, False, marks=pytest.mark.long)],
)
def test_an_average_is_strictly_below_what_is_above_all(weights, true):
    def step(given):
        A, q, M = given(weights("A")), given(coefficients("q")), given(coefficients("M"))
        i, k = tokens.any("i", "k")
        mean = total(A[i, j] * q[j] for j in tokens)
        mass = total(A[i, j] for j in tokens)
        return Inequality(mean < M[k] * mass, where=[every(lambda j: q[j] < M[k])])

    assert is_proved(step) is true


def test_an_order_of_two_given_indices_is_no_sum():
    def step(given):
        a = given(coefficients("a"))
        i, j = tokens.any("i", "j")
        return Inequality(a[i] - a[j] >= 0, where=[precedes(i, j)], because=a[i] - a[j])

    assert outcomes(step)[1] == "inconclusive"


@pytest.mark.parametrize("sign", [1, -1])
def test_a_rate_of_a_rate_is_read(sign):
    def step(given):
        x, p = given(coefficients("x")), given(coefficients("p"))
        i = tokens.any("i")
        flow = motion({x: lambda i: p[i], p: lambda i: -x[i]})
        return Identity(rate(rate(x[i] ** 2, flow), flow), 2 * p[i] ** 2 - sign * 2 * x[i] ** 2)

    assert is_proved(step) is (sign == 1)
