"""Experiments as steps: what a run bears out is sampled at best, and what it does not is told.

The protocol is a falling stone, whose figures are known without a run.
"""

import pytest

from verify.language.mistakes import Mistake
from verify.methods import refuting
from verify.numerics.figures import Figure
from verify.render.screen import Screen
from verify.render.terminal import statement_text
from verify.running.deciding import perform
from verify.running.engine import _assembled as assembled
from verify.running.tasks import tasks_for
from verify.statements.paper import Paper
from verify.statements.statement import statement
from verify.statements.step import Asked, Said
from verify.steps.shows import Record
from verify.vocabulary import Experiment

PAPER = Paper("X", "A paper", "its authors", 2026, "none")


def falling(*, seed, seconds, gravity=10, error=0.0):
    """A stone that falls from rest: how deep it is, and how fast."""
    depth, speed = gravity * seconds**2 / 2, gravity * seconds
    figures = {"depth reached": Figure.of(depth, error), "last speed": Figure.of(speed)}
    return Record({**figures, "seed": Figure.of(seed)}, error)


def stone(**changes):
    """An experiment of three seconds, one when it is to be quick: 45 or 5 metres deep."""
    options = {"full": {"seconds": 3}, "small": {"seconds": 1}, "seed": 7, "name": "stone"}
    return Experiment(falling, **(options | changes))


def deep():
    return (
        stone()
        .shows("it falls", "depth reached", at_least=1)
        .does_not_show("it floats", "depth reached", at_most=0)
        .but_not("upwards", gravity=-10)
    )


def said_of(experiment):
    """A statement whose one step is an experiment."""

    @statement("X-1", PAPER.label("Section 1"), title="A stone", argued=False)
    def falls(given):
        yield "A stone falls.", experiment

    return falls


def result_of(experiment, profile="quick", methods=("symbolic", "sampling")):
    made = said_of(experiment)
    answers = {
        (t.statement, t.kind, t.number): perform(made, t)
        for t in tasks_for(made, methods, profile, 0)
    }
    return assembled(made, answers, {})({}, None)


@pytest.mark.parametrize(("profile", "size", "depth"), [
    ("quick", "small", "5"), ("ci", "small", "5"), ("nightly", "full", "45"),
])  # fmt: skip
def test_a_run_that_bears_its_claims_out_is_sampled_and_no_more(profile, size, depth):
    result = result_of(deep(), profile)
    (step,) = result.steps
    assert (result.verdict, result.grade, result.paper_argument) == ("holds", "sampled", "none")
    assert (step.kind, step.grade, step.dimension_free) == ("experiment", "sampled", False)
    (outcome,) = step.outcomes
    assert outcome.method == "sampling" and not outcome.reason
    assert outcome.evidence["size"] == size and outcome.evidence["seed"] == 7
    assert outcome.evidence["figures"]["depth reached"] == depth
    assert outcome.evidence["figures"]["seed"] == "7"  # a protocol is repeated, not drawn anew
    assert [claim["supported"] for claim in outcome.evidence["claims"]] == [True, False]


def test_only_the_sampling_method_runs_it():
    assert result_of(deep(), methods=("symbolic", "certificate")).steps[0].outcomes == ()
    assert result_of(deep(), methods=("symbolic", "certificate")).verdict == "open"


@pytest.mark.parametrize(
    ("experiment", "reason"),
    [
        (
            stone().shows("it falls far", "depth reached", at_least=100),
            "the run contradicts “it falls far”: depth reached is 5, claimed at least 100",
        ),
        (
            stone().does_not_show("it falls", "depth reached", at_least=1),
            "the run supports “it falls”: depth reached is 5, claimed at least 1",
        ),
        (
            stone(full={"seconds": 3, "error": 2.0}).shows("it falls", "depth reached", at_least=4),
            "“it falls” is not decided: depth reached is no larger than 10, claimed " "at least 4",
        ),
        (
            stone(full={"seconds": 3, "error": float("inf")}).shows(
                "it falls", "depth reached", at_least=1
            ),
            "“it falls” is not decided: depth reached is not known, claimed at " "least 1",
        ),
        (stone(), "the run makes no claim"),
    ],
    ids=["false", "true against expectation", "within the error", "no error bound", "no claim"],
)  # fmt: skip
def test_what_is_not_borne_out_stays_open_and_is_never_refuted(experiment, reason):
    result = result_of(experiment)
    assert (result.verdict, result.grade) == ("open", "inconclusive")
    assert [o.outcome for o in result.steps[0].outcomes] == ["inconclusive"]
    assert result.steps[0].outcomes[0].reason == reason
    assert not result.failing


def test_a_twin_is_refuted_by_the_figures_of_its_run():
    made = said_of(deep())
    (said,) = made.declared.said
    found = refuting.refute_twin(said, said.step.twins[0])
    assert found.refuted and found.name == "upwards"
    assert found.witness == {
        "“it falls”: depth reached should be at least": "1", "and is": "-5",
    }  # fmt: skip


@pytest.mark.parametrize(
    "changes", [{"gravity": 20}, {"gravity": -10, "error": 1e9}], ids=["true", "undecided"]
)
def test_a_twin_whose_claims_are_not_certainly_contradicted_survives(changes):
    experiment = stone().shows("it falls", "depth reached", at_least=1).but_not("twin", **changes)
    assert failing(experiment.twins[0].step) is None
    assert result_of(experiment).surviving


def failing(step):
    return step.counterexample(Said("", step, (), "", 1))


def decided(step):
    return step.decided(Said("", step, (), "", 1), Asked())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: stone(full={"minutes": 3}), "falling has no parameter 'minutes'; it has seconds"),
        (lambda: stone(full={"seconds": 1, "seed": 3}), "falling has no parameter 'seed'"),
        (lambda: stone(full={}), "falling needs the parameter 'seconds'"),
        (lambda: stone().but_not("twin"), "the variant 'twin' changes nothing; name a parameter"),
        (lambda: stone().but_not("twin", height=1), "falling has no parameter 'height'"),
        (lambda: stone().shows("it", "depth reached"), "the claim 'it' needs one bound"),
        (lambda: stone().shows("it", "x", at_most=1, at_least=0), "needs one bound"),
        (lambda: stone().shows("it", "depth reached", at_most=0.5), "write Fraction"),
        (lambda: decided(stone().shows("it", "depth", at_most=1)),
         "the run does not measure 'depth'; it measures 'depth reached', 'last speed', 'seed'"),
    ],
    ids=["parameter", "seed", "missing", "nothing", "twin", "no bound", "two bounds", "float",
         "figure"],
)  # fmt: skip
def test_mistakes_are_told_in_one_line(make, message):
    with pytest.raises(Mistake) as found:
        make()
    assert message in str(found.value) and "\n" not in str(found.value)


def test_it_is_told_on_the_terminal():
    made, result = said_of(deep()), result_of(deep())
    text = "\n".join(statement_text(made, result, Screen()))
    assert "Run with 3 seconds, seed 7; the quick run has 1 second." in text
    assert "It must support that it falls: depth reached at least 1." in text
    assert "It must contradict that it floats: depth reached at most 0." in text
    assert "sampling: sampled" in text and "size small" in text
    assert "It falls: supported (depth reached: 5; claimed: at least 1)" in text
    assert "It floats: not supported (depth reached: 5; claimed: at most 0)" in text
    assert "mutant “upwards” fails at “it falls”: depth reached should be at least 1" in text
