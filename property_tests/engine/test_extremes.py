"""Largest and least values: what is false of them is refuted, and proved by no method."""

import pytest

from property_tests.engine.small_lemmas import lemma_of as made
from verify.methods import certificate, sampling, symbolic
from verify.vocabulary import *


def of(claim, where=()):
    """Return a statement that compares averages of numbers with the numbers."""

    @made
    def averages(given):
        a, x = given(row_stochastic("a")), given(coefficients("x"))
        new = let("new", lambda i: total(a[i, j] * x[j] for j in tokens))
        yield "So.", Inequality(claim(new, x, *tokens.any("i", "k")), name="averages")

    return averages


def top(x):
    return largest(x[j] for j in tokens)


def low(x):
    return least(x[j] for j in tokens)


def spread(x):
    return top(x) - low(x)


FALSE = {
    "above the largest": lambda new, x, i, k: new[i] >= top(x),
    "below the least": lambda new, x, i, k: new[i] <= low(x),
    "the largest average, the other way round": lambda new, x, i, k: top(new) >= top(x),
    "the least average, the other way round": lambda new, x, i, k: low(new) <= low(x),
    "half the spread": lambda new, x, i, k: 2 * spread(new) <= spread(x),
    "the largest is one of them": lambda new, x, i, k: x[i] >= top(x),
    "the largest is the least": lambda new, x, i, k: top(x) <= low(x),
    "the smaller of two": lambda new, x, i, k: smaller(x[1], 1 - x[1]) > 0,
}


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.long
def test_what_is_false_is_refuted_as_it_is_written_and_proved_by_none(name):
    statement = of(FALSE[name])
    (said,) = statement.declared.said
    assert sampling.decide(statement, said, count=40, seed=1).outcome == "refuted"
    assert "proved" not in {symbolic.decide(said).outcome, certificate.decide(said).outcome}


def test_the_largest_of_no_values_is_undefined():
    @made
    def before_the_first(given):
        u = given(coefficients("u"))
        gap = largest(u[j] for j in tokens.before(tokens.any("i"))) - u[1]
        yield "So.", Inequality(gap >= 0, because=gap, name="none")

    (said,) = before_the_first.declared.said
    found = sampling.decide(before_the_first, said, count=8, seed=1)
    assert found.outcome == "inconclusive" and "undefined" in found.reason
