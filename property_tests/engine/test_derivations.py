"""Derivations to look at: each displayed line is decided, twice, and a wrong one is none."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

import verify
from verify.checker import check
from verify.language.differentiating import chain_rule
from verify.language.expanding import expanded
from verify.language.expressions import Vector
from verify.language.facts import Equation
from verify.language.mistakes import Mistake
from verify.language.symbols import Family1
from verify.methods import derivations
from verify.methods.derivations import Deciding, derivable
from verify.statements.obligations import Equality, document
from verify.vocabulary import tokens, total

TOLD = [
    ("A-0", "velocity", 1),
    ("A-L3.1", "orthogonal", 1),  # the tangent projection
    ("A-T3.1", "exponentials", 1),  # the gradient of the potential
    ("A-T4.1", "margin rate", 1),
    ("A-T4.1", "least margin", 1),
    ("A-T4.1", "minorant", 1),
    ("A-T5.3", "eigenvector moves", 1),  # a map that moves, at a time
    ("B-L2", "jacobian", 1),
    ("B-L3", "spectrum", 2),  # the Jacobian at consensus
    ("B-L14", "spectrum", 2),  # and at two opposite points
]
EVERY = pytest.mark.parametrize(("statement", "name", "part"), TOLD)


def rules_of(told):
    return [line.rule for line in told.lines[1:]]


@EVERY
def test_the_checker_decides_every_displayed_line_anew(statement, name, part):
    step = verify.step(statement, name)
    told = step.derivation(part)
    assert len(told.lines) > 1
    claim = derivable(step.said)[part - 1]
    given = [*step.assumptions, *(claim.given if isinstance(claim, Equality) else ())]
    for line in told.equalities:
        assert check(document(line, given)).accepted, line.label


@EVERY
def test_each_line_needs_the_equations_it_names(statement, name, part):
    step = verify.step(statement, name)
    deciding = Deciding(step.said, derivable(step.said)[part - 1])
    lines = step.derivation(part).lines
    others = [fact for fact in deciding.facts if not isinstance(fact, Equation)]
    for before, line in pairwise(lines):
        assert deciding.equal(before.formula, line.formula, [*others, *line.uses])
        for idle in line.uses:
            rest = [fact for fact in line.uses if fact is not idle]
            assert not deciding.equal(before.formula, line.formula, [*others, *rest])


@pytest.mark.parametrize(("statement", "name"), [("A-T4.1", "margin rate"), ("B-L2", "jacobian")])
def test_a_false_twin_has_no_derivation(statement, name):
    step = verify.step(statement, name)
    for twin in step.step.twins:
        said = replace(step.said, step=twin.step)
        with pytest.raises(Mistake, match="cannot decide"):
            derivations.derivation(said, derivable(said)[0])


def test_a_wrong_rewriting_is_never_a_line(monkeypatch):
    right = verify.step("A-T4.1", "margin rate").derivation()
    monkeypatch.setattr(derivations, "chain_rule", lambda e, letter="": 2 * chain_rule(e, letter))
    wrong = verify.step("A-T4.1", "margin rate").derivation()
    assert rules_of(right) == ["chain", "velocity", "linear", "collected"]
    assert rules_of(wrong) == ["collected"]


def test_a_line_that_says_nothing_new_is_left_out():
    told = verify.step("A-T5.3", "right angle").derivation()
    assert rules_of(told) == ["chain", "velocity"]


def test_a_sum_catches_no_index_of_another():
    y = Family1("y", Vector, ("tokens",))
    u = total(y[j] for j in tokens)
    (outer,), (inner,) = (e.args[1:] for e in (expanded(u @ u), expanded(u @ u).args[0]))
    assert outer is not inner


def test_a_derivation_is_shown_with_its_rules():
    told = verify.step("A-T4.1", "least margin").derivation()
    shown = told._repr_markdown_()
    assert r"$$\dot{s}_{i} = c^{\top} \dot{y}_{i}$$" in shown
    assert "By the chain rule," in shown and r"so $\dot{s}_{i} \ge 0$." in shown
    assert "[Multiplied out]" in repr(told) and "so ṡᵢ ≥ 0." in repr(told)
    assert (
        r"by $V v_{a} = \lambda_{a} v_{a}$"
        in verify.step("B-L3", "spectrum").derivation()._repr_markdown_()
    )


@pytest.mark.parametrize(
    ("statement", "name", "part"), [("A-T4.1", "margin rate", 2), ("A-T5.1", "witness", 1)]
)
def test_a_step_without_such_a_part_says_which_there_are(statement, name, part):
    found = verify.find(statement)
    if name not in [said.name for said in found.declared.said]:
        name = next(s.name for s in found.declared.said if not derivable(s))
    with pytest.raises(Mistake, match=r"has parts 1 to 1|no two sides"):
        verify.step(found, name).derivation(part)
