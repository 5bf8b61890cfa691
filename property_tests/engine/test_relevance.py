"""An instance is drawn from the assumptions a step depends on, and from no others."""

import pytest

from verify.language.symbols import thing_of
from verify.language.walk import things
from verify.methods.relevance import relevant
from verify.numerics.exact import GrowingDraw, Unlucky
from verify.numerics.exact import Instance as ExactInstance
from verify.numerics.holding import fact_things, growing_instances
from verify.statements.assumption import Condition, introduced
from verify.statements.discovery import discover
from verify.statements.step import obligations
from verify.vocabulary import *

PAPER = Paper("Z", "a paper", "its authors", 2026, "nowhere")


@statement("Z-1", PAPER.label("Lemma 1"), title="Bystanders", origin="ours")
def bystanders(given):
    a, b, c = given(any_scalar("a")), given(positive_scalar("b")), given(any_scalar("c"))
    given(that(b <= 1))
    V = given(symmetric_operator("V"))
    v, lam = given(diagonalised("v", "lam", of=V))
    r = given(mode("r"))
    x = given(unit_vector("x"))
    yield "Alone.", Identity((a + 1) ** 2, a**2 + 2 * a + 1, name="alone")
    yield "With its condition.", Inequality(b**2 <= b, because=b * (1 - b), name="condition")
    yield "Through its eigenvectors.", Identity(v[r] @ V @ x, lam[r] * (v[r] @ x), name="spectrum")
    yield "Nobody else.", Identity(c * 1, c, name="nobody else")


def names(step):
    said = bystanders.said(step)
    found = relevant(said, [a.assumption for a in said.assumed])
    return {thing.name for thing in introduced(iter(found))}


def test_a_step_draws_what_it_mentions_and_what_that_is_tied_to():
    assert names("alone") == {"a"}
    assert names("nobody else") == {"c"}
    assert names("spectrum") == {"V", "v", "lam", "r", "x"}


def test_a_condition_comes_with_what_it_restricts():
    said = bystanders.said("condition")
    found = relevant(said, [a.assumption for a in said.assumed])
    assert any(isinstance(a.introduces, Condition) for a in found)


def names_of(assumption):
    """Return the names of all that an assumption says it has a say in."""
    own = set(introduced(iter([assumption]))) | {thing_of(thing) for thing in assumption.redraws}
    if isinstance(assumption.introduces, Condition):
        for value in assumption.about.values():
            if isinstance(value, Scalar | Vector | Operator):
                own |= set(things(value))
            elif not isinstance(value, str | int | Fraction):
                own.add(value)
        own = own.union(*map(fact_things, assumption.facts))
    return {thing.name for thing in own if hasattr(thing, "name")}


@pytest.mark.parametrize("found", discover().statements, ids=lambda s: s.id)
def test_what_is_drawn_again_is_known_to_whoever_draws_it(found):
    """Else a step could be drawn without the assumption that changes what it mentions."""
    assumptions = [a.assumption for a in found.declared.assumed]
    for number in range(3):
        instance = ExactInstance(tokens=3, dimension=2, heads=2)
        try:
            for assumption in assumptions:
                instance.overwritten.clear()
                assumption.generate(GrowingDraw(number, 3), instance)
                changed = {thing.name for thing in instance.overwritten}
                assert changed <= names_of(assumption), assumption.phrase
        except Unlucky:
            continue


@pytest.mark.parametrize("found", discover().statements, ids=lambda s: s.id)
def test_every_step_can_be_drawn_from_what_is_relevant(found):
    for said in found.declared.said:
        if not obligations(said):
            continue
        some = relevant(said, [a.assumption for a in said.assumed])
        assert next(growing_instances(some, tries=2000), None) is not None, said.place
