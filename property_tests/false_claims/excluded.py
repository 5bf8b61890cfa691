"""Conditions and assumptions that exclude each other, and claims under equations that are true."""

from verify.vocabulary import *


def equal_to_two(given: Given) -> Proof:
    a = given(any_scalar("a"))
    given(that(equals(a, 0)))
    given(that(equals(a, 1)))
    yield "Nothing.", Inequality(a >= 5, because=0, name="both")


def above_and_at(given: Given) -> Proof:
    a = given(positive_scalar("a"))
    given(that(equals(a, 0)))
    yield "Nothing.", Inequality(a >= 5, because=a, name="positive")


def sums_that_cannot_be(given: Given) -> Proof:
    w, i, j = given(row_stochastic("w")), *tokens.any("i", "j")
    given(that(equals(total(w[i, j] for i in tokens), 2)))
    yield "Nothing.", Inequality(w[i, j] <= 0, because=w[i, j], name="columns")


def conditions_that_exclude(given: Given) -> Proof:
    a, u = given(any_scalar("a")), given(coefficients("u"))
    i, j = tokens.any("i", "j")
    yield (
        "Larger than itself.",
        Inequality(a >= 5, because=0, where=[equals(a, a + 1)], name="larger"),
    )
    yield "0 and 1.", Inequality(a >= 5, because=0, where=[equals(a, 0), equals(a, 1)], name="both")
    yield (
        "Before and after.",
        Inequality(
            u[i] >= 5,
            because=u[i] - 5,
            where=[precedes(i, j), precedes(j, i)],
            name="before and after",
        ),
    )
    yield (
        "Before, and the same.",
        Inequality(
            u[i] >= 5,
            because=0,
            where=[precedes(i, j), equals(same(i, j), 1)],
            name="before the same",
        ),
    )
    yield (
        "Different from itself.",
        Inequality(u[i] >= 5, because=0, where=[every(lambda p, q: u[p] > u[q])], name="above all"),
    )
    yield (
        "Different from all, and from itself.",
        Inequality(
            u[i] <= -1, because=0, where=[every(lambda p, q: differs(u[p], u[q]))], name="itself"
        ),
    )


VACUOUS = [equal_to_two, above_and_at, sums_that_cannot_be, conditions_that_exclude]


def true_ones(given: Given) -> Proof:
    a, b, c = (given(any_scalar(name)) for name in "abc")
    u, w = given(coefficients("u")), given(nonnegative_weights("w"))
    i, j, _k = tokens.any("i", "j", "k")
    yield (
        "Equal numbers.",
        Inequality(a * c <= b * c, because=0, where=[equals(a, b)], name="numbers"),
    )
    yield (
        "Equal members.",
        Inequality(u[i] ** 2 <= u[j] ** 2, because=0, where=[equals(u[i], u[j])], name="members"),
    )
    yield (
        "A product of two that add up to 1.",
        Inequality(
            a * b <= 1 / (4 + 0 * c),
            because=(a - b) ** 2 / 4,
            where=[equals(a, 1 - b)],
            name="half",
        ),
    )
    yield (
        "All are 0.",
        Inequality(
            total(u[j] for j in tokens) <= 0,
            because=0,
            where=[every(lambda j: equals(u[j], 0))],
            name="zero",
        ),
    )
    yield (
        "Symmetric weights.",
        Inequality(
            w[i, j] <= w[j, i],
            because=0,
            where=[every(lambda p, q: equals(w[p, q], w[q, p]))],
            name="pairs",
        ),
    )
    yield (
        "Different ones.",
        Inequality(same(i, j) <= 0, because=0, where=[precedes(i, j)], name="order"),
    )
    yield (
        "One is before a later one.",
        Inequality(
            total(w[i, k] for k in tokens.before(j)) >= w[i, i],
            because=total(w[i, k] for k in tokens.before(j).but(i)),
            where=[precedes(i, j)],
            name="before",
        ),
    )


def true_under_equations(given: Given) -> Proof:
    w, u = given(row_stochastic("w")), given(coefficients("u"))
    x, y = given(any_vector("x")), given(any_vector("y"))
    _i, j = tokens.any("i", "j")
    given(that(equals(total(w[i, j] for i in tokens), 1)))
    given(that(equals(x @ y, 1)))
    yield (
        "Weights that add up to 1 both ways keep the sum.",
        Identity(
            total(total(w[i, j] * u[j] for j in tokens) for i in tokens),
            total(u[j] for j in tokens),
            name="sum",
        ),
    )
    yield "A prescribed product.", Identity((x + y) @ (x + y), x @ x + y @ y + 2, name="square")


def shared_index(given: Given) -> Proof:
    u, i = given(coefficients("u")), tokens.any("i")
    given(that(u[i] >= 0))
    yield (
        "All are at least that one.",
        Inequality(
            total(u[j] for j in tokens) >= u[i],
            because=total(u[j] for j in tokens),
            where=[equals(u[i], 0)],
            name="shared",
        ),
    )


TRUE = [true_ones, true_under_equations, shared_index]
