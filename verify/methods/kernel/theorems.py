"""Claims to Coq theorems: which are asked, what is kept of the answers, and what they come to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verify.methods.kernel import analysis, spared
from verify.methods.kernel.authored import Proof, files_of, proof_of, texts_of, with_needed
from verify.methods.kernel.checking import ALLOWED, answered
from verify.methods.kernel.deciding import Progress
from verify.methods.kernel.taken_steps import in_words
from verify.methods.kernel.together import asked_together
from verify.processes.ordered import in_order
from verify.processes.store import Store
from verify.statements.folder import rested_on
from verify.statements.outcomes import Outcome
from verify.statements.proof_files import coq_name
from verify.statements.statement import Statement

# What a tactic of an inference says of its own failure, among what Coq prints.
SAID = re.compile(
    rf"(?:Error: Tactic failure: |{analysis.LACKING})(.*?)(?: \(level \d+\))?\.?\s*\Z", re.DOTALL
)
BOUNDED = "bounded "  # answers to claims that were asked together


def decide_claims(
    statements: Sequence[Statement],
    jobs: int,
    folder: Path,
    *,
    fresh: bool = False,
    exact: bool = False,
    compiled_in: Path | None = None,
    progress: Progress | None = None,
) -> dict[str, Outcome]:
    """Return what Coq says of each claim that has propositions, {id: outcome}.

    The assumptions of a claim are among those told; `exact` asks for each which ones they are.
    What is answered is kept under the hash of the claim, its proof, all the proof uses, and Coq;
    what a proof does without is told as it was last asked, here or when it was put on record.
    `compiled_in` is where the library is compiled, if not where answers are kept.
    """
    compiled_in = compiled_in or folder
    claimed = [s for s in statements if s.declared.claim and s.declared.claim.propositions]
    proofs = _proofs(claimed)
    library = analysis.library()
    keys = {
        name: key_of(name, proofs, library) for name, proof in proofs.items() if not proof.missing
    }
    answers: dict[str, Any] = {}
    for name, key in keys.items():
        kept = None if fresh else _kept(key, folder, exact)
        if kept is not None:
            answers[name] = kept
    asked = [name for name in keys if name not in answers]
    if len(asked) > 1 and not exact:
        with asked_together(asked, proofs, library, jobs, compiled_in, progress) as told:
            for name, seconds in told.proved.items():
                answers[name] = _answer(True, seconds)
                Store(folder).write(BOUNDED + keys[name], answers[name])
            for name, seconds in told.refused.items():
                answers[name] = _answer(False, seconds)
                Store(folder).write(keys[name], answers[name])
    left = [name for name in asked if name not in answers]
    for name, answer in _asked(left, proofs, library, jobs, compiled_in).items():
        answers[name] = answer
        Store(folder).write(keys[name], answer)
    records = {k: v for f in reversed(rested_on()) for k, v in spared.read(f.unused).items()}
    spare = {name: spared.known(name, proofs, records) for name in keys}
    found = {s.id: _outcome(coq_name(s.id), proofs, answers, spare) for s in claimed}
    return found | _namesakes(claimed)


def fingerprints(statements: Sequence[Statement]) -> dict[str, str]:
    """Return the hash of all that Coq reads for each claim, {id: hash}, without asking Coq.

    That is the claim, its proof, the proofs that this uses, and the files of the library that they
    require, with all that these require: as texts, whatever the machine and Coq's version.
    """
    claimed = [s for s in statements if s.declared.claim and s.declared.claim.propositions]
    proofs = _proofs(claimed)
    library = {name: source.text for name, source in analysis.sources().items()} if claimed else {}
    needs = analysis.required_in(library)
    found = {}
    for statement in claimed:
        name = coq_name(statement.id)
        if not proofs[name].missing:
            used = analysis.with_required(files_of(name, proofs), needs)
            texts = [part for file in used for part in (file, library[file])]
            found[statement.id] = spared.fingerprint([*texts_of(name, proofs), *texts])
    return found


def _proofs(claimed: Sequence[Statement]) -> dict[str, Proof]:
    """Return the proofs of claims, with those of other statements that they use."""
    proofs = {coq_name(s.id): proof_of(s) for s in claimed}
    for statement in claimed:
        if any(name not in proofs for name in proofs[coq_name(statement.id)].needs):
            proofs = {**with_needed(statement), **proofs}
    return proofs


def _answer(accepted: bool, seconds: float) -> dict[str, Any]:
    """Return an answer to a claim that was asked together with others, as it is kept."""
    assumptions = sorted(ALLOWED) if accepted else []
    return {
        "accepted": accepted, "seconds": round(seconds, 2), "assumptions": assumptions,
        "message": "",
    }  # fmt: skip


def _kept(key: str, folder: Path, exact: bool) -> Any:
    """Return an answer that is kept, perhaps one whose assumptions are only bounded."""
    for kept in (key,) if exact else (key, BOUNDED + key):
        answer = Store(folder).read(kept)
        if answer is not None:
            return answer
    return None


def _namesakes(statements: Sequence[Statement]) -> dict[str, Outcome]:
    """Return that nothing is known of theorems of one name: T-1 and T.1 are both T_1 in Coq."""
    names = [coq_name(s.id) for s in statements]
    why = "the theorem of another statement has the same name in Coq; give one of them another id"
    unknown = Outcome("kernel", "inconclusive", 0.0, {}, why)
    return {s.id: unknown for s in statements if names.count(coq_name(s.id)) > 1}


def key_of(name: str, proofs: Mapping[str, Proof], library: analysis.Library) -> str:
    parts = [library.key(n) for n in files_of(name, proofs) if n in library.texts]
    return analysis.hash_with_version("theorem", *parts, *texts_of(name, proofs))


def _asked(
    names: Sequence[str],
    proofs: Mapping[str, Proof],
    library: analysis.Library,
    jobs: int,
    folder: Path,
) -> dict[str, dict[str, Any]]:
    """Ask Coq for proofs, each by itself; what several use is compiled in each of them."""
    if not names:
        return {}
    files = {n for name in names for n in files_of(name, proofs)}
    analysis.compiled(sorted(files), library, folder, jobs)

    def ask(name: str) -> dict[str, Any]:
        known = analysis.compiled(files_of(name, proofs), library, folder, 1)
        return answered(name, proofs, known)

    return dict(zip(names, in_order(ask, names, jobs), strict=True))


def _outcome(
    name: str,
    proofs: Mapping[str, Proof],
    answers: Mapping[str, dict[str, Any]],
    spare: Mapping[str, list[str]],
) -> Outcome:
    proof = proofs[name]
    if name not in answers:
        return Outcome("kernel", "inconclusive", 0.0, {}, proof.missing)
    answer = answers[name]
    beyond = sorted(set(answer["assumptions"]) - ALLOWED)
    if not answer["accepted"] or beyond:
        why = answer["message"] or f"the proof assumes {', '.join(beyond)}"
        evidence: dict[str, Any] = {"theorem": name}
        if proof.generated:
            why = f"no proof: {name}.v does not exist, and no family of theorems covers it"
        elif proof.inferences and (missing := SAID.search(why)):
            why, evidence["refused"] = in_words(" ".join(missing[1].split()), proof.atoms), True
        return Outcome("kernel", "inconclusive", answer["seconds"], evidence, why)
    evidence = {"theorem": name, "assumptions": answer["assumptions"]}
    if proof.generated:
        evidence["generated"] = True
    if proof.inferences:
        evidence["inferences"] = [*proof.inferences]
    if spare.get(name):
        evidence["unused"] = spare[name]
    return Outcome("kernel", "kernel", answer["seconds"], evidence)
