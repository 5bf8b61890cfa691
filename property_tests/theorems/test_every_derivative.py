"""Every time derivative that a statement claims is carried out line by line, or it says why not."""

from collections.abc import Iterator

import pytest

from verify.checker import check
from verify.language.walk import nodes
from verify.methods.derivations import derivable, derivation
from verify.statements.discovery import discover
from verify.statements.obligations import Comparison, Equality, document
from verify.statements.step import Said, obligations
from verify.steps.printed import Printed
from verify.writing.trees import is_direction

NOT_DERIVED = {
    Printed: "it is false, and its witness an instance of numbers",
}
STATEMENTS = discover().statements


def has_time_derivative(*formulas) -> bool:
    seen = (node for formula in formulas for node in nodes(formula))
    return any(node.op == "rate" and not is_direction(node.args[1]) for node in seen)


def formulas_of(claim: Equality | Comparison) -> tuple:
    return (claim.left, claim.right) if isinstance(claim, Equality) else (claim.relation,)


def with_derivatives(statement) -> Iterator[Said]:
    for said in statement.declared.said:
        claims = [x for x in obligations(said) if isinstance(x, Equality | Comparison)]
        if has_time_derivative(*said.step.formulas(), *(f for x in claims for f in formulas_of(x))):
            yield said


EVERY = pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: statement.id)


def test_there_are_many_and_no_idle_reason():
    steps = [said.step for statement in STATEMENTS for said in with_derivatives(statement)]
    assert len(steps) > 140
    assert {type(step) for step in steps if type(step) in NOT_DERIVED} == set(NOT_DERIVED)


@pytest.mark.long
@EVERY
def test_a_time_derivative_is_derived_or_its_kind_of_step_says_why_not(statement):
    for said in with_derivatives(statement):
        if type(said.step) in NOT_DERIVED:
            assert not derivable(said)
            continue
        told = [claim for claim in derivable(said) if has_time_derivative(*formulas_of(claim))]
        assert told, said.place
        for claim in told:
            made = derivation(said, claim)
            assert {line.rule for line in made.lines} & {"chain", "velocity"}, said.place
            also = claim.given if isinstance(claim, Equality) else ()
            given = [*(entry.assumption for entry in said.assumed), *also]
            for line in made.equalities:  # decided anew by what shares nothing with the algebra
                assert check(document(line, given)).accepted, (said.place, line.label)
