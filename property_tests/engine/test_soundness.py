"""What must never be proved: special cases taken for general ones."""

import flint
import pytest

from verify.language.mistakes import Mistake
from verify.language.substituting import substituted
from verify.language.symbols import Family1
from verify.language.walk import free_indices
from verify.methods import certificate, symbolic
from verify.vocabulary import *

PAPER = Paper("X", "a test", "nobody", 2026, "none")


@statement("X-1", PAPER.label("given mode"), title="Facts about one mode say nothing of another")
def one_mode(given: Given) -> Proof:
    V = given(symmetric_operator("V"))
    v, lam = given(diagonalised("v", "lam", of=V))
    r, k = given(mode("r")), modes.any("k")
    w, tau = given(orthogonal_to("w", v[r])), given(positive_scalar("tau"))
    given(that(1 + tau * lam[r] > 0))
    given(nonzero(lam[r]))
    yield "of r", Identity(w @ v[r], 0, name="vector r")
    yield "of every k", Identity(w @ v[k], 0, name="vector k")
    yield "of r", Inequality(1 + tau * lam[r] > 0, because=1 + tau * lam[r], name="sign r")
    yield "of every k", Inequality(1 + tau * lam[k] > 0, because=1 + tau * lam[k], name="sign k")
    yield "of r", Identity(lam[r] / lam[r], 1, name="quotient r")
    yield "of every k", Identity(lam[k] / lam[k], 1, name="quotient k")


@pytest.mark.parametrize("name", ["vector", "sign", "quotient"])
def test_a_fact_about_a_given_mode_is_not_a_fact_about_every_mode(name: str) -> None:
    special, general = one_mode.said(f"{name} r"), one_mode.said(f"{name} k")
    assert symbolic.decide(special).outcome == certificate.decide(special).outcome == "proved"
    assert certificate.decide(general).outcome == "inconclusive"
    if name == "vector":
        assert symbolic.decide(general).outcome == "inconclusive"


def test_two_free_indices_of_one_name_are_refused() -> None:
    @statement("X-2", PAPER.label("same name"), title="Two indices called i")
    def same_name(given: Given) -> Proof:
        y = given(unit_tokens("y"))
        first, second = tokens.any("i"), tokens.any("i")
        yield "all tokens coincide", Identity(y[first] @ y[second], 1)

    with pytest.raises(Mistake, match="the index i and the index i would look the same"):
        _ = same_name.declared


def test_a_distinct_index_of_the_same_name_is_refused() -> None:
    @statement("X-3", PAPER.label("same name"), title="Two modes called k")
    def same_name(given: Given) -> Proof:
        v, _ = given(diagonalised("v", "lam", of=given(symmetric_operator("V"))))
        r = given(mode("r"))
        given(distinct(modes.any("k"), r))
        yield "another k", Identity(v[modes.any("k")] @ v[r], 0)

    with pytest.raises(Mistake, match="the index k and the index k would look the same"):
        _ = same_name.declared


def test_a_wide_or_undefined_ball_decides_nothing() -> None:
    from verify.methods.contradictions import is_narrow

    third = flint.arb(flint.fmpq(1, 3))
    assert not is_narrow(flint.arb("nan"))
    assert not is_narrow(flint.arb(0, 1))
    assert not is_narrow([Fraction(1), flint.arb(0, 1)])
    assert not is_narrow(third)  # 53 bits are not 50 digits
    with flint.ctx.workprec(200):
        assert is_narrow([Fraction(1, 3), flint.arb(flint.fmpq(1, 3))])


def test_the_rate_of_what_is_put_in_is_refused_and_never_taken_for_zero():
    """A value put in may move; the algebra does not follow it, and says so."""

    @statement("X-9", PAPER.label("Lemma 9"), title="A substitution that moves", origin="ours")
    def moving(given):
        theta, phi = given(any_scalar("theta")), given(any_scalar("phi"))
        flow = motion({phi: 1})
        yield "A false claim.", Identity(rate(at(theta**2, {theta: phi}), flow), 0, name="still")

    (said,) = moving.declared.said
    found = symbolic.decide(said)
    assert found.outcome == "inconclusive" and "differentiate first" in found.reason


def test_an_index_is_exchanged_inside_a_derivative_and_in_a_law_it_is_refused():
    y = Family1("y", Vector, ("tokens",))
    a, b = tokens.any("a", "b")
    falls = motion({y: lambda k: -y[k]})
    made = substituted(total(rate(y[j] @ y[a], falls) for j in tokens), {a: b})
    assert free_indices(made) == {b}
    with pytest.raises(Mistake, match="derivative of a replaced quantity"):
        substituted(rate(y[a] @ y[a], motion({y: lambda k: y[a] - y[k]})), {a: b})
