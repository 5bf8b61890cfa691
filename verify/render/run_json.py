"""A run as JSON (schema verify.run/2) with its digest.

The digest covers what was decided and why, and leaves out what differs between runs of the same
thing: the seconds each took, and the environment. It is equal across runs, machines and jobs.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from dataclasses import fields as dataclass_fields
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
            _with_latex(_statement(result), known.get(result.id)) for result in run.statements
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
    data = [_lasting(_statement(result)) for result in sorted(statements, key=lambda r: r.id)]
    return hashlib.sha256(_canonical(data).encode()).hexdigest()


def _canonical(data: Any) -> str:
    return json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def _lasting(statement: dict[str, Any]) -> dict[str, Any]:
    """Return a statement without the seconds that its outcomes and mutants took.

    They are at these places alone; whatever evidence is called, it is what was found.
    """
    steps = [
        {**step, "outcomes": sorted(_timeless(step["outcomes"]), key=_canonical),
         "mutants": _timeless(step["mutants"])}
        for step in statement["steps"]
    ]  # fmt: skip
    statement = {key: value for key, value in statement.items() if key != "recorded"}
    claim = statement["claim"]
    if claim is not None:  # what a proof does without is known only once that was asked
        claim = {key: value for key, value in claim.items() if key != "unused"}
        if "followed" in claim:
            claim["followed"] = _timeless([claim["followed"]])[0]
    mutants = _timeless(statement["mutants"])
    return {**statement, "claim": claim, "steps": steps, "mutants": mutants}


def _timeless(told: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in one.items() if key != "seconds"} for one in told]


# ------------------------------------------------------------------ plain data


STATEMENT = (
    "id", "title", "paper", "label", "origin", "basis", "verdict", "paper_argument", "grade",
    "with_assumptions", "repaired_by", "rests_on", "axioms",
)  # fmt: skip
STEP = ("name", "says", "kind", "dimension_free", "place", "grade")


def fields(told: object, names: Sequence[str]) -> dict[str, Any]:
    """Return fields of something as plain data, by their names."""
    return {name: plain_data(getattr(told, name)) for name in names}


def _statement(result: StatementResult) -> dict[str, Any]:
    data = fields(result, STATEMENT) | {
        "steps": [_step(step) for step in result.steps],
        "mutants": [_mutant(mutant) for mutant in result.every_mutant],
    }
    steps = {name: list(used) for name, used in result.rested_steps.items()}
    data["claim"] = _claim(result.claim)
    data["recorded"] = None if result.recorded is None else asdict(result.recorded)
    extra = {
        "rests_on_steps": steps, "contradicted": list(result.contradicted),
        "steps_grade": result.steps_grade if result.grade == "argued" or result.undecided else "",
        "printed": result.printed, "relation": result.relation, "differs": result.differs,
    }  # fmt: skip
    return data | {key: value for key, value in extra.items() if value}


def _claim(claim: ClaimResult | None) -> dict[str, Any] | None:
    """Return a statement's claim, None where it has declared none: it then claims its steps."""
    if claim is None:
        return None
    data = fields(claim, ("says", "kind", "grade", "premises", "unused", "steps"))
    followed = None if claim.followed is None else _outcome(claim.followed)
    extra = {
        "missing": claim.missing, "followed": followed, "contradiction": claim.contradiction
    }  # fmt: skip
    return data | {"theorem": claim.theorem or None} | {k: v for k, v in extra.items() if v}


def _step(step: StepResult) -> dict[str, Any]:
    data = fields(step, STEP) | {
        "outcomes": [_outcome(outcome) for outcome in step.outcomes],
        "mutants": [_mutant(mutant) for mutant in step.mutants],
        "rests_on": list(step.rests_on),
    }
    extra = {
        "part": step.part, "footing": _footing(step.footing),
        "steps_grade": step.steps_grade, "needs": step.needs,
        "contradiction": step.contradiction,
    }  # fmt: skip
    return data | {key: value for key, value in extra.items() if value}


def _footing(footing: Footing | None) -> dict[str, Any]:
    """Return the instance that meets a step's conditions, or why there is none."""
    if footing is None:
        return {}
    if footing.instance is None:
        return {"reason": footing.reason, "witness": plain_data(footing.witness)}
    return {"instance": plain_data(footing.instance), "defined": footing.defined}


def _outcome(outcome: Outcome) -> dict[str, Any]:
    data = {
        "method": outcome.method,
        "outcome": outcome.outcome,
        "seconds": round(outcome.seconds, 4),
        "evidence": plain_data(outcome.evidence),
    }
    return data | ({"reason": outcome.reason} if outcome.reason else {})


def _mutant(mutant: MutantResult) -> dict[str, Any]:
    return {
        "name": mutant.name,
        "refuted": mutant.refuted,
        "witness": plain_data(mutant.witness),
        "step": mutant.step,
        "seconds": round(mutant.seconds, 4),
        **({"undefined": True} if mutant.undefined else {}),
    }


AS_THEY_ARE = frozenset({str, int, bool, type(None)})


def plain_data(value: Any) -> Any:
    """Return a value as JSON has it; rationals are strings, as is all it has no word for."""
    kind = type(value)
    if kind in AS_THEY_ARE:
        return value
    # Most of what certificates are made of is told without a call for each text.
    if kind is list or kind is tuple:
        return [x if type(x) in AS_THEY_ARE else plain_data(x) for x in value]
    if kind is dict:
        return {
            str(key): x if type(x) in AS_THEY_ARE else plain_data(x) for key, x in value.items()
        }
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else str(value)
    if isinstance(value, complex):
        return {"real": value.real, "imaginary": value.imag}
    if is_dataclass(value):
        return fields(value, [each.name for each in dataclass_fields(value)])
    if isinstance(value, Mapping):
        return {str(key): plain_data(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain_data(inner) for inner in value]
    if isinstance(value, set | frozenset):
        return sorted((plain_data(inner) for inner in value), key=_canonical)
    return str(value)
