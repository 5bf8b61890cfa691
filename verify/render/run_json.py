"""A run as JSON (schema verify.run/2) with its digest.

The digest covers what was decided and why, and leaves out what differs between runs of the same
thing: the seconds each took, and the environment. It is equal across runs, machines and jobs.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from operator import attrgetter
from typing import Any

from verify.render.latex_formulas import LatexNotation
from verify.render.narration import Narrator
from verify.statements.outcomes import (
    ClaimResult,
    Footing,
    MutantResult,
    Outcome,
    Run,
    StatementResult,
    StepResult,
)
from verify.statements.statement import Statement

SCHEMA = "verify.run/2"


def run_to_json(run: Run, statements: Iterable[Statement] = ()) -> dict[str, Any]:
    """Return a run as plain data in the schema verify.run/2; `statements` tell claims in LaTeX."""
    known = {statement.id: statement for statement in statements}
    return {
        "schema": SCHEMA,
        "digest": run.digest or digest(run.statements),
        "complete": run.complete,
        "environment": plain_data(run.environment),
        "statements": [
            _with_latex(_written(result), known.get(result.id)) for result in run.statements
        ],
    }


def _with_latex(told: dict[str, Any], statement: Statement | None) -> dict[str, Any]:
    """Return a statement with the formulas of its claim in LaTeX, which the digest leaves out."""
    claim = None if statement is None else Narrator(statement, LatexNotation()).claim()
    if claim is None or told["claim"] is None:
        return told
    return told | {"claim": told["claim"] | {"latex": "\n".join(claim.sentences)}}


def to_text(data: Any) -> str:
    """Return plain data as readable JSON; halves of characters and controls are escaped."""
    text = json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    return re.sub("[\x7f-\x9f\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)


def digest(statements: Sequence[StatementResult]) -> str:
    """Return the sha256 of what was decided, in canonical JSON, whatever the order."""
    data = [_written(result, lasting=True) for result in sorted(statements, key=lambda r: r.id)]
    return hashlib.sha256(_canonical(data).encode()).hexdigest()


def _canonical(data: Any) -> str:
    return json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


# Of each kind: what is always written, what only if there is any, and what is no part of a digest
# (what a proof does without is known only once that was asked).
WRITTEN: Mapping[type, tuple[str, str, str]] = {
    StatementResult: (
        "id title paper label origin basis verdict paper_argument grade with_assumptions "
        "repaired_by rests_on axioms steps mutants claim recorded",
        "rests_on_steps contradicted steps_grade printed relation differs", "recorded",
    ),
    StepResult: ("name says kind dimension_free place grade outcomes mutants rests_on",
                 "part footing steps_grade needs contradiction", ""),
    ClaimResult: ("says kind grade premises unused steps theorem",
                  "missing followed contradiction", "unused"),
    Outcome: ("method outcome seconds evidence", "reason", "seconds"),
    MutantResult: ("name refuted witness step seconds", "undefined", "seconds"),
}  # fmt: skip
# What is written otherwise than it stands there.
OTHERWISE: Mapping[tuple[type, str], Callable[[Any], Any]] = {
    (StatementResult, "mutants"): lambda result: result.every_mutant,
    (StatementResult, "rests_on_steps"): lambda result: result.rested_steps,
    (StatementResult, "steps_grade"):
        lambda result: result.steps_grade if result.grade == "argued" or result.undecided else "",
    (ClaimResult, "theorem"): lambda claim: claim.theorem or None,
    (StepResult, "footing"): lambda step: _footing(step.footing),
    (Outcome, "seconds"): lambda outcome: round(outcome.seconds, 4),
    (MutantResult, "seconds"): lambda mutant: round(mutant.seconds, 4),
}  # fmt: skip


def _written(told: Any, *, lasting: bool = False) -> dict[str, Any]:
    """Return a result as plain data; what is `lasting` of it, in an order of its own."""
    always, sometimes, passing = (names.split() for names in WRITTEN[type(told)])
    data = {}
    for name in (*always, *sometimes):
        value = OTHERWISE.get((type(told), name), attrgetter(name))(told)
        if type(value) in WRITTEN:
            value = _written(value, lasting=lasting)
        elif isinstance(value, tuple) and type(next(iter(value), None)) in WRITTEN:
            value = [_written(one, lasting=lasting) for one in value]
            value = sorted(value, key=_canonical) if lasting and name == "outcomes" else value
        else:
            value = plain_data(value)
        if (value or name in always) and not (lasting and name in passing):
            data[name] = value
    return data


def _footing(footing: Footing | None) -> dict[str, Any]:
    """Return the instance that meets a step's conditions, or why there is none."""
    if footing is None:
        return {}
    names = ("reason", "witness") if footing.instance is None else ("instance", "defined")
    return fields(footing, names)


# ------------------------------------------------------------------ plain data


def fields(told: object, names: Sequence[str]) -> dict[str, Any]:
    """Return fields of something as plain data, by their names."""
    return {name: plain_data(getattr(told, name)) for name in names}


AS_THEY_ARE = frozenset({str, int, bool, type(None)})


def plain_data(value: Any) -> Any:
    """Return a value as JSON has it; rationals are strings, as is all it has no word for."""
    if isinstance(value, bool | int | str | None):
        return value
    # Most of what certificates are made of is told without a call for each text.
    if isinstance(value, list | tuple):
        return [x if type(x) in AS_THEY_ARE else plain_data(x) for x in value]
    if isinstance(value, Mapping):
        return {
            str(key): x if type(x) in AS_THEY_ARE else plain_data(x) for key, x in value.items()
        }
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else str(value)
    if isinstance(value, complex):
        return {"real": value.real, "imaginary": value.imag}
    if is_dataclass(value):
        return fields(value, [each.name for each in dataclass_fields(value)])
    if isinstance(value, set | frozenset):
        return sorted((plain_data(inner) for inner in value), key=_canonical)
    return str(value)
