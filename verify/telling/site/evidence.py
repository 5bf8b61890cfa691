"""The evidence for a step: each method's outcome, what it counted, and what it hands a checker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from verify.statements.outcomes import Outcome, StepResult
from verify.steps.shows import measured_words
from verify.telling.site.formula_blocks import witness
from verify.telling.site.layout import escaped
from verify.telling.site.mathml import MathmlNotation
from verify.telling.words import counted

APART = (
    "certificate", "witness", "claims", "routes", "assumptions", "goals", "kinds", "figures",
    "beyond_classical_reals", "instances", "seed", "decided", "exact", "two_paths", "digits",
)  # fmt: skip
WORDS = {
    "boxes": "boxes cover the region", "examined": "boxes examined",
    "boundary": "on the boundary, not counted", "all cases": "cases, which are all",
    "happened": "times it happened", "refutes": "refutes step", "size": "size of the run",
}  # fmt: skip


def evidence(step: StepResult, goal: str | None, grade: str, twins: str, fate: str) -> str:
    """Return what stands behind a step, folded under its grade; nothing if no method was asked.

    `goal` says why Coq has no goal, or is empty if it has, `twins` are its false twins in HTML, and
    `fate` what became of them. A script adds the certificate and the goal, which the data file has.
    """
    if not step.outcomes:
        return ""
    certified = any(outcome.evidence.get("certificate") for outcome in step.outcomes)
    has = ("c" if certified else "") + ("g" if goal == "" else "")
    lines = "".join(f"<li>{_line(outcome)}</li>" for outcome in step.outcomes)
    why = f"<li>no Coq goal: {escaped(goal)}</li>" if goal else ""
    tells = f"{grade} · {fate}" if fate else grade
    return (
        f'<details data-has="{has}"><summary>{tells}</summary>'
        f"<ul>{lines}{why}</ul>{twins}</details>"
    )


def _line(outcome: Outcome) -> str:
    found = "; ".join(filter(None, _found(outcome)))
    told = f"{outcome.method}: {outcome.outcome}, {outcome.seconds:.2f} s"
    return f"{told}: {found}" if found else told


def _found(outcome: Outcome) -> Iterable[str]:
    """Yield what one method found, each part as HTML."""
    write, told = MathmlNotation(), outcome.evidence
    if isinstance(told.get("witness"), Mapping):
        yield f"witness: {witness(told['witness'])}"
    several = told.get("certificate") or told.get("goals") or ()
    claims = told.get("claims", 0) if isinstance(told.get("claims"), int) else len(several)
    if claims > 1:
        yield f"{claims} claims"
    for words in measured_words(outcome):
        yield write.prose(words)
    yield from map(escaped, _sampled(told))
    yield from map(escaped, _coq(told))
    for name, ends in dict(told.get("routes", {})).items():
        yield f"{write.prose(str(name))}: {_interval(ends)}"
    for kind, number in dict(told.get("kinds", {})).items():
        yield escaped(f"{kind.replace(':', ', ')}: {number}")
    if "decides" in told:  # said of every inequality, so in short
        yield "of the gap, not of its sign"
    for key, value in told.items():
        if key not in APART and key != "decides":
            yield _other(key, value)
    yield escaped(outcome.reason)


def _sampled(told: Mapping[str, Any]) -> Iterable[str]:
    """Yield what was counted: instances, comparisons, and those of two paths."""
    if "instances" in told:
        yield counted(told["instances"], "exact instance")
    if "seed" in told:
        yield f"seed {told['seed']}"
    if "decided" in told:
        yield counted(told["decided"], "comparison") + _exactly(told)
    if told.get("two_paths"):
        low, high = told["digits"]
        cases = counted(told["two_paths"], "case")
        yield f"two derivations agree in {cases} at {low} and {high} digits"
    elif "digits" in told and "two_paths" not in told:
        yield f"{told['digits']} digits"
    if "exact" in told and "two_paths" not in told:
        yield f"exactly {told['exact']}"


def _exactly(told: Mapping[str, Any]) -> str:
    """Say how many comparisons were of rationals; the others were of balls."""
    if "two_paths" not in told:
        return ""
    return ", exact" if told["exact"] == told["decided"] else f", {told['exact']} of them exact"


def _coq(told: Mapping[str, Any]) -> Iterable[str]:
    if told.get("beyond_classical_reals"):
        names = ", ".join(str(name).split(".")[-1] for name in told.get("assumptions", ()))
        yield f"assuming {names}, which is more than Coq's classical reals do"


def _interval(ends: Sequence[str]) -> str:
    """Return the ends of a number's enclosure, once where they agree."""
    first, *others = (f'<span class="digits">{escaped(end)}</span>' for end in dict.fromkeys(ends))
    return f"from {first} to {others[0]}" if others else first


def _other(key: str, value: Any) -> str:
    words = WORDS.get(key, key.replace("_", " "))
    if isinstance(value, Mapping):
        return escaped(f"{words} {', '.join(f'{k} {v}' for k, v in value.items())}")
    if isinstance(value, list | tuple):
        return escaped(f"{words} {' and '.join(map(str, value))}")
    if isinstance(value, int):
        return escaped(f"{value} {words}")
    long = key == "digest"
    shown = f'<span class="digits">{escaped(value)}</span>' if long else escaped(value)
    return f"{escaped(words)} {shown}"
