"""False equations are refuted at instances without zeros, whatever the seed.

Each holds on a thin set that simple instances seldom leave: maps that commute, weights that see a
single token, mixtures of too few permutations, a share of an interval that is always drawn.
"""

from fractions import Fraction
from math import prod
from random import Random

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.methods import sampling
from verify.methods.contradictions import check_instance
from verify.methods.drawing import generic_instances
from verify.methods.footing import footing
from verify.methods.relevance import relevant
from verify.numerics import shapes
from verify.numerics.exact import GenericDraw
from verify.numerics.rational_matrices import exact_matrix
from verify.statements.step import obligations
from verify.vocabulary import *

i, j, k = tokens.any("i", "j", "k")


def commuting(assumption, second=any_operator):
    def body(given):
        A, B = given(assumption("A")), given(second("B"))
        x, y = given(any_vector("x")), given(any_vector("y"))
        yield "s", Identity(x @ (A @ (B @ y)), x @ (B @ (A @ y)), name="s")

    return body


def four(given):
    A, B, C, D = (given(any_operator(name)) for name in ("A", "B", "C", "E"))
    x, y = given(any_vector("x")), given(any_vector("y"))
    left, right = A @ (B @ (C @ (D @ y))), A @ (C @ (B @ (D @ y)))
    yield "s", Identity(x @ left, x @ right, name="s")


def square(given):
    A, B = given(any_operator("A")), given(any_operator("B"))
    x, y = given(any_vector("x")), given(any_vector("y"))
    both = x @ ((A + B) @ ((A + B) @ y))
    parts = x @ (A @ (A @ y)) + 2 * (x @ (A @ (B @ y))) + x @ (B @ (B @ y))
    yield "s", Identity(both, parts, name="s")


def symmetric(given):
    A, x, y = given(any_operator("A")), given(any_vector("x")), given(any_vector("y"))
    yield "s", Identity(x @ (A @ y), y @ (A @ x), name="s")


def cycles(assumption, **options):
    def body(given):
        w = given(assumption("w", **options))
        yield "s", Identity(w[i, j] * w[j, k] * w[k, i], w[j, i] * w[k, j] * w[i, k], name="s")

    return body


def causal(given):
    w = given(row_stochastic("w", reach="up_to"))
    yield "s", Identity(w[i, j] * w[j, i] * (w[i, i] - w[j, j]), 0, name="s")


def normal(given):
    A = given(doubly_stochastic("A"))
    rows, columns = (
        total(A[i, k] * A[j, k] for k in tokens),
        total(A[k, i] * A[k, j] for k in tokens),
    )
    yield "s", Identity(rows, columns, name="s")


def conjugated(given):
    (A, S), B = given(inverse_pair("A", "S")), given(any_operator("B"))
    x, y = given(any_vector("x")), given(any_vector("y"))
    yield "s", Identity(x @ (A @ (B @ (S @ y))), x @ (B @ y), name="s")


def short(given):
    u = given(positive_scalar("u"))
    z = given(bounded_vector("z", by=u))
    yield "s", Identity((z @ z) * (z @ z - u**2), 0, name="s")


def shrinking(given):
    u, c, y = given(positive_scalar("u")), given(any_vector("c")), given(any_vector("y"))
    A = given(bounded_operator("A", by=u, on=[y]))
    yield "s", Identity(c @ (A @ y), y @ (A @ c), name="s")


def sums(given):
    a, c = given(coefficients("a")), given(zero_sum("c"))
    yield (
        "s",
        Identity(total(a[k] * c[k] for k in tokens) * (a[i] - a[j]) * c[i] * c[j], 0, name="s"),
    )


def sphere(given):
    y = given(unit_tokens("y"))
    yield "s", Identity((y[i] @ y[j]) ** 2 * (1 - (y[i] @ y[j]) ** 2), 0, name="s")


def shares(given):
    u = given(scalar_between("u", 0, 1))
    drawn = ((1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 100), (99, 100))
    yield "s", Identity(prod((u - Fraction(p, q) for p, q in drawn), start=u), 0, name="s")


FALSE = {
    "any two maps commute": commuting(any_operator), "four maps may be exchanged": four,
    "the square of a sum": square, "any map is symmetric": symmetric,
    "orthogonal maps commute": commuting(orthogonal_operator, orthogonal_operator),
    "projections commute": commuting(projection_operator, projection_operator),
    "symmetric maps commute": commuting(symmetric_operator, symmetric_operator),
    "metrics commute": commuting(positive_definite, positive_definite),
    "weights are the same around a cycle": cycles(nonnegative_weights),
    "so are those of rows": cycles(row_stochastic),
    "and of rows and columns": cycles(doubly_stochastic),
    "no two see each other": causal, "weights of rows and columns are normal": normal,
    "a change of basis changes nothing": conjugated, "vectors are as long as they may be": short,
    "contractions are symmetric": shrinking, "coefficients are equal": sums,
    "tokens are equal, opposite or orthogonal": sphere, "one of the usual shares": shares,
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_a_false_equation_fails_at_a_generic_instance(name: str) -> None:
    (said,) = lemma_of(FALSE[name]).declared.said
    drawn = generic_instances(said, relevant(said, said.assumptions))
    tallies = [check_instance(said, obligations(said), instance) for instance in drawn]
    assert all(tally.undefined is None for tally in tallies)
    assert any(tally.failure is not None for tally in tallies)


@pytest.mark.parametrize("name", FALSE)
def test_it_is_refuted_with_every_seed(name: str) -> None:
    lemma = lemma_of(FALSE[name])
    (said,) = lemma.declared.said
    for seed in (0, 1):
        assert sampling.decide(lemma, said, count=1, seed=seed).outcome == "refuted"
    assert footing(said).instance is None  # also where sampling is not asked for


def test_reflections_are_drawn() -> None:
    def moves_nothing_back(given):
        Q, x = given(orthogonal_operator("Q")), given(nonzero_vector("x"))
        yield "s", Inequality((x + Q @ x) @ (x + Q @ x) > 0, name="s")

    lemma = lemma_of(moves_nothing_back)
    assert sampling.decide(lemma, lemma.declared.said[0], count=8, seed=0).outcome == "refuted"


@pytest.mark.parametrize("tokens_", [2, 3, 4])
def test_mixtures_of_permutations_fill_the_doubly_stochastic_matrices(tokens_: int) -> None:
    draw = GenericDraw(Random(0), 601)
    found = [shapes.doubly_stochastic(draw, tokens_) for _ in range((tokens_ - 1) ** 2 + 3)]
    flat = [
        [
            x - y
            for row, first in zip(a, found[0], strict=True)
            for x, y in zip(row, first, strict=True)
        ]
        for a in found
    ]
    assert exact_matrix(flat).rank() == (tokens_ - 1) ** 2
    assert all(x >= 0 for a in found for row in a for x in row)


def test_generic_numbers_are_neither_zero_nor_of_the_pool_alone() -> None:
    simple, fine = GenericDraw(Random(0)), GenericDraw(Random(0), 601)
    assert all(simple.rational() != 0 and fine.rational() != 0 for _ in range(200))
    assert len({fine.choose((Fraction(1), Fraction(0), Fraction(1, 2))) for _ in range(200)}) > 100
    assert all(0 < fine.rational(0, 1) < 1 for _ in range(200))
    assert fine.kind(("general", "zero")) == "general"
