"""Certificate: the raw claim is handed to the checker, which derives it anew without SymPy."""

from __future__ import annotations

import time
from collections.abc import Sequence

from verify.checker import check
from verify.methods.explained import explained
from verify.statements.obligations import (
    NO_REASON,
    Comparison,
    Obligation,
    defined_document,
    document,
    is_total,
)
from verify.statements.outcomes import Outcome
from verify.statements.step import Said, obligations


def is_defined(said: Said) -> bool:
    """Return whether the checker sees that every formula of a step has a value."""
    assumptions = said.assumptions
    claims = [claim for claim in obligations(said) if not is_total(claim)]
    return all(check(defined_document(claim, assumptions)).accepted for claim in claims)


def decide(said: Said, claims: Sequence[Obligation] | None = None) -> Outcome:
    """Return "proved" if the checker accepts every obligation, with the claims it accepted."""
    begin = time.perf_counter()
    assumptions = said.assumptions
    claims = explained(said) if claims is None else claims
    for claim in claims:
        if isinstance(claim, Comparison) and claim.because is None:
            reason = f"{claim.label}: {NO_REASON}"
            return Outcome("certificate", "inconclusive", time.perf_counter() - begin, {}, reason)
    documents = [document(claim, assumptions) for claim in claims]
    for claim, claim_document in zip(claims, documents, strict=True):
        verdict = check(claim_document)
        if not verdict.accepted:
            seconds = time.perf_counter() - begin
            reason = f"{claim.label}: {verdict.reason}"
            return Outcome("certificate", "inconclusive", seconds, {}, reason)
    return Outcome("certificate", "proved", time.perf_counter() - begin, {"certificate": documents})
