"""Operators with eigenvectors in common: what is drawn, and what is refused."""

from __future__ import annotations

import itertools

import pytest

from verify.language.mistakes import Mistake
from verify.numerics.holding import growing_instances
from verify.numerics.matrices import apply, product, times
from verify.statements.assumptions.commuting import diagonalised_by
from verify.vocabulary import (
    any_operator,
    any_vectors,
    coefficients,
    diagonalised,
    symmetric_operator,
)

V, G = symmetric_operator("V"), symmetric_operator("G")
eigen = diagonalised("v", "lam", of=V.introduces)
v, lam = eigen.introduces
shared = diagonalised_by("mu", of=G.introduces, vectors=v)


def test_both_operators_have_the_eigenvectors_and_commute():
    """The eigenvalues are independent of each other: in some draws neither order is the other's."""
    orders = set()
    for instance in growing_instances([V, eigen, G, shared], tries=60):
        first, second = instance[V.introduces], instance[G.introduces]
        assert product(first, second) == product(second, first)
        for unit, one, other in zip(
            instance[v], instance[lam], instance[shared.introduces], strict=True
        ):
            assert apply(first, unit) == times(one, unit)
            assert apply(second, unit) == times(other, unit)
        pairs = list(zip(instance[lam], instance[shared.introduces], strict=True))
        orders |= {(a > b, c > d) for (a, c), (b, d) in itertools.pairwise(pairs)}
    assert len(orders) == 4


def test_only_a_symmetric_operator_and_given_eigenvectors_will_do():
    P = any_operator("P").introduces
    with pytest.raises(Mistake, match="P is not assumed to have orthonormal eigenvectors"):
        diagonalised_by("mu", of=P, vectors=v)
    with pytest.raises(Mistake, match="diagonalised_by"):
        diagonalised_by("mu", of=G.introduces, vectors=any_vectors("X").introduces)
    with pytest.raises(Mistake, match="diagonalised_by"):
        diagonalised_by("mu", of=G.introduces, vectors=coefficients("a", over="modes").introduces)
