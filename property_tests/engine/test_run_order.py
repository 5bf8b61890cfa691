"""Statement by statement: a run that is stopped has decided some."""

import sys

import pytest

from verify.running import engine
from verify.running.tasks import tasks_for
from verify.running.workers import perform_all
from verify.statements.discovery import rested_order
from verify.vocabulary import *

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="a spawned worker cannot read these statements"
)

PAPER = Paper("X", "A paper", "its authors", 2026, "none")
METHODS = ("symbolic", "enclosure")


def half():
    return Fraction(1, 2), Fraction(1, 2)


@statement("X-short", PAPER.label("1"), title="Short", position=(1,))
def short(given):
    x = given(any_scalar("x"))
    yield "A sum.", Identity(x + x, 2 * x, name="sum")
    yield "Another.", Identity(x + x + x, 3 * x, name="another")


@statement("X-long", PAPER.label("2"), title="Long", position=(2,))
def long(given):
    x = given(any_scalar("x"))
    yield "A sum.", Identity(x + x, 2 * x, name="sum")
    yield "A half.", Value("0.5", 10, {"exact": half}, name="half")


def test_a_run_that_is_stopped_has_decided_some_statements(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first, second = rested_order([long, short])
    asked = []

    def stopped(tasks, *others, **named):
        asked.extend(tasks)
        for number, answered in enumerate(perform_all(tasks, *others, **named)):
            if number == len(tasks_for(first, METHODS, "quick", 0)):
                raise KeyboardInterrupt
            yield answered

    monkeypatch.setattr(engine, "perform_all", stopped)
    run = engine.run([second, first], methods=METHODS, jobs=1)
    assert not run.complete and len(run.statements) == 1
    of_long = [task.number for task in asked if task.statement == "X-long"]
    assert of_long == [1, 0]  # of one statement, what takes long comes first
