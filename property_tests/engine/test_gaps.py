"""Assumptions on a whole spectrum: what they draw, and what they refuse."""

from __future__ import annotations

import pytest

from verify.language.mistakes import Mistake
from verify.methods.refuting import refute_twin
from verify.numerics.exact import GrowingDraw, Unlucky
from verify.numerics.holding import draw_instance
from verify.numerics.matrices import apply
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.witnesses import witness_parts
from verify.statements.step import Assumed, Said
from verify.vocabulary import *

V, P = symmetric_operator("V"), any_operator("P")
eigen = diagonalised("v", "lam", of=V.introduces)
v, lam = eigen.introduces
gap, x = nonnegative_scalar("gap"), any_vectors("x")


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
