"""The papers' claims, their proofs, and the library of analysis that these use."""

import re
from pathlib import Path

import pytest

import proofs
from verify.language.mistakes import Mistake
from verify.methods.kernel import analysis
from verify.methods.kernel.authored import proof_of
from verify.render.endings import ending, proved_apart
from verify.render.narration import Narrator
from verify.render.terminal import NOTATION
from verify.statements.discovery import discover
from verify.statements.inference import Inference
from verify.statements.proof_files import coq_name

LIBRARY = Path(analysis.__file__).parent / "library"


def test_every_statement_of_the_papers_has_its_claim():
    statements = discover().statements
    assert len(statements) > 100
    assert [one.id for one in statements if one.declared.claim is None] == []


@pytest.mark.long
def test_what_a_claim_proposes_can_be_printed_and_has_its_proof_beside_the_module():
    for statement in discover().statements:
        claimed = statement.declared.claim
        if claimed is not None and claimed.propositions:
            proved = proof_of(statement)
            assert not proved.missing and not proved.generated, statement.id


def test_a_claim_has_the_file_of_a_proof_or_follows_from_its_steps():
    papers = Path(proofs.__file__).parent
    beside = [path for path in papers.rglob("*.v") if "coq" not in path.parts]
    files = {path.stem for path in beside if "Theorem proof" in path.read_text("utf-8")}
    claimed, inferred = set(), set()
    for one in discover().statements:
        if one.declared.claim and one.declared.claim.propositions:
            claimed.add(coq_name(one.id))
            if any(isinstance(said.step, Inference) for said in one.declared.said):
                inferred.add(coq_name(one.id))
    assert files | inferred == claimed
    assert not files & inferred  # a file of these has lemmas alone
    assert {path.stem for path in beside} <= claimed


def test_what_coq_proves_from_no_step_of_the_page_is_told():
    statements = {one.id: one for one in discover().statements}
    apart = {name: proved_apart(one) for name, one in statements.items()}
    of_none = [
        name for name, steps in apart.items()
        if steps and not any(said.step.references() for said in statements[name].declared.said
                             if said.step.word == "inference")
    ]  # fmt: skip
    assert len(of_none) <= 14  # each one that goes is a proof that is what Coq checks
    assert sum(map(len, apart.values())) <= 144
    for name, ending_says in (
        ("A-T4.1", "step (1) without"),
        ("A-T4.1+", "and (19) without"),
        ("A-H3.1", ""),
    ):
        ends = ending(statements[name], None, Narrator(statements[name], NOTATION))
        assert ("without the steps above" in ends.leads) is bool(ending_says)
        assert ending_says in ends.leads


def test_no_proof_leaves_a_gap():
    for path in (*Path(proofs.__file__).parent.rglob("*.v"), *LIBRARY.parent.rglob("*.v")):
        text = re.sub(r"\(\*.*?\*\)", "", path.read_text("utf-8"), flags=re.DOTALL)
        gaps = re.findall(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|bypass_check)\b", text)
        assert gaps == [], path.name


def test_the_library_requires_nothing_of_a_paper_and_a_paper_nothing_of_another():
    """The engine knows no paper, and neither paper the other; `shared` knows neither."""
    papers = Path(proofs.__file__).parent
    owner = {path.stem: "" for path in LIBRARY.parent.rglob("*.v")}
    paper_of = {path: "" for path in LIBRARY.parent.rglob("*.v")}
    paper_of |= {path: path.relative_to(papers).parts[0] for path in papers.rglob("*.v")}
    owner |= {path.stem: paper for path, paper in paper_of.items() if "coq" in path.parts}
    assert analysis.library().texts.keys() == owner.keys()
    across = [
        (path.name, name)
        for path, paper in paper_of.items()
        for name in analysis.required(path.read_text("utf-8"), "Kernel")
        if owner[name] not in ("", "shared", paper)
    ]
    assert across == []


def test_a_papers_own_lemmas_are_under_the_rules_for_proof_files(tmp_path, monkeypatch):
    (tmp_path / "mine" / "coq").mkdir(parents=True)
    (tmp_path / "mine" / "one.py").write_text("", "utf-8")
    lemma = tmp_path / "mine" / "coq" / "Own.v"
    monkeypatch.setenv("VERIFY_PAPERS", str(tmp_path / "mine"))
    lemma.write_text("Lemma own : True. Proof. exact I. Qed.\n", "utf-8")
    assert analysis.library().units_of(["Own"]) == ["Own"]
    lemma.write_text("Axiom own : False.\n", "utf-8")
    with pytest.raises(Mistake, match=r"Own\.v, line 1: Axiom own : False is not allowed"):
        analysis.library()
    lemma.rename(lemma.with_name("Words.v"))
    with pytest.raises(Mistake, match="the name is taken by another file of the library"):
        analysis.library()


def test_a_circle_of_files_or_of_folders_is_told(monkeypatch):
    texts = {name: f"From Kernel Require Import {other}." for name, other in ("AB", "BA")}
    monkeypatch.setattr(analysis, "sources", lambda: files(texts))
    with pytest.raises(analysis.Broken, match="files require each other in a cycle: A, B, A"):
        analysis.library()
    texts = {"A": "", "B": "From Kernel Require Import A.", "C": "From Kernel Require Import B."}
    monkeypatch.setattr(analysis, "sources", lambda: files(texts, A="x", C="x", B="y"))
    with pytest.raises(analysis.Broken, match="folders require each other in a cycle: x, y, x"):
        analysis.library()


def files(texts, **folders):
    return {name: analysis.Source(text, folders.get(name, name)) for name, text in texts.items()}


def test_what_has_to_be_read_of_every_theorem_fits_150_lines():
    texts = analysis.library().texts
    meaning = texts["Prelude"].split("1. meaning")[1].split("2. finite sums")[0]
    assert len(meaning.splitlines()) - 1 + len(texts["Words"].splitlines()) <= 150


def test_a_theorem_has_two_false_twins_at_least() -> None:
    theorems = [s for s in discover().statements if s.declared.claim is not None]
    fewer = [
        s.id
        for s in theorems
        if s.declared.claim.kind == "theorem"
        and not s.declared.claim.refuted
        and len(s.declared.claim.twins) < 2
    ]
    assert fewer == []
