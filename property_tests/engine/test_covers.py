"""What is said of a comparison on a box: the whole outcome, and the claim that the checker gets."""

from fractions import Fraction

import pytest
from flint import arb

from property_tests.engine.small_lemmas import lemma_of
from verify.checker import check
from verify.methods import covers
from verify.steps.value import rational_bounds
from verify.steps.witness import spectral_radius_below_one
from verify.vocabulary import Region, any_scalar, cos, differs, sin, square_root

UNIT = {"x": (0, 1)}


def decided(claim, **box):
    """Return the outcome of a claim about the scalars of a box."""

    def body(given):
        scalars = {name: given(any_scalar(name)) for name in box}
        sides = {scalars[name]: side for name, side in box.items()}
        yield "On the box.", Region(claim(**scalars), box=sides, name="box")

    said = lemma_of(body).said("box")
    return covers.decide(said.step.claim, said.step.box)


def test_what_holds_comes_with_the_claim_that_the_checker_accepts():
    found = decided(lambda x: x < 5, **UNIT)
    assert (found.method, found.outcome, found.reason) == ("enclosure", "enclosed", "")
    assert found.seconds > 0
    (document,) = found.evidence["certificate"]
    assert found.evidence == {"boxes": 1, "examined": 1, "certificate": [document]}
    assert document == {
        "schema": "verify.claim/2", "kind": "cover", "facts": [], "indices": {}, "sign": ">",
        "term": ["add", ["number", "5"], ["multiply", ["number", "-1"], ["symbol", "x"]]],
        "order": ["x"], "variables": {"x": ["0", "1"]}, "boxes": [[["0", "1"]]], "precision": 64,
    }  # fmt: skip


def test_what_fails_comes_with_the_point():
    found = decided(lambda x, y: x * y <= 5, x=(1, 2), y=(1, 3))
    assert (found.method, found.outcome, found.reason) == ("enclosure", "refuted", "")
    assert found.evidence == {"witness": {"x": "2", "y": "3"}}


def test_what_fails_on_a_part_of_the_box_alone_is_refuted_there():
    """Between the parts no box is decided: into these it may not look first."""

    def below(a, rho):
        M = square_root(1 + 2 * rho * cos(a) + rho**2)
        along = sin(a) ** 2 / (M * (M + 1 + rho * cos(a)))
        across = (2 * cos(a) + rho) / (M * (M + 1)) * sin(a)
        return along**2 + across**2 < Fraction(49, 100)

    found = decided(below, a=(0, Fraction(63, 20)), rho=(0, Fraction(1, 2)))
    assert found.outcome == "refuted" and found.evidence["witness"].keys() == {"a", "rho"}


def test_what_is_not_decided_says_why(monkeypatch):
    found = decided(lambda x, y: x + y >= 2, x=(1, 2), y=(1, 3))
    assert (found.method, found.outcome, found.evidence) == ("enclosure", "inconclusive", {})
    assert found.reason.endswith("if the gap is 0 there, divide the factor out")
    third = decided(lambda x: differs(3 * x, 1), **UNIT)  # no corner of a box is a third
    assert (third.outcome, third.evidence) == ("inconclusive", {})
    assert third.reason.startswith("the sign near x = ")
    monkeypatch.setattr(covers, "MOST", 20)
    assert decided(lambda x: x**5 - x > -Fraction(54, 100), x=(0, 1)).reason.startswith(
        "20 boxes were examined"
    )


def test_nothing_is_enclosed_that_the_checker_does_not_accept(monkeypatch):
    class Refused:
        accepted, reason = False, "it has its doubts"

    monkeypatch.setattr(covers, "check", lambda document: Refused)
    found = decided(lambda x: x < 5, **UNIT)
    assert (found.method, found.outcome, found.evidence) == ("enclosure", "inconclusive", {})
    assert found.reason == "the checker does not accept the cover: it has its doubts"


def test_boxes_are_halved_until_the_checker_accepts_them():
    found = decided(lambda x, y: x * x - x * y + y * y > -Fraction(1, 100), x=(-1, 1), y=(-1, 1))
    assert found.outcome == "enclosed"
    (document,) = found.evidence["certificate"]
    boxes = [[(Fraction(a), Fraction(b)) for a, b in box] for box in document["boxes"]]
    assert len(boxes) == found.evidence["boxes"] > 100
    assert sum((b - a) * (d - c) for (a, b), (c, d) in boxes) == 4  # they cover it, once
    assert all(Fraction(1, 2) <= (b - a) / (d - c) <= 2 for (a, b), (c, d) in boxes)
    assert check(document).accepted


def test_a_ball_has_rational_bounds_and_so_has_a_pair():
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert rational_bounds(arb(half.numerator) / 2) == (half, half)
    low, high = rational_bounds(arb("0.5 +/- 0.25"))
    assert low <= quarter and high >= 3 * quarter
    assert high - low < half + Fraction(1, 10**6)
    assert rational_bounds((arb(1), arb(2))) == (1, 2)
    assert rational_bounds((quarter, half)) == (quarter, half)
    low, high = rational_bounds(arb(1) / 3)
    assert low < Fraction(1, 3) < high


@pytest.mark.parametrize(("matrix", "norm"), [
    ([[0.5, 0], [1, -0.5]], Fraction(64, 2**63)),  # J^64 has 2^-64 on and +-0 off the diagonal
    ([[0.5, 0], [0, 0.25]], Fraction(1, 2**64)),
    ([[1]], None),
    ([[0.5, 0], [0, 1]], None),
    ([[1, 0], [0, 0.5]], None),
    ([[0, 2], [-2, 0]], None),
])  # fmt: skip
def test_a_power_of_a_matrix_bounds_its_spectral_radius(matrix, norm):
    found = spectral_radius_below_one([[arb(x) for x in row] for row in matrix])
    if norm is None:
        assert found is None
    else:
        assert found is not None and found <= float(norm) * 1.01
