"""What decays at no exponential rate is known exactly, and what has a rate is never refuted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from verify.methods.following import follow
from verify.numerics.exact import Instance
from verify.numerics.slow_flows import outlasts_exponentials
from verify.statements.assumption import introduced
from verify.statements.claims import placed
from verify.statements.given import Given
from verify.vocabulary import (
    absolute,
    always,
    any_scalar,
    any_vector,
    at_start,
    both,
    claim,
    elapsed,
    equals,
    exp,
    for_every,
    implies,
    motion,
    norm,
    positive_scalar,
    solution,
    square_root,
    there_is,
)

X, P = any_scalar("x"), any_scalar("p")
x, p = X.introduces, P.introduces
CUBIC = motion({x: -(x**3), p: -p})
SQUARE = motion({x: -(x**2), p: 0 * p})  # it blows up from below 0
ROUND = motion({x: -x * (x**2 + p**2), p: -p * (x**2 + p**2)})
APART = motion({x: -((x - p) ** 3), p: (x - p) ** 3})  # the gap falls slowly, the mean stays
OSCILLATOR = motion({x: p, p: -x})
DECAY = motion({x: -x - x**3, p: -p})
BLOW_UP = motion({x: -(x**3), p: p**2})


def slow(flow: Any, start: tuple[int, int], of: Any) -> bool:
    (first,), (second,) = introduced([X]), introduced([P])
    values = dict(zip((first, second), map(Fraction, start), strict=True))
    return outlasts_exponentials(flow, Instance(1, 1, values=values), {}, of)


@pytest.mark.parametrize(("flow", "start", "of", "known"), [
    (CUBIC, (1, 1), x, True), (CUBIC, (-1, 1), x, False), (CUBIC, (-1, 1), -x, True),
    (CUBIC, (-2, 1), x**2, True), (CUBIC, (-2, 1), absolute(x), True), (CUBIC, (0, 1), x, False),
    (CUBIC, (1, 1), p, False), (CUBIC, (1, 1), x + p, False), (CUBIC, (1, 0), 3 * x**5, True),
    (SQUARE, (1, 0), x, True), (SQUARE, (-1, 0), -x, False), (SQUARE, (-1, 0), x**2, False),
    (ROUND, (1, 2), x**2 + p**2, True), (ROUND, (1, 2), square_root(x**2 + p**2), True),
    (ROUND, (0, 0), x**2 + p**2, False), (ROUND, (1, 2), x**2 + 4 * p**2, True),
    (ROUND, (1, 2), x**2 - p**2, False), (ROUND, (1, 2), 1 + x**2, False),
    (APART, (3, 1), x - p, True), (APART, (1, 3), x - p, False), (APART, (1, 3), p - x, True),
    (APART, (3, 1), x, False), (APART, (3, 1), (x + p) ** 2, False),
    (OSCILLATOR, (3, 4), x**2 + p**2, True), (OSCILLATOR, (3, 4), x, False),
    (DECAY, (1, 1), x, False), (DECAY, (1, 1), x**2, False), (BLOW_UP, (1, 1), x, False),
])  # fmt: skip
def test_what_outlasts_every_exponential(flow: Any, start: Any, of: Any, known: bool) -> None:
    assert slow(flow, start, of) is known


def said(law: Any, proposition: Any, thing: Any = any_scalar) -> Any:
    given = Given()
    z = given(thing("z"))
    body = claim("A test.", proposition(z), along=solution(motion({z: law(z)})))
    return follow(placed(body, given.assumed, "here"), count=12)


def some_rate(bound: Any) -> Any:
    return there_is(positive_scalar("r"), bound)


def of_a_rate(z: Any) -> Any:
    return there_is(positive_scalar("C"), lambda c: some_rate(lambda r: implies(
        at_start(equals(z, 1)), always(z <= c * exp(-r * elapsed)))))  # fmt: skip


def of_a_length(z: Any) -> Any:
    def bound(m: Any, c: Any, r: Any) -> Any:
        return always(norm(z) <= (c + m) * exp(-r * elapsed) + exp(-2 * elapsed))

    return for_every(positive_scalar("m"), lambda m: implies(at_start(norm(z) <= m), there_is(
        positive_scalar("C"), lambda c: some_rate(lambda r: bound(m, c, r)))))  # fmt: skip


REFUTED = [
    (lambda z: -(z**3), of_a_rate, any_scalar),
    (lambda z: -(z**2), of_a_rate, any_scalar),
    (lambda z: -(z @ z) * z, of_a_length, any_vector),
    (lambda z: 0 * z, of_a_length, any_vector),
    (lambda z: z, of_a_length, any_vector),
    (lambda z: -(z**3), lambda z: there_is(any_scalar("r"), lambda r: both(
        r > 0, implies(at_start(equals(z, 1)), always(z <= 5 * exp(-r * elapsed))))), any_scalar),
    (lambda z: -(z**3), lambda z: implies(  # a rate of 1/1000 fails after hours
        at_start(equals(z, 1)), always(z <= 9 * exp(-elapsed / 1000))), any_scalar),
    (lambda z: -(z**3), lambda z: implies(
        at_start(equals(z, -1)), always(z >= -9 * exp(-elapsed / 1000))), any_scalar),
]  # fmt: skip
STANDS = [
    (lambda z: -z, of_a_rate, any_scalar),
    (lambda z: -z - z**3, of_a_rate, any_scalar),
    (lambda z: -z, of_a_length, any_vector),
    (lambda z: -(z**3), lambda z: there_is(any_scalar("r"), lambda r: implies(
        at_start(equals(z, 1)), always(z <= 5 * exp(-r * elapsed)))), any_scalar),  # r = 0
    (lambda z: -(z**3), lambda z: some_rate(lambda r: implies(
        at_start(equals(z, 1)), always(z <= (1 + r * elapsed) ** Fraction(-1, 2)))), any_scalar),
    (lambda z: -(z**3), lambda z: some_rate(lambda r: implies(
        at_start(equals(z, -1)), always(z <= exp(-r * elapsed)))), any_scalar),
    (lambda z: -(z**3), lambda z: some_rate(lambda r: implies(
        at_start(equals(z, 1)), always(z <= 1 - exp(-r * elapsed) + exp(-elapsed)))), any_scalar),
    (lambda z: -(z**3), lambda z: some_rate(lambda r: implies(
        at_start(equals(z, 0)), always(z <= exp(-r * elapsed)))), any_scalar),
]  # fmt: skip


@pytest.mark.parametrize(("law", "proposition", "thing"), REFUTED, ids=range(len(REFUTED)))
def test_no_rate_and_no_constant_will_do(law: Any, proposition: Any, thing: Any) -> None:
    found = said(law, proposition, thing)
    assert found.outcome == "refuted" and found.evidence["rigorous"]


@pytest.mark.parametrize(("law", "proposition", "thing"), STANDS, ids=range(len(STANDS)))
def test_what_is_true_of_a_rate_is_not_refuted(law: Any, proposition: Any, thing: Any) -> None:
    assert said(law, proposition, thing).outcome != "refuted"
