"""Which hypotheses of a claim its proof does without: those that True can stand in the place of.

What a proof only takes apart, or hands on, counts as used. The claim and its proof are compiled
anew for each hypothesis, beside the same files that they use.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from verify.methods.kernel import analysis, checking, theorems
from verify.methods.kernel.authored import Proof, claim_file, files_of, with_needed
from verify.methods.kernel.claims import LAWS
from verify.processes.ordered import in_order
from verify.processes.store import Store
from verify.statements.proof_files import coq_name
from verify.statements.statement import Statement


def unused_by(
    statement: Statement, jobs: int, folder: Path, *, fresh: bool = False
) -> tuple[str, ...]:
    """Return the hypotheses, in the author's terms, that the proof of a claim does without.

    Each takes Coq as long as the proof itself, at most; what is found is kept. A claim that is
    refuted has none, for its hypotheses are what the counterexample meets.
    """
    name = coq_name(statement.id)
    proofs = with_needed(statement)
    theorem = proofs[name].theorem
    if theorem is None or proofs[name].missing or theorem.refuted:
        return ()
    library = analysis.library()
    key = f"unused hypotheses {theorems.key_of(name, proofs, library)}"
    kept = None if fresh else Store(folder).read(key)
    if kept is not None:
        return tuple(kept)
    hypotheses = [h for h in dict.fromkeys(theorem.hypotheses) if h and h not in LAWS]
    files = files_of(name, proofs) if hypotheses else []
    compiled = analysis.compiled(files, library, folder, jobs)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as aside:
        place = Path(aside)
        ready = bool(hypotheses) and checking.with_used(name, proofs, compiled, place) is None
        found = in_order(
            lambda h: ready and _goes_through(name, proofs[name], h, compiled, place),
            hypotheses,
            jobs,
        )
        spare = [h for h, through in zip(hypotheses, found, strict=True) if through]
    if ready or not hypotheses:
        Store(folder).write(key, spare)
    return tuple(spare)


def _goes_through(
    name: str, proof: Proof, without: str, library: analysis.Compiled, place: Path
) -> bool:
    """Return whether the proof is one of the claim without a hypothesis, too."""
    assert proof.theorem is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as beside:
        copy = Path(shutil.copytree(place, Path(beside, "copy")))
        claim = claim_file(proof.theorem, without)
        failed, _ = checking.compiled_alone(name, claim, proof.text, library, copy)
        return not failed and checking.checked(name, library, copy)[0]
