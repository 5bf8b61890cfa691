"""Claims with their proofs: a file beside the module of a statement, or that of a family."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from verify.language.mistakes import unknown
from verify.methods.kernel import analysis
from verify.methods.kernel.claims import CoqTheorem, theorem_of
from verify.methods.kernel.inferring import inferences_of, inferred, lemma_of
from verify.methods.kernel.parts import Unprintable
from verify.methods.kernel.vernacular import refused
from verify.processes.plain_files import text_of
from verify.statements.discovery import known_to
from verify.statements.proof_files import coq_name, proof_file
from verify.statements.statement import Statement

HEAD = (
    "From Coq Require Import Reals List.\nFrom Coquelicot Require Import Coquelicot.\n"
    "From Kernel Require Import Prelude Words{more}.\nOpen Scope R_scope.\n"
)
BY_FAMILIES = (
    "From Coq Require Import Reals List.\nFrom Coquelicot Require Import Coquelicot.\n"
    "From Kernel Require Import Prelude Words ByFamilies.\n"
    "From Claimed Require Import {name}.\nOpen Scope R_scope.\n"
)
LEMMA = re.compile(
    r"^\s*(?:Corollary|Fact|Lemma|Proposition|Remark|Theorem)\s+([\w']+)", re.MULTILINE
)
PROVED = "Theorem proof : {name}.\nProof. unfold {name}. by_all_families. Qed.\n"
TRIED = (  # what Coq says of it is one of two lines, and it goes on
    "Goal {name}.\nProof. tryif solve [ unfold {name}; by_all_families ] "
    'then idtac "proved {name}" else idtac "refused {name}". Abort.\n'
)


@dataclass(frozen=True)
class Proof:
    """A claim as text and the text of its proof; `missing` is why there is none.

    A proof that is `generated` is that of a family of comparison theorems, if it is of one; one by
    `inferences` has been printed from those steps of its author's. `own` is what its author wrote
    of it in Coq, `taken` are the steps that it may assume, as Coq has them along the motion, and
    `atoms` the parts of the claim in its author's words.
    """

    theorem: CoqTheorem | None
    text: str = ""
    missing: str = ""
    generated: bool = False
    inferences: tuple[str, ...] = ()
    own: str = ""
    taken: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    atoms: Mapping[str, str] = field(default_factory=dict)

    @property
    def needs(self) -> list[str]:
        """Return the theorems of other statements that the proof uses."""
        own = "" if self.theorem is None else self.theorem.name
        return [name for name in analysis.required(self.text, "Theorems") if name != own]


def proof_of(statement: Statement) -> Proof:
    """Return a claim with its proof: the file beside its module, its inferences, or a family."""
    try:
        theorem = theorem_of(statement)
    except Unprintable as problem:
        return Proof(None, missing=str(problem))
    path, chosen = proof_file(statement.id, statement.body), inferences_of(statement)
    try:
        text = text_of(path)
    except FileNotFoundError:
        if theorem.refuted and not chosen:
            return Proof(theorem, missing=f"no proof: {path.name} does not exist")
        if not chosen:
            return Proof(theorem, (BY_FAMILIES + PROVED).format(name=theorem.name), generated=True)
        text = ""
    except (OSError, UnicodeDecodeError):
        return Proof(theorem, missing=f"no proof: {path.name} cannot be read")
    if why := refused(text):
        return Proof(theorem, missing=f"{path.name}, {why}")
    try:
        if chosen:
            return _by_inferences(statement, theorem, text)
    except Unprintable as problem:
        return Proof(theorem, missing=str(problem))
    return Proof(theorem, text, own=text)


def _by_inferences(statement: Statement, theorem: CoqTheorem, lemmas: str) -> Proof:
    """Return the proof that a claim's inferences are, `lemmas` being a file that they may use."""
    if "proof" in LEMMA.findall(lemmas):
        raise Unprintable(f"its inferences prove it: leave Theorem proof out of {theorem.name}.v")
    chosen = inferences_of(statement)
    for said in chosen:
        if lemma := lemma_of(said):
            _check_lemma(lemma, theorem.name, lemmas)
    text, taken, atoms = inferred(statement, lemmas)
    names = tuple(said.name for said in chosen)
    return Proof(theorem, text, inferences=names, own=lemmas, taken=taken, atoms=atoms)


def _check_lemma(lemma: str, own: str, text: str) -> None:
    """Raise Unprintable where a lemma is not there; those of its `own` file are in the text."""
    file, name = lemma.split(".")
    if file != own:
        sources = analysis.sources()
        if file not in sources:
            raise Unprintable(unknown("Coq file", file, sorted([own, *sources])))
        text = sources[file].text
    if name not in LEMMA.findall(text):
        raise Unprintable(f"{file}.v: {unknown('lemma', name, LEMMA.findall(text))}")


def tried(name: str) -> str:
    """Return what asks whether a family proves a claim, and goes on if none does."""
    return (BY_FAMILIES + TRIED).format(name=name)


def claim_head(theorem: CoqTheorem) -> str:
    """Return what a claim requires."""
    schemas = " Schemas" if any(p.isidentifier() for p in theorem.premises) else ""
    return HEAD.format(more=schemas + (" Integers" if theorem.counts else ""))


def claim_file(theorem: CoqTheorem, without: str = "") -> str:
    """Return the file that says what a claim is, and nothing else; `without` drops a hypothesis."""
    return f"{claim_head(theorem)}{theorem.text(without)}\n"


def with_needed(statement: Statement) -> dict[str, Proof]:
    """Return the proof of a claim with those of other statements that it uses."""
    every = {coq_name(s.id): s for s in known_to(statement).values()}
    proofs = {coq_name(statement.id): proof_of(statement)}
    waiting = [coq_name(statement.id)]
    while waiting:
        for name in proofs[waiting.pop()].needs:
            if name in every and name not in proofs:
                proofs[name] = proof_of(every[name])
                waiting.append(name)
    return proofs


def files_of(name: str, proofs: Mapping[str, Proof]) -> list[str]:
    """Return the files of the library that a claim, its proof and what this uses require."""
    found: set[str] = set()
    for used in (name, *all_needed(name, proofs)):
        theorem = proofs[used].theorem
        if theorem is not None:
            found |= {*analysis.required(claim_file(theorem) + proofs[used].text, "Kernel")}
    return sorted(found)


def texts_of(name: str, proofs: Mapping[str, Proof]) -> list[str]:
    """Return the texts that Coq reads for a claim: it, its proof, and the proofs that this uses."""
    texts: list[str] = []
    for used in (name, *all_needed(name, proofs)):
        theorem = proofs[used].theorem
        texts += [used, "" if theorem is None else theorem.text(), proofs[used].text]
    return texts


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
