"""Which hypotheses claims hold without: a file beside the modules, which `verify record` writes.

To ask Coq takes as long as the proof for every hypothesis, and hours for all of a paper; a record
tells it at once. An entry is of one claim, by the hash of its text: once Coq has accepted the claim
without a hypothesis, it holds without, whatever proof its page has later. `verify theorem ID
--unused` asks anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verify.language.mistakes import Mistake
from verify.methods.kernel.authored import Proof
from verify.statements.folder import on_record

HEAD = (
    "# Unused hypotheses of the proofs, found by Coq, [] if all are needed: verify record "
    "--unused.\n"
)

Records = Mapping[str, Mapping[str, Any]]
"""For the name of a theorem the hash of its claim, and the hypotheses, if any."""


def hash_of(name: str, proofs: Mapping[str, Proof]) -> str:
    """Return what a record is of: the text of a claim."""
    theorem = proofs[name].theorem
    return fingerprint([name, "" if theorem is None else theorem.text()])


def fingerprint(texts: Sequence[str]) -> str:
    """Return the hash of texts as records have it."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def known(name: str, proofs: Mapping[str, Proof], records: Records) -> list[str]:
    """Return the hypotheses that a claim holds without, none if the record is of another claim."""
    entry = records.get(name)
    if entry is None or entry["of"] != hash_of(name, proofs):
        return []
    return [str(hypothesis) for hypothesis in entry["hypotheses"]]


def read(path: Path) -> dict[str, dict[str, Any]]:
    """Return the records of a file, nothing where there is none. Raises Mistake."""
    fix = "correct it, or delete it and run verify record --unused"
    table = on_record(path, fix)
    for name, entry in table.items():
        fields = entry if isinstance(entry, dict) else {}
        if [type(fields.get(name)) for name in ("of", "hypotheses")] != [str, list]:
            raise Mistake(f"{path}: [{name}] has not a hash `of` and `hypotheses`; {fix}")
    return {name: dict(entry) for name, entry in table.items()}


def text(records: Records, order: Sequence[str]) -> str:
    """Return a file of records: the theorems of an order that have one."""
    tables = [
        f'[{name}]\nof = "{entry["of"]}"\nhypotheses = '
        f"{json.dumps(list(entry['hypotheses']), ensure_ascii=False)}\n"  # as TOML has texts
        for name in order
        if (entry := records.get(name))
    ]
    return "\n".join((HEAD, *tables))
