"""A proof may hand on steps of other functions (`yield from`); each keeps the place it is at."""

from __future__ import annotations

import pytest

from verify.language.mistakes import Mistake
from verify.statements.paper import Paper
from verify.statements.statement import statement
from verify.vocabulary import Identity, any_scalar

PAPER = Paper("X", "A paper", "its authors", 2026, "none")
STRANGER = any_scalar("stranger").introduces


def inner(x):
    yield "Inner.", Identity(x - x, 0, name="inner")


def handed_on(x):
    yield "Handed on.", Identity(2 * x, x + x, name="handed on")
    yield from inner(x)


def whole(given):
    x = given(any_scalar("x"))
    yield "First.", Identity(x + x, 2 * x, name="first")
    yield from handed_on(x)
    yield "Last.", Identity(3 * x, x + 2 * x, name="last")


def line_of(function, offset):
    return f"test_handed_on_steps.py:{function.__code__.co_firstlineno + offset}"


def test_every_step_is_told_with_its_own_place():
    said = statement("X-1", PAPER.label("1"), title="t")(whole).declared.said
    assert [s.name for s in said] == ["first", "handed on", "inner", "last"]
    wanted = [line_of(whole, 2), line_of(handed_on, 1), line_of(inner, 1), line_of(whole, 4)]
    assert [s.place.rsplit("/", 1)[-1] for s in said] == wanted


def forgets(x):
    yield "Right.", Identity(x, x, name="right")
    yield "Wrong.", Identity(STRANGER, STRANGER, name="wrong")


def forgetful(given):
    yield from forgets(given(any_scalar("x")))


def test_a_mistake_in_such_a_step_is_told_there():
    with pytest.raises(Mistake, match="stranger is not given") as error:
        statement("X-2", PAPER.label("2"), title="t")(forgetful).declared  # noqa: B018
    assert line_of(forgets, 2) in str(error.value)
