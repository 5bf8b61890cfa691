"""Assumptions on a whole spectrum: what they draw, and what they refuse."""

from __future__ import annotations

import pytest

from verify.language.index_sets import tokens
from verify.language.mistakes import Mistake
from verify.methods.refuting import refute_twin
from verify.numerics.exact import GrowingDraw, Instance, Unlucky
from verify.numerics.holding import draw_instance, growing_instances
from verify.numerics.matrices import apply, dot, plus, times
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.witnesses import witness_parts
from verify.statements.assumptions.gaps import in_eigenbasis, largest_first, spectral_bound
from verify.statements.step import Assumed, Said
from verify.steps.inequality import Inequality
from verify.vocabulary import (
    any_operator,
    any_scalar,
    any_vectors,
    coefficients,
    diagonalised,
    nonnegative_scalar,
    positive_scalar,
    symmetric_operator,
)

V, P = symmetric_operator("V"), any_operator("P")
eigen = diagonalised("v", "lam", of=V.introduces)
v, lam = eigen.introduces
gap, x = nonnegative_scalar("gap"), any_vectors("x")
first = largest_first(lam, vectors=v, of=V.introduces, gap=gap.introduces)


def test_the_gap_is_attained_or_exceeded_and_simple_or_not():
    found = set()
    for instance in growing_instances([V, eigen, gap, first]):
        eigenvalues, least = instance[lam], instance[gap.introduces]
        if not eigenvalues[1:]:
            continue  # on a line there is no other eigenvalue
        excess = eigenvalues[0] - max(eigenvalues[1:])
        assert excess >= least
        for unit, eigenvalue in zip(instance[v], eigenvalues, strict=True):
            assert apply(instance[V.introduces], unit) == times(eigenvalue, unit)
        found.add((excess > least, excess == 0))
    assert found == {(True, False), (False, False), (False, True)}


def test_vectors_are_sums_over_the_eigenbasis_they_are_said_to_be_expanded_in():
    expanded = in_eigenbasis(x.introduces, vectors=v, values=lam, of=V.introduces)
    for instance in growing_instances([V, eigen, x, expanded], tries=40):
        for vector in instance[x.introduces]:
            parts = [dot(unit, vector) for unit in instance[v]]
            rebuilt = times(0, vector)
            for part, unit in zip(parts, instance[v], strict=True):
                rebuilt = plus(rebuilt, times(part, unit))
            assert rebuilt == vector


def test_no_instance_has_the_eigenbasis_of_another_operator():
    """Facts about eigenvectors of V would be false of P: nothing is ever concluded from them."""
    wrong = in_eigenbasis(x.introduces, vectors=v, values=lam, of=P.introduces)
    sound = 0
    for seed in range(40):
        try:
            instance = draw_instance(GrowingDraw(seed, 9), [V, P, eigen, x, wrong])
        except Unlucky:
            continue
        sound += 1
        for vector in instance[x.introduces]:  # P agrees with V on all that is spoken of
            images = [apply(instance[A.introduces], vector) for A in (V, P)]
            assert images[0] == images[1]
    assert sound < 20


@pytest.mark.parametrize("but_first", [False, True])
def test_a_bound_is_on_all_eigenvalues_or_on_all_but_the_first(but_first):
    bound = spectral_bound("s", values=lam, but_first=but_first)
    below = 0
    for instance in growing_instances([V, eigen, bound], tries=100):
        sizes = [abs(eigenvalue) for eigenvalue in instance[lam]]
        assert instance[bound.introduces] >= max(sizes[1:], default=0)
        below += instance[bound.introduces] < sizes[0]
    assert (below > 0) == but_first


def test_numbers_are_one_a_token_or_one_a_head():
    for over, size in (("tokens", 3), ("heads", 2), ("modes", 4)):
        numbers = coefficients("a", over=over)
        instance = Instance(tokens=3, dimension=4, heads=2)
        numbers.generate(GrowingDraw(0, 5), instance)
        assert len(instance[numbers.introduces]) == size


MISTAKES = {
    "tokens for an eigenbasis": (
        lambda: in_eigenbasis(x.introduces, vectors=x.introduces, values=lam, of=V.introduces),
        "family of vectors over modes",
    ),
    "a number for vectors": (
        lambda: in_eigenbasis(gap.introduces, vectors=v, values=lam, of=V.introduces),
        "family of vectors over tokens",
    ),
    "a product for an operator": (
        lambda: largest_first(lam, vectors=v, of=V.introduces @ V.introduces, gap=0),
        "must be a given operator",
    ),
    "a vector for a gap": (
        lambda: largest_first(lam, vectors=v, of=V.introduces, gap=x.introduces[tokens.any("i")]),
        "expected a scalar",
    ),
    "one number for eigenvalues": (
        lambda: spectral_bound("s", values=any_scalar("mu").introduces),
        "family of scalars over modes",
    ),
    "numbers of nothing": (lambda: coefficients("a", over="rows"), "unknown index set"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_in_one_line(name):
    wrong, told = MISTAKES[name]
    with pytest.raises(Mistake, match=told) as caught:
        wrong()
    assert "\n" not in str(caught.value)


# ------------------------------------------------------------------ a thing that is called "gap"


def test_a_given_gap_is_told_beside_the_gap_of_a_claim():
    size = positive_scalar("gap")
    step = Inequality(size.introduces > 0, because=size.introduces)
    twisted = step.but_not("it is less than 0", claim=size.introduces < 0)
    said = Said("A gap is positive.", twisted, (Assumed(size),), "here", 1)
    found = refute_twin(said, twisted.twins[0])
    assert found.refuted
    given, claimed = found.witness["gap"], found.witness["where the gap is"]
    assert claimed == f"-{given}"
    assert f"where the gap is −{given}" in witness_parts(found.witness, UnicodeNotation())
