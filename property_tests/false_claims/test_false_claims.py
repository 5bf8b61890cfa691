"""Nothing that a small model refutes is proved: claims that look true, by the thousand.

What has been found is kept as an example at the test that found it. Each profile draws more:
VERIFY_PROFILE=nightly draws 10^5.
"""

import os
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis.errors import NoSuchExample

from property_tests.false_claims.building import statement_of
from property_tests.false_claims.drawing import claims, equalities, inequalities
from property_tests.false_claims.models import counterexample
from property_tests.false_claims.numbers import Number, exponential, rational
from property_tests.false_claims.terms import DrawnClaim, Term
from verify.algebra import reading
from verify.language.conditions import said_in
from verify.language.facts import Equation, serialised
from verify.language.indices import Range
from verify.language.mistakes import Mistake
from verify.methods import certificate, sampling, symbolic
from verify.statements import obligations

PROFILE = os.environ.get("VERIFY_PROFILE", "quick")
DRAWN = {"quick": 150, "ci": 1000, "nightly": 100_000}[PROFILE]
SAMPLED = {"quick": 30, "ci": 120, "nightly": 5000}[PROFILE]
MODELS = 60
CAMPAIGN = {
    "deadline": None, "database": None, "suppress_health_check": list(HealthCheck),
    "derandomize": PROFILE != "nightly",
}  # fmt: skip


def refutation(claim: DrawnClaim) -> str | None:
    """Return where a claim that is proved, by one method or another, fails; None if nowhere."""
    try:
        said = statement_of(claim).declared.said[0]
    except Mistake:
        return None  # refused
    proved = [m for m in (symbolic, certificate) if m.decide(said).outcome == "proved"]
    if not proved or claim.left == claim.right:
        return None
    if claim.sign == "=" or certificate in proved:
        found = counterexample(claim, MODELS)
        if found is not None:
            return found
    if claim.because is None:
        return None
    # The gap is the reason, whatever their signs are, where what is said to be equal is; the
    # checker knows all that the claim is under.
    gap = replace(claim, sign="=", right=claim.because, because=None)
    kept: dict[str, Any] = {
        name: tuple(f for f in getattr(claim, name) if f.sign in ("=", "before"))
        for name in ("where", "every", "pairs")
    }
    anywhere = replace(gap, **kept) if symbolic in proved else gap
    return counterexample(anywhere, MODELS)


@settings(max_examples=DRAWN, **CAMPAIGN)
@given(claims())
def test_no_claim_that_a_small_model_refutes_is_proved(claim: DrawnClaim) -> None:
    assert refutation(claim) is None


@settings(max_examples=SAMPLED, **CAMPAIGN)
@given(claims())
@pytest.mark.long
def test_no_claim_that_a_small_model_refutes_is_sampled(claim: DrawnClaim) -> None:
    try:
        made = statement_of(claim)
        said = made.declared.said[0]
    except Mistake:
        return
    found = sampling.decide(made, said, count=8, seed=1, descent=500)
    if found.outcome == "sampled":
        assert counterexample(claim, MODELS) is None


def test_the_root_of_a_negative_number_is_refused_and_not_compared() -> None:
    """Found by 10^5 claims: SymPy's root of -1 is the imaginary unit, which has no order."""
    minus_one: Term = ("power", ("number", Fraction(-1)), Fraction(1, 2))
    left: Term = ("add", minus_one, ("number", Fraction(1)))
    right: Term = ("power", ("power", left, Fraction(2)), Fraction(1, 2))
    every: tuple[object, ...] = ("all", None, ())
    claim = DrawnClaim("=", ("sum", "j1", every, left), ("sum", "j1", every, right))
    said = statement_of(claim).declared.said[0]
    found = symbolic.decide(said)
    assert found.outcome == "inconclusive"
    assert found.reason == "the root of -1 has no real value"
    assert certificate.decide(said).outcome != "proved"


@pytest.mark.parametrize("power", [Fraction(1, 2), Fraction(3, 2)])
def test_the_root_of_a_root_is_not_the_root(power: Fraction) -> None:
    """Found by 10^5 claims: SymPy's only factor of a root is what is under it, one half times."""
    square: Term = ("inner", ("vector", "y", "i"), ("vector", "y", "i"))
    root: Term = ("power", square, power)
    half: Term = ("power", square, Fraction(1, 2))
    size: Term = ("size",)
    for left, right in ((root, half), (("add", root, size), ("add", half, size))):
        claim = DrawnClaim("=", ("power", left, Fraction(1, 2)), right)
        assert refutation(claim) is None
        assert symbolic.decide(statement_of(claim).declared.said[0]).outcome == "inconclusive"
    true = DrawnClaim("=", ("power", half, Fraction(2)), square)
    assert symbolic.decide(statement_of(true).declared.said[0]).outcome == "proved"


def test_the_root_of_what_has_no_value_is_refused_and_not_compared() -> None:
    """Found by 10^5 claims: SymPy's 0 * (1 / 0) is no number, and has no order."""
    zero: Term = ("number", Fraction(0))
    inverse: Term = ("power", zero, Fraction(-1))
    more: Term = ("add", inverse, ("times", zero, inverse))
    before: tuple[object, ...] = ("before", "i", ())
    sides = (("sum", "j1", before, ("absolute", x)) for x in (inverse, more))
    said = statement_of(DrawnClaim("=", *sides)).declared.said[0]
    found = symbolic.decide(said)
    assert (found.outcome, found.reason) == (
        "inconclusive", "the argument of a root has denominator 0 and is undefined",
    )  # fmt: skip
    assert certificate.decide(said).outcome != "proved"


# ------------------------------------------------------------------ the campaign would find it


def forgetful(self: Range, index: Any) -> Range:
    return replace(self, without=(index,))


def careless(theory: Any, a: Any) -> Any:
    return a.base if a.is_Pow and a.exp == 2 else ROOT(theory, a)


def one_further(self: Any, k: Any, over: Range) -> Any:
    return RESTRICTION(self, k, replace(over, kind="up_to") if over.kind == "before" else over)


def said_of_all(condition: Any, names: Any) -> Any:
    """Take an equation for one index for one for every index."""
    said = said_in(condition)
    return serialised(said, {} if isinstance(said, Equation) else names)


ROOT, RESTRICTION = reading.root, reading.TreeReader._restriction


def slow(*values: Any) -> Any:
    """Return a case that takes minutes."""
    return pytest.param(
        *values, marks=pytest.mark.skipif(PROFILE != "nightly", reason="move long computations")
    )


@pytest.mark.parametrize(("place", "name", "wrong", "kind"), [
    (reading, "root", careless, claims()),
    slow(obligations, "_condition", said_of_all, inequalities()),
    slow(Range, "but", forgetful, equalities()),
    slow(reading.TreeReader, "_restriction", one_further, equalities()),
])  # fmt: skip
def test_a_mistake_in_the_engine_would_be_found(
    place: Any, name: str, wrong: Any, kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, name, wrong)
    campaign = settings(max_examples=2000, phases=[Phase.generate], **CAMPAIGN)
    try:
        found = find(kind, lambda claim: refutation(claim) is not None, settings=campaign)
    except NoSuchExample:
        pytest.fail(f"the campaign does not see that {name} is wrong")
    assert refutation(found) is not None


def test_most_claims_that_are_drawn_are_not_beyond_the_provers() -> None:
    """A campaign of claims that nothing could prove would find nothing, whatever were wrong."""
    proved = 0

    @settings(max_examples=100, **{**CAMPAIGN, "derandomize": True})
    @given(claims())
    def count(claim: DrawnClaim) -> None:
        nonlocal proved
        try:
            said = statement_of(claim).declared.said[0]
        except Mistake:
            return
        if claim.left != claim.right:
            proved += certificate.decide(said).outcome == "proved"

    count()
    assert proved >= 20


A, B = ("symbol", "a"), ("symbol", "b")
U, W = ("item", "u", "i"), ("item", "w", "i", "k")


@pytest.mark.parametrize(("left", "right"), [
    (U, ("item", "u", "k")),
    (W, ("item", "w", "k", "i")),
    (("power", ("power", A, Fraction(2)), Fraction(1, 2)), A),
    (("sum", "j1", ("before", "i", ()), U), ("sum", "j1", ("up_to", "i", ()), U)),
    (("exp", ("times", A, B)), ("times", ("exp", A), ("exp", B))),
    (("sum", "j1", ("all", None, ("i", "k")), U), ("sum", "j1", ("all", None, ("k",)), U)),
])  # fmt: skip
def test_models_refute_what_is_false(left: Any, right: Any) -> None:
    assert counterexample(DrawnClaim("=", left, right), 200) is not None


def test_numbers_are_compared_exactly() -> None:
    e = exponential(rational(1))
    assert (e * exponential(rational(-1)) - rational(1)).sign == 0
    near = Number({Fraction(0): Fraction(-2718281828459045235, 10**18), Fraction(1): Fraction(1)})
    assert near.sign == 1
