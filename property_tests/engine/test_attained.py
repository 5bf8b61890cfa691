"""Largest and least values: proved at an index where they are attained, compared as written."""

import pytest

from property_tests.engine.small_lemmas import lemma_of as made
from verify.methods import certificate, refuting, sampling, symbolic
from verify.methods.attained import posed
from verify.methods.kernel.deciding import goals_of
from verify.statements.step import obligations
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


TRUE = {
    "below the largest": lambda new, x, i, k: new[i] <= top(x),
    "above the least": lambda new, x, i, k: new[i] >= low(x),
    "the largest average": lambda new, x, i, k: top(new) <= top(x),
    "the least average": lambda new, x, i, k: low(new) >= low(x),
    "two averages": lambda new, x, i, k: new[i] - new[k] <= spread(x),
    "the spread": lambda new, x, i, k: spread(new) <= spread(x),
    "one of them": lambda new, x, i, k: x[i] <= top(x),
    "the larger of two": lambda new, x, i, k: larger(x[1], 1 - x[1]) > 0,
    "a pair": lambda new, x, i, k: (
        x[i] - x[k] <= largest(x[p] - x[q] for p in tokens for q in tokens)
    ),
}  # fmt: skip
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


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved_by_both_and_has_a_goal(name):
    statement = of(TRUE[name])
    (said,) = statement.declared.said
    assert symbolic.decide(said).outcome == certificate.decide(said).outcome == "proved"
    (step,) = goals_of(statement)
    assert not step.reason and len(step.goals) == 1


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.long
def test_what_is_false_is_refuted_as_it_is_written_and_proved_by_none(name):
    statement = of(FALSE[name])
    (said,) = statement.declared.said
    assert sampling.decide(statement, said, count=40, seed=1).outcome == "refuted"
    assert "proved" not in {symbolic.decide(said).outcome, certificate.decide(said).outcome}


def test_a_reason_of_the_authors_may_name_the_extreme_value():
    @made
    def averages(given):
        a, x = given(row_stochastic("a")), given(coefficients("x"))
        i = tokens.any("i")
        reason = total(a[i, j] * (top(x) - x[j]) for j in tokens)
        average = total(a[i, j] * x[j] for j in tokens)
        yield "So.", Inequality(average <= top(x), because=reason, name="right")
        yield "So.", Inequality(average <= top(x), because=-reason, name="wrong")

    right, wrong = averages.declared.said
    assert symbolic.decide(right).outcome == certificate.decide(right).outcome == "proved"
    assert "proved" not in {symbolic.decide(wrong).outcome, certificate.decide(wrong).outcome}


def test_what_is_assumed_of_an_extreme_value_is_used():
    @made
    def bounded(given):
        x = given(coefficients("x"))
        i = tokens.any("i")
        given(that(top(x) <= 1))
        yield "So.", Inequality(x[i] <= 1, name="right").but_not("all are below 0", claim=x[i] <= 0)

    (said,) = bounded.declared.said
    assert symbolic.decide(said).outcome == certificate.decide(said).outcome == "proved"
    assert refuting.refute_twin(said, said.step.twins[0]).refuted


def test_an_extreme_value_that_depends_on_a_summed_index_is_left_as_it_is():
    @made
    def rows(given):
        a = given(any_weights("a"))
        below = total(largest(a[i, j] for j in tokens) for i in tokens)
        yield "So.", Inequality(below >= total(a[i, i] for i in tokens), name="rows")

    (said,) = rows.declared.said
    assert posed(said) == obligations(said)
    assert "proved" not in {symbolic.decide(said).outcome, certificate.decide(said).outcome}


def test_an_extreme_value_over_some_of_the_tokens_is_left_as_it_is():
    @made
    def seen(given):
        N, x = given(attention_mask("N")), given(coefficients("x"))
        i = tokens.any("i")
        near = largest(x[j] for j in tokens.seen_by(i, N))
        yield "So.", Inequality(near <= top(x), name="seen")

    (said,) = seen.declared.said
    (claim,) = posed(said)
    assert "seen_by" in repr(claim.relation) or "largest" in repr(claim.relation)
    assert len(claim.where) == 1  # of the one over all


def test_the_largest_of_no_values_is_undefined():
    @made
    def before_the_first(given):
        u = given(coefficients("u"))
        gap = largest(u[j] for j in tokens.before(tokens.any("i"))) - u[1]
        yield "So.", Inequality(gap >= 0, because=gap, name="none")

    (said,) = before_the_first.declared.said
    found = sampling.decide(before_the_first, said, count=8, seed=1)
    assert found.outcome == "inconclusive" and "undefined" in found.reason


def test_the_largest_value_is_not_at_one_index_while_it_moves():
    @made
    def moving(given):
        x = given(coefficients("x"))
        flow = motion({x: lambda i: -x[i]})
        yield "So.", Inequality(rate(top(x), flow) <= -top(x), because=0, name="rate")

    (said,) = moving.declared.said
    (claim,) = posed(said)
    assert repr(claim.relation.left) == "rate(largest(x[j] for j in tokens))"
    assert repr(claim.relation.right) == "(-1)*x[top]"
    assert "proved" not in {symbolic.decide(said).outcome, certificate.decide(said).outcome}
