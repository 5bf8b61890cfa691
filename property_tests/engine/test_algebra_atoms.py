"""Sums in sums, tokens that are first, and vectors that a rule knows."""

import pytest
import sympy as sp

from property_tests.engine.algebra_recipes import reader_of
from verify.algebra.atoms import Delta, UpTo, index_symbol
from verify.algebra.deciding import is_zero
from verify.algebra.sums import clean_indicators
from verify.vocabulary import *


def differs(reader, left, right):
    return not is_zero(reader.theory, reader.scalar(left) - reader.scalar(right))


def test_the_index_of_a_sum_around_a_sum_is_another():
    """In e^(sum) the inner sum stays one, and its index must not be taken for the outer one."""
    assumptions = any_weights("w"), coefficients("c")
    (w, c), reader = (a.introduces for a in assumptions), reader_of(assumptions)
    rows = total(exp(total(w[j, k] * c[k] for k in tokens)) for j in tokens)
    columns = total(exp(total(w[k, j] * c[k] for k in tokens)) for j in tokens)
    diagonal = total(exp(total(w[k, k] * c[k] for k in tokens)) for j in tokens)
    assert differs(reader, rows, columns)
    assert differs(reader, rows, diagonal)
    assert not differs(reader, diagonal, tokens.count * exp(total(w[k, k] * c[k] for k in tokens)))
    twice = total(
        exp(total(exp(total(w[j, k] * c[m] for m in tokens)) for k in tokens)) for j in tokens
    )
    turned = total(
        exp(total(exp(total(w[k, j] * c[m] for m in tokens)) for k in tokens)) for j in tokens
    )
    assert differs(reader, twice, turned)


def test_what_is_known_of_the_order_of_tokens():
    i, k = index_symbol("i", "tokens"), index_symbol("k", "tokens")
    first, second = sp.Integer(1), sp.Integer(2)

    def known(later, earlier, before=frozenset()):
        return clean_indicators(UpTo(later, earlier), lambda *_: False, before)

    assert known(i, i) == known(i, first) == known(second, first) == known(second, second) == 1
    assert known(first, second) == 0
    assert known(first, k) == Delta(first, k)  # nobody but the first is up to it
    assert known(i, second) == UpTo(i, second) and known(i, k) == UpTo(i, k)
    assert known(i, k, frozenset({(k, i)})) == 1
    assert known(i, k, frozenset({(i, k)})) == 0
    assert clean_indicators(Delta(i, k), lambda *pair: set(pair) == {i, k}) == 0
    assert clean_indicators(Delta(i, k), lambda *pair: False) == Delta(i, k)
    assert clean_indicators(UpTo(i, k) ** 3, lambda *_: False) == UpTo(i, k)


def test_a_vector_that_a_fact_tells_is_that_one():
    family = any_vectors("u")
    u = family.introduces
    reader = reader_of((family, at_origin(u[1])))
    assert is_zero(reader.theory, reader.vector(u[1]))
    assert not is_zero(reader.theory, reader.vector(u[2]))
    (free,) = (reader_of((family,)),)
    assert not is_zero(free.theory, free.vector(u[1]))
    assert is_zero(free.theory, free.vector(0 * u[1])) and is_zero(
        free.theory, free.vector(zero_vector())
    )


@pytest.mark.parametrize("power", [0, 1, 2, -1])
def test_a_scalar_to_a_whole_power(power):
    family = coefficients("c")
    c, i = family.introduces, tokens.any("i")
    reader = reader_of((family,))
    product = {0: 1, 1: c[i], 2: c[i] * c[i], -1: 1 / c[i]}[power]
    assert not differs(reader, c[i] ** power, 0 * c[i] + product)
