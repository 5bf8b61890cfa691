"""Compiled proofs checked once more, by Coq's own checker, a smaller program than what made them.

It reads what was compiled, and knows no tactics, notations or options. It checks claims, their
proofs and what these require of our library; Coq's own library and Coquelicot are taken as they
are.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from verify.methods.kernel import analysis, installed
from verify.methods.kernel.authored import with_needed
from verify.methods.kernel.together import asked_together
from verify.statements.proof_files import coq_name
from verify.statements.statement import Statement

OURS = re.compile(r"(?:Kernel|Claimed|Theorems|Checked)\.")
SECTION = re.compile(r"^\* ", re.MULTILINE)  # of what it lists: axioms, and checks turned off
NAME = re.compile(r"^\s+(\w+(?:\.[\w']+)+)", re.MULTILINE)


class Rechecked(NamedTuple):
    """Why Coq's checker does not accept proofs, "" if it does, and the axioms of all it loads."""

    refused: str
    axioms: tuple[str, ...] = ()


def recheck(statements: Sequence[Statement], jobs: int) -> Rechecked:
    """Return what Coq's checker says of the proofs of claims and of our library below them.

    All of it is compiled anew, in a place of its own: what was compiled before may be damaged.
    """
    names = [coq_name(statement.id) for statement in statements]
    proofs = {name: proof for s in statements for name, proof in with_needed(s).items()}
    for name in names:
        if proofs[name].missing:
            return Rechecked(proofs[name].missing)
    with (
        tempfile.TemporaryDirectory() as fresh,
        asked_together(names, proofs, analysis.library(), jobs, Path(fresh)) as asked,
    ):
        unproved = [name for name in names if name not in asked.proved]
        if unproved:
            return Rechecked(f"Coq does not prove {', '.join(unproved)}")
        return _checked(*asked.modules(), asked.place)


def _checked(modules: list[str], options: list[str], folder: Path) -> Rechecked:
    asked = [part for module in modules for part in ("-norec", module)]
    done = subprocess.run(
        [installed.program("coqchk"), "-silent", "-o", *options, *asked],
        cwd=folder, capture_output=True, text=True, check=False,
        env=analysis.surroundings(),
    )  # fmt: skip
    if done.returncode:
        return Rechecked(" ".join((done.stderr or done.stdout).split())[-300:])
    parts = [part.partition(":") for part in SECTION.split(done.stdout + done.stderr)]
    listed = {what.strip(): NAME.findall(names) for what, _, names in parts}
    ours = [f"{what}: {name}" for what, names in listed.items() for name in names
            if OURS.match(name)]  # fmt: skip
    if "Axioms" not in listed:
        return Rechecked("coqchk prints no axioms")
    return Rechecked("; ".join(ours), tuple(sorted(listed["Axioms"])))
