"""Whether an inequality of the papers has a reason that is found when its own is taken away."""

from contextlib import suppress
from dataclasses import replace

from verify.language.expressions import as_scalar
from verify.methods import certificate, symbolic
from verify.methods.searching.reasons import question_of, searched
from verify.methods.searching.ring import OutOfTime
from verify.statements.obligations import Comparison
from verify.statements.step import Said, obligations


def looked_for(said: Said) -> tuple[bool, bool]:
    """Return whether a reason is found, and whether it is accepted; the cache is not used."""
    (claim,) = obligations(said)
    assert isinstance(claim, Comparison)
    bare = replace(claim, because=as_scalar(0))
    because = None
    with suppress(OutOfTime):
        because = searched(said, bare, question_of(said, bare))
    if because is None:
        return False, True
    proposed = (replace(claim, because=because),)
    outcomes = {method.decide(said, proposed).outcome for method in (symbolic, certificate)}
    return True, outcomes == {"proved"}
