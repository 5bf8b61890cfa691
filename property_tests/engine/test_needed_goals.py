"""Which steps Coq is asked about: all, or those that some statement's grade rests on."""

import pytest

from verify.language.mistakes import Mistake
from verify.methods.kernel import deciding, installed
from verify.running import engine
from verify.statements.outcomes import Outcome
from verify.vocabulary import *

PAPER = Paper("X", "A paper", "its authors", 2026, "none")


def squares(given):
    x = given(any_scalar("x"))
    yield claim("A square is no other.", equals((x + 1) ** 2, x**2 + 2 * x + 1))
    yield "First", Identity((x + 1) * (x + 1), (x + 1) ** 2, name="first")
    yield "second.", Identity((x + 1) ** 2, x**2 + 2 * x + 1, name="second")


def made(name, body=squares, rests_on=()):
    label = PAPER.label("Lemma 1")
    return statement(name, label, title=name, origin="ours", rests_on=rests_on)(body)


@pytest.fixture
def asked(monkeypatch):
    """What Coq is asked about, where it accepts the claims of which the id ends in a digit."""
    steps = []

    def decide_goals(of, *_, **__):
        steps.extend((step.statement, step.step) for step in of)
        return {}

    def decide_claims(statements, *_, **__):
        proved = Outcome("kernel", "kernel", 0.0, {"theorem": "T"})
        return {s.id: proved for s in statements if s.id[-1].isdigit()}

    monkeypatch.setattr(deciding, "decide_goals", decide_goals)
    monkeypatch.setattr(engine, "decide_claims", decide_claims)
    monkeypatch.setattr(installed, "available", lambda: True)
    return steps


def test_all_steps_are_asked_about(asked):
    engine.run([made("T-1")], goals="all")
    assert asked == [("T-1", "first"), ("T-1", "second")]


def test_a_theorem_stands_for_the_steps_of_its_statement(asked):
    found = engine.run([made("T-1"), made("T-none")])
    assert asked == [("T-none", "first"), ("T-none", "second")]
    assert found["T-1"].grade == "kernel" and found["T-1"].steps[0].grade == "proved"
    assert found["T-none"].grade == "argued" and found.environment["goals"] == "needed"


def test_a_step_that_another_statement_names_is_asked_about(asked):
    engine.run([made("T-1"), made("T-2", rests_on=(("T-1", "second"),))], goals="needed")
    assert asked == [("T-1", "second")]


def test_nothing_is_asked_where_the_record_is_enough(asked):
    found = engine.run([made("T-1")], goals="recorded")["T-1"]
    assert asked == [] and found.grade == "argued"
    assert found.recorded is None  # a statement of no folder has nothing on record


def test_other_words_are_no_choice():
    with pytest.raises(Mistake, match="use needed, all or recorded"):
        engine.run([made("T-1")], goals="some")
