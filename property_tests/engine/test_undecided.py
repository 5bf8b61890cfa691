"""A sentence that nothing here decides has no grade, and says what would decide it."""

import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.verdict_examples import PROVED, STANDS, decided, stated
from verify.language.mistakes import Mistake
from verify.render.displays import result_markdown, step_line, step_result_markdown
from verify.render.latex_paper import plain_latex
from verify.render.markdown import statement_markdown
from verify.render.run_json import run_to_json
from verify.render.screen import Screen
from verify.render.site.contents import known
from verify.render.terminal import statement_text, summary
from verify.running.engine import run
from verify.statements.discovery import discover
from verify.statements.outcomes import STRENGTH, Footing, Outcome, Run, can_give
from verify.statements.verdicts import step_grade, step_result
from verify.vocabulary import *

METHODS = ("symbolic", "certificate", "enclosure", "sampling", "kernel")
NEEDED = "the checkpoint named by its hash"
SAID = [(method, grade) for method in METHODS for grade in STRENGTH if can_give(method, grade)]
OUTCOMES = st.builds(
    lambda said, reason: Outcome(*said, reason=reason), st.sampled_from(SAID), st.text(max_size=5)
)
FOOTINGS = st.one_of(st.none(), st.just(STANDS), st.just(Footing(None, "none")))


def reported(given):
    x = given(any_scalar("x"))
    yield "One.", Identity(x + x, 2 * x, name="first")
    yield "Printed:", Undecided("the model's tokens meet", needs=NEEDED, name="model")


@given(st.lists(OUTCOMES, max_size=6), FOOTINGS)
def test_no_outcome_of_any_method_grades_it(outcomes, footing):
    said = stated(reported).declared.said[1]
    assert step_grade(said, outcomes, {}, footing) == "inconclusive"
    assert step_result(said, outcomes, (), {}, footing).grade == "inconclusive"


@given(st.lists(OUTCOMES, max_size=6), st.lists(OUTCOMES, max_size=6))
def test_a_statement_with_one_never_holds(first, model):
    result = decided(stated(reported), {"first": first, "model": model})
    found = (result.verdict, result.grade, result.paper_argument)
    failed = result.step("first").grade == "refuted"
    assert found == (("false", "refuted", "broken") if failed else ("open", "inconclusive", "none"))


def leaning(given):
    yield claim("Both, by a theorem.")
    yield from reported(given)
    yield "One is the other,", Equivalence("c", "d", ("model",), ("model",), name="other")
    yield "both.", Equivalence("a", "b", ("first",), ("model",), name="iff")


def test_it_supports_no_conclusion():
    result = decided(stated(leaning), {"first": PROVED})
    assert [result.step(name).grade for name in ("other", "iff")] == ["inconclusive"] * 2


def test_no_method_is_asked_of_it():
    found = run([stated(reported)], methods=["symbolic", "certificate", "enclosure", "sampling"])
    step = found["X-1"].step("model")
    assert (step.outcomes, step.mutants, step.grade) == ((), (), "inconclusive")
    assert found["X-1"].step("first").grade == "proved"


def test_it_has_no_twins_and_no_grade_to_set():
    assert not hasattr(Undecided, "but_not")
    assert not {f.name for f in fields(Undecided)} & {"grade", "example", "claim"}
    with pytest.raises(Mistake, match="no false variants"):
        Undecided("says", needs="needs", twins=("anything",))


@pytest.mark.parametrize("words", [("", "needs"), ("says", " "), (3, "needs"), ("says", None)])
def test_both_sentences_are_wanted(words):
    with pytest.raises(Mistake, match=r"Undecided needs a sentence in (says|needs)="):
        Undecided(words[0], needs=words[1])


def test_what_it_needs_is_told_wherever_results_are():
    made = stated(reported)
    result = decided(made, {"first": PROVED})
    step = result.step("model")
    told = [
        "\n".join(statement_text(made, result, Screen(width=200))),
        "\n".join(summary(Run("", {}, (result,)), (), Screen(width=200))),
        plain_latex(made, result, {}),
        statement_markdown(made, result),
        step_line(step),
        step_result_markdown(step),
        json.dumps(run_to_json(Run("", {}, (result,)))),
    ]
    assert all(NEEDED in text for text in told)
    assert r"\paragraph*{\textit{Not decided here.}}" in told[2]
    # What is measured or proved beside it is told with its own grade.
    assert "steps that are decided: proved" in told[0] and "proved" in known(result)
    assert "proved" in result_markdown(result)


def test_formulas_of_what_it_needs_are_told_where_a_terminal_shows_them():
    def model(given):
        x = given(any_scalar("x"))
        yield "One.", Identity(x + x, 2 * x, name="first")
        yield "Printed:", Undecided("tokens meet", needs=r"starts $u_1 \ge 0$", name="model")

    made = stated(model)
    result = decided(made, {"first": PROVED})
    told = [
        "\n".join(statement_text(made, result, Screen(width=200))),
        "\n".join(summary(Run("", {}, (result,)), (), Screen(width=200))),
        step_line(result.step("model")),
    ]
    assert all("starts u₁ ≥ 0" in text and "$" not in text for text in told)


def test_reports_on_named_models_are_undecided_where_only_other_models_are_run():
    """What a paper saw of trained weights, beside what is measured of random ones."""
    catalogue = {s.id: s for s in discover().statements}
    for name in ("A-6.2", "B-X1", "B-X2", "B-X3", "B-X4", "B-X5", "B-X6"):
        steps = [said.step for said in catalogue[name].declared.said]
        (left,) = [step for step in steps if isinstance(step, Undecided)]
        assert "checkpoint" in left.needs and "hash" in left.needs
        assert any(isinstance(step, Experiment) for step in steps)
