"""Compiled proofs checked once more, by Coq's own checker, a smaller program than what made them.

It reads what was compiled, and knows no tactics, notations or options. It checks the claim, its
proof and what these require of our library; Coq's own library and Coquelicot are taken as they are.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from verify.methods.kernel import analysis
from verify.methods.kernel.authored import all_needed, files_of, with_needed
from verify.methods.kernel.checking import FOLDERS, compiled
from verify.statements.proof_files import coq_name
from verify.statements.statement import Statement

OURS = re.compile(r"^\s+((?:Kernel|Claimed|Theorems|checked)\.\S+)", re.MULTILINE)
SECTION = re.compile(r"^\* ", re.MULTILINE)  # of what it lists: axioms, and checks turned off


def recheck(statement: Statement, jobs: int, folder: Path) -> str:
    """Return why Coq's checker does not accept the proof of a claim, "" if it does."""
    name = coq_name(statement.id)
    proofs = with_needed(statement)
    if proofs[name].missing:
        return proofs[name].missing
    library = analysis.library()
    files = files_of(name, proofs)
    ready = analysis.compiled(files, library, folder, jobs)
    place = Path(tempfile.mkdtemp())
    try:
        accepted, said = compiled(name, proofs, ready, place)
        if not accepted:
            return said
        own = [
            f"{kind}.{used}"
            for used in (*all_needed(name, proofs), name)
            for kind in ("Claimed", "Theorems")
        ]
        modules = [*(f"Kernel.{unit}" for unit in library.units_of(files)), *own, "checked"]
        return _refused(modules, [*ready.options, *FOLDERS], place / "checked")
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _refused(modules: list[str], options: list[str], folder: Path) -> str:
    asked = [part for module in modules for part in ("-norec", module)]
    done = subprocess.run(
        ["coqchk", "-silent", "-o", *options, *asked],
        cwd=folder, capture_output=True, text=True, check=False,
        env=analysis.surroundings(),
    )  # fmt: skip
    if done.returncode:
        return " ".join((done.stderr or done.stdout).split())[-300:]
    told = [part.partition(":") for part in SECTION.split(done.stdout + done.stderr)]
    return "; ".join(f"{what}: {name}" for what, _, names in told for name in OURS.findall(names))
