"""What instances say of a step: the outcome, two paths to a number, what a step stands on."""

import mpmath
import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.methods import sampling
from verify.methods.contradictions import check_instance
from verify.methods.derived import derived_claims
from verify.methods.footing import footing, footing_of
from verify.methods.sampling import Contradiction, agrees, compare_paths, decide
from verify.numerics.exact import Instance as ExactInstance
from verify.statements.assumption import introduced
from verify.statements.obligations import Equality
from verify.statements.outcomes import FAILS, UNDEFINED, VACUOUS, Footing
from verify.statements.step import Tally, obligations
from verify.vocabulary import *


def small(given):
    x, y = given(any_scalar("x")), given(positive_scalar("y"))
    c, v, w = given(coefficients("c")), given(any_vectors("v")), given(any_weights("w"))
    i, j = tokens.any("i", "j")
    yield "1.", Identity((x + 1) ** 2, x**2 + 2 * x + 1, name="square")
    yield "2.", Identity((x + 1) ** 2, x**2 + 1, name="false square")
    yield "3.", Identity(sin(x) ** 2, 1 - cos(x) ** 2, name="circle")
    yield "4.", Inequality(y > 0, because=y, name="positive")
    yield "5.", Inequality(y > 1, because=y, name="false")
    yield "6.", Inequality(y > 0, because=y + x, name="wrong reason")
    yield "7.", Identity(1 / x * x, 1, name="quotient")
    yield "8.", Inequality(y > 0, because=y, where=[x > 1, x < 0], name="never")
    yield "9.", Inequality(x < 5, because=5 - x, where=[x < 5], name="conditional")
    yield "9b.", Inequality(y > 5, because=y - 5, where=[1 / x > 0], name="no condition")
    yield "10.", Identity(c[i] * c[j], c[j] * c[i], name="pairs")
    yield (
        "11.",
        Identity(
            total(w[i, j] * v[j] for j in tokens),
            total(v[j] * w[i, j] for j in tokens),
            name="vectors",
        ),
    )
    yield "12.", Identity(v[i], zero_vector(), name="false vectors")
    yield "13.", Inequality(square_root(y) > 0, because=square_root(y), name="root")
    yield "14.", Identity(square_root(y) ** 2, y, name="root squared")


LEMMA = lemma_of(small)


def outcome(name, **options):
    return decide(LEMMA, LEMMA.said(name), **{"count": 6, "seed": 3, **options})


def instance(tokens=1, dimension=1, **values):
    """Return an instance with numbers for scalars, and lists of them for families."""
    made = ExactInstance(tokens=tokens, dimension=dimension, heads=1)
    assumed = (entry.assumption for entry in LEMMA.declared.assumed)
    by_name = {thing.name: thing for thing in introduced(assumed)}
    made.values.update({by_name[name]: found for name, found in values.items()})
    return made


def test_what_no_instance_contradicts_is_sampled_and_says_how_often():
    found = outcome("square")
    assert (found.method, found.outcome, found.reason) == ("sampling", "sampled", "")
    assert found.seconds > 0
    assert found.evidence.keys() == {
        "instances", "seed", "decided", "exact", "two_paths", "digits", "met by"
    }  # fmt: skip
    assert (found.evidence["instances"], found.evidence["seed"]) == (6, 3)
    assert found.evidence["decided"] == found.evidence["exact"] >= 6
    assert found.evidence["two_paths"] > 0 and found.evidence["digits"] == [50, 100]
    assert {"n", "d", "x"} == found.evidence["met by"].keys()
    assert outcome("square", digits=20).evidence["digits"] == [20, 40]


def test_what_fails_is_refuted_with_the_instance_that_was_shrunk():
    found = outcome("false square")
    assert (found.method, found.outcome, found.reason) == ("sampling", "refuted", "")
    assert found.seconds > 0
    assert found.evidence.keys() == {"witness"}
    witness = found.evidence["witness"]
    x = Fraction(witness["x"])
    assert x != 0 and (Fraction(witness["left"]), Fraction(witness["right"])) == (
        (x + 1) ** 2, x**2 + 1
    )  # fmt: skip
    found = outcome("false")
    y = Fraction(found.evidence["witness"]["y"])
    assert found.outcome == "refuted" and 0 < y <= 1
    assert Fraction(found.evidence["witness"]["where the gap is"]) == y - 1
    found = outcome("false vectors")
    assert found.evidence["witness"]["where"].keys() == {"i"}


def test_a_reason_that_is_not_the_gap_leaves_a_true_comparison_open():
    found = outcome("wrong reason")
    assert (found.method, found.outcome) == ("sampling", "inconclusive")
    assert found.reason == "the given proof does not equal the difference"
    wrong = found.evidence["wrong reason"]
    assert Fraction(wrong["right"]) - Fraction(wrong["left"]) == Fraction(wrong["x"]) != 0
    assert "met by" in found.evidence


def test_what_has_no_value_somewhere_or_is_never_met_is_open():
    found = outcome("quotient")
    assert (found.outcome, found.reason) == ("inconclusive", UNDEFINED)
    assert found.evidence["undefined"]["x"] == "0" and "met by" not in found.evidence
    found = outcome("never", count=2)
    assert (found.method, found.outcome, found.reason) == ("sampling", "inconclusive", VACUOUS)
    assert found.evidence["decided"] == 0 and "met by" not in found.evidence


def test_instances_that_grow_are_tried_beside_those_that_are_drawn(monkeypatch):
    monkeypatch.setattr(sampling, "search", lambda *_, **__: None)
    assert outcome("false").outcome == outcome("false square").outcome == "refuted"
    assert outcome("square").outcome == "sampled"


def test_conditions_that_are_seldom_met_are_tried_more_often(monkeypatch):
    def body(given):
        x, y = given(any_scalar("x")), given(any_scalar("y"))
        yield "A.", Inequality(x * y > 0, because=x * y, where=[x * y > 5], name="far")

    made = lemma_of(body)
    said = made.said("far")
    found = decide(made, said, count=2, seed=0)
    assert found.outcome == "sampled" and found.evidence["decided"] > 0
    monkeypatch.setattr(sampling, "attack_at_random", lambda *_, **__: None)
    monkeypatch.setattr(sampling, "generic_instances", lambda *_: ())
    assert decide(made, said, count=2, seed=0).reason == VACUOUS


def test_what_a_step_stands_on():
    found = footing(LEMMA.said("conditional"))
    assert found.reason == "" and Fraction(found.instance["x"]) < 5 and found.witness == {}
    assert footing(LEMMA.said("never")) == Footing(None, VACUOUS)
    found = footing(LEMMA.said("quotient"))
    assert (found.instance, found.reason, found.witness["x"]) == (None, UNDEFINED, "0")
    found = footing(LEMMA.said("false"))
    assert (found.instance, found.reason) == (None, FAILS) and Fraction(found.witness["y"]) <= 1
    met = footing_of(outcome("square"))
    assert met.reason == "" and met.instance is not None and met.witness == {}
    met = footing_of(outcome("wrong reason"))  # it stands on something all the same
    assert met.reason == "" and met.instance is not None
    lacking = footing_of(outcome("quotient"))
    assert (lacking.instance, lacking.reason) == (None, UNDEFINED) and lacking.witness["x"] == "0"


def compared(name, made, largest=4):
    said = LEMMA.said(name)
    return compare_paths(LEMMA, said, obligations(said), made, 20, largest)


def test_the_two_paths_are_compared_at_every_place_of_small_instances():
    assert compared("square", instance(x=Fraction(2))) == 1
    assert compared("square", instance(tokens=9, dimension=9, x=Fraction(2))) == 1  # no tokens
    assert compared("pairs", instance(tokens=2, c=[Fraction(1), Fraction(2)])) == 4
    numbers = [Fraction(k) for k in range(5)]
    assert compared("pairs", instance(tokens=4, c=numbers[:4])) == 16
    assert compared("pairs", instance(tokens=5, c=numbers)) == 0  # more than 4
    assert compared("pairs", instance(tokens=5, c=numbers), largest=5) == 25
    assert compared("pairs", instance(tokens=2, c=numbers[:2]), largest=1) == 4  # the least
    assert compared("pairs", instance(tokens=3, c=numbers[:3]), largest=1) == 0
    assert compared("positive", instance(y=Fraction(1))) == 0  # no equality


def test_two_evaluations_agree_within_what_each_moved_and_a_unit_of_the_last_digit():
    def of(*numbers):
        return tuple(mpmath.mpf(number) for number in numbers)

    unit = mpmath.mpf(10) ** -3
    with mpmath.workdps(30):
        for raw in (0, 1, -3):
            bound = (1 + abs(raw)) * unit
            assert agrees(of(raw, raw + bound * 0.99), of(raw, raw + bound * 0.99), 3)
            assert not agrees(of(raw, raw + bound * 1.01), of(raw, raw + bound * 1.01), 3)
            assert not agrees(of(raw, raw - bound * 1.01), of(raw, raw - bound * 1.01), 3)
        edge = (0 * unit, 1 / mpmath.mpf(10) ** 3)
        assert agrees(edge, edge, 3)
        assert agrees(of(1, 2), of(2, 2), 3)  # the first moved by 1
        assert agrees(of(1, 2), of(1, 3), 3)  # or the second
        assert not agrees(of(1, 3), of(2, 3), 3)
        one = [mpmath.mpf(1), mpmath.mpf(2)]
        assert agrees((one, one), (one, one), 3)
        other = [mpmath.mpf(1), mpmath.mpf(3)]
        assert not agrees((one, other), (one, other), 3)


@pytest.fixture
def lowered_anew():
    """What is lowered during a test, and remembered, is forgotten after it."""
    sampling._lowered.cache_clear()
    yield
    sampling._lowered.cache_clear()


@pytest.mark.usefixtures("lowered_anew")
def test_paths_that_differ_are_a_contradiction_with_both_numbers(monkeypatch):
    said = LEMMA.said("square")
    false = derived_claims(LEMMA.said("root squared"))
    monkeypatch.setattr(sampling, "derived_claims", lambda _: false)
    made = instance(x=Fraction(2), y=Fraction(5))
    with pytest.raises(Contradiction) as told:
        compare_paths(LEMMA, said, obligations(said), made, 20, 4)
    assert told.value.instance is made and not told.value.undefined
    assert str(told.value) == str(told.value.failure)
    assert {k: told.value.witness[k] for k in ("where", "raw", "lowered")} == {
        "where": {}, "raw": "9.0", "lowered": "5.0"
    }  # fmt: skip


def tally(name, made):
    said = LEMMA.said(name)
    return check_instance(said, obligations(said), made)


def test_cases_of_an_instance_are_counted_and_the_first_that_fails_is_told():
    two = instance(tokens=2, c=[Fraction(1), Fraction(2)])
    assert tally("pairs", two) == Tally(decided=4, exact=4)
    assert tally("circle", instance(x=Fraction(1))) == Tally(decided=1, exact=0)
    assert tally("false square", instance(x=Fraction(0))) == Tally(decided=1, exact=1)
    assert tally("false square", instance(x=Fraction(1))) == Tally(
        1, 1, {"where": {}, "left": "4", "right": "2"}
    )
    assert tally("quotient", instance(x=Fraction(0))).undefined["where"] == {}
    assert tally("conditional", instance(x=Fraction(7))) == Tally()
    assert tally("conditional", instance(x=Fraction(1))) == Tally(1, 1)
    nowhere = instance(x=Fraction(0), y=Fraction(1))  # there the condition has no value
    assert tally("no condition", nowhere) == Tally()
    assert tally("false", instance(y=Fraction(1, 2))) == Tally(
        1, 1, {"where": {}, "where the gap is": "-1/2"}
    )
    assert tally("root", instance(y=Fraction(2))) == Tally(1, 1)
    made = instance(tokens=2, dimension=2, v=[[Fraction(0)] * 2, [Fraction(0), Fraction(3)]])
    assert tally("false vectors", made) == Tally(
        2, 2, {"where": {"i": 2}, "left": ["0", "3"], "right": ["0", "0"]}
    )


def test_an_induction_is_looked_at_from_its_start_on():
    def body(given):
        m, k = (given(integer_scalar(name, at_least=least)) for name, least in (("m", 0), ("k", 2)))
        sums = Identity(total(power(2, j) for j in integers(0, m)), 2 * power(2, m) - 1)
        yield "A.", Induction(m, 0, sums, name="from 0")
        false = Identity(k**2, 4 + 0 * k)
        yield "B.", Induction(k, 2, false, name="from 2")

    made = lemma_of(body)
    things = list(introduced(e.assumption for e in made.declared.assumed))

    def at(name, number):
        here, said = ExactInstance(tokens=1, dimension=1, heads=1), made.said(name)
        here.values |= dict.fromkeys(things, Fraction(number))
        return check_instance(said, obligations(said), here)

    assert at("from 0", 3) == Tally(decided=1, exact=1)
    assert at("from 2", 1) == Tally() and at("from 2", 2) == Tally(1, 1)
    assert at("from 2", 3) == Tally(1, 1, {"where": {}, "left": "9", "right": "4"})


@pytest.mark.parametrize(("sides", "has_a_value"), [
    (lambda x: (tan(pi() * x), sin(pi() * x) / cos(pi() * x)), False),
    (lambda x: (2 * log(cos(pi() * x) ** 2), log(cos(pi() * x) ** 4)), False),
    (lambda x: (absolute(cos(pi() * x)), square_root(cos(pi() * x) ** 2)), True),
    (lambda x: (exp(cos(pi() * x)), exp(cos(pi() * x))), True),
], ids=["quotient", "logarithm", "root", "exponential"])  # fmt: skip
def test_what_is_divided_by_no_digits_tell_from_0_has_no_value(sides, has_a_value):
    """cos(pi/2) is 0, and no ball around it says so: 200 digits are enough to doubt."""

    def body(given):
        x = given(any_scalar("x"))
        left, right = sides(x)
        yield "A.", Identity(left, right, name="it")
        yield "B.", Inequality(left * left + 1 > 0, because=left**2 + 1, name="above")

    made = lemma_of(body)
    (thing,) = introduced(e.assumption for e in made.declared.assumed)
    for said in made.declared.said:
        for number in (Fraction(1, 2), Fraction(1, 3)):
            here = ExactInstance(tokens=1, dimension=1, heads=1)
            here.values |= {thing: number}
            found = check_instance(said, obligations(said), here)
            assert found.failure is None
            assert (found.undefined is None) == (has_a_value or number == Fraction(1, 3))


def test_conditions_on_further_indices_are_not_known_to_be_met():
    c = coefficients("c").introduces
    i, j = tokens.any("i", "j")
    (own,) = {c[i].args[0]}
    here = ExactInstance(tokens=2, dimension=1, values={own: [Fraction(1), Fraction(2)]})
    beside = Equality("same", c[i], c[i], where=(equals(c[j], 2),))
    assert not sampling._is_met(beside, here, {i: 0})
    assert sampling._is_met(beside, here, {i: 0, j: 1})
    assert not sampling._is_met(beside, here, {i: 0, j: 0})
