"""Running experiments: figures with their errors, and which claims they bear out."""

from __future__ import annotations

import time
from typing import Any

from verify.numerics.figures import power_of_ten
from verify.numerics.number import Truth
from verify.statements.experiments import Experiment, Record, Shows, Size
from verify.statements.outcomes import Outcome

SIZES: dict[str, Size] = {"quick": "small", "ci": "small", "nightly": "full"}


def decide(step: Experiment, profile: str) -> Outcome:
    """Return "sampled" if the run bears out all it must and contradicts all it must, else why not.

    An experiment is never refuted: a run that fails its claim tells so, and the claim stays open.
    """
    begin = time.perf_counter()
    size = SIZES[profile]
    record = step.record(size)
    seconds = time.perf_counter() - begin
    evidence: dict[str, Any] = {
        "size": size,
        "seed": step.seed,
        "parameters": {name: str(value) for name, value in step.parameters(size).items()},
        "figures": {name: str(figure) for name, figure in record.figures.items()},
        "claims": [_told(claim, record) for claim in step.claims],
    }
    if record.error:
        evidence["integrator's error, estimated to be below"] = power_of_ten(record.error)
    wrong = [claim for claim in step.claims if not _as_expected(claim, record)]
    if wrong or not step.claims:
        reason = "; ".join(_why(claim, record) for claim in wrong) or "no claim is made of the run"
        return Outcome("sampling", "inconclusive", seconds, evidence, reason)
    return Outcome("sampling", "sampled", seconds, evidence)


def counterexample(step: Experiment) -> dict[str, Any] | None:
    """Return the first claim that a run of a twin certainly contradicts, or None."""
    record = step.record("small")
    for claim in step.claims:
        if claim.supported and claim.truth(record) is Truth.FALSE:
            side = "most" if claim.sign == "<=" else "least"
            return {
                f"“{claim.says}”: {claim.figure} should be at {side}": str(claim.bound),
                "and is": str(record.figures[claim.figure]),
            }
    return None


def _as_expected(claim: Shows, record: Record) -> bool:
    return claim.truth(record) is (Truth.TRUE if claim.supported else Truth.FALSE)


def _told(claim: Shows, record: Record) -> dict[str, Any]:
    truth = claim.truth(record)
    return {
        "says": claim.says,
        "figure": claim.figure,
        "measured": str(record.figures[claim.figure]),
        "sign": claim.sign,
        "bound": str(claim.bound),
        "supported": {Truth.TRUE: True, Truth.FALSE: False, Truth.UNKNOWN: None}[truth],
    }


def _why(claim: Shows, record: Record) -> str:
    measured = f"{claim.figure} is {record.figures[claim.figure]}"
    wanted = f"at {'most' if claim.sign == '<=' else 'least'} {claim.bound}"
    if claim.truth(record) is Truth.UNKNOWN:
        return f"whether “{claim.says}” is not decided: {measured}, and should be {wanted}"
    verb = "does not bear out" if claim.supported else "does bear out"
    return f"the run {verb} “{claim.says}”: {measured}, where {wanted} is claimed"
