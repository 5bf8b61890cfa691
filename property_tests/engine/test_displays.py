"""What a prompt and a notebook show of outcomes, and how a reader runs statements from Python."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import verify
from proofs.consensus.gradient import orthogonal_projection
from verify.language.mistakes import Mistake
from verify.render.markdown import markdown_table
from verify.render.plots import Picture, axes, line
from verify.render.witnesses import number_in
from verify.statements.outcomes import Outcome

METHODS = ["symbolic", "certificate"]
CELLS = st.text("ab|$\\_ \n", max_size=8).filter(lambda text: text.count("$") % 2 == 0)


@pytest.fixture(scope="module")
def decided(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        return verify.run(orthogonal_projection, methods=METHODS)


def test_a_statement_is_found_by_what_the_paper_calls_it():
    found = verify.find("Lemma 3.1")  # another object, if an edit had papers read anew before
    assert found.id == orthogonal_projection.id
    assert verify.find(orthogonal_projection.id.lower()) is found
    with pytest.raises(Mistake, match=r"'Lema 3\.1'.*Lemma 3\.1"):
        verify.find("Lema 3.1")
    with pytest.raises(Mistake, match=r"no_such\.py is not a file"):
        verify.find("Lemma 3.1", "no_such.py")


@pytest.mark.long
def test_a_run_holds_what_was_asked_and_all_it_rests_on(decided):
    assert {result.id for result in decided.statements} >= {
        "A-L3.1",
        *orthogonal_projection.rests_on,
    }
    result = decided["A-L3.1"]
    assert (result.verdict, result.grade) == ("holds", "argued")  # its claim is for Coq
    assert result.step("only_this").name == "only this"
    with pytest.raises(KeyError, match="it has tangent"):
        result.step("no such step")
    with pytest.raises(KeyError, match=r"B-L3 is not decided in this run"):
        decided["B-L3"]


@pytest.mark.parametrize("wrong", [[], ["A-L3.11"], "Lemma 33"])
@pytest.mark.long
def test_what_cannot_be_run_is_a_mistake(wrong):
    with pytest.raises(Mistake, match=r"run: (no|unknown) statement"):
        verify.run(wrong)


def test_a_method_says_what_it_does_not_decide():
    step = verify.step(orthogonal_projection, "tangent")
    assert step.decide("certificate").outcome == "proved"
    with pytest.raises(Mistake, match="enclosure does not apply to this kind of step"):
        step.decide("enclosure")


def test_the_documents_of_a_step_are_what_the_checker_accepts():
    step = verify.step(orthogonal_projection, "tangent")
    (claim,) = step.documents()
    assert verify.check(claim).accepted
    assert not verify.check({**claim, "facts": []}).accepted
    (mutant,) = step.mutants()
    assert mutant.refuted and mutant.witness["left"] != mutant.witness["right"]


def cells_of(line: str) -> list[str]:
    """Split a row as a viewer does that looks for cells first: at every | but an escaped one."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=4))
def test_no_text_makes_or_ends_a_cell(rows):
    lines = markdown_table(("one", "two", "three"), rows).split("\n")
    assert len(lines) == 2 + len(rows)
    # A backslash at the end of a cell's text is of the text: it does not reach the | behind it.
    assert all(len(cells_of(line)) == 3 for line in lines)


@pytest.mark.long
def test_a_result_shows_every_step_with_a_grade_in_words(decided):
    result = decided["A-L3.1"]
    shown = result._repr_markdown_()
    rows = [cells_of(line) for line in shown.split("\n") if line.startswith("| ")][2:]
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert [row[-2] for row in rows] == [f"**{step.grade}**" for step in result.steps]
    verdict = f"argued in words (steps: proved; claim as a whole: {result.recorded.words})."
    assert f"Verdict: {verdict} The paper's own argument stands. 7 of 7 mutants refuted." in shown
    assert repr(result).startswith(f"A-L3.1: {verdict}")


def test_a_witness_is_set_as_formulas_in_both_notations():
    witness = {
        "theta": "(1/3)*pi()",
        "W": [["1", "0"], ["0", "(-1)*log(3)"]],
        "left": "1",
        "right": "2",
    }
    outcome = Outcome("certificate", "refuted", 0.0, {"witness": witness})
    assert r"$\theta = \tfrac{1}{3} \pi$" in outcome._repr_markdown_()
    assert r"-\log 3" in outcome._repr_markdown_()
    assert "θ = (1/3) π" in repr(outcome)


@pytest.mark.parametrize(
    "text", ["__import__('os')", "a + 1", "True", "2.5", "log(1, 2)", "1/0", "("]
)
def test_only_exact_numbers_are_read_back(text):
    assert number_in(text) is None


def drawn() -> str:
    figure, (left, right) = axes(columns=2)
    left.plot([0, 1 / 3, 1], [1, 2 / 3, 0], label="0.12345", **line(0))
    left.set(title="a < b & c")
    left.legend()
    right.plot([0, 1], [0, 1], "o")
    return Picture(figure, 'says "this" & <that>')._repr_svg_()


def test_a_picture_has_the_same_bytes_twice_and_says_what_it_shows():
    first = drawn()
    assert first == drawn()
    assert ElementTree.fromstring(first).get("aria-label") == 'says "this" & <that>'
    assert "0.12345" in first
