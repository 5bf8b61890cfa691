"""What a step obliges one to prove, with the reasons that its author left to be found."""

from __future__ import annotations

import importlib
from dataclasses import replace
from functools import lru_cache

from verify.methods.attained import posed
from verify.statements.obligations import Comparison, Obligation
from verify.statements.step import Said


@lru_cache(maxsize=16)
def explained(said: Said) -> tuple[Obligation, ...]:
    """Return a step's obligations; a comparison for which no reason is found has none.

    What is found is no more than a proposal: the methods decide it as they do an author's.
    """
    return tuple(_with_reason(said, claim) for claim in posed(said))


def _with_reason(said: Said, claim: Obligation) -> Obligation:
    if not isinstance(claim, Comparison) or claim.because is not None:
        return claim
    # SciPy is loaded once something is to be found; most statements have all their reasons.
    search = importlib.import_module("verify.methods.searching.reasons")
    return replace(claim, because=search.reason_of(said, claim).because)
