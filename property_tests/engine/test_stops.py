"""What stops a statement is told of each that is no theorem of Coq, and is computed."""

import json

import pytest

from verify.cli import main
from verify.render.listed import claim_in_brief, what_stops
from verify.running.records import recorded
from verify.statements.discovery import discover
from verify.vocabulary import *

PAPER = Paper("X", "A paper", "its authors", 2026, "none")
CATALOGUE = discover()
RECORDS = recorded(CATALOGUE)
ARGUED = {"X-1": {"verdict": "holds", "grade": "argued"}}


def stated(*parts, **claimed):
    def body(given):
        x = given(any_scalar("x"))
        yield claim("Let $x$ be any. It is so.", *parts, **claimed)
        yield "One.", Identity(x + x, 2 * x, name="first")
        yield "So.", Equivalence("a", "b", ("first",), ("first",), name="both")
        yield "Reported.", Undecided("It is so there", "a checkpoint", name="reported")

    return statement("X-1", PAPER.label("Lemma 1"), title="A lemma")(body)


@pytest.mark.parametrize("one", CATALOGUE.statements, ids=lambda one: one.id)
def test_what_is_no_theorem_of_coq_is_stopped_by_something(one) -> None:
    grade = RECORDS[one.id]["grade"]
    sure = grade in ("kernel", "refuted") and not one.theorems
    assert bool(what_stops(one, RECORDS)) is (not sure or one.basis == "this_reconstruction")
    assert claim_in_brief(one) in one.declared.claim.says


@pytest.mark.parametrize("parts, told", [
    ((), "the claim is only an argument in words"),
    (("both",), "step “both” is an argument in words"),
    (("reported",), "open: needs a checkpoint"),
    (("first",), "argued: verify show X-1 -v shows why"),
])  # fmt: skip
def test_it_is_told_by_what_the_claim_consists_of(parts, told) -> None:
    assert what_stops(stated(*parts), ARGUED) == told


def test_what_is_assumed_is_told_of_a_theorem_and_what_is_not_on_record() -> None:
    proved = {"X-1": {"verdict": "holds", "grade": "kernel"}}
    one = stated(cites=["analytic_descent"])
    assert what_stops(one, proved) == "assumes analytic descent (analytic_descent)"
    assert what_stops(stated("first"), proved) == ""
    assert what_stops(one, {}) == "not recorded: verify record X-1"
    assert claim_in_brief(one) == "Let $x$ be any. It is so."


@pytest.mark.long
def test_list_tells_it_in_the_terminal_and_in_json(capsys, tmp_path) -> None:
    assert main(["list", "--stops"]) == 0
    assert "stops: assumes analytic descent" in " ".join(capsys.readouterr().out.split())
    assert main(["list", "--json", str(tmp_path / "list.json")]) == 0
    entries = {entry["id"]: entry for entry in json.loads((tmp_path / "list.json").read_text())}
    assert len(entries) == len(CATALOGUE.statements)
    assert entries["A-C3.1"]["stops"].startswith("assumes analytic descent")
    assert entries["A-6.1.2"]["stops"] == "experiment: at best sampled"
    assert (
        entries["A-T4.1"] | {"verdict": "holds", "grade": "kernel", "stops": ""}
        == (entries["A-T4.1"])
    )
