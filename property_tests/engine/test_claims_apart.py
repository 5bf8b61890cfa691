"""Reasons of claims that are taken apart, and of squares that a claim's own terms make."""

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.methods import certificate, symbolic
from verify.methods.searching.reasons import reason_of
from verify.statements.step import obligations
from verify.vocabulary import *


def said_of(body):
    """The one step of a statement."""
    (said,) = lemma_of(body).declared.said
    return said


def chord(given, times=2):
    """Of 1 - g it is 2 s t (1 - s t), and (s - t)^2 is left: no product has that many factors."""
    s, t = (given(scalar_between(name, 0, 1)) for name in "st")
    g = given(any_scalar("g"))
    claim = s**2 + t**2 - 2 * g * s * t >= times * s**2 * t**2 * (1 - g)
    yield "A chord.", Inequality(claim, where=[g <= 1], name="chord")


def longer_chord(given):
    yield from chord(given, times=3)


def bound_of_a_product(given, most=1):
    """The sum of what holds of each token, from a gap times 2 r R."""
    r, R = (given(positive_scalar(name)) for name in "rR")
    lam, a, b = (given(coefficients(name)) for name in ("lam", "a", "b"))
    each = every(lambda k: 2 * r * R * lam[k] * a[k] * b[k] <= R**2 * a[k] ** 2 + r**2 * b[k] ** 2)
    where = [
        each,
        total(a[k] ** 2 for k in tokens) <= r**2,
        total(b[k] ** 2 for k in tokens) <= R**2,
    ]
    product = total(lam[k] * a[k] * b[k] for k in tokens)
    yield "A product.", Inequality(product <= most * r * R, where=where, name="product")


def bound_of_a_product_by_half(given):
    yield from bound_of_a_product(given, most=Fraction(1, 2))


def weighted_condition(given, least=True):
    """Conditions on all tokens, with weights whose sum is bounded; a number that is left over."""
    alpha, f = given(nonnegative_weights("alpha")), given(coefficients("f"))
    i, a, m = tokens.any("i"), given(positive_scalar("a")), given(nonnegative_scalar("m"))
    b, v, u = given(nonnegative_scalar("b")), given(any_scalar("v")), given(any_scalar("u"))
    where = [every(lambda j: f[j] >= b * m), v >= -u]
    where += [total(alpha[i, j] for j in tokens) >= a] if least else []
    left = total(alpha[i, j] * f[j] for j in tokens) + v
    yield "Weights.", Inequality(left >= a * b * m - u, where=where, name="weights")


def weights_of_any_sum(given):
    yield from weighted_condition(given, least=False)


def squares_of_terms(given, below=True):
    """Of (R x + r z)^2 and (R x - r z)^2, each times what is known."""
    Lam, r, R = (given(positive_scalar(name)) for name in ("Lam", "r", "R"))
    mu, x, z = (given(any_scalar(name)) for name in ("mu", "x", "z"))
    where = [mu <= Lam, mu >= -Lam] if below else [mu <= Lam]
    claim = 2 * mu * r * R * x * z <= Lam * (R**2 * x**2 + r**2 * z**2)
    yield "Squares.", Inequality(claim, where=where, name="squares")


def squares_of_terms_with_one_bound(given):
    yield from squares_of_terms(given, below=False)


TRUE = (
    chord, bound_of_a_product, weighted_condition, squares_of_terms,
)  # fmt: skip
FALSE = (
    longer_chord, bound_of_a_product_by_half, weights_of_any_sum,
    squares_of_terms_with_one_bound,
)  # fmt: skip


@pytest.mark.parametrize("body", TRUE, ids=lambda body: body.__name__)
@pytest.mark.long
def test_a_reason_is_found_and_both_methods_accept_it(body):
    said = said_of(body)
    assert [m.decide(said).outcome for m in (symbolic, certificate)] == ["proved", "proved"]


@pytest.mark.parametrize("body", FALSE, ids=lambda body: body.__name__)
@pytest.mark.long
def test_nothing_is_proposed_for_a_false_neighbour(body):
    said = said_of(body)
    (claim,) = obligations(said)
    assert reason_of(said, claim).because is None
    assert certificate.decide(said).outcome == "inconclusive"
