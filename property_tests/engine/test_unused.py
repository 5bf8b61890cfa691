"""A hypothesis that a proof does without is told, and no other is."""

from dataclasses import replace
from pathlib import Path

import pytest

from property_tests.engine.verdict_examples import KERNEL, decided
from verify.cli import main
from verify.language.mistakes import Mistake
from verify.methods.kernel import spared
from verify.methods.kernel.authored import proof_of, with_needed
from verify.methods.kernel.claims import theorem_of
from verify.methods.kernel.installed import available
from verify.methods.kernel.sparing import unused_by
from verify.methods.kernel.theorems import decide_claims
from verify.processes.places import cache_folder
from verify.render.cards import verdict_card
from verify.render.run_json import run_to_json
from verify.render.terminal import NOTATION
from verify.statements.discovery import discover
from verify.statements.folder import Folder, current
from verify.statements.outcomes import Outcome, Run
from verify.statements.proof_files import coq_name

needs_coq = pytest.mark.skipif(not available(), reason="Coq is not installed")
SUM = """
    x, y = given(positive_scalar('x')), given(nonnegative_scalar('y'))
    z = given(nonzero_scalar('z'))
    yield claim('A sum is positive.', x + y > {than}{false})
    yield 'It is.', Inequality(x + y > 0, because=x + y, name='sum')
"""
PROOF = """
From Coq Require Import Reals Lra.
From Kernel Require Import Prelude Words.
From Claimed Require Import T_1.
Open Scope R_scope.
Theorem proof : T_1.
Proof. unfold T_1. intros. lra. Qed.
"""


@pytest.mark.long
@needs_coq
def test_a_hypothesis_that_the_proof_does_without_is_told(stated):
    statement = stated(SUM.format(than=0, false=""), PROOF)
    *_, spare = dict.fromkeys(theorem_of(statement).hypotheses)
    assert "z" in spare
    assert unused_by(statement, 1, cache_folder(), fresh=True) == (spare,)
    found = decide_claims([statement], 1, cache_folder())["T-1"]
    assert found.outcome == "kernel"
    assert "unused" not in found.evidence  # a card has what is on record, whatever was asked


@needs_coq
@pytest.mark.long
def test_it_is_told_under_the_theorem(tmp_path, capsys, stated):
    path = Path(stated(SUM.format(than=0, false=""), PROOF).body.__code__.co_filename)
    assert main(["theorem", "T-1", "--module", str(path), "--unused"]) == 0
    assert capsys.readouterr().out.endswith("\n(* unused: z ≠ 0 *)\n")


@needs_coq
@pytest.mark.parametrize(("than", "false"), [(0, ", refuted=True"), (1, "")])
@pytest.mark.long
def test_of_what_is_refuted_or_not_proved_no_hypothesis_is_unused(stated, than, false):
    statement = stated(SUM.format(than=than, false=false), PROOF)
    assert unused_by(statement, 1, cache_folder(), fresh=True) == ()


def test_all_that_one_hypothesis_says_is_dropped_at_once(stated):
    body = """
    r, x = given(scalar_between('r', 1, 2)), given(unit_tokens('x'))
    i, j = tokens.any('i', 'j')
    yield claim('They are near.', x[i] @ x[j] <= r)
    yield 'It is.', Inequality(r * r >= 0, because=r**2, name='square')
"""
    theorem = theorem_of(stated(body, PROOF))
    between, unit = (h for h in dict.fromkeys(theorem.hypotheses) if h)
    assert [theorem.hypotheses.count(told) for told in (between, unit)] == [2, 2]
    for told in (between, unit):
        assert theorem.text(told).count("True ->") == 2
    assert "True" not in theorem.text()


def test_that_a_mask_is_any_set_of_tokens_is_no_hypothesis(stated):
    body = """
    N, x = given(attention_mask('N')), given(unit_tokens('x'))
    i, j = tokens.any('i', 'j')
    seen = total(x[j] @ x[j] for j in tokens.seen_by(i, N))
    yield claim('They have a length.', seen >= 0)
    yield 'It has.', Inequality(seen >= 0, because=seen, name='seen')
"""
    told = [h for h in dict.fromkeys(theorem_of(stated(body, PROOF)).hypotheses) if h]
    assert len(told) == 1 and "lie on" in told[0]


@needs_coq
@pytest.mark.long
def test_what_is_on_record_is_told_of_the_very_claim(
    tmp_path, monkeypatch, stated, what_is_no_result
):
    what_is_no_result(tmp_path / "cache")
    statement = stated(SUM.format(than=0, false=""), PROOF)
    proofs = with_needed(statement)
    of = spared.hash_of("T_1", proofs)
    monkeypatch.setattr(Folder, "unused", tmp_path / "unused.toml")
    for hash_, told in ((of, ["$z \\ne 0$"]), ("of another claim", None)):
        records = {"T_1": {"of": hash_, "hypotheses": ["$z \\ne 0$"]}}
        (tmp_path / "unused.toml").write_text(spared.text(records, ["T_1"]))
        kept = decide_claims([statement], 1, tmp_path / "cache")["T-1"]
        assert (kept.outcome, kept.evidence.get("unused")) == ("kernel", told)
    edited = {"T_1": replace(proofs["T_1"], own=PROOF + "(* another *)")}
    assert spared.hash_of("T_1", edited) == of  # it holds without, whatever its page proves it by
    theorem = replace(
        proofs["T_1"].theorem, premises=("True",) * len(proofs["T_1"].theorem.premises)
    )
    assert spared.hash_of("T_1", {"T_1": replace(proofs["T_1"], theorem=theorem)}) != of


def test_records_are_written_as_they_are_read_in_the_statements_order(tmp_path):
    records = {
        "B_2": {"of": "1f", "hypotheses": ['the weights $\\alpha_{ij}$ are "bounded"', "$ε > 0$"]},
        "A_1": {"of": "2e", "hypotheses": []},
    }
    path = tmp_path / "unused.toml"
    assert spared.read(path) == {}
    path.write_text(spared.text({**records, "C_3": records["A_1"]}, ["A_1", "B_2"]), "utf-8")
    assert list(spared.read(path).items()) == [*reversed(records.items())]


@pytest.mark.parametrize("text", ["[A_1", "A_1 = 2", '[A_1]\nof = "1"', "[A_1]\nof = 1"])
def test_records_that_cannot_be_read_are_told_in_one_line(tmp_path, text):
    path = tmp_path / "unused.toml"
    path.write_text(text)
    with pytest.raises(Mistake, match=r"unused\.toml: .*; correct it, or delete it"):
        spared.read(path)


def test_a_card_tells_what_the_proof_does_without(stated):
    statement = stated(SUM.format(than=0, false=""), PROOF)
    theorem = Outcome("kernel", "kernel", evidence={"theorem": "T_1", "unused": ["$z \\ne 0$"]})
    result = decided(statement, {"sum": KERNEL}, theorem=theorem)
    card = verdict_card(statement, result, NOTATION, {})
    assert "Coq accepted a proof that does not use that z ≠ 0." in card.why.parts
    assert run_to_json(Run("", {}, (result,)))["statements"][0]["claim"]["unused"] == ["$z \\ne 0$"]


@pytest.mark.long
def test_the_papers_records_are_of_hypotheses_of_their_claims():
    found = {coq_name(s.id): s for s in discover().statements}
    proofs = {name: proof_of(statement) for name, statement in found.items()}
    records = spared.read(current().unused)
    assert records and records.keys() <= found.keys()
    stale = []
    for name, entry in records.items():
        if entry["of"] == spared.hash_of(name, proofs):
            assert {*entry["hypotheses"]} <= {*proofs[name].theorem.hypotheses}, name
        else:
            stale.append(name)
    assert len(stale) < len(records) / 2, "record them anew: verify record --unused"


def test_of_every_theorem_of_the_papers_it_is_on_record_what_its_proof_uses():
    proved = {
        coq_name(s.id)
        for s in discover().statements
        if s.declared.claim is not None
        and s.declared.claim.kind == "theorem"
        and not s.declared.claim.refuted
    }
    assert spared.read(current().unused).keys() == proved
