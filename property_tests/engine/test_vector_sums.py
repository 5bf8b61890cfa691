"""A sum of vectors that is known, sum_j x_j = 0, is a rule for sums over all tokens only."""

import pytest

from verify.algebra.reading import TreeReader
from verify.algebra.rules import learn
from verify.algebra.theory import Theory
from verify.language.facts import Equation
from verify.vocabulary import *

balanced = balanced_tokens("x")
x, V = balanced.introduces, any_operator("V").introduces
z, c = any_vector("z").introduces, any_scalar("c").introduces
i, k = tokens.any("i", "k")


@pytest.fixture
def reader():
    found = TreeReader(Theory())
    learn(found, balanced.facts)
    return found


@pytest.mark.parametrize(
    "formula",
    [
        total(z @ x[j] for j in tokens),
        total(x[j] @ (V @ z) for j in tokens),
        total((V @ x[j]) @ x[i] for j in tokens),
        total(c * (x[i] @ x[j]) for j in tokens),
        z @ (V @ total(x[j] for j in tokens)),
    ],
    ids=str,
)
def test_what_is_a_sum_over_all_tokens_is_zero(reader, formula):
    assert reader.theory.normal_form(reader.scalar(formula)) == 0


@pytest.mark.parametrize(
    "formula",
    [
        z @ x[i],
        total((z @ x[j]) ** 2 for j in tokens),
        total((z @ x[j]) * (x[i] @ x[j]) for j in tokens),
        total(z @ x[j] for j in tokens.up_to(i)),
        z @ total(x[j] for j in tokens.but(i)),
        z @ total((x[j] @ z) * x[j] for j in tokens),
    ],
    ids=str,
)
def test_and_nothing_else_is(reader, formula):
    assert reader.theory.normal_form(reader.scalar(formula)) != 0


@pytest.mark.parametrize(
    "left", [total((x[j] @ z) * x[j] for j in tokens), total(V @ x[j] for j in tokens)]
)
def test_an_equation_with_a_factor_is_left_aside(left):
    """Taken for a rule about the vector alone it would say that every token is 0."""
    family = any_vectors("y").introduces
    learn(TreeReader(Theory()), [Equation(total(family[j] for j in tokens), zero_vector())])
    theory = Theory()
    learn(TreeReader(theory), [Equation(left, zero_vector())])
    assert "cannot be used for rewriting" in theory.unused[0] and not theory.vector_sums


def test_a_vector_is_0_if_a_multiple_of_it_is():
    twice = TreeReader(Theory())
    learn(twice, [Equation(2 * z, zero_vector())])
    assert twice.theory.normal_form(twice.scalar(z @ x[i])) == 0
    assert twice.theory.normal_form(twice.scalar(x[k] @ x[i])) != 0
