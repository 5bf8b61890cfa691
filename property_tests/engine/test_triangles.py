"""Roots below what is not negative, and gaps of Cauchy and Schwarz: what follows, and what not."""

from __future__ import annotations

import pytest

from verify.methods import certificate, symbolic
from verify.statements.paper import Paper
from verify.statements.statement import statement
from verify.vocabulary import *

PAPER = Paper("T", "Triangles", "nobody", 2026, "none")


def said_of(body):
    made = statement("T-1", PAPER.label("Lemma 1"), title="A lemma")(body)
    (said,) = made.declared.said
    return said


# ------------------------------------------------------------------ what is found


def lengths(given):
    u, v = given(any_vector("u")), given(any_vector("v"))
    yield "Two.", Inequality(norm(u + v) <= norm(u) + norm(v), name="two")


def sizes(given):
    a, b = given(any_scalar("a")), given(any_scalar("b"))
    yield "Two.", Inequality(absolute(a + b) <= absolute(a) + absolute(b), name="two")


def products(given):
    u, v = given(any_vector("u")), given(any_vector("v"))
    yield "Schwarz.", Inequality(u @ v <= norm(u) * norm(v), name="schwarz")


TRUE = (lengths, sizes, products)


@pytest.mark.parametrize("body", TRUE, ids=lambda body: body.__name__)
def test_a_triangle_is_found_and_proved(body):
    said = said_of(body)
    assert [m.decide(said).outcome for m in (symbolic, certificate)] == ["proved", "proved"]


# ------------------------------------------------------------------ what is false, or unknown


def below(a, g):
    """Return what the rule is about: a - (a^2 - g)^(1/2)."""
    return a - square_root(a**2 - g)


def falsehoods():
    """Yield claims beside what is true, with the reason that would be theirs."""

    def of(word, *names):
        return lambda given: [given(word(name)) for name in names]

    two, vectors = of(any_scalar, "a", "b"), of(any_vector, "u", "v")
    yield "any sign", two, lambda a, b: (a >= absolute(b), below(a, a**2 - b**2))
    yield "negative", two, lambda a, b: (-absolute(a) >= a, below(-absolute(a), 0 * a))
    yield (
        "other base",
        two,
        lambda a, b: (
            absolute(a) >= absolute(b),
            absolute(a) - square_root((2 * absolute(a)) ** 2 - (4 * a**2 - b**2)),
        ),
    )
    yield (
        "converse",
        vectors,
        lambda u, v: (
            norm(u + v) >= norm(u) + norm(v),
            below(norm(u + v), (u + v) @ (u + v) - (norm(u) + norm(v)) ** 2),
        ),
    )
    yield "converse, alone", vectors, lambda u, v: (
        norm(u + v) >= norm(u) + norm(v), norm(u + v) - norm(u) - norm(v),
    )  # fmt: skip
    yield "strict", vectors, lambda u, v: (
        norm(u + v) < norm(u) + norm(v), norm(u) + norm(v) - norm(u + v),
    )  # fmt: skip
    yield (
        "strict, told",
        vectors,
        lambda u, v: (
            norm(u + v) < norm(u) + norm(v),
            below(norm(u) + norm(v), (norm(u) + norm(v)) ** 2 - (u + v) @ (u + v)),
        ),
    )
    yield "half", vectors, lambda u, v: (
        2 * norm(u + v) <= norm(u) + norm(v), norm(u) + norm(v) - 2 * norm(u + v),
    )  # fmt: skip
    yield "not of one", vectors, lambda u, v: (norm(u + v) <= norm(u), norm(u) - norm(u + v))

    def schwarz(gap, strict=False):
        return lambda u, v: (gap(u, v) > 0 if strict else gap(u, v) >= 0, gap(u, v))

    yield "Schwarz, strict", vectors, schwarz(lambda u, v: (u @ u) * (v @ v) - (u @ v) ** 2, True)
    yield "Schwarz, turned", vectors, schwarz(lambda u, v: (u @ v) ** 2 - (u @ u) * (v @ v))
    yield "Schwarz, twice", vectors, schwarz(lambda u, v: (u @ u) * (v @ v) - 2 * (u @ v) ** 2)
    yield "Schwarz, sum", vectors, schwarz(lambda u, v: (u @ u) * (v @ v) + (u @ v))
    yield "Schwarz, no square", vectors, schwarz(lambda u, v: (u @ u) * (v @ v) - u @ v)
    yield "Schwarz, one vector", vectors, schwarz(lambda u, v: (u @ u) ** 2 - (u @ v) ** 2)
    three = of(any_vector, "u", "v", "w")
    yield "Schwarz, another", three, lambda u, v, w: (
        (u @ u) * (v @ v) >= (u @ w) ** 2, (u @ u) * (v @ v) - (u @ w) ** 2,
    )  # fmt: skip

    def in_metric(word):
        return lambda given: [given(word("A")), given(any_vector("u")), given(any_vector("v"))]

    yield (
        "no metric",
        in_metric(symmetric_operator),
        lambda A, u, v: (
            (u @ A @ u) * (v @ A @ v) >= (u @ A @ v) ** 2,
            (u @ A @ u) * (v @ A @ v) - (u @ A @ v) ** 2,
        ),
    )
    yield (
        "half a metric",
        in_metric(positive_definite),
        lambda A, u, v: (
            (u @ A @ u) * (v @ v) >= (u @ A @ v) ** 2,
            (u @ A @ u) * (v @ v) - (u @ A @ v) ** 2,
        ),
    )
    yield "entropy above 1", of(positive_scalar, "p"), lambda p: (
        p * log(p) <= 0, p * ((1 - p) + (p - 1 - log(p))),
    )  # fmt: skip

    def weights(given):
        return [given(any_weights("A")), given(coefficients("q"))]

    def weighted(A, q):
        i = tokens.any("i")
        both = (
            total(A[i, j] * q[j] for j in tokens),
            total(A[i, j] * absolute(q[j]) for j in tokens),
        )
        pairs = total(
            A[i, j] * A[i, k] * (absolute(q[j]) * absolute(q[k]) - q[j] * q[k])
            for j in tokens
            for k in tokens
        )
        return absolute(both[0]) <= both[1], below(both[1], pairs)

    yield "weights of any sign", weights, weighted
    yield "not below a part", of(nonnegative_scalar, "a", "b"), lambda a, b: (
        a + b <= square_root(a**2 + b**2), square_root(a**2 + b**2) - a - b,
    )  # fmt: skip


CASES = list(falsehoods())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
@pytest.mark.long
def test_what_is_false_beside_a_triangle_is_not_accepted(case):
    _, drawn, claimed = case

    def told(given):
        claim, because = claimed(*drawn(given))
        yield "False.", Inequality(claim, because=because, name="false")

    def bare(given):
        claim, _ = claimed(*drawn(given))
        yield "False.", Inequality(claim, name="false")

    assert certificate.decide(said_of(told)).outcome == "inconclusive"
    assert certificate.decide(said_of(bare)).outcome == "inconclusive"


def test_in_a_metric_the_gap_is_known():
    def body(given):
        A, u, v = given(positive_definite("A")), given(any_vector("u")), given(any_vector("v"))
        gap = (u @ A @ u) * (v @ A @ v) - (u @ A @ v) ** 2
        yield "Schwarz.", Inequality(gap >= 0, because=gap, name="schwarz")

    assert certificate.decide(said_of(body)).outcome == "proved"
