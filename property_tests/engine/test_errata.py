"""Errata are made from results: what is false or badly argued is quoted, what holds is not."""

from dataclasses import replace

import pytest

from proofs.consensus.geometry import tangent_space
from proofs.consensus.gradient import ambient_gradient
from proofs.consensus.hemisphere import hemisphere
from proofs.consensus.wendel import wendel
from verify.cli import main
from verify.render.errata import errata, errata_body
from verify.render.latex_formulas import LatexNotation
from verify.render.witnesses import value_shown
from verify.running import engine
from verify.running.records import recorded
from verify.statements.discovery import discover

CHOSEN = [tangent_space, ambient_gradient, hemisphere, wendel]


METHODS = ("symbolic", "certificate")


def decided(statements, methods=METHODS):
    """Return results by id; what the statements rest on is not decided with them."""
    alone = [replace(statement, rests_on=(), rested_steps={}) for statement in statements]
    return {result.id: result for result in engine.run(alone, methods=methods, jobs=1).statements}


@pytest.fixture(scope="module")
def results():
    return decided(CHOSEN)


@pytest.mark.long
def test_errata_are_sorted_by_consequence_and_leave_out_what_holds(results):
    found = errata(CHOSEN, results)
    assert [(e.statement.id, e.consequence) for e in found] == [
        ("A-R4.3", "false"), ("A-L3.2", "needs more"), ("A-T4.1", "badly argued"),
    ]  # fmt: skip


@pytest.mark.long
def test_a_false_sentence_is_quoted_with_its_witness_and_what_comes_out(results):
    text = errata_body(errata(CHOSEN, results))
    section = text.split(r"\large\textbf{")[1]
    assert section.startswith("Remark 4.3")
    assert r"\textbf{Counterexample.} As printed, step (" in section
    assert r"\textbf{Does the printed statement hold?} No. Grade: refuted" in section
    assert r"\textbf{What is wrong.} The sum stops one term early." in section


@pytest.mark.long
def test_an_assumption_that_is_needed_is_told_with_what_its_author_says_of_it(results):
    entry = next(e for e in errata(CHOSEN, results) if e.consequence == "needs more")
    (told,) = entry.card.wrong.parts
    assert "$U = 0$ no token moves" in told
    (says,) = entry.card.says.parts
    assert r"It assumes in addition that $W\,U = P$." in says


def test_without_results_nothing_needs_correcting():
    assert errata(CHOSEN, {}) == []
    assert "No errors were found" in errata_body([])


def test_what_is_false_on_record_says_what_is_wrong_with_it():
    catalogue = discover()
    records = recorded(catalogue)
    false = [s for s in catalogue.statements if records[s.id]["verdict"] == "false"]
    assert len(false) > 10
    assert [s.id for s in false if not (s.declared.claim and s.declared.claim.wrong)] == []
    told = [s for s in false if s.repaired_by or s.declared.claim.instead]
    assert [s.id for s in false if s not in told and s.declared.claim.refuted] == []


@pytest.mark.long
def test_our_own_statements_are_no_errata(results):
    ours = replace(wendel, origin="ours")
    assert errata([ours], results) == []


def test_the_command_refuses_errata_without_a_run(capsys):
    assert main(["latex", "--errata", "--no-run"]) == 2
    assert "--errata" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ball", "digits"),
    [
        ("[0.150360920954 +/- 2.92e-13]", r"0.1503609209\dots"),
        ("[-0.00999945833964 +/- 4.62e-15]", r"-0.00999945833\dots"),
        ("[0.5000 +/- 2.0e-5]", r"0.5 \pm 10^{-4}"),  # 0.4999... or 0.5000...: no digits
        ("[+/- 3.8e-106]", r"0 \pm 10^{-105}"),
    ],
)  # fmt: skip
def test_only_digits_that_are_certain_are_told(ball, digits):
    told = value_shown(ball, LatexNotation())
    assert told == digits or told.startswith(digits.removesuffix(r"\dots"))
