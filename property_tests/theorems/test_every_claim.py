"""Every claim along one trajectory, by the raw dynamics; its false variants along many.

`verify run` follows each claim along more trajectories.
"""

from __future__ import annotations

import pytest

from verify.methods import following
from verify.statements.discovery import discover

CLAIMED = [
    pytest.param(statement, id=statement.id)
    for statement in discover().statements
    if statement.declared.claim is not None and statement.declared.claim.propositions
]


@pytest.mark.parametrize("statement", CLAIMED)
def test_no_trajectory_contradicts_the_claim(statement):
    outcome = following.follow(statement.declared.claim, count=1)
    assert outcome.outcome in ("sampled", "inconclusive"), outcome.evidence


@pytest.mark.parametrize("statement", CLAIMED)
def test_every_false_variant_of_the_claim_is_refuted(statement):
    for found in following.refute_twins(statement.declared.claim):
        assert not found.survives, found.name
