"""Experiments for a reader: the protocol, what its run must show, and what was measured.

Everything here is plain words with numbers; the caller sets them in a notation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.statements.experiments import Experiment, Shows
from verify.statements.outcomes import Outcome

SIDES = {"<=": "at most", ">=": "at least"}
BORNE_OUT = {True: "borne out", False: "not borne out", None: "not decided"}
_SCIENTIFIC = re.compile(r"(-?\d+(?:\.\d+)?)e([-+]\d+)")


def protocol_words(step: Experiment) -> list[str]:
    """Return sentences on what is run, and on each claim."""
    run = f"Run with {_parameters({**step.full, 'seed': step.seed})}"
    small = f"; the quick run has {_parameters(step.small)}" if step.small else ""
    return [f"{run}{small}.", *(_claim_words(claim) for claim in step.claims)]


def _parameters(parameters: Mapping[str, Any]) -> str:
    return ", ".join(_parameter(name.replace("_", " "), v) for name, v in parameters.items())


def _parameter(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return name if value else f"no {name}"
    return f"{name} {decimal(str(value))}"


def _claim_words(claim: Shows) -> str:
    must = "It must show" if claim.supported else "It must contradict"
    return f"{must} that {claim.says}: {claim.figure} {SIDES[claim.sign]} {_bound(claim.bound)}."


def measured_words(outcome: Outcome) -> list[str]:
    """Return one line for each claim of a run; nothing for an outcome of another kind."""
    claims = outcome.evidence.get("claims")
    if not isinstance(claims, list | tuple):
        return []
    return [
        f"{claim['figure']}: {decimal(claim['measured'])}, {SIDES[claim['sign']]} "
        f"{_bound(Fraction(claim['bound']))} claimed: {BORNE_OUT[claim['supported']]}"
        for claim in claims
    ]


def decimal(text: str) -> str:
    """Return a text with numbers such as 3.68e-05 written as 3.68 * 10^-5."""

    def written(found: re.Match[str]) -> str:
        power = f"10^{int(found[2])}"
        return power if found[1] == "1" else f"{found[1]} * {power}"

    return _SCIENTIFIC.sub(written, text)


def _bound(bound: Fraction) -> str:
    """Return a bound as a power of ten where it is one, else as a fraction."""
    for exponent in range(4, 16):
        if bound == Fraction(1, 10**exponent):
            return f"10^-{exponent}"
    return str(bound)
