"""Claims next to the triangle inequality and Schwarz's that are false: none is accepted."""

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.methods import certificate
from verify.vocabulary import *


def below(a, g):
    """Return what the rule is about: a - (a^2 - g)^(1/2)."""
    return a - square_root(a**2 - g)


def things(word, *names):
    return lambda given: [given(word(name)) for name in names]


def in_metric(word):
    return lambda given: [given(word("A")), given(any_vector("u")), given(any_vector("v"))]


def weights(given):
    return [given(any_weights("A")), given(coefficients("q"))]


def weighted(A, q):
    i = tokens.any("i")
    both = (total(A[i, j] * q[j] for j in tokens), total(A[i, j] * absolute(q[j]) for j in tokens))
    pairs = total(
        A[i, j] * A[i, k] * (absolute(q[j]) * absolute(q[k]) - q[j] * q[k])
        for j in tokens
        for k in tokens
    )
    return absolute(both[0]) <= both[1], below(both[1], pairs)


def gap(of):
    """Return a claim that a gap is not negative, with itself as the reason."""
    return lambda *given: (of(*given) >= 0, of(*given))


def weighted_lengths(A, y, i):
    most = total(A[i, j] * norm(y[j]) for j in tokens)
    return gap(lambda: most - norm(total(A[i, j] * y[j] for j in tokens)))()


TWO, VECTORS, THREE = (
    things(any_scalar, "a", "b"), things(any_vector, "u", "v"), things(any_vector, "u", "v", "w")
)  # fmt: skip
CASES = [  # claims beside what is true, with the reason that would be theirs
    ("any sign", TWO, lambda a, b: (a >= absolute(b), below(a, a**2 - b**2))),
    ("negative", TWO, lambda a, b: (-absolute(a) >= a, below(-absolute(a), 0 * a))),
    ("other base", TWO, lambda a, b: (
        absolute(a) >= absolute(b),
        absolute(a) - square_root((2 * absolute(a)) ** 2 - (4 * a**2 - b**2)))),
    ("converse", VECTORS, lambda u, v: (
        norm(u + v) >= norm(u) + norm(v),
        below(norm(u + v), (u + v) @ (u + v) - (norm(u) + norm(v)) ** 2))),
    ("converse, alone", VECTORS, gap(lambda u, v: norm(u + v) - norm(u) - norm(v))),
    ("strict", VECTORS, lambda u, v: (
        norm(u + v) < norm(u) + norm(v), norm(u) + norm(v) - norm(u + v))),
    ("strict, told", VECTORS, lambda u, v: (
        norm(u + v) < norm(u) + norm(v),
        below(norm(u) + norm(v), (norm(u) + norm(v)) ** 2 - (u + v) @ (u + v)))),
    ("half", VECTORS, gap(lambda u, v: norm(u) + norm(v) - 2 * norm(u + v))),
    ("a term left out", THREE, gap(lambda u, v, w: norm(u) + norm(v) - norm(u + v + w))),
    ("multiples of any sign", lambda given: [
        given(any_scalar("h")), given(any_vector("u")), given(any_vector("v"))],
     gap(lambda h, u, v: (1 - h) * norm(u) + h * norm(v) - norm((1 - h) * u + h * v))),
    ("a mean by any weights", lambda given: [given(any_weights("A")), given(any_vectors("y"))],
     lambda A, y: weighted_lengths(A, y, tokens.any("i"))),
    ("another length", VECTORS, gap(lambda u, v: norm(u) + norm(v) - square_root(2 * (u @ u)))),
    ("not of one", VECTORS, gap(lambda u, v: norm(u) - norm(u + v))),
    ("Schwarz, strict", VECTORS, lambda u, v: (
        (u @ u) * (v @ v) - (u @ v) ** 2 > 0, (u @ u) * (v @ v) - (u @ v) ** 2)),
    ("Schwarz, turned", VECTORS, gap(lambda u, v: (u @ v) ** 2 - (u @ u) * (v @ v))),
    ("Schwarz, twice", VECTORS, gap(lambda u, v: (u @ u) * (v @ v) - 2 * (u @ v) ** 2)),
    ("Schwarz, sum", VECTORS, gap(lambda u, v: (u @ u) * (v @ v) + (u @ v))),
    ("Schwarz, no square", VECTORS, gap(lambda u, v: (u @ u) * (v @ v) - u @ v)),
    ("Schwarz, one vector", VECTORS, gap(lambda u, v: (u @ u) ** 2 - (u @ v) ** 2)),
    ("Schwarz, another", THREE, gap(lambda u, v, w: (u @ u) * (v @ v) - (u @ w) ** 2)),
    ("no metric", in_metric(symmetric_operator),
     gap(lambda A, u, v: (u @ A @ u) * (v @ A @ v) - (u @ A @ v) ** 2)),
    ("half a metric", in_metric(positive_definite),
     gap(lambda A, u, v: (u @ A @ u) * (v @ v) - (u @ A @ v) ** 2)),
    ("entropy above 1", things(positive_scalar, "p"), lambda p: (
        p * log(p) <= 0, p * ((1 - p) + (p - 1 - log(p))))),
    ("weights of any sign", weights, weighted),
    ("not below a part", things(nonnegative_scalar, "a", "b"),
     gap(lambda a, b: square_root(a**2 + b**2) - a - b)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
@pytest.mark.long
def test_what_is_false_beside_a_triangle_is_not_accepted(case):
    _, drawn, claimed = case
    for because in (True, False):  # with the reason that would be its own, and without any

        def body(given, because=because):
            claim, why = claimed(*drawn(given))
            yield "False.", Inequality(claim, name="step", **({"because": why} if because else {}))

        made = lemma_of(body)
        assert certificate.decide(made.declared.said[0]).outcome == "inconclusive"
