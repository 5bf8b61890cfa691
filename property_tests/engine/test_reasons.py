"""Reasons that are searched for: what is found is accepted, what is false has none."""

from __future__ import annotations

import os
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from verify.language.source import source
from verify.methods import certificate, symbolic
from verify.methods.searching import reasons
from verify.methods.searching.reasons import reason_of
from verify.processes.store import Store
from verify.statements.paper import Paper
from verify.statements.statement import statement
from verify.statements.step import obligations
from verify.vocabulary import *

PAPER = Paper("R", "Reasons", "nobody", 2026, "none")


def said_of(body):
    """The one step of a statement."""
    made = statement("R-1", PAPER.label("Lemma 1"), title="A lemma")(body)
    (said,) = made.declared.said
    return said


def reason(said, **options):
    (claim,) = obligations(said)
    return reason_of(said, claim, **options)


def margins(given):
    y = given(unit_tokens("y"))
    (i, j), x = tokens.any("i", "j"), given(any_vector("x"))
    s = let("s", lambda k: x @ y[k])
    where = [s[i] <= s[j], s[i] >= 0]
    yield "Margins.", Inequality(s[i] * (y[i] @ y[j]) <= s[j], where=where, name="margins")


def averages(given):
    y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
    i, x = tokens.any("i"), given(any_vector("x"))
    least = [every(lambda j: x @ y[i] <= x @ y[j])]
    gap = total(alpha[i, j] * (x @ y[j] - x @ y[i]) for j in tokens)
    yield "Averages.", Inequality(gap >= 0, where=least, name="averages")


def fractions(given):
    a, b = given(positive_scalar("a")), given(positive_scalar("b"))
    yield "Fractions.", Inequality(a / b + b / a >= 2, name="fractions")


def strict(given):
    a, b = given(positive_scalar("a")), given(positive_scalar("b"))
    yield "Strict.", Inequality((a + b) ** 2 > a**2 + b**2, name="strict")


def negative(given):
    a, r = given(positive_scalar("a")), given(any_scalar("r"))
    yield "Signs.", Inequality(a * r**2 > a * r, where=[r < 0], name="negative")


def schwarz(given):
    u, v = given(any_vector("u")), given(any_vector("v"))
    yield "Schwarz.", Inequality((u @ v) ** 2 <= (u @ u) * (v @ v), name="schwarz")


def opposite(given):
    y = given(unit_tokens("y"))
    i, j = tokens.any("i", "j")
    yield "Opposite.", Inequality(y[i] @ y[j] >= -1, name="opposite")


def tangent(given):
    x = given(any_scalar("x"))
    yield "Tangent.", Inequality(exp(x) >= 1 + x, name="tangent")


def logarithms(given):
    a = given(positive_weights("a"))
    rest = total(a[i] for i in tokens) - tokens.count
    yield "Logarithms.", Inequality(total(log(a[i]) for i in tokens) <= rest, name="logarithms")


def entropy(given):
    x = given(positive_scalar("x"))
    yield "Entropy.", Inequality(x * log(x) >= x - 1, name="entropy")


def squares_of_two_families(given):
    a, b = given(coefficients("a")), given(coefficients("b"))
    both = total(a[i] * b[i] for i in tokens) ** 2
    sides = total(a[i] ** 2 for i in tokens) * total(b[i] ** 2 for i in tokens)
    yield "Cauchy.", Inequality(both <= sides, name="Cauchy")


def dissipation(given):
    x, w = given(coefficients("x")), given(nonnegative_weights("w"))
    i, j = tokens.any("i", "j")
    given(that(equals(w[i, j], w[j, i])))
    flow = motion({x: lambda i: total(w[i, j] * (x[j] - x[i]) for j in tokens)})
    spread = total(x[i] ** 2 for i in tokens)
    yield "It falls.", Inequality(rate(spread, flow) <= 0, name="dissipation")


def quartic(given):
    a, b, c = (given(any_scalar(name)) for name in "abc")
    squares = a**2 * b**2 + b**2 * c**2 + c**2 * a**2
    yield "Quartic.", Inequality(squares >= a * b * c * (a + b + c), name="quartic")


def waves(given):
    a = given(any_scalar("a"))
    yield "Waves.", Inequality(sin(a) ** 2 + 2 * cos(a) <= 2, name="waves")


def weighted_step(given):
    alpha, y = given(nonnegative_head_weights("alpha")), given(unit_tokens("y"))
    tau, i = given(positive_scalar("tau")), tokens.any("i")
    w = let("w", lambda i, j: total(alpha[a, i, j] for a in heads))
    moved = let("moved", lambda i: y[i] + tau * total(w[i, j] * y[j] for j in tokens))
    most = (1 + tau * total(w[i, j] for j in tokens)) ** 2
    yield "A step.", Inequality(moved[i] @ moved[i] <= most, name="step")


def variance(given):
    A, x, i = given(row_stochastic("A")), given(coefficients("x")), tokens.any("i")
    mean = let("mean", lambda i: total(A[i, j] * x[j] for j in tokens))
    squares = total(A[i, j] * x[j] ** 2 for j in tokens)
    yield "Variance.", Inequality(mean[i] ** 2 <= squares, name="variance")


TRUE = (
    quartic, waves, weighted_step, variance, squares_of_two_families, dissipation,
    margins, averages, fractions, strict, negative, schwarz, opposite, tangent,
    logarithms, entropy,
)  # fmt: skip


@pytest.mark.parametrize("body", TRUE, ids=lambda body: body.__name__)
@pytest.mark.long
def test_a_step_without_a_reason_is_given_one_and_decided_by_it(body):
    said = said_of(body)
    found = symbolic.decide(said)
    assert (found.outcome, certificate.decide(said).outcome) == ("proved", "proved")
    assert found.evidence["reason found"] == source(reason(said).because)


def test_what_an_author_gives_is_not_searched_for(monkeypatch):
    def body(given):
        x = given(any_scalar("x"))
        yield "A square.", Inequality(x**2 + 1 > 0, because=x**2 + 1, name="square")

    monkeypatch.setattr(reasons, "searched", lambda *_: pytest.fail("it was searched for"))
    assert symbolic.decide(said_of(body)).evidence.get("reason found") is None


# ------------------------------------------------------------------ what is false


def not_at_a_half(given):
    x = given(scalar_between("x", 0, 1))
    yield "False.", Inequality(x * (1 - x) <= Fraction(1, 5), name="half")


def not_at_zero(given):
    x = given(any_scalar("x"))
    yield "Not strict.", Inequality(x**2 > 0, name="zero")


def not_everywhere(given):
    y, x = given(unit_tokens("y")), given(any_vector("x"))
    i, j = tokens.any("i", "j")
    where = [x @ y[i] <= x @ y[j]]
    yield (
        "At no margin.",
        Inequality((x @ y[i]) * (y[i] @ y[j]) <= x @ y[j], where=where),
    )


def not_with_weights_of_any_sum(given):
    alpha = given(nonnegative_weights("alpha"))
    i = tokens.any("i")
    yield "At most 1.", Inequality(total(alpha[i, j] for j in tokens) <= 1, name="sum")


def not_of_twice_a_number(given):
    a = given(any_scalar("a"))
    yield "At most half.", Inequality(2 * a <= absolute(a), name="twice")


def not_below_a_lower_line(given):
    x = given(positive_scalar("x"))
    yield "Too low.", Inequality(log(x) <= x - Fraction(11, 10), name="lower")


def not_above_a_steeper_line(given):
    x = given(positive_scalar("x"))
    yield "Too steep.", Inequality(x * log(x) >= 2 * x - 2, name="steeper")


FALSE = (
    not_below_a_lower_line, not_above_a_steeper_line,
    not_at_a_half, not_at_zero, not_everywhere, not_with_weights_of_any_sum, not_of_twice_a_number,
)  # fmt: skip


@pytest.mark.parametrize("body", FALSE, ids=lambda body: body.__name__)
def test_what_is_false_has_no_reason_and_the_step_says_what_to_do(body):
    said = said_of(body)
    assert reason(said).because is None
    for method in (symbolic, certificate):
        outcome = method.decide(said)
        assert outcome.outcome == "inconclusive" and "give because=" in outcome.reason


# Each is searched for through all products of what is known, in vain most often.
TRIED = {"quick": 10, "ci": 20, "nightly": 400}[os.environ.get("VERIFY_PROFILE", "quick")]
POINTS = [Fraction(n, 4) for n in range(5)]
NUMBERS = st.integers(-3, 3)


@pytest.mark.long
@settings(max_examples=TRIED)
@given(st.lists(NUMBERS, min_size=6, max_size=6), st.booleans())
def test_a_quadratic_that_is_negative_somewhere_has_no_reason(numbers, is_strict):
    assume(any(numbers))

    def form(x, z):
        a, b, c, d, e, f = numbers
        return a * x * x + b * x * z + c * z * z + d * x + e * z + f

    def body(given):
        x, z = given(scalar_between("x", 0, 1)), given(scalar_between("z", 0, 1))
        claim = form(x, z) > 0 if is_strict else form(x, z) >= 0
        yield "Perhaps.", Inequality(claim, name="perhaps")

    said = said_of(body)
    values = [form(x, z) for x in POINTS for z in POINTS]
    fails = any(value <= 0 if is_strict else value < 0 for value in values)
    found = reason(said).because
    assert found is None or not fails
    assert (certificate.decide(said).outcome == "proved") == (found is not None)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 3), min_size=5, max_size=5))
@pytest.mark.long
def test_a_sum_of_products_of_what_is_known_is_found(numbers):
    assume(any(numbers))

    def body(given):
        x, z = given(scalar_between("x", 0, 1)), given(positive_scalar("z"))
        products = (x * z, (1 - x) * z, x * (1 - x), z * z, (x - z) ** 2)
        gap = sum((n * p for n, p in zip(numbers, products, strict=True)), 0 * x)
        yield "A sum.", Inequality(x + gap >= x, name="sum")

    assert certificate.decide(said_of(body)).outcome == "proved"


def test_what_is_missing_is_told():
    def body(given):
        a, r = given(positive_scalar("a")), given(any_scalar("r"))
        yield "One fact short.", Inequality(a * r + a > 0, name="short")

    found = reason(said_of(body), hint=True)
    assert found.because is None
    assert source(found.missing) == "r"


# ------------------------------------------------------------------ what is kept


@pytest.mark.long
def test_what_was_found_is_not_searched_for_again(tmp_path, monkeypatch):
    monkeypatch.setattr(reasons, "store", lambda: Store(tmp_path))
    for body in TRUE[::3]:
        before = source(reason(said_of(body)).because)
        with monkeypatch.context() as patched:
            patched.setattr(reasons, "searched", lambda *_: pytest.fail("it was searched for"))
            assert source(reason(said_of(body)).because) == before


def test_what_is_kept_is_never_trusted(tmp_path, monkeypatch):
    monkeypatch.setattr(reasons, "store", lambda: Store(tmp_path))
    said, other = said_of(not_at_zero), said_of(strict)
    for says in ([["s", "number", ["number", "1"]]], [["s", "no such thing"]], [5], [None]):
        monkeypatch.setattr(Store, "read", lambda *_, says=says: says)
        assert reason(said).because is None
    assert reason(other).because is not None  # garbage is searched for anew


def test_a_condition_that_is_assumed_serves_as_well():
    def body(given):
        a, b = given(any_scalar("a")), given(any_scalar("b"))
        given(that(a >= b))
        yield "Assumed.", Inequality(3 * a >= 3 * b, name="assumed")

    assert source(reason(said_of(body)).because) == "3*(a - b)"
