"""examples/literature: each statement decided as recorded, without Coq by hand, and as printed."""

import re
from collections import Counter
from pathlib import Path

import pytest

import verify
from verify.cli import main
from verify.methods import certificate, refuting, symbolic
from verify.render.errata import errata, errata_body
from verify.render.site.build import site_files
from verify.running.records import read, recorded
from verify.statements.step import obligations

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "literature"
RECORDS = read(FOLDER / "recorded.toml")
DECIDED = ("kernel", "proved")


@pytest.fixture
def shelf(monkeypatch):
    """The statements; Coq is asked of them in .ci/run alone."""
    monkeypatch.setenv("VERIFY_PAPERS", str(FOLDER))
    found = verify.catalogue()
    assert found.broken == () and recorded(found).keys() == RECORDS.keys()
    return found


def test_the_shelf_is_as_large_and_as_decided_as_its_page_says(shelf):
    page = (FOLDER / "README.md").read_text("utf-8")
    (size,) = re.findall(r"(\d+) statements of (\d+) sources", page)
    assert size == (str(len(shelf.statements)), str(len(shelf.papers)))
    counted = {grade: int(n) for grade, n in re.findall(r"\*(kernel|proved)\* \| (\d+)", page)}
    grades = Counter(record["grade"] for record in RECORDS.values())
    assert counted == {grade: grades[grade] for grade in DECIDED}
    assert not list(FOLDER.rglob("*.v")), "a proof in Coq by hand: say so on the page"
    undecided = {name for name, record in RECORDS.items() if record["verdict"] == "open"}
    below = {name for name, record in RECORDS.items() if record["grade"] == "proved"}
    assert all(re.search(rf"^\|.*\b{name}\b", page, re.MULTILINE) for name in undecided | below)


def test_every_statement_says_what_is_printed_and_every_folder_where(shelf):
    assert all(statement.printed for statement in shelf.statements)
    assert all(re.search("memory|abstract|no single", paper.reference) for paper in shelf.papers)


def test_its_index_is_the_recorded_one(shelf, tmp_path):
    page = tmp_path / "INDEX.md"
    assert main(["list", "--papers", str(FOLDER), "--markdown", str(page)]) == 0
    assert rows(page) == rows(FOLDER / "INDEX.md") != []


def test_what_is_false_is_an_erratum_with_its_witness_and_on_the_first_page(shelf):
    run = verify.run(["FOLK-1"], methods=("symbolic", "certificate"))
    found = errata(shelf.statements, {result.id: result for result in run.statements})
    text = errata_body(found)
    assert r"\section*{False statements (1)}" in text and "no single source" in text
    assert r"\textbf{We prove.} The following is false. Averaging with row-stochastic" in text
    assert "where the sides are $9409/15000$ and $1/2$." in text
    few = [s for s in shelf.statements if s.id in ("FOLK-1", "SAN-1")]
    first = site_files(few, run)["index.html"]
    assert "<h1>2 papers, checked statement by statement</h1>" in first
    assert 'id="paper-SAN"' in first and "Sinkformers" in first
    assert "True instead" in first


def rows(page: Path) -> list[list[str]]:
    """Return the cells of all rows but the last, which is a link relative to the page."""
    lines = page.read_text("utf-8").splitlines()
    return [line.split(" | ")[:-1] for line in lines if line.startswith("| `")]


@pytest.mark.long
def test_steps_are_derived_as_recorded_and_false_variants_refuted(shelf):
    """A step is proved where the grade says so; Coq alone has proved what the two cannot."""
    for statement in shelf.statements:
        grade = RECORDS[statement.id]["grade"]
        for said in statement.declared.said:
            if obligations(said) and grade in DECIDED:
                outcomes = {symbolic.decide(said).outcome, certificate.decide(said).outcome}
                assert "proved" in outcomes and "refuted" not in outcomes, said.place
            for twin in said.step.twins:
                assert refuting.refute_twin(said, twin).refuted, (said.place, twin.why)


@pytest.mark.long
def test_a_run_finds_what_is_recorded(tmp_path, monkeypatch):
    """All methods but Coq, variants of claims included, which trajectories refute."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert main(["run", "--papers", str(FOLDER), "--goals", "recorded"]) == 0
