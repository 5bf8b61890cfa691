"""Reasons that are searched for: what is found is accepted, what is false has none."""

import os

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from property_tests.engine.small_lemmas import lemma_of
from verify.language.expressions import Relation
from verify.language.source import source
from verify.methods import certificate, symbolic
from verify.methods.searching import reasons
from verify.methods.searching.reasons import reason_of
from verify.processes.store import Store
from verify.render.narration import narrate
from verify.render.unicode_formulas import UnicodeNotation
from verify.statements.step import obligations
from verify.vocabulary import *


def lemma(makes):
    """Return a statement of one comparison, which a function makes of what it is given.

    With the comparison come conditions, or none.
    """

    def body(given):
        claim, *where = [made] if isinstance(made := makes(given), Relation) else made
        yield "It is so.", Inequality(claim, where=where, name="step")

    return lemma_of(body)


def said_of(makes):
    (said,) = lemma(makes).declared.said
    return said


def of(word, names, makes):
    """Return what makes a comparison of things of one kind."""
    return lambda given: makes(*(given(word(name)) for name in names))


def reason(makes, **options):
    said = said_of(makes)
    (claim,) = obligations(said)
    return reason_of(said, claim, **options)


def outcomes(makes):
    said = said_of(makes)
    return [method.decide(said).outcome for method in (symbolic, certificate)]


# ------------------------------------------------------------------ what is found


def margins(given):
    y = given(unit_tokens("y"))
    (i, j), x = tokens.any("i", "j"), given(any_vector("x"))
    s = let("s", lambda k: x @ y[k])
    return s[i] * (y[i] @ y[j]) <= s[j], s[i] <= s[j], s[i] >= 0


def averages(given):
    y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
    i, x = tokens.any("i"), given(any_vector("x"))
    gap = total(alpha[i, j] * (x @ y[j] - x @ y[i]) for j in tokens)
    return gap >= 0, every(lambda j: x @ y[i] <= x @ y[j])


def negative(given):
    a, r = given(positive_scalar("a")), given(any_scalar("r"))
    return a * r**2 > a * r, r < 0


def opposite(given):
    y, (i, j) = given(unit_tokens("y")), tokens.any("i", "j")
    return y[i] @ y[j] >= -1


def logarithms(given):
    a = given(positive_weights("a"))
    rest = total(a[i] for i in tokens) - tokens.count
    return total(log(a[i]) for i in tokens) <= rest


def squares_of_two_families(given):
    a, b = given(coefficients("a")), given(coefficients("b"))
    both = total(a[i] * b[i] for i in tokens) ** 2
    return both <= total(a[i] ** 2 for i in tokens) * total(b[i] ** 2 for i in tokens)


def dissipation(given):
    x, w = given(coefficients("x")), given(nonnegative_weights("w"))
    i, j = tokens.any("i", "j")
    given(that(equals(w[i, j], w[j, i])))
    flow = motion({x: lambda i: total(w[i, j] * (x[j] - x[i]) for j in tokens)})
    return rate(total(x[i] ** 2 for i in tokens), flow) <= 0


def weighted_step(given):
    alpha, y = given(nonnegative_head_weights("alpha")), given(unit_tokens("y"))
    tau, i = given(positive_scalar("tau")), tokens.any("i")
    w = let("w", lambda i, j: total(alpha[a, i, j] for a in heads))
    moved = let("moved", lambda i: y[i] + tau * total(w[i, j] * y[j] for j in tokens))
    return moved[i] @ moved[i] <= (1 + tau * total(w[i, j] for j in tokens)) ** 2


def variance(given):
    A, x, i = given(row_stochastic("A")), given(coefficients("x")), tokens.any("i")
    mean = let("mean", lambda i: total(A[i, j] * x[j] for j in tokens))
    return mean[i] ** 2 <= total(A[i, j] * x[j] ** 2 for j in tokens)


def schwarz_in_a_metric(given):
    A, u, v = given(positive_definite("A")), given(any_vector("u")), given(any_vector("v"))
    return (u @ A @ u) * (v @ A @ v) - (u @ A @ v) ** 2 >= 0


def residual(given):
    x, u, U = given(any_vector("x")), given(any_vector("u")), given(nonnegative_scalar("U"))
    return norm(x - u) <= norm(x) + U, norm(u) <= U


def decayed(given, most=1):
    x, u = given(any_vector("x")), given(any_vector("u"))
    k, h = given(positive_scalar("k")), given(positive_scalar("h"))
    short = [norm(x) <= 1 / k, norm(u) <= 1]
    return norm((1 - h * k) * x - h * u) <= 1 / k, *short, h * k <= most


def averaged(given):
    A, y, R = given(row_stochastic("A")), given(any_vectors("y")), given(nonnegative_scalar("R"))
    i = tokens.any("i")
    mean = total(A[i, j] * y[j] for j in tokens)
    return norm(mean) <= R, every(lambda j: norm(y[j]) <= R)


def soft(given):
    z = given(coefficients("z"))
    p = let("p", lambda i: exp(z[i]) / total(exp(z[k]) for k in tokens))
    return z, p, -total(p[i] * log(p[i]) for i in tokens)


def largest_weight(given):
    return soft(given)[1][tokens.any("i")] <= 1


def least_entropy(given):
    return soft(given)[2] >= 0


def largest_entropy(given):
    return soft(given)[2] <= log(tokens.count)


def soft_maximum(given):
    z = given(coefficients("z"))
    return z[tokens.any("i")] <= log(total(exp(z[k]) for k in tokens))


def soft_maximum_at(given, part=1):
    z, b = given(coefficients("z")), given(positive_scalar("b"))
    return z[tokens.any("i")] <= part * log(total(exp(b * z[k]) for k in tokens)) / b


def soft_maximum_below(given, more=1):
    z, m = given(coefficients("z")), given(any_scalar("m"))
    most = m + log(tokens.count) if more else m
    return log(total(exp(z[k]) for k in tokens)) <= most, every(lambda k: z[k] <= m)


TRUE = {
    made.__name__: made
    for made in (margins, averages, negative, opposite, logarithms, squares_of_two_families,
                 dissipation, weighted_step, variance, schwarz_in_a_metric, residual, decayed,
                 averaged, largest_weight, least_entropy, largest_entropy, soft_maximum,
                 soft_maximum_at, soft_maximum_below)
} | {
    "quartic": of(any_scalar, "abc", lambda a, b, c: (
        a**2 * b**2 + b**2 * c**2 + c**2 * a**2 >= a * b * c * (a + b + c))),
    "Newton's error": of(any_scalar, "ax", lambda a, x: 1 - a * (x * (2 - a * x)) >= 0),
    "Heron": of(positive_scalar, "ax", lambda a, x: ((x + a / x) / 2) ** 2 >= a),
    "waves": of(any_scalar, "a", lambda a: sin(a) ** 2 + 2 * cos(a) <= 2),
    "fractions": of(positive_scalar, "ab", lambda a, b: a / b + b / a >= 2),
    "strict": of(positive_scalar, "ab", lambda a, b: (a + b) ** 2 > a**2 + b**2),
    "schwarz": of(any_vector, "uv", lambda u, v: (u @ v) ** 2 <= (u @ u) * (v @ v)),
    "tangent": of(any_scalar, "x", lambda x: exp(x) >= 1 + x),
    "entropy": of(positive_scalar, "x", lambda x: x * log(x) >= x - 1),
    "lengths": of(any_vector, "uv", lambda u, v: norm(u + v) <= norm(u) + norm(v)),
    "sizes": of(any_scalar, "ab", lambda a, b: absolute(a + b) <= absolute(a) + absolute(b)),
    "products": of(any_vector, "uv", lambda u, v: u @ v <= norm(u) * norm(v)),
    "other way round": of(any_vector, "uv", lambda u, v: norm(u) - norm(v) <= norm(u - v)),
    "a tangent at a length": of(any_vector, "u", lambda u: exp(norm(u)) >= 1 + norm(u)),
    "rising": of(positive_scalar, "ab", lambda a, b: log(a) < log(a + b)),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.long
def test_a_step_without_a_reason_is_given_one_and_decided_by_it(name):
    said = said_of(TRUE[name])
    found = symbolic.decide(said)
    assert (found.outcome, certificate.decide(said).outcome) == ("proved", "proved")
    assert found.evidence["reason found"] == source(reason(TRUE[name]).because)


def test_what_an_author_gives_is_not_searched_for(monkeypatch):
    def body(given):
        x = given(any_scalar("x"))
        yield "A square.", Inequality(x**2 + 1 > 0, because=x**2 + 1, name="square")

    monkeypatch.setattr(reasons, "searched", lambda *_: pytest.fail("it was searched for"))
    (said,) = lemma_of(body).declared.said
    assert symbolic.decide(said).evidence.get("reason found") is None


# ------------------------------------------------------------------ what is false


def not_everywhere(given):
    y, x = given(unit_tokens("y")), given(any_vector("x"))
    i, j = tokens.any("i", "j")
    return (x @ y[i]) * (y[i] @ y[j]) <= x @ y[j], x @ y[i] <= x @ y[j]


def not_with_weights_of_any_sum(given):
    alpha, i = given(nonnegative_weights("alpha")), tokens.any("i")
    return total(alpha[i, j] for j in tokens) <= 1


FALSE = {
    "not everywhere": not_everywhere, "weights of any sum": not_with_weights_of_any_sum,
    "at a half": lambda given: (x := given(scalar_between("x", 0, 1))) * (1 - x) <= Fraction(1, 5),
    "twice Heron": of(positive_scalar, "ax", lambda a, x: ((x + a / x) / 2) ** 2 >= 2 * a),
    "at zero": of(any_scalar, "x", lambda x: x**2 > 0),
    "twice a number": of(any_scalar, "a", lambda a: 2 * a <= absolute(a)),
    "half a length": of(any_vector, "uv", lambda u, v: norm(u + v) <= norm(u) + norm(v) / 2),
    "decay of any size": lambda given: decayed(given, 2),
    "half of a soft maximum": lambda given: soft_maximum_at(given, Fraction(1, 2)),
    "more than half": lambda given: 2 * largest_weight(given).left <= 1,
    "a soft maximum of one": lambda given: soft_maximum_below(given, 0),
    "falling": of(positive_scalar, "ab", lambda a, b: log(a) >= log(a + b)),
    "a lower line": of(positive_scalar, "x", lambda x: log(x) <= x - Fraction(11, 10)),
    "a steeper line": of(positive_scalar, "x", lambda x: x * log(x) >= 2 * x - 2),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_has_no_reason_and_the_step_says_what_to_do(name):
    assert reason(FALSE[name]).because is None
    said = said_of(FALSE[name])
    for method in (symbolic, certificate):
        outcome = method.decide(said)
        assert outcome.outcome == "inconclusive" and "give because=" in outcome.reason


# Each is searched for through all products of what is known, in vain most often.
TRIED = {"quick": 10, "ci": 20, "nightly": 400}[os.environ.get("VERIFY_PROFILE", "quick")]
POINTS = [Fraction(n, 100) for n in (1, 25, 50, 75, 99)]  # inside: the ends are not reached
NUMBERS = st.integers(-3, 3)


@pytest.mark.long
@settings(max_examples=TRIED)
@given(st.lists(NUMBERS, min_size=6, max_size=6), st.booleans())
def test_a_quadratic_that_is_negative_somewhere_has_no_reason(numbers, is_strict):
    assume(any(numbers))

    def form(x, z):
        a, b, c, d, e, f = numbers
        return a * x * x + b * x * z + c * z * z + d * x + e * z + f

    def makes(given):
        value = form(given(scalar_between("x", 0, 1)), given(scalar_between("z", 0, 1)))
        return value > 0 if is_strict else value >= 0

    values = [form(x, z) for x in POINTS for z in POINTS]
    fails = any(value <= 0 if is_strict else value < 0 for value in values)
    found = reason(makes).because
    assert found is None or not fails
    assert (outcomes(makes)[1] == "proved") == (found is not None)


def test_what_is_missing_is_told():
    def short(given):
        a, r = given(positive_scalar("a")), given(any_scalar("r"))
        return a * r + a > 0

    found = reason(short, hint=True)
    assert found.because is None
    assert source(found.missing) == "r"


def test_what_has_no_reason_is_not_searched_for_again(tmp_path, monkeypatch):
    monkeypatch.setattr(reasons, "store", lambda: Store(tmp_path))
    assert reason(FALSE["at zero"]).because is None
    assert reason(TRUE["strict"]).because is not None
    monkeypatch.setattr(reasons, "searched", lambda *_: pytest.fail("it is searched for"))
    assert reason(FALSE["at zero"]).because is None
    with pytest.raises(pytest.fail.Exception):
        reason(TRUE["strict"])  # a reason is never kept, so that none has to be trusted


@pytest.mark.parametrize("kept", ["no JSON", "[]", "[5]", "{}", '["another word"]'])
def test_garbage_in_the_store_keeps_no_reason_away(kept, tmp_path, monkeypatch):
    monkeypatch.setattr(reasons, "store", lambda: Store(tmp_path))
    monkeypatch.setattr(Store, "read_bytes", lambda *_: kept.encode())
    assert reason(TRUE["strict"]).because is not None


def test_a_reason_that_the_search_finds_is_printed_whether_or_not_there_was_a_run():
    (step,) = narrate(lemma(TRUE["strict"]), UnicodeNotation()).steps
    assert "since" in [shown.lead for shown in step.claim.displays]


# ------------------------------------------------------------------ factors, roots, denominators


def binomials(most):
    return of(positive_scalar, "pq", lambda p, q: (
        p**4 + 3 * p**3 * q + 3 * p * q**3 + q**4 >= most * p**2 * q**2))  # fmt: skip


def above_a_bound(most):
    def makes(given):
        p, q, E = (given(positive_scalar(name)) for name in "pqE")
        given(that(E > 1))
        return E**3 * p**4 + E * q**4 > most * p**2 * q**2

    return makes


def factors(most):
    def makes(given):
        a, b, x = given(any_scalar("a")), given(any_scalar("b")), given(scalar_between("x", 0, 1))
        both, front = a**2 * (a**2 + b**2), x**3 * (1 - x) ** 3
        return front * most * a**3 * b <= front * both

    return makes


def products_of_waves(most):
    def makes(a, b):
        apart = (cos(a) ** 2 + cos(b) ** 2) * (1 - cos(a)) * sin(b) ** 2
        return most * cos(a) * cos(b) * (1 - cos(a)) * sin(b) ** 2 <= apart

    return of(any_scalar, "ab", makes)


def denominators_in_denominators(least):
    def makes(given):
        a, b, t = (given(positive_scalar(name)) for name in "abt")
        above = let("above", lambda: 1 + t * (a - b) / (a + b))
        below = let("below", lambda: 1 - t * (a - b) / (a + b))
        given(that(above > 0))
        given(that(below > 0))
        return 1 / above + 1 / below >= least

    return makes


def times_the_sum_of_its_sides(most):
    return of(positive_scalar, "qr", lambda q, r: (q < 2, r * q**2 <= 1, most * r > 1))


def through_a_third(most):
    def makes(given):
        size, push = given(positive_scalar("size")), given(positive_scalar("push"))
        z = given(bounded_vector("z", by=size))
        given(that(push >= 2 * size))
        return most * (z @ z) <= push**2

    return makes


PARTS = [  # a family of comparisons, with a number for which it is true and one for which not
    (binomials, 4, 9), (above_a_bound, 2, 3), (factors, 2, 3), (products_of_waves, 2, 3),
    (denominators_in_denominators, 2, 3), (times_the_sum_of_its_sides, 4, 5),
    (through_a_third, 4, 5),
]  # fmt: skip


@pytest.mark.parametrize(("makes", "true", "false"), PARTS, ids=[p[0].__name__ for p in PARTS])
@pytest.mark.long
def test_a_gap_has_a_reason_by_its_parts_and_its_false_neighbour_has_none(makes, true, false):
    assert outcomes(makes(true)) == ["proved"] * 2
    assert reason(makes(false)).because is None
    assert outcomes(makes(false)) == ["inconclusive"] * 2
