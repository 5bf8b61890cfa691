"""The papers' claims, their proofs, and the library of analysis that these use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import proofs
from verify.language.walk import things
from verify.methods.kernel import analysis
from verify.methods.kernel.authored import proof_of
from verify.methods.kernel.claims import coq_name
from verify.statements.assumption import introduced
from verify.statements.discovery import discover
from verify.statements.propositions import formulas
from verify.telling.hypotheses import placed

LIBRARY = Path(analysis.__file__).parent / "library"

# ------------------------------------------------------------------ the papers


def test_every_statement_of_the_papers_has_its_claim():
    statements = discover().statements
    assert len(statements) > 100
    assert [one.id for one in statements if one.declared.claim is None] == []


def test_what_a_claim_proposes_can_be_printed_and_has_its_proof_beside_the_module():
    for statement in discover().statements:
        claimed = statement.declared.claim
        if claimed is not None and claimed.propositions:
            proved = proof_of(statement)
            assert not proved.missing and not proved.generated, statement.id


def test_what_a_claim_speaks_of_is_told_before_it_and_not_by_a_later_step():
    for statement in discover().statements:
        declared = statement.declared
        said = declared.claim.propositions if declared.claim else ()
        spoken = {thing for part in said for formula in formulas(part) for thing in things(formula)}
        for assumed, place in zip(declared.assumed, placed(declared), strict=True):
            if spoken.intersection(introduced([assumed.assumption])) and not assumed.local:
                assert place == 0, (statement.id, assumed.assumption.phrase)


def test_no_file_of_a_proof_is_of_no_claim():
    files = {path.stem for path in Path(proofs.__file__).parent.rglob("*.v")}
    statements = discover().statements
    claimed = {
        coq_name(s.id) for s in statements if s.declared.claim and s.declared.claim.propositions
    }
    assert files == claimed


def test_no_proof_leaves_a_gap():
    for path in (*Path(proofs.__file__).parent.rglob("*.v"), *LIBRARY.parent.rglob("*.v")):
        text = re.sub(r"\(\*.*?\*\)", "", path.read_text("utf-8"), flags=re.DOTALL)
        gaps = re.findall(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|bypass_check)\b", text)
        assert gaps == [], path.name


# ------------------------------------------------------------------ the library


def test_a_file_of_the_library_is_kept_by_what_it_requires(monkeypatch):
    texts = {
        "Prelude": "Definition one := 1.",
        "Above": "From Kernel Require Import\n  Prelude.",
        "Beside": "From Kernel Require Import Prelude.",
    }
    monkeypatch.setattr(analysis, "sources", lambda: texts)
    before = analysis.library()
    assert before.needs["Above"] == ("Prelude",)  # over several lines, too
    assert before.closure(["Above"]) == ["Prelude", "Above"]
    texts["Beside"] += " (* changed *)"
    after = analysis.library()
    assert {name for name in texts if before.keys[name] != after.keys[name]} == {"Beside"}
    texts["Prelude"] += " (* changed *)"
    assert not set(after.keys.values()) & set(analysis.library().keys.values())


def test_a_circle_of_files_is_told(monkeypatch):
    texts = {name: f"From Kernel Require Import {other}." for name, other in ("AB", "BA")}
    monkeypatch.setattr(analysis, "sources", lambda: texts)
    with pytest.raises(analysis.Broken, match="A, B, A"):
        analysis.library()


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
