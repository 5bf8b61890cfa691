"""What a run measured, beside what is claimed of it: a table, each row with a small picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import log10
from typing import Any

from verify.render.site.layout import table
from verify.render.site.mathml import MathmlNotation
from verify.statements.outcomes import Outcome, StepResult
from verify.steps.shows import bound_told, decimal

WIDE, HIGH, EDGE = 150.0, 16.0, 6.0  # of a picture, in pixels, and what it leaves at its ends
APART = 20.0  # two positive numbers that differ by more are drawn on a logarithmic line
HEADER = ("Claim", "measured", "claimed", "drawn")
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
        f'<td class="number">{SIGNS[claim["sign"]]} {write(bound_told(_bound(claim)))}</td>'
        f"<td>{_strip(claim)}</td><td>{_became(claim)}</td></tr>"
        for claim in run.evidence["claims"]
    )
    header = (*HEADER, RUN[run.evidence["size"]])
    return table(header, rows, label="Measured values", cls="measured")


def _bound(claim: Mapping[str, Any]) -> Fraction:
    return Fraction(claim["bound"])


def _became(claim: Mapping[str, Any]) -> str:
    """Return what became of a claim; one that the run is to contradict says so."""
    words = {True: "bears it out", False: "contradicts it", None: "does not decide it"}
    as_must = claim["supported"] is False and not claim["wanted"]
    return words[claim["supported"]] + (", as expected" if as_must else "")


def _strip(claim: Mapping[str, Any]) -> str:
    """Return a line with the side that is claimed, its bound, and a disc where the figure lies."""
    measured = claim["shown"]
    if measured is None:
        return ""
    bound = float(_bound(claim))
    at = _scale(bound, measured)
    start, end = (EDGE, at(bound)) if claim["sign"] == "<=" else (at(bound), WIDE - EDGE)
    middle = HIGH / 2
    return (
        f'<svg class="strip" viewBox="0 0 {WIDE:g} {HIGH:g}" width="{WIDE:g}" height="{HIGH:g}" '
        f'aria-hidden="true"><path d="M{EDGE:g} {middle:g}H{WIDE - EDGE:g}" class="line"/>'
        f'<path d="M{start:.1f} {middle:g}H{end:.1f}" class="side"/>'
        f'<path d="M{at(bound):.1f} 2V{HIGH - 2:g}" class="bound"/>'
        f'<circle cx="{at(measured):.1f}" cy="{middle:g}" r="3.5"/></svg>'
    )


def _scale(bound: float, measured: float) -> Callable[[float], float]:
    """Return where on a picture's line a number lies: on it are both, and 0.

    Two positive numbers that are far apart lie on a logarithmic line.
    """
    low, high = sorted((bound, measured))
    if low > 0 and high > APART * low:
        return _between(log10(low), log10(high), log10)
    return _between(min(low, 0.0), max(high, 0.0), float)


def _between(low: float, high: float, told: Callable[[float], float]) -> Callable[[float], float]:
    """Return a line on which both ends have room beside them."""
    spread = (high - low) or 1.0
    room = (WIDE - 2 * EDGE) * 0.8
    return lambda number: EDGE + 0.1 * (WIDE - 2 * EDGE) + room * (told(number) - low) / spread
