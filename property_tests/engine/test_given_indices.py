"""Indices that a claim is given are the same in all of it: to Coq, to a reader and on a path."""

import pytest

from property_tests.engine.claim_examples import stated_in
from verify import run
from verify.methods.following import follow
from verify.methods.kernel.claims import theorem_of
from verify.methods.witnesses import completed
from verify.numerics.exact import GrowingDraw, Sizes
from verify.numerics.holding import assignments, draw_instance, spoken_of
from verify.render.narration import Narrator
from verify.render.unicode_formulas import UnicodeNotation
from verify.statements.outcomes import Outcome
from verify.statements.statement import Statement
from verify.vocabulary import *

PAPER = Paper("Z", "a paper", "its authors", 2026, "nowhere")


@statement("Z-1", PAPER.label("Lemma 1"), title="One of two is no less", origin="ours")
def one_of_two(given: Given) -> Proof:
    a, (i, j, k) = given(coefficients("a")), tokens.any("i", "j", "k")
    given(distinct(i, j))
    yield claim("One is no less.", either(a[i] >= a[j], a[j] >= a[i]))
    yield "A number.", Identity(a[k] - a[k], 0, name="number")


@statement("Z-2", PAPER.label("Lemma 2"), title="With one is the other", origin="ours")
def with_one_the_other(given: Given) -> Proof:
    a, (i, j, k) = given(coefficients("a")), tokens.any("i", "j", "k")
    given(distinct(i, j))
    yield claim("Both are.", implies(a[i] > 0, a[j] > 0))
    yield "A number.", Identity(a[k] - a[k], 0, name="number")


@statement("Z-3", PAPER.label("Lemma 3"), title="All or all", origin="ours")
def all_or_all(given: Given) -> Proof:
    a, (i, k) = given(coefficients("a")), tokens.any("i", "k")
    yield claim("All or all.", either(a[i] >= 0, a[i] <= 0))
    yield "A number.", Identity(a[k] - a[k], 0, name="number")


def told_of(made: Statement) -> tuple[str, ...]:
    told = Narrator(made, UnicodeNotation()).claim()
    assert told is not None
    return told.parts


def followed(made: Statement) -> Outcome:
    claimed = made.declared.claim
    assert claimed is not None
    return follow(claimed)


def test_indices_that_are_given_are_bound_outside_of_all_that_a_claim_says() -> None:
    text = theorem_of(one_of_two).text()
    assert "(i : Token)" in text and "(j : Token)" in text and "forall (i'" not in text
    (told,) = told_of(one_of_two)
    assert "for all" not in told
    assert followed(one_of_two).outcome == "sampled"


def test_a_claim_about_given_indices_is_false_at_one_choice_of_them() -> None:
    found = followed(with_one_the_other)
    assert found.outcome == "refuted" and found.evidence["rigorous"]
    (told,) = told_of(with_one_the_other)
    assert "for all" not in told


def test_indices_that_are_not_given_are_bound_where_they_occur() -> None:
    assert theorem_of(all_or_all).text().count("forall (i'") == 2
    (told,) = told_of(all_or_all)
    assert told.count("for all") == 2
    assert followed(all_or_all).outcome == "refuted"


ONE_IS_LARGE = """
    a, (i, j, k) = given(coefficients('a')), tokens.any('i', 'j', 'k')
    apart, large = given(distinct(i, j)), given(that(a[i] >= 1))
    {says}
    yield 'It is.', Inequality({step}, name='step')
"""


@pytest.mark.parametrize(("step", "because", "grade"), [
    ("a[j] >= 1", "", "refuted"),
    ("a[k] >= 1", "", "refuted"),
    ("a[i] >= 0", ", because=(a[i] - 1) + 1", "proved"),
])  # fmt: skip
@pytest.mark.long
def test_what_is_assumed_of_a_compared_index_is_drawn_for_no_other(
    tmp_path: object, step: str, because: str, grade: str
) -> None:
    made = stated_in(tmp_path)(ONE_IS_LARGE.format(says="", step=f"{step}{because}"))
    found = run([made], methods=["symbolic", "certificate", "sampling"])["T-1"]
    assert found.step("step").grade == grade


@pytest.mark.parametrize(("says", "outcome"), [
    ("a[j] >= 1", "refuted"), ("a[k] >= 1", "refuted"), ("2 * a[i] >= 2", "sampled"),
    ("for_every(k, a[k] >= 1)", "refuted"), ("there_is(k, a[k] >= 1)", "sampled"),
])  # fmt: skip
def test_a_claim_assumes_it_of_that_index_alone(tmp_path: object, says: str, outcome: str) -> None:
    body = ONE_IS_LARGE.format(says=f"yield claim('It is.', {says})", step="a[i]**2 >= 0")
    assert followed(stated_in(tmp_path)(body)).outcome == outcome


def test_a_witness_places_a_compared_index() -> None:
    given, (i, j) = Given(), tokens.any("i", "j")
    a = given(coefficients("a"))
    given(distinct(i, j))
    given(that(a[i] >= 1))
    assumptions = [entry.assumption for entry in given.assumed]
    found = completed(assumptions, {a: [0, 1]})
    assert not isinstance(found, str) and (found.values[i], found.values[j]) == (1, 0)
    assert isinstance(completed(assumptions, {a: [0, 0]}), str)
    assert isinstance(completed(assumptions, {a: [1]}), str)


def test_an_index_that_is_kept_from_a_given_one_is_any_other() -> None:
    """As in a spectrum, whose blocks are for one of the modes and for all others."""
    given, k = Given(), modes.any("k")
    W, r = given(symmetric_operator("W")), given(mode("r"))
    _, lam = given(diagonalised("v", "lam", of=W))
    given(distinct(k, r))
    given(that(lam[r] ** 2 >= 0))
    assumptions = [entry.assumption for entry in given.assumed]
    assert not spoken_of(assumptions)
    for seed in range(10):
        drawn = draw_instance(GrowingDraw(seed, 20), assumptions, Sizes(dimension=(3, 3)))
        assert len(list(assignments([k], drawn))) == 2 and k not in drawn.values
    given(that(lam[k] <= 3))
    assert spoken_of([entry.assumption for entry in given.assumed]) == {k, r}
