"""Two sides that differ are never shown alike, however close they are."""

from fractions import Fraction

import flint
import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.small_lemmas import lemma_of
from verify.methods.contradictions import BITS, sides_shown
from verify.methods.explained import explained
from verify.methods.sampling import decide
from verify.numerics.number import balls
from verify.render import witnesses
from verify.render.terminal import NOTATION
from verify.vocabulary import Identity, Inequality, exp, pi, positive_scalar, power, square_root


def rendered(sides):
    (shown,) = witnesses.witness_parts(sides, NOTATION)
    return shown.removeprefix("where the sides are ").split(" and ")


@pytest.mark.parametrize("exponent", range(0, 96, 5))
@pytest.mark.parametrize("middle", ["3", "1/3", "-262537412640768744", "1/1000000007"])
def test_sides_that_differ_are_shown_so(middle, exponent):
    with balls(BITS).working():
        root = flint.arb(2).sqrt()
        first = flint.arb(flint.fmpq(*map(int, f"{middle}/1".split("/")[:2]))) + root - root
        other = first * (1 + flint.arb(10) ** -exponent)
        pairs = [(first, other), ([first, first], [first, other])]
        for sides in (sides_shown(*pair) for pair in pairs):
            assert sides["left"] != sides["right"]
            left, right = rendered(sides)
            assert left != right


def test_an_integer_beside_a_ball_is_told_apart():
    with balls(BITS).working():
        near = (flint.arb.pi() * flint.arb(163).sqrt()).exp()
        left, right = rendered(sides_shown(near, Fraction(262537412640768744)))
    assert left.startswith("262537412640768743.999999999999250") and right == "262537412640768744"


@given(st.integers(1, 80))
def test_numbers_of_many_digits_are_told_apart(digits):
    with mpmath.workdps(100):
        one = mpmath.mpf(1)
        shown = sides_shown(one, one + one / 10**digits, ("raw", "lowered"))
    assert shown["raw"] != shown["lowered"]
    assert sides_shown(mpmath.mpc(1, 2), one)["left"] != "1.0"


def test_balls_whose_certain_digits_are_alike_are_shown_in_full():
    left, right = rendered({"left": "[1.23450 +/- 1.0e-5]", "right": "[1.23460 +/- 1.0e-5]"})
    assert left != right


@pytest.mark.parametrize("more", [0, 1])
def test_integers_of_thousands_of_digits_are_decided_and_shown_by_their_ends(more):
    def large(_):
        yield "s", Identity(power(10, 5000), power(100, 2500) + more, name="s")

    lemma = lemma_of(large)
    found = decide(lemma, lemma.declared.said[0], count=1, seed=0)
    assert found.outcome == ("refuted" if more else "sampled")
    if more:
        left, right = rendered({key: found.evidence["witness"][key] for key in ("left", "right")})
        assert left == "1" + 19 * "0" + "…" + 20 * "0"
        assert right == "1" + 19 * "0" + "…" + 19 * "0" + "1"


def test_ends_that_are_alike_are_shown_in_full():
    middle = ["1" + 250 * "0" + digit + 250 * "0" for digit in "23"]
    assert rendered(dict(zip(("left", "right"), middle, strict=True))) == middle


def test_a_comparison_of_numbers_too_large_for_floats_is_decided():
    def large(given):
        x = given(positive_scalar("x"))
        yield "s", Inequality(power(10, 400) * x >= power(10, 400), name="s")

    (said,) = lemma_of(large).declared.said
    assert [claim.because for claim in explained(said)] == [None]


def test_a_witness_shows_by_how_much_a_number_is_no_integer():
    def near(_):
        yield "s", Identity(exp(pi() * square_root(163)), 262537412640768744, name="s")

    lemma = lemma_of(near)
    witness = decide(lemma, lemma.declared.said[0], count=1, seed=0).evidence["witness"]
    left, right = rendered({key: witness[key] for key in ("left", "right")})
    assert left.startswith("262537412640768743.99999") and right.startswith("262537412640768744.0")
