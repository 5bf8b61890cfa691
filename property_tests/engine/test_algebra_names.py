"""The algebra takes nothing for its own by a name, and facts of a symbol for those of no other."""

import pytest

from verify.algebra.deciding import is_zero
from verify.algebra.reading import TreeReader
from verify.algebra.rules import learn
from verify.algebra.theory import Theory
from verify.language.expressions import as_scalar
from verify.language.facts import Equation
from verify.language.symbols import Family1, Family2, scalar_symbol
from verify.vocabulary import *


def equal(left, right, facts=()):
    """Return whether two scalars have the same normal form under facts."""
    reader = TreeReader(Theory())
    learn(reader, facts)
    return is_zero(reader.theory, reader.scalar(as_scalar(left) - as_scalar(right)))


def numbers(name="u"):
    return Family1(name, Scalar, ("tokens",))


def weights(name="w"):
    return Family2(name, Scalar, ("tokens", "tokens"))


INDICES = ["_b0", "_b1", "_B", *(f"_f{number}" for number in range(8)), "b0", "B", "f0", "f1"]


@pytest.mark.parametrize("name", INDICES)
def test_no_index_of_an_author_is_one_that_is_summed_over(name):
    i, w, y = Index(name, tokens), weights(), Family1("y", Vector, ("tokens",))
    row = total(w[i, j] for j in tokens)
    assert not equal(row, total(w[j, j] for j in tokens))
    assert not equal(total(exp(w[i, j]) for j in tokens), total(exp(w[j, j]) for j in tokens))
    mean = total(y[j] for j in tokens)
    assert not equal(mean @ mean, y[i] @ mean)
    twice = total(w[i, j] * w[j, k] for j in tokens for k in tokens)
    assert not equal(twice, total(w[j, j] * w[j, k] for j in tokens for k in tokens))
    assert equal(row + row, 2 * row)


@pytest.mark.parametrize("name", ["Gram", "Total", "Member", "UpTo", "Exponential"])
def test_no_family_of_an_author_is_a_function_of_the_algebra(name):
    w, u = weights(name), numbers(name)
    i, j = tokens.any("i", "j")
    assert not equal(w[i, j], w[j, i])
    assert not equal(w[i, j] ** 2, w[i, j])
    assert not equal(w[i, i], 1)
    assert not equal(total(w[i, j] for j in tokens), tokens.count * w[i, i])
    assert not equal(u[i] * u[j], u[i])


def test_what_is_put_in_the_place_of_a_symbol_has_none_of_its_facts():
    a, b = scalar_symbol("a"), scalar_symbol("b")
    root = (a**2) ** Fraction(1, 2)
    assert equal(root, a, [a > 0])
    assert not equal(at(root, {a: -1}), -1, [a > 0])
    assert equal(at(root, {a: -1}), 1, [a > 0])
    two = [Equation(a, 2 + 0 * b)]
    assert equal(a * b, 2 * b, two)
    assert equal(at(a * b, {a: 5}), 5 * b, two)
    assert not equal(at(a * b, {a: 5}), 2 * b, two)
    assert equal(at(a * b, {a: a + b}), 2 * b + b**2, two)
    assert equal(at(a - 2 * b, {a: b, b: a}), b - 2 * a)
    assert equal(at(at(a * b, {a: b}), {b: 3}), 9)


def test_an_equation_for_a_multiple_of_a_sum_is_no_rule_where_the_factor_may_be_0():
    u, p = numbers(), scalar_symbol("p")
    s = total(u[j] for j in tokens)
    assert equal(s, 3, [Equation(2 * s, 6 + 0 * p)])
    assert not equal(s, 0 * p, [Equation(p * s, 0 * p)])  # as p may be 0
    reader = TreeReader(Theory())
    learn(reader, [Equation(p * s, 0 * p)])
    (why,) = reader.theory.unused
    assert "the factor may be 0" in why
