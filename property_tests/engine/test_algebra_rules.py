"""What the algebra may conclude from facts, and what it may not: small claims, true and false.

Each true claim is decided by a rule of the algebra, and each false one by a rule that is a little
wrong. A claim is read with the facts of its assumptions, as the symbolic method does.
"""

from typing import Any

import pytest

from verify.algebra.deciding import is_zero, root
from verify.algebra.reading import TreeReader
from verify.algebra.rules import learn
from verify.algebra.theory import Theory
from verify.language.expressions import as_scalar
from verify.language.facts import Equation
from verify.vocabulary import *

x, pos = any_scalar("x"), positive_scalar("p")
neg, low = negative_scalar("m"), nonnegative_scalar("l")
ROOTS = [x, pos, neg, low]
up, to = integer_scalar("up_", at_least=0), integer_scalar("to_", at_least=0)
UP, TO = up.introduces, to.introduces
X, P, N, L = (part.introduces for part in ROOTS)

A, B = any_operator("A"), any_operator("B")
S = symmetric_operator("S")
pair = inverse_pair("R", "Q")
v, w, u = any_vectors("v"), any_vector("w"), unit_vector("u")
a, c, weights, eps = (
    coefficients("a"),
    zero_sum("c"),
    row_stochastic("M"),
    signs("eps", positive="up", negative="down"),
)
y = unit_tokens("y")
i, j, k = tokens.any("i", "j", "k")
vec = eigenvector("z", of=S.introduces, value="mu")
GIVEN = [*ROOTS, up, to, A, B, S, pair, v, w, u, a, c, weights, eps, y, vec]
OA, OB, OS, (R, Q) = (part.introduces for part in (A, B, S, pair))
V, W, U, a_, c_, M, Y = (part.introduces for part in (v, w, u, a, c, weights, y))
E = eps.introduces if not isinstance(eps.introduces, tuple) else eps.introduces[0]
Z, MU = vec.introduces


def zero(left: Any, right: Any, *more: Any) -> bool:
    """Return whether the algebra finds two sides equal, from what is given and more."""
    facts = [fact for part in (*GIVEN, *more) for fact in part.facts]
    reader = TreeReader(Theory())
    learn(reader, facts)
    read = reader.vector if isinstance(left, Vector) else reader.scalar
    return is_zero(reader.theory, read(left - right))


TRUE = {
    "the root of a square is the absolute value": (square_root(X**2), absolute(X)),
    "of a positive number it is the number": (square_root(P**2), P),
    "of a negative number it is its opposite": (square_root(N**2), -N),
    "positive factors come out": (square_root(P**2 * (X**4 + P)), P * square_root(X**4 + P)),
    "a fourth power has a square for a root": (square_root(X**4), X**2),
    "of a fraction, above and below": (square_root(P**2 / (1 + X**2) ** 2), P / (1 + X**2)),
    "roots multiply": (square_root(P) * square_root(P), P),
    "three roots": (square_root(P) ** 3, P * square_root(P)),
    "a number comes out, too": (square_root(4 * P), 2 * square_root(P)),
    "a root of a sum of squares": (square_root(X**2 + 2 * X * P + P**2), absolute(X + P)),
    "R and its inverse": (Q @ (R @ W), W),
    "and the other way round": (R @ (Q @ W), W),
    "transposed as well": (R.T @ (Q.T @ W), W),
    "a symmetric operator moves over": ((OS @ W) @ U, W @ (OS @ U)),
    "an eigenvector": (OS @ Z, MU * Z),
    "twice": (OS @ (OS @ Z), MU**2 * Z),
    "under another operator": (OA @ (OS @ Z), MU * (OA @ Z)),
    "in an inner product": ((OS @ W) @ Z, MU * (W @ Z)),
    "a unit vector": (U @ U, 1),
    "unit tokens": (total(Y[j] @ Y[j] for j in tokens), tokens.count),
    "rows that add up to one": (total(M[i, j] for j in tokens), 1),
    "times what does not depend on it": (total(M[i, j] * a_[i] for j in tokens), a_[i]),
    "coefficients that add up to zero": (total(c_[j] for j in tokens), 0),
    "as many times as there are others": (total(c_[j] * a_[k] for j in tokens for k in tokens), 0),
    "signs square to one": (E[i] ** 2, 1),
    "and to the third to themselves": (E[i] ** 3, E[i]),
    "to the fifth, too": (E[i] ** 5, E[i]),
    "one is among the first three": (total(same(j, 2) * a_[j] for j in tokens.up_to(3)), a_[2]),
    "the fourth is not": (total(same(j, 4) * a_[j] for j in tokens.up_to(3)), 0),
    "the last of the first three is": (total(same(j, 3) * a_[j] for j in tokens.up_to(3)), a_[3]),
    "up to the first there is one": (total(a_[j] for j in tokens.up_to(1)), a_[1]),
    "before the first there is none": (total(a_[j] for j in tokens.before(1)), 0),
    "Pascal's rule": (binomial(UP + 1, 2), binomial(UP, 2) + binomial(UP, 1)),
    "and at two numbers": (binomial(UP + 1, TO + 1), binomial(UP, TO) + binomial(UP, TO + 1)),
    "a neighbour above": (binomial(UP + 1, TO) * (UP + 1 - TO), (UP + 1) * binomial(UP, TO)),
    "a neighbour to the right": (binomial(UP, TO + 1) * (TO + 1), (UP - TO) * binomial(UP, TO)),
    "one of a number": (binomial(UP, 1), UP),
    "all of one more than a number": (binomial(UP + 1, 0), 1),
    "none below zero": (binomial(UP, -1), 0),
    "an exponential of a sum": (exp(X + P), exp(X) * exp(P)),
    "a number comes out of a logarithm": (log(4 * P), 2 * log(as_scalar(2)) + log(P)),
    "and under a bar": (log(P / 8), log(P) - 3 * log(as_scalar(2))),
    "an angle of two halves": (sin(X), 2 * sin(X / 2) * cos(X / 2)),
    "an angle of three thirds": (cos(X), 4 * cos(X / 3) ** 3 - 3 * cos(X / 3)),
}  # fmt: skip

FALSE = {
    "an angle of one half": (sin(X), sin(X / 2) * cos(X / 2)),
    "an angle and its third": (cos(X), cos(X / 3) ** 3),
    "a root with its sign": (square_root(X**2), X),
    "a root of a negative square": (square_root(N**2), N),
    "of a nonnegative product": (square_root(X**2 * P**2), X * P),
    "a root that keeps no factor": (square_root(X**4 * P), X**2),
    "a root of a product of two": (square_root(P * (1 + X**2)), square_root(P)),
    "of a fraction, its product": (square_root(P**2 / (1 + X**2) ** 2), P * (1 + X**2)),
    "a sum as its own root": (square_root(X**2 + P**2), X + P),
    "a positive sum as its own root": (square_root(P**2 + 4), P + 2),
    "R and its transpose": (R.T @ (R @ W), W),
    "R is no inverse of itself": (R @ (R @ W), W),
    "any operator moves over": ((OA @ W) @ U, W @ (OA @ U)),
    "operators commute": (OA @ (OB @ W), OB @ (OA @ W)),
    "any vector is an eigenvector": (OS @ W, MU * W),
    "an eigenvector of any operator": (OA @ Z, MU * Z),
    "any vector is a unit vector": (W @ W, 1),
    "different tokens": (Y[i] @ Y[k], 1),
    "columns that add up to one": (total(M[j, i] for j in tokens), 1),
    "a sum with what depends on it": (total(M[i, j] * a_[j] for j in tokens), a_[i]),
    "any coefficients": (total(a_[j] for j in tokens), 0),
    "a sum without its restriction": (total(c_[j] for j in tokens.but(i)), 0),
    "rows without one": (total(M[i, j] for j in tokens.but(i)), 1),
    "signs are one": (E[i], 1),
    "signs of two tokens": (E[i] * E[j], 1),
    "the fourth is one of three": (total(same(j, 4) * a_[j] for j in tokens.up_to(3)), a_[4]),
    "the third is not": (total(same(j, 3) * a_[j] for j in tokens.up_to(3)), 0),
    "the second is not": (total(same(j, 2) * a_[j] for j in tokens.up_to(3)), 0),
    "the third is before the third": (total(same(j, 3) * a_[j] for j in tokens.before(3)), a_[3]),
    "Pascal's rule with a turn": (binomial(UP + 1, 2), binomial(UP, 2) - binomial(UP, 1)),
    "Pascal's rule from 0 on": (binomial(UP, TO), binomial(UP - 1, TO) + binomial(UP - 1, TO - 1)),
    "at 0 of any number": (binomial(UP, TO + 1) * (TO + 1), binomial(UP - 1, TO) * UP + 1),
    "none of fewer than none": (binomial(UP - 1, 0), 1),
    "one of fewer than none": (binomial(UP - 2, 1), UP - 2),
    "all of fewer than none": (binomial(UP - 1, UP - 1), 1),
    "a neighbour above": (binomial(UP + 1, TO), binomial(UP, TO)),
    "an exponential of a product": (exp(X * P), exp(X) * exp(P)),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_it_follows(name: str) -> None:
    assert zero(*TRUE[name])


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.long
def test_it_does_not_follow(name: str) -> None:
    assert not zero(*FALSE[name])


def test_what_is_known_of_two_indices() -> None:
    assert zero(same(i, j) * a_[i], 0, distinct(i, j))
    assert not zero(same(i, j) * a_[i], 0)
    assert not zero(same(i, k) * a_[i], 0, distinct(i, j))
    among = total(same(k, i) * a_[k] for k in tokens.up_to(j))
    assert zero(among, a_[i], before(i, j))
    assert zero(among, 0, before(j, i))
    assert not zero(among, a_[i], distinct(i, j)) and not zero(among, 0, distinct(i, j))


def test_a_fact_of_one_is_none_of_another() -> None:
    below = that(X < 0)
    assert zero(square_root(X**2), -X, below)
    assert not zero(square_root(X**2), -X, that(X <= 0))  # which is true, and not strict
    assert not zero(square_root(L**2), -L, below)
    third = that(a_[i] > 0)
    assert zero(square_root(a_[k] ** 2), a_[k], third)


def test_an_operator_that_is_a_product() -> None:
    product = product_is(OA, OB, is_=OS)
    assert zero(OA @ (OB @ W), OS @ W, product)
    assert zero(OB.T @ (OA.T @ W), OS @ W, product)
    assert not zero(OB @ (OA @ W), OS @ W, product)


PRODUCTS = "an equation between operators needs a product on each side, such as W @ U = P"


@pytest.mark.parametrize(("left", "right", "told"), [
    (OA + OB, OS, PRODUCTS), (OA, OB + OS, PRODUCTS), (OA, 2 * OB, PRODUCTS),
    (X * W + P * U, Vector("zero"), "its left side is not a single vector"),
    (X * W, P * W, "its left side has a factor"),
    (X * P, as_scalar(1), "its left side must be an inner product, a sum, a given"),
])  # fmt: skip
def test_equations_that_are_no_rules_are_left_aside_with_what_a_rule_is(
    left: Any, right: Any, told: str
) -> None:
    theory = Theory()
    learn(TreeReader(theory), [Equation(left, right)])
    (reason,) = theory.unused
    assert told in reason
    assert not (theory.word_rules or theory.vector_rules or theory.scalar_rules)


def test_a_vector_rule_that_meets_itself_is_left_aside() -> None:
    reader = TreeReader(Theory())
    learn(reader, [Equation(W, 2 * W), Equation(OA @ W, W + OB @ (OA @ W))])
    assert not reader.theory.vector_rules
    learn(reader, [Equation(OA @ W, 2 * W), Equation(OA @ (OA @ U), OA @ U)])
    assert len(reader.theory.vector_rules) == 2


def test_a_root_of_a_known_square_is_that() -> None:
    reader = TreeReader(Theory())
    learn(reader, [fact for part in GIVEN for fact in part.facts])
    learn(reader, that(E[1] * X + P > 0).facts)
    square = reader.scalar(X**2 + 2 * E[1] * X * P + P**2)
    found = root(reader.theory, square)
    assert is_zero(reader.theory, found - reader.scalar(E[1] * X + P))
    other = root(reader.theory, reader.scalar(X**2 + 2 * E[1] * X * P + 2 * P**2))
    assert not is_zero(reader.theory, other - reader.scalar(E[1] * X + P))


def test_weights_that_are_alike_both_ways_are_no_other_ones() -> None:
    given = any_weights("F")
    F = given.introduces
    alike = that(equals(F[i, k], F[k, i]))
    assert zero(F[i, k], F[k, i], given, alike)
    assert zero(total(F[j, i] * a_[j] for j in tokens), total(a_[j] * F[i, j] for j in tokens),
                given, alike)  # fmt: skip
    assert not zero(F[i, k], F[k, i], given) and not zero(F[i, i], F[i, k], given, alike)
