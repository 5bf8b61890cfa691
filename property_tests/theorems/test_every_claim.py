"""Every claim along one trajectory, by the raw dynamics, and its false variants along many.

`verify run` follows each claim along more trajectories.
"""

from dataclasses import replace

import pytest

from verify.methods import following
from verify.methods.meeting import hypotheses
from verify.methods.starts import starts
from verify.methods.vacuity import Vacuity
from verify.statements.discovery import discover

LAYERS = 10  # of a claim about layers
CLAIMED = [
    pytest.param(statement, id=statement.id)
    for statement in discover().statements
    if statement.declared.claim is not None
    and statement.declared.claim.propositions
    and not statement.declared.claim.refuted
]


@pytest.mark.parametrize("statement", CLAIMED)
def test_one_trajectory_does_not_contradict_the_claim(statement):
    claimed, found = statement.declared.claim, following.Found()
    for start in starts(claimed, 1, LAYERS, 0):
        assert found.look(claimed, claimed.propositions, start, 0) is None


@pytest.mark.parametrize("statement", CLAIMED)
def test_every_false_variant_of_the_claim_is_refuted(statement):
    for found in following.refute_twins(statement.declared.claim):
        assert not found.survives, found.name


@pytest.mark.parametrize(
    "statement", [one for one in CLAIMED if one.values[0].declared.claim.examples]
)
def test_every_example_of_the_claim_meets_premises_that_those_before_do_not(statement):
    claimed = statement.declared.claim
    vacuity = Vacuity(claimed)
    wanted = {id(h) for part in claimed.propositions for h in hypotheses(part)}
    examples = list(following.shipped(replace(claimed, twins=())))
    assert len(examples) == len(claimed.examples)
    for start in examples:
        before = vacuity.met & wanted
        vacuity.look(start, 0)
        assert vacuity.met & wanted > before
