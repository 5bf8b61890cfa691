"""Claims to Coq theorems: what is printed, the proof beside the module, what it rests on.

The claim is compiled by itself, before the proof is looked at; the proof is a file that requires
it; a third file says that the one proves the other, and asks what is assumed. So an author's file
can prove a claim, or fail, and never change what it says.
"""

from __future__ import annotations

import inspect
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from verify.methods.kernel import analysis
from verify.methods.kernel.claims import Theorem, coq_name, theorem_of
from verify.methods.kernel.parts import Unprintable
from verify.processes.store import Store, is_shaped
from verify.statements.discovery import discover
from verify.statements.outcomes import Outcome
from verify.statements.statement import Statement

HEAD = (
    "From Coq Require Import Reals List.\nFrom Coquelicot Require Import Coquelicot.\n"
    "From Kernel Require Import Prelude Words{more}.\nOpen Scope R_scope.\n"
)
BY_FAMILIES = (
    "From Coq Require Import Reals List.\nFrom Coquelicot Require Import Coquelicot.\n"
    "From Kernel Require Import Prelude Words Comparison.\nFrom Claimed Require Import {name}.\n"
    "Open Scope R_scope.\nTheorem proof : {name}.\nProof. unfold {name}. by_families. Qed.\n"
)
KEPT = {"accepted": bool, "seconds": (int, float), "assumptions": [str], "message": str}
FOLDERS = ("-Q", "../claimed", "Claimed", "-Q", "../theorems", "Theorems")
GENUINE = (  # the axioms of Coq's reals, and excluded middle, which some lemmas of Coquelicot use
    "Coq.Reals.ClassicalDedekindReals.sig_forall_dec",
    "Coq.Reals.ClassicalDedekindReals.sig_not_dec",
    "Coq.Logic.FunctionalExtensionality.functional_extensionality_dep",
    "Coq.Logic.Classical_Prop.classic",
)
ALLOWED = frozenset(".".join(name.split(".")[-2:]) for name in GENUINE)
AXIOM = re.compile(r"[A-Za-z_][\w.']*(\s*:.*)?")
TAKEN = {name.split(".")[0] for name in ALLOWED}  # files of Coq, by which its axioms are known


@dataclass(frozen=True)
class Proof:
    """A claim as text and the text of its proof; `missing` is why there is none.

    A proof that is `generated` is that of a family of comparison theorems, if it is of one.
    """

    theorem: Theorem | None
    text: str = ""
    missing: str = ""
    generated: bool = False

    @property
    def needs(self) -> list[str]:
        """Return the theorems of other statements that the proof uses."""
        own = "" if self.theorem is None else self.theorem.name
        return [name for name in analysis.required(self.text, "Theorems") if name != own]


def proof_of(statement: Statement) -> Proof:
    """Return a claim with its proof, the file beside the statement's module with its name."""
    try:
        theorem = theorem_of(statement)
    except Unprintable as problem:
        return Proof(None, missing=str(problem))
    path = proof_file(statement)
    try:
        return Proof(theorem, path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if theorem.refuted:
            return Proof(theorem, missing=f"no proof: {path.name} is not there")
        return Proof(theorem, BY_FAMILIES.format(name=theorem.name), generated=True)
    except (OSError, UnicodeDecodeError):
        return Proof(theorem, missing=f"no proof: {path.name} cannot be read")


def proof_file(statement: Statement) -> Path:
    """Return where the proof of a statement's claim is to be."""
    module = Path(inspect.getfile(statement.body))
    return module.with_name(f"{coq_name(statement.id)}.v")


def claim_file(theorem: Theorem, without: str = "") -> str:
    """Return the file that says what a claim is, and nothing else; `without` drops a hypothesis."""
    schemas = " Schemas" if any(p.isidentifier() for p in theorem.premises) else ""
    return f"{HEAD.format(more=schemas)}{theorem.text(without)}\n"


def checked_file(name: str) -> str:
    """Return the file that says that a proof proves a claim, and asks what it rests on.

    It asks first what Coq calls the axioms that are allowed, here, where another file may have
    their names.
    """
    files = " ".join(sorted({axiom.rpartition(".")[0] for axiom in GENUINE}))
    return (
        f"From Claimed Require {name}.\nFrom Theorems Require {name}.\nRequire {files}.\n"
        f"Definition allowed := (@{', @'.join(GENUINE)}).\nPrint Assumptions allowed.\n"
        f"Definition checked : Claimed.{name}.{name} := Theorems.{name}.proof.\n"
        "Print Assumptions checked.\n"
    )


def decide_claims(
    statements: Sequence[Statement], jobs: int, folder: Path, *, fresh: bool = False
) -> dict[str, Outcome]:
    """Return what Coq says of each claim that has propositions, {id: outcome}.

    What is answered is kept under the hash of the claim, its proof, all the proof uses, and Coq.
    """
    claimed = [s for s in statements if s.declared.claim and s.declared.claim.propositions]
    proofs = {coq_name(s.id): proof_of(s) for s in claimed}
    for statement in claimed:
        if any(name not in proofs for name in proofs[coq_name(statement.id)].needs):
            proofs = {**with_needed(statement), **proofs}
    library = analysis.library()
    answers: dict[str, Any] = {}
    keys = {
        name: key_of(name, proofs, library) for name, proof in proofs.items() if not proof.missing
    }
    for name, key in keys.items():
        kept = None if fresh else Store(folder).read(key, lambda data: is_shaped(data, KEPT))
        if kept is not None:
            answers[name] = kept
    asked = [name for name in keys if name not in answers]
    for name, answer in _asked(asked, proofs, library, jobs, folder).items():
        answers[name] = answer
        Store(folder).write(keys[name], answer)
    spare = {name: Store(folder).read(spared_key(key), is_texts) for name, key in keys.items()}
    found = {s.id: _outcome(coq_name(s.id), proofs, answers, spare) for s in claimed}
    return found | _namesakes(claimed)


def _namesakes(statements: Sequence[Statement]) -> dict[str, Outcome]:
    """Return that nothing is known of theorems of one name: T-1 and T.1 are both T_1 in Coq."""
    names = [coq_name(s.id) for s in statements]
    why = "another statement's theorem has its name in Coq; give one of them another id"
    unknown = Outcome("kernel", "inconclusive", 0.0, {}, why)
    pairs = zip(statements, names, strict=True)
    return {statement.id: unknown for statement, name in pairs if names.count(name) > 1}


def with_needed(statement: Statement) -> dict[str, Proof]:
    """Return the proof of a claim with those of other statements that it uses."""
    every = {coq_name(s.id): s for s in discover().statements}
    proofs = {coq_name(statement.id): proof_of(statement)}
    waiting = [coq_name(statement.id)]
    while waiting:
        for name in proofs[waiting.pop()].needs:
            if name in every and name not in proofs:
                proofs[name] = proof_of(every[name])
                waiting.append(name)
    return proofs


def spared_key(key: str) -> str:
    """Return under what the hypotheses are kept that the proof of a key does without."""
    return f"unused hypotheses {key}"


def is_texts(data: object) -> bool:
    """Return whether what was kept is a list of texts."""
    return is_shaped(data, [str])


def key_of(name: str, proofs: Mapping[str, Proof], library: analysis.Library) -> str:
    parts = [library.keys[n] for n in files_of(name, proofs) if n in library.keys]
    for used in (name, *all_needed(name, proofs)):
        proof = proofs[used]
        parts += [used, "" if proof.theorem is None else proof.theorem.text(), proof.text]
    return analysis.content_hash("theorem", *parts)


def files_of(name: str, proofs: Mapping[str, Proof]) -> list[str]:
    """Return the files of the library that a claim, its proof and what this uses require."""
    found: set[str] = set()
    for used in (name, *all_needed(name, proofs)):
        theorem = proofs[used].theorem
        if theorem is not None:
            found |= {*analysis.required(claim_file(theorem) + proofs[used].text, "Kernel")}
    return sorted(found)


def all_needed(name: str, proofs: Mapping[str, Proof]) -> list[str]:
    """Return the proofs that one uses, and those that these use, each before what uses it."""
    found: list[str] = []

    def visit(one: str, path: tuple[str, ...]) -> None:
        for below in proofs[one].needs:
            if below in proofs and below not in (*path, *found):
                visit(below, (*path, below))
                found.append(below)

    visit(name, (name,))
    return found


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
    analysis.compile_all(
        {n for name in names for n in files_of(name, proofs)}, library, folder, jobs
    )

    def ask(name: str) -> dict[str, Any]:
        return answered(name, proofs, analysis.options(files_of(name, proofs), library, folder))

    with ThreadPoolExecutor(jobs) as pool:
        return dict(zip(names, pool.map(ask, names), strict=True))


def answered(name: str, proofs: Mapping[str, Proof], library: Sequence[str]) -> dict[str, Any]:
    """Return what Coq says of one claim; `library` tells it where to find what it requires."""
    begun = perf_counter()
    place = Path(tempfile.mkdtemp())
    try:
        accepted, said = compiled(name, proofs, library, place)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    rests_on = list(_rests_on(said)) if accepted else []
    return {
        "accepted": accepted, "seconds": round(perf_counter() - begun, 2), "assumptions": rests_on,
        "message": "" if accepted else said,
    }  # fmt: skip


def compiled(
    name: str,
    proofs: Mapping[str, Proof],
    library: Sequence[str],
    place: Path,
) -> tuple[bool, str]:
    """Compile a claim, its proof and what this uses in a folder; return what Coq says of them."""
    options = [*library, *FOLDERS]
    for folder in ("claimed", "theorems", "checked"):
        (place / folder).mkdir()
    for used in (*all_needed(name, proofs), name):
        proof = proofs[used]
        if proof.theorem is None or proof.missing:
            return False, f"it uses {used}: {proof.missing}"
        failed, said = compiled_alone(used, claim_file(proof.theorem), proof.text, options, place)
        if failed:
            return False, said
    return checked(name, options, place)


def compiled_alone(
    name: str, claim: str, proof: str, options: Sequence[str], place: Path
) -> tuple[bool, str]:
    """Compile a claim, then its proof, in a folder that has what they use; return what failed."""
    for folder, says in (("claimed", claim), ("theorems", proof)):
        (place / folder / f"{name}.v").write_text(says, encoding="utf-8")
        failed, said = analysis.coqc(place / folder, f"{name}.v", options)
        if failed:
            return True, f"{name}.v: {said}" if folder == "theorems" else f"the claim: {said}"
    return False, ""


def checked(name: str, options: Sequence[str], place: Path) -> tuple[bool, str]:
    """Ask Coq whether a proof proves its claim, and what it rests on; return what it says."""
    (place / "checked" / "checked.v").write_text(checked_file(name), encoding="utf-8")
    failed, said = analysis.coqc(place / "checked", "checked.v", options)
    if failed or len(re.findall(r"^(?:Axioms:|Closed under the global context)$", said, re.M)) != 2:
        return False, f"what proves it does not say it: {said}"
    return True, said


def _rests_on(said: str) -> tuple[str, ...]:
    """Return what a proof rests on: names of axioms, and any other line Coq has of it.

    Where a check of Coq was turned off, such as that of recursions, it says so on its own line.
    What has the name of an allowed axiom and is another is told as such.
    """
    _, allowed, found = re.split(r"^(?:Axioms:|Closed under the global context)$", said, flags=re.M)
    known = {name: ".".join(name.split(".")[-2:]) for name in _lines(allowed)}
    others = {name: f"another {name}" for name in ALLOWED - known.keys()}
    return tuple(sorted({(known | others).get(name, name) for name in _lines(found)}))


def _lines(told: str) -> set[str]:
    """Return the names of axioms that Coq tells, and its other lines that begin a message."""
    lines = [line for line in told.splitlines() if line and not line[0].isspace()]
    return {re.split(r"\s*:", line)[0] if AXIOM.fullmatch(line) else line for line in lines}


def _outcome(
    name: str,
    proofs: Mapping[str, Proof],
    answers: Mapping[str, dict[str, Any]],
    spare: Mapping[str, list[str] | None],
) -> Outcome:
    proof = proofs[name]
    if name in TAKEN:
        return Outcome("kernel", "inconclusive", 0.0, {}, f"{name} is the name of a file of Coq")
    if name not in answers:
        return Outcome("kernel", "inconclusive", 0.0, {}, proof.missing)
    answer = answers[name]
    beyond = sorted(set(answer["assumptions"]) - ALLOWED)
    if not answer["accepted"] or beyond:
        why = answer["message"] or f"the proof assumes {', '.join(beyond)}"
        if proof.generated:
            why = f"no proof: {name}.v is not there, and no family of theorems has it"
        return Outcome("kernel", "inconclusive", answer["seconds"], {"theorem": name}, why)
    evidence: dict[str, Any] = {"theorem": name, "assumptions": answer["assumptions"]}
    if proof.generated:
        evidence["generated"] = True
    if spare.get(name):
        evidence["unused"] = spare[name]
    return Outcome("kernel", "kernel", answer["seconds"], evidence)
