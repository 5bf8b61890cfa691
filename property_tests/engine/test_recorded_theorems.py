"""What Coq accepted is on record by the hash of all that it read, and counts for no other text."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from verify.methods.kernel import analysis, theorems
from verify.methods.kernel.theorems import fingerprints
from verify.running import records
from verify.running.records import accepted_entries, theorems_on_record
from verify.statements.discovery import discover
from verify.statements.folder import current


def claims():
    return [s for s in discover().statements if s.declared.claim and s.declared.claim.propositions]


def test_each_theorem_of_the_papers_is_on_record_with_the_text_that_is_here():
    found = theorems_on_record(claims())
    assert len(found) == len(claims())
    assert [name for name, (_, agrees) in found.items() if not agrees] == []  # verify record them


@pytest.fixture
def one():
    return next(s for s in discover().statements if s.id == "A-T4.1")


@pytest.mark.long
def test_the_proof_and_the_library_that_it_requires_are_part_of_the_hash(one, monkeypatch):
    (before,) = fingerprints([one]).values()
    sources = analysis.sources()
    longer = {name: replace(source, text=source.text + "(* *)") for name, source in sources.items()}
    monkeypatch.setattr(analysis, "sources", lambda: longer)
    assert fingerprints([one]) != {one.id: before}
    unused = {**sources, "Nowhere": replace(sources["Prelude"], text="(* *)")}
    monkeypatch.setattr(analysis, "sources", lambda: unused)
    assert fingerprints([one]) == {one.id: before}
    edited = theorems.proof_of(one)
    monkeypatch.setattr(theorems, "proof_of", lambda _: replace(edited, text=edited.text + "(* *)"))
    assert fingerprints([one]) != {one.id: before}


def test_another_text_does_not_agree_and_a_module_from_elsewhere_has_no_record(one, monkeypatch):
    assert theorems_on_record([one])[one.id][1]
    monkeypatch.setattr(records, "fingerprints", lambda _: {one.id: "another"})
    assert not theorems_on_record([one])[one.id][1]
    assert theorems_on_record([SimpleNamespace(id=one.id, module="elsewhere.theirs")]) == {}


@pytest.mark.long
def test_the_day_on_record_stays_while_text_and_coq_do(one):
    before = records.read(current().records)
    claimed = type("Claim", (), {"theorem": "T", "axioms": ()})()
    result = type("Result", (), {"id": one.id, "claim": claimed})()
    run = type("Run", (), {"statements": (result,)})()
    coq = before[one.id]["coq"]
    old = {one.id: {**before[one.id], "day": "2020-02-02"}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records.installed, "version", lambda: coq)
        assert accepted_entries(run, [one], old)[one.id]["day"] == "2020-02-02"
        patch.setattr(records.installed, "version", lambda: "99")
        assert accepted_entries(run, [one], old)[one.id]["day"] != "2020-02-02"
