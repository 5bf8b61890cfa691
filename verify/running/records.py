"""Verdicts on record: read, compared with those of a run, written."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

from verify.language.mistakes import Mistake, unknown
from verify.methods.kernel import installed
from verify.methods.kernel.theorems import fingerprints
from verify.methods.table import METHODS
from verify.statements.discovery import Catalogue
from verify.statements.folder import current, on_record, rested_on
from verify.statements.outcomes import (
    STRENGTH,
    Grade,
    Outcome,
    PaperArgument,
    Recorded,
    Run,
    StatementResult,
    Verdict,
)
from verify.statements.proof_files import coq_name
from verify.statements.statement import Statement

Record = Mapping[str, str]
Records = Mapping[str, Record]
HEAD = "# The recorded verdicts. A run computes them again and fails if one has changed.\n"
FIELDS = {
    "verdict": get_args(Verdict), "paper_argument": get_args(PaperArgument),
    "grade": get_args(Grade),
}  # fmt: skip
# Of a theorem that Coq has accepted: the hash of all that it read, its version, and the day.
ACCEPTED = ("accepted", "coq", "day", "axioms")
WEAK = ("argued", "sampled", "inconclusive")  # what nobody should come to rest on unawares


def recorded(catalogue: Catalogue) -> dict[str, dict[str, str]]:
    """Return the verdicts on record, {id: {"verdict": ..., "paper_argument": ...}}.

    A statement of the folder that is not on record has an entry that is empty.
    """
    folder = current()
    found = read(folder.records)
    own = [s.id for s in catalogue.statements if folder.holds(s.module)]
    known = {s.id for s in catalogue.statements}
    return {name: {} for name in own} | {name: found[name] for name in found if name in known}


def gone(catalogue: Catalogue) -> list[str]:
    """Return one line for every verdict on record of which no module states anything any more.

    Of a module that cannot be read nobody knows.
    """
    folder = current()
    known = {s.id for s in catalogue.statements}
    if catalogue.broken or not any(folder.holds(s.module) for s in catalogue.statements):
        return []
    fix = "recorded, but no statement has this id; verify record removes it"
    return [f"{name}: {fix}" for name in read(folder.records) if name not in known]


def read(path: Path) -> dict[str, dict[str, str]]:
    """Return what a file of records says, nothing where there is none. Raises Mistake."""
    table = on_record(path, "correct it, or delete it and run verify record")
    for name, entry in table.items():
        _check(f"{path}: [{name}]", entry)
    return {name: dict(entry) for name, entry in table.items()}


def _check(where: str, entry: Any) -> None:
    if not isinstance(entry, dict):
        raise Mistake(f'{where}: not a table; write verdict = "holds" under the id in brackets')
    for field, value in entry.items():
        if field in ACCEPTED and isinstance(value, str):
            continue
        if field not in FIELDS:
            raise Mistake(f"{where}: {unknown('field', field, [*FIELDS, *ACCEPTED])}")
        if value not in FIELDS[field]:
            raise Mistake(f"{where}: {unknown(field, str(value), FIELDS[field])}")


def changes(found: Run, records: Mapping[str, Record]) -> list[str]:
    """Return one line for every computed verdict that is not the recorded one.

    What is open, or known less well, only because methods were left out is not computed, and
    contradicts nothing. A statement that a limit cut off changes only if it is refuted. In a
    folder that has records every statement needs one, elsewhere one that is known weakly.
    """
    partial = not set(METHODS) - {"kernel"} <= set(found.environment["methods"])
    by_kernel = asks_coq(found) and installed.available()
    has_records = any(records.values())
    out = []
    for result in found.statements:
        record = records.get(result.id)
        weak = result.grade in WEAK and not (partial or result.cut_off)
        if record == {} and (has_records or weak):
            out.append(f"{result.id}: it is not recorded; run verify record {result.id}")
        if not record or (partial and result.verdict == "open"):
            continue
        if result.cut_off and (result.verdict != "false" or record.get("verdict") == "false"):
            continue
        unknown = ["none"] * partial  # of an argument
        if (known := result.recorded) and known.agrees and known.verdict == record.get("verdict"):
            unknown += ["open"]  # Coq, which accepted the same theorem, was not asked
        told = [
            f"{result.id}: {name} is {getattr(result, name)} (recorded: {record[name]})"
            for name in ("verdict", "paper_argument")
            if name in record and getattr(result, name) not in (record[name], *unknown)
        ]
        if not told and not partial:
            told = _known_less(result, record, by_kernel)
        out += told
    return out


def asks_coq(run: Run) -> bool:
    """Return whether a run asks Coq, where it is here."""
    return "kernel" in run.environment["methods"] and run.environment.get("goals") != "recorded"


def theorems_on_record(statements: Sequence[Statement]) -> dict[str, tuple[Record, bool]]:
    """Return what is on record of the theorems of statements, and whether it is of their texts.

    A record is of the folder that it lies in: a module from elsewhere has none, whatever its id.
    """
    found: dict[str, Record] = {}
    for folder in rested_on():
        known = read(folder.records)
        own = [s.id for s in statements if folder.holds(s.module)]
        found |= {name: known[name] for name in own if "accepted" in known.get(name, {})}
    now = fingerprints([s for s in statements if s.id in found])
    return {name: (record, record["accepted"] == now.get(name)) for name, record in found.items()}


def accepted_again(statement: Statement) -> Outcome:
    """Return what Coq would say of a claim if it accepted it again."""
    return Outcome("kernel", "kernel", 0.0, {"theorem": coq_name(statement.id)})


def recorded_as(record: Record, agrees: bool, result: StatementResult) -> Recorded:
    """Return what is on record of a theorem, with what a run comes to if Coq accepts it again."""
    axioms = tuple(record.get("axioms", "").split(", "))
    coq, day = record.get("coq", "?"), record.get("day", "?")
    return Recorded(agrees, coq, day, axioms, result.verdict, result.grade)


def accepted_entries(run: Run, statements: Sequence[Statement], records: Records) -> Records:
    """Return for each theorem that Coq accepted in a run what is to be on record of it, by id.

    What is on record of the same text and Coq stays: the day is the first.
    """
    known = {result.id: result.claim for result in run.statements}
    proved = [s for s in statements if (claim := known.get(s.id)) and claim.theorem]
    entries: dict[str, Record] = {}
    for name, found in fingerprints(proved).items():
        claim, before = known[name], records.get(name, {})
        assert claim is not None
        coq, today = installed.version(), datetime.now(UTC).date().isoformat()
        same = (before.get("accepted"), before.get("coq")) == (found, coq)
        told = (found, coq, before["day"] if same else today, ", ".join(claim.axioms))
        entries[name] = dict(zip(ACCEPTED, told, strict=True))
    return entries


def _known_less(result: StatementResult, record: Record, by_kernel: bool) -> list[str]:
    """Return that a statement is known less well than is on record."""
    before = record.get("grade", "inconclusive")
    if STRENGTH[result.grade] < STRENGTH[before] and (by_kernel or before != "kernel"):
        return [f"{result.id}: grade is {result.grade} (recorded: {before})"]
    return []


def entry_of(
    result: StatementResult, before: Record, accepted: Record, *, by_kernel: bool
) -> dict[str, str]:
    """Return what is to be on record of a statement, and of its theorem, if Coq accepted it.

    Without Coq it is not known whether the kernel accepts what it did.
    """
    kept = before.get("grade") == "kernel" and before.get("verdict") == result.verdict
    grade = "kernel" if kept and not by_kernel else result.grade
    last = accepted if by_kernel else {key: before[key] for key in ACCEPTED if key in before}
    verdict, argument = result.verdict, result.paper_argument
    return {"verdict": verdict, "paper_argument": argument, "grade": grade, **last}


def records_text(records: Mapping[str, Record], order: Sequence[str]) -> str:
    """Return a file of records: the statements of an order that have one."""
    tables = [
        "\n".join((f"[{_key(name)}]", *(f'{key} = "{said}"' for key, said in entry.items())))
        for name in order
        if (entry := records.get(name))
    ]
    return "\n".join((HEAD, "\n\n".join(tables))) + "\n"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)
