"""Conditions of equalities and of comparisons in a row, and equations whichever way they stand."""

import pytest

from property_tests.engine.checker_words import ONE, ZERO, add, identity
from property_tests.engine.small_lemmas import lemma_of as made
from verify.checker import check
from verify.language.mistakes import Mistake
from verify.methods import certificate, refuting, sampling, symbolic
from verify.methods.kernel.deciding import goals_of
from verify.render.narration import narrate
from verify.render.unicode_formulas import UnicodeNotation
from verify.vocabulary import *


def outcomes(said):
    return {method.decide(said).outcome for method in (symbolic, certificate)}


@made
def agreement(given):
    a, x = given(row_stochastic("a")), given(any_vectors("x"))
    i, k = tokens.any("i", "k")
    mean = total(a[i, j] * x[j] for j in tokens)
    agreed = [every(equals(x[j], x[k]) for j in tokens)]
    yield (
        "Agreement stays.",
        Identity(mean, x[k], where=agreed, name="stays")
        .but_not("without agreement", where=[])
        .but_not("twice as far", right=2 * x[k]),
    )


def test_an_identity_under_a_condition_is_proved_refuted_without_it_and_told():
    (said,) = agreement.declared.said
    assert outcomes(said) == {"proved"}
    assert sampling.decide(agreement, said, count=8, seed=0).outcome == "sampled"
    assert all(refuting.refute_twin(said, twin).refuted for twin in said.step.twins)
    (step,) = narrate(agreement, UnicodeNotation()).steps
    (display,) = step.claim.displays
    assert display.condition == "if xⱼ = xₖ for every j"
    (goals,) = goals_of(agreement)
    assert "(forall (j' : Token), (x j') = (x k)) ->" in goals.goals[0].text


def test_what_its_condition_does_not_say_is_not_proved():
    @made
    def wrong(given):
        x, y, z = (given(any_scalar(name)) for name in "xyz")
        yield "So.", Identity(x, z, where=[equals(x, y)], name="other")

    (said,) = wrong.declared.said
    assert outcomes(said) == {"inconclusive"}
    assert sampling.decide(wrong, said, count=20, seed=0).outcome == "refuted"


def test_an_identity_under_a_condition_that_nothing_meets_has_no_grade():
    @made
    def empty(given):
        x = given(any_scalar("x"))
        yield "So.", Identity(x, x + 1, where=[equals(x**2, -1)], name="nowhere")

    (said,) = empty.declared.said
    assert sampling.decide(empty, said, count=20, seed=0).outcome == "inconclusive"


X = coefficients("x").introduces


NO_CONDITIONS = {
    "would evaluate": lambda: every(X[j] <= 1 for j in tokens if True is not j),
    "over all tokens": lambda: every(X[j] <= 1 for j in tokens.but(tokens.any("i"))),
    "comparison": lambda: every(0 * j <= 1 for j in range(3)),
    "needs a comparison": lambda: every(X[j] for j in tokens),
    "write it as in every(u[j] <= u[i] for j in tokens)": lambda: every(X[1] <= 1),
    "another every": lambda: every(every(X[j] <= X[k] for j in tokens) for k in tokens),
    "ranges over all tokens, heads or modes": lambda: every(1 <= 2 for k in integers(1, 3)),
}


@pytest.mark.parametrize(("told", "condition"), NO_CONDITIONS.items(), ids=NO_CONDITIONS)
def test_what_is_no_condition_of_every_index_is_told(condition, told):
    with pytest.raises(Mistake, match="every") as mistake:
        condition()
    assert told in str(mistake.value)


def equations(given):
    x, y, z = (given(any_scalar(name)) for name in "xyz")
    u, v = given(any_vector("u")), given(any_vector("v"))
    a, w = given(any_weights("a")), given(any_vectors("w"))
    j = tokens.any("j")
    given(that(equals(1, x + y)))
    given(that(equals(u + v, zero_vector())))
    given(that(equals(1, total(a[i, j] for i in tokens))))
    moved = total(a[i, j] * w[j] for i in tokens for j in tokens)
    yield "Put in.", Identity(x**2 + x * y, x, name="put in")
    yield "Turned.", Identity(u @ u, v @ v, name="turned")
    yield "Two.", Identity(z * x + z * y + x, 2 * z - x, where=[equals(2 * x, z)], name="two")
    yield "Columns.", Identity(moved, total(w[j] for j in tokens), name="columns")
    yield "A square.", Inequality(4 * x * y <= 1, name="square")


def test_equations_are_used_whichever_way_they_stand():
    steps = made(equations).declared.said
    assert [(said.name, outcomes(said)) for said in steps] == [
        (name, {"proved"}) for name in ("put in", "turned", "two", "columns", "square")
    ]


WRONG = {
    "the sign of what moves to the other side": lambda x, y, z: (x, 1 + y),
    "both alike": lambda x, y, z: (x, y),
    "one of them twice": lambda x, y, z: (2 * x + y, 1),
    "times another": lambda x, y, z: (z * x + y, z),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_nothing_else_follows_of_an_equation(wrong):
    @made
    def false(given):
        x, y, z = (given(any_scalar(name)) for name in "xyz")
        given(that(equals(1, x + y)))
        yield "So.", Identity(*wrong(x, y, z), name="wrong")

    (said,) = false.declared.said
    assert outcomes(said) == {"inconclusive"}
    assert sampling.decide(false, said, count=20, seed=0).outcome == "refuted"


def test_an_equation_is_solved_for_nothing_that_it_mentions_twice_or_times_another():
    @made
    def nothing(given):
        x, y, c = (given(any_scalar(name)) for name in ("x", "y", "c"))
        given(that(equals(c * x, 0 * y)))  # c may be 0
        given(that(equals(0, y + y**2 * x)))
        yield "So.", Identity(x, 0, name="no number")
        yield "So.", Identity(y, 0, name="nor this")

    assert [outcomes(said) for said in nothing.declared.said] == [{"inconclusive"}] * 2


x, y, z = (["symbol", name] for name in "xyz")


def test_the_checker_solves_an_equation_by_itself():
    sum_is_one = ["equation", ONE, add(x, y), {}]
    assert check(identity(add(x, add(y, z)), add(ONE, z), sum_is_one)).accepted
    assert not check(identity(x, add(ONE, y), sum_is_one)).accepted
    assert not check(identity(x, ZERO, sum_is_one)).accepted
    other = ["equation", ["multiply", y, x], ZERO, {}]  # of a product nothing is said of a factor
    assert not check(identity(x, ZERO, other)).accepted
    assert not check(identity(y, ZERO, other)).accepted
