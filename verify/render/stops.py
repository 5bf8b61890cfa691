"""What keeps a statement from being a theorem of Coq: read off its claim and what is on record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from verify.methods.kernel.authored import proof_of
from verify.methods.kernel.deciding import goals_of
from verify.statements.claims import Claim
from verify.statements.statement import Statement

RUNS = ("experiment", "campaign")  # kinds of step that a run decides, at best sampled
WELL = ("kernel", "refuted")
SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z$(])")


def claim_in_brief(statement: Statement) -> str:
    """Return a claim up to its first conclusion, or else the title, with LaTeX formulas."""
    claimed = statement.declared.claim
    says = statement.title if claimed is None else claimed.says
    told = ""
    for part in SENTENCE.split(says):
        told = f"{told} {part}".strip()
        whole = told.count("$") % 2 == 0 and told.count("(") == told.count(")")
        if whole and not part.startswith("Let "):
            break
    return told


def what_stops(statement: Statement, records: Mapping[str, Mapping[str, str]]) -> str:
    """Return in a line what stops a statement, with LaTeX formulas; "" if nothing does.

    `records` has the grades on record. A theorem that assumes others is told with them; a lost
    formula is told of every grade, since what is proved is then our reading.
    """
    record = records.get(statement.id, {})
    return "; ".join(dict.fromkeys(_reasons(statement, record, records)))


def _reasons(
    statement: Statement, record: Mapping[str, str], records: Mapping[str, Mapping[str, str]]
) -> Iterator[str]:
    claimed = statement.declared.claim
    if not record:
        yield f"not recorded: verify record {statement.id}"
    elif claimed is None:
        yield "it claims nothing"
    else:
        for theorem in statement.theorems.values():
            yield f"assumes {theorem.name.lower()} ({theorem.key})"
        if record.get("grade") not in WELL:
            yield from _weak(statement, claimed, record, records)
    if statement.basis == "this_reconstruction":
        yield "reconstructed: our copy of the paper lacks the formula"


def _weak(
    statement: Statement,
    claimed: Claim,
    record: Mapping[str, str],
    records: Mapping[str, Mapping[str, str]],
) -> Iterator[str]:
    """Yield what a claim is not yet: open steps, runs, what Coq is not asked, what is below it."""
    found: list[str] = []
    kept = {goals.step: goals.reason for goals in goals_of(statement) if goals.reason}
    for name in claimed.steps:
        step = statement.said(name).step
        if step.role == "open":
            found.append(f"open: needs {step.lacks()}")
        elif step.word in RUNS:
            found.append(f"{step.word}: at best sampled")
        elif name in kept:
            found.append(f"step “{name}”: {kept[name]}")
        elif step.role == "concludes":
            found.append(f"step “{name}” is an argument in words")
    if claimed.propositions:
        missing = proof_of(statement).missing
        found += [missing] if missing else []
    elif not claimed.parts:
        found.append("the claim is only an argument in words")
    for below in statement.uses:
        grade = records.get(below, {}).get("grade", "not recorded")
        if below not in statement.rested_steps and grade != "kernel":
            found.append(f"depends on {below}: {grade}")
    yield from found or [f"{record.get('grade')}: verify show {statement.id} -v shows why"]
