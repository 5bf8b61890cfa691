"""Comparisons over a box keep their sign, and numbers agree with every route that encloses them."""

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.checker import check
from verify.statements.step import Asked
from verify.vocabulary import *


def outcomes(claim, box=(0, 1)):
    """Return the outcomes of a claim about x on a box."""

    def body(given):
        x = given(any_scalar("x"))
        yield "On the box.", Region(claim(x), box={x: box}, name="box")

    (said,) = lemma_of(body).declared.said
    return said.step.decided(said, Asked())


CLAIMS = {
    "a number outside": (lambda x: differs(x, 5), "enclosed"),
    "below everywhere": (lambda x: differs(x, 2 + exp(x)), "enclosed"),
    "nothing": (lambda x: differs(0 * x, 0), "refuted"),
    "the middle": (lambda x: differs(x, Fraction(1, 2)), "refuted"),
    "no corner of a box": (lambda x: differs(3 * x, 1), "inconclusive"),
    "smaller": (lambda x: x < 5, "enclosed"),
    "not larger": (lambda x: x <= 0, "refuted"),
    "equal": (lambda x: 0 * x <= 0, "enclosed"),
    "equal, not smaller": (lambda x: 0 * x < 0, "refuted"),
    "at an end": (lambda x: x >= 0, "enclosed"),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_region_has_the_sign_of_its_claim(name):
    claim, outcome = CLAIMS[name]
    (found,) = outcomes(claim)
    assert found.outcome == outcome
    if outcome == "enclosed":
        (document,) = found.evidence["certificate"]
        assert check(document).accepted
        assert not check({**document, "term": ["multiply", ["number", "0"], document["term"]],
                          "sign": "!="}).accepted  # fmt: skip
    assert ("witness" in found.evidence) == (outcome == "refuted")


def value(decimal, digits, *routes):
    """Return the outcome of a number by routes with exact bounds."""
    named = {f"route {k}": (lambda bounds=bounds: bounds) for k, bounds in enumerate(routes)}
    step = Value(decimal, digits, named)

    def body(given):
        yield "A number.", step

    (said,) = lemma_of(body).declared.said
    (found,) = said.step.decided(said, Asked())
    return found.outcome


def near(*ends):
    return tuple(map(Fraction, ends))


def test_a_number_is_enclosed_by_narrow_routes_that_agree():
    assert value("0.33", 2, near("0.33", "0.34"), near("0.332", "0.334")) == "enclosed"
    assert value("0.33", 2, near("0.31", "0.35")) == "enclosed"
    assert value("0.33", 2, near("0.31", "0.3501")) == "inconclusive"  # too wide
    assert value("0.33", 2, near("0.33", "0.33"), near("0.30", "0.36")) == "inconclusive"
    assert value("0.33", 2, near("0.3401", "0.36")) == "refuted"
    assert value("0.33", 2, near("0.30", "0.3199")) == "refuted"
    assert value("0.33", 2, near("0.32", "0.329"), near("0.331", "0.34")) == "inconclusive"
