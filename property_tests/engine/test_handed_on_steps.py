"""A proof may hand on steps of other functions (`yield from`); each keeps the place it is at."""

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.language.mistakes import Mistake
from verify.render.narration import narrate
from verify.render.unicode_formulas import UnicodeNotation
from verify.vocabulary import *


def inner(x):
    yield "Inner.", Identity(x - x, 0, name="inner")


def handed_on(x):
    yield "Handed on.", Identity(2 * x, x + x, name="passed on")
    yield from inner(x)


def whole(given):
    x = given(any_scalar("x"))
    yield "First.", Identity(x + x, 2 * x, name="first")
    yield from handed_on(x)
    yield "Last.", Identity(3 * x, x + 2 * x, name="last")


def line_of(function, offset):
    return f"test_handed_on_steps.py:{function.__code__.co_firstlineno + offset}"


def test_every_step_is_told_with_its_own_place():
    said = lemma_of(whole).declared.said
    assert [s.name for s in said] == ["first", "passed on", "inner", "last"]
    wanted = [line_of(whole, 2), line_of(handed_on, 1), line_of(inner, 1), line_of(whole, 4)]
    assert [s.place.rsplit("/", 1)[-1] for s in said] == wanted


@lemma
def squares(given, x):
    z = given(any_scalar("z"))
    square = let("w", lambda: z * z)
    yield "A square.", Identity(square + x, x + z**2, name="square")


@lemma
def cubes(given, x):
    z = given(any_scalar("z"))
    yield from squares_of(given, z)
    yield "A cube.", Identity(z * z**2 + x, x + z**3, name="cube")


@lemma
def squares_of(given, z):
    w = given(nonnegative_scalar("w"))
    yield "Inside.", Inequality(w * z**2 >= 0, because=w * z**2, name="inside")


def with_lemmas(given):
    x = given(any_scalar("x"))
    yield from squares(given, x)
    yield from cubes(given, x)
    v = given(any_vector("v"))
    yield "Last.", Identity(x * (v @ v), v @ (x * v), name="last")


def test_a_lemma_owns_what_it_introduces():
    declared = lemma_of(with_lemmas).declared
    names = {s.name: [a.assumption.introduces.args[0].name for a in s.assumed]
             for s in declared.said}  # fmt: skip
    assert names == {"square": ["x", "z"], "inside": ["x", "z", "w"], "cube": ["x", "z"],
                     "last": ["x", "v"]}  # fmt: skip
    first, second = declared.said[0].assumed[1], declared.said[2].assumed[1]
    assert first != second
    assert first.local and not declared.said[0].assumed[0].local
    assert len(declared.assumed) == 5
    wanted = [line_of(squares.__wrapped__, 4), line_of(squares_of.__wrapped__, 3)]
    assert [s.place.rsplit("/", 1)[-1] for s in declared.said[:2]] == wanted


def test_what_is_a_lemmas_own_is_told_with_its_first_step():
    told = narrate(lemma_of(with_lemmas), UnicodeNotation())
    assert told.assumptions == (("x is any real number", False), ("v is any vector", False))
    lets = {step.name: step.lets for step in told.steps}
    assert lets["square"] == ("Let z be a real number.",)
    assert lets["inside"] == ("Let w ≥ 0.",)  # what z is was said last by the lemma before
    assert lets["cube"] == ()


@lemma
def takes_a_name(given, x):
    y = given(any_scalar("x"))
    yield "Wrong.", Identity(x + y, y + x, name="wrong")


def test_a_lemma_may_not_take_a_name_that_the_proof_has():
    def twice(given):
        yield from takes_a_name(given, given(any_scalar("x")))

    with pytest.raises(Mistake, match="would look the same in print"):
        lemma_of(twice).declared  # noqa: B018


@lemma
def steps_outside(given, kept):
    kept.append(given(any_scalar("z")))
    yield "Inside.", Identity(kept[0], kept[0], name="inside")


@lemma
def bounds(given, x):
    m = given(nonnegative_scalar("m"))
    yield "A bound.", Inequality(m * x**2 >= 0, because=m * x**2, name="bound")


def test_lemmas_may_not_take_turns():
    """The end of the first would end the second, and its assumptions would be known outside."""

    def in_turns(given):
        x = given(any_scalar("x"))
        first, second = squares(given, x), bounds(given, x)
        yield next(first)
        yield next(second)
        yield from first

    with pytest.raises(Mistake, match="two lemmas are interleaved"):
        lemma_of(in_turns).declared  # noqa: B018


def test_what_is_a_lemmas_own_is_not_known_outside():
    def uses_it(given):
        kept = []
        yield from steps_outside(given, kept)
        yield "Outside.", Identity(kept[0], kept[0], name="outside")

    with pytest.raises(Mistake, match="z is not given"):
        lemma_of(uses_it).declared  # noqa: B018
