"""What a run measured, beside what is claimed of it: a table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.render.site.layout import table
from verify.render.site.mathml import MathmlNotation
from verify.statements.outcomes import Outcome, StepResult
from verify.steps.shows import bound_told, decimal

HEADER = ("Claim", "measured", "claimed")
RUN = {"small": "the quick run", "full": "the full run"}
SIGNS = {"<=": "≤", ">=": "≥"}


def run_of(step: StepResult) -> Outcome | None:
    """Return what became of a step's run, with its claims; None for a step of another kind."""
    for outcome in step.outcomes:
        if outcome.evidence.get("size") in RUN and outcome.evidence.get("claims"):
            return outcome
    return None


def measured_table(run: Outcome) -> str:
    """Return the claims of a run as a table in HTML."""
    write = MathmlNotation().prose
    rows = (
        f"<tr><td>{write(claim['says'])}</td>"
        f"<td>{write(claim['figure'])}: <b>{write(decimal(claim['measured']))}</b></td>"
        f'<td class="number">{SIGNS[claim["sign"]]} '
        f"{write(bound_told(Fraction(claim['bound'])))}</td>"
        f"<td>{_became(claim)}</td></tr>"
        for claim in run.evidence["claims"]
    )
    header = (*HEADER, RUN[run.evidence["size"]])
    return table(header, rows, label="Measured values", cls="measured")


def _became(claim: Mapping[str, Any]) -> str:
    """Return what became of a claim; one that the run is to contradict says so."""
    words = {True: "bears it out", False: "contradicts it", None: "does not decide it"}
    as_must = claim["supported"] is False and not claim["wanted"]
    return words[claim["supported"]] + (", as expected" if as_must else "")
