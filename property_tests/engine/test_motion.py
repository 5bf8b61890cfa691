"""Motions of scalars, vectors and families by their velocities, as every reader takes them."""

import pytest

from verify.algebra.deciding import is_zero
from verify.algebra.reading import TreeReader
from verify.algebra.theory import Theory
from verify.checker import check
from verify.language.differentiating import chain_rule, put_in, velocities
from verify.language.expressions import as_scalar
from verify.language.mistakes import Mistake
from verify.language.walk import nodes
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance as ExactInstance
from verify.numerics.matrices import dot, plus, times
from verify.statements.obligations import Equality, document
from verify.vocabulary import *
from verify.writing.trees import is_direction

GIVEN = {
    "s": any_scalar("s"), "v": any_vector("v"), "f": coefficients("f"), "A": any_operator("A"),
    "y": nonzero_vectors("y"), "alpha": nonnegative_weights("alpha"),
}  # fmt: skip
s, v, f, A, y, alpha = (assumption.introduces for assumption in GIVEN.values())
i = tokens.any("i")
HALF = Fraction(1, 2)
pull = let("pull", lambda i: total(alpha[i, j] * (A @ y[j]) for j in tokens))
everything = motion(
    {
        s: 2,
        v: A @ v,
        f: lambda i: total(alpha[i, j] * (f[j] - f[i]) for j in tokens),
        y: pull,
    }
)


def instance():
    drawn = ExactInstance(tokens=2, dimension=2)
    drawn[s], drawn[v], drawn[f] = HALF, [Fraction(1), Fraction(-2)], [Fraction(3), HALF]
    drawn[A] = [[Fraction(1), Fraction(2)], [Fraction(0), Fraction(-1)]]
    drawn[y] = [[Fraction(3), Fraction(4)], [Fraction(-1), Fraction(0)]]
    drawn[alpha] = [[Fraction(1), HALF], [Fraction(2), Fraction(0)]]
    return drawn


def pulled(e, k):
    images = [[dot(row, token) for row in e[A]] for token in e[y]]
    return plus(times(e[alpha][k][0], images[0]), times(e[alpha][k][1], images[1]))


def test_every_kind_of_thing_moves_by_its_velocity():
    e = instance()
    for k in (0, 1):
        at = {i: k}
        drift = sum(e[alpha][k][j] * (e[f][j] - e[f][k]) for j in (0, 1))
        assert value(rate(s * f[i], everything), e, at) == 2 * e[f][k] + e[s] * drift
        assert value(rate(y[i], everything), e, at) == pulled(e, k)
        length = 5 if k == 0 else 1
        assert value(rate(norm(y[i]), everything), e, at) == dot(e[y][k], pulled(e, k)) / length
    assert value(rate(v @ v, everything), e) == 2 * dot(e[v], [dot(row, e[v]) for row in e[A]])


CLAIMS = {
    "a product": (rate(s * f[i], everything),
                  2 * f[i] + s * total(alpha[i, j] * (f[j] - f[i]) for j in tokens)),
    "a vector": (rate(y[i], everything), pull[i]),
    "a length": (rate(norm(y[i]), everything), (y[i] @ pull[i]) / norm(y[i])),
    "a single vector": (rate(v @ v, everything), 2 * (v @ A @ v)),
}  # fmt: skip


@pytest.mark.parametrize("name", CLAIMS)
def test_the_algebra_and_the_checker_derive_it(name):
    left, right = CLAIMS[name]
    reader = TreeReader(Theory())
    read = reader.vector if name == "a vector" else reader.scalar
    assert is_zero(reader.theory, read(left - right))
    assert not is_zero(reader.theory, read(left - 2 * right))
    claim = Equality(name, left, right)
    assert check(document(claim, tuple(GIVEN.values()))).accepted


def test_a_motion_of_vectors_is_told_as_a_motion():
    assert is_direction(straight_lines(y, lambda i: v))
    assert not is_direction(motion({y: lambda i: v}))
    assert not is_direction(motion({s: s}))


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ({y: v}, "the members of y need a velocity each"),
        ({v: s}, "expected a vector"),
        ({s: v}, "expected a scalar"),
        ({s + 1: s}, "is not a given thing"),
        ({alpha: lambda i: s}, "not a family over tokens"),
        ({A: A}, "A cannot move"),
        ({mode("r").introduces: 1}, "r cannot move"),
    ],
)
def test_what_cannot_move_is_told(moves, reason):
    with pytest.raises(Mistake, match=reason):
        motion(moves)


def test_a_wrong_kind_of_velocity_of_a_family_is_told_when_it_is_used():
    flow = motion({y: lambda i: as_scalar(1)})
    with pytest.raises(Mistake, match="expected a vector"):
        value(rate(y[i], flow), instance(), {i: 0})


def test_a_map_that_moves_is_differentiated_by_the_product_rule_and_taken_at_a_time():
    bent = ((A + s * A) @ (s * A)).T
    asked = at(rate(y[i] @ (bent @ v), motion({s: 2, v: v})), {s: 0})
    told = put_in(velocities(chain_rule(asked)))
    assert {"rate", "at"}.isdisjoint(node.op for node in nodes(told))
    reader = TreeReader(Theory())
    assert is_zero(reader.theory, reader.scalar(told) - reader.scalar(asked))
    assert not is_zero(reader.theory, reader.scalar(told))
