"""A cited theorem has all its hypotheses, each with a step; no direction is left without one."""

from __future__ import annotations

import pytest

from proofs import citations
from verify.language.mistakes import Mistake
from verify.statements.discovery import discover
from verify.statements.paper import Paper, Theorem
from verify.statements.statement import statement
from verify.steps.cited import Cited
from verify.steps.equivalence import Equivalence
from verify.vocabulary import Identity, any_scalar, claim

PAPER = Paper("X", "A paper", "its authors", 2026, "none")
THEOREM = Theorem("key", "A theorem", "reference", "says", ("one", "two"))
THEOREMS = [t for t in vars(citations).values() if isinstance(t, Theorem)]
STATEMENTS = discover().statements
CITED = [
    pytest.param(said.step, id=f"{s.id}:{said.name}")
    for s in STATEMENTS
    for said in s.declared.said
    if isinstance(said.step, Cited)
]


def stated(step):
    def body(given):
        yield claim("It is so.")
        x = given(any_scalar("x"))
        yield "One.", Identity(x + x, 2 * x, name="first")
        yield "So,", step

    return statement("X-1", PAPER.label("Lemma 1"), title="A lemma")(body)


@pytest.mark.parametrize(
    "discharges, why",
    [
        ({"one": "first"}, "also needs a step for: two"),
        ({"one": "first", "two": []}, "also needs a step for: two"),
        ({"one": "first", "two": ""}, "also needs a step for: two"),
        ({"one": "first", "two": "first", "three": "first"}, "has no hypothesis 'three'"),
        ({"one": "first", "two": "last"}, "there is no step 'last'"),
    ],
)
def test_each_hypothesis_has_a_step_and_each_step_a_hypothesis(discharges, why):
    with pytest.raises(Mistake, match=why):
        _ = stated(Cited(THEOREM, discharges, name="cited")).declared


@pytest.mark.parametrize("forward, backward", [((), ("first",)), (("first",), ()), ((), ())])
def test_neither_direction_of_an_equivalence_is_without_a_step(forward, backward):
    with pytest.raises(Mistake, match="both directions"):
        _ = stated(Equivalence("a", "b", forward, backward, name="iff")).declared


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda t: t.key)
def test_a_theorem_is_cited_and_has_hypotheses_and_a_reference(theorem):
    assert theorem.hypotheses and theorem.reference and theorem.says
    assert any(step.values[0].theorem is theorem for step in CITED)


@pytest.mark.parametrize("step", CITED)
def test_all_hypotheses_are_discharged(step):
    assert set(step.discharges) == set(step.theorem.hypotheses)
    assert len(step.references()) >= len(step.theorem.hypotheses)


def test_no_two_theorems_share_a_key_or_a_name():
    assert len({t.key for t in THEOREMS}) == len({t.name for t in THEOREMS}) == len(THEOREMS)
