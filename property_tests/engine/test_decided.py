"""What the two exact methods say of single steps: the whole outcome, and what each is missing."""

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.checker import check
from verify.language.source import source
from verify.methods import certificate, symbolic
from verify.methods.explained import explained
from verify.statements.obligations import NO_REASON, Comparison
from verify.statements.outcomes import PART
from verify.statements.step import obligations
from verify.vocabulary import (
    Identity,
    Inequality,
    any_scalar,
    any_vector,
    positive_scalar,
    square_root,
)


def small(given):
    x, y = given(any_scalar("x")), given(positive_scalar("y"))
    u, v = given(any_vector("u")), given(any_vector("v"))
    yield "1.", Identity((x + 1) ** 2, x**2 + 2 * x + 1, name="square")
    yield "2.", Identity((x + 1) ** 2, x**2 + 1, name="false square")
    yield "3.", Inequality(y * (1 + x**2) > 0, because=y + y * x**2, name="reason")
    yield "4.", Inequality(y * (1 + x**2) > 0, because=y + x**2, name="wrong reason")
    yield "5.", Inequality(y + 1 > 0, name="to be found")
    yield "6.", Inequality(x > 0, name="not to be found")
    yield "7.", Inequality(x > 0, because=x, name="of no sign")
    yield "8.", Identity(x * (u + v), x * u + x * v, name="vectors")
    yield "9.", Identity(u + v, u - v, name="false vectors")
    yield "10.", Identity(square_root(y) ** 2, y, name="root")


LEMMA = lemma_of(small)


def by(method, name):
    return method.decide(LEMMA.said(name))


@pytest.mark.parametrize("name", ["square", "vectors", "root"])
def test_an_identity_is_proved_by_both_each_in_its_way(name):
    found = by(symbolic, name)
    assert (found.method, found.outcome, found.reason) == ("symbolic", "proved", "")
    assert found.evidence == {"claims": 1} and 0 < found.seconds < 100
    found = by(certificate, name)
    assert (found.method, found.outcome, found.reason) == ("certificate", "proved", "")
    (document,) = found.evidence["certificate"]
    assert check(document).accepted and 0 < found.seconds < 100


def test_what_the_sides_differ_by_is_told():
    found = by(symbolic, "false square")
    assert (found.method, found.outcome, found.evidence) == ("symbolic", "inconclusive", {})
    assert found.reason == "false square: the sides differ by 2*x"
    found = by(certificate, "false square")
    assert (found.method, found.outcome, found.evidence) == ("certificate", "inconclusive", {})
    assert found.reason.startswith("false square: ")
    found = by(symbolic, "false vectors")
    assert found.reason == "false vectors: the sides differ by 2"  # times v


def test_a_comparison_is_decided_in_part_by_the_one_and_as_a_whole_by_the_other():
    found = by(symbolic, "reason")
    assert (found.outcome, found.evidence["claims"]) == ("proved", 1)
    assert found.evidence[PART] == (
        "the difference equals the given proof; the checker decides its sign"
    )
    assert found.evidence.keys() == {"claims", PART}
    assert by(certificate, "reason").outcome == "proved"
    found = by(symbolic, "wrong reason")
    assert found.outcome == "inconclusive"
    assert found.reason.startswith("wrong reason: the sides differ by ")
    assert by(certificate, "wrong reason").outcome == "inconclusive"
    assert by(symbolic, "of no sign").outcome == "proved"  # the part that it decides
    found = by(certificate, "of no sign")
    assert found.outcome == "inconclusive" and found.reason.startswith("of no sign: ")


def test_a_reason_that_is_found_is_told_as_source():
    (claim,) = explained(LEMMA.said("to be found"))
    (own,) = obligations(LEMMA.said("to be found"))
    assert own.because is None and claim.because is not None
    found = by(symbolic, "to be found")
    assert found.outcome == "proved" and found.evidence["reason found"] == source(claim.because)
    assert by(certificate, "to be found").outcome == "proved"


def test_what_has_no_reason_is_left_open_by_both():
    (claim,) = explained(LEMMA.said("not to be found"))
    assert isinstance(claim, Comparison) and claim.because is None
    for method, name in ((symbolic, "symbolic"), (certificate, "certificate")):
        found = by(method, "not to be found")
        assert (found.method, found.outcome, found.evidence) == (name, "inconclusive", {})
        assert found.reason == f"not to be found: {NO_REASON}"


def test_whether_formulas_have_values_is_seen_by_the_checker():
    def body(given):
        x, y = given(any_scalar("x")), given(positive_scalar("y"))
        yield "A.", Identity(1 / y * y, 1, name="positive")
        yield "B.", Identity(1 / x * x, 1, name="any")
        yield "C.", Identity(x, x, name="whole")

    made = lemma_of(body)
    assert certificate.is_defined(made.said("positive"))
    assert not certificate.is_defined(made.said("any"))
    assert certificate.is_defined(made.said("whole"))
